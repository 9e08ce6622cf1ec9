// One pass of the video processor: a stream, or the background, into one plane of the output. See gpu/record/video_ops.h
// for what the constants mean.
#version 460

layout(set = 0, binding = 0) uniform sampler2D plane0;
layout(set = 0, binding = 1) uniform sampler2D plane1;
layout(set = 0, binding = 2, std140) uniform Constants {
    vec4 toSource[2];  // pixel of the output to pixel of the source
    vec4 clampTo;      // pixels of the source: least and greatest place to sample
    vec4 sourceScale;  // xy: 1 / pixels of plane 0; zw: 1 / texels of plane 1
    vec4 chroma;       // xy: texels of plane 1 per pixel; zw: where its samples lie, in its texels
    vec4 decode[3];    // sample to R'G'B'
    vec4 gamut[3];     // linear light of the source's primaries to that of the output's
    vec4 encode[3];    // R'G'B' to the output's components
    vec4 alpha;        // x: of the stream; y: share of the sample's own; z: output alpha; w: share of the sample's in that
    vec4 fill;         // components of the background
    vec4 lumaKey;      // x, y: bounds; z: 1 when on
    vec4 targetPixel;  // xy: pixels of the output per texel; zw: where the first texel's middle lies
    ivec4 kinds;       // x: layout of the source; y, z: transfer curves of source and output; w: flags
    ivec4 outKinds;    // x: layout of the output
};

// Of the pipeline, so that it has only the code that it needs: kinds.x, and the flags below that are of kinds.w.
layout(constant_id = 0) const int sourceKind = 0;
layout(constant_id = 1) const int fixedFlags = 0; // kFill, kDecodeSrgb, kEncodeSrgb, kTwoTaps, kLight
layout(constant_id = 2) const int outputKind = 0;

layout(location = 0, index = 0) out vec4 color;
layout(location = 0, index = 1) out vec4 factor;

const int kFill = 1, kDecodeSrgb = 2, kEncodeSrgb = 4, kTwoTaps = 8, kLight = 16;
const int kRgb = 0, kPlanar = 1, kAyuv = 2, kUyv = 3, kPairs = 4;
const int kCurveLinear = 0, kCurveSrgb = 1, kCurvePq = 2, kCurveHlg = 3, kCurveG24 = 4;

vec3 srgbToLinear(vec3 v) {
    vec3 a = abs(v);
    return sign(v) * mix(a / 12.92, pow((a + 0.055) / 1.055, vec3(2.4)), greaterThan(a, vec3(0.04045)));
}

vec3 linearToSrgb(vec3 v) {
    vec3 a = abs(v);
    return sign(v) * mix(a * 12.92, 1.055 * pow(a, vec3(1.0 / 2.4)) - 0.055, greaterThan(a, vec3(0.0031308)));
}

// Linear light has 1.0 at 80 candela per square metre, as the scRGB colour space has.
vec3 toLinear(vec3 v, int curve) {
    if (curve == kCurveSrgb)
        return srgbToLinear(v);
    if (curve == kCurveG24)
        return pow(max(v, 0.0), vec3(2.4));
    if (curve == kCurvePq) { // SMPTE ST 2084
        vec3 p = pow(clamp(v, 0.0, 1.0), vec3(1.0 / 78.84375));
        return pow(max(p - 0.8359375, 0.0) / (18.8515625 - 18.6875 * p), vec3(1.0 / 0.1593017578125)) * 125.0;
    }
    if (curve == kCurveHlg) { // ARIB STD-B67, for a display of 1000 candela per square metre
        vec3 h = max(v, 0.0);
        vec3 scene = mix(h * h / 3.0, (exp((h - 0.55991073) / 0.17883277) + 0.28466892) / 12.0, greaterThan(h, vec3(0.5)));
        float light = dot(scene, vec3(0.2627, 0.6780, 0.0593));
        return scene * pow(max(light, 1e-6), 0.2) * 12.5;
    }
    return v;
}

vec3 fromLinear(vec3 v, int curve) {
    if (curve == kCurveSrgb)
        return linearToSrgb(v);
    if (curve == kCurveG24)
        return pow(max(v, 0.0), vec3(1.0 / 2.4));
    if (curve == kCurvePq) {
        vec3 p = pow(clamp(v / 125.0, 0.0, 1.0), vec3(0.1593017578125));
        return pow((0.8359375 + 18.8515625 * p) / (1.0 + 18.6875 * p), vec3(78.84375));
    }
    if (curve == kCurveHlg) {
        vec3 display = max(v / 12.5, 0.0);
        float light = dot(display, vec3(0.2627, 0.6780, 0.0593));
        vec3 scene = display * pow(max(light, 1e-6), -0.2 / 1.2);
        return mix(sqrt(3.0 * scene), 0.17883277 * log(max(12.0 * scene - 0.28466892, 1e-6)) + 0.55991073,
                   greaterThan(scene, vec3(1.0 / 12.0)));
    }
    return v;
}

// A pixel of a 4:2:2 image whose texel is Y0 U Y1 V; chroma lies at the first pixel of a pair.
vec3 pairPixel(ivec2 pixel) {
    ivec2 low = ivec2(clampTo.xy), high = ivec2(clampTo.zw);
    pixel = clamp(pixel, low, high);
    vec4 pair = texelFetch(plane0, ivec2(pixel.x >> 1, pixel.y), 0);
    if ((pixel.x & 1) == 0)
        return vec3(pair.r, pair.ga);
    vec4 next = texelFetch(plane0, ivec2(min(pixel.x + 1, high.x) >> 1, pixel.y), 0);
    return vec3(pair.b, (pair.ga + next.ga) * 0.5);
}

vec3 samplePairs(vec2 at) {
    vec2 corner = at - 0.5;
    ivec2 pixel = ivec2(floor(corner));
    vec2 share = corner - floor(corner);
    vec3 top = mix(pairPixel(pixel), pairPixel(pixel + ivec2(1, 0)), share.x);
    vec3 bottom = mix(pairPixel(pixel + ivec2(0, 1)), pairPixel(pixel + ivec2(1, 1)), share.x);
    return mix(top, bottom, share.y);
}

// R'G'B' of the source and its alpha.
vec4 sampleSource(vec2 pixel) {
    vec2 at = vec2(dot(toSource[0].xyz, vec3(pixel, 1.0)), dot(toSource[1].xyz, vec3(pixel, 1.0)));
    at = clamp(at, clampTo.xy, clampTo.zw);
    vec4 texel = vec4(0.0, 0.0, 0.0, 1.0);
    if (sourceKind == kPairs) {
        texel.rgb = samplePairs(at);
    } else {
        texel = textureLod(plane0, at * sourceScale.xy, 0.0);
        if (sourceKind == kPlanar)
            texel = vec4(texel.r, textureLod(plane1, (at * chroma.xy + chroma.zw) * sourceScale.zw, 0.0).rg, 1.0);
        else if (sourceKind == kAyuv)
            texel = texel.bgra;
        else if (sourceKind == kUyv)
            texel = texel.grba;
        else if ((fixedFlags & kDecodeSrgb) != 0)
            texel.rgb = linearToSrgb(texel.rgb);
    }
    // The key is a luma of R'G'B' sources too.
    float key = sourceKind == kRgb ? dot(texel.rgb, vec3(0.2126, 0.7152, 0.0722)) : texel.r;
    if (lumaKey.z > 0.0 && key >= lumaKey.x && key <= lumaKey.y)
        texel.a = -1.0;
    vec4 one = vec4(texel.rgb, 1.0);
    return vec4(dot(decode[0], one), dot(decode[1], one), dot(decode[2], one), texel.a);
}

vec4 convert(vec4 source) {
    vec3 light = source.rgb;
    if ((fixedFlags & kLight) != 0) {
        light = toLinear(light, kinds.y);
        light = vec3(dot(gamut[0].xyz, light), dot(gamut[1].xyz, light), dot(gamut[2].xyz, light));
        light = fromLinear(light, kinds.z);
    }
    vec4 one = vec4(light, 1.0);
    return vec4(dot(encode[0], one), dot(encode[1], one), dot(encode[2], one), source.a);
}

void main() {
    vec4 made = fill;
    float share = 1.0, keyed = 1.0;
    if ((fixedFlags & kFill) == 0) {
        vec2 pixel = floor(gl_FragCoord.xy) * targetPixel.xy + targetPixel.zw;
        if ((fixedFlags & kTwoTaps) != 0)
            made = (convert(sampleSource(pixel - vec2(0.5, 0.0))) + convert(sampleSource(pixel + vec2(0.5, 0.0)))) * 0.5;
        else
            made = convert(sampleSource(pixel));
        if (made.a < 0.0)
            discard;
        share = alpha.x * mix(1.0, made.a, alpha.y);
        made.a = mix(alpha.z, made.a * alpha.x, alpha.w);
    }
    if ((fixedFlags & kEncodeSrgb) != 0)
        made.rgb = srgbToLinear(clamp(made.rgb, 0.0, 1.0));
    if (outputKind == 1)
        color = vec4(made.r, 0.0, 0.0, made.a);
    else if (outputKind == 2)
        color = vec4(made.gb, 0.0, made.a);
    else if (outputKind == 3)
        color = made.bgra;
    else
        color = made;
    factor = vec4(share);
}
