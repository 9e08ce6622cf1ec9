#include "fake_device.h"

#include "dxgi/factory.h"
#include "wsi/window.h"

#include <gtest/gtest.h>

// Swap chains over a device that only remembers, made without a window: natively for a null one, elsewhere for composition.

namespace hendeca::dxgi {
namespace {

using test::FakeChain;
using test::FakeDevice;

class SwapChainTest : public testing::Test {
protected:
    static DXGI_SWAP_CHAIN_DESC1 makeDesc(DXGI_SWAP_EFFECT effect = DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL) {
        DXGI_SWAP_CHAIN_DESC1 desc{};
        desc.Width = 320;
        desc.Height = 200;
        desc.Format = DXGI_FORMAT_B8G8R8A8_UNORM;
        desc.SampleDesc = {1, 0};
        desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
        desc.BufferCount = 3;
        desc.Scaling = DXGI_SCALING_STRETCH;
        desc.SwapEffect = effect;
        return desc;
    }

    ComPtr<IDXGISwapChain4> make(const DXGI_SWAP_CHAIN_DESC1& desc) {
        ComPtr<IDXGISwapChain1> chain;
        EXPECT_EQ(factory->CreateSwapChainForComposition(device.get(), &desc, nullptr, chain.put()), S_OK);
        return chain.as<IDXGISwapChain4>();
    }
    FakeChain& inner() { return *device->chain; }

    ComPtr<Factory> factory = makeCom<Factory>(0u, false);
    ComPtr<FakeDevice> device = makeCom<FakeDevice>();
};

TEST_F(SwapChainTest, NullArgumentsAreInvalidCalls) {
    const DXGI_SWAP_CHAIN_DESC1 desc = makeDesc();
    ComPtr<IDXGISwapChain1> chain;
    EXPECT_EQ(factory->CreateSwapChainForComposition(nullptr, &desc, nullptr, chain.put()), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(factory->CreateSwapChainForComposition(device.get(), nullptr, nullptr, chain.put()), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(factory->CreateSwapChainForComposition(device.get(), &desc, nullptr, nullptr), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(factory->CreateSwapChain(device.get(), nullptr, nullptr), DXGI_ERROR_INVALID_CALL);
}

TEST_F(SwapChainTest, ADeviceOfAnotherBuildIsRefused) {
    device->buildId = kContractBuildId + 1;
    const DXGI_SWAP_CHAIN_DESC1 desc = makeDesc();
    ComPtr<IDXGISwapChain1> chain;
    EXPECT_EQ(factory->CreateSwapChainForComposition(device.get(), &desc, nullptr, chain.put()), DXGI_ERROR_UNSUPPORTED);
    EXPECT_EQ(factory->CreateSwapChainForComposition(factory.as<IUnknown>().get(), &desc, nullptr, chain.put()), DXGI_ERROR_UNSUPPORTED)
        << "what is no device at all";
}

TEST_F(SwapChainTest, NullWindow) {
    DXGI_SWAP_CHAIN_DESC desc{};
    desc.BufferDesc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.SampleDesc = {1, 0};
    desc.BufferCount = 1;
    desc.Windowed = TRUE;
    ComPtr<IDXGISwapChain> chain;
    if (!wsi::nullWindowMeansHeadless()) {
        EXPECT_EQ(factory->CreateSwapChain(device.get(), &desc, chain.put()), DXGI_ERROR_INVALID_CALL);
        return;
    }
    ASSERT_EQ(factory->CreateSwapChain(device.get(), &desc, chain.put()), S_OK);
    EXPECT_FALSE(inner().hasSource) << "nothing is shown";
    ASSERT_EQ(chain->GetDesc(&desc), S_OK);
    EXPECT_EQ(desc.BufferDesc.Width, 8u) << "no client area: the least size";
    EXPECT_EQ(desc.BufferDesc.Height, 8u);
    EXPECT_EQ(desc.OutputWindow, nullptr);
    EXPECT_EQ(chain->SetFullscreenState(TRUE, nullptr), DXGI_ERROR_NOT_CURRENTLY_AVAILABLE);
    EXPECT_EQ(chain->SetFullscreenState(FALSE, nullptr), S_OK);
    EXPECT_EQ(chain->Present(0, 0), S_OK);
}

TEST_F(SwapChainTest, DescriptionsComeBack) {
    auto chain = make(makeDesc());
    DXGI_SWAP_CHAIN_DESC1 desc{};
    ASSERT_EQ(chain->GetDesc1(&desc), S_OK);
    EXPECT_EQ(desc.Width, 320u);
    EXPECT_EQ(desc.BufferCount, 3u);
    EXPECT_EQ(inner().desc.bufferCount, 3u);
    EXPECT_EQ(chain->GetDesc1(nullptr), E_INVALIDARG);
    EXPECT_EQ(chain->GetDesc(nullptr), E_INVALIDARG);
    EXPECT_EQ(chain->GetFullscreenDesc(nullptr), E_INVALIDARG);
    HWND window = reinterpret_cast<HWND>(intptr_t(1));
    EXPECT_EQ(chain->GetHwnd(&window), DXGI_ERROR_INVALID_CALL) << "composition has no window";
    EXPECT_EQ(chain->SetFullscreenState(TRUE, nullptr), DXGI_ERROR_INVALID_CALL);
}

TEST_F(SwapChainTest, ParentAndDevice) {
    auto chain = make(makeDesc());
    ComPtr<IDXGIFactory> parent;
    ASSERT_EQ(chain->GetParent(__uuidof(IDXGIFactory), parent.putVoid()), S_OK);
    EXPECT_EQ(parent.as<IUnknown>().get(), factory.as<IUnknown>().get());
    ComPtr<IHendecaDevice> owner;
    ASSERT_EQ(chain->GetDevice(__uuidof(IHendecaDevice), owner.putVoid()), S_OK);
    EXPECT_EQ(owner.get(), static_cast<IHendecaDevice*>(device.get()));
}

TEST_F(SwapChainTest, BuffersAreBoundedByTheCount) {
    auto chain = make(makeDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD));
    ComPtr<IUnknown> buffer;
    EXPECT_EQ(chain->GetBuffer(0, __uuidof(IUnknown), buffer.putVoid()), S_OK);
    EXPECT_EQ(chain->GetBuffer(2, __uuidof(IUnknown), buffer.putVoid()), S_OK) << "served unless strictDiscardBuffers is set";
    EXPECT_EQ(chain->GetBuffer(3, __uuidof(IUnknown), buffer.putVoid()), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(inner().buffersAsked, (std::vector<uint32_t>{0, 2}));
    EXPECT_EQ(chain->GetCurrentBackBufferIndex(), 0u);
}

TEST_F(SwapChainTest, PresentCountsOnlyTruePresents) {
    auto chain = make(makeDesc());
    UINT count = 7;
    ASSERT_EQ(chain->GetLastPresentCount(&count), S_OK);
    EXPECT_EQ(count, 0u);
    EXPECT_EQ(chain->Present(0, DXGI_PRESENT_TEST), S_OK);
    EXPECT_EQ(chain->Present(10, 0), DXGI_ERROR_INVALID_CALL);
    EXPECT_TRUE(inner().presents.empty()) << "neither reaches the device";
    EXPECT_EQ(chain->Present(1, 0), S_OK);
    chain->GetLastPresentCount(&count);
    EXPECT_EQ(count, 1u);
    ASSERT_EQ(inner().presents.size(), 1u);
    EXPECT_EQ(inner().presents[0].syncInterval, 1u);
}

TEST_F(SwapChainTest, PresentFailuresPassThroughAndDoNotCount) {
    auto chain = make(makeDesc());
    inner().presentResult = DXGI_ERROR_DEVICE_REMOVED;
    EXPECT_EQ(chain->Present(0, 0), DXGI_ERROR_DEVICE_REMOVED);
    inner().status = DXGI_ERROR_DEVICE_RESET;
    EXPECT_EQ(chain->Present(0, DXGI_PRESENT_TEST), DXGI_ERROR_DEVICE_RESET) << "a test says what a present would";
    UINT count = 7;
    chain->GetLastPresentCount(&count);
    EXPECT_EQ(count, 0u);
}

TEST_F(SwapChainTest, FrameLatencyIsTheDevices) {
    device->latency = 2;
    auto chain = make(makeDesc());
    chain->Present(0, 0);
    EXPECT_EQ(inner().latencies, (std::vector<uint32_t>{1})) << "room for the frame that is queued now";
}

TEST_F(SwapChainTest, DoNotWaitAnswersWhenTheQueueIsFull) {
    device->latency = 2;
    auto chain = make(makeDesc());
    inner().stuck = true;
    EXPECT_EQ(chain->Present(0, DXGI_PRESENT_DO_NOT_WAIT), S_OK);
    EXPECT_EQ(chain->Present(0, DXGI_PRESENT_DO_NOT_WAIT), S_OK);
    EXPECT_EQ(chain->Present(0, DXGI_PRESENT_DO_NOT_WAIT), DXGI_ERROR_WAS_STILL_DRAWING);
    EXPECT_EQ(inner().presents.size(), 2u);
}

TEST_F(SwapChainTest, ResizeIsRefusedWhileBuffersAreHeld) {
    auto chain = make(makeDesc());
    inner().referenced = TRUE;
    EXPECT_EQ(chain->ResizeBuffers(0, 64, 64, DXGI_FORMAT_UNKNOWN, 0), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(inner().desc.width, 320u);
    EXPECT_EQ(chain->Present(0, 0), S_OK) << "the old buffers stay usable";
    inner().referenced = FALSE;
    EXPECT_EQ(chain->ResizeBuffers(0, 64, 48, DXGI_FORMAT_UNKNOWN, 0), S_OK);
    DXGI_SWAP_CHAIN_DESC1 desc{};
    chain->GetDesc1(&desc);
    EXPECT_EQ(desc.Width, 64u);
    EXPECT_EQ(desc.Height, 48u);
    EXPECT_EQ(desc.BufferCount, 3u) << "0 keeps the count";
    EXPECT_EQ(desc.Format, DXGI_FORMAT_B8G8R8A8_UNORM) << "UNKNOWN keeps the format";
}

TEST_F(SwapChainTest, ResizeRules) {
    auto chain = make(makeDesc());
    EXPECT_EQ(chain->ResizeBuffers(1, 64, 64, DXGI_FORMAT_UNKNOWN, 0), DXGI_ERROR_INVALID_CALL) << "one buffer of a flip chain";
    EXPECT_EQ(chain->ResizeBuffers(17, 64, 64, DXGI_FORMAT_UNKNOWN, 0), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(chain->ResizeBuffers(0, 64, 64, DXGI_FORMAT_UNKNOWN, DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING),
              DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(chain->ResizeBuffers(0, 64, 64, DXGI_FORMAT_UNKNOWN, DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT),
              DXGI_ERROR_INVALID_CALL);
    const UINT masks[3] = {1, 1, 1};
    EXPECT_EQ(chain->ResizeBuffers1(0, 64, 64, DXGI_FORMAT_UNKNOWN, 0, masks, nullptr), DXGI_ERROR_INVALID_CALL);
    inner().resizeResult = E_OUTOFMEMORY;
    EXPECT_EQ(chain->ResizeBuffers(0, 64, 64, DXGI_FORMAT_UNKNOWN, 0), E_OUTOFMEMORY);
    DXGI_SWAP_CHAIN_DESC1 desc{};
    chain->GetDesc1(&desc);
    EXPECT_EQ(desc.Width, 320u) << "a failure changes nothing";
}

TEST_F(SwapChainTest, FullscreenArguments) {
    auto chain = make(makeDesc());
    BOOL fullscreen = TRUE;
    ComPtr<IDXGIOutput> output;
    EXPECT_EQ(chain->GetFullscreenState(&fullscreen, output.put()), S_OK);
    EXPECT_FALSE(fullscreen);
    EXPECT_FALSE(output);
    EXPECT_EQ(chain->GetFullscreenState(nullptr, nullptr), S_OK);
    EXPECT_EQ(chain->ResizeTarget(nullptr), DXGI_ERROR_INVALID_CALL);
}

TEST_F(SwapChainTest, LatencyNeedsTheWaitableFlag) {
    auto chain = make(makeDesc());
    UINT latency = 0;
    EXPECT_EQ(chain->GetMaximumFrameLatency(&latency), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(chain->SetMaximumFrameLatency(2), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(chain->GetFrameLatencyWaitableObject(), nullptr);

    DXGI_SWAP_CHAIN_DESC1 desc = makeDesc();
    desc.Flags = DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT;
    chain = make(desc);
    EXPECT_EQ(chain->GetMaximumFrameLatency(&latency), S_OK);
    EXPECT_EQ(latency, 1u);
    EXPECT_EQ(chain->SetMaximumFrameLatency(0), DXGI_ERROR_INVALID_CALL);
    EXPECT_EQ(chain->SetMaximumFrameLatency(2), S_OK);
    EXPECT_EQ(chain->Present(0, 0), S_OK);
}

TEST_F(SwapChainTest, SourceSizeAndColorSpace) {
    auto chain = make(makeDesc());
    UINT width = 0, height = 0, support = 7;
    EXPECT_EQ(chain->SetSourceSize(0, 10), E_INVALIDARG);
    EXPECT_EQ(chain->SetSourceSize(321, 10), E_INVALIDARG);
    EXPECT_EQ(chain->GetSourceSize(&width, &height), S_OK);
    EXPECT_EQ(width, 320u);
    EXPECT_EQ(chain->CheckColorSpaceSupport(DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709, nullptr), E_INVALIDARG);
    EXPECT_EQ(chain->CheckColorSpaceSupport(DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709, &support), S_OK);
    EXPECT_EQ(support, UINT(DXGI_SWAP_CHAIN_COLOR_SPACE_SUPPORT_FLAG_PRESENT));
    EXPECT_EQ(chain->SetColorSpace1(DXGI_COLOR_SPACE_RGB_FULL_G2084_NONE_P2020), E_INVALIDARG);
    EXPECT_EQ(chain->SetColorSpace1(DXGI_COLOR_SPACE_RGB_FULL_G22_NONE_P709), S_OK);
    DXGI_HDR_METADATA_HDR10 hdr{};
    EXPECT_EQ(chain->SetHDRMetaData(DXGI_HDR_METADATA_TYPE_HDR10, sizeof(hdr), &hdr), S_OK);
    EXPECT_EQ(chain->SetHDRMetaData(DXGI_HDR_METADATA_TYPE_HDR10, sizeof(hdr) - 1, &hdr), E_INVALIDARG);
    EXPECT_EQ(chain->SetHDRMetaData(DXGI_HDR_METADATA_TYPE_NONE, 0, nullptr), S_OK);
}

TEST_F(SwapChainTest, StatisticsOfAFlipChain) {
    auto chain = make(makeDesc());
    DXGI_FRAME_STATISTICS stats{};
    EXPECT_EQ(chain->GetFrameStatistics(&stats), DXGI_ERROR_FRAME_STATISTICS_DISJOINT) << "the first question";
    chain->Present(0, 0);
    chain->Present(0, 0);
    ASSERT_EQ(chain->GetFrameStatistics(&stats), S_OK);
    EXPECT_EQ(stats.PresentCount, 2u);
    EXPECT_GT(stats.SyncQPCTime.QuadPart, 0);
}

TEST_F(SwapChainTest, NothingOutlivesTheLastReference) {
    {
        auto chain = make(makeDesc());
        EXPECT_GT(device->publicRefs(), 1u) << "a chain keeps its device";
    }
    EXPECT_EQ(device->publicRefs(), 1u);
    EXPECT_EQ(factory->publicRefs(), 1u);
}

TEST_F(SwapChainTest, PresentAndResizeHoldTheContextsLock) {
    auto chain = make(makeDesc());
    EXPECT_EQ(chain->Present(0, 0), S_OK);
    EXPECT_EQ(device->locks, 0u) << "no protection, no lock";
    device->isProtected = TRUE;
    EXPECT_EQ(chain->Present(0, 0), S_OK);
    EXPECT_EQ(device->locks, 1u);
    EXPECT_EQ(chain->ResizeBuffers(0, 64, 64, DXGI_FORMAT_UNKNOWN, 0), S_OK);
    EXPECT_EQ(device->locks, 2u);
    EXPECT_EQ(device->unlocks, 2u);
}

} // namespace
} // namespace hendeca::dxgi
