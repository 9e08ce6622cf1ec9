#pragma once
// An event that a test hands to the library: an event object on Windows; natively the number of an eventfd, given as a
// handle.

#include <d3d11_4.h>

namespace conformance {

class Event {
public:
    Event();
    ~Event();
    Event(const Event&) = delete;
    HANDLE handle() const { return handle_; }
    // True when it was signalled within the time; it is not signalled any more then.
    bool wait(unsigned milliseconds);

private:
    HANDLE handle_;
};

void closeShared(HANDLE handle);

} // namespace conformance
