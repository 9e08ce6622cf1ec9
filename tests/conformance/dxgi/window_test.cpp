// What only a window shows: sizes, minimising, destruction, full screen, and in whose DLL the methods lie. Windows builds.
#include "chain_fixture.h"

#include <windows.h>

namespace conformance {
namespace {

class WindowTest : public ChainTest {
protected:
    Com<IDXGISwapChain4> chainOf(const TestWindow& w, DXGI_SWAP_EFFECT effect, UINT width = 0, UINT height = 0) {
        const DXGI_SWAP_CHAIN_DESC1 desc = chainDesc(effect, 2, width, height);
        Com<IDXGISwapChain1> chain;
        EXPECT_HR(S_OK, factory->CreateSwapChainForHwnd(device.get(), w.handle(), &desc, nullptr, nullptr, chain.out()));
        return chain.as<IDXGISwapChain4>();
    }
    static SIZE sizeOf(IDXGISwapChain1* chain) {
        DXGI_SWAP_CHAIN_DESC1 desc = {};
        chain->GetDesc1(&desc);
        return {LONG(desc.Width), LONG(desc.Height)};
    }
};

TEST_F(WindowTest, ZeroTakesTheClientSize) {
    TestWindow w(200, 120);
    auto chain = chainOf(w, DXGI_SWAP_EFFECT_FLIP_DISCARD);
    ASSERT_TRUE(chain);
    EXPECT_EQ(200, sizeOf(chain.get()).cx);
    EXPECT_EQ(120, sizeOf(chain.get()).cy);
    HWND back = nullptr;
    EXPECT_HR(S_OK, chain->GetHwnd(&back));
    EXPECT_EQ(w.handle(), back);
    DXGI_MODE_DESC mode = {};
    mode.Width = 240;
    mode.Height = 160;
    EXPECT_HR(S_OK, chain->ResizeTarget(&mode));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeTarget(nullptr));
    EXPECT_HR(S_OK, chain->ResizeBuffers(0, 0, 0, DXGI_FORMAT_UNKNOWN, 0));
    EXPECT_EQ(240, sizeOf(chain.get()).cx);
    EXPECT_EQ(160, sizeOf(chain.get()).cy);
}

TEST_F(WindowTest, NoWindowIsRefusedAndTheDesktopIsNot) {
    DXGI_SWAP_CHAIN_DESC desc = {};
    desc.BufferDesc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.SampleDesc.Count = 1;
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.BufferCount = 1;
    desc.Windowed = TRUE;
    Com<IDXGISwapChain> chain;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CreateSwapChain(device.get(), &desc, chain.out()));
    desc.OutputWindow = GetDesktopWindow();
    EXPECT_HR(S_OK, factory->CreateSwapChain(device.get(), &desc, chain.out()));
}

TEST_F(WindowTest, FramesAreShownInAVisibleWindow) {
    TestWindow w(128, 96, true);
    TestWindow::pump();
    for (DXGI_SWAP_EFFECT effect : {DXGI_SWAP_EFFECT_DISCARD, DXGI_SWAP_EFFECT_FLIP_DISCARD}) {
        auto chain = chainOf(w, effect);
        ASSERT_TRUE(chain);
        for (UINT interval : {0u, 1u, 0u, 2u}) {
            fill(chain.get(), 0, 1, 0);
            EXPECT_HR(S_OK, chain->Present(interval, 0));
            TestWindow::pump();
        }
        EXPECT_EQ(kGreen, pixel(chain.get(), 1));
    }
}

TEST_F(WindowTest, OnlyBlitChainsAreToldOfAMinimisedWindow) {
    TestWindow w(128, 96, true);
    TestWindow::pump();
    auto chain = chainOf(w, DXGI_SWAP_EFFECT_DISCARD);
    ASSERT_TRUE(chain);
    EXPECT_HR(S_OK, chain->Present(0, 0));
    ShowWindow(w.handle(), SW_MINIMIZE);
    TestWindow::pump();
    EXPECT_HR(DXGI_STATUS_OCCLUDED, chain->Present(0, DXGI_PRESENT_TEST));
    EXPECT_HR(DXGI_STATUS_OCCLUDED, chain->Present(0, 0));
    ShowWindow(w.handle(), SW_RESTORE);
    TestWindow::pump();
    EXPECT_HR(S_OK, chain->Present(0, 0));
    chain.reset();
    chain = chainOf(w, DXGI_SWAP_EFFECT_FLIP_DISCARD, 32, 32);
    ASSERT_TRUE(chain);
    ShowWindow(w.handle(), SW_MINIMIZE);
    TestWindow::pump();
    EXPECT_HR(S_OK, chain->Present(0, 0));
}

TEST_F(WindowTest, OcclusionRegistrations) {
    HANDLE event = CreateEventW(nullptr, FALSE, FALSE, nullptr);
    DWORD cookie = 0;
    ASSERT_HR(S_OK, factory->RegisterOcclusionStatusEvent(event, &cookie));
    EXPECT_NE(0u, cookie);
    TestWindow w(128, 96, true);
    TestWindow::pump();
    auto chain = chainOf(w, DXGI_SWAP_EFFECT_DISCARD);
    ASSERT_TRUE(chain);
    ShowWindow(w.handle(), SW_MINIMIZE);
    TestWindow::pump();
    EXPECT_HR(DXGI_STATUS_OCCLUDED, chain->Present(0, 0));
    ShowWindow(w.handle(), SW_RESTORE);
    TestWindow::pump();
    EXPECT_EQ(DWORD(WAIT_OBJECT_0), WaitForSingleObject(event, 5000)) << "the program is told to draw again";
    factory->UnregisterOcclusionStatus(cookie);
    CloseHandle(event);
}

TEST_F(WindowTest, ADestroyedWindowIsNoEnd) {
    auto w = std::make_unique<TestWindow>(64, 64, true);
    TestWindow::pump();
    auto chain = chainOf(*w, DXGI_SWAP_EFFECT_FLIP_DISCARD);
    ASSERT_TRUE(chain);
    fill(chain.get(), 1, 0, 0);
    EXPECT_HR(S_OK, chain->Present(0, 0));
    w->destroy();
    EXPECT_HR(S_OK, chain->SetFullscreenState(FALSE, nullptr));
    EXPECT_HR(DXGI_ERROR_NOT_CURRENTLY_AVAILABLE, chain->SetFullscreenState(TRUE, nullptr));
    for (int i = 0; i < 3; i++)
        EXPECT_HR(S_OK, chain->Present(0, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers(0, 32, 32, DXGI_FORMAT_UNKNOWN, 0));
    IDXGISwapChain4* raw = chain.get();
    raw->AddRef();
    chain.reset();
    EXPECT_EQ(0u, raw->Release());
}

TEST_F(WindowTest, FullScreenAndBack) {
    TestWindow w(160, 120, true);
    TestWindow::pump();
    auto chain = chainOf(w, DXGI_SWAP_EFFECT_FLIP_DISCARD);
    ASSERT_TRUE(chain);
    Com<IDXGIOutput> output;
    ASSERT_HR(S_OK, chain->GetContainingOutput(output.out()));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->SetFullscreenState(FALSE, output.get()));
    RECT before;
    GetWindowRect(w.handle(), &before);
    const HRESULT entered = chain->SetFullscreenState(TRUE, nullptr);
    if (entered == DXGI_ERROR_NOT_CURRENTLY_AVAILABLE)
        GTEST_SKIP() << "no full screen here";
    ASSERT_HR(S_OK, entered);
    TestWindow::pump();
    BOOL state = FALSE;
    Com<IDXGIOutput> on;
    EXPECT_HR(S_OK, chain->GetFullscreenState(&state, on.out()));
    EXPECT_TRUE(state);
    EXPECT_TRUE(on);
    DXGI_SWAP_CHAIN_DESC desc = {};
    chain->GetDesc(&desc);
    EXPECT_FALSE(desc.Windowed);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->Present(0, 0)) << "a flip chain wants new buffers first";
    EXPECT_HR(S_OK, chain->ResizeBuffers(0, 0, 0, DXGI_FORMAT_UNKNOWN, 0));
    DXGI_OUTPUT_DESC monitor = {};
    output->GetDesc(&monitor);
    EXPECT_EQ(monitor.DesktopCoordinates.right - monitor.DesktopCoordinates.left, sizeOf(chain.get()).cx);
    EXPECT_HR(S_OK, chain->Present(0, 0));
    EXPECT_HR(S_OK, chain->SetFullscreenState(FALSE, nullptr));
    TestWindow::pump();
    RECT after;
    GetWindowRect(w.handle(), &after);
    EXPECT_EQ(before.right - before.left, after.right - after.left);
    EXPECT_EQ(before.bottom - before.top, after.bottom - after.top);
    EXPECT_HR(S_OK, chain->ResizeBuffers(0, 0, 0, DXGI_FORMAT_UNKNOWN, 0));
    EXPECT_HR(S_OK, chain->Present(0, 0));
}

TEST_F(WindowTest, TheWaitableObjectCountsFrames) {
    DXGI_SWAP_CHAIN_DESC1 desc = chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2);
    desc.Flags = DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT;
    Com<IDXGISwapChain1> made;
    ASSERT_HR(S_OK, factory->CreateSwapChainForHwnd(device.get(), window.handle(), &desc, nullptr, nullptr, made.out()));
    auto chain = made.as<IDXGISwapChain2>();
    HANDLE object = chain->GetFrameLatencyWaitableObject();
    ASSERT_NE(nullptr, object);
    for (int i = 0; i < 10; i++) {
        ASSERT_EQ(DWORD(WAIT_OBJECT_0), WaitForSingleObject(object, 2000)) << "frame " << i;
        EXPECT_EQ(DWORD(WAIT_TIMEOUT), WaitForSingleObject(object, 0)) << "one frame at a time";
        fill(chain.get(), 1, 0, 0);
        EXPECT_HR(S_OK, chain->Present(0, 0));
    }
    EXPECT_EQ(DWORD(WAIT_OBJECT_0), WaitForSingleObject(object, 2000));
    CloseHandle(object);
}

TEST_F(WindowTest, MethodsLieInDxgi) {
    auto chain = chainOf(window, DXGI_SWAP_EFFECT_DISCARD, 16, 16);
    ASSERT_TRUE(chain);
    void** vtable = *reinterpret_cast<void***>(chain.get());
    HMODULE module = nullptr;
    ASSERT_TRUE(GetModuleHandleExW(GET_MODULE_HANDLE_EX_FLAG_FROM_ADDRESS | GET_MODULE_HANDLE_EX_FLAG_UNCHANGED_REFCOUNT,
                                   reinterpret_cast<LPCWSTR>(vtable[8]), &module));
    EXPECT_EQ(GetModuleHandleW(L"dxgi.dll"), module);
}

} // namespace
} // namespace conformance
