#include "gpu/record/record_context.h"

#include "gpu/record/command_source.h"
#include "gpu/resource/factory.h"
#include "gpu/resource/view.h"
#include "vk/device.h"

#include <algorithm>

namespace hendeca::gpu {

using hazard::Access;

RecordContext::RecordContext(vk::Device& device, ResourceFactory& factory, RecordHooks& hooks)
    : device_(device), fn_(device.fn()), caps_(device.caps()), factory_(factory), hooks_(hooks), ring_(factory),
      source_(std::make_unique<CommandSource>(device)) {}

RecordContext::~RecordContext() {
    retire_.collect(~uint64_t(0));
}

bool RecordContext::use(Place place, Buffer& buffer, uint64_t offset, uint64_t size, Access access) {
    // Before its first use in Main, everything that happened to the buffer lies in front of the end of Early.
    const bool first = buffer.lastMainUse != submission_;
    hazard::BarrierBatch& batch = place == Place::Early || first ? earlyBarriers_ : mainBarriers_;
    if (place == Place::Main)
        buffer.lastMainUse = submission_;
    if (access == Access::TransferWrite && buffer.desc().memory == MemoryKind::Readback)
        hostReads_ = true;
    const bool needed = tracker_.use(buffer.hazard(), offset, size, access, batch);
    // Read after read is never in the way of what draws have checked before, a write is.
    if (buffer.bindMask && hazard::accessInfo(access).write)
        recheck_ |= buffer.bindMask;
    return needed && &batch == &mainBarriers_;
}

bool RecordContext::use(Place place, Image& image, const hazard::ImageRange& range, Access access, bool discard) {
    if (image.bindMask & kPendingClear) [[unlikely]]
        hooks_.resolvePendingClears(image);
    ImageBacking& backing = image.backing();
    const bool first = backing.lastMainUse != submission_;
    hazard::BarrierBatch& batch = place == Place::Early || first ? earlyBarriers_ : mainBarriers_;
    if (place == Place::Main)
        backing.lastMainUse = submission_;
    const bool needed = tracker_.use(backing.hazard, backing.image, range, access, batch, discard);
    // A barrier may have changed the layout that draws expect, even for a read.
    if (image.bindMask && (needed || hazard::accessInfo(access).write))
        recheck_ |= image.bindMask & ~kPendingClear;
    return needed && &batch == &mainBarriers_;
}

hazard::ImageRange RecordContext::rangeOf(const View& view) {
    const ImageViewDesc& desc = view.imageDesc();
    hazard::ImageRange range;
    range.firstMip = desc.firstMip;
    range.mipCount = desc.mipCount;
    range.aspects = view.image()->desc().aspects;
    if (view.image()->desc().kind != ImageKind::Image3D) {
        range.firstLayer = desc.firstLayer;
        range.layerCount = desc.layerCount;
    }
    return range;
}

hazard::ImageRange RecordContext::rangeOf(const Image& image, uint32_t subresource, VkImageAspectFlags aspects) {
    hazard::ImageRange range;
    range.firstMip = subresource % image.desc().mipLevels;
    range.firstLayer = subresource / image.desc().mipLevels;
    range.aspects = aspects;
    return range;
}

void RecordContext::issueBarriers(Place place) {
    hazard::BarrierBatch& batch = place == Place::Early ? earlyBarriers_ : mainBarriers_;
    if (batch.empty())
        return;
    if (place == Place::Early)
        earlyUsed_ = true;
    fn_.CmdPipelineBarrier2(place == Place::Early ? early_ : main_, &batch.dependency());
    batch.clear();
}

VkCommandBuffer RecordContext::begin(Place place, uint32_t disturbs) {
    if (place == Place::Early) {
        issueBarriers(Place::Early);
        earlyUsed_ = true;
        return early_;
    }
    mainUsed_ = true;
    hooks_.suspendPass();
    issueBarriers(Place::Main);
    if (disturbs)
        hooks_.disturbed(disturbs);
    return main_;
}

VkCommandBuffer RecordContext::orderedCommands() {
    if (!mainUsed_)
        return begin(Place::Early);
    keepsOrder_ = true;
    return main_;
}

Slice RecordContext::scratch(uint64_t size) {
    Slice slice = ring_.take(size);
    if (slice.page)
        retire_.add(submission_, slice);
    return slice;
}

bool RecordContext::beginSubmission(uint64_t value) {
    submission_ = value;
    earlyUsed_ = hostReads_ = mainUsed_ = keepsOrder_ = false;
    auto pair = source_->take();
    if (!pair) {
        device_.markLost(pair.error());
        return false;
    }
    pair_ = *pair;
    early_ = pair_->early;
    main_ = pair_->main;
    tracker_.newEpoch(earlyBarriers_); // goes out with the first barriers of Early
    return true;
}

bool RecordContext::endSubmission(VkCommandBuffer& early, VkCommandBuffer& main) {
    if (hostReads_)
        mainBarriers_.addMemory(VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT, VK_ACCESS_2_TRANSFER_WRITE_BIT,
                                VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT);
    issueBarriers(Place::Early);
    issueBarriers(Place::Main);
    early = earlyUsed_ ? early_ : VK_NULL_HANDLE;
    main = main_;
    const bool ok = device_.check(fn_.EndCommandBuffer(early_), "ending a command buffer").ok() &&
                    device_.check(fn_.EndCommandBuffer(main_), "ending a command buffer").ok();
    retire_.add(submission_, pair_);
    pair_ = nullptr;
    early_ = main_ = VK_NULL_HANDLE;
    if (!ok && !device_.lost())
        device_.markLost(makeError(ErrorCode::OutOfMemory, "a command buffer could not be ended"));
    return ok;
}

VkCommandBuffer RecordContext::splitEarly() {
    issueBarriers(Place::Early);
    if (!earlyUsed_)
        return VK_NULL_HANDLE;
    auto next = source_->take();
    if (!next) {
        device_.markLost(next.error());
        return VK_NULL_HANDLE;
    }
    const VkCommandBuffer ended = early_;
    if (auto status = device_.check(fn_.EndCommandBuffer(ended), "ending a command buffer"); !status) {
        device_.markLost(status.error());
        return VK_NULL_HANDLE;
    }
    // Main goes on in the first pair; of the new one only Early is used.
    retire_.add(submission_, *next);
    early_ = (*next)->early;
    earlyUsed_ = false;
    return ended;
}

void RecordContext::abandonSubmission(uint64_t value) {
    if (pair_)
        retire_.add(submission_, pair_);
    pair_ = nullptr;
    submission_ = value;
    earlyBarriers_.clear();
    mainBarriers_.clear();
}

} // namespace hendeca::gpu
