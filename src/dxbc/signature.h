#pragma once
// The elements of one input, output or patch-constant signature (chunks ISGN, ISG1, OSGN, OSG1, OSG5, PCSG, PSG1). Owns
// its strings; plain data once parsed, any thread. Source: d3d11shader.h (D3D11_SIGNATURE_PARAMETER_DESC) and the chunk
// layouts.

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace hendeca::dxbc {

// Values as in the chunk (D3D_NAME); those from Target on are found by name, since FXC stores 0 for them.
enum class SystemValue : uint8_t {
    None = 0,
    Position = 1,
    ClipDistance = 2,
    CullDistance = 3,
    RenderTargetArrayIndex = 4,
    ViewportArrayIndex = 5,
    VertexId = 6,
    PrimitiveId = 7,
    InstanceId = 8,
    IsFrontFace = 9,
    SampleIndex = 10,
    FinalQuadEdgeTessFactor = 11,
    FinalQuadInsideTessFactor = 12,
    FinalTriEdgeTessFactor = 13,
    FinalTriInsideTessFactor = 14,
    FinalLineDetailTessFactor = 15,
    FinalLineDensityTessFactor = 16,
    Barycentrics = 23,
    ShadingRate = 24,
    CullPrimitive = 25,
    Target = 64,
    Depth = 65,
    Coverage = 66,
    DepthGreaterEqual = 67,
    DepthLessEqual = 68,
    StencilRef = 69,
    InnerCoverage = 70,
};

enum class ComponentType : uint8_t { Unknown = 0, Uint32 = 1, Sint32 = 2, Float32 = 3 };

// As stored in ISG1, OSG1, PSG1 (D3D_MIN_PRECISION).
enum class SignatureMinPrecision : uint8_t { Default = 0, Float16 = 1, Float2_8 = 2, Sint16 = 4, Uint16 = 5 };

inline constexpr uint32_t kNoRegister = ~0u; // of oDepth, oMask and other registers without a number

struct SignatureElement {
    std::string name; // semantic, as written in the source
    uint32_t semanticIndex = 0;
    SystemValue systemValue = SystemValue::None;
    ComponentType type = ComponentType::Unknown;
    uint32_t reg = 0; // register number, or kNoRegister
    uint8_t mask = 0; // components that the element has, bit 0 = x
    // Inputs: components that the shader may read. Outputs, as stored: components that it never writes.
    uint8_t rwMask = 0;
    uint8_t stream = 0;
    SignatureMinPrecision minPrecision = SignatureMinPrecision::Default;

    bool operator==(const SignatureElement&) const = default;
};

enum class SignatureKind : uint8_t { Input, Output, PatchConstant };

struct Signature {
    std::vector<SignatureElement> elements;

    // `data` is the chunk without its header; `tag` says which of the layouts it has.
    static Result<Signature> parse(uint32_t tag, std::span<const uint8_t> data);

    // The element with this semantic, compared without regard to case; null when there is none.
    const SignatureElement* find(std::string_view name, uint32_t semanticIndex, uint32_t stream = 0) const;
    // The element that lies in a register and has at least one of the components.
    const SignatureElement* findRegister(uint32_t reg, uint8_t mask = 0xf, uint32_t stream = 0) const;
};

const char* systemValueName(SystemValue value);    // as FXC prints it in its comments: "POS", "TARGET", ...
const char* componentTypeName(ComponentType type); // "float", "int", "uint"

} // namespace hendeca::dxbc
