// Making devices and contexts.
#include "rule.h"

namespace conformance::rules {
namespace {

constexpr D3D_DRIVER_TYPE kHardware = D3D_DRIVER_TYPE_HARDWARE;

HRESULT make(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, HMODULE module, UINT flags, ID3D11Device** device,
             D3D_FEATURE_LEVEL* level, ID3D11DeviceContext** context) {
    return D3D11CreateDevice(adapter, type, module, flags, nullptr, 0, D3D11_SDK_VERSION, device, level, context);
}

DXGI_SWAP_CHAIN_DESC chainDesc(HWND window, DXGI_FORMAT format = kRgba) {
    DXGI_SWAP_CHAIN_DESC desc{};
    desc.BufferDesc = {64, 64, {60, 1}, format, DXGI_MODE_SCANLINE_ORDER_UNSPECIFIED, DXGI_MODE_SCALING_UNSPECIFIED};
    desc.SampleDesc = {1, 0};
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.BufferCount = 1;
    desc.OutputWindow = window;
    desc.Windowed = TRUE;
    desc.SwapEffect = DXGI_SWAP_EFFECT_DISCARD;
    return desc;
}

HRESULT makeWithChain(const DXGI_SWAP_CHAIN_DESC* desc, IDXGISwapChain** chain, ID3D11Device** device,
                      D3D_FEATURE_LEVEL* level, ID3D11DeviceContext** context) {
    return D3D11CreateDeviceAndSwapChain(nullptr, kHardware, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION, desc, chain,
                                         device, level, context);
}

// All four outputs are cleared by a failing call.
HRESULT clearedBy(const DXGI_SWAP_CHAIN_DESC& desc) {
    auto* chain = reinterpret_cast<IDXGISwapChain*>(uintptr_t(16));
    auto* device = reinterpret_cast<ID3D11Device*>(uintptr_t(16));
    auto* context = reinterpret_cast<ID3D11DeviceContext*>(uintptr_t(16));
    D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
    const HRESULT hr = makeWithChain(&desc, &chain, &device, &level, &context);
    EXPECT_TRUE(!chain && !device && !context && !level);
    return hr;
}

HRESULT contextState(Rig& r, const D3D_FEATURE_LEVEL* levels, UINT count, REFIID emulated, D3D_FEATURE_LEVEL* chosen,
                     ID3DDeviceContextState** state) {
    return r.deviceAs<ID3D11Device1>()->CreateDeviceContextState(0, levels, count, D3D11_SDK_VERSION, emulated, chosen,
                                                                 state);
}
constexpr D3D_FEATURE_LEVEL kLevel11[] = {D3D_FEATURE_LEVEL_11_0};

const Rule kRules[] = {
    {1, "D3D11CreateDevice", "device and context outputs NULL, level output given", S_FALSE, Out::Any,
     [](Rig&) {
         D3D_FEATURE_LEVEL level{};
         const HRESULT hr = make(nullptr, kHardware, nullptr, 0, nullptr, &level, nullptr);
         EXPECT_EQ(D3D_FEATURE_LEVEL_11_0, level) << "the level is written";
         return hr;
     }},
    {2, "D3D11CreateDevice", "every output NULL", S_FALSE, Out::Any,
     [](Rig&) { return make(nullptr, kHardware, nullptr, 0, nullptr, nullptr, nullptr); }},
    {3, "D3D11CreateDevice", "only the context output given", S_OK, Out::Made,
     [](Rig& r) {
         auto** out = r.out<ID3D11DeviceContext>();
         const HRESULT hr = make(nullptr, kHardware, nullptr, 0, nullptr, nullptr, out);
         if (SUCCEEDED(hr)) {
             Com<ID3D11Device> device;
             (*out)->GetDevice(device.out());
             EXPECT_TRUE(device) << "the context holds the device alive";
         }
         return hr;
     }},
    {4, "D3D11CreateDevice", "driver type UNKNOWN and no adapter", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_11_0;
         auto* context = reinterpret_cast<ID3D11DeviceContext*>(uintptr_t(16));
         const HRESULT hr = make(nullptr, D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, r.out<ID3D11Device>(), &level, &context);
         EXPECT_TRUE(!level && !context);
         return hr;
     }},
    {5, "D3D11CreateDevice", "adapter given with a driver type other than UNKNOWN", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         auto adapter = r.adapter();
         return r.same(
             {make(adapter.get(), kHardware, nullptr, 0, r.out<ID3D11Device>(), nullptr, nullptr),
              make(adapter.get(), D3D_DRIVER_TYPE_WARP, nullptr, 0, r.out<ID3D11Device>(), nullptr, nullptr),
              make(adapter.get(), D3D_DRIVER_TYPE_REFERENCE, nullptr, 0, r.out<ID3D11Device>(), nullptr, nullptr)});
     }},
    {6, "D3D11CreateDevice", "adapter given together with a software module", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return make(r.adapter().get(), D3D_DRIVER_TYPE_UNKNOWN, reinterpret_cast<HMODULE>(uintptr_t(0x10000)), 0,
                     r.out<ID3D11Device>(), nullptr, nullptr);
     }},
    {7, "D3D11CreateDevice", "driver type SOFTWARE without a module", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return make(nullptr, D3D_DRIVER_TYPE_SOFTWARE, nullptr, 0, r.out<ID3D11Device>(), nullptr, nullptr);
     }},
    {8, "D3D11CreateDevice", "level list NULL: 11_0 down to 9_1, never 11_1", S_OK, Out::Made,
     [](Rig& r) {
         D3D_FEATURE_LEVEL level{};
         const HRESULT hr = make(nullptr, kHardware, nullptr, 0, r.out<ID3D11Device>(), &level, nullptr);
         EXPECT_EQ(D3D_FEATURE_LEVEL_11_0, level);
         return hr;
     }},
    {9, "D3D11CreateDevice", "level list holds 11_1 on a runtime older than 11.1", E_INVALIDARG,
     Elsewhere{"this library knows 11_1"}},
    {10, "D3D11CreateDevice", "DEBUG flag without the matching SDK layer", DXGI_ERROR_SDK_COMPONENT_MISSING,
     Elsewhere{"the layer is part of the library"}},
    {11, "D3D11CreateDevice", "DEBUG flag without any layer", E_FAIL, Elsewhere{"the layer is part of the library"}},
    {12, "D3D11CreateDevice", "WARP driver with VIDEO_SUPPORT", DXGI_ERROR_UNSUPPORTED, Out::Null,
     [](Rig& r) {
         return make(nullptr, D3D_DRIVER_TYPE_WARP, nullptr, D3D11_CREATE_DEVICE_VIDEO_SUPPORT, r.out<ID3D11Device>(),
                     nullptr, nullptr);
     }},
    {13, "D3D11CreateDeviceAndSwapChain", "description given, neither chain, device nor context wanted", S_FALSE,
     Out::Any,
     [](Rig&) {
         TestWindow window;
         const auto desc = chainDesc(window.handle());
         D3D_FEATURE_LEVEL level{};
         return makeWithChain(&desc, nullptr, nullptr, &level, nullptr);
     }},
    {14, "D3D11CreateDeviceAndSwapChain", "no description and only the level wanted", S_FALSE, Out::Any,
     [](Rig&) {
         D3D_FEATURE_LEVEL level{};
         return makeWithChain(nullptr, nullptr, nullptr, &level, nullptr);
     }},
    {15, "D3D11CreateDeviceAndSwapChain", "no description, device wanted", S_OK, Out::Made,
     [](Rig& r) { return makeWithChain(nullptr, nullptr, r.out<ID3D11Device>(), nullptr, nullptr); }},
    {16, "D3D11CreateDeviceAndSwapChain", "no description, only the context wanted", S_OK, Out::Made,
     [](Rig& r) { return makeWithChain(nullptr, nullptr, nullptr, nullptr, r.out<ID3D11DeviceContext>()); }},
    {17, "D3D11CreateDeviceAndSwapChain", "only the swap chain wanted", S_OK, Out::Made,
     [](Rig& r) {
         TestWindow window;
         const auto desc = chainDesc(window.handle());
         const HRESULT hr = makeWithChain(&desc, r.out<IDXGISwapChain>(), nullptr, nullptr, nullptr);
         r.settle(hr); // before its window goes
         return hr;
     }},
    {18, "D3D11CreateDeviceAndSwapChain", "description with NULL window, swap chain not wanted", S_OK, Out::Made,
     [](Rig& r) {
         const auto desc = chainDesc(nullptr);
         EXPECT_HR(S_FALSE, makeWithChain(&desc, nullptr, nullptr, nullptr, nullptr)) << "nothing wanted";
         return makeWithChain(&desc, nullptr, r.out<ID3D11Device>(), nullptr, nullptr);
     }},
    Rule{19, "D3D11CreateDeviceAndSwapChain", "description with NULL window, swap chain wanted",
         DXGI_ERROR_INVALID_CALL, Out::Any, [](Rig&) { return clearedBy(chainDesc(nullptr)); }}
        .needsWindow(),
    {20, "D3D11CreateDeviceAndSwapChain", "description with block-compressed format", E_INVALIDARG, Out::Any,
     [](Rig&) {
         TestWindow window;
         return clearedBy(chainDesc(window.handle(), DXGI_FORMAT_BC5_UNORM));
     }},
    {21, "D3D11CreateDeviceAndSwapChain", "called in a session 0 process", DXGI_ERROR_NOT_CURRENTLY_AVAILABLE,
     Elsewhere{"a test has no such process; windows of any process can be drawn to"}},
    {22, "ID3D11Device::CreateDeferredContext", "device made with SINGLETHREADED", DXGI_ERROR_INVALID_CALL, Out::Null,
     [](Rig& r) {
         Com<ID3D11Device> single;
         EXPECT_HR(S_OK, make(nullptr, kHardware, nullptr, D3D11_CREATE_DEVICE_SINGLETHREADED, single.out(), nullptr,
                              nullptr));
         return single->CreateDeferredContext(0, r.out<ID3D11DeviceContext>());
     }},
    {23, "ID3D11Device::CreateDeferredContext", "non-zero context flags", E_INVALIDARG, Out::Null,
     [](Rig& r) { return r->CreateDeferredContext(1, r.out<ID3D11DeviceContext>()); }},
    {24, "ID3D11Device::CreateDeferredContext", "device removed", DXGI_ERROR_DEVICE_REMOVED,
     Elsewhere{"a test cannot lose the driver's device; unit-d3d11 does so over a false one"}},
    {25, "ID3D11DeviceContext::FinishCommandList", "called on the immediate context, with or without recorded work",
     DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         const HRESULT empty = r.context()->FinishCommandList(FALSE, r.out<ID3D11CommandList>());
         auto buffer = r.buffer(64, kVertex);
         const uint32_t data[16] = {};
         r.context()->UpdateSubresource(buffer.get(), 0, nullptr, data, 0, 0);
         return r.same({empty, r.context()->FinishCommandList(TRUE, r.out<ID3D11CommandList>()),
                        r.context()->FinishCommandList(FALSE, nullptr)});
     }},
    {26, "ID3D11DeviceContext::QueryInterface", "ID3D11Multithread asked of a deferred context", E_NOINTERFACE,
     Out::Null,
     [](Rig& r) {
         Com<ID3D11Multithread> immediate;
         EXPECT_HR(S_OK, r.context()->QueryInterface(__uuidof(ID3D11Multithread), immediate.outVoid()));
         EXPECT_FALSE(immediate->GetMultithreadProtected()) << "off at start";
         return r.deferred()->QueryInterface(__uuidof(ID3D11Multithread), reinterpret_cast<void**>(r.out<IUnknown>()));
     }},
    {27, "ID3D11Device1::CreateDeviceContextState", "state output NULL, valid levels", S_FALSE, Out::Any,
     [](Rig& r) {
         D3D_FEATURE_LEVEL chosen{};
         const HRESULT hr = contextState(r, kLevel11, 1, __uuidof(ID3D11Device1), &chosen, nullptr);
         EXPECT_EQ(D3D_FEATURE_LEVEL_11_0, chosen);
         return hr;
     }},
    {28, "ID3D11Device1::CreateDeviceContextState", "level count 0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         D3D_FEATURE_LEVEL chosen = D3D_FEATURE_LEVEL_11_0;
         const HRESULT hr =
             contextState(r, kLevel11, 0, __uuidof(ID3D11Device1), &chosen, r.out<ID3DDeviceContextState>());
         EXPECT_EQ(0, int(chosen));
         return hr;
     }},
    {29, "ID3D11Device1::CreateDeviceContextState", "level array NULL", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         D3D_FEATURE_LEVEL chosen = D3D_FEATURE_LEVEL_11_0;
         const HRESULT hr =
             contextState(r, nullptr, 1, __uuidof(ID3D11Device1), &chosen, r.out<ID3DDeviceContextState>());
         EXPECT_EQ(0, int(chosen));
         return hr;
     }},
    {30, "ID3D11Device1::CreateDeviceContextState", "emulated interface that is no device of Direct3D 10 or 11",
     E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return contextState(r, kLevel11, 1, __uuidof(ID3D11DeviceContext), nullptr, r.out<ID3DDeviceContextState>());
     }},
    {31, "ID3D11Device1::CreateDeviceContextState", "no listed level supported", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const D3D_FEATURE_LEVEL none[] = {D3D_FEATURE_LEVEL(0xf000)};
         return contextState(r, none, 1, __uuidof(ID3D11Device1), nullptr, r.out<ID3DDeviceContextState>());
     }},
    {32, "ID3D11Device::GetDeviceRemovedReason", "device healthy", S_OK, Out::Any,
     [](Rig& r) { return r->GetDeviceRemovedReason(); }},
    {33, "ID3D11Device::GetDeviceRemovedReason", "after removal", DXGI_ERROR_DEVICE_HUNG,
     Elsewhere{"a test cannot lose the driver's device; unit-d3d11 does so over a false one"}},
};

} // namespace

std::span<const Rule> deviceRules() {
    return kRules;
}

} // namespace conformance::rules
