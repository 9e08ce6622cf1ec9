#include "editable_shader.h"

#include <cstring>

#include "dxbc/container.h"
#include "dxbc/token_reader.h"
#include "dxbcasm/token_writer.h"

namespace hendeca::fuzz {

using namespace dxbc;

namespace {

bool hasLengthWord(uint32_t opcode, uint32_t token) {
    switch (static_cast<Opcode>(opcode)) {
    case Opcode::Customdata:
        return true;
    case Opcode::Fcall:
    case Opcode::DclFunctionBody:
    case Opcode::DclFunctionTable:
    case Opcode::DclInterface:
        return token >> 31 != 0;
    default:
        return false;
    }
}

bool splitProgram(std::span<const uint8_t> chunk, EditableShader& shader) {
    if (chunk.size() < 8)
        return false;
    Tokens words(chunk.size() / 4);
    std::memcpy(words.data(), chunk.data(), words.size() * 4);
    shader.version = words[0];
    const size_t end = words[1] >= 2 && words[1] <= words.size() ? words[1] : words.size();
    for (size_t at = 2; at < end;) {
        uint32_t length = words[at] >> 24 & 0x7f;
        if (hasLengthWord(words[at] & 0x7ff, words[at]))
            length = at + 1 < end ? words[at + 1] : 0;
        if (length == 0 || length > end - at)
            return false;
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(at);
        shader.groups.emplace_back(first, first + length);
        at += length;
    }
    return true;
}

} // namespace

std::optional<EditableShader> takeApart(std::span<const uint8_t> bytes) {
    const auto container = Container::open(bytes, ChecksumRule::Skip);
    if (!container.ok() || !container->program())
        return std::nullopt;
    EditableShader shader;
    for (const Chunk& chunk : container->chunks()) {
        const std::span<const uint8_t> data = container->data(chunk);
        if (&chunk != container->program()) {
            shader.chunks.push_back({chunk.tag, {data.begin(), data.end()}});
            continue;
        }
        shader.programChunk = shader.chunks.size();
        shader.chunks.push_back({chunk.tag, {}});
        if (!splitProgram(data, shader))
            return std::nullopt;
    }
    return shader;
}

std::vector<uint8_t> putTogether(const EditableShader& shader) {
    Tokens words{shader.version, 0};
    for (const Tokens& group : shader.groups)
        words.insert(words.end(), group.begin(), group.end());
    words[1] = static_cast<uint32_t>(words.size());
    std::vector<uint8_t> program(words.size() * 4);
    std::memcpy(program.data(), words.data(), program.size());
    std::vector<ChunkData> chunks;
    for (size_t i = 0; i < shader.chunks.size(); ++i) {
        const EditableChunk& chunk = shader.chunks[i];
        chunks.push_back({chunk.tag, i == shader.programChunk ? std::span<const uint8_t>(program) : chunk.bytes});
    }
    return buildContainer(chunks);
}

uint32_t opcodeOf(const Tokens& group) {
    return group[0] & 0x7ff;
}

bool isDeclaration(const Tokens& group) {
    const uint32_t opcode = opcodeOf(group);
    return opcode < kOpcodeCount && opcodeInfo(static_cast<Opcode>(opcode)).has(kDeclaration);
}

std::optional<EditableInstruction> decodeGroup(const Tokens& group) {
    const uint32_t number = opcodeOf(group);
    if (number >= kOpcodeCount || static_cast<Opcode>(number) == Opcode::Customdata)
        return std::nullopt;
    const OpcodeInfo& info = opcodeInfo(static_cast<Opcode>(number));
    if (info.has(kReserved) || info.has(kDeclaration) || info.has(kHullPhase))
        return std::nullopt;
    EditableInstruction result;
    const auto inst = decodeInstruction(static_cast<Opcode>(number), group, 0, result.operands);
    if (!inst.ok())
        return std::nullopt;
    result.inst = *inst;
    return result;
}

Tokens encodeGroup(const EditableInstruction& instruction) {
    Tokens out;
    const auto own =
        std::span(instruction.operands)
            .subspan(instruction.inst.firstOperand, size_t{instruction.inst.dstCount} + instruction.inst.srcCount);
    dxbcasm::writeInstruction(out, instruction.inst, own, instruction.operands);
    return out;
}

std::optional<Declaration> decodeDeclarationGroup(const Tokens& group, uint32_t model) {
    if (!isDeclaration(group) || static_cast<Opcode>(opcodeOf(group)) == Opcode::Customdata)
        return std::nullopt;
    auto decl = decodeDeclaration(static_cast<Opcode>(opcodeOf(group)), group, 0, model);
    if (!decl.ok())
        return std::nullopt;
    return std::move(*decl);
}

Operand copyOperand(const Operand& operand, const std::vector<Operand>& from, std::vector<Operand>& to) {
    Operand copy = operand;
    for (OperandIndex& index : copy.index) {
        if (!index.isRelative())
            continue;
        const Operand nested = copyOperand(from[index.relative], from, to);
        index.relative = static_cast<uint32_t>(to.size());
        to.push_back(nested);
    }
    return copy;
}

} // namespace hendeca::fuzz
