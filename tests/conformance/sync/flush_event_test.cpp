// Events that come when the GPU is done, and calls that do not wait for it: Flush1, EnqueueSetEvent; and events of
// removal.
#include "event.h"
#include "support/fixture.h"

namespace conformance {
namespace {

constexpr unsigned kLong = 10000;

class FlushEventTest : public DeviceTest {
public:
    // Something for the GPU to do.
    void work() {
        if (!view) {
            image = texture(512, 512, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
            view = target(image.get());
        }
        const float color[4] = {0, 1, 0, 1};
        for (int i = 0; i < 8; i++)
            context->ClearRenderTargetView(view.get(), color);
    }
    Com<ID3D11Texture2D> image;
    Com<ID3D11RenderTargetView> view;

protected:
    void TearDown() override {
        view.reset();
        image.reset();
        DeviceTest::TearDown();
    }
};

TEST_F(FlushEventTest, Flush1SignalsWhenTheWorkIsDone) {
    auto event = query(D3D11_QUERY_EVENT);
    for (int i = 0; i < 5; i++) {
        work();
        context->End(event.get());
        Event done;
        context.as<ID3D11DeviceContext3>()->Flush1(D3D11_CONTEXT_TYPE_ALL, done.handle());
        EXPECT_TRUE(done.wait(kLong));
        BOOL ended = FALSE;
        EXPECT_HR(S_OK, context->GetData(event.get(), &ended, sizeof ended, D3D11_ASYNC_GETDATA_DONOTFLUSH));
        EXPECT_TRUE(ended);
    }
}

// While the GPU cannot go on the call returns all the same.
TEST_F(FlushEventTest, Flush1DoesNotWait) {
    Com<ID3D11Device> otherDevice;
    Com<ID3D11DeviceContext> otherContext;
    ASSERT_HR(S_OK, makeDevice(0, otherDevice, otherContext));
    Com<ID3D11Fence> gate, opened;
    ASSERT_HR(S_OK, otherDevice.as<ID3D11Device5>()->CreateFence(0, D3D11_FENCE_FLAG_SHARED, __uuidof(ID3D11Fence),
                                                                 gate.outVoid()));
    HANDLE handle = nullptr;
    ASSERT_HR(S_OK, gate->CreateSharedHandle(nullptr, 0x10000000, nullptr, &handle));
    ASSERT_HR(S_OK, device.as<ID3D11Device5>()->OpenSharedFence(handle, __uuidof(ID3D11Fence), opened.outVoid()));
    closeShared(handle);
    auto context4 = context.as<ID3D11DeviceContext4>();
    ASSERT_HR(S_OK, context4->Wait(opened.get(), 1));
    work();
    Event done;
    context4->Flush1(D3D11_CONTEXT_TYPE_ALL, done.handle()); // returns
    EXPECT_FALSE(done.wait(30));
    ASSERT_HR(S_OK, otherContext.as<ID3D11DeviceContext4>()->Signal(gate.get(), 1));
    EXPECT_TRUE(done.wait(kLong));
}

TEST_F(FlushEventTest, Flush1TakesNoEvent) {
    work();
    context.as<ID3D11DeviceContext3>()->Flush1(D3D11_CONTEXT_TYPE_ALL, nullptr);
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(image.get()).rgba(5, 5));
}

TEST_F(FlushEventTest, EnqueueSetEvent) {
    auto dxgi = device.as<IDXGIDevice2>();
    ASSERT_TRUE(bool(dxgi));
    auto event = query(D3D11_QUERY_EVENT);
    work();
    context->End(event.get());
    Event done;
    EXPECT_HR(S_OK, dxgi->EnqueueSetEvent(done.handle()));
    EXPECT_TRUE(done.wait(kLong));
    BOOL ended = FALSE;
    EXPECT_HR(S_OK, context->GetData(event.get(), &ended, sizeof ended, D3D11_ASYNC_GETDATA_DONOTFLUSH));
    EXPECT_HR(E_INVALIDARG, dxgi->EnqueueSetEvent(nullptr));
}

// An event that nobody waits for holds nothing up: the device goes away as ever.
TEST_F(FlushEventTest, TheProgramMayCloseItsEvent) {
    work();
    {
        Event done;
        context.as<ID3D11DeviceContext3>()->Flush1(D3D11_CONTEXT_TYPE_ALL, done.handle());
    }
    work();
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(image.get()).rgba(1, 1));
}

TEST_F(FlushEventTest, RemovalEventsHaveCookies) {
    auto device4 = device.as<ID3D11Device4>();
    ASSERT_TRUE(bool(device4));
    Event a, b;
    DWORD first = 0, second = 0;
    EXPECT_HR(S_OK, device4->RegisterDeviceRemovedEvent(a.handle(), &first));
    EXPECT_HR(S_OK, device4->RegisterDeviceRemovedEvent(b.handle(), &second));
    EXPECT_NE(first, second);
    EXPECT_HR(E_INVALIDARG, device4->RegisterDeviceRemovedEvent(nullptr, &first));
    EXPECT_HR(E_INVALIDARG, device4->RegisterDeviceRemovedEvent(a.handle(), nullptr));
    device4->UnregisterDeviceRemoved(second);
    device4->UnregisterDeviceRemoved(12345);
    EXPECT_FALSE(a.wait(50));
    EXPECT_HR(S_OK, device->GetDeviceRemovedReason());
}

} // namespace
} // namespace conformance
