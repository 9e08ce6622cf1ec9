// Clears: load operations, clears within a pass, rectangles, and clears of images that are then used in another way.
#include "fixture.h"

namespace hendeca::gpu {

class ClearTest : public BackendTest {};

TEST_F(ClearTest, AWholeClearShowsInACopy) {
    Image* image = target(8, 8);
    clear(targetView(image), 1, 0, 0.2f, 1);
    for (uint32_t texel : read(image))
        EXPECT_EQ(texel, rgba(255, 0, 51));
}

TEST_F(ClearTest, TheLastOfTwoClearsCounts) {
    Image* image = target(8, 8);
    View* view = targetView(image);
    clear(view, 1, 0, 0);
    clear(view, 0, 1, 0);
    EXPECT_EQ(read(image)[0], rgba(0, 255, 0));
}

TEST_F(ClearTest, AClearBetweenDrawsErasesWhatWasDrawn) {
    Image* image = target(8, 8);
    View* view = targetView(image);
    useQuadShaders();
    setTargets({view});
    setViewport(0, 0, 8, 8);
    setVertices(quad(-1, 1, 1, -1, {1, 0, 0, 1}));
    writer->draw(4, 0, 1, 0);
    clear(view, 0, 0, 1);
    setVertices(quad(-1, 1, 0, -1, {0, 1, 0, 1}));
    writer->draw(4, 0, 1, 0);
    const auto texels = read(image);
    EXPECT_EQ(texels[0], rgba(0, 255, 0));
    EXPECT_EQ(texels[7], rgba(0, 0, 255));
}

TEST_F(ClearTest, RectanglesAreClippedAndLeaveTheRest) {
    Image* image = target(8, 8);
    View* view = targetView(image);
    clear(view, 0, 0, 0);
    auto* packet = writer->add<packet::ClearTarget>(2);
    packet->view = view;
    packet->value = {{1, 1, 1, 1}};
    packet->count = 2;
    packet::tail(packet)[0] = {{-5, -5}, {7, 7}};     // reaches from -5 to 2
    packet::tail(packet)[1] = {{6, 6}, {1000, 1000}}; // reaches over the edge
    const auto texels = read(image);
    EXPECT_EQ(texels[1 * 8 + 1], rgba(255, 255, 255));
    EXPECT_EQ(texels[2 * 8 + 2], rgba(0, 0, 0));
    EXPECT_EQ(texels[7 * 8 + 7], rgba(255, 255, 255));
}

TEST_F(ClearTest, IntegerTargetsGetTheNumber) {
    Image* image = target(4, 4, VK_FORMAT_R32_UINT);
    clear(targetView(image), 77, 0, 0);
    EXPECT_EQ(read(image)[5], 77u);
}

TEST_F(ClearTest, DepthAndStencilAreClearedApart) {
    Image* image = target(4, 4, VK_FORMAT_D32_SFLOAT);
    auto* packet = writer->add<packet::ClearDepthStencil>();
    packet->view = targetView(image);
    packet->aspects = VK_IMAGE_ASPECT_DEPTH_BIT | VK_IMAGE_ASPECT_STENCIL_BIT;
    packet->depth = 0.25f;
    packet->stencil = 3;
    packet->count = 0;
    EXPECT_EQ(read(image)[0], 0x3e800000u); // 0.25
}

TEST_F(ClearTest, OtherSubresourcesKeepTheirContents) {
    ImageDesc desc;
    desc.format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.extent = {8, 8, 1};
    desc.mipLevels = 2;
    desc.arrayLayers = 2;
    desc.usage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
    Image* image = this->image(desc);
    clear(targetView(image, 0, 0), 1, 0, 0);
    clear(targetView(image, 1, 1), 0, 1, 0);
    EXPECT_EQ(read(image, 0)[0], rgba(255, 0, 0));
    EXPECT_EQ(read(image, 1)[0], 0u);
    EXPECT_EQ(read(image, 2)[0], 0u);
    EXPECT_EQ(read(image, 3)[0], rgba(0, 255, 0));
}

TEST_F(ClearTest, ATextureThatIsClearedIsSampledCleared) {
    Image* source = target(4, 4);
    Image* image = target(4, 4);
    View* sourceTarget = targetView(source);
    setTargets({targetView(image)});
    useTextureShaders();
    setTexture(textureView(source));
    setViewport(0, 0, 4, 4);
    setVertices(quad(-1, 1, 1, -1, {}));
    clear(sourceTarget, 1, 1, 0);
    writer->draw(4, 0, 1, 0);
    EXPECT_EQ(read(image)[0], rgba(255, 255, 0));
    // Bound all the while, cleared anew.
    clear(sourceTarget, 0, 1, 1);
    writer->draw(4, 0, 1, 0);
    clear(sourceTarget, 1, 0, 1);
    EXPECT_EQ(read(image)[0], rgba(0, 255, 255));
}

} // namespace hendeca::gpu
