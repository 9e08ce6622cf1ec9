#include "signature_writer.h"

#include <algorithm>

#include "dxbc/container.h"
#include "operand_parser.h"

namespace hendeca::dxbcasm {

using namespace dxbc;

namespace {

Error bad(std::string what) {
    return makeError(ErrorCode::InvalidArgument, std::move(what));
}

Result<SystemValue> systemValue(Cursor& cursor) {
    cursor.space();
    if (Cursor::isDigit(cursor.peek())) {
        const auto value = cursor.number();
        return static_cast<SystemValue>(value.value_or(0));
    }
    const std::string_view name = cursor.word();
    for (uint32_t i = 1; i < 256; ++i) {
        if (systemValueName(static_cast<SystemValue>(i)) == name)
            return static_cast<SystemValue>(i);
    }
    return bad("unknown system value '" + std::string(name) + "'");
}

} // namespace

Result<SignatureElement> parseElement(Cursor& cursor) {
    SignatureElement element;
    element.name = cursor.word();
    const auto index = cursor.number();
    if (element.name.empty() || !index)
        return bad("a semantic and its index are missing");
    element.semanticIndex = *index;
    if (cursor.eat("-")) {
        element.reg = kNoRegister;
    } else {
        const auto reg = cursor.number();
        if (!reg)
            return bad("a register is missing");
        element.reg = *reg;
    }
    HENDECA_TRY_ASSIGN(element.mask, parseMask(cursor.word()));
    const std::string_view type = cursor.word();
    bool found = false;
    for (uint32_t i = 0; i <= 3; ++i) {
        if (componentTypeName(static_cast<ComponentType>(i)) == type) {
            element.type = static_cast<ComponentType>(i);
            found = true;
        }
    }
    if (!found)
        return bad("unknown component type '" + std::string(type) + "'");
    while (!cursor.atEnd()) {
        if (cursor.eat("sv=")) {
            HENDECA_TRY_ASSIGN(element.systemValue, systemValue(cursor));
        } else if (cursor.eat("rw=")) {
            HENDECA_TRY_ASSIGN(element.rwMask, parseMask(cursor.word()));
        } else if (cursor.eat("stream=")) {
            element.stream = static_cast<uint8_t>(cursor.number().value_or(0));
        } else if (cursor.eat("min=")) {
            element.minPrecision = static_cast<SignatureMinPrecision>(cursor.number().value_or(0));
        } else {
            return bad("unknown option of a signature element");
        }
    }
    return element;
}

SignatureChunk writeSignature(const Signature& signature, SignatureKind kind) {
    const auto& elements = signature.elements;
    const bool streams = std::any_of(elements.begin(), elements.end(), [](const auto& e) { return e.stream != 0; });
    const bool precise = std::any_of(elements.begin(), elements.end(),
                                     [](const auto& e) { return e.minPrecision != SignatureMinPrecision::Default; });
    SignatureChunk chunk;
    static constexpr uint32_t kOld[] = {tag::kIsgn, tag::kOsgn, tag::kPcsg};
    static constexpr uint32_t kNew[] = {tag::kIsg1, tag::kOsg1, tag::kPsg1};
    const auto index = static_cast<size_t>(kind);
    chunk.tag = precise ? kNew[index] : streams ? tag::kOsg5 : kOld[index];
    const bool hasStream = precise || streams;

    std::vector<uint32_t> words{static_cast<uint32_t>(elements.size()), 8};
    const size_t elementWords = 6 + (hasStream ? 1 : 0) + (precise ? 1 : 0);
    size_t nameOffset = 8 + elements.size() * elementWords * 4;
    std::vector<uint8_t> names;
    for (const SignatureElement& e : elements) {
        if (hasStream)
            words.push_back(e.stream);
        words.push_back(static_cast<uint32_t>(nameOffset + names.size()));
        words.push_back(e.semanticIndex);
        // As FXC: the values that only outputs of pixel shaders have are found by name.
        words.push_back(e.systemValue >= SystemValue::Target ? 0 : static_cast<uint32_t>(e.systemValue));
        words.push_back(static_cast<uint32_t>(e.type));
        words.push_back(e.reg);
        words.push_back(e.mask | static_cast<uint32_t>(e.rwMask) << 8);
        if (precise)
            words.push_back(static_cast<uint32_t>(e.minPrecision));
        names.insert(names.end(), e.name.begin(), e.name.end());
        names.push_back(0);
    }
    chunk.data.resize(words.size() * 4);
    std::memcpy(chunk.data.data(), words.data(), chunk.data.size());
    chunk.data.insert(chunk.data.end(), names.begin(), names.end());
    while (chunk.data.size() % 4 != 0)
        chunk.data.push_back(0xab);
    return chunk;
}

} // namespace hendeca::dxbcasm
