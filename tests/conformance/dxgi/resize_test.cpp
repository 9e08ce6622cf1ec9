// ResizeBuffers: what it refuses, what it keeps, and that drawing goes on.
#include "chain_fixture.h"

namespace conformance {
namespace {

class ResizeTest : public ChainTest {};

TEST_F(ResizeTest, RefusedWhileABufferIsHeld) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_DISCARD, 1));
    ASSERT_TRUE(chain);
    auto texture = buffer(chain.get(), 0);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers(0, 32, 32, DXGI_FORMAT_UNKNOWN, 0));
    EXPECT_HR(S_OK, chain->Present(0, 0));
    DXGI_SWAP_CHAIN_DESC1 desc;
    chain->GetDesc1(&desc);
    EXPECT_EQ(64u, desc.Width);
    texture.reset();
    EXPECT_HR(S_OK, chain->ResizeBuffers(0, 32, 32, DXGI_FORMAT_UNKNOWN, 0));
}

TEST_F(ResizeTest, RefusedWhileAViewIsHeld) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2));
    ASSERT_TRUE(chain);
    auto view = target(buffer(chain.get(), 0).get());
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers(0, 32, 32, DXGI_FORMAT_UNKNOWN, 0));
    view.reset();
    EXPECT_HR(S_OK, chain->ResizeBuffers(0, 32, 32, DXGI_FORMAT_UNKNOWN, 0));
}

TEST_F(ResizeTest, RefusedWhileAnotherBufferIsHeld) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_SEQUENTIAL, 2));
    ASSERT_TRUE(chain);
    auto texture = buffer(chain.get(), 1);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers(0, 32, 32, DXGI_FORMAT_UNKNOWN, 0));
    texture.reset();
    EXPECT_HR(S_OK, chain->ResizeBuffers(0, 32, 32, DXGI_FORMAT_UNKNOWN, 0));
}

TEST_F(ResizeTest, NewBuffersHaveTheNewSizeAndCanBeDrawnTo) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2));
    ASSERT_TRUE(chain);
    fill(chain.get(), 1, 0, 0);
    chain->Present(0, 0);
    ASSERT_HR(S_OK, chain->ResizeBuffers(3, 20, 10, DXGI_FORMAT_B8G8R8A8_UNORM, 0));
    DXGI_SWAP_CHAIN_DESC1 desc;
    chain->GetDesc1(&desc);
    EXPECT_EQ(20u, desc.Width);
    EXPECT_EQ(10u, desc.Height);
    EXPECT_EQ(3u, desc.BufferCount);
    EXPECT_EQ(DXGI_FORMAT_B8G8R8A8_UNORM, desc.Format);
    D3D11_TEXTURE2D_DESC texture;
    buffer(chain.get(), 2)->GetDesc(&texture);
    EXPECT_EQ(20u, texture.Width);
    fill(chain.get(), 0, 1, 0);
    EXPECT_HR(S_OK, chain->Present(0, 0));
    EXPECT_EQ(kGreen, pixel(chain.get(), 2));
}

TEST_F(ResizeTest, ZeroKeepsCountAndFormat) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 3));
    ASSERT_TRUE(chain);
    ASSERT_HR(S_OK, chain->ResizeBuffers(0, 16, 16, DXGI_FORMAT_UNKNOWN, 0));
    DXGI_SWAP_CHAIN_DESC1 desc;
    chain->GetDesc1(&desc);
    EXPECT_EQ(3u, desc.BufferCount);
    EXPECT_EQ(DXGI_FORMAT_R8G8B8A8_UNORM, desc.Format);
}

TEST_F(ResizeTest, CountsAndFlagsAreChecked) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2));
    ASSERT_TRUE(chain);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers(1, 16, 16, DXGI_FORMAT_UNKNOWN, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers(17, 16, 16, DXGI_FORMAT_UNKNOWN, 0));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers(0, 16, 16, DXGI_FORMAT_UNKNOWN, DXGI_SWAP_CHAIN_FLAG_ALLOW_TEARING));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL,
              chain->ResizeBuffers(0, 16, 16, DXGI_FORMAT_UNKNOWN, DXGI_SWAP_CHAIN_FLAG_FRAME_LATENCY_WAITABLE_OBJECT));
    const UINT masks[] = {1, 1};
    IUnknown* const queues[] = {device.get(), device.get()};
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->ResizeBuffers1(2, 16, 16, DXGI_FORMAT_UNKNOWN, 0, masks, queues));
    EXPECT_HR(S_OK, chain->ResizeBuffers1(2, 16, 16, DXGI_FORMAT_UNKNOWN, 0, nullptr, nullptr));
}

TEST_F(ResizeTest, ManyTimesWithFramesBetween) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2));
    ASSERT_TRUE(chain);
    for (UINT i = 0; i < 20; i++) {
        ASSERT_HR(S_OK, chain->ResizeBuffers(0, 16 + i * 7, 16 + i * 3, DXGI_FORMAT_UNKNOWN, 0));
        fill(chain.get(), 0, 1, 0);
        ASSERT_HR(S_OK, chain->Present(0, 0));
        EXPECT_EQ(kGreen, pixel(chain.get(), 1));
    }
}

} // namespace
} // namespace conformance
