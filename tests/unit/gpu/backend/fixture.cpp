#include "fixture.h"

#include "gpu/format/footprint.h"
#include "gpu/pipeline/shader_store.h"
#include "gpu/upload/slice_ring.h"
#include "util/log.h"
#include "vk/check.h"
#include "vk/device.h"

#include <cstring>

#include "shader_color_frag.h"
#include "shader_quad_vert.h"
#include "shader_texture_frag.h"
#include "shader_uniform_frag.h"

namespace hendeca::gpu {

namespace {

struct World {
    World() {
        vk::InstanceOptions options;
        options.validation = true;
        auto instance = vk::Instance::create(options);
        if (!instance)
            return;
        auto devices = (*instance)->physicalDevices();
        if (!devices)
            return;
        for (VkPhysicalDevice device : *devices) {
            auto adapter = vk::Adapter::open(*instance, device);
            if (!adapter || !(*adapter)->missing().empty())
                continue;
            if (auto made = Backend::create(*adapter)) {
                backend = std::move(*made);
                return;
            }
        }
    }
    std::unique_ptr<Backend> backend;
    uint64_t submissions = 0;
};

World& world() {
    static World made;
    return made;
}

// Destroys the backend before the process's other statics, and looks for complaints about that.
class Ending : public ::testing::Environment {
public:
    void TearDown() override {
        const uint64_t before = vk::validationMessageCount();
        world().backend.reset();
        EXPECT_EQ(vk::validationMessageCount(), before) << "the validation layer complains about the backend's end";
    }
};
[[maybe_unused]] auto* const kEnding = ::testing::AddGlobalTestEnvironment(new Ending);

} // namespace

Backend& BackendTest::backend() {
    return *world().backend;
}

bool BackendTest::available() {
    return world().backend != nullptr;
}

void BackendTest::SetUp() {
    if (!available())
        GTEST_SKIP() << "no usable Vulkan device";
    messages_ = vk::validationMessageCount();
    writer = std::make_unique<Writer>(backend().chunks(), *this);
    ring_ = std::make_unique<SliceRing>(backend().factory());
    writer->add<packet::ResetState>();
}

void BackendTest::TearDown() {
    if (!available())
        return;
    writer->add<packet::ResetState>();
    for (Object* object : owned_)
        writer->add<packet::Release>()->object = object;
    submitAndWait();
    writer.reset();
    backend().drain();
    EXPECT_FALSE(backend().lost()) << backend().lostReason();
    EXPECT_EQ(vk::validationMessageCount(), messages_) << "the validation layer complains";
}

Buffer* BackendTest::buffer(const BufferDesc& desc, const void* data) {
    auto made = backend().createBuffer(desc, data);
    EXPECT_TRUE(made.ok());
    return own(std::move(*made));
}

Buffer* BackendTest::buffer(uint64_t size, const void* data) {
    BufferDesc desc;
    desc.size = size;
    return buffer(desc, data);
}

Image* BackendTest::image(const ImageDesc& desc, const InitialData* data) {
    auto made = backend().createImage(desc, data);
    EXPECT_TRUE(made.ok());
    return own(std::move(*made));
}

Image* BackendTest::target(uint32_t width, uint32_t height, VkFormat format, VkSampleCountFlagBits samples) {
    ImageDesc desc;
    desc.extent = {width, height, 1};
    desc.format = format;
    desc.samples = samples;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    const bool stencil = format == VK_FORMAT_D24_UNORM_S8_UINT || format == VK_FORMAT_D32_SFLOAT_S8_UINT;
    if (format == VK_FORMAT_D32_SFLOAT || stencil) {
        desc.aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
        if (stencil)
            desc.aspects |= VK_IMAGE_ASPECT_STENCIL_BIT;
        desc.usage |= VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    } else {
        desc.usage |= VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    }
    return image(desc);
}

View* BackendTest::targetView(Image* image, uint32_t mip, uint32_t layer) {
    ImageViewDesc desc;
    desc.dim = image->desc().samples == VK_SAMPLE_COUNT_1_BIT ? spirv::ImageDim::D2 : spirv::ImageDim::D2Ms;
    desc.format = image->desc().format;
    desc.aspects = image->desc().aspects;
    desc.firstMip = mip;
    desc.firstLayer = layer;
    desc.usage = desc.aspects & VK_IMAGE_ASPECT_COLOR_BIT ? VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT
                                                          : VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    return own(backend().factory().createView(*image, desc));
}

View* BackendTest::textureView(Image* image, uint32_t mips) {
    ImageViewDesc desc;
    desc.format = image->desc().format;
    desc.mipCount = mips;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    return own(backend().factory().createView(*image, desc));
}

View* BackendTest::rawView(Buffer* buffer, uint64_t offset, uint64_t size, bool writable) {
    BufferViewDesc desc;
    desc.offset = offset;
    desc.size = size;
    desc.writable = writable;
    return own(backend().factory().createView(*buffer, desc));
}

Shader* BackendTest::shader(spirv::Stage stage, const uint32_t* words, size_t count,
                            const std::function<void(spirv::ShaderBinary&)>& fill) {
    ShaderDesc desc;
    desc.stage = stage;
    desc.key[0] = reinterpret_cast<uintptr_t>(words);
    desc.key[1] = count;
    spirv::ShaderBinary binary;
    binary.stage = stage;
    binary.words.assign(words, words + count);
    fill(binary);
    desc.job = [binary](const ShaderVariant&) -> Result<spirv::ShaderBinary> { return binary; };
    auto made = backend().createShader(desc);
    owned_.push_back(made.get());
    return made.release();
}

uint64_t BackendTest::submit() {
    const uint64_t value = ++world().submissions;
    writer->add<packet::Submit>()->value = value;
    writer->flush();
    return value;
}

void BackendTest::submitAndWait() {
    const uint64_t value = submit();
    EXPECT_TRUE(backend().wait(value));
    EXPECT_GE(backend().completed(), value);
}

void BackendTest::setTargets(std::initializer_list<View*> colors, View* depth) {
    auto* packet = writer->add<packet::SetTargets>(static_cast<uint32_t>(colors.size()));
    packet->depthStencil = depth;
    packet->count = static_cast<uint32_t>(colors.size());
    std::copy(colors.begin(), colors.end(), packet::tail(packet));
}

void BackendTest::setViewport(float x, float y, float width, float height) {
    auto* packet = writer->add<packet::SetViewports>(1);
    packet->count = 1;
    packet::tail(packet)[0] = {x, y, width, height, 0, 1};
}

void BackendTest::clear(View* view, float r, float g, float b, float a) {
    auto* packet = writer->add<packet::ClearTarget>();
    packet->view = view;
    packet->value = {{r, g, b, a}};
    packet->count = 0;
}

void BackendTest::useShaders(Shader* vertex, Shader* pixel) {
    auto* packet = writer->add<packet::SetShader>();
    packet->stage = spirv::Stage::Vertex;
    packet->shader = vertex;
    packet = writer->add<packet::SetShader>();
    packet->stage = spirv::Stage::Pixel;
    packet->shader = pixel;
    auto layout = std::make_unique<VertexLayout>();
    layout->id = 1;
    layout->slotMask = 1;
    layout->elements = {{0, 0, 0, VK_FORMAT_R32G32B32A32_SFLOAT}, {1, 0, 16, VK_FORMAT_R32G32B32A32_SFLOAT}};
    writer->add<packet::SetVertexLayout>()->layout = layout.get();
    own(std::move(layout));
    auto* topology = writer->add<packet::SetTopology>();
    topology->topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    topology->patchControlPoints = 0;
}

namespace {

void fillVertex(spirv::ShaderBinary& binary) {
    for (uint32_t i = 0; i < 2; i++) {
        spirv::IoElement element;
        element.semantic = i ? "COLOR" : "POSITION";
        element.reg = i;
        element.mask = element.usedMask = 15;
        binary.inputs.push_back(element);
    }
    binary.inputRegisters = 3;
    binary.outputRegisters = 1;
}

void fillPixel(spirv::ShaderBinary& binary) {
    spirv::IoElement element;
    element.semantic = "SV_Target";
    element.mask = element.usedMask = 15;
    binary.outputs.push_back(element);
    binary.outputRegisters = 1;
}

} // namespace

void BackendTest::useQuadShaders() {
    useShaders(shader(spirv::Stage::Vertex, kWords_quad_vert, std::size(kWords_quad_vert), fillVertex),
               shader(spirv::Stage::Pixel, kWords_color_frag, std::size(kWords_color_frag), [](auto& binary) {
                   fillPixel(binary);
                   binary.inputRegisters = 1;
               }));
}

void BackendTest::useUniformShaders() {
    useShaders(shader(spirv::Stage::Vertex, kWords_quad_vert, std::size(kWords_quad_vert), fillVertex),
               shader(spirv::Stage::Pixel, kWords_uniform_frag, std::size(kWords_uniform_frag), [](auto& binary) {
                   fillPixel(binary);
                   spirv::Binding binding;
                   binding.set = 2;
                   binding.binding = 0;
                   binary.bindings.push_back(binding);
               }));
}

void BackendTest::useTextureShaders() {
    useShaders(shader(spirv::Stage::Vertex, kWords_quad_vert, std::size(kWords_quad_vert), fillVertex),
               shader(spirv::Stage::Pixel, kWords_texture_frag, std::size(kWords_texture_frag), [](auto& binary) {
                   fillPixel(binary);
                   spirv::Binding texture;
                   texture.kind = spirv::BindingKind::SampledImage;
                   texture.set = 3;
                   texture.binding = 0;
                   texture.dim = spirv::ImageDim::D2;
                   binary.bindings.push_back(texture);
                   spirv::Binding sampler;
                   sampler.kind = spirv::BindingKind::Sampler;
                   sampler.set = 3;
                   sampler.binding = 128;
                   binary.bindings.push_back(sampler);
               }));
}

void BackendTest::setVertices(Buffer* vertices, uint32_t offset) {
    auto* packet = writer->add<packet::SetVertexBuffers>(1);
    packet->first = 0;
    packet->count = 1;
    packet::tail(packet)[0] = {vertices, offset, sizeof(Vertex)};
}

void BackendTest::setTexture(View* view) {
    auto* packet = writer->add<packet::SetResources>(1);
    packet->stage = spirv::Stage::Pixel;
    packet->first = 0;
    packet->count = 1;
    packet::tail(packet)[0] = view;
}

Buffer* BackendTest::quad(float left, float top, float right, float bottom, std::array<float, 4> color, float depth) {
    const auto vertex = [&](float x, float y) {
        return Vertex{{x, y, depth, 1}, {color[0], color[1], color[2], color[3]}};
    };
    const Vertex vertices[] = {vertex(left, top), vertex(right, top), vertex(left, bottom), vertex(right, bottom)};
    return buffer(sizeof(vertices), vertices);
}

Slice BackendTest::fill(const void* data, uint64_t size) {
    const Slice slice = ring_->take(size);
    EXPECT_NE(slice.backing.mapped, nullptr);
    std::memcpy(slice.backing.mapped, data, static_cast<size_t>(size));
    return slice;
}

std::vector<uint32_t> BackendTest::read(Image* image, uint32_t subresource) {
    const ImageDesc& desc = image->desc();
    const uint32_t mip = subresource % desc.mipLevels;
    const uint32_t width = mipExtent(desc.extent.width, mip), height = mipExtent(desc.extent.height, mip);
    BufferDesc bufferDesc;
    bufferDesc.size = uint64_t(width) * height * 4;
    bufferDesc.memory = MemoryKind::Readback;
    Buffer* staging = buffer(bufferDesc);
    auto* packet = writer->add<packet::CopyImageToBuffer>();
    packet->image = image;
    packet->subresource = subresource;
    packet->box = {0, 0, 0, width, height, 1};
    packet->aspects = desc.aspects & VK_IMAGE_ASPECT_COLOR_BIT ? VK_IMAGE_ASPECT_COLOR_BIT : VK_IMAGE_ASPECT_DEPTH_BIT;
    packet->buffer = staging;
    packet->offset = 0;
    packet->rowPitch = width * 4;
    packet->slicePitch = width * height * 4;
    submitAndWait();
    std::vector<uint32_t> texels(size_t(width) * height);
    std::memcpy(texels.data(), staging->initialMapping(), texels.size() * 4);
    return texels;
}

std::vector<uint32_t> BackendTest::read(Buffer* source) {
    BufferDesc desc;
    desc.size = source->size();
    desc.memory = MemoryKind::Readback;
    Buffer* staging = buffer(desc);
    auto* packet = writer->add<packet::CopyBuffer>();
    packet->target = staging;
    packet->targetOffset = 0;
    packet->source = source;
    packet->sourceOffset = 0;
    packet->size = source->size();
    submitAndWait();
    std::vector<uint32_t> words(static_cast<size_t>(source->size() / 4));
    std::memcpy(words.data(), staging->initialMapping(), words.size() * 4);
    return words;
}

} // namespace hendeca::gpu
