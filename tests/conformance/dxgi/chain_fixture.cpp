#include "chain_fixture.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace conformance {

#ifdef _WIN32

TestWindow::TestWindow(int width, int height, bool visible) {
    static const wchar_t* kClass = [] {
        WNDCLASSW wc = {};
        wc.lpfnWndProc = DefWindowProcW;
        wc.hInstance = GetModuleHandleW(nullptr);
        wc.lpszClassName = L"HendecaConformance";
        RegisterClassW(&wc);
        return wc.lpszClassName;
    }();
    RECT rect = {0, 0, width, height};
    AdjustWindowRect(&rect, WS_OVERLAPPEDWINDOW, FALSE);
    window_ = CreateWindowExW(0, kClass, L"conformance", WS_OVERLAPPEDWINDOW | (visible ? WS_VISIBLE : 0), 0, 0,
                              rect.right - rect.left, rect.bottom - rect.top, nullptr, nullptr, GetModuleHandleW(nullptr), nullptr);
}

void TestWindow::destroy() {
    if (window_)
        DestroyWindow(window_);
    window_ = nullptr;
}

void TestWindow::pump() {
    MSG message;
    while (PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE)) {
        TranslateMessage(&message);
        DispatchMessageW(&message);
    }
}

#else

TestWindow::TestWindow(int, int, bool) {}
void TestWindow::destroy() {}
void TestWindow::pump() {}

#endif

TestWindow::~TestWindow() {
    destroy();
    pump();
}

void ChainTest::SetUp() {
    DeviceTest::SetUp();
    ASSERT_TRUE(device);
    auto dxgi = device.as<IDXGIDevice>();
    ASSERT_TRUE(dxgi);
    Com<IDXGIAdapter> adapter;
    ASSERT_HR(S_OK, dxgi->GetAdapter(adapter.out()));
    ASSERT_HR(S_OK, adapter->GetParent(__uuidof(IDXGIFactory2), factory.outVoid()));
}

void ChainTest::TearDown() {
    factory.reset();
    DeviceTest::TearDown();
}

DXGI_SWAP_CHAIN_DESC1 ChainTest::chainDesc(DXGI_SWAP_EFFECT effect, UINT buffers, UINT width, UINT height, DXGI_FORMAT format) {
    DXGI_SWAP_CHAIN_DESC1 desc = {};
    desc.Width = width;
    desc.Height = height;
    desc.Format = format;
    desc.SampleDesc.Count = 1;
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT | DXGI_USAGE_SHADER_INPUT;
    desc.BufferCount = buffers;
    desc.SwapEffect = effect;
    return desc;
}

Com<IDXGISwapChain4> ChainTest::makeChain(const DXGI_SWAP_CHAIN_DESC1& desc) {
    Com<IDXGISwapChain1> chain;
    EXPECT_HR(S_OK, factory->CreateSwapChainForHwnd(device.get(), window.handle(), &desc, nullptr, nullptr, chain.out()));
    return chain.as<IDXGISwapChain4>();
}

HRESULT ChainTest::tryChain(const DXGI_SWAP_CHAIN_DESC1& desc) {
    Com<IDXGISwapChain1> chain;
    const HRESULT hr = factory->CreateSwapChainForHwnd(device.get(), window.handle(), &desc, nullptr, nullptr, chain.out());
    EXPECT_EQ(SUCCEEDED(hr), static_cast<bool>(chain)) << "an object comes with success, and only then";
    return hr;
}

Com<ID3D11Texture2D> ChainTest::buffer(IDXGISwapChain* chain, UINT index) {
    Com<ID3D11Texture2D> made;
    EXPECT_HR(S_OK, chain->GetBuffer(index, __uuidof(ID3D11Texture2D), made.outVoid())) << "buffer " << index;
    return made;
}

void ChainTest::fill(IDXGISwapChain* chain, float r, float g, float b) {
    auto texture = buffer(chain, 0);
    ASSERT_TRUE(texture);
    auto view = target(texture.get());
    const float color[4] = {r, g, b, 1};
    context->ClearRenderTargetView(view.get(), color);
}

Rgba8 ChainTest::pixel(IDXGISwapChain* chain, UINT index) {
    auto texture = buffer(chain, index);
    if (!texture)
        return {};
    D3D11_TEXTURE2D_DESC desc;
    texture->GetDesc(&desc);
    return read(texture.get()).rgba(desc.Width / 2, desc.Height / 2);
}

} // namespace conformance
