#include "d3d11/resource/subresource_surface.h"

#include "d3d11/device/device.h"
#include "d3d11/resource/texture.h"
#include "util/private_data.h"

namespace hendeca::d3d11 {

namespace {

class SubresourceSurface final : public ComObject<IDXGISurface2> {
public:
    SubresourceSurface(ResourceBase& texture, UINT index) : com_(texture.com()), texture_(texture), index_(index) {}

    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID key, UINT size, const void* data) override {
        return data_.set(key, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID key, const IUnknown* object) override {
        return data_.setInterface(key, object);
    }
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID key, UINT* size, void* data) override {
        return data_.get(key, size, data);
    }
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override {
        return com_->QueryInterface(iid, parent);
    }
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID iid, void** device) override {
        return dxgi_resource::getDevice(texture_, iid, device);
    }

    HRESULT STDMETHODCALLTYPE GetDesc(DXGI_SURFACE_DESC* desc) override {
        if (const HRESULT hr = dxgi_resource::getSurfaceDesc(texture_, desc); FAILED(hr))
            return hr;
        TextureBase& texture = texture_.asTexture();
        desc->Width = texture.mipWidth(texture.mipOf(index_));
        desc->Height = texture.mipHeight(texture.mipOf(index_));
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE Map(DXGI_MAPPED_RECT* mapped, UINT flags) override {
        return dxgi_resource::map(texture_, index_, mapped, flags);
    }
    HRESULT STDMETHODCALLTYPE Unmap() override { return dxgi_resource::unmap(texture_, index_); }
    // Only whole, GDI-compatible textures have a device context.
    HRESULT STDMETHODCALLTYPE GetDC(BOOL, HDC*) override { return DXGI_ERROR_INVALID_CALL; }
    HRESULT STDMETHODCALLTYPE ReleaseDC(RECT*) override { return DXGI_ERROR_INVALID_CALL; }
    HRESULT STDMETHODCALLTYPE GetResource(REFIID iid, void** resource, UINT* subresource) override {
        if (subresource)
            *subresource = index_;
        return com_->QueryInterface(iid, resource);
    }

private:
    const char* className() const override { return "IDXGISurface"; }

    ComPtr<ID3D11Resource> com_; // keeps texture_
    ResourceBase& texture_;
    UINT index_;
    PrivateData data_;
};

} // namespace

IDXGISurface2* createSubresourceSurface(ResourceBase& texture, UINT index) {
    return makeCom<SubresourceSurface>(texture, index).detach();
}

} // namespace hendeca::d3d11
