// Clears and discards of views.
#include "d3d11/context/context_base.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "d3d11/view/shader_resource_view.h"
#include "d3d11/view/unordered_access_view.h"
#include "gpu/format/format_table.h"
#include "gpu/resource/view.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>

namespace hendeca::d3d11 {

using namespace gpu::packet;

namespace {

// The part of a rectangle that lies inside width x height; false when nothing is left.
bool clip(const D3D11_RECT& rect, uint32_t width, uint32_t height, VkRect2D& out) {
    const int64_t left = std::max<int64_t>(rect.left, 0), top = std::max<int64_t>(rect.top, 0);
    const int64_t right = std::min<int64_t>(rect.right, width), bottom = std::min<int64_t>(rect.bottom, height);
    if (left >= right || top >= bottom)
        return false;
    out = {{static_cast<int32_t>(left), static_cast<int32_t>(top)},
           {static_cast<uint32_t>(right - left), static_cast<uint32_t>(bottom - top)}};
    return true;
}

// Rectangles to the tail of a packet; how many there are. A packet with rectangles of which none is left is not wanted:
// ask countInside() first.
uint32_t countInside(const D3D11_RECT* rects, UINT count, uint32_t width, uint32_t height) {
    uint32_t inside = 0;
    VkRect2D ignored;
    for (UINT i = 0; i < count; i++)
        inside += clip(rects[i], width, height, ignored);
    return inside;
}

void putInside(const D3D11_RECT* rects, UINT count, uint32_t width, uint32_t height, VkRect2D* out) {
    for (UINT i = 0; i < count; i++)
        if (clip(rects[i], width, height, *out))
            out++;
}

} // namespace

void ContextBase::ClearRenderTargetView(ID3D11RenderTargetView* viewCom, const FLOAT color[4]) {
    Lock lock(*this);
    if (!viewCom || !color)
        return;
    clearTargetRects(static_cast<RenderTargetView*>(viewCom), color, nullptr, 0);
}

void ContextBase::clearTargetRects(RenderTargetView* view, const FLOAT color[4], const D3D11_RECT* rects, UINT count) {
    keep(view);
    // Integer formats take the values converted (D3D11.3 specification 17.9), which the backend does.
    const uint32_t inside = rects ? countInside(rects, count, view->width(), view->height()) : 0;
    if (rects && !inside)
        return;
    if (rects && view->bufferImage())
        copyBufferTarget(*view, true);
    auto* made = writer_.add<ClearTarget>(inside);
    made->view = view->gpu();
    made->count = inside;
    std::copy_n(color, 4, made->value.v);
    if (view->gpu()->imageDesc().alpha == gpu::TargetAlpha::InRed)
        made->value.v[0] = color[3]; // the image has red alone
    if (rects)
        putInside(rects, count, view->width(), view->height(), tail(made));
    if (view->bufferImage())
        copyBufferTarget(*view, false);
}

void ContextBase::clearUav(UnorderedAccessView* view, bool isFloat, const void* values, const D3D11_RECT* rects, UINT count) {
    keep(view);
    const uint32_t inside = rects ? countInside(rects, count, view->width(), view->height()) : 0;
    if (rects && !inside)
        return;
    auto* made = writer_.add<ClearUav>(inside);
    made->view = view->gpu();
    made->isFloat = isFloat;
    std::memcpy(made->value.v, values, sizeof made->value.v);
    made->count = inside;
    if (rects)
        putInside(rects, count, view->width(), view->height(), tail(made));
    noteUse(*view->resource(), true);
}

void ContextBase::ClearUnorderedAccessViewUint(ID3D11UnorderedAccessView* view, const UINT values[4]) {
    Lock lock(*this);
    if (view && values)
        clearUav(static_cast<UnorderedAccessView*>(view), false, values, nullptr, 0);
}

void ContextBase::ClearUnorderedAccessViewFloat(ID3D11UnorderedAccessView* viewCom, const FLOAT values[4]) {
    Lock lock(*this);
    if (!viewCom || !values)
        return;
    auto* view = static_cast<UnorderedAccessView*>(viewCom);
    // Only for float, UNORM and SNORM formats (Microsoft Learn, ClearUnorderedAccessViewFloat).
    const gpu::ComponentType type = gpu::formatInfo(view->format()).type;
    if (type != gpu::ComponentType::Float && type != gpu::ComponentType::Unorm && type != gpu::ComponentType::Snorm) {
        HENDECA_WARN_ONCE("ClearUnorderedAccessViewFloat: the view has an integer format or none; the call is ignored");
        return;
    }
    clearUav(view, true, values, nullptr, 0);
}

void ContextBase::ClearDepthStencilView(ID3D11DepthStencilView* viewCom, UINT flags, FLOAT depth, UINT8 stencil) {
    Lock lock(*this);
    auto* view = static_cast<DepthStencilView*>(viewCom);
    if (!view)
        return;
    VkImageAspectFlags aspects = 0;
    if (flags & D3D11_CLEAR_DEPTH)
        aspects |= VK_IMAGE_ASPECT_DEPTH_BIT;
    if (flags & D3D11_CLEAR_STENCIL)
        aspects |= VK_IMAGE_ASPECT_STENCIL_BIT;
    aspects &= view->writableAspects();
    if (!aspects)
        return;
    keep(view);
    auto* made = writer_.add<ClearDepthStencil>(0);
    made->view = view->gpu();
    made->aspects = aspects;
    made->depth = depth > 0 ? std::min(depth, 1.0f) : 0.0f;
    made->stencil = stencil;
    made->count = 0;
}

// Views of render targets, UAVs and depth (no stencil), with rectangles (Microsoft Learn, ClearView).
void ContextBase::ClearView(ID3D11View* viewCom, const FLOAT color[4], const D3D11_RECT* rects, UINT count) {
    Lock lock(*this);
    if (!viewCom || !color || (count && !rects))
        return;
    if (!count)
        rects = nullptr;
    if (ID3D11RenderTargetView* target = nullptr;
        SUCCEEDED(viewCom->QueryInterface(__uuidof(ID3D11RenderTargetView), reinterpret_cast<void**>(&target)))) {
        clearTargetRects(static_cast<RenderTargetView*>(target), color, rects, count);
        target->Release();
    } else if (ID3D11UnorderedAccessView* uav = nullptr; SUCCEEDED(
                   viewCom->QueryInterface(__uuidof(ID3D11UnorderedAccessView), reinterpret_cast<void**>(&uav)))) {
        auto* view = static_cast<UnorderedAccessView*>(uav);
        const gpu::ComponentType type = gpu::formatInfo(view->format()).type;
        if (type == gpu::ComponentType::Uint || type == gpu::ComponentType::Sint) {
            uint32_t values[4];
            for (int i = 0; i < 4; i++)
                values[i] = type == gpu::ComponentType::Uint
                                ? static_cast<uint32_t>(std::clamp<double>(color[i], 0, 4294967295.0))
                                : static_cast<uint32_t>(static_cast<int32_t>(std::clamp<double>(color[i], -2147483648.0, 2147483647.0)));
            clearUav(view, false, values, rects, count);
        } else {
            clearUav(view, true, color, rects, count);
        }
        uav->Release();
    } else if (ID3D11DepthStencilView* depth = nullptr; SUCCEEDED(
                   viewCom->QueryInterface(__uuidof(ID3D11DepthStencilView), reinterpret_cast<void**>(&depth)))) {
        auto* view = static_cast<DepthStencilView*>(depth);
        const uint32_t inside = rects ? countInside(rects, count, view->width(), view->height()) : 0;
        if ((!rects || inside) && view->writableAspects() & VK_IMAGE_ASPECT_DEPTH_BIT) {
            keep(view);
            auto* made = writer_.add<ClearDepthStencil>(inside);
            made->view = view->gpu();
            made->aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
            made->depth = color[0] > 0 ? std::min(color[0], 1.0f) : 0.0f;
            made->stencil = 0;
            made->count = inside;
            if (rects)
                putInside(rects, count, view->width(), view->height(), tail(made));
        }
        depth->Release();
    } else {
        HENDECA_WARN_ONCE("ClearView: a view of a kind that cannot be cleared; the call is ignored");
    }
}

void ContextBase::DiscardResource(ID3D11Resource* resourceCom) {
    Lock lock(*this);
    if (!resourceCom)
        return;
    ResourceBase& resource = *toBase(resourceCom);
    // A hint: only whole images gain from it.
    if (resource.gpuImage()) {
        keep(&resource);
        for (uint32_t i = 0; i < resource.asTexture().planeCount(); i++)
            writer_.add<DiscardImage>()->image = resource.asTexture().plane(i).image;
    }
}

void ContextBase::DiscardView(ID3D11View* view) {
    DiscardView1(view, nullptr, 0);
}

void ContextBase::DiscardView1(ID3D11View* view, const D3D11_RECT*, UINT) {
    // A hint that need not be taken: the contents stay.
}

} // namespace hendeca::d3d11
