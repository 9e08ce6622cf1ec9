#pragma once
// What all views have in common: the resource that they hold (a private reference), the part of it that they show, and
// the backend's view. Immutable, any thread.

#include "d3d11/resource/resource.h"
#include "gpu/resource/view.h"

#include <memory>

namespace hendeca::d3d11 {

// The part of a resource that a view shows, for D3D11's rule that a subresource bound for output is not bound for
// input. Depth slices of 3D textures count as layers.
struct ViewRange {
    ResourceBase* resource = nullptr;
    uint32_t firstMip = 0, mips = 1;
    uint32_t firstLayer = 0, layers = 1;
    VkImageAspectFlags aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    uint64_t bufferOffset = 0, bufferSize = 0; // bytes

    bool overlaps(const ViewRange& other) const {
        if (resource != other.resource)
            return false;
        if (resource->isBuffer())
            return bufferOffset < other.bufferOffset + other.bufferSize &&
                   other.bufferOffset < bufferOffset + bufferSize;
        return (aspects & other.aspects) && firstMip < other.firstMip + other.mips &&
               other.firstMip < firstMip + mips && firstLayer < other.firstLayer + other.layers &&
               other.firstLayer < firstLayer + layers;
    }
};

class ViewBase : public DeviceObject {
public:
    ~ViewBase() override; // gives the resource back
    gpu::View* gpu() const { return view_.get(); }
    ResourceBase* resource() const { return range_.resource; }
    const ViewRange& range() const { return range_; }
    DXGI_FORMAT format() const { return format_; } // resolved, never typeless; UNKNOWN for raw and structured buffers

protected:
    ViewBase(Device& device, const ViewRange& range, DXGI_FORMAT format, std::unique_ptr<gpu::View> view);
    void releaseGpu(gpu::Writer& writer) override;
    void publiclyHeldChanged(bool held) override { range_.resource->viewHeldChanged(held); }

private:
    ViewRange range_;
    DXGI_FORMAT format_;
    std::unique_ptr<gpu::View> view_;
};

template <class Main>
class ViewObject : public DeviceChildOf<ViewBase, Main> {
public:
    void STDMETHODCALLTYPE GetResource(ID3D11Resource** resource) override {
        *resource = this->resource()->com();
        (*resource)->AddRef();
    }

protected:
    ViewObject(Device& device, const ViewRange& range, DXGI_FORMAT format, std::unique_ptr<gpu::View> view)
        : DeviceChildOf<ViewBase, Main>(device, range, format, std::move(view)) {}
};

} // namespace hendeca::d3d11
