#pragma once
// Event objects of the program that a library of ours signals, and handles that stand for something shared inside this
// process. On Windows handles are the system's; natively a handle is the number of a file descriptor: events are
// eventfds, and what is shared is named by a memfd. Any thread.

#include <utility>

namespace hendeca {

// A handle of our own to a program's event, so that the program may close its own at once.
class PlatformEvent {
public:
    PlatformEvent() = default;
    PlatformEvent(PlatformEvent&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    PlatformEvent& operator=(PlatformEvent&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~PlatformEvent();

    // Empty when the handle is none.
    static PlatformEvent open(void* event);
    explicit operator bool() const { return handle_ != nullptr; }
    void signal();

private:
    void* handle_ = nullptr;
};

// A new object without any use but to be told from others; null when the system has no more.
void* createIdentityHandle();
// A further handle to the same object, which the caller closes; null for handles that are none.
void* duplicateHandle(void* handle);
void closeHandle(void* handle);
bool sameObject(void* a, void* b);

} // namespace hendeca
