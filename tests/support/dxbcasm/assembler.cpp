#include <array>
#include <string>

#include "cursor.h"
#include "declaration_parser.h"
#include "dxbc/container.h"
#include "dxbc/names.h"
#include "dxbcasm/dxbcasm.h"
#include "operand_parser.h"
#include "signature_writer.h"
#include "token_writer.h"

namespace hendeca::dxbcasm {

using namespace dxbc;

namespace {

Error bad(std::string what) {
    return makeError(ErrorCode::InvalidArgument, std::move(what));
}

class Assembler {
public:
    Status run(std::string_view text);
    std::vector<uint8_t> programBytes();
    std::vector<uint8_t> container();

private:
    Status line(std::string_view text);
    Status version(Cursor& cursor);
    Status directive(Cursor& cursor);
    Status instruction(std::string_view mnemonic, Cursor& cursor);
    Status suffixes(std::string_view text, Instruction& inst, bool& offsets, bool& indexable);
    Status groups(Cursor& cursor, Instruction& inst, bool offsets, bool indexable);

    uint32_t stage_ = 0;
    uint32_t model_ = 0;
    bool started_ = false;
    uint64_t featureFlags_ = 0;
    std::array<Signature, 3> signatures_;
    std::vector<uint32_t> words_;
};

Status Assembler::version(Cursor& cursor) {
    const std::string_view word = cursor.word();
    static constexpr std::string_view kStages[] = {"ps", "vs", "gs", "hs", "ds", "cs"};
    for (uint32_t i = 0; i < 6; ++i) {
        if (word.size() == 6 && word.substr(0, 2) == kStages[i] && Cursor::isDigit(word[3]) &&
            Cursor::isDigit(word[5])) {
            stage_ = i;
            const auto major = static_cast<uint32_t>(word[3] - '0');
            const auto minor = static_cast<uint32_t>(word[5] - '0');
            model_ = major * 10 + minor;
            words_ = {stage_ << 16 | major << 4 | minor, 0};
            started_ = true;
            return Ok{};
        }
    }
    return bad("a shader must begin with its model, such as vs_5_0");
}

Status Assembler::directive(Cursor& cursor) {
    if (cursor.eat(".sfi0")) {
        featureFlags_ = cursor.number().value_or(0);
        return Ok{};
    }
    const int kind = cursor.eat(".in") ? 0 : cursor.eat(".out") ? 1 : cursor.eat(".patch") ? 2 : -1;
    if (kind < 0)
        return bad("unknown directive");
    HENDECA_TRY_ASSIGN(SignatureElement element, parseElement(cursor));
    signatures_[static_cast<size_t>(kind)].elements.push_back(std::move(element));
    return Ok{};
}

// Takes the words behind the opcode's name, each with its underscore in front.
Status Assembler::suffixes(std::string_view text, Instruction& inst, bool& offsets, bool& indexable) {
    const OpcodeInfo& info = inst.info();
    while (!text.empty()) {
        const size_t end = std::min(text.find('_', 1), text.size());
        const std::string_view word = text.substr(1, end - 1);
        text = text.substr(end);
        if (info.has(kTestsBool) && (word == "nz" || word == "z"))
            inst.testNonZero = word == "nz";
        else if (info.has(kSaturate) && word == "sat")
            inst.saturate = true;
        else if ((info.has(kResinfoType) || info.has(kInfoType)) && word == "uint")
            inst.infoReturn = InfoReturn::Uint;
        else if (info.has(kResinfoType) && (word == "rcpFloat" || word == "rcpfloat"))
            inst.infoReturn = InfoReturn::RcpFloat;
        else if (info.has(kSyncFlags) && word == "uglobal")
            inst.syncFlags |= kSyncUavGlobal;
        else if (info.has(kSyncFlags) && word == "ugroup")
            inst.syncFlags |= kSyncUavGroup;
        else if (info.has(kSyncFlags) && word == "g")
            inst.syncFlags |= kSyncSharedMemory;
        else if (info.has(kSyncFlags) && word == "t")
            inst.syncFlags |= kSyncThreadsInGroup;
        else if (info.has(kOffsets) && word == "aoffimmi")
            offsets = true;
        else if (word == "indexable")
            indexable = true;
        else
            return bad("unknown suffix '" + std::string(word) + "'");
    }
    return Ok{};
}

// What stands in parentheses behind the name: texel offsets, resource dimension, return types.
Status Assembler::groups(Cursor& cursor, Instruction& inst, bool offsets, bool indexable) {
    if (offsets) {
        inst.hasTexelOffset = true;
        if (!cursor.eatHere("("))
            return bad("texel offsets are missing");
        for (size_t i = 0; i < 3; ++i) {
            HENDECA_TRY_ASSIGN(const uint32_t value, parseWord(cursor));
            inst.texelOffset[i] = static_cast<int8_t>(value);
            if (!cursor.eat(i == 2 ? ")" : ","))
                return bad("three texel offsets are wanted");
        }
    }
    if (!indexable)
        return Ok{};
    while (cursor.eatHere("(")) {
        const std::string_view word = cursor.word();
        for (uint32_t i = 1; i < static_cast<uint32_t>(ResourceDim::Count); ++i) {
            if (nameOf(static_cast<ResourceDim>(i)) == word) {
                inst.hasResourceDim = true;
                inst.resourceDim = static_cast<ResourceDim>(i);
            }
        }
        if (inst.hasResourceDim && word == nameOf(inst.resourceDim)) {
            if (cursor.eat(",") && cursor.eat("stride") && cursor.eat("="))
                inst.structureStride = static_cast<uint16_t>(cursor.number().value_or(0));
        } else {
            inst.hasReturnType = true;
            std::string_view type = word;
            for (size_t i = 0; i < 4; ++i) {
                for (uint32_t t = 1; t < static_cast<uint32_t>(ReturnType::Count); ++t) {
                    if (nameOf(static_cast<ReturnType>(t)) == type)
                        inst.returnType[i] = static_cast<ReturnType>(t);
                }
                if (i < 3) {
                    if (!cursor.eat(","))
                        return bad("four return types are wanted");
                    type = cursor.word();
                }
            }
        }
        if (!cursor.eat(")"))
            return bad(") is missing");
    }
    return Ok{};
}

Status Assembler::instruction(std::string_view mnemonic, Cursor& cursor) {
    // The longest opcode name that the mnemonic begins with, such that the rest are suffixes.
    Instruction inst;
    std::optional<Opcode> opcode;
    size_t length = mnemonic.size();
    while (!(opcode = findOpcode(mnemonic.substr(0, length)))) {
        length = mnemonic.rfind('_', length - 1);
        if (length == std::string_view::npos || length == 0)
            return bad("unknown instruction '" + std::string(mnemonic) + "'");
    }
    inst.opcode = *opcode;
    bool offsets = false;
    bool indexable = false;
    HENDECA_TRY(suffixes(mnemonic.substr(length), inst, offsets, indexable));
    HENDECA_TRY(groups(cursor, inst, offsets, indexable));
    if (cursor.eat("[precise")) {
        inst.preciseMask = 0xf;
        if (cursor.eatHere("(")) {
            HENDECA_TRY_ASSIGN(inst.preciseMask, parseMask(cursor.word()));
            cursor.eat(")");
        }
        if (!cursor.eat("]"))
            return bad("] is missing");
    }
    const OpcodeInfo& info = inst.info();
    std::vector<Operand> operands;
    std::vector<Operand> nested;
    for (uint32_t i = 0; i < uint32_t{info.dstCount} + info.srcCount; ++i) {
        if (i > 0 && !cursor.eat(","))
            return bad("an operand is missing");
        HENDECA_TRY_ASSIGN(const Operand operand,
                           parseOperand(cursor, i < info.dstCount ? Place::Dst : Place::Src, nested));
        operands.push_back(operand);
    }
    if (inst.opcode == Opcode::Fcall) {
        if (!cursor.eat(","))
            return bad("the function's index is missing");
        inst.functionIndex = cursor.number().value_or(0);
    }
    writeInstruction(words_, inst, operands, nested);
    return Ok{};
}

Status Assembler::line(std::string_view text) {
    Cursor cursor(text);
    if (cursor.atEnd())
        return Ok{};
    if (!started_) {
        HENDECA_TRY(version(cursor));
    } else if (cursor.peek() == '.') {
        HENDECA_TRY(directive(cursor));
    } else {
        const std::string_view name = cursor.word();
        if (name.rfind("dcl_", 0) == 0) {
            HENDECA_TRY_ASSIGN(const Declaration declaration, parseDeclaration(name, cursor));
            if (declaration.opcode == Opcode::Customdata)
                writeIcb(words_, declaration.list);
            else
                writeDeclaration(words_, declaration, model_);
        } else {
            HENDECA_TRY(instruction(name, cursor));
        }
    }
    if (!cursor.atEnd())
        return bad("'" + std::string(cursor.rest()) + "' is left over");
    return Ok{};
}

Status Assembler::run(std::string_view text) {
    uint32_t number = 0;
    std::string pending; // a list in braces may go over several lines
    int depth = 0;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        std::string_view current = text.substr(0, end);
        text = text.substr(std::min(end + 1, text.size()));
        ++number;
        current = current.substr(0, std::min(current.find("//"), current.size()));
        current = current.substr(0, std::min(current.find('#'), current.size()));
        for (char c : current)
            depth += c == '{' ? 1 : c == '}' ? -1 : 0;
        pending += current;
        pending += ' ';
        if (depth > 0)
            continue;
        if (Status status = line(pending); !status.ok())
            return bad("line " + std::to_string(number) + ": " + status.error().what);
        pending.clear();
    }
    if (!started_)
        return bad("the text is empty");
    if (depth > 0)
        return bad("a list in braces is not closed");
    words_[1] = static_cast<uint32_t>(words_.size());
    return Ok{};
}

std::vector<uint8_t> Assembler::programBytes() {
    std::vector<uint8_t> bytes(words_.size() * 4);
    std::memcpy(bytes.data(), words_.data(), bytes.size());
    return bytes;
}

std::vector<uint8_t> Assembler::container() {
    const SignatureChunk in = writeSignature(signatures_[0], SignatureKind::Input);
    const SignatureChunk out = writeSignature(signatures_[1], SignatureKind::Output);
    const SignatureChunk patch = writeSignature(signatures_[2], SignatureKind::PatchConstant);
    const std::vector<uint8_t> program = programBytes();
    std::vector<ChunkData> chunks{{in.tag, in.data}, {out.tag, out.data}};
    const auto stage = static_cast<ShaderStage>(stage_);
    if (stage == ShaderStage::Hull || stage == ShaderStage::Domain || !signatures_[2].elements.empty())
        chunks.push_back({patch.tag, patch.data});
    chunks.push_back({model_ >= 50 ? tag::kShex : tag::kShdr, program});
    uint8_t flags[8];
    std::memcpy(flags, &featureFlags_, sizeof(flags));
    if (featureFlags_)
        chunks.push_back({tag::kSfi0, flags});
    return buildContainer(chunks);
}

} // namespace

Result<std::vector<uint8_t>> assemble(std::string_view text, const Options& options) {
    Assembler assembler;
    HENDECA_TRY(assembler.run(text));
    return options.programOnly ? assembler.programBytes() : assembler.container();
}

} // namespace hendeca::dxbcasm
