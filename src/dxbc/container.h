#pragma once
// The file around a shader: chunks found and bounded, checksum compared. A Container is a view: the bytes belong to the
// caller and must outlive it. Every offset and size in them is taken as hostile. Immutable; any thread.

#include <cstdint>
#include <span>
#include <vector>

#include "dxbc/checksum.h"
#include "dxbc/signature.h"
#include "util/result.h"

namespace hendeca::dxbc {

constexpr uint32_t fourCc(const char (&text)[5]) {
    return static_cast<uint32_t>(static_cast<uint8_t>(text[0])) |
           static_cast<uint32_t>(static_cast<uint8_t>(text[1])) << 8 |
           static_cast<uint32_t>(static_cast<uint8_t>(text[2])) << 16 |
           static_cast<uint32_t>(static_cast<uint8_t>(text[3])) << 24;
}

namespace tag {
inline constexpr uint32_t kDxbc = fourCc("DXBC");
inline constexpr uint32_t kIsgn = fourCc("ISGN");
inline constexpr uint32_t kIsg1 = fourCc("ISG1");
inline constexpr uint32_t kOsgn = fourCc("OSGN");
inline constexpr uint32_t kOsg1 = fourCc("OSG1");
inline constexpr uint32_t kOsg5 = fourCc("OSG5");
inline constexpr uint32_t kPcsg = fourCc("PCSG");
inline constexpr uint32_t kPsg1 = fourCc("PSG1");
inline constexpr uint32_t kShdr = fourCc("SHDR");
inline constexpr uint32_t kShex = fourCc("SHEX");
inline constexpr uint32_t kRdef = fourCc("RDEF");
inline constexpr uint32_t kStat = fourCc("STAT");
inline constexpr uint32_t kSfi0 = fourCc("SFI0");
inline constexpr uint32_t kIfce = fourCc("IFCE");
inline constexpr uint32_t kAon9 = fourCc("Aon9"); // the form for Direct3D 9 hardware
} // namespace tag

struct Chunk {
    uint32_t tag = 0;
    uint32_t offset = 0; // of the data, in bytes from the start of the container
    uint32_t size = 0;   // of the data
};

enum class ChecksumRule : uint8_t {
    Report, // compare, and let the caller ask checksumMatches()
    Strict, // a wrong checksum is an error
    Skip,   // do not compute
};

class Container {
public:
    static constexpr uint32_t kHeaderSize = 32;
    static constexpr uint32_t kMaxChunks = 1024;

    // Fails on a wrong magic or version, a size beyond the bytes, a chunk outside the container, or chunks that
    // overlap. Bytes after the container's own size are ignored.
    static Result<Container> open(std::span<const uint8_t> bytes, ChecksumRule rule = ChecksumRule::Report);

    std::span<const uint8_t> bytes() const { return bytes_; }
    const std::vector<Chunk>& chunks() const { return chunks_; }
    const Chunk* find(uint32_t tag) const; // the first of that kind, or null
    std::span<const uint8_t> data(const Chunk& chunk) const { return bytes_.subspan(chunk.offset, chunk.size); }

    // The program: SHEX or SHDR; null when there is none.
    const Chunk* program() const;
    // The signature of a kind, an empty one when the container has no such chunk.
    Result<Signature> signature(SignatureKind kind) const;
    // SFI0: the shader's feature bits; 0 when absent.
    uint64_t featureFlags() const;

    const Checksum& storedChecksum() const { return stored_; }
    bool checksumMatches() const { return matches_; } // true under ChecksumRule::Skip

private:
    std::span<const uint8_t> bytes_;
    std::vector<Chunk> chunks_;
    Checksum stored_{};
    bool matches_ = true;
};

struct ChunkData {
    uint32_t tag = 0;
    std::span<const uint8_t> data;
};
// Writes a container with the right checksum.
std::vector<uint8_t> buildContainer(std::span<const ChunkData> chunks);

} // namespace hendeca::dxbc
