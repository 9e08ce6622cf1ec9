#include "gpu/pipeline/pipeline_key.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

TEST(PipelineKey, LeavesOutWhatIsDynamic) {
    RasterState one, two;
    one.id = 1;
    two.id = 2;
    two.cullMode = VK_CULL_MODE_FRONT_BIT;
    two.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    two.depthBias = 3;
    two.depthBiasEnable = two.scissor = true;
    GraphicsState a, b;
    a.raster = &one;
    b.raster = &two;
    a.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    b.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP;
    EXPECT_EQ(makeGraphicsKey(a, true), makeGraphicsKey(b, true));
    EXPECT_EQ(makeGraphicsKey(a, true).hash(), makeGraphicsKey(b, true).hash());
}

TEST(PipelineKey, HasWhatIsBakedIn) {
    GraphicsState plain;
    const GraphicsKey base = makeGraphicsKey(plain, true);
    auto differs = [&](auto change) {
        GraphicsState state;
        RasterState raster;
        BlendState blend;
        change(state, raster, blend);
        return !(makeGraphicsKey(state, true) == base);
    };
    EXPECT_TRUE(differs([](auto& s, auto& r, auto&) { s.raster = &r, r.polygonMode = VK_POLYGON_MODE_LINE; }));
    EXPECT_TRUE(differs([](auto& s, auto& r, auto&) { s.raster = &r, r.depthClip = false; }));
    EXPECT_TRUE(differs([](auto& s, auto& r, auto&) { s.raster = &r, r.conservative = true; }));
    EXPECT_TRUE(differs([](auto& s, auto&, auto& b) { s.blend = &b, b.id = 5; }));
    EXPECT_TRUE(differs([](auto& s, auto&, auto&) { s.sampleMask = 1; }));
    EXPECT_TRUE(differs([](auto& s, auto&, auto&) { s.topology = VK_PRIMITIVE_TOPOLOGY_LINE_LIST; }));
    EXPECT_TRUE(differs([](auto& s, auto&, auto&) { s.targets.colors[1] = VK_FORMAT_R8_UNORM; }));
    EXPECT_TRUE(differs([](auto& s, auto&, auto&) { s.targets.depth = VK_FORMAT_D32_SFLOAT; }));
    EXPECT_FALSE(differs([](auto& s, auto& r, auto&) { s.raster = &r; })); // the default state is D3D11's default
}

TEST(PipelineKey, ForcedSampleCountCountsOnlyWithoutTargets) {
    RasterState raster;
    raster.forcedSampleCount = 4;
    GraphicsState state;
    state.raster = &raster;
    EXPECT_EQ(makeGraphicsKey(state, false).samples, 4);
    state.targets.colors[0] = VK_FORMAT_R8G8B8A8_UNORM;
    EXPECT_EQ(makeGraphicsKey(state, false).samples, 1);
}

TEST(PipelineKey, ConservativeNeedsTheDriver) {
    RasterState raster;
    raster.conservative = true;
    EXPECT_FALSE(rasterBits(&raster, false) & kRasterConservative);
    EXPECT_TRUE(rasterBits(&raster, true) & kRasterConservative);
}

TEST(PipelineKey, ControlPointsCountOnlyForPatches) {
    GraphicsState state;
    state.patchControlPoints = 3;
    EXPECT_EQ(makeGraphicsKey(state, false).patchControlPoints, 0);
    state.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    EXPECT_EQ(makeGraphicsKey(state, false).patchControlPoints, 3);
}

TEST(TargetFormats, CountGoesUpToTheLastBoundTarget) {
    TargetFormats formats;
    EXPECT_EQ(formats.colorCount(), 0u);
    formats.colors[2] = VK_FORMAT_R8_UNORM;
    EXPECT_EQ(formats.colorCount(), 3u);
}

} // namespace
} // namespace hendeca::gpu
