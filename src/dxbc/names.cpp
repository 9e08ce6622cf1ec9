#include "dxbc/names.h"

#include <iterator>

namespace hendeca::dxbc {

namespace {

template <size_t N, class T>
std::string_view lookUp(const std::string_view (&names)[N], T value) {
    const auto index = static_cast<size_t>(value);
    return index < N ? names[index] : std::string_view{};
}

} // namespace

std::string_view nameOf(ResourceDim dim) {
    static constexpr std::string_view kNames[] = {"",
                                                  "buffer",
                                                  "texture1d",
                                                  "texture2d",
                                                  "texture2dms",
                                                  "texture3d",
                                                  "texturecube",
                                                  "texture1darray",
                                                  "texture2darray",
                                                  "texture2dmsarray",
                                                  "texturecubearray",
                                                  "raw_buffer",
                                                  "structured_buffer"};
    return lookUp(kNames, dim);
}

std::string_view nameOf(ReturnType type) {
    static constexpr std::string_view kNames[] = {"",      "unorm", "snorm",  "sint",      "uint",
                                                  "float", "mixed", "double", "continued", "unused"};
    return lookUp(kNames, type);
}

std::string_view nameOf(Interpolation interpolation) {
    static constexpr std::string_view kNames[] = {"",
                                                  "constant",
                                                  "linear",
                                                  "linear centroid",
                                                  "linear noperspective",
                                                  "linear noperspective centroid",
                                                  "linear sample",
                                                  "linear noperspective sample"};
    return lookUp(kNames, interpolation);
}

std::string_view nameOf(SystemName name) {
    static constexpr std::string_view kNames[] = {"undefined",
                                                  "position",
                                                  "clip_distance",
                                                  "cull_distance",
                                                  "rendertarget_array_index",
                                                  "viewport_array_index",
                                                  "vertex_id",
                                                  "primitive_id",
                                                  "instance_id",
                                                  "is_front_face",
                                                  "sampleIndex",
                                                  "finalQuadUeq0EdgeTessFactor",
                                                  "finalQuadVeq0EdgeTessFactor",
                                                  "finalQuadUeq1EdgeTessFactor",
                                                  "finalQuadVeq1EdgeTessFactor",
                                                  "finalQuadUInsideTessFactor",
                                                  "finalQuadVInsideTessFactor",
                                                  "finalTriUeq0EdgeTessFactor",
                                                  "finalTriVeq0EdgeTessFactor",
                                                  "finalTriWeq0EdgeTessFactor",
                                                  "finalTriInsideTessFactor",
                                                  "finalLineDetailTessFactor",
                                                  "finalLineDensityTessFactor"};
    static_assert(std::size(kNames) == static_cast<size_t>(SystemName::Count));
    return lookUp(kNames, name);
}

std::string_view nameOf(Topology topology) {
    static constexpr std::string_view kNames[] = {"", "pointlist", "", "linestrip", "", "trianglestrip"};
    return lookUp(kNames, topology);
}

std::string_view nameOf(TessDomain domain) {
    static constexpr std::string_view kNames[] = {"domain_undefined", "domain_isoline", "domain_tri", "domain_quad"};
    return lookUp(kNames, domain);
}

std::string_view nameOf(TessPartitioning partitioning) {
    static constexpr std::string_view kNames[] = {"partitioning_undefined", "partitioning_integer", "partitioning_pow2",
                                                  "partitioning_fractional_odd", "partitioning_fractional_even"};
    return lookUp(kNames, partitioning);
}

std::string_view nameOf(TessOutput output) {
    static constexpr std::string_view kNames[] = {"output_undefined", "output_point", "output_line",
                                                  "output_triangle_cw", "output_triangle_ccw"};
    return lookUp(kNames, output);
}

std::string_view nameOf(SamplerMode mode) {
    static constexpr std::string_view kNames[] = {"mode_default", "mode_comparison", "mode_mono"};
    return lookUp(kNames, mode);
}

std::string_view nameOf(MinPrecision precision) {
    static constexpr std::string_view kNames[] = {"", "min16f", "min2_8f", "", "min16i", "min16u"};
    return lookUp(kNames, precision);
}

std::string_view nameOf(Primitive primitive) {
    static constexpr std::string_view kNames[] = {"", "point", "line", "triangle", "", "", "lineadj", "triangleadj"};
    return lookUp(kNames, primitive);
}

std::string_view globalFlagName(uint32_t bitIndex) {
    static constexpr std::string_view kNames[] = {"refactoringAllowed",         "enableDoublePrecisionFloatOps",
                                                  "forceEarlyDepthStencil",     "enableRawAndStructuredBuffers",
                                                  "skipOptimization",           "enableMinimumPrecision",
                                                  "enable11_1DoubleExtensions", "enable11_1ShaderExtensions",
                                                  "allResourcesBound"};
    static_assert(std::size(kNames) == kGlobalFlagCount);
    return lookUp(kNames, bitIndex);
}

} // namespace hendeca::dxbc
