#include "d3d11/context/deferred_context.h"
#include "d3d11/context/annotation.h"
#include "d3d11/context/bound_objects.h"
#include "d3d11/context/map_rules.h"

#include "d3d11/debug/debug_context.h"
#include "d3d11/device/device.h"
#include "d3d11/query/query.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/video/video_context.h"
#include "gpu/backend.h"
#include "util/log.h"

#include <algorithm>

namespace hendeca::d3d11 {

using namespace gpu::packet;

DeferredContext* createDeferredContext(Device& device, UINT flags) {
    return device.debug() ? createDebugDeferredContext(device, flags) : new DeferredContext(device, flags);
}

DeferredContext::DeferredContext(Device& device, UINT flags)
    : ContextBase(device, &keeper_), flags_(flags), ring_(device.backend().factory()) {
    startList();
}

DeferredContext::~DeferredContext() {
    ObjectKeeper::releaseAll(contents_.objects);
}

void DeferredContext::releaseGpu(gpu::Writer& writer) {
    // What was recorded and never finished.
    for (const ListContents::Rename& rename : contents_.renames)
        writer.add<RetireSlice>()->slice = rename.slice;
    for (const gpu::Slice& slice : contents_.uploads)
        writer.add<RetireSlice>()->slice = slice;
}

void DeferredContext::startList() {
    contents_ = {};
    contents_.chunks = std::make_unique<ListChunks>(device().backend().chunks());
    discarded_.clear();
    mappedTextures_.clear();
    writer_.add<ResetState>()->unused = 0;
}

void DeferredContext::chunkFull(gpu::Chunk* chunk) {
    contents_.chunks->append(chunk);
}

HRESULT DeferredContext::queryOther(REFIID iid, void** object) {
    if (IsEqualGUID(iid, __uuidof(ID3DUserDefinedAnnotation)))
        return Annotation::create(*this, object);
    if (VideoContext::offers(iid))
        return VideoContext::create(*this, object);
    return ContextBase::queryOther(iid, object);
}

// The list keeps the slice, so the packet's copy does not give it back.
gpu::Slice DeferredContext::takeUploadSlice(uint64_t bytes) {
    gpu::Slice slice = ring_.take(bytes);
    if (!slice.backing.mapped)
        return slice;
    contents_.uploads.push_back(slice);
    slice.page = nullptr;
    return slice;
}

uint8_t* DeferredContext::renameBuffer(Buffer& buffer, bool predicated) {
    const gpu::Slice slice = ring_.take(buffer.size());
    if (!slice.backing.mapped)
        return nullptr;
    keep(&buffer);
    contents_.renames.push_back({&buffer, slice});
    auto* made = writer_.add<RenameBuffer>();
    made->buffer = &buffer.gpu();
    made->listOwned = true;
    made->predicated = predicated;
    made->slice = slice;
    return slice.backing.mapped;
}

HRESULT DeferredContext::Map(ID3D11Resource* resourceCom, UINT subresource, D3D11_MAP type, UINT flags,
                             D3D11_MAPPED_SUBRESOURCE* mapped) {
    if (!resourceCom || !mapped)
        return E_INVALIDARG;
    ResourceBase& resource = *toBase(resourceCom);
    const HRESULT allowed = judgeDeferredMap(resource, subresource, type);
    if (FAILED(allowed)) {
        mapped->pData = nullptr;
        return allowed;
    }
    if (resource.isBuffer()) {
        Buffer& buffer = resource.asBuffer();
        if (type == D3D11_MAP_WRITE_DISCARD) {
            mapped->pData = renameBuffer(buffer, false);
            if (!mapped->pData)
                return E_OUTOFMEMORY;
            discarded_[&buffer] = static_cast<uint8_t*>(mapped->pData);
        } else {
            const auto found = discarded_.find(&buffer);
            if (found == discarded_.end()) {
                mapped->pData = nullptr;
                return D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD;
            }
            mapped->pData = found->second;
        }
        mapped->RowPitch = mapped->DepthPitch = buffer.size();
        return S_OK;
    }
    TextureBase& texture = resource.asTexture();
    const SubresourceFootprint& footprint = texture.footprint(subresource);
    keep(&resource);
    const gpu::Slice slice = takeUploadSlice(footprint.size());
    if (!slice.backing.mapped)
        return E_OUTOFMEMORY;
    mappedTextures_.push_back({&texture, subresource, slice});
    mapped->pData = slice.backing.mapped;
    mapped->RowPitch = footprint.rowPitch;
    mapped->DepthPitch = footprint.slicePitch;
    return S_OK;
}

void DeferredContext::Unmap(ID3D11Resource* resourceCom, UINT subresource) {
    if (!resourceCom)
        return;
    ResourceBase& resource = *toBase(resourceCom);
    if (resource.isBuffer())
        return;
    TextureBase& texture = resource.asTexture();
    const auto found = std::find_if(mappedTextures_.begin(), mappedTextures_.end(), [&](const MappedTexture& map) {
        return map.texture == &texture && map.subresource == subresource;
    });
    if (found == mappedTextures_.end())
        return;
    const SubresourceFootprint& footprint = texture.footprint(subresource);
    uploadPlanes(texture, subresource, {0, 0, 0, footprint.width, footprint.height, footprint.depth}, footprint.rowPitch,
                 footprint.slicePitch, found->slice, false);
    mappedTextures_.erase(found);
}

HRESULT DeferredContext::GetData(ID3D11Asynchronous*, void*, UINT, UINT) {
    return DXGI_ERROR_INVALID_CALL;
}

bool DeferredContext::queryBegun(const Query& query) const {
    return std::find(contents_.begun.begin(), contents_.begun.end(), &query) != contents_.begun.end();
}

void DeferredContext::beginQuery(Query& query) {
    std::erase(contents_.ended, &query);
    std::erase(contents_.begun, &query);
    contents_.begun.push_back(&query);
}

void DeferredContext::endQuery(Query& query) {
    const bool begun = std::erase(contents_.begun, &query) != 0;
    std::erase(contents_.ended, &query);
    if (query.hasBegin() && !begun)
        writer_.add<BeginQuery>()->query = &query.gpu();
    writer_.add<EndQuery>()->query = &query.gpu();
    contents_.ended.push_back(&query);
}

// A list inside a list: executing it is a packet of the outer one, which keeps it alive.
void DeferredContext::ExecuteCommandList(ID3D11CommandList* listCom, BOOL restore) {
    if (!listCom)
        return;
    auto& list = static_cast<CommandList&>(*listCom);
    if (!list.touchesQuery([this](const Query& query) { return queryBegun(query); })) {
        keep(&list);
        list.record(writer_, contents_);
    }
    writer_.add<ResetState>()->unused = 0;
    if (restore)
        restoreShadow();
    else
        resetShadow();
}

void DeferredContext::keepBound() {
    shadow_.forEachBound([this](DeviceObject* object) { keep(object); });
}

// Slices go back to their rings at once: nobody has executed the list.
void DeferredContext::dropList() {
    for (ListContents::Rename& rename : contents_.renames)
        gpu::SliceRing::give(rename.slice);
    for (gpu::Slice& slice : contents_.uploads)
        gpu::SliceRing::give(slice);
    contents_ = {};
}

HRESULT DeferredContext::FinishCommandList(BOOL restore, ID3D11CommandList** out) {
    // A query that was begun here ends here at the latest (D3D11.3 specification 6.3.6).
    while (!contents_.begun.empty())
        endQuery(*contents_.begun.back());
    writer_.flush();
    contents_.objects = keeper_.take();
    if (writer_.failed()) { // the list would have a hole
        writer_.clearFailure();
        ObjectKeeper::releaseAll(contents_.objects);
        dropList();
        resetShadow();
        startList();
        if (out)
            *out = nullptr;
        return E_OUTOFMEMORY;
    }
    auto* list = new CommandList(device(), flags_, std::move(contents_));
    list->AddRef();
    if (restore) {
        // The objects that stay bound are kept by the new list, too.
        keepBound();
    } else {
        resetShadow();
    }
    startList();
    if (restore)
        restoreShadow();
    if (out)
        *out = list;
    else
        list->Release();
    return S_OK;
}

} // namespace hendeca::d3d11
