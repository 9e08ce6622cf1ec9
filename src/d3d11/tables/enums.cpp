#include "d3d11/tables/enums.h"

#include <array>
#include <cstdint>

namespace hendeca::d3d11 {

namespace {

template <class From, class To>
struct Row {
    From from;
    To to;
};

template <class From, class To, size_t kCount>
std::optional<To> look(const std::array<Row<From, To>, kCount>& rows, From value) {
    for (const auto& row : rows) {
        if (row.from == value)
            return row.to;
    }
    return std::nullopt;
}

// clang-format off
using CompareRow = Row<D3D11_COMPARISON_FUNC, VkCompareOp>;
constexpr std::array kCompare = {
    CompareRow{D3D11_COMPARISON_NEVER,         VK_COMPARE_OP_NEVER},
    CompareRow{D3D11_COMPARISON_LESS,          VK_COMPARE_OP_LESS},
    CompareRow{D3D11_COMPARISON_EQUAL,         VK_COMPARE_OP_EQUAL},
    CompareRow{D3D11_COMPARISON_LESS_EQUAL,    VK_COMPARE_OP_LESS_OR_EQUAL},
    CompareRow{D3D11_COMPARISON_GREATER,       VK_COMPARE_OP_GREATER},
    CompareRow{D3D11_COMPARISON_NOT_EQUAL,     VK_COMPARE_OP_NOT_EQUAL},
    CompareRow{D3D11_COMPARISON_GREATER_EQUAL, VK_COMPARE_OP_GREATER_OR_EQUAL},
    CompareRow{D3D11_COMPARISON_ALWAYS,        VK_COMPARE_OP_ALWAYS},
};
using StencilRow = Row<D3D11_STENCIL_OP, VkStencilOp>;
constexpr std::array kStencil = {
    StencilRow{D3D11_STENCIL_OP_KEEP,     VK_STENCIL_OP_KEEP},
    StencilRow{D3D11_STENCIL_OP_ZERO,     VK_STENCIL_OP_ZERO},
    StencilRow{D3D11_STENCIL_OP_REPLACE,  VK_STENCIL_OP_REPLACE},
    StencilRow{D3D11_STENCIL_OP_INCR_SAT, VK_STENCIL_OP_INCREMENT_AND_CLAMP},
    StencilRow{D3D11_STENCIL_OP_DECR_SAT, VK_STENCIL_OP_DECREMENT_AND_CLAMP},
    StencilRow{D3D11_STENCIL_OP_INVERT,   VK_STENCIL_OP_INVERT},
    StencilRow{D3D11_STENCIL_OP_INCR,     VK_STENCIL_OP_INCREMENT_AND_WRAP},
    StencilRow{D3D11_STENCIL_OP_DECR,     VK_STENCIL_OP_DECREMENT_AND_WRAP},
};
using BlendOpRow = Row<D3D11_BLEND_OP, VkBlendOp>;
constexpr std::array kBlendOps = {
    BlendOpRow{D3D11_BLEND_OP_ADD,          VK_BLEND_OP_ADD},
    BlendOpRow{D3D11_BLEND_OP_SUBTRACT,     VK_BLEND_OP_SUBTRACT},
    BlendOpRow{D3D11_BLEND_OP_REV_SUBTRACT, VK_BLEND_OP_REVERSE_SUBTRACT},
    BlendOpRow{D3D11_BLEND_OP_MIN,          VK_BLEND_OP_MIN},
    BlendOpRow{D3D11_BLEND_OP_MAX,          VK_BLEND_OP_MAX},
};
struct FactorRow {
    D3D11_BLEND from;
    VkBlendFactor color, alpha;
    bool inAlpha; // may stand in an alpha slot
};
constexpr std::array kFactors = {
    FactorRow{D3D11_BLEND_ZERO,             VK_BLEND_FACTOR_ZERO,                     VK_BLEND_FACTOR_ZERO,                     true},
    FactorRow{D3D11_BLEND_ONE,              VK_BLEND_FACTOR_ONE,                      VK_BLEND_FACTOR_ONE,                      true},
    FactorRow{D3D11_BLEND_SRC_COLOR,        VK_BLEND_FACTOR_SRC_COLOR,                VK_BLEND_FACTOR_SRC_ALPHA,                false},
    FactorRow{D3D11_BLEND_INV_SRC_COLOR,    VK_BLEND_FACTOR_ONE_MINUS_SRC_COLOR,      VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,      false},
    FactorRow{D3D11_BLEND_SRC_ALPHA,        VK_BLEND_FACTOR_SRC_ALPHA,                VK_BLEND_FACTOR_SRC_ALPHA,                true},
    FactorRow{D3D11_BLEND_INV_SRC_ALPHA,    VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,      VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,      true},
    FactorRow{D3D11_BLEND_DEST_ALPHA,       VK_BLEND_FACTOR_DST_ALPHA,                VK_BLEND_FACTOR_DST_ALPHA,                true},
    FactorRow{D3D11_BLEND_INV_DEST_ALPHA,   VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,      VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,      true},
    FactorRow{D3D11_BLEND_DEST_COLOR,       VK_BLEND_FACTOR_DST_COLOR,                VK_BLEND_FACTOR_DST_ALPHA,                false},
    FactorRow{D3D11_BLEND_INV_DEST_COLOR,   VK_BLEND_FACTOR_ONE_MINUS_DST_COLOR,      VK_BLEND_FACTOR_ONE_MINUS_DST_ALPHA,      false},
    FactorRow{D3D11_BLEND_SRC_ALPHA_SAT,    VK_BLEND_FACTOR_SRC_ALPHA_SATURATE,       VK_BLEND_FACTOR_ONE,                      true},
    FactorRow{D3D11_BLEND_BLEND_FACTOR,     VK_BLEND_FACTOR_CONSTANT_COLOR,           VK_BLEND_FACTOR_CONSTANT_ALPHA,           true},
    FactorRow{D3D11_BLEND_INV_BLEND_FACTOR, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_COLOR, VK_BLEND_FACTOR_ONE_MINUS_CONSTANT_ALPHA, true},
    FactorRow{D3D11_BLEND_SRC1_COLOR,       VK_BLEND_FACTOR_SRC1_COLOR,               VK_BLEND_FACTOR_SRC1_ALPHA,               false},
    FactorRow{D3D11_BLEND_INV_SRC1_COLOR,   VK_BLEND_FACTOR_ONE_MINUS_SRC1_COLOR,     VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,     false},
    FactorRow{D3D11_BLEND_SRC1_ALPHA,       VK_BLEND_FACTOR_SRC1_ALPHA,               VK_BLEND_FACTOR_SRC1_ALPHA,               true},
    FactorRow{D3D11_BLEND_INV_SRC1_ALPHA,   VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,     VK_BLEND_FACTOR_ONE_MINUS_SRC1_ALPHA,     true},
};
using LogicRow = Row<D3D11_LOGIC_OP, VkLogicOp>;
constexpr std::array kLogic = {
    LogicRow{D3D11_LOGIC_OP_CLEAR,         VK_LOGIC_OP_CLEAR},
    LogicRow{D3D11_LOGIC_OP_SET,           VK_LOGIC_OP_SET},
    LogicRow{D3D11_LOGIC_OP_COPY,          VK_LOGIC_OP_COPY},
    LogicRow{D3D11_LOGIC_OP_COPY_INVERTED, VK_LOGIC_OP_COPY_INVERTED},
    LogicRow{D3D11_LOGIC_OP_NOOP,          VK_LOGIC_OP_NO_OP},
    LogicRow{D3D11_LOGIC_OP_INVERT,        VK_LOGIC_OP_INVERT},
    LogicRow{D3D11_LOGIC_OP_AND,           VK_LOGIC_OP_AND},
    LogicRow{D3D11_LOGIC_OP_NAND,          VK_LOGIC_OP_NAND},
    LogicRow{D3D11_LOGIC_OP_OR,            VK_LOGIC_OP_OR},
    LogicRow{D3D11_LOGIC_OP_NOR,           VK_LOGIC_OP_NOR},
    LogicRow{D3D11_LOGIC_OP_XOR,           VK_LOGIC_OP_XOR},
    LogicRow{D3D11_LOGIC_OP_EQUIV,         VK_LOGIC_OP_EQUIVALENT},
    LogicRow{D3D11_LOGIC_OP_AND_REVERSE,   VK_LOGIC_OP_AND_REVERSE},
    LogicRow{D3D11_LOGIC_OP_AND_INVERTED,  VK_LOGIC_OP_AND_INVERTED},
    LogicRow{D3D11_LOGIC_OP_OR_REVERSE,    VK_LOGIC_OP_OR_REVERSE},
    LogicRow{D3D11_LOGIC_OP_OR_INVERTED,   VK_LOGIC_OP_OR_INVERTED},
};
using FillRow = Row<D3D11_FILL_MODE, VkPolygonMode>;
constexpr std::array kFill = {
    FillRow{D3D11_FILL_WIREFRAME, VK_POLYGON_MODE_LINE},
    FillRow{D3D11_FILL_SOLID,     VK_POLYGON_MODE_FILL},
};
using CullRow = Row<D3D11_CULL_MODE, VkCullModeFlags>;
constexpr std::array kCull = {
    CullRow{D3D11_CULL_NONE,  VK_CULL_MODE_NONE},
    CullRow{D3D11_CULL_FRONT, VK_CULL_MODE_FRONT_BIT},
    CullRow{D3D11_CULL_BACK,  VK_CULL_MODE_BACK_BIT},
};
using AddressRow = Row<D3D11_TEXTURE_ADDRESS_MODE, VkSamplerAddressMode>;
constexpr std::array kAddress = {
    AddressRow{D3D11_TEXTURE_ADDRESS_WRAP,        VK_SAMPLER_ADDRESS_MODE_REPEAT},
    AddressRow{D3D11_TEXTURE_ADDRESS_MIRROR,      VK_SAMPLER_ADDRESS_MODE_MIRRORED_REPEAT},
    AddressRow{D3D11_TEXTURE_ADDRESS_CLAMP,       VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE},
    AddressRow{D3D11_TEXTURE_ADDRESS_BORDER,      VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER},
    AddressRow{D3D11_TEXTURE_ADDRESS_MIRROR_ONCE, VK_SAMPLER_ADDRESS_MODE_MIRROR_CLAMP_TO_EDGE},
};
// clang-format on

} // namespace

std::optional<VkCompareOp> compareOp(D3D11_COMPARISON_FUNC value) {
    return look(kCompare, value);
}
std::optional<VkStencilOp> stencilOp(D3D11_STENCIL_OP value) {
    return look(kStencil, value);
}
std::optional<VkBlendOp> blendOp(D3D11_BLEND_OP value) {
    return look(kBlendOps, value);
}
std::optional<VkBlendFactor> blendFactor(D3D11_BLEND value, bool alpha) {
    for (const FactorRow& row : kFactors) {
        if (row.from == value)
            return alpha && !row.inAlpha ? std::nullopt : std::optional(alpha ? row.alpha : row.color);
    }
    return std::nullopt;
}
std::optional<VkLogicOp> logicOp(D3D11_LOGIC_OP value) {
    return look(kLogic, value);
}
std::optional<VkPolygonMode> polygonMode(D3D11_FILL_MODE value) {
    return look(kFill, value);
}
std::optional<VkCullModeFlags> cullMode(D3D11_CULL_MODE value) {
    return look(kCull, value);
}
std::optional<VkSamplerAddressMode> addressMode(D3D11_TEXTURE_ADDRESS_MODE value) {
    return look(kAddress, value);
}

bool isDualSource(D3D11_BLEND value) {
    return value >= D3D11_BLEND_SRC1_COLOR && value <= D3D11_BLEND_INV_SRC1_ALPHA;
}

} // namespace hendeca::d3d11
