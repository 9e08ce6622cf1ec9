#include "dxbc/resource_rules.h"

namespace hendeca::dxbc {

namespace {

constexpr uint32_t dims(std::initializer_list<ResourceDim> list) {
    uint32_t mask = 0;
    for (ResourceDim dim : list)
        mask |= 1u << static_cast<uint32_t>(dim);
    return mask;
}

constexpr uint32_t kRaw = dims({ResourceDim::RawBuffer});
constexpr uint32_t kStructured = dims({ResourceDim::StructuredBuffer});
constexpr uint32_t kMultisampled = dims({ResourceDim::Texture2DMs, ResourceDim::Texture2DMsArray});
constexpr uint32_t kCubes = dims({ResourceDim::TextureCube, ResourceDim::TextureCubeArray});
constexpr uint32_t kFlat = dims({ResourceDim::Texture2D, ResourceDim::Texture2DArray});
constexpr uint32_t kLine = dims({ResourceDim::Texture1D, ResourceDim::Texture1DArray});
constexpr uint32_t kVolume = dims({ResourceDim::Texture3D});
constexpr uint32_t kTyped = dims({ResourceDim::Buffer});
constexpr uint32_t kSampled = kLine | kFlat | kVolume | kCubes;
constexpr uint32_t kAny = ~0u;

uint32_t allowed(Opcode opcode) {
    switch (opcode) {
    case Opcode::Sample:
    case Opcode::SampleB:
    case Opcode::SampleD:
    case Opcode::SampleL:
    case Opcode::SampleLS:
    case Opcode::SampleClS:
    case Opcode::SampleBClS:
    case Opcode::SampleDClS:
    case Opcode::Lod:
        return kSampled;
    case Opcode::SampleC:
    case Opcode::SampleCLz:
    case Opcode::SampleCLzS:
    case Opcode::SampleCClS:
        return kLine | kFlat | kCubes;
    case Opcode::Gather4:
    case Opcode::Gather4C:
    case Opcode::Gather4S:
    case Opcode::Gather4CS:
        return kFlat | kCubes;
    case Opcode::Gather4Po:
    case Opcode::Gather4PoC:
    case Opcode::Gather4PoS:
    case Opcode::Gather4PoCS:
        return kFlat;
    case Opcode::Ld:
    case Opcode::LdS:
        return kTyped | kLine | kFlat | kVolume;
    case Opcode::Ld2dms:
    case Opcode::Ld2dmsS:
    case Opcode::Samplepos:
    case Opcode::Sampleinfo:
        return kMultisampled;
    case Opcode::LdUavTyped:
    case Opcode::LdUavTypedS:
    case Opcode::StoreUavTyped:
        return kTyped | kLine | kFlat | kVolume | kMultisampled;
    case Opcode::LdRaw:
    case Opcode::LdRawS:
    case Opcode::StoreRaw:
        return kRaw;
    case Opcode::LdStructured:
    case Opcode::LdStructuredS:
    case Opcode::StoreStructured:
    case Opcode::ImmAtomicAlloc:
    case Opcode::ImmAtomicConsume:
        return kStructured;
    case Opcode::Bufinfo:
        return kTyped | kRaw | kStructured;
    case Opcode::Resinfo:
        return kSampled | kMultisampled;
    default:
        return opcodeInfo(opcode).has(kAtomic) ? kTyped | kRaw | kStructured | kLine | kFlat | kVolume : kAny;
    }
}

} // namespace

const char* resourceMisuse(Opcode opcode, const Declaration& declaration) {
    const uint32_t dim = 1u << static_cast<uint32_t>(declaration.dim);
    return allowed(opcode) & dim ? "" : "instruction does not fit the dimension of its resource";
}

} // namespace hendeca::dxbc
