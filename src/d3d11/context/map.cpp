// Map and Unmap on the immediate context. A discard takes a fresh slice and renames the buffer; NO_OVERWRITE gives the
// current slice; staging resources wait for the submission that last wrote (or, for writing, last used) them.
#include "d3d11/context/immediate_context.h"
#include "d3d11/context/map_rules.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

HRESULT ImmediateContext::Map(ID3D11Resource* resourceCom, UINT subresource, D3D11_MAP type, UINT flags,
                              D3D11_MAPPED_SUBRESOURCE* mapped) {
    Lock lock(*this);
    if (!mapped || !resourceCom)
        return E_INVALIDARG;
    ResourceBase& resource = *toBase(resourceCom);
    if (resource.isBuffer()) {
        Buffer& buffer = resource.asBuffer();
        // The two maps that programs make for each draw, decided without the table.
        if (buffer.isDynamic() && !subresource && !flags) [[likely]] {
            if (type == D3D11_MAP_WRITE_DISCARD || type == D3D11_MAP_WRITE_NO_OVERWRITE) [[likely]]
                return mapBuffer(buffer, type, flags, *mapped);
        }
    }
    relieve();
    const HRESULT allowed = judgeMap(resource, subresource, type, flags);
    if (FAILED(allowed)) {
        HENDECA_WARN_ONCE("Map: type %d is not allowed on this resource or subresource", static_cast<int>(type));
        mapped->pData = nullptr;
        return allowed;
    }
    if (resource.isBuffer())
        return mapBuffer(resource.asBuffer(), type, flags, *mapped);
    return mapTexture(resource.asTexture(), subresource, type, flags, *mapped);
}

HRESULT ImmediateContext::mapBuffer(Buffer& buffer, D3D11_MAP type, UINT flags, D3D11_MAPPED_SUBRESOURCE& mapped) {
    uint8_t* data = nullptr;
    if (type == D3D11_MAP_WRITE_DISCARD) {
        data = renameBuffer(buffer, false);
        if (!data) {
            mapped.pData = nullptr;
            return E_OUTOFMEMORY;
        }
    } else if (type == D3D11_MAP_WRITE_NO_OVERWRITE) {
        data = buffer.current.mapped;
        if (buffer.currentIsLists) [[unlikely]] {
            // A command list left its slice behind, and may be executed again: it keeps what it recorded.
            const uint8_t* recorded = data;
            data = renameBuffer(buffer, false);
            if (!data) {
                mapped.pData = nullptr;
                return E_OUTOFMEMORY;
            }
            std::memcpy(data, recorded, buffer.size());
        }
    } else {
        const HRESULT waited = waitForMap(buffer, type, flags);
        if (waited != S_OK) {
            mapped.pData = nullptr;
            return waited;
        }
        data = buffer.gpu().initialMapping();
    }
    buffer.mapped = true;
    mapped.pData = data;
    mapped.RowPitch = buffer.size();
    mapped.DepthPitch = buffer.size();
    return S_OK;
}

HRESULT ImmediateContext::mapTexture(TextureBase& texture, UINT subresource, D3D11_MAP type, UINT flags,
                                     D3D11_MAPPED_SUBRESOURCE& mapped) {
    const SubresourceFootprint& footprint = texture.footprint(subresource);
    TextureMap& map = texture.maps[subresource];
    if (map.mapped) {
        mapped.pData = nullptr;
        return E_INVALIDARG;
    }
    if (texture.usage() == D3D11_USAGE_DYNAMIC) {
        map.slice = ring_.take(footprint.size());
        if (!map.slice.backing.mapped) {
            mapped.pData = nullptr;
            return E_OUTOFMEMORY;
        }
        mapped.pData = map.slice.backing.mapped;
    } else {
        const HRESULT waited = waitForMap(texture, type, flags);
        if (waited != S_OK) {
            mapped.pData = nullptr;
            return waited;
        }
        mapped.pData = texture.stagingBuffer()->initialMapping() + footprint.offset;
    }
    map.mapped = true;
    map.type = type;
    mapped.RowPitch = footprint.rowPitch;
    mapped.DepthPitch = footprint.slicePitch;
    return S_OK;
}

HRESULT ImmediateContext::waitForMap(ResourceBase& resource, D3D11_MAP type, UINT flags) {
    uint64_t value = type == D3D11_MAP_READ ? resource.lastWriteSubmit : resource.lastUseSubmit;
    if (resource.usage() == D3D11_USAGE_DEFAULT)
        value = nextSubmit_; // what shaders do with it is not noted per use
    if (device().backend().lost())
        return device().removedReason();
    if (value <= device().backend().completed())
        return S_OK;
    if (flags & D3D11_MAP_FLAG_DO_NOT_WAIT) {
        // The program asks again later: make sure that there will be another answer then. A submission that was ended
        // in a chunk of its own (chunkFull) may still lie here.
        if (value >= nextSubmit_)
            submitNow();
        else
            writer_.flush();
        return DXGI_ERROR_WAS_STILL_DRAWING;
    }
    return waitSubmit(value) ? S_OK : device().removedReason();
}

void ImmediateContext::Unmap(ID3D11Resource* resourceCom, UINT subresource) {
    Lock lock(*this);
    if (!resourceCom)
        return;
    ResourceBase& resource = *toBase(resourceCom);
    if (resource.isBuffer()) {
        resource.asBuffer().mapped = false;
        return;
    }
    TextureBase& texture = resource.asTexture();
    if (subresource >= texture.maps.size() || !texture.maps[subresource].mapped) {
        HENDECA_WARN_ONCE("Unmap: the subresource is not mapped; the call is ignored");
        return;
    }
    TextureMap& map = texture.maps[subresource];
    map.mapped = false;
    if (texture.usage() != D3D11_USAGE_DYNAMIC)
        return;
    const SubresourceFootprint& footprint = texture.footprint(subresource);
    uploadPlanes(texture, subresource, {0, 0, 0, footprint.width, footprint.height, footprint.depth}, footprint.rowPitch,
                 footprint.slicePitch, map.slice, false);
    map.slice = {};
}

uint8_t* ImmediateContext::renameBuffer(Buffer& buffer, bool predicated) {
    const gpu::Slice slice = ring_.take(buffer.size());
    if (!slice.backing.mapped) [[unlikely]]
        return nullptr;
    buffer.current = slice.backing;
    buffer.currentIsLists = false;
    auto* made = writer_.add<gpu::packet::RenameBuffer>();
    made->buffer = &buffer.gpu();
    made->listOwned = false;
    made->predicated = predicated;
    made->slice = slice;
    return slice.backing.mapped;
}

} // namespace hendeca::d3d11
