#pragma once
// Device memory. Blocks of a memory type are cut up by a RangeAllocator; large things, and those for which the driver wants
// it, get memory of their own. Host-visible blocks stay mapped and are coherent, so nobody flushes. Thread-safe. Sizes in
// bytes. Errors: OutOfMemory, after every fitting memory type was tried.

#include "util/result.h"
#include "vk/fns.h"

#include <cstdint>
#include <memory>

namespace hendeca::vk {

class Device;
struct MemoryBlock;

enum class MemoryUse : uint8_t {
    DeviceOnly, // images
    Device,     // buffers: device-local, mapped as well where that costs nothing
    Upload,     // host writes, device reads: device-local where the window for that is roomy
    Readback,   // host reads: cached
};

struct AllocationDesc {
    VkMemoryRequirements requirements{};
    MemoryUse use = MemoryUse::Device;
    bool image = false;     // optimal tiling; never shares a block with buffers (bufferImageGranularity)
    bool dedicated = false; // the driver prefers or requires it
    VkBuffer dedicatedBuffer = VK_NULL_HANDLE; // what a dedicated allocation is for, one of the two
    VkImage dedicatedImage = VK_NULL_HANDLE;
};

struct Allocation {
    VkDeviceMemory memory = VK_NULL_HANDLE;
    uint64_t offset = 0;
    uint64_t size = 0;
    uint8_t* mapped = nullptr; // of `offset`; null if the host cannot see it
    MemoryBlock* block = nullptr;
    uint32_t node = 0;

    explicit operator bool() const { return memory != VK_NULL_HANDLE; }
};

struct HeapStats {
    uint64_t size = 0;      // of the heap
    uint64_t allocated = 0; // by us, whole blocks
    uint64_t used = 0;      // by us, in those blocks
    uint64_t budget = 0;    // what we may use: the driver's word, or a share of size
    uint64_t usage = 0;     // what the process uses, by the driver's word, or `allocated`
    bool deviceLocal = false;
};

class MemoryAllocator {
public:
    explicit MemoryAllocator(Device& device);
    ~MemoryAllocator(); // gives all blocks back; whatever was allocated is gone

    Result<Allocation> allocate(const AllocationDesc& desc);
    void free(const Allocation& allocation);

    uint32_t heapCount() const;
    HeapStats heap(uint32_t index) const;
    // Number of VkDeviceMemory objects now.
    uint32_t blockCount() const;
    // True if buffers of MemoryUse::Device can be written by the host.
    bool deviceMapped() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace hendeca::vk
