#include "util/platform.h"
#include "util/platform_streams.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <thread>
#include <unistd.h>

namespace hendeca {

std::optional<std::string> getEnv(const char* name) {
    const char* value = std::getenv(name);
    return value ? std::optional<std::string>(value) : std::nullopt;
}

std::string executablePath() {
    char path[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
    return length > 0 ? std::string(path, static_cast<size_t>(length)) : std::string();
}

std::string libraryPathOf(const void* address) {
    Dl_info info{};
    if (!dladdr(address, &info) || !info.dli_fname)
        return {};
    char resolved[PATH_MAX];
    return realpath(info.dli_fname, resolved) ? resolved : info.dli_fname;
}

std::string modulePath() {
    return libraryPathOf(reinterpret_cast<const void*>(&modulePath));
}

std::string moduleName() {
    std::string name = fileNameOf(modulePath());
    if (const size_t so = name.find(".so"); so != std::string::npos)
        name.resize(so);
    constexpr const char* kPrefix = "libhendeca_";
    if (name.rfind(kPrefix, 0) == 0)
        name.erase(0, std::strlen(kPrefix));
    return name;
}

std::string directoryOf(const std::string& path) {
    const size_t slash = path.rfind('/');
    return slash == std::string::npos ? std::string() : path.substr(0, slash ? slash : 1);
}

std::string fileNameOf(const std::string& path) {
    return path.substr(path.rfind('/') + 1);
}

std::string executableName() {
    return fileNameOf(executablePath());
}

std::string joinPath(const std::string& folder, const std::string& file) {
    if (folder.empty() || folder.back() == '/')
        return folder + file;
    return folder + "/" + file;
}

static std::string userDirectory(const char* variable, const char* underHome) {
    // The XDG base directory specification: a relative path in the variable is to be ignored.
    if (auto value = getEnv(variable); value && !value->empty() && value->front() == '/')
        return *value;
    if (auto home = getEnv("HOME"); home && !home->empty())
        return joinPath(*home, underHome);
    return {};
}

std::string userConfigDirectory() {
    return userDirectory("XDG_CONFIG_HOME", ".config");
}

std::string userCacheDirectory() {
    return userDirectory("XDG_CACHE_HOME", ".cache");
}

std::FILE* openFile(const std::string& path, const char* mode) {
    return std::fopen(path.c_str(), mode);
}

static bool isDirectory(const std::string& path) {
    struct stat info {};
    return stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

bool createDirectories(const std::string& path) {
    if (path.empty() || isDirectory(path))
        return !path.empty();
    const std::string parent = directoryOf(path);
    if (!parent.empty() && parent != path && !createDirectories(parent))
        return false;
    return mkdir(path.c_str(), 0755) == 0 || (errno == EEXIST && isDirectory(path));
}

std::optional<std::string> readTextFile(const std::string& path) {
    // A folder opens for reading too, but yields no bytes.
    if (isDirectory(path))
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
    library.handle_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (!library.handle_ && error) {
        const char* text = dlerror();
        *error = text ? text : "unknown error";
    }
    return library;
}

DynamicLibrary& DynamicLibrary::operator=(DynamicLibrary&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
}

void DynamicLibrary::close() {
    if (handle_)
        dlclose(handle_);
    handle_ = nullptr;
}

void* DynamicLibrary::symbol(const char* name) const {
    return handle_ ? dlsym(handle_, name) : nullptr;
}

bool isLibraryLoaded(const char* name) {
    void* handle = dlopen(name, RTLD_NOW | RTLD_NOLOAD);
    if (handle)
        dlclose(handle);
    return handle != nullptr;
}

uint64_t monotonicNanoseconds() {
    timespec now{};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1000000000u + static_cast<uint64_t>(now.tv_nsec);
}

void sleepNanoseconds(uint64_t duration) {
    timespec left{static_cast<time_t>(duration / 1000000000u), static_cast<long>(duration % 1000000000u)};
    while (nanosleep(&left, &left) != 0 && errno == EINTR) {
    }
}

void setCurrentThreadName(const char* name) {
    char cut[16] = {};
    std::strncpy(cut, name, sizeof(cut) - 1);
    pthread_setname_np(pthread_self(), cut);
}

uint32_t currentThreadId() {
    return static_cast<uint32_t>(syscall(SYS_gettid));
}

uint32_t currentProcessId() {
    return static_cast<uint32_t>(getpid());
}

uint32_t processorCount() {
    const unsigned count = std::thread::hardware_concurrency();
    return count ? count : 1;
}

DebugSink debugSink() {
    return DebugSink::StandardError;
}

void writeDebugLine(const char* line) {
    std::fputs(line, stderr);
}

std::string systemName() {
    utsname info{};
    if (uname(&info) != 0)
        return "Linux";
    return std::string(info.sysname) + " " + info.release;
}

bool signalEvent(void*) {
    return false;
}

std::FILE* binaryStandardInput() {
    return stdin;
}

std::FILE* binaryStandardOutput() {
    return stdout;
}

} // namespace hendeca
