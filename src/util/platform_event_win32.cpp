#include "util/platform_event.h"

#include <windows.h>

namespace hendeca {

PlatformEvent::~PlatformEvent() {
    if (handle_)
        CloseHandle(handle_);
}

PlatformEvent PlatformEvent::open(void* event) {
    PlatformEvent made;
    made.handle_ = duplicateHandle(event);
    return made;
}

void PlatformEvent::signal() {
    if (handle_)
        SetEvent(handle_);
}

void* createIdentityHandle() {
    return CreateEventW(nullptr, TRUE, FALSE, nullptr);
}

void* duplicateHandle(void* handle) {
    HANDLE made = nullptr;
    const HANDLE process = GetCurrentProcess();
    return DuplicateHandle(process, handle, process, &made, 0, FALSE, DUPLICATE_SAME_ACCESS) ? made : nullptr;
}

void closeHandle(void* handle) {
    CloseHandle(handle);
}

bool sameObject(void* a, void* b) {
    // Windows 10 and later; without it a duplicate cannot be told.
    using Compare = BOOL(WINAPI*)(HANDLE, HANDLE);
    static const auto compare = reinterpret_cast<Compare>(
        reinterpret_cast<void*>(GetProcAddress(GetModuleHandleA("kernelbase.dll"), "CompareObjectHandles")));
    return a == b || (compare && a && b && compare(a, b));
}

} // namespace hendeca
