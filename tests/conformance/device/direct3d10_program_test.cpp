// Devices of Direct3D 10 programs: what d3d10_1.dll makes with d3d10core.dll. On Windows only, and where both libraries are.
// Microsoft Learn: D3D10CreateDevice1, D3D10CreateDeviceAndSwapChain1, ID3D10Multithread ("on by default").
#include "support/fixture.h"

#include "dxbcasm/dxbcasm.h"

#include <d3d10_1.h>
#include <d3d10sdklayers.h>

#include <vector>

namespace conformance {
namespace {

using CreateDevice1 = HRESULT(WINAPI*)(IDXGIAdapter*, D3D10_DRIVER_TYPE, HMODULE, UINT, D3D10_FEATURE_LEVEL1, UINT,
                                       ID3D10Device1**);
using CreateDeviceAndSwapChain1 = HRESULT(WINAPI*)(IDXGIAdapter*, D3D10_DRIVER_TYPE, HMODULE, UINT, D3D10_FEATURE_LEVEL1,
                                                   UINT, DXGI_SWAP_CHAIN_DESC*, IDXGISwapChain**, ID3D10Device1**);
using CoreCreateDevice = HRESULT(WINAPI*)(IDXGIFactory*, IDXGIAdapter*, UINT, D3D_FEATURE_LEVEL, ID3D10Device**);

// A function of a library; null where there is none.
template <class F>
F function(const wchar_t* library, const char* name) {
#ifdef _WIN32
    if (HMODULE module = LoadLibraryW(library))
        return reinterpret_cast<F>(reinterpret_cast<void*>(GetProcAddress(module, name)));
#endif
    return nullptr;
}

constexpr const char* kVertex = R"(vs_4_0
.in POSITION 0 0 xy float rw=xy
.out SV_Position 0 0 xyzw float sv=POS
dcl_input v0.xy
dcl_output_siv o0.xyzw, position
mov o0.xy, v0.xyxx
mov o0.zw, l(0, 0, 0.5, 1.0)
ret
)";
constexpr const char* kPixel = R"(ps_4_0
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_output o0.xyzw
mov o0.xyzw, l(0, 1.0, 0, 1.0)
ret
)";

class Direct3D10Program : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (!function<CreateDevice1>(L"d3d10_1.dll", "D3D10CreateDevice1"))
            GTEST_SKIP() << "there is no d3d10_1 here";
        if (!function<CoreCreateDevice>(L"d3d10core.dll", "D3D10CoreCreateDevice"))
            GTEST_SKIP() << "there is no d3d10core here";
    }

    Com<ID3D10Device1> make(UINT flags = 0, D3D10_FEATURE_LEVEL1 level = D3D10_FEATURE_LEVEL_10_1) {
        Com<ID3D10Device1> made;
        EXPECT_HR(S_OK, function<CreateDevice1>(L"d3d10_1.dll", "D3D10CreateDevice1")(
                            adapter().get(), D3D10_DRIVER_TYPE_HARDWARE, nullptr, flags, level, D3D10_1_SDK_VERSION,
                            made.out()));
        return made;
    }
    Com<IDXGIAdapter> adapter() {
        Com<IDXGIAdapter> found;
        EXPECT_HR(S_OK, device.as<IDXGIDevice>()->GetAdapter(found.out()));
        return found;
    }
    Com<IDXGIFactory> factory() {
        Com<IDXGIFactory> found;
        EXPECT_HR(S_OK, adapter()->GetParent(IID_PPV_ARGS(found.out())));
        return found;
    }
    static HRESULT core(IDXGIFactory* factory, IDXGIAdapter* adapter, UINT flags, UINT level, ID3D10Device** made) {
        return function<CoreCreateDevice>(L"d3d10core.dll", "D3D10CoreCreateDevice")(
            factory, adapter, flags, static_cast<D3D_FEATURE_LEVEL>(level), made);
    }
};

std::vector<uint8_t> assembled(const char* text) {
    auto code = hendeca::dxbcasm::assemble(text);
    if (!code)
        ADD_FAILURE() << code.error().what;
    return code ? std::move(code).value() : std::vector<uint8_t>();
}

// Red everywhere, and over its left half a green rectangle of two triangles.
void drawLeftHalf(ID3D10Device* device, ID3D10Texture2D* texture, UINT width, UINT height) {
    Com<ID3D10RenderTargetView> view;
    ASSERT_HR(S_OK, device->CreateRenderTargetView(texture, nullptr, view.out()));
    const float red[4] = {1, 0, 0, 1};
    device->ClearRenderTargetView(view.get(), red);

    const std::vector<uint8_t> vertexCode = assembled(kVertex), pixelCode = assembled(kPixel);
    Com<ID3D10VertexShader> vertex;
    ASSERT_HR(S_OK, device->CreateVertexShader(vertexCode.data(), vertexCode.size(), vertex.out()));
    Com<ID3D10PixelShader> pixel;
    ASSERT_HR(S_OK, device->CreatePixelShader(pixelCode.data(), pixelCode.size(), pixel.out()));
    const D3D10_INPUT_ELEMENT_DESC element{"POSITION", 0, DXGI_FORMAT_R32G32_FLOAT, 0, 0, D3D10_INPUT_PER_VERTEX_DATA, 0};
    Com<ID3D10InputLayout> layout;
    ASSERT_HR(S_OK, device->CreateInputLayout(&element, 1, vertexCode.data(), vertexCode.size(), layout.out()));
    const float corners[] = {-1, -1, -1, 1, 0, -1, 0, 1};
    const D3D10_BUFFER_DESC desc{sizeof corners, D3D10_USAGE_IMMUTABLE, D3D10_BIND_VERTEX_BUFFER, 0, 0};
    const D3D10_SUBRESOURCE_DATA data{corners, 0, 0};
    Com<ID3D10Buffer> buffer;
    ASSERT_HR(S_OK, device->CreateBuffer(&desc, &data, buffer.out()));

    const UINT stride = 8, offset = 0;
    const D3D10_VIEWPORT viewport{0, 0, width, height, 0, 1};
    device->OMSetRenderTargets(1, view.array(), nullptr);
    device->RSSetViewports(1, &viewport);
    device->IASetInputLayout(layout.get());
    device->IASetVertexBuffers(0, 1, buffer.array(), &stride, &offset);
    device->IASetPrimitiveTopology(D3D10_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP);
    device->VSSetShader(vertex.get());
    device->PSSetShader(pixel.get());
    device->Draw(4, 0);
    device->ClearState();
}

// The picture of drawLeftHalf, through a staging texture of Direct3D 10.
void expectLeftHalf(ID3D10Device* device, ID3D10Texture2D* texture) {
    D3D10_TEXTURE2D_DESC desc{};
    texture->GetDesc(&desc);
    desc.Usage = D3D10_USAGE_STAGING;
    desc.BindFlags = desc.MiscFlags = 0;
    desc.CPUAccessFlags = D3D10_CPU_ACCESS_READ;
    Com<ID3D10Texture2D> copy;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, copy.out()));
    device->CopyResource(copy.get(), texture);
    D3D10_MAPPED_TEXTURE2D mapped{};
    ASSERT_HR(S_OK, copy->Map(0, D3D10_MAP_READ, 0, &mapped));
    for (UINT x = 0; x < desc.Width; x += desc.Width - 1) {
        Rgba8 seen{};
        std::memcpy(&seen, static_cast<const uint8_t*>(mapped.pData) + (desc.Height - 1) * mapped.RowPitch + x * 4, 4);
        EXPECT_EQ((x ? Rgba8{255, 0, 0, 255} : Rgba8{0, 255, 0, 255}), seen) << x;
    }
    copy->Unmap(0);
}

TEST_F(Direct3D10Program, DrawsIntoATexture) {
    Com<ID3D10Device1> ten = make();
    ASSERT_TRUE(ten);
    const D3D10_TEXTURE2D_DESC desc{16, 8, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D10_USAGE_DEFAULT,
                                    D3D10_BIND_RENDER_TARGET, 0, 0};
    Com<ID3D10Texture2D> texture;
    ASSERT_HR(S_OK, ten->CreateTexture2D(&desc, nullptr, texture.out()));
    drawLeftHalf(ten.get(), texture.get(), 16, 8);
    expectLeftHalf(ten.get(), texture.get());
}

TEST_F(Direct3D10Program, DrawsIntoASwapChain) {
    const auto create = function<CreateDeviceAndSwapChain1>(L"d3d10_1.dll", "D3D10CreateDeviceAndSwapChain1");
    ASSERT_NE(nullptr, create);
    HWND window = nullptr;
#ifdef _WIN32
    window = CreateWindowExW(0, L"static", L"conformance", WS_POPUP, 0, 0, 32, 16, nullptr, nullptr, nullptr, nullptr);
#endif
    ASSERT_NE(nullptr, window);
    DXGI_SWAP_CHAIN_DESC desc{};
    desc.BufferDesc = {32, 16, {}, DXGI_FORMAT_R8G8B8A8_UNORM, {}, {}};
    desc.SampleDesc = {1, 0};
    desc.BufferUsage = DXGI_USAGE_RENDER_TARGET_OUTPUT;
    desc.BufferCount = 1;
    desc.OutputWindow = window;
    desc.Windowed = TRUE;
    {
        Com<IDXGISwapChain> chain;
        Com<ID3D10Device1> ten;
        ASSERT_HR(S_OK, create(adapter().get(), D3D10_DRIVER_TYPE_HARDWARE, nullptr, 0, D3D10_FEATURE_LEVEL_10_1,
                               D3D10_1_SDK_VERSION, &desc, chain.out(), ten.out()));
        Com<ID3D10Texture2D> buffer;
        ASSERT_HR(S_OK, chain->GetBuffer(0, IID_PPV_ARGS(buffer.out())));
        drawLeftHalf(ten.get(), buffer.get(), 32, 16);
        expectLeftHalf(ten.get(), buffer.get());
        EXPECT_TRUE(SUCCEEDED(chain->Present(0, 0)));
        Com<ID3D10Device> owner;
        EXPECT_HR(S_OK, chain->GetDevice(IID_PPV_ARGS(owner.out())));
        EXPECT_EQ(static_cast<ID3D10Device*>(ten.get()), owner.get());
    }
#ifdef _WIN32
    DestroyWindow(window);
#endif
}

TEST_F(Direct3D10Program, TheDeviceIsWhatWasAskedFor) {
    Com<ID3D10Device1> ten = make(0, D3D10_FEATURE_LEVEL_10_0);
    ASSERT_TRUE(ten);
    EXPECT_EQ(D3D10_FEATURE_LEVEL_10_0, ten->GetFeatureLevel());
    EXPECT_EQ(0u, ten->GetCreationFlags());
    EXPECT_TRUE(ten.as<ID3D10Multithread>()->GetMultithreadProtected()) << "on by default";
    Com<ID3D11Device> eleven = ten.as<ID3D11Device>();
    ASSERT_TRUE(eleven);
    EXPECT_EQ(D3D_FEATURE_LEVEL_10_0, eleven->GetFeatureLevel());

    const UINT flags = D3D10_CREATE_DEVICE_SINGLETHREADED | D3D10_CREATE_DEVICE_BGRA_SUPPORT;
    Com<ID3D10Device1> single = make(flags);
    ASSERT_TRUE(single);
    EXPECT_EQ(flags, single->GetCreationFlags());
    EXPECT_EQ(D3D10_FEATURE_LEVEL_10_1, single->GetFeatureLevel());
    EXPECT_FALSE(single.as<ID3D10Multithread>()->GetMultithreadProtected());
}

// The debug layer's interfaces, too, by their names of Direct3D 10.
TEST_F(Direct3D10Program, DebugDevicesHaveAnInfoQueue) {
    Com<ID3D10Device1> plain = make();
    ASSERT_TRUE(plain);
    EXPECT_FALSE(plain.as<ID3D10InfoQueue>());
    EXPECT_FALSE(plain.as<ID3D10Debug>());
    Com<ID3D10Device1> ten = make(D3D10_CREATE_DEVICE_DEBUG);
    ASSERT_TRUE(ten);
    Com<ID3D10InfoQueue> queue = ten.as<ID3D10InfoQueue>();
    Com<ID3D10Debug> debug = ten.as<ID3D10Debug>();
    ASSERT_TRUE(queue && debug);
    EXPECT_HR(S_OK, debug->Validate());
    EXPECT_HR(S_OK, debug->SetFeatureMask(D3D10_DEBUG_FEATURE_FLUSH_PER_RENDER_OP));
    EXPECT_EQ(UINT(D3D10_DEBUG_FEATURE_FLUSH_PER_RENDER_OP), debug->GetFeatureMask());

    D3D10_MESSAGE_ID wanted = D3D10_MESSAGE_ID_CREATETEXTURE2D_INVALIDDIMENSIONS;
    D3D10_INFO_QUEUE_FILTER filter{};
    filter.AllowList.NumIDs = 1;
    filter.AllowList.pIDList = &wanted;
    ASSERT_HR(S_OK, queue->PushStorageFilter(&filter));
    queue->ClearStoredMessages();
    const D3D10_TEXTURE2D_DESC desc{0, 8, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D10_USAGE_DEFAULT,
                                    D3D10_BIND_RENDER_TARGET, 0, 0};
    Com<ID3D10Texture2D> texture;
    EXPECT_HR(E_INVALIDARG, ten->CreateTexture2D(&desc, nullptr, texture.out()));
    ASSERT_EQ(1u, queue->GetNumStoredMessages());
    SIZE_T size = 0;
    ASSERT_HR(S_FALSE, queue->GetMessage(0, nullptr, &size));
    std::vector<uint64_t> room(size / 8 + 1);
    auto* const message = reinterpret_cast<D3D10_MESSAGE*>(room.data());
    ASSERT_HR(S_OK, queue->GetMessage(0, message, &size));
    EXPECT_EQ(wanted, message->ID);
    EXPECT_EQ(D3D10_MESSAGE_CATEGORY_STATE_CREATION, message->Category);
    EXPECT_EQ(D3D10_MESSAGE_SEVERITY_ERROR, message->Severity);
    EXPECT_GT(message->DescriptionByteLength, 1u);
}

TEST_F(Direct3D10Program, ThePairGoesWithItsLastReference) {
    Com<ID3D10Device1> ten = make();
    ASSERT_TRUE(ten);
    Com<ID3D11Device> eleven = ten.as<ID3D11Device>();
    ten.reset();
    EXPECT_EQ(1ul, refCount(eleven.get()));
}

TEST_F(Direct3D10Program, EntryPointsRefuseBadInput) {
    const auto chosen = adapter();
    const auto made = factory();
    Com<ID3D10Device> ten;
    EXPECT_HR(E_INVALIDARG, core(made.get(), chosen.get(), 0, D3D_FEATURE_LEVEL_10_0, nullptr));
    ID3D10Device* out = reinterpret_cast<ID3D10Device*>(this);
    EXPECT_HR(E_INVALIDARG, core(made.get(), nullptr, 0, D3D_FEATURE_LEVEL_10_0, &out));
    EXPECT_EQ(nullptr, out);
    for (UINT level : {0u, 0x9000u, UINT(D3D_FEATURE_LEVEL_11_0), ~0u}) {
        out = reinterpret_cast<ID3D10Device*>(this);
        EXPECT_TRUE(FAILED(core(made.get(), chosen.get(), 0, level, &out))) << level;
        EXPECT_EQ(nullptr, out) << level;
    }
    using Version = UINT64(WINAPI*)();
    if (const auto version = function<Version>(L"d3d10core.dll", "D3D10CoreGetVersion")) {
        EXPECT_EQ(0x000a000100041770ull, version());
    }
    using Layers = HRESULT(WINAPI*)();
    if (const auto layers = function<Layers>(L"d3d10core.dll", "D3D10CoreRegisterLayers")) {
        EXPECT_HR(E_NOTIMPL, layers());
    }
    EXPECT_HR(S_OK, core(made.get(), chosen.get(), 0, D3D_FEATURE_LEVEL_9_3, ten.out()));
    EXPECT_HR(S_OK, core(made.get(), chosen.get(), 0, D3D_FEATURE_LEVEL_10_1, ten.out()));
}

} // namespace
} // namespace conformance
