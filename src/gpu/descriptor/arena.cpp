#include "gpu/descriptor/arena.h"

#include "vk/device.h"

#include <algorithm>

namespace hendeca::gpu {

DescriptorArena::DescriptorArena(vk::Device& device) : device_(device) {}

DescriptorArena::~DescriptorArena() {
    for (VkDescriptorPool pool : pools_)
        device_.fn().DestroyDescriptorPool(device_.handle(), pool, nullptr);
}

Result<VkDescriptorSet> DescriptorArena::take(const SetLayout& layout) {
    if (layout.id >= classes_.size())
        classes_.resize(layout.id + 1);
    Class& sets = classes_[layout.id];
    if (sets.free.empty())
        HENDECA_TRY(grow(layout, sets));
    if (!current_) {
        if (freeBatches_.empty()) {
            batches_.push_back(std::make_unique<Batch>());
            batches_.back()->arena = this;
            freeBatches_.push_back(batches_.back().get());
        }
        current_ = freeBatches_.back();
        freeBatches_.pop_back();
    }
    VkDescriptorSet set = sets.free.back();
    sets.free.pop_back();
    current_->sets.emplace_back(layout.id, set);
    return set;
}

Status DescriptorArena::grow(const SetLayout& layout, Class& sets) {
    const uint32_t count = sets.nextBatch;
    sets.nextBatch = std::min(count * 2, 256u);
    std::vector<VkDescriptorPoolSize> sizes = layout.poolSizes;
    for (VkDescriptorPoolSize& size : sizes)
        size.descriptorCount *= count;

    const vk::Fns& fn = device_.fn();
    VkDescriptorPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO};
    poolInfo.maxSets = count;
    poolInfo.poolSizeCount = static_cast<uint32_t>(sizes.size());
    poolInfo.pPoolSizes = sizes.data();
    VkDescriptorPool pool = VK_NULL_HANDLE;
    HENDECA_TRY(device_.check(fn.CreateDescriptorPool(device_.handle(), &poolInfo, nullptr, &pool),
                               "make a descriptor pool"));
    pools_.push_back(pool);

    const std::vector<VkDescriptorSetLayout> layouts(count, layout.handle);
    VkDescriptorSetAllocateInfo info{VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO};
    info.descriptorPool = pool;
    info.descriptorSetCount = count;
    info.pSetLayouts = layouts.data();
    const size_t first = sets.free.size();
    sets.free.resize(first + count);
    Status status = device_.check(fn.AllocateDescriptorSets(device_.handle(), &info, sets.free.data() + first),
                                   "allocate descriptor sets");
    if (!status) {
        sets.free.resize(first);
        return status;
    }
    allocated_ += count;
    return Ok{};
}

void DescriptorArena::submissionEnded(uint64_t value, RetireQueue& queue) {
    if (!current_)
        return;
    queue.add(value, current_);
    current_ = nullptr;
}

void DescriptorArena::Batch::retired() {
    for (auto& [layout, set] : sets)
        arena->classes_[layout].free.push_back(set);
    sets.clear();
    arena->freeBatches_.push_back(this);
}

} // namespace hendeca::gpu
