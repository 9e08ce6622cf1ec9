// Creating shaders: stages, corrupt byte code, null pointers. Microsoft Learn, ID3D11Device::CreateVertexShader.
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"
#include "shaders/fill.cs.h"
#include "shaders/fullscreen.vs.h"

namespace conformance {
namespace {

class ShaderRules : public DeviceTest {
protected:
    HRESULT vertex(Bytecode code) {
        Com<ID3D11VertexShader> made;
        const HRESULT hr = device->CreateVertexShader(code.data(), code.size(), nullptr, made.out());
        EXPECT_EQ(SUCCEEDED(hr), bool(made));
        return hr;
    }
};

TEST_F(ShaderRules, ByteCodeOfAnotherStageIsRefused) {
    EXPECT_HR(S_OK, vertex(fullscreen_vs));
    EXPECT_HR(E_INVALIDARG, vertex(constant_color_ps));
    EXPECT_HR(E_INVALIDARG, vertex(fill_cs));
    Com<ID3D11PixelShader> pixel;
    EXPECT_HR(E_INVALIDARG, device->CreatePixelShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, pixel.out()));
    EXPECT_FALSE(bool(pixel));
    Com<ID3D11GeometryShader> geometry;
    EXPECT_HR(E_INVALIDARG, device->CreateGeometryShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, geometry.out()));
    Com<ID3D11HullShader> hull;
    EXPECT_HR(E_INVALIDARG, device->CreateHullShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, hull.out()));
    Com<ID3D11DomainShader> domain;
    EXPECT_HR(E_INVALIDARG, device->CreateDomainShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, domain.out()));
    Com<ID3D11ComputeShader> compute;
    EXPECT_HR(E_INVALIDARG, device->CreateComputeShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, compute.out()));
}

TEST_F(ShaderRules, NullPointers) {
    Com<ID3D11VertexShader> made;
    EXPECT_HR(E_INVALIDARG, device->CreateVertexShader(nullptr, 0, nullptr, made.out()));
    EXPECT_HR(E_INVALIDARG, device->CreateVertexShader(fullscreen_vs, 0, nullptr, made.out()));
    EXPECT_HR(S_FALSE, device->CreateVertexShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, nullptr));
}

TEST_F(ShaderRules, EveryDamagedByteIsFound) {
    // The checksum covers all that follows it, and the header is checked.
    std::vector<unsigned char> bytes(std::begin(fullscreen_vs), std::end(fullscreen_vs));
    for (size_t at = 0; at < bytes.size(); at += at < 40 ? 1 : 13) {
        if (at >= 20 && at < 24)
            continue; // a constant that no implementation reads
        bytes[at] ^= 0x55;
        EXPECT_HR(E_INVALIDARG, vertex(bytes)) << "byte " << at;
        bytes[at] ^= 0x55;
    }
    EXPECT_HR(S_OK, vertex(bytes));
}

TEST_F(ShaderRules, CutByteCodeIsRefused) {
    for (size_t length : {size_t(1), size_t(4), size_t(19), size_t(31), size_t(60), sizeof fullscreen_vs - 1})
        EXPECT_HR(E_INVALIDARG, vertex(Bytecode(fullscreen_vs, length))) << length;
}

TEST_F(ShaderRules, ModelAndLevel) {
    const D3D_FEATURE_LEVEL level10 = D3D_FEATURE_LEVEL_10_0;
    Com<ID3D11Device> lower;
    ASSERT_HR(S_OK, D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, &level10, 1, D3D11_SDK_VERSION,
                                      lower.out(), nullptr, nullptr));
    // cs_5_0 needs level 11_0.
    Com<ID3D11ComputeShader> compute;
    EXPECT_HR(E_INVALIDARG, lower->CreateComputeShader(fill_cs, sizeof fill_cs, nullptr, compute.out()));
    EXPECT_HR(S_OK, device->CreateComputeShader(fill_cs, sizeof fill_cs, nullptr, compute.out()));
}

TEST_F(ShaderRules, ClassLinkage) {
    EXPECT_HR(E_INVALIDARG, device->CreateClassLinkage(nullptr));
    Com<ID3D11ClassLinkage> linkage;
    ASSERT_HR(S_OK, device->CreateClassLinkage(linkage.out()));
    Com<ID3D11ClassInstance> instance;
    EXPECT_TRUE(FAILED(linkage->GetClassInstance("none", 0, instance.out())));
}

} // namespace
} // namespace conformance
