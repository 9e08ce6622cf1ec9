#include "gpu_fixture.h"

#include "vk/check.h"

#include "test_fill_comp.h"
#include "test_place_vert.h"
#include "test_plain_frag.h"
#include "test_textured_frag.h"

#include <cstring>

namespace hendeca::gpu::test {

using spirv::Binding;
using spirv::BindingKind;
using spirv::Stage;

namespace {

std::shared_ptr<vk::Device> makeDevice() {
    auto instance = vk::Instance::create({});
    if (!instance)
        return nullptr;
    auto handles = (*instance)->physicalDevices();
    if (!handles)
        return nullptr;
    for (VkPhysicalDevice handle : *handles) {
        auto adapter = vk::Adapter::open(*instance, handle);
        if (!adapter || !(*adapter)->missing().empty())
            continue;
        auto device = vk::Device::create(*adapter);
        if (device)
            return *device;
    }
    return nullptr;
}

// Never destroyed before main() ends, so that all tests share the one device.
std::shared_ptr<vk::Device>& sharedDevice() {
    static std::shared_ptr<vk::Device> device = makeDevice();
    return device;
}

Binding binding(BindingKind kind, uint32_t set, uint32_t number, uint32_t slot) {
    Binding made;
    made.kind = kind;
    made.set = static_cast<uint8_t>(set);
    made.binding = static_cast<uint16_t>(number);
    made.slot = static_cast<uint16_t>(slot);
    return made;
}

spirv::IoElement element(uint32_t reg) {
    spirv::IoElement made;
    made.reg = reg;
    made.mask = made.usedMask = 0xf;
    return made;
}

} // namespace

spirv::ShaderBinary placeVertex() {
    spirv::ShaderBinary made;
    made.stage = Stage::Vertex;
    made.words.assign(std::begin(kTest_place_vert), std::end(kTest_place_vert));
    made.bindings = {binding(BindingKind::UniformBuffer, 0, spirv::uniformBinding(Stage::Vertex, 0), 0)};
    made.inputs = {element(0), element(1)};
    made.inputRegisters = 3;
    made.outputRegisters = 1;
    return made;
}

spirv::ShaderBinary plainPixel() {
    spirv::ShaderBinary made;
    made.stage = Stage::Pixel;
    made.words.assign(std::begin(kTest_plain_frag), std::end(kTest_plain_frag));
    made.bindings = {binding(BindingKind::UniformBuffer, 2, spirv::uniformBinding(Stage::Pixel, 0), 0)};
    made.inputRegisters = 1;
    made.outputRegisters = 1;
    return made;
}

spirv::ShaderBinary texturedPixel() {
    spirv::ShaderBinary made;
    made.stage = Stage::Pixel;
    made.words.assign(std::begin(kTest_textured_frag), std::end(kTest_textured_frag));
    made.bindings = {binding(BindingKind::SampledImage, 3, spirv::srvBinding(Stage::Pixel, 0), 0),
                     binding(BindingKind::Sampler, 3, spirv::samplerBinding(Stage::Pixel, 0), 0),
                     binding(BindingKind::StorageBufferRead, 3, spirv::srvBinding(Stage::Pixel, 1), 1)};
    made.bindings[0].dim = spirv::ImageDim::D2;
    made.outputRegisters = 1;
    return made;
}

spirv::ShaderBinary fillCompute() {
    spirv::ShaderBinary made;
    made.stage = Stage::Compute;
    made.words.assign(std::begin(kTest_fill_comp), std::end(kTest_fill_comp));
    made.bindings = {binding(BindingKind::UniformBuffer, 0, 0, 0),
                     binding(BindingKind::StorageBuffer, 1, spirv::uavBinding(Stage::Compute, 0), 0)};
    made.bindings[1].written = true;
    made.bindings[1].offsetSpecId = spirv::kFirstOffsetSpecId;
    made.workgroupSize = {4, 1, 1};
    return made;
}

ShaderDesc shaderOf(const spirv::ShaderBinary& binary, uint64_t key) {
    ShaderDesc desc;
    desc.stage = binary.stage;
    desc.key[0] = key;
    desc.job = [binary](const ShaderVariant&) -> Result<spirv::ShaderBinary> { return binary; };
    return desc;
}

void GpuTest::SetUp() {
    device_ = sharedDevice();
    if (!device_)
        GTEST_SKIP() << "no usable Vulkan driver";
    fn_ = &device_->fn();
    messages_ = vk::validationMessageCount();
    factory_ = std::make_unique<ResourceFactory>(device_);
    VkCommandPoolCreateInfo info{VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
    info.queueFamilyIndex = device_->queueFamily();
    ASSERT_EQ(fn_->CreateCommandPool(device_->handle(), &info, nullptr, &pool_), VK_SUCCESS);

    ImageDesc image;
    image.format = VK_FORMAT_R8G8B8A8_UNORM;
    image.extent = {kSize, kSize, 1};
    image.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    auto made = factory_->createImage(image);
    ASSERT_TRUE(made) << made.error().what;
    target_ = std::move(*made);
    ImageViewDesc view;
    view.format = image.format;
    view.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    targetView_ = factory_->createView(*target_, view);
    readback_ = buffer(kSize * kSize * 4, MemoryKind::Readback);
    queries_ = std::make_unique<QueryPool>(device_, *this);
}

void GpuTest::start(const PipelineCacheOptions& options) {
    const bool libraries = options.pipelineLibraries && PipelineCache::librariesUsable(device_->caps());
    queue_ = std::make_unique<CompileQueue>(1);
    layouts_ = std::make_unique<LayoutCache>(device_, libraries);
    pipelines_ = std::make_unique<PipelineCache>(device_, *layouts_, *queue_, options);
    shaders_ = std::make_unique<ShaderStore>(device_, *queue_);
    shaders_->setListener(pipelines_.get());
    binder_ = std::make_unique<Binder>(device_);
}

void GpuTest::TearDown() {
    if (!device_)
        return;
    fn_->DeviceWaitIdle(device_->handle());
    retire_.collect(~uint64_t{0});
    if (queue_)
        queue_->close();
    queries_.reset();
    binder_.reset();
    shaders_.reset();
    pipelines_.reset();
    layouts_.reset();
    targetView_.reset();
    target_.reset();
    readback_.reset();
    factory_.reset();
    fn_->DestroyCommandPool(device_->handle(), pool_, nullptr);
    EXPECT_EQ(vk::validationMessageCount(), messages_) << "the validation layer has complained";
}

std::unique_ptr<Buffer> GpuTest::buffer(uint64_t size, MemoryKind memory, bool storage) {
    BufferDesc desc;
    desc.size = size;
    desc.memory = memory;
    desc.storage = storage;
    auto made = factory_->createBuffer(desc);
    EXPECT_TRUE(made);
    return std::move(*made);
}

std::unique_ptr<Buffer> GpuTest::floats(std::initializer_list<float> values) {
    auto made = buffer(values.size() * sizeof(float));
    std::memcpy(made->initialMapping(), values.begin(), values.size() * sizeof(float));
    return made;
}

void GpuTest::submit(const std::function<void(VkCommandBuffer)>& record) {
    VkCommandBufferAllocateInfo allocate{VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO};
    allocate.commandPool = pool_;
    allocate.commandBufferCount = 1;
    VkCommandBuffer commands = VK_NULL_HANDLE;
    ASSERT_EQ(fn_->AllocateCommandBuffers(device_->handle(), &allocate, &commands), VK_SUCCESS);
    VkCommandBufferBeginInfo begin{VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    fn_->BeginCommandBuffer(commands, &begin);
    queries_->resume(commands, false);
    record(commands);
    queries_->suspend(commands);
    fn_->EndCommandBuffer(commands);

    const uint64_t value = completed_ + 1;
    queries_->submitted(value);
    if (binder_)
        binder_->submissionEnded(value, retire_);
    if (pipelines_)
        pipelines_->retireReplaced(value, retire_);
    VkCommandBufferSubmitInfo buffer{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO};
    buffer.commandBuffer = commands;
    VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
    info.commandBufferInfoCount = 1;
    info.pCommandBufferInfos = &buffer;
    ASSERT_EQ(fn_->QueueSubmit2(device_->queue(), 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
    ASSERT_EQ(fn_->QueueWaitIdle(device_->queue()), VK_SUCCESS);
    completed_ = value;
    retire_.collect(value);
    fn_->FreeCommandBuffers(device_->handle(), pool_, 1, &commands);
}

void GpuTest::beginPass(VkCommandBuffer commands, bool clear) {
    VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
    barrier.srcStageMask = barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
    barrier.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT | VK_ACCESS_2_MEMORY_WRITE_BIT;
    barrier.oldLayout = clear ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    barrier.image = target_->handle();
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
    dependency.imageMemoryBarrierCount = 1;
    dependency.pImageMemoryBarriers = &barrier;
    fn_->CmdPipelineBarrier2(commands, &dependency);

    VkRenderingAttachmentInfo color{VK_STRUCTURE_TYPE_RENDERING_ATTACHMENT_INFO};
    color.imageView = targetView_->imageView(spirv::ImageDim::None);
    color.imageLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    color.loadOp = clear ? VK_ATTACHMENT_LOAD_OP_CLEAR : VK_ATTACHMENT_LOAD_OP_LOAD;
    color.storeOp = VK_ATTACHMENT_STORE_OP_STORE;
    VkRenderingInfo rendering{VK_STRUCTURE_TYPE_RENDERING_INFO};
    rendering.renderArea.extent = {kSize, kSize};
    rendering.layerCount = 1;
    rendering.colorAttachmentCount = 1;
    rendering.pColorAttachments = &color;
    queries_->suspend(commands);
    fn_->CmdBeginRendering(commands, &rendering);
    queries_->resume(commands, true);
}

void GpuTest::draw(const std::function<void(VkCommandBuffer)>& record, bool clear) {
    submit([&](VkCommandBuffer commands) {
        beginPass(commands, clear);
        setDynamicState(commands);
        record(commands);
        queries_->suspend(commands);
        fn_->CmdEndRendering(commands);
        queries_->resume(commands, false);
    });
}

void GpuTest::setDynamicState(VkCommandBuffer commands) {
    const VkViewport viewport{0, kSize, kSize, -static_cast<float>(kSize), 0, 1};
    const VkRect2D scissor{{0, 0}, {kSize, kSize}};
    const float ones[4] = {1, 1, 1, 1};
    const VkStencilFaceFlags faces = VK_STENCIL_FACE_FRONT_AND_BACK;
    fn_->CmdSetViewportWithCount(commands, 1, &viewport);
    fn_->CmdSetScissorWithCount(commands, 1, &scissor);
    fn_->CmdSetBlendConstants(commands, ones);
    fn_->CmdSetStencilReference(commands, faces, 0);
    fn_->CmdSetStencilCompareMask(commands, faces, 0xff);
    fn_->CmdSetStencilWriteMask(commands, faces, 0xff);
    fn_->CmdSetStencilTestEnable(commands, VK_FALSE);
    fn_->CmdSetStencilOp(commands, faces, VK_STENCIL_OP_KEEP, VK_STENCIL_OP_KEEP, VK_STENCIL_OP_KEEP,
                         VK_COMPARE_OP_ALWAYS);
    fn_->CmdSetDepthTestEnable(commands, VK_FALSE);
    fn_->CmdSetDepthWriteEnable(commands, VK_FALSE);
    fn_->CmdSetDepthCompareOp(commands, VK_COMPARE_OP_ALWAYS);
    fn_->CmdSetDepthBias(commands, 0, 0, 0);
    fn_->CmdSetDepthBiasEnable(commands, VK_FALSE);
    fn_->CmdSetCullMode(commands, VK_CULL_MODE_NONE);
    fn_->CmdSetFrontFace(commands, VK_FRONT_FACE_CLOCKWISE);
    fn_->CmdSetPrimitiveTopology(commands, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST);
    fn_->CmdSetPrimitiveRestartEnable(commands, VK_FALSE);
}

void GpuTest::readTarget() {
    submit([&](VkCommandBuffer commands) {
        VkImageMemoryBarrier2 barrier{VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2};
        barrier.srcStageMask = barrier.dstStageMask = VK_PIPELINE_STAGE_2_ALL_COMMANDS_BIT;
        barrier.srcAccessMask = VK_ACCESS_2_MEMORY_WRITE_BIT;
        barrier.dstAccessMask = VK_ACCESS_2_MEMORY_READ_BIT;
        barrier.oldLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
        barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        barrier.image = target_->handle();
        barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        VkDependencyInfo dependency{VK_STRUCTURE_TYPE_DEPENDENCY_INFO};
        dependency.imageMemoryBarrierCount = 1;
        dependency.pImageMemoryBarriers = &barrier;
        fn_->CmdPipelineBarrier2(commands, &dependency);
        VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
        region.bufferOffset = readback_->backing().offset;
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        region.imageExtent = {kSize, kSize, 1};
        VkCopyImageToBufferInfo2 copy{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
        copy.srcImage = target_->handle();
        copy.srcImageLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
        copy.dstBuffer = readback_->backing().buffer;
        copy.regionCount = 1;
        copy.pRegions = &region;
        fn_->CmdCopyImageToBuffer2(commands, &copy);
    });
    pixels_.resize(kSize * kSize);
    std::memcpy(pixels_.data(), readback_->initialMapping(), pixels_.size() * 4);
}

} // namespace hendeca::gpu::test
