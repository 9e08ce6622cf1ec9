// IDXGIResource1 and IDXGISurface2 of all resources.
#include "d3d11/device/device.h"
#include "d3d11/resource/subresource_surface.h"
#include "d3d11/resource/texture.h"
#include "d3d11/sharing/shared_resource.h"

namespace hendeca::d3d11::dxgi_resource {

HRESULT getParent(ResourceBase& resource, REFIID iid, void** parent) {
    // A resource's parent is its device (Microsoft Learn, IDXGIObject::GetParent).
    return getDevice(resource, iid, parent);
}

HRESULT getDevice(ResourceBase& resource, REFIID iid, void** device) {
    return resource.device().QueryInterface(iid, device);
}

HRESULT getSharedHandle(ResourceBase& resource, HANDLE* handle) {
    if (!handle)
        return E_INVALIDARG;
    if (resource.miscFlags() & D3D11_RESOURCE_MISC_SHARED_NTHANDLE)
        return E_INVALIDARG;
    *handle = nullptr;
    // Windows gives no handle and no failure for what is not shared.
    return resource.miscFlags() & kSharedMisc ? sharedNumber(resource, *handle) : S_OK;
}

HRESULT createSharedHandle(ResourceBase& resource, const WCHAR* name, HANDLE* handle) {
    if (!handle)
        return E_INVALIDARG;
    *handle = nullptr;
    if (!(resource.miscFlags() & D3D11_RESOURCE_MISC_SHARED_NTHANDLE))
        return E_INVALIDARG;
    return sharedKernelHandle(resource, name, *handle);
}

HRESULT getUsage(ResourceBase& resource, DXGI_USAGE* usage) {
    if (!usage)
        return E_INVALIDARG;
    DXGI_USAGE made = 0;
    const uint32_t bind = resource.bindFlags();
    if (bind & D3D11_BIND_SHADER_RESOURCE)
        made |= DXGI_USAGE_SHADER_INPUT;
    if (bind & D3D11_BIND_RENDER_TARGET)
        made |= DXGI_USAGE_RENDER_TARGET_OUTPUT;
    if (bind & D3D11_BIND_UNORDERED_ACCESS)
        made |= DXGI_USAGE_UNORDERED_ACCESS;
    if (resource.isBackBuffer())
        made |= DXGI_USAGE_BACK_BUFFER;
    if (resource.backBufferIndex() > 0)
        made |= DXGI_USAGE_READ_ONLY; // what was presented
    if (resource.miscFlags() & (D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX))
        made |= DXGI_USAGE_SHARED;
    if (resource.usage() == D3D11_USAGE_DYNAMIC)
        made |= DXGI_CPU_ACCESS_DYNAMIC;
    else if (resource.usage() == D3D11_USAGE_STAGING)
        made |= DXGI_CPU_ACCESS_READ_WRITE;
    *usage = made;
    return S_OK;
}

bool isSurface(const ResourceBase& resource) {
    return (resource.kind() == ResourceKind::Texture1D || resource.kind() == ResourceKind::Texture2D) &&
           resource.subresourceCount() == 1;
}

HRESULT createSubresourceSurface(ResourceBase& resource, UINT index, IDXGISurface2** surface) {
    if (!surface)
        return E_INVALIDARG;
    *surface = nullptr;
    if (resource.isBuffer() || resource.kind() == ResourceKind::Texture3D || index >= resource.subresourceCount())
        return E_INVALIDARG;
    if (isSurface(resource))
        return resource.com()->QueryInterface(__uuidof(IDXGISurface2), reinterpret_cast<void**>(surface));
    *surface = d3d11::createSubresourceSurface(resource, index);
    return S_OK;
}

HRESULT getSurfaceDesc(ResourceBase& resource, DXGI_SURFACE_DESC* desc) {
    if (!desc)
        return E_INVALIDARG;
    const ResourceFacts& facts = resource.facts();
    *desc = {facts.width, facts.height, facts.format, {facts.sampleCount, facts.sampleQuality}};
    return S_OK;
}

HRESULT map(ResourceBase& resource, UINT subresource, DXGI_MAPPED_RECT* mapped, UINT flags) {
    if (!mapped)
        return E_INVALIDARG;
    *mapped = {};
    D3D11_MAP type;
    switch (flags) {
    case DXGI_MAP_READ:
        type = D3D11_MAP_READ;
        break;
    case DXGI_MAP_WRITE:
        type = D3D11_MAP_WRITE;
        break;
    case DXGI_MAP_READ | DXGI_MAP_WRITE:
        type = D3D11_MAP_READ_WRITE;
        break;
    case DXGI_MAP_WRITE | DXGI_MAP_DISCARD:
        type = D3D11_MAP_WRITE_DISCARD;
        break;
    default:
        return E_INVALIDARG;
    }
    ComPtr<ID3D11DeviceContext> context;
    resource.device().GetImmediateContext(context.put());
    D3D11_MAPPED_SUBRESOURCE found{};
    const HRESULT hr = context->Map(resource.com(), subresource, type, 0, &found);
    if (SUCCEEDED(hr))
        *mapped = {static_cast<INT>(found.RowPitch), static_cast<BYTE*>(found.pData)};
    return hr;
}

HRESULT unmap(ResourceBase& resource, UINT subresource) {
    ComPtr<ID3D11DeviceContext> context;
    resource.device().GetImmediateContext(context.put());
    context->Unmap(resource.com(), subresource);
    return S_OK;
}

} // namespace hendeca::d3d11::dxgi_resource
