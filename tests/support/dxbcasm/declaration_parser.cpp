#include "declaration_parser.h"

#include <string>

#include "dxbc/names.h"
#include "operand_parser.h"

namespace hendeca::dxbcasm {

using namespace dxbc;

namespace {

Error bad(std::string what) {
    return makeError(ErrorCode::InvalidArgument, std::move(what));
}

template <class E>
Result<E> named(std::string_view word, uint32_t limit) {
    for (uint32_t i = 0; i < limit; ++i) {
        if (!word.empty() && nameOf(static_cast<E>(i)) == word)
            return static_cast<E>(i);
    }
    return bad("unknown word '" + std::string(word) + "'");
}

Result<uint32_t> number(Cursor& cursor) {
    const auto value = cursor.number();
    if (!value)
        return bad("a number is missing");
    return *value;
}

bool stripSuffix(std::string_view& text, std::string_view suffix) {
    if (text.size() <= suffix.size() || text.substr(text.size() - suffix.size()) != suffix)
        return false;
    text.remove_suffix(suffix.size());
    return true;
}

class DeclarationParser {
public:
    explicit DeclarationParser(Cursor& cursor) : cursor_(cursor) {}
    Result<Declaration> parse(std::string_view name);

private:
    Status resource(std::string_view name);
    Status typedResource(std::string_view dim);
    Status inputOutput(Opcode opcode);
    Status control(Opcode opcode);
    Status tables(Opcode opcode, bool dynamic);
    Status list(std::string_view prefix);
    Status icb();
    Status flags();
    Status declared();
    Status systemName();

    Cursor& cursor_;
    Declaration decl_;
};

Status DeclarationParser::declared() {
    std::vector<Operand> nested;
    HENDECA_TRY_ASSIGN(decl_.operand, parseOperand(cursor_, Place::Declared, nested));
    return nested.empty() ? Status(Ok{}) : Status(bad("declaration with a relative index"));
}

Status DeclarationParser::typedResource(std::string_view dim) {
    HENDECA_TRY_ASSIGN(decl_.dim, named<ResourceDim>(dim, static_cast<uint32_t>(ResourceDim::Count)));
    if (cursor_.eatHere("(")) {
        HENDECA_TRY_ASSIGN(const uint32_t samples, number(cursor_));
        decl_.sampleCount = static_cast<uint8_t>(samples);
        if (!cursor_.eat(")"))
            return bad(") is missing");
    }
    if (!cursor_.eat("("))
        return bad("return types are missing");
    for (size_t i = 0; i < 4; ++i) {
        HENDECA_TRY_ASSIGN(decl_.returnType[i],
                           named<ReturnType>(cursor_.word(), static_cast<uint32_t>(ReturnType::Count)));
        if (!cursor_.eat(i == 3 ? ")" : ","))
            return bad("four return types are wanted");
    }
    return Ok{};
}

// Resources, UAVs, group-shared memory, samplers, constant buffers.
Status DeclarationParser::resource(std::string_view name) {
    decl_.hasCounter = stripSuffix(name, "_opc");
    decl_.rasterizerOrdered = stripSuffix(name, "_rov");
    decl_.globallyCoherent = stripSuffix(name, "_glc");
    const auto opcode = name == "dcl_constantbuffer" ? std::optional(Opcode::DclConstantBuffer) : findOpcode(name);
    if (opcode && *opcode != Opcode::DclResource && *opcode != Opcode::DclUavTyped) {
        decl_.opcode = *opcode;
    } else if (name.rfind("dcl_resource_", 0) == 0) {
        decl_.opcode = Opcode::DclResource;
        HENDECA_TRY(typedResource(name.substr(13)));
    } else if (name.rfind("dcl_uav_typed_", 0) == 0) {
        decl_.opcode = Opcode::DclUavTyped;
        HENDECA_TRY(typedResource(name.substr(14)));
    } else {
        return bad("unknown declaration '" + std::string(name) + "'");
    }
    HENDECA_TRY(declared());
    while (cursor_.eat(",")) {
        cursor_.space();
        if (Cursor::isDigit(cursor_.peek())) {
            HENDECA_TRY_ASSIGN(const uint32_t value, number(cursor_));
            const bool strided = decl_.opcode == Opcode::DclResourceStructured ||
                                 decl_.opcode == Opcode::DclUavStructured || decl_.opcode == Opcode::DclTgsmStructured;
            (strided && decl_.structureStride == 0 ? decl_.structureStride : decl_.count) = value;
            continue;
        }
        const std::string_view word = cursor_.word();
        if (word == "space" && cursor_.eat("=")) {
            HENDECA_TRY_ASSIGN(decl_.space, number(cursor_));
        } else if (word == "dynamicIndexed" || word == "immediateIndexed") {
            decl_.dynamicIndexed = word == "dynamicIndexed";
        } else {
            HENDECA_TRY_ASSIGN(decl_.samplerMode, named<SamplerMode>(word, static_cast<uint32_t>(SamplerMode::Count)));
        }
    }
    return Ok{};
}

Status DeclarationParser::systemName() {
    HENDECA_TRY_ASSIGN(decl_.systemName, named<SystemName>(cursor_.word(), static_cast<uint32_t>(SystemName::Count)));
    return Ok{};
}

Status DeclarationParser::inputOutput(Opcode opcode) {
    // The longest name that fits: "linear" begins most of the others.
    size_t best = 0;
    cursor_.space();
    for (uint32_t i = 1; i < static_cast<uint32_t>(Interpolation::Count); ++i) {
        const std::string_view word = nameOf(static_cast<Interpolation>(i));
        if (word.size() > best && cursor_.rest().substr(0, word.size()) == word) {
            best = word.size();
            decl_.interpolation = static_cast<Interpolation>(i);
        }
    }
    if (best)
        cursor_.eat(nameOf(decl_.interpolation));
    std::vector<Operand> nested;
    Cursor ahead = cursor_;
    HENDECA_TRY_ASSIGN(Operand operand, parseOperand(ahead, Place::Dst, nested));
    if (operand.indexCount == 0 && operand.components != 4) {
        HENDECA_TRY_ASSIGN(operand, parseOperand(cursor_, Place::Declared, nested));
    } else {
        cursor_ = ahead;
    }
    decl_.operand = operand;
    if (!cursor_.eat(","))
        return Ok{};
    if (opcode == Opcode::DclIndexRange) {
        HENDECA_TRY_ASSIGN(decl_.count, number(cursor_));
        return Ok{};
    }
    return systemName();
}

Status DeclarationParser::list(std::string_view prefix) {
    if (!cursor_.eat("=") || !cursor_.eat("{"))
        return bad("a list in braces is missing");
    while (!cursor_.eat("}")) {
        if (!cursor_.eat(prefix))
            return bad("wrong word in a list");
        HENDECA_TRY_ASSIGN(const uint32_t id, number(cursor_));
        decl_.list.push_back(id);
        cursor_.eat(",");
    }
    return Ok{};
}

Status DeclarationParser::tables(Opcode opcode, bool dynamic) {
    decl_.dynamicIndexed = dynamic;
    const char* prefix = opcode == Opcode::DclFunctionBody ? "fb" : opcode == Opcode::DclFunctionTable ? "ft" : "fp";
    if (!cursor_.eat(prefix))
        return bad("the table's name is missing");
    HENDECA_TRY_ASSIGN(decl_.id, number(cursor_));
    if (opcode == Opcode::DclFunctionBody)
        return Ok{};
    if (opcode == Opcode::DclFunctionTable)
        return list("fb");
    if (!cursor_.eat("["))
        return bad("[ is missing");
    HENDECA_TRY_ASSIGN(decl_.arrayLength, number(cursor_));
    if (!cursor_.eat("][") && !(cursor_.eat("]") && cursor_.eat("[")))
        return bad("][ is missing");
    HENDECA_TRY_ASSIGN(decl_.count, number(cursor_));
    if (!cursor_.eat("]"))
        return bad("] is missing");
    return list("ft");
}

Status DeclarationParser::icb() {
    if (!cursor_.eat("{"))
        return bad("{ is missing");
    while (!cursor_.eat("}")) {
        if (!cursor_.eat("{"))
            return bad("{ is missing");
        for (int i = 0; i < 4; ++i) {
            HENDECA_TRY_ASSIGN(const uint32_t word, parseWord(cursor_));
            decl_.list.push_back(word);
            if (!cursor_.eat(i == 3 ? "}" : ","))
                return bad("a vector needs four values");
        }
        cursor_.eat(",");
    }
    return Ok{};
}

Status DeclarationParser::flags() {
    while (!cursor_.atEnd()) {
        const std::string_view word = cursor_.word();
        uint32_t found = kGlobalFlagCount;
        for (uint32_t i = 0; i < kGlobalFlagCount; ++i) {
            if (globalFlagName(i) == word)
                found = i;
        }
        if (found == kGlobalFlagCount)
            return bad("unknown flag '" + std::string(word) + "'");
        decl_.globalFlags |= 1u << found;
        cursor_.eat("|");
    }
    return Ok{};
}

Status DeclarationParser::control(Opcode opcode) {
    switch (opcode) {
    case Opcode::DclGlobalFlags:
        return flags();
    case Opcode::DclOutputTopology: {
        HENDECA_TRY_ASSIGN(decl_.topology, named<Topology>(cursor_.word(), 6));
        return Ok{};
    }
    case Opcode::DclTessellatorDomain: {
        HENDECA_TRY_ASSIGN(decl_.domain, named<TessDomain>(cursor_.word(), 4));
        return Ok{};
    }
    case Opcode::DclTessellatorPartitioning: {
        HENDECA_TRY_ASSIGN(decl_.partitioning, named<TessPartitioning>(cursor_.word(), 5));
        return Ok{};
    }
    case Opcode::DclTessellatorOutputPrimitive: {
        HENDECA_TRY_ASSIGN(decl_.tessOutput, named<TessOutput>(cursor_.word(), 5));
        return Ok{};
    }
    case Opcode::DclInputPrimitive: {
        const std::string_view word = cursor_.word();
        if (word.rfind("patch_", 0) == 0) {
            Cursor digits(word.substr(6));
            HENDECA_TRY_ASSIGN(const uint32_t points, number(digits));
            decl_.primitive = static_cast<Primitive>(static_cast<uint32_t>(Primitive::FirstPatch) + points - 1);
            return Ok{};
        }
        HENDECA_TRY_ASSIGN(decl_.primitive, named<Primitive>(word, 8));
        return Ok{};
    }
    case Opcode::DclIndexableTemp: {
        if (!cursor_.eat("x"))
            return bad("x# is missing");
        HENDECA_TRY_ASSIGN(decl_.id, number(cursor_));
        if (!cursor_.eat("["))
            return bad("[ is missing");
        HENDECA_TRY_ASSIGN(decl_.count, number(cursor_));
        if (!cursor_.eat("]") || !cursor_.eat(","))
            return bad("], is missing");
        HENDECA_TRY_ASSIGN(const uint32_t components, number(cursor_));
        decl_.components = static_cast<uint8_t>(components);
        return Ok{};
    }
    case Opcode::DclHsMaxTessfactor: {
        cursor_.eat("l(");
        HENDECA_TRY_ASSIGN(const uint32_t word, parseWord(cursor_));
        std::memcpy(&decl_.maxTessFactor, &word, sizeof(word));
        cursor_.eat(")");
        return Ok{};
    }
    case Opcode::DclThreadGroup:
        for (size_t i = 0; i < 3; ++i) {
            HENDECA_TRY_ASSIGN(decl_.threadGroup[i], number(cursor_));
            if (i < 2 && !cursor_.eat(","))
                return bad("three sizes are wanted");
        }
        return Ok{};
    case Opcode::DclStream:
        return declared();
    default:
        HENDECA_TRY_ASSIGN(decl_.count, number(cursor_));
        return Ok{};
    }
}

// FXC's own names for some declarations.
std::string_view unalias(std::string_view name) {
    static constexpr std::string_view kAliases[][2] = {
        {"dcl_maxout", "dcl_maxOutputVertexCount"},   {"dcl_gsinstances", "dcl_gs_instance_count"},
        {"dcl_inputprimitive", "dcl_inputPrimitive"}, {"dcl_outputtopology", "dcl_outputTopology"},
        {"dcl_indexrange", "dcl_indexRange"},         {"dcl_constantBuffer", "dcl_constantbuffer"},
    };
    for (const auto& alias : kAliases) {
        if (alias[0] == name)
            return alias[1];
    }
    return name;
}

Result<Declaration> DeclarationParser::parse(std::string_view given) {
    std::string_view name = unalias(given);
    if (name == "dcl_immediateConstantBuffer") {
        decl_.opcode = Opcode::Customdata;
        HENDECA_TRY(icb());
        return std::move(decl_);
    }
    const bool dynamic = stripSuffix(name, "_dynamicindexed");
    const auto opcode = findOpcode(name);
    decl_.opcode = opcode.value_or(Opcode::Count);
    switch (decl_.opcode) {
    case Opcode::DclInput:
    case Opcode::DclInputSgv:
    case Opcode::DclInputSiv:
    case Opcode::DclInputPs:
    case Opcode::DclInputPsSgv:
    case Opcode::DclInputPsSiv:
    case Opcode::DclOutput:
    case Opcode::DclOutputSgv:
    case Opcode::DclOutputSiv:
    case Opcode::DclIndexRange:
        HENDECA_TRY(inputOutput(*opcode));
        break;
    case Opcode::DclFunctionBody:
    case Opcode::DclFunctionTable:
    case Opcode::DclInterface:
        HENDECA_TRY(tables(*opcode, dynamic));
        break;
    case Opcode::DclConstantBuffer:
    case Opcode::DclSampler:
    case Opcode::DclTgsmRaw:
    case Opcode::DclTgsmStructured:
    case Opcode::DclResourceRaw:
    case Opcode::DclResourceStructured:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
    case Opcode::DclResource:
    case Opcode::DclUavTyped:
    case Opcode::Count:
        HENDECA_TRY(resource(name));
        break;
    default:
        HENDECA_TRY(control(*opcode));
        break;
    }
    return std::move(decl_);
}

} // namespace

Result<Declaration> parseDeclaration(std::string_view name, Cursor& cursor) {
    return DeclarationParser(cursor).parse(name);
}

} // namespace hendeca::dxbcasm
