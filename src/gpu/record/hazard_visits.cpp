#include "gpu/record/hazard_visits.h"

#include "gpu/descriptor/binder.h"
#include "gpu/record/record_context.h"

namespace hendeca::gpu {

using hazard::Access;
using spirv::BindingKind;

namespace {

void useUniform(RecordContext& context, const UniformBinding& uniform, bool compute) {
    context.use(Place::Main, *uniform.buffer, uniform.offset, uniform.size,
                compute ? Access::UniformCompute : Access::UniformGraphics);
}

void useView(RecordContext& context, const SetBinding& binding, View& view, bool compute) {
    const bool uav = binding.kind == BindingKind::StorageImage || binding.kind == BindingKind::StorageTexelBuffer ||
                     binding.kind == BindingKind::StorageBuffer || binding.kind == BindingKind::UavCounter;
    Access access;
    if (uav && binding.written)
        access = compute ? Access::StorageWriteCompute : Access::StorageWriteGraphics;
    else
        access = compute ? Access::StorageReadCompute : Access::StorageReadGraphics;

    if (binding.kind == BindingKind::UavCounter) {
        if (Buffer* counter = view.bufferDesc().counter)
            context.use(Place::Main, *counter, 0, 4, access);
    } else if (view.isImage()) {
        if (!uav) {
            if (view.image()->desc().aspects & (VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT))
                access = Access::DepthReadSampled;
            else if (compute)
                access = Access::SampledCompute;
            else
                access = binding.stage == spirv::Stage::Pixel ? Access::SampledPixel : Access::SampledVertex;
        }
        hazard::ImageRange range = RecordContext::rangeOf(view);
        // A depth view leaves stencil in its layout: it may be a target at the same time (read-only depth).
        if (const VkImageAspectFlags read = range.aspects & view.imageDesc().aspects)
            range.aspects = read;
        context.use(Place::Main, *view.image(), range, access);
    } else {
        if (!uav && binding.kind == BindingKind::UniformTexelBuffer)
            access = compute ? Access::SampledCompute
                             : (binding.stage == spirv::Stage::Pixel ? Access::SampledPixel : Access::SampledVertex);
        context.use(Place::Main, *view.buffer(), view.bufferDesc().offset, view.bufferDesc().size, access);
    }
}

} // namespace

void HazardVisits::run(RecordContext& context, Binder& binder, const PipelineLayout& layout) {
    constexpr uint32_t kGraphics = kBoundUniformGraphics | kBoundViewGraphics | kBoundUavGraphics;
    constexpr uint32_t kCompute = kBoundUniformCompute | kBoundViewCompute | kBoundUavCompute;
    if (context.takeRecheck(compute_ ? kCompute : kGraphics))
        epoch_++;
    if (layout.id >= seen_.size())
        seen_.resize(layout.id + 16);
    const bool all = seen_[layout.id] != epoch_;
    seen_[layout.id] = epoch_;
    binder.visitUses(layout, all, [&](const SetBinding& binding, const UniformBinding* uniform, View* view) {
        if (uniform)
            useUniform(context, *uniform, compute_);
        else
            useView(context, binding, *view, compute_);
    });
}

} // namespace hendeca::gpu
