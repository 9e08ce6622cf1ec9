#pragma once
// What every DXGI object has beside its own methods: private data, and a parent. Any thread.

#include "dxgi/com_bases.h"
#include "util/private_data.h"

namespace hendeca::dxgi {

// First is the object's newest interface; Others are side interfaces.
template <class First, class... Others>
class DxgiObject : public ComObject<First, Others...> {
public:
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID name, UINT size, const void* data) override {
        return data_.set(name, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID name, const IUnknown* object) override {
        return data_.setInterface(name, object);
    }
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID name, UINT* size, void* data) override {
        return data_.get(name, size, data);
    }

protected:
    HRESULT queryOtherInterface(REFIID iid, void** object) override {
        if (IsEqualGUID(iid, __uuidof(ID3DDestructionNotifier)))
            return data_.queryNotifier(*static_cast<First*>(this), object);
        *object = nullptr;
        return E_NOINTERFACE;
    }

private:
    PrivateData data_;
};

// Says once that something is missing, and gives the failure that tells the program so.
#define HENDECA_DXGI_MISSING(result, what)                                                                             \
    (::hendeca::logFirst("dxgi.missing", what) ? ::hendeca::logWarn("%s is not implemented", what) : (void)0, (result))

} // namespace hendeca::dxgi
