#include "d3d11/resource/gdi_surface.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/texture.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

namespace {

ComPtr<ID3D11DeviceContext> contextOf(ResourceBase& resource) {
    ComPtr<ID3D11DeviceContext> context;
    resource.device().GetImmediateContext(context.put());
    return context;
}

} // namespace

HRESULT GdiSurface::open(ResourceBase& resource, bool discard, std::unique_ptr<GdiSurface>& out) {
    auto made = std::make_unique<GdiSurface>();
    made->memory_ = GdiMemory::create(resource.facts().width, resource.facts().height);
    if (!made->memory_) {
        HENDECA_WARN_ONCE("IDXGISurface1::GetDC: there is no GDI here");
        return DXGI_ERROR_UNSUPPORTED;
    }
    if (!discard) {
        if (const HRESULT hr = made->load(resource); FAILED(hr))
            return hr;
    }
    out = std::move(made);
    return S_OK;
}

HRESULT GdiSurface::load(ResourceBase& resource) {
    const ResourceFacts& facts = resource.facts();
    const D3D11_TEXTURE2D_DESC desc{facts.width, facts.height,          1, 1, facts.format, {1, 0}, D3D11_USAGE_STAGING,
                                    0,           D3D11_CPU_ACCESS_READ, 0};
    ComPtr<ID3D11Texture2D> staging;
    if (const HRESULT hr = resource.device().CreateTexture2D(&desc, nullptr, staging.put()); FAILED(hr))
        return hr;
    const ComPtr<ID3D11DeviceContext> context = contextOf(resource);
    context->CopySubresourceRegion(staging.get(), 0, 0, 0, 0, resource.com(), 0, nullptr);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    if (const HRESULT hr = context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped); FAILED(hr))
        return hr;
    for (uint32_t y = 0; y < facts.height; y++)
        std::memcpy(memory_->pixels() + size_t(y) * memory_->pitch(),
                    static_cast<const uint8_t*>(mapped.pData) + size_t(y) * mapped.RowPitch, size_t(facts.width) * 4);
    context->Unmap(staging.get(), 0);
    return S_OK;
}

void GdiSurface::close(ResourceBase& resource, const RECT* dirty) {
    const LONG width = static_cast<LONG>(resource.facts().width), height = static_cast<LONG>(resource.facts().height);
    RECT rect{0, 0, width, height};
    if (dirty)
        rect = {std::max(dirty->left, LONG(0)), std::max(dirty->top, LONG(0)), std::min(dirty->right, width),
                std::min(dirty->bottom, height)};
    if (rect.left >= rect.right || rect.top >= rect.bottom)
        return;
    memory_->flush();
    const D3D11_BOX box{UINT(rect.left), UINT(rect.top), 0, UINT(rect.right), UINT(rect.bottom), 1};
    contextOf(resource)->UpdateSubresource(
        resource.com(), 0, &box, memory_->pixels() + size_t(rect.top) * memory_->pitch() + size_t(rect.left) * 4,
        memory_->pitch(), 0);
}

namespace dxgi_resource {

HRESULT getDC(ResourceBase& resource, BOOL discard, HDC* dc) {
    if (!dc)
        return E_INVALIDARG;
    // A failure leaves *dc as it was.
    if (resource.isBuffer() || !(resource.miscFlags() & D3D11_RESOURCE_MISC_GDI_COMPATIBLE) ||
        resource.backBufferIndex() > 0)
        return DXGI_ERROR_INVALID_CALL;
    TextureBase& texture = resource.asTexture();
    if (texture.gdi)
        return DXGI_ERROR_INVALID_CALL; // one at a time
    const HRESULT hr = GdiSurface::open(resource, discard, texture.gdi);
    if (SUCCEEDED(hr))
        *dc = texture.gdi->dc();
    return hr;
}

HRESULT releaseDC(ResourceBase& resource, const RECT* dirty) {
    if (resource.isBuffer() || !resource.asTexture().gdi)
        return DXGI_ERROR_INVALID_CALL;
    const std::unique_ptr<GdiSurface> surface = std::move(resource.asTexture().gdi);
    surface->close(resource, dirty);
    return S_OK;
}

} // namespace dxgi_resource

} // namespace hendeca::d3d11
