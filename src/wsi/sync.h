#pragma once
// What a program waits on or is told through: the waitable object of a swap chain, events, window messages; and the clock of
// DXGI's statistics. Handles are the platform's: semaphores and events on Windows; natively a waitable is an eventfd in
// semaphore mode, its number given as a handle, and events of Windows do not exist. Any thread.

#include <cstdint>
#include <memory>

namespace hendeca::wsi {

class Waitable {
public:
    virtual ~Waitable() = default;
    // `initial` waits succeed at once. Null when the system has no more of them.
    static std::unique_ptr<Waitable> create(uint32_t initial);
    virtual void release(uint32_t count) = 0;
    // Takes one, if there is one.
    virtual bool tryTake() = 0;
    // A handle of the program's own, which it closes; null on failure.
    virtual void* duplicate() = 0;
};

// False where such events or windows do not exist.
bool signalEvent(void* event);
bool postWindowMessage(void* window, uint32_t message);

// QueryPerformanceCounter; nanoseconds natively.
int64_t performanceCounter();
int64_t performanceFrequency();

} // namespace hendeca::wsi
