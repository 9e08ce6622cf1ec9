// Input assembler state.
#include "d3d11/context/context_base.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/state/input_layout.h"
#include "util/log.h"

namespace hendeca::d3d11 {

void ContextBase::IASetInputLayout(ID3D11InputLayout* layout) {
    Lock lock(*this);
    auto* wanted = static_cast<InputLayout*>(layout);
    if (shadow_.layout == wanted)
        return;
    keep(wanted);
    shadow_.layout = wanted;
    shadow_.dirty |= kDirtyLayout;
}

void ContextBase::IASetVertexBuffers(UINT start, UINT count, ID3D11Buffer* const* buffers, const UINT* strides,
                                     const UINT* offsets) {
    Lock lock(*this);
    if (start > gpu::kMaxVertexBuffers || count > gpu::kMaxVertexBuffers - start) {
        HENDECA_WARN_ONCE("IASetVertexBuffers: slots %u to %u do not all exist; the call is ignored", start, start + count);
        return;
    }
    for (UINT i = 0; i < count; i++) {
        const VertexSlot wanted{buffers ? static_cast<Buffer*>(buffers[i]) : nullptr, strides ? strides[i] : 0,
                                offsets ? offsets[i] : 0};
        VertexSlot& slot = shadow_.vertexBuffers[start + i];
        if (slot == wanted)
            continue;
        if (slot.buffer != wanted.buffer)
            keep(wanted.buffer);
        slot = wanted;
        shadow_.dirtyVertexBuffers.add(start + i);
        shadow_.dirty |= kDirtyVertexBuffers;
    }
}

void ContextBase::IASetIndexBuffer(ID3D11Buffer* buffer, DXGI_FORMAT format, UINT offset) {
    Lock lock(*this);
    auto* wanted = static_cast<Buffer*>(buffer);
    if (shadow_.indexBuffer == wanted && shadow_.indexFormat == format && shadow_.indexOffset == offset)
        return;
    keep(wanted);
    shadow_.indexBuffer = wanted;
    shadow_.indexFormat = format;
    shadow_.indexOffset = offset;
    shadow_.dirty |= kDirtyIndexBuffer;
}

void ContextBase::IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY topology) {
    Lock lock(*this);
    if (shadow_.topology == topology)
        return;
    shadow_.topology = topology;
    shadow_.dirty |= kDirtyTopology;
}

void ContextBase::IAGetInputLayout(ID3D11InputLayout** layout) {
    Lock lock(*this);
    if (!layout)
        return;
    *layout = shadow_.layout;
    if (*layout)
        (*layout)->AddRef();
}

void ContextBase::IAGetVertexBuffers(UINT start, UINT count, ID3D11Buffer** buffers, UINT* strides, UINT* offsets) {
    Lock lock(*this);
    for (UINT i = 0; i < count; i++) {
        const VertexSlot slot = start + i < gpu::kMaxVertexBuffers ? shadow_.vertexBuffers[start + i] : VertexSlot{};
        if (buffers) {
            buffers[i] = slot.buffer;
            if (slot.buffer)
                slot.buffer->AddRef();
        }
        if (strides)
            strides[i] = slot.stride;
        if (offsets)
            offsets[i] = slot.offset;
    }
}

void ContextBase::IAGetIndexBuffer(ID3D11Buffer** buffer, DXGI_FORMAT* format, UINT* offset) {
    Lock lock(*this);
    if (buffer) {
        *buffer = shadow_.indexBuffer;
        if (*buffer)
            (*buffer)->AddRef();
    }
    if (format)
        *format = shadow_.indexFormat;
    if (offset)
        *offset = shadow_.indexOffset;
}

void ContextBase::IAGetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY* topology) {
    Lock lock(*this);
    if (topology)
        *topology = shadow_.topology;
}

} // namespace hendeca::d3d11
