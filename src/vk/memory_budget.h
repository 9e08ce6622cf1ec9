#pragma once
// How much of each memory heap this process may use and does use, asked anew each time. Any thread. Bytes.

#include "vk/fns.h"

#include <cstdint>

namespace hendeca::vk {

class Adapter;

struct MemoryBudget {
    uint64_t budget[VK_MAX_MEMORY_HEAPS] = {};
    uint64_t usage[VK_MAX_MEMORY_HEAPS] = {};
};

// Without VK_EXT_memory_budget: four fifths of each heap, and no usage.
MemoryBudget memoryBudget(const Adapter& adapter);

} // namespace hendeca::vk
