#pragma once
// Uploads, copies and renames: packets to transfers, and the few that need more than one command. Worker only.

#include "gpu/record/transfer_batch.h"
#include "gpu/stream/packets.h"

namespace hendeca::gpu {

class CopyOps {
public:
    explicit CopyOps(RecordContext& context) : context_(context), batch_(context) {}

    void uploadBuffer(const packet::UploadBuffer& packet);
    void uploadImage(const packet::UploadImage& packet);
    void copyBuffer(const packet::CopyBuffer& packet);
    void copyImage(const packet::CopyImage& packet);
    void copyBufferToImage(const packet::CopyBufferToImage& packet);
    void copyImageToBuffer(const packet::CopyImageToBuffer& packet);
    void setUavCounter(const packet::SetUavCounter& packet);
    void copyUavCounter(const packet::CopyUavCounter& packet);

    // Before anything is recorded that may touch what the gathered transfers do.
    void flush() { batch_.flush(); }
    bool empty() const { return batch_.empty(); }

    // Contents from a slice that the caller keeps alive, or that is retired with this submission if it has a page.
    void uploadBuffer(Buffer& buffer, uint64_t offset, uint64_t size, const Slice& source);
    void uploadImage(Image& image, uint32_t subresource, const Box& box, uint32_t rowPitch, uint32_t slicePitch,
                     VkImageAspectFlags aspects, const Slice& source);

private:
    void copyThroughBuffer(const packet::CopyImage& packet, const Box& box, const Box& targetBox);

    RecordContext& context_;
    TransferBatch batch_;
};

} // namespace hendeca::gpu
