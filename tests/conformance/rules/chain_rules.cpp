// Swap chains.
#include "rule.h"

#ifdef _WIN32
#include <windows.h>
#endif

namespace conformance::rules {
namespace {

constexpr DXGI_SWAP_EFFECT kDiscard = DXGI_SWAP_EFFECT_DISCARD, kSequential = DXGI_SWAP_EFFECT_SEQUENTIAL,
                           kFlip = DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, kFlipDiscard = DXGI_SWAP_EFFECT_FLIP_DISCARD;
constexpr HRESULT kInvalidCall = DXGI_ERROR_INVALID_CALL;

DXGI_SWAP_CHAIN_DESC plain(DXGI_SWAP_EFFECT effect = kDiscard, UINT buffers = 2) {
    DXGI_SWAP_CHAIN_DESC desc{};
    desc.BufferDesc = {64, 64, {60, 1}, kRgba, DXGI_MODE_SCANLINE_ORDER_UNSPECIFIED, DXGI_MODE_SCALING_UNSPECIFIED};
    desc.SampleDesc = {1, 0};
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.BufferCount = buffers;
    desc.Windowed = TRUE;
    desc.SwapEffect = effect;
    return desc;
}
DXGI_SWAP_CHAIN_DESC1 plain1(DXGI_SWAP_EFFECT effect = kFlip) {
    DXGI_SWAP_CHAIN_DESC1 desc{};
    desc.Width = desc.Height = 64;
    desc.Format = kRgba;
    desc.SampleDesc = {1, 0};
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.BufferCount = 2;
    desc.SwapEffect = effect;
    return desc;
}

// CreateSwapChain in a window of its own.
HRESULT make(Rig& r, DXGI_SWAP_CHAIN_DESC desc) {
    TestWindow window;
    desc.OutputWindow = window.handle();
    const HRESULT hr = r.factory()->CreateSwapChain(r.device(), &desc, r.out<IDXGISwapChain>());
    r.settle(hr); // before its window goes
    return hr;
}
template <class Change>
HRESULT with(Rig& r, DXGI_SWAP_CHAIN_DESC desc, Change change) {
    change(desc);
    return make(r, desc);
}
HRESULT format(Rig& r, DXGI_FORMAT asked, DXGI_SWAP_EFFECT effect) {
    return with(r, plain(effect), [&](auto& d) { d.BufferDesc.Format = asked; });
}
HRESULT buffers(Rig& r, UINT count, DXGI_SWAP_EFFECT effect) {
    return with(r, plain(effect), [&](auto& d) { d.BufferCount = count; });
}

// A chain in a window.
struct Chain {
    TestWindow window;
    Com<IDXGISwapChain4> chain;
    explicit Chain(Rig& r, DXGI_SWAP_EFFECT effect = kDiscard, UINT flags = 0, UINT count = 2)
        : window(256, 256, true) {
        auto desc = plain1(effect);
        desc.BufferCount = count;
        desc.Flags = flags;
        Com<IDXGISwapChain1> made;
        EXPECT_HR(S_OK, r.factory()->CreateSwapChainForHwnd(r.device(), window.handle(), &desc, nullptr, nullptr,
                                                            made.out()));
        chain = made.as<IDXGISwapChain4>();
    }
    ~Chain() { chain.reset(); }
    IDXGISwapChain4* operator->() const { return chain.get(); }
};

constexpr const char *kCreate = "IDXGIFactory::CreateSwapChain", *kForHwnd = "IDXGIFactory2::CreateSwapChainForHwnd",
                     *kComposition = "IDXGIFactory2::CreateSwapChainForComposition",
                     *kPresent = "IDXGISwapChain::Present", *kBuffer = "IDXGISwapChain::GetBuffer",
                     *kResize = "IDXGISwapChain::ResizeBuffers", *kFull = "IDXGISwapChain::SetFullscreenState";
constexpr Elsewhere kD3D12{"about Direct3D 12"};

const Rule kRules[] = {
    {391, kCreate, "device NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         TestWindow window;
         auto desc = plain();
         desc.OutputWindow = window.handle();
         return r.factory()->CreateSwapChain(nullptr, &desc, r.out<IDXGISwapChain>());
     }},
    {392, kCreate, "description NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return r.factory()->CreateSwapChain(r.device(), nullptr, r.out<IDXGISwapChain>()); }},
    {393, kCreate, "output NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         TestWindow window;
         auto desc = plain();
         desc.OutputWindow = window.handle();
         return r.factory()->CreateSwapChain(r.device(), &desc, nullptr);
     }},
    Rule{394, kCreate, "window NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
         [](Rig& r) {
             auto desc = plain();
             return r.factory()->CreateSwapChain(r.device(), &desc, r.out<IDXGISwapChain>());
         }}
        .needsWindow(),
    Rule{395, kCreate, "window is the desktop's (refused by older Windows only)", S_OK, Out::Any,
         [](Rig& r) {
             auto desc = plain();
#ifdef _WIN32
             desc.OutputWindow = GetDesktopWindow();
#endif
             return r.factory()->CreateSwapChain(r.device(), &desc, r.out<IDXGISwapChain>());
         }}
        .needsWindow(),
    {396, kCreate, "format UNKNOWN", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({format(r, DXGI_FORMAT_UNKNOWN, kDiscard), format(r, DXGI_FORMAT_UNKNOWN, kFlip)});
     }},
    {397, kCreate, "typeless or other format that cannot be shown", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same(
             {format(r, DXGI_FORMAT_R8G8B8A8_TYPELESS, kDiscard), format(r, DXGI_FORMAT_B8G8R8A8_TYPELESS, kDiscard),
              format(r, DXGI_FORMAT_R8G8B8A8_UINT, kDiscard), format(r, DXGI_FORMAT_R32G32B32A32_FLOAT, kDiscard),
              format(r, DXGI_FORMAT_BC1_UNORM, kDiscard), format(r, DXGI_FORMAT_R8G8B8A8_TYPELESS, kFlip)});
     }},
    {398, kCreate, "sRGB format with a flip effect", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return r.same({format(r, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, kFlip),
                        format(r, DXGI_FORMAT_B8G8R8A8_UNORM_SRGB, kFlipDiscard)});
     }},
    {399, kCreate, "XR_BIAS format with a flip effect", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return format(r, DXGI_FORMAT_R10G10B10_XR_BIAS_A2_UNORM, kFlip); }},
    {400, kCreate, "undefined swap effect (2, 5)", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return r.same(
             {make(r, plain(static_cast<DXGI_SWAP_EFFECT>(2))), make(r, plain(static_cast<DXGI_SWAP_EFFECT>(5)))});
     }},
    {401, kCreate, "flip effect with 0 or 1 buffers", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return r.same(
             {buffers(r, 0, kFlip), buffers(r, 1, kFlip), buffers(r, 0, kFlipDiscard), buffers(r, 1, kFlipDiscard)});
     }},
    {402, kCreate, "more than 16 buffers with a flip effect", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return r.same({buffers(r, 17, kFlip), buffers(r, ~0u, kFlipDiscard)});
     }},
    {403, kCreate, "0 buffers, or more than 16, with a blit effect", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return r.same({buffers(r, 0, kDiscard), buffers(r, 0, kSequential), buffers(r, 17, kDiscard),
                        buffers(r, 17, kSequential)});
     }},
    {404, kCreate, "flip effect with sample count 4", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return with(r, plain(kFlip), [](auto& d) { d.SampleDesc.Count = 4; }); }},
    {405, kCreate, "blit effect for a queue of Direct3D 12", DXGI_ERROR_INVALID_CALL, kD3D12},
    {406, kCreate, "full screen asked for and not available: made windowed", DXGI_STATUS_OCCLUDED, Out::Any,
     [](Rig& r) {
#ifdef _WIN32
         return HRESULT(DXGI_STATUS_OCCLUDED); // a window system is there, and full screen with it
#else
         auto desc = plain();
         desc.Windowed = FALSE;
         const HRESULT hr = r.factory()->CreateSwapChain(r.device(), &desc, r.out<IDXGISwapChain>());
         BOOL full = TRUE;
         if (auto* chain = r.made<IDXGISwapChain>())
             chain->GetFullscreenState(&full, nullptr);
         EXPECT_FALSE(full);
         return hr;
#endif
     }},
    {407, kCreate, "width or height 0: the window's client size, at least 8", S_OK, Out::Any,
     [](Rig& r) {
         TestWindow window(200, 100, true);
         auto desc = plain();
         desc.BufferDesc.Width = desc.BufferDesc.Height = 0;
         desc.OutputWindow = window.handle();
         const HRESULT hr = r.factory()->CreateSwapChain(r.device(), &desc, r.out<IDXGISwapChain>());
         DXGI_SWAP_CHAIN_DESC found{};
         if (auto* chain = r.made<IDXGISwapChain>())
             chain->GetDesc(&found);
         if (window.handle()) {
             EXPECT_EQ(200u, found.BufferDesc.Width);
             EXPECT_EQ(100u, found.BufferDesc.Height);
         }
         EXPECT_GE(found.BufferDesc.Width, 8u);
         EXPECT_GE(found.BufferDesc.Height, 8u);
         r.settle(hr);
         return hr;
     }},
    {408, kCreate, "session 0 process", DXGI_ERROR_NOT_CURRENTLY_AVAILABLE, Elsewhere{"a test has no such process"}},
    {409, kForHwnd, "description or output NULL, or device or window NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         TestWindow window;
         const auto desc = plain1();
         auto factory = r.factory();
#ifdef _WIN32
         EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CreateSwapChainForHwnd(r.device(), nullptr, &desc, nullptr,
                                                                            nullptr, r.out<IDXGISwapChain1>()));
#endif
         return r.same({factory->CreateSwapChainForHwnd(r.device(), window.handle(), nullptr, nullptr, nullptr,
                                                        r.out<IDXGISwapChain1>()),
                        factory->CreateSwapChainForHwnd(r.device(), window.handle(), &desc, nullptr, nullptr, nullptr),
                        factory->CreateSwapChainForHwnd(nullptr, window.handle(), &desc, nullptr, nullptr,
                                                        r.out<IDXGISwapChain1>())});
     }},
    {410, kForHwnd, "SCALING_NONE on Windows 7", DXGI_ERROR_INVALID_CALL, Elsewhere{"about an old Windows"}},
    {411, kComposition, "description or output NULL, or no flip effect", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         const auto desc = plain1(), blit = plain1(kDiscard);
         auto factory = r.factory();
         return r.same({factory->CreateSwapChainForComposition(r.device(), nullptr, nullptr, r.out<IDXGISwapChain1>()),
                        factory->CreateSwapChainForComposition(r.device(), &desc, nullptr, nullptr),
                        factory->CreateSwapChainForComposition(r.device(), &blit, nullptr, r.out<IDXGISwapChain1>())});
     }},
    {412, kComposition, "Windows 7 with its platform update", E_NOTIMPL, Elsewhere{"about an old Windows"}},
    {413, kPresent, "sync interval above 4", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Chain blit(r), flip(r, kFlip);
         return r.same({blit->Present(5, 0), blit->Present(~0u, 0), flip->Present(5, 0)});
     }},
    Rule{414, kPresent, "blit chain, window minimised; a flip chain never answers so", DXGI_STATUS_OCCLUDED, Out::Any,
         [](Rig& r) {
             Chain blit(r), flip(r, kFlip);
#ifdef _WIN32
             ShowWindow(blit.window.handle(), SW_MINIMIZE);
             ShowWindow(flip.window.handle(), SW_MINIMIZE);
#endif
             EXPECT_HR(S_OK, flip->Present(0, 0));
             return blit->Present(0, 0);
         }}
        .needsWindow(),
    {415, kPresent, "window covered or hidden", S_OK, Out::Any,
     [](Rig& r) {
         Chain blit(r), flip(r, kFlip);
#ifdef _WIN32
         ShowWindow(blit.window.handle(), SW_HIDE);
         ShowWindow(flip.window.handle(), SW_HIDE);
#endif
         return r.same({blit->Present(0, 0), flip->Present(0, 0)});
     }},
    {416, kPresent, "TEST flag: nothing shown, count not raised", S_OK, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         EXPECT_HR(S_OK, chain->Present(0, 0));
         UINT before = 0, after = 0;
         chain->GetLastPresentCount(&before);
         const HRESULT hr = chain->Present(0, DXGI_PRESENT_TEST);
         chain->GetLastPresentCount(&after);
         EXPECT_EQ(before, after);
         return hr;
     }},
    Rule{417, kPresent, "flip chain after a change of full screen without ResizeBuffers", DXGI_ERROR_INVALID_CALL,
         Out::Any,
         [](Rig& r) {
             Chain chain(r, kFlip);
             if (FAILED(chain->SetFullscreenState(TRUE, nullptr)))
                 return kInvalidCall; // no full screen to be had
             const HRESULT hr = chain->Present(0, 0);
             chain->SetFullscreenState(FALSE, nullptr);
             return hr;
         }}
        .needsWindow(),
    {418, kPresent, "ALLOW_TEARING with a sync interval other than 0", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip, DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING);
         EXPECT_HR(S_OK, chain->Present(0, DXGI_PRESENT_ALLOW_TEARING));
         return chain->Present(1, DXGI_PRESENT_ALLOW_TEARING);
     }},
    Rule{419, kPresent, "ALLOW_TEARING in exclusive full screen", DXGI_ERROR_INVALID_CALL, Out::Any,
         [](Rig& r) {
             Chain chain(r, kFlip, DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING);
             if (FAILED(chain->SetFullscreenState(TRUE, nullptr)))
                 return kInvalidCall; // no full screen to be had
             chain->ResizeBuffers(0, 0, 0, DXGI_FORMAT_UNKNOWN, DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING);
             const HRESULT hr = chain->Present(0, DXGI_PRESENT_ALLOW_TEARING);
             chain->SetFullscreenState(FALSE, nullptr);
             return hr;
         }}
        .needsWindow(),
    {420, kPresent, "ALLOW_TEARING on a chain made without the flag", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Chain flip(r, kFlip), blit(r);
         return r.same({flip->Present(0, DXGI_PRESENT_ALLOW_TEARING), blit->Present(0, DXGI_PRESENT_ALLOW_TEARING)});
     }},
    {421, kPresent, "DO_NOT_WAIT while the thread would block", DXGI_ERROR_WAS_STILL_DRAWING,
     Elsewhere{"a test cannot hold the presentation back; unit-dxgi does so over a false device"}},
    {422, kPresent, "STEREO_TEMPORARY_MONO on a chain that is not stereo", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->Present(0, DXGI_PRESENT_STEREO_TEMPORARY_MONO); }},
    {423, kPresent, "RESTRICT_TO_OUTPUT on a chain without such an output", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->Present(0, DXGI_PRESENT_RESTRICT_TO_OUTPUT); }},
    {424, kPresent, "device removed", DXGI_ERROR_DEVICE_REMOVED,
     Elsewhere{"a test cannot lose the driver's device; unit-dxgi does so over a false one"}},
    {425, kBuffer,
     "index at or over the count (a discarding chain also has its earlier frames, unless dxgi.strictDiscardBuffers is "
     "on)",
     DXGI_ERROR_INVALID_CALL, Out::Null,
     [](Rig& r) {
         Chain sequential(r, kSequential), flip(r, kFlip), discard(r, kDiscard);
         const auto one = [&](Chain& chain, UINT index) {
             return chain->GetBuffer(index, __uuidof(ID3D11Texture2D),
                                     reinterpret_cast<void**>(r.out<ID3D11Texture2D>()));
         };
         return r.same({one(sequential, 2), one(flip, 2), one(flip, ~0u), one(discard, 2)});
     }},
    {426, kBuffer, "interface that the buffer lacks", E_NOINTERFACE, Out::Null,
     [](Rig& r) {
         Chain chain(r, kFlip);
         return chain->GetBuffer(0, __uuidof(ID3D11Buffer), reinterpret_cast<void**>(r.out<ID3D11Buffer>()));
     }},
    {427, kBuffer, "index 1 and up of a sequential chain: usage READ_ONLY", S_OK, Out::Made,
     [](Rig& r) {
         Chain chain(r, kFlip);
         const HRESULT hr =
             chain->GetBuffer(1, __uuidof(IDXGIResource), reinterpret_cast<void**>(r.out<IDXGIResource>()));
         DXGI_USAGE usage = 0;
         if (SUCCEEDED(hr))
             r.made<IDXGIResource>()->GetUsage(&usage);
         EXPECT_TRUE(usage & DXGI_USAGE_READ_ONLY);
         EXPECT_TRUE(usage & DXGI_USAGE_BACK_BUFFER);
         r.settle(hr);
         return hr;
     }},
    {428, kResize, "buffer, surface or view references still held: description unchanged", DXGI_ERROR_INVALID_CALL,
     Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         const auto resized = [&] { return chain->ResizeBuffers(2, 32, 32, kRgba, 0); };
         Com<ID3D11Texture2D> buffer;
         EXPECT_HR(S_OK, chain->GetBuffer(0, __uuidof(ID3D11Texture2D), buffer.outVoid()));
         const HRESULT texture = resized();
         Com<IDXGISurface> surface = buffer.as<IDXGISurface>();
         buffer.reset();
         const HRESULT held = resized();
         Com<ID3D11RenderTargetView> view;
         EXPECT_HR(S_OK, r->CreateRenderTargetView(surface.as<ID3D11Resource>().get(), nullptr, view.out()));
         surface.reset();
         const HRESULT viewed = resized();
         DXGI_SWAP_CHAIN_DESC found{};
         chain->GetDesc(&found);
         EXPECT_EQ(64u, found.BufferDesc.Width);
         view.reset();
         EXPECT_HR(S_OK, resized());
         return r.same({texture, held, viewed});
     }},
    {429, kResize, "one buffer on a flip chain, or more than 16", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Chain flip(r, kFlip), blit(r);
         return r.same({flip->ResizeBuffers(1, 64, 64, kRgba, 0), flip->ResizeBuffers(17, 64, 64, kRgba, 0),
                        blit->ResizeBuffers(17, 64, 64, kRgba, 0)});
     }},
    {430, kResize, "waitable-object flag added or dropped", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         constexpr UINT kFlag = DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT;
         Chain without(r, kFlip), has(r, kFlip, kFlag);
         return r.same({without->ResizeBuffers(2, 64, 64, kRgba, kFlag), has->ResizeBuffers(2, 64, 64, kRgba, 0)});
     }},
    {431, kResize, "tearing flag added or dropped", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         constexpr UINT kFlag = DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING;
         Chain without(r, kFlip), has(r, kFlip, kFlag);
         return r.same({without->ResizeBuffers(2, 64, 64, kRgba, kFlag), has->ResizeBuffers(2, 64, 64, kRgba, 0)});
     }},
    {432, kResize, "device context of GDI not released", DXGI_ERROR_INVALID_CALL,
     Elsewhere{"the surface that gave it is held then, which is row 428"}},
    {433, kResize, "count 0, size 0, format UNKNOWN: count and format kept, client size taken", S_OK, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip, 0, 3);
         const HRESULT hr = chain->ResizeBuffers(0, 0, 0, DXGI_FORMAT_UNKNOWN, 0);
         DXGI_SWAP_CHAIN_DESC found{};
         chain->GetDesc(&found);
         EXPECT_EQ(3u, found.BufferCount);
         EXPECT_EQ(kRgba, found.BufferDesc.Format);
         EXPECT_EQ(chain.window.handle() ? 256u : 64u, found.BufferDesc.Width);
         return hr;
     }},
    {434, "IDXGISwapChain3::ResizeBuffers1", "node masks and queues given for a chain of Direct3D 11",
     DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         const UINT masks[2] = {1, 1};
         IUnknown* const queues[2] = {r.device(), r.device()};
         return chain->ResizeBuffers1(2, 64, 64, kRgba, 0, masks, queues);
     }},
    {435, "IDXGISwapChain3::ResizeBuffers1", "chain of Direct3D 12 with NULL masks or queues, or a missing node",
     DXGI_ERROR_INVALID_CALL, kD3D12},
    {436, kFull, "FALSE with an output", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         Com<IDXGIOutput> output;
         if (FAILED(r.adapter()->EnumOutputs(0, output.out())))
             return kInvalidCall; // no monitor: the rule is about one
         return chain->SetFullscreenState(FALSE, output.get());
     }},
    {437, kFull, "no focus, occluded, remote session, or another program in full screen: stays windowed",
     DXGI_ERROR_NOT_CURRENTLY_AVAILABLE, Out::Any,
     [](Rig& r) {
#ifdef _WIN32
         return HRESULT(DXGI_ERROR_NOT_CURRENTLY_AVAILABLE); // full screen can be had here
#else
         Chain chain(r, kFlip);
         const HRESULT hr = chain->SetFullscreenState(TRUE, nullptr);
         BOOL full = TRUE;
         chain->GetFullscreenState(&full, nullptr);
         EXPECT_FALSE(full);
         return hr;
#endif
     }},
    {438, kFull, "called during a change, from a window's message", DXGI_STATUS_MODE_CHANGE_IN_PROGRESS,
     Elsewhere{"checked by the swap chain tests of windows (window_test.cpp)"}},
    {439, kFull, "composition chain", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         auto desc = plain1();
         Com<IDXGISwapChain1> chain;
         EXPECT_HR(S_OK, r.factory()->CreateSwapChainForComposition(r.device(), &desc, nullptr, chain.out()));
         return chain->SetFullscreenState(TRUE, nullptr);
     }},
    {440, "IDXGISwapChain::ResizeTarget", "mode NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->ResizeTarget(nullptr); }},
    {441, "IDXGISwapChain::GetDesc", "output NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->GetDesc(nullptr); }},
    {442, "IDXGISwapChain1::GetDesc1", "output NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->GetDesc1(nullptr); }},
    {443, "IDXGISwapChain1::GetFullscreenDesc", "output NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->GetFullscreenDesc(nullptr); }},
    {444, "IDXGISwapChain::GetContainingOutput", "no output of the desktop; otherwise a new object each call",
     DXGI_ERROR_UNSUPPORTED, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         Com<IDXGIOutput> first, second;
         if (FAILED(r.adapter()->EnumOutputs(0, first.out())))
             return chain->GetContainingOutput(r.out<IDXGIOutput>());
         EXPECT_HR(S_OK, chain->GetContainingOutput(first.out()));
         EXPECT_HR(S_OK, chain->GetContainingOutput(second.out()));
         EXPECT_NE(first.get(), second.get());
         return HRESULT(DXGI_ERROR_UNSUPPORTED);
     }},
    {445, "IDXGISwapChain::GetFrameStatistics", "flip chain: first call, or after a change of mode",
     DXGI_ERROR_FRAME_STATISTICS_DISJOINT, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         chain->Present(0, 0);
         DXGI_FRAME_STATISTICS stats{};
         const HRESULT hr = chain->GetFrameStatistics(&stats);
         EXPECT_HR(S_OK, chain->GetFrameStatistics(&stats));
         return hr;
     }},
    {446, "IDXGISwapChain::GetFrameStatistics", "blit chain in a window", kFailure, Out::Any,
     [](Rig& r) {
         Chain chain(r);
         chain->Present(0, 0);
         DXGI_FRAME_STATISTICS stats{};
         return chain->GetFrameStatistics(&stats);
     }},
    {447, "IDXGISwapChain2::SetSourceSize", "zero, or larger than the back buffer", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         return r.same({chain->SetSourceSize(0, 64), chain->SetSourceSize(64, 0), chain->SetSourceSize(65, 64),
                        chain->SetSourceSize(64, 65)});
     }},
    {448, "IDXGISwapChain2::Set/GetMaximumFrameLatency", "chain without the waitable flag: waitable object NULL",
     DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         Chain chain(r, kFlip);
         UINT latency = 0;
         EXPECT_EQ(nullptr, chain->GetFrameLatencyWaitableObject());
         return r.same({chain->SetMaximumFrameLatency(1), chain->GetMaximumFrameLatency(&latency)});
     }},
    {449, "IDXGISwapChain2::Set/GetMaximumFrameLatency", "set 0", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return Chain(r, kFlip, DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT)->SetMaximumFrameLatency(0);
     }},
    {450, "IDXGISwapChain3::CheckColorSpaceSupport", "output NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->CheckColorSpaceSupport(DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709, nullptr); }},
    {451, "IDXGISwapChain3::SetColorSpace1", "space not supported", E_INVALIDARG, Out::Any,
     [](Rig& r) { return Chain(r, kFlip)->SetColorSpace1(DXGI_COLOR_SPACE_YCBCR_STUDIO_G22_LEFT_P709); }},
};

} // namespace

std::span<const Rule> chainRules() {
    return kRules;
}

} // namespace conformance::rules
