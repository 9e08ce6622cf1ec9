#pragma once
// Changes of memory bindings that go to the queue as one vkQueueBindSparse. Plain data: filled by the worker, used by the
// submit thread.

#include "vk/fns.h"

#include <vector>

namespace hendeca::gpu {

struct BindBatch {
    struct Target {
        VkImage image = VK_NULL_HANDLE; // one of the two
        VkBuffer buffer = VK_NULL_HANDLE;
        std::vector<VkSparseImageMemoryBind> tiles; // images
        std::vector<VkSparseMemoryBind> ranges;     // buffers, and the mip tail of images
    };
    std::vector<Target> targets;
    bool unordered = false; // nothing that was submitted before uses what is bound: the queue need not wait for it

    bool empty() const { return targets.empty(); }
};

} // namespace hendeca::gpu
