#pragma once
// A Vulkan device as an IDXGIAdapter4, and the way from d3d11.dll to the Vulkan handles (IHendecaAdapter). Any thread.
// Memory in bytes.

#include "dxgi/object.h"
#include "vk/device.h"

#include <atomic>
#include <memory>

namespace hendeca::dxgi {

class Factory;

// Two devices of one name must be told apart in every process alike: Vulkan's LUID, or one made from the device's UUID.
LUID luidOf(const vk::Adapter& adapter);

struct AdapterMemory {
    uint64_t dedicated = 0; // device-local
    uint64_t shared = 0;    // the host's, which the device can use
};
// From Vulkan's heaps, with the options' limits and those of a 32-bit SIZE_T.
AdapterMemory memoryOf(const VkPhysicalDeviceMemoryProperties& memory, uint64_t maxDedicated, uint64_t maxShared);

class Adapter final : public DxgiObject<IDXGIAdapter4, IHendecaAdapter> {
public:
    Adapter(Factory* factory, std::shared_ptr<vk::Adapter> adapter, bool software);
    ~Adapter() override;

    vk::Adapter& vulkan() const { return *adapter_; }

    // IDXGIObject
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override;
    // IDXGIAdapter
    HRESULT STDMETHODCALLTYPE EnumOutputs(UINT index, IDXGIOutput** output) override;
    HRESULT STDMETHODCALLTYPE GetDesc(DXGI_ADAPTER_DESC* desc) override;
    HRESULT STDMETHODCALLTYPE CheckInterfaceSupport(REFGUID name, LARGE_INTEGER* version) override;
    // IDXGIAdapter1 to 4
    HRESULT STDMETHODCALLTYPE GetDesc1(DXGI_ADAPTER_DESC1* desc) override;
    HRESULT STDMETHODCALLTYPE GetDesc2(DXGI_ADAPTER_DESC2* desc) override;
    HRESULT STDMETHODCALLTYPE RegisterHardwareContentProtectionTeardownStatusEvent(HANDLE event, DWORD* cookie) override;
    void STDMETHODCALLTYPE UnregisterHardwareContentProtectionTeardownStatus(DWORD cookie) override;
    HRESULT STDMETHODCALLTYPE QueryVideoMemoryInfo(UINT node, DXGI_MEMORY_SEGMENT_GROUP group,
                                                   DXGI_QUERY_VIDEO_MEMORY_INFO* info) override;
    HRESULT STDMETHODCALLTYPE SetVideoMemoryReservation(UINT node, DXGI_MEMORY_SEGMENT_GROUP group,
                                                        UINT64 reservation) override;
    HRESULT STDMETHODCALLTYPE RegisterVideoMemoryBudgetChangeNotificationEvent(HANDLE event, DWORD* cookie) override;
    void STDMETHODCALLTYPE UnregisterVideoMemoryBudgetChangeNotification(DWORD cookie) override;
    HRESULT STDMETHODCALLTYPE GetDesc3(DXGI_ADAPTER_DESC3* desc) override;
    // IHendecaAdapter
    uint32_t STDMETHODCALLTYPE GetBuildId() override { return kContractBuildId; }
    void STDMETHODCALLTYPE GetVulkan(void** instance, void** physicalDevice, void** getInstanceProcAddr) override;
    // True once a Direct3D device was made on any adapter.
    static bool deviceMade();
    BOOL STDMETHODCALLTYPE IsSoftware() override;
    uint64_t STDMETHODCALLTYPE GetValidationMessages() override;

private:
    const char* className() const override { return "IDXGIAdapter"; }

    ComPtr<Factory> factory_;
    std::shared_ptr<vk::Adapter> adapter_;
    bool software_; // told to programs: there is a better one
    std::atomic<uint64_t> reservations_[2] = {};
    std::atomic<uint32_t> nextCookie_{1};
};

} // namespace hendeca::dxgi
