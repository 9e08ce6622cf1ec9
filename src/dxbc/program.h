#pragma once
// A whole shader, decoded and checked: control flow is closed, registers lie inside their declarations, labels exist,
// operands have the kinds that their opcode wants. Owns everything, has no pointer into the bytes that it came from;
// immutable, any thread. What is not checked: data flow (reads of unwritten registers are legal and give undefined
// values).

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dxbc/container.h"
#include "dxbc/declaration.h"
#include "dxbc/instruction.h"
#include "dxbc/signature.h"

namespace hendeca::dxbc {

enum class PhaseKind : uint8_t { Main, HullDeclarations, HullControlPoint, HullFork, HullJoin };

// A range of the program with its own declarations and temps. All stages but hull have exactly one, Main. Hull shaders
// have HullDeclarations first, then at most one control-point phase (none: control points pass through), forks, joins.
// Declarations of HullDeclarations hold for all phases (constant buffers, resources, samplers, icb).
struct Phase {
    PhaseKind kind = PhaseKind::Main;
    uint32_t firstDeclaration = 0;
    uint32_t declarationCount = 0;
    uint32_t firstInstruction = 0;
    uint32_t instructionCount = 0;
    uint32_t instanceCount = 1; // forks and joins
    uint32_t tempCount = 0;     // dcl_temps
    uint32_t tokenOffset = 0;
};

// label l# or fb#: the instructions from `instruction` (a Label) to the next Label or the end are its body.
// Program::labels() is sorted by `functionBody`, then id: bodies of class linkage (fb#, from dcl_function_body) count
// apart from label l#.
struct Label {
    uint32_t id = 0;
    bool functionBody = false;
    uint32_t instruction = 0;
};

// Custom data that is not an immediate constant buffer: comments, debug information, messages.
struct CustomData {
    uint32_t kind = 0; // 0 comment, 1 debug info, 2 opaque, 4 shader message, 5 clip plane mapping
    uint32_t beforeInstruction = 0;
    std::vector<uint32_t> words;
};

class Program {
public:
    // Limits of the decoder, far above what real shaders have, so that hostile input cannot take unbounded memory.
    static constexpr uint32_t kMaxNesting = 64;     // if, loop, switch
    static constexpr uint32_t kMaxIndexNesting = 4; // registers that index registers
    static constexpr uint32_t kMaxIcbVectors = 4096;
    static constexpr uint32_t kMaxTemps = 4096;
    static constexpr uint32_t kMaxRanges = 1024; // constant buffers, samplers, resources, UAVs: of each kind
    static constexpr uint32_t kMaxLabels = 1024;
    static constexpr uint32_t kMaxPhaseInstances = 1024;
    static constexpr uint32_t kMaxSharedBytes = 32768;

    // Decodes the program chunk and the signatures of a container.
    static Result<Program> decode(const Container& container);
    // Decodes the words of a SHDR or SHEX chunk alone; the signatures stay empty.
    static Result<Program> decode(std::span<const uint8_t> programChunk);

    ShaderStage stage() const { return stage_; }
    uint32_t major() const { return major_; }
    uint32_t minor() const { return minor_; }
    uint32_t model() const { return major_ * 10 + minor_; } // 40, 41, 50, 51

    const Signature& inputSignature() const { return input_; }
    const Signature& outputSignature() const { return output_; }
    const Signature& patchConstantSignature() const { return patch_; }
    uint64_t featureFlags() const { return featureFlags_; } // SFI0

    const std::vector<Declaration>& declarations() const { return declarations_; }
    const std::vector<Instruction>& instructions() const { return instructions_; }
    const std::vector<Operand>& operands() const { return operands_; }
    const std::vector<Phase>& phases() const { return phases_; }
    const std::vector<Label>& labels() const { return labels_; }
    const std::vector<CustomData>& customData() const { return customData_; }
    // Immediate constant buffer: vectors of four words. In declarations() its place is held by a Customdata entry.
    const std::vector<std::array<uint32_t, 4>>& icb() const { return icb_; }

    std::span<const Declaration> declarations(const Phase& phase) const {
        return std::span(declarations_).subspan(phase.firstDeclaration, phase.declarationCount);
    }
    std::span<const Instruction> instructions(const Phase& phase) const {
        return std::span(instructions_).subspan(phase.firstInstruction, phase.instructionCount);
    }
    std::span<const Operand> dst(const Instruction& inst) const {
        return std::span(operands_).subspan(inst.firstOperand, inst.dstCount);
    }
    std::span<const Operand> src(const Instruction& inst) const {
        return std::span(operands_).subspan(inst.firstOperand + inst.dstCount, inst.srcCount);
    }
    const Operand& operand(uint32_t index) const { return operands_[index]; }
    const Label* findLabel(uint32_t id, bool functionBody = false) const;

    // Facts that declarations state once for the whole program.
    struct Facts {
        uint32_t globalFlags = 0; // GlobalFlag
        std::array<uint32_t, 3> threadGroup{1, 1, 1};
        // Geometry. Per stream; a shader without dcl_stream has stream 0 only.
        Primitive inputPrimitive = Primitive::Undefined;
        std::array<Topology, 4> outputTopology{};
        uint8_t streamMask = 0;
        uint32_t maxOutputVertexCount = 0;
        uint32_t gsInstanceCount = 1;
        // Hull and domain.
        uint32_t inputControlPoints = 0;
        uint32_t outputControlPoints = 0;
        TessDomain domain = TessDomain::Undefined;
        TessPartitioning partitioning = TessPartitioning::Undefined;
        TessOutput tessOutput = TessOutput::Undefined;
        float maxTessFactor = 64.0f;
    };
    const Facts& facts() const { return facts_; }

private:
    friend class ProgramDecoder;

    ShaderStage stage_ = ShaderStage::Pixel;
    uint32_t major_ = 0;
    uint32_t minor_ = 0;
    uint64_t featureFlags_ = 0;
    Signature input_;
    Signature output_;
    Signature patch_;
    std::vector<Declaration> declarations_;
    std::vector<Instruction> instructions_;
    std::vector<Operand> operands_;
    std::vector<Phase> phases_;
    std::vector<Label> labels_;
    std::vector<CustomData> customData_;
    std::vector<std::array<uint32_t, 4>> icb_;
    Facts facts_;
};

} // namespace hendeca::dxbc
