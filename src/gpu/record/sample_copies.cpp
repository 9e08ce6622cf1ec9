#include "gpu/record/sample_copies.h"

#include "gpu/descriptor/arena.h"
#include "gpu/format/footprint.h"
#include "gpu/record/clear_ops.h"
#include "gpu/record/op_objects.h"
#include "gpu/record/record_context.h"
#include "gpu/resource/factory.h"
#include "gpu/resource/view.h"
#include "util/log.h"
#include "vk/device.h"

#include "gpu/pipeline/shader_copy_samples_from0_frag.h"
#include "gpu/pipeline/shader_copy_samples_from1_frag.h"
#include "gpu/pipeline/shader_copy_samples_from2_frag.h"
#include "gpu/pipeline/shader_copy_samples_to0_frag.h"
#include "gpu/pipeline/shader_copy_samples_to1_frag.h"
#include "gpu/pipeline/shader_copy_samples_to2_frag.h"
#include "gpu/pipeline/shader_fullscreen_vert.h"

#include <map>
#include <span>
#include <tuple>

namespace hendeca::gpu {

using hazard::Access;

namespace {

constexpr const char* kWhat = "make what copies of samples need";

struct SampleConstants {
    int32_t sample;
    uint32_t bits, mode;
};

bool isDepth(const Image& image) {
    return image.desc().aspects & VK_IMAGE_ASPECT_DEPTH_BIT;
}

uint32_t classOf(VkFormat color) {
    return ClearOps::isUint(color) ? 1 : ClearOps::isSint(color) ? 2 : 0;
}

uint32_t modeOf(VkFormat color) {
    return color == VK_FORMAT_R16_SFLOAT ? 1 : color == VK_FORMAT_R16_SNORM ? 2 : 0;
}

} // namespace

// Layouts, shaders, and pipelines by direction and class, target format, samples and the sample that is written.
struct SampleCopies::Drawing {
    using Key = std::tuple<bool, uint32_t, VkFormat, uint32_t, uint32_t>;

    explicit Drawing(vk::Device& device) : device(device), arena(device) {}
    ~Drawing() {
        const vk::Fns& fn = device.fn();
        for (auto& [key, handle] : pipelines)
            fn.DestroyPipeline(device.handle(), handle, nullptr);
        for (auto& row : pixel)
            for (VkShaderModule handle : row)
                fn.DestroyShaderModule(device.handle(), handle, nullptr);
        fn.DestroyShaderModule(device.handle(), vertex, nullptr);
        fn.DestroyPipelineLayout(device.handle(), layout, nullptr);
        destroyOpSet(device, set);
    }
    Status prepare();
    Result<VkPipeline> pipeline(const Key& key);
    Result<VkPipeline> make(const Key& key);

    vk::Device& device;
    DescriptorArena arena;
    SetLayout set;
    VkPipelineLayout layout = VK_NULL_HANDLE;
    VkShaderModule vertex = VK_NULL_HANDLE, pixel[2][3] = {};
    std::map<Key, VkPipeline> pipelines;
    bool ready = false;
};

Status SampleCopies::Drawing::prepare() {
    if (ready)
        return Ok{};
    const VkDescriptorSetLayoutBinding binding{0, VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 1, VK_SHADER_STAGE_FRAGMENT_BIT, nullptr};
    HENDECA_TRY(makeOpSet(device, {&binding, 1}, set, kWhat));
    if (!layout)
        HENDECA_TRY(makeOpLayout(device, set, VK_SHADER_STAGE_FRAGMENT_BIT, sizeof(SampleConstants), layout, kWhat));
    if (!vertex) {
        HENDECA_TRY_ASSIGN(vertex, makeOpModule(device, kShader_fullscreen_vert, kWhat));
    }
    using Words = std::span<const uint32_t>;
    const Words code[2][3] = {
        {kShader_copy_samples_from0_frag, kShader_copy_samples_from1_frag, kShader_copy_samples_from2_frag},
        {kShader_copy_samples_to0_frag, kShader_copy_samples_to1_frag, kShader_copy_samples_to2_frag}};
    for (uint32_t i = 0; i < 6; i++) {
        VkShaderModule& module = pixel[i / 3][i % 3];
        if (module)
            continue;
        HENDECA_TRY_ASSIGN(module, makeOpModule(device, code[i / 3][i % 3], kWhat));
    }
    ready = true;
    return Ok{};
}

Result<VkPipeline> SampleCopies::Drawing::pipeline(const Key& key) {
    auto found = pipelines.find(key);
    if (found != pipelines.end())
        return found->second;
    HENDECA_TRY_ASSIGN(VkPipeline made, make(key));
    return pipelines.emplace(key, made).first->second;
}

Result<VkPipeline> SampleCopies::Drawing::make(const Key& key) {
    const auto [toDepth, numbers, format, samples, sample] = key;
    OpDraw draw;
    draw.vertex = vertex;
    draw.pixel = pixel[toDepth][numbers];
    draw.layout = layout;
    (toDepth ? draw.depth : draw.color) = static_cast<VkFormat>(format);
    draw.samples = static_cast<VkSampleCountFlagBits>(samples);
    draw.sampleMask = 1u << sample;
    return makeOpDraw(device, draw, kWhat);
}

SampleCopies::SampleCopies(RecordContext& context) : context_(context) {}

SampleCopies::~SampleCopies() {
    // Descriptor sets that wait in the queue point into the arena.
    if (drawing_)
        context_.retire().collect(~uint64_t{0});
}

bool SampleCopies::concerns(const packet::CopyImage& packet) {
    return packet.source->desc().samples != VK_SAMPLE_COUNT_1_BIT &&
           packet.source->desc().aspects != packet.target->desc().aspects;
}

void SampleCopies::copy(const packet::CopyImage& packet) {
    if (Status status = draw(packet); !status)
        HENDECA_ERROR_ONCE("A copy between depth and colour with several samples is not made: %s", status.error().what.c_str());
}

VkImageView SampleCopies::makeView(Image& image, uint32_t subresource, VkImageUsageFlags usage) {
    ImageViewDesc desc;
    desc.dim = spirv::ImageDim::D2Ms;
    desc.format = image.desc().format;
    desc.aspects = image.desc().aspects;
    desc.firstMip = subresource % image.desc().mipLevels;
    desc.firstLayer = subresource / image.desc().mipLevels;
    desc.usage = usage;
    View* view = context_.factory().createView(image, desc).release();
    context_.retireObject(view);
    return view->imageView(spirv::ImageDim::None);
}

Status SampleCopies::draw(const packet::CopyImage& packet) {
    Image &source = *packet.source, &target = *packet.target;
    const bool toDepth = isDepth(target);
    const ImageDesc& color = toDepth ? source.desc() : target.desc();
    const VkImageUsageFlags attachment =
        toDepth ? VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT : VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    if (!(source.desc().usage & VK_IMAGE_USAGE_SAMPLED_BIT) || !(target.desc().usage & attachment))
        return makeError(ErrorCode::Unsupported, "an image that cannot be read or drawn to");
    if (!drawing_)
        drawing_ = std::make_unique<Drawing>(context_.device());
    HENDECA_TRY(drawing_->prepare());
    const uint32_t samples = target.desc().samples;
    VkPipeline pipelines[32] = {};
    for (uint32_t i = 0; i < samples; i++) {
        HENDECA_TRY_ASSIGN(pipelines[i],
                           drawing_->pipeline({toDepth, classOf(color.format), target.desc().format, samples, i}));
    }
    HENDECA_TRY_ASSIGN(const VkDescriptorSet set, drawing_->arena.take(drawing_->set));

    const vk::Fns& fn = context_.fn();
    const Place place = context_.place(source, target);
    const Access written = toDepth ? Access::DepthAttachment : Access::ColorAttachment;
    context_.use(place, source, RecordContext::rangeOf(source, packet.sourceSubresource, source.desc().aspects),
                 Access::SampledPixel);
    context_.use(place, target, RecordContext::rangeOf(target, packet.targetSubresource, target.desc().aspects), written, true);
    VkCommandBuffer commands = context_.begin(place, kDisturbsGraphics);
    DescriptorData data{};
    data.image.imageView = makeView(source, packet.sourceSubresource, VK_IMAGE_USAGE_SAMPLED_BIT);
    data.image.imageLayout = hazard::accessInfo(Access::SampledPixel).layout;
    fn.UpdateDescriptorSetWithTemplate(context_.device().handle(), set, drawing_->set.updateTemplate, &data);

    VkRenderingAttachmentInfo into{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    into.imageView = makeView(target, packet.targetSubresource, attachment);
    into.imageLayout = hazard::accessInfo(written).layout;
    into.loadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE;
    into.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    const VkExtent2D extent{target.desc().extent.width, target.desc().extent.height};
    VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
    rendering.renderArea = {{0, 0}, extent};
    rendering.layerCount = 1;
    rendering.colorAttachmentCount = toDepth ? 0 : 1;
    rendering.pColorAttachments = &into;
    rendering.pDepthAttachment = toDepth ? &into : nullptr;
    const VkViewport viewport{0, 0, static_cast<float>(extent.width), static_cast<float>(extent.height), 0, 1};
    fn.CmdBeginRendering(commands, &rendering);
    fn.CmdSetViewportWithCount(commands, 1, &viewport);
    fn.CmdSetScissorWithCount(commands, 1, &rendering.renderArea);
    fn.CmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, drawing_->layout, 0, 1, &set, 0, nullptr);
    const uint32_t bits = blockBytes(color.format) * 8;
    for (uint32_t i = 0; i < samples; i++) {
        const SampleConstants constants{static_cast<int32_t>(i), bits, modeOf(color.format)};
        fn.CmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines[i]);
        fn.CmdPushConstants(commands, drawing_->layout, VK_SHADER_STAGE_FRAGMENT_BIT, 0, sizeof(constants), &constants);
        fn.CmdDraw(commands, 3, 1, 0, 0);
    }
    fn.CmdEndRendering(commands);
    drawing_->arena.submissionEnded(context_.submission(), context_.retire());
    return Ok{};
}

} // namespace hendeca::gpu
