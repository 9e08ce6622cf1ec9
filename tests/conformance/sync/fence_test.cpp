// Fences: ID3D11Device5, ID3D11Fence, ID3D11DeviceContext4 (Microsoft Learn, the pages of these interfaces).
#include "event.h"
#include "support/fixture.h"

#include <atomic>
#include <chrono>
#include <thread>

namespace conformance {
namespace {

constexpr unsigned kLong = 10000, kShort = 60; // milliseconds

Com<ID3D11Fence> makeFence(ID3D11Device* device, UINT64 value = 0, UINT flags = D3D11_FENCE_FLAG_NONE) {
    Com<ID3D11Device5> device5;
    Com<ID3D11Fence> fence;
    EXPECT_HR(S_OK, device->QueryInterface(__uuidof(ID3D11Device5), device5.outVoid()));
    EXPECT_HR(S_OK, device5->CreateFence(value, static_cast<D3D11_FENCE_FLAG>(flags), __uuidof(ID3D11Fence),
                                         fence.outVoid()));
    return fence;
}

class FenceTest : public DeviceTest {
public:
    Com<ID3D11Device5> device5;
    Com<ID3D11DeviceContext4> context4;

protected:
    void SetUp() override {
        DeviceTest::SetUp();
        device5 = device.as<ID3D11Device5>();
        context4 = context.as<ID3D11DeviceContext4>();
        ASSERT_TRUE(device5 && context4);
    }
    void TearDown() override {
        device5.reset();
        context4.reset();
        DeviceTest::TearDown();
    }
};

TEST_F(FenceTest, CreationRules) {
    Com<ID3D11Fence> fence = makeFence(device.get(), 7);
    EXPECT_EQ(7u, fence->GetCompletedValue());
    Com<ID3D11Device> owner;
    fence->GetDevice(owner.out());
    EXPECT_EQ(device.get(), owner.get());
    EXPECT_TRUE(bool(fence.as<ID3D11DeviceChild>()));
    void* none = this;
    EXPECT_HR(E_NOINTERFACE, device5->CreateFence(0, D3D11_FENCE_FLAG_NONE, __uuidof(ID3D11Buffer), &none));
    EXPECT_EQ(nullptr, none);
    EXPECT_HR(E_INVALIDARG, device5->CreateFence(0, D3D11_FENCE_FLAG_NONE, __uuidof(ID3D11Fence), nullptr));
}

// The value is reached when the work before the signal is done.
TEST_F(FenceTest, SignalComesBehindTheWork) {
    Com<ID3D11Fence> fence = makeFence(device.get());
    auto image = texture(256, 256, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(image.get());
    auto event = query(D3D11_QUERY_EVENT);
    const float color[4] = {1, 0, 0, 1};
    context->ClearRenderTargetView(view.get(), color);
    context->End(event.get());
    EXPECT_HR(S_OK, context4->Signal(fence.get(), 5));
    Event reached;
    EXPECT_HR(S_OK, fence->SetEventOnCompletion(5, reached.handle()));
    EXPECT_TRUE(reached.wait(kLong));
    EXPECT_EQ(5u, fence->GetCompletedValue());
    BOOL done = FALSE;
    EXPECT_HR(S_OK, context->GetData(event.get(), &done, sizeof done, D3D11_ASYNC_GETDATA_DONOTFLUSH));
    // A query behind it: once that is there the value is, without any delay.
    EXPECT_HR(S_OK, context4->Signal(fence.get(), 6));
    context->End(event.get());
    result<BOOL>(event.get());
    EXPECT_EQ(6u, fence->GetCompletedValue());
}

TEST_F(FenceTest, EventsComeAtTheirValues) {
    Com<ID3D11Fence> fence = makeFence(device.get());
    Event first, second, past;
    EXPECT_HR(S_OK, fence->SetEventOnCompletion(1, first.handle()));
    EXPECT_HR(S_OK, fence->SetEventOnCompletion(3, second.handle()));
    EXPECT_FALSE(first.wait(kShort));
    EXPECT_HR(S_OK, context4->Signal(fence.get(), 2));
    EXPECT_TRUE(first.wait(kLong));
    EXPECT_FALSE(second.wait(kShort));
    EXPECT_HR(S_OK, context4->Signal(fence.get(), 3));
    EXPECT_TRUE(second.wait(kLong));
    // Of a value that is reached already it comes at once.
    EXPECT_HR(S_OK, fence->SetEventOnCompletion(2, past.handle()));
    EXPECT_TRUE(past.wait(kLong));
    // Without an event the call waits by itself.
    EXPECT_HR(S_OK, context4->Signal(fence.get(), 4));
    EXPECT_HR(S_OK, fence->SetEventOnCompletion(4, nullptr));
    EXPECT_EQ(4u, fence->GetCompletedValue());
}

TEST_F(FenceTest, BadArguments) {
    Com<ID3D11Device> otherDevice;
    Com<ID3D11DeviceContext> otherContext;
    ASSERT_HR(S_OK, makeDevice(0, otherDevice, otherContext));
    Com<ID3D11Fence> foreign = makeFence(otherDevice.get());
    EXPECT_HR(E_INVALIDARG, context4->Signal(nullptr, 1));
    EXPECT_HR(E_INVALIDARG, context4->Wait(nullptr, 1));
    EXPECT_HR(E_INVALIDARG, context4->Signal(foreign.get(), 1));
    Com<ID3D11Fence> fence = makeFence(device.get());
    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    auto deferred4 = deferred.as<ID3D11DeviceContext4>();
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, deferred4->Signal(fence.get(), 1));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, deferred4->Wait(fence.get(), 1));
    // Only fences made for sharing have handles.
    HANDLE handle = this;
    EXPECT_HR(E_INVALIDARG, fence->CreateSharedHandle(nullptr, 0x10000000, nullptr, &handle));
    EXPECT_EQ(nullptr, handle);
    void* opened = this;
    EXPECT_HR(E_INVALIDARG, device5->OpenSharedFence(nullptr, __uuidof(ID3D11Fence), &opened));
    EXPECT_EQ(nullptr, opened);
    Event none;
    EXPECT_HR(E_INVALIDARG, device5->OpenSharedFence(none.handle(), __uuidof(ID3D11Fence), &opened));
}

// Waits for what the same context signalled before end by themselves.
TEST_F(FenceTest, WaitsOfOneContextAreInOrder) {
    Com<ID3D11Fence> fence = makeFence(device.get());
    auto data = buffer(16, D3D11_BIND_VERTEX_BUFFER);
    for (uint32_t i = 1; i <= 20; i++) {
        const uint32_t values[4] = {i, i, i, i};
        context->UpdateSubresource(data.get(), 0, nullptr, values, 0, 0);
        EXPECT_HR(S_OK, context4->Signal(fence.get(), i));
        EXPECT_HR(S_OK, context4->Wait(fence.get(), i));
    }
    EXPECT_EQ(20u, read<uint32_t>(data.get())[0]);
    EXPECT_EQ(20u, fence->GetCompletedValue());
}

// Between two devices of a process: the work behind the wait begins after the other device's signal.
TEST_F(FenceTest, DevicesWaitForEachOther) {
    Com<ID3D11Device> otherDevice;
    Com<ID3D11DeviceContext> otherContext;
    ASSERT_HR(S_OK, makeDevice(0, otherDevice, otherContext));
    Com<ID3D11Fence> fence = makeFence(device.get(), 0, D3D11_FENCE_FLAG_SHARED);
    HANDLE handle = nullptr;
    ASSERT_HR(S_OK, fence->CreateSharedHandle(nullptr, 0x10000000, nullptr, &handle));
    ASSERT_NE(nullptr, handle);
    Com<ID3D11Fence> opened;
    ASSERT_HR(S_OK, otherDevice.as<ID3D11Device5>()->OpenSharedFence(handle, __uuidof(ID3D11Fence), opened.outVoid()));
    closeShared(handle);
    Com<ID3D11Device> owner;
    opened->GetDevice(owner.out());
    EXPECT_EQ(otherDevice.get(), owner.get());

    auto otherContext4 = otherContext.as<ID3D11DeviceContext4>();
    Event done;
    EXPECT_HR(S_OK, otherContext4->Wait(opened.get(), 1));
    otherContext4->Flush1(D3D11_CONTEXT_TYPE_ALL, done.handle());
    EXPECT_FALSE(done.wait(kShort)) << "the work went on before the fence was signalled";
    EXPECT_EQ(0u, opened->GetCompletedValue());
    EXPECT_HR(S_OK, context4->Signal(fence.get(), 1));
    EXPECT_TRUE(done.wait(kLong));
    EXPECT_EQ(1u, opened->GetCompletedValue());
    // And back.
    EXPECT_HR(S_OK, otherContext4->Signal(opened.get(), 2));
    EXPECT_HR(S_OK, fence->SetEventOnCompletion(2, nullptr));
    EXPECT_EQ(2u, fence->GetCompletedValue());
}

// A device whose work waits for ever can go away.
TEST_F(FenceTest, ADeviceMayGoWhileItWaits) {
    Com<ID3D11Device> otherDevice;
    Com<ID3D11DeviceContext> otherContext;
    ASSERT_HR(S_OK, makeDevice(0, otherDevice, otherContext));
    Com<ID3D11Fence> fence = makeFence(otherDevice.get());
    Event never;
    EXPECT_HR(S_OK, fence->SetEventOnCompletion(9, never.handle()));
    EXPECT_HR(S_OK, otherContext.as<ID3D11DeviceContext4>()->Wait(fence.get(), 9));
    otherContext->Flush();
    fence.reset();
    otherContext.reset();
    otherDevice.reset();
    EXPECT_FALSE(never.wait(1));
}

} // namespace
} // namespace conformance
