#pragma once
// A device, its factory, and swap chains: natively without a window, on Windows in a small window of the fixture's own.

#include "support/fixture.h"

namespace conformance {

// A window of the program, gone with this object. Natively there is none, and handle() is null.
class TestWindow {
public:
    TestWindow(int width = 64, int height = 64, bool visible = false);
    TestWindow(const TestWindow&) = delete;
    TestWindow& operator=(const TestWindow&) = delete;
    ~TestWindow();
    HWND handle() const { return window_; }
    void destroy();
    static void pump(); // lets the window system's messages through

private:
    HWND window_ = nullptr;
};

class ChainTest : public DeviceTest {
protected:
    void SetUp() override;
    void TearDown() override;

    static DXGI_SWAP_CHAIN_DESC1 chainDesc(DXGI_SWAP_EFFECT effect, UINT buffers = 3, UINT width = 64, UINT height = 64,
                                           DXGI_FORMAT format = DXGI_FORMAT_R8G8B8A8_UNORM);
    // S_OK is expected.
    Com<IDXGISwapChain4> makeChain(const DXGI_SWAP_CHAIN_DESC1& desc);
    HRESULT tryChain(const DXGI_SWAP_CHAIN_DESC1& desc);
    Com<ID3D11Texture2D> buffer(IDXGISwapChain* chain, UINT index);
    void fill(IDXGISwapChain* chain, float r, float g, float b); // buffer 0
    Rgba8 pixel(IDXGISwapChain* chain, UINT index);              // of the middle

    Com<IDXGIFactory2> factory;
    TestWindow window;
};

inline constexpr Rgba8 kRed{255, 0, 0, 255}, kGreen{0, 255, 0, 255}, kBlue{0, 0, 255, 255};

} // namespace conformance
