#pragma once
// The packet structs, made from packets.inc. A packet lies 8-byte aligned in a chunk: PacketHeader, fields, tail.
// Plain data; whoever holds the chunk may read it.

#include "gpu/resource/buffer.h"
#include "gpu/sparse/tile_layout.h"
#include "gpu/state.h"
#include "gpu/stream/video_constants.h"
#include "spirv/shader_binary.h"
#include "vk/fns.h"

#include <cstdint>
#include <type_traits>

namespace hendeca::gpu {

class Image;
class View;
class Sampler;
class Shader;
class Query;
class Presenter;
class TileHeap;
class TileTable;
struct Chunk;

struct Float4 {
    float v[4];
};
struct Uint4 {
    uint32_t v[4];
};
struct Offset {
    uint32_t x, y, z; // texels
};
struct Box {
    uint32_t x, y, z, width, height, depth; // texels
};
struct VertexBufferBinding {
    Buffer* buffer; // null: reads give zero
    uint32_t offset, stride; // bytes
};
struct UniformBinding {
    Buffer* buffer; // null: reads give zero
    uint32_t offset, size; // bytes
};
struct StreamOutBinding {
    Buffer* buffer;
    Buffer* counter; // 4 bytes: how far it is filled
    uint32_t offset; // bytes; ~0u: append
};

enum class PacketId : uint16_t {
#define HENDECA_PACKET(name, fields) name,
#include "gpu/stream/packets.inc"
#undef HENDECA_PACKET
    Count
};

struct PacketHeader {
    PacketId id;
    uint16_t reserved;
    uint32_t size; // bytes of the whole packet with its tail, a multiple of 8
};

namespace packet {
struct NoTail {};
#define FIELD(type, name) type name;
#define TAIL(type) using Tail = type;
#define HENDECA_PACKET(packetName, fields)                                                                             \
    struct packetName##Base {                                                                                          \
        using Tail = NoTail;                                                                                           \
    };                                                                                                                 \
    struct alignas(8) packetName : packetName##Base {                                                                  \
        static constexpr PacketId kId = PacketId::packetName;                                                          \
        PacketHeader header;                                                                                           \
        fields                                                                                                         \
    };
#include "gpu/stream/packets.inc"
#undef HENDECA_PACKET
#undef FIELD
#undef TAIL

// The elements behind a packet that has a tail.
template <class P>
typename P::Tail* tail(P* packet) {
    return reinterpret_cast<typename P::Tail*>(packet + 1);
}
template <class P>
const typename P::Tail* tail(const P* packet) {
    return reinterpret_cast<const typename P::Tail*>(packet + 1);
}
} // namespace packet

const char* packetName(PacketId id);

} // namespace hendeca::gpu
