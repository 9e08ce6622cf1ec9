#include "vk/memory_budget.h"

#include "vk/device.h"

#include <algorithm>

namespace hendeca::vk {

MemoryBudget memoryBudget(const Adapter& adapter) {
    MemoryBudget result;
    VkPhysicalDeviceMemoryBudgetPropertiesEXT budget{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT};
    VkPhysicalDeviceMemoryProperties2 memory{VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2};
    const bool known = adapter.caps().has(Cap::MemoryBudget);
    if (known)
        memory.pNext = &budget;
    adapter.instance().fn().GetPhysicalDeviceMemoryProperties2(adapter.handle(), &memory);
    for (uint32_t i = 0; i < memory.memoryProperties.memoryHeapCount; i++) {
        const uint64_t size = memory.memoryProperties.memoryHeaps[i].size;
        result.budget[i] = known ? std::min<uint64_t>(budget.heapBudget[i], size) : size / 5 * 4;
        result.usage[i] = known ? budget.heapUsage[i] : 0;
    }
    return result;
}

} // namespace hendeca::vk
