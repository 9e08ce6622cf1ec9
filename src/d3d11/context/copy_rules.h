#pragma once
// Which copies D3D11 allows, as questions without side effects. Sources: Microsoft Learn, ID3D11DeviceContext::CopyResource
// and CopySubresourceRegion; D3D11.3 functional specification 5.5.

#include "d3d11/resource/resource.h"
#include "gpu/stream/packets.h"

namespace hendeca::d3d11 {

// Size of one subresource in texels, with mips taken into account; buffers: bytes x 1 x 1.
gpu::Box subresourceBox(ResourceBase& resource, uint32_t subresource);

// Same kind, family, size, mips, layers and samples; target not immutable; not the same resource.
bool copyResourceAllowed(ResourceBase& target, ResourceBase& source);

// Formats that bits may be copied between: the same family or, from feature level 10.1 on, a block of a compressed format and
// a texel of the few plain formats that "Format conversion using Direct3D 10.1" (Microsoft Learn) lists.
bool copyFormatsAllowed(ResourceBase& target, ResourceBase& source);

// Depth-stencil and multisampled subresources are copied whole or not at all (Microsoft Learn, CopySubresourceRegion).
bool copyIsPartialWhereForbidden(ResourceBase& target, gpu::Offset at, ResourceBase& source, uint32_t sourceSubresource,
                                 const gpu::Box& box);

// The part of the source that a copy takes: `box`, or all. False when it is empty or does not lie inside.
bool sourceBox(ResourceBase& source, uint32_t subresource, const D3D11_BOX* box, gpu::Box& out);

} // namespace hendeca::d3d11
