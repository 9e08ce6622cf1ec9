#pragma once
// A counted pointer to a COM object, no more than this program needs.

#include <utility>

template <class T>
class Com {
public:
    Com() = default;
    Com(const Com& other) : object_(other.object_) {
        if (object_)
            object_->AddRef();
    }
    Com(Com&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    ~Com() { reset(); }
    Com& operator=(Com other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    void reset() {
        if (T* old = std::exchange(object_, nullptr))
            old->Release();
    }
    T* get() const { return object_; }
    T* operator->() const { return object_; }
    explicit operator bool() const { return object_ != nullptr; }
    T* const* address() const { return &object_; }
    T** put() {
        reset();
        return &object_;
    }
    void** putVoid() { return reinterpret_cast<void**>(put()); }

private:
    T* object_ = nullptr;
};
