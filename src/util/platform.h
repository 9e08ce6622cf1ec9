#pragma once
// All that util and the layers above ask of the operating system. Two implementations: platform_win32.cpp (Windows and
// Wine) and platform_linux.cpp. Paths and environment values are UTF-8 in and out. Any thread, but for setCurrentThreadName.

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

namespace hendeca {

// ---- Environment. No value and an empty value are told apart.
std::optional<std::string> getEnv(const char* name);

// ---- Where this program and this library lie
std::string executablePath();
// File name of the program, with its extension: "game.exe".
std::string executableName();
// Full path of the DLL or .so (or program) that holds this code.
std::string modulePath();
// Its bare name, as logs name it: "d3d11" for d3d11.dll and libhendeca_d3d11.so, the program's name in a program.
std::string moduleName();
// Folder part without the last separator; empty when there is none.
std::string directoryOf(const std::string& path);
std::string fileNameOf(const std::string& path);
std::string joinPath(const std::string& folder, const std::string& file);
// Where a user's own settings are: $XDG_CONFIG_HOME or ~/.config; %APPDATA% on Windows. Empty when unknown.
std::string userConfigDirectory();
// Where caches may be put: $XDG_CACHE_HOME or ~/.cache; %LOCALAPPDATA% on Windows. Empty when unknown.
std::string userCacheDirectory();

// ---- Files
std::optional<std::string> readTextFile(const std::string& path);
std::FILE* openFile(const std::string& path, const char* mode);
// Makes the folder and those above it; true when it is there in the end.
bool createDirectories(const std::string& path);

// ---- Libraries
class DynamicLibrary {
public:
    DynamicLibrary() = default;
    DynamicLibrary(const DynamicLibrary&) = delete;
    DynamicLibrary& operator=(const DynamicLibrary&) = delete;
    DynamicLibrary(DynamicLibrary&& other) noexcept : handle_(other.handle_) { other.handle_ = nullptr; }
    DynamicLibrary& operator=(DynamicLibrary&& other) noexcept;
    ~DynamicLibrary() { close(); }

    // An empty library when it cannot be opened; `error`, if given, says why.
    static DynamicLibrary open(const char* name, std::string* error = nullptr);
    // Keeps it loaded for the rest of the process: unloading a Vulkan driver at exit is not safe.
    void leak() { handle_ = nullptr; }
    void close();

    explicit operator bool() const { return handle_ != nullptr; }
    void* symbol(const char* name) const;
    template <class F>
    F function(const char* name) const {
        return reinterpret_cast<F>(symbol(name));
    }

private:
    void* handle_ = nullptr;
};

// Path of the library file that a loaded function lies in; empty when unknown.
std::string libraryPathOf(const void* address);
// True when a library of that name is loaded already.
bool isLibraryLoaded(const char* name);

// ---- Time and threads
uint64_t monotonicNanoseconds();
void sleepNanoseconds(uint64_t duration);
void setCurrentThreadName(const char* name);
uint32_t currentThreadId();
uint32_t currentProcessId();
uint32_t processorCount();

// Signals an event object (HANDLE) of the program's. Natively there are none: false.
bool signalEvent(void* event);

// ---- Debug output
enum class DebugSink { None, Wine, StandardError };
// Wine's debug output under Wine; standard error natively; none on Windows itself.
DebugSink debugSink();
// One line with its end, at most 1000 bytes (Wine's sink refuses more).
void writeDebugLine(const char* line);
// "Wine 8.0", "Windows 10.0.19045", "Linux 6.1.0".
std::string systemName();

} // namespace hendeca
