// Programs that a decoder may let through and that break a rule: an error each, never a crash.

#include "shader_fixture.h"

#include "dxbcasm/dxbcasm.h"

#include <gtest/gtest.h>

namespace hendeca::test {

namespace {

// Decoded and translated; an error of any of the steps is fine, a crash is not.
bool refused(const std::string& text) {
    const auto bytes = dxbcasm::assemble(text);
    if (!bytes.ok())
        return true;
    const Result<dxbc::Program> program = decode(*bytes);
    if (!program.ok())
        return true;
    const Result<spirv::ShaderBinary> binary = translate::compile(*program, {});
    EXPECT_EQ(binary.ok() ? validateSpirv(binary->words) : "", "") << text;
    return !binary.ok();
}

} // namespace

TEST(Hostile, ResourcesOfTheWrongKind) {
    EXPECT_TRUE(refused("ps_5_0\ndcl_sampler s0, mode_default\ndcl_resource_buffer (float,float,float,float) t0\n"
                        "dcl_temps 1\nsample r0.xyzw, r0.xyxx, t0.xyzw, s0\nret\n"));
    EXPECT_TRUE(refused("cs_5_0\ndcl_thread_group 1,1,1\ndcl_uav_typed_texture2d (float,float,float,float) u0\n"
                        "dcl_temps 1\natomic_iadd u0, r0.xy, l(1)\nret\n"));
}

TEST(Hostile, UndeclaredResources) {
    EXPECT_TRUE(refused("ps_5_0\ndcl_temps 1\nsample r0.xyzw, r0.xyxx, t0.xyzw, s0\nret\n"));
    EXPECT_TRUE(refused("ps_5_0\ndcl_temps 1\nmov r0.x, cb0[1].x\nret\n"));
}

TEST(Hostile, RenderTargetsBeyondTheLast) {
    EXPECT_TRUE(refused("ps_5_0\n.out SV_Target 9 9 xyzw float\ndcl_output o9.xyzw\nmov o9.xyzw, l(0,0,0,0)\nret\n"));
}

TEST(Hostile, TwoRegistersForOneRenderTarget) {
    EXPECT_TRUE(refused("ps_5_0\n.out SV_Target 0 0 xyzw float\n.out SV_Target 0 1 xyzw float\n"
                        "dcl_output o0.xyzw\ndcl_output o1.xyzw\n"
                        "mov o0.xyzw, l(0,0,0,0)\nmov o1.xyzw, l(0,0,0,0)\nret\n"));
}

TEST(Hostile, ComparisonWithATextureOfIntegers) {
    EXPECT_TRUE(refused("ps_5_0\ndcl_sampler s0, mode_comparison\ndcl_resource_texture2d (sint,sint,sint,sint) t0\n"
                        "dcl_temps 1\nsample_c r0.x, r0.xyxx, t0.xxxx, s0, r0.z\nret\n"));
}

// Each byte of each shader, changed: the container's checksum is not asked for here.
TEST(Hostile, CorruptedBytesNeverCrash) {
    for (const char* name :
         {"vs_basic", "ps_textured", "ps_flow", "cs_memory", "gs_expand", "hs_triangle", "ds_triangle"}) {
        std::vector<uint8_t> bytes = readFile(std::filesystem::path(HENDECA_TEST_DATA) / (std::string(name) + ".dxbc"));
        ASSERT_FALSE(bytes.empty());
        uint32_t translated = 0;
        for (size_t i = 0; i < bytes.size(); ++i) {
            const uint8_t good = bytes[i];
            for (uint8_t change : {0x01, 0x10, 0x80, 0xff}) {
                bytes[i] = good ^ change;
                const auto container = dxbc::Container::open(bytes, dxbc::ChecksumRule::Skip);
                if (!container.ok())
                    continue;
                const auto program = dxbc::Program::decode(*container);
                if (!program.ok())
                    continue;
                translate::Options options;
                options.validateIr = true;
                const auto binary = translate::compile(*program, options);
                if (binary.ok())
                    ++translated;
                else
                    EXPECT_NE(binary.error().code, ErrorCode::Internal)
                        << name << " byte " << i << ": " << binary.error().what;
            }
            bytes[i] = good;
        }
        EXPECT_GT(translated, 0u) << name;
    }
}

} // namespace hendeca::test
