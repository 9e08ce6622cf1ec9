// Back buffers: which can be had, what they hold after presents, and what may be done with them.
#include "chain_fixture.h"

#include "shaders/load_2d.ps.h"

namespace conformance {
namespace {

constexpr DXGI_SWAP_EFFECT kEffects[] = {DXGI_SWAP_EFFECT_DISCARD, DXGI_SWAP_EFFECT_SEQUENTIAL, DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL,
                                         DXGI_SWAP_EFFECT_FLIP_DISCARD};

class BuffersTest : public ChainTest {};
class RotationTest : public ChainTest, public ::testing::WithParamInterface<DXGI_SWAP_EFFECT> {};

TEST_P(RotationTest, BuffersHoldTheFramesPresentedBefore) {
    auto chain = makeChain(chainDesc(GetParam(), 3));
    ASSERT_TRUE(chain);
    fill(chain.get(), 1, 0, 0);
    EXPECT_HR(S_OK, chain->Present(0, 0));
    fill(chain.get(), 0, 1, 0);
    EXPECT_EQ(kGreen, pixel(chain.get(), 0));
    EXPECT_EQ(kRed, pixel(chain.get(), 2));
    EXPECT_HR(S_OK, chain->Present(0, 0));
    fill(chain.get(), 0, 0, 1);
    EXPECT_EQ(kBlue, pixel(chain.get(), 0));
    EXPECT_EQ(kRed, pixel(chain.get(), 1));
    EXPECT_EQ(kGreen, pixel(chain.get(), 2));
}

TEST_P(RotationTest, TheSameObjectsStayAtTheirIndexes) {
    auto chain = makeChain(chainDesc(GetParam(), 3));
    ASSERT_TRUE(chain);
    auto first = buffer(chain.get(), 0), last = buffer(chain.get(), 2);
    chain->Present(0, 0);
    EXPECT_EQ(first.get(), buffer(chain.get(), 0).get());
    EXPECT_EQ(last.get(), buffer(chain.get(), 2).get());
}

TEST_P(RotationTest, AThumbnailShowsTheFrameWithoutTheMenu) {
    // A game presents its scene, then draws a menu over the next frame and saves a picture of the scene that was shown.
    auto chain = makeChain(chainDesc(GetParam(), 2));
    ASSERT_TRUE(chain);
    fill(chain.get(), 0, 1, 0);
    EXPECT_HR(S_OK, chain->Present(0, 0));
    fill(chain.get(), 1, 0, 0);
    auto shown = buffer(chain.get(), 1);
    ASSERT_TRUE(shown);
    EXPECT_EQ(kGreen, read(shown.get()).rgba(5, 5)) << "by CopyResource and Map";

    // The same through a shader.
    auto copy = texture(64, 64, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto copyView = target(copy.get());
    auto source = resourceView(shown.get());
    ASSERT_TRUE(source);
    auto shader = pixelShader(load_2d_ps);
    bindTarget(copyView);
    viewport(64, 64);
    context->PSSetShaderResources(0, 1, source.array());
    drawFullscreen(shader.get());
    EXPECT_EQ(kGreen, read(copy.get()).rgba(5, 5)) << "by a shader resource view";
    EXPECT_EQ(kRed, pixel(chain.get(), 0)) << "the frame being drawn is its own";

    // And a view that was made before follows the storage.
    context->Flush();
    EXPECT_HR(S_OK, chain->Present(0, 0));
    bindTarget(copyView);
    context->PSSetShaderResources(0, 1, source.array());
    drawFullscreen(shader.get());
    EXPECT_EQ(kRed, read(copy.get()).rgba(5, 5)) << "the view of buffer 1 after the next present";
}

TEST_P(RotationTest, OnlyBufferZeroMayBeDrawnTo) {
    auto chain = makeChain(chainDesc(GetParam(), 2));
    ASSERT_TRUE(chain);
    auto shown = buffer(chain.get(), 1);
    Com<ID3D11RenderTargetView> view;
    EXPECT_HR(E_INVALIDARG, device->CreateRenderTargetView(shown.get(), nullptr, view.out()));
    EXPECT_FALSE(view);
    EXPECT_HR(S_OK, device->CreateRenderTargetView(buffer(chain.get(), 0).get(), nullptr, view.out()));
}

std::string effectName(const ::testing::TestParamInfo<DXGI_SWAP_EFFECT>& info) {
    switch (info.param) {
    case DXGI_SWAP_EFFECT_DISCARD: return "Discard";
    case DXGI_SWAP_EFFECT_SEQUENTIAL: return "Sequential";
    case DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL: return "FlipSequential";
    default: return "FlipDiscard";
    }
}

INSTANTIATE_TEST_SUITE_P(Effects, RotationTest, ::testing::ValuesIn(kEffects), effectName);

TEST_F(BuffersTest, IndexesEndAtTheCount) {
    for (DXGI_SWAP_EFFECT effect : kEffects) {
        auto chain = makeChain(chainDesc(effect, 2));
        ASSERT_TRUE(chain);
        Com<ID3D11Texture2D> texture;
        EXPECT_HR(S_OK, chain->GetBuffer(0, __uuidof(ID3D11Texture2D), texture.outVoid()));
        EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->GetBuffer(2, __uuidof(ID3D11Texture2D), texture.outVoid()));
        EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->GetBuffer(0xffffffffu, __uuidof(ID3D11Texture2D), texture.outVoid()));
        Com<IUnknown> other;
        EXPECT_HR(E_NOINTERFACE, chain->GetBuffer(0, __uuidof(ID3D11Buffer), other.outVoid()));
        EXPECT_HR(S_OK, chain->GetBuffer(0, __uuidof(IDXGISurface), other.outVoid()));
    }
}

TEST_F(BuffersTest, DescriptionFollowsTheUsage) {
    DXGI_SWAP_CHAIN_DESC1 wanted = chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2, 40, 30, DXGI_FORMAT_B8G8R8A8_UNORM);
    auto chain = makeChain(wanted);
    ASSERT_TRUE(chain);
    D3D11_TEXTURE2D_DESC desc;
    buffer(chain.get(), 0)->GetDesc(&desc);
    EXPECT_EQ(40u, desc.Width);
    EXPECT_EQ(30u, desc.Height);
    EXPECT_EQ(1u, desc.MipLevels);
    EXPECT_EQ(1u, desc.ArraySize);
    EXPECT_EQ(DXGI_FORMAT_B8G8R8A8_UNORM, desc.Format);
    EXPECT_EQ(D3D11_USAGE_DEFAULT, desc.Usage);
    EXPECT_EQ(UINT(D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE), desc.BindFlags);
}

TEST_F(BuffersTest, AnSrgbTargetViewOfAUnormBufferIsAllowed) {
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_DISCARD, 2));
    ASSERT_TRUE(chain);
    auto texture = buffer(chain.get(), 0);
    D3D11_RENDER_TARGET_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM_SRGB;
    desc.ViewDimension = D3D11_RTV_DIMENSION_TEXTURE2D;
    Com<ID3D11RenderTargetView> view;
    ASSERT_HR(S_OK, device->CreateRenderTargetView(texture.get(), &desc, view.out()));
    const float half[4] = {0.5f, 0.5f, 0.5f, 1};
    context->ClearRenderTargetView(view.get(), half);
    EXPECT_TRUE(near({188, 188, 188, 255}, read(texture.get()).rgba(1, 1)));
    D3D11_SHADER_RESOURCE_VIEW_DESC srv = {};
    srv.Format = DXGI_FORMAT_R8G8B8A8_UNORM_SRGB;
    srv.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    srv.Texture2D.MipLevels = 1;
    Com<ID3D11ShaderResourceView> resource;
    EXPECT_HR(E_INVALIDARG, device->CreateShaderResourceView(texture.get(), &srv, resource.out())) << "but no such shader view";
}

TEST_F(BuffersTest, CompositionChainsWorkWithoutAWindow) {
    DXGI_SWAP_CHAIN_DESC1 desc = chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2, 64, 64, DXGI_FORMAT_B8G8R8A8_UNORM);
    desc.AlphaMode = DXGI_ALPHA_MODE_PREMULTIPLIED;
    Com<IDXGISwapChain1> chain;
    ASSERT_HR(S_OK, factory->CreateSwapChainForComposition(device.get(), &desc, nullptr, chain.out()));
    fill(chain.get(), 0, 0, 1);
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), pixel(chain.get(), 0)) << "bytes are blue first";
    for (int i = 0; i < 10; i++)
        EXPECT_HR(S_OK, chain->Present(0, 0));
    HWND none = nullptr;
    EXPECT_TRUE(FAILED(chain->GetHwnd(&none)));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, chain->SetFullscreenState(TRUE, nullptr));
    desc.Width = 0;
    Com<IDXGISwapChain1> refused;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CreateSwapChainForComposition(device.get(), &desc, nullptr, refused.out()));
    desc = chainDesc(DXGI_SWAP_EFFECT_DISCARD);
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, factory->CreateSwapChainForComposition(device.get(), &desc, nullptr, refused.out()));
}

TEST_F(BuffersTest, MultisampledBlitChain) {
    DXGI_SWAP_CHAIN_DESC1 desc = chainDesc(DXGI_SWAP_EFFECT_DISCARD, 1);
    desc.SampleDesc.Count = 4;
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    auto chain = makeChain(desc);
    ASSERT_TRUE(chain);
    fill(chain.get(), 0, 1, 0);
    auto single = texture(64, 64, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    context->ResolveSubresource(single.get(), 0, buffer(chain.get(), 0).get(), 0, DXGI_FORMAT_R8G8B8A8_UNORM);
    EXPECT_EQ(kGreen, read(single.get()).rgba(9, 9));
    EXPECT_HR(S_OK, chain->Present(0, 0));
}

} // namespace
} // namespace conformance
