// Atomic instructions on everything that they may name, with and without a result; hidden counters; barriers.
// D3D11.3 functional specification, sections 22.17 (atomics) and 22.16.7 (sync).
#include "shader_test.h"

#include <algorithm>

namespace conformance {
namespace {

using Atomics = ShaderTest;

struct OpRow {
    const char* name;    // behind atomic_ or imm_atomic_
    const char* operand; // sources behind the address
    uint32_t before, after;
    bool withoutResult = true, withResult = true;
};
constexpr OpRow kOps[] = {
    {"and", "l(0x0ff0)", 0x00000f0f, 0x00000f00},
    {"or", "l(0x0ff0)", 0x00000f0f, 0x00000fff},
    {"xor", "l(0x0ff0)", 0x00000f0f, 0x000000ff},
    {"iadd", "l(-3)", 1, 0xfffffffe},
    {"imax", "l(-1)", 0xfffffffe, 0xffffffff},
    {"imin", "l(-1)", 1, 0xffffffff},
    {"umax", "l(-1)", 1, 0xffffffff},
    {"umin", "l(1)", 0xffffffff, 1},
    {"cmp_store", "l(7), l(9)", 7, 9, true, false},
    {"cmp_store", "l(7), l(9)", 8, 8, true, false},
    {"exch", "l(5)", 4, 5, false, true},
    {"cmp_exch", "l(7), l(9)", 7, 9, false, true},
    {"cmp_exch", "l(7), l(9)", 8, 8, false, true},
};

struct TargetRow {
    const char* name;
    const char* declaration;
    const char* target;
    const char* address;
    const char* load;  // r0.x: what is there
    const char* store; // r0.x goes there
};
constexpr TargetRow kTargets[] = {
    {"raw buffer", "dcl_uav_raw u1", "u1", "l(8)", "ld_raw r0.x, l(8), u1.x", "store_raw u1.x, l(8), r0.x"},
    {"structured buffer", "dcl_uav_structured u2, 12", "u2", "l(2, 4, 0, 0)", "ld_structured r0.x, l(2), l(4), u2.x",
     "store_structured u2.x, l(2), l(4), r0.x"},
    {"typed buffer", "dcl_uav_typed_buffer (uint,uint,uint,uint) u3", "u3", "l(5, 0, 0, 0)",
     "ld_uav_typed r0.x, l(5, 0, 0, 0), u3.x", "store_uav_typed u3.xyzw, l(5, 0, 0, 0), r0.xxxx"},
    {"1D texture", "dcl_uav_typed_texture1d (uint,uint,uint,uint) u4", "u4", "l(3, 0, 0, 0)",
     "ld_uav_typed r0.x, l(3, 0, 0, 0), u4.x", "store_uav_typed u4.xyzw, l(3, 0, 0, 0), r0.xxxx"},
    {"1D array", "dcl_uav_typed_texture1darray (uint,uint,uint,uint) u5", "u5", "l(3, 1, 0, 0)",
     "ld_uav_typed r0.x, l(3, 1, 0, 0), u5.x", "store_uav_typed u5.xyzw, l(3, 1, 0, 0), r0.xxxx"},
    {"2D texture", "dcl_uav_typed_texture2d (uint,uint,uint,uint) u6", "u6", "l(1, 2, 0, 0)",
     "ld_uav_typed r0.x, l(1, 2, 0, 0), u6.x", "store_uav_typed u6.xyzw, l(1, 2, 0, 0), r0.xxxx"},
    {"2D array", "dcl_uav_typed_texture2darray (uint,uint,uint,uint) u7", "u7", "l(1, 2, 1, 0)",
     "ld_uav_typed r0.x, l(1, 2, 1, 0), u7.x", "store_uav_typed u7.xyzw, l(1, 2, 1, 0), r0.xxxx"},
    {"3D texture", "dcl_uav_typed_texture3d (uint,uint,uint,uint) u8", "u8", "l(1, 2, 3, 0)",
     "ld_uav_typed r0.x, l(1, 2, 3, 0), u8.x", "store_uav_typed u8.xyzw, l(1, 2, 3, 0), r0.xxxx"},
    {"signed typed buffer", "dcl_uav_typed_buffer (sint,sint,sint,sint) u9", "u9", "l(5, 0, 0, 0)",
     "ld_uav_typed r0.x, l(5, 0, 0, 0), u9.x", "store_uav_typed u9.xyzw, l(5, 0, 0, 0), r0.xxxx"},
    {"raw shared memory", "dcl_tgsm_raw g0, 16", "g0", "l(8)", "ld_raw r0.x, l(8), g0.x", "store_raw g0.x, l(8), r0.x"},
    {"structured shared memory", "dcl_tgsm_structured g1, 8, 3", "g1", "l(2, 4, 0, 0)",
     "ld_structured r0.x, l(2), l(4), g1.x", "store_structured g1.x, l(2), l(4), r0.x"},
};

class AtomicTargets : public ShaderTest {
protected:
    void SetUp() override {
        ShaderTest::SetUp();
        const UINT bind = D3D11_BIND_UNORDERED_ACCESS;
        raw_ = rawBuffer(8);
        structured_ = structuredBuffer(4, 12);
        typed_ = buffer(64, bind);
        signed_ = buffer(64, bind);
        auto plain = texture(4, 4, DXGI_FORMAT_R32_UINT, bind),
             layered = texture(4, 4, DXGI_FORMAT_R32_UINT, bind, nullptr, 0, 1, 2);
        D3D11_TEXTURE1D_DESC line = {8, 1, 1, DXGI_FORMAT_R32_UINT, D3D11_USAGE_DEFAULT, bind, 0, 0};
        Com<ID3D11Texture1D> one, lines;
        ASSERT_HR(S_OK, device->CreateTexture1D(&line, nullptr, one.out()));
        line.ArraySize = 2;
        ASSERT_HR(S_OK, device->CreateTexture1D(&line, nullptr, lines.out()));
        const D3D11_TEXTURE3D_DESC cube = {4, 4, 4, 1, DXGI_FORMAT_R32_UINT, D3D11_USAGE_DEFAULT, bind, 0, 0};
        Com<ID3D11Texture3D> volume;
        ASSERT_HR(S_OK, device->CreateTexture3D(&cube, nullptr, volume.out()));
        const Com<ID3D11UnorderedAccessView> views[] = {rawAccess(raw_.get(), 0, 8),
                                                        accessView(structured_.get()),
                                                        typedAccess(typed_.get(), DXGI_FORMAT_R32_UINT, 0, 16),
                                                        accessView(one.get()),
                                                        accessView(lines.get()),
                                                        accessView(plain.get()),
                                                        accessView(layered.get()),
                                                        accessView(volume.get()),
                                                        typedAccess(signed_.get(), DXGI_FORMAT_R32_SINT, 0, 16)};
        // Feature level 11_0 has eight slots; the targets need more, so each test binds what it names.
        for (size_t i = 0; i < std::size(views); i++)
            views_[i + 1] = views[i];
    }

    // All rows of one target in one shader: eight words a row: result and memory, with and without a return value.
    void run(const TargetRow& target) {
        std::string body, declaration = target.declaration, name = target.target, load = target.load,
                          store = target.store;
        if (name[0] == 'u') { // every view takes its turn in u1
            const uint32_t slot = static_cast<uint32_t>(std::stoul(name.substr(1)));
            context->CSSetUnorderedAccessViews(1, 1, views_[slot].array(), nullptr);
            for (std::string* text : {&declaration, &name, &load, &store}) {
                const std::string from = "u" + std::to_string(slot);
                for (size_t at = text->find(from); at != std::string::npos; at = text->find(from, at + 2))
                    if (at == 0 || (*text)[at - 1] == ' ')
                        text->replace(at, from.size(), "u1");
            }
        }
        for (size_t i = 0; i < std::size(kOps); i++) {
            const OpRow& op = kOps[i];
            const std::string set = "mov r0.x, l(" + std::to_string(op.before) + ")\n" + store + "\n";
            const std::string at = std::to_string(i * 12);
            body += "mov r2.xyz, l(-7, -7, -7, 0)\n";
            if (op.withoutResult)
                body += set + "atomic_" + op.name + " " + name + ", " + target.address + ", " + op.operand + "\n" +
                        load + "\nmov r2.x, r0.x\n";
            if (op.withResult)
                body += set + "imm_atomic_" + op.name + " r1.x, " + name + ", " + target.address + ", " + op.operand +
                        "\n" + load + "\nmov r2.y, r0.x\nmov r2.z, r1.x\n";
            body += "store_raw u0.xyz, l(" + at + "), r2.xyzx\n";
        }
        const auto found = compute(declaration, body, std::size(kOps) * 3);
        for (size_t i = 0; i < std::size(kOps); i++) {
            const OpRow& op = kOps[i];
            if (op.withoutResult) {
                EXPECT_EQ(op.after, found[i * 3]) << op.name << " on " << target.name << ", row " << i;
            }
            if (op.withResult) {
                EXPECT_EQ(op.after, found[i * 3 + 1]) << "imm " << op.name << " on " << target.name << ", row " << i;
                EXPECT_EQ(op.before, found[i * 3 + 2]) << "value before imm " << op.name << " on " << target.name;
            }
        }
    }

    Com<ID3D11Buffer> raw_, structured_, typed_, signed_;
    Com<ID3D11UnorderedAccessView> views_[10];
};

TEST_F(AtomicTargets, EveryOperationOnEveryTarget) {
    for (const TargetRow& target : kTargets) {
        SCOPED_TRACE(target.name);
        run(target);
    }
}

// Beyond the view nothing is written; the value returned is not defined, so it is not looked at.
TEST_F(Atomics, BeyondTheViewNothingIsWritten) {
    const std::vector<uint32_t> nines(16, 9);
    auto raw = rawBuffer(16, nines.data()), structured = structuredBuffer(4, 16, nines.data());
    auto typed = buffer(64, D3D11_BIND_UNORDERED_ACCESS, nines.data());
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {1, 1, 0};
    Com<ID3D11UnorderedAccessView> part;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(structured.get(), &desc, part.out()));
    context->CSSetUnorderedAccessViews(1, 1, rawAccess(raw.get(), 4, 4).array(), nullptr);
    context->CSSetUnorderedAccessViews(2, 1, part.array(), nullptr);
    context->CSSetUnorderedAccessViews(3, 1, typedAccess(typed.get(), DXGI_FORMAT_R32_UINT, 4, 4).array(), nullptr);
    compute(
        "dcl_uav_raw u1\ndcl_uav_structured u2, 16\ndcl_uav_typed_buffer (uint,uint,uint,uint) u3\ndcl_tgsm_raw g0, 16",
        "atomic_iadd u1, l(16), l(1)\natomic_iadd u1, l(-4), l(1)\nimm_atomic_iadd r0.x, u1, l(0x1000), l(1)\n"
        "atomic_iadd u2, l(1, 0, 0, 0), l(1)\natomic_iadd u2, l(-1, 0, 0, 0), l(1)\n"
        "atomic_iadd u3, l(4, 0, 0, 0), l(1)\natomic_iadd u3, l(-1, 0, 0, 0), l(1)\n"
        "atomic_iadd g0, l(16), l(1)\nimm_atomic_exch r0.x, g0, l(0x10000), l(1)",
        4);
    EXPECT_EQ(nines, read<uint32_t>(raw.get()));
    EXPECT_EQ(nines, read<uint32_t>(structured.get()));
    EXPECT_EQ(nines, read<uint32_t>(typed.get()));
}

// alloc gives the count before it rises, consume the count after it falls; both wrap round; a bind can set it, -1 keeps
// it.
TEST_F(Atomics, HiddenCounters) {
    auto items = structuredBuffer(64, 4), result = structuredBuffer(64, 4);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {0, 64, D3D11_BUFFER_UAV_FLAG_COUNTER};
    Com<ID3D11UnorderedAccessView> view;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(items.get(), &desc, view.out()));
    auto count = buffer(16, 0, nullptr);
    const auto bindWith = [&](UINT initial) { context->CSSetUnorderedAccessViews(1, 1, view.array(), &initial); };
    const auto counter = [&] {
        context->CopyStructureCount(count.get(), 4, view.get());
        return read<uint32_t>(count.get())[1];
    };
    bindWith(5);
    EXPECT_EQ(5u, counter());
    auto found = compute("dcl_uav_structured_opc u1, 4",
                         "imm_atomic_alloc r0.x, u1\nimm_atomic_alloc r0.y, u1\nimm_atomic_alloc r0.z, u1\nstore_raw "
                         "u0.xyz, l(0), r0.xyzx",
                         4);
    EXPECT_EQ((std::vector<uint32_t>{5, 6, 7, 0}), found);
    EXPECT_EQ(8u, counter());
    bindWith(~0u);
    found = compute("dcl_uav_structured_opc u1, 4",
                    "imm_atomic_consume r0.x, u1\nimm_atomic_consume r0.y, u1\nstore_raw u0.xy, l(0), r0.xyxx", 2);
    EXPECT_EQ((std::vector<uint32_t>{7, 6}), found);
    EXPECT_EQ(6u, counter());
    bindWith(0);
    found = compute("dcl_uav_structured_opc u1, 4", "imm_atomic_consume r0.x, u1\nstore_raw u0.x, l(0), r0.x", 1);
    EXPECT_EQ(0xffffffffu, found[0]);
    EXPECT_EQ(0xffffffffu, counter());
}

// An append view gives each of 256 threads a place of its own; a consume view takes all of them out again.
TEST_F(Atomics, AppendThenConsume) {
    auto items = structuredBuffer(256, 4);
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc = {};
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer = {0, 256, D3D11_BUFFER_UAV_FLAG_APPEND};
    Com<ID3D11UnorderedAccessView> view;
    ASSERT_HR(S_OK, device->CreateUnorderedAccessView(items.get(), &desc, view.out()));
    const UINT zero = 0, keep = ~0u;
    context->CSSetUnorderedAccessViews(1, 1, view.array(), &zero);
    const std::string head =
        "cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_uav_structured_opc u1, 4\n"
        "dcl_input vThreadID.x\ndcl_temps 2\ndcl_thread_group 32, 1, 1\n";
    dispatch(head + "imm_atomic_alloc r0.x, u1\nstore_structured u1.x, r0.x, l(0), vThreadID.x\nret\n", 4, 8);
    auto stored = read<uint32_t>(items.get());
    std::sort(stored.begin(), stored.end());
    for (uint32_t i = 0; i < 256; i++)
        ASSERT_EQ(i, stored[i]);
    context->CSSetUnorderedAccessViews(1, 1, view.array(), &keep);
    const auto sums = dispatch(head + "imm_atomic_consume r0.x, u1\nld_structured r0.y, r0.x, l(0), u1.x\n"
                                      "atomic_iadd u0, l(0), r0.y\natomic_umax u0, l(4), r0.x\nret\n",
                               2, 8);
    EXPECT_EQ(255u * 256 / 2, sums[0]);
    EXPECT_EQ(255u, sums[1]);
}

// 1024 threads over 16 groups add to one word each of the ways there are.
TEST_F(Atomics, ThreadsDoNotLoseEachOthersWork) {
    const auto found = dispatch("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_tgsm_raw g0, 4\n"
                                "dcl_input vThreadID.x\ndcl_input vThreadIDInGroupFlattened\ndcl_temps 2\n"
                                "dcl_thread_group 64, 1, 1\n"
                                "if_z vThreadIDInGroupFlattened.x\n  store_raw g0.x, l(0), l(0)\nendif\n"
                                "sync_g_t\n"
                                "atomic_iadd g0, l(0), l(1)\n"
                                "atomic_iadd u0, l(0), l(1)\n"
                                "atomic_imax u0, l(4), vThreadID.x\n"
                                "sync_g_t\n"
                                "if_z vThreadIDInGroupFlattened.x\n  ld_raw r0.x, l(0), g0.x\n"
                                "  atomic_iadd u0, l(8), r0.x\nendif\nret\n",
                                4, 16);
    EXPECT_EQ((std::vector<uint32_t>{1024, 1023, 1024, 0}), found);
}

// Each combination of barrier flags: what one thread of a group wrote before is what the next one reads afterwards.
TEST_F(Atomics, BarriersOfEveryKind) {
    struct Row {
        const char* sync;
        bool shared, access; // which memory the barrier makes visible to the group
    };
    constexpr Row kRows[] = {
        {"sync_g_t", true, false},       {"sync_ugroup_t", false, true},        {"sync_uglobal_t", false, true},
        {"sync_ugroup_g_t", true, true}, {"sync_uglobal_g_t", true, true},      {"sync_uglobal\nsync_t", false, true},
        {"sync_g\nsync_t", true, false}, {"sync_ugroup_g\nsync_t", true, true},
    };
    for (const Row& row : kRows) {
        const auto found =
            dispatch(std::string("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw_glc u0\n"
                                 "dcl_tgsm_raw g0, 256\ndcl_input vThreadIDInGroupFlattened\ndcl_temps 3\n"
                                 "dcl_thread_group 64, 1, 1\n"
                                 "ishl r0.x, vThreadIDInGroupFlattened.x, l(2)\n"
                                 "iadd r0.y, vThreadIDInGroupFlattened.x, l(100)\n"
                                 "store_raw g0.x, r0.x, r0.y\nstore_raw u0.x, r0.x, r0.y\n") +
                         row.sync +
                         "\niadd r1.x, l(252), -r0.x\n" // the word of the thread at the other end
                         "ld_raw r1.y, r1.x, g0.x\nld_raw r1.z, r1.x, u0.x\n"
                         "iadd r0.x, r0.x, l(256)\nstore_raw u0.x, r0.x, r1.y\n"
                         "iadd r0.x, r0.x, l(256)\nstore_raw u0.x, r0.x, r1.z\nret\n",
                     192);
        for (uint32_t i = 0; i < 64; i++) {
            if (row.shared) {
                ASSERT_EQ(163 - i, found[64 + i]) << row.sync << ", shared memory, thread " << i;
            }
            if (row.access) {
                ASSERT_EQ(163 - i, found[128 + i]) << row.sync << ", UAV, thread " << i;
            }
        }
    }
}

} // namespace
} // namespace conformance
