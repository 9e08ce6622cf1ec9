#include "gpu/resource/pools.h"
#include "util/log.h"

#include <algorithm>
#include <bit>
#include <cstring>

namespace hendeca::gpu {

namespace {

bool usesBorder(const SamplerDesc& desc) {
    return desc.addressU == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
           desc.addressV == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER ||
           desc.addressW == VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
}

// The description without what has no effect, as words that can be compared.
std::vector<uint32_t> keyOf(const SamplerDesc& desc) {
    std::vector<uint32_t> key = {
        uint32_t(desc.magFilter),
        uint32_t(desc.minFilter),
        uint32_t(desc.mipmapMode),
        uint32_t(desc.addressU),
        uint32_t(desc.addressV),
        uint32_t(desc.addressW),
        std::bit_cast<uint32_t>(desc.mipLodBias),
        std::bit_cast<uint32_t>(desc.minLod),
        std::bit_cast<uint32_t>(desc.maxLod),
        std::bit_cast<uint32_t>(desc.maxAnisotropy),
        desc.compare ? uint32_t(desc.compareOp) + 1 : 0,
        uint32_t(desc.reduction),
    };
    for (const float component : desc.borderColor)
        key.push_back(usesBorder(desc) ? std::bit_cast<uint32_t>(component) : 0);
    return key;
}

struct Border {
    float color[4];
    VkBorderColor standard;
};
constexpr Border kBorders[] = {
    {{0, 0, 0, 0}, VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK},
    {{0, 0, 0, 1}, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK},
    {{1, 1, 1, 1}, VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE},
};

// The standard colour nearest to the wanted one; `exact` tells whether it is the same.
VkBorderColor nearestBorder(const float (&color)[4], bool& exact) {
    const Border* best = kBorders;
    float bestDistance = 1e30f;
    for (const Border& border : kBorders) {
        float distance = 0;
        for (int i = 0; i < 4; i++)
            distance += (border.color[i] - color[i]) * (border.color[i] - color[i]);
        if (distance < bestDistance) {
            best = &border;
            bestDistance = distance;
        }
    }
    exact = bestDistance == 0;
    return best->standard;
}

} // namespace

Result<VkSampler> ResourceFactory::Pools::makeSampler(const SamplerDesc& desc) {
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.magFilter = desc.magFilter;
    info.minFilter = desc.minFilter;
    info.mipmapMode = desc.mipmapMode;
    info.addressModeU = desc.addressU;
    info.addressModeV = desc.addressV;
    info.addressModeW = desc.addressW;
    const float bias = device_.caps().limits.maxSamplerLodBias;
    info.mipLodBias = std::clamp(desc.mipLodBias, -bias, bias);
    info.minLod = std::max(desc.minLod, 0.0f);
    info.maxLod = std::max(desc.maxLod, info.minLod); // Vulkan demands it; D3D11 allows the reverse
    info.anisotropyEnable = desc.maxAnisotropy > 1;
    info.maxAnisotropy = std::clamp(desc.maxAnisotropy, 1.0f, std::max(device_.caps().limits.maxSamplerAnisotropy, 1.0f));
    info.compareEnable = desc.compare;
    info.compareOp = desc.compare ? desc.compareOp : VK_COMPARE_OP_NEVER;

    VkSamplerReductionModeCreateInfo reduction{VK_STRUCTURE_TYPE_SAMPLER_REDUCTION_MODE_CREATE_INFO};
    if (desc.reduction != VK_SAMPLER_REDUCTION_MODE_WEIGHTED_AVERAGE && !desc.compare) {
        reduction.reductionMode = desc.reduction;
        reduction.pNext = info.pNext;
        info.pNext = &reduction;
    }
    VkSamplerCustomBorderColorCreateInfoEXT border{VK_STRUCTURE_TYPE_SAMPLER_CUSTOM_BORDER_COLOR_CREATE_INFO_EXT};
    bool exact = true;
    VkBorderColor standard = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK;
    if (usesBorder(desc))
        standard = nearestBorder(desc.borderColor, exact);
    info.borderColor = standard;
    const void* plain = info.pNext;
    if (!exact && device_.caps().has(vk::Cap::CustomBorderColor)) {
        std::memcpy(border.customBorderColor.float32, desc.borderColor, sizeof(desc.borderColor));
        border.pNext = info.pNext;
        info.pNext = &border;
        info.borderColor = VK_BORDER_COLOR_FLOAT_CUSTOM_EXT;
    }
    VkSampler sampler = VK_NULL_HANDLE;
    Status status = device_.check(device_.fn().CreateSampler(device_.handle(), &info, nullptr, &sampler), "create a sampler");
    if (!status.ok() && info.borderColor != standard) {
        // Drivers have few of these; a nearby colour is better than no sampler.
        HENDECA_WARN_ONCE("the driver has no more custom border colours");
        info.pNext = plain;
        info.borderColor = standard;
        status = device_.check(device_.fn().CreateSampler(device_.handle(), &info, nullptr, &sampler), "create a sampler");
    }
    HENDECA_TRY(status);
    return sampler;
}

Result<VkSampler> ResourceFactory::Pools::acquireSampler(const SamplerDesc& desc) {
    std::lock_guard lock(samplerMutex_);
    auto key = keyOf(desc);
    if (const auto found = samplers_.find(key); found != samplers_.end()) {
        found->second.count++;
        return found->second.handle;
    }
    HENDECA_TRY_ASSIGN(const VkSampler handle, makeSampler(desc));
    samplers_.emplace(std::move(key), SamplerEntry{handle, 1});
    return handle;
}

void ResourceFactory::Pools::releaseSampler(VkSampler sampler) {
    std::lock_guard lock(samplerMutex_);
    const auto found = std::find_if(samplers_.begin(), samplers_.end(),
                                    [&](const auto& entry) { return entry.second.handle == sampler; });
    if (found == samplers_.end() || --found->second.count)
        return;
    device_.fn().DestroySampler(device_.handle(), sampler, nullptr);
    samplers_.erase(found);
}

Result<std::unique_ptr<Sampler>> ResourceFactory::createSampler(const SamplerDesc& desc) {
    HENDECA_TRY_ASSIGN(const VkSampler handle, pools_->acquireSampler(desc));
    auto sampler = std::make_unique<Sampler>();
    sampler->handle_ = handle;
    sampler->factory_ = this;
    return sampler;
}

Sampler::~Sampler() {
    if (factory_)
        factory_->pools_->releaseSampler(handle_);
}

} // namespace hendeca::gpu
