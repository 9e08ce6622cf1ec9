#include "partners.h"

#include "dxbc/names.h"

#include <map>

namespace hendeca::gpu::test {

using dxbc::Signature;
using dxbc::SignatureElement;
using dxbc::SystemValue;

namespace {

std::string maskOf(uint8_t mask) {
    std::string text;
    for (uint32_t i = 0; i < 4; i++)
        if (mask & 1u << i)
            text += "xyzw"[i];
    return text;
}

std::string line(const char* kind, const SignatureElement& element, const char* extra = "") {
    std::string text = std::string(kind) + " " + element.name + " " + std::to_string(element.semanticIndex) + " " +
                       std::to_string(element.reg) + " " + maskOf(element.mask) + " " +
                       dxbc::componentTypeName(element.type);
    if (element.systemValue != SystemValue::None)
        text += std::string(" sv=") + dxbc::systemValueName(element.systemValue);
    return text + extra + "\n";
}

// Values that a vertex shader may write everywhere; the others are the rasteriser's or the geometry shader's.
bool isWritable(const SignatureElement& element) {
    return element.reg != dxbc::kNoRegister &&
           (element.systemValue == SystemValue::None || element.systemValue == SystemValue::Position ||
            element.systemValue == SystemValue::ClipDistance || element.systemValue == SystemValue::CullDistance);
}

const char* systemNameOf(SystemValue value) {
    switch (value) {
    case SystemValue::Position:
        return "position";
    case SystemValue::ClipDistance:
        return "clip_distance";
    case SystemValue::CullDistance:
        return "cull_distance";
    default:
        return nullptr;
    }
}

struct Written {
    std::string signature, declarations, moves;
};

Written outputsLike(const Signature& next) {
    Written made;
    for (const SignatureElement& element : next.elements) {
        if (!isWritable(element) || element.stream)
            continue;
        made.signature += line(".out", element);
        const std::string target = "o" + std::to_string(element.reg) + "." + maskOf(element.mask);
        const char* system = systemNameOf(element.systemValue);
        made.declarations += system ? "dcl_output_siv " + target + ", " + system + "\n" : "dcl_output " + target + "\n";
        made.moves += "mov " + target + ", l(0, 0, 0, 1.0)\n";
    }
    return made;
}

struct FactorRow {
    SystemValue value;
    const char* names[4];
};
constexpr FactorRow kFactors[] = {
    {SystemValue::FinalQuadEdgeTessFactor,
     {"finalQuadUeq0EdgeTessFactor", "finalQuadVeq0EdgeTessFactor", "finalQuadUeq1EdgeTessFactor",
      "finalQuadVeq1EdgeTessFactor"}},
    {SystemValue::FinalQuadInsideTessFactor, {"finalQuadUInsideTessFactor", "finalQuadVInsideTessFactor"}},
    {SystemValue::FinalTriEdgeTessFactor,
     {"finalTriUeq0EdgeTessFactor", "finalTriVeq0EdgeTessFactor", "finalTriWeq0EdgeTessFactor"}},
    {SystemValue::FinalTriInsideTessFactor, {"finalTriInsideTessFactor"}},
    {SystemValue::FinalLineDetailTessFactor, {"finalLineDetailTessFactor"}},
    {SystemValue::FinalLineDensityTessFactor, {"finalLineDensityTessFactor"}},
};

const char* factorName(const SignatureElement& element) {
    for (const FactorRow& row : kFactors)
        if (row.value == element.systemValue && element.semanticIndex < 4)
            return row.names[element.semanticIndex];
    return nullptr;
}

struct DomainRow {
    const char *domain, *output;
};
DomainRow domainRow(dxbc::TessDomain domain) {
    switch (domain) {
    case dxbc::TessDomain::Isoline:
        return {"domain_isoline", "output_line"};
    case dxbc::TessDomain::Quad:
        return {"domain_quad", "output_triangle_cw"};
    default:
        return {"domain_tri", "output_triangle_cw"};
    }
}

} // namespace

std::string vertexFor(const Signature& next) {
    Written outputs = outputsLike(next);
    if (outputs.signature.empty()) {
        outputs.signature = ".out SV_Position 0 0 xyzw float sv=POS\n";
        outputs.declarations = "dcl_output_siv o0.xyzw, position\n";
        outputs.moves = "mov o0.xyzw, l(0, 0, 0, 1.0)\n";
    }
    return "vs_5_0\n" + outputs.signature + "dcl_globalFlags refactoringAllowed\n" + outputs.declarations +
           outputs.moves + "ret\n";
}

std::string hullFor(const dxbc::Program& domain) {
    std::string signature, constants, moves;
    for (const SignatureElement& element : domain.inputSignature().elements) {
        signature += line(".in", element);
        signature += line(".out", element);
    }
    for (const SignatureElement& element : domain.patchConstantSignature().elements) {
        signature += line(".patch", element);
        const std::string target = "o" + std::to_string(element.reg) + "." + maskOf(element.mask);
        const char* factor = factorName(element);
        constants += factor ? "dcl_output_siv " + target + ", " + factor + "\n" : "dcl_output " + target + "\n";
        moves += "mov " + target + ", l(1.0, 1.0, 1.0, 1.0)\n";
    }
    const std::string points = std::to_string(domain.facts().inputControlPoints);
    const DomainRow row = domainRow(domain.facts().domain);
    std::string text = "hs_5_0\n" + signature + "hs_decls\ndcl_input_control_point_count " + points +
                       "\ndcl_output_control_point_count " + points + "\ndcl_tessellator_domain " + row.domain +
                       "\ndcl_tessellator_partitioning partitioning_integer\ndcl_tessellator_output_primitive " +
                       row.output + "\ndcl_globalFlags refactoringAllowed\n";
    return constants.empty() ? text : text + "hs_fork_phase\n" + constants + moves + "ret\n";
}

std::string domainFor(const dxbc::Program& hull) {
    std::string signature;
    for (const SignatureElement& element : hull.outputSignature().elements)
        signature += line(".in", element);
    for (const SignatureElement& element : hull.patchConstantSignature().elements)
        signature += line(".patch", element);
    std::string text = "ds_5_0\n" + signature +
                       ".out SV_Position 0 0 xyzw float sv=POS\ndcl_input_control_point_count " +
                       std::to_string(hull.facts().outputControlPoints) + "\ndcl_tessellator_domain " +
                       domainRow(hull.facts().domain).domain + "\ndcl_globalFlags refactoringAllowed\n";
    if (hull.outputSignature().elements.empty())
        return text + "dcl_output_siv o0.xyzw, position\nmov o0.xyzw, l(0, 0, 0, 1.0)\nret\n";
    const SignatureElement& first = hull.outputSignature().elements[0];
    const std::string mask = maskOf(first.mask), reg = std::to_string(first.reg);
    return text + "dcl_input vicp[" + std::to_string(hull.facts().outputControlPoints) + "][" + reg + "]." + mask +
           "\ndcl_output_siv o0.xyzw, position\nmov o0.xyzw, l(0, 0, 0, 1.0)\nmov o0." + mask + ", vicp[0][" + reg +
           "].xyzw\nret\n";
}

std::string pixelFor(const Signature& before) {
    std::string signature, declarations, sums;
    std::map<uint32_t, bool> seen;
    for (const SignatureElement& element : before.elements) {
        if (element.reg == dxbc::kNoRegister || element.stream || element.systemValue != SystemValue::None)
            continue;
        const std::string mask = maskOf(element.mask), reg = "v" + std::to_string(element.reg) + ".";
        signature += line(".in", element, (" rw=" + mask).c_str());
        const bool whole = element.type != dxbc::ComponentType::Float32;
        // Elements of one register are interpolated alike.
        declarations += std::string("dcl_input_ps ") + (whole ? "constant " : "linear ") + reg + mask + "\n";
        const std::string last(1, mask.back());
        sums += (whole ? "itof r1.x, " : "mov r1.x, ") + reg + last + "\nadd r0.x, r0.x, r1.x\n";
    }
    return "ps_5_0\n" + signature + ".out SV_Target 0 0 xyzw float sv=TARGET\ndcl_globalFlags refactoringAllowed\n" +
           declarations + "dcl_output o0.xyzw\ndcl_temps 2\nmov r0.x, l(0)\n" + sums + "mov o0.xyzw, r0.xxxx\nret\n";
}

} // namespace hendeca::gpu::test
