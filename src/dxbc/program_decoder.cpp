#include <algorithm>
#include <cstring>
#include <string>

#include "dxbc/program.h"
#include "dxbc/program_validator.h"
#include "dxbc/token_reader.h"

namespace hendeca::dxbc {

namespace {

bool labelLess(const Label& a, const Label& b) {
    return a.functionBody != b.functionBody ? b.functionBody : a.id < b.id;
}

} // namespace

// Walks the tokens of a program chunk once and fills a Program. What can be judged from one instruction is judged here;
// what needs the whole program is the validator's.
class ProgramDecoder {
public:
    Status decode(std::span<const uint8_t> chunk);
    Program&& take() { return std::move(program_); }
    Program& program() { return program_; }

private:
    Status header(std::span<const uint8_t> chunk);
    Status step(uint32_t& at);
    Status customData(uint32_t at, uint32_t length);
    Status startPhase(Opcode opcode, uint32_t at);
    Status declare(Declaration declaration);
    Status controlFact(const Declaration& d);
    Error error(uint32_t at, const std::string& what) const {
        return makeError(ErrorCode::Corrupt, "token " + std::to_string(at) + ": " + what);
    }

    Program program_;
    std::vector<uint32_t> words_;
    uint8_t stream_ = 0;
};

Status ProgramDecoder::header(std::span<const uint8_t> chunk) {
    if (chunk.size() < 8)
        return makeError(ErrorCode::Corrupt, "program chunk has no header");
    uint32_t version = 0;
    uint32_t length = 0;
    std::memcpy(&version, chunk.data(), 4);
    std::memcpy(&length, chunk.data() + 4, 4);
    if (length < 2 || length > chunk.size() / 4)
        return makeError(ErrorCode::Corrupt,
                         "program claims " + std::to_string(length) + " tokens of " + std::to_string(chunk.size() / 4));
    words_.resize(length);
    std::memcpy(words_.data(), chunk.data(), size_t{length} * 4);

    const uint32_t stage = version >> 16;
    program_.major_ = bits(version, 4, 4);
    program_.minor_ = bits(version, 0, 4);
    const uint32_t model = program_.model();
    if (stage > static_cast<uint32_t>(ShaderStage::Compute))
        return makeError(ErrorCode::Corrupt, "program of unknown stage " + std::to_string(stage));
    program_.stage_ = static_cast<ShaderStage>(stage);
    if (model != 40 && model != 41 && model != 50 && model != 51)
        return makeError(ErrorCode::Corrupt, "shader model " + std::to_string(program_.major_) + "." +
                                                 std::to_string(program_.minor_) + " is unknown");
    if (model < 50 && (program_.stage_ == ShaderStage::Hull || program_.stage_ == ShaderStage::Domain))
        return makeError(ErrorCode::Corrupt, "hull and domain shaders need shader model 5.0");
    return Ok{};
}

Status ProgramDecoder::decode(std::span<const uint8_t> chunk) {
    HENDECA_TRY(header(chunk));
    // An instruction has about 5 tokens and 3 operands; too little only costs a reallocation.
    program_.instructions_.reserve(words_.size() / 6);
    program_.operands_.reserve(words_.size() / 2);
    if (program_.stage_ != ShaderStage::Hull)
        program_.phases_.push_back(Phase{});
    for (uint32_t at = 2; at < words_.size();)
        HENDECA_TRY(step(at));
    for (size_t i = 0; i < program_.phases_.size(); ++i) {
        const bool last = i + 1 == program_.phases_.size();
        Phase& phase = program_.phases_[i];
        const auto declarationEnd =
            last ? static_cast<uint32_t>(program_.declarations_.size()) : program_.phases_[i + 1].firstDeclaration;
        const auto instructionEnd =
            last ? static_cast<uint32_t>(program_.instructions_.size()) : program_.phases_[i + 1].firstInstruction;
        phase.declarationCount = declarationEnd - phase.firstDeclaration;
        phase.instructionCount = instructionEnd - phase.firstInstruction;
    }
    std::sort(program_.labels_.begin(), program_.labels_.end(), labelLess);
    return validateProgram(program_);
}

Status ProgramDecoder::step(uint32_t& at) {
    const uint32_t token = words_[at];
    const uint32_t number = bits(token, 0, 11);
    if (number >= kOpcodeCount || opcodeInfo(static_cast<Opcode>(number)).has(kReserved))
        return error(at, "unknown opcode " + std::to_string(number));
    const auto opcode = static_cast<Opcode>(number);
    const OpcodeInfo& info = opcodeInfo(opcode);
    const auto remaining = static_cast<uint32_t>(words_.size()) - at;

    uint32_t length = bits(token, 24, 7);
    if (opcode == Opcode::Customdata)
        length = remaining > 1 ? words_[at + 1] : 0;
    else if (bit(token, 31) && (opcode == Opcode::Fcall || opcode == Opcode::DclFunctionBody ||
                                opcode == Opcode::DclFunctionTable || opcode == Opcode::DclInterface))
        length = remaining > 1 ? words_[at + 1] : 0;
    if (length == 0 || length > remaining)
        return error(at, std::string(info.name) + " runs past the end of the program");
    const std::span<const uint32_t> words = std::span(words_).subspan(at, length);

    if (opcode == Opcode::Customdata) {
        HENDECA_TRY(customData(at, length));
    } else if (!(info.stages & stageBit(program_.stage_))) {
        return error(at, std::string(info.name) + " does not belong into a shader of this stage");
    } else if (info.minModel > program_.model()) {
        return error(at, std::string(info.name) + " needs a newer shader model");
    } else if (info.has(kHullPhase)) {
        if (length != 1)
            return error(at, "phase marker with operands");
        HENDECA_TRY(startPhase(opcode, at));
    } else if (program_.phases_.empty()) {
        return error(at, "a hull shader must begin with a phase");
    } else if (info.has(kDeclaration)) {
        HENDECA_TRY_ASSIGN(Declaration declaration, decodeDeclaration(opcode, words, at, program_.model()));
        HENDECA_TRY(declare(std::move(declaration)));
    } else {
        TokenReader reader(words, at, program_.operands_);
        Instruction& inst = program_.instructions_.emplace_back();
        if (!reader.read(opcode, inst))
            return reader.failure();
        if (opcode == Opcode::Label) {
            const Operand& name = program_.src(inst)[0];
            program_.labels_.push_back({name.reg(), name.type == OperandType::FunctionBody,
                                        static_cast<uint32_t>(program_.instructions_.size() - 1)});
        }
    }
    at += length;
    return Ok{};
}

Status ProgramDecoder::customData(uint32_t at, uint32_t length) {
    if (length < 2)
        return error(at, "custom data block is too short");
    const uint32_t kind = words_[at] >> 11;
    const std::span<const uint32_t> words = std::span(words_).subspan(at + 2, length - 2);
    if (kind != 3) {
        CustomData data;
        data.kind = kind;
        data.beforeInstruction = static_cast<uint32_t>(program_.instructions_.size());
        data.words.assign(words.begin(), words.end());
        program_.customData_.push_back(std::move(data));
        return Ok{};
    }
    if (program_.phases_.empty())
        return error(at, "a hull shader must begin with a phase");
    if (!program_.icb_.empty())
        return error(at, "more than one immediate constant buffer");
    if (words.empty() || words.size() % 4 != 0 || words.size() / 4 > Program::kMaxIcbVectors)
        return error(at, "immediate constant buffer of a wrong size");
    program_.icb_.resize(words.size() / 4);
    std::memcpy(program_.icb_.data(), words.data(), words.size() * 4);
    Declaration place;
    place.opcode = Opcode::Customdata;
    place.tokenOffset = at;
    place.count = static_cast<uint32_t>(program_.icb_.size());
    program_.declarations_.push_back(std::move(place));
    return Ok{};
}

Status ProgramDecoder::startPhase(Opcode opcode, uint32_t at) {
    Phase phase;
    phase.firstDeclaration = static_cast<uint32_t>(program_.declarations_.size());
    phase.firstInstruction = static_cast<uint32_t>(program_.instructions_.size());
    phase.tokenOffset = at;
    switch (opcode) {
    case Opcode::HsDecls:
        phase.kind = PhaseKind::HullDeclarations;
        break;
    case Opcode::HsControlPointPhase:
        phase.kind = PhaseKind::HullControlPoint;
        break;
    case Opcode::HsForkPhase:
        phase.kind = PhaseKind::HullFork;
        break;
    default:
        phase.kind = PhaseKind::HullJoin;
        break;
    }
    const bool first = program_.phases_.empty();
    if (first != (phase.kind == PhaseKind::HullDeclarations))
        return error(at, "the declarations of a hull shader must be its first phase");
    const PhaseKind before = first ? PhaseKind::Main : program_.phases_.back().kind;
    if (phase.kind < before || (phase.kind == before && before == PhaseKind::HullControlPoint))
        return error(at, "hull shader phases are out of order");
    program_.phases_.push_back(phase);
    return Ok{};
}

Status ProgramDecoder::declare(Declaration d) {
    Phase& phase = program_.phases_.back();
    switch (d.opcode) {
    case Opcode::DclTemps:
        if (d.count > Program::kMaxTemps)
            return error(d.tokenOffset, "too many temps");
        phase.tempCount = std::max(phase.tempCount, d.count);
        break;
    case Opcode::DclHsForkPhaseInstanceCount:
    case Opcode::DclHsJoinPhaseInstanceCount:
        if (d.count == 0 || d.count > Program::kMaxPhaseInstances)
            return error(d.tokenOffset, "hull shader phase with an impossible instance count");
        phase.instanceCount = d.count;
        break;
    case Opcode::DclStream:
        if (d.id > 3)
            return error(d.tokenOffset, "stream above 3");
        stream_ = static_cast<uint8_t>(d.id);
        program_.facts_.streamMask |= static_cast<uint8_t>(1u << stream_);
        break;
    case Opcode::DclOutput:
    case Opcode::DclOutputSgv:
    case Opcode::DclOutputSiv:
        d.stream = stream_;
        break;
    case Opcode::DclOutputTopology:
        d.stream = stream_;
        program_.facts_.outputTopology[stream_] = d.topology;
        break;
    default:
        HENDECA_TRY(controlFact(d));
        break;
    }
    program_.declarations_.push_back(std::move(d));
    return Ok{};
}

Status ProgramDecoder::controlFact(const Declaration& d) {
    Program::Facts& facts = program_.facts_;
    switch (d.opcode) {
    case Opcode::DclGlobalFlags:
        facts.globalFlags |= d.globalFlags;
        break;
    case Opcode::DclThreadGroup: {
        const auto& g = d.threadGroup;
        if (g[0] < 1 || g[1] < 1 || g[2] < 1 || g[0] > 1024 || g[1] > 1024 || g[2] > 64 || g[0] * g[1] * g[2] > 1024)
            return error(d.tokenOffset, "thread group of an impossible size");
        facts.threadGroup = g;
        break;
    }
    case Opcode::DclInputPrimitive:
        facts.inputPrimitive = d.primitive;
        break;
    case Opcode::DclMaxOutputVertexCount:
        if (d.count > 1024)
            return error(d.tokenOffset, "more than 1024 output vertices");
        facts.maxOutputVertexCount = d.count;
        break;
    case Opcode::DclGsInstanceCount:
        if (d.count < 1 || d.count > 32)
            return error(d.tokenOffset, "geometry shader with an impossible instance count");
        facts.gsInstanceCount = d.count;
        break;
    case Opcode::DclInputControlPointCount:
        facts.inputControlPoints = d.count;
        break;
    case Opcode::DclOutputControlPointCount:
        facts.outputControlPoints = d.count;
        break;
    case Opcode::DclTessellatorDomain:
        facts.domain = d.domain;
        break;
    case Opcode::DclTessellatorPartitioning:
        facts.partitioning = d.partitioning;
        break;
    case Opcode::DclTessellatorOutputPrimitive:
        facts.tessOutput = d.tessOutput;
        break;
    case Opcode::DclHsMaxTessfactor:
        facts.maxTessFactor = d.maxTessFactor;
        break;
    default:
        break;
    }
    return Ok{};
}

Result<Program> Program::decode(std::span<const uint8_t> programChunk) {
    ProgramDecoder decoder;
    HENDECA_TRY(decoder.decode(programChunk));
    return decoder.take();
}

Result<Program> Program::decode(const Container& container) {
    const Chunk* chunk = container.program();
    if (!chunk)
        return makeError(ErrorCode::Corrupt, "the container has no shader program");
    ProgramDecoder decoder;
    HENDECA_TRY(decoder.decode(container.data(*chunk)));
    Program& program = decoder.program();
    HENDECA_TRY_ASSIGN(program.input_, container.signature(SignatureKind::Input));
    HENDECA_TRY_ASSIGN(program.output_, container.signature(SignatureKind::Output));
    HENDECA_TRY_ASSIGN(program.patch_, container.signature(SignatureKind::PatchConstant));
    program.featureFlags_ = container.featureFlags();
    return decoder.take();
}

const Label* Program::findLabel(uint32_t id, bool functionBody) const {
    const Label wanted{id, functionBody, 0};
    const auto found = std::lower_bound(labels_.begin(), labels_.end(), wanted, labelLess);
    return found != labels_.end() && !labelLess(wanted, *found) ? &*found : nullptr;
}

} // namespace hendeca::dxbc
