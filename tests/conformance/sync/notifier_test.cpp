// ID3DDestructionNotifier: every object of D3D11 and DXGI has one, and its callbacks run when the object goes.
#include "support/fixture.h"

#include <string>

namespace conformance {
namespace {

class NotifierTest : public DeviceTest {};

void __stdcall count(void* data) {
    ++*static_cast<int*>(data);
}
void __stdcall first(void* data) {
    *static_cast<std::string*>(data) += "a";
}
void __stdcall second(void* data) {
    *static_cast<std::string*>(data) += "b";
}

Com<ID3DDestructionNotifier> notifierOf(IUnknown* object) {
    Com<ID3DDestructionNotifier> notifier;
    EXPECT_HR(S_OK, object->QueryInterface(__uuidof(ID3DDestructionNotifier), notifier.outVoid()));
    return notifier;
}

TEST_F(NotifierTest, IsASideOfItsObject) {
    auto made = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    auto notifier = notifierOf(made.get());
    ASSERT_TRUE(bool(notifier));
    EXPECT_EQ(2u, refCount(made.get()));
    Com<IUnknown> a, b;
    made->QueryInterface(__uuidof(IUnknown), a.outVoid());
    notifier->QueryInterface(__uuidof(IUnknown), b.outVoid());
    EXPECT_EQ(a.get(), b.get());
    EXPECT_EQ(notifier.get(), notifierOf(made.get()).get());
}

TEST_F(NotifierTest, CallbacksRunInOrderWhenTheObjectGoes) {
    std::string order;
    int gone = 0;
    auto made = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    {
        auto notifier = notifierOf(made.get());
        UINT a = 0, b = 0, c = 0;
        EXPECT_HR(S_OK, notifier->RegisterDestructionCallback(first, &order, &a));
        EXPECT_HR(S_OK, notifier->RegisterDestructionCallback(count, &gone, &b));
        EXPECT_HR(S_OK, notifier->RegisterDestructionCallback(second, &order, &c));
        EXPECT_NE(a, b);
        EXPECT_HR(S_OK, notifier->UnregisterDestructionCallback(b));
        EXPECT_HR(DXGI_ERROR_NOT_FOUND, notifier->UnregisterDestructionCallback(b));
        EXPECT_TRUE(FAILED(notifier->RegisterDestructionCallback(nullptr, nullptr, nullptr)));
    }
    context->Flush();
    EXPECT_EQ("", order);
    made.reset();
    context->Flush();
    EXPECT_EQ("ab", order);
    EXPECT_EQ(0, gone);
}

TEST_F(NotifierTest, EveryKindOfObjectHasOne) {
    Com<ID3D11Device> own;
    Com<ID3D11DeviceContext> ownContext;
    ASSERT_HR(S_OK, makeDevice(0, own, ownContext));
    auto image = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET);
    auto view = resourceView(image.get());
    auto state = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    auto occlusion = query(D3D11_QUERY_OCCLUSION);
    auto dxgi = own.as<IDXGIDevice>();
    Com<IDXGIAdapter> adapter;
    Com<IDXGIFactory> factory;
    ASSERT_HR(S_OK, dxgi->GetAdapter(adapter.out()));
    ASSERT_HR(S_OK, adapter->GetParent(__uuidof(IDXGIFactory), factory.outVoid()));
    IUnknown* const objects[] = {image.get(),      view.get(),    state.get(),  occlusion.get(),
                                 ownContext.get(), adapter.get(), factory.get()};
    int gone = 0, deviceGone = 0;
    for (IUnknown* object : objects) {
        auto notifier = notifierOf(object);
        ASSERT_TRUE(bool(notifier));
    }
    EXPECT_HR(S_OK, notifierOf(own.get())->RegisterDestructionCallback(count, &deviceGone, nullptr));
    EXPECT_HR(S_OK, notifierOf(view.get())->RegisterDestructionCallback(count, &gone, nullptr));
    view.reset();
    context->Flush();
    EXPECT_EQ(1, gone);
    dxgi.reset();
    ownContext.reset();
    EXPECT_EQ(0, deviceGone);
    own.reset();
    EXPECT_EQ(1, deviceGone);
}

// The one difference that a program sees between a name and any other key: none.
TEST_F(NotifierTest, PrivateDataOfEveryKind) {
    constexpr GUID kKey = {0x93bb5a10, 0x3f0f, 0x4d5a, {0x8a, 0x3e, 0x16, 0x2b, 0x5c, 0x01, 0x77, 0x20}};
    auto made = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    auto dxgi = device.as<IDXGIDevice>();
    Com<IDXGIAdapter> adapter;
    ASSERT_HR(S_OK, dxgi->GetAdapter(adapter.out()));
    const uint32_t value = 77;
    uint32_t found = 0;
    UINT size = sizeof found;
    EXPECT_HR(S_OK, made->SetPrivateData(kKey, sizeof value, &value));
    EXPECT_HR(S_OK, made->GetPrivateData(kKey, &size, &found));
    EXPECT_EQ(77u, found);
    EXPECT_HR(S_OK, adapter->SetPrivateData(kKey, sizeof value, &value));
    size = 1;
    EXPECT_HR(DXGI_ERROR_MORE_DATA, adapter->GetPrivateData(kKey, &size, &found));
    EXPECT_EQ(4u, size);
    EXPECT_HR(S_OK, adapter->SetPrivateData(kKey, 0, nullptr));
    EXPECT_HR(S_FALSE, adapter->SetPrivateData(kKey, 0, nullptr));
    // A resource's DXGI side is the same object with the same data.
    auto resource = made.as<IDXGIResource>();
    size = sizeof found;
    EXPECT_HR(S_OK, resource->GetPrivateData(kKey, &size, &found));
}

} // namespace
} // namespace conformance
