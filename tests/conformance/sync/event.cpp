#include "event.h"

#if !defined(_WIN32)
#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>
#endif

namespace conformance {

#if defined(_WIN32)

Event::Event() : handle_(CreateEventW(nullptr, FALSE, FALSE, nullptr)) {}

Event::~Event() {
    CloseHandle(handle_);
}

bool Event::wait(unsigned milliseconds) {
    return WaitForSingleObject(handle_, milliseconds) == WAIT_OBJECT_0;
}

void closeShared(HANDLE handle) {
    CloseHandle(handle);
}

#else

namespace {
int descriptor(HANDLE handle) {
    return static_cast<int>(reinterpret_cast<intptr_t>(handle));
}
} // namespace

Event::Event() : handle_(reinterpret_cast<HANDLE>(static_cast<intptr_t>(eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)))) {}

Event::~Event() {
    close(descriptor(handle_));
}

bool Event::wait(unsigned milliseconds) {
    pollfd waited{descriptor(handle_), POLLIN, 0};
    if (poll(&waited, 1, static_cast<int>(milliseconds)) != 1)
        return false;
    eventfd_t count = 0;
    return eventfd_read(waited.fd, &count) == 0;
}

void closeShared(HANDLE handle) {
    close(descriptor(handle));
}

#endif

} // namespace conformance
