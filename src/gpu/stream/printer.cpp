#include "gpu/stream/printer.h"

#include "gpu/stream/chunk.h"
#include "util/log.h"

#include <cinttypes>
#include <map>

namespace hendeca::gpu {

namespace {

class Printer {
public:
    std::string text;

    void chunk(const Chunk& chunk) {
        for (uint32_t at = 0; at + sizeof(PacketHeader) <= chunk.used;) {
            const auto* header = reinterpret_cast<const PacketHeader*>(chunk.data + at);
            if (header->size < sizeof(PacketHeader) || header->size > chunk.used - at || header->id >= PacketId::Count) {
                text += "<damaged>\n";
                return;
            }
            packet(header);
            text += '\n';
            at += header->size;
        }
    }

private:
    std::map<const void*, uint32_t> names_;

    void packet(const PacketHeader* header) {
        text += packetName(header->id);
        switch (header->id) {
#define FIELD(type, name) field(#name, value.name);
#define TAIL(type) list(reinterpret_cast<const P::Tail*>(&value + 1), value);
#define HENDECA_PACKET(packetName, fields)                                                                             \
    case PacketId::packetName: {                                                                                       \
        using P [[maybe_unused]] = packet::packetName;                                                                 \
        [[maybe_unused]] const auto& value = *reinterpret_cast<const packet::packetName*>(header);                     \
        fields break;                                                                                                  \
    }
#include "gpu/stream/packets.inc"
#undef HENDECA_PACKET
#undef FIELD
#undef TAIL
        case PacketId::Count:
            break;
        }
    }

    template <class T>
    void field(const char* name, const T& value) {
        text += ' ';
        text += name;
        text += '=';
        put(value);
    }

    template <class T, class P>
    void list(const T* items, const P& owner) {
        text += " [";
        const uint64_t room = (owner.header.size - sizeof(P)) / sizeof(T);
        for (uint32_t i = 0; i < owner.count && i < room; i++) {
            text += i && !std::is_same_v<T, char> ? " " : "";
            put(items[i]);
        }
        text += ']';
    }

    template <class... Ts>
    void group(const Ts&... values) {
        text += '{';
        const char* space = "";
        ((text += space, put(values), space = " "), ...);
        text += '}';
    }

    template <class T>
        requires std::is_integral_v<T> || std::is_enum_v<T>
    void put(T value) {
        if constexpr (std::is_same_v<T, bool>)
            text += value ? "true" : "false";
        else if constexpr (std::is_same_v<T, char>)
            text += value;
        else
            text += std::to_string(static_cast<int64_t>(value));
    }
    void put(const VideoConstants& value) { group(value.kinds[0], value.kinds[3], value.outKinds[0]); }
    void put(float value) { text += formatText("%g", static_cast<double>(value)); }
    template <class T>
    void put(T* object) {
        if (!object) {
            text += "null";
            return;
        }
        const auto [at, fresh] = names_.try_emplace(object, static_cast<uint32_t>(names_.size() + 1));
        text += '#' + std::to_string(at->second);
    }
    void put(const Float4& v) { group(v.v[0], v.v[1], v.v[2], v.v[3]); }
    void put(const Uint4& v) { group(v.v[0], v.v[1], v.v[2], v.v[3]); }
    void put(const Offset& v) { group(v.x, v.y, v.z); }
    void put(const Box& v) { group(v.x, v.y, v.z, v.width, v.height, v.depth); }
    void put(const Slice& v) { group(v.page, v.backing.offset); }
    void put(const VertexBufferBinding& v) { group(v.buffer, v.offset, v.stride); }
    void put(const UniformBinding& v) { group(v.buffer, v.offset, v.size); }
    void put(const StreamOutBinding& v) { group(v.buffer, v.counter, v.offset); }
    void put(const TileRun& v) { group(v.first, v.count, v.poolTile, v.target); }
    void put(const TileCopy& v) { group(v.target, v.source, v.count); }
    void put(const VkViewport& v) { group(v.x, v.y, v.width, v.height, v.minDepth, v.maxDepth); }
    void put(const VkRect2D& v) { group(v.offset.x, v.offset.y, v.extent.width, v.extent.height); }
    void put(const VkMultiDrawInfoEXT& v) { group(v.firstVertex, v.vertexCount); }
    void put(const VkMultiDrawIndexedInfoEXT& v) { group(v.firstIndex, v.indexCount, v.vertexOffset); }
};

} // namespace

const char* packetName(PacketId id) {
    switch (id) {
#define HENDECA_PACKET(name, fields)                                                                                   \
    case PacketId::name:                                                                                               \
        return #name;
#include "gpu/stream/packets.inc"
#undef HENDECA_PACKET
    case PacketId::Count:
        break;
    }
    return "?";
}

std::string printChunk(const Chunk& chunk, bool chain) {
    Printer printer;
    for (const Chunk* at = &chunk; at; at = chain ? at->next : nullptr)
        printer.chunk(*at);
    return std::move(printer.text);
}

} // namespace hendeca::gpu
