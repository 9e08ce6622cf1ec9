#include "util/platform_event.h"

#include <cstdint>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace hendeca {

namespace {

int descriptor(void* handle) {
    return static_cast<int>(reinterpret_cast<intptr_t>(handle));
}

void* asHandle(int descriptor) {
    return descriptor > 0 ? reinterpret_cast<void*>(static_cast<intptr_t>(descriptor)) : nullptr;
}

} // namespace

PlatformEvent::~PlatformEvent() {
    if (handle_)
        closeHandle(handle_);
}

PlatformEvent PlatformEvent::open(void* event) {
    PlatformEvent made;
    made.handle_ = duplicateHandle(event);
    return made;
}

void PlatformEvent::signal() {
    const uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = handle_ ? write(descriptor(handle_), &one, sizeof one) : 0;
}

void* createIdentityHandle() {
    return asHandle(memfd_create("hendeca", MFD_CLOEXEC));
}

void* duplicateHandle(void* handle) {
    // Larger than any descriptor: a handle of another kind.
    if (!handle || reinterpret_cast<intptr_t>(handle) != descriptor(handle))
        return nullptr;
    return asHandle(fcntl(descriptor(handle), F_DUPFD_CLOEXEC, 3));
}

void closeHandle(void* handle) {
    close(descriptor(handle));
}

bool sameObject(void* a, void* b) {
    struct stat left {
    }, right{};
    return a && b && !fstat(descriptor(a), &left) && !fstat(descriptor(b), &right) && left.st_dev == right.st_dev &&
           left.st_ino == right.st_ino;
}

} // namespace hendeca
