// Every value of D3D11's enumerations has one Vulkan value, and those outside have none.
#include "d3d11/tables/enums.h"

#include <gtest/gtest.h>

#include <set>

namespace hendeca::d3d11 {
namespace {

// Values [first, last] of an enumeration are known and differ; the neighbours are unknown.
template <class E, class Look>
void expectRange(int first, int last, Look look) {
    std::set<int> seen;
    for (int value = first; value <= last; value++) {
        const auto found = look(static_cast<E>(value));
        ASSERT_TRUE(found.has_value()) << value;
        EXPECT_TRUE(seen.insert(static_cast<int>(*found)).second) << value << " is not told apart";
    }
    EXPECT_FALSE(look(static_cast<E>(first - 1)).has_value());
    EXPECT_FALSE(look(static_cast<E>(last + 1)).has_value());
    EXPECT_FALSE(look(static_cast<E>(0x7fffffff)).has_value());
}

TEST(Enums, RangesAreComplete) {
    expectRange<D3D11_COMPARISON_FUNC>(1, 8, compareOp);
    expectRange<D3D11_STENCIL_OP>(1, 8, stencilOp);
    expectRange<D3D11_BLEND_OP>(1, 5, blendOp);
    expectRange<D3D11_LOGIC_OP>(0, 15, logicOp);
    expectRange<D3D11_FILL_MODE>(2, 3, polygonMode);
    expectRange<D3D11_CULL_MODE>(1, 3, cullMode);
    expectRange<D3D11_TEXTURE_ADDRESS_MODE>(1, 5, addressMode);
}

TEST(Enums, BlendFactorsHaveGapsAtTwelveAndThirteen) {
    std::set<int> seen;
    for (int value = 1; value <= 19; value++) {
        const auto found = blendFactor(static_cast<D3D11_BLEND>(value), false);
        EXPECT_EQ(found.has_value(), value != 12 && value != 13) << value;
        if (found) {
            EXPECT_TRUE(seen.insert(static_cast<int>(*found)).second) << value;
        }
    }
    EXPECT_FALSE(blendFactor(static_cast<D3D11_BLEND>(0), false).has_value());
    EXPECT_FALSE(blendFactor(static_cast<D3D11_BLEND>(20), false).has_value());
}

TEST(Enums, ColourFactorsAreRefusedForAlpha) {
    for (D3D11_BLEND factor : {D3D11_BLEND_SRC_COLOR, D3D11_BLEND_INV_SRC_COLOR, D3D11_BLEND_DEST_COLOR,
                               D3D11_BLEND_INV_DEST_COLOR, D3D11_BLEND_SRC1_COLOR, D3D11_BLEND_INV_SRC1_COLOR})
        EXPECT_FALSE(blendFactor(factor, true).has_value()) << factor;
    for (D3D11_BLEND factor : {D3D11_BLEND_ZERO, D3D11_BLEND_ONE, D3D11_BLEND_SRC_ALPHA, D3D11_BLEND_SRC_ALPHA_SAT,
                               D3D11_BLEND_BLEND_FACTOR, D3D11_BLEND_SRC1_ALPHA})
        EXPECT_TRUE(blendFactor(factor, true).has_value()) << factor;
    // The alpha channel of a blend factor is its alpha.
    EXPECT_EQ(blendFactor(D3D11_BLEND_BLEND_FACTOR, true), VK_BLEND_FACTOR_CONSTANT_ALPHA);
    EXPECT_EQ(blendFactor(D3D11_BLEND_SRC_ALPHA_SAT, true), VK_BLEND_FACTOR_ONE);
}

TEST(Enums, DualSourceFactorsAreThoseOfTheSecondOutput) {
    for (int value = 1; value <= 19; value++)
        EXPECT_EQ(isDualSource(static_cast<D3D11_BLEND>(value)), value >= 16) << value;
}

} // namespace
} // namespace hendeca::d3d11
