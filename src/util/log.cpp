#include "util/log.h"

#include "util/platform.h"
#include "util/text.h"

#include <cstdio>
#include <cstring>
#include <mutex>
#include <set>

namespace hendeca {

namespace {

// Wine's debug output hangs on lines above about 1020 bytes.
constexpr size_t kMaxLine = 1000;
constexpr size_t kMaxFirstKeys = 256;
constexpr const char* kLevelNames[] = {"none", "error", "warn", "info", "debug", "trace"};
constexpr const char* kPrefixes[] = {"", "err:   ", "warn:  ", "info:  ", "debug: ", "trace: "};

std::optional<std::string> envOrAlias(const char* name, const char* alias) {
    auto value = getEnv(name);
    return value && !value->empty() ? value : getEnv(alias);
}

class Log {
public:
    Log() {
        LogLevel level = LogLevel::Info;
        if (auto text = envOrAlias("HENDECA_LOG_LEVEL", "DXVK_LOG_LEVEL"))
            parseLogLevel(*text, level);
        level_.store(level, std::memory_order_relaxed);
    }

    bool enabled(LogLevel level) const {
        return level != LogLevel::None && level <= level_.load(std::memory_order_relaxed);
    }
    void setLevel(LogLevel level) { level_.store(level, std::memory_order_relaxed); }

    void write(LogLevel level, std::string_view message) {
        std::lock_guard lock(mutex_);
        if (capture_) {
            capture_(level, message);
            return;
        }
        openOnce();
        const std::string lines = formatLogLines(level, message, kMaxLine);
        if (sink_ != DebugSink::None)
            writeLines(lines);
        if (file_) {
            std::fwrite(lines.data(), 1, lines.size(), file_);
            std::fflush(file_); // the next thing the program does may be to crash
        }
    }

    bool first(const char* site, std::string_view key) {
        std::lock_guard lock(mutex_);
        if (keys_.size() >= kMaxFirstKeys)
            return false;
        return keys_.emplace(std::string(site) + '\n' + std::string(key)).second;
    }

    void setCapture(void (*capture)(LogLevel, std::string_view)) {
        std::lock_guard lock(mutex_);
        capture_ = capture;
    }

private:
    // The file is made with the first line, so that a silent program leaves none behind.
    void openOnce() {
        if (opened_)
            return;
        opened_ = true;
        sink_ = debugSink();
        const auto folder = envOrAlias("HENDECA_LOG_PATH", "DXVK_LOG_PATH");
        const bool wanted = folder ? *folder != "none" : sink_ == DebugSink::None;
        if (!wanted)
            return;
        if (folder && !folder->empty())
            createDirectories(*folder);
        file_ = openFile(joinPath(folder.value_or(""), logFileName(executableName(), moduleName())), "w");
    }

    static void writeLines(const std::string& lines) {
        for (size_t at = 0; at < lines.size();) {
            const size_t end = lines.find('\n', at) + 1;
            writeDebugLine(lines.substr(at, end - at).c_str());
            at = end;
        }
    }

    std::atomic<LogLevel> level_;
    std::mutex mutex_; // guards all below
    bool opened_ = false;
    DebugSink sink_ = DebugSink::None;
    std::FILE* file_ = nullptr;
    std::set<std::string> keys_;
    void (*capture_)(LogLevel, std::string_view) = nullptr;
};

// Never destroyed: other static objects log while the process ends.
Log& theLog() {
    static Log* log = new Log;
    return *log;
}

} // namespace

bool logEnabled(LogLevel level) {
    return theLog().enabled(level);
}

void setLogLevel(LogLevel level) {
    theLog().setLevel(level);
}

bool parseLogLevel(std::string_view text, LogLevel& level) {
    for (size_t i = 0; i < std::size(kLevelNames); i++) {
        if (equalsIgnoringCase(text, kLevelNames[i])) {
            level = static_cast<LogLevel>(i);
            return true;
        }
    }
    return false;
}

void logMessageV(LogLevel level, const char* format, va_list arguments) {
    if (!theLog().enabled(level))
        return;
    char buffer[512];
    va_list again;
    va_copy(again, arguments);
    const int length = std::vsnprintf(buffer, sizeof(buffer), format, arguments);
    if (length >= 0 && static_cast<size_t>(length) < sizeof(buffer)) {
        theLog().write(level, {buffer, static_cast<size_t>(length)});
    } else if (length >= 0) {
        std::string text(static_cast<size_t>(length), '\0');
        std::vsnprintf(text.data(), text.size() + 1, format, again);
        theLog().write(level, text);
    }
    va_end(again);
}

#define HENDECA_LOG_FUNCTION(name, level)                                                                              \
    void name(const char* format, ...) {                                                                               \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        logMessageV(level, format, arguments);                                                                         \
        va_end(arguments);                                                                                             \
    }
HENDECA_LOG_FUNCTION(logError, LogLevel::Error)
HENDECA_LOG_FUNCTION(logWarn, LogLevel::Warn)
HENDECA_LOG_FUNCTION(logInfo, LogLevel::Info)
HENDECA_LOG_FUNCTION(logDebug, LogLevel::Debug)
HENDECA_LOG_FUNCTION(logTrace, LogLevel::Trace)
#undef HENDECA_LOG_FUNCTION

void logMessage(LogLevel level, const char* format, ...) {
    va_list arguments;
    va_start(arguments, format);
    logMessageV(level, format, arguments);
    va_end(arguments);
}

bool logFirst(const char* site, std::string_view key) {
    return theLog().first(site, key);
}

std::string formatText(const char* format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = std::vsnprintf(nullptr, 0, format, arguments);
    std::string text(length > 0 ? static_cast<size_t>(length) : 0, '\0');
    if (length > 0)
        std::vsnprintf(text.data(), text.size() + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

std::string logFileName(std::string_view executable, std::string_view module) {
    if (executable.size() > 4 && equalsIgnoringCase(executable.substr(executable.size() - 4), ".exe"))
        executable.remove_suffix(4);
    std::string name(executable);
    if (!module.empty() && !equalsIgnoringCase(module, executable))
        name.append("_").append(module);
    return name + ".log";
}

std::string formatLogLines(LogLevel level, std::string_view message, size_t limit) {
    const std::string_view prefix = kPrefixes[static_cast<size_t>(level)];
    const size_t room = limit - prefix.size() - 1;
    std::string out;
    do {
        std::string_view line = message.substr(0, message.find('\n'));
        message.remove_prefix(line.size() + (line.size() < message.size()));
        do {
            size_t count = line.size();
            if (count > room) {
                count = room;
                while (count > 1 && (static_cast<uint8_t>(line[count]) & 0xc0) == 0x80)
                    count--;
            }
            out.append(prefix).append(line.substr(0, count)).append("\n");
            line.remove_prefix(count);
        } while (!line.empty());
    } while (!message.empty());
    return out;
}

void setLogCapture(void (*capture)(LogLevel level, std::string_view message)) {
    theLog().setCapture(capture);
}

} // namespace hendeca
