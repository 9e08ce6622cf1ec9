// Buffers as render targets. Microsoft Learn, D3D11_BUFFER_RTV, CreateRenderTargetView.
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"

namespace conformance {
namespace {

class BufferTarget : public DeviceTest {
protected:
    HRESULT create(ID3D11Buffer* buffer, DXGI_FORMAT format, UINT first, UINT count, Com<ID3D11RenderTargetView>& view) {
        D3D11_RENDER_TARGET_VIEW_DESC desc{format, D3D11_RTV_DIMENSION_BUFFER, {}};
        desc.Buffer.FirstElement = first;
        desc.Buffer.NumElements = count;
        return device->CreateRenderTargetView(buffer, &desc, view.out());
    }
};

TEST_F(BufferTarget, Descriptions) {
    auto drawn = buffer(64, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE);
    Com<ID3D11RenderTargetView> view;
    EXPECT_HR(S_OK, create(drawn.get(), DXGI_FORMAT_R8G8B8A8_UNORM, 4, 12, view));
    D3D11_RENDER_TARGET_VIEW_DESC found{};
    view->GetDesc(&found);
    EXPECT_EQ(4u, found.Buffer.FirstElement);
    EXPECT_EQ(12u, found.Buffer.NumElements);
    EXPECT_HR(E_INVALIDARG, create(drawn.get(), DXGI_FORMAT_R8G8B8A8_UNORM, 4, 13, view)) << "beyond the end";
    EXPECT_HR(E_INVALIDARG, create(drawn.get(), DXGI_FORMAT_UNKNOWN, 0, 1, view));
    EXPECT_HR(E_INVALIDARG, create(drawn.get(), DXGI_FORMAT_R9G9B9E5_SHAREDEXP, 0, 1, view));
    EXPECT_HR(E_INVALIDARG, create(drawn.get(), DXGI_FORMAT_R8G8B8A8_TYPELESS, 0, 1, view));
    EXPECT_HR(E_INVALIDARG, device->CreateRenderTargetView(drawn.get(), nullptr, view.out())) << "a buffer has no format";
    auto read = buffer(64, D3D11_BIND_SHADER_RESOURCE);
    EXPECT_HR(E_INVALIDARG, create(read.get(), DXGI_FORMAT_R8G8B8A8_UNORM, 0, 16, view));
}

TEST_F(BufferTarget, DrawsAndClearsReachTheElements) {
    const std::vector<uint32_t> start(16, 0x11111111u);
    auto drawn = buffer(64, D3D11_BIND_RENDER_TARGET, start.data());
    Com<ID3D11RenderTargetView> view;
    ASSERT_HR(S_OK, create(drawn.get(), DXGI_FORMAT_R8G8B8A8_UNORM, 4, 8, view));
    const float red[4] = {1, 0, 0, 1}, green[4] = {0, 1, 0, 1};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, red);
    ID3D11Buffer* bound = constants.get();
    auto pixel = pixelShader(constant_color_ps);
    context->PSSetConstantBuffers(0, 1, &bound);
    bindTarget(view);
    viewport(3, 1);
    drawFullscreen(pixel.get());
    std::vector<uint32_t> seen = read<uint32_t>(drawn.get());
    for (uint32_t i = 0; i < 16; i++)
        EXPECT_EQ(i >= 4 && i < 7 ? 0xff0000ffu : 0x11111111u, seen[i]) << i;
    // What others wrote between two draws is there for the next: it covers one element only.
    const uint32_t word = 0x22222222;
    const D3D11_BOX box{24, 0, 0, 28, 1, 1};
    context->UpdateSubresource(drawn.get(), 0, &box, &word, 0, 0);
    viewport(1, 1);
    context->UpdateSubresource(constants.get(), 0, nullptr, green, 0, 0);
    context->Draw(3, 0);
    seen = read<uint32_t>(drawn.get());
    EXPECT_EQ(0xff00ff00u, seen[4]);
    EXPECT_EQ(0xff0000ffu, seen[5]);
    EXPECT_EQ(0x22222222u, seen[6]);
    context->ClearRenderTargetView(view.get(), green);
    seen = read<uint32_t>(drawn.get());
    for (uint32_t i = 0; i < 16; i++)
        EXPECT_EQ(i >= 4 && i < 12 ? 0xff00ff00u : 0x11111111u, seen[i]) << i;
    // Another target, and the buffer is left alone.
    auto color = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    bindTarget(target(color.get()));
    viewport(4, 4);
    context->UpdateSubresource(constants.get(), 0, nullptr, red, 0, 0);
    context->Draw(3, 0);
    EXPECT_EQ(0xff00ff00u, read<uint32_t>(drawn.get())[4]);
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(1, 1));
}

} // namespace
} // namespace conformance
