#pragma once
// Command pools with their two buffers (early and main), taken for one submission and given back through the RetireQueue
// when it has completed. Worker only; destruction needs an idle GPU. Errors: Result.

#include "gpu/retire/retire_queue.h"
#include "util/result.h"
#include "vk/fns.h"

#include <memory>
#include <vector>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

class CommandSource;

// The buffers of one submission.
struct CommandPair final : Retirable {
    explicit CommandPair(CommandSource& source) : source(source) {}
    void retired() override;

    CommandSource& source;
    VkCommandPool pool = VK_NULL_HANDLE;
    VkCommandBuffer early = VK_NULL_HANDLE;
    VkCommandBuffer main = VK_NULL_HANDLE;
};

class CommandSource {
public:
    explicit CommandSource(vk::Device& device) : device_(device) {}
    ~CommandSource();

    // Both buffers have been begun.
    Result<CommandPair*> take();
    void give(CommandPair* pair) { free_.push_back(pair); }

private:
    Result<std::unique_ptr<CommandPair>> make();

    vk::Device& device_;
    std::vector<std::unique_ptr<CommandPair>> all_;
    std::vector<CommandPair*> free_;
};

} // namespace hendeca::gpu
