#pragma once
// What all resources have in common, whatever their interface: description, backend objects, back-buffer and map state.
// Descriptions are immutable, any thread; the fields that the immediate context owns are marked.

#include "d3d11/device/device_child.h"
#include "gpu/resource/buffer.h"
#include "gpu/resource/image.h"

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace hendeca::d3d11 {

class Buffer;
class TextureBase;
struct SharedObject;

enum class ResourceKind : uint8_t { Buffer, Texture1D, Texture2D, Texture3D };

struct ResourceFacts {
    ResourceKind kind = ResourceKind::Buffer;
    D3D11_USAGE usage = D3D11_USAGE_DEFAULT;
    uint32_t bindFlags = 0;
    uint32_t cpuAccess = 0;
    uint32_t miscFlags = 0;
    DXGI_FORMAT format = DXGI_FORMAT_UNKNOWN;
    uint32_t width = 1, height = 1, depth = 1; // texels; of buffers: width in bytes
    uint32_t mipLevels = 1;
    uint32_t arrayLayers = 1;
    uint32_t sampleCount = 1;
    uint32_t sampleQuality = 0;
};

class ResourceBase : public DeviceObject {
public:
    const ResourceFacts& facts() const { return facts_; }
    ResourceKind kind() const { return facts_.kind; }
    bool isBuffer() const { return facts_.kind == ResourceKind::Buffer; }
    D3D11_USAGE usage() const { return facts_.usage; }
    uint32_t bindFlags() const { return facts_.bindFlags; }
    uint32_t cpuAccess() const { return facts_.cpuAccess; }
    uint32_t miscFlags() const { return facts_.miscFlags; }
    DXGI_FORMAT format() const { return facts_.format; }
    uint32_t mipLevels() const { return facts_.mipLevels; }
    uint32_t arrayLayers() const { return facts_.arrayLayers; }
    uint32_t sampleCount() const { return facts_.sampleCount; }
    uint32_t subresourceCount() const { return facts_.mipLevels * facts_.arrayLayers; }

    // The buffer of a Buffer, or the memory of a staging texture; null otherwise.
    gpu::Buffer* gpuBuffer() const { return gpuBuffer_; }
    // The image of a texture that is not staging; null otherwise.
    gpu::Image* gpuImage() const { return gpuImage_; }

    // Of tiled resources; null otherwise.
    gpu::TileTable* tiles() const {
        return gpuImage_ ? gpuImage_->tiles() : gpuBuffer_ ? gpuBuffer_->tiles() : nullptr;
    }

    inline Buffer& asBuffer();                   // kind() == Buffer
    inline TextureBase& asTexture();             // any other kind
    ID3D11Resource* com() const { return com_; } // without a reference

    // Back buffers of a swap chain: which buffer it is; -1 for all other textures.
    int32_t backBufferIndex() const { return backBufferIndex_; }
    bool isBackBuffer() const { return backBufferIndex_ >= 0; }

    // How many views of this resource the application holds (a view's reference is not one of its resource).
    uint32_t heldViews() const { return heldViews_.load(std::memory_order_acquire); }
    void viewHeldChanged(bool held) { heldViews_.fetch_add(held ? 1u : ~0u, std::memory_order_acq_rel); }

    // Its part in what is shared (sharing/shared_resource.h), from the first time that it matters; null before.
    std::shared_ptr<SharedObject> sharing;

    // --- the immediate context's own
    uint64_t lastWriteSubmit = 0; // submission that last writes it on the GPU (staging readback waits for it)
    uint64_t lastUseSubmit = 0;   // submission that last uses it on the GPU

protected:
    ResourceBase(Device& device, const ResourceFacts& facts) : DeviceObject(device), facts_(facts) {}

    bool claim() override; // sharing/shared_resource.cpp

    ResourceFacts facts_;
    gpu::Buffer* gpuBuffer_ = nullptr;
    gpu::Image* gpuImage_ = nullptr;
    ID3D11Resource* com_ = nullptr;
    int32_t backBufferIndex_ = -1;
    uint32_t evictionPriority_ = DXGI_RESOURCE_PRIORITY_NORMAL;

private:
    std::atomic<uint32_t> heldViews_{0};
};

// ID3D11Resource and IDXGIResource both have a SetEvictionPriority(UINT), with different results: each gets its own
// class.
template <class Main>
struct EvictionOfD3d : Main {
    void STDMETHODCALLTYPE SetEvictionPriority(UINT priority) override { evictionPriority() = priority; }
    UINT STDMETHODCALLTYPE GetEvictionPriority() override { return evictionPriority(); }
    virtual uint32_t& evictionPriority() = 0;
};
struct EvictionOfDxgi : IDXGIResource1 {
    HRESULT STDMETHODCALLTYPE SetEvictionPriority(UINT priority) override {
        evictionPriority() = priority;
        return S_OK;
    }
    HRESULT STDMETHODCALLTYPE GetEvictionPriority(UINT* priority) override {
        if (!priority)
            return E_INVALIDARG;
        *priority = evictionPriority();
        return S_OK;
    }
    virtual uint32_t& evictionPriority() = 0;
};
template <class Main>
struct InterfaceOf<EvictionOfD3d<Main>> {
    using Type = Main;
};
template <>
struct InterfaceOf<EvictionOfDxgi> {
    using Type = IDXGIResource1;
};

// The part of ResourceObject that does not depend on its interface (resource/dxgi_resource.cpp).
namespace dxgi_resource {
HRESULT getParent(ResourceBase& resource, REFIID iid, void** parent);
HRESULT getDevice(ResourceBase& resource, REFIID iid, void** device);
HRESULT getSharedHandle(ResourceBase& resource, HANDLE* handle);
HRESULT createSharedHandle(ResourceBase& resource, const WCHAR* name, HANDLE* handle);
HRESULT getUsage(ResourceBase& resource, DXGI_USAGE* usage);
HRESULT createSubresourceSurface(ResourceBase& resource, UINT index, IDXGISurface2** surface);
HRESULT getSurfaceDesc(ResourceBase& resource, DXGI_SURFACE_DESC* desc);
HRESULT map(ResourceBase& resource, UINT subresource, DXGI_MAPPED_RECT* mapped, UINT flags);
HRESULT unmap(ResourceBase& resource, UINT subresource);
HRESULT getDC(ResourceBase& resource, BOOL discard, HDC* dc); // gdi_surface.cpp
HRESULT releaseDC(ResourceBase& resource, const RECT* dirty);
bool isSurface(const ResourceBase& resource); // offers IDXGISurface
} // namespace dxgi_resource

// A resource's interfaces, and the fixed layout: every resource class has the same three of them in front of its
// ResourceBase, so that an ID3D11Resource leads to its ResourceBase by adding a constant.
template <class Base, class Main>
class ResourceObject : public DeviceChildOf<Base, EvictionOfD3d<Main>, EvictionOfDxgi, IDXGISurface2> {
    using Parent = DeviceChildOf<Base, EvictionOfD3d<Main>, EvictionOfDxgi, IDXGISurface2>;

public:
    // ID3D11Resource
    void STDMETHODCALLTYPE GetType(D3D11_RESOURCE_DIMENSION* dimension) override {
        *dimension = static_cast<D3D11_RESOURCE_DIMENSION>(static_cast<uint32_t>(this->kind()) + 1);
    }
    uint32_t& evictionPriority() override { return this->evictionPriority_; }

    // IDXGIObject, IDXGIDeviceSubObject
    using Parent::GetDevice;
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override {
        return dxgi_resource::getParent(*this, iid, parent);
    }
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID iid, void** device) override {
        return dxgi_resource::getDevice(*this, iid, device);
    }

    // IDXGIResource1
    HRESULT STDMETHODCALLTYPE GetSharedHandle(HANDLE* handle) override {
        return dxgi_resource::getSharedHandle(*this, handle);
    }
    HRESULT STDMETHODCALLTYPE GetUsage(DXGI_USAGE* usage) override { return dxgi_resource::getUsage(*this, usage); }
    HRESULT STDMETHODCALLTYPE CreateSubresourceSurface(UINT index, IDXGISurface2** surface) override {
        return dxgi_resource::createSubresourceSurface(*this, index, surface);
    }
    HRESULT STDMETHODCALLTYPE CreateSharedHandle(const SECURITY_ATTRIBUTES*, DWORD, const WCHAR* name,
                                                 HANDLE* handle) override {
        return dxgi_resource::createSharedHandle(*this, name, handle);
    }

    // IDXGISurface2
    HRESULT STDMETHODCALLTYPE GetDesc(DXGI_SURFACE_DESC* desc) override {
        return dxgi_resource::getSurfaceDesc(*this, desc);
    }
    HRESULT STDMETHODCALLTYPE Map(DXGI_MAPPED_RECT* mapped, UINT flags) override {
        return dxgi_resource::map(*this, 0, mapped, flags);
    }
    HRESULT STDMETHODCALLTYPE Unmap() override { return dxgi_resource::unmap(*this, 0); }
    HRESULT STDMETHODCALLTYPE GetDC(BOOL discard, HDC* dc) override { return dxgi_resource::getDC(*this, discard, dc); }
    HRESULT STDMETHODCALLTYPE ReleaseDC(RECT* dirty) override { return dxgi_resource::releaseDC(*this, dirty); }
    HRESULT STDMETHODCALLTYPE GetResource(REFIID iid, void** resource, UINT* subresource) override {
        if (subresource)
            *subresource = 0;
        return this->QueryInterface(iid, resource);
    }

protected:
    template <class... Args>
    explicit ResourceObject(Device& device, Args&&... args) : Parent(device, std::forward<Args>(args)...) {
        this->com_ = static_cast<Main*>(this);
    }
    bool offers(REFIID iid) const override {
        const bool surface = !comChainHas<IDXGIResource1>(iid) && comChainHas<IDXGISurface2>(iid);
        return !surface || dxgi_resource::isSurface(*this);
    }
};

// Where ResourceBase lies in every resource object.
inline constexpr size_t kResourceBaseOffset =
    (3 * sizeof(void*) + alignof(ResourceBase) - 1) / alignof(ResourceBase) * alignof(ResourceBase);

// The resource behind an interface pointer of this DLL; null for null.
inline ResourceBase* toBase(ID3D11Resource* resource) {
    return resource ? reinterpret_cast<ResourceBase*>(reinterpret_cast<char*>(resource) + kResourceBaseOffset)
                    : nullptr;
}

} // namespace hendeca::d3d11
