// Clears of unordered access views of every format that has them: the low bits of each component (Uint), or the value as a
// shader would store it (Float). Microsoft Learn, ClearUnorderedAccessViewUint, ClearUnorderedAccessViewFloat, ClearView;
// D3D11.3 functional specification 3.2.3 (conversions).
#include "format_bits.h"
#include "support/fixture.h"

namespace conformance {
namespace {

class ClearFormat : public DeviceTest {
protected:
    UINT support(DXGI_FORMAT format) {
        UINT bits = 0;
        device->CheckFormatSupport(format, &bits);
        return bits;
    }
    // One texel, or element.
    std::vector<uint8_t> texel(ID3D11Texture2D* texture, UINT x, UINT y, size_t bytes) {
        D3D11_TEXTURE2D_DESC desc{};
        texture->GetDesc(&desc);
        desc.Usage = D3D11_USAGE_STAGING;
        desc.BindFlags = 0;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        Com<ID3D11Texture2D> staging;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
        context->CopyResource(staging.get(), texture);
        D3D11_MAPPED_SUBRESOURCE map{};
        EXPECT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &map));
        const auto* from = static_cast<uint8_t*>(map.pData) + size_t(y) * map.RowPitch + x * bytes;
        std::vector<uint8_t> found(from, from + bytes);
        context->Unmap(staging.get(), 0);
        return found;
    }
    static bool hasFloats(const FormatBits& row) { return row.kind != Kind::Uint && row.kind != Kind::Sint; }
};

TEST_F(ClearFormat, EveryFormatWithUnorderedAccessIsInTheTable) {
    constexpr UINT kVideoFirst = DXGI_FORMAT_AYUV, kVideoLast = DXGI_FORMAT_A8P8; // views of those have other formats
    for (UINT format = 1; format < 192; format++) {
        if ((format >= kVideoFirst && format <= kVideoLast) ||
            !(support(DXGI_FORMAT(format)) & D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW))
            continue;
        bool known = false;
        for (const FormatBits& row : kFormats)
            known = known || row.format == format;
        EXPECT_TRUE(known) << format;
    }
}

TEST_F(ClearFormat, Textures) {
    Com<ID3D11DeviceContext1> newer;
    ASSERT_HR(S_OK, context->QueryInterface(__uuidof(ID3D11DeviceContext1), reinterpret_cast<void**>(newer.out())));
    for (const FormatBits& row : kFormats) {
        if ((support(row.format) & 0x02000020) != 0x02000020) // unordered access, 2D
            continue;
        SCOPED_TRACE(row.format);
        auto image = texture(5, 3, row.format, D3D11_BIND_UNORDERED_ACCESS);
        auto view = accessView(image.get());
        const UINT bits[4] = {0x12345678, 0x9abcdef5, 0x0fedcba3, 0x71c2b3a6};
        context->ClearUnorderedAccessViewUint(view.get(), bits);
        auto expected = bytesOf(row, bits);
        EXPECT_EQ(expected, texel(image.get(), 0, 0, expected.size()));
        EXPECT_EQ(expected, texel(image.get(), 4, 2, expected.size()));
        if (!hasFloats(row))
            continue;
        const float values[4] = {0.25f, 1.0f, -0.5f, 0.75f}, inside[4] = {1.0f, 0.5f, 0.125f, 1.0f};
        uint32_t components[4], others[4];
        for (uint32_t i = 0; i < 4; i++) {
            components[i] = row.bits[i] ? encoded(row.kind, row.bits[i], values[i]) : 0;
            others[i] = row.bits[i] ? encoded(row.kind, row.bits[i], inside[i]) : 0;
        }
        context->ClearUnorderedAccessViewFloat(view.get(), values);
        expected = bytesOf(row, components);
        EXPECT_EQ(expected, texel(image.get(), 0, 0, expected.size()));
        EXPECT_EQ(expected, texel(image.get(), 4, 2, expected.size()));
        const D3D11_RECT rect{1, 1, 4, 2};
        newer->ClearView(view.get(), inside, &rect, 1);
        EXPECT_EQ(expected, texel(image.get(), 0, 1, expected.size())) << "left of the rectangle";
        EXPECT_EQ(bytesOf(row, others), texel(image.get(), 3, 1, expected.size()));
    }
}

TEST_F(ClearFormat, TypedBuffers) {
    for (const FormatBits& row : kFormats) {
        const auto size = static_cast<UINT>(bytesOf(row, {}).size());
        if ((support(row.format) & 0x02000001) != 0x02000001) // unordered access, buffer
            continue;
        SCOPED_TRACE(row.format);
        auto memory = buffer(size * 7, D3D11_BIND_UNORDERED_ACCESS);
        D3D11_UNORDERED_ACCESS_VIEW_DESC desc{row.format, D3D11_UAV_DIMENSION_BUFFER, {}};
        desc.Buffer = {1, 5, 0};
        Com<ID3D11UnorderedAccessView> view;
        ASSERT_HR(S_OK, device->CreateUnorderedAccessView(memory.get(), &desc, view.out()));
        const UINT bits[4] = {0x12345678, 0x9abcdef5, 0x0fedcba3, 0x71c2b3a6};
        context->ClearUnorderedAccessViewUint(view.get(), bits);
        const auto expect = [&](const uint32_t (&components)[4]) {
            const auto found = read<uint8_t>(memory.get()), expected = bytesOf(row, components);
            for (UINT element = 0; element < 7; element++)
                EXPECT_EQ(element == 0 || element == 6 ? std::vector<uint8_t>(size, 0) : expected,
                          std::vector<uint8_t>(found.begin() + element * size, found.begin() + (element + 1) * size))
                    << element;
        };
        expect(bits);
        if (!hasFloats(row))
            continue;
        const float values[4] = {0.25f, 1.0f, -0.5f, 0.75f};
        uint32_t components[4];
        for (uint32_t i = 0; i < 4; i++)
            components[i] = row.bits[i] ? encoded(row.kind, row.bits[i], values[i]) : 0;
        context->ClearUnorderedAccessViewFloat(view.get(), values);
        expect(components);
    }
}

} // namespace
} // namespace conformance
