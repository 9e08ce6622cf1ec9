// Direct3D 10 over a Direct3D 11 device: the other face of objects, and ID3D10Device once there is a context state. Microsoft
// Learn, ID3D11Device1::CreateDeviceContextState and the ID3D10 interfaces.
#include "support/fixture.h"

#include "dxbcasm/dxbcasm.h"

#include <d3d10_1.h>

#include <chrono>
#include <thread>

namespace conformance {
namespace {

class Direct3D10 : public DeviceTest {
protected:
    void offer() {
        Com<ID3D11Device1> one;
        ASSERT_HR(S_OK, device->QueryInterface(IID_PPV_ARGS(one.out())));
        const D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL_10_1;
        Com<ID3DDeviceContextState> state;
        ASSERT_HR(S_OK, one->CreateDeviceContextState(0, &level, 1, D3D11_SDK_VERSION, __uuidof(ID3D10Device1), nullptr,
                                                      state.out()));
    }
};

TEST_F(Direct3D10, ObjectsHaveAnotherFace) {
    auto color = texture(8, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE);
    Com<ID3D10Texture2D> face;
    ASSERT_HR(S_OK, color->QueryInterface(IID_PPV_ARGS(face.out())));
    D3D10_TEXTURE2D_DESC desc{};
    face->GetDesc(&desc);
    EXPECT_EQ(8u, desc.Width);
    EXPECT_EQ(UINT(D3D10_BIND_RENDER_TARGET | D3D10_BIND_SHADER_RESOURCE), desc.BindFlags);
    Com<IUnknown> one, other;
    EXPECT_HR(S_OK, color->QueryInterface(IID_PPV_ARGS(one.out())));
    EXPECT_HR(S_OK, face->QueryInterface(IID_PPV_ARGS(other.out())));
    EXPECT_EQ(one.get(), other.get()) << "one object";
    ID3D10Device* none = reinterpret_cast<ID3D10Device*>(this);
    face->GetDevice(&none);
    EXPECT_EQ(nullptr, none) << "the device offers no Direct3D 10 yet";

    Com<ID3D10Buffer> wrong;
    EXPECT_HR(E_NOINTERFACE, color->QueryInterface(IID_PPV_ARGS(wrong.out())));
    auto structured = buffer(64, D3D11_BIND_SHADER_RESOURCE, nullptr, D3D11_USAGE_DEFAULT,
                             D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 16);
    EXPECT_HR(E_NOINTERFACE, structured->QueryInterface(IID_PPV_ARGS(wrong.out()))) << "unknown to Direct3D 10";

    auto view = target(color.get());
    Com<ID3D10RenderTargetView> viewFace;
    ASSERT_HR(S_OK, view->QueryInterface(IID_PPV_ARGS(viewFace.out())));
    Com<ID3D10Resource> resource;
    viewFace->GetResource(resource.out());
    EXPECT_EQ(static_cast<ID3D10Resource*>(face.get()), resource.get());
}

TEST_F(Direct3D10, TheDeviceIsOfferedWithTheFirstContextState) {
    Com<ID3D10Device> ten;
    EXPECT_HR(E_NOINTERFACE, device->QueryInterface(IID_PPV_ARGS(ten.out())));
    offer();
    ASSERT_HR(S_OK, device->QueryInterface(IID_PPV_ARGS(ten.out())));
    Com<ID3D11Device> back;
    EXPECT_HR(S_OK, ten->QueryInterface(IID_PPV_ARGS(back.out())));
    EXPECT_EQ(device.get(), back.get());
}

// What is made and set with the one API is the other's.
TEST_F(Direct3D10, MakesBindsAndClears) {
    offer();
    Com<ID3D10Device1> ten;
    ASSERT_HR(S_OK, device->QueryInterface(IID_PPV_ARGS(ten.out())));
    const D3D10_TEXTURE2D_DESC desc{4, 4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D10_USAGE_DEFAULT,
                                    D3D10_BIND_RENDER_TARGET, 0, 0};
    Com<ID3D10Texture2D> made;
    ASSERT_HR(S_OK, ten->CreateTexture2D(&desc, nullptr, made.out()));
    Com<ID3D10RenderTargetView> view;
    ASSERT_HR(S_OK, ten->CreateRenderTargetView(made.get(), nullptr, view.out()));
    ID3D10RenderTargetView* raw = view.get();
    ten->OMSetRenderTargets(1, &raw, nullptr);
    const float green[4] = {0, 1, 0, 1};
    ten->ClearRenderTargetView(view.get(), green);
    Com<ID3D11RenderTargetView> bound;
    context->OMGetRenderTargets(1, bound.out(), nullptr);
    Com<ID3D11RenderTargetView> eleven;
    EXPECT_HR(S_OK, view->QueryInterface(IID_PPV_ARGS(eleven.out())));
    EXPECT_EQ(eleven.get(), bound.get());
    Com<ID3D11Texture2D> texture;
    ASSERT_HR(S_OK, made->QueryInterface(IID_PPV_ARGS(texture.out())));
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(texture.get()).rgba(1, 1));

    D3D10_BLEND_DESC blend{};
    blend.SrcBlend = blend.SrcBlendAlpha = D3D10_BLEND_ONE;
    blend.DestBlend = blend.DestBlendAlpha = D3D10_BLEND_ZERO;
    blend.BlendOp = blend.BlendOpAlpha = D3D10_BLEND_OP_ADD;
    blend.BlendEnable[1] = TRUE;
    for (UINT8& mask : blend.RenderTargetWriteMask)
        mask = 15;
    Com<ID3D10BlendState> state;
    ASSERT_HR(S_OK, ten->CreateBlendState(&blend, state.out()));
    D3D10_BLEND_DESC found{};
    state->GetDesc(&found);
    EXPECT_FALSE(found.BlendEnable[0]);
    EXPECT_TRUE(found.BlendEnable[1]);
    EXPECT_EQ(D3D10_FEATURE_LEVEL_10_1, ten->GetFeatureLevel());
    ten->ClearState();
}

// Four numbers less than Direct3D 11's.
TEST_F(Direct3D10, PipelineStatisticsAreThoseOfDirect3D10) {
    offer();
    Com<ID3D10Device> ten;
    ASSERT_HR(S_OK, device->QueryInterface(IID_PPV_ARGS(ten.out())));
    const D3D10_QUERY_DESC desc{D3D10_QUERY_PIPELINE_STATISTICS, 0};
    Com<ID3D10Query> query;
    ASSERT_HR(S_OK, ten->CreateQuery(&desc, query.out()));
    EXPECT_EQ(sizeof(D3D10_QUERY_DATA_PIPELINE_STATISTICS), query->GetDataSize());
    query->Begin();
    query->End();
    D3D10_QUERY_DATA_PIPELINE_STATISTICS data;
    std::memset(&data, 0xff, sizeof data);
    HRESULT hr = S_FALSE;
    for (int i = 0; i < 5000 && hr == S_FALSE; i++) {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        hr = query->GetData(&data, sizeof data, 0);
    }
    EXPECT_HR(S_OK, hr);
    EXPECT_EQ(0u, data.IAVertices);
    EXPECT_EQ(0u, data.PSInvocations);
}

// A stride goes with entries of slot 0 alone, and only with those (ID3D10Device::CreateGeometryShaderWithStreamOutput).
TEST_F(Direct3D10, StreamOutputStrideIsOfTheOneBuffer) {
    offer();
    Com<ID3D10Device> ten;
    ASSERT_HR(S_OK, device->QueryInterface(IID_PPV_ARGS(ten.out())));
    const auto code = hendeca::dxbcasm::assemble("gs_4_0\n"
                                                 ".in SV_Position 0 0 xyzw float sv=POS\n"
                                                 ".out SV_Position 0 0 xyzw float sv=POS\n"
                                                 ".out COLOR 0 1 xyzw float\n"
                                                 "dcl_inputPrimitive point\n"
                                                 "dcl_input_siv v[1][0].xyzw, position\n"
                                                 "dcl_outputTopology pointlist\n"
                                                 "dcl_output_siv o0.xyzw, position\n"
                                                 "dcl_output o1.xyzw\n"
                                                 "dcl_maxOutputVertexCount 1\n"
                                                 "mov o0.xyzw, v[0][0].xyzw\n"
                                                 "mov o1.xyzw, l(0, 0, 0, 1.0)\n"
                                                 "emit\n"
                                                 "ret\n");
    ASSERT_TRUE(code) << code.error().what;
    const D3D10_SO_DECLARATION_ENTRY one[] = {{"SV_Position", 0, 0, 4, 0}, {"COLOR", 0, 0, 4, 0}};
    const D3D10_SO_DECLARATION_ENTRY two[] = {{"SV_Position", 0, 0, 4, 0}, {"COLOR", 0, 0, 4, 1}};
    const D3D10_SO_DECLARATION_ENTRY second[] = {{"COLOR", 0, 0, 4, 1}};
    struct Case {
        const D3D10_SO_DECLARATION_ENTRY* entries;
        UINT count, stride;
        HRESULT expected;
    };
    const Case cases[] = {
        {one, 2, 32, S_OK},       {one, 2, 64, S_OK},         {one, 2, 0, E_INVALIDARG},    {one, 2, 28, E_INVALIDARG},
        {two, 2, 0, S_OK},        {two, 2, 16, E_INVALIDARG}, {second, 1, 0, S_OK},         {second, 1, 16, E_INVALIDARG},
        {nullptr, 0, 0, S_OK},    {nullptr, 0, 16, E_INVALIDARG},
    };
    for (const Case& row : cases) {
        ID3D10GeometryShader* made = reinterpret_cast<ID3D10GeometryShader*>(this);
        EXPECT_HR(row.expected, ten->CreateGeometryShaderWithStreamOutput(code->data(), code->size(), row.entries, row.count,
                                                                          row.stride, &made))
            << &row - cases;
        if (SUCCEEDED(row.expected))
            made->Release();
        else
            EXPECT_EQ(nullptr, made) << &row - cases;
    }
}

// ID3D11Multithread of the context is a part of the context.
TEST_F(Direct3D10, MultithreadProtectionCountsWithItsObject) {
    Com<ID3D11Multithread> ofContext;
    ASSERT_HR(S_OK, context->QueryInterface(IID_PPV_ARGS(ofContext.out())));
    Com<IUnknown> identity, own;
    EXPECT_HR(S_OK, ofContext->QueryInterface(IID_PPV_ARGS(identity.out())));
    EXPECT_HR(S_OK, context->QueryInterface(IID_PPV_ARGS(own.out())));
    EXPECT_EQ(own.get(), identity.get());
    EXPECT_FALSE(ofContext->SetMultithreadProtected(TRUE));
    Com<ID3D10Multithread> ten;
    ASSERT_HR(S_OK, device->QueryInterface(IID_PPV_ARGS(ten.out())));
    EXPECT_TRUE(ten->GetMultithreadProtected());
    EXPECT_TRUE(ofContext->SetMultithreadProtected(FALSE));
}

} // namespace
} // namespace conformance
