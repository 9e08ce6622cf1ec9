#pragma once
// A place in one line of text, and the small steps that a parser takes from there. Internal to the assembler.

#include <charconv>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace hendeca::dxbcasm {

class Cursor {
public:
    explicit Cursor(std::string_view text) : text_(text) {}

    void space() {
        while (at_ < text_.size() &&
               (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\n' || text_[at_] == '\r'))
            ++at_;
    }
    bool atEnd() {
        space();
        return at_ == text_.size();
    }
    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }
    bool eat(std::string_view word) {
        space();
        return eatHere(word);
    }
    bool eatHere(std::string_view word) { // without skipping spaces
        if (text_.substr(at_, word.size()) != word)
            return false;
        at_ += word.size();
        return true;
    }
    template <class F>
    std::string_view run(F accepts) {
        const size_t start = at_;
        while (at_ < text_.size() && accepts(text_[at_]))
            ++at_;
        return text_.substr(start, at_ - start);
    }
    static bool isDigit(char c) { return c >= '0' && c <= '9'; }
    static bool isAlpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
    static bool isWord(char c) { return isAlpha(c) || isDigit(c) || c == '_'; }
    std::string_view word() {
        space();
        return run(isWord);
    }
    std::string_view letters() { return run(isAlpha); }

    std::optional<uint32_t> number() { // decimal, or hexadecimal with 0x
        space();
        const bool hex = eatHere("0x");
        const char* begin = text_.data() + at_;
        uint32_t value = 0;
        const auto [end, code] = std::from_chars(begin, text_.data() + text_.size(), value, hex ? 16 : 10);
        if (code != std::errc{})
            return std::nullopt;
        at_ += static_cast<size_t>(end - begin);
        return value;
    }

    std::string_view rest() const { return text_.substr(at_); }

private:
    std::string_view text_;
    size_t at_ = 0;
};

} // namespace hendeca::dxbcasm
