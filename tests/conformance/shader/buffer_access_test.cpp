// Buffers beyond their ends: what lies outside a view reads as zero and is not written, whatever lies behind it in
// memory; the same for group-shared memory and constant buffers. D3D11.3 functional specification, sections 5.3.9
// and 7.x (the ld_ and store_ instructions).
#include "shader_test.h"

namespace conformance {
namespace {

using BufferAccess = ShaderTest;

// 32 words 100, 101, ...; views see words 8 to 15.
std::vector<uint32_t> ramp(uint32_t count, uint32_t first = 100) {
    std::vector<uint32_t> words(count);
    for (uint32_t i = 0; i < count; i++)
        words[i] = first + i;
    return words;
}

struct LoadRow {
    const char* name;
    const char* load; // leaves its result in r0
    Uint4 wanted;
};

void expectRows(const std::vector<uint32_t>& found, const LoadRow* rows, size_t count) {
    for (size_t i = 0; i < count; i++)
        for (size_t c = 0; c < 4; c++)
            EXPECT_EQ(rows[i].wanted[c], found[i * 4 + c]) << rows[i].name << ", component " << c;
}

std::string storesOf(const LoadRow* rows, size_t count) {
    std::string body;
    for (size_t i = 0; i < count; i++)
        body += std::string("mov r0.xyzw, l(77, 77, 77, 77)\n") + rows[i].load + "\nstore_raw u0.xyzw, l(" +
                std::to_string(i * 16) + "), r0.xyzw\n";
    return body;
}

constexpr LoadRow kRawLoads[] = {
    {"within", "ld_raw r0.xyzw, l(4), t0.xyzw", {109, 110, 111, 112}},
    {"swizzled", "ld_raw r0.xyzw, l(4), t0.wzyx", {112, 111, 110, 109}},
    {"masked", "ld_raw r0.yw, l(4), t0.xyzw", {77, 110, 77, 112}},
    {"the last word, then beyond", "ld_raw r0.xyzw, l(28), t0.xyzw", {115, 0, 0, 0}},
    {"one word beyond", "ld_raw r0.xyzw, l(32), t0.xyzw", {0, 0, 0, 0}},
    {"far beyond", "ld_raw r0.xyzw, l(0x10000000), t0.xyzw", {0, 0, 0, 0}},
    {"the largest offset", "ld_raw r0.xyzw, l(0xfffffffc), t0.xyzw", {0, 0, 0, 0}},
    {"before the beginning", "ld_raw r0.x, l(-4), t0.xyzw", {0, 77, 77, 77}},
    {"null", "ld_raw r0.xyzw, l(0), t1.xyzw", {0, 0, 0, 0}},
    {"UAV within", "ld_raw r0.xyzw, l(0), u1.xyzw", {204, 205, 206, 207}},
    {"UAV half beyond", "ld_raw r0.xyzw, l(24), u1.xyzw", {210, 211, 0, 0}},
    {"UAV beyond", "ld_raw r0.xyzw, l(0x7ffffffc), u1.xyzw", {0, 0, 0, 0}},
    {"null UAV", "ld_raw r0.xyzw, l(0), u2.xyzw", {0, 0, 0, 0}},
};

TEST_F(BufferAccess, RawLoads) {
    const auto words = ramp(32), others = ramp(32, 200);
    auto source = rawBuffer(32, words.data()), access = rawBuffer(32, others.data());
    context->CSSetShaderResources(0, 1, rawResource(source.get(), 8, 8).array());
    context->CSSetUnorderedAccessViews(1, 1, rawAccess(access.get(), 4, 8).array(), nullptr);
    expectRows(compute("dcl_resource_raw t0\ndcl_resource_raw t1\ndcl_uav_raw u1\ndcl_uav_raw u2",
                       storesOf(kRawLoads, std::size(kRawLoads)), std::size(kRawLoads) * 4),
               kRawLoads, std::size(kRawLoads));
}

constexpr LoadRow kStructuredLoads[] = {
    {"within", "ld_structured r0.xyzw, l(1), l(0), t0.xyzw", {108, 109, 110, 111}},
    {"offset", "ld_structured r0.xy, l(0), l(8), t0.xyzw", {106, 107, 77, 77}},
    {"swizzled", "ld_structured r0.xyzw, l(0), l(0), t0.wwxy", {107, 107, 104, 105}},
    {"one element beyond", "ld_structured r0.xyzw, l(3), l(0), t0.xyzw", {0, 0, 0, 0}},
    {"far beyond", "ld_structured r0.xyzw, l(0x10000000), l(0), t0.xyzw", {0, 0, 0, 0}},
    {"an index that wraps round", "ld_structured r0.xyzw, l(0xffffffff), l(0), t0.xyzw", {0, 0, 0, 0}},
    {"null", "ld_structured r0.xyzw, l(0), l(0), t1.xyzw", {0, 0, 0, 0}},
    {"UAV within", "ld_structured r0.xyzw, l(1), l(0), u1.xyzw", {208, 209, 210, 211}},
    {"UAV beyond", "ld_structured r0.xyzw, l(2), l(0), u1.xyzw", {0, 0, 0, 0}},
};

TEST_F(BufferAccess, StructuredLoads) {
    const auto words = ramp(32), others = ramp(32, 200);
    auto source = structuredBuffer(8, 16, words.data()), access = structuredBuffer(8, 16, others.data());
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFER;
    desc.Buffer.FirstElement = 1;
    desc.Buffer.NumElements = 3;
    Com<ID3D11ShaderResourceView> view;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(source.get(), &desc, view.out()));
    context->CSSetShaderResources(0, 1, view.array());
    D3D11_UNORDERED_ACCESS_VIEW_DESC uav = {};
    uav.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    uav.Buffer = {1, 2, 0};
    Com<ID3D11UnorderedAccessView> accessed;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(access.get(), &uav, accessed.out()));
    context->CSSetUnorderedAccessViews(1, 1, accessed.array(), nullptr);
    expectRows(compute("dcl_resource_structured t0, 16\ndcl_resource_structured t1, 16\ndcl_uav_structured u1, 16",
                       storesOf(kStructuredLoads, std::size(kStructuredLoads)), std::size(kStructuredLoads) * 4),
               kStructuredLoads, std::size(kStructuredLoads));
}

constexpr LoadRow kTypedLoads[] = {
    {"within", "ld_indexable(buffer)(uint,uint,uint,uint) r0.xyzw, l(1, 1, 1, 1), t0.xyzw", {106, 107, 0, 1}},
    {"swizzled", "ld_indexable(buffer)(uint,uint,uint,uint) r0.xyzw, l(0, 0, 0, 0), t0.yxwz", {105, 104, 1, 0}},
    {"the last", "ld_indexable(buffer)(uint,uint,uint,uint) r0.xy, l(3, 3, 3, 3), t0.xyzw", {110, 111, 77, 77}},
    {"one beyond", "ld_indexable(buffer)(uint,uint,uint,uint) r0.xy, l(4, 4, 4, 4), t0.xyzw", {0, 0, 77, 77}},
    {"far beyond", "ld_indexable(buffer)(uint,uint,uint,uint) r0.xy, l(0x7fffffff, 0, 0, 0), t0.xyzw", {0, 0, 77, 77}},
    {"negative", "ld_indexable(buffer)(uint,uint,uint,uint) r0.xy, l(-1, 0, 0, 0), t0.xyzw", {0, 0, 77, 77}},
    {"null", "ld_indexable(buffer)(uint,uint,uint,uint) r0.xyz, l(0, 0, 0, 0), t1.xyzw", {0, 0, 0, 77}},
    {"UAV within", "ld_uav_typed r0.xyzw, l(2, 2, 2, 2), u1.xyzw", {206, 0, 0, 1}},
    {"UAV swizzled", "ld_uav_typed r0.xyzw, l(0, 0, 0, 0), u1.wxyz", {1, 204, 0, 0}},
    {"UAV beyond", "ld_uav_typed r0.x, l(4, 4, 4, 4), u1.xyzw", {0, 77, 77, 77}},
};

TEST_F(BufferAccess, TypedLoads) {
    const auto words = ramp(32), others = ramp(32, 200);
    const UINT bind = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;
    auto source = buffer(128, bind, words.data()), access = buffer(128, bind, others.data());
    context->CSSetShaderResources(0, 1, typedResource(source.get(), DXGI_FORMAT_R32G32_UINT, 2, 4).array());
    context->CSSetUnorderedAccessViews(1, 1, typedAccess(access.get(), DXGI_FORMAT_R32_UINT, 4, 4).array(), nullptr);
    expectRows(compute("dcl_resource_buffer (uint,uint,uint,uint) t0\ndcl_resource_buffer (uint,uint,uint,uint) t1\n"
                       "dcl_uav_typed_buffer (uint,uint,uint,uint) u1",
                       storesOf(kTypedLoads, std::size(kTypedLoads)), std::size(kTypedLoads) * 4),
               kTypedLoads, std::size(kTypedLoads));
}

// Writes beyond a view are dropped: the rest of the buffer keeps what it had.
TEST_F(BufferAccess, StoresBeyondTheViewAreDropped) {
    const auto words = ramp(32);
    auto raw = rawBuffer(32, words.data()), structured = structuredBuffer(8, 16, words.data());
    auto typed = buffer(128, D3D11_BIND_UNORDERED_ACCESS, words.data());
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {2, 2, 0};
    Com<ID3D11UnorderedAccessView> structuredView;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(structured.get(), &desc, structuredView.out()));
    context->CSSetUnorderedAccessViews(1, 1, rawAccess(raw.get(), 8, 8).array(), nullptr);
    context->CSSetUnorderedAccessViews(2, 1, structuredView.array(), nullptr);
    context->CSSetUnorderedAccessViews(3, 1, typedAccess(typed.get(), DXGI_FORMAT_R32_UINT, 8, 8).array(), nullptr);
    compute("dcl_uav_raw u1\ndcl_uav_structured u2, 16\ndcl_uav_typed_buffer (uint,uint,uint,uint) u3\ndcl_uav_raw u4",
            "store_raw u1.xyzw, l(24), l(1, 2, 3, 4)\n" // the last two are beyond
            "store_raw u1.xyzw, l(32), l(5, 6, 7, 8)\n"
            "store_raw u1.x, l(-4), l(9)\n"
            "store_structured u2.xyzw, l(1), l(0), l(1, 2, 3, 4)\n"
            "store_structured u2.xyzw, l(2), l(0), l(5, 6, 7, 8)\n"
            "store_structured u2.xyzw, l(-1), l(0), l(9, 9, 9, 9)\n"
            "store_uav_typed u3.xyzw, l(7, 7, 7, 7), l(1, 1, 1, 1)\n"
            "store_uav_typed u3.xyzw, l(8, 8, 8, 8), l(2, 2, 2, 2)\n"
            "store_uav_typed u3.xyzw, l(-1, -1, -1, -1), l(3, 3, 3, 3)\n"
            "store_raw u4.x, l(0), l(9)", // nothing is bound
            4);
    auto expected = words;
    expected[14] = 1;
    expected[15] = 2;
    EXPECT_EQ(expected, read<uint32_t>(raw.get()));
    expected = words;
    for (uint32_t i = 0; i < 4; i++)
        expected[12 + i] = i + 1;
    EXPECT_EQ(expected, read<uint32_t>(structured.get()));
    expected = words;
    expected[15] = 1;
    EXPECT_EQ(expected, read<uint32_t>(typed.get()));
}

// Components that a store's mask leaves out keep what they had.
TEST_F(BufferAccess, MaskedStores) {
    const auto found =
        compute("dcl_uav_structured u1, 16", "store_raw u0.xy, l(4), l(1, 2, 3, 4)\nstore_raw u0.x, l(20), l(5)", 8, 9);
    EXPECT_EQ((std::vector<uint32_t>{9, 1, 2, 9, 9, 5, 9, 9}), found);
}

// Structures smaller than 16 bytes, and members that reach over the structure's end.
TEST_F(BufferAccess, OddStrides) {
    const auto words = ramp(24);
    auto source = structuredBuffer(8, 12, words.data());
    context->CSSetShaderResources(0, 1, resourceView(source.get()).array());
    const auto found = compute("dcl_resource_structured t0, 12",
                               "ld_structured r0.xyz, l(7), l(0), t0.xyzx\nld_structured r0.w, l(2), l(8), t0.xxxx\n"
                               "store_raw u0.xyzw, l(0), r0.xyzw",
                               4);
    EXPECT_EQ((std::vector<uint32_t>{121, 122, 123, 108}), found);
}

// Group-shared memory: reads beyond it are zero, writes beyond it are dropped.
TEST_F(BufferAccess, SharedMemoryBeyondItsEnd) {
    const auto found = compute("dcl_tgsm_raw g0, 16\ndcl_tgsm_structured g1, 8, 2",
                               "store_raw g0.xyzw, l(0), l(1, 2, 3, 4)\n"
                               "store_raw g0.x, l(16), l(5)\n"
                               "store_raw g0.x, l(0x40000000), l(6)\n"
                               "store_structured g1.xy, l(0), l(0), l(11, 12, 0, 0)\n"
                               "store_structured g1.xy, l(1), l(0), l(13, 14, 0, 0)\n"
                               "store_structured g1.xy, l(2), l(0), l(15, 16, 0, 0)\n"
                               "ld_raw r0.xyzw, l(0), g0.xyzw\n"
                               "ld_raw r1.x, l(16), g0.x\n"
                               "ld_raw r1.y, l(0x40000000), g0.x\n"
                               "ld_structured r1.zw, l(2), l(0), g1.xxxy\n"
                               "ld_structured r2.xy, l(1), l(0), g1.xyxx\n"
                               "ld_structured r2.zw, l(0), l(0), g1.xxxy\n"
                               "store_raw u0.xyzw, l(0), r0.xyzw\nstore_raw u0.xyzw, l(16), r1.xyzw\n"
                               "store_raw u0.xyzw, l(32), r2.xyzw",
                               12);
    EXPECT_EQ((std::vector<uint32_t>{1, 2, 3, 4, 0, 0, 0, 0, 13, 14, 11, 12}), found);
}

// Constant buffers: beyond the buffer, or the part that is bound, is zero; the declared size is no limit.
TEST_F(BufferAccess, ConstantBuffersBeyondTheirEnd) {
    std::vector<uint32_t> words = ramp(256 * 4);
    auto large = buffer(256 * 16, D3D11_BIND_CONSTANT_BUFFER, words.data());
    auto little = buffer(32, D3D11_BIND_CONSTANT_BUFFER, words.data());
    context->CSSetConstantBuffers(0, 1, large.array());
    context->CSSetConstantBuffers(1, 1, little.array());
    constexpr LoadRow kRows[] = {
        {"within", "mov r1.x, l(2)\nmov r0.xyzw, cb0[r1.x + 0].xyzw", {108, 109, 110, 111}},
        {"past the declaration, within the buffer",
         "mov r1.x, l(10)\nmov r0.xyzw, cb0[r1.x + 0].xyzw",
         {140, 141, 142, 143}},
        {"with an offset", "mov r1.x, l(9)\nmov r0.xyzw, cb0[r1.x + 3].xyzw", {148, 149, 150, 151}},
        {"the last", "mov r1.x, l(255)\nmov r0.xyzw, cb0[r1.x + 0].xyzw", {1120, 1121, 1122, 1123}},
        {"one past the buffer", "mov r1.x, l(256)\nmov r0.xyzw, cb0[r1.x + 0].xyzw", {0, 0, 0, 0}},
        {"far past the buffer", "mov r1.x, l(100000)\nmov r0.xyzw, cb0[r1.x + 0].xyzw", {0, 0, 0, 0}},
        {"negative", "mov r1.x, l(-1)\nmov r0.xyzw, cb0[r1.x + 0].xyzw", {0, 0, 0, 0}},
        {"negative, brought back by the offset",
         "mov r1.x, l(-1)\nmov r0.xyzw, cb0[r1.x + 3].xyzw",
         {108, 109, 110, 111}},
        {"the small buffer, within", "mov r0.xyzw, cb1[1].xyzw", {104, 105, 106, 107}},
        {"the small buffer, past", "mov r0.xyzw, cb1[3].xyzw", {0, 0, 0, 0}},
        {"nothing is bound", "mov r0.xyzw, cb2[0].xyzw", {0, 0, 0, 0}},
    };
    expectRows(compute("dcl_constantbuffer cb0[4], dynamicIndexed\ndcl_constantbuffer cb1[4], immediateIndexed\n"
                       "dcl_constantbuffer cb2[4], immediateIndexed",
                       storesOf(kRows, std::size(kRows)), std::size(kRows) * 4),
               kRows, std::size(kRows));
}

// A window of a constant buffer: what lies past it in the buffer is not seen.
TEST_F(BufferAccess, ConstantBufferWindows) {
    Com<ID3D11DeviceContext1> context1 = context.as<ID3D11DeviceContext1>();
    ASSERT_TRUE(context1);
    std::vector<uint32_t> words = ramp(64 * 4);
    auto whole = buffer(64 * 16, D3D11_BIND_CONSTANT_BUFFER, words.data());
    const UINT first = 16, count = 16;
    context1->CSSetConstantBuffers1(0, 1, whole.array(), &first, &count);
    constexpr LoadRow kRows[] = {
        {"the first", "mov r0.xyzw, cb0[0].xyzw", {164, 165, 166, 167}},
        {"the last", "mov r0.xyzw, cb0[15].xyzw", {224, 225, 226, 227}},
        {"past the window", "mov r0.xyzw, cb0[16].xyzw", {0, 0, 0, 0}},
    };
    expectRows(compute("dcl_constantbuffer cb0[64], immediateIndexed", storesOf(kRows, std::size(kRows)), 12), kRows,
               std::size(kRows));
}

// Indexable temps and the immediate constant buffer.
TEST_F(BufferAccess, IndexableTempsAndImmediateConstants) {
    const auto found = compute(
        "dcl_immediateConstantBuffer { {1, 2, 3, 4}, {5, 6, 7, 8} }",
        "mov r0.xy, l(1, 0, 0, 0)\nmov x0[0].xyzw, l(20, 21, 22, 23)\nmov x0[r0.x + 1].xyzw, icb[r0.x + 0].wzyx\n"
        "mov x0[r0.x + 0].xy, icb[0].xyxx\nmov r1.xyzw, x0[2].xyzw\nmov r2.xy, x0[r0.x + 0].xyxx\n"
        "mov r2.zw, x0[r0.y + 0].xxxy\nstore_raw u0.xyzw, l(0), r1.xyzw\nstore_raw u0.xyzw, l(16), r2.xyzw",
        8);
    EXPECT_EQ((std::vector<uint32_t>{8, 7, 6, 5, 1, 2, 20, 21}), found);
}

} // namespace
} // namespace conformance
