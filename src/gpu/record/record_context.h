#pragma once
// What a family of recording operations (copies, clears, resolves, mips, presents ...) works with: the device, the two
// command buffers of the submission that is being recorded, hazards, scratch memory and retirement. Worker only.
//
// A submission has two command buffers, executed in this order: `Early` (uploads, clears and copies hoisted out of the way,
// so that they do not end a render pass) and `Main`. An operation may go to Early only if none of the resources that it
// touches has been used in Main of this submission: place(a, b) answers that. The pattern of an operation is
//
//     const Place place = context.place(source, target);
//     context.use(place, source, range, Access::TransferRead);
//     context.use(place, target, range, Access::TransferWrite);
//     VkCommandBuffer commands = context.begin(place);     // ends an open pass (Main), issues all barriers at once
//     context.fn().CmdCopyImage2(commands, ...);
//
// Operations that bind pipelines or descriptors of their own in Main say so (begin's second argument), so that draws and
// dispatches bind theirs again. In Early nothing is bound between operations: bind all that you need.
// Uses in earlier submissions need no barriers: one at the head of Early settles them. What a first use in Main needs still
// (a transition, or a barrier from Early) goes to the end of Early, so that it does not end a pass either.
// Sizes and offsets in bytes. Failures of Vulkan mark the device lost; command buffers given out are always valid.

#include "gpu/hazard/tracker.h"
#include "gpu/resource/buffer.h"
#include "gpu/resource/image.h"
#include "gpu/retire/retire_queue.h"
#include "gpu/upload/slice_ring.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>

namespace hendeca::vk {
class Device;
struct Caps;
} // namespace hendeca::vk

namespace hendeca::gpu {

class CommandSource; // record/command_source.h: pools and buffers, recycled
struct CommandPair;
class RecordContext;
class ResourceFactory;
class View;

enum class Place : uint8_t { Early, Main };

enum DisturbBit : uint32_t {
    kDisturbsGraphics = 1u << 0, // pipeline, descriptor sets or dynamic state at the graphics bind point
    kDisturbsCompute = 1u << 1,
};

// What the context asks of the parts that hold back work. Implemented by the recorder.
class RecordHooks {
public:
    virtual void suspendPass() = 0;                      // end the open pass, if any; it goes on with LOAD at the next draw
    virtual void resolvePendingClears(Image& image) = 0; // clears that wait to become load operations
    virtual void disturbed(uint32_t bits) = 0;           // DisturbBit

protected:
    ~RecordHooks() = default;
};

// Images with a clear that waits for a pass carry this in Image::bindMask, beside buffer.h's BindBit.
inline constexpr uint32_t kPendingClear = 1u << 31;

class RecordContext {
public:
    RecordContext(vk::Device& device, ResourceFactory& factory, RecordHooks& hooks);
    ~RecordContext(); // takes back everything: the GPU must be idle

    vk::Device& device() const { return device_; }
    const vk::Fns& fn() const { return fn_; }
    const vk::Caps& caps() const { return caps_; }
    ResourceFactory& factory() const { return factory_; }
    hazard::Tracker& tracker() { return tracker_; }

    // The submission that is being recorded: things used now are free when it has completed.
    uint64_t submission() const { return submission_; }
    RetireQueue& retire() { return retire_; }
    void retireObject(Object* object) { retire_.add(submission_, object); }

    // --- where an operation may go
    bool unusedInMain(const Buffer& buffer) const { return buffer.lastMainUse != submission_ && !keepsOrder_; }
    bool unusedInMain(Image& image) const { return image.backing().lastMainUse != submission_ && !keepsOrder_; }
    template <class... Resources>
    Place place(Resources&... resources) const {
        return (unusedInMain(resources) && ...) ? Place::Early : Place::Main;
    }

    // --- uses. Barriers collect until begin(). True if the use needed one.
    bool use(Place place, Buffer& buffer, uint64_t offset, uint64_t size, hazard::Access access);
    bool use(Place place, Image& image, const hazard::ImageRange& range, hazard::Access access, bool discard = false);
    // The range of a view: its mips and layers (a 3D image has one layer), its aspects.
    static hazard::ImageRange rangeOf(const View& view);
    static hazard::ImageRange rangeOf(const Image& image, uint32_t subresource, VkImageAspectFlags aspects);

    // --- commands
    // The command buffer, outside any pass, with all barriers so far issued.
    VkCommandBuffer begin(Place place, uint32_t disturbs = 0);
    // Main as it stands, perhaps inside a pass; for what is legal in both (labels, binds). Issues nothing.
    VkCommandBuffer main() const { return main_; }
    VkCommandBuffer early() const { return early_; }
    bool barriersPending() const { return !mainBarriers_.empty(); } // of Main
    void issueBarriers(Place place);

    // Where a timestamp goes. As long as Main is empty that is Early, so that what is hoisted afterwards lies behind it. Later
    // it is Main, and from then on nothing is hoisted in front of it.
    VkCommandBuffer orderedCommands();
    void noteMainUsed() { mainUsed_ = true; } // for what does not come by begin()

    // --- memory
    // Host-visible scratch that is free again after this submission. mapped is null when memory is exhausted.
    Slice scratch(uint64_t size);
    // The same, kept until it is given to retire().
    Slice keptSlice(uint64_t size) { return ring_.take(size); }

    // --- what writes outside draws made doubtful: bits of BindBit whose bound resources must be checked again
    uint32_t takeRecheck(uint32_t bits) {
        const uint32_t taken = recheck_ & bits;
        recheck_ &= ~bits;
        return taken;
    }
    void addRecheck(uint32_t bits) { recheck_ |= bits; }

    // --- the recorder's: one submission after the other
    bool beginSubmission(uint64_t value);      // false: device lost
    // Ends both command buffers. Early is null when nothing was recorded there. False: device lost.
    bool endSubmission(VkCommandBuffer& early, VkCommandBuffer& main);
    void abandonSubmission(uint64_t value);    // device lost: nothing is recorded any more, values go on
    // Ends Early so that it can be submitted before the rest, and goes on with a new one. Null: nothing was recorded there.
    VkCommandBuffer splitEarly();
    bool earlyUsed() const { return earlyUsed_; }
    bool recorded() const { return earlyUsed_ || mainUsed_; } // anything, since beginSubmission()

private:
    vk::Device& device_;
    const vk::Fns& fn_;
    const vk::Caps& caps_;
    ResourceFactory& factory_;
    RecordHooks& hooks_;
    hazard::Tracker tracker_;
    hazard::BarrierBatch earlyBarriers_, mainBarriers_;
    RetireQueue retire_;
    SliceRing ring_;
    std::unique_ptr<CommandSource> source_;
    CommandPair* pair_ = nullptr;
    VkCommandBuffer early_ = VK_NULL_HANDLE, main_ = VK_NULL_HANDLE;
    uint64_t submission_ = 1;
    uint32_t recheck_ = 0;
    bool earlyUsed_ = false;
    bool mainUsed_ = false, keepsOrder_ = false;
    bool hostReads_ = false; // Readback memory was written: make it visible to the host
};

} // namespace hendeca::gpu
