#include "operand_parser.h"

#include <algorithm>

#include "dxbc/names.h"
#include "dxbc/operand_table.h"

namespace hendeca::dxbcasm {

using namespace dxbc;

namespace {

Error bad(std::string what) {
    return makeError(ErrorCode::InvalidArgument, std::move(what));
}

int componentOf(char letter) {
    constexpr std::string_view kLetters = "xyzwrgba";
    const size_t at = kLetters.find(letter);
    return at == std::string_view::npos ? -1 : static_cast<int>(at % 4);
}

bool isNumberChar(char c) {
    return Cursor::isDigit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E' || c == 'x' || c == 'l' ||
           (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::optional<OperandType> typeOf(std::string_view name) {
    for (uint32_t i = 0; i < static_cast<uint32_t>(OperandType::Count); ++i) {
        const auto type = static_cast<OperandType>(i);
        if (operandTypeInfo(type).name == name)
            return type;
    }
    static constexpr struct {
        std::string_view name;
        OperandType type;
    } kAliases[] = {{"CB", OperandType::ConstantBuffer},
                    {"T", OperandType::Resource},
                    {"S", OperandType::Sampler},
                    {"U", OperandType::UnorderedAccessView}};
    for (const auto& alias : kAliases) {
        if (alias.name == name)
            return alias.type;
    }
    return std::nullopt;
}

void setMask(Operand& operand, uint8_t mask) {
    operand.components = 4;
    operand.selection = SelectionMode::Mask;
    operand.mask = mask;
    operand.swizzle = {0, 1, 2, 3};
}

Status setSwizzle(Operand& operand, std::string_view letters) {
    if (letters.empty() || letters.size() > 4)
        return bad("swizzle of a wrong length");
    operand.components = 4;
    operand.selection = SelectionMode::Swizzle;
    operand.mask = 0xf;
    for (size_t i = 0; i < 4; ++i) {
        const int component = componentOf(letters[std::min(i, letters.size() - 1)]);
        if (component < 0)
            return bad("unknown component");
        operand.swizzle[i] = static_cast<uint8_t>(component);
    }
    return Ok{};
}

Status setSingle(Operand& operand, char letter) {
    const int component = componentOf(letter);
    if (component < 0)
        return bad("unknown component");
    const auto c = static_cast<uint8_t>(component);
    operand.components = 4;
    operand.selection = SelectionMode::Select1;
    operand.mask = static_cast<uint8_t>(1u << c);
    operand.swizzle = {c, c, c, c};
    return Ok{};
}

void setCount(Operand& operand, uint8_t components) {
    operand.components = components;
    operand.selection = SelectionMode::None;
    operand.mask = components;
    if (components)
        operand.swizzle = {0, 0, 0, 0};
}

Status markedSelection(Cursor& cursor, Operand& operand) {
    if (cursor.eatHere("0"))
        setCount(operand, 0);
    else if (cursor.eatHere("1"))
        setCount(operand, 1);
    else if (cursor.eatHere("m:")) {
        HENDECA_TRY_ASSIGN(const uint8_t mask, parseMask(cursor.letters()));
        setMask(operand, mask);
    } else if (cursor.eatHere("s:"))
        HENDECA_TRY(setSwizzle(operand, cursor.letters()));
    else if (cursor.eatHere("c:")) {
        const std::string_view letters = cursor.letters();
        HENDECA_TRY(setSingle(operand, letters.empty() ? '?' : letters[0]));
    }
    if (!cursor.eatHere(">"))
        return bad("> is missing");
    return Ok{};
}

Status selection(Cursor& cursor, Place place, Operand& operand) {
    if (cursor.eatHere(".<"))
        return markedSelection(cursor, operand);
    if (cursor.eatHere(".")) {
        const std::string_view letters = cursor.letters();
        if (place != Place::Src) {
            HENDECA_TRY_ASSIGN(const uint8_t mask, parseMask(letters));
            setMask(operand, mask);
            return Ok{};
        }
        return letters.size() == 1 ? setSingle(operand, letters[0]) : setSwizzle(operand, letters);
    }
    if (place == Place::Declared) {
        const Operand usual = usualDeclared(operand.type, operand.indexCount == 3);
        operand.components = usual.components;
        operand.selection = usual.selection;
        operand.mask = usual.mask;
        operand.swizzle = usual.swizzle;
        return Ok{};
    }
    const uint32_t components = defaultComponents(operand.type);
    if (components != 4)
        setCount(operand, static_cast<uint8_t>(components));
    else if (place == Place::Dst)
        setMask(operand, 0xf);
    else
        return setSwizzle(operand, "xyzw");
    return Ok{};
}

Status index(Cursor& cursor, Operand& operand, std::vector<Operand>& nested) {
    if (operand.indexCount == 3)
        return bad("more than three indexes");
    OperandIndex& index = operand.index[operand.indexCount++];
    cursor.space();
    if (Cursor::isDigit(cursor.peek())) {
        const auto value = cursor.number();
        if (!value)
            return bad("index is not a number");
        index.immediate = *value;
        if (cursor.eat(":")) { // a range: lower and upper bound
            const auto upper = cursor.number();
            if (!upper || operand.indexCount == 3)
                return bad("range has no upper bound");
            operand.index[operand.indexCount++].immediate = *upper;
        }
    } else {
        HENDECA_TRY_ASSIGN(const Operand relative, parseOperand(cursor, Place::Src, nested));
        index.kind = IndexKind::Relative;
        if (cursor.eat("+")) {
            const auto value = cursor.number();
            if (!value)
                return bad("offset of an index is not a number");
            index.immediate = *value;
            index.kind = IndexKind::Immediate32PlusRelative;
        }
        index.relative = static_cast<uint32_t>(nested.size());
        nested.push_back(relative);
    }
    return cursor.eat("]") ? Status(Ok{}) : Status(bad("] is missing"));
}

Result<uint64_t> parseWord64(Cursor& cursor) {
    cursor.space();
    std::string text(cursor.run(isNumberChar));
    if (text.rfind("0x", 0) == 0) {
        uint64_t value = 0;
        std::from_chars(text.data() + 2, text.data() + text.size(), value, 16);
        return value;
    }
    if (!text.empty() && text.back() == 'l')
        text.pop_back();
    double value = 0;
    if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{})
        return bad("'" + text + "' is not a number");
    uint64_t bits;
    std::memcpy(&bits, &value, sizeof(bits));
    return bits;
}

Status immediates(Cursor& cursor, Operand& operand) {
    const bool wide = operand.type == OperandType::Immediate64;
    uint32_t count = 0;
    do {
        if (count == 4)
            return bad("immediate with too many values");
        if (wide) {
            HENDECA_TRY_ASSIGN(const uint64_t bits, parseWord64(cursor));
            operand.imm[count++] = static_cast<uint32_t>(bits);
            operand.imm[count++] = static_cast<uint32_t>(bits >> 32);
        } else {
            HENDECA_TRY_ASSIGN(operand.imm[count++], parseWord(cursor));
        }
    } while (cursor.eat(","));
    if (!cursor.eat(")"))
        return bad(") is missing behind an immediate");
    if (count == (wide ? 2u : 1u))
        setCount(operand, 1);
    else
        setMask(operand, 0);
    if (cursor.eatHere(".<"))
        return markedSelection(cursor, operand);
    if (cursor.eatHere("."))
        return setSwizzle(operand, cursor.letters());
    return Ok{};
}

Status suffixes(Cursor& cursor, Operand& operand) {
    while (cursor.eat("{")) {
        const std::string_view name = cursor.word();
        if (name == "nonuniform") {
            operand.nonUniform = true;
        } else {
            for (uint32_t i = 1; i <= 5; ++i) {
                if (nameOf(static_cast<MinPrecision>(i)) == name)
                    operand.minPrecision = static_cast<MinPrecision>(i);
            }
            if (operand.minPrecision == MinPrecision::Default)
                return bad("unknown precision '" + std::string(name) + "'");
        }
        if (!cursor.eat("}"))
            return bad("} is missing");
    }
    return Ok{};
}

} // namespace

Result<uint8_t> parseMask(std::string_view letters) {
    uint8_t mask = 0;
    for (char letter : letters) {
        const int component = componentOf(letter);
        if (component < 0 && letter != '_')
            return bad("unknown component in a mask");
        if (component >= 0)
            mask |= static_cast<uint8_t>(1u << component);
    }
    return mask;
}

Result<uint32_t> parseWord(Cursor& cursor) {
    cursor.space();
    const std::string_view text = cursor.run(isNumberChar);
    const char* end = text.data() + text.size();
    if (text.substr(0, 2) == "0x") {
        uint32_t value = 0;
        if (std::from_chars(text.data() + 2, end, value, 16).ptr != end)
            return bad("'" + std::string(text) + "' is not a number");
        return value;
    }
    if (text.find_first_of(".e") != std::string_view::npos) {
        float value = 0;
        // The range error of a denormal still leaves no value behind; double has them all.
        double wide = 0;
        if (std::from_chars(text.data(), end, value).ec != std::errc{} &&
            std::from_chars(text.data(), end, wide).ec == std::errc{})
            value = static_cast<float>(wide);
        uint32_t bits;
        std::memcpy(&bits, &value, sizeof(bits));
        return bits;
    }
    int64_t value = 0;
    if (text.empty() || std::from_chars(text.data(), end, value).ptr != end)
        return bad("'" + std::string(text) + "' is not a number");
    return static_cast<uint32_t>(value);
}

Result<Operand> parseOperand(Cursor& cursor, Place place, std::vector<Operand>& nested) {
    Operand operand;
    operand.negate = cursor.eat("-");
    operand.absolute = cursor.eat("|");
    cursor.space();
    const std::string_view name = cursor.letters();
    auto type = typeOf(name);
    if (type == OperandType::Immediate32 && Cursor::isDigit(cursor.peek()))
        type = OperandType::Label;
    if (!type)
        return bad("unknown register '" + std::string(name) + "'");
    operand.type = *type;
    if (operand.isImmediate()) {
        if (!cursor.eat("("))
            return bad("( is missing behind " + std::string(name));
        HENDECA_TRY(immediates(cursor, operand));
    } else {
        if (Cursor::isDigit(cursor.peek())) {
            const auto number = cursor.number();
            if (!number)
                return bad("register number is too large");
            operand.index[operand.indexCount++].immediate = *number;
        }
        while (cursor.eatHere("["))
            HENDECA_TRY(index(cursor, operand, nested));
        HENDECA_TRY(selection(cursor, place, operand));
    }
    if (operand.absolute && !cursor.eat("|"))
        return bad("| is missing");
    HENDECA_TRY(suffixes(cursor, operand));
    return operand;
}

} // namespace hendeca::dxbcasm
