// Cases from the field: state that is set and asked back, references, and what invalid calls leave.
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"
#include "shaders/fullscreen.vs.h"

namespace conformance {
namespace {

constexpr DXGI_FORMAT kColor = DXGI_FORMAT_R8G8B8A8_UNORM;
constexpr UINT kRtv = D3D11_BIND_RENDER_TARGET, kSrv = D3D11_BIND_SHADER_RESOURCE;

class StateCases : public DeviceTest {
protected:
    Com<ID3D11DepthStencilView> depthView(uint32_t width, uint32_t height, UINT samples = 1, UINT layers = 1) {
        const D3D11_TEXTURE2D_DESC desc{width,
                                        height,
                                        1,
                                        layers,
                                        DXGI_FORMAT_D24_UNORM_S8_UINT,
                                        {samples, 0},
                                        D3D11_USAGE_DEFAULT,
                                        D3D11_BIND_DEPTH_STENCIL,
                                        0,
                                        0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        Com<ID3D11DepthStencilView> view;
        EXPECT_HR(S_OK, device->CreateDepthStencilView(made.get(), nullptr, view.out()));
        return view;
    }
    Com<ID3D11RenderTargetView> colorView(uint32_t width, uint32_t height, UINT samples = 1, UINT layers = 1) {
        const D3D11_TEXTURE2D_DESC desc{width, height, 1, layers, kColor, {samples, 0}, D3D11_USAGE_DEFAULT,
                                        kRtv,  0,      0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, made.out()));
        return target(made.get());
    }
};

// The stencil reference has eight bits.
TEST_F(StateCases, StencilReferenceKeepsEightBits) {
    D3D11_DEPTH_STENCIL_DESC desc{};
    desc.DepthFunc = D3D11_COMPARISON_ALWAYS;
    Com<ID3D11DepthStencilState> state, found;
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&desc, state.out()));
    UINT reference = 0;
    context->OMSetDepthStencilState(state.get(), 0x1ff);
    context->OMGetDepthStencilState(found.out(), &reference);
    EXPECT_EQ(0xffu, reference);
    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    deferred->OMSetDepthStencilState(state.get(), 0x12345680);
    deferred->OMGetDepthStencilState(found.out(), &reference);
    EXPECT_EQ(0x80u, reference);
}

// The getters of viewports and rectangles write no more than the array holds; without one they tell how many are bound.
TEST_F(StateCases, CountsOfViewportsAndScissorRectangles) {
    const D3D11_VIEWPORT views[3] = {{0, 0, 1, 1, 0, 1}, {0, 0, 2, 2, 0, 1}, {0, 0, 3, 3, 0, 1}};
    const D3D11_RECT rects[3] = {{0, 0, 1, 1}, {0, 0, 2, 2}, {0, 0, 3, 3}};
    context->RSSetViewports(3, views);
    context->RSSetScissorRects(3, rects);
    for (UINT asked : {1u, 3u, 16u}) {
        D3D11_VIEWPORT found[17];
        D3D11_RECT foundRects[17];
        std::memset(found, 0x7f, sizeof found);
        std::memset(foundRects, 0x7f, sizeof foundRects);
        UINT count = asked, rectCount = asked;
        context->RSGetViewports(&count, found);
        context->RSGetScissorRects(&rectCount, foundRects);
        EXPECT_EQ(asked < 3 ? asked : 3u, count);
        EXPECT_EQ(asked < 3 ? asked : 3u, rectCount);
        EXPECT_EQ(1.0f, found[0].Width);
        if (asked > 3) {
            EXPECT_EQ(0.0f, found[3].Width) << "the rest is zeroed";
            EXPECT_EQ(0, foundRects[3].right);
        }
        EXPECT_EQ(0x7f7f7f7f, foundRects[asked].right) << "nothing is written past the array";
    }
    UINT count = 0, rectCount = 16;
    context->RSGetViewports(&count, nullptr);
    context->RSGetScissorRects(&rectCount, nullptr);
    EXPECT_EQ(3u, count);
    EXPECT_EQ(3u, rectCount);
}

// OMSetRenderTargets drops a call as a whole when the views do not go together; a larger depth buffer does.
TEST_F(StateCases, TargetsThatDoNotFitAreNotBound) {
    auto kept = colorView(8, 8);
    auto same = colorView(16, 16), other = colorView(16, 16), small = colorView(8, 16), multi = colorView(16, 16, 4),
         layered = colorView(16, 16, 1, 2);
    auto fits = depthView(16, 16), larger = depthView(32, 32), smaller = depthView(8, 8),
         multiDepth = depthView(16, 16, 4), layeredDepth = depthView(16, 16, 1, 2);
    const struct {
        const char* rule;
        ID3D11RenderTargetView *first, *second;
        ID3D11DepthStencilView* depth;
        bool bound;
    } rows[] = {
        {"equal targets", same.get(), other.get(), nullptr, true},
        {"targets of two sizes", same.get(), small.get(), nullptr, false},
        {"targets of two sample counts", same.get(), multi.get(), nullptr, false},
        {"targets of two layer counts", same.get(), layered.get(), nullptr, false},
        {"depth of the same size", same.get(), nullptr, fits.get(), true},
        {"a larger depth buffer", same.get(), nullptr, larger.get(), true},
        {"a smaller depth buffer", same.get(), nullptr, smaller.get(), false},
        {"depth of another sample count", same.get(), nullptr, multiDepth.get(), false},
        {"depth of another layer count", same.get(), nullptr, layeredDepth.get(), false},
        {"depth alone", nullptr, nullptr, smaller.get(), true},
    };
    for (const auto& row : rows) {
        SCOPED_TRACE(row.rule);
        context->OMSetRenderTargets(1, kept.array(), nullptr);
        ID3D11RenderTargetView* const both[] = {row.first, row.second};
        context->OMSetRenderTargets(2, both, row.depth);
        Com<ID3D11RenderTargetView> found;
        Com<ID3D11DepthStencilView> foundDepth;
        context->OMGetRenderTargets(1, found.out(), foundDepth.out());
        EXPECT_EQ(row.bound ? row.first : kept.get(), found.get());
        EXPECT_EQ(row.bound ? row.depth : nullptr, foundDepth.get());
    }
}

// What contexts, views and lists hold does not show in an object's count; what is bound lives on.
TEST_F(StateCases, HoldsAreNotCounted) {
    auto color = texture(16, 16, kColor, kRtv | kSrv);
    auto view = target(color.get());
    auto resource = resourceView(color.get());
    auto constants = buffer(64, D3D11_BIND_CONSTANT_BUFFER);
    auto shader = pixelShader(constant_color_ps);
    EXPECT_EQ(1u, refCount(color.get())) << "views";
    bindTarget(view);
    context->PSSetConstantBuffers(0, 1, constants.array());
    context->PSSetShader(shader.get(), nullptr, 0);
    EXPECT_EQ(1u, refCount(view.get()));
    EXPECT_EQ(1u, refCount(constants.get()));
    EXPECT_EQ(1u, refCount(shader.get()));
    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    deferred->OMSetRenderTargets(1, view.array(), nullptr);
    deferred->PSSetConstantBuffers(0, 1, constants.array());
    const float red[4] = {1, 0, 0, 1};
    deferred->ClearRenderTargetView(view.get(), red);
    Com<ID3D11CommandList> list;
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    EXPECT_EQ(1u, refCount(view.get())) << "a list";
    EXPECT_EQ(1u, refCount(constants.get()));
    ID3D11RenderTargetView* const plain = view.get();
    view.reset();
    context->Flush();
    context->ExecuteCommandList(list.get(), TRUE);
    EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(3, 3)) << "the list's view is alive";
    Com<ID3D11RenderTargetView> found;
    context->OMGetRenderTargets(1, found.out(), nullptr);
    EXPECT_EQ(plain, found.get()) << "and so is the bound one";
    EXPECT_EQ(1u, refCount(found.get()));
}

// Every kind of object: a null output of QueryInterface, an interface that is not there, private data.
TEST_F(StateCases, InterfacesAndPrivateDataOfAllObjects) {
    constexpr GUID kKey = {0x51c0f7aa, 0x7c33, 0x49a1, {0x8e, 0x0b, 0x39, 0x55, 0x1a, 0xc2, 0x90, 0x07}};
    auto color = texture(4, 4, kColor, kRtv | kSrv | D3D11_BIND_UNORDERED_ACCESS);
    const D3D11_BLEND_DESC blendDesc{};
    const D3D11_RASTERIZER_DESC rasterDesc{D3D11_FILL_SOLID, D3D11_CULL_NONE};
    D3D11_DEPTH_STENCIL_DESC depthDesc{};
    depthDesc.DepthFunc = D3D11_COMPARISON_ALWAYS;
    Com<ID3D11BlendState> blend;
    Com<ID3D11RasterizerState> raster;
    Com<ID3D11DepthStencilState> depth;
    Com<ID3D11ClassLinkage> linkage;
    Com<ID3D11InputLayout> layout;
    const D3D11_INPUT_ELEMENT_DESC none{};
    ASSERT_HR(S_OK, device->CreateBlendState(&blendDesc, blend.out()));
    ASSERT_HR(S_OK, device->CreateRasterizerState(&rasterDesc, raster.out()));
    ASSERT_HR(S_OK, device->CreateDepthStencilState(&depthDesc, depth.out()));
    ASSERT_HR(S_OK, device->CreateClassLinkage(linkage.out()));
    ASSERT_HR(S_OK, device->CreateInputLayout(&none, 0, fullscreen_vs, sizeof fullscreen_vs, layout.out()));
    Com<ID3D11DeviceContext> deferred;
    Com<ID3D11CommandList> list;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    const Com<IUnknown> objects[] = {
        device.as<IUnknown>(),
        context.as<IUnknown>(),
        deferred.as<IUnknown>(),
        list.as<IUnknown>(),
        color.as<IUnknown>(),
        buffer(64, D3D11_BIND_VERTEX_BUFFER).as<IUnknown>(),
        target(color.get()).as<IUnknown>(),
        resourceView(color.get()).as<IUnknown>(),
        accessView(color.get()).as<IUnknown>(),
        depthView(4, 4).as<IUnknown>(),
        vertexShader(fullscreen_vs).as<IUnknown>(),
        pixelShader(constant_color_ps).as<IUnknown>(),
        sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_WRAP).as<IUnknown>(),
        blend.as<IUnknown>(),
        raster.as<IUnknown>(),
        depth.as<IUnknown>(),
        linkage.as<IUnknown>(),
        layout.as<IUnknown>(),
        query(D3D11_QUERY_EVENT).as<IUnknown>(),
    };
    int at = 0;
    for (const Com<IUnknown>& object : objects) {
        SCOPED_TRACE(at++);
        ASSERT_TRUE(object);
        EXPECT_HR(E_POINTER, object->QueryInterface(__uuidof(IUnknown), nullptr));
        IUnknown* other = reinterpret_cast<IUnknown*>(uintptr_t(16));
        EXPECT_HR(E_NOINTERFACE, object->QueryInterface(__uuidof(IDXGIOutput), reinterpret_cast<void**>(&other)));
        EXPECT_EQ(nullptr, other);
        Com<ID3D11DeviceChild> child = object.as<ID3D11DeviceChild>();
        if (!child)
            continue; // the device, which has tests of its own
        const uint32_t value = 0x1234;
        uint32_t found = 0;
        UINT size = 2;
        EXPECT_HR(S_OK, child->SetPrivateData(kKey, sizeof value, &value));
        EXPECT_HR(DXGI_ERROR_MORE_DATA, child->GetPrivateData(kKey, &size, &found));
        EXPECT_EQ(4u, size);
        EXPECT_HR(S_OK, child->GetPrivateData(kKey, &size, &found));
        EXPECT_EQ(value, found);
        EXPECT_HR(S_OK, child->SetPrivateData(kKey, 0, nullptr));
        EXPECT_HR(DXGI_ERROR_NOT_FOUND, child->GetPrivateData(kKey, &size, &found));
        EXPECT_EQ(0u, size);
    }
}

// A viewport without width or height shows nothing, and no pixel shader runs for it.
TEST_F(StateCases, EmptyViewports) {
    auto color = texture(64, 64, kColor, kRtv);
    auto view = target(color.get());
    auto shader = pixelShader(constant_color_ps);
    const float blue[4] = {0, 0, 1, 1};
    const struct {
        float width, height;
        bool visible;
    } rows[] = {{0, 64, false}, {64, 0, false}, {0, 0, false}, {64, 64, true}};
    for (const auto& row : rows) {
        context->ClearRenderTargetView(view.get(), blue);
        bindTarget(view);
        viewport(row.width, row.height);
        auto samples = query(D3D11_QUERY_OCCLUSION), statistics = query(D3D11_QUERY_PIPELINE_STATISTICS);
        context->Begin(samples.get());
        context->Begin(statistics.get());
        drawFullscreen(shader.get());
        context->End(statistics.get());
        context->End(samples.get());
        EXPECT_EQ(row.visible ? 64u * 64 : 0u, result<UINT64>(samples.get())) << row.width << " x " << row.height;
        const auto counts = result<D3D11_QUERY_DATA_PIPELINE_STATISTICS>(statistics.get());
        EXPECT_EQ(row.visible, counts.PSInvocations != 0);
        const bool stillBlue = read(color.get()).rgba(20, 20) == Rgba8{0, 0, 255, 255};
        EXPECT_EQ(!row.visible, stillBlue);
    }
}

} // namespace
} // namespace conformance
