// References: who holds whom, and that bound objects outlive the application's last reference.
#include "support/fixture.h"

#include "dxgi/contract.h"
#include "shaders/load_2d.ps.h"

#include <atomic>
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

// Says when the object that it is attached to is destroyed: then it loses its last reference.
class Witness final : public IUnknown {
public:
    explicit Witness(std::atomic<int>& gone) : gone_(gone) {}
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) override {
        *object = nullptr;
        return E_NOINTERFACE;
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return ++count_; }
    ULONG STDMETHODCALLTYPE Release() override {
        const ULONG left = --count_;
        if (!left) {
            gone_++;
            delete this;
        }
        return left;
    }

private:
    virtual ~Witness() = default;
    std::atomic<ULONG> count_{0};
    std::atomic<int>& gone_;
};

// A program that loads for long calls neither Flush nor Present. What it releases meanwhile goes all the same, but for
// what is bound.
TEST_F(Lifetime, WhatIsReleasedWhileLoadingGoesWithoutAFlush) {
    constexpr GUID kKey = {0x0c3d1d2e, 0x2a5e, 0x4c1b, {0x8d, 0x61, 0x23, 0x0c, 0x95, 0x7e, 0x11, 0x02}};
    constexpr int kRounds = 48;
    constexpr uint32_t kBytes = 4 << 20;
    std::atomic<int> gone{0}, boundGone{0};
    auto target = buffer(kBytes, D3D11_BIND_VERTEX_BUFFER);
    {
        auto bound = buffer(256, D3D11_BIND_CONSTANT_BUFFER);
        bound->SetPrivateDataInterface(kKey, new Witness(boundGone));
        context->VSSetConstantBuffers(0, 1, bound.array());
    }
    for (int i = 0; i < kRounds; i++) {
        auto staging = buffer(kBytes, 0, nullptr, D3D11_USAGE_STAGING);
        staging->SetPrivateDataInterface(kKey, new Witness(gone));
        context->CopyResource(target.get(), staging.get());
    }
    EXPECT_GT(gone.load(), kRounds / 3);
    EXPECT_EQ(0, boundGone.load());
    context->ClearState();
    context->Flush();
    EXPECT_EQ(kRounds, gone.load());
    EXPECT_EQ(1, boundGone.load());
}

TEST_F(Lifetime, TheContextIsTheDevices) {
    Com<ID3D11DeviceContext> again;
    device->GetImmediateContext(again.out());
    EXPECT_EQ(context.get(), again.get());
    EXPECT_EQ(D3D11_DEVICE_CONTEXT_IMMEDIATE, again->GetType());
}

// The memory of a map that was never ended goes with the texture; the validation layer would name what is left.
TEST(DeviceLifetime, AMappedTextureIsGivenUpWhole) {
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    ASSERT_HR(S_OK, makeDevice(0, device, context));
    Com<IDXGIDevice> dxgi = device.as<IDXGIDevice>();
    Com<IDXGIAdapter> adapter;
    ASSERT_HR(S_OK, dxgi->GetAdapter(adapter.out()));
    auto ours = adapter.as<hendeca::IHendecaAdapter>();
    const D3D11_TEXTURE2D_DESC desc = {16, 16, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DYNAMIC,
                                       D3D11_BIND_SHADER_RESOURCE, D3D11_CPU_ACCESS_WRITE, 0};
    Com<ID3D11Texture2D> texture;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, texture.out()));
    D3D11_MAPPED_SUBRESOURCE mapped;
    ASSERT_HR(S_OK, context->Map(texture.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    const uint64_t before = ours ? ours->GetValidationMessages() : 0;
    texture.reset();
    context->Flush();
    context.reset(), dxgi.reset(), device.reset();
    EXPECT_EQ(before, ours ? ours->GetValidationMessages() : 0);
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
