#include "d3d11/video/video_color.h"

#include <array>
#include <cmath>

namespace hendeca::d3d11 {

using gpu::VideoConstants;

namespace {

// clang-format off
struct SpaceRow {
    DXGI_COLOR_SPACE_TYPE key;
    bool ycbcr, studio;
    LumaWeights weights;
    int curve;
    bool wide, topLeft;
};
constexpr LumaWeights k601 = LumaWeights::Bt601, k709 = LumaWeights::Bt709, k2020 = LumaWeights::Bt2020;
constexpr int kSrgb = VideoConstants::kCurveSrgb, kLinear = VideoConstants::kCurveLinear;
constexpr int kPq = VideoConstants::kCurvePq, kHlg = VideoConstants::kCurveHlg;
constexpr std::array kSpaces = {
    //                                                                ycbcr  studio weights curve    wide   top left
    SpaceRow{DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709,                 false, false, k709,   kSrgb,   false, false},
    SpaceRow{DXGI_COLOR_SPACE_RGB_FULL_G10_NONE_P709,                 false, false, k709,   kLinear, false, false},
    SpaceRow{DXGI_COLOR_SPACE_RGB_STUDIO_G22_NONE_P709,               false, true,  k709,   kSrgb,   false, false},
    SpaceRow{DXGI_COLOR_SPACE_RGB_STUDIO_G22_NONE_P2020,              false, true,  k2020,  kSrgb,   true,  false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_FULL_G22_NONE_P709_X601,          true,  false, k601,   kSrgb,   false, false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P601,             true,  true,  k601,   kSrgb,   false, false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_FULL_G22_LEFT_P601,               true,  false, k601,   kSrgb,   false, false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P709,             true,  true,  k709,   kSrgb,   false, false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_FULL_G22_LEFT_P709,               true,  false, k709,   kSrgb,   false, false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P2020,            true,  true,  k2020,  kSrgb,   true,  false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_FULL_G22_LEFT_P2020,              true,  false, k2020,  kSrgb,   true,  false},
    SpaceRow{DXGI_COLOR_SPACE_RGB_FULL_G2084_NONE_P2020,              false, false, k2020,  kPq,     true,  false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_STUDIO_G2084_LEFT_P2020,          true,  true,  k2020,  kPq,     true,  false},
    SpaceRow{DXGI_COLOR_SPACE_RGB_STUDIO_G2084_NONE_P2020,            false, true,  k2020,  kPq,     true,  false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_TOPLEFT_P2020,         true,  true,  k2020,  kSrgb,   true,  true},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_STUDIO_G2084_TOPLEFT_P2020,       true,  true,  k2020,  kPq,     true,  true},
    SpaceRow{DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P2020,                false, false, k2020,  kSrgb,   true,  false},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_STUDIO_GHLG_TOPLEFT_P2020,        true,  true,  k2020,  kHlg,    true,  true},
    SpaceRow{DXGI_COLOR_SPACE_YCBCR_FULL_GHLG_TOPLEFT_P2020,          true,  false, k2020,  kHlg,    true,  true},
};

struct LayoutRow {
    DXGI_FORMAT key;
    ComponentLayout layout;
};
// Ten bits in the high bits of a 16-bit number: the number is code * 64 of 65535.
constexpr float kHighTen = 65535.0f / (64.0f * 1023.0f);
constexpr std::array kLayouts = {
    LayoutRow{DXGI_FORMAT_NV12,       {true, 8,  1,        VideoConstants::kPlanar, false}},
    LayoutRow{DXGI_FORMAT_420_OPAQUE, {true, 8,  1,        VideoConstants::kPlanar, false}},
    LayoutRow{DXGI_FORMAT_NV11,       {true, 8,  1,        VideoConstants::kPlanar, false}},
    LayoutRow{DXGI_FORMAT_P010,       {true, 10, kHighTen, VideoConstants::kPlanar, false}},
    LayoutRow{DXGI_FORMAT_P016,       {true, 16, 1,        VideoConstants::kPlanar, false}},
    LayoutRow{DXGI_FORMAT_AYUV,       {true, 8,  1,        VideoConstants::kAyuv,   false}},
    LayoutRow{DXGI_FORMAT_Y410,       {true, 10, 1,        VideoConstants::kUyv,    false}},
    LayoutRow{DXGI_FORMAT_Y416,       {true, 16, 1,        VideoConstants::kUyv,    false}},
    LayoutRow{DXGI_FORMAT_YUY2,       {true, 8,  1,        VideoConstants::kPairs,  false}},
    LayoutRow{DXGI_FORMAT_Y210,       {true, 10, kHighTen, VideoConstants::kPairs,  false}},
    LayoutRow{DXGI_FORMAT_Y216,       {true, 16, 1,        VideoConstants::kPairs,  false}},
    LayoutRow{DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, {false, 8, 1, VideoConstants::kRgb,  true}},
    LayoutRow{DXGI_FORMAT_B8G8R8A8_UNORM_SRGB, {false, 8, 1, VideoConstants::kRgb,  true}},
    LayoutRow{DXGI_FORMAT_B8G8R8X8_UNORM_SRGB, {false, 8, 1, VideoConstants::kRgb,  true}},
    LayoutRow{DXGI_FORMAT_R10G10B10A2_UNORM,   {false, 10, 1, VideoConstants::kRgb, false}},
};
// clang-format on

const SpaceRow* rowOf(DXGI_COLOR_SPACE_TYPE space) {
    for (const SpaceRow& row : kSpaces)
        if (row.key == space)
            return &row;
    return nullptr;
}

struct Weights {
    float red, blue;
    float green() const { return 1 - red - blue; }
};
Weights weightsOf(LumaWeights weights) {
    switch (weights) {
    case LumaWeights::Bt601:
        return {0.299f, 0.114f};
    case LumaWeights::Bt709:
        return {0.2126f, 0.0722f};
    default:
        return {0.2627f, 0.0593f};
    }
}

// Of a code of so many bits, as shares of the greatest one.
struct Quantisation {
    float black, range, middle, chroma;
};
Quantisation quantisation(uint32_t bits, bool studio) {
    const float most = static_cast<float>((1u << bits) - 1), unit = static_cast<float>(1u << (bits - 8));
    const float middle = 128 * unit / most;
    return studio ? Quantisation{16 * unit / most, 219 * unit / most, middle, 224 * unit / most}
                  : Quantisation{0, 1, middle, 1};
}

} // namespace

ComponentLayout layoutOf(DXGI_FORMAT format) {
    for (const LayoutRow& row : kLayouts)
        if (row.key == format)
            return row.layout;
    return {};
}

ColorSpace colorSpace(const D3D11_VIDEO_PROCESSOR_COLOR_SPACE& space, bool ycbcr) {
    ColorSpace made;
    made.weights = space.YCbCr_Matrix ? LumaWeights::Bt709 : LumaWeights::Bt601;
    // Without a word about the range, Y'CbCr is studio and RGB what its own flag says.
    if (ycbcr)
        made.studio = space.Nominal_Range != D3D11_VIDEO_PROCESSOR_NOMINAL_RANGE_0_255;
    else
        made.studio = space.RGB_Range != 0;
    return made;
}

ColorSpace colorSpace(DXGI_COLOR_SPACE_TYPE space) {
    const SpaceRow* row = rowOf(space);
    return row ? ColorSpace{row->studio, row->weights, row->curve, row->wide, row->topLeft} : ColorSpace{};
}

bool isKnown(DXGI_COLOR_SPACE_TYPE space) {
    return rowOf(space) != nullptr;
}

bool isYcbcr(DXGI_COLOR_SPACE_TYPE space) {
    const SpaceRow* row = rowOf(space);
    return row && row->ycbcr;
}

ColorMatrix multiply(const ColorMatrix& after, const ColorMatrix& before) {
    ColorMatrix made;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 4; column++) {
            float sum = column == 3 ? after.rows[row][3] : 0;
            for (int k = 0; k < 3; k++)
                sum += after.rows[row][k] * before.rows[k][column];
            made.rows[row][column] = sum;
        }
    return made;
}

ColorMatrix decodeMatrix(const ComponentLayout& layout, const ColorSpace& space) {
    const Quantisation q = quantisation(layout.bits, space.studio);
    ColorMatrix levels; // to Y' in 0..1 and chroma in -0.5..0.5, or to R'G'B'
    for (int i = 0; i < 3; i++) {
        const bool chroma = layout.ycbcr && i > 0;
        const float range = chroma ? q.chroma : q.range;
        levels.rows[i][i] = layout.scale / range;
        levels.rows[i][3] = -(chroma ? q.middle : q.black) / range;
    }
    if (!layout.ycbcr)
        return levels;
    const Weights w = weightsOf(space.weights);
    const ColorMatrix toRgb = {{{1, 0, 2 * (1 - w.red), 0},
                                {1, -2 * w.blue * (1 - w.blue) / w.green(), -2 * w.red * (1 - w.red) / w.green(), 0},
                                {1, 2 * (1 - w.blue), 0, 0}}};
    return multiply(toRgb, levels);
}

ColorMatrix encodeMatrix(const ComponentLayout& layout, const ColorSpace& space) {
    const Quantisation q = quantisation(layout.bits, space.studio);
    ColorMatrix levels;
    for (int i = 0; i < 3; i++) {
        const bool chroma = layout.ycbcr && i > 0;
        levels.rows[i][i] = (chroma ? q.chroma : q.range) / layout.scale;
        levels.rows[i][3] = (chroma ? q.middle : q.black) / layout.scale;
    }
    if (!layout.ycbcr)
        return levels;
    const Weights w = weightsOf(space.weights);
    const float blue = 0.5f / (1 - w.blue), red = 0.5f / (1 - w.red);
    const ColorMatrix toYcc = {{{w.red, w.green(), w.blue, 0},
                                {-w.red * blue, -w.green() * blue, 0.5f, 0},
                                {0.5f, -w.green() * red, -w.blue * red, 0}}};
    return multiply(levels, toYcc);
}

ColorMatrix gamutMatrix(bool fromWide, bool toWide) {
    if (fromWide == toWide)
        return {};
    // BT.2087: between the primaries of BT.709 and BT.2020.
    if (toWide)
        return {{{0.6274f, 0.3293f, 0.0433f, 0}, {0.0691f, 0.9195f, 0.0114f, 0}, {0.0164f, 0.0880f, 0.8956f, 0}}};
    return {{{1.6605f, -0.5877f, -0.0728f, 0}, {-0.1246f, 1.1330f, -0.0084f, 0}, {-0.0182f, -0.1006f, 1.1187f, 0}}};
}

ColorMatrix controlMatrix(const PictureControls& controls) {
    if (controls.neutral())
        return {};
    const ComponentLayout ycc{true, 8, 1, VideoConstants::kAyuv, false};
    ColorSpace space;
    space.weights = LumaWeights::Bt709;
    const float middle = 128.0f / 255;
    const float strength = controls.contrast * controls.saturation;
    const float cosine = std::cos(controls.hue) * strength, sine = std::sin(controls.hue) * strength;
    ColorMatrix change = {{{controls.contrast, 0, 0, controls.brightness},
                           {0, cosine, sine, middle * (1 - cosine - sine)},
                           {0, -sine, cosine, middle * (1 + sine - cosine)}}};
    return multiply(decodeMatrix(ycc, space), multiply(change, encodeMatrix(ycc, space)));
}

void apply(const ColorMatrix& matrix, const float in[3], float out[3]) {
    for (int i = 0; i < 3; i++)
        out[i] = matrix.rows[i][0] * in[0] + matrix.rows[i][1] * in[1] + matrix.rows[i][2] * in[2] + matrix.rows[i][3];
}

} // namespace hendeca::d3d11
