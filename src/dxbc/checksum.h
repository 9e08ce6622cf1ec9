#pragma once
// The checksum of a DXBC container: MD5 (RFC 1321) with another final block. Pure functions; any thread.

#include <array>
#include <cstdint>
#include <span>

namespace hendeca::dxbc {

using Checksum = std::array<uint32_t, 4>;

// The checksum that a container must carry: computed over everything after the checksum field (byte 20 on). `container`
// is the whole file; fewer than 20 bytes give the checksum of nothing.
Checksum computeChecksum(std::span<const uint8_t> container);

} // namespace hendeca::dxbc
