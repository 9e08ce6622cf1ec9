#include "util/platform.h"
#include "util/platform_streams.h"

#include "util/text.h"

#include <cstring>
#include <fcntl.h>
#include <io.h>
#include <utility>
#include <windows.h>

namespace hendeca {

namespace {

// Functions that only Wine's ntdll has.
using WineDebugOutput = int(__cdecl*)(const char*);
using WineGetVersion = const char*(__cdecl*)();

template <class F>
F ntdllFunction(const char* name) {
    static const HMODULE ntdll = GetModuleHandleW(L"ntdll.dll");
    return ntdll ? reinterpret_cast<F>(reinterpret_cast<void*>(GetProcAddress(ntdll, name))) : nullptr;
}

std::string modulePathOf(HMODULE module) {
    std::wstring path(MAX_PATH, L'\0');
    for (;;) {
        const DWORD length = GetModuleFileNameW(module, path.data(), static_cast<DWORD>(path.size()));
        if (length < path.size()) {
            path.resize(length);
            return toUtf8(path);
        }
        if (path.size() > 0x10000)
            return {};
        path.resize(path.size() * 2);
    }
}

} // namespace

std::optional<std::string> getEnv(const char* name) {
    const std::wstring wideName = toWide(name);
    SetLastError(ERROR_SUCCESS);
    DWORD size = GetEnvironmentVariableW(wideName.c_str(), nullptr, 0);
    if (!size)
        return GetLastError() == ERROR_ENVVAR_NOT_FOUND ? std::nullopt : std::optional<std::string>(std::string());
    std::wstring value(size, L'\0');
    size = GetEnvironmentVariableW(wideName.c_str(), value.data(), size);
    value.resize(size < value.size() ? size : value.size() - 1);
    return toUtf8(value);
}

std::string executablePath() {
    return modulePathOf(nullptr);
}

std::string libraryPathOf(const void* address) {
    HMODULE module = nullptr;
    if (!GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                            static_cast<LPCWSTR>(address), &module))
        return {};
    return modulePathOf(module);
}

std::string modulePath() {
    return libraryPathOf(reinterpret_cast<const void*>(&modulePath));
}

std::string moduleName() {
    std::string name = toLower(fileNameOf(modulePath()));
    for (const char* extension : {".dll", ".exe"}) {
        const size_t length = std::strlen(extension);
        if (name.size() > length && name.compare(name.size() - length, length, extension) == 0)
            name.resize(name.size() - length);
    }
    return name;
}

std::string directoryOf(const std::string& path) {
    const size_t slash = path.find_last_of("\\/");
    return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

std::string fileNameOf(const std::string& path) {
    const size_t slash = path.find_last_of("\\/");
    return slash == std::string::npos ? path : path.substr(slash + 1);
}

std::string executableName() {
    return fileNameOf(executablePath());
}

std::string joinPath(const std::string& folder, const std::string& file) {
    if (folder.empty() || folder.back() == '\\' || folder.back() == '/')
        return folder + file;
    return folder + "\\" + file;
}

std::string userConfigDirectory() {
    // Under Wine a user of Linux keeps settings where Linux programs look; Wine opens host paths by this prefix.
    if (debugSink() == DebugSink::Wine) {
        if (auto value = getEnv("XDG_CONFIG_HOME"); value && !value->empty() && value->front() == '/')
            return "\\\\?\\unix" + *value;
        if (auto home = getEnv("HOME"); home && !home->empty() && home->front() == '/')
            return "\\\\?\\unix" + *home + "/.config";
    }
    return getEnv("APPDATA").value_or("");
}

std::string userCacheDirectory() {
    return getEnv("LOCALAPPDATA").value_or("");
}

std::FILE* openFile(const std::string& path, const char* mode) {
    return _wfopen(toWide(path).c_str(), toWide(mode).c_str());
}

static bool isDirectory(const std::wstring& path) {
    const DWORD attributes = GetFileAttributesW(path.c_str());
    return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_DIRECTORY);
}

bool createDirectories(const std::string& path) {
    const std::wstring wide = toWide(path);
    if (path.empty() || isDirectory(wide))
        return !path.empty();
    const std::string parent = directoryOf(path);
    if (!parent.empty() && parent != path && !createDirectories(parent))
        return false;
    return CreateDirectoryW(wide.c_str(), nullptr) || isDirectory(wide);
}

std::optional<std::string> readTextFile(const std::string& path) {
    if (isDirectory(toWide(path)))
        return std::nullopt;
    std::FILE* file = openFile(path, "rb");
    if (!file)
        return std::nullopt;
    std::string text;
    char block[4096];
    while (const size_t count = std::fread(block, 1, sizeof(block), file))
        text.append(block, count);
    std::fclose(file);
    return text;
}

DynamicLibrary DynamicLibrary::open(const char* name, std::string* error) {
    DynamicLibrary library;
    library.handle_ = LoadLibraryW(toWide(name).c_str());
    if (!library.handle_ && error)
        *error = std::string(name) + ": error " + std::to_string(GetLastError());
    return library;
}

DynamicLibrary& DynamicLibrary::operator=(DynamicLibrary&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

void DynamicLibrary::close() {
    if (handle_)
        FreeLibrary(static_cast<HMODULE>(handle_));
    handle_ = nullptr;
}

void* DynamicLibrary::symbol(const char* name) const {
    return handle_ ? reinterpret_cast<void*>(GetProcAddress(static_cast<HMODULE>(handle_), name)) : nullptr;
}

bool isLibraryLoaded(const char* name) {
    return GetModuleHandleW(toWide(name).c_str()) != nullptr;
}

uint64_t monotonicNanoseconds() {
    static const uint64_t frequency = [] {
        LARGE_INTEGER value;
        QueryPerformanceFrequency(&value);
        return static_cast<uint64_t>(value.QuadPart);
    }();
    LARGE_INTEGER now;
    QueryPerformanceCounter(&now);
    const auto ticks = static_cast<uint64_t>(now.QuadPart);
    return ticks / frequency * 1000000000u + ticks % frequency * 1000000000u / frequency;
}

void sleepNanoseconds(uint64_t duration) {
    // A waitable timer counts in 100 ns; Sleep() would round to its own tick of a millisecond or more.
    static thread_local HANDLE timer = CreateWaitableTimerW(nullptr, TRUE, nullptr);
    LARGE_INTEGER due;
    due.QuadPart = -static_cast<LONGLONG>((duration + 99) / 100);
    if (timer && SetWaitableTimer(timer, &due, 0, nullptr, nullptr, FALSE))
        WaitForSingleObject(timer, INFINITE);
    else
        Sleep(static_cast<DWORD>((duration + 999999) / 1000000));
}

void setCurrentThreadName(const char* name) {
    // Absent before Windows 10 1607.
    using SetDescription = HRESULT(WINAPI*)(HANDLE, PCWSTR);
    static const auto set = reinterpret_cast<SetDescription>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleW(L"kernel32.dll"), "SetThreadDescription")));
    if (set)
        set(GetCurrentThread(), toWide(name).c_str());
}

uint32_t currentThreadId() {
    return GetCurrentThreadId();
}

uint32_t currentProcessId() {
    return GetCurrentProcessId();
}

uint32_t processorCount() {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwNumberOfProcessors ? info.dwNumberOfProcessors : 1;
}

DebugSink debugSink() {
    static const bool wine = ntdllFunction<WineDebugOutput>("__wine_dbg_output") != nullptr;
    return wine ? DebugSink::Wine : DebugSink::None;
}

void writeDebugLine(const char* line) {
    static const auto output = ntdllFunction<WineDebugOutput>("__wine_dbg_output");
    if (output)
        output(line);
}

std::string systemName() {
    if (const auto version = ntdllFunction<WineGetVersion>("wine_get_version"))
        return std::string("Wine ") + version();
    // GetVersionEx answers what the program's manifest claims; this one tells the truth.
    using RtlGetVersion = LONG(WINAPI*)(OSVERSIONINFOW*);
    OSVERSIONINFOW info{};
    info.dwOSVersionInfoSize = sizeof(info);
    if (const auto query = ntdllFunction<RtlGetVersion>("RtlGetVersion"); query && query(&info) == 0)
        return "Windows " + std::to_string(info.dwMajorVersion) + "." + std::to_string(info.dwMinorVersion) + "." +
               std::to_string(info.dwBuildNumber);
    return "Windows";
}

bool signalEvent(void* event) {
    return SetEvent(event) != FALSE;
}

std::FILE* binaryStandardInput() {
    _setmode(_fileno(stdin), _O_BINARY);
    return stdin;
}

std::FILE* binaryStandardOutput() {
    std::fflush(stdout);
    _setmode(_fileno(stdout), _O_BINARY);
    return stdout;
}

} // namespace hendeca
