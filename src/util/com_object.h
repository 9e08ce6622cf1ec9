#pragma once
// The base of every COM object that this project makes. A class derives from ComObject<the interfaces it offers> and gets
// IUnknown and QueryInterface for each of them and for each interface below it; no class writes its own.
//
// Two counts. Public references are the application's: AddRef and Release return that count. Private references are held
// by other parts of Hendeca (a context's bindings, a child's hold on its device). The object lives while either is above
// zero. An object whose public count went to zero may be handed out again: AddRef revives it (the D3D11 XxGet methods
// return objects that the application released while they were bound).
//
// Any thread, as COM wants it. Needs windows_headers_dep; nothing else in util includes this.

#include "util/log.h"

#include <atomic>
#include <concepts>
#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

#include <unknwn.h>

namespace hendeca {

// ComBaseOf<I>::Type is the interface that I extends. A missing row does not compile, so no id can be forgotten.
template <class I>
struct ComBaseOf;
#define HENDECA_COM_BASE(I, Base)                                                                                      \
    template <>                                                                                                        \
    struct hendeca::ComBaseOf<I> {                                                                                     \
        using Type = Base;                                                                                             \
    }

// True when `iid` names I or an interface that I extends, IUnknown left out.
template <class I>
bool comChainHas(REFIID iid) {
    if constexpr (std::is_same_v<I, IUnknown>)
        return false;
    else
        return IsEqualGUID(iid, __uuidof(I)) || comChainHas<typename ComBaseOf<I>::Type>(iid);
}

// "{db6f6ddb-ac77-4e88-8253-819df9bbf140}".
inline std::string formatGuid(REFGUID guid) {
    return formatText("{%08x-%04x-%04x-%02x%02x-%02x%02x%02x%02x%02x%02x}", static_cast<unsigned>(guid.Data1), guid.Data2,
                      guid.Data3, guid.Data4[0], guid.Data4[1], guid.Data4[2], guid.Data4[3], guid.Data4[4],
                      guid.Data4[5], guid.Data4[6], guid.Data4[7]);
}

template <class First, class... Others>
class ComObject : public First, public Others... {
public:
    ComObject(const ComObject&) = delete;
    ComObject& operator=(const ComObject&) = delete;

    ULONG STDMETHODCALLTYPE AddRef() override {
        const uint32_t before = public_.fetch_add(1, std::memory_order_relaxed);
        if (before == 0) {
            addPrivateRef();
            onFirstPublicRef();
        }
        return before + 1;
    }

    ULONG STDMETHODCALLTYPE Release() override {
        uint32_t before = public_.load(std::memory_order_relaxed);
        do {
            // A reference too many given back. Programs that do so run on Windows as long as the object is bound.
            if (before == 0) {
                HENDECA_WARN_ONCE("Release() of an object without references");
                return 0;
            }
        } while (!public_.compare_exchange_weak(before, before - 1, std::memory_order_acq_rel, std::memory_order_relaxed));
        if (before == 1) {
            onLastPublicRelease();
            releasePrivateRef();
        }
        return before - 1;
    }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        if (!object)
            return E_POINTER;
        *object = findInterface(iid);
        if (*object) {
            AddRef();
            return S_OK;
        }
        const HRESULT hr = queryOtherInterface(iid, object);
        if (FAILED(hr) && logEnabled(LogLevel::Warn)) {
            const std::string name = formatGuid(iid);
            if (logFirst(className(), name))
                logWarn("%s has no interface %s", className(), name.c_str());
        }
        return hr;
    }

    void addPrivateRef() { private_.fetch_add(1, std::memory_order_relaxed); }
    void releasePrivateRef() {
        if (private_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            // What the destructor does may take and give back references; they must not destroy a second time.
            private_.store(kDestroying, std::memory_order_relaxed);
            delete this;
        }
    }
    // For tests and debugging; both may have changed by the time that they are read.
    uint32_t publicRefs() const { return public_.load(std::memory_order_relaxed); }
    uint32_t privateRefs() const { return private_.load(std::memory_order_relaxed); }

protected:
    // A new object has one private reference, which makeCom turns into a public one.
    ComObject() = default;
    virtual ~ComObject() = default;

    // The public count rose from zero: on creation, and when the object is handed out again.
    virtual void onFirstPublicRef() {}
    // The public count fell to zero. The object dies right after unless private references hold it. Another thread may
    // have revived it meanwhile.
    virtual void onLastPublicRelease() {}
    // Interfaces that are other objects (a device's DXGI side). On success *object holds a reference.
    virtual HRESULT queryOtherInterface(REFIID iid, void** object) {
        *object = nullptr;
        return E_NOINTERFACE;
    }
    // For the log.
    virtual const char* className() const { return "object"; }

private:
    static constexpr uint32_t kDestroying = 0x40000000;

    void* findInterface(REFIID iid) {
        // One and the same pointer for IUnknown, whichever interface is asked: COM's identity rule.
        if (IsEqualGUID(iid, __uuidof(IUnknown)) || comChainHas<First>(iid))
            return static_cast<First*>(this);
        void* found = nullptr;
        ((found = found ? found : comChainHas<Others>(iid) ? static_cast<void*>(static_cast<Others*>(this)) : nullptr), ...);
        return found;
    }

    std::atomic<uint32_t> public_{0};
    std::atomic<uint32_t> private_{1};
};

// A public reference, like the application's own.
template <class T>
class ComPtr {
public:
    ComPtr() = default;
    ComPtr(std::nullptr_t) {}
    ComPtr(T* object) : object_(object) { acquire(); }
    ComPtr(const ComPtr& other) : object_(other.object_) { acquire(); }
    ComPtr(ComPtr&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    template <class U>
        requires std::convertible_to<U*, T*>
    ComPtr(const ComPtr<U>& other) : object_(other.get()) {
        acquire();
    }
    template <class U>
        requires std::convertible_to<U*, T*>
    ComPtr(ComPtr<U>&& other) : object_(other.detach()) {}
    ~ComPtr() { reset(); }
    ComPtr& operator=(ComPtr other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }

    // Takes over a reference that the caller owns.
    static ComPtr adopt(T* object) {
        ComPtr pointer;
        pointer.object_ = object;
        return pointer;
    }

    T* get() const { return object_; }
    T* operator->() const { return object_; }
    T& operator*() const { return *object_; }
    explicit operator bool() const { return object_ != nullptr; }
    friend bool operator==(const ComPtr& a, const ComPtr& b) { return a.object_ == b.object_; }
    friend bool operator==(const ComPtr& a, const T* b) { return a.object_ == b; }

    void reset() {
        if (T* old = std::exchange(object_, nullptr))
            old->Release();
    }
    // Gives the reference to the caller.
    [[nodiscard]] T* detach() { return std::exchange(object_, nullptr); }
    // A further reference for the caller, as output parameters need it; null stays null.
    [[nodiscard]] T* ref() const {
        acquire();
        return object_;
    }
    // For a function that returns an object through T**.
    T** put() {
        reset();
        return &object_;
    }
    void** putVoid() { return reinterpret_cast<void**>(put()); }
    // Null when the object does not offer U.
    template <class U>
    ComPtr<U> as() const {
        ComPtr<U> other;
        if (object_)
            object_->QueryInterface(__uuidof(U), other.putVoid());
        return other;
    }

private:
    void acquire() const {
        if (object_)
            object_->AddRef();
    }

    T* object_ = nullptr;
};

// A private reference: keeps one of our own objects alive without the application seeing it in the count.
template <class T>
class PrivateRef {
public:
    PrivateRef() = default;
    PrivateRef(std::nullptr_t) {}
    explicit PrivateRef(T* object) : object_(object) { acquire(); }
    PrivateRef(const PrivateRef& other) : object_(other.object_) { acquire(); }
    PrivateRef(PrivateRef&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
    ~PrivateRef() { reset(); }
    PrivateRef& operator=(PrivateRef other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    // Binding the same object again costs nothing.
    PrivateRef& operator=(T* object) {
        if (object != object_)
            *this = PrivateRef(object);
        return *this;
    }

    T* get() const { return object_; }
    T* operator->() const { return object_; }
    T& operator*() const { return *object_; }
    explicit operator bool() const { return object_ != nullptr; }
    friend bool operator==(const PrivateRef& a, const PrivateRef& b) { return a.object_ == b.object_; }
    friend bool operator==(const PrivateRef& a, const T* b) { return a.object_ == b; }

    void reset() {
        if (T* old = std::exchange(object_, nullptr))
            old->releasePrivateRef();
    }

private:
    void acquire() {
        if (object_)
            object_->addPrivateRef();
    }

    T* object_ = nullptr;
};

// Makes an object with one public reference.
template <class T, class... Args>
ComPtr<T> makeCom(Args&&... args) {
    T* object = new T(std::forward<Args>(args)...);
    ComPtr<T> pointer(object);
    object->releasePrivateRef();
    return pointer;
}

// Hands a reference to the caller through an output parameter, as the XxGet and GetDevice methods do.
template <class T, class I>
void returnRef(T* object, I** out) {
    if (object)
        object->AddRef();
    *out = object;
}

} // namespace hendeca
