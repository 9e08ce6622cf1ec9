#include "dxgi/adapter.h"
#include "dxgi/factory.h"
#include "dxgi/instance.h"

#include <gtest/gtest.h>

namespace hendeca::dxgi {
namespace {

VkPhysicalDeviceMemoryProperties heaps(std::initializer_list<std::pair<uint64_t, bool>> list) {
    VkPhysicalDeviceMemoryProperties memory{};
    for (const auto& [size, local] : list) {
        VkMemoryHeap& heap = memory.memoryHeaps[memory.memoryHeapCount++];
        heap.size = size;
        heap.flags = local ? VK_MEMORY_HEAP_DEVICE_LOCAL_BIT : 0;
    }
    return memory;
}

TEST(AdapterMemory, DedicatedIsDeviceLocalAndSharedTheRest) {
    const AdapterMemory m = memoryOf(heaps({{512, true}, {256, false}, {64, true}}), 0, 0);
    EXPECT_EQ(m.dedicated, 576u);
    EXPECT_EQ(m.shared, 256u);
}

TEST(AdapterMemory, OneHeapIsSharedOut) {
    const AdapterMemory m = memoryOf(heaps({{1000, true}}), 0, 0);
    EXPECT_EQ(m.dedicated + m.shared, 1000u);
    EXPECT_GT(m.dedicated, 0u);
    EXPECT_GT(m.shared, 0u);
}

TEST(AdapterMemory, OptionsLimitIt) {
    const AdapterMemory m = memoryOf(heaps({{512, true}, {256, false}}), 100, 50);
    EXPECT_EQ(m.dedicated, 100u);
    EXPECT_EQ(m.shared, 50u);
}

TEST(AdapterMemory, FitsASizeT) {
    const AdapterMemory m = memoryOf(heaps({{uint64_t(80) << 30, true}, {uint64_t(64) << 30, false}}), 0, 0);
    EXPECT_EQ(static_cast<SIZE_T>(m.dedicated), m.dedicated);
    EXPECT_EQ(static_cast<SIZE_T>(m.dedicated + m.shared), m.dedicated + m.shared) << "programs add the two";
}

TEST(FactoryTest, ALegacyFactoryHidesFactory1Only) {
    auto legacy = makeCom<Factory>(0u, true);
    ComPtr<IUnknown> found;
    EXPECT_EQ(legacy->QueryInterface(__uuidof(IDXGIFactory1), found.putVoid()), E_NOINTERFACE);
    EXPECT_FALSE(found);
    EXPECT_EQ(legacy->QueryInterface(__uuidof(IDXGIFactory), found.putVoid()), S_OK);
    EXPECT_EQ(legacy->QueryInterface(__uuidof(IDXGIFactory2), found.putVoid()), S_OK);
    auto ordinary = makeCom<Factory>(0u, false);
    EXPECT_EQ(ordinary->QueryInterface(__uuidof(IDXGIFactory1), found.putVoid()), S_OK);
    EXPECT_EQ(ordinary->QueryInterface(__uuidof(IDXGIFactory7), found.putVoid()), S_OK);
    EXPECT_EQ(ordinary->QueryInterface(__uuidof(IDXGIDevice), found.putVoid()), E_NOINTERFACE);
}

TEST(FactoryTest, Registrations) {
    auto factory = makeCom<Factory>(0u, false);
    HWND window = reinterpret_cast<HWND>(intptr_t(16));
    HANDLE event = reinterpret_cast<HANDLE>(intptr_t(16));
    DWORD first = 0, second = 0;
    EXPECT_EQ(factory->RegisterOcclusionStatusWindow(window, 1024, &first), S_OK);
    EXPECT_EQ(factory->RegisterOcclusionStatusEvent(event, &second), S_OK);
    EXPECT_NE(first, 0u);
    EXPECT_NE(first, second);
    factory->UnregisterOcclusionStatus(first);
    factory->UnregisterOcclusionStatus(second);
    EXPECT_EQ(factory->RegisterOcclusionStatusEvent(event, nullptr), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(factory->RegisterStereoStatusEvent(event, &first), S_OK);
    EXPECT_NE(first, 0u);
}

TEST(FactoryTest, AdaptersPastTheLastAreNotFound) {
    auto factory = makeCom<Factory>(0u, false);
    IDXGIAdapter* adapter = reinterpret_cast<IDXGIAdapter*>(intptr_t(16));
    const UINT count = static_cast<UINT>(vulkanDevices().adapters.size());
    EXPECT_EQ(factory->EnumAdapters(count, &adapter), DXGI_ERROR_NOT_FOUND);
    EXPECT_EQ(adapter, nullptr);
    EXPECT_EQ(factory->EnumAdapters(0, nullptr), DXGI_ERROR_INVALID_CALL);
}

} // namespace
} // namespace hendeca::dxgi
