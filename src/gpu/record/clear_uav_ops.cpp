#include "gpu/record/clear_uav_ops.h"

#include "gpu/format/footprint.h"
#include "gpu/record/record_context.h"
#include "gpu/record/texel_bits.h"
#include "gpu/resource/view.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>
#include <vector>

namespace hendeca::gpu {

using hazard::Access;

namespace {

constexpr uint32_t kPatternBytes = 65536; // at most, but for one row of a wide image

// The pattern as a 32-bit word, when it repeats every 4 bytes.
bool wordOf(const Texel& texel, uint32_t& word) {
    uint8_t bytes[4];
    for (uint32_t i = 0; i < 4; i++)
        bytes[i] = texel.bytes[i % texel.size];
    for (uint32_t i = 0; i < texel.size; i++) {
        if (texel.bytes[i] != bytes[i % 4])
            return false;
    }
    std::memcpy(&word, bytes, 4);
    return texel.size <= 4 || texel.size % 4 == 0;
}

void fillPattern(uint8_t* to, uint64_t bytes, const Texel& texel) {
    for (uint64_t at = 0; at + texel.size <= bytes; at += texel.size)
        std::memcpy(to + at, texel.bytes, texel.size);
}

bool clipTo(const VkRect2D& rect, uint32_t width, uint32_t height, VkRect2D& out) {
    const int64_t left = std::max<int64_t>(rect.offset.x, 0), top = std::max<int64_t>(rect.offset.y, 0);
    const int64_t right = std::min<int64_t>(int64_t{rect.offset.x} + rect.extent.width, width);
    const int64_t bottom = std::min<int64_t>(int64_t{rect.offset.y} + rect.extent.height, height);
    if (left >= right || top >= bottom)
        return false;
    out = {{static_cast<int32_t>(left), static_cast<int32_t>(top)},
           {static_cast<uint32_t>(right - left), static_cast<uint32_t>(bottom - top)}};
    return true;
}

} // namespace

void ClearUavOps::clear(const packet::ClearUav& packet) {
    if (packet.view->isImage())
        clearImage(packet);
    else
        clearBuffer(packet);
}

void ClearUavOps::clearBuffer(const packet::ClearUav& packet) {
    View& view = *packet.view;
    const BufferViewDesc& desc = view.bufferDesc();
    Buffer& buffer = *view.buffer();
    if (!desc.size || desc.offset >= buffer.size())
        return;
    Texel texel;
    if (view.kind() == ViewKind::TypedBuffer) {
        texel = texelOf(desc.format, packet.isFloat, packet.value.v);
    } else { // raw and structured: every word takes the first value
        texel.size = 4;
        std::memcpy(texel.bytes, packet.value.v, 4);
    }
    if (!texel.size) {
        HENDECA_WARN_ONCE("A clear of a buffer view of Vulkan format %d is not implemented", desc.format);
        return;
    }
    // Rectangles of a buffer count elements from left to right.
    const uint64_t size = std::min(desc.size, buffer.size() - desc.offset);
    const uint32_t element = desc.stride && view.kind() == ViewKind::StructuredBuffer ? desc.stride : texel.size;
    struct Range {
        uint64_t offset, size; // bytes in the buffer
    };
    std::vector<Range> ranges;
    for (uint32_t i = 0; i < packet.count; i++) {
        const VkRect2D& rect = packet::tail(&packet)[i];
        const uint64_t first = static_cast<uint64_t>(std::max(rect.offset.x, 0)) * element;
        const int64_t last = (int64_t{rect.offset.x} + rect.extent.width) * element;
        if (last > 0 && first < std::min<uint64_t>(static_cast<uint64_t>(last), size))
            ranges.push_back({desc.offset + first, std::min<uint64_t>(static_cast<uint64_t>(last), size) - first});
    }
    if (!packet.count)
        ranges.push_back({desc.offset, size});

    const uint64_t base = buffer.backing().offset;
    uint32_t word = 0;
    bool fill = wordOf(texel, word);
    uint64_t longest = 0;
    for (const Range& range : ranges) {
        fill = fill && ((base + range.offset) | range.size) % 4 == 0;
        longest = std::max(longest, range.size);
    }
    Slice pattern;
    if (!fill) {
        const uint64_t bytes = std::min<uint64_t>(longest, kPatternBytes / texel.size * texel.size);
        pattern = context_.scratch(bytes);
        if (!pattern.backing.mapped)
            return;
        fillPattern(pattern.backing.mapped, bytes, texel);
        longest = bytes;
    }
    const Place place = context_.place(buffer);
    for (const Range& range : ranges)
        context_.use(place, buffer, range.offset, range.size, Access::TransferWrite);
    VkCommandBuffer commands = context_.begin(place);
    for (const Range& range : ranges) {
        if (fill) {
            context_.fn().CmdFillBuffer(commands, buffer.backing().buffer, base + range.offset, range.size, word);
            continue;
        }
        std::vector<VkBufferCopy2> regions;
        for (uint64_t at = 0; at < range.size; at += longest)
            regions.push_back({VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, pattern.backing.offset,
                               base + range.offset + at, std::min(longest, range.size - at)});
        VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
        info.srcBuffer = pattern.backing.buffer;
        info.dstBuffer = buffer.backing().buffer;
        info.regionCount = static_cast<uint32_t>(regions.size());
        info.pRegions = regions.data();
        context_.fn().CmdCopyBuffer2(commands, &info);
    }
}

void ClearUavOps::clearImage(const packet::ClearUav& packet) {
    View& view = *packet.view;
    const ImageViewDesc& desc = view.imageDesc();
    Image& image = *view.image();
    const ImageDesc& imageDesc = image.desc();
    Uint4 value = packet.value;
    if (imageDesc.code == TexelCode::AlphaOfFour)
        value.v[0] = value.v[1] = value.v[2] = 0;
    const Texel texel = texelOf(desc.format, packet.isFloat, value.v);
    if (!texel.size || desc.firstMip >= imageDesc.mipLevels) {
        HENDECA_WARN_ONCE("A clear of an image view of Vulkan format %d is not implemented", desc.format);
        return;
    }
    const bool volume = imageDesc.kind == ImageKind::Image3D;
    const bool allSlices =
        !volume || (desc.firstLayer == 0 && desc.layerCount >= mipExtent(imageDesc.extent.depth, desc.firstMip));
    VkClearColorValue color;
    if (packet.count || !allSlices || !clearColorOf(imageDesc.format, texel, color)) {
        copyPattern(packet, texel.bytes, texel.size);
        return;
    }
    const Place place = context_.place(image);
    const hazard::ImageRange range = RecordContext::rangeOf(view);
    context_.use(place, image, range, Access::TransferWrite, true);
    VkCommandBuffer commands = context_.begin(place);
    const VkImageSubresourceRange subresources{range.aspects, range.firstMip, range.mipCount, range.firstLayer,
                                               range.layerCount};
    context_.fn().CmdClearColorImage(commands, image.handle(), hazard::accessInfo(Access::TransferWrite).layout, &color,
                                     1, &subresources);
}

void ClearUavOps::copyPattern(const packet::ClearUav& packet, const uint8_t* texelBytes, uint32_t texelSize) {
    View& view = *packet.view;
    const ImageViewDesc& desc = view.imageDesc();
    Image& image = *view.image();
    const ImageDesc& imageDesc = image.desc();
    const bool volume = imageDesc.kind == ImageKind::Image3D;
    const uint32_t width = mipExtent(imageDesc.extent.width, desc.firstMip);
    const uint32_t height = mipExtent(imageDesc.extent.height, desc.firstMip);
    const uint32_t depth = mipExtent(imageDesc.extent.depth, desc.firstMip);
    const uint32_t slices = volume && desc.firstLayer < depth ? std::min(desc.layerCount, depth - desc.firstLayer)
                                                              : (volume ? 0 : desc.layerCount);
    std::vector<VkRect2D> rects;
    for (uint32_t i = 0; i < packet.count; i++) {
        VkRect2D rect;
        if (clipTo(packet::tail(&packet)[i], width, height, rect))
            rects.push_back(rect);
    }
    if (!packet.count)
        rects.push_back({{0, 0}, {width, height}});
    if (rects.empty() || !slices)
        return;

    // One strip of texels; every rectangle is made of copies of it.
    const uint32_t rowsInStrip = std::clamp(kPatternBytes / (width * texelSize), 1u, height);
    const uint64_t bytes = uint64_t{width} * texelSize * rowsInStrip;
    const Slice pattern = context_.scratch(bytes);
    if (!pattern.backing.mapped)
        return;
    Texel texel;
    texel.size = texelSize;
    std::memcpy(texel.bytes, texelBytes, texelSize);
    fillPattern(pattern.backing.mapped, bytes, texel);

    std::vector<VkBufferImageCopy2> regions;
    for (uint32_t slice = 0; slice < slices; slice++) {
        for (const VkRect2D& rect : rects) {
            for (uint32_t y = 0; y < rect.extent.height; y += rowsInStrip) {
                VkBufferImageCopy2& region = regions.emplace_back();
                region = {VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
                region.bufferOffset = pattern.backing.offset;
                region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, desc.firstMip,
                                           volume ? 0 : desc.firstLayer + slice, 1};
                region.imageOffset = {rect.offset.x, rect.offset.y + static_cast<int32_t>(y),
                                      volume ? static_cast<int32_t>(desc.firstLayer + slice) : 0};
                region.imageExtent = {rect.extent.width, std::min(rowsInStrip, rect.extent.height - y), 1};
            }
        }
    }
    const Place place = context_.place(image);
    context_.use(place, image, RecordContext::rangeOf(view), Access::TransferWrite);
    VkCommandBuffer commands = context_.begin(place);
    VkCopyBufferToImageInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
    info.srcBuffer = pattern.backing.buffer;
    info.dstImage = image.handle();
    info.dstImageLayout = hazard::accessInfo(Access::TransferWrite).layout;
    info.regionCount = static_cast<uint32_t>(regions.size());
    info.pRegions = regions.data();
    context_.fn().CmdCopyBufferToImage2(commands, &info);
}

} // namespace hendeca::gpu
