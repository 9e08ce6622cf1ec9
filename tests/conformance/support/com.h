#pragma once
// An owned COM reference for tests, on any implementation.

#include <d3d11_4.h>
#include <dxgi1_6.h>

// Words of 16-bit compilers that windef.h still defines.
#undef near
#undef far

#include <utility>

namespace conformance {

template <class T>
class Com {
public:
    Com() = default;
    explicit Com(T* owned) : object_(owned) {}
    Com(const Com& other) : object_(other.object_) {
        if (object_)
            object_->AddRef();
    }
    Com(Com&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    Com& operator=(Com other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~Com() { reset(); }

    void reset() {
        if (T* old = std::exchange(object_, nullptr))
            old->Release();
    }
    T* get() const { return object_; }
    T* operator->() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }
    T** out() { // for calls that give a reference
        reset();
        return &object_;
    }
    void** outVoid() { return reinterpret_cast<void**>(out()); }
    T* const* array() const { return &object_; } // for calls that take an array of one

    template <class U>
    Com<U> as() const {
        Com<U> other;
        if (object_)
            object_->QueryInterface(__uuidof(U), other.outVoid());
        return other;
    }

private:
    T* object_ = nullptr;
};

// How many references there are: what AddRef and Release say.
template <class T>
unsigned long refCount(T* object) {
    object->AddRef();
    return object->Release();
}

} // namespace conformance
