#pragma once
// UTF-8 to and from the platform's wide strings (UTF-16 on Windows, UTF-32 elsewhere), and small text helpers. Bytes that
// are no UTF-8, and lone surrogates, become U+FFFD. Pure functions, any thread.

#include <cstddef>
#include <string>
#include <string_view>

namespace hendeca {

std::wstring toWide(std::string_view utf8);
std::string toUtf8(std::wstring_view wide);

// Copies with a terminator into a fixed array, as the description structures of DXGI want it; what does not fit is cut.
void copyWide(wchar_t* target, size_t capacity, std::string_view utf8);

std::string_view trim(std::string_view text);
std::string toLower(std::string_view ascii);
bool equalsIgnoringCase(std::string_view a, std::string_view b);
// How many single-letter changes lead from one to the other, at most `limit` (for "did you mean").
size_t editDistance(std::string_view a, std::string_view b, size_t limit);

} // namespace hendeca
