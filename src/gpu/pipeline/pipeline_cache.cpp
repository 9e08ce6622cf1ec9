#include "gpu/pipeline/pipeline_cache.h"

#include "gpu/descriptor/layout_cache.h"
#include "gpu/pipeline/graphics_builder.h"
#include "gpu/pipeline/library_cache.h"
#include "gpu/retire/retire_queue.h"
#include "util/log.h"
#include "util/text.h"
#include "vk/device.h"

#include <algorithm>
#include <map>
#include <mutex>
#include <unordered_map>

namespace hendeca::gpu {

using spirv::Stage;

namespace {

constexpr size_t kVertex = 0, kHull = 1, kDomain = 2, kGeometry = 3, kPixel = 4;

// Whether all targets that are written blend alike and have the same write mask (see Caps::gplSharesBlending).
bool blendsAlike(const GraphicsParts& parts, uint32_t written) {
    const BlendTarget* first = nullptr;
    if (!parts.key.colors[0] && std::ranges::any_of(parts.key.colors, [](uint32_t format) { return format != 0; }))
        return false; // the mask of a slot without a target is empty
    for (uint32_t i = 0; i < kMaxTargets; i++) {
        if (!parts.key.colors[i])
            continue;
        if (parts.key.colors[i] != static_cast<uint32_t>(parts.key.colorFormat(i)))
            return parts.key.colors[1] == 0; // factors of its own
        if (!(written >> i & 1))
            return parts.key.colors[1] == 0; // its mask is empty
        static const BlendState kDefault;
        const BlendTarget& target = (parts.blend ? *parts.blend : kDefault).targets[i];
        if (first && !(*first == target))
            return false;
        first = &target;
    }
    return true;
}

bool writesViewportIndex(const GraphicsParts& parts) {
    for (size_t stage : {kGeometry, kDomain, kVertex}) {
        if (!parts.shaders[stage])
            continue;
        for (const spirv::IoElement& output : parts.shaders[stage]->binary.outputs)
            if (output.systemValue && equalsIgnoringCase(output.semantic, "SV_ViewportArrayIndex"))
                return true;
        return false;
    }
    return false;
}

struct KeyHash {
    size_t operator()(const GraphicsKey& key) const { return static_cast<size_t>(key.hash()); }
};

struct ComputeKey {
    uint32_t shader, offsets;
    auto operator<=>(const ComputeKey&) const = default;
};

// Destroys a pipeline when no submission uses it any more.
class ReplacedPipeline final : public Retirable {
public:
    ReplacedPipeline(std::shared_ptr<vk::Device> device, VkPipeline handle)
        : device_(std::move(device)), handle_(handle) {}
    void retired() override {
        device_->fn().DestroyPipeline(device_->handle(), handle_, nullptr);
        delete this;
    }

private:
    std::shared_ptr<vk::Device> device_;
    VkPipeline handle_;
};

bool hasOffsets(const PipelineLayout& layout) {
    return std::ranges::any_of(layout.sets, [](const SetLayout* set) { return set && set->hasOffsets; });
}

bool writesUavs(const PipelineLayout& layout) {
    return std::ranges::any_of(layout.sets, [](const SetLayout* set) { return set && set->writesUavs; });
}

} // namespace

namespace {

uint32_t signedNormalisedTargets(const TargetFormats& targets) {
    uint32_t mask = 0;
    for (uint32_t i = 0; i < kMaxTargets; i++) {
        const VkFormat format = targets.colors[i];
        if (format == VK_FORMAT_R8_SNORM || format == VK_FORMAT_R8G8_SNORM || format == VK_FORMAT_R8G8B8A8_SNORM ||
            format == VK_FORMAT_R16_SNORM || format == VK_FORMAT_R16G16_SNORM || format == VK_FORMAT_R16G16B16A16_SNORM)
            mask |= 1u << i;
    }
    return mask;
}

} // namespace

struct PipelineCache::Parts {
    std::shared_ptr<vk::Device> device;
    LayoutCache& layouts;
    CompileQueue& queue;
    bool useLibraries = false, backgroundOptimise = false, conservative = false;
    VkPipelineCache cache = VK_NULL_HANDLE;
    std::unique_ptr<LibraryCache> libraries;
    Counters counters;

    // Worker only: what has been asked for. A null pointer: cannot be made.
    std::unordered_map<GraphicsKey, std::unique_ptr<GraphicsPipeline>, KeyHash> graphics;
    GraphicsKey lastKey;
    const GraphicsPipeline* last = nullptr;
    bool lastValid = false;

    struct ComputeEntry {
        std::once_flag once;
        std::unique_ptr<ComputePipeline> pipeline;
    };
    std::mutex computeMutex; // compute pipelines are made ahead on compile threads
    std::map<ComputeKey, std::unique_ptr<ComputeEntry>> compute;
    ComputeKey lastComputeKey{}; // worker
    const ComputePipeline* lastCompute = nullptr;

    std::mutex replacedMutex;
    std::vector<VkPipeline> replaced;

    Parts(std::shared_ptr<vk::Device> d, LayoutCache& l, CompileQueue& q) : device(std::move(d)), layouts(l), queue(q) {}

    std::unique_ptr<GraphicsPipeline> build(const GraphicsState& state, const GraphicsKey& key);
    bool gatherShaders(const GraphicsState& state, const GraphicsKey& key, GraphicsParts& parts);
    Result<const PipelineLayout*> layoutOf(const GraphicsParts& parts, LayoutCache::Group& pre, LayoutCache::Group& pixel);
    Result<VkPipeline> buildWhole(const GraphicsParts& parts, const GraphicsPipeline& info, const VertexInputs& inputs);
    bool buildLinked(const GraphicsParts& parts, const LayoutCache::Group& pre, const LayoutCache::Group& pixel,
                     const VertexInputs& inputs, GraphicsPipeline& into);
    VkPipeline preRasterLibrary(const GraphicsParts& parts, const LayoutCache::Group& group);
    VkPipeline fragmentLibrary(const GraphicsParts& parts, const LayoutCache::Group& group);
    Result<std::unique_ptr<ComputePipeline>> buildCompute(const CompiledShader& shader, const OffsetConstants* offsets);
    const ComputePipeline* computeFor(const CompiledShader& shader, const OffsetConstants* offsets);
};

namespace {

// The whole of a linked pipeline, optimised in the background.
class OptimiseTask final : public CompileTask {
public:
    OptimiseTask(LibraryCache& libraries, const LibraryParts& parts, VkPipelineLayout layout, GraphicsPipeline& target,
                 std::mutex& mutex, std::vector<VkPipeline>& replaced, std::atomic<uint64_t>& count)
        : libraries_(libraries), parts_(parts), layout_(layout), target_(target), mutex_(mutex), replaced_(replaced),
          count_(count) {}

private:
    void run() override {
        Result<VkPipeline> made = libraries_.link(parts_, layout_, true);
        if (!made) {
            logWarn("An optimised pipeline could not be made, the fast one stays: %s", made.error().what.c_str());
            return;
        }
        count_.fetch_add(1, std::memory_order_relaxed);
        // Listed only after it has been replaced: whoever reads the list knows that nobody takes the old one any more.
        const VkPipeline old = target_.current.exchange(*made, std::memory_order_acq_rel);
        std::lock_guard lock(mutex_);
        replaced_.push_back(old);
    }

    LibraryCache& libraries_;
    LibraryParts parts_;
    VkPipelineLayout layout_;
    GraphicsPipeline& target_;
    std::mutex& mutex_;
    std::vector<VkPipeline>& replaced_;
    std::atomic<uint64_t>& count_;
};

} // namespace

PipelineCache::PipelineCache(std::shared_ptr<vk::Device> device, LayoutCache& layouts, CompileQueue& queue,
                             const PipelineCacheOptions& options)
    : parts_(std::make_unique<Parts>(std::move(device), layouts, queue)) {
    Parts& p = *parts_;
    const vk::Caps& caps = p.device->caps();
    p.useLibraries = options.pipelineLibraries && librariesUsable(caps);
    // A driver that compiles for the processor does the work again for each pipeline, and links nothing.
    p.backgroundOptimise = options.backgroundOptimise && (!caps.cpuDevice || options.optimiseOnCpuDevices);
    p.conservative = caps.has(vk::Cap::ConservativeRasterization);
    VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
    Status status = p.device->check(p.device->fn().CreatePipelineCache(p.device->handle(), &info, nullptr, &p.cache),
                                    "make a pipeline cache");
    if (!status)
        logWarn("%s", status.error().what.c_str()); // pipelines can be made without one
    if (p.useLibraries)
        p.libraries = std::make_unique<LibraryCache>(*p.device, p.cache, p.counters.libraries);
}

PipelineCache::~PipelineCache() {
    Parts& p = *parts_;
    const vk::Fns& fn = p.device->fn();
    for (auto& [key, pipeline] : p.graphics) {
        if (pipeline)
            fn.DestroyPipeline(p.device->handle(), pipeline->handle(), nullptr);
    }
    for (VkPipeline pipeline : p.replaced)
        fn.DestroyPipeline(p.device->handle(), pipeline, nullptr);
    for (auto& [key, entry] : p.compute) {
        if (entry->pipeline)
            fn.DestroyPipeline(p.device->handle(), entry->pipeline->handle, nullptr);
    }
    p.libraries.reset();
    fn.DestroyPipelineCache(p.device->handle(), p.cache, nullptr);
}

bool PipelineCache::librariesUsable(const vk::Caps& caps) {
    return caps.has(vk::Cap::GraphicsPipelineLibrary) && caps.gplFastLinking;
}

const PipelineCache::Counters& PipelineCache::counters() const {
    return parts_->counters;
}

// --- lookup

const GraphicsPipeline* PipelineCache::graphics(const GraphicsState& state) {
    Parts& p = *parts_;
    const GraphicsKey key = makeGraphicsKey(state, p.conservative);
    if (p.lastValid && key == p.lastKey)
        return p.last;
    p.counters.lookups.store(p.counters.lookups.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    auto found = p.graphics.find(key);
    if (found == p.graphics.end())
        found = p.graphics.emplace(key, p.build(state, key)).first;
    p.lastKey = key;
    p.last = found->second.get();
    p.lastValid = true;
    return p.last;
}

bool PipelineCache::Parts::gatherShaders(const GraphicsState& state, const GraphicsKey& key, GraphicsParts& parts) {
    if (!state.shaders[kVertex])
        return false;
    const bool patches = key.topology == static_cast<uint8_t>(TopologyClass::Patch);
    if (patches != (state.shaders[kHull] && state.shaders[kDomain]))
        return false; // D3D11 draws nothing that is defined either
    // Stream output without geometry code is written by the stage before.
    const void* capture = state.shaders[kGeometry] ? state.shaders[kGeometry]->entry().capture() : nullptr;
    const size_t capturing = patches ? kDomain : kVertex;
    const CompiledShader* before = nullptr; // the last stage before the pixel shader
    for (size_t i = 0; i < kPixel; i++) {
        if (!state.shaders[i] || ((i == kHull || i == kDomain) && !patches))
            continue;
        if (capture && i == kGeometry)
            continue;
        ShaderVariant variant;
        variant.capture = i == capturing ? capture : nullptr;
        parts.shaders[i] = state.shaders[i]->entry().variant(variant);
        if (!parts.shaders[i])
            return false;
        if (i != kHull)
            before = parts.shaders[i];
    }
    if (!state.shaders[kPixel])
        return true;
    const CompiledShader* pixel = state.shaders[kPixel]->entry().wait();
    if (!pixel)
        return false;
    ShaderVariant variant;
    variant.dualSource = state.blend && state.blend->dualSource;
    variant.alphaInRed = state.targets.alphaInRed & pixel->binary.outputRegisters;
    variant.undefinedInputs = pixel->binary.inputRegisters & ~before->binary.outputRegisters;
    if (device->caps().snormKeepsNan)
        variant.nanToZero = signedNormalisedTargets(state.targets) & pixel->binary.outputRegisters;
    parts.shaders[kPixel] = state.shaders[kPixel]->entry().variant(variant);
    return parts.shaders[kPixel] != nullptr;
}

Result<const PipelineLayout*> PipelineCache::Parts::layoutOf(const GraphicsParts& parts, LayoutCache::Group& pre,
                                                             LayoutCache::Group& pixel) {
    const spirv::ShaderBinary* binaries[5] = {};
    for (size_t i = 0; i < 5; i++)
        binaries[i] = parts.shaders[i] ? &parts.shaders[i]->binary : nullptr;
    HENDECA_TRY_ASSIGN(pre, layouts.group(0, std::span(binaries, 4)));
    HENDECA_TRY_ASSIGN(pixel, layouts.group(1, std::span(binaries + 4, 1)));
    return layouts.graphics(pre, pixel);
}

std::unique_ptr<GraphicsPipeline> PipelineCache::Parts::build(const GraphicsState& state, const GraphicsKey& key) {
    GraphicsParts parts;
    parts.key = key;
    parts.vertexLayout = state.vertexLayout;
    parts.blend = state.blend;
    parts.offsets = state.offsets;
    if (!gatherShaders(state, key, parts))
        return nullptr;

    LayoutCache::Group pre, pixel;
    Result<const PipelineLayout*> layout = layoutOf(parts, pre, pixel);
    if (!layout) {
        logError("A pipeline layout cannot be made, its draws are skipped: %s", layout.error().what.c_str());
        return nullptr;
    }
    auto made = std::make_unique<GraphicsPipeline>();
    made->layout = *layout;
    made->hasOffsetBindings = hasOffsets(**layout);
    made->writesUavs = writesUavs(**layout);
    parts.layout = (*layout)->handle;
    for (const CompiledShader* shader : parts.shaders) {
        if (!shader)
            continue;
        made->shaderFlags |= shader->binary.flags;
        made->rasterizes &= !shader->binary.has(spirv::kNoRasterization);
        if (shader->binary.has(spirv::kUsesXfb)) {
            made->usesXfb = true;
            std::ranges::copy(shader->binary.xfbStride, made->xfbStride);
        }
    }
    made->writesViewportIndex = writesViewportIndex(parts);
    if (const CompiledShader* shader = parts.shaders[kPixel]) {
        made->hasPixelShader = true;
        made->outputRegisters = shader->binary.outputRegisters;
        if (shader->variant.dualSource)
            made->outputRegisters &= 1;
    }
    const VkPhysicalDeviceLimits& limits = device->caps().limits;
    const VertexInputs inputs =
        matchVertexInputs(parts.shaders[kVertex]->binary, parts.vertexLayout,
                          std::min(limits.maxVertexInputBindings, kMaxVertexBuffers), device->caps().maxVertexAttribDivisor);
    made->vertexSlots = inputs.slots;
    made->nullVertexBinding = inputs.nullBinding;

    // Residual offsets are constants of the shader parts: rare, so such pipelines are made whole. So are those that run for
    // each sample: the library of such a shader would have to have all of the multisample state.
    const CompiledShader* pixelShader = parts.shaders[kPixel];
    const bool perSample =
        pixelShader && pixelShader->binary.has(spirv::kUsesSampleRateShading) && parts.key.samples > 1;
    const bool linkable = !device->caps().gplSharesBlending || blendsAlike(parts, made->outputRegisters);
    if (libraries && !parts.offsets && !perSample && linkable && buildLinked(parts, pre, pixel, inputs, *made))
        return made;
    Result<VkPipeline> whole = buildWhole(parts, *made, inputs);
    if (!whole) {
        logError("A graphics pipeline cannot be made, its draws are skipped: %s", whole.error().what.c_str());
        return nullptr;
    }
    made->current.store(*whole, std::memory_order_release);
    return made;
}

Result<VkPipeline> PipelineCache::Parts::buildWhole(const GraphicsParts& parts, const GraphicsPipeline& info,
                                                    const VertexInputs& inputs) {
    GraphicsBuilder builder(*device);
    builder.addVertexInput(inputs, static_cast<TopologyClass>(parts.key.topology));
    builder.addPreRaster(parts);
    builder.addFragment(parts);
    builder.addOutput(parts, info.outputRegisters);
    counters.fullCompiles.fetch_add(1, std::memory_order_relaxed);
    return builder.create(parts.layout, cache, 0);
}

// --- pipeline libraries

VkPipeline PipelineCache::Parts::preRasterLibrary(const GraphicsParts& parts, const LayoutCache::Group& group) {
    Result<const PipelineLayout*> layout = layouts.part(0, group);
    return layout ? libraries->preRaster(parts, (*layout)->handle) : VK_NULL_HANDLE;
}

VkPipeline PipelineCache::Parts::fragmentLibrary(const GraphicsParts& parts, const LayoutCache::Group& group) {
    Result<const PipelineLayout*> layout = layouts.part(1, group);
    return layout ? libraries->fragment(parts, (*layout)->handle) : VK_NULL_HANDLE;
}

bool PipelineCache::Parts::buildLinked(const GraphicsParts& parts, const LayoutCache::Group& pre,
                                       const LayoutCache::Group& pixel, const VertexInputs& inputs,
                                       GraphicsPipeline& into) {
    LibraryParts library;
    library.parts[0] = libraries->vertexInput(*parts.shaders[kVertex], parts.vertexLayout, inputs,
                                              static_cast<TopologyClass>(parts.key.topology));
    library.parts[1] = preRasterLibrary(parts, pre);
    library.parts[2] = fragmentLibrary(parts, pixel);
    library.parts[3] = libraries->output(parts, into.outputRegisters);
    if (!std::ranges::all_of(library.parts, [](VkPipeline part) { return part != VK_NULL_HANDLE; }))
        return false;
    Result<VkPipeline> linked = libraries->link(library, parts.layout, false);
    if (!linked) {
        HENDECA_WARN_ONCE("Pipeline libraries cannot be linked, whole pipelines are made instead: %s",
                          linked.error().what.c_str());
        return false;
    }
    counters.fastLinks.fetch_add(1, std::memory_order_relaxed);
    into.current.store(*linked, std::memory_order_release);
    if (backgroundOptimise)
        queue.add(std::make_shared<OptimiseTask>(*libraries, library, parts.layout, into, replacedMutex, replaced,
                                                 counters.optimisedLinks),
                  CompilePriority::Background);
    return true;
}

void PipelineCache::shaderReady(const CompiledShader& shader) {
    Parts& p = *parts_;
    const Stage stage = shader.binary.stage;
    if (stage == Stage::Compute) {
        p.computeFor(shader, nullptr);
        return;
    }
    if (!p.libraries || (stage != Stage::Vertex && stage != Stage::Pixel))
        return;
    // Guesses what most draws have: a vertex shader alone before the pixel shader, filled, depth clipping on, one sample.
    GraphicsParts parts;
    parts.key.raster = rasterBits(nullptr, false);
    parts.shaders[static_cast<size_t>(stage)] = &shader;
    const spirv::ShaderBinary* binaries[] = {&shader.binary};
    const uint32_t index = stage == Stage::Pixel;
    Result<LayoutCache::Group> group = p.layouts.group(index, binaries);
    if (!group)
        return; // said when a draw needs it
    if (index)
        p.fragmentLibrary(parts, *group);
    else
        p.preRasterLibrary(parts, *group);
}

void PipelineCache::retireReplaced(uint64_t submission, RetireQueue& queue) {
    std::lock_guard lock(parts_->replacedMutex);
    for (VkPipeline pipeline : parts_->replaced)
        queue.add(submission, new ReplacedPipeline(parts_->device, pipeline));
    parts_->replaced.clear();
}

// --- compute

const ComputePipeline* PipelineCache::compute(Shader& shader, const OffsetConstants* offsets) {
    Parts& p = *parts_;
    const ComputeKey wanted{shader.id(), offsets ? offsets->id : 0};
    if (wanted == p.lastComputeKey)
        return p.lastCompute;
    const CompiledShader* compiled = shader.entry().wait();
    p.lastCompute = compiled ? p.computeFor(*compiled, offsets) : nullptr;
    p.lastComputeKey = wanted;
    return p.lastCompute;
}

const ComputePipeline* PipelineCache::Parts::computeFor(const CompiledShader& shader, const OffsetConstants* offsets) {
    ComputeEntry* entry = nullptr;
    {
        std::lock_guard lock(computeMutex);
        auto& slot = compute[{shader.id, offsets ? offsets->id : 0}];
        if (!slot)
            slot = std::make_unique<ComputeEntry>();
        entry = slot.get();
    }
    // A dispatch that needs the pipeline waits for the thread that makes it.
    std::call_once(entry->once, [&] {
        Result<std::unique_ptr<ComputePipeline>> made = buildCompute(shader, offsets);
        if (made)
            entry->pipeline = std::move(*made);
        else
            logError("A compute pipeline cannot be made, its dispatches are skipped: %s", made.error().what.c_str());
    });
    return entry->pipeline.get();
}

Result<std::unique_ptr<ComputePipeline>> PipelineCache::Parts::buildCompute(const CompiledShader& shader,
                                                                            const OffsetConstants* offsets) {
    const spirv::ShaderBinary* binaries[] = {&shader.binary};
    HENDECA_TRY_ASSIGN(const LayoutCache::Group group, layouts.group(0, binaries));
    HENDECA_TRY_ASSIGN(const PipelineLayout* layout, layouts.compute(group));
    auto made = std::make_unique<ComputePipeline>();
    made->layout = layout;
    made->shaderFlags = shader.binary.flags;
    made->hasOffsetBindings = hasOffsets(*layout);
    made->writesUavs = writesUavs(*layout);
    made->workgroupSize = shader.binary.workgroupSize;

    std::vector<VkSpecializationMapEntry> entries;
    std::vector<uint32_t> values;
    if (offsets) {
        for (const OffsetConstants::Item& item : offsets->items) {
            entries.push_back({item.specId, static_cast<uint32_t>(values.size() * 4), 4});
            values.push_back(item.words);
        }
    }
    VkSpecializationInfo constants{static_cast<uint32_t>(entries.size()), entries.data(), values.size() * 4,
                                   values.data()};
    VkComputePipelineCreateInfo info{VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO};
    info.stage = {VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO};
    info.stage.stage = VK_SHADER_STAGE_COMPUTE_BIT;
    info.stage.module = shader.module;
    info.stage.pName = "main";
    info.stage.pSpecializationInfo = entries.empty() ? nullptr : &constants;
    info.layout = layout->handle;
    info.basePipelineIndex = -1;
    HENDECA_TRY(device->check(
        device->fn().CreateComputePipelines(device->handle(), cache, 1, &info, nullptr, &made->handle),
        "make a compute pipeline"));
    return made;
}

} // namespace hendeca::gpu
