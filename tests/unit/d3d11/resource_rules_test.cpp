// Usage, bind and CPU-access flags; initial data; limits by feature level.
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/tables/resource_rules.h"
#include "d3d11/view/view_rules.h"

#include <gtest/gtest.h>

namespace hendeca::d3d11 {
namespace {

constexpr uint32_t kSrv = D3D11_BIND_SHADER_RESOURCE, kVb = D3D11_BIND_VERTEX_BUFFER;
constexpr uint32_t kRead = D3D11_CPU_ACCESS_READ, kWrite = D3D11_CPU_ACCESS_WRITE;

TEST(ResourceRules, DefaultTakesAnyBindAndNoCpuAccess) {
    EXPECT_TRUE(usageAllowed(D3D11_USAGE_DEFAULT, 0, 0, false));
    EXPECT_TRUE(usageAllowed(D3D11_USAGE_DEFAULT, D3D11_BIND_UNORDERED_ACCESS, 0, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_DEFAULT, kSrv, kRead, false));
    EXPECT_TRUE(usageAllowed(D3D11_USAGE_DEFAULT, kSrv, kRead, true));
}

TEST(ResourceRules, ImmutableNeedsAnInputBindAndNoCpuAccess) {
    EXPECT_TRUE(usageAllowed(D3D11_USAGE_IMMUTABLE, kVb, 0, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_IMMUTABLE, 0, 0, false));
    for (uint32_t output :
         {D3D11_BIND_STREAM_OUTPUT, D3D11_BIND_RENDER_TARGET, D3D11_BIND_DEPTH_STENCIL, D3D11_BIND_UNORDERED_ACCESS})
        EXPECT_FALSE(usageAllowed(D3D11_USAGE_IMMUTABLE, output, 0, false)) << output;
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_IMMUTABLE, kSrv, kWrite, false));
}

TEST(ResourceRules, DynamicIsWrittenByTheCpuAndReadByTheGpu) {
    EXPECT_TRUE(usageAllowed(D3D11_USAGE_DYNAMIC, kSrv, kWrite, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_DYNAMIC, kSrv, 0, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_DYNAMIC, kSrv, kRead | kWrite, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_DYNAMIC, 0, kWrite, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_DYNAMIC, D3D11_BIND_RENDER_TARGET, kWrite, false));
}

TEST(ResourceRules, StagingHasCpuAccessAndNoBind) {
    EXPECT_TRUE(usageAllowed(D3D11_USAGE_STAGING, 0, kRead, false));
    EXPECT_TRUE(usageAllowed(D3D11_USAGE_STAGING, 0, kRead | kWrite, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_STAGING, 0, 0, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_STAGING, kSrv, kRead, false));
}

TEST(ResourceRules, UnknownUsagesAndFlagsAreRefused) {
    EXPECT_FALSE(usageAllowed(static_cast<D3D11_USAGE>(4), 0, 0, false));
    EXPECT_FALSE(usageAllowed(D3D11_USAGE_STAGING, 0, kRead | 1, false));
}

TEST(ResourceRules, ImmutableNeedsDataAndDataNeedsMemory) {
    const int value = 0;
    const D3D11_SUBRESOURCE_DATA good[2] = {{&value, 4, 4}, {&value, 4, 4}};
    const D3D11_SUBRESOURCE_DATA bad[2] = {{&value, 4, 4}, {nullptr, 4, 4}};
    EXPECT_FALSE(initialDataAllowed(D3D11_USAGE_IMMUTABLE, nullptr, 1));
    EXPECT_TRUE(initialDataAllowed(D3D11_USAGE_DEFAULT, nullptr, 1));
    EXPECT_TRUE(initialDataAllowed(D3D11_USAGE_IMMUTABLE, good, 2));
    EXPECT_FALSE(initialDataAllowed(D3D11_USAGE_DEFAULT, bad, 2));
    EXPECT_TRUE(initialDataAllowed(D3D11_USAGE_DEFAULT, bad, 1));
}

TEST(ResourceRules, LimitsRiseWithTheLevel) {
    EXPECT_EQ(levelLimits(D3D_FEATURE_LEVEL_9_3).texture2D, 4096u);
    EXPECT_EQ(levelLimits(D3D_FEATURE_LEVEL_10_0).texture2D, 8192u);
    EXPECT_FALSE(levelLimits(D3D_FEATURE_LEVEL_10_0).cubeArrays);
    EXPECT_TRUE(levelLimits(D3D_FEATURE_LEVEL_10_1).cubeArrays);
    EXPECT_EQ(levelLimits(D3D_FEATURE_LEVEL_11_0).texture2D, 16384u);
    EXPECT_EQ(levelLimits(D3D_FEATURE_LEVEL_11_0).texture3D, 2048u);
    EXPECT_EQ(levelLimits(static_cast<D3D_FEATURE_LEVEL>(0xc000)).texture2D, 16384u);
}

TEST(ResourceRules, MipChainEndsAtOneTexel) {
    EXPECT_EQ(mipChainLength(1, 1, 1), 1u);
    EXPECT_EQ(mipChainLength(256, 1, 1), 9u);
    EXPECT_EQ(mipChainLength(5, 3, 2), 3u);
    EXPECT_EQ(mipChainLength(1, 1, 16384), 15u);
}

TEST(ViewRules, RangesResolveTheRest) {
    uint32_t count = kRest;
    EXPECT_TRUE(resolveRange(4, 1, count));
    EXPECT_EQ(count, 3u);
    count = 0;
    EXPECT_FALSE(resolveRange(4, 1, count));
    count = kRest;
    EXPECT_FALSE(resolveRange(4, 4, count)) << "the first is past the end";
    count = 4;
    EXPECT_FALSE(resolveRange(4, 1, count));
}

TEST(ViewRules, UnorderedAccessMaySeeThirtyTwoBitsAsR32) {
    EXPECT_TRUE(isCastToR32(DXGI_FORMAT_R8G8B8A8_TYPELESS, DXGI_FORMAT_R32_UINT));
    EXPECT_TRUE(isCastToR32(DXGI_FORMAT_R16G16_TYPELESS, DXGI_FORMAT_R32_FLOAT));
    EXPECT_FALSE(isCastToR32(DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_FORMAT_R32_UINT)) << "fully typed";
    EXPECT_FALSE(isCastToR32(DXGI_FORMAT_R24G8_TYPELESS, DXGI_FORMAT_R32_UINT)) << "depth";
    EXPECT_FALSE(isCastToR32(DXGI_FORMAT_R16_TYPELESS, DXGI_FORMAT_R32_UINT)) << "other size";
}

TEST(ViewRange, OverlapIsOfTheSamePartOfTheSameResource) {
    // Not dereferenced for different resources.
    ViewRange a, b;
    a.resource = reinterpret_cast<ResourceBase*>(uintptr_t(0x1000));
    b.resource = reinterpret_cast<ResourceBase*>(uintptr_t(0x2000));
    EXPECT_FALSE(a.overlaps(b));
}

// Every resource class has its ResourceBase at the place where toBase() looks.
template <class T>
size_t baseOffset() {
    // A pointer that is only converted, never followed; ID3D11Resource lies first.
    T* object = reinterpret_cast<T*>(uintptr_t(0x100000));
    return reinterpret_cast<uintptr_t>(static_cast<ResourceBase*>(object)) - uintptr_t(0x100000);
}

TEST(ResourceBase, LiesAtTheSamePlaceInEveryResource) {
    EXPECT_EQ(baseOffset<Buffer>(), kResourceBaseOffset);
    EXPECT_EQ(baseOffset<Texture1D>(), kResourceBaseOffset);
    EXPECT_EQ(baseOffset<Texture2D>(), kResourceBaseOffset);
    EXPECT_EQ(baseOffset<Texture3D>(), kResourceBaseOffset);
}

} // namespace
} // namespace hendeca::d3d11
