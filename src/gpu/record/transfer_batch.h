#pragma once
// Uploads and copies, gathered as long as they are independent of each other, so that all their barriers are issued at once
// and copies between the same images become one command. Whoever records anything else that may touch the same resources
// calls flush() first; the recorder does so by packet. Worker only.

#include "gpu/record/record_context.h"
#include "gpu/stream/packets.h"
#include "vk/fns.h"

#include <cstdint>
#include <vector>

namespace hendeca::gpu {

// One end of a transfer: a range of a buffer, a box of a subresource, or a slice that needs no hazards.
struct TransferEnd {
    Buffer* buffer = nullptr;
    Image* image = nullptr;
    VkBuffer handle = VK_NULL_HANDLE; // of a slice
    uint64_t offset = 0, size = 0;    // buffers, within the buffer; slices, within `handle`
    uint32_t subresource = 0;
    VkImageAspectFlags aspects = 0;
    Box box{};
};

struct Transfer {
    TransferEnd source, target;
    // Between buffers and images: how the buffer's data lies.
    uint32_t rowPitch = 0, slicePitch = 0; // bytes
    Place place = Place::Main;
    uint32_t next = 0;     // of the same two images; 0: none
    bool chained = false;  // some other's next
    bool useTarget = true; // false: an earlier transfer of the batch has done so
};

class TransferBatch {
public:
    explicit TransferBatch(RecordContext& context) : context_(context) {}

    void add(const Transfer& transfer);
    void flush() {
        if (!pending_.empty()) [[unlikely]]
            run();
    }
    bool empty() const { return pending_.empty(); }

    // The part of a box that lies within a subresource (a box over a compressed level may reach over its edge).
    static Box clampToLevel(const Image& image, uint32_t subresource, const Box& box);

private:
    static constexpr size_t kMaxPending = 1024;
    static constexpr size_t kMaxParts = 80; // of each kind below: all are looked at for each transfer

    // What the batch reads or writes, equal and touching parts taken together: copies into an atlas stay one part.
    struct Part {
        const void* resource = nullptr;
        TransferEnd end;
        Place place = Place::Main;
        uint32_t last = 0; // of sources: the last transfer
    };
    enum class Relation : uint8_t { None, SameTarget, Conflict };
    static bool overlap(const TransferEnd& a, const TransferEnd& b);
    static bool sameSubresource(const TransferEnd& a, const TransferEnd& b);
    static bool join(TransferEnd& a, const TransferEnd& b);
    void noteTarget(const Transfer& transfer);
    void noteSource(const Transfer& transfer);
    Relation relation(const Transfer& transfer) const;
    Place placeOf(const Transfer& transfer) const;
    void use(const Transfer& transfer);
    void run();
    void runImageCopies(size_t first, VkCommandBuffer commands);
    void runOne(const Transfer& transfer, VkCommandBuffer commands);
    void copyBufferAndImage(const Transfer& transfer, VkCommandBuffer commands, bool toImage);
    void copyThroughScratch(const Transfer& transfer, VkCommandBuffer commands, bool toImage, uint64_t base,
                            uint32_t bytes);

    RecordContext& context_;
    std::vector<Transfer> pending_;
    std::vector<Part> sources_, targets_;
    std::vector<VkImageCopy2> regions_;
    std::vector<VkBufferImageCopy2> rows_;
};

} // namespace hendeca::gpu
