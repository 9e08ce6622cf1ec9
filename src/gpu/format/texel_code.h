#pragma once
// Formats whose texels an image holds in another form than D3D11's memory does. Copies and uploads go from the one form to the
// other (record/coded_texels.h, record/packed_depth.h, backend/initial_uploads.h). Pure functions, any thread.
// Sources: Microsoft Learn, DXGI_FORMAT (R8G8_B8G8: two texels share red and blue); D3D11.3 specification 19.1.

#include <cstdint>

namespace hendeca::gpu {

enum class TexelCode : uint8_t {
    Same,
    PairRgbg,    // R8G8_B8G8 in R8G8B8A8: the word of the two texels, of the right one with its greens exchanged. So no byte is
    PairGrgb,    // lost, not even at odd edges, and one swizzle shows both texels. G8R8_G8B8: the same with other places.
    AlphaOfFour, // A8 in R8G8B8A8: a byte is the alpha of one texel
    FloatDepth,  // D24S8 in D32S8
};

// Those of which one word of memory is several texels.
constexpr bool isWordCode(TexelCode code) {
    return code == TexelCode::PairRgbg || code == TexelCode::PairGrgb || code == TexelCode::AlphaOfFour;
}
constexpr uint32_t texelsOfWord(TexelCode code) { return code == TexelCode::AlphaOfFour ? 4 : 2; }
constexpr uint32_t wordsOf(TexelCode code, uint32_t texels) {
    return (texels + texelsOfWord(code) - 1) / texelsOfWord(code);
}
// Bytes of a row in D3D11's memory. The last word of single bytes may be cut off.
constexpr uint32_t codedRowBytes(TexelCode code, uint32_t texels) {
    return code == TexelCode::AlphaOfFour ? texels : wordsOf(code, texels) * 4;
}

// A row of D3D11's memory as texels of four bytes.
void expandRow(TexelCode code, const uint8_t* row, uint32_t texels, uint8_t* to);

} // namespace hendeca::gpu
