#include "util/text.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace hendeca {

namespace {

constexpr char32_t kReplacement = 0xfffd;

// Decodes one code point and moves `at` past it. A broken sequence costs one byte.
char32_t decodeUtf8(std::string_view text, size_t& at) {
    const auto lead = static_cast<uint8_t>(text[at++]);
    if (lead < 0x80)
        return lead;
    const int extra = lead >= 0xf0 && lead < 0xf5 ? 3 : lead >= 0xe0 && lead < 0xf0 ? 2 : lead >= 0xc2 && lead < 0xe0 ? 1 : 0;
    if (!extra || text.size() - at < static_cast<size_t>(extra))
        return kReplacement;
    char32_t code = lead & (0x3f >> extra);
    for (int i = 0; i < extra; i++) {
        const auto next = static_cast<uint8_t>(text[at + i]);
        if ((next & 0xc0) != 0x80)
            return kReplacement;
        code = code << 6 | (next & 0x3f);
    }
    static constexpr char32_t kSmallest[] = {0, 0x80, 0x800, 0x10000};
    if (code < kSmallest[extra] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000))
        return kReplacement;
    at += extra;
    return code;
}

void appendUtf8(std::string& out, char32_t code) {
    if (code < 0x80) {
        out += static_cast<char>(code);
    } else if (code < 0x800) {
        out += static_cast<char>(0xc0 | code >> 6);
        out += static_cast<char>(0x80 | (code & 0x3f));
    } else if (code < 0x10000) {
        out += static_cast<char>(0xe0 | code >> 12);
        out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
        out += static_cast<char>(0x80 | (code & 0x3f));
    } else {
        out += static_cast<char>(0xf0 | code >> 18);
        out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
        out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
        out += static_cast<char>(0x80 | (code & 0x3f));
    }
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

} // namespace

std::wstring toWide(std::string_view utf8) {
    std::wstring out;
    out.reserve(utf8.size());
    for (size_t at = 0; at < utf8.size();) {
        const char32_t code = decodeUtf8(utf8, at);
        if (sizeof(wchar_t) == 2 && code >= 0x10000) {
            out += static_cast<wchar_t>(0xd800 + ((code - 0x10000) >> 10));
            out += static_cast<wchar_t>(0xdc00 + ((code - 0x10000) & 0x3ff));
        } else {
            out += static_cast<wchar_t>(code);
        }
    }
    return out;
}

std::string toUtf8(std::wstring_view wide) {
    std::string out;
    out.reserve(wide.size());
    for (size_t at = 0; at < wide.size(); at++) {
        auto code = static_cast<char32_t>(wide[at]);
        if (sizeof(wchar_t) == 2)
            code &= 0xffff;
        if (code >= 0xd800 && code < 0xdc00 && at + 1 < wide.size()) {
            const auto low = static_cast<char32_t>(wide[at + 1]) & 0xffff;
            if (low >= 0xdc00 && low < 0xe000) {
                code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
                at++;
            }
        }
        if ((code >= 0xd800 && code < 0xe000) || code > 0x10ffff)
            code = kReplacement;
        appendUtf8(out, code);
    }
    return out;
}

void copyWide(wchar_t* target, size_t capacity, std::string_view utf8) {
    if (!capacity)
        return;
    const std::wstring wide = toWide(utf8);
    const size_t count = std::min(wide.size(), capacity - 1);
    std::copy_n(wide.data(), count, target);
    std::fill(target + count, target + capacity, L'\0');
}

std::string_view trim(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r\n\f\v";
    const size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

std::string toLower(std::string_view ascii) {
    std::string out(ascii);
    std::transform(out.begin(), out.end(), out.begin(), lower);
    return out;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) { return lower(x) == lower(y); });
}

size_t editDistance(std::string_view a, std::string_view b, size_t limit) {
    const size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
    if (gap >= limit)
        return limit;
    std::vector<size_t> row(b.size() + 1);
    for (size_t j = 0; j <= b.size(); j++)
        row[j] = j;
    for (size_t i = 1; i <= a.size(); i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= b.size(); j++) {
            const size_t change = diagonal + (lower(a[i - 1]) != lower(b[j - 1]));
            diagonal = row[j];
            row[j] = std::min({row[j] + 1, row[j - 1] + 1, change});
        }
    }
    return std::min(row[b.size()], limit);
}

} // namespace hendeca
