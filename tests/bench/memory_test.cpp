// Memory stays flat while resources are made, used and released in each frame.
#include "support/com.h"

#include "shaders/fullscreen.vs.h"
#include "shaders/load_2d.ps.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstring>
#include <unistd.h>
#include <vector>

namespace {

using conformance::Com;

double residentMiB() {
    long pages = 0, resident = 0;
    if (FILE* file = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(file, "%ld %ld", &pages, &resident) != 2)
            resident = 0;
        std::fclose(file);
    }
    return double(resident) * double(sysconf(_SC_PAGESIZE)) / (1 << 20);
}

// 10,000 frames; resident memory after 2,000 and at the end differ by less than 5 %.
TEST(Memory, FlatOverTenThousandFrames) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "the sanitizer keeps freed memory";
#endif
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    ASSERT_EQ(S_OK, D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION,
                                      device.out(), nullptr, context.out()));
    D3D11_TEXTURE2D_DESC desc = {32, 32, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> target;
    ASSERT_EQ(S_OK, device->CreateTexture2D(&desc, nullptr, color.out()));
    ASSERT_EQ(S_OK, device->CreateRenderTargetView(color.get(), nullptr, target.out()));
    Com<ID3D11VertexShader> vs;
    Com<ID3D11PixelShader> ps;
    ASSERT_EQ(S_OK, device->CreateVertexShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, vs.out()));
    ASSERT_EQ(S_OK, device->CreatePixelShader(load_2d_ps, sizeof load_2d_ps, nullptr, ps.out()));
    const D3D11_VIEWPORT viewport = {0, 0, 4, 4, 0, 1};
    context->OMSetRenderTargets(1, target.array(), nullptr);
    context->RSSetViewports(1, &viewport);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->VSSetShader(vs.get(), nullptr, 0);
    context->PSSetShader(ps.get(), nullptr, 0);
    const std::vector<uint8_t> texels(64 * 64 * 4, 7);
    std::vector<Com<ID3D11Query>> events;
    double early = 0;
    for (int frame = 0; frame < 10000; frame++) {
        for (int i = 0; i < 4; i++) {
            desc.Width = desc.Height = 64;
            desc.BindFlags = D3D11_BIND_SHADER_RESOURCE;
            const D3D11_SUBRESOURCE_DATA data = {texels.data(), 256, 0};
            Com<ID3D11Texture2D> image;
            Com<ID3D11ShaderResourceView> view;
            ASSERT_EQ(S_OK, device->CreateTexture2D(&desc, &data, image.out()));
            ASSERT_EQ(S_OK, device->CreateShaderResourceView(image.get(), nullptr, view.out()));
            const D3D11_BUFFER_DESC uniform = {256, D3D11_USAGE_DYNAMIC, D3D11_BIND_CONSTANT_BUFFER, D3D11_CPU_ACCESS_WRITE, 0, 0};
            Com<ID3D11Buffer> constants;
            ASSERT_EQ(S_OK, device->CreateBuffer(&uniform, nullptr, constants.out()));
            D3D11_MAPPED_SUBRESOURCE mapped;
            ASSERT_EQ(S_OK, context->Map(constants.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
            std::memset(mapped.pData, frame, 256);
            context->Unmap(constants.get(), 0);
            context->PSSetConstantBuffers(0, 1, constants.array());
            context->PSSetShaderResources(0, 1, view.array());
            context->Draw(3, 0);
        }
        // At most three frames under way, as a program with a swap chain has.
        const D3D11_QUERY_DESC query = {D3D11_QUERY_EVENT, 0};
        ASSERT_EQ(S_OK, device->CreateQuery(&query, events.emplace_back().out()));
        context->End(events.back().get());
        context->Flush();
        if (events.size() > 3) {
            BOOL done = FALSE;
            while (context->GetData(events.front().get(), &done, sizeof done, 0) == S_FALSE)
                usleep(20);
            events.erase(events.begin());
        }
        if (frame == 2000)
            early = residentMiB();
    }
    const double late = residentMiB();
    std::printf("resident: %.1f MiB after 2,000 frames, %.1f MiB after 10,000\n", early, late);
    EXPECT_EQ(S_OK, device->GetDeviceRemovedReason());
    EXPECT_LT(late, early * 1.05) << early << " MiB after 2,000 frames, " << late << " MiB after 10,000";
}

} // namespace
