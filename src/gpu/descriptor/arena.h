#pragma once
// Descriptor sets by layout: allocated in batches, never freed singly, recycled when the submission that used them has
// passed. Worker only.

#include "gpu/descriptor/layout_cache.h"
#include "gpu/retire/retire_queue.h"
#include "util/result.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace hendeca::gpu {

class DescriptorArena {
public:
    explicit DescriptorArena(vk::Device& device);
    ~DescriptorArena(); // nothing may be in use

    Result<VkDescriptorSet> take(const SetLayout& layout);
    // What was taken since the last call is free again once `value` has passed.
    void submissionEnded(uint64_t value, RetireQueue& queue);
    uint64_t allocated() const { return allocated_; } // sets, ever

private:
    struct Class { // the sets of one layout
        std::vector<VkDescriptorSet> free;
        uint32_t nextBatch = 4;
    };
    struct Batch final : Retirable { // what one submission used
        DescriptorArena* arena = nullptr;
        std::vector<std::pair<uint32_t, VkDescriptorSet>> sets;
        void retired() override;
    };
    Status grow(const SetLayout& layout, Class& sets);

    vk::Device& device_;
    std::vector<Class> classes_; // by SetLayout::id
    std::vector<VkDescriptorPool> pools_;
    std::vector<std::unique_ptr<Batch>> batches_; // all
    std::vector<Batch*> freeBatches_;
    Batch* current_ = nullptr;
    uint64_t allocated_ = 0;
};

} // namespace hendeca::gpu
