// Geometry shaders and stream output. Outputs are staged in an array and copied out when a vertex is emitted (or, for
// the last stage before rasterisation without a geometry shader, at the end), since several streams may share a
// register.

#include "translate/lift/lifter.h"

#include <cctype>

namespace hendeca::translate {

using dxbc::Opcode;

namespace {

bool equalNames(const std::string& a, const std::string& b) {
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
               return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
           });
}

} // namespace

void Lifter::declareGeometry() {
    const auto& facts = program_.facts();
    using M = ir::Module;
    switch (facts.inputPrimitive) {
    case dxbc::Primitive::Point:
        module_.inputPrimitive = M::Primitive::Points;
        break;
    case dxbc::Primitive::Line:
        module_.inputPrimitive = M::Primitive::Lines;
        break;
    case dxbc::Primitive::LineAdj:
        module_.inputPrimitive = M::Primitive::LinesAdjacency;
        break;
    case dxbc::Primitive::Triangle:
        module_.inputPrimitive = M::Primitive::Triangles;
        break;
    case dxbc::Primitive::TriangleAdj:
        module_.inputPrimitive = M::Primitive::TrianglesAdjacency;
        break;
    default:
        // Without tessellation a patch is a list of its points; Vulkan has lists of these lengths.
        switch (dxbc::primitiveVertexCount(facts.inputPrimitive)) {
        case 1:
            module_.inputPrimitive = M::Primitive::Points;
            break;
        case 2:
            module_.inputPrimitive = M::Primitive::Lines;
            break;
        case 3:
            module_.inputPrimitive = M::Primitive::Triangles;
            break;
        case 4:
            module_.inputPrimitive = M::Primitive::LinesAdjacency;
            break;
        case 6:
            module_.inputPrimitive = M::Primitive::TrianglesAdjacency;
            break;
        default:
            unsupported("a geometry shader that takes patches of 5 or of more than 6 points");
            return;
        }
    }
    inputVertices_ = dxbc::primitiveVertexCount(facts.inputPrimitive);
    uint32_t stream = options_.rasterizedStream < 4 ? options_.rasterizedStream : 0;
    if (!(facts.streamMask >> stream & 1))
        stream = static_cast<uint32_t>(std::countr_zero(static_cast<uint32_t>(facts.streamMask | 0x10u))) & 3;
    switch (facts.outputTopology[stream]) {
    case dxbc::Topology::LineStrip:
        module_.outputTopology = M::Topology::LineStrip;
        break;
    case dxbc::Topology::TriangleStrip:
        module_.outputTopology = M::Topology::TriangleStrip;
        break;
    default:
        module_.outputTopology = M::Topology::Points;
        break;
    }
    module_.maxVertices = std::clamp(facts.maxOutputVertexCount, 1u, 1024u);
    module_.invocations = std::clamp(facts.gsInstanceCount, 1u, 32u);
    module_.multipleStreams = (facts.streamMask & ~1u) != 0;
    stageAllOutputs_ = true;
}

// Variables that transform feedback captures: one for each entry of the declaration, at locations that no register has.
void Lifter::declareStreamOutput() {
    if (options_.streamOutput.empty())
        return;
    module_.xfb = true;
    stageAllOutputs_ = true;
    uint32_t free = ~0u; // locations that are left
    for (const auto& element : program_.outputSignature().elements)
        if (element.reg < 32)
            free &= ~(1u << element.reg);
    for (const dxbc::Declaration& decl : program_.declarations())
        if (decl.operand.type == dxbc::OperandType::Output && decl.operand.reg() < 32)
            free &= ~(1u << decl.operand.reg());
    uint32_t offsets[4] = {};
    for (const StreamOutputElement& element : options_.streamOutput)
        if (element.slot < 4)
            offsets[element.slot] += element.componentCount * 4u;
    uint32_t strides[4];
    for (uint32_t slot = 0; slot < 4; ++slot) {
        strides[slot] = options_.streamOutputStride[slot] ? options_.streamOutputStride[slot] : offsets[slot];
        offsets[slot] = 0;
    }
    uint32_t location = 32, component = 4;
    for (const StreamOutputElement& element : options_.streamOutput) {
        if (element.slot >= 4 || element.componentCount == 0 || element.componentCount > 4) {
            if (!element.semantic.empty() || element.slot >= 4) {
                fail(ErrorCode::InvalidArgument, "a stream output entry out of range");
                return;
            }
        }
        const uint32_t offset = offsets[element.slot];
        offsets[element.slot] += element.componentCount * 4u;
        if (element.semantic.empty())
            continue;
        const dxbc::SignatureElement* source = nullptr;
        for (const auto& candidate : program_.outputSignature().elements)
            if (candidate.stream == element.stream && candidate.semanticIndex == element.semanticIndex &&
                equalNames(candidate.name, element.semantic))
                source = &candidate;
        if (!source || source->reg >= 32 || source->mask == 0) {
            fail(ErrorCode::InvalidArgument, "stream output of a semantic that the shader does not write");
            return;
        }
        if (component + element.componentCount > 4) {
            if (!free) {
                unsupported("stream output of more than the outputs that are left");
                return;
            }
            // The last ones count against the limit of components together with the built-in outputs.
            const uint32_t early = free & 0x1fffffff;
            location = 31 - static_cast<uint32_t>(std::countl_zero(early ? early : free));
            free &= ~(1u << location);
            component = 0;
        }
        ir::Var var;
        var.kind = ir::VarKind::Output;
        var.type = ir::vec(ir::Scalar::F32, element.componentCount);
        var.location = location;
        var.component = static_cast<uint8_t>(component);
        var.stream = element.stream;
        var.xfbBuffer = static_cast<int8_t>(element.slot);
        var.xfbOffset = offset;
        var.xfbStride = strides[element.slot];
        component += element.componentCount;
        // Start components count from the element's first, wherever it lies in its register.
        const uint32_t first = static_cast<uint32_t>(std::countr_zero(static_cast<uint32_t>(source->mask)));
        xfbCopies_.push_back({b_.addVar(std::move(var)), element.stream, source->reg, first + element.startComponent,
                              element.componentCount});
    }
}

bool Lifter::isDrawn(uint32_t stream) const {
    return !module_.multipleStreams || stream == options_.rasterizedStream ||
           (options_.rasterizedStream >= 4 && stream == 0);
}

void Lifter::copyStreamOutputs(uint32_t stream) {
    if (isDrawn(stream))
        for (uint32_t reg = 0; reg < 32; ++reg)
            for (uint32_t c = 0; c < 4; ++c)
                if (const IoComponent& at = outputs_[stream * 32 + reg][c]; at.kind != IoComponent::Kind::None)
                    storeIo(at, b_.load(ir::kU32, stagedOutputs_, {b_.u32(reg), b_.u32(c)}));
    for (const XfbCopy& copy : xfbCopies_) {
        if (copy.stream != stream)
            continue;
        for (uint32_t c = 0; c < copy.count; ++c) {
            const Value component = b_.u32(std::min(copy.firstComponent + c, 3u));
            const Value value = b_.bitcast(ir::kF32, b_.load(ir::kU32, stagedOutputs_, {b_.u32(copy.reg), component}));
            if (copy.count == 1)
                b_.store(copy.var, value);
            else
                b_.store(copy.var, value, {b_.u32(c)});
        }
    }
}

// D3D's points have the size 1, Vulkan's whatever the last stage says. A vertex shader does not know whether it will draw
// points, a domain shader knows no output primitive.
void Lifter::storePointSize() {
    if (isVertex() || options_.latePointSize)
        b_.store(builtinVar(ir::Builtin::PointSize, true), b_.f32(1.0f));
}

void Lifter::liftEmit(const Inst& inst) {
    const bool streamed = inst.opcode == Opcode::EmitStream || inst.opcode == Opcode::CutStream ||
                          inst.opcode == Opcode::EmitThenCutStream;
    const uint32_t stream = streamed ? dst(inst, 0).reg() : 0;
    if (program_.stage() != dxbc::ShaderStage::Geometry || stream >= 4) {
        fail(ErrorCode::Corrupt, "an emitted vertex where there can be none");
        return;
    }
    if (inst.opcode != Opcode::Cut && inst.opcode != Opcode::CutStream) {
        copyStreamOutputs(stream);
        if (module_.outputTopology == ir::Module::Topology::Points && isDrawn(stream))
            storePointSize();
        b_.marker(Code::EmitVertex, {stream});
    }
    if (inst.opcode != Opcode::Emit && inst.opcode != Opcode::EmitStream)
        b_.marker(Code::EndPrimitive, {stream});
}

} // namespace hendeca::translate
