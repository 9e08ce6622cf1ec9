#include "gpu/format/texel_code.h"

#include <cstring>

namespace hendeca::gpu {

void expandRow(TexelCode code, const uint8_t* row, uint32_t texels, uint8_t* to) {
    for (uint32_t x = 0; x < texels; x++, to += 4) {
        if (code == TexelCode::AlphaOfFour) {
            to[0] = to[1] = to[2] = 0;
            to[3] = row[x];
            continue;
        }
        const uint8_t* word = row + size_t(x / 2) * 4;
        std::memcpy(to, word, 4);
        if (x % 2) {
            const uint32_t green = code == TexelCode::PairRgbg ? 1 : 0;
            to[green] = word[green + 2];
            to[green + 2] = word[green];
        }
    }
}

} // namespace hendeca::gpu
