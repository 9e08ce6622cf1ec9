// References: who holds whom, and that bound objects outlive the application's last reference.
#include "support/fixture.h"

#include "shaders/load_2d.ps.h"

#include <thread>

namespace conformance {
namespace {

class Lifetime : public DeviceTest {};

constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET;
constexpr DXGI_FORMAT kColor = DXGI_FORMAT_R8G8B8A8_UNORM;

TEST_F(Lifetime, AnObjectHoldsItsDevice) {
    const unsigned long before = refCount(device.get());
    auto made = texture(4, 4, kColor, kSrv);
    EXPECT_EQ(before + 1, refCount(device.get()));
    EXPECT_EQ(1u, refCount(made.get()));
    Com<ID3D11Device> found;
    made->GetDevice(found.out());
    EXPECT_EQ(device.get(), found.get());
    found.reset();
    made.reset();
    EXPECT_EQ(before, refCount(device.get()));
}

TEST_F(Lifetime, AViewsHoldOnItsResourceDoesNotShow) {
    auto made = texture(4, 4, kColor, kSrv | kRtv);
    auto view = target(made.get());
    EXPECT_EQ(1u, refCount(made.get()));
    // The resource lives as long as the view.
    ID3D11Texture2D* plain = made.get();
    made.reset();
    context->Flush();
    Com<ID3D11Resource> back;
    view->GetResource(back.out());
    EXPECT_EQ(static_cast<ID3D11Resource*>(plain), back.get());
    EXPECT_EQ(1u, refCount(back.get()));
}

TEST_F(Lifetime, BoundObjectsLiveOn) {
    const std::vector<Rgba8> texels(16, Rgba8{10, 20, 30, 255});
    auto color = texture(4, 4, kColor, kRtv);
    auto view = target(color.get());
    bindTarget(view);
    viewport(4, 4);
    {
        auto read = texture(4, 4, kColor, kSrv, texels.data(), 16);
        auto resource = resourceView(read.get());
        const float where[4] = {0, 0, 4, 4};
        auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, where);
        context->PSSetConstantBuffers(0, 1, constants.array());
        context->PSSetShaderResources(0, 1, resource.array());
    }
    // Others are made and go meanwhile.
    for (int i = 0; i < 20; i++) {
        auto other = texture(4, 4, kColor, kSrv);
        auto otherView = resourceView(other.get());
        other.reset(), otherView.reset();
        context->Flush();
    }
    auto shader = pixelShader(load_2d_ps);
    drawFullscreen(shader.get());
    EXPECT_EQ((Rgba8{10, 20, 30, 255}), read(color.get()).rgba(1, 1));
    // And can be had back.
    Com<ID3D11ShaderResourceView> back;
    context->PSGetShaderResources(0, 1, back.out());
    ASSERT_TRUE(bool(back));
    EXPECT_EQ(1u, refCount(back.get()));
    Com<ID3D11Resource> resource;
    back->GetResource(resource.out());
    EXPECT_TRUE(bool(resource));
}

TEST_F(Lifetime, ReleasedBeforeTheGpuIsDone) {
    auto color = texture(64, 64, kColor, kRtv);
    const float where[4] = {0, 0, 64, 64};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, where);
    auto shader = pixelShader(load_2d_ps);
    for (uint8_t i = 0; i < 30; i++) {
        const std::vector<Rgba8> texels(64 * 64, Rgba8{i, 0, 0, 255});
        auto read = texture(64, 64, kColor, kSrv, texels.data(), 256);
        auto resource = resourceView(read.get());
        auto view = target(color.get());
        bindTarget(view);
        viewport(64, 64);
        context->PSSetConstantBuffers(0, 1, constants.array());
        context->PSSetShaderResources(0, 1, resource.array());
        drawFullscreen(shader.get());
        context->ClearState();
        if (i % 3 == 0)
            context->Flush();
    }
    EXPECT_EQ((Rgba8{29, 0, 0, 255}), read(color.get()).rgba(63, 63));
}

TEST_F(Lifetime, ObjectsAreMadeAndReleasedOnManyThreads) {
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; t++) {
        threads.emplace_back([this, t] {
            for (int i = 0; i < 50; i++) {
                auto made = texture(8, 8, kColor, kSrv | kRtv);
                auto resource = resourceView(made.get());
                D3D11_BLEND_DESC desc{};
                desc.RenderTarget[0].RenderTargetWriteMask = static_cast<UINT8>(i % 16);
                Com<ID3D11BlendState> state;
                EXPECT_HR(S_OK, device->CreateBlendState(&desc, state.out()));
                auto constants = buffer(256, D3D11_BIND_CONSTANT_BUFFER);
            }
        });
    }
    for (int i = 0; i < 50; i++)
        context->Flush();
    for (std::thread& thread : threads)
        thread.join();
    context->Flush();
}

TEST_F(Lifetime, TheContextIsTheDevices) {
    Com<ID3D11DeviceContext> again;
    device->GetImmediateContext(again.out());
    EXPECT_EQ(context.get(), again.get());
    EXPECT_EQ(D3D11_DEVICE_CONTEXT_IMMEDIATE, again->GetType());
}

TEST(DeviceLifetime, TheLastObjectEndsTheDevice) {
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    ASSERT_HR(S_OK, makeDevice(0, device, context));
    const D3D11_BUFFER_DESC desc{64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0};
    Com<ID3D11Buffer> buffer;
    ASSERT_HR(S_OK, device->CreateBuffer(&desc, nullptr, buffer.out()));
    const UINT stride = 16, offset = 0;
    context->IASetVertexBuffers(0, 1, buffer.array(), &stride, &offset);
    context.reset();
    device.reset();
    Com<ID3D11Device> found;
    buffer->GetDevice(found.out());
    EXPECT_TRUE(bool(found));
    found.reset();
    buffer.reset(); // and nothing crashes
}

} // namespace
} // namespace conformance
