#pragma once
// The base of every COM object that a device makes: IUnknown with the life of DeviceObject, QueryInterface for the
// interfaces named and those below them, GetDevice and private data. `Main` extends ID3D11DeviceChild, lies first in
// the object and is its identity. Any thread.

#include "d3d11/d3d10/face.h"
#include "d3d11/device/device_object.h"
#include "d3d11/device/interfaces.h"
#include "util/private_data.h"

#include <atomic>
#include <utility>

namespace hendeca::d3d11 {

ID3D11Device* deviceInterface(Device& device); // with a reference
void logNoInterface(const char* className, REFIID iid);

// The interface that a base class of ours stands for: itself, but for the helpers that fill in some methods of one.
template <class T>
struct InterfaceOf {
    using Type = T;
};

// Private data, made when first used: most objects never have any.
class LazyPrivateData {
public:
    ~LazyPrivateData() { delete data_.load(std::memory_order_acquire); }
    PrivateData& get();
    PrivateData* peek() const { return data_.load(std::memory_order_acquire); }

private:
    std::atomic<PrivateData*> data_{nullptr};
};

// `Base` is DeviceObject or extends it.
template <class Base, class Main, class... More>
class DeviceChildOf : public Main, public More..., public Base {
public:
    ULONG STDMETHODCALLTYPE AddRef() override { return this->addPublicRef(); }
    ULONG STDMETHODCALLTYPE Release() override { return this->releasePublicRef(); }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        if (!object)
            return E_POINTER;
        *object = nullptr;
        void* found = nullptr;
        if (IsEqualGUID(iid, __uuidof(IUnknown)) || comChainHas<typename InterfaceOf<Main>::Type>(iid))
            found = static_cast<Main*>(this);
        ((found = found                                                ? found
                  : comChainHas<typename InterfaceOf<More>::Type>(iid) ? static_cast<void*>(static_cast<More*>(this))
                                                                       : nullptr),
         ...);
        if (!found || !offers(iid)) {
            if (IsEqualGUID(iid, __uuidof(ID3DDestructionNotifier)))
                return privateData_.get().queryNotifier(*static_cast<Main*>(this), object);
            const HRESULT hr = queryOther(iid, object);
            if (FAILED(hr) && SUCCEEDED(queryDirect3D10(*this, iid, object)))
                return S_OK;
            if (FAILED(hr))
                logNoInterface(className(), iid);
            return hr;
        }
        AddRef();
        *object = found;
        return S_OK;
    }

    ID3D11DeviceChild* identity() override { return static_cast<Main*>(this); }

    void STDMETHODCALLTYPE GetDevice(ID3D11Device** out) override {
        if (out)
            *out = deviceInterface(this->device());
    }
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID guid, UINT* size, void* data) override {
        return privateData_.get().get(guid, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID guid, UINT size, const void* data) override {
        return privateData_.get().set(guid, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID guid, const IUnknown* object) override {
        return privateData_.get().setInterface(guid, object);
    }

protected:
    template <class... Args>
    explicit DeviceChildOf(Device& device, Args&&... args) : Base(device, std::forward<Args>(args)...) {}

    // False for an interface of the list that this very object does not offer.
    virtual bool offers(REFIID) const { return true; }
    // Interfaces that are other objects; on success *object holds a reference.
    virtual HRESULT queryOther(REFIID, void**) { return E_NOINTERFACE; }
    virtual const char* className() const { return "object"; }

private:
    LazyPrivateData privateData_;
};

template <class Main, class... More>
class DeviceChild : public DeviceChildOf<DeviceObject, Main, More...> {
protected:
    explicit DeviceChild(Device& device) : DeviceChildOf<DeviceObject, Main, More...>(device) {}
};

// Gives a new object to the application.
template <class T, class I>
HRESULT returnNew(T* object, I** out) {
    object->AddRef();
    *out = object;
    return S_OK;
}

} // namespace hendeca::d3d11
