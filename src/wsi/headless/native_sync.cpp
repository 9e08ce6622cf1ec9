#include "util/platform.h"
#include "wsi/sync.h"

#include <sys/eventfd.h>
#include <unistd.h>

namespace hendeca::wsi {

namespace {

class EventFdWaitable final : public Waitable {
public:
    explicit EventFdWaitable(int fd) : fd_(fd) {}
    ~EventFdWaitable() override { close(fd_); }

    void release(uint32_t count) override {
        const uint64_t value = count;
        if (count && write(fd_, &value, sizeof(value)) != sizeof(value))
            return; // full: somebody has not waited for a very long time
    }
    bool tryTake() override {
        uint64_t value = 0;
        return read(fd_, &value, sizeof(value)) == sizeof(value);
    }
    void* duplicate() override {
        const int copy = dup(fd_);
        return copy > 0 ? reinterpret_cast<void*>(static_cast<intptr_t>(copy)) : nullptr;
    }

private:
    int fd_;
};

} // namespace

std::unique_ptr<Waitable> Waitable::create(uint32_t initial) {
    const int fd = eventfd(initial, EFD_SEMAPHORE | EFD_NONBLOCK | EFD_CLOEXEC);
    return fd >= 0 ? std::make_unique<EventFdWaitable>(fd) : nullptr;
}

// Natively an event is an eventfd, and its handle the descriptor's number.
bool signalEvent(void* event) {
    const auto descriptor = static_cast<int>(reinterpret_cast<intptr_t>(event));
    return descriptor > 0 && eventfd_write(descriptor, 1) == 0;
}

bool postWindowMessage(void*, uint32_t) {
    return false;
}

int64_t performanceCounter() {
    return static_cast<int64_t>(monotonicNanoseconds());
}

int64_t performanceFrequency() {
    return 1'000'000'000;
}

} // namespace hendeca::wsi
