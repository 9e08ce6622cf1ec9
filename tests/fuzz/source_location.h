#pragma once
// Clang before 16 has no std::source_location for libstdc++, whose header is empty then. Fuzz builds include this
// before everything else, so that the clang of Debian 12 will do.

#if __has_include(<source_location>) && defined(__cplusplus)
#include <source_location>
#if !defined(__cpp_lib_source_location)
namespace std {
struct source_location {
    static constexpr source_location current(const char* file = __builtin_FILE(),
                                             const char* function = __builtin_FUNCTION(),
                                             unsigned line = __builtin_LINE()) noexcept {
        source_location place;
        place.file_ = file;
        place.function_ = function;
        place.line_ = line;
        return place;
    }
    constexpr const char* file_name() const noexcept { return file_; }
    constexpr const char* function_name() const noexcept { return function_; }
    constexpr unsigned line() const noexcept { return line_; }
    constexpr unsigned column() const noexcept { return 0; }

private:
    const char* file_ = "";
    const char* function_ = "";
    unsigned line_ = 0;
};
} // namespace std
#endif
#endif
