#include "gpu/resource/factory.h"

#include "gpu/resource/pools.h"
#include "gpu/sparse/tile_heap.h"
#include "util/log.h"

namespace hendeca::gpu {

ResourceFactory::ResourceFactory(std::shared_ptr<vk::Device> device)
    : device_(std::move(device)), pools_(std::make_unique<Pools>(*device_)) {}

ResourceFactory::~ResourceFactory() = default;

Result<std::unique_ptr<TileHeap>> ResourceFactory::createTileHeap(uint32_t tiles) {
    auto heap = std::make_unique<TileHeap>(device_->memory(), pools_->tileMemory(),
                                           nextHeapId_.fetch_add(1, std::memory_order_relaxed));
    HENDECA_TRY(heap->resize(tiles));
    return heap;
}

std::unique_ptr<View> ResourceFactory::createView(Buffer& buffer, const BufferViewDesc& desc) {
    auto view = std::make_unique<View>();
    view->kind_ = desc.kind;
    view->buffer_ = &buffer;
    view->bufferDesc_ = desc;
    view->factory_ = this;
    return view;
}

std::unique_ptr<View> ResourceFactory::createView(Image& image, const ImageViewDesc& desc) {
    auto view = std::make_unique<View>();
    view->kind_ = ViewKind::Image;
    view->image_ = &image;
    view->imageDesc_ = desc;
    view->factory_ = this;
    return view;
}

} // namespace hendeca::gpu
