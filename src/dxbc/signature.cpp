#include "dxbc/signature.h"

#include <cctype>

#include "dxbc/container.h"
#include "util/byte_reader.h"

namespace hendeca::dxbc {

namespace {

// Four streams of 32 registers with 4 elements each is the most that the format could use.
constexpr uint32_t kMaxElements = 512;
constexpr uint32_t kMaxNameLength = 1024;
constexpr uint32_t kMaxRegisters = 32;

struct Layout {
    uint32_t elementSize;
    bool hasStream;
    bool hasMinPrecision;
};

Layout layoutOf(uint32_t tag) {
    switch (tag) {
    case tag::kIsg1:
    case tag::kOsg1:
    case tag::kPsg1:
        return {32, true, true};
    case tag::kOsg5:
        return {28, true, false};
    default:
        return {24, false, false};
    }
}

bool sameName(std::string_view a, std::string_view b) {
    if (a.size() != b.size())
        return false;
    for (size_t i = 0; i < a.size(); ++i) {
        if (std::tolower(static_cast<unsigned char>(a[i])) != std::tolower(static_cast<unsigned char>(b[i])))
            return false;
    }
    return true;
}

// FXC stores 0 for the values that only a pixel shader's outputs have.
SystemValue systemValueOf(uint32_t stored, std::string_view name) {
    if (stored != 0)
        return static_cast<SystemValue>(stored <= 0xff ? stored : 0);
    static constexpr struct {
        std::string_view name;
        SystemValue value;
    } kByName[] = {
        {"SV_Target", SystemValue::Target},
        {"SV_Depth", SystemValue::Depth},
        {"SV_Coverage", SystemValue::Coverage},
        {"SV_DepthGreaterEqual", SystemValue::DepthGreaterEqual},
        {"SV_DepthLessEqual", SystemValue::DepthLessEqual},
        {"SV_StencilRef", SystemValue::StencilRef},
        {"SV_InnerCoverage", SystemValue::InnerCoverage},
    };
    for (const auto& row : kByName) {
        if (sameName(row.name, name))
            return row.value;
    }
    return SystemValue::None;
}

} // namespace

Result<Signature> Signature::parse(uint32_t tag, std::span<const uint8_t> data) {
    const Layout layout = layoutOf(tag);
    ByteReader reader(data);
    const uint32_t count = reader.u32();
    const uint32_t offset = reader.u32();
    if (!reader)
        return makeError(ErrorCode::Corrupt, "signature chunk has no header");
    if (count > kMaxElements)
        return makeError(ErrorCode::Corrupt, "signature claims " + std::to_string(count) + " elements");
    reader.seek(offset);

    Signature signature;
    signature.elements.reserve(count);
    for (uint32_t i = 0; i < count; ++i) {
        SignatureElement element;
        const uint32_t stream = layout.hasStream ? reader.u32() : 0;
        const uint32_t nameOffset = reader.u32();
        element.semanticIndex = reader.u32();
        const uint32_t stored = reader.u32();
        const uint32_t type = reader.u32();
        element.reg = reader.u32();
        element.mask = reader.read<uint8_t>() & 0xf;
        element.rwMask = reader.read<uint8_t>() & 0xf;
        reader.skip(2);
        const uint32_t minPrecision = layout.hasMinPrecision ? reader.u32() : 0;

        ByteReader names(data);
        const std::string_view name = names.string(nameOffset);
        if (!reader || !names || name.size() > kMaxNameLength)
            return makeError(ErrorCode::Corrupt, "signature element " + std::to_string(i) + " lies outside its chunk");
        if (element.reg != kNoRegister && element.reg >= kMaxRegisters)
            return makeError(ErrorCode::Corrupt,
                             "signature element " + std::to_string(i) + " has register " + std::to_string(element.reg));
        if (type > static_cast<uint32_t>(ComponentType::Float32) || stream > 3 || minPrecision > 5)
            return makeError(ErrorCode::Corrupt, "signature element " + std::to_string(i) + " has an unknown type");
        element.name = name;
        element.type = static_cast<ComponentType>(type);
        element.stream = static_cast<uint8_t>(stream);
        element.minPrecision = static_cast<SignatureMinPrecision>(minPrecision);
        element.systemValue = systemValueOf(stored, name);
        signature.elements.push_back(std::move(element));
    }
    return signature;
}

const SignatureElement* Signature::find(std::string_view name, uint32_t semanticIndex, uint32_t stream) const {
    for (const SignatureElement& element : elements) {
        if (element.semanticIndex == semanticIndex && element.stream == stream && sameName(element.name, name))
            return &element;
    }
    return nullptr;
}

const SignatureElement* Signature::findRegister(uint32_t reg, uint8_t mask, uint32_t stream) const {
    for (const SignatureElement& element : elements) {
        if (element.reg == reg && element.stream == stream && (element.mask & mask) != 0)
            return &element;
    }
    return nullptr;
}

const char* systemValueName(SystemValue value) {
    switch (value) {
    case SystemValue::None:
        return "NONE";
    case SystemValue::Position:
        return "POS";
    case SystemValue::ClipDistance:
        return "CLIPDST";
    case SystemValue::CullDistance:
        return "CULLDST";
    case SystemValue::RenderTargetArrayIndex:
        return "RTINDEX";
    case SystemValue::ViewportArrayIndex:
        return "VPINDEX";
    case SystemValue::VertexId:
        return "VERTID";
    case SystemValue::PrimitiveId:
        return "PRIMID";
    case SystemValue::InstanceId:
        return "INSTID";
    case SystemValue::IsFrontFace:
        return "FFACE";
    case SystemValue::SampleIndex:
        return "SAMPLE";
    case SystemValue::FinalQuadEdgeTessFactor:
        return "QUADEDGE";
    case SystemValue::FinalQuadInsideTessFactor:
        return "QUADINT";
    case SystemValue::FinalTriEdgeTessFactor:
        return "TRIEDGE";
    case SystemValue::FinalTriInsideTessFactor:
        return "TRIINT";
    case SystemValue::FinalLineDetailTessFactor:
        return "LINEDET";
    case SystemValue::FinalLineDensityTessFactor:
        return "LINEDEN";
    case SystemValue::Barycentrics:
        return "BARYCEN";
    case SystemValue::ShadingRate:
        return "SHDINGRATE";
    case SystemValue::CullPrimitive:
        return "CULLPRIM";
    case SystemValue::Target:
        return "TARGET";
    case SystemValue::Depth:
        return "DEPTH";
    case SystemValue::Coverage:
        return "COVERAGE";
    case SystemValue::DepthGreaterEqual:
        return "DEPTHGE";
    case SystemValue::DepthLessEqual:
        return "DEPTHLE";
    case SystemValue::StencilRef:
        return "STENCILREF";
    case SystemValue::InnerCoverage:
        return "INNERCOV";
    }
    return "?";
}

const char* componentTypeName(ComponentType type) {
    switch (type) {
    case ComponentType::Uint32:
        return "uint";
    case ComponentType::Sint32:
        return "int";
    case ComponentType::Float32:
        return "float";
    default:
        return "unknown";
    }
}

} // namespace hendeca::dxbc
