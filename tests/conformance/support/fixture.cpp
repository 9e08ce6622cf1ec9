#include "fixture.h"

#include "dxgi/contract.h"
#include "shaders/fullscreen.vs.h"

#include <chrono>
#include <cstdlib>
#include <thread>

namespace conformance {

void PrintTo(const Rgba8& color, std::ostream* out) {
    *out << "(" << int(color.r) << ", " << int(color.g) << ", " << int(color.b) << ", " << int(color.a) << ")";
}

bool near(const Rgba8& a, const Rgba8& b, int tolerance) {
    return std::abs(a.r - b.r) <= tolerance && std::abs(a.g - b.g) <= tolerance && std::abs(a.b - b.b) <= tolerance &&
           std::abs(a.a - b.a) <= tolerance;
}

HRESULT makeDevice(UINT flags, Com<ID3D11Device>& device, Com<ID3D11DeviceContext>& context) {
    const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_11_1, D3D_FEATURE_LEVEL_11_0};
    return D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, flags, levels, 2, D3D11_SDK_VERSION,
                             device.out(), nullptr, context.out());
}

uint64_t validationMessages(ID3D11Device* device) {
    Com<IDXGIDevice> dxgi;
    Com<IDXGIAdapter> adapter;
    Com<hendeca::IHendecaAdapter> ours;
    if (FAILED(device->QueryInterface(__uuidof(IDXGIDevice), dxgi.outVoid())) || FAILED(dxgi->GetAdapter(adapter.out())) ||
        FAILED(adapter->QueryInterface(__uuidof(hendeca::IHendecaAdapter), ours.outVoid())))
        return 0;
    return ours->GetValidationMessages();
}

uint32_t texelBytes(DXGI_FORMAT format) {
    switch (format) {
    case DXGI_FORMAT_R8_UNORM:
    case DXGI_FORMAT_R8_UINT:
    case DXGI_FORMAT_A8_UNORM: return 1;
    case DXGI_FORMAT_R16_FLOAT:
    case DXGI_FORMAT_R16_UINT:
    case DXGI_FORMAT_D16_UNORM:
    case DXGI_FORMAT_R16_TYPELESS:
    case DXGI_FORMAT_R8G8_UNORM:
    case DXGI_FORMAT_B5G6R5_UNORM: return 2;
    case DXGI_FORMAT_R32G32_FLOAT:
    case DXGI_FORMAT_R16G16B16A16_FLOAT:
    case DXGI_FORMAT_R16G16B16A16_UNORM: return 8;
    case DXGI_FORMAT_R32G32B32A32_FLOAT:
    case DXGI_FORMAT_R32G32B32A32_UINT: return 16;
    default: return 4;
    }
}

void DeviceTest::SetUp() {
    ASSERT_HR(S_OK, makeDevice(0, device, context));
    messagesBefore_ = validationMessages(device.get());
}

void DeviceTest::TearDown() {
    if (!device)
        return;
    fullscreen_.reset();
    context->ClearState();
    context->Flush();
    // Wait for the GPU, so that messages about this test come in it.
    if (Com<ID3D11Query> event = query(D3D11_QUERY_EVENT)) {
        context->End(event.get());
        result<BOOL>(event.get());
    }
    EXPECT_EQ(messagesBefore_, validationMessages(device.get())) << "the validation layer had something to say";
    context.reset();
    device.reset();
}

Com<ID3D11Buffer> DeviceTest::buffer(uint32_t bytes, UINT bind, const void* data, D3D11_USAGE usage, UINT misc, UINT stride) {
    const UINT access = usage == D3D11_USAGE_DYNAMIC   ? UINT(D3D11_CPU_ACCESS_WRITE)
                        : usage == D3D11_USAGE_STAGING ? UINT(D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE)
                                                       : 0u;
    const D3D11_BUFFER_DESC desc = {bytes, usage, bind, access, misc, stride};
    const D3D11_SUBRESOURCE_DATA initial = {data, 0, 0};
    Com<ID3D11Buffer> made;
    EXPECT_HR(S_OK, device->CreateBuffer(&desc, data ? &initial : nullptr, made.out()));
    return made;
}

Com<ID3D11Texture2D> DeviceTest::texture(uint32_t width, uint32_t height, DXGI_FORMAT format, UINT bind, const void* data,
                                         uint32_t rowPitch, uint32_t mips, uint32_t layers, UINT misc) {
    const D3D11_TEXTURE2D_DESC desc = {width, height, mips, layers, format, {1, 0}, D3D11_USAGE_DEFAULT, bind, 0, misc};
    const D3D11_SUBRESOURCE_DATA initial = {data, rowPitch ? rowPitch : width * texelBytes(format), 0};
    Com<ID3D11Texture2D> made;
    EXPECT_HR(S_OK, device->CreateTexture2D(&desc, data ? &initial : nullptr, made.out()));
    return made;
}

Com<ID3D11RenderTargetView> DeviceTest::target(ID3D11Resource* resource) {
    Com<ID3D11RenderTargetView> made;
    EXPECT_HR(S_OK, device->CreateRenderTargetView(resource, nullptr, made.out()));
    return made;
}

Com<ID3D11ShaderResourceView> DeviceTest::resourceView(ID3D11Resource* resource) {
    Com<ID3D11ShaderResourceView> made;
    EXPECT_HR(S_OK, device->CreateShaderResourceView(resource, nullptr, made.out()));
    return made;
}

Com<ID3D11UnorderedAccessView> DeviceTest::accessView(ID3D11Resource* resource) {
    Com<ID3D11UnorderedAccessView> made;
    EXPECT_HR(S_OK, device->CreateUnorderedAccessView(resource, nullptr, made.out()));
    return made;
}

Com<ID3D11VertexShader> DeviceTest::vertexShader(Bytecode code) {
    Com<ID3D11VertexShader> made;
    EXPECT_HR(S_OK, device->CreateVertexShader(code.data(), code.size(), nullptr, made.out()));
    return made;
}

Com<ID3D11PixelShader> DeviceTest::pixelShader(Bytecode code) {
    Com<ID3D11PixelShader> made;
    EXPECT_HR(S_OK, device->CreatePixelShader(code.data(), code.size(), nullptr, made.out()));
    return made;
}

Com<ID3D11ComputeShader> DeviceTest::computeShader(Bytecode code) {
    Com<ID3D11ComputeShader> made;
    EXPECT_HR(S_OK, device->CreateComputeShader(code.data(), code.size(), nullptr, made.out()));
    return made;
}

Com<ID3D11SamplerState> DeviceTest::sampler(D3D11_FILTER filter, D3D11_TEXTURE_ADDRESS_MODE address) {
    D3D11_SAMPLER_DESC desc = {};
    desc.Filter = filter;
    desc.AddressU = desc.AddressV = desc.AddressW = address;
    desc.ComparisonFunc = D3D11_COMPARISON_NEVER;
    desc.MaxLOD = D3D11_FLOAT32_MAX;
    Com<ID3D11SamplerState> made;
    EXPECT_HR(S_OK, device->CreateSamplerState(&desc, made.out()));
    return made;
}

Com<ID3D11Query> DeviceTest::query(D3D11_QUERY kind) {
    const D3D11_QUERY_DESC desc = {kind, 0};
    Com<ID3D11Query> made;
    EXPECT_HR(S_OK, device->CreateQuery(&desc, made.out()));
    return made;
}

void DeviceTest::viewport(float width, float height) {
    const D3D11_VIEWPORT area = {0, 0, width, height, 0, 1};
    context->RSSetViewports(1, &area);
}

void DeviceTest::bindTarget(const Com<ID3D11RenderTargetView>& view, ID3D11DepthStencilView* depth) {
    context->OMSetRenderTargets(1, view.array(), depth);
}

void DeviceTest::drawFullscreen(ID3D11PixelShader* pixel) {
    if (!fullscreen_)
        fullscreen_ = vertexShader(fullscreen_vs);
    context->IASetInputLayout(nullptr);
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
    context->VSSetShader(fullscreen_.get(), nullptr, 0);
    context->PSSetShader(pixel, nullptr, 0);
    context->Draw(3, 0);
}

void DeviceTest::mapDiscard(ID3D11Buffer* target, const void* data, size_t bytes) {
    D3D11_MAPPED_SUBRESOURCE mapped;
    ASSERT_HR(S_OK, context->Map(target, 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    std::memcpy(mapped.pData, data, bytes);
    context->Unmap(target, 0);
}

namespace {

Readback mapped(ID3D11DeviceContext* context, ID3D11Resource* staging, uint32_t subresource, uint32_t width,
                uint32_t height, uint32_t depth, DXGI_FORMAT format) {
    Readback result{width, height, depth, texelBytes(format), {}};
    D3D11_MAPPED_SUBRESOURCE map;
    const HRESULT hr = context->Map(staging, subresource, D3D11_MAP_READ, 0, &map);
    EXPECT_HR(S_OK, hr);
    if (FAILED(hr))
        return result;
    const size_t rowBytes = size_t(width) * result.texelBytes;
    result.bytes.resize(rowBytes * height * depth);
    for (uint32_t z = 0; z < depth; z++)
        for (uint32_t y = 0; y < height; y++)
            std::memcpy(&result.bytes[(size_t(z) * height + y) * rowBytes],
                        static_cast<const uint8_t*>(map.pData) + size_t(z) * map.DepthPitch + size_t(y) * map.RowPitch,
                        rowBytes);
    context->Unmap(staging, subresource);
    return result;
}

uint32_t mipSize(uint32_t size, uint32_t mip) {
    return size >> mip ? size >> mip : 1;
}

} // namespace

Readback DeviceTest::read(ID3D11Texture2D* source, uint32_t subresource) {
    D3D11_TEXTURE2D_DESC desc;
    source->GetDesc(&desc);
    const uint32_t mip = subresource % desc.MipLevels;
    D3D11_TEXTURE2D_DESC copy = {mipSize(desc.Width, mip), mipSize(desc.Height, mip), 1, 1, desc.Format, {1, 0},
                                 D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0};
    Com<ID3D11Texture2D> staging;
    EXPECT_HR(S_OK, device->CreateTexture2D(&copy, nullptr, staging.out()));
    context->CopySubresourceRegion(staging.get(), 0, 0, 0, 0, source, subresource, nullptr);
    return mapped(context.get(), staging.get(), 0, copy.Width, copy.Height, 1, copy.Format);
}

Readback DeviceTest::read(ID3D11Texture1D* source, uint32_t subresource) {
    D3D11_TEXTURE1D_DESC desc;
    source->GetDesc(&desc);
    D3D11_TEXTURE1D_DESC copy = {mipSize(desc.Width, subresource % desc.MipLevels), 1, 1, desc.Format,
                                 D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0};
    Com<ID3D11Texture1D> staging;
    EXPECT_HR(S_OK, device->CreateTexture1D(&copy, nullptr, staging.out()));
    context->CopySubresourceRegion(staging.get(), 0, 0, 0, 0, source, subresource, nullptr);
    return mapped(context.get(), staging.get(), 0, copy.Width, 1, 1, copy.Format);
}

Readback DeviceTest::read(ID3D11Texture3D* source, uint32_t subresource) {
    D3D11_TEXTURE3D_DESC desc;
    source->GetDesc(&desc);
    D3D11_TEXTURE3D_DESC copy = {mipSize(desc.Width, subresource), mipSize(desc.Height, subresource),
                                 mipSize(desc.Depth, subresource), 1, desc.Format, D3D11_USAGE_STAGING, 0,
                                 D3D11_CPU_ACCESS_READ, 0};
    Com<ID3D11Texture3D> staging;
    EXPECT_HR(S_OK, device->CreateTexture3D(&copy, nullptr, staging.out()));
    context->CopySubresourceRegion(staging.get(), 0, 0, 0, 0, source, subresource, nullptr);
    return mapped(context.get(), staging.get(), 0, copy.Width, copy.Height, copy.Depth, copy.Format);
}

std::vector<uint8_t> DeviceTest::readBytes(ID3D11Buffer* source) {
    D3D11_BUFFER_DESC desc;
    source->GetDesc(&desc);
    const D3D11_BUFFER_DESC copy = {desc.ByteWidth, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0, 0};
    Com<ID3D11Buffer> staging;
    EXPECT_HR(S_OK, device->CreateBuffer(&copy, nullptr, staging.out()));
    context->CopyResource(staging.get(), source);
    std::vector<uint8_t> bytes(desc.ByteWidth);
    D3D11_MAPPED_SUBRESOURCE map;
    const HRESULT hr = context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &map);
    EXPECT_HR(S_OK, hr);
    if (SUCCEEDED(hr)) {
        std::memcpy(bytes.data(), map.pData, bytes.size());
        context->Unmap(staging.get(), 0);
    }
    return bytes;
}

void DeviceTest::waitFor(ID3D11Query* asked, void* data, UINT bytes) {
    HRESULT hr = S_FALSE;
    for (int i = 0; i < 10000 && (hr = context->GetData(asked, data, bytes, 0)) == S_FALSE; i++)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_HR(S_OK, hr);
}

} // namespace conformance
