#include "gpu/hazard/state.h"

#include "gpu/hazard/parts.h"

namespace hendeca::gpu::hazard {

BufferState::BufferState() = default;
BufferState::~BufferState() = default;
BufferState::BufferState(BufferState&&) noexcept = default;
BufferState& BufferState::operator=(BufferState&&) noexcept = default;

ImageState::ImageState() = default;
ImageState::~ImageState() = default;
ImageState::ImageState(ImageState&&) noexcept = default;
ImageState& ImageState::operator=(ImageState&&) noexcept = default;

void ImageState::init(uint32_t mipLevels, uint32_t arrayLayers, VkImageAspectFlags aspects, VkImageLayout layout) {
    mipLevels_ = mipLevels;
    arrayLayers_ = arrayLayers;
    aspects_ = aspects;
    whole_ = {};
    whole_.layout = layout;
    parts_.reset();
}

} // namespace hendeca::gpu::hazard
