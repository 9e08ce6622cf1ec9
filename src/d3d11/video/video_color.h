#pragma once
// Colour spaces of the video processor as numbers: what a component's code means, and the way from one space to
// another. Pure functions, any thread. Sources: ITU-R BT.601, BT.709, BT.2020, BT.2100 (luma weights, quantisation
// ranges); Microsoft Learn, D3D11_VIDEO_PROCESSOR_COLOR_SPACE, DXGI_COLOR_SPACE_TYPE.

#include "gpu/stream/video_constants.h"

#include <d3d11_4.h>

namespace hendeca::d3d11 {

enum class LumaWeights : uint8_t { Bt601, Bt709, Bt2020 };

struct ColorSpace {
    bool studio = false;                      // 16..235 (240 for chroma) of 8 bits, instead of all codes
    LumaWeights weights = LumaWeights::Bt601; // of Y'CbCr
    int curve = gpu::VideoConstants::kCurveSrgb;
    bool wide = false;    // primaries of BT.2020 instead of BT.709 and what is close to them
    bool topLeft = false; // chroma lies at the corner of four pixels' first instead of between two rows
};

// How a format's components lie in its texels.
struct ComponentLayout {
    bool ycbcr = false;
    uint32_t bits = 8; // of a code
    float scale = 1;   // from a texel's number to a code's: ten bits in the high bits of sixteen
    int source = gpu::VideoConstants::kRgb;
    bool srgbView = false; // views of it give and take linear light
};
ComponentLayout layoutOf(DXGI_FORMAT format);

ColorSpace colorSpace(const D3D11_VIDEO_PROCESSOR_COLOR_SPACE& space, bool ycbcr);
ColorSpace colorSpace(DXGI_COLOR_SPACE_TYPE space);
bool isKnown(DXGI_COLOR_SPACE_TYPE space);
bool isYcbcr(DXGI_COLOR_SPACE_TYPE space);

// Three rows: a colour with a 1 behind it, times each row.
struct ColorMatrix {
    float rows[3][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}};
};
ColorMatrix multiply(const ColorMatrix& after, const ColorMatrix& before);
// Components of a texel to R'G'B' between 0 and 1, and back.
ColorMatrix decodeMatrix(const ComponentLayout& layout, const ColorSpace& space);
ColorMatrix encodeMatrix(const ComponentLayout& layout, const ColorSpace& space);
// Linear light between primaries; the identity where they are alike.
ColorMatrix gamutMatrix(bool fromWide, bool toWide);

// Brightness (added to luma), contrast, hue (radians) and saturation, as a change of R'G'B'.
struct PictureControls {
    float brightness = 0, contrast = 1, hue = 0, saturation = 1;
    bool neutral() const { return brightness == 0 && contrast == 1 && hue == 0 && saturation == 1; }
};
ColorMatrix controlMatrix(const PictureControls& controls);

void apply(const ColorMatrix& matrix, const float in[3], float out[3]);

} // namespace hendeca::d3d11
