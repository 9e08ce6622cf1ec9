// Initial data, uploads, copies, resolves and mips.
#include "fixture.h"

#include <numeric>

namespace hendeca::gpu {

class CopyTest : public BackendTest {
protected:
    Image* texture(uint32_t width, uint32_t height, const uint32_t* data, uint32_t mips = 1,
                   VkFormat format = VK_FORMAT_R8G8B8A8_UNORM) {
        ImageDesc desc;
        desc.format = format;
        desc.extent = {width, height, 1};
        desc.mipLevels = mips;
        desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        InitialData initial{data, width * 4, width * height * 4};
        return image(desc, data ? &initial : nullptr);
    }
    void copy(Image* to, Offset at, Image* from, Box box) {
        auto* packet = writer->add<packet::CopyImage>();
        packet->target = to;
        packet->targetSubresource = 0;
        packet->targetOffset = at;
        packet->source = from;
        packet->sourceSubresource = 0;
        packet->box = box;
    }
};

TEST_F(CopyTest, NewResourcesAreZero) {
    Image* image = texture(4, 4, nullptr);
    BufferDesc desc;
    desc.size = 64;
    desc.storage = true;
    Buffer* buffer = this->buffer(desc);
    EXPECT_EQ(read(image), std::vector<uint32_t>(16, 0));
    EXPECT_EQ(read(buffer), std::vector<uint32_t>(16, 0));
}

TEST_F(CopyTest, InitialDataOfAllSubresources) {
    ImageDesc desc;
    desc.format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.extent = {3, 2, 1};
    desc.mipLevels = 2;
    desc.arrayLayers = 2;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
    std::vector<uint32_t> words(64);
    std::iota(words.begin(), words.end(), 1);
    // A pitch of 5 texels; level 1 is 1 x 1.
    const InitialData data[] = {{&words[0], 20, 40}, {&words[20], 20, 20}, {&words[30], 20, 40}, {&words[50], 20, 20}};
    Image* image = this->image(desc, data);
    EXPECT_EQ(read(image, 0), (std::vector<uint32_t>{1, 2, 3, 6, 7, 8}));
    EXPECT_EQ(read(image, 1), (std::vector<uint32_t>{21}));
    EXPECT_EQ(read(image, 2), (std::vector<uint32_t>{31, 32, 33, 36, 37, 38}));
    EXPECT_EQ(read(image, 3), (std::vector<uint32_t>{51}));
}

TEST_F(CopyTest, ManyBoxesIntoOneImage) {
    constexpr uint32_t kSide = 16;
    std::vector<uint32_t> words(kSide * kSide);
    std::iota(words.begin(), words.end(), 1);
    Image *first = texture(kSide, kSide, words.data()), *second = texture(kSide, kSide, words.data());
    Image* atlas = texture(kSide, kSide, nullptr);
    for (uint32_t i = 0; i < kSide * kSide; i++) // mirrored, texel by texel, from two images in turn
        copy(atlas, {kSide - 1 - i % kSide, i / kSide, 0}, i % 2 ? first : second, {i % kSide, i / kSide, 0, 1, 1, 1});
    const auto texels = read(atlas);
    for (uint32_t i = 0; i < kSide * kSide; i++)
        ASSERT_EQ(texels[i / kSide * kSide + kSide - 1 - i % kSide], words[i]);
}

TEST_F(CopyTest, OverlappingCopiesKeepTheirOrder) {
    const uint32_t a[4] = {1, 1, 1, 1}, b[4] = {2, 2, 2, 2};
    Image *first = texture(2, 2, a), *second = texture(2, 2, b), *to = texture(2, 2, nullptr);
    copy(to, {0, 0, 0}, first, {0, 0, 0, 2, 2, 1});
    copy(to, {1, 0, 0}, second, {0, 0, 0, 1, 2, 1});
    copy(first, {0, 0, 0}, to, {0, 0, 0, 2, 2, 1});  // reads what was just written
    copy(first, {0, 1, 0}, first, {1, 0, 0, 1, 1, 1}); // within one image
    EXPECT_EQ(read(to), (std::vector<uint32_t>{1, 2, 1, 2}));
    EXPECT_EQ(read(first), (std::vector<uint32_t>{1, 2, 2, 2}));
}

TEST_F(CopyTest, BufferRangesMayOverlap) {
    std::vector<uint32_t> words(8);
    std::iota(words.begin(), words.end(), 0);
    Buffer* buffer = this->buffer(32, words.data());
    auto* packet = writer->add<packet::CopyBuffer>();
    packet->target = packet->source = buffer;
    packet->sourceOffset = 0;
    packet->targetOffset = 4;
    packet->size = 28;
    EXPECT_EQ(read(buffer), (std::vector<uint32_t>{0, 0, 1, 2, 3, 4, 5, 6}));
}

TEST_F(CopyTest, UploadsIntoBoxesWithAPitch) {
    Image* image = texture(4, 4, nullptr);
    const uint32_t data[] = {1, 2, 99, 3, 4, 99};
    auto* packet = writer->add<packet::UploadImage>();
    packet->predicated = false;
    packet->image = image;
    packet->subresource = 0;
    packet->box = {1, 2, 0, 2, 2, 1};
    packet->rowPitch = 12;
    packet->slicePitch = 24;
    packet->aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    packet->source = fill(data, sizeof(data));
    EXPECT_EQ(read(image), (std::vector<uint32_t>{0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0}));
}

TEST_F(CopyTest, DepthToColour) {
    Image* depth = target(2, 2, VK_FORMAT_D32_SFLOAT);
    auto* clearDepth = writer->add<packet::ClearDepthStencil>();
    clearDepth->view = targetView(depth);
    clearDepth->aspects = VK_IMAGE_ASPECT_DEPTH_BIT;
    clearDepth->depth = 0.5f;
    clearDepth->stencil = 0;
    clearDepth->count = 0;
    Image* color = texture(2, 2, nullptr, 1, VK_FORMAT_R32_SFLOAT);
    copy(color, {0, 0, 0}, depth, {0, 0, 0, 2, 2, 1});
    EXPECT_EQ(read(color)[3], 0x3f000000u);
}

// D3D11 has both aspects in one texel; a staging texture shows them so, and takes them so.
TEST_F(CopyTest, DepthAndStencilTravelPacked) {
    struct {
        VkFormat format;
        uint32_t texel;
        uint32_t words[2], mask[2];
    } const cases[] = {{VK_FORMAT_D24_UNORM_S8_UINT, 4, {0x07ffffff, 0}, {0xffffffff, 0}},
                       {VK_FORMAT_D32_SFLOAT_S8_UINT, 8, {0x3f800000, 7}, {0xffffffff, 0xff}}};
    for (const auto& c : cases) {
        Image *from = target(4, 2, c.format), *to = target(4, 2, c.format);
        auto* clear = writer->add<packet::ClearDepthStencil>();
        clear->view = targetView(from);
        clear->aspects = from->desc().aspects;
        clear->depth = 1;
        clear->stencil = 7;
        clear->count = 0;
        BufferDesc desc;
        desc.size = 2 * 64;
        desc.memory = MemoryKind::Readback;
        Buffer *first = buffer(desc), *second = buffer(desc);
        const auto read = [&](Image* image, Buffer* into) {
            auto* copy = writer->add<packet::CopyImageToBuffer>();
            copy->image = image;
            copy->subresource = 0;
            copy->box = {0, 0, 0, 4, 2, 1};
            copy->aspects = image->desc().aspects;
            copy->buffer = into;
            copy->offset = 0;
            copy->rowPitch = copy->slicePitch = 64;
        };
        read(from, first);
        auto* back = writer->add<packet::CopyBufferToImage>();
        back->image = to;
        back->subresource = 0;
        back->box = {0, 0, 0, 4, 2, 1};
        back->aspects = to->desc().aspects;
        back->buffer = first;
        back->offset = 0;
        back->rowPitch = back->slicePitch = 64;
        read(to, second);
        submitAndWait();
        for (Buffer* buffer : {first, second}) {
            const auto* words = reinterpret_cast<const uint32_t*>(buffer->initialMapping());
            for (uint32_t i = 0; i < c.texel / 4; i++) {
                EXPECT_EQ(words[i] & c.mask[i], c.words[i] & c.mask[i]) << c.format;
                EXPECT_EQ(words[16 + 3 * c.texel / 4 + i] & c.mask[i], c.words[i] & c.mask[i]) << c.format;
            }
        }
    }
}

// Where D32S8 stands in for D24S8, memory still has 4 bytes a texel, on both ways.
TEST_F(CopyTest, D24InADeeperImageComesBack) {
    ImageDesc desc;
    desc.format = VK_FORMAT_D32_SFLOAT_S8_UINT;
    desc.code = TexelCode::FloatDepth;
    desc.extent = {2, 2, 1};
    desc.aspects = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    desc.usage = VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT;
    const std::vector<uint32_t> data = {0x05ffffff, 0x06000000, 0x07000000, 0x08ffffff};
    const InitialData initial{data.data(), 8, 16};
    Image* from = image(desc, &initial);
    BufferDesc bufferDesc;
    bufferDesc.size = 32;
    bufferDesc.memory = MemoryKind::Readback;
    Buffer* into = buffer(bufferDesc);
    auto* copy = writer->add<packet::CopyImageToBuffer>();
    copy->image = from;
    copy->subresource = 0;
    copy->box = {0, 0, 0, 2, 2, 1};
    copy->aspects = desc.aspects;
    copy->buffer = into;
    copy->offset = 0;
    copy->rowPitch = copy->slicePitch = 16;
    submitAndWait();
    const auto* words = reinterpret_cast<const uint32_t*>(into->initialMapping());
    EXPECT_EQ(words[0], data[0]);
    EXPECT_EQ(words[1], data[1]);
    EXPECT_EQ(words[4], data[2]);
    EXPECT_EQ(words[5], data[3]);
}

TEST_F(CopyTest, ResolveAveragesSamples) {
    Image *many = target(4, 4, VK_FORMAT_R8G8B8A8_UNORM, VK_SAMPLE_COUNT_4_BIT), *one = target(4, 4);
    View* view = targetView(many);
    clear(view, 0, 0, 0);
    setTargets({view});
    useQuadShaders();
    setViewport(0, 0, 4, 4);
    setVertices(quad(-1, 1, 1, -1, {1, 1, 0, 1}));
    writer->draw(4, 0, 1, 0);
    auto* packet = writer->add<packet::Resolve>();
    packet->target = one;
    packet->targetSubresource = 0;
    packet->source = many;
    packet->sourceSubresource = 0;
    packet->format = VK_FORMAT_R8G8B8A8_UNORM;
    EXPECT_EQ(read(one)[5], rgba(255, 255, 0));
}

TEST_F(CopyTest, MipsAreAverages) {
    ImageDesc desc;
    desc.format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.extent = {4, 4, 1};
    desc.mipLevels = 3;
    desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
    Image* image = this->image(desc);
    clear(targetView(image, 0), 0, 0, 0, 0);
    auto* rect = writer->add<packet::ClearTarget>(1);
    rect->view = targetView(image, 0);
    rect->value = {{1, 1, 1, 1}};
    rect->count = 1;
    packet::tail(rect)[0] = {{0, 0}, {2, 4}};
    writer->add<packet::GenerateMips>()->view = textureView(image, 3);
    EXPECT_EQ(read(image, 1), (std::vector<uint32_t>{~0u, 0, ~0u, 0}));
    const uint32_t last = read(image, 2)[0] & 0xff;
    EXPECT_NEAR(last, 128, 1);
}

} // namespace hendeca::gpu
