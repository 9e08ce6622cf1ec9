#pragma once
// The debug layer of a device that was made with D3D11_CREATE_DEVICE_DEBUG: ID3D11Debug, the information queue, and
// what is known of live objects beyond what the device itself keeps. Without the flag none of it exists: device and
// contexts then have no code for it on any path but creation's. Any thread, but for what a context tells while it is
// used. Source: Microsoft Learn, ID3D11Debug, "Using the debug layer to debug apps".

#include "d3d11/debug/info_queue.h"
#include "d3d11/debug/messages.h"
#include "d3d11/device/device_object.h"
#include "util/com_object.h"
#include "util/log.h"

#include <d3d11_4.h>

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_map>

namespace hendeca::d3d11 {

class ContextBase;
struct ShaderFacts;

enum class ObjectKind : uint8_t {
    Buffer,
    Texture1D,
    Texture2D,
    Texture3D,
    ShaderResourceView,
    RenderTargetView,
    DepthStencilView,
    UnorderedAccessView,
    VertexShader,
    HullShader,
    DomainShader,
    GeometryShader,
    PixelShader,
    ComputeShader,
    InputLayout,
    SamplerState,
    BlendState,
    DepthStencilState,
    RasterizerState,
    Query,
    Predicate,
    DeferredContext,
    CommandList,
    ClassLinkage,
    ContextState,
    Count
};

// What input layouts read of each slot.
struct LayoutFacts {
    struct Slot {
        uint32_t end = 0;   // bytes; 0: not read
        uint32_t align = 1; // bytes
        bool perInstance = false;
    };
    std::array<Slot, D3D11_IA_VERTEX_INPUT_RESOURCE_SLOT_COUNT> slots{};
};

class DebugLayer final : public ID3D11Debug {
public:
    explicit DebugLayer(Device& device);
    virtual ~DebugLayer();

    Device& device() const { return device_; }
    InfoQueue& queue() { return queue_; }
    // A message of the table: "call: what the row states", with what is special to the case behind it.
    void say(D3D11_MESSAGE_ID id, const char* call, const char* format = nullptr, ...) HENDECA_PRINTF(4, 5);
    // The D3D11_DEBUG_FEATURE bits that act after each draw, dispatch, copy and clear of an immediate context.
    bool actsPerOperation() const { return perOperation_.load(std::memory_order_relaxed) != 0; }
    void afterOperation(ContextBase& context);

    // Takes note of a new object. It is forgotten when it is destroyed; an object that is known already stays.
    void track(ObjectKind kind, ID3D11DeviceChild* com, DeviceObject& object);
    void trackShader(ObjectKind kind, ID3D11DeviceChild* com, DeviceObject& object, std::unique_ptr<ShaderFacts> facts);
    void trackLayout(ID3D11DeviceChild* com, DeviceObject& object, std::unique_ptr<LayoutFacts> facts);
    // Null when nothing is known. They live as long as their objects.
    const ShaderFacts* shaderFacts(ID3D11DeviceChild* shader);
    const LayoutFacts* layoutFacts(ID3D11DeviceChild* layout);
    // The program's name of an object, in quotes; empty when it has none.
    static std::string nameOf(ID3D11DeviceChild* object);

    // --- ID3D11Debug; references are the device's
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override;
    ULONG STDMETHODCALLTYPE AddRef() override;
    ULONG STDMETHODCALLTYPE Release() override;
    HRESULT STDMETHODCALLTYPE SetFeatureMask(UINT mask) override;
    UINT STDMETHODCALLTYPE GetFeatureMask() override { return mask_.load(std::memory_order_relaxed); }
    HRESULT STDMETHODCALLTYPE SetPresentPerRenderOpDelay(UINT milliseconds) override;
    UINT STDMETHODCALLTYPE GetPresentPerRenderOpDelay() override { return delay_.load(std::memory_order_relaxed); }
    HRESULT STDMETHODCALLTYPE SetSwapChain(IDXGISwapChain* chain) override;
    HRESULT STDMETHODCALLTYPE GetSwapChain(IDXGISwapChain** chain) override;
    HRESULT STDMETHODCALLTYPE ValidateContext(ID3D11DeviceContext* context) override;
    HRESULT STDMETHODCALLTYPE ReportLiveDeviceObjects(D3D11_RLDO_FLAGS flags) override;
    HRESULT STDMETHODCALLTYPE ValidateContextForDispatch(ID3D11DeviceContext* context) override;

private:
    class Witness;
    struct Entry {
        ObjectKind kind;
        DeviceObject* object;
        std::unique_ptr<ShaderFacts> shader;
        std::unique_ptr<LayoutFacts> layout;
    };
    void enter(ID3D11DeviceChild* com, Entry entry);
    void forget(ID3D11DeviceChild* com);
    void reportDetails(bool ignoreInternal);
    void reportSummary(bool ignoreInternal);
    ContextBase* ours(ID3D11DeviceContext* context);

    Device& device_;
    InfoQueue queue_;
    std::mutex mutex_;
    std::unordered_map<ID3D11DeviceChild*, Entry> live_;
    ComPtr<IDXGISwapChain> chain_;
    std::atomic<UINT> mask_{0}, perOperation_{0}, delay_{0}; // milliseconds
};

} // namespace hendeca::d3d11
