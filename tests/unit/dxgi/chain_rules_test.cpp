#include "dxgi/chain_rules.h"

#include <gtest/gtest.h>

namespace hendeca::dxgi {
namespace {

DXGI_SWAP_CHAIN_DESC1 makeDesc(DXGI_SWAP_EFFECT effect, UINT buffers = 2, DXGI_FORMAT format = DXGI_FORMAT_R8G8B8A8_UNORM,
                               UINT samples = 1) {
    DXGI_SWAP_CHAIN_DESC1 desc{};
    desc.Width = desc.Height = 64;
    desc.Format = format;
    desc.SampleDesc = {samples, 0};
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.BufferCount = buffers;
    desc.SwapEffect = effect;
    return desc;
}

struct DescCase {
    const char* name;
    DXGI_SWAP_CHAIN_DESC1 desc;
    HRESULT expected;
};

constexpr auto kDiscard = DXGI_SWAP_EFFECT_DISCARD;
constexpr auto kSequential = DXGI_SWAP_EFFECT_SEQUENTIAL;
constexpr auto kFlip = DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL;
constexpr auto kFlipDiscard = DXGI_SWAP_EFFECT_FLIP_DISCARD;

TEST(ChainRules, Descriptions) {
    const DescCase cases[] = {
        {"blit chain of one buffer", makeDesc(kDiscard, 1), S_OK},
        {"blit chain of sixteen buffers", makeDesc(kSequential, 16), S_OK},
        {"blit chain of no buffer", makeDesc(kDiscard, 0), DXGI_ERROR_INVALID_CALL},
        {"blit chain of seventeen buffers", makeDesc(kDiscard, 17), DXGI_ERROR_INVALID_CALL},
        {"blit chain with four samples", makeDesc(kDiscard, 1, DXGI_FORMAT_R8G8B8A8_UNORM, 4), S_OK},
        {"blit chain in sRGB", makeDesc(kDiscard, 1, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB), S_OK},
        {"flip chain of two buffers", makeDesc(kFlip, 2), S_OK},
        {"flip chain of one buffer", makeDesc(kFlipDiscard, 1), DXGI_ERROR_INVALID_CALL},
        {"flip chain of no buffer", makeDesc(kFlip, 0), DXGI_ERROR_INVALID_CALL},
        {"flip chain of seventeen buffers", makeDesc(kFlip, 17), DXGI_ERROR_INVALID_CALL},
        {"flip chain with four samples", makeDesc(kFlip, 2, DXGI_FORMAT_R8G8B8A8_UNORM, 4), DXGI_ERROR_INVALID_CALL},
        {"flip chain in sRGB", makeDesc(kFlip, 2, DXGI_FORMAT_B8G8R8A8_UNORM_SRGB), DXGI_ERROR_INVALID_CALL},
        {"flip chain in XR_BIAS", makeDesc(kFlip, 2, DXGI_FORMAT_R10G10B10_XR_BIAS_A2_UNORM), DXGI_ERROR_INVALID_CALL},
        {"flip chain in half floats", makeDesc(kFlip, 2, DXGI_FORMAT_R16G16B16A16_FLOAT), S_OK},
        {"flip chain in ten bits", makeDesc(kFlipDiscard, 3, DXGI_FORMAT_R10G10B10A2_UNORM), S_OK},
        {"no format", makeDesc(kDiscard, 1, DXGI_FORMAT_UNKNOWN), E_INVALIDARG},
        {"typeless format", makeDesc(kDiscard, 1, DXGI_FORMAT_R8G8B8A8_TYPELESS), E_INVALIDARG},
        {"compressed format", makeDesc(kDiscard, 1, DXGI_FORMAT_BC5_UNORM), E_INVALIDARG},
        {"swap effect 2", makeDesc(static_cast<DXGI_SWAP_EFFECT>(2)), DXGI_ERROR_INVALID_CALL},
        {"swap effect 5", makeDesc(static_cast<DXGI_SWAP_EFFECT>(5)), DXGI_ERROR_INVALID_CALL},
    };
    for (const DescCase& c : cases)
        EXPECT_EQ(checkChainDesc(c.desc, ChainTarget::Window), c.expected) << c.name;
}

TEST(ChainRules, CompositionWantsFlipStretchAndASize) {
    EXPECT_EQ(checkChainDesc(makeDesc(kFlip), ChainTarget::Composition), S_OK);
    EXPECT_EQ(checkChainDesc(makeDesc(kDiscard), ChainTarget::Composition), DXGI_ERROR_INVALID_CALL);
    DXGI_SWAP_CHAIN_DESC1 desc = makeDesc(kFlip);
    desc.Width = 0;
    EXPECT_EQ(checkChainDesc(desc, ChainTarget::Composition), DXGI_ERROR_INVALID_CALL);
    desc = makeDesc(kFlip);
    desc.Scaling = DXGI_SCALING_NONE;
    EXPECT_EQ(checkChainDesc(desc, ChainTarget::Composition), DXGI_ERROR_INVALID_CALL);
    desc = makeDesc(kFlip);
    desc.AlphaMode = DXGI_ALPHA_MODE_PREMULTIPLIED;
    EXPECT_EQ(checkChainDesc(desc, ChainTarget::Composition), S_OK);
    EXPECT_EQ(checkChainDesc(desc, ChainTarget::Window), DXGI_ERROR_INVALID_CALL);
}

TEST(ChainRules, PresentArguments) {
    PresentFacts facts;
    facts.effect = kFlipDiscard;
    EXPECT_EQ(checkPresent(facts, 0, 0), S_OK);
    EXPECT_EQ(checkPresent(facts, 4, 0), S_OK);
    EXPECT_EQ(checkPresent(facts, 5, 0), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(checkPresent(facts, 0, DXGI_PRESENT_ALLOW_TEARING), DXGI_ERROR_INVALID_CALL) << "chain without the flag";
    facts.chainFlags = DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING;
    EXPECT_EQ(checkPresent(facts, 0, DXGI_PRESENT_ALLOW_TEARING), S_OK);
    EXPECT_EQ(checkPresent(facts, 1, DXGI_PRESENT_ALLOW_TEARING), DXGI_ERROR_INVALID_CALL) << "with an interval";
    facts.fullscreen = true;
    EXPECT_EQ(checkPresent(facts, 0, DXGI_PRESENT_ALLOW_TEARING), DXGI_ERROR_INVALID_CALL) << "full screen";
    EXPECT_EQ(checkPresent(facts, 0, DXGI_PRESENT_STEREO_TEMPORARY_MONO), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(checkPresent(facts, 0, DXGI_PRESENT_RESTRICT_TO_OUTPUT), DXGI_ERROR_INVALID_CALL);
    facts.restrictedToOutput = true;
    EXPECT_EQ(checkPresent(facts, 0, DXGI_PRESENT_RESTRICT_TO_OUTPUT), S_OK);
    EXPECT_EQ(checkPresent(facts, 0, 0x80000000u), DXGI_ERROR_INVALID_CALL) << "unknown flag";
}

} // namespace
} // namespace hendeca::dxgi
