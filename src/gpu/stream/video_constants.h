#pragma once
// What one pass of the video processor's shader reads (shaders/video.frag; the same fields in the same order, as std140 has
// them). Plain data.

#include <cstdint>

namespace hendeca::gpu {

struct VideoConstants {
    enum Flag : int32_t {
        kFill = 1,       // the background: no source
        kDecodeSrgb = 2, // the source's view gives linear light, R'G'B' is wanted
        kEncodeSrgb = 4, // the output's view takes linear light
        kTwoTaps = 8,    // chroma of the output: two places are averaged
        kLight = 16,     // go through linear light: curves and gamut differ
    };
    enum Source : int32_t { kRgb, kPlanar, kAyuv, kUyv, kPairs };
    enum Output : int32_t { kOutRgb, kOutLuma, kOutChroma, kOutAyuv };
    enum Curve : int32_t { kCurveLinear, kCurveSrgb, kCurvePq, kCurveHlg, kCurveG24 };

    float toSource[2][4];
    float clampTo[4];
    float sourceScale[4];
    float chroma[4];
    float decode[3][4];
    float gamut[3][4];
    float encode[3][4];
    float alpha[4];
    float fill[4];
    float lumaKey[4];
    float targetPixel[4];
    int32_t kinds[4];
    int32_t outKinds[4];
};
static_assert(sizeof(VideoConstants) == 20 * 16);

} // namespace hendeca::gpu
