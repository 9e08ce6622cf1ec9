// Present: arguments, counts, latency, unbinding, statistics.
#include "chain_fixture.h"

#include <atomic>
#include <thread>

namespace conformance {
namespace {

class PresentTest : public ChainTest {
protected:
    UINT count(IDXGISwapChain* chain) {
        UINT value = ~0u;
        EXPECT_HR(S_OK, chain->GetLastPresentCount(&value));
        return value;
    }
};

TEST_F(PresentTest, TestPresentsHaveNoEffect) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2));
    ASSERT_TRUE(chain);
    fill(chain.get(), 1, 0, 0);
    const UINT before = count(chain.get());
    EXPECT_HR(S_OK, chain->Present(0, DXGI_PRESENT_TEST));
    EXPECT_EQ(before, count(chain.get()));
    EXPECT_EQ(kRed, pixel(chain.get(), 0)) << "nothing rotates";
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->Present(10, 0));
    EXPECT_EQ(before, count(chain.get()));
    EXPECT_HR(S_OK, chain->Present(0, 0));
    EXPECT_EQ(before + 1, count(chain.get()));
    EXPECT_EQ(kRed, pixel(chain.get(), 1));
}

TEST_F(PresentTest, TearingNeedsTheFlagAndNoInterval) {
    auto plain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2));
    ASSERT_TRUE(plain);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, plain->Present(0, DXGI_PRESENT_ALLOW_TEARING));
    plain.reset();
    DXGI_SWAP_CHAIN_DESC1 desc = chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2);
    desc.Flags = DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING;
    auto tearing = makeChain(desc);
    ASSERT_TRUE(tearing);
    EXPECT_HR(S_OK, tearing->Present(0, DXGI_PRESENT_ALLOW_TEARING));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, tearing->Present(1, DXGI_PRESENT_ALLOW_TEARING));
}

TEST_F(PresentTest, FlipChainsUnbindTheBackBuffer) {
    const struct {
        DXGI_SWAP_EFFECT effect;
        UINT flags;
        bool bound;
    } cases[] = {
        {DXGI_SWAP_EFFECT_FLIP_DISCARD, 0, false},
        {DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 0, false},
        {DXGI_SWAP_EFFECT_FLIP_DISCARD, DXGI_PRESENT_TEST, true},
        {DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, DXGI_PRESENT_DO_NOT_SEQUENCE, true},
        {DXGI_SWAP_EFFECT_DISCARD, 0, true},
    };
    for (const auto& c : cases) {
        auto chain = makeChain(chainDesc(c.effect, 2));
        ASSERT_TRUE(chain);
        auto view = target(buffer(chain.get(), 0).get());
        bindTarget(view);
        EXPECT_HR(S_OK, chain->Present(0, c.flags));
        Com<ID3D11RenderTargetView> bound;
        context->OMGetRenderTargets(1, bound.out(), nullptr);
        EXPECT_EQ(c.bound, bound.get() == view.get()) << "effect " << c.effect << " flags " << c.flags;
        bound.reset();
        context->OMSetRenderTargets(0, nullptr, nullptr);
    }
}

TEST_F(PresentTest, ManyFramesKeepTheirOrder) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 3));
    ASSERT_TRUE(chain);
    for (int i = 1; i <= 100; i++) {
        fill(chain.get(), static_cast<float>(i) / 255, 0, 0);
        ASSERT_HR(S_OK, chain->Present(0, 0));
    }
    EXPECT_EQ(100u, count(chain.get()));
    EXPECT_EQ((Rgba8{100, 0, 0, 255}), pixel(chain.get(), 2));
    EXPECT_EQ((Rgba8{99, 0, 0, 255}), pixel(chain.get(), 1));
}

TEST_F(PresentTest, DoNotSequenceKeepsTheBuffer) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2));
    ASSERT_TRUE(chain);
    fill(chain.get(), 0, 1, 0);
    EXPECT_HR(S_OK, chain->Present(0, DXGI_PRESENT_DO_NOT_SEQUENCE));
    EXPECT_EQ(kGreen, pixel(chain.get(), 0));
}

TEST_F(PresentTest, StatisticsStartDisjoint) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2));
    ASSERT_TRUE(chain);
    DXGI_FRAME_STATISTICS stats;
    EXPECT_HR(DXGI_ERROR_FRAME_STATISTICS_DISJOINT, chain->GetFrameStatistics(&stats));
    EXPECT_HR(S_OK, chain->Present(0, 0));
    EXPECT_HR(S_OK, chain->GetFrameStatistics(&stats));
    EXPECT_EQ(1u, stats.PresentCount);
}

TEST_F(PresentTest, LatencyIsTheWaitableChainsOwn) {
    auto plain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2));
    ASSERT_TRUE(plain);
    UINT latency = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, plain->GetMaximumFrameLatency(&latency));
    EXPECT_EQ(nullptr, plain->GetFrameLatencyWaitableObject());
    plain.reset();
    DXGI_SWAP_CHAIN_DESC1 desc = chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2);
    desc.Flags = DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT;
    auto chain = makeChain(desc);
    ASSERT_TRUE(chain);
    EXPECT_HR(S_OK, chain->GetMaximumFrameLatency(&latency));
    EXPECT_EQ(1u, latency);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->SetMaximumFrameLatency(0));
    EXPECT_HR(S_OK, chain->SetMaximumFrameLatency(3));
    EXPECT_HR(S_OK, chain->GetMaximumFrameLatency(&latency));
    EXPECT_EQ(3u, latency);
    for (int i = 0; i < 5; i++)
        EXPECT_HR(S_OK, chain->Present(0, 0));
}

TEST_F(PresentTest, DescriptionsAreValidated) {
    const struct {
        DXGI_SWAP_EFFECT effect;
        UINT buffers, samples;
        DXGI_FORMAT format;
        HRESULT expected;
    } cases[] = {
        {DXGI_SWAP_EFFECT_FLIP_DISCARD, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_ERROR_INVALID_CALL},
        {DXGI_SWAP_EFFECT_FLIP_DISCARD, 17, 1, DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_ERROR_INVALID_CALL},
        {DXGI_SWAP_EFFECT_FLIP_DISCARD, 2, 4, DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_ERROR_INVALID_CALL},
        {DXGI_SWAP_EFFECT_FLIP_DISCARD, 2, 1, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, DXGI_ERROR_INVALID_CALL},
        {DXGI_SWAP_EFFECT_FLIP_DISCARD, 2, 1, DXGI_FORMAT_R16G16B16A16_FLOAT, S_OK},
        {DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2, 1, DXGI_FORMAT_R10G10B10A2_UNORM, S_OK},
        {DXGI_SWAP_EFFECT_DISCARD, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, S_OK},
        {DXGI_SWAP_EFFECT_DISCARD, 1, 1, DXGI_FORMAT_UNKNOWN, E_INVALIDARG},
        {DXGI_SWAP_EFFECT_DISCARD, 1, 1, DXGI_FORMAT_BC5_UNORM, E_INVALIDARG},
        {static_cast<DXGI_SWAP_EFFECT>(2), 2, 1, DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_ERROR_INVALID_CALL},
        {static_cast<DXGI_SWAP_EFFECT>(5), 2, 1, DXGI_FORMAT_R8G8B8A8_UNORM, DXGI_ERROR_INVALID_CALL},
    };
    for (const auto& c : cases) {
        DXGI_SWAP_CHAIN_DESC1 desc = chainDesc(c.effect, c.buffers, 64, 64, c.format);
        desc.SampleDesc.Count = c.samples;
        EXPECT_HR(c.expected, tryChain(desc)) << "effect " << c.effect << ", " << c.buffers << " buffers, " << c.samples
                                              << " samples, format " << c.format;
    }
    const DXGI_SWAP_CHAIN_DESC1 good = chainDesc(DXGI_SWAP_EFFECT_DISCARD, 1);
    Com<IDXGISwapChain1> chain;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CreateSwapChainForHwnd(nullptr, window.handle(), &good, nullptr, nullptr, chain.out()));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL,
              factory->CreateSwapChainForHwnd(device.get(), window.handle(), nullptr, nullptr, nullptr, chain.out()));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL,
              factory->CreateSwapChainForHwnd(device.get(), window.handle(), &good, nullptr, nullptr, nullptr));
}

TEST_F(PresentTest, ParentDeviceAndReferences) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_DISCARD, 1));
    ASSERT_TRUE(chain);
    Com<IDXGIFactory> parent;
    EXPECT_HR(S_OK, chain->GetParent(__uuidof(IDXGIFactory), parent.outVoid()));
    Com<ID3D11Device> owner;
    EXPECT_HR(S_OK, chain->GetDevice(__uuidof(ID3D11Device), owner.outVoid()));
    EXPECT_EQ(device.get(), owner.get());
    // The buffers' references are not the chain's.
    const unsigned long before = refCount(chain.get());
    auto texture = buffer(chain.get(), 0);
    EXPECT_EQ(before, refCount(chain.get()));
    IDXGISwapChain4* raw = chain.get();
    raw->AddRef();
    chain.reset();
    EXPECT_EQ(0u, raw->Release()) << "the last reference destroys the chain";
    D3D11_TEXTURE2D_DESC desc = {};
    texture->GetDesc(&desc);
    EXPECT_EQ(64u, desc.Width) << "a buffer that is held outlives it";
}

// A program may call the chain between Enter and Leave of ID3D11Multithread while another thread presents: neither waits
// for the other for good.
TEST_F(PresentTest, CallsBetweenEnterAndLeaveGoOn) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2));
    ASSERT_TRUE(chain);
    auto multithread = device.as<ID3D11Multithread>();
    ASSERT_TRUE(multithread);
    EXPECT_FALSE(multithread->SetMultithreadProtected(TRUE));
    constexpr int kFrames = 300;
    std::atomic<bool> done{false};
    std::thread other([&] {
        while (!done) {
            multithread->Enter();
            DXGI_SWAP_CHAIN_DESC1 desc = {};
            EXPECT_HR(S_OK, chain->GetDesc1(&desc));
            buffer(chain.get(), 0);
            multithread->Leave();
        }
    });
    for (int i = 0; i < kFrames; i++)
        EXPECT_HR(S_OK, chain->Present(0, 0));
    done = true;
    other.join();
    EXPECT_EQ(UINT(kFrames), count(chain.get()));
    EXPECT_TRUE(multithread->SetMultithreadProtected(FALSE));
}

} // namespace
} // namespace conformance
