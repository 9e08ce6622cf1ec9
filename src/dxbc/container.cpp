#include "dxbc/container.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "dxbc/checksum.h"
#include "util/byte_reader.h"

namespace hendeca::dxbc {

namespace {

constexpr uint32_t kChunkHeaderSize = 8;

Status findChunks(ByteReader reader, uint32_t chunkCount, std::vector<Chunk>& chunks) {
    if (chunkCount > Container::kMaxChunks)
        return makeError(ErrorCode::Corrupt, "container claims " + std::to_string(chunkCount) + " chunks");
    chunks.reserve(chunkCount);
    const uint64_t tableEnd = Container::kHeaderSize + uint64_t{chunkCount} * 4;
    for (uint32_t i = 0; i < chunkCount; ++i) {
        const uint32_t offset = reader.u32();
        ByteReader header(reader.bytes());
        header.seek(offset);
        Chunk chunk;
        chunk.tag = header.u32();
        chunk.size = header.u32();
        if (!reader || !header || offset < tableEnd || chunk.size > header.remaining())
            return makeError(ErrorCode::Corrupt, "chunk " + std::to_string(i) + " lies outside the container");
        chunk.offset = offset + kChunkHeaderSize;
        chunks.push_back(chunk);
    }
    // Headers count as part of their chunk, so empty chunks cannot share one either.
    std::vector<Chunk> sorted = chunks;
    std::sort(sorted.begin(), sorted.end(), [](const Chunk& a, const Chunk& b) { return a.offset < b.offset; });
    for (size_t i = 1; i < sorted.size(); ++i) {
        const uint64_t end = uint64_t{sorted[i - 1].offset} + sorted[i - 1].size;
        if (end > sorted[i].offset - kChunkHeaderSize)
            return makeError(ErrorCode::Corrupt, "two chunks of the container overlap");
    }
    return Ok{};
}

} // namespace

Result<Container> Container::open(std::span<const uint8_t> bytes, ChecksumRule rule) {
    ByteReader reader(bytes);
    const uint32_t magic = reader.u32();
    Container container;
    for (uint32_t& word : container.stored_)
        word = reader.u32();
    const uint32_t version = reader.u32();
    const uint32_t totalSize = reader.u32();
    const uint32_t chunkCount = reader.u32();
    if (!reader)
        return makeError(ErrorCode::Corrupt, "shader of " + std::to_string(bytes.size()) + " bytes has no header");
    if (magic != tag::kDxbc)
        return makeError(ErrorCode::Corrupt, "shader does not start with DXBC");
    if ((version & 0xffff) != 1)
        return makeError(ErrorCode::Corrupt, "unknown container version " + std::to_string(version));
    if (totalSize < kHeaderSize || totalSize > bytes.size())
        return makeError(ErrorCode::Corrupt,
                         "container claims " + std::to_string(totalSize) + " bytes of " + std::to_string(bytes.size()));
    container.bytes_ = bytes.first(totalSize);
    ByteReader table(container.bytes_);
    table.seek(kHeaderSize);
    HENDECA_TRY(findChunks(table, chunkCount, container.chunks_));

    if (rule != ChecksumRule::Skip) {
        container.matches_ = computeChecksum(container.bytes_) == container.stored_;
        if (!container.matches_ && rule == ChecksumRule::Strict)
            return makeError(ErrorCode::Corrupt, "the container's checksum is wrong");
    }
    return container;
}

const Chunk* Container::find(uint32_t tag) const {
    for (const Chunk& chunk : chunks_) {
        if (chunk.tag == tag)
            return &chunk;
    }
    return nullptr;
}

const Chunk* Container::program() const {
    const Chunk* chunk = find(tag::kShex);
    return chunk ? chunk : find(tag::kShdr);
}

Result<Signature> Container::signature(SignatureKind kind) const {
    static constexpr uint32_t kTags[3][3] = {
        {tag::kIsg1, tag::kIsgn, 0}, {tag::kOsg1, tag::kOsg5, tag::kOsgn}, {tag::kPsg1, tag::kPcsg, 0}};
    for (uint32_t wanted : kTags[static_cast<size_t>(kind)]) {
        const Chunk* chunk = wanted ? find(wanted) : nullptr;
        if (chunk)
            return Signature::parse(chunk->tag, data(*chunk));
    }
    return Signature{};
}

uint64_t Container::featureFlags() const {
    const Chunk* chunk = find(tag::kSfi0);
    if (!chunk)
        return 0;
    ByteReader reader(data(*chunk));
    const auto flags = reader.read<uint64_t>();
    return reader ? flags : 0;
}

std::vector<uint8_t> buildContainer(std::span<const ChunkData> chunks) {
    std::vector<uint8_t> out;
    auto put32 = [&out](uint32_t value) {
        for (int shift = 0; shift < 32; shift += 8)
            out.push_back(static_cast<uint8_t>(value >> shift));
    };
    auto patch32 = [&out](size_t at, uint32_t value) { std::memcpy(out.data() + at, &value, sizeof(value)); };

    put32(tag::kDxbc);
    for (int i = 0; i < 4; ++i)
        put32(0);
    put32(1);
    put32(0);
    put32(static_cast<uint32_t>(chunks.size()));
    const size_t table = out.size();
    for (size_t i = 0; i < chunks.size(); ++i)
        put32(0);
    for (size_t i = 0; i < chunks.size(); ++i) {
        patch32(table + i * 4, static_cast<uint32_t>(out.size()));
        put32(chunks[i].tag);
        put32(static_cast<uint32_t>((chunks[i].data.size() + 3) & ~size_t{3}));
        out.insert(out.end(), chunks[i].data.begin(), chunks[i].data.end());
        while (out.size() % 4 != 0)
            out.push_back(0);
    }
    patch32(24, static_cast<uint32_t>(out.size()));
    const Checksum checksum = computeChecksum(out);
    for (size_t i = 0; i < checksum.size(); ++i)
        patch32(4 + i * 4, checksum[i]);
    return out;
}

} // namespace hendeca::dxbc
