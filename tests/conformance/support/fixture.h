#pragma once
// What every conformance test starts from: a device and its immediate context, made by the library under test through its
// public entry point, and short ways to make resources and read them back. At the end of each test the context is cleared,
// the device must go away with its last reference, and no message of the validation layer may have come (where the
// library can say so). A failing call inside a helper fails the test with the HRESULT.

#include "com.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace conformance {

#define ASSERT_HR(expected, call) ASSERT_EQ(static_cast<HRESULT>(expected), static_cast<HRESULT>(call))
#define EXPECT_HR(expected, call) EXPECT_EQ(static_cast<HRESULT>(expected), static_cast<HRESULT>(call))

using Bytecode = std::span<const unsigned char>;

struct Rgba8 {
    uint8_t r, g, b, a;
    bool operator==(const Rgba8&) const = default;
};
void PrintTo(const Rgba8& color, std::ostream* out);
// Each channel within `tolerance`.
bool near(const Rgba8& a, const Rgba8& b, int tolerance = 1);

// A subresource that was read back: rows without padding.
struct Readback {
    uint32_t width = 0, height = 0, depth = 1, texelBytes = 0;
    std::vector<uint8_t> bytes;
    template <class T>
    T at(uint32_t x, uint32_t y = 0, uint32_t z = 0) const {
        T value{};
        const size_t offset = ((size_t(z) * height + y) * width + x) * texelBytes;
        if (texelBytes == sizeof(T) && offset + sizeof(T) <= bytes.size())
            std::memcpy(&value, bytes.data() + offset, sizeof(T));
        else
            ADD_FAILURE() << "texel " << x << ", " << y << ", " << z << " is not in the readback";
        return value;
    }
    Rgba8 rgba(uint32_t x, uint32_t y, uint32_t z = 0) const { return at<Rgba8>(x, y, z); }
};

class DeviceTest : public ::testing::Test {
public:
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;

    // --- making things
    Com<ID3D11Buffer> buffer(uint32_t bytes, UINT bind, const void* data = nullptr,
                             D3D11_USAGE usage = D3D11_USAGE_DEFAULT, UINT misc = 0, UINT stride = 0);
    Com<ID3D11Texture2D> texture(uint32_t width, uint32_t height, DXGI_FORMAT format, UINT bind,
                                 const void* data = nullptr, uint32_t rowPitch = 0, uint32_t mips = 1,
                                 uint32_t layers = 1, UINT misc = 0);
    Com<ID3D11RenderTargetView> target(ID3D11Resource* resource);
    Com<ID3D11ShaderResourceView> resourceView(ID3D11Resource* resource);
    Com<ID3D11UnorderedAccessView> accessView(ID3D11Resource* resource);
    Com<ID3D11VertexShader> vertexShader(Bytecode code);
    Com<ID3D11PixelShader> pixelShader(Bytecode code);
    Com<ID3D11ComputeShader> computeShader(Bytecode code);
    Com<ID3D11SamplerState> sampler(D3D11_FILTER filter, D3D11_TEXTURE_ADDRESS_MODE address);
    Com<ID3D11Query> query(D3D11_QUERY kind);

    // --- drawing
    void viewport(float width, float height);
    void bindTarget(const Com<ID3D11RenderTargetView>& view, ID3D11DepthStencilView* depth = nullptr);
    // The whole target with fullscreen.vs and the given pixel shader.
    void drawFullscreen(ID3D11PixelShader* pixel);
    void mapDiscard(ID3D11Buffer* buffer, const void* data, size_t bytes);

    // --- reading back
    Readback read(ID3D11Texture2D* texture, uint32_t subresource = 0);
    Readback read(ID3D11Texture1D* texture, uint32_t subresource = 0);
    Readback read(ID3D11Texture3D* texture, uint32_t subresource = 0);
    template <class T>
    std::vector<T> read(ID3D11Buffer* source) {
        std::vector<uint8_t> bytes = readBytes(source);
        std::vector<T> values(bytes.size() / sizeof(T));
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
        return values;
    }
    // The result of an ended query, waiting for it.
    template <class T>
    T result(ID3D11Query* query) {
        T value{};
        waitFor(query, &value, sizeof value);
        return value;
    }

protected:
    void SetUp() override;
    void TearDown() override;

private:
    std::vector<uint8_t> readBytes(ID3D11Buffer* source);
    void waitFor(ID3D11Query* query, void* data, UINT bytes);
    uint64_t messagesBefore_ = 0;
    Com<ID3D11VertexShader> fullscreen_;
};

// Makes a device as the fixture does; for tests that need one of their own.
HRESULT makeDevice(UINT flags, Com<ID3D11Device>& device, Com<ID3D11DeviceContext>& context);
// Messages of the validation layer so far; 0 where the library cannot say.
uint64_t validationMessages(ID3D11Device* device);
// Bytes of a texel; formats that the tests use.
uint32_t texelBytes(DXGI_FORMAT format);

} // namespace conformance
