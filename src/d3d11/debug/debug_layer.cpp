#include "d3d11/debug/debug_layer.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/debug/draw_checks.h"
#include "d3d11/debug/shader_facts.h"
#include "d3d11/device/device.h"
#include "util/platform.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>
#include <vector>

namespace hendeca::d3d11 {

namespace {

// Under it the witness of an object's life hangs in its private data.
constexpr GUID kWitnessKey = {0x2f7a61d4, 0x5c0e, 0x4b9a, {0x9e, 0x13, 0x7d, 0x22, 0x41, 0x6b, 0x0c, 0x58}};

constexpr UINT kRldoIgnoreInternal = 0x4; // D3D11_RLDO_IGNORE_INTERNAL of newer headers
constexpr UINT kPerOperation = D3D11_DEBUG_FEATURE_FLUSH_PER_RENDER_OP | D3D11_DEBUG_FEATURE_FINISH_PER_RENDER_OP |
                               D3D11_DEBUG_FEATURE_PRESENT_PER_RENDER_OP;
constexpr UINT kKnownFeatures = kPerOperation | D3D11_DEBUG_FEATURE_ALWAYS_DISCARD_OFFERED_RESOURCE |
                                D3D11_DEBUG_FEATURE_NEVER_DISCARD_OFFERED_RESOURCE |
                                D3D11_DEBUG_FEATURE_AVOID_BEHAVIOR_CHANGING_DEBUG_AIDS |
                                D3D11_DEBUG_FEATURE_DISABLE_TILED_RESOURCE_MAPPING_TRACKING_AND_VALIDATION;

struct KindRow {
    const char* name;
    D3D11_MESSAGE_ID id;
};
// In ObjectKind's order.
constexpr KindRow kKinds[] = {
    {"ID3D11Buffer", D3D11_MESSAGE_ID_LIVE_BUFFER},
    {"ID3D11Texture1D", D3D11_MESSAGE_ID_LIVE_TEXTURE1D},
    {"ID3D11Texture2D", D3D11_MESSAGE_ID_LIVE_TEXTURE2D},
    {"ID3D11Texture3D", D3D11_MESSAGE_ID_LIVE_TEXTURE3D},
    {"ID3D11ShaderResourceView", D3D11_MESSAGE_ID_LIVE_SHADERRESOURCEVIEW},
    {"ID3D11RenderTargetView", D3D11_MESSAGE_ID_LIVE_RENDERTARGETVIEW},
    {"ID3D11DepthStencilView", D3D11_MESSAGE_ID_LIVE_DEPTHSTENCILVIEW},
    {"ID3D11UnorderedAccessView", D3D11_MESSAGE_ID_LIVE_UNORDEREDACCESSVIEW},
    {"ID3D11VertexShader", D3D11_MESSAGE_ID_LIVE_VERTEXSHADER},
    {"ID3D11HullShader", D3D11_MESSAGE_ID_LIVE_HULLSHADER},
    {"ID3D11DomainShader", D3D11_MESSAGE_ID_LIVE_DOMAINSHADER},
    {"ID3D11GeometryShader", D3D11_MESSAGE_ID_LIVE_GEOMETRYSHADER},
    {"ID3D11PixelShader", D3D11_MESSAGE_ID_LIVE_PIXELSHADER},
    {"ID3D11ComputeShader", D3D11_MESSAGE_ID_LIVE_COMPUTESHADER},
    {"ID3D11InputLayout", D3D11_MESSAGE_ID_LIVE_INPUTLAYOUT},
    {"ID3D11SamplerState", D3D11_MESSAGE_ID_LIVE_SAMPLER},
    {"ID3D11BlendState", D3D11_MESSAGE_ID_LIVE_BLENDSTATE},
    {"ID3D11DepthStencilState", D3D11_MESSAGE_ID_LIVE_DEPTHSTENCILSTATE},
    {"ID3D11RasterizerState", D3D11_MESSAGE_ID_LIVE_RASTERIZERSTATE},
    {"ID3D11Query", D3D11_MESSAGE_ID_LIVE_QUERY},
    {"ID3D11Predicate", D3D11_MESSAGE_ID_LIVE_PREDICATE},
    {"ID3D11DeviceContext", D3D11_MESSAGE_ID_LIVE_CONTEXT},
    {"ID3D11CommandList", D3D11_MESSAGE_ID_LIVE_COMMANDLIST},
    {"ID3D11ClassLinkage", D3D11_MESSAGE_ID_LIVE_CLASSLINKAGE},
    {"ID3DDeviceContextState", D3D11_MESSAGE_ID_LIVE_DEVICECONTEXTSTATE},
};
static_assert(std::size(kKinds) == static_cast<size_t>(ObjectKind::Count));

std::string formatList(const char* format, va_list list) {
    char text[512];
    std::vsnprintf(text, sizeof text, format, list);
    return text;
}

} // namespace

// Hangs in an object's private data, and so goes when the object goes.
class DebugLayer::Witness final : public IUnknown {
public:
    Witness(DebugLayer& layer, ID3D11DeviceChild* object) : layer_(layer), object_(object) {}
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void** object) override {
        if (object)
            *object = nullptr;
        return E_NOINTERFACE;
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return count_.fetch_add(1, std::memory_order_relaxed) + 1; }
    ULONG STDMETHODCALLTYPE Release() override {
        const ULONG left = count_.fetch_sub(1, std::memory_order_acq_rel) - 1;
        if (!left) {
            layer_.forget(object_);
            delete this;
        }
        return left;
    }

private:
    virtual ~Witness() = default;
    DebugLayer& layer_;
    ID3D11DeviceChild* object_;
    std::atomic<ULONG> count_{0};
};

DebugLayer::DebugLayer(Device& device) : device_(device), queue_(static_cast<ID3D11Device5&>(device)) {}

DebugLayer::~DebugLayer() = default;

void DebugLayer::say(D3D11_MESSAGE_ID id, const char* call, const char* format, ...) {
    const MessageRow* row = messageRow(id);
    if (!row)
        return;
    std::string text = formatText("%s: %s", call, row->text);
    if (format) {
        va_list list;
        va_start(list, format);
        text += " " + formatList(format, list);
        va_end(list);
    }
    queue_.add({row->category, row->severity, row->id}, std::move(text));
}

// Flush, finish or present after each operation, so that a fault shows at the operation that makes it.
void DebugLayer::afterOperation(ContextBase& context) {
    const UINT mask = perOperation_.load(std::memory_order_relaxed);
    if (context.GetType() != D3D11_DEVICE_CONTEXT_IMMEDIATE)
        return;
    ImmediateContext& immediate = device_.immediate();
    const uint64_t value = immediate.submitNow();
    if (mask & D3D11_DEBUG_FEATURE_FINISH_PER_RENDER_OP)
        immediate.waitSubmit(value);
    if (!(mask & D3D11_DEBUG_FEATURE_PRESENT_PER_RENDER_OP))
        return;
    ComPtr<IDXGISwapChain> chain;
    {
        std::lock_guard lock(mutex_);
        chain = chain_;
    }
    if (chain)
        chain->Present(0, 0);
    if (const UINT delay = delay_.load(std::memory_order_relaxed))
        sleepNanoseconds(uint64_t(delay) * 1'000'000);
}

void DebugLayer::track(ObjectKind kind, ID3D11DeviceChild* com, DeviceObject& object) {
    enter(com, {kind, &object, nullptr, nullptr});
}

void DebugLayer::trackShader(ObjectKind kind, ID3D11DeviceChild* com, DeviceObject& object,
                             std::unique_ptr<ShaderFacts> facts) {
    enter(com, {kind, &object, std::move(facts), nullptr});
}

void DebugLayer::trackLayout(ID3D11DeviceChild* com, DeviceObject& object, std::unique_ptr<LayoutFacts> facts) {
    enter(com, {ObjectKind::InputLayout, &object, nullptr, std::move(facts)});
}

void DebugLayer::enter(ID3D11DeviceChild* com, Entry entry) {
    {
        std::lock_guard lock(mutex_);
        if (!live_.emplace(com, std::move(entry)).second)
            return;
    }
    com->SetPrivateDataInterface(kWitnessKey, new Witness(*this, com));
}

void DebugLayer::forget(ID3D11DeviceChild* com) {
    std::lock_guard lock(mutex_);
    live_.erase(com);
}

const ShaderFacts* DebugLayer::shaderFacts(ID3D11DeviceChild* shader) {
    std::lock_guard lock(mutex_);
    const auto found = shader ? live_.find(shader) : live_.end();
    return found == live_.end() ? nullptr : found->second.shader.get();
}

const LayoutFacts* DebugLayer::layoutFacts(ID3D11DeviceChild* layout) {
    std::lock_guard lock(mutex_);
    const auto found = layout ? live_.find(layout) : live_.end();
    return found == live_.end() ? nullptr : found->second.layout.get();
}

std::string DebugLayer::nameOf(ID3D11DeviceChild* object) {
    UINT size = 0;
    if (!object || FAILED(object->GetPrivateData(kDebugNameKey, &size, nullptr)) || !size)
        return {};
    std::string name(size, '\0');
    if (FAILED(object->GetPrivateData(kDebugNameKey, &size, name.data())))
        return {};
    return "'" + name.substr(0, name.find('\0')) + "'";
}

// --- ID3D11Debug

HRESULT DebugLayer::QueryInterface(REFIID iid, void** object) {
    return device_.QueryInterface(iid, object);
}

ULONG DebugLayer::AddRef() {
    return device_.AddRef();
}

ULONG DebugLayer::Release() {
    return device_.Release();
}

HRESULT DebugLayer::SetFeatureMask(UINT mask) {
    if (mask & ~kKnownFeatures)
        return E_INVALIDARG;
    mask_.store(mask, std::memory_order_relaxed);
    perOperation_.store(mask & kPerOperation, std::memory_order_relaxed);
    return S_OK;
}

HRESULT DebugLayer::SetPresentPerRenderOpDelay(UINT milliseconds) {
    delay_.store(milliseconds, std::memory_order_relaxed);
    return S_OK;
}

HRESULT DebugLayer::SetSwapChain(IDXGISwapChain* chain) {
    ComPtr<IDXGISwapChain> before(chain);
    std::lock_guard lock(mutex_);
    std::swap(before, chain_);
    return S_OK;
}

HRESULT DebugLayer::GetSwapChain(IDXGISwapChain** chain) {
    if (!chain)
        return E_INVALIDARG;
    std::lock_guard lock(mutex_);
    *chain = chain_.ref();
    return S_OK;
}

ContextBase* DebugLayer::ours(ID3D11DeviceContext* context) {
    ComPtr<ID3D11Device> device;
    if (context)
        context->GetDevice(device.put());
    if (device.get() != static_cast<ID3D11Device*>(&device_))
        return nullptr;
    return static_cast<ContextBase*>(context);
}

HRESULT DebugLayer::ValidateContext(ID3D11DeviceContext* context) {
    ContextBase* const found = ours(context);
    if (!found)
        return E_INVALIDARG;
    checkDraw(*this, found->shadow(), {"ID3D11Debug::ValidateContext"});
    return S_OK;
}

HRESULT DebugLayer::ValidateContextForDispatch(ID3D11DeviceContext* context) {
    ContextBase* const found = ours(context);
    if (!found)
        return E_INVALIDARG;
    checkDispatch(*this, found->shadow(), "ID3D11Debug::ValidateContextForDispatch");
    return S_OK;
}

HRESULT DebugLayer::ReportLiveDeviceObjects(D3D11_RLDO_FLAGS flags) {
    const auto wanted = static_cast<UINT>(flags);
    if (wanted & ~(UINT(D3D11_RLDO_SUMMARY | D3D11_RLDO_DETAIL) | kRldoIgnoreInternal))
        return E_INVALIDARG;
    const MessageRow* row = messageRow(D3D11_MESSAGE_ID_LIVE_DEVICE);
    queue_.add({row->category, row->severity, row->id},
               formatText("Live ID3D11Device at %p, Refcount: %u",
                          static_cast<void*>(static_cast<ID3D11Device5*>(&device_)), device_.publicRefs()));
    if (wanted & D3D11_RLDO_SUMMARY)
        reportSummary(wanted & kRldoIgnoreInternal);
    if (wanted & D3D11_RLDO_DETAIL)
        reportDetails(wanted & kRldoIgnoreInternal);
    return S_OK;
}

void DebugLayer::reportSummary(bool ignoreInternal) {
    uint32_t counts[static_cast<size_t>(ObjectKind::Count)] = {};
    {
        std::lock_guard lock(mutex_);
        for (const auto& [com, entry] : live_)
            counts[static_cast<size_t>(entry.kind)] += !ignoreInternal || entry.object->publicRefs();
    }
    const MessageRow* row = messageRow(D3D11_MESSAGE_ID_LIVE_OBJECT_SUMMARY);
    for (size_t i = 0; i < std::size(counts); i++)
        if (counts[i])
            queue_.add({row->category, row->severity, row->id},
                       formatText("Live objects: %s: %u", kKinds[i].name, counts[i]));
}

void DebugLayer::reportDetails(bool ignoreInternal) {
    struct Line {
        ObjectKind kind;
        std::string text;
    };
    std::vector<Line> lines;
    {
        std::lock_guard lock(mutex_);
        for (const auto& [com, entry] : live_) {
            const uint32_t publicRefs = entry.object->publicRefs(), privateRefs = entry.object->privateRefs();
            if (ignoreInternal && !publicRefs)
                continue;
            // What nobody holds may be on its way out: its name is left alone.
            const std::string name = publicRefs + privateRefs ? nameOf(com) : std::string();
            lines.push_back({entry.kind, formatText("\tLive %s at %p, %s%s%sRefcount: %u, IntRef: %u",
                                                    kKinds[static_cast<size_t>(entry.kind)].name,
                                                    static_cast<void*>(com), name.empty() ? "" : "Name: ", name.c_str(),
                                                    name.empty() ? "" : ", ", publicRefs, privateRefs)});
        }
    }
    std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.kind < b.kind; });
    for (Line& line : lines) {
        const MessageRow* row = messageRow(kKinds[static_cast<size_t>(line.kind)].id);
        queue_.add({row->category, row->severity, row->id}, std::move(line.text));
    }
}

} // namespace hendeca::d3d11
