#pragma once
// From what is bound to slots to bound descriptor sets. Keeps the shadow of uniform buffers, views, samplers and UAVs of
// every stage; bind() rewrites only sets whose contents changed, and binds only those whose set or dynamic offsets did.
// A renamed uniform buffer that stays in its VkBuffer with the same range changes a dynamic offset and nothing else.
// Worker only. Errors: bind() fails when the driver has no memory for descriptors. The Binder must outlive the RetireQueue
// that submissionEnded() gets, or that queue must have been emptied.
//
// Order for each draw: pipeline -> (offsets() if it says so, and the pipeline again) -> visitUses() for hazards -> bind().
// Setters mark Buffer::bindMask and Image::bindMask of what they bind.

#include "gpu/descriptor/layout_cache.h"
#include "gpu/resource/buffer.h"
#include "gpu/resource/image.h"
#include "gpu/resource/view.h"
#include "gpu/stream/packets.h"
#include "util/result.h"

#include <bit>
#include <cstdint>
#include <memory>

namespace hendeca::gpu {

class DescriptorArena;
class RetireQueue;
struct BoundSet;

// Residual offsets of raw and structured views in 32-bit words, as specialisation constants. Interned: equal contents are
// the same object with the same id, alive as long as the Binder.
struct OffsetConstants {
    struct Item {
        uint16_t stage; // spirv::Stage
        uint16_t specId;
        uint32_t words;
        auto operator<=>(const Item&) const = default;
    };
    uint32_t id = 0;
    std::vector<Item> items;
};

class Binder {
public:
    explicit Binder(std::shared_ptr<vk::Device> device);
    ~Binder(); // the GPU must be idle

    // --- the shadow. Binding the same again costs nothing further down.
    void setUniform(spirv::Stage stage, uint32_t slot, const UniformBinding& binding);
    void setResource(spirv::Stage stage, uint32_t slot, View* view);
    void setSampler(spirv::Stage stage, uint32_t slot, Sampler* sampler);
    void setUav(bool compute, uint32_t slot, View* view); // graphics: the same for all stages
    void reset();                                         // everything unbound

    const UniformBinding& uniform(spirv::Stage stage, uint32_t slot) const {
        return shadow(stage).uniforms[slot];
    }
    View* resource(spirv::Stage stage, uint32_t slot) const { return shadow(stage).views[slot]; }
    Sampler* sampler(spirv::Stage stage, uint32_t slot) const { return shadow(stage).samplers[slot]; }
    View* uav(bool compute, uint32_t slot) const { return uavs_[compute][slot]; }

    // The buffer has a new backing, or the images (back buffers) have rotated: what is bound of them is looked at again.
    void bufferRenamed(Buffer& buffer);
    void imageChanged(Image& image);

    // --- before a draw or dispatch
    // Calls visit(const SetBinding&, const UniformBinding* , View*) for what the layout's shaders read or write: with
    // `all`, every bound resource; else only those that changed since the last visit, and all that are written.
    // Exactly one of the two pointers is not null; samplers and null bindings are left out.
    template <class F>
    void visitUses(const PipelineLayout& layout, bool all, F&& visit);

    // Residuals of views that are not aligned for the device; null when there are none.
    const OffsetConstants* offsets(const PipelineLayout& layout);

    // Writes and binds what has changed.
    Status bind(VkCommandBuffer commands, const PipelineLayout& layout);

    // --- borders
    void commandBufferBegun();                  // nothing is bound in it
    void disturbed(VkPipelineBindPoint point); // somebody else bound sets of their own there
    // What the submission used comes back when it has passed.
    void submissionEnded(uint64_t value, RetireQueue& queue);

    struct Counters {
        uint64_t setsPushed = 0, setsWritten = 0, setsReused = 0, bindCalls = 0, setsAllocated = 0;
    };
    const Counters& counters() const { return counters_; }

private:
    struct StageShadow {
        UniformBinding uniforms[spirv::kUniformSlots] = {};
        View* views[spirv::kSrvSlots] = {};
        Sampler* samplers[spirv::kSamplerSlots] = {};
        SlotMasks bound;   // slots that hold something (uavs: unused)
        SlotMasks dirty;   // changed since the last bind (uavs too)
        SlotMasks unvisited; // changed since the last visit
    };
    struct PointState;
    struct Recent;

    StageShadow& shadow(spirv::Stage stage) { return shadows_[static_cast<uint32_t>(stage)]; }
    const StageShadow& shadow(spirv::Stage stage) const { return shadows_[static_cast<uint32_t>(stage)]; }
    Status refreshSet(BoundSet& set, const SetLayout& layout, bool& rebind);
    bool refreshUniforms(BoundSet& set, bool& offsetsChanged);
    bool refreshResources(BoundSet& set, bool everything);
    Status findSet(BoundSet& set);
    void writeDescriptor(const SetBinding& binding, DescriptorData& data) const;
    void writeView(const SetBinding& binding, View* view, DescriptorData& data) const;
    void markResource(StageShadow& shadow, uint32_t slot);
    void markUav(bool compute, uint32_t slot);
    void markViews(const Buffer* buffer, const Image* image, uint32_t bindMask);
    static bool changed(const SetBinding& binding, const SlotMasks& masks);

    std::shared_ptr<vk::Device> device_;
    std::unique_ptr<DescriptorArena> arena_;
    std::unique_ptr<Recent> recent_;
    StageShadow shadows_[spirv::kStageCount];
    View* uavs_[2][spirv::kUavSlots] = {}; // graphics, compute
    uint64_t boundUavs_[2] = {};
    std::unique_ptr<PointState> points_[2]; // graphics, compute
    bool dirty_[2] = {};                    // something of that bind point was set
    uint32_t renames_[2] = {};              // of bound uniform buffers; sets that are not bound now look later
    VkSampler nullSampler_ = VK_NULL_HANDLE;
    std::vector<std::unique_ptr<OffsetConstants>> offsets_;
    Counters counters_;
};

inline bool Binder::changed(const SetBinding& binding, const SlotMasks& masks) {
    switch (binding.kind) {
    case spirv::BindingKind::UniformBuffer: return masks.uniforms >> binding.slot & 1;
    case spirv::BindingKind::Sampler: return masks.samplers >> binding.slot & 1;
    case spirv::BindingKind::SampledImage:
    case spirv::BindingKind::UniformTexelBuffer:
    case spirv::BindingKind::StorageBufferRead: return masks.srvs[binding.slot >> 6] >> (binding.slot & 63) & 1;
    default: return masks.uavs >> binding.slot & 1;
    }
}

template <class F>
void Binder::visitUses(const PipelineLayout& layout, bool all, F&& visit) {
    const bool compute = layout.bindPoint == VK_PIPELINE_BIND_POINT_COMPUTE;
    for (uint32_t s = 0; s < layout.setCount; s++) {
        const SetLayout& set = *layout.sets[s];
        if (set.empty())
            continue;
        bool some = all || set.writesUavs;
        for (uint32_t mask = set.stageMask; mask && !some; mask &= mask - 1) {
            const uint32_t stage = static_cast<uint32_t>(std::countr_zero(mask));
            const SlotMasks &used = set.masks[stage], &fresh = shadows_[stage].unvisited;
            some = (used.uniforms & fresh.uniforms) || (used.srvs[0] & fresh.srvs[0]) ||
                   (used.srvs[1] & fresh.srvs[1]) || (used.uavs & fresh.uavs);
        }
        if (!some)
            continue;
        for (const SetBinding& binding : set.bindings) {
            const StageShadow& from = shadow(binding.stage);
            if (!all && !binding.written && !changed(binding, from.unvisited))
                continue;
            switch (binding.kind) {
            case spirv::BindingKind::UniformBuffer:
                if (from.uniforms[binding.slot].buffer)
                    visit(binding, &from.uniforms[binding.slot], static_cast<View*>(nullptr));
                break;
            case spirv::BindingKind::Sampler: break;
            case spirv::BindingKind::SampledImage:
            case spirv::BindingKind::UniformTexelBuffer:
            case spirv::BindingKind::StorageBufferRead:
                if (View* view = from.views[binding.slot])
                    visit(binding, static_cast<const UniformBinding*>(nullptr), view);
                break;
            default:
                if (View* view = uavs_[compute][binding.slot])
                    visit(binding, static_cast<const UniformBinding*>(nullptr), view);
                break;
            }
        }
        for (uint32_t mask = set.stageMask; mask; mask &= mask - 1) {
            const uint32_t stage = static_cast<uint32_t>(std::countr_zero(mask));
            const SlotMasks& used = set.masks[stage];
            SlotMasks& fresh = shadows_[stage].unvisited;
            fresh.uniforms &= static_cast<uint16_t>(~used.uniforms);
            fresh.srvs[0] &= ~used.srvs[0];
            fresh.srvs[1] &= ~used.srvs[1];
            fresh.uavs &= ~used.uavs;
        }
    }
}

} // namespace hendeca::gpu
