// SetPrivateData, SetPrivateDataInterface and GetPrivateData, of Direct3D 11 and of DXGI objects.
#include "rule.h"

namespace conformance::rules {
namespace {

constexpr GUID kKey = {0x6f1e0c4a, 0x0b5d, 0x4f0e, {0x9a, 0x41, 0x5c, 0x11, 0x2d, 0x83, 0x77, 0x01}};
constexpr uint32_t kWords[2] = {0x11223344, 0x55667788};

// The objects that a family of rows is tried on.
struct Objects {
    Com<ID3D11Buffer> buffer;
    Com<ID3D11Texture2D> texture;
    Com<ID3D11Query> query;
    explicit Objects(Rig& r)
        : buffer(r.buffer(64, kVertex)), texture(r.texture(kRgba, kSrv)), query(r.query(D3D11_QUERY_EVENT)) {}
    // Calls `rule` on each; all must answer alike.
    template <class F>
    HRESULT each(Rig& r, F rule) {
        return r.same({rule(r.device()), rule(r.context()), rule(static_cast<ID3D11DeviceChild*>(buffer.get())),
                       rule(static_cast<ID3D11DeviceChild*>(texture.get())),
                       rule(static_cast<ID3D11DeviceChild*>(query.get()))});
    }
};
struct DxgiObjects {
    Com<IDXGIFactory6> factory;
    Com<IDXGIAdapter4> adapter;
    Com<IDXGIDevice> device;
    Com<IDXGIResource> resource;
    explicit DxgiObjects(Rig& r)
        : factory(r.factory()), adapter(r.adapter()), device(r.deviceAs<IDXGIDevice>()),
          resource(r.texture(kRgba, kSrv).as<IDXGIResource>()) {}
    template <class F>
    HRESULT each(Rig& r, F rule) {
        return r.same({rule(static_cast<IDXGIObject*>(factory.get())), rule(static_cast<IDXGIObject*>(adapter.get())),
                       rule(static_cast<IDXGIObject*>(device.get())), rule(static_cast<IDXGIObject*>(resource.get()))});
    }
};

struct SetNullOnAbsent {
    template <class T>
    HRESULT operator()(T* object) const {
        const HRESULT hr = object->SetPrivateData(kKey, 0, nullptr);
        EXPECT_HR(hr, object->SetPrivateData(kKey, ~0u, nullptr));
        return hr;
    }
};
struct SetNullOnPresent {
    template <class T>
    HRESULT operator()(T* object) const {
        EXPECT_HR(S_OK, object->SetPrivateData(kKey, sizeof kWords, kWords));
        const HRESULT hr = object->SetPrivateData(kKey, 0, nullptr);
        EXPECT_HR(S_FALSE, object->SetPrivateData(kKey, 0, nullptr)) << "the key is gone";
        UINT size = 8;
        EXPECT_HR(DXGI_ERROR_NOT_FOUND, object->GetPrivateData(kKey, &size, nullptr));
        return hr;
    }
};
struct SetNullInterface {
    template <class T>
    HRESULT operator()(T* object) const {
        const HRESULT hr = object->SetPrivateDataInterface(kKey, nullptr);
        void* found = object;
        UINT size = sizeof found;
        EXPECT_HR(S_OK, object->GetPrivateData(kKey, &size, &found)) << "the key stays";
        EXPECT_EQ(nullptr, found);
        EXPECT_EQ(sizeof found, size);
        EXPECT_HR(S_OK, object->SetPrivateData(kKey, 0, nullptr));
        return hr;
    }
};
struct GetTooSmall {
    template <class T>
    HRESULT operator()(T* object) const {
        EXPECT_HR(S_OK, object->SetPrivateData(kKey, sizeof kWords, kWords));
        uint32_t found[2] = {7, 7};
        UINT size = 4;
        const HRESULT hr = object->GetPrivateData(kKey, &size, found);
        EXPECT_EQ(sizeof kWords, size) << "the needed size";
        EXPECT_EQ(7u, found[0]);
        object->SetPrivateData(kKey, 0, nullptr);
        return hr;
    }
};
struct GetAbsent {
    template <class T>
    HRESULT operator()(T* object) const {
        uint32_t found = 7;
        UINT size = 4;
        const HRESULT hr = object->GetPrivateData(kKey, &size, &found);
        EXPECT_EQ(0u, size);
        EXPECT_EQ(7u, found);
        return hr;
    }
};
struct GetWithoutSize {
    template <class T>
    HRESULT operator()(T* object) const {
        uint32_t found = 7;
        return object->GetPrivateData(kKey, nullptr, &found);
    }
};
struct GetWithoutData {
    template <class T>
    HRESULT operator()(T* object) const {
        EXPECT_HR(S_OK, object->SetPrivateData(kKey, sizeof kWords, kWords));
        UINT size = 0;
        const HRESULT hr = object->GetPrivateData(kKey, &size, nullptr);
        EXPECT_EQ(sizeof kWords, size);
        object->SetPrivateData(kKey, 0, nullptr);
        return hr;
    }
};

template <class Family, class Case>
HRESULT on(Rig& r) {
    Family objects(r);
    return objects.each(r, Case());
}

#define HENDECA_PRIVATE_DATA_RULES(Family, name, first)                                                                \
    {first, name, "set NULL data on an absent key, size 0 or ~0", S_FALSE, Out::Any, on<Family, SetNullOnAbsent>},     \
        {first + 1, name, "set NULL data on a present key: removed", S_OK, Out::Any, on<Family, SetNullOnPresent>},    \
        {first + 2, name,     "set NULL interface: the key stays, and reads back NULL",                                \
         S_OK,      Out::Any, on<Family, SetNullInterface>},                                                           \
        {first + 3,                                                                                                    \
         name,                                                                                                         \
         "get with a buffer too small: needed size written",                                                           \
         DXGI_ERROR_MORE_DATA,                                                                                         \
         Out::Any,                                                                                                     \
         on<Family, GetTooSmall>},                                                                                     \
        {first + 4,                                                                                                    \
         name,                                                                                                         \
         "get an absent key: size 0, data untouched",                                                                  \
         DXGI_ERROR_NOT_FOUND,                                                                                         \
         Out::Any,                                                                                                     \
         on<Family, GetAbsent>},                                                                                       \
        {first + 5, name, "get with NULL size pointer", E_INVALIDARG, Out::Any, on<Family, GetWithoutSize>}, {         \
        first + 6, name, "get with NULL data: size written", S_OK, Out::Any, on<Family, GetWithoutData>                \
    }

const Rule kRules[] = {
    HENDECA_PRIVATE_DATA_RULES(Objects, "ID3D11Device, ID3D11DeviceChild: Set/GetPrivateData", 296),
    HENDECA_PRIVATE_DATA_RULES(DxgiObjects, "IDXGIObject: Set/GetPrivateData", 303),
};

} // namespace

std::span<const Rule> privateDataRules() {
    return kRules;
}

} // namespace conformance::rules
