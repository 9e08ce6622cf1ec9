// Resources that a register chooses, calls through interfaces, and subroutines of hull phases: what stands in the IR, and
// that SPIR-V's validator takes it.

#include "shader_fixture.h"

#include "dxbcasm/dxbcasm.h"
#include "translate/ir/printer.h"
#include "translate/lift/lift.h"

#include <gtest/gtest.h>

namespace hendeca::test {

namespace {

struct Translated {
    std::string ir;
    spirv::ShaderBinary binary;
};

Translated translated(const std::string& text, const translate::Options& options = {}) {
    Translated made;
    const Result<std::vector<uint8_t>> bytes = dxbcasm::assemble(text);
    if (!bytes.ok()) {
        ADD_FAILURE() << bytes.error().what;
        return made;
    }
    const Result<dxbc::Program> program = decode(*bytes);
    if (!program.ok()) {
        ADD_FAILURE() << program.error().what;
        return made;
    }
    const Result<translate::ir::Module> module = translate::lift(*program, options);
    Result<spirv::ShaderBinary> binary = translate::compile(*program, options);
    if (!module.ok() || !binary.ok()) {
        ADD_FAILURE() << (module.ok() ? binary.error().what : module.error().what);
        return made;
    }
    EXPECT_EQ(validateSpirv(binary->words), "");
    made.ir = translate::ir::printOps(*module);
    made.binary = std::move(*binary);
    return made;
}

size_t count(const std::string& text, const std::string& part) {
    size_t found = 0;
    for (size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
        ++found;
    return found;
}

uint64_t slotsOf(const spirv::ShaderBinary& binary, spirv::BindingKind kind) {
    uint64_t slots = 0;
    for (const spirv::Binding& binding : binary.bindings)
        if (binding.kind == kind)
            slots |= 1ull << binding.slot;
    return slots;
}

constexpr const char* kRangedHead = "cs_5_1\n"
                                    "dcl_globalFlags refactoringAllowed\n"
                                    "dcl_uav_raw u0[0:0], space=0\n"
                                    "dcl_resource_raw t0[2:4], space=0\n"
                                    "dcl_constantbuffer cb0[3:5], 4, dynamicIndexed, space=0\n"
                                    "dcl_input vThreadID.xyz\n"
                                    "dcl_temps 2\n"
                                    "dcl_thread_group 1, 1, 1\n"
                                    "mov r0.x, vThreadID.x\n";

} // namespace

TEST(DynamicSlots, ARangeIsASwitchOverItsSlots) {
    const Translated made = translated(std::string(kRangedHead) +
                                       "ld_raw r1.x, l(0), t0[r0.x + 2].xxxx\n"
                                       "store_raw u0[0].x, l(0), r1.x\n"
                                       "ret\n");
    EXPECT_EQ(count(made.ir, "Case #"), 3u) << made.ir;
    EXPECT_EQ(count(made.ir, "LoadWord"), 3u) << made.ir;
    EXPECT_EQ(count(made.ir, "Default"), 1u) << made.ir;
    EXPECT_EQ(slotsOf(made.binary, spirv::BindingKind::StorageBufferRead), 0b11100u);
}

TEST(DynamicSlots, ConstantBuffersAreReadBeforeTheInstruction) {
    // Two operands, three buffers each; no control flow, and a vector that is read again is not loaded again.
    const Translated made = translated(std::string(kRangedHead) +
                                       "mad r1.x, cb0[r0.x + 3][1].x, cb0[r0.x + 4][0].y, cb0[3][2].x\n"
                                       "add r1.x, r1.x, cb0[r0.x + 3][1].x\n"
                                       "store_raw u0[0].x, l(0), r1.x\n"
                                       "ret\n");
    EXPECT_EQ(count(made.ir, "Case #"), 0u) << made.ir;
    EXPECT_EQ(count(made.ir, "LoadConstant"), 7u) << made.ir;
    EXPECT_EQ(count(made.ir, "FMad"), 1u) << made.ir;
    EXPECT_EQ(slotsOf(made.binary, spirv::BindingKind::UniformBuffer), 0b111000u);
}

TEST(DynamicSlots, SlotsThatCannotBeBoundReadAsNothing) {
    const Translated made = translated("cs_5_1\n"
                                       "dcl_globalFlags refactoringAllowed\n"
                                       "dcl_uav_raw u0[0:0], space=0\n"
                                       "dcl_constantbuffer cb0[12:80], 4, dynamicIndexed, space=0\n"
                                       "dcl_constantbuffer cb1[0:3], 4, dynamicIndexed, space=2\n"
                                       "dcl_input vThreadID.xyz\n"
                                       "dcl_temps 2\n"
                                       "dcl_thread_group 1, 1, 1\n"
                                       "mov r0.x, vThreadID.x\n"
                                       "add r1.x, cb0[r0.x + 12][0].x, cb1[r0.x + 0][0].x\n"
                                       "store_raw u0[0].x, l(0), r1.x\n"
                                       "ret\n");
    EXPECT_EQ(slotsOf(made.binary, spirv::BindingKind::UniformBuffer), 0b11000000000000u);
}

TEST(DynamicSlots, DivergentSamplesTakeTheirGradientsBefore) {
    const Translated made = translated("ps_5_1\n"
                                       ".in A 0 0 xy float rw=xy\n"
                                       ".in B 0 1 x uint rw=x\n"
                                       ".out SV_Target 0 0 xyzw float sv=TARGET\n"
                                       "dcl_globalFlags refactoringAllowed\n"
                                       "dcl_sampler s0[1:2], mode_default, space=0\n"
                                       "dcl_resource_texture2d (float,float,float,float) t0[0:1], space=0\n"
                                       "dcl_input_ps linear v0.xy\n"
                                       "dcl_input_ps constant v1.x\n"
                                       "dcl_output o0.xyzw\n"
                                       "dcl_temps 2\n"
                                       "mov r0.x, v1.x\n"
                                       "sample r1.xyzw, v0.xyxx, t0[r0.x + 0].xyzw {nonuniform}, s0[r0.x + 1]\n"
                                       "sample r0.xyzw, v0.xyxx, t0[r0.x + 0].xyzw, s0[1]\n"
                                       "add o0.xyzw, r0.xyzw, r1.xyzw\n"
                                       "ret\n");
    EXPECT_EQ(count(made.ir, "SampleGrad"), 4u) << made.ir;
    EXPECT_EQ(count(made.ir, "SampleImplicit"), 2u) << made.ir;
    EXPECT_LT(made.ir.find("Ddx f32"), made.ir.find("Switch")) << made.ir;
}

TEST(DynamicSlots, WhatGrowsTooLargeIsRefused) {
    std::string text = "ps_5_1\n"
                       ".in A 0 0 xy float rw=xy\n"
                       ".out SV_Target 0 0 xyzw float sv=TARGET\n"
                       "dcl_globalFlags refactoringAllowed\n"
                       "dcl_sampler s0[0:15], mode_default, space=0\n"
                       "dcl_resource_texture2d (float,float,float,float) t0[0:127], space=0\n"
                       "dcl_input_ps linear v0.xy\n"
                       "dcl_output o0.xyzw\n"
                       "dcl_temps 2\n"
                       "ftou r0.x, v0.x\n";
    for (int i = 0; i < 200; i++)
        text += "sample r1.xyzw, v0.xyxx, t0[r0.x + 0].xyzw, s0[r0.x + 0]\n";
    const Result<std::vector<uint8_t>> bytes = dxbcasm::assemble(text + "mov o0.xyzw, r1.xyzw\nret\n");
    ASSERT_TRUE(bytes.ok());
    const Result<dxbc::Program> program = decode(*bytes);
    ASSERT_TRUE(program.ok()) << program.error().what;
    EXPECT_EQ(translate::compile(*program, {}).error().code, ErrorCode::Unsupported);
}

TEST(Interfaces, ACallIsASwitchOverItsTables) {
    const Translated made = translated("cs_5_0\n"
                                       "dcl_globalFlags refactoringAllowed\n"
                                       "dcl_uav_raw u0\n"
                                       "dcl_function_body fb0\n"
                                       "dcl_function_body fb1\n"
                                       "dcl_function_body fb2\n"
                                       "dcl_function_body fb3\n"
                                       "dcl_function_table ft5 = {fb0, fb1}\n"
                                       "dcl_function_table ft7 = {fb2, fb3}\n"
                                       "dcl_interface fp0[1][2] = {ft5, ft7}\n"
                                       "dcl_temps 1\n"
                                       "dcl_thread_group 1, 1, 1\n"
                                       "fcall fp0[0], 1\n"
                                       "store_raw u0.x, l(0), r0.x\n"
                                       "ret\n"
                                       "label fb0\nmov r0.x, l(10)\nret\n"
                                       "label fb1\nmov r0.x, this[0].z\nret\n"
                                       "label fb2\nmov r0.x, l(12)\nret\n"
                                       "label fb3\nmov r0.x, l(13)\nret\n");
    EXPECT_NE(made.ir.find("Case #5"), std::string::npos) << made.ir;
    EXPECT_NE(made.ir.find("Case #7"), std::string::npos) << made.ir;
    EXPECT_EQ(count(made.ir, "Call #"), 2u) << made.ir;
    EXPECT_EQ(count(made.ir, "EndFunction"), 3u) << made.ir; // bodies that nothing calls are left out
    EXPECT_EQ(slotsOf(made.binary, spirv::BindingKind::UniformBuffer), 1ull << spirv::kLinkageSlot);
}

// A method may read a slot as another kind of resource than the rest of the shader does.
TEST(Interfaces, SlotsOfSeveralKindsHaveSeveralBindings) {
    const Translated made = translated("ps_5_0\n"
                                       ".out SV_Target 0 0 xyzw float sv=TARGET\n"
                                       "dcl_globalFlags refactoringAllowed\n"
                                       "dcl_function_body fb0\n"
                                       "dcl_function_table ft0 = {fb0}\n"
                                       "dcl_interface fp0[1][1] = {ft0}\n"
                                       "dcl_output o0.xyzw\n"
                                       "dcl_temps 2\n"
                                       "fcall fp0[0], 0\n"
                                       "mov o0.xyzw, r0.xyzw\n"
                                       "ret\n"
                                       "label fb0\n"
                                       "mov r1.x, this[0].z\n"
                                       "ld_indexable(texture2d)(float,float,float,float) r0.xyzw, l(0, 0, 0, 0), t[r1.x].xyzw\n"
                                       "ld_indexable(texture3d)(float,float,float,float) r1.xyzw, l(0, 0, 0, 0), t[r1.x].xyzw\n"
                                       "add r0.xyzw, r0.xyzw, r1.xyzw\n"
                                       "ret\n");
    std::vector<uint32_t> numbers;
    for (const spirv::Binding& binding : made.binary.bindings)
        if (binding.kind == spirv::BindingKind::SampledImage)
            numbers.push_back(binding.binding);
    EXPECT_EQ(numbers.size(), 32u);
    std::sort(numbers.begin(), numbers.end());
    EXPECT_EQ(std::adjacent_find(numbers.begin(), numbers.end()), numbers.end());
}

TEST(Subroutines, EachPhaseOfAHullShaderHasItsOwnCopy) {
    const Translated made = translated("hs_5_0\n"
                                       ".in POINT 0 0 xyzw float rw=x\n"
                                       ".out POINT 0 0 xyzw float\n"
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
                                       "dcl_globalFlags refactoringAllowed\n"
                                       "hs_control_point_phase\n"
                                       "dcl_output o0.xyzw\n"
                                       "dcl_temps 1\n"
                                       "call label0\n"
                                       "ret\n"
                                       "label label0\n"
                                       "mov o0.xyzw, l(1.0, 1.0, 1.0, 1.0)\n"
                                       "ret\n"
                                       "hs_fork_phase\n"
                                       "dcl_output_siv o0.x, finalTriUeq0EdgeTessFactor\n"
                                       "dcl_output_siv o1.x, finalTriVeq0EdgeTessFactor\n"
                                       "dcl_output_siv o2.x, finalTriWeq0EdgeTessFactor\n"
                                       "dcl_output_siv o3.x, finalTriInsideTessFactor\n"
                                       "dcl_temps 1\n"
                                       "call label0\n"
                                       "mov o1.x, l(1.0)\n"
                                       "mov o2.x, l(1.0)\n"
                                       "mov o3.x, l(1.0)\n"
                                       "ret\n");
    EXPECT_EQ(count(made.ir, "EndFunction"), 5u) << made.ir; // main, two phases, the subroutine in each
}

TEST(Geometry, PatchesAreListsOfTheSameLength) {
    const auto text = [](const char* primitive, const char* points) {
        return std::string("gs_5_0\n.in A 0 0 xyzw float rw=x\n.out A 0 0 x float\n"
                           "dcl_globalFlags refactoringAllowed\ndcl_input v[") +
               points + "][0].x\ndcl_inputprimitive " + primitive +
               "\ndcl_outputtopology pointlist\ndcl_output o0.x\ndcl_maxout 1\nmov o0.x, v[0][0].x\nemit\nret\n";
    };
    translated(text("patch_1", "1"));
    translated(text("patch_4", "4"));
    translated(text("patch_6", "6"));
    const Result<std::vector<uint8_t>> bytes = dxbcasm::assemble(text("patch_5", "5"));
    ASSERT_TRUE(bytes.ok());
    const Result<dxbc::Program> program = decode(*bytes);
    ASSERT_TRUE(program.ok()) << program.error().what;
    EXPECT_EQ(translate::compile(*program, {}).error().code, ErrorCode::Unsupported);
}

TEST(StreamOutput, NothingIsRasterisedWhenNoStreamIs) {
    translate::Options options;
    options.rasterizedStream = ~0u;
    const std::string text = "vs_5_0\n.out A 0 0 xyzw float\ndcl_globalFlags refactoringAllowed\ndcl_output o0.xyzw\n"
                             "mov o0.xyzw, l(0, 0, 0, 0)\nret\n";
    EXPECT_TRUE(translated(text, options).binary.has(spirv::kNoRasterization));
    EXPECT_FALSE(translated(text).binary.has(spirv::kNoRasterization));
}

} // namespace hendeca::test
