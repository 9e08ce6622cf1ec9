// hendeca-dxbc run, on whatever Vulkan device there is.

#include <gtest/gtest.h>

#include "tool_process.h"

namespace hendeca::test {
namespace {

// u0[i] = t0[i] * cb0[0].x + t1[i].y, raw, raw and structured; u1 counts with its hidden counter.
constexpr const char* kShader = "cs_5_0\n"
                                "dcl_constantbuffer cb0[1], immediateIndexed\n"
                                "dcl_resource_raw t0\n"
                                "dcl_resource_structured t1, 8\n"
                                "dcl_uav_raw u0\n"
                                "dcl_uav_structured_opc u1, 4\n"
                                "dcl_uav_typed_buffer (uint,uint,uint,uint) u2\n"
                                "dcl_input vThreadID.x\n"
                                "dcl_temps 2\n"
                                "dcl_thread_group 2, 1, 1\n"
                                "ishl r0.x, vThreadID.x, l(2)\n"
                                "ld_raw r0.y, r0.x, t0.x\n"
                                "ld_structured r0.z, vThreadID.x, l(4), t1.x\n"
                                "imad r0.y, r0.y, cb0[0].x, r0.z\n"
                                "store_raw u0.x, r0.x, r0.y\n"
                                "imm_atomic_alloc r1.x, u1\n"
                                "store_structured u1.x, r1.x, l(0), l(7)\n"
                                "store_uav_typed u2.xyzw, vThreadID.x, vThreadID.x\n"
                                "ret\n";

constexpr const char* kLibrary =
#ifdef HENDECA_D3D11
    "run --library '" HENDECA_D3D11 "' ";
#else
    "run ";
#endif

class ToolRun : public testing::Test {
protected:
    void SetUp() override {
#ifndef HENDECA_D3D11
        GTEST_SKIP() << "built without Direct3D";
#endif
        folder.assemble("a.dxbc", kShader);
        folder.writeWords("cb", {10, 0, 0, 0});
        folder.writeWords("t0", {1, 2, 3, 4});
        folder.writeWords("t1", {0, 100, 0, 200, 0, 300, 0, 400});
        if (folder.run(std::string(kLibrary) + "a.dxbc").code == 3)
            GTEST_SKIP() << "no Vulkan device";
    }
    ToolResult run(const std::string& arguments) {
        return folder.run(kLibrary + arguments);
    }

    ToolFolder folder;
};

TEST_F(ToolRun, ComputesFromFilesIntoFiles) {
    const ToolResult result =
        run("--dispatch 2 --set b0=cb --set t0=t0 --set t1=t1 --set u0=zeros:16 --set u1=zeros:64 "
            "--set u2=zeros:4 --format u2=R8_UINT --counter u1=3 --get u0=out --get u1=list "
            "--get u2=bytes a.dxbc");
    ASSERT_EQ(result.code, 0) << result.error;
    EXPECT_EQ(folder.readWords("out"), (std::vector<uint32_t>{110, 220, 330, 440}));
    std::vector<uint32_t> list(16, 0);
    for (uint32_t i = 3; i < 7; ++i)
        list[i] = 7;
    EXPECT_EQ(folder.readWords("list"), list);
    EXPECT_EQ(folder.read("bytes"), std::string("\0\1\2\3", 4));
    EXPECT_NE(result.out.find("counter of u1: 7"), std::string::npos) << result.out;
}

TEST_F(ToolRun, BuffersKeepTheirContentAndPrintAsWords) {
    folder.writeWords("u0", {5, 5, 5});
    const ToolResult result = run("--set t0=t0 --set u0=u0 --get u0=- a.dxbc");
    ASSERT_EQ(result.code, 0) << result.error;
    // One group of two threads: the third word stays.
    EXPECT_NE(result.out.find("8  00000005            5"), std::string::npos) << result.out;
    EXPECT_NE(result.error.find("b0: is declared and not set"), std::string::npos) << result.error;
}

TEST_F(ToolRun, RefusesWhatItCannotDo) {
    EXPECT_EQ(run("--set t5=t0 a.dxbc").code, 2) << "not declared";
    EXPECT_EQ(run("--set t0=none a.dxbc").code, 2) << "no such file";
    EXPECT_EQ(run("--set u0=zeros:0 a.dxbc").code, 2);
    EXPECT_EQ(run("--get u0=out a.dxbc").code, 2) << "nothing bound";
    EXPECT_EQ(run("--dispatch 1,2,3,4 a.dxbc").code, 2);
    EXPECT_EQ(run("--dispatch 70000 a.dxbc").code, 2);
    EXPECT_EQ(run("--format u2=NONSENSE a.dxbc").code, 2);
    EXPECT_EQ(folder.run("run --library none.so a.dxbc").code, 3);
    folder.assemble("ps.dxbc", "ps_5_0\nret\n");
    EXPECT_EQ(run("ps.dxbc").code, 1) << "no compute shader";
}

} // namespace
} // namespace hendeca::test
