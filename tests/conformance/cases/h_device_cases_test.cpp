// Cases from the field: making devices, adapters, and one context under several threads.
#include "dxgi/chain_fixture.h"
#include "sync/event.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace conformance {
namespace {

HRESULT make(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, UINT flags, Com<ID3D11Device>& device,
             D3D_FEATURE_LEVEL* level = nullptr) {
    return D3D11CreateDevice(adapter, type, nullptr, flags, nullptr, 0, D3D11_SDK_VERSION, device.out(), level,
                             nullptr);
}

Com<IDXGIFactory6> newFactory() {
    Com<IDXGIFactory6> factory;
    EXPECT_HR(S_OK, CreateDXGIFactory1(__uuidof(IDXGIFactory6), factory.outVoid()));
    return factory;
}

TEST(DeviceCases, DriverTypesAndArguments) {
    auto factory = newFactory();
    Com<IDXGIAdapter1> adapter;
    ASSERT_HR(S_OK, factory->EnumAdapters1(0, adapter.out()));
    Com<ID3D11Device> device;
    const struct {
        IDXGIAdapter* adapter;
        D3D_DRIVER_TYPE type;
        UINT flags;
        HRESULT expected;
    } rows[] = {
        {nullptr, D3D_DRIVER_TYPE_UNKNOWN, 0, E_INVALIDARG},
        {nullptr, D3D_DRIVER_TYPE_SOFTWARE, 0, E_INVALIDARG},
        {adapter.get(), D3D_DRIVER_TYPE_HARDWARE, 0, E_INVALIDARG},
        {adapter.get(), D3D_DRIVER_TYPE_WARP, 0, E_INVALIDARG},
        {adapter.get(), D3D_DRIVER_TYPE_UNKNOWN, 0, S_OK},
        {nullptr, D3D_DRIVER_TYPE_HARDWARE, 0, S_OK},
        {nullptr, D3D_DRIVER_TYPE_WARP, 0, S_OK},
        {nullptr, D3D_DRIVER_TYPE_WARP, D3D11_CREATE_DEVICE_VIDEO_SUPPORT, DXGI_ERROR_UNSUPPORTED},
    };
    int at = 0;
    for (const auto& row : rows) {
        EXPECT_HR(row.expected, make(row.adapter, row.type, row.flags, device)) << "row " << at;
        EXPECT_EQ(SUCCEEDED(row.expected), bool(device)) << "row " << at++;
    }
    D3D_FEATURE_LEVEL level{};
    ASSERT_HR(S_OK, make(nullptr, D3D_DRIVER_TYPE_HARDWARE, 0, device, &level));
    EXPECT_EQ(D3D_FEATURE_LEVEL_11_0, level) << "the default list ends at 11_0";
    Com<IDXGIAdapter1> software;
    ASSERT_HR(S_OK, factory->EnumWarpAdapter(__uuidof(IDXGIAdapter1), software.outVoid()));
    DXGI_ADAPTER_DESC1 desc{};
    ASSERT_HR(S_OK, software->GetDesc1(&desc));
    EXPECT_TRUE(desc.Flags & DXGI_ADAPTER_FLAG_SOFTWARE);
    EXPECT_HR(S_OK, make(software.get(), D3D_DRIVER_TYPE_UNKNOWN, 0, device));
}

// A game takes version 0 for a driver that is too old.
TEST(DeviceCases, TheDriverHasAVersion) {
    Com<IDXGIAdapter1> adapter;
    ASSERT_HR(S_OK, newFactory()->EnumAdapters1(0, adapter.out()));
    LARGE_INTEGER version{};
    EXPECT_HR(S_OK, adapter->CheckInterfaceSupport(__uuidof(IDXGIDevice), &version));
    EXPECT_GT(version.QuadPart >> 32, 0) << "product and version";
    EXPECT_HR(DXGI_ERROR_UNSUPPORTED, adapter->CheckInterfaceSupport(__uuidof(ID3D11Device), &version));
    EXPECT_HR(DXGI_ERROR_UNSUPPORTED, adapter->CheckInterfaceSupport(__uuidof(ID3D11Device1), &version));
}

// The event of a budget's change comes once upon registration, so that a program looks at the budget.
TEST(DeviceCases, TheBudgetEventComesAtOnce) {
    Com<IDXGIAdapter1> first;
    ASSERT_HR(S_OK, newFactory()->EnumAdapters1(0, first.out()));
    auto adapter = first.as<IDXGIAdapter3>();
    ASSERT_TRUE(adapter);
    DXGI_QUERY_VIDEO_MEMORY_INFO info{};
    ASSERT_HR(S_OK, adapter->QueryVideoMemoryInfo(0, DXGI_MEMORY_SEGMENT_GROUP_LOCAL, &info));
    Event event;
    DWORD cookie = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, adapter->RegisterVideoMemoryBudgetChangeNotificationEvent(nullptr, &cookie));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL,
              adapter->RegisterVideoMemoryBudgetChangeNotificationEvent(event.handle(), nullptr));
    ASSERT_HR(S_OK, adapter->RegisterVideoMemoryBudgetChangeNotificationEvent(event.handle(), &cookie));
    EXPECT_NE(0u, cookie);
    EXPECT_EQ(info.Budget != 0, event.wait(1000));
    adapter->UnregisterVideoMemoryBudgetChangeNotification(cookie);
}

// The device answers whether it was lost, and takes and gives back a removal event.
TEST(DeviceCases, RemovalEvents) {
    Com<ID3D11Device> device;
    ASSERT_HR(S_OK, make(nullptr, D3D_DRIVER_TYPE_HARDWARE, 0, device));
    auto device4 = device.as<ID3D11Device4>();
    ASSERT_TRUE(device4);
    Event event;
    DWORD cookie = 0;
    ASSERT_HR(S_OK, device4->RegisterDeviceRemovedEvent(event.handle(), &cookie));
    EXPECT_FALSE(event.wait(0)) << "nothing was removed";
    EXPECT_HR(S_OK, device->GetDeviceRemovedReason());
    device4->UnregisterDeviceRemoved(cookie);
    device4->UnregisterDeviceRemoved(cookie); // again: nothing
}

class ThreadedContext : public ChainTest {};

TEST_F(ThreadedContext, MultithreadIsADoorOfDeviceAndContext) {
    auto ofDevice = device.as<ID3D11Multithread>(), ofContext = context.as<ID3D11Multithread>();
    ASSERT_TRUE(ofDevice && ofContext);
    EXPECT_FALSE(ofDevice->SetMultithreadProtected(TRUE)) << "the old value";
    EXPECT_TRUE(ofContext->GetMultithreadProtected()) << "one lock";
    EXPECT_TRUE(ofContext->SetMultithreadProtected(TRUE));
    ofDevice->Enter();
    ofContext->Enter(); // it nests
    context->Flush();
    ofContext->Leave();
    ofDevice->Leave();
    EXPECT_TRUE(ofDevice->SetMultithreadProtected(FALSE));
}

// Four threads map, copy, clear and ask on one protected context while a fifth presents; each reads back what it wrote.
TEST_F(ThreadedContext, ThreadsShareOneContext) {
    auto protection = device.as<ID3D11Multithread>();
    protection->SetMultithreadProtected(TRUE);
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2));
    ASSERT_TRUE(chain);
    std::atomic<bool> stop{false};
    std::atomic<int> wrong{0}, rounds{0};
    const auto work = [&](uint32_t number) {
        auto dynamic = DeviceTest::buffer(256, D3D11_BIND_VERTEX_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
        auto staging = DeviceTest::buffer(256, 0, nullptr, D3D11_USAGE_STAGING);
        auto color = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        auto view = target(color.get());
        for (uint32_t i = 0; !stop; i++, rounds++) {
            const uint32_t value = number << 24 | i;
            D3D11_MAPPED_SUBRESOURCE mapped{};
            if (FAILED(context->Map(dynamic.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped))) {
                wrong++;
                return;
            }
            std::memcpy(mapped.pData, &value, sizeof value);
            context->Unmap(dynamic.get(), 0);
            const float shade[4] = {float(number) / 4, 0, 0, 1};
            context->ClearRenderTargetView(view.get(), shade);
            context->CopyResource(staging.get(), dynamic.get());
            uint32_t found = 0;
            if (FAILED(context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped))) {
                wrong++;
                return;
            }
            std::memcpy(&found, mapped.pData, sizeof found);
            context->Unmap(staging.get(), 0);
            wrong += found != value;
        }
    };
    std::vector<std::thread> threads;
    for (uint32_t number = 1; number <= 4; number++)
        threads.emplace_back(work, number);
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
    int presents = 0;
    while (std::chrono::steady_clock::now() < end) {
        EXPECT_HR(S_OK, chain->Present(0, 0));
        presents++;
    }
    stop = true;
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(0, wrong.load());
    EXPECT_GT(rounds.load(), 0);
    EXPECT_GT(presents, 0);
    protection->SetMultithreadProtected(FALSE);
}

} // namespace
} // namespace conformance
