// The commands that need no device.

#include <algorithm>

#include <gtest/gtest.h>

#include "tool_process.h"

namespace hendeca::test {
namespace {

constexpr const char* kPixelShader = "ps_5_0\n"
                                     ".in TEXCOORD 0 0 xyzw float rw=xyzw\n"
                                     ".out SV_Target 0 0 xyzw float\n"
                                     "dcl_constantbuffer cb0[2], immediateIndexed\n"
                                     "dcl_input_ps linear v0.xyzw\n"
                                     "dcl_output o0.xyzw\n"
                                     "dcl_temps 1\n"
                                     "add r0.xyzw, v0.xyzw, cb0[1].xyzw\n"
                                     "mov o0.xyzw, r0.xyzw\n"
                                     "ret\n";
// r5 is not declared.
constexpr const char* kBadShader = "ps_5_0\ndcl_temps 1\nnop\nmov r0.xyzw, r5.xyzw\nret\n";

bool contains(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

} // namespace

TEST(ToolDis, PrintsTheProgram) {
    const ToolFolder folder;
    folder.assemble("a.dxbc", kPixelShader);
    const ToolResult result = folder.run("dis a.dxbc");
    EXPECT_EQ(result.code, 0) << result.error;
    EXPECT_TRUE(contains(result.out, "ps_5_0")) << result.out;
    EXPECT_TRUE(contains(result.out, "add r0.xyzw, v0.xyzw, cb0[1].xyzw")) << result.out;
}

TEST(ToolDis, ReadsStandardInput) {
    const ToolFolder folder;
    folder.assemble("a.dxbc", kPixelShader);
    for (const char* command : {"dis - < a.dxbc", "info - < a.dxbc", "check - < a.dxbc", "spirv - < a.dxbc",
                                "spirv --binary - < a.dxbc", "spirv --ir - < a.dxbc"}) {
        const ToolResult result = folder.run(command);
        EXPECT_EQ(result.code, 0) << command << ": " << result.error;
        EXPECT_FALSE(result.out.empty()) << command;
    }
}

TEST(ToolErrors, NameTheFileTheByteAndTheReason) {
    const ToolFolder folder;
    folder.assemble("bad.dxbc", kBadShader);
    for (const char* command :
         {"dis bad.dxbc", "info bad.dxbc", "check bad.dxbc", "spirv bad.dxbc", "spirv --ir bad.dxbc"}) {
        const ToolResult result = folder.run(command);
        EXPECT_EQ(result.code, 1) << command;
        EXPECT_TRUE(contains(result.error, "bad.dxbc: token 5 (byte ")) << command << ": " << result.error;
        EXPECT_TRUE(contains(result.error, "r5 is not declared")) << command << ": " << result.error;
    }
}

TEST(ToolErrors, HaveExitCodes) {
    const ToolFolder folder;
    folder.write("text", "this is no shader, though it is long enough to have a header");
    EXPECT_EQ(folder.run("check text").code, 1);
    EXPECT_EQ(folder.run("dis none.dxbc").code, 2);
    EXPECT_EQ(folder.run("dis").code, 2);
    EXPECT_EQ(folder.run("dis --unknown text").code, 2);
    EXPECT_EQ(folder.run("unknown").code, 2);
    EXPECT_EQ(folder.run("").code, 2);
    EXPECT_EQ(folder.run("spirv -o").code, 2);
    EXPECT_EQ(folder.run("--help").code, 0);
}

TEST(ToolCheck, FindsAWrongChecksum) {
    const ToolFolder folder;
    folder.assemble("a.dxbc", kPixelShader);
    EXPECT_EQ(folder.run("check a.dxbc").code, 0);
    std::string bytes = folder.read("a.dxbc");
    bytes[4] = static_cast<char>(bytes[4] ^ 1);
    folder.write("b.dxbc", bytes);
    const ToolResult result = folder.run("check a.dxbc b.dxbc");
    EXPECT_EQ(result.code, 1);
    EXPECT_TRUE(contains(result.error, "b.dxbc: the container's checksum is wrong")) << result.error;
    EXPECT_TRUE(contains(result.out, "2 shaders, 1 bad")) << result.out;
}

TEST(ToolInfo, PrintsSignaturesAndChunks) {
    const ToolFolder folder;
    folder.assemble("a.dxbc", kPixelShader);
    const ToolResult result = folder.run("info a.dxbc");
    EXPECT_EQ(result.code, 0) << result.error;
    for (const char* part : {"chunks: ISGN", "SHEX", "TEXCOORD", "SV_Target", "program: ps_5_0"})
        EXPECT_TRUE(contains(result.out, part)) << part << " in " << result.out;
}

TEST(ToolSpirv, WritesWordsToAFileOrStandardOutput) {
    const ToolFolder folder;
    folder.assemble("a.dxbc", kPixelShader);
    EXPECT_EQ(folder.run("spirv --binary a.dxbc -o a.spv").code, 0);
    const std::vector<uint32_t> words = folder.readWords("a.spv");
    ASSERT_GT(words.size(), 5u);
    EXPECT_EQ(words[0], 0x07230203u);
    EXPECT_EQ(folder.run("spirv --binary a.dxbc").out, folder.read("a.spv"));
    EXPECT_EQ(folder.run("spirv --binary a.dxbc -o none/a.spv").code, 2);
    EXPECT_EQ(folder.run("spirv --binary a.dxbc a.dxbc -o b.spv").code, 2);
}

TEST(ToolSpirv, PrintsBindings) {
    const ToolFolder folder;
    folder.assemble("a.dxbc", kPixelShader);
    const ToolResult result = folder.run("spirv a.dxbc");
    EXPECT_EQ(result.code, 0) << result.error;
    EXPECT_TRUE(contains(result.out, "set 2 binding 0: uniform buffer, slot 0")) << result.out;
    EXPECT_TRUE(contains(folder.run("spirv --ir a.dxbc").out, "FAdd"));
}

TEST(ToolTables, PrintEveryOpcode) {
    const ToolFolder folder;
    const ToolResult result = folder.run("--tables");
    EXPECT_EQ(result.code, 0);
    EXPECT_GT(std::count(result.out.begin(), result.out.end(), '\n'), 231);
}

} // namespace hendeca::test
