// Shared resources and keyed mutexes within one process (Microsoft Learn: IDXGIResource, IDXGIResource1,
// ID3D11Device1::OpenSharedResource1, IDXGIKeyedMutex).
#include "event.h"
#include "support/fixture.h"

#include <thread>

namespace conformance {
namespace {

constexpr DXGI_FORMAT kColor = DXGI_FORMAT_R8G8B8A8_UNORM;
constexpr UINT kBinds = D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE;
constexpr UINT kShared = D3D11_RESOURCE_MISC_SHARED, kKeyed = D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX,
               kNt = D3D11_RESOURCE_MISC_SHARED_NTHANDLE;
constexpr HRESULT kTimeout = 0x102, kAbandoned = 0x80; // WAIT_TIMEOUT, WAIT_ABANDONED
constexpr DWORD kLong = 10000;                         // milliseconds

class SharingTest : public DeviceTest {
public:
    Com<ID3D11Texture2D> made(UINT misc, const void* data = nullptr, UINT size = 8) {
        return texture(size, size, kColor, kBinds, data, data ? size * 4 : 0, 1, 1, misc);
    }
    static HANDLE number(ID3D11Texture2D* texture) {
        Com<IDXGIResource> resource;
        EXPECT_HR(S_OK, texture->QueryInterface(__uuidof(IDXGIResource), resource.outVoid()));
        HANDLE handle = nullptr;
        EXPECT_HR(S_OK, resource->GetSharedHandle(&handle));
        EXPECT_TRUE(reinterpret_cast<uintptr_t>(handle) & 0xc0000000);
        return handle;
    }
    static HRESULT kernelHandle(ID3D11Texture2D* texture, const WCHAR* name, HANDLE& handle) {
        Com<IDXGIResource1> resource;
        EXPECT_HR(S_OK, texture->QueryInterface(__uuidof(IDXGIResource1), resource.outVoid()));
        return resource->CreateSharedHandle(nullptr, DXGI_SHARED_RESOURCE_READ | DXGI_SHARED_RESOURCE_WRITE, name,
                                            &handle);
    }
    static Com<ID3D11Texture2D> open(ID3D11Device* device, HANDLE handle, HRESULT expected = S_OK) {
        Com<ID3D11Texture2D> texture;
        EXPECT_HR(expected, device->OpenSharedResource(handle, __uuidof(ID3D11Texture2D), texture.outVoid()));
        return texture;
    }
    static Com<IDXGIKeyedMutex> mutexOf(ID3D11Texture2D* texture) {
        Com<IDXGIKeyedMutex> mutex;
        EXPECT_HR(S_OK, texture->QueryInterface(__uuidof(IDXGIKeyedMutex), mutex.outVoid()));
        return mutex;
    }
    void clear(ID3D11Texture2D* texture, float red) { clear(device.get(), context.get(), texture, red); }
    static void clear(ID3D11Device* device, ID3D11DeviceContext* context, ID3D11Texture2D* texture, float red) {
        Com<ID3D11RenderTargetView> view;
        ASSERT_HR(S_OK, device->CreateRenderTargetView(texture, nullptr, view.out()));
        const float color[4] = {red, 0, 0, 1};
        context->ClearRenderTargetView(view.get(), color);
    }
    // The first texel's red, read on another device.
    static int redOf(ID3D11Device* device, ID3D11DeviceContext* context, ID3D11Texture2D* texture) {
        D3D11_TEXTURE2D_DESC desc;
        texture->GetDesc(&desc);
        desc.Usage = D3D11_USAGE_STAGING;
        desc.BindFlags = desc.MiscFlags = 0;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        Com<ID3D11Texture2D> staging;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
        context->CopyResource(staging.get(), texture);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        EXPECT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
        const int red = mapped.pData ? *static_cast<const uint8_t*>(mapped.pData) : -1;
        context->Unmap(staging.get(), 0);
        return red;
    }
};

// A second object on the device has the contents of the first, both ways, and its description.
TEST_F(SharingTest, OneDeviceHasOneImage) {
    for (const UINT misc : {kShared, kKeyed}) {
        Com<ID3D11Texture2D> first = made(misc);
        const HANDLE handle = number(first.get());
        EXPECT_EQ(handle, number(first.get()));
        Com<ID3D11Texture2D> second = open(device.get(), handle);
        ASSERT_TRUE(second);
        EXPECT_EQ(handle, number(second.get()));
        D3D11_TEXTURE2D_DESC a, b;
        first->GetDesc(&a);
        second->GetDesc(&b);
        EXPECT_EQ(0, std::memcmp(&a, &b, sizeof a));
        clear(first.get(), 1);
        EXPECT_EQ(255, read(second.get()).rgba(3, 3).r);
        clear(second.get(), 0);
        EXPECT_EQ(0, read(first.get()).rgba(3, 3).r);
        clear(first.get(), 1);
        // Whoever made it may go; the image stays with the other, and so does the handle.
        first.reset();
        context->Flush();
        EXPECT_EQ(255, read(second.get()).rgba(3, 3).r);
        Com<ID3D11Texture2D> third = open(device.get(), handle);
        second.reset();
        context->Flush();
        EXPECT_EQ(255, read(third.get()).rgba(0, 0).r);
        third.reset();
        context->ClearState();
        context->Flush();
        open(device.get(), handle, E_INVALIDARG);
    }
}

// Each kind of handle opens with its own method only.
TEST_F(SharingTest, HandlesAreOfTwoKinds) {
    auto device1 = device.as<ID3D11Device1>();
    Com<ID3D11Texture2D> old = made(kShared), fresh = made(kKeyed | kNt), opened;
    const HANDLE handle = number(old.get());
    EXPECT_HR(E_INVALIDARG, device1->OpenSharedResource1(handle, __uuidof(ID3D11Texture2D), opened.outVoid()));
    HANDLE kernel = nullptr, again = nullptr;
    ASSERT_HR(S_OK, kernelHandle(fresh.get(), nullptr, kernel));
    EXPECT_TRUE(FAILED(kernelHandle(fresh.get(), nullptr, again)));
    EXPECT_EQ(nullptr, again);
    open(device.get(), kernel, E_INVALIDARG);
    EXPECT_HR(S_OK, device1->OpenSharedResource1(kernel, __uuidof(ID3D11Texture2D), opened.outVoid()));
    clear(fresh.get(), 1);
    EXPECT_EQ(255, read(opened.get()).rgba(1, 1).r);
    closeShared(kernel);
}

TEST_F(SharingTest, NamesOpen) {
    auto device1 = device.as<ID3D11Device1>();
    Com<ID3D11Texture2D> first = made(kShared | kNt), other = made(kShared | kNt), opened;
    HANDLE handle = nullptr, none = nullptr;
    ASSERT_HR(S_OK, kernelHandle(first.get(), L"a shared texture", handle));
    EXPECT_HR(DXGI_ERROR_NAME_ALREADY_EXISTS, kernelHandle(other.get(), L"a shared texture", none));
    EXPECT_EQ(nullptr, none);
    EXPECT_HR(S_OK, device1->OpenSharedResourceByName(L"a shared texture", DXGI_SHARED_RESOURCE_READ,
                                                      __uuidof(ID3D11Texture2D), opened.outVoid()));
    EXPECT_TRUE(opened);
    opened.reset();
    EXPECT_HR(E_INVALIDARG, device1->OpenSharedResourceByName(L"another", DXGI_SHARED_RESOURCE_READ,
                                                              __uuidof(ID3D11Texture2D), opened.outVoid()));
    closeShared(handle);
}

// The mutex is an interface of the texture: one identity.
TEST_F(SharingTest, MutexIsTheTexture) {
    Com<ID3D11Texture2D> keyed = made(kKeyed), plain = made(kShared);
    Com<IDXGIKeyedMutex> mutex = mutexOf(keyed.get()), none;
    EXPECT_EQ(keyed.as<IUnknown>().get(), mutex.as<IUnknown>().get());
    EXPECT_EQ(keyed.as<IDXGIObject>().get(), mutex.as<IDXGIObject>().get());
    EXPECT_HR(E_NOINTERFACE, plain->QueryInterface(__uuidof(IDXGIKeyedMutex), none.outVoid()));
    Com<ID3D11Device> owner;
    EXPECT_HR(S_OK, mutex->GetDevice(__uuidof(ID3D11Device), owner.outVoid()));
    EXPECT_EQ(device.get(), owner.get());
}

TEST_F(SharingTest, KeysOnOneDevice) {
    Com<ID3D11Texture2D> keyed = made(kKeyed);
    Com<IDXGIKeyedMutex> mutex = mutexOf(keyed.get());
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, mutex->ReleaseSync(0));
    EXPECT_HR(kTimeout, mutex->AcquireSync(1, 0));
    EXPECT_HR(S_OK, mutex->AcquireSync(0, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, mutex->AcquireSync(0, 0));
    EXPECT_HR(S_OK, mutex->ReleaseSync(7));
    EXPECT_HR(kTimeout, mutex->AcquireSync(0, 1));
    EXPECT_HR(S_OK, mutex->AcquireSync(7, 0));
    // The device has it: another object of the device gets it from no key.
    Com<ID3D11Texture2D> second = open(device.get(), number(keyed.get()));
    EXPECT_HR(E_FAIL, mutexOf(second.get())->AcquireSync(7, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, mutexOf(second.get())->ReleaseSync(7));
    EXPECT_HR(S_OK, mutex->ReleaseSync(1));
    EXPECT_HR(S_OK, mutexOf(second.get())->AcquireSync(1, 0));
}

// The contents go with the mutex from device to device and back, those of the beginning too.
TEST_F(SharingTest, ContentsGoWithTheMutex) {
    const std::vector<Rgba8> texels(64, Rgba8{40, 0, 0, 255});
    Com<ID3D11Texture2D> first = made(kKeyed, texels.data());
    Com<IDXGIKeyedMutex> mutex = mutexOf(first.get());
    Com<ID3D11Device> device2;
    Com<ID3D11DeviceContext> context2;
    ASSERT_HR(S_OK, makeDevice(0, device2, context2));
    {
        Com<ID3D11Texture2D> second = open(device2.get(), number(first.get()));
        ASSERT_TRUE(second);
        Com<IDXGIKeyedMutex> mutex2 = mutexOf(second.get());
        EXPECT_HR(S_OK, mutex2->AcquireSync(0, 0));
        EXPECT_HR(kTimeout, mutex->AcquireSync(0, 0));
        EXPECT_HR(DXGI_ERROR_INVALID_CALL, mutex->ReleaseSync(0));
        EXPECT_EQ(40, redOf(device2.get(), context2.get(), second.get()));
        clear(device2.get(), context2.get(), second.get(), 1);
        EXPECT_HR(S_OK, mutex2->ReleaseSync(1));
        EXPECT_HR(S_OK, mutex->AcquireSync(1, kLong));
        EXPECT_EQ(255, read(first.get()).rgba(4, 4).r);
        clear(first.get(), 0);
        EXPECT_HR(S_OK, mutex->ReleaseSync(2));
        EXPECT_HR(S_OK, mutex2->AcquireSync(2, kLong));
        EXPECT_EQ(0, redOf(device2.get(), context2.get(), second.get()));
        clear(device2.get(), context2.get(), second.get(), 1);
        EXPECT_HR(S_OK, mutex2->ReleaseSync(3));
    }
    // The device is gone, what it released is there.
    context2->ClearState();
    context2.reset();
    device2.reset();
    EXPECT_HR(S_OK, mutex->AcquireSync(3, kLong));
    EXPECT_EQ(255, read(first.get()).rgba(4, 4).r);
}

// A wait ends when another device releases the mutex with the key.
TEST_F(SharingTest, AcquireWaits) {
    Com<ID3D11Texture2D> first = made(kKeyed);
    Com<IDXGIKeyedMutex> mutex = mutexOf(first.get());
    ASSERT_HR(S_OK, mutex->AcquireSync(0, 0));
    clear(first.get(), 1);
    const HANDLE handle = number(first.get());
    HRESULT acquired = E_FAIL;
    int red = -1;
    std::thread other([&] {
        Com<ID3D11Device> device2;
        Com<ID3D11DeviceContext> context2;
        ASSERT_HR(S_OK, makeDevice(0, device2, context2));
        Com<ID3D11Texture2D> second = open(device2.get(), handle);
        acquired = mutexOf(second.get())->AcquireSync(5, kLong);
        red = redOf(device2.get(), context2.get(), second.get());
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    EXPECT_HR(S_OK, mutex->ReleaseSync(5));
    other.join();
    EXPECT_HR(S_OK, acquired);
    EXPECT_EQ(255, red);
    // It held the mutex to its end.
    EXPECT_HR(kAbandoned, mutex->AcquireSync(5, kLong));
    EXPECT_HR(kAbandoned, mutex->AcquireSync(0, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, mutex->ReleaseSync(0));
}

// A device with the debug layer tracks what was opened, and nothing of the mutex's own.
TEST_F(SharingTest, DebugDevicesShare) {
    Com<ID3D11Device> checked;
    Com<ID3D11DeviceContext> itsContext;
    if (makeDevice(D3D11_CREATE_DEVICE_DEBUG, checked, itsContext) != S_OK)
        GTEST_SKIP() << "no debug layer";
    Com<ID3D11Texture2D> first = made(kKeyed);
    Com<IDXGIKeyedMutex> mutex = mutexOf(first.get());
    ASSERT_HR(S_OK, mutex->AcquireSync(0, 0));
    clear(first.get(), 1);
    ASSERT_HR(S_OK, mutex->ReleaseSync(1));
    auto queue = checked.as<ID3D11InfoQueue>();
    queue->ClearStoredMessages();
    Com<ID3D11Texture2D> second = open(checked.get(), number(first.get()));
    Com<ID3D11Texture2D> third = open(checked.get(), number(first.get()));
    Com<IDXGIKeyedMutex> its = mutexOf(third.get());
    EXPECT_HR(S_OK, its->AcquireSync(1, kLong));
    EXPECT_EQ(255, redOf(checked.get(), itsContext.get(), second.get()));
    EXPECT_HR(S_OK, its->ReleaseSync(0));
    for (UINT64 i = 0; i < queue->GetNumStoredMessages(); i++) {
        SIZE_T size = 0;
        queue->GetMessage(i, nullptr, &size);
        std::vector<uint8_t> bytes(size);
        auto* message = reinterpret_cast<D3D11_MESSAGE*>(bytes.data());
        ASSERT_HR(S_OK, queue->GetMessage(i, message, &size));
        EXPECT_GT(message->Severity, D3D11_MESSAGE_SEVERITY_WARNING) << message->pDescription;
    }
}

// A buffer opens on its device, as the buffer that it is.
TEST_F(SharingTest, BuffersOpen) {
    const uint32_t words[4] = {1, 2, 3, 4};
    Com<ID3D11Buffer> first =
        buffer(sizeof words, D3D11_BIND_VERTEX_BUFFER, words, D3D11_USAGE_DEFAULT, D3D11_RESOURCE_MISC_SHARED);
    Com<IDXGIResource> resource = first.as<IDXGIResource>();
    HANDLE handle = nullptr;
    ASSERT_HR(S_OK, resource->GetSharedHandle(&handle));
    Com<ID3D11Buffer> second;
    Com<ID3D11Texture2D> wrong;
    EXPECT_HR(E_NOINTERFACE, device->OpenSharedResource(handle, __uuidof(ID3D11Texture2D), wrong.outVoid()));
    ASSERT_HR(S_OK, device->OpenSharedResource(handle, __uuidof(ID3D11Buffer), second.outVoid()));
    EXPECT_EQ(3u, read<uint32_t>(second.get())[2]);
}

} // namespace
} // namespace conformance
