// GenerateMips of every format that offers it: each texel is the mean of those above it, of sRGB formats
// in linear light. Microsoft Learn, ID3D11DeviceContext::GenerateMips; D3D11_FORMAT_SUPPORT_MIP_AUTOGEN.
#include "format_bits.h"
#include "support/fixture.h"

#include <string>

namespace conformance {
namespace {

constexpr UINT kBinds = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;
constexpr UINT kMisc = D3D11_RESOURCE_MISC_GENERATE_MIPS;

struct Known {
    FormatBits bits;
    bool srgb = false, alphaUnseen = false;
};

class MipFormat : public DeviceTest {
protected:
    std::vector<Known> offered() {
        std::vector<Known> found;
        const auto add = [&](const Known& known) {
            if (offers(known.bits.format))
                found.push_back(known);
        };
        for (const FormatBits& row : kFormats)
            add({row});
        add({{DXGI_FORMAT_R8G8B8A8_UNORM_SRGB, Kind::Unorm, {8, 8, 8, 8}}, true});
        add({{DXGI_FORMAT_B8G8R8A8_UNORM_SRGB, Kind::Unorm, {8, 8, 8, 8}, true}, true});
        add({{DXGI_FORMAT_B8G8R8X8_UNORM, Kind::Unorm, {8, 8, 8, 8}, true}, false, true});
        add({{DXGI_FORMAT_B8G8R8X8_UNORM_SRGB, Kind::Unorm, {8, 8, 8, 8}, true}, true, true});
        return found;
    }
    // One in three: the other kinds of textures differ by shader, not by format.
    std::vector<Known> some() {
        std::vector<Known> all = offered(), found;
        for (size_t i = 0; i < all.size(); i += 3)
            found.push_back(all[i]);
        return found;
    }
    bool offers(DXGI_FORMAT format) {
        UINT support = 0;
        device->CheckFormatSupport(format, &support);
        return support & D3D11_FORMAT_SUPPORT_MIP_AUTOGEN;
    }
    // Texels that are one where `set` says so, else zero, in all components.
    template <class F>
    std::vector<uint8_t> texels(const FormatBits& row, UINT count, F&& set) {
        std::vector<uint8_t> all;
        for (UINT i = 0; i < count; i++) {
            uint32_t components[4];
            for (uint32_t k = 0; k < 4; k++)
                components[k] = row.bits[k] ? encoded(row.kind, row.bits[k], 1) * set(i) : 0;
            const auto one = bytesOf(row, components);
            all.insert(all.end(), one.begin(), one.end());
        }
        return all;
    }
    // Components of a texel as numbers in steps of the format; floats as their values times 256.
    static std::vector<double> components(const Known& known, const uint8_t* texel) {
        std::vector<double> found;
        uint32_t at = 0;
        for (uint32_t i = 0; i < 4; i++) {
            const uint32_t component = known.bits.blueFirst && i != 1 && i != 3 ? 2 - i : i;
            const uint32_t bits = known.bits.bits[component];
            uint32_t value = 0;
            for (uint32_t bit = 0; bit < bits; bit++, at++)
                value |= static_cast<uint32_t>(texel[at / 8] >> (at % 8) & 1) << bit;
            if (!bits || (known.alphaUnseen && component == 3))
                continue;
            found.push_back(known.bits.kind == Kind::Float ? 256 * real(bits, value) : static_cast<double>(value));
        }
        return found;
    }
    static double real(uint32_t bits, uint32_t value) {
        const uint32_t mantissa = bits == 32 ? 23 : bits == 16 ? 10 : bits - 5, wide = bits == 32 ? 8 : 5;
        const uint32_t exponent = value >> mantissa & ((1u << wide) - 1);
        if (!exponent)
            return 0;
        return std::ldexp(1 + double(value & ((1u << mantissa) - 1)) / double(1u << mantissa),
                          int(exponent) - (wide == 8 ? 127 : 15));
    }
    // What a mean of `part` must be for each component, and the step allowed.
    static void expectMean(const Known& known, const uint8_t* texel, double part, const char* where) {
        uint32_t i = 0;
        const auto found = components(known, texel);
        for (uint32_t k = 0; k < 4; k++) {
            const uint32_t component = known.bits.blueFirst && k != 1 && k != 3 ? 2 - k : k;
            if (!known.bits.bits[component] || (known.alphaUnseen && component == 3))
                continue;
            double expected = part;
            if (known.srgb && component != 3)
                expected = part > 0 ? 1.055 * std::pow(part, 1 / 2.4) - 0.055 : 0;
            if (known.bits.kind == Kind::Float)
                expected *= 256;
            else
                expected *= mask(known.bits.bits[component] - (known.bits.kind == Kind::Snorm));
            ASSERT_LT(i, found.size());
            EXPECT_NEAR(expected, found[i++], known.bits.kind == Kind::Float ? 2 : 1)
                << "format " << known.bits.format << ", " << where << ", component " << component;
        }
    }
    void generate(ID3D11Resource* texture) {
        context->GenerateMips(resourceView(texture).get());
    }
    template <class T, class Desc>
    Com<T> stagingOf(T* texture, Desc desc, HRESULT (STDMETHODCALLTYPE ID3D11Device::*create)(const Desc*, const D3D11_SUBRESOURCE_DATA*, T**)) {
        desc.Usage = D3D11_USAGE_STAGING;
        desc.BindFlags = desc.MiscFlags = 0;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        Com<T> staging;
        EXPECT_HR(S_OK, (device.get()->*create)(&desc, nullptr, staging.out()));
        context->CopyResource(staging.get(), texture);
        return staging;
    }
    const uint8_t* map(ID3D11Resource* staging, UINT subresource, D3D11_MAPPED_SUBRESOURCE& mapped) {
        EXPECT_HR(S_OK, context->Map(staging, subresource, D3D11_MAP_READ, 0, &mapped));
        return static_cast<const uint8_t*>(mapped.pData);
    }
};

TEST_F(MipFormat, EveryFormatThatOffersItIsTried) {
    const auto known = offered();
    for (UINT format = 1; format < 192; format++) {
        if (!offers(DXGI_FORMAT(format)) || (format >= DXGI_FORMAT_AYUV && format <= DXGI_FORMAT_A8P8))
            continue;
        bool tried = false;
        for (const Known& one : known)
            tried = tried || one.bits.format == format;
        EXPECT_TRUE(tried) << format;
    }
    EXPECT_GE(known.size(), 20u);
}

TEST_F(MipFormat, Textures2D) {
    for (const Known& known : offered()) {
        // Two layers: in the second everything is one. Of the first, one texel of the first four.
        const auto first = texels(known.bits, 16, [](UINT i) { return i == 0; }), second = texels(known.bits, 16, [](UINT) { return 1u; });
        const auto size = static_cast<UINT>(first.size() / 16);
        const D3D11_TEXTURE2D_DESC desc{4, 4, 3, 2, known.bits.format, {1, 0}, D3D11_USAGE_DEFAULT, kBinds, 0, kMisc};
        Com<ID3D11Texture2D> texture;
        ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, texture.out())) << known.bits.format;
        context->UpdateSubresource(texture.get(), 0, nullptr, first.data(), size * 4, 0);
        context->UpdateSubresource(texture.get(), 3, nullptr, second.data(), size * 4, 0);
        generate(texture.get());
        auto staging = stagingOf(texture.get(), desc, &ID3D11Device::CreateTexture2D);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        const uint8_t* texel = map(staging.get(), 1, mapped);
        expectMean(known, texel, 0.25, "level 1");
        expectMean(known, texel + size, 0, "level 1, beside");
        expectMean(known, texel + mapped.RowPitch, 0, "level 1, below");
        context->Unmap(staging.get(), 1);
        texel = map(staging.get(), 5, mapped);
        expectMean(known, texel, 1, "level 2 of layer 1");
        context->Unmap(staging.get(), 5);
        if (known.bits.bits[0] != 2 && !known.srgb) { // two means in a row are rounded twice
            texel = map(staging.get(), 2, mapped);
            expectMean(known, texel, 0.0625, "level 2");
            context->Unmap(staging.get(), 2);
        }
    }
}

TEST_F(MipFormat, Textures1D) {
    for (const Known& known : some()) {
        const auto data = texels(known.bits, 8, [](UINT i) { return i % 4 == 1; });
        const D3D11_TEXTURE1D_DESC desc{8, 2, 1, known.bits.format, D3D11_USAGE_DEFAULT, kBinds, 0, kMisc};
        Com<ID3D11Texture1D> texture;
        ASSERT_HR(S_OK, device->CreateTexture1D(&desc, nullptr, texture.out())) << known.bits.format;
        context->UpdateSubresource(texture.get(), 0, nullptr, data.data(), 0, 0);
        generate(texture.get());
        auto staging = stagingOf(texture.get(), desc, &ID3D11Device::CreateTexture1D);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        const uint8_t* texel = map(staging.get(), 1, mapped);
        for (UINT i = 0; i < 4; i++)
            expectMean(known, texel + i * data.size() / 8, i % 2 ? 0 : 0.5, "1D");
        context->Unmap(staging.get(), 1);
    }
}

TEST_F(MipFormat, Textures3D) {
    for (const Known& known : some()) {
        // Of each two by two by two, the two of the second slice in the first row.
        const auto data = texels(known.bits, 64, [](UINT i) { return i / 16 == 1 && i / 4 % 4 == 0 && i % 4 < 2; });
        const auto size = static_cast<UINT>(data.size() / 64);
        const D3D11_TEXTURE3D_DESC desc{4, 4, 4, 2, known.bits.format, D3D11_USAGE_DEFAULT, kBinds, 0, kMisc};
        Com<ID3D11Texture3D> texture;
        ASSERT_HR(S_OK, device->CreateTexture3D(&desc, nullptr, texture.out())) << known.bits.format;
        context->UpdateSubresource(texture.get(), 0, nullptr, data.data(), size * 4, size * 16);
        generate(texture.get());
        auto staging = stagingOf(texture.get(), desc, &ID3D11Device::CreateTexture3D);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        const uint8_t* texel = map(staging.get(), 1, mapped);
        expectMean(known, texel, 0.25, "3D");
        expectMean(known, texel + size, 0, "3D, beside");
        expectMean(known, texel + mapped.DepthPitch, 0, "3D, behind");
        context->Unmap(staging.get(), 1);
    }
}

// AYUV is seen through a view of another format, whose texels are the same bits.
TEST_F(MipFormat, Ayuv) {
    if (!offers(DXGI_FORMAT_AYUV))
        GTEST_SKIP() << "not offered";
    const D3D11_TEXTURE2D_DESC desc{4, 4, 2, 1, DXGI_FORMAT_AYUV, {1, 0}, D3D11_USAGE_DEFAULT, kBinds, 0, kMisc};
    Com<ID3D11Texture2D> texture;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, texture.out()));
    const Known known{{DXGI_FORMAT_R8G8B8A8_UNORM, Kind::Unorm, {8, 8, 8, 8}}};
    const auto data = texels(known.bits, 16, [](UINT i) { return i == 0; });
    context->UpdateSubresource(texture.get(), 0, nullptr, data.data(), 16, 0);
    const D3D11_SHADER_RESOURCE_VIEW_DESC seen{DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_SRV_DIMENSION_TEXTURE2D, {{0, 2}}};
    Com<ID3D11ShaderResourceView> view;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(texture.get(), &seen, view.out()));
    context->GenerateMips(view.get());
    auto staging = stagingOf(texture.get(), desc, &ID3D11Device::CreateTexture2D);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    const uint8_t* texel = map(staging.get(), 1, mapped);
    expectMean(known, texel, 0.25, "AYUV");
    expectMean(known, texel + 4, 0, "AYUV, beside");
    context->Unmap(staging.get(), 1);
}

} // namespace
} // namespace conformance
