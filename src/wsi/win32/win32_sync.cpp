#include "wsi/sync.h"

#include <windows.h>

namespace hendeca::wsi {

namespace {

class SemaphoreWaitable final : public Waitable {
public:
    explicit SemaphoreWaitable(HANDLE semaphore) : semaphore_(semaphore) {}
    ~SemaphoreWaitable() override { CloseHandle(semaphore_); }

    void release(uint32_t count) override {
        if (count)
            ReleaseSemaphore(semaphore_, static_cast<LONG>(count), nullptr);
    }
    bool tryTake() override { return WaitForSingleObject(semaphore_, 0) == WAIT_OBJECT_0; }
    void* duplicate() override {
        HANDLE copy = nullptr;
        if (!DuplicateHandle(GetCurrentProcess(), semaphore_, GetCurrentProcess(), &copy, 0, FALSE, DUPLICATE_SAME_ACCESS))
            return nullptr;
        return copy;
    }

private:
    HANDLE semaphore_;
};

} // namespace

std::unique_ptr<Waitable> Waitable::create(uint32_t initial) {
    HANDLE semaphore = CreateSemaphoreW(nullptr, static_cast<LONG>(initial), 64, nullptr);
    return semaphore ? std::make_unique<SemaphoreWaitable>(semaphore) : nullptr;
}

bool signalEvent(void* event) {
    return SetEvent(event) != FALSE;
}

bool postWindowMessage(void* window, uint32_t message) {
    return PostMessageW(static_cast<HWND>(window), message, 0, 0) != FALSE;
}

int64_t performanceCounter() {
    LARGE_INTEGER value{};
    QueryPerformanceCounter(&value);
    return value.QuadPart;
}

int64_t performanceFrequency() {
    LARGE_INTEGER value{};
    QueryPerformanceFrequency(&value);
    return value.QuadPart ? value.QuadPart : 1;
}

} // namespace hendeca::wsi
