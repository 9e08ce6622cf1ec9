// Targets of other kinds: depth read while it is bound, stencil, slices of volumes, UAVs beside targets, no target at all,
// compressed textures.
#include "fixture.h"

#include "gpu/pipeline/shader_store.h"

#include "shader_uav_frag.h"

namespace hendeca::gpu {

class TargetTest : public BackendTest {
protected:
    void clearDepth(View* view, float depth, uint32_t stencil = 0) {
        auto* packet = writer->add<packet::ClearDepthStencil>();
        packet->view = view;
        packet->aspects = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
        packet->depth = depth;
        packet->stencil = stencil;
        packet->count = 0;
    }
    View* readOnlyDepthView(Image* image) {
        ImageViewDesc desc;
        desc.format = image->desc().format;
        desc.aspects = image->desc().aspects;
        desc.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
        desc.readOnlyDepth = desc.readOnlyStencil = true;
        return own(backend().factory().createView(*image, desc));
    }
    View* depthTexture(Image* image) {
        ImageViewDesc desc;
        desc.format = image->desc().format;
        desc.aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
        desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        return own(backend().factory().createView(*image, desc));
    }
    void usePointSampler() {
        SamplerDesc point;
        point.magFilter = point.minFilter = VK_FILTER_NEAREST;
        point.mipmapMode = VK_SAMPLER_MIPMAP_MODE_NEAREST;
        auto sampler = backend().factory().createSampler(point);
        ASSERT_TRUE(sampler.ok());
        auto* samplers = writer->add<packet::SetSamplers>(1);
        samplers->stage = spirv::Stage::Pixel;
        samplers->first = 0;
        samplers->count = 1;
        packet::tail(samplers)[0] = own(std::move(*sampler));
    }
    void depthState(const std::function<void(DepthStencilState&)>& change) {
        auto state = std::make_unique<DepthStencilState>();
        static uint32_t nextId = 500;
        state->id = nextId++;
        change(*state);
        writer->add<packet::SetDepthStencilState>()->state = own(std::move(state));
    }
};

TEST_F(TargetTest, ReadOnlyDepthIsTestedAndSampledAtOnce) {
    Image *color = target(4, 4), *depth = target(4, 4, VK_FORMAT_D32_SFLOAT);
    View *view = targetView(color), *depthView = targetView(depth), *readOnly = readOnlyDepthView(depth);
    clear(view, 0, 0, 0);
    clearDepth(depthView, 0.5f);
    setTargets({view}, readOnly);
    useTextureShaders();
    setTexture(depthTexture(depth));
    usePointSampler();
    setViewport(0, 0, 4, 4);
    setVertices(quad(-1, 1, 0, -1, {}, 0.25f)); // in front: shows the depth
    writer->draw(4, 0, 1, 0);
    setVertices(quad(0, 1, 1, -1, {}, 0.75f)); // behind
    writer->draw(4, 0, 1, 0);
    const auto texels = read(color);
    EXPECT_NEAR(texels[0] & 0xff, 128, 1);
    EXPECT_EQ(texels[3], rgba(0, 0, 0));
    EXPECT_EQ(read(depth)[0], 0x3f000000u); // not written
}

// The pass of targets of different sizes is as large as the smallest; a clear is not.
TEST_F(TargetTest, AClearReachesBeyondASmallerTarget) {
    Image *color = target(8, 8), *depth = target(4, 4, VK_FORMAT_D32_SFLOAT);
    View *view = targetView(color), *depthView = targetView(depth);
    clear(view, 1, 0, 0);
    clearDepth(depthView, 1);
    setTargets({view}, depthView);
    useQuadShaders();
    setViewport(0, 0, 4, 4);
    setVertices(quad(-1, 1, 1, -1, {0, 1, 0, 1}));
    writer->draw(4, 0, 1, 0);
    const auto texels = read(color);
    EXPECT_EQ(texels[0], rgba(0, 255, 0));
    EXPECT_EQ(texels[7], rgba(255, 0, 0));
    EXPECT_EQ(texels[63], rgba(255, 0, 0));
}

// Stencil is written while a shader reads the depth of the same image.
TEST_F(TargetTest, DepthIsReadWhileStencilIsWritten) {
    Image *color = target(4, 4), *depth = target(4, 4, VK_FORMAT_D24_UNORM_S8_UINT);
    View *view = targetView(color), *depthView = targetView(depth);
    ImageViewDesc desc;
    desc.format = depth->desc().format;
    desc.aspects = depth->desc().aspects;
    desc.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    desc.readOnlyDepth = true;
    View* half = own(backend().factory().createView(*depth, desc));
    clear(view, 0, 0, 0);
    clearDepth(depthView, 0.5f, 3);
    setTargets({view}, half);
    useTextureShaders();
    setTexture(depthTexture(depth));
    usePointSampler();
    setViewport(0, 0, 4, 4);
    depthState([](DepthStencilState& state) {
        state.depthTest = false;
        state.stencilTest = true;
        state.front.pass = state.back.pass = VK_STENCIL_OP_REPLACE;
    });
    writer->add<packet::SetStencilReference>()->value = 9;
    setVertices(quad(-1, 1, 1, -1, {}));
    writer->draw(4, 0, 1, 0);
    EXPECT_NEAR(read(color)[0] & 0xff, 128, 1);
    // What was written is what is tested.
    useQuadShaders();
    setVertices(quad(-1, 1, 1, -1, {0, 1, 0, 1}));
    depthState([](DepthStencilState& state) {
        state.depthTest = false;
        state.stencilTest = true;
        state.front.compare = state.back.compare = VK_COMPARE_OP_EQUAL;
    });
    writer->draw(4, 0, 1, 0);
    EXPECT_EQ(read(color)[0], rgba(0, 255, 0));
}

TEST_F(TargetTest, StencilIsTestedAgainstTheReference) {
    Image *color = target(4, 4), *depth = target(4, 4, VK_FORMAT_D24_UNORM_S8_UINT);
    View *view = targetView(color), *depthView = targetView(depth);
    clear(view, 0, 0, 0);
    clearDepth(depthView, 1, 7);
    setTargets({view}, depthView);
    useQuadShaders();
    setViewport(0, 0, 4, 4);
    setVertices(quad(-1, 1, 1, -1, {1, 0, 0, 1}));
    depthState([](DepthStencilState& state) {
        state.depthTest = false;
        state.stencilTest = true;
        state.front.compare = state.back.compare = VK_COMPARE_OP_EQUAL;
    });
    writer->add<packet::SetStencilReference>()->value = 6;
    writer->draw(4, 0, 1, 0);
    EXPECT_EQ(read(color)[0], rgba(0, 0, 0));
    writer->add<packet::SetStencilReference>()->value = 7;
    writer->draw(4, 0, 1, 0);
    EXPECT_EQ(read(color)[0], rgba(255, 0, 0));
}

TEST_F(TargetTest, ASliceOfAVolumeIsATarget) {
    ImageDesc desc;
    desc.kind = ImageKind::Image3D;
    desc.format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.extent = {2, 2, 4};
    desc.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    Image* volume = image(desc);
    View *second = targetView(volume, 0, 1), *third = targetView(volume, 0, 2);
    clear(second, 1, 0, 0);
    clear(third, 0, 1, 0);
    Image* flat = target(2, 2);
    for (uint32_t z = 0; z < 4; z++) {
        BufferDesc bufferDesc;
        bufferDesc.size = 16;
        bufferDesc.memory = MemoryKind::Readback;
        Buffer* staging = buffer(bufferDesc);
        auto* packet = writer->add<packet::CopyImageToBuffer>();
        packet->image = volume;
        packet->subresource = 0;
        packet->box = {0, 0, z, 2, 2, 1};
        packet->aspects = VK_IMAGE_ASPECT_COLOR_BIT;
        packet->buffer = staging;
        packet->offset = 0;
        packet->rowPitch = 8;
        packet->slicePitch = 16;
        submitAndWait();
        const uint32_t expected = z == 1 ? rgba(255, 0, 0) : z == 2 ? rgba(0, 255, 0) : 0;
        EXPECT_EQ(*reinterpret_cast<const uint32_t*>(staging->initialMapping()), expected) << z;
    }
    EXPECT_EQ(read(flat)[0], 0u);
}

TEST_F(TargetTest, DrawsSeeTheUavWritesOfDrawsBefore) {
    BufferDesc desc;
    desc.size = 64;
    desc.storage = true;
    Buffer* counts = buffer(desc);
    for (const bool withTarget : {true, false}) {
        Image* color = target(4, 1);
        if (withTarget)
            setTargets({targetView(color)});
        else
            setTargets({});
        useQuadShaders();
        auto* stage = writer->add<packet::SetShader>();
        stage->stage = spirv::Stage::Pixel;
        stage->shader = shader(spirv::Stage::Pixel, kWords_uav_frag, std::size(kWords_uav_frag), [](auto& binary) {
            spirv::Binding binding;
            binding.kind = spirv::BindingKind::StorageBuffer;
            binding.set = 3;
            binding.binding = 145;
            binding.slot = 1;
            binding.written = true;
            binary.bindings.push_back(binding);
            binary.outputRegisters = 1;
            binary.flags = spirv::kUsesUavs;
        });
        auto* uavs = writer->add<packet::SetUavs>(1);
        uavs->compute = false;
        uavs->first = 1;
        uavs->count = 1;
        packet::tail(uavs)[0] = rawView(counts, 0, 64, true);
        setViewport(0, 0, 4, 1);
        setVertices(quad(-1, 1, 1, -1, {}));
        for (uint32_t i = 0; i < 4; i++)
            writer->draw(4, 0, 1, 0);
        const auto words = read(counts);
        EXPECT_EQ(words[0], withTarget ? 15u : 255u);
        EXPECT_EQ(words[3], withTarget ? 15u : 255u);
        EXPECT_EQ(words[4], 0u);
    }
}

TEST_F(TargetTest, CompressedTexturesTakeDataAndPartsOfIt) {
    ImageDesc desc;
    desc.format = VK_FORMAT_BC1_RGBA_UNORM_BLOCK;
    desc.extent = {6, 6, 1}; // two by two blocks, the last ones over the edge
    desc.mipLevels = 3;      // 6, 3, 1
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    // A block of one colour, 565: red, green or blue.
    const uint64_t red = 0xf800, green = 0x07e0, blue = 0x001f;
    const uint64_t top[4] = {red, red, green, green}, small[1] = {blue}, last[1] = {red};
    const InitialData data[] = {{top, 16, 32}, {small, 8, 8}, {last, 8, 8}};
    Image* texture = image(desc, data);
    auto* upload = writer->add<packet::UploadImage>();
    upload->predicated = false;
    upload->image = texture;
    upload->subresource = 0;
    upload->box = {4, 4, 0, 4, 4, 1}; // reaches over the edge
    upload->rowPitch = upload->slicePitch = 8;
    upload->aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    upload->source = fill(&blue, 8);
    Image* color = target(6, 6);
    View* view = targetView(color);
    setTargets({view});
    useTextureShaders();
    setTexture(textureView(texture, 3));
    setViewport(0, 0, 6, 6);
    setVertices(quad(-1, 1, 1, -1, {}));
    writer->draw(4, 0, 1, 0);
    const auto texels = read(color);
    EXPECT_EQ(texels[0], rgba(255, 0, 0));
    EXPECT_EQ(texels[5 * 6], rgba(0, 255, 0));
    EXPECT_EQ(texels[35], rgba(0, 0, 255));
}

} // namespace hendeca::gpu
