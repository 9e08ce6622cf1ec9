// What a program sees of a device that is lost: the reason, its events, its fences. The loss is made from inside.
// Skipped where there is no Vulkan driver.
#include "conformance/sync/event.h"
#include "d3d11/context/immediate_context.h"
#include "d3d11/device/create_device.h"
#include "gpu/backend.h"

#include <gtest/gtest.h>

namespace hendeca::d3d11 {
namespace {

using conformance::Event;
constexpr unsigned kLong = 10000; // milliseconds

class Removal : public ::testing::Test {
protected:
    void SetUp() override {
        D3D_FEATURE_LEVEL level{};
        if (FAILED(createDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION, true,
                                level, device)))
            GTEST_SKIP() << "no usable Vulkan device";
        ASSERT_EQ(S_OK, device->CreateFence(0, D3D11_FENCE_FLAG_NONE, __uuidof(ID3D11Fence), fence.putVoid()));
    }
    ComPtr<Device> device;
    ComPtr<ID3D11Fence> fence;
};

TEST_F(Removal, EventsComeAndReasonsAreGiven) {
    Event registered, unregistered, late;
    DWORD cookie = 0;
    ASSERT_EQ(S_OK, device->RegisterDeviceRemovedEvent(unregistered.handle(), &cookie));
    device->UnregisterDeviceRemoved(cookie);
    ASSERT_EQ(S_OK, device->RegisterDeviceRemovedEvent(registered.handle(), &cookie));
    EXPECT_FALSE(registered.wait(50));
    EXPECT_EQ(S_OK, device->GetDeviceRemovedReason());
    device->backend().lose("a test");
    EXPECT_TRUE(registered.wait(kLong));
    EXPECT_FALSE(unregistered.wait(30));
    EXPECT_EQ(DXGI_ERROR_DEVICE_HUNG, device->GetDeviceRemovedReason());
    ComPtr<ID3D11DeviceContext> deferred;
    EXPECT_EQ(DXGI_ERROR_DEVICE_REMOVED, device->CreateDeferredContext(0, deferred.put()));
    // Who comes late is told at once.
    ASSERT_EQ(S_OK, device->RegisterDeviceRemovedEvent(late.handle(), &cookie));
    EXPECT_TRUE(late.wait(kLong));
}

// Nobody waits for ever: of a lost device every value is reached, and events that hang on its work come.
TEST_F(Removal, FencesAndEventsOfItsWorkEnd) {
    ImmediateContext& context = device->immediate();
    Event flushed, enqueued;
    ASSERT_EQ(S_OK, context.Wait(fence.get(), 100)); // which nobody signals
    context.Flush1(D3D11_CONTEXT_TYPE_ALL, flushed.handle());
    ASSERT_EQ(S_OK, device->EnqueueSetEvent(enqueued.handle()));
    EXPECT_FALSE(flushed.wait(30));
    device->backend().lose("a test");
    EXPECT_TRUE(flushed.wait(kLong));
    EXPECT_TRUE(enqueued.wait(kLong));
    EXPECT_EQ(~UINT64(0), fence->GetCompletedValue());
    EXPECT_EQ(S_OK, fence->SetEventOnCompletion(7, nullptr)); // returns
    EXPECT_EQ(DXGI_ERROR_DEVICE_REMOVED, context.Signal(fence.get(), 1));
    ComPtr<ID3D11Fence> more;
    EXPECT_EQ(DXGI_ERROR_DEVICE_REMOVED,
              device->CreateFence(0, D3D11_FENCE_FLAG_NONE, __uuidof(ID3D11Fence), more.putVoid()));
}

// Tile mappings and pools of a lost device (only where the driver has tiled resources).
TEST_F(Removal, TilesSaySo) {
    const D3D11_BUFFER_DESC poolDesc{65536, D3D11_USAGE_DEFAULT, 0, 0, D3D11_RESOURCE_MISC_TILE_POOL, 0};
    const D3D11_BUFFER_DESC tiledDesc{65536, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0,
                                      D3D11_RESOURCE_MISC_TILED, 0};
    ComPtr<ID3D11Buffer> pool, tiled;
    if (FAILED(device->CreateBuffer(&poolDesc, nullptr, pool.put())))
        GTEST_SKIP() << "tiled resources are not offered";
    ASSERT_EQ(S_OK, device->CreateBuffer(&tiledDesc, nullptr, tiled.put()));
    ImmediateContext& context = device->immediate();
    const UINT start = 0;
    const auto map = [&] {
        return context.UpdateTileMappings(tiled.get(), 1, nullptr, nullptr, pool.get(), 1, nullptr, &start, nullptr, 0);
    };
    EXPECT_EQ(S_OK, map());
    device->backend().lose("a test");
    EXPECT_EQ(DXGI_ERROR_DEVICE_REMOVED, map());
    const D3D11_TILED_RESOURCE_COORDINATE at{};
    const D3D11_TILE_REGION_SIZE one{1, FALSE, 0, 0, 0};
    EXPECT_EQ(DXGI_ERROR_DEVICE_REMOVED, context.CopyTileMappings(tiled.get(), &at, tiled.get(), &at, &one, 0));
    EXPECT_EQ(DXGI_ERROR_DEVICE_REMOVED, context.ResizeTilePool(pool.get(), 131072));
}

} // namespace
} // namespace hendeca::d3d11
