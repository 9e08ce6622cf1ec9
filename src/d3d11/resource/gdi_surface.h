#pragma once
// IDXGISurface1::GetDC and ReleaseDC: the pixels of a GDI-compatible texture, copied into memory that GDI draws to, and
// back. What is drawn with Direct3D between the two calls is overwritten where ReleaseDC's rectangle says so. The
// immediate context's thread (both calls copy with it). Source of the rules: Microsoft Learn, IDXGISurface1::GetDC,
// ReleaseDC.

#include "d3d11/resource/resource.h"
#include "util/platform_gdi.h"

namespace hendeca::d3d11 {

// The device context that is out; a texture has one at a time.
class GdiSurface {
public:
    // The HRESULT that GetDC returns. On success `out` holds the memory.
    static HRESULT open(ResourceBase& resource, bool discard, std::unique_ptr<GdiSurface>& out);
    HDC dc() const { return static_cast<HDC>(memory_->dc()); }
    // Copies `dirty` (null: all) back.
    void close(ResourceBase& resource, const RECT* dirty);

private:
    HRESULT load(ResourceBase& resource);
    std::unique_ptr<GdiMemory> memory_;
};

} // namespace hendeca::d3d11
