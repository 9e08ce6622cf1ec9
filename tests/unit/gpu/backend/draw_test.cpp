// Draws: orientation, state that changes between draws, discards, textures, stream output.
#include "fixture.h"

#include "gpu/pipeline/shader_store.h"

#include "shader_color_frag.h"
#include "shader_stream_vert.h"

namespace hendeca::gpu {

class DrawTest : public BackendTest {
protected:
    RasterState* raster(const std::function<void(RasterState&)>& change) {
        auto state = std::make_unique<RasterState>();
        static uint32_t nextId = 100;
        state->id = nextId++;
        state->cullMode = VK_CULL_MODE_NONE;
        change(*state);
        RasterState* made = own(std::move(state));
        writer->add<packet::SetRasterState>()->state = made;
        return made;
    }
};

TEST_F(DrawTest, TheYAxisOfClipSpacePointsUp) {
    Image* image = target(8, 8);
    View* view = targetView(image);
    clear(view, 0, 0, 0);
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 8, 8);
    setVertices(quad(-1, 1, 0, 0, {1, 0, 0, 1})); // the upper left quarter
    writer->draw(4, 0, 1, 0);
    const auto texels = read(image);
    EXPECT_EQ(texels[0], rgba(255, 0, 0));
    EXPECT_EQ(texels[3 * 8 + 3], rgba(255, 0, 0));
    EXPECT_EQ(texels[4 * 8 + 3], rgba(0, 0, 0));
    EXPECT_EQ(texels[63], rgba(0, 0, 0));
}

TEST_F(DrawTest, ClockwiseOnTheScreenIsTheFront) {
    Image* image = target(4, 4);
    View* view = targetView(image);
    const auto drawn = [&](VkCullModeFlags cull, VkFrontFace front) {
        clear(view, 0, 0, 0);
        setTargets({view});
        useQuadShaders();
        raster([&](RasterState& state) {
            state.cullMode = cull;
            state.frontFace = front;
        });
        setViewport(0, 0, 4, 4);
        setVertices(quad(-1, 1, 1, -1, {1, 1, 1, 1})); // left top, right top, left bottom: clockwise
        writer->draw(4, 0, 1, 0);
        return read(image)[5] == rgba(255, 255, 255);
    };
    EXPECT_TRUE(drawn(VK_CULL_MODE_BACK_BIT, VK_FRONT_FACE_CLOCKWISE));
    EXPECT_FALSE(drawn(VK_CULL_MODE_FRONT_BIT, VK_FRONT_FACE_CLOCKWISE));
    EXPECT_FALSE(drawn(VK_CULL_MODE_BACK_BIT, VK_FRONT_FACE_COUNTER_CLOCKWISE));
}

TEST_F(DrawTest, EachDrawSeesTheConstantsOfItsDiscard) {
    constexpr uint32_t kCells = 64;
    Image* image = target(kCells, 1);
    View* view = targetView(image);
    BufferDesc desc;
    desc.size = 256;
    desc.memory = MemoryKind::Upload;
    desc.discardable = true;
    Buffer* constants = buffer(desc);
    clear(view, 0, 0, 0);
    setTargets({view});
    useUniformShaders();
    setVertices(quad(-1, 1, 1, -1, {}));
    auto* uniforms = writer->add<packet::SetUniformBuffers>(1);
    uniforms->stage = spirv::Stage::Pixel;
    uniforms->first = 0;
    uniforms->count = 1;
    packet::tail(uniforms)[0] = {constants, 0, 256};
    for (uint32_t i = 0; i < kCells; i++) {
        const float color[4] = {static_cast<float>(i) / 255, 1, 0, 1};
        auto* rename = writer->add<packet::RenameBuffer>();
        rename->predicated = false;
        rename->buffer = constants;
        rename->listOwned = false;
        rename->slice = fill(color, sizeof(color));
        setViewport(static_cast<float>(i), 0, 1, 1);
        writer->draw(4, 0, 1, 0);
    }
    const auto texels = read(image);
    for (uint32_t i = 0; i < kCells; i++)
        EXPECT_EQ(texels[i], rgba(i, 255, 0)) << i;
}

TEST_F(DrawTest, JoinedDrawsAreAllDrawn) {
    Image* image = target(8, 1);
    View* view = targetView(image);
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < 8; i++) {
        const float left = -1 + static_cast<float>(i) / 4, right = left + 0.25f;
        for (const auto& [x, y] : {std::pair{left, 1.0f}, {right, 1.0f}, {left, -1.0f}, {right, -1.0f}})
            vertices.push_back({{x, y, 0.5f, 1}, {static_cast<float>(i) / 255, 0, 0, 1}});
    }
    clear(view, 1, 1, 1);
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 8, 1);
    setVertices(buffer(vertices.size() * sizeof(Vertex), vertices.data()));
    for (uint32_t i = 0; i < 8; i++)
        writer->draw(4, i * 4, 1, 0);
    const auto texels = read(image);
    for (uint32_t i = 0; i < 8; i++)
        EXPECT_EQ(texels[i], rgba(i, 0, 0));
}

TEST_F(DrawTest, IndexedDrawsUseOffsetTypeAndBaseVertex) {
    Image* image = target(2, 1);
    View* view = targetView(image);
    const uint16_t small[] = {9, 9, 0, 1, 2, 3};
    const uint32_t large[] = {4, 5, 6, 7};
    std::vector<Vertex> vertices;
    for (uint32_t i = 0; i < 2; i++)
        for (const auto& [x, y] : {std::pair{-1.0f, 1.0f}, {0.0f, 1.0f}, {-1.0f, -1.0f}, {0.0f, -1.0f}})
            vertices.push_back({{x + static_cast<float>(i), y, 0.5f, 1}, {i ? 0.0f : 1.0f, i ? 1.0f : 0.0f, 0, 1}});
    clear(view, 0, 0, 0);
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 2, 1);
    setVertices(buffer(vertices.size() * sizeof(Vertex), vertices.data()));
    auto* index = writer->add<packet::SetIndexBuffer>();
    index->buffer = buffer(sizeof(small), small);
    index->offset = 2;
    index->type = VK_INDEX_TYPE_UINT16;
    writer->drawIndexed(4, 1, 0, 1, 0);
    index = writer->add<packet::SetIndexBuffer>();
    index->buffer = buffer(sizeof(large), large);
    index->offset = 0;
    index->type = VK_INDEX_TYPE_UINT32;
    writer->drawIndexed(4, 0, 0, 1, 0);
    EXPECT_EQ(read(image), (std::vector<uint32_t>{rgba(255, 0, 0), rgba(0, 255, 0)}));
}

TEST_F(DrawTest, WithoutVertexBufferVerticesAreZero) {
    Image* image = target(2, 2);
    View* view = targetView(image);
    clear(view, 0, 0, 1);
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 2, 2);
    setVertices(nullptr);
    writer->draw(4, 0, 1, 0); // all at one point: nothing
    EXPECT_EQ(read(image)[0], rgba(0, 0, 255));
}

TEST_F(DrawTest, DepthTestHidesWhatIsBehind) {
    Image *image = target(4, 4), *depth = target(4, 4, VK_FORMAT_D32_SFLOAT);
    View *view = targetView(image), *depthView = targetView(depth);
    clear(view, 0, 0, 0);
    auto* clearDepth = writer->add<packet::ClearDepthStencil>();
    clearDepth->view = depthView;
    clearDepth->aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
    clearDepth->depth = 1;
    clearDepth->stencil = 0;
    clearDepth->count = 0;
    setTargets({view}, depthView);
    useQuadShaders();
    setViewport(0, 0, 4, 4);
    setVertices(quad(-1, 1, 1, -1, {1, 0, 0, 1}, 0.25f));
    writer->draw(4, 0, 1, 0);
    setVertices(quad(-1, 1, 1, -1, {0, 1, 0, 1}, 0.75f));
    writer->draw(4, 0, 1, 0);
    EXPECT_EQ(read(image)[0], rgba(255, 0, 0));
    EXPECT_EQ(read(depth)[0], 0x3e800000u);
}

TEST_F(DrawTest, ScissorCutsAndAnEmptyViewportShowsNothing) {
    Image* image = target(4, 1);
    View* view = targetView(image);
    clear(view, 0, 0, 0);
    setTargets({view});
    useQuadShaders();
    raster([](RasterState& state) { state.scissor = true; });
    setViewport(0, 0, 4, 1);
    auto* scissors = writer->add<packet::SetScissors>(1);
    scissors->count = 1;
    packet::tail(scissors)[0] = {{-1, 0}, {2, 1}};
    setVertices(quad(-1, 1, 1, -1, {1, 0, 0, 1}));
    writer->draw(4, 0, 1, 0);
    raster([](RasterState&) {});
    setViewport(2, 0, 0, 1);
    writer->draw(4, 0, 1, 0);
    EXPECT_EQ(read(image), (std::vector<uint32_t>{rgba(255, 0, 0), rgba(0, 0, 0), rgba(0, 0, 0), rgba(0, 0, 0)}));
}

TEST_F(DrawTest, ATextureThatChangesBetweenDrawsIsSeenAsItWas) {
    const uint32_t first[4] = {1, 2, 3, 4}, second[4] = {5, 6, 7, 8};
    ImageDesc desc;
    desc.format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.extent = {2, 2, 1};
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    const InitialData data{first, 8, 16};
    Image* texture = image(desc, &data);
    Image *before = target(2, 2), *after = target(2, 2);
    useTextureShaders();
    setTexture(textureView(texture));
    setViewport(0, 0, 2, 2);
    setVertices(quad(-1, 1, 1, -1, {}));
    setTargets({targetView(before)});
    writer->draw(4, 0, 1, 0);
    auto* upload = writer->add<packet::UploadImage>();
    upload->predicated = false;
    upload->image = texture;
    upload->subresource = 0;
    upload->box = {0, 0, 0, 2, 2, 1};
    upload->rowPitch = 8;
    upload->slicePitch = 16;
    upload->aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    upload->source = fill(second, sizeof(second));
    setTargets({targetView(after)});
    writer->draw(4, 0, 1, 0);
    EXPECT_EQ(read(before), std::vector<uint32_t>(first, first + 4));
    EXPECT_EQ(read(after), std::vector<uint32_t>(second, second + 4));
}

TEST_F(DrawTest, TargetsAreSampledAfterwards) {
    Image *small = target(4, 4), *large = target(4, 4);
    View *smallTarget = targetView(small), *largeTarget = targetView(large), *texture = textureView(small);
    clear(largeTarget, 0, 0, 0);
    for (uint32_t i = 0; i < 4; i++) {
        setTexture(nullptr);
        setTargets({smallTarget});
        clear(smallTarget, static_cast<float>(i + 1) / 255, 0, 0);
        useQuadShaders();
        setViewport(0, 0, 4, 4);
        setVertices(quad(-1, 1, 0, -1, {0, static_cast<float>(i + 1) / 255, 0, 1}));
        writer->draw(4, 0, 1, 0);
        setTargets({largeTarget});
        useTextureShaders();
        setTexture(texture);
        setViewport(0, static_cast<float>(i), 4, 1);
        setVertices(quad(-1, 1, 1, -1, {}));
        writer->draw(4, 0, 1, 0);
    }
    const auto texels = read(large);
    for (uint32_t i = 0; i < 4; i++) {
        EXPECT_EQ(texels[i * 4], rgba(0, i + 1, 0)) << i;
        EXPECT_EQ(texels[i * 4 + 3], rgba(i + 1, 0, 0)) << i;
    }
}

TEST_F(DrawTest, IndirectDrawsReadTheirArguments) {
    Image* image = target(2, 2);
    View* view = targetView(image);
    const uint32_t arguments[] = {99, 4, 1, 0, 0};
    BufferDesc desc;
    desc.size = sizeof(arguments);
    desc.indirect = true;
    clear(view, 0, 0, 0);
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 2, 2);
    setVertices(quad(-1, 1, 1, -1, {0, 0, 1, 1}));
    auto* draw = writer->add<packet::DrawIndirect>();
    draw->buffer = buffer(desc, arguments);
    draw->offset = 4;
    draw->indexed = false;
    EXPECT_EQ(read(image)[3], rgba(0, 0, 255));
}

TEST_F(DrawTest, StreamOutputAppendsOverPasses) {
    Image* image = target(2, 2);
    View* view = targetView(image);
    BufferDesc desc;
    desc.size = 4 * 16 + 64;
    desc.xfb = true;
    Buffer* output = buffer(desc);
    BufferDesc counterDesc;
    counterDesc.size = 4;
    counterDesc.xfb = true;
    counterDesc.indirect = true;
    Buffer* counter = buffer(counterDesc);
    setTargets({view});
    useQuadShaders();
    auto* stage = writer->add<packet::SetShader>();
    stage->stage = spirv::Stage::Vertex;
    stage->shader = shader(spirv::Stage::Vertex, kWords_stream_vert, std::size(kWords_stream_vert), [](auto& binary) {
        for (uint32_t i = 0; i < 2; i++) {
            spirv::IoElement element;
            element.reg = i;
            element.mask = element.usedMask = 15;
            binary.inputs.push_back(element);
        }
        binary.inputRegisters = 3;
        binary.outputRegisters = 1;
        binary.flags = spirv::kUsesXfb;
        binary.xfbStride[0] = 16;
    });
    auto* topology = writer->add<packet::SetTopology>();
    topology->topology = VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    topology->patchControlPoints = 0;
    setViewport(0, 0, 2, 2);
    setVertices(quad(-1, 1, 1, -1, {0.25f, 0.5f, 1, 1}));
    auto* stream = writer->add<packet::SetStreamOut>(1);
    stream->count = 1;
    packet::tail(stream)[0] = {output, counter, 16};
    writer->draw(1, 0, 1, 0);
    clear(view, 0, 0, 0);
    writer->draw(1, 0, 1, 0);
    // Something that ends the pass; stream output goes on behind what it wrote.
    EXPECT_EQ(read(image).size(), 4u);
    writer->draw(1, 0, 1, 0);
    auto* off = writer->add<packet::SetStreamOut>();
    off->count = 0;
    const auto words = read(output);
    EXPECT_EQ(words[0], 0u);
    for (uint32_t i = 1; i <= 3; i++)
        EXPECT_EQ(words[i * 4 + 1], 0x3f800000u) << i; // 0.5 * 2
    EXPECT_EQ(words[4 * 4 + 1], 0u);
    EXPECT_EQ(read(counter)[0], 64u);
}

} // namespace hendeca::gpu
