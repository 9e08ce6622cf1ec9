// What only a real device shows of the immediate context and of present chains, seen from inside. Skipped where there is no
// Vulkan driver.
#include "d3d11/context/immediate_context.h"
#include "d3d11/device/create_device.h"
#include "gpu/backend.h"
#include "gpu/stream/chunk.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

HENDECA_COM_BASE(hendeca::IHendecaSurfaceSource, IUnknown);

namespace hendeca::d3d11 {
namespace {

class RealDevice : public ::testing::Test {
protected:
    void SetUp() override {
        D3D_FEATURE_LEVEL level{};
        if (FAILED(createDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION, true, level,
                                device)))
            GTEST_SKIP() << "no usable Vulkan device";
    }
    ComPtr<ID3D11Buffer> buffer(D3D11_USAGE usage, UINT bind, UINT access) {
        const D3D11_BUFFER_DESC desc{256, usage, bind, access, 0, 0};
        ComPtr<ID3D11Buffer> made;
        EXPECT_EQ(device->CreateBuffer(&desc, nullptr, made.put()), S_OK);
        return made;
    }
    ComPtr<Device> device;
};

// The context ends a submission by itself when much was recorded, in a chunk that may not go to the worker for long. A
// program that only asks for the result with DO_NOT_WAIT must get it all the same.
TEST_F(RealDevice, DoNotWaitHandsOverWhatWasSubmitted) {
    auto staging = buffer(D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ);
    auto plain = buffer(D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0);
    ImmediateContext& context = device->immediate();
    const uint64_t submission = context.currentSubmit();
    context.CopyResource(staging.get(), plain.get());
    const float data[64] = {};
    for (int i = 0; i < 100000 && context.currentSubmit() == submission; i++)
        context.UpdateSubresource(plain.get(), 0, nullptr, data, 0, 0);
    ASSERT_GT(context.currentSubmit(), submission);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    HRESULT hr = DXGI_ERROR_WAS_STILL_DRAWING;
    for (int i = 0; i < 5000 && hr == DXGI_ERROR_WAS_STILL_DRAWING; i++) {
        hr = context.Map(staging.get(), 0, D3D11_MAP_READ, D3D11_MAP_FLAG_DO_NOT_WAIT, &mapped);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(hr, S_OK);
    context.Unmap(staging.get(), 0);
}

class NoSurfaces final : public ComObject<IHendecaSurfaceSource> {
public:
    uint64_t STDMETHODCALLTYPE CreateSurface() override { return 0; }
    void STDMETHODCALLTYPE DestroySurface(uint64_t) override {}
    void STDMETHODCALLTYPE GetSize(uint32_t* width, uint32_t* height) override { *width = *height = 0; }
};

// A program destroys its window right after the swap chain, so that the window's surface must be gone by then.
TEST_F(RealDevice, AReleasedChainHasLetGoOfItsWindow) {
    auto source = makeCom<NoSurfaces>();
    HendecaChainDesc desc{};
    desc.width = desc.height = 16;
    desc.format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.samples = {1, 0};
    desc.bufferCount = 2;
    desc.usage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.swapEffect = DXGI_SWAP_EFFECT_FLIP_DISCARD;
    ComPtr<IHendecaPresentChain> chain;
    const HRESULT hr = device->CreatePresentChain(&desc, source.get(), chain.put());
    if (FAILED(hr))
        GTEST_SKIP() << "this driver shows nothing";
    for (int i = 0; i < 3; i++)
        EXPECT_GE(chain->Present(0, 0), S_OK);
    EXPECT_GT(source->publicRefs(), 1u);
    chain.reset();
    EXPECT_EQ(source->publicRefs(), 1u);
}

// Where memory for packets ends, a Submit may be lost, and nobody may wait for it for ever: the device is removed.
TEST_F(RealDevice, NoMemoryForPacketsRemovesTheDevice) {
    auto staging = buffer(D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ);
    auto plain = buffer(D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0);
    ImmediateContext& context = device->immediate();
    ComPtr<ID3D11DeviceContext> deferred;
    ASSERT_EQ(device->CreateDeferredContext(0, deferred.put()), S_OK);
    context.Flush();
    deferred->CopyResource(staging.get(), plain.get());
    ComPtr<ID3D11CommandList> list;
    ASSERT_EQ(deferred->FinishCommandList(FALSE, list.put()), S_OK);
    list.reset();
    context.Flush(); // no chunk is left half filled

    device->backend().chunks().refuse(true);
    const float data[64] = {};
    for (int i = 0; i < 3000; i++) // more than a chunk
        deferred->UpdateSubresource(plain.get(), 0, nullptr, data, 0, 0);
    EXPECT_EQ(deferred->FinishCommandList(FALSE, list.put()), E_OUTOFMEMORY);
    EXPECT_FALSE(list);
    EXPECT_EQ(device->GetDeviceRemovedReason(), S_OK) << "only the list is lost";

    context.CopyResource(staging.get(), plain.get());
    D3D11_MAPPED_SUBRESOURCE mapped{};
    EXPECT_EQ(context.Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped), DXGI_ERROR_DEVICE_REMOVED);
    EXPECT_NE(device->GetDeviceRemovedReason(), S_OK);
    device->backend().chunks().refuse(false);
}

} // namespace
} // namespace hendeca::d3d11
