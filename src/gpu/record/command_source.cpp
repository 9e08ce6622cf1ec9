#include "gpu/record/command_source.h"

#include "vk/device.h"

namespace hendeca::gpu {

void CommandPair::retired() {
    source.give(this);
}

CommandSource::~CommandSource() {
    for (auto& pair : all_)
        device_.fn().DestroyCommandPool(device_.handle(), pair->pool, nullptr);
}

Result<std::unique_ptr<CommandPair>> CommandSource::make() {
    const vk::Fns& fn = device_.fn();
    auto pair = std::make_unique<CommandPair>(*this);

    VkCommandPoolCreateInfo poolInfo{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    poolInfo.flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT;
    poolInfo.queueFamilyIndex = device_.queueFamily();
    HENDECA_TRY(device_.check(fn.CreateCommandPool(device_.handle(), &poolInfo, nullptr, &pair->pool),
                              "making a command pool"));

    VkCommandBufferAllocateInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    info.commandPool = pair->pool;
    info.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    info.commandBufferCount = 1;
    for (VkCommandBuffer* buffer : {&pair->early, &pair->main}) {
        auto status = device_.check(fn.AllocateCommandBuffers(device_.handle(), &info, buffer),
                                    "allocating a command buffer");
        if (!status) {
            fn.DestroyCommandPool(device_.handle(), pair->pool, nullptr);
            return std::move(status).error();
        }
    }
    return pair;
}

Result<CommandPair*> CommandSource::take() {
    const vk::Fns& fn = device_.fn();
    CommandPair* pair = nullptr;
    if (free_.empty()) {
        HENDECA_TRY_ASSIGN(auto made, make());
        pair = made.get();
        all_.push_back(std::move(made));
    } else {
        pair = free_.back();
        free_.pop_back();
        HENDECA_TRY(device_.check(fn.ResetCommandPool(device_.handle(), pair->pool, 0), "resetting a command pool"));
    }

    VkCommandBufferBeginInfo info{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    info.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    HENDECA_TRY(device_.check(fn.BeginCommandBuffer(pair->early, &info), "beginning a command buffer"));
    HENDECA_TRY(device_.check(fn.BeginCommandBuffer(pair->main, &info), "beginning a command buffer"));
    return pair;
}

} // namespace hendeca::gpu
