#pragma once
// Descriptions of Direct3D 10 and 11 into each other. Most have the same layout, which is checked; enumerations have the same
// values. What Direct3D 10 has no word for is left out. Pure functions. Source: Microsoft Learn, the two APIs' structures.

#include "d3d11/d3d10/interfaces.h"

#include <cstring>

namespace hendeca::d3d11 {

UINT miscFlags10(UINT flags);
UINT miscFlags11(UINT flags);

D3D10_BUFFER_DESC to10(const D3D11_BUFFER_DESC& desc);
D3D11_BUFFER_DESC to11(const D3D10_BUFFER_DESC& desc);
D3D10_BLEND_DESC to10(const D3D11_BLEND_DESC& desc);
D3D10_BLEND_DESC1 toBlend1(const D3D11_BLEND_DESC& desc);
D3D11_BLEND_DESC to11(const D3D10_BLEND_DESC& desc);
D3D11_BLEND_DESC to11(const D3D10_BLEND_DESC1& desc);
D3D10_DEPTH_STENCIL_VIEW_DESC to10(const D3D11_DEPTH_STENCIL_VIEW_DESC& desc);
D3D11_DEPTH_STENCIL_VIEW_DESC to11(const D3D10_DEPTH_STENCIL_VIEW_DESC& desc);

// Structures of equal layout.
template <class To, class From>
To sameLayout(const From& from) {
    static_assert(sizeof(To) == sizeof(From));
    To to;
    std::memcpy(&to, &from, sizeof to);
    return to;
}

} // namespace hendeca::d3d11
