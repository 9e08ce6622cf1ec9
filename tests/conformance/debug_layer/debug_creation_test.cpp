// Create methods that fail say why, with the message of that mistake and the one of the result.
#include "debug_fixture.h"

#include "shaders/fill.cs.h"
#include "shaders/load_2d.ps.h"
#include "shaders/vertex_color.vs.h"

namespace conformance {
namespace {

class DebugCreation : public DebugTest {
public:
    void expectError(D3D11_MESSAGE_ID id) {
        expectSaid(id, D3D11_MESSAGE_CATEGORY_STATE_CREATION, D3D11_MESSAGE_SEVERITY_ERROR);
    }
};

constexpr UINT kConstant = D3D11_BIND_CONSTANT_BUFFER, kVertex = D3D11_BIND_VERTEX_BUFFER;
constexpr auto kDefault = D3D11_USAGE_DEFAULT;

TEST_F(DebugCreation, Buffers) {
    const struct {
        D3D11_BUFFER_DESC desc;
        D3D11_MESSAGE_ID id;
    } cases[] = {
        {{0, kDefault, kVertex, 0, 0, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDDIMENSIONS},
        {{20, kDefault, kConstant, 0, 0, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDDIMENSIONS},
        {{64, kDefault, kConstant | kVertex, 0, 0, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDCONSTANTBUFFERBINDINGS},
        {{64, static_cast<D3D11_USAGE>(7), kVertex, 0, 0, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDUSAGE},
        {{64, kDefault, 0x80000000, 0, 0, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDBINDFLAGS},
        {{64, kDefault, kVertex, 1, 0, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDCPUACCESSFLAGS},
        {{64, kDefault, kVertex, 0, 0x80000000, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_UNRECOGNIZEDMISCFLAGS},
        {{64, D3D11_USAGE_DYNAMIC, kVertex, D3D11_CPU_ACCESS_READ, 0, 0},
         D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDCPUACCESSFLAGS},
        {{64, D3D11_USAGE_STAGING, kVertex, D3D11_CPU_ACCESS_READ, 0, 0},
         D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDBINDFLAGS},
        {{64, D3D11_USAGE_IMMUTABLE, kVertex, 0, 0, 0}, D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDINITIALDATA},
        {{64, kDefault, D3D11_BIND_SHADER_RESOURCE, 0, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 6},
         D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDSTRUCTURESTRIDE},
    };
    for (const auto& test : cases) {
        Com<ID3D11Buffer> made;
        EXPECT_HR(E_INVALIDARG, device->CreateBuffer(&test.desc, nullptr, made.out()));
        EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_CREATEBUFFER_INVALIDARG_RETURN));
        expectError(test.id);
    }
    Com<ID3D11Buffer> made;
    EXPECT_HR(E_INVALIDARG, device->CreateBuffer(nullptr, nullptr, made.out()));
    expectError(D3D11_MESSAGE_ID_CREATEBUFFER_NULLDESC);
    const D3D11_BUFFER_DESC good = {64, kDefault, kVertex, 0, 0, 0};
    EXPECT_HR(S_OK, device->CreateBuffer(&good, nullptr, made.out()));
    expectQuiet();
}

TEST_F(DebugCreation, Textures) {
    constexpr auto kColor = DXGI_FORMAT_R8G8B8A8_UNORM;
    constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE;
    const struct {
        D3D11_TEXTURE2D_DESC desc;
        D3D11_MESSAGE_ID id;
    } cases[] = {
        {{0, 4, 1, 1, kColor, {1, 0}, kDefault, kSrv, 0, 0}, D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDDIMENSIONS},
        {{4, 20000, 1, 1, kColor, {1, 0}, kDefault, kSrv, 0, 0}, D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDDIMENSIONS},
        {{4, 4, 9, 1, kColor, {1, 0}, kDefault, kSrv, 0, 0}, D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDMIPLEVELS},
        {{4, 4, 1, 1, DXGI_FORMAT_UNKNOWN, {1, 0}, kDefault, kSrv, 0, 0},
         D3D11_MESSAGE_ID_CREATETEXTURE2D_UNRECOGNIZEDFORMAT},
        {{4, 4, 1, 1, kColor, {3, 0}, kDefault, kSrv, 0, 0}, D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDSAMPLES},
        {{4, 4, 1, 1, kColor, {1, 0}, kDefault, D3D11_BIND_DEPTH_STENCIL, 0, 0},
         D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDBINDFLAGS},
        {{4, 4, 1, 1, DXGI_FORMAT_BC1_UNORM, {1, 0}, kDefault, D3D11_BIND_RENDER_TARGET, 0, 0},
         D3D11_MESSAGE_ID_CREATETEXTURE2D_UNSUPPORTEDFORMAT},
        {{4, 4, 1, 1, kColor, {1, 0}, D3D11_USAGE_IMMUTABLE, kSrv, 0, 0},
         D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDINITIALDATA},
        {{4, 4, 1, 1, kColor, {1, 0}, static_cast<D3D11_USAGE>(9), kSrv, 0, 0},
         D3D11_MESSAGE_ID_CREATETEXTURE2D_UNRECOGNIZEDUSAGE},
    };
    for (const auto& test : cases) {
        Com<ID3D11Texture2D> made;
        EXPECT_HR(E_INVALIDARG, device->CreateTexture2D(&test.desc, nullptr, made.out()));
        EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_CREATETEXTURE2D_INVALIDARG_RETURN));
        expectError(test.id);
    }
    const D3D11_TEXTURE1D_DESC line = {0, 1, 1, kColor, kDefault, kSrv, 0, 0};
    EXPECT_HR(E_INVALIDARG, device->CreateTexture1D(&line, nullptr, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATETEXTURE1D_INVALIDDIMENSIONS);
    const D3D11_TEXTURE3D_DESC volume = {4, 4, 5000, 1, kColor, kDefault, kSrv, 0, 0};
    EXPECT_HR(E_INVALIDARG, device->CreateTexture3D(&volume, nullptr, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATETEXTURE3D_INVALIDDIMENSIONS);
    EXPECT_HR(E_INVALIDARG, device->CreateTexture3D(nullptr, nullptr, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATETEXTURE3D_NULLDESC);
}

TEST_F(DebugCreation, Views) {
    auto image = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    auto plain = buffer(64, D3D11_BIND_SHADER_RESOURCE);
    Com<ID3D11RenderTargetView> rtv;
    EXPECT_HR(E_INVALIDARG, device->CreateRenderTargetView(image.get(), nullptr, rtv.out()));
    EXPECT_EQ(1u, count(D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_INVALIDARG_RETURN));
    expectError(D3D11_MESSAGE_ID_CREATERENDERTARGETVIEW_INVALIDRESOURCE);
    Com<ID3D11UnorderedAccessView> uav;
    EXPECT_HR(E_INVALIDARG, device->CreateUnorderedAccessView(image.get(), nullptr, uav.out()));
    expectError(D3D11_MESSAGE_ID_CREATEUNORDEREDACCESSVIEW_INVALIDRESOURCE);
    Com<ID3D11DepthStencilView> dsv;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilView(image.get(), nullptr, dsv.out()));
    expectError(D3D11_MESSAGE_ID_CREATEDEPTHSTENCILVIEW_INVALIDRESOURCE);
    Com<ID3D11ShaderResourceView> srv;
    EXPECT_HR(E_INVALIDARG, device->CreateShaderResourceView(plain.get(), nullptr, srv.out()));
    expectError(D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDDESC);
    D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
    desc.Format = DXGI_FORMAT_R32_FLOAT;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURE2D;
    desc.Texture2D.MipLevels = 1;
    EXPECT_HR(E_INVALIDARG, device->CreateShaderResourceView(image.get(), &desc, srv.out()));
    expectError(D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDFORMAT);
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.Texture2D.MostDetailedMip = 5;
    EXPECT_HR(E_INVALIDARG, device->CreateShaderResourceView(image.get(), &desc, srv.out()));
    expectError(D3D11_MESSAGE_ID_CREATESHADERRESOURCEVIEW_INVALIDDIMENSIONS);
}

TEST_F(DebugCreation, InputLayouts) {
    const D3D11_INPUT_ELEMENT_DESC position = {
        "POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};
    const D3D11_INPUT_ELEMENT_DESC color = {
        "COLOR", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 16, D3D11_INPUT_PER_VERTEX_DATA, 0};
    const auto with = [](D3D11_INPUT_ELEMENT_DESC element, auto change) {
        change(element);
        return element;
    };
    const struct {
        D3D11_INPUT_ELEMENT_DESC second;
        D3D11_MESSAGE_ID id;
    } cases[] = {
        {with(color, [](auto& e) { e.SemanticName = "OTHER"; }), D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_MISSINGELEMENT},
        {with(color, [](auto& e) { e.SemanticName = nullptr; }), D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_NULLSEMANTIC},
        {with(color, [](auto& e) { e.InputSlot = 32; }), D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDSLOT},
        {with(color, [](auto& e) { e.AlignedByteOffset = 17; }), D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDALIGNMENT},
        {with(color, [](auto& e) { e.Format = DXGI_FORMAT_UNKNOWN; }),
         D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDFORMAT},
        {with(color, [](auto& e) { e.InstanceDataStepRate = 1; }),
         D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_STEPRATESLOTCLASSMISMATCH},
        {with(color, [](auto& e) { e.InputSlotClass = D3D11_INPUT_PER_INSTANCE_DATA; }),
         D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_INVALIDSLOTCLASSCHANGE},
    };
    for (const auto& test : cases) {
        const D3D11_INPUT_ELEMENT_DESC elements[] = {position, test.second};
        Com<ID3D11InputLayout> made;
        EXPECT_HR(E_INVALIDARG,
                  device->CreateInputLayout(elements, 2, vertex_color_vs, sizeof vertex_color_vs, made.out()));
        expectError(test.id);
    }
    EXPECT_HR(E_INVALIDARG, device->CreateInputLayout(nullptr, 0, vertex_color_vs, sizeof vertex_color_vs, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_NULLDESC);
    EXPECT_HR(E_INVALIDARG, device->CreateInputLayout(&position, 1, "rubbish", 7, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEINPUTLAYOUT_UNPARSEABLEINPUTSIGNATURE);
}

TEST_F(DebugCreation, Shaders) {
    Com<ID3D11PixelShader> pixel;
    EXPECT_HR(E_INVALIDARG, device->CreatePixelShader("rubbish", 7, nullptr, pixel.out()));
    expectError(D3D11_MESSAGE_ID_CREATEPIXELSHADER_INVALIDSHADERBYTECODE);
    EXPECT_HR(E_INVALIDARG, device->CreatePixelShader(fill_cs, sizeof fill_cs, nullptr, pixel.out()));
    expectError(D3D11_MESSAGE_ID_CREATEPIXELSHADER_INVALIDSHADERTYPE);
    Com<ID3D11ComputeShader> compute;
    EXPECT_HR(E_INVALIDARG, device->CreateComputeShader(load_2d_ps, sizeof load_2d_ps, nullptr, compute.out()));
    expectError(D3D11_MESSAGE_ID_CREATECOMPUTESHADER_INVALIDSHADERTYPE);
    EXPECT_HR(E_INVALIDARG, device->CreateVertexShader(nullptr, 0, nullptr, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEVERTEXSHADER_INVALIDSHADERBYTECODE);
    Com<ID3D11GeometryShader> geometry;
    const D3D11_SO_DECLARATION_ENTRY entry = {0, "NOWHERE", 0, 0, 4, 7};
    EXPECT_HR(E_INVALIDARG, device->CreateGeometryShaderWithStreamOutput("rubbish", 7, &entry, 1, nullptr, 0, 0,
                                                                         nullptr, geometry.out()));
    expectError(D3D11_MESSAGE_ID_CREATEGEOMETRYSHADERWITHSTREAMOUTPUT_INVALIDSHADERBYTECODE);
}

TEST_F(DebugCreation, States) {
    D3D11_BLEND_DESC blend{};
    blend.RenderTarget[0] = {TRUE,
                             static_cast<D3D11_BLEND>(0),
                             D3D11_BLEND_ZERO,
                             D3D11_BLEND_OP_ADD,
                             D3D11_BLEND_ONE,
                             D3D11_BLEND_ZERO,
                             D3D11_BLEND_OP_ADD,
                             15};
    EXPECT_HR(E_INVALIDARG, device->CreateBlendState(&blend, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDSRCBLEND);
    blend.RenderTarget[0].SrcBlend = D3D11_BLEND_ONE;
    blend.RenderTarget[0].DestBlendAlpha = D3D11_BLEND_SRC_COLOR; // a colour factor where only alpha factors are
    EXPECT_HR(E_INVALIDARG, device->CreateBlendState(&blend, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEBLENDSTATE_INVALIDDESTBLENDALPHA);
    EXPECT_HR(E_INVALIDARG, device->CreateBlendState(nullptr, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEBLENDSTATE_NULLDESC);

    D3D11_RASTERIZER_DESC raster{};
    raster.CullMode = D3D11_CULL_BACK;
    EXPECT_HR(E_INVALIDARG, device->CreateRasterizerState(&raster, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_INVALIDFILLMODE);
    raster.FillMode = D3D11_FILL_SOLID;
    raster.CullMode = static_cast<D3D11_CULL_MODE>(0);
    EXPECT_HR(E_INVALIDARG, device->CreateRasterizerState(&raster, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATERASTERIZERSTATE_INVALIDCULLMODE);

    D3D11_SAMPLER_DESC sampler{};
    sampler.AddressU = sampler.AddressV = D3D11_TEXTURE_ADDRESS_CLAMP;
    EXPECT_HR(E_INVALIDARG, device->CreateSamplerState(&sampler, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDADDRESSW);
    sampler.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
    sampler.Filter = D3D11_FILTER_COMPARISON_MIN_MAG_MIP_LINEAR;
    EXPECT_HR(E_INVALIDARG, device->CreateSamplerState(&sampler, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATESAMPLERSTATE_INVALIDCOMPARISONFUNC);

    D3D11_DEPTH_STENCIL_DESC depth{};
    depth.DepthEnable = TRUE;
    EXPECT_HR(E_INVALIDARG, device->CreateDepthStencilState(&depth, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEDEPTHSTENCILSTATE_INVALIDDEPTHFUNC);
}

TEST_F(DebugCreation, QueriesCountersContexts) {
    const D3D11_QUERY_DESC none = {static_cast<D3D11_QUERY>(99), 0};
    EXPECT_HR(E_INVALIDARG, device->CreateQuery(&none, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_INVALIDQUERY);
    EXPECT_HR(E_INVALIDARG, device->CreatePredicate(nullptr, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATEQUERYORPREDICATE_NULLDESC);
    const D3D11_COUNTER_DESC counter = {D3D11_COUNTER_DEVICE_DEPENDENT_0, 0};
    EXPECT_HR(E_INVALIDARG, device->CreateCounter(&counter, nullptr));
    expectError(D3D11_MESSAGE_ID_CREATECOUNTER_OUTOFRANGE_COUNTER);
    Com<ID3D11DeviceContext> deferred;
    EXPECT_HR(E_INVALIDARG, device->CreateDeferredContext(1, deferred.out()));
    expectError(D3D11_MESSAGE_ID_CREATEDEFERREDCONTEXT_INVALID_COMMANDLISTFLAGS);
    EXPECT_HR(E_INVALIDARG, device->SetExceptionMode(~0u));
    expectError(D3D11_MESSAGE_ID_SETEXCEPTIONMODE_UNRECOGNIZEDFLAGS);
}

} // namespace
} // namespace conformance
