#include "gpu/descriptor/binder.h"

#include "gpu/descriptor/arena.h"
#include "gpu/descriptor/bound_set.h"
#include "gpu/format/footprint.h"
#include "gpu/hazard/access.h"
#include "util/hash.h"
#include "util/log.h"
#include "vk/device.h"

#include <algorithm>
#include <cstring>

namespace hendeca::gpu {

using spirv::BindingKind;
using spirv::Stage;

namespace {

constexpr uint32_t kMaxUniformRange = 65536; // bytes: 4096 registers
constexpr uint32_t kGraphicsStages = 5;

bool isCompute(Stage stage) {
    return stage == Stage::Compute;
}

// Images with depth are always sampled in a layout that also serves a read-only depth attachment.
VkImageLayout sampledLayout(const Image& image) {
    const bool depth = image.desc().aspects & (VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT);
    return hazard::accessInfo(depth ? hazard::Access::DepthReadSampled : hazard::Access::SampledPixel).layout;
}

void setBits(SlotMasks& masks, bool uniform, uint32_t slot, bool value) {
    uint16_t& mask = uniform ? masks.uniforms : masks.samplers;
    const uint16_t bit = static_cast<uint16_t>(1u << slot);
    mask = value ? static_cast<uint16_t>(mask | bit) : static_cast<uint16_t>(mask & ~bit);
}

} // namespace

struct Binder::PointState {
    BoundSet sets[kSetCount];
    const SetLayout* compatible[kSetCount] = {}; // layouts of what is bound in the command buffer; null: nothing
    const PipelineLayout* layout = nullptr;      // of the last bind(); null: look at everything
    uint32_t renames = 0;
};

// Sets by layout that this submission has written. In the arena's terms a layout is its id.
struct Binder::Recent {
    std::vector<std::unique_ptr<RecentSets>> byLayout;
    uint64_t submission = 0; // counts submissions; equal numbers: handles are still alive
};

Binder::Binder(std::shared_ptr<vk::Device> device)
    : device_(std::move(device)), arena_(std::make_unique<DescriptorArena>(*device_)),
      recent_(std::make_unique<Recent>()) {
    for (auto& point : points_)
        point = std::make_unique<PointState>();
    VkSamplerCreateInfo info{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    info.magFilter = info.minFilter = VK_FILTER_LINEAR;
    info.mipmapMode = VK_SAMPLER_MIPMAP_MODE_LINEAR;
    info.addressModeU = info.addressModeV = info.addressModeW = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    info.maxLod = VK_LOD_CLAMP_NONE;
    Status status = device_->check(device_->fn().CreateSampler(device_->handle(), &info, nullptr, &nullSampler_),
                                   "make the default sampler");
    if (!status)
        logError("%s", status.error().what.c_str());
}

Binder::~Binder() {
    device_->fn().DestroySampler(device_->handle(), nullSampler_, nullptr);
}

// --- the shadow

void Binder::setUniform(Stage stage, uint32_t slot, const UniformBinding& binding) {
    StageShadow& s = shadow(stage);
    UniformBinding& to = s.uniforms[slot];
    if (to.buffer == binding.buffer && to.offset == binding.offset && to.size == binding.size)
        return;
    to = binding;
    setBits(s.bound, true, slot, binding.buffer);
    setBits(s.dirty, true, slot, true);
    setBits(s.unvisited, true, slot, true);
    dirty_[isCompute(stage)] = true;
    if (binding.buffer)
        binding.buffer->bindMask |= isCompute(stage) ? kBoundUniformCompute : kBoundUniformGraphics;
}

void Binder::markResource(StageShadow& s, uint32_t slot) {
    const uint64_t bit = uint64_t{1} << (slot & 63);
    s.dirty.srvs[slot >> 6] |= bit;
    s.unvisited.srvs[slot >> 6] |= bit;
}

void Binder::markUav(bool compute, uint32_t slot) {
    const uint64_t bit = uint64_t{1} << slot;
    const uint32_t first = compute ? kGraphicsStages : 0, last = compute ? spirv::kStageCount : kGraphicsStages;
    for (uint32_t i = first; i < last; i++) {
        shadows_[i].dirty.uavs |= bit;
        shadows_[i].unvisited.uavs |= bit;
    }
    dirty_[compute] = true;
}

void Binder::setResource(Stage stage, uint32_t slot, View* view) {
    StageShadow& s = shadow(stage);
    if (s.views[slot] == view)
        return;
    s.views[slot] = view;
    const uint64_t bit = uint64_t{1} << (slot & 63);
    uint64_t& bound = s.bound.srvs[slot >> 6];
    bound = view ? bound | bit : bound & ~bit;
    markResource(s, slot);
    dirty_[isCompute(stage)] = true;
    const uint32_t bindBit = isCompute(stage) ? kBoundViewCompute : kBoundViewGraphics;
    if (view && view->isImage())
        view->image()->bindMask |= bindBit;
    else if (view)
        view->buffer()->bindMask |= bindBit;
}

void Binder::setSampler(Stage stage, uint32_t slot, Sampler* sampler) {
    StageShadow& s = shadow(stage);
    if (s.samplers[slot] == sampler)
        return;
    s.samplers[slot] = sampler;
    setBits(s.bound, false, slot, sampler);
    setBits(s.dirty, false, slot, true);
    dirty_[isCompute(stage)] = true;
}

void Binder::setUav(bool compute, uint32_t slot, View* view) {
    if (uavs_[compute][slot] == view)
        return;
    uavs_[compute][slot] = view;
    const uint64_t bit = uint64_t{1} << slot;
    boundUavs_[compute] = view ? boundUavs_[compute] | bit : boundUavs_[compute] & ~bit;
    markUav(compute, slot);
    if (!view)
        return;
    const uint32_t bindBit = compute ? kBoundUavCompute : kBoundUavGraphics;
    if (view->isImage()) {
        view->image()->bindMask |= bindBit;
    } else {
        view->buffer()->bindMask |= bindBit;
        if (Buffer* counter = view->bufferDesc().counter)
            counter->bindMask |= bindBit;
    }
}

void Binder::reset() {
    for (uint32_t i = 0; i < spirv::kStageCount; i++) {
        const Stage stage = static_cast<Stage>(i);
        StageShadow& s = shadows_[i];
        for (uint32_t mask = s.bound.uniforms; mask; mask &= mask - 1)
            setUniform(stage, static_cast<uint32_t>(std::countr_zero(mask)), {});
        for (uint32_t mask = s.bound.samplers; mask; mask &= mask - 1)
            setSampler(stage, static_cast<uint32_t>(std::countr_zero(mask)), nullptr);
        for (uint32_t word = 0; word < 2; word++) {
            for (uint64_t mask = s.bound.srvs[word]; mask; mask &= mask - 1)
                setResource(stage, word * 64 + static_cast<uint32_t>(std::countr_zero(mask)), nullptr);
        }
    }
    for (bool compute : {false, true}) {
        for (uint64_t mask = boundUavs_[compute]; mask; mask &= mask - 1)
            setUav(compute, static_cast<uint32_t>(std::countr_zero(mask)), nullptr);
    }
}

void Binder::bufferRenamed(Buffer& buffer) {
    // Which uniform slots it is in need not be known: the few that a pipeline uses are compared at the next bind.
    if (buffer.bindMask & kBoundUniformGraphics)
        renames_[0]++;
    if (buffer.bindMask & kBoundUniformCompute)
        renames_[1]++;
    if (buffer.bindMask & (kBoundViewGraphics | kBoundViewCompute | kBoundUavGraphics | kBoundUavCompute))
        markViews(&buffer, nullptr, buffer.bindMask);
}

void Binder::imageChanged(Image& image) {
    if (image.bindMask & (kBoundViewGraphics | kBoundViewCompute | kBoundUavGraphics | kBoundUavCompute))
        markViews(nullptr, &image, image.bindMask);
}

void Binder::markViews(const Buffer* buffer, const Image* image, uint32_t bindMask) {
    auto isOf = [&](const View& view) {
        return view.isImage() ? view.image() == image
                              : view.buffer() == buffer || (buffer && view.bufferDesc().counter == buffer);
    };
    for (uint32_t i = 0; i < spirv::kStageCount; i++) {
        const bool compute = isCompute(static_cast<Stage>(i));
        if (!(bindMask & (compute ? kBoundViewCompute : kBoundViewGraphics)))
            continue;
        StageShadow& s = shadows_[i];
        for (uint32_t word = 0; word < 2; word++) {
            for (uint64_t mask = s.bound.srvs[word]; mask; mask &= mask - 1) {
                const uint32_t slot = word * 64 + static_cast<uint32_t>(std::countr_zero(mask));
                if (isOf(*s.views[slot])) {
                    markResource(s, slot);
                    dirty_[compute] = true;
                }
            }
        }
    }
    for (bool compute : {false, true}) {
        if (!(bindMask & (compute ? kBoundUavCompute : kBoundUavGraphics)))
            continue;
        for (uint64_t mask = boundUavs_[compute]; mask; mask &= mask - 1) {
            const uint32_t slot = static_cast<uint32_t>(std::countr_zero(mask));
            if (isOf(*uavs_[compute][slot]))
                markUav(compute, slot);
        }
    }
}

// --- descriptors

void Binder::writeView(const SetBinding& binding, View* view, DescriptorData& data) const {
    const bool image = view && view->isImage();
    const bool typed = view && view->kind() == ViewKind::TypedBuffer;
    switch (binding.kind) {
    case BindingKind::SampledImage:
        data.image.imageView = image ? view->imageView(binding.dim) : VK_NULL_HANDLE;
        data.image.imageLayout = image ? sampledLayout(*view->image()) : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
        break;
    case BindingKind::StorageImage:
        data.image.imageView = image ? view->imageView(binding.dim) : VK_NULL_HANDLE;
        data.image.imageLayout = VK_IMAGE_LAYOUT_GENERAL;
        break;
    case BindingKind::UniformTexelBuffer:
    case BindingKind::StorageTexelBuffer: data.texel = typed ? view->texelView() : VK_NULL_HANDLE; break;
    case BindingKind::UavCounter: {
        const Buffer* counter = view && !image ? view->bufferDesc().counter : nullptr;
        data.buffer = {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        if (counter)
            data.buffer = {counter->backing().buffer, counter->backing().offset, 4};
        break;
    }
    default: {
        data.buffer = {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        if (!view || image || typed || !view->bufferDesc().size)
            break;
        // Bound aligned down; the shader adds the rest (offsets()).
        const VkDeviceSize alignment = device_->caps().limits.minStorageBufferOffsetAlignment;
        const VkDeviceSize start = view->buffer()->backing().offset + view->bufferDesc().offset;
        const VkDeviceSize aligned = start & ~(std::max<VkDeviceSize>(alignment, 1) - 1);
        data.buffer = {view->buffer()->backing().buffer, aligned, view->bufferDesc().size + (start - aligned)};
        break;
    }
    }
}

void Binder::writeDescriptor(const SetBinding& binding, DescriptorData& data) const {
    std::memset(&data, 0, sizeof(data)); // contents are compared as bytes
    const StageShadow& s = shadow(binding.stage);
    switch (binding.kind) {
    case BindingKind::UniformBuffer: break; // refreshUniforms
    case BindingKind::Sampler: {
        const Sampler* sampler = s.samplers[binding.slot];
        data.image.sampler = sampler && sampler->handle() ? sampler->handle() : nullSampler_;
        break;
    }
    case BindingKind::SampledImage:
    case BindingKind::UniformTexelBuffer:
    case BindingKind::StorageBufferRead: writeView(binding, s.views[binding.slot], data); break;
    default: writeView(binding, uavs_[isCompute(binding.stage)][binding.slot], data); break;
    }
}

bool Binder::refreshUniforms(BoundSet& set, bool& offsetsChanged) {
    bool changed = false;
    const std::vector<SetBinding>& bindings = set.layout->bindings;
    for (size_t i = 0; i < bindings.size(); i++) {
        const SetBinding& binding = bindings[i];
        const UniformBinding& from = shadow(binding.stage).uniforms[binding.slot];
        DescriptorData data;
        std::memset(&data, 0, sizeof(data));
        data.buffer = {VK_NULL_HANDLE, 0, VK_WHOLE_SIZE};
        uint64_t offset = 0;
        if (from.buffer && from.offset < from.buffer->size()) {
            const BufferBacking& backing = from.buffer->backing();
            offset = backing.offset + from.offset;
            const uint64_t rest = from.buffer->size() - from.offset;
            data.buffer.buffer = backing.buffer;
            data.buffer.range = std::min<uint64_t>({from.size ? from.size : rest, rest, kMaxUniformRange});
        }
        if (binding.dynamicIndex != 0xffff) {
            uint32_t& bound = set.offsets[binding.dynamicIndex];
            offsetsChanged |= bound != static_cast<uint32_t>(offset);
            bound = static_cast<uint32_t>(offset);
        } else {
            data.buffer.offset = offset;
        }
        if (std::memcmp(&set.data[i], &data, sizeof(data)) != 0) {
            set.data[i] = data;
            changed = true;
        }
    }
    return changed;
}

bool Binder::refreshResources(BoundSet& set, bool everything) {
    bool changedAny = false;
    const std::vector<SetBinding>& bindings = set.layout->bindings;
    for (size_t i = 0; i < bindings.size(); i++) {
        if (!everything && !changed(bindings[i], shadow(bindings[i].stage).dirty))
            continue;
        DescriptorData data;
        writeDescriptor(bindings[i], data);
        if (std::memcmp(&set.data[i], &data, sizeof(data)) != 0) {
            set.data[i] = data;
            changedAny = true;
        }
    }
    return changedAny;
}

Status Binder::findSet(BoundSet& set) {
    const SetLayout& layout = *set.layout;
    const uint64_t hash = hashBytes(set.data.data(), layout.bindings.size() * sizeof(DescriptorData));
    auto& byLayout = recent_->byLayout;
    if (layout.id >= byLayout.size())
        byLayout.resize(layout.id + 1);
    auto& recent = byLayout[layout.id];
    if (!recent)
        recent = std::make_unique<RecentSets>(static_cast<uint32_t>(layout.bindings.size()));
    if (VkDescriptorSet found = recent->find(recent_->submission, hash, set.data.data())) {
        set.set = found;
        counters_.setsReused++;
        return Ok{};
    }
    HENDECA_TRY_ASSIGN(set.set, arena_->take(layout));
    device_->fn().UpdateDescriptorSetWithTemplate(device_->handle(), set.set, layout.updateTemplate, set.data.data());
    recent->add(recent_->submission, hash, set.data.data(), set.set);
    counters_.setsWritten++;
    return Ok{};
}

// Brings one set up to date; `rebind` is set when the command buffer must be told.
Status Binder::refreshSet(BoundSet& set, const SetLayout& layout, bool& rebind) {
    const bool other = set.layout != &layout;
    bool some = other;
    const bool uniforms = !(layout.index & 1);
    const bool compute = layout.stageMask & (1u << static_cast<uint32_t>(Stage::Compute));
    if (other) {
        set.layout = &layout;
        set.set = VK_NULL_HANDLE;
        if (set.data.size() < layout.bindings.size())
            set.data.resize(layout.bindings.size());
        std::memset(set.data.data(), 0, layout.bindings.size() * sizeof(DescriptorData));
    }
    for (uint32_t mask = layout.stageMask; mask; mask &= mask - 1) {
        const uint32_t stage = static_cast<uint32_t>(std::countr_zero(mask));
        const SlotMasks& used = layout.masks[stage];
        SlotMasks& dirty = shadows_[stage].dirty;
        if (uniforms) {
            some |= (used.uniforms & dirty.uniforms) != 0;
            dirty.uniforms &= static_cast<uint16_t>(~used.uniforms);
        } else {
            some |= (used.srvs[0] & dirty.srvs[0]) || (used.srvs[1] & dirty.srvs[1]) ||
                    (used.samplers & dirty.samplers) || (used.uavs & dirty.uavs);
        }
    }
    bool changedContents = false, offsetsChanged = false;
    if (uniforms) {
        if (some || set.renames != renames_[compute])
            changedContents = refreshUniforms(set, offsetsChanged);
        set.renames = renames_[compute];
    } else if (some) {
        changedContents = refreshResources(set, other);
        for (uint32_t mask = layout.stageMask; mask; mask &= mask - 1) {
            const uint32_t stage = static_cast<uint32_t>(std::countr_zero(mask));
            const SlotMasks& used = layout.masks[stage];
            SlotMasks& dirty = shadows_[stage].dirty;
            dirty.srvs[0] &= ~used.srvs[0];
            dirty.srvs[1] &= ~used.srvs[1];
            dirty.samplers &= static_cast<uint16_t>(~used.samplers);
            dirty.uavs &= ~used.uavs;
        }
    }
    if (layout.push) {
        rebind |= changedContents || other;
        return Ok{};
    }
    if (changedContents || !set.set) {
        const VkDescriptorSet before = set.set;
        HENDECA_TRY(findSet(set));
        rebind |= set.set != before;
    }
    rebind |= offsetsChanged;
    return Ok{};
}

Status Binder::bind(VkCommandBuffer commands, const PipelineLayout& layout) {
    const bool compute = layout.bindPoint == VK_PIPELINE_BIND_POINT_COMPUTE;
    PointState& point = *points_[compute];
    if (point.layout == &layout && !dirty_[compute] && point.renames == renames_[compute])
        return Ok{};

    // Sets stay bound up to the first whose layout differs.
    bool disturbed = false;
    VkDescriptorSet run[kSetCount];
    uint32_t offsets[kSetCount * kMaxDynamicOffsets];
    uint32_t runFirst = 0, runCount = 0, offsetCount = 0;
    auto flush = [&] {
        if (!runCount)
            return;
        device_->fn().CmdBindDescriptorSets(commands, layout.bindPoint, layout.handle, runFirst, runCount, run,
                                            offsetCount, offsets);
        counters_.bindCalls++;
        runCount = offsetCount = 0;
    };
    for (uint32_t i = 0; i < layout.setCount; i++) {
        const SetLayout& wanted = *layout.sets[i];
        disturbed |= point.compatible[i] != &wanted;
        point.compatible[i] = &wanted;
        bool rebind = disturbed;
        if (!wanted.empty()) {
            BoundSet& set = point.sets[i];
            if (Status status = refreshSet(set, wanted, rebind); !status) {
                this->disturbed(layout.bindPoint);
                return status;
            }
            if (rebind && wanted.push) {
                flush();
                device_->fn().CmdPushDescriptorSetWithTemplateKHR(commands, layout.pushTemplate, layout.handle, i,
                                                                  set.data.data());
                counters_.setsPushed++;
                continue;
            }
            if (rebind) {
                if (!runCount)
                    runFirst = i;
                run[runCount++] = set.set;
                std::copy_n(set.offsets, wanted.dynamicCount, offsets + offsetCount);
                offsetCount += wanted.dynamicCount;
                continue;
            }
        }
        flush();
    }
    flush();
    point.layout = &layout;
    point.renames = renames_[compute];
    dirty_[compute] = false;
    return Ok{};
}

// --- residual offsets

namespace {

// A view of some slices of a 3D image, as the shader wants it told.
void addSlices(const SetBinding& binding, const View& view, std::vector<OffsetConstants::Item>& items) {
    const ImageDesc& image = view.image()->desc();
    const ImageViewDesc& desc = view.imageDesc();
    const uint32_t depth = mipExtent(image.extent.depth, desc.firstMip);
    if (binding.kind == BindingKind::StorageImage && image.kind == ImageKind::Image3D &&
        (desc.firstLayer || desc.layerCount < depth))
        items.push_back({static_cast<uint16_t>(binding.stage), binding.offsetSpecId, desc.firstLayer | desc.layerCount << 16});
}

} // namespace

const OffsetConstants* Binder::offsets(const PipelineLayout& layout) {
    const VkDeviceSize alignment = device_->caps().limits.minStorageBufferOffsetAlignment;
    std::vector<OffsetConstants::Item> items;
    for (uint32_t i = 0; i < layout.setCount; i++) {
        if (!layout.sets[i]->hasOffsets)
            continue;
        for (const SetBinding& binding : layout.sets[i]->bindings) {
            if (!binding.offsetSpecId)
                continue;
            const View* view = binding.kind == BindingKind::StorageBufferRead
                                   ? shadow(binding.stage).views[binding.slot]
                                   : uavs_[isCompute(binding.stage)][binding.slot];
            if (view && view->isImage())
                addSlices(binding, *view, items);
            if (!view || view->isImage() || view->kind() == ViewKind::TypedBuffer || alignment <= 4)
                continue;
            const uint64_t rest = (view->buffer()->backing().offset + view->bufferDesc().offset) & (alignment - 1);
            if (rest)
                items.push_back({static_cast<uint16_t>(binding.stage), binding.offsetSpecId,
                                 static_cast<uint32_t>(rest / 4)});
        }
    }
    if (items.empty())
        return nullptr;
    for (auto& known : offsets_) {
        if (known->items == items)
            return known.get();
    }
    offsets_.push_back(std::make_unique<OffsetConstants>());
    offsets_.back()->id = static_cast<uint32_t>(offsets_.size());
    offsets_.back()->items = std::move(items);
    return offsets_.back().get();
}

// --- borders

void Binder::disturbed(VkPipelineBindPoint bindPoint) {
    PointState& point = *points_[bindPoint == VK_PIPELINE_BIND_POINT_COMPUTE];
    std::ranges::fill(point.compatible, nullptr);
    point.layout = nullptr;
}

void Binder::commandBufferBegun() {
    disturbed(VK_PIPELINE_BIND_POINT_GRAPHICS);
    disturbed(VK_PIPELINE_BIND_POINT_COMPUTE);
}

void Binder::submissionEnded(uint64_t value, RetireQueue& queue) {
    arena_->submissionEnded(value, queue);
    counters_.setsAllocated = arena_->allocated();
    recent_->submission++;
    for (auto& point : points_) {
        for (BoundSet& set : point->sets)
            set.set = VK_NULL_HANDLE;
    }
    commandBufferBegun();
}

} // namespace hendeca::gpu
