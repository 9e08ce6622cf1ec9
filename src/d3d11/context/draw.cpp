// Draws and dispatches.
#include "d3d11/context/context_base.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/view/render_target_view.h"
#include "gpu/format/format_table.h"
#include "util/log.h"

namespace hendeca::d3d11 {

using namespace gpu::packet;

namespace {

// Arguments of an indirect call: in a buffer made for it, 4-byte aligned, wholly inside.
bool argumentsValid(Buffer* buffer, UINT offset, uint32_t bytes, const char* what) {
    if (buffer && offset % 4 == 0 && uint64_t(offset) + bytes <= buffer->gpu().size() &&
        buffer->miscFlags() & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS)
        return true;
    HENDECA_WARN_ONCE("%s: bad argument buffer or offset %u; the call is ignored", what, offset);
    return false;
}

} // namespace

// Buffers that are render targets are drawn to by way of images: their elements go there before each draw, and come back
// after it, so that whatever reads the buffer next sees them. Slow, and rare.
void ContextBase::copyBufferTargets(bool load) {
    for (uint32_t i = 0; i < shadow_.targetCount; i++) {
        RenderTargetView* view = shadow_.targets[i];
        if (view && view->bufferImage())
            copyBufferTarget(*view, load);
    }
}

void ContextBase::copyBufferTarget(RenderTargetView& view, bool load) {
    Buffer& buffer = view.resource()->asBuffer();
    const gpu::Box box{0, 0, 0, view.width(), 1, 1};
    const uint32_t bytes = view.width() * gpu::formatInfo(view.format()).bytes;
    const auto fill = [&](auto& made) {
        made.image = view.bufferImage();
        made.subresource = 0;
        made.box = box;
        made.aspects = VK_IMAGE_ASPECT_COLOR_BIT;
        made.buffer = &buffer.gpu();
        made.offset = view.range().bufferOffset;
        made.rowPitch = made.slicePitch = bytes;
    };
    if (load)
        fill(*writer_.add<CopyBufferToImage>());
    else
        fill(*writer_.add<CopyImageToBuffer>());
    noteUse(buffer, !load);
}

void ContextBase::Draw(UINT vertexCount, UINT firstVertex) {
    Lock lock(*this);
    if (!vertexCount)
        return;
    flushState(kGraphicsBits);
    syncBufferTargets(true);
    writer_.draw(vertexCount, firstVertex, 1, 0);
    syncBufferTargets(false);
}

void ContextBase::DrawIndexed(UINT indexCount, UINT firstIndex, INT baseVertex) {
    Lock lock(*this);
    if (!indexCount)
        return;
    flushState(kGraphicsBits);
    syncBufferTargets(true);
    writer_.drawIndexed(indexCount, firstIndex, baseVertex, 1, 0);
    syncBufferTargets(false);
}

void ContextBase::DrawInstanced(UINT vertexCount, UINT instanceCount, UINT firstVertex, UINT firstInstance) {
    Lock lock(*this);
    if (!vertexCount || !instanceCount)
        return;
    flushState(kGraphicsBits);
    syncBufferTargets(true);
    writer_.draw(vertexCount, firstVertex, instanceCount, firstInstance);
    syncBufferTargets(false);
}

void ContextBase::DrawIndexedInstanced(UINT indexCount, UINT instanceCount, UINT firstIndex, INT baseVertex,
                                       UINT firstInstance) {
    Lock lock(*this);
    if (!indexCount || !instanceCount)
        return;
    flushState(kGraphicsBits);
    syncBufferTargets(true);
    writer_.drawIndexed(indexCount, firstIndex, baseVertex, instanceCount, firstInstance);
    syncBufferTargets(false);
}

// Draws what stream output has written into the buffer in vertex slot 0.
void ContextBase::DrawAuto() {
    Lock lock(*this);
    const VertexSlot& slot = shadow_.vertexBuffers[0];
    if (!slot.buffer || !slot.buffer->streamOutCounter()) {
        HENDECA_WARN_ONCE("DrawAuto: vertex slot 0 has no buffer that stream output wrote; the call is ignored");
        return;
    }
    flushState(kGraphicsBits);
    syncBufferTargets(true);
    auto* made = writer_.add<gpu::packet::DrawAuto>();
    made->counter = slot.buffer->streamOutCounter();
    made->stride = slot.stride;
    made->vertexOffset = slot.offset;
    syncBufferTargets(false);
}

void ContextBase::DrawInstancedIndirect(ID3D11Buffer* arguments, UINT offset) {
    Lock lock(*this);
    auto* buffer = static_cast<Buffer*>(arguments);
    if (!argumentsValid(buffer, offset, sizeof(D3D11_DRAW_INSTANCED_INDIRECT_ARGS), "DrawInstancedIndirect"))
        return;
    keep(buffer);
    flushState(kGraphicsBits);
    syncBufferTargets(true);
    auto* made = writer_.add<DrawIndirect>();
    made->buffer = &buffer->gpu();
    made->offset = offset;
    made->indexed = false;
    syncBufferTargets(false);
}

void ContextBase::DrawIndexedInstancedIndirect(ID3D11Buffer* arguments, UINT offset) {
    Lock lock(*this);
    auto* buffer = static_cast<Buffer*>(arguments);
    if (!argumentsValid(buffer, offset, sizeof(D3D11_DRAW_INDEXED_INSTANCED_INDIRECT_ARGS),
                        "DrawIndexedInstancedIndirect"))
        return;
    keep(buffer);
    flushState(kGraphicsBits);
    syncBufferTargets(true);
    auto* made = writer_.add<DrawIndirect>();
    made->buffer = &buffer->gpu();
    made->offset = offset;
    made->indexed = true;
    syncBufferTargets(false);
}

void ContextBase::Dispatch(UINT x, UINT y, UINT z) {
    Lock lock(*this);
    if (!x || !y || !z)
        return;
    if (x > D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION || y > D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION ||
        z > D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION) {
        HENDECA_WARN_ONCE("Dispatch: %u x %u x %u groups are too many; the call is ignored", x, y, z);
        return;
    }
    flushState(kComputeBits);
    auto* made = writer_.add<gpu::packet::Dispatch>();
    made->x = x;
    made->y = y;
    made->z = z;
}

void ContextBase::DispatchIndirect(ID3D11Buffer* arguments, UINT offset) {
    Lock lock(*this);
    auto* buffer = static_cast<Buffer*>(arguments);
    if (!argumentsValid(buffer, offset, 12, "DispatchIndirect"))
        return;
    keep(buffer);
    flushState(kComputeBits);
    auto* made = writer_.add<gpu::packet::DispatchIndirect>();
    made->buffer = &buffer->gpu();
    made->offset = offset;
}

} // namespace hendeca::d3d11
