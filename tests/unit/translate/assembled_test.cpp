// DXBC rules, one by one: a few instructions of assembly, and what stands in the IR after the passes, or in SPIR-V.

#include "shader_fixture.h"

#include "dxbcasm/dxbcasm.h"
#include "translate/ir/printer.h"
#include "translate/lift/lift.h"
#include "translate/passes/passes.h"

#include <gtest/gtest.h>

namespace hendeca::test {

namespace {

Result<dxbc::Program> assembled(const std::string& text) {
    HENDECA_TRY_ASSIGN(const std::vector<uint8_t> bytes, dxbcasm::assemble(text));
    return decode(bytes);
}

// A compute shader whose instructions read r0 (from t0) and leave their result in r1, which goes to u0.
std::string compute(const std::string& instructions) {
    return "cs_5_0\n"
           "dcl_globalFlags refactoringAllowed\n"
           "dcl_resource_raw t0\n"
           "dcl_uav_raw u0\n"
           "dcl_temps 4\n"
           "dcl_thread_group 1, 1, 1\n"
           "ld_raw r0.xyzw, l(0), t0.xyzw\n" +
           instructions +
           "\nstore_raw u0.x, l(0), r1.x\n"
           "ret\n";
}

std::string irOf(const std::string& text) {
    const Result<dxbc::Program> program = assembled(text);
    if (!program.ok())
        return "assembler or decoder: " + program.error().what;
    Result<translate::ir::Module> module = translate::lift(*program, {});
    if (!module.ok())
        return "lift: " + module.error().what;
    translate::passes::forwardRegisters(*module);
    translate::passes::simplify(*module);
    translate::passes::removeDeadCode(*module);
    const Result<spirv::ShaderBinary> binary = translate::compile(*program, {});
    if (!binary.ok())
        return "compile: " + binary.error().what;
    EXPECT_EQ(validateSpirv(binary->words), "");
    return translate::ir::printOps(*module);
}

void expectIr(const std::string& instructions, std::initializer_list<const char*> parts) {
    const std::string text = irOf(compute(instructions));
    for (const char* part : parts)
        EXPECT_NE(text.find(part), std::string::npos) << instructions << ": no \"" << part << "\" in\n" << text;
}

} // namespace

TEST(Assembled, ShiftCountsAreMasked) {
    expectIr("ishl r1.x, r0.x, r0.y", {"And u32", "Shl u32"});
    expectIr("ishr r1.x, r0.x, r0.y", {"And u32", "ShrS u32"});
    expectIr("ushr r1.x, r0.x, r0.y", {"And u32", "ShrU u32"});
}

TEST(Assembled, DivisionByZeroIsAllOnesAndNeverReachesTheDriver) {
    expectIr("udiv r1.x, r1.y, r0.x, r0.y", {"IEq bool", "UDiv u32", "0xffffffff"});
}

TEST(Assembled, ConversionToIntegerClampsAndNanIsZero) {
    expectIr("ftoi r1.x, r0.x", {"FClamp f32", "FToS u32", "0x7fffffff", "FIsNan bool"});
    expectIr("ftou r1.x, r0.x", {"FClamp f32", "FToU u32", "0xffffffff"});
}

TEST(Assembled, SaturateClampsEachResult) {
    expectIr("add_sat r1.x, r0.x, r0.y", {"FAdd f32", "FClamp f32"});
}

TEST(Assembled, BitFieldsStopAtTheTopOfTheWord) {
    expectIr("ubfe r1.x, r0.x, r0.y, r0.z", {"UMin u32", "BitExtractU u32"});
    expectIr("ibfe r1.x, r0.x, r0.y, r0.z", {"UMin u32", "BitExtractS u32"});
    expectIr("bfi r1.x, r0.x, r0.y, r0.z, r0.w", {"UMin u32", "BitInsert u32"});
}

TEST(Assembled, FirstBitFromTheTopCountsDown) {
    expectIr("firstbit_hi r1.x, r0.x", {"FindUMsb u32", "ISub u32 31"});
    expectIr("firstbit_shi r1.x, r0.x", {"FindSMsb u32", "ISub u32 31"});
}

TEST(Assembled, PreciseArithmeticIsMarked) {
    expectIr("mad r1.x, r0.x, r0.y, r0.z", {"FMad f32"});
    expectIr("mad [precise(x)] r1.x, r0.x, r0.y, r0.z", {"FMul.precise", "FAdd.precise"});
}

TEST(Assembled, ArithmeticIsPreciseWhereRefactoringIsNotAllowed) {
    std::string text = compute("add r1.x, r0.x, r0.y");
    EXPECT_EQ(irOf(text).find("FAdd.precise"), std::string::npos);
    const std::string flags = "dcl_globalFlags refactoringAllowed\n";
    text.erase(text.find(flags), flags.size());
    EXPECT_NE(irOf(text).find("FAdd.precise"), std::string::npos);
}

TEST(Assembled, SourcesAreReadBeforeAnyDestinationIsWritten) {
    const std::string text = irOf(compute("mov r1.xy, r0.xyxx\nmov r1.xy, r1.yxyy"));
    // r1.x is the second word of t0 now.
    EXPECT_NE(text.find("LoadWord u32 @0, 1"), std::string::npos) << text;
    EXPECT_EQ(text.find("LoadWord u32 @0, 0"), std::string::npos) << text;
}

TEST(Assembled, ModifiersNegateAfterTheAbsoluteValue) {
    expectIr("mul r1.x, -|r0.x|, r0.y", {"FAbs f32", "FNeg f32"});
}

TEST(Assembled, CodeAfterABreakIsNotTranslated) {
    const std::string text = irOf(compute("loop\nbreak\nexp r1.x, r0.x\nendloop\nmov r1.x, r0.x"));
    EXPECT_EQ(text.find("FExp2"), std::string::npos) << text;
}

TEST(Assembled, SubroutinesAreFunctions) {
    const std::string text = irOf("ps_5_0\n"
                                  ".out SV_Target 0 0 xyzw float\n"
                                  "dcl_output o0.xyzw\n"
                                  "dcl_temps 1\n"
                                  "mov r0.xyzw, l(1.0, 0, 0, 0)\n"
                                  "call label0\n"
                                  "callc_nz r0.x, label0\n"
                                  "mov o0.xyzw, r0.xyzw\n"
                                  "ret\n"
                                  "label label0\n"
                                  "add r0.x, r0.x, r0.x\n"
                                  "ret\n");
    // One function besides main, though it is called twice.
    const size_t first = text.find("Function #"), second = text.find("Function #", first + 1);
    ASSERT_NE(second, std::string::npos) << text;
    EXPECT_EQ(text.find("Function #", second + 1), std::string::npos) << text;
    const std::string called = text.substr(second + 9, text.find('\n', second) - second - 9);
    EXPECT_NE(text.find("Call " + called), std::string::npos) << text;
}

TEST(Assembled, DoublesUsePairsOfComponents) {
    expectIr("dadd r1.xy, r0.xyxy, r0.zwzw\n", {"PackDouble f64", "DAdd f64", "UnpackDouble"});
    expectIr("dlt r1.x, r0.xyxy, r0.zwzw", {"DLt bool"});
}

TEST(Assembled, TheSecondPairTakesTheSecondComponent) {
    for (const char* line : {"ftod r1.zw, r0.xyxx", "itod r1.zw, r0.xyxx", "utod r1.zw, r0.xyxx",
                             "dmovc r1.zw, r0.xyxx, d(1.0l, 2.0l), d(3.0l, 4.0l)"}) {
        const std::string text = irOf(compute(line + std::string("\nmov r1.x, r1.w")));
        EXPECT_NE(text.find("LoadWord u32 @0, 1"), std::string::npos) << text;
        EXPECT_EQ(text.find("LoadWord u32 @0, 0"), std::string::npos) << text;
    }
}

TEST(Assembled, HalvesAreRoundedToZeroWhateverTheDriverDoes) {
    expectIr("f32tof16 r1.x, r0.x", {"FToU u32", "UMin u32", "Or u32"});
}

TEST(Assembled, SignsOfConstantsAreChangedHere) {
    const std::string text = irOf(compute("add r1.x, r0.x, -|l(-2.0)|"));
    EXPECT_EQ(text.find("FAbs"), std::string::npos) << text;
    EXPECT_EQ(text.find("FNeg"), std::string::npos) << text;
}

TEST(Assembled, ForkPhasesRunOncePerInstanceAndStageWhatTheyIndex) {
    const std::string text = irOf("hs_5_0\n"
                                  ".in POSITION 0 0 xyz float\n"
                                  ".out POSITION 0 0 xyz float\n"
                                  ".patch SV_TessFactor 0 0 x float sv=TRIEDGE\n"
                                  ".patch SV_TessFactor 1 1 x float sv=TRIEDGE\n"
                                  ".patch SV_TessFactor 2 2 x float sv=TRIEDGE\n"
                                  ".patch SV_InsideTessFactor 0 3 x float sv=TRIINT\n"
                                  "hs_decls\n"
                                  "dcl_input_control_point_count 3\n"
                                  "dcl_output_control_point_count 3\n"
                                  "dcl_tessellator_domain domain_tri\n"
                                  "dcl_tessellator_partitioning partitioning_integer\n"
                                  "dcl_tessellator_output_primitive output_triangle_cw\n"
                                  "dcl_hs_max_tessfactor l(8.0)\n"
                                  "hs_fork_phase\n"
                                  "dcl_hs_fork_phase_instance_count 3\n"
                                  "dcl_input vForkInstanceID\n"
                                  "dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\n"
                                  "dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor\n"
                                  "dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor\n"
                                  "dcl_temps 1\n"
                                  "dcl_indexRange o0.x, 3\n"
                                  "mov r0.x, vForkInstanceID\n"
                                  "mov o[r0.x + 0].x, l(4.0)\n"
                                  "ret\n"
                                  "hs_join_phase\n"
                                  "dcl_input vpc[0].x\n"
                                  "dcl_output_siv o3.x, finalTriInsideTessFactor\n"
                                  "mov o3.x, vpc[0].x\n"
                                  "ret\n");
    // Control points pass through, then invocation 0 loops over the fork's instances and clamps the factors.
    EXPECT_NE(text.find("Barrier"), std::string::npos) << text;
    EXPECT_NE(text.find("UGe bool"), std::string::npos) << text;
    EXPECT_NE(text.find("FLt bool 8f"), std::string::npos) << text;
}

TEST(Assembled, GroupSharedMemoryIsNeverLeft) {
    const std::string text = irOf("cs_5_0\n"
                                  "dcl_uav_raw u0\n"
                                  "dcl_temps 2\n"
                                  "dcl_tgsm_structured g0, 16, 4\n"
                                  "dcl_input vThreadID.x\n"
                                  "dcl_thread_group 4, 1, 1\n"
                                  "store_structured g0.x, vThreadID.x, l(4), l(7)\n"
                                  "sync_g_t\n"
                                  "ld_structured r1.x, vThreadID.x, l(4), g0.xxxx\n"
                                  "store_raw u0.x, l(0), r1.x\n"
                                  "ret\n");
    EXPECT_NE(text.find("UMin u32"), std::string::npos) << text;
    EXPECT_NE(text.find("Barrier #3"), std::string::npos) << text;
}

TEST(Assembled, CountersAllocateBeforeAndConsumeAfter) {
    const std::string base = "cs_5_0\n"
                             "dcl_uav_structured_opc u0, 4\n"
                             "dcl_temps 1\n"
                             "dcl_thread_group 1, 1, 1\n";
    EXPECT_NE(
        irOf(base + "imm_atomic_alloc r0.x, u0\nstore_structured u0.x, r0.x, l(0), l(1)\nret\n").find("CounterAlloc"),
        std::string::npos);
    EXPECT_NE(irOf(base + "imm_atomic_consume r0.x, u0\nstore_structured u0.x, r0.x, l(0), l(1)\nret\n")
                  .find("CounterConsume"),
              std::string::npos);
}

} // namespace hendeca::test
