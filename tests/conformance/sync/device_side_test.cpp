// What a device answers beside making things: counters, exception mode, the multithread interface, and the methods of
// its DXGI side (Microsoft Learn: ID3D11Device, ID3D11Multithread, IDXGIDevice to IDXGIDevice4).
#include "support/fixture.h"

#include <thread>

namespace conformance {
namespace {

class DeviceSideTest : public DeviceTest {};

// No device here has counters: none is offered and none can be made.
TEST_F(DeviceSideTest, ThereAreNoCounters) {
    D3D11_COUNTER_INFO info = {static_cast<D3D11_COUNTER>(7), 7, 7};
    device->CheckCounterInfo(&info);
    EXPECT_EQ(0u, static_cast<UINT>(info.LastDeviceDependentCounter));
    EXPECT_EQ(0u, info.NumSimultaneousCounters);
    EXPECT_EQ(0u, info.NumDetectableParallelUnits);
    Com<ID3D11Counter> counter;
    const D3D11_COUNTER_DESC own = {D3D11_COUNTER_DEVICE_DEPENDENT_0, 0};
    EXPECT_HR(E_INVALIDARG, device->CreateCounter(&own, counter.out()));
    EXPECT_HR(E_INVALIDARG, device->CreateCounter(nullptr, counter.out()));
    D3D11_COUNTER_TYPE type{};
    UINT active = 9;
    EXPECT_HR(E_INVALIDARG,
              device->CheckCounter(&own, &type, &active, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr));
}

TEST_F(DeviceSideTest, ExceptionModeIsKept) {
    EXPECT_EQ(0u, device->GetExceptionMode());
    EXPECT_HR(S_OK, device->SetExceptionMode(D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR));
    EXPECT_EQ(UINT(D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR), device->GetExceptionMode());
    EXPECT_HR(E_INVALIDARG, device->SetExceptionMode(0xff));
    EXPECT_EQ(UINT(D3D11_RAISE_FLAG_DRIVER_INTERNAL_ERROR), device->GetExceptionMode());
    EXPECT_HR(S_OK, device->SetExceptionMode(0));
}

TEST_F(DeviceSideTest, MultithreadProtectionIsAskedFor) {
    auto multithread = context.as<ID3D11Multithread>();
    ASSERT_TRUE(bool(multithread));
    EXPECT_FALSE(multithread->GetMultithreadProtected());
    EXPECT_FALSE(multithread->SetMultithreadProtected(TRUE));
    EXPECT_TRUE(multithread->GetMultithreadProtected());
    auto image = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(image.get());
    // While one thread is inside, the others wait.
    bool cleared = false;
    multithread->Enter();
    multithread->Enter(); // as often as it likes
    std::thread other([&] {
        const float color[4] = {0, 0, 1, 1};
        context->ClearRenderTargetView(view.get(), color);
        multithread->Enter();
        cleared = true;
        multithread->Leave();
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_FALSE(cleared);
    multithread->Leave();
    multithread->Leave();
    other.join();
    EXPECT_TRUE(cleared);
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(image.get()).rgba(0, 0));
    EXPECT_TRUE(multithread->SetMultithreadProtected(FALSE));
}

TEST_F(DeviceSideTest, OffersAndReclaims) {
    auto dxgi = device.as<IDXGIDevice4>();
    ASSERT_TRUE(bool(dxgi));
    const std::vector<Rgba8> texels(16, Rgba8{1, 2, 3, 4});
    auto image = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, texels.data());
    auto resource = image.as<IDXGIResource>();
    IDXGIResource* const list[] = {resource.get()};
    EXPECT_HR(S_OK, dxgi->OfferResources(1, list, DXGI_OFFER_RESOURCE_PRIORITY_LOW));
    BOOL discarded = TRUE;
    EXPECT_HR(S_OK, dxgi->ReclaimResources(1, list, &discarded));
    // What was not discarded is as before.
    if (!discarded) {
        EXPECT_EQ((Rgba8{1, 2, 3, 4}), read(image.get()).rgba(3, 3));
    }
    EXPECT_HR(E_INVALIDARG, dxgi->OfferResources(1, list, static_cast<DXGI_OFFER_RESOURCE_PRIORITY>(0)));
    EXPECT_HR(E_INVALIDARG, dxgi->OfferResources(1, nullptr, DXGI_OFFER_RESOURCE_PRIORITY_LOW));
    EXPECT_HR(S_OK, dxgi->OfferResources1(1, list, DXGI_OFFER_RESOURCE_PRIORITY_HIGH, 0));
    DXGI_RECLAIM_RESOURCE_RESULTS results = DXGI_RECLAIM_RESOURCE_RESULT_NOT_COMMITTED;
    EXPECT_HR(S_OK, dxgi->ReclaimResources1(1, list, &results));
    EXPECT_NE(DXGI_RECLAIM_RESOURCE_RESULT_NOT_COMMITTED, results);
    dxgi->Trim();
    EXPECT_EQ((Rgba8{1, 2, 3, 4}), read(image.get()).rgba(0, 0));
}

TEST_F(DeviceSideTest, PrioritiesAndResidency) {
    auto dxgi = device.as<IDXGIDevice1>();
    INT priority = 5;
    EXPECT_HR(S_OK, dxgi->GetGPUThreadPriority(&priority));
    EXPECT_EQ(0, priority);
    EXPECT_HR(S_OK, dxgi->SetGPUThreadPriority(-7));
    EXPECT_HR(S_OK, dxgi->GetGPUThreadPriority(&priority));
    EXPECT_EQ(-7, priority);
    EXPECT_HR(E_INVALIDARG, dxgi->SetGPUThreadPriority(8));
    EXPECT_HR(E_INVALIDARG, dxgi->SetGPUThreadPriority(-8));
    auto made = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    auto resource = made.as<IDXGIResource>();
    IUnknown* const list[] = {resource.get()};
    DXGI_RESIDENCY residency{};
    EXPECT_HR(S_OK, dxgi->QueryResourceResidency(list, &residency, 1));
    EXPECT_EQ(DXGI_RESIDENCY_FULLY_RESIDENT, residency);
    EXPECT_HR(E_INVALIDARG, dxgi->QueryResourceResidency(nullptr, &residency, 1));
    // Both sides of a resource have one eviction priority.
    made->SetEvictionPriority(DXGI_RESOURCE_PRIORITY_HIGH);
    UINT eviction = 0;
    EXPECT_HR(S_OK, resource->GetEvictionPriority(&eviction));
    EXPECT_EQ(UINT(DXGI_RESOURCE_PRIORITY_HIGH), eviction);
    EXPECT_HR(S_OK, resource->SetEvictionPriority(DXGI_RESOURCE_PRIORITY_LOW));
    EXPECT_EQ(UINT(DXGI_RESOURCE_PRIORITY_LOW), made->GetEvictionPriority());
}

} // namespace
} // namespace conformance
