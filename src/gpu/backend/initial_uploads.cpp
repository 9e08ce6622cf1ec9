#include "gpu/backend/initial_uploads.h"

#include "gpu/format/footprint.h"
#include "gpu/record/recorder.h"
#include "gpu/sparse/tile_table.h"

#include <algorithm>
#include <cstring>

namespace hendeca::gpu {

using hazard::Access;

namespace {

// Where each subresource's data lies in the staging slice: aligned for every block size (12 and 16 bytes among them).
constexpr uint64_t kAlignment = 48;
uint64_t alignUp(uint64_t value) {
    return (value + kAlignment - 1) / kAlignment * kAlignment;
}

// From the start of a slice, which is aligned to a power of two, to its first usable byte.
uint64_t padOf(const Slice& slice) {
    return alignUp(slice.backing.offset) - slice.backing.offset;
}

// How one aspect of one subresource lies in the staging slice.
struct Part {
    VkImageAspectFlags aspect;
    uint32_t width, height, depth; // texels
    uint32_t texel;                // bytes of a block there
    uint32_t rowBytes, rows;       // tight
    uint64_t size;
};

bool hasBoth(const ImageDesc& desc) {
    return (desc.aspects & VK_IMAGE_ASPECT_DEPTH_BIT) && (desc.aspects & VK_IMAGE_ASPECT_STENCIL_BIT);
}

Part partOf(const ImageDesc& desc, uint32_t mip, VkImageAspectFlags aspect) {
    Part part{};
    part.aspect = aspect;
    part.width = mipExtent(desc.extent.width, mip);
    part.height = mipExtent(desc.extent.height, mip);
    part.depth = mipExtent(desc.extent.depth, mip);
    uint32_t blockWidth = 1, blockHeight = 1;
    const FormatInfo* format = formatInfoOf(desc.format);
    if (aspect & VK_IMAGE_ASPECT_COLOR_BIT) {
        part.texel = format ? format->bytes : 4;
        blockWidth = format ? format->blockWidth : 1;
        blockHeight = format ? format->blockHeight : 1;
    } else {
        part.texel = aspectBytes(desc.format, aspect);
    }
    part.rowBytes = (part.width + blockWidth - 1) / blockWidth * part.texel;
    part.rows = (part.height + blockHeight - 1) / blockHeight;
    part.size = uint64_t(part.rowBytes) * part.rows * part.depth;
    return part;
}

// Calls visit(part, subresource, offset in the slice) for all data of the image, in order; returns the size of all.
template <class F>
uint64_t forEachPart(const ImageDesc& desc, F&& visit) {
    uint64_t offset = 0;
    for (uint32_t layer = 0; layer < desc.arrayLayers; layer++)
        for (uint32_t mip = 0; mip < desc.mipLevels; mip++)
            for (VkImageAspectFlags left = desc.aspects; left; left &= left - 1) {
                const Part part = partOf(desc, mip, left & (~left + 1));
                visit(part, layer * desc.mipLevels + mip, offset);
                offset = alignUp(offset + part.size);
            }
    return offset;
}

// A texel of D24S8 for an image of D32S8, which stands in where the driver has no D24S8.
void widen(const uint8_t* source, VkImageAspectFlags aspect, uint8_t* to) {
    uint32_t word;
    std::memcpy(&word, source, 4);
    const float depth = static_cast<float>(word & 0xffffff) / 16777215.0f;
    if (aspect & VK_IMAGE_ASPECT_STENCIL_BIT)
        *to = static_cast<uint8_t>(word >> 24);
    else
        std::memcpy(to, &depth, 4);
}

// D3D11 packs depth and stencil into one texel of 4 or 8 bytes; Vulkan copies them apart.
void copyPart(const ImageDesc& desc, const Part& part, const InitialData& from, uint8_t* to) {
    const uint32_t packed = desc.format == VK_FORMAT_D24_UNORM_S8_UINT ? 4 : 8;
    const bool both = hasBoth(desc);
    const uint32_t stencilAt = packed == 4 ? 3 : 4;
    const bool narrow = desc.code == TexelCode::FloatDepth;
    for (uint32_t z = 0; z < part.depth; z++)
        for (uint32_t row = 0; row < part.rows; row++) {
            const uint8_t* source = static_cast<const uint8_t*>(from.data) + size_t(z) * from.slicePitch +
                                    size_t(row) * from.rowPitch;
            if (isWordCode(desc.code)) {
                expandRow(desc.code, source, part.width, to);
            } else if (!both) {
                std::memcpy(to, source, part.rowBytes);
            } else if (narrow) {
                for (uint32_t x = 0; x < part.width; x++)
                    widen(source + size_t(x) * 4, part.aspect, to + x * part.texel);
            } else {
                const uint32_t at = part.aspect & VK_IMAGE_ASPECT_STENCIL_BIT ? stencilAt : 0;
                for (uint32_t x = 0; x < part.width; x++)
                    std::memcpy(to + x * part.texel, source + size_t(x) * packed + at, part.texel);
            }
            to += part.rowBytes;
        }
}

bool needsZeroCopy(const ImageDesc& desc) {
    const FormatInfo* format = formatInfoOf(desc.format);
    return format && format->has(kFormatBlock);
}

bool canBeFilled(const ImageDesc& desc) {
    const FormatInfo* format = formatInfoOf(desc.format);
    return !format || !(format->flags & (kFormatPlanar | kFormatPacked422 | kFormatYcbcr));
}

hazard::ImageRange wholeOf(const ImageDesc& desc) {
    hazard::ImageRange range;
    range.mipCount = desc.mipLevels;
    range.layerCount = desc.arrayLayers;
    range.aspects = desc.aspects;
    return range;
}

} // namespace

InitialUploads::~InitialUploads() {
    for (const Job& job : jobs_)
        if (job.slice.page)
            SliceRing::give(job.slice);
}

Slice InitialUploads::take(uint64_t size) {
    std::lock_guard lock(ringMutex_);
    return ring_.take(size);
}

Status InitialUploads::push(const Job& job, uint64_t bytes) {
    std::lock_guard lock(mutex_);
    jobs_.push_back(job);
    bytes_ += bytes;
    return Ok{};
}

uint64_t InitialUploads::pendingBytes() {
    std::lock_guard lock(mutex_);
    return bytes_;
}

Status InitialUploads::add(Buffer& buffer, const void* data) {
    if (buffer.tiles())
        return Ok{}; // no memory, no contents
    const size_t size = static_cast<size_t>(buffer.size());
    if (uint8_t* mapped = buffer.initialMapping()) {
        if (data)
            std::memcpy(mapped, data, size);
        else
            std::memset(mapped, 0, size);
        return Ok{};
    }
    Job job;
    job.buffer = &buffer;
    job.zero = !data;
    if (data) {
        job.slice = take(size);
        if (!job.slice.backing.mapped)
            return makeError(ErrorCode::OutOfMemory, "no staging memory for a buffer's initial data");
        std::memcpy(job.slice.backing.mapped, data, size);
    }
    return push(job, data ? size : 0);
}

Status InitialUploads::add(Image& image, const InitialData* data) {
    const ImageDesc& desc = image.desc();
    Job job;
    job.image = &image;
    job.zero = !data;
    uint64_t size = 0;
    if (image.tiles())
        return push(job, 0); // only the transition, before there is anything that it could spoil
    if (data) {
        size = forEachPart(desc, [](const Part&, uint32_t, uint64_t) {});
    } else if (!canBeFilled(desc)) {
        return Ok{};
    } else if (needsZeroCopy(desc)) {
        size = partOf(desc, 0, VK_IMAGE_ASPECT_COLOR_BIT).size;
    }
    if (size) {
        job.slice = take(size + kAlignment);
        if (!job.slice.backing.mapped)
            return makeError(ErrorCode::OutOfMemory, "no staging memory for an image's initial data");
        if (data)
            forEachPart(desc, [&](const Part& part, uint32_t subresource, uint64_t offset) {
                if (data[subresource].data)
                    copyPart(desc, part, data[subresource], job.slice.backing.mapped + padOf(job.slice) + offset);
            });
        else
            std::memset(job.slice.backing.mapped, 0, static_cast<size_t>(size + kAlignment));
    }
    return push(job, size);
}

void InitialUploads::record(Recorder& recorder, bool now) {
    {
        std::lock_guard lock(mutex_);
        if (jobs_.empty())
            return;
        taken_.clear();
        taken_.swap(jobs_);
        bytes_ = 0;
    }
    RecordContext& context = recorder.context();
    if (!recorder.abandoned()) {
        for (const Job& job : taken_)
            use(context, job);
        VkCommandBuffer commands = context.begin(Place::Early);
        for (const Job& job : taken_)
            run(context, job, commands);
        if (now)
            recorder.executeEarly();
    }
    for (const Job& job : taken_) {
        if (!job.slice.page)
            continue;
        if (now)
            SliceRing::give(job.slice);
        else
            context.retire().add(context.submission(), job.slice);
    }
}

void InitialUploads::use(RecordContext& context, const Job& job) {
    if (job.buffer)
        context.use(Place::Early, *job.buffer, 0, job.buffer->size(), Access::TransferWrite);
    else
        context.use(Place::Early, *job.image, wholeOf(job.image->desc()), Access::TransferWrite, true);
}

void InitialUploads::run(RecordContext& context, const Job& job, VkCommandBuffer commands) {
    if (job.image) {
        if (TileTable* tiles = job.image->tiles())
            tiles->bornIn = context.submission();
        else
            runImage(context, job, commands);
        return;
    }
    const BufferBacking& backing = job.buffer->backing();
    const uint64_t size = job.buffer->size();
    if (job.zero) {
        // Buffers end at a multiple of 4 or are padded to it.
        context.fn().CmdFillBuffer(commands, backing.buffer, backing.offset, (size + 3) & ~uint64_t(3), 0);
        return;
    }
    VkBufferCopy2 region{VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, job.slice.backing.offset, backing.offset, size};
    VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2, nullptr, job.slice.backing.buffer, backing.buffer, 1,
                           &region};
    context.fn().CmdCopyBuffer2(commands, &info);
}

void InitialUploads::runImage(RecordContext& context, const Job& job, VkCommandBuffer commands) {
    const ImageDesc& desc = job.image->desc();
    const VkImageSubresourceRange range{desc.aspects, 0, desc.mipLevels, 0, desc.arrayLayers};
    constexpr VkImageLayout kLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    if (!job.slice.backing.buffer) {
        if (desc.aspects & VK_IMAGE_ASPECT_COLOR_BIT) {
            const VkClearColorValue zero{};
            context.fn().CmdClearColorImage(commands, job.image->handle(), kLayout, &zero, 1, &range);
        } else {
            const VkClearDepthStencilValue zero{};
            context.fn().CmdClearDepthStencilImage(commands, job.image->handle(), kLayout, &zero, 1, &range);
        }
        return;
    }
    regions_.clear();
    forEachPart(desc, [&](const Part& part, uint32_t subresource, uint64_t offset) {
        VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
        region.bufferOffset = job.slice.backing.offset + padOf(job.slice) + (job.zero ? 0 : offset);
        region.imageSubresource = {part.aspect, subresource % desc.mipLevels, subresource / desc.mipLevels, 1};
        region.imageExtent = {part.width, part.height, part.depth};
        regions_.push_back(region);
    });
    VkCopyBufferToImageInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
    info.srcBuffer = job.slice.backing.buffer;
    info.dstImage = job.image->handle();
    info.dstImageLayout = kLayout;
    info.regionCount = static_cast<uint32_t>(regions_.size());
    info.pRegions = regions_.data();
    context.fn().CmdCopyBufferToImage2(commands, &info);
}

} // namespace hendeca::gpu
