#pragma once
// Pictures made by arithmetic, so that the demo needs no files. RGBA, 8 bits each, rows packed.

#include <cstdint>
#include <vector>

constexpr uint32_t kTextureSize = 256;

std::vector<uint8_t> makeChecker();
std::vector<uint8_t> makeBricks();
std::vector<uint8_t> makeStripes();
