#include "d3d11/debug/stage_checks.h"

#include "d3d11/context/shadow_state.h"
#include "d3d11/debug/debug_layer.h"
#include "d3d11/debug/shader_facts.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/state/sampler_state.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"
#include "gpu/format/format_table.h"

namespace hendeca::d3d11 {

using dxbc::ResourceDim;

namespace {

constexpr UINT kComparisonFilter = 0x80; // of D3D11_FILTER

const char* dimName(ResourceDim dim) {
    constexpr const char* kNames[] = {"nothing",
                                      "buffer",
                                      "texture 1D",
                                      "texture 2D",
                                      "texture 2D MS",
                                      "texture 3D",
                                      "texture cube",
                                      "texture 1D array",
                                      "texture 2D array",
                                      "texture 2D MS array",
                                      "texture cube array",
                                      "raw buffer",
                                      "structured buffer"};
    return static_cast<size_t>(dim) < std::size(kNames) ? kNames[static_cast<size_t>(dim)] : "?";
}

ResourceDim dimOf(D3D11_SRV_DIMENSION dimension) {
    switch (dimension) {
    case D3D11_SRV_DIMENSION_BUFFER:
    case D3D11_SRV_DIMENSION_BUFFEREX:
        return ResourceDim::Buffer;
    case D3D11_SRV_DIMENSION_TEXTURE1D:
        return ResourceDim::Texture1D;
    case D3D11_SRV_DIMENSION_TEXTURE1DARRAY:
        return ResourceDim::Texture1DArray;
    case D3D11_SRV_DIMENSION_TEXTURE2D:
        return ResourceDim::Texture2D;
    case D3D11_SRV_DIMENSION_TEXTURE2DARRAY:
        return ResourceDim::Texture2DArray;
    case D3D11_SRV_DIMENSION_TEXTURE2DMS:
        return ResourceDim::Texture2DMs;
    case D3D11_SRV_DIMENSION_TEXTURE2DMSARRAY:
        return ResourceDim::Texture2DMsArray;
    case D3D11_SRV_DIMENSION_TEXTURE3D:
        return ResourceDim::Texture3D;
    case D3D11_SRV_DIMENSION_TEXTURECUBE:
        return ResourceDim::TextureCube;
    case D3D11_SRV_DIMENSION_TEXTURECUBEARRAY:
        return ResourceDim::TextureCubeArray;
    default:
        return ResourceDim::Unknown;
    }
}

ResourceDim dimOf(D3D11_UAV_DIMENSION dimension) {
    switch (dimension) {
    case D3D11_UAV_DIMENSION_BUFFER:
        return ResourceDim::Buffer;
    case D3D11_UAV_DIMENSION_TEXTURE1D:
        return ResourceDim::Texture1D;
    case D3D11_UAV_DIMENSION_TEXTURE1DARRAY:
        return ResourceDim::Texture1DArray;
    case D3D11_UAV_DIMENSION_TEXTURE2D:
        return ResourceDim::Texture2D;
    case D3D11_UAV_DIMENSION_TEXTURE2DARRAY:
        return ResourceDim::Texture2DArray;
    case D3D11_UAV_DIMENSION_TEXTURE3D:
        return ResourceDim::Texture3D;
    default:
        return ResourceDim::Unknown;
    }
}

bool isBufferDim(ResourceDim dim) {
    return dim == ResourceDim::Buffer || dim == ResourceDim::RawBuffer || dim == ResourceDim::StructuredBuffer;
}

// A view of an array of one slice serves a shader that declares no array.
bool dimFits(ResourceDim declared, ResourceDim bound) {
    return declared == bound || (isBufferDim(declared) && isBufferDim(bound));
}

bool typeFits(dxbc::ReturnType declared, DXGI_FORMAT format) {
    const gpu::ComponentType type = gpu::formatInfo(format).type;
    switch (declared) {
    case dxbc::ReturnType::Uint:
        return type == gpu::ComponentType::Uint;
    case dxbc::ReturnType::Sint:
        return type == gpu::ComponentType::Sint;
    case dxbc::ReturnType::Unorm:
    case dxbc::ReturnType::Snorm:
    case dxbc::ReturnType::Float:
        return type != gpu::ComponentType::Uint && type != gpu::ComponentType::Sint;
    default:
        return true; // mixed, or not said
    }
}

void checkUniforms(DebugLayer& debug, const StageState& state, const ShaderFacts& facts, const char* call) {
    const char* const stage = stageName(facts.stage);
    for (const ShaderFacts::Uniform& uniform : facts.uniforms) {
        if (uniform.slot >= spirv::kConstantBufferSlots)
            continue;
        const UniformSlot& slot = state.uniforms[uniform.slot];
        if (!slot.buffer) {
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_NOT_SET, call, "%s stage, slot %u.", stage,
                      uniform.slot);
            continue;
        }
        const uint64_t offset = uint64_t(slot.firstConstant) * 16;
        const uint64_t left = slot.buffer->size() > offset ? slot.buffer->size() - offset : 0;
        const uint64_t given = std::min<uint64_t>(left, uint64_t(slot.constantCount) * 16);
        if (given < uniform.bytes)
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_CONSTANT_BUFFER_TOO_SMALL, call,
                      "%s stage, slot %u: %llu bytes of %u.", stage, uniform.slot,
                      static_cast<unsigned long long>(given), uniform.bytes);
    }
}

void checkSamplers(DebugLayer& debug, const StageState& state, const ShaderFacts& facts, const char* call) {
    const char* const stage = stageName(facts.stage);
    for (const ShaderFacts::Sampler& sampler : facts.samplers) {
        if (sampler.slot >= spirv::kSamplerSlots)
            continue;
        SamplerState* const bound = state.samplers[sampler.slot];
        if (!bound) {
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_SAMPLER_NOT_SET, call, "%s stage, slot %u.", stage, sampler.slot);
            continue;
        }
        D3D11_SAMPLER_DESC desc;
        bound->GetDesc(&desc);
        if (sampler.comparison != ((desc.Filter & kComparisonFilter) != 0))
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_SAMPLER_MISMATCH, call, "%s stage, slot %u.", stage, sampler.slot);
    }
}

void checkResource(DebugLayer& debug, const ShaderResourceView* view, const ShaderFacts::Resource& declared,
                   const char* stage, const char* call) {
    const uint32_t slot = declared.slot;
    if (!view)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_SHADERRESOURCEVIEW_NOT_SET, call, "%s stage, slot %u.", stage,
                         slot);
    const D3D11_SHADER_RESOURCE_VIEW_DESC1& desc = view->desc();
    const ResourceDim bound = dimOf(desc.ViewDimension);
    if (!dimFits(declared.dim, bound))
        return debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VIEW_DIMENSION_MISMATCH, call,
                         "%s stage, slot %u: declared %s, bound %s.", stage, slot, dimName(declared.dim),
                         dimName(bound));
    const ResourceBase& resource = *view->resource();
    if (bound == ResourceDim::Buffer) {
        const bool raw =
            desc.ViewDimension == D3D11_SRV_DIMENSION_BUFFEREX && desc.BufferEx.Flags & D3D11_BUFFEREX_SRV_FLAG_RAW;
        const bool structured =
            resource.miscFlags() & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED && view->format() == DXGI_FORMAT_UNKNOWN;
        if (declared.dim == ResourceDim::RawBuffer && !raw)
            return debug.say(D3D11_MESSAGE_ID_DEVICE_SHADERRESOURCEVIEW_RAW_UNSUPPORTED, call, "%s stage, slot %u.",
                             stage, slot);
        if ((declared.dim == ResourceDim::StructuredBuffer) != structured)
            return debug.say(D3D11_MESSAGE_ID_DEVICE_SHADERRESOURCEVIEW_BUFFER_TYPE_MISMATCH, call,
                             "%s stage, slot %u.", stage, slot);
        const uint32_t stride = static_cast<const Buffer&>(resource).structureStride();
        if (structured && declared.stride != stride)
            debug.say(D3D11_MESSAGE_ID_DEVICE_SHADERRESOURCEVIEW_STRUCTURE_STRIDE_MISMATCH, call,
                      "%s stage, slot %u: declared %u, bound %u.", stage, slot, declared.stride, stride);
        if (raw || structured)
            return;
    }
    if (!typeFits(declared.type, view->format()))
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_RESOURCE_RETURN_TYPE_MISMATCH, call,
                  "%s stage, slot %u: the view is %s.", stage, slot, gpu::formatInfo(view->format()).name);
}

void checkUav(DebugLayer& debug, const UnorderedAccessView* view, const ShaderFacts::Resource& declared,
              const char* stage, const char* call) {
    const uint32_t slot = declared.slot;
    if (!view)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_NOT_SET, call, "%s stage, slot %u.", stage, slot);
    const ResourceDim bound = dimOf(view->desc().ViewDimension);
    if (!dimFits(declared.dim, bound))
        return debug.say(D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_DIMENSION_MISMATCH, call,
                         "%s stage, slot %u: declared %s, bound %s.", stage, slot, dimName(declared.dim),
                         dimName(bound));
    if (declared.dim == ResourceDim::StructuredBuffer) {
        const uint32_t stride = static_cast<const Buffer*>(view->resource())->structureStride();
        if (stride != declared.stride)
            debug.say(D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_STRUCTURE_STRIDE_MISMATCH, call,
                      "%s stage, slot %u: declared %u, bound %u.", stage, slot, declared.stride, stride);
    } else if (declared.dim != ResourceDim::RawBuffer && !typeFits(declared.type, view->format())) {
        debug.say(D3D11_MESSAGE_ID_DEVICE_UNORDEREDACCESSVIEW_RETURN_TYPE_MISMATCH, call,
                  "%s stage, slot %u: the view is %s.", stage, slot, gpu::formatInfo(view->format()).name);
    }
}

} // namespace

const char* stageName(spirv::Stage stage) {
    switch (stage) {
    case spirv::Stage::Vertex:
        return "vertex";
    case spirv::Stage::Hull:
        return "hull";
    case spirv::Stage::Domain:
        return "domain";
    case spirv::Stage::Geometry:
        return "geometry";
    case spirv::Stage::Pixel:
        return "pixel";
    case spirv::Stage::Compute:
        return "compute";
    }
    return "?";
}

void checkStage(DebugLayer& debug, const ShadowState& shadow, const ShaderFacts& facts, const char* call) {
    const StageState& state = shadow.stages[static_cast<uint32_t>(facts.stage)];
    checkUniforms(debug, state, facts, call);
    checkSamplers(debug, state, facts, call);
    for (const ShaderFacts::Resource& declared : facts.resources)
        if (declared.slot < spirv::kSrvSlots)
            checkResource(debug, state.resources[declared.slot], declared, stageName(facts.stage), call);
    UnorderedAccessView* const* uavs = facts.stage == spirv::Stage::Compute ? shadow.computeUavs : shadow.graphicsUavs;
    for (const ShaderFacts::Resource& declared : facts.uavs)
        if (declared.slot < spirv::kUavSlots)
            checkUav(debug, uavs[declared.slot], declared, stageName(facts.stage), call);
}

} // namespace hendeca::d3d11
