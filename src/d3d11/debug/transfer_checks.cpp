// The checks of context_checks.h that concern copies, updates, clears and maps.
#include "d3d11/debug/context_checks.h"

#include "d3d11/context/copy_rules.h"
#include "d3d11/debug/debug_layer.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"
#include "gpu/format/format_table.h"

namespace hendeca::d3d11::checks {

namespace {

bool emptyBox(const D3D11_BOX* box) {
    return box && (box->left >= box->right || box->top >= box->bottom || box->front >= box->back);
}

// The texels that a copy from `from` takes at the destination, in its own blocks, lie inside.
bool targetFits(ResourceBase& target, UINT subresource, UINT x, UINT y, UINT z, ResourceBase& source,
                const gpu::Box& from) {
    if (target.isBuffer())
        return uint64_t(x) + from.width <= target.facts().width;
    const gpu::FormatInfo& to = target.asTexture().formatInfo();
    const gpu::FormatInfo& own = source.asTexture().formatInfo();
    const auto blocks = [](uint32_t texels, uint32_t block) { return (texels + block - 1) / block; };
    const gpu::Box whole = subresourceBox(target, subresource);
    return uint64_t(x) / to.blockWidth + blocks(from.width, own.blockWidth) <= blocks(whole.width, to.blockWidth) &&
           uint64_t(y) / to.blockHeight + blocks(from.height, own.blockHeight) <=
               blocks(whole.height, to.blockHeight) &&
           uint64_t(z) + from.depth <= whole.depth;
}

} // namespace

bool isMapped(ID3D11Resource* com, UINT subresource) {
    if (!com)
        return false;
    ResourceBase& resource = *toBase(com);
    if (resource.isBuffer())
        return resource.asBuffer().mapped;
    const auto& maps = resource.asTexture().maps;
    return subresource < maps.size() && maps[subresource].mapped;
}

void copyResource(DebugLayer& debug, ID3D11Resource* targetCom, ID3D11Resource* sourceCom) {
    constexpr char kCall[] = "ID3D11DeviceContext::CopyResource";
    if (!targetCom || !sourceCom)
        return;
    ResourceBase& target = *toBase(targetCom);
    ResourceBase& source = *toBase(sourceCom);
    if (target.usage() == D3D11_USAGE_IMMUTABLE || isMapped(targetCom, 0))
        debug.say(D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDDESTINATIONSTATE, kCall);
    else if (isMapped(sourceCom, 0))
        debug.say(D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCESTATE, kCall);
    else if (!copyResourceAllowed(target, source))
        debug.say(D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCE, kCall);
}

void copyRegion(DebugLayer& debug, ID3D11Resource* targetCom, UINT targetSubresource, UINT x, UINT y, UINT z,
                ID3D11Resource* sourceCom, UINT sourceSubresource, const D3D11_BOX* box) {
    constexpr char kCall[] = "ID3D11DeviceContext::CopySubresourceRegion";
    if (!targetCom || !sourceCom)
        return;
    ResourceBase& target = *toBase(targetCom);
    ResourceBase& source = *toBase(sourceCom);
    gpu::Box from;
    if (target.usage() == D3D11_USAGE_IMMUTABLE || isMapped(targetCom, targetSubresource))
        debug.say(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDDESTINATIONSTATE, kCall);
    else if (isMapped(sourceCom, sourceSubresource))
        debug.say(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCESTATE, kCall);
    else if (targetSubresource >= target.subresourceCount())
        debug.say(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDDESTINATIONSUBRESOURCE, kCall, "It is %u.",
                  targetSubresource);
    else if (sourceSubresource >= source.subresourceCount())
        debug.say(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCESUBRESOURCE, kCall, "It is %u.",
                  sourceSubresource);
    else if (target.kind() != source.kind() || target.sampleCount() != source.sampleCount() ||
             (!target.isBuffer() && !copyFormatsAllowed(target, source)))
        debug.say(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCE, kCall);
    else if (emptyBox(box))
        debug.say(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_EMPTYSOURCEBOX, kCall);
    else if (!sourceBox(source, sourceSubresource, box, from) ||
             !targetFits(target, targetSubresource, x, y, z, source, from))
        debug.say(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX, kCall);
}

void update(DebugLayer& debug, ID3D11Resource* com, UINT subresource, const D3D11_BOX* box) {
    constexpr char kCall[] = "ID3D11DeviceContext::UpdateSubresource";
    if (!com)
        return;
    ResourceBase& resource = *toBase(com);
    gpu::Box to;
    if (resource.usage() == D3D11_USAGE_DYNAMIC || resource.usage() == D3D11_USAGE_IMMUTABLE ||
        resource.sampleCount() > 1 || resource.bindFlags() & D3D11_BIND_DEPTH_STENCIL || isMapped(com, subresource))
        debug.say(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSTATE, kCall);
    else if (subresource >= resource.subresourceCount())
        debug.say(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSUBRESOURCE, kCall, "It is %u.", subresource);
    else if (emptyBox(box))
        debug.say(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_EMPTYDESTBOX, kCall);
    else if (box && !sourceBox(resource, subresource, box, to))
        debug.say(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX, kCall);
}

void copyCount(DebugLayer& debug, ID3D11Buffer* targetCom, UINT offset, ID3D11UnorderedAccessView* viewCom) {
    constexpr char kCall[] = "ID3D11DeviceContext::CopyStructureCount";
    const auto* target = static_cast<Buffer*>(targetCom);
    const auto* view = static_cast<UnorderedAccessView*>(viewCom);
    if (!target || !view)
        return;
    if (!view->hasCounter())
        debug.say(D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDSOURCESTATE, kCall);
    else if (offset % 4)
        debug.say(D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_INVALIDOFFSET, kCall, "It is %u.", offset);
    else if (uint64_t(offset) + 4 > target->size())
        debug.say(D3D11_MESSAGE_ID_COPYSTRUCTURECOUNT_LARGEOFFSET, kCall, "It is %u.", offset);
}

void resolve(DebugLayer& debug, ID3D11Resource* targetCom, UINT targetSubresource, ID3D11Resource* sourceCom,
             UINT sourceSubresource, DXGI_FORMAT format) {
    constexpr char kCall[] = "ID3D11DeviceContext::ResolveSubresource";
    if (!targetCom || !sourceCom)
        return;
    const ResourceBase& target = *toBase(targetCom);
    const ResourceBase& source = *toBase(sourceCom);
    if (target.kind() != ResourceKind::Texture2D || target.usage() != D3D11_USAGE_DEFAULT || target.sampleCount() != 1)
        debug.say(D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_DESTINATION_INVALID, kCall);
    else if (source.kind() != ResourceKind::Texture2D)
        debug.say(D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_SOURCE_INVALID, kCall);
    else if (targetSubresource >= target.subresourceCount())
        debug.say(D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_DESTINATION_SUBRESOURCE_INVALID, kCall, "It is %u.",
                  targetSubresource);
    else if (sourceSubresource >= source.subresourceCount())
        debug.say(D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_SOURCE_SUBRESOURCE_INVALID, kCall, "It is %u.",
                  sourceSubresource);
    else if (!gpu::isCastable(target.format(), format) || !gpu::isCastable(source.format(), format))
        debug.say(D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_FORMAT_INVALID, kCall, "It is %d.",
                  static_cast<int>(format));
}

void mips(DebugLayer& debug, ID3D11ShaderResourceView* viewCom) {
    const auto* view = static_cast<ShaderResourceView*>(viewCom);
    if (view && !(view->resource()->miscFlags() & D3D11_RESOURCE_MISC_GENERATE_MIPS))
        debug.say(D3D11_MESSAGE_ID_DEVICE_GENERATEMIPS_RESOURCE_INVALID, "ID3D11DeviceContext::GenerateMips");
}

void clearUavFloat(DebugLayer& debug, ID3D11UnorderedAccessView* viewCom) {
    const auto* view = static_cast<UnorderedAccessView*>(viewCom);
    if (!view)
        return;
    const gpu::ComponentType type = gpu::formatInfo(view->format()).type;
    if (type != gpu::ComponentType::Float && type != gpu::ComponentType::Unorm && type != gpu::ComponentType::Snorm)
        debug.say(D3D11_MESSAGE_ID_CLEARUNORDEREDACCESSVIEWFLOAT_INVALIDFORMAT,
                  "ID3D11DeviceContext::ClearUnorderedAccessViewFloat", "The view is %s.",
                  gpu::formatInfo(view->format()).name);
}

void clearDepth(DebugLayer& debug, ID3D11DepthStencilView* viewCom, UINT flags) {
    constexpr char kCall[] = "ID3D11DeviceContext::ClearDepthStencilView";
    const auto* view = static_cast<DepthStencilView*>(viewCom);
    if (!view)
        return;
    if (!(flags & (D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL)))
        debug.say(D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_INVALID, kCall);
    if (flags & D3D11_CLEAR_DEPTH && view->desc().Flags & D3D11_DSV_READ_ONLY_DEPTH)
        debug.say(D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_DEPTH_READONLY, kCall);
    if (flags & D3D11_CLEAR_STENCIL && view->desc().Flags & D3D11_DSV_READ_ONLY_STENCIL)
        debug.say(D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_STENCIL_READONLY, kCall);
}

void map(DebugLayer& debug, ID3D11Resource* com, UINT subresource, D3D11_MAP type, UINT flags, bool before,
         bool deferred, HRESULT hr) {
    constexpr char kCall[] = "ID3D11DeviceContext::Map";
    if (!com)
        return;
    const ResourceBase& resource = *toBase(com);
    if (before && !deferred)
        debug.say(D3D11_MESSAGE_ID_RESOURCE_MAP_ALREADYMAPPED, kCall, "Subresource %u.", subresource);
    else if (hr == D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD)
        debug.say(D3D11_MESSAGE_ID_RESOURCE_MAP_WITHOUT_INITIAL_DISCARD, kCall);
    else if (hr == E_OUTOFMEMORY)
        debug.say(D3D11_MESSAGE_ID_RESOURCE_MAP_OUTOFMEMORY_RETURN, kCall);
    else if (hr == DXGI_ERROR_DEVICE_REMOVED)
        debug.say(D3D11_MESSAGE_ID_RESOURCE_MAP_DEVICEREMOVED_RETURN, kCall);
    if (hr != E_INVALIDARG || (before && !deferred))
        return;
    const bool waits = type == D3D11_MAP_READ || type == D3D11_MAP_WRITE || type == D3D11_MAP_READ_WRITE;
    if (subresource >= resource.subresourceCount())
        debug.say(D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDSUBRESOURCE, kCall, "It is %u.", subresource);
    else if (flags & ~UINT(D3D11_MAP_FLAG_DO_NOT_WAIT) || (flags && !waits))
        debug.say(D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDFLAGS, kCall, "MapFlags is 0x%x.", flags);
    else
        debug.say(D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDMAPTYPE, kCall, "MapType %d, Usage %d, CPUAccessFlags 0x%x.",
                  static_cast<int>(type), static_cast<int>(resource.usage()), resource.cpuAccess());
}

void unmap(DebugLayer& debug, ID3D11Resource* com, UINT subresource) {
    constexpr char kCall[] = "ID3D11DeviceContext::Unmap";
    if (!com)
        return;
    if (subresource >= toBase(com)->subresourceCount())
        debug.say(D3D11_MESSAGE_ID_RESOURCE_UNMAP_INVALIDSUBRESOURCE, kCall, "It is %u.", subresource);
    else if (!isMapped(com, subresource))
        debug.say(D3D11_MESSAGE_ID_RESOURCE_UNMAP_NOTMAPPED, kCall, "Subresource %u.", subresource);
}

} // namespace hendeca::d3d11::checks
