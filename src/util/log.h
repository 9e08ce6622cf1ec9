#pragma once
// The log. One per process and DLL: level from HENDECA_LOG_LEVEL (none, error, warn, info, debug, trace; info unless set),
// lines with the prefix err:, warn:, info:, debug: or trace:. They go to Wine's debug output under Wine, to standard error
// natively, and to a file <program>_<dll>.log in the working directory on Windows. HENDECA_LOG_PATH names a folder for such
// a file anywhere, or "none" for no file. DXVK_LOG_LEVEL and DXVK_LOG_PATH are read where ours are not set. Any thread.

#include <atomic>
#include <cstdarg>
#include <cstdint>
#include <string>
#include <string_view>

namespace hendeca {

enum class LogLevel : uint8_t { None, Error, Warn, Info, Debug, Trace };

#define HENDECA_PRINTF(at, first) __attribute__((format(gnu_printf, at, first)))

// Cheap enough to ask before building an expensive message.
bool logEnabled(LogLevel level);
void setLogLevel(LogLevel level);
// Nothing when the text names no level.
bool parseLogLevel(std::string_view text, LogLevel& level);

void logMessage(LogLevel level, const char* format, ...) HENDECA_PRINTF(2, 3);
void logMessageV(LogLevel level, const char* format, va_list arguments);
void logError(const char* format, ...) HENDECA_PRINTF(1, 2);
void logWarn(const char* format, ...) HENDECA_PRINTF(1, 2);
void logInfo(const char* format, ...) HENDECA_PRINTF(1, 2);
void logDebug(const char* format, ...) HENDECA_PRINTF(1, 2);
void logTrace(const char* format, ...) HENDECA_PRINTF(1, 2);

// True the first time that this process asks for the key (a format name, an IID, ...); for one message per kind of thing.
// After 256 keys of one process it answers false, so that a program with a bug cannot fill the disk.
bool logFirst(const char* site, std::string_view key);

// One message per call site, ever: HENDECA_LOG_ONCE(LogLevel::Warn, "%s is not implemented", name).
#define HENDECA_LOG_ONCE(level, ...)                                                                                   \
    do {                                                                                                               \
        static std::atomic<bool> hendecaLogged_{false};                                                                \
        if (!hendecaLogged_.exchange(true, std::memory_order_relaxed))                                                 \
            ::hendeca::logMessage((level), __VA_ARGS__);                                                               \
    } while (0)
#define HENDECA_WARN_ONCE(...) HENDECA_LOG_ONCE(::hendeca::LogLevel::Warn, __VA_ARGS__)
#define HENDECA_ERROR_ONCE(...) HENDECA_LOG_ONCE(::hendeca::LogLevel::Error, __VA_ARGS__)

// printf into a string.
std::string formatText(const char* format, ...) HENDECA_PRINTF(1, 2);

// ---- Parts with rules of their own, for tests
// "game" and "d3d11" give "game_d3d11.log"; a trailing .exe of any case goes away.
std::string logFileName(std::string_view executable, std::string_view module);
// A message as lines with prefix and line end, none longer than `limit` bytes; multi-line text gets a prefix on each line,
// and UTF-8 characters are not torn.
std::string formatLogLines(LogLevel level, std::string_view message, size_t limit);
// Sends lines to a function instead of the sinks; null restores them. For tests.
void setLogCapture(void (*capture)(LogLevel level, std::string_view message));

} // namespace hendeca
