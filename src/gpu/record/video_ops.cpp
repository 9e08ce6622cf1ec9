#include "gpu/record/video_ops.h"

#include "gpu/descriptor/arena.h"
#include "gpu/record/op_objects.h"
#include "gpu/record/record_context.h"
#include "gpu/resource/view.h"
#include "util/log.h"
#include "vk/device.h"

#include "gpu/pipeline/shader_fullscreen_vert.h"
#include "gpu/pipeline/shader_video_frag.h"

#include <compare>
#include <cstring>
#include <map>
#include <span>

namespace hendeca::gpu {

using hazard::Access;
using spirv::ImageDim;

namespace {

constexpr const char* kWhat = "make what video needs";

struct PipelineKey {
    VkFormat format;
    bool blend;
    uint32_t writeMask;
    int32_t constants[3]; // of the shader: source, flags, output
    auto operator<=>(const PipelineKey&) const = default;
};

} // namespace

struct VideoOps::Drawing {
    explicit Drawing(vk::Device& device) : device(device), arena(device) {}
    ~Drawing();

    Status prepare();
    Status prepareSet();
    Result<VkPipeline> pipeline(const PipelineKey& key);
    Result<VkPipeline> makePipeline(const PipelineKey& key);

    vk::Device& device;
    DescriptorArena arena;
    SetLayout set;
    VkSampler sampler = VK_NULL_HANDLE;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkShaderModule vertex = VK_NULL_HANDLE, pixel = VK_NULL_HANDLE;
    std::map<PipelineKey, VkPipeline> pipelines;
    bool ready = false;
};

VideoOps::VideoOps(RecordContext& context) : context_(context) {}

VideoOps::~VideoOps() {
    // Descriptor sets that wait in the queue point into the arena.
    if (drawing_)
        context_.retire().collect(~uint64_t{0});
}

VideoOps::Drawing::~Drawing() {
    const vk::Fns& fn = device.fn();
    for (auto& [key, handle] : pipelines)
        fn.DestroyPipeline(device.handle(), handle, nullptr);
    fn.DestroyShaderModule(device.handle(), pixel, nullptr);
    fn.DestroyShaderModule(device.handle(), vertex, nullptr);
    fn.DestroyPipelineLayout(device.handle(), layout, nullptr);
    destroyOpSet(device, set);
    fn.DestroySampler(device.handle(), sampler, nullptr);
}

Status VideoOps::Drawing::prepareSet() {
    const vk::Fns& fn = device.fn();
    VkSamplerCreateInfo samplerInfo{VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO};
    samplerInfo.magFilter = samplerInfo.minFilter = VK_FILTER_LINEAR;
    samplerInfo.addressModeU = samplerInfo.addressModeV = samplerInfo.addressModeW =
        VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    HENDECA_TRY(
        device.check(fn.CreateSampler(device.handle(), &samplerInfo, nullptr, &sampler), "make a sampler for video"));

    constexpr VkDescriptorType kImage = VK_DESCRIPTOR_TYPE_COMBINED_IMAGE_SAMPLER,
                               kBuffer = VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    const VkSampler samplers[2] = {sampler, sampler};
    const VkDescriptorSetLayoutBinding bindings[3] = {{0, kImage, 1, VK_SHADER_STAGE_FRAGMENT_BIT, samplers},
                                                      {1, kImage, 1, VK_SHADER_STAGE_FRAGMENT_BIT, samplers},
                                                      {2, kBuffer, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr}};
    return makeOpSet(device, bindings, set, kWhat);
}

Status VideoOps::Drawing::prepare() {
    if (ready)
        return Ok{};
    HENDECA_TRY(prepareSet());
    HENDECA_TRY(makeOpLayout(device, set, 0, 0, layout, kWhat));
    HENDECA_TRY_ASSIGN(vertex, makeOpModule(device, kShader_fullscreen_vert, kWhat));
    HENDECA_TRY_ASSIGN(pixel, makeOpModule(device, kShader_video_frag, kWhat));
    ready = true;
    return Ok{};
}

Result<VkPipeline> VideoOps::Drawing::pipeline(const PipelineKey& key) {
    if (const auto found = pipelines.find(key); found != pipelines.end())
        return found->second;
    HENDECA_TRY_ASSIGN(VkPipeline made, makePipeline(key));
    return pipelines.emplace(key, made).first->second;
}

Result<VkPipeline> VideoOps::Drawing::makePipeline(const PipelineKey& key) {
    const VkSpecializationMapEntry entries[3] = {{0, 0, 4}, {1, 4, 4}, {2, 8, 4}};
    const VkSpecializationInfo constants{3, entries, sizeof key.constants, key.constants};
    OpDraw draw;
    draw.vertex = vertex;
    draw.pixel = pixel;
    draw.constants = &constants;
    draw.layout = layout;
    draw.color = key.format;
    draw.blend.colorWriteMask = key.writeMask;
    draw.blend.blendEnable = key.blend;
    draw.blend.srcColorBlendFactor = VK_BLEND_FACTOR_SRC1_ALPHA;
    draw.blend.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA;
    draw.blend.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    draw.blend.dstAlphaBlendFactor = VK_BLEND_FACTOR_ZERO;
    return makeOpDraw(device, draw, "make a pipeline for video");
}

// --- the operation

void VideoOps::draw(const packet::VideoBlit& packet) {
    if (const Status status = record(packet); !status.ok())
        HENDECA_ERROR_ONCE("A video processor's blit is not made: %s", status.error().what.c_str());
}

Status VideoOps::record(const packet::VideoBlit& packet) {
    if (!packet.area.extent.width || !packet.area.extent.height)
        return Ok{};
    if (!drawing_)
        drawing_ = std::make_unique<Drawing>(context_.device());
    HENDECA_TRY(drawing_->prepare());
    View& target = *packet.target;
    HENDECA_TRY_ASSIGN(VkPipeline pipeline, drawing_->pipeline({target.imageDesc().format,
                                                                packet.blend,
                                                                packet.writeMask,
                                                                {packet.constants.kinds[0], packet.constants.kinds[3],
                                                                 packet.constants.outKinds[0]}}));
    const Slice constants = context_.scratch(sizeof(VideoConstants));
    if (!constants.backing.mapped)
        return makeError(ErrorCode::OutOfMemory, "no memory for constants");
    std::memcpy(constants.backing.mapped, &packet.constants, sizeof(VideoConstants));
    HENDECA_TRY_ASSIGN(VkDescriptorSet set, drawing_->arena.take(drawing_->set));
    DescriptorData data[3]{};
    View* const planes[2] = {packet.plane0, packet.plane1 ? packet.plane1 : packet.plane0};
    Place place = context_.place(*target.image());
    for (uint32_t i = 0; i < 2; i++) {
        data[i].image.imageView = planes[i] ? planes[i]->imageView(ImageDim::None) : VK_NULL_HANDLE;
        data[i].image.imageLayout = hazard::accessInfo(Access::SampledPixel).layout;
        if (planes[i] && context_.place(*planes[i]->image()) == Place::Main)
            place = Place::Main;
    }
    data[2].buffer = {constants.backing.buffer, constants.backing.offset, sizeof(VideoConstants)};
    for (uint32_t i = 0; i < 2; i++)
        if (planes[i] && (i == 0 || planes[1] != planes[0]))
            context_.use(place, *planes[i]->image(), RecordContext::rangeOf(*planes[i]), Access::SampledPixel);
    context_.use(place, *target.image(), RecordContext::rangeOf(target), Access::ColorAttachment);
    VkCommandBuffer commands = context_.begin(place, kDisturbsGraphics);

    const vk::Fns& fn = context_.fn();
    fn.UpdateDescriptorSetWithTemplate(context_.device().handle(), set, drawing_->set.updateTemplate, data);
    fn.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    fn.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, drawing_->layout, 0, 1, &set, 0, nullptr);
    const VkViewport viewport{static_cast<float>(packet.area.offset.x),
                              static_cast<float>(packet.area.offset.y),
                              static_cast<float>(packet.area.extent.width),
                              static_cast<float>(packet.area.extent.height),
                              0,
                              1};
    fn.CmdSetViewportWithCount(commands, 1, &viewport);
    fn.CmdSetScissorWithCount(commands, 1, &packet.area);
    VkRenderingAttachmentInfo attachment{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    attachment.imageView = target.imageView(ImageDim::None);
    attachment.imageLayout = hazard::accessInfo(Access::ColorAttachment).layout;
    attachment.loadOp = VK_ATTACHMENT_LOAD_OP_LOAD;
    attachment.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
    rendering.renderArea = packet.area;
    rendering.layerCount = 1;
    rendering.colorAttachmentCount = 1;
    rendering.pColorAttachments = &attachment;
    fn.CmdBeginRendering(commands, &rendering);
    fn.CmdDraw(commands, 3, 1, 0, 0);
    fn.CmdEndRendering(commands);
    drawing_->arena.submissionEnded(context_.submission(), context_.retire());
    return Ok{};
}

} // namespace hendeca::gpu
