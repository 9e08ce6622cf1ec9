#include "d3d11/debug/creation.h"

#include "d3d11/context/deferred_context.h"
#include "d3d11/debug/shader_facts.h"
#include "d3d11/device/device.h"
#include "d3d11/query/query.h"
#include "d3d11/state/state_tables.h"
#include "d3d11/tables/enums.h"
#include "dxbc/program.h"
#include "gpu/format/format_support.h"
#include "gpu/format/format_table.h"
#include "util/text.h"

#include <algorithm>

namespace hendeca::d3d11::creation {

namespace {

template <class T, class I>
void trackState(DebugLayer& debug, ObjectKind kind, I* made) {
    if (made)
        debug.track(kind, made, static_cast<T&>(*made));
}

// --- input layouts

constexpr char kCreateLayout[] = "ID3D11Device::CreateInputLayout";
constexpr UINT kMostElements = 32; // D3D11_IA_VERTEX_INPUT_STRUCTURE_ELEMENT_COUNT

// The first thing that is wrong with an element by itself or beside those before it. True when something is.
bool explainElement(DebugLayer& debug, Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT i) {
    const D3D11_INPUT_ELEMENT_DESC& element = elements[i];
    const auto say = [&](D3D11_MESSAGE_ID id) {
        debug.say(id, kCreateLayout, "Element %u.", i);
        return true;
    };
    if (!element.SemanticName)
        return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_NULLSEMANTIC);
    if (!gpu::isFormat(element.Format) || element.Format == DXGI_FORMAT_UNKNOWN)
        return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDFORMAT);
    if (!(device.formats().support(element.Format) & gpu::kUseVertexBuffer))
        return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_UNSUPPORTED_FORMAT);
    if (element.InputSlot >= gpu::kMaxVertexBuffers)
        return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDSLOT);
    if (static_cast<uint32_t>(element.InputSlotClass) > D3D11_INPUT_PER_INSTANCE_DATA)
        return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDINPUTSLOTCLASS);
    if (element.InputSlotClass == D3D11_INPUT_PER_VERTEX_DATA && element.InstanceDataStepRate)
        return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_STEPRATESLOTCLASSMISMATCH);
    const uint32_t alignment = std::min<uint32_t>(4, gpu::formatInfo(element.Format).bytes);
    if (element.AlignedByteOffset != D3D11_APPEND_ALIGNED_ELEMENT && element.AlignedByteOffset % alignment)
        return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDALIGNMENT);
    for (UINT j = 0; j < i; j++) {
        if (elements[j].SemanticName && elements[j].SemanticIndex == element.SemanticIndex &&
            equalsIgnoringCase(elements[j].SemanticName, element.SemanticName))
            return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_DUPLICATESEMANTIC);
        if (elements[j].InputSlot != element.InputSlot)
            continue;
        if (elements[j].InputSlotClass != element.InputSlotClass)
            return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDSLOTCLASSCHANGE);
        if (elements[j].InstanceDataStepRate != element.InstanceDataStepRate)
            return say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDSTEPRATECHANGE);
    }
    return false;
}

void explainLayout(DebugLayer& debug, Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT count,
                   const void* bytecode, SIZE_T length) {
    if (!elements)
        return debug.say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_NULLDESC, kCreateLayout);
    if (count > kMostElements)
        return debug.say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_TOOMANYELEMENTS, kCreateLayout, "%u elements.", count);
    for (UINT i = 0; i < count; i++)
        if (explainElement(debug, device, elements, i))
            return;
    const auto container =
        dxbc::Container::open({static_cast<const uint8_t*>(bytecode), bytecode ? length : 0}, dxbc::ChecksumRule::Skip);
    const auto signature =
        container ? container->signature(dxbc::SignatureKind::Input) : Result<dxbc::Signature>(container.error());
    if (!signature)
        return debug.say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_UNPARSEABLEINPUTSIGNATURE, kCreateLayout);
    for (const dxbc::SignatureElement& input : signature->elements) {
        const bool fed = std::any_of(elements, elements + count, [&](const D3D11_INPUT_ELEMENT_DESC& element) {
            return element.SemanticIndex == input.semanticIndex && equalsIgnoringCase(element.SemanticName, input.name);
        });
        if (!fed && input.systemValue == dxbc::SystemValue::None)
            return debug.say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_MISSINGELEMENT, kCreateLayout, "%s%u is not there.",
                             input.name.c_str(), input.semanticIndex);
    }
    debug.say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_UNPARSEABLEINPUTSIGNATURE, kCreateLayout);
}

std::unique_ptr<LayoutFacts> readLayout(const D3D11_INPUT_ELEMENT_DESC* elements, UINT count) {
    auto facts = std::make_unique<LayoutFacts>();
    for (UINT i = 0; i < count; i++) {
        LayoutFacts::Slot& slot = facts->slots[elements[i].InputSlot];
        const uint32_t bytes = gpu::formatInfo(elements[i].Format).bytes, alignment = std::min<uint32_t>(4, bytes);
        uint32_t offset = elements[i].AlignedByteOffset;
        if (offset == D3D11_APPEND_ALIGNED_ELEMENT)
            offset = (slot.end + alignment - 1) / alignment * alignment;
        slot.end = std::max(slot.end, offset + bytes);
        slot.align = std::max(slot.align, alignment);
        slot.perInstance = elements[i].InputSlotClass == D3D11_INPUT_PER_INSTANCE_DATA;
    }
    return facts;
}

// --- shaders

struct StageRow {
    spirv::Stage stage;
    dxbc::ShaderStage dxbc;
    const char* call;
    ObjectKind kind;
    D3D11_MESSAGE_ID memory, code, type;
};
#define STAGE_ROW(Name, NAME)                                                                                          \
    StageRow {                                                                                                         \
        spirv::Stage::Name, dxbc::ShaderStage::Name, "ID3D11Device::Create" #Name "Shader", ObjectKind::Name##Shader,  \
            D3D11_MESSAGE_ID_CREATE##NAME##SHADER_OUTOFMEMORY,                                                         \
            D3D11_MESSAGE_ID_CREATE##NAME##SHADER_INVALIDSHADERBYTECODE,                                               \
            D3D11_MESSAGE_ID_CREATE##NAME##SHADER_INVALIDSHADERTYPE                                                    \
    }
constexpr StageRow kStages[] = {STAGE_ROW(Vertex, VERTEX),     STAGE_ROW(Hull, HULL),   STAGE_ROW(Domain, DOMAIN),
                                STAGE_ROW(Geometry, GEOMETRY), STAGE_ROW(Pixel, PIXEL), STAGE_ROW(Compute, COMPUTE)};
#undef STAGE_ROW
constexpr StageRow kStreamOutput = {spirv::Stage::Geometry,
                                    dxbc::ShaderStage::Geometry,
                                    "ID3D11Device::CreateGeometryShaderWithStreamOutput",
                                    ObjectKind::GeometryShader,
                                    D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_OUTOFMEMORY,
                                    D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDSHADERBYTECODE,
                                    D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDSHADERTYPE};

const StageRow& rowOf(spirv::Stage stage) {
    for (const StageRow& row : kStages)
        if (row.stage == stage)
            return row;
    return kStages[0];
}

// True when the declaration itself is what is wrong.
bool explainStreamOutput(DebugLayer& debug, const StreamOutputDesc& desc, const dxbc::Signature& outputs) {
    const char* const call = kStreamOutput.call;
    if (desc.entryCount > D3D11_SO_STREAM_COUNT * D3D11_SO_OUTPUT_COMPONENT_COUNT) {
        debug.say(D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDNUMENTRIES, call, "%u entries.",
                  desc.entryCount);
        return true;
    }
    if (desc.strideCount > D3D11_SO_BUFFER_SLOT_COUNT) {
        debug.say(D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDNUMSTRIDES, call, "%u strides.",
                  desc.strideCount);
        return true;
    }
    if (desc.rasterizedStream != D3D11_SO_NO_RASTERIZED_STREAM && desc.rasterizedStream >= D3D11_SO_STREAM_COUNT) {
        debug.say(D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDSTREAMTORASTERIZER, call);
        return true;
    }
    for (UINT i = 0; desc.entries && i < desc.entryCount; i++) {
        const D3D11_SO_DECLARATION_ENTRY& entry = desc.entries[i];
        D3D11_MESSAGE_ID id{};
        if (entry.Stream >= D3D11_SO_STREAM_COUNT)
            id = D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDSTREAM;
        else if (entry.OutputSlot >= D3D11_SO_BUFFER_SLOT_COUNT)
            id = D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDOUTPUTSLOT;
        else if (!entry.ComponentCount || (entry.SemanticName && entry.ComponentCount > 4))
            id = D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDCOMPONENTCOUNT;
        else if (entry.SemanticName &&
                 !outputs.find(entry.SemanticName, entry.SemanticIndex, static_cast<uint32_t>(entry.Stream)))
            id = D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_MISSINGSEMANTIC;
        if (id) {
            debug.say(id, call, "Entry %u.", i);
            return true;
        }
    }
    return false;
}

void explainShader(DebugLayer& debug, const StageRow& row, const void* bytecode, SIZE_T length,
                   const StreamOutputDesc* streamOutput) {
    const auto container = dxbc::Container::open({static_cast<const uint8_t*>(bytecode), bytecode ? length : 0},
                                                 dxbc::ChecksumRule::Strict);
    if (!container)
        return debug.say(row.code, row.call, "%s", container.error().what.c_str());
    const auto program = dxbc::Program::decode(*container);
    if (!program)
        return debug.say(row.code, row.call, "%s", program.error().what.c_str());
    if (program->stage() != row.dxbc && !streamOutput)
        return debug.say(row.type, row.call);
    if (streamOutput && explainStreamOutput(debug, *streamOutput, program->outputSignature()))
        return;
    debug.say(row.code, row.call, "Shader model %u.%u.", program->major(), program->minor());
}

} // namespace

void inputLayout(DebugLayer& debug, Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT count,
                 const void* bytecode, SIZE_T length, HRESULT hr, ID3D11InputLayout** made) {
    if (hr == E_INVALIDARG)
        explainLayout(debug, device, elements, count, bytecode, length);
    else if (hr == E_OUTOFMEMORY)
        debug.say(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_OUTOFMEMORY, kCreateLayout);
    else if (SUCCEEDED(hr) && made && *made)
        debug.trackLayout(*made, static_cast<InputLayout&>(**made), readLayout(elements, count));
}

void shader(DebugLayer& debug, spirv::Stage stage, const void* bytecode, SIZE_T length,
            const StreamOutputDesc* streamOutput, HRESULT hr, ID3D11DeviceChild* com, DeviceObject* object) {
    const StageRow& row = streamOutput ? kStreamOutput : rowOf(stage);
    if (hr == E_INVALIDARG)
        explainShader(debug, row, bytecode, length, streamOutput);
    else if (hr == E_OUTOFMEMORY)
        debug.say(row.memory, row.call);
    else if (SUCCEEDED(hr) && com)
        debug.trackShader(row.kind, com, *object, readShaderFacts(stage, bytecode, length));
}

void blendState(DebugLayer& debug, const D3D11_BLEND_DESC1* desc, HRESULT hr, ID3D11BlendState* made) {
    constexpr char kCall[] = "ID3D11Device::CreateBlendState";
    trackState<BlendState>(debug, ObjectKind::BlendState, made);
    if (hr == D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS)
        debug.say(D3D11_MESSAGE_ID_CREATEBLENDSTATE_TOOMANYOBJECTS, kCall);
    if (hr != E_INVALIDARG)
        return;
    if (!desc)
        return debug.say(D3D11_MESSAGE_ID_CREATEBLENDSTATE_NULLDESC, kCall);
    for (uint32_t i = 0; i < (desc->IndependentBlendEnable ? gpu::kMaxTargets : 1); i++) {
        const D3D11_RENDER_TARGET_BLEND_DESC1& target = desc->RenderTarget[i];
        D3D11_MESSAGE_ID id{};
        if (target.RenderTargetWriteMask & ~15u)
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDRENDERTARGETWRITEMASK;
        else if (target.LogicOpEnable)
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDLOGICOPS;
        else if (!target.BlendEnable)
            continue;
        else if (!blendFactor(target.SrcBlend, false))
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDSRCBLEND;
        else if (!blendFactor(target.DestBlend, false))
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDDESTBLEND;
        else if (!blendOp(target.BlendOp))
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDBLENDOP;
        else if (!blendFactor(target.SrcBlendAlpha, true))
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDSRCBLENDALPHA;
        else if (!blendFactor(target.DestBlendAlpha, true))
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDDESTBLENDALPHA;
        else if (!blendOp(target.BlendOpAlpha))
            id = D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDBLENDOPALPHA;
        if (id)
            debug.say(id, kCall, "RenderTarget[%u].", i);
    }
}

void depthStencilState(DebugLayer& debug, const D3D11_DEPTH_STENCIL_DESC* desc, HRESULT hr,
                       ID3D11DepthStencilState* made) {
    constexpr char kCall[] = "ID3D11Device::CreateDepthStencilState";
    trackState<DepthStencilState>(debug, ObjectKind::DepthStencilState, made);
    if (hr == D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS)
        debug.say(D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_TOOMANYOBJECTS, kCall);
    if (hr != E_INVALIDARG)
        return;
    if (!desc)
        return debug.say(D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_NULLDESC, kCall);
    if (static_cast<uint32_t>(desc->DepthWriteMask) > D3D11_DEPTH_WRITE_MASK_ALL)
        debug.say(D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDDEPTHWRITEMASK, kCall);
    if (!compareOp(desc->DepthFunc))
        debug.say(D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDDEPTHFUNC, kCall);
    const auto face = [&](const D3D11_DEPTH_STENCILOP_DESC& ops, D3D11_MESSAGE_ID fail, D3D11_MESSAGE_ID depthFail,
                          D3D11_MESSAGE_ID pass, D3D11_MESSAGE_ID func) {
        if (!stencilOp(ops.StencilFailOp))
            debug.say(fail, kCall);
        if (!stencilOp(ops.StencilDepthFailOp))
            debug.say(depthFail, kCall);
        if (!stencilOp(ops.StencilPassOp))
            debug.say(pass, kCall);
        if (!compareOp(ops.StencilFunc))
            debug.say(func, kCall);
    };
    if (!desc->StencilEnable)
        return;
    face(desc->FrontFace, D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDFRONTFACESTENCILFAILOP,
         D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDFRONTFACESTENCILZFAILOP,
         D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDFRONTFACESTENCILPASSOP,
         D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDFRONTFACESTENCILFUNC);
    face(desc->BackFace, D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDBACKFACESTENCILFAILOP,
         D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDBACKFACESTENCILZFAILOP,
         D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDBACKFACESTENCILPASSOP,
         D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDBACKFACESTENCILFUNC);
}

void rasterizerState(DebugLayer& debug, const D3D11_RASTERIZER_DESC2* desc, HRESULT hr, ID3D11RasterizerState* made) {
    constexpr char kCall[] = "ID3D11Device::CreateRasterizerState";
    trackState<RasterizerState>(debug, ObjectKind::RasterizerState, made);
    if (hr == D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS)
        debug.say(D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_TOOMANYOBJECTS, kCall);
    if (hr != E_INVALIDARG)
        return;
    if (!desc)
        debug.say(D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_NULLDESC, kCall);
    else if (!polygonMode(desc->FillMode))
        debug.say(D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_INVALIDFILLMODE, kCall, "FillMode is %d.",
                  static_cast<int>(desc->FillMode));
    else if (!cullMode(desc->CullMode))
        debug.say(D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_INVALIDCULLMODE, kCall, "CullMode is %d.",
                  static_cast<int>(desc->CullMode));
    else
        debug.say(D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_INVALIDFORCEDSAMPLECOUNT, kCall, "ForcedSampleCount is %u.",
                  desc->ForcedSampleCount);
}

void samplerState(DebugLayer& debug, const D3D11_SAMPLER_DESC* desc, HRESULT hr, ID3D11SamplerState* made) {
    constexpr char kCall[] = "ID3D11Device::CreateSamplerState";
    trackState<SamplerState>(debug, ObjectKind::SamplerState, made);
    if (hr == D3D11_ERROR_TOO_MANY_UNIQUE_STATE_OBJECTS)
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_TOOMANYOBJECTS, kCall);
    if (hr != E_INVALIDARG)
        return;
    if (!desc)
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_NULLDESC, kCall);
    else if (!addressMode(desc->AddressU))
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDADDRESSU, kCall, "AddressU is %d.",
                  static_cast<int>(desc->AddressU));
    else if (!addressMode(desc->AddressV))
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDADDRESSV, kCall, "AddressV is %d.",
                  static_cast<int>(desc->AddressV));
    else if (!addressMode(desc->AddressW))
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDADDRESSW, kCall, "AddressW is %d.",
                  static_cast<int>(desc->AddressW));
    else if (desc->MaxAnisotropy > 16)
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDMAXANISOTROPY, kCall, "MaxAnisotropy is %u.",
                  desc->MaxAnisotropy);
    else if (desc->Filter & 0x80 && !compareOp(desc->ComparisonFunc))
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDCOMPARISONFUNC, kCall, "ComparisonFunc is %d.",
                  static_cast<int>(desc->ComparisonFunc));
    else
        debug.say(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDFILTER, kCall, "Filter is 0x%x.",
                  static_cast<unsigned>(desc->Filter));
}

void query(DebugLayer& debug, const D3D11_QUERY_DESC1* desc, bool predicate, HRESULT hr, ID3D11Query* made) {
    const char* const call = predicate ? "ID3D11Device::CreatePredicate" : "ID3D11Device::CreateQuery";
    if (made)
        debug.track(predicate ? ObjectKind::Predicate : ObjectKind::Query, made, *toQuery(made));
    if (hr == E_OUTOFMEMORY)
        debug.say(predicate ? D3D11_MESSAGE_ID_CREATEPREDICATE_OUTOFMEMORY_RETURN
                            : D3D11_MESSAGE_ID_CREATEQUERY_OUTOFMEMORY_RETURN,
                  call);
    if (hr != E_INVALIDARG)
        return;
    if (!desc)
        debug.say(D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_NULLDESC, call);
    else if (desc->MiscFlags & ~UINT(D3D11_QUERY_MISC_PREDICATEHINT))
        debug.say(D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_INVALIDMISCFLAGS, call, "MiscFlags is 0x%x.",
                  desc->MiscFlags);
    else if (desc->MiscFlags && !predicate)
        debug.say(D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_UNEXPECTEDMISCFLAG, call);
    else
        debug.say(D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_INVALIDQUERY, call, "Query is %d.",
                  static_cast<int>(desc->Query));
}

void counter(DebugLayer& debug, const D3D11_COUNTER_DESC* desc) {
    constexpr char kCall[] = "ID3D11Device::CreateCounter";
    if (!desc)
        debug.say(D3D11_MESSAGE_ID_CREATECOUNTER_NULLDESC, kCall);
    else if (desc->Counter >= D3D11_COUNTER_DEVICE_DEPENDENT_0)
        debug.say(D3D11_MESSAGE_ID_CREATECOUNTER_OUTOFRANGE_COUNTER, kCall, "Counter is 0x%x.",
                  static_cast<unsigned>(desc->Counter));
    else
        debug.say(D3D11_MESSAGE_ID_CREATECOUNTER_UNSUPPORTED_WELLKNOWN_COUNTER, kCall, "Counter is %u.",
                  static_cast<unsigned>(desc->Counter));
}

void deferredContext(DebugLayer& debug, UINT flags, UINT deviceFlags, HRESULT hr, ID3D11DeviceContext* made) {
    constexpr char kCall[] = "ID3D11Device::CreateDeferredContext";
    if (made)
        debug.track(ObjectKind::DeferredContext, made, static_cast<DeferredContext&>(*made));
    else if (hr == E_OUTOFMEMORY)
        debug.say(D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_OUTOFMEMORY_RETURN, kCall);
    else if (FAILED(hr) && flags)
        debug.say(D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_INVALID_COMMANDLISTFLAGS, kCall, "ContextFlags is 0x%x.",
                  flags);
    else if (FAILED(hr) && deviceFlags & D3D11_CREATE_DEVICE_SINGLETHREADED)
        debug.say(D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_SINGLETHREADED, kCall);
}

} // namespace hendeca::d3d11::creation
