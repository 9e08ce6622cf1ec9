// The values at which instructions go wrong.
#include "opcode_row.h"

namespace conformance::opcodes {

namespace {

// clang-format off
constexpr uint64_t kFloats[] = {
    0x00000000, 0x80000000,                         // zeros
    0x00000001, 0x80000001, 0x007fffff, 0x807fffff, // denormals: the smallest and the largest
    0x00400000, 0x80123456,
    0x00800000, 0x80800000, 0x00800001, 0x01000000, // the smallest normal numbers
    0x3f800000, 0xbf800000, 0x3f800001, 0x3f7fffff, 0xbf7fffff, // about 1
    0x3f000000, 0xbf000000, 0x3effffff, 0x3fc00000, 0x40200000, 0xc0200000, // halves: 0.5, 1.5, 2.5
    0x40000000, 0xc0400000, 0x3dcccccd, 0xbeaaaaab, 0x40490fdb, 0xc2c80000, 0x3fb504f3,
    0x4afffffe, 0x4affffff, 0x4b000000, 0x4b7fffff, 0x4b800000, 0xcb000001, // about 2^23 and 2^24
    0x4effffff, 0x4f000000, 0xcf000000, 0xcf000001, 0x4f7fffff, 0x4f800000, 0xcf800000, // about 2^31 and 2^32
    0x501502f9, 0x2edbe6ff, 0xaedbe6ff, 0x7149f2ca, 0x0da24260, // 1e10, 1e-10, 1e30, 1e-30
    0x7e800000, 0xfe800001, 0x7f000000, // 2^126, 2^127: whose inverse is a denormal
    0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000, // FLT_MAX, infinity
    0x7fc00000, 0xffc12345, 0x7f800001, 0xffbfffff, // NaNs: quiet, with payload, signalling
};
// One operand: float16's limits, limits of exp2, angles.
constexpr uint64_t kMoreFloats[] = {
    0x477fe000, 0x477fefff, 0x477ff000, 0x477fffff, 0x47800000, 0xc7800000, 0x477fdfff, 0xc77fe001, // about 65504, 65536
    0x38800000, 0x387fffff, 0x387fc000, 0x387fe000, 0x33800000, 0x33000000, 0x33000001, 0x33ffffff, // float16's denormals
    0xb8000000, 0xb3c00000, 0x3f801000, 0x3f803000, 0x3f801001, 0x3f800fff, // ties of its fraction
    0x42fe0000, 0x43000000, 0x42ffffff, 0xc2fc0000, 0xc2fc0001, 0xc3150000, 0xc3160000, 0xc3170000, // 127, 128, -126, -149
    0x3fc90fdb, 0xbfc90fdb, 0x43400000, 0xc39d1463, 0x439d1463, 0x42f6e979, 0x3f490fdb, 0x41490fdb,
    0x3a83126f, 0xba83126f, 0x3f333333, 0x3f19999a, 0x3fe66666, 0x3c23d70a, 0x461c4000, 0x47c35000, 0x49742400,
};
constexpr uint64_t kFewFloats[] = {
    0x00000000, 0x80000000, 0x00000001, 0x807fffff, 0x00800000, 0x3f800000, 0xbf800001, 0x3f800001, 0x3eaaaaab,
    0x40400000, 0xc0a00000, 0x3fffffff, 0x4b800001, 0x1fffffff, 0x60000001, 0x7f7fffff, 0xff7fffff, 0x7f800000, 0xff800000,
    0x7fc01234, 0xff800001,
};
constexpr uint64_t kFactors[] = { // four at a time
    0x00000000, 0x80000000, 0x80000003, 0x3f800000, 0xbfc00000, 0x3f800001, 0x1fffffff, 0x7f000000, 0xff800000, 0x7fc01234,
};
constexpr uint64_t kWords[] = {
    0, 1, 2, 3, 5, 7, 8, 15, 16, 30, 31, 32, 33, 63, 64, 65, 127, 128, 255, 256, 0x1234, 0x7fff, 0x8000, 0xffff, 0x10000,
    0x10001, 0x12345678, 0x40000000, 0x55555555, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0x87654321, 0xaaaaaaaa,
    0xc0000000, 0xdeadbeef, 0xffff0000, 0xffff8000, 0xffffff80, 0xffffffe0, 0xffffffe1, 0xfffffffe, 0xffffffff, 0x00ff00ff,
    0x00800000, 0x00ffffff, 0x01000001, 0x01000003, 0x7fffffbf, 0x7fffff40, 0xffffff7f, 0xfffffe80,
};
constexpr uint64_t kFewWords[] = {
    0, 1, 2, 31, 32, 255, 0x00ff0100, 0x12345678, 0x7fffffff, 0x80000000, 0x80000001, 0x89abcdef, 0xaaaaaaaa, 0xffffff80,
    0xfffffffe, 0xffffffff,
};
constexpr uint64_t kFields[] = {0, 1, 2, 7, 8, 15, 16, 24, 30, 31, 32, 33, 40, 63, 64, 0xffffffe0, 0xfffffff8, 0xffffffff};
constexpr uint64_t kBits[] = { // for moves: all that must not be touched
    0, 1, 0x80000000, 0x80000001, 0x00000001, 0x007fffff, 0x807fffff, 0x00800000, 0x3f800000, 0xbf000000, 0x7f7fffff,
    0x7f800000, 0xff800000, 0x7f800001, 0x7fc00000, 0xffc12345, 0xffbfffff, 0xffffffff, 0x7fffffff, 0x12345678,
};
constexpr uint64_t kHalves[] = {
    0x0000, 0x8000, 0x0001, 0x8001, 0x0002, 0x0003, 0x0155, 0x0200, 0x03ff, 0x83ff, 0x0400, 0x8400, 0x0401, 0x07ff, 0x2e66,
    0x3555, 0x3800, 0x3bff, 0x3c00, 0xbc00, 0x3c01, 0x4000, 0x4248, 0x6134, 0x7bff, 0xfbff, 0x7c00, 0xfc00, 0x7c01, 0x7e00,
    0xfe55, 0xffff, 0xffff3c00, 0x12340001, 0x7c00c000, 0xabcd8000,
};
constexpr uint64_t kDoubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x8000000000000001, // zeros, denormals
    0x000fffffffffffff, 0x800fffffffffffff, 0x0010000000000000, 0x8010000000000001, 0x0008000000000000,
    0x3ff0000000000000, 0xbff0000000000000, 0x3ff0000000000001, 0x3fefffffffffffff, // about 1
    0x3fe0000000000000, 0xbfe0000000000000, 0x3ff8000000000000, 0xc004000000000000, // 0.5, 1.5, -2.5
    0x4000000000000000, 0x4008000000000000, 0x3fb999999999999a, 0xbfd5555555555555, 0x400921fb54442d18,
    0x41dfffffffc00000, 0x41dfffffffffffff, 0x41e0000000000000, 0xc1e0000000000000, 0xc1e00000001fffff, // about 2^31
    0xc1e0000000200000, 0xc1e0000000100000, 0x41efffffffe00000, 0x41efffffffffffff, 0x41f0000000000000, // about 2^32
    0x4330000000000000, 0x433fffffffffffff, 0x4340000000000000, 0xc340000000000001, // about 2^52 and 2^53
    0x47efffffe0000000, 0x47efffffefffffff, 0x47effffff0000000, 0xc7f0000000000000, // about FLT_MAX
    0x3ff0000010000000, 0x3ff0000030000000, 0x3ff0000010000001, // ties of float's fraction
    0x3810000000000000, 0x380fffffffffffff, 0x36a0000000000000, 0x3690000000000000, 0x3690000000000001, 0xb6a8000000000000,
    0x7e37e43c8800759c, 0x01a56e1fc2f8f359, 0x7fd0000000000000, 0x7fe0000000000001, 0x7fefffffffffffff, 0xffefffffffffffff,
    0x7ff0000000000000, 0xfff0000000000000, 0x7ff8000000000000, 0xfff8123456789abc, 0x7ff0000000000001, 0xfff7ffffffffffff,
};
constexpr uint64_t kFewDoubles[] = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800fffffffffffff, 0x3ff0000000000000, 0xbff0000000000001,
    0x3fd5555555555555, 0x4008000000000000, 0x3ff0000000000001, 0x43e0000000000001, 0x7fefffffffffffff, 0x7ff0000000000000,
    0xfff0000000000000, 0x7ff8000000001234, 0x1ff0000000000003, 0x6000000000000005,
};
// clang-format on

constexpr auto kAllFloats = [] {
    std::array<uint64_t, std::size(kFloats) + std::size(kMoreFloats)> all{};
    size_t at = 0;
    for (uint64_t value : kFloats)
        all[at++] = value;
    for (uint64_t value : kMoreFloats)
        all[at++] = value;
    return all;
}();

} // namespace

std::span<const uint64_t> edgeValues(char kind, size_t operandCount) {
    switch (kind) {
    case 'f':
        return operandCount == 1   ? std::span<const uint64_t>(kAllFloats)
               : operandCount == 2 ? std::span<const uint64_t>(kFloats)
                                   : std::span<const uint64_t>(kFewFloats);
    case 'g':
        return kFactors;
    case 'd':
        return operandCount <= 2 ? std::span<const uint64_t>(kDoubles) : std::span<const uint64_t>(kFewDoubles);
    case 'b':
        return kBits;
    case 'h':
        return kHalves;
    case 'w':
        return kFields;
    default:
        return operandCount <= 2 ? std::span<const uint64_t>(kWords) : std::span<const uint64_t>(kFewWords);
    }
}

std::vector<std::array<uint64_t, 4>> combinations(const Row& row) {
    const size_t count = std::char_traits<char>::length(row.operands);
    std::vector<std::array<uint64_t, 4>> all{{}};
    for (size_t i = 0; i < count; ++i) {
        std::vector<std::array<uint64_t, 4>> next;
        for (const auto& before : all)
            for (uint64_t value : edgeValues(row.operands[i], count)) {
                next.push_back(before);
                next.back()[i] = value;
            }
        all = std::move(next);
    }
    return all;
}

} // namespace conformance::opcodes
