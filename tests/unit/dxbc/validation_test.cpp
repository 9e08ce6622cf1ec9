// Programs that decode token by token but break a rule of the whole.

#include <gtest/gtest.h>

#include "test_shaders.h"

namespace hendeca::dxbc {
namespace {

using test::errorOf;

struct Case {
    const char* rule;
    const char* text;
    const char* message; // part of the error
};

void expectErrors(std::span<const Case> cases) {
    for (const Case& c : cases) {
        const std::string error = errorOf(c.text);
        EXPECT_NE(error.find(c.message), std::string::npos) << c.rule << ": got '" << error << "'";
    }
}

TEST(Validation, ControlFlowMustBeClosed) {
    const Case cases[] = {
        {"if without endif", "vs_4_0\ndcl_temps 1\nif_nz r0.x\nret\n", "not closed"},
        {"loop without endloop", "vs_4_0\nloop\nret\n", "not closed"},
        {"switch without endswitch", "vs_4_0\nswitch l(0)\nret\n", "not closed"},
        {"endif without if", "vs_4_0\nendif\nret\n", "does not fit"},
        {"else without if", "vs_4_0\nelse\nret\n", "does not fit"},
        {"two elses", "vs_4_0\ndcl_temps 1\nif_z r0.x\nelse\nelse\nendif\nret\n", "does not fit"},
        {"endloop closes an if", "vs_4_0\ndcl_temps 1\nif_z r0.x\nendloop\nret\n", "does not fit"},
        {"crossed blocks", "vs_4_0\ndcl_temps 1\nloop\nif_z r0.x\nendloop\nendif\nret\n", "does not fit"},
        {"break outside", "vs_4_0\nbreak\nret\n", "does not fit"},
        {"continue in a switch only", "vs_4_0\nswitch l(0)\ndefault\ncontinue\nendswitch\nret\n", "does not fit"},
        {"case outside", "vs_4_0\ncase l(0)\nret\n", "does not fit"},
        {"case inside an if", "vs_4_0\ndcl_temps 1\nswitch l(0)\nif_z r0.x\ncase l(1)\nendif\nendswitch\nret\n",
         "does not fit"},
        {"two defaults", "vs_4_0\nswitch l(0)\ndefault\nbreak\ndefault\nbreak\nendswitch\nret\n", "does not fit"},
        {"two equal cases", "vs_4_0\nswitch l(0)\ncase l(1)\nbreak\ncase l(1)\nbreak\nendswitch\nret\n", "equal case labels"},
        {"a case that is no number", "vs_4_0\ndcl_temps 1\nswitch l(0)\ncase r0.x\nbreak\nendswitch\nret\n", "not a number"},
        {"label inside a block", "vs_4_0\nloop\nlabel l0\nret\n", "not closed"},
    };
    expectErrors(cases);
}

TEST(Validation, NestingHasALimit) {
    std::string text = "vs_4_0\n";
    for (uint32_t i = 0; i < Program::kMaxNesting; ++i)
        text += "loop\n";
    std::string closed = text;
    for (uint32_t i = 0; i < Program::kMaxNesting; ++i)
        closed += "break\nendloop\n";
    EXPECT_EQ(errorOf(closed + "ret\n"), "");
    EXPECT_NE(errorOf(text + "loop\nret\n").find("too deeply"), std::string::npos);
}

TEST(Validation, RegistersMustBeDeclaredAndInRange) {
    const Case cases[] = {
        {"temp", "vs_4_0\ndcl_temps 2\nmov r2.x, l(0)\nret\n", "r2 is not declared"},
        {"no temps", "vs_4_0\nmov r0.x, l(0)\nret\n", "r0 is not declared"},
        {"temp as an index", "vs_4_0\ndcl_temps 1\ndcl_indexableTemp x0[2], 4\nmov x0[r5.x].x, l(0)\nret\n",
         "r5 is not declared"},
        {"too many temps", "vs_4_0\ndcl_temps 5000\nret\n", "too many temps"},
        {"indexable temp", "vs_4_0\ndcl_indexableTemp x0[2], 4\nmov x1[0].x, l(0)\nret\n", "x1 is not declared"},
        {"index of it", "vs_4_0\ndcl_indexableTemp x0[2], 4\nmov x0[2].x, l(0)\nret\n", "out of range"},
        {"size of it", "vs_4_0\ndcl_indexableTemp x0[4294967295], 4\nret\n", "impossible size"},
        {"input", "vs_4_0\ndcl_temps 1\nmov r0.x, v3.x\nret\n", "v3 is not declared"},
        {"input number", "vs_4_0\ndcl_input v32.x\nret\n", "out of range"},
        {"output", "vs_4_0\nmov o0.x, l(0)\nret\n", "o0 is not declared"},
        {"index range", "vs_4_0\ndcl_output o30.x\ndcl_indexRange o30.x, 3\nret\n", "out of range"},
        {"constant buffer", "vs_4_0\ndcl_temps 1\nmov r0.x, cb2[0].x\nret\n", "constant buffer 2 is not declared"},
        {"constant buffer slot", "vs_4_0\ndcl_constantbuffer cb15[4], immediateIndexed\nret\n", "out of range"},
        {"twice", "vs_4_0\ndcl_sampler s0, mode_default\ndcl_sampler s0, mode_default\nret\n", "declared twice"},
        {"sampler slot", "ps_4_0\ndcl_sampler s16, mode_default\nret\n", "out of range"},
        {"resource slot", "ps_4_0\ndcl_resource_buffer (float,float,float,float) t128\nret\n", "out of range"},
        {"resource", "ps_4_0\ndcl_temps 1\nld r0.x, l(0), t0.xyzw\nret\n", "resource 0 is not declared"},
        {"uav", "cs_5_0\ndcl_thread_group 1, 1, 1\nstore_raw u0.x, l(0), l(0)\nret\n", "access view 0 is not declared"},
        {"shared memory", "cs_5_0\ndcl_thread_group 1, 1, 1\nstore_raw g0.x, l(0), l(0)\nret\n", "not declared"},
        {"shared size", "cs_5_0\ndcl_tgsm_raw g0, 32772\nret\n", "impossible size"},
        {"shared size overflow", "cs_5_0\ndcl_tgsm_structured g0, 65536, 65536\nret\n", "impossible size"},
        {"icb", "vs_4_0\ndcl_temps 1\nmov r0.x, icb[0].x\nret\n", "out of range"},
        {"icb index", "vs_4_0\ndcl_immediateConstantBuffer {{0, 0, 0, 0}}\ndcl_temps 1\nmov r0.x, icb[1].x\nret\n",
         "out of range"},
        {"stream", "gs_5_0\ndcl_inputPrimitive point\nemit_stream m4\nret\n", "stream is out of range"},
        {"vertex index",
         "gs_4_0\ndcl_inputPrimitive point\ndcl_input v[1][0].x\ndcl_temps 1\nmov r0.x, v[1][0].x\nret\n",
         "vertex index"},
    };
    expectErrors(cases);
}

TEST(Validation, OperandsMustBeOfTheRightKind) {
    const Case cases[] = {
        {"sampler as a value", "ps_4_0\ndcl_sampler s0, mode_default\ndcl_temps 1\nmov r0.x, s0\nret\n",
         "does not fit"},
        {"temp as a texture", "ps_4_0\ndcl_temps 1\nld r0.x, l(0), r0.xyzw\nret\n", "does not fit"},
        {"write to an input", "vs_4_0\ndcl_input v0.x\nmov v0.x, l(0)\nret\n", "does not fit"},
        {"write to a constant", "vs_4_0\ndcl_constantbuffer cb0[1], immediateIndexed\nmov cb0[0].x, l(0)\nret\n",
         "does not fit"},
        {"write to an immediate", "vs_4_0\nmov l(0), l(0)\nret\n", "does not fit"},
        {"read of an output", "vs_4_0\ndcl_output o0.x\ndcl_temps 1\nmov r0.x, o0.x\nret\n", "does not fit"},
        {"negated destination", "vs_4_0\ndcl_temps 1\nmov -r0.x, l(0)\nret\n", "does not fit"},
        {"swizzled destination", "vs_4_0\ndcl_temps 1\nmov r0.<s:xyzw>, l(0)\nret\n", "does not fit"},
        {"thread id in a vertex shader", "vs_5_0\ndcl_temps 1\nmov r0.x, vThreadID.x\nret\n", "does not exist"},
        {"index is an immediate", "vs_4_0\ndcl_indexableTemp x0[2], 4\nmov x0[l(1)].x, l(0)\nret\n", "one component"},
        {"index is a vector", "vs_4_0\ndcl_temps 1\ndcl_indexableTemp x0[2], 4\nmov x0[r0.xy].x, l(0)\nret\n",
         "one component"},
        {"index is a sampler", "ps_4_0\ndcl_indexableTemp x0[2], 4\nmov x0[s0.<1>].x, l(0)\nret\n", "not a value"},
    };
    expectErrors(cases);
}

TEST(Validation, InstructionsMustFitTheDimension) {
    const std::string declarations =
        "ps_5_0\ndcl_sampler s0, mode_default\ndcl_resource_buffer (float,float,float,float) t0\n"
        "dcl_resource_structured t1, 16\ndcl_resource_texture3d (uint,uint,uint,uint) t2\n"
        "dcl_uav_raw u3\ndcl_temps 1\n";
    for (const char* line :
         {"sample r0, r0, t0, s0", "sample_c r0, r0, t2, s0, l(0)", "gather4 r0, r0, t2, s0", "ld r0, r0, t1",
          "ld2dms r0, r0, t2, l(0)", "ld_raw r0, l(0), t1", "ld_structured r0, l(0), l(0), t0", "bufinfo r0.x, t2",
          "resinfo r0, l(0), t0", "imm_atomic_alloc r0.x, u3", "store_uav_typed u3.xyzw, r0, r0",
          "store_structured u3.x, l(0), l(0), l(0)"})
        EXPECT_NE(errorOf(declarations + line + "\nret\n").find("dimension"), std::string::npos) << line;
    for (const char* line :
         {"sample r0, r0, t2, s0", "ld r0, r0, t0", "ld_structured r0, l(0), l(0), t1", "bufinfo r0.x, t0",
          "bufinfo r0.x, u3", "store_raw u3.x, l(0), l(0)", "resinfo r0, l(0), t2"})
        EXPECT_EQ(errorOf(declarations + line + "\nret\n"), "") << line;
}

TEST(Validation, StageAndModel) {
    const Case cases[] = {
        {"sample in a vertex shader", "vs_4_0\nsample r0.x, r0.x, t0.x, s0\nret\n", "of this stage"},
        {"emit in a pixel shader", "ps_5_0\nemit\nret\n", "of this stage"},
        {"phases in a vertex shader", "vs_5_0\nhs_fork_phase\nret\n", "of this stage"},
        {"bufinfo in model 4", "vs_4_0\nbufinfo r0.x, t0.xyzw\nret\n", "newer shader model"},
        {"hull shader of model 4", "hs_4_0\nhs_decls\n", "need shader model 5"},
        {"model 6", "vs_6_0\nret\n", "is unknown"},
        {"geometry without a primitive", "gs_4_0\nret\n", "input primitive"},
        {"hull without phases", "hs_5_0\nret\n", "begin with a phase"},
        {"phases out of order", "hs_5_0\nhs_decls\nhs_join_phase\nret\nhs_fork_phase\nret\n", "out of order"},
        {"two control point phases", "hs_5_0\nhs_decls\nhs_control_point_phase\nret\nhs_control_point_phase\nret\n",
         "out of order"},
        {"declarations last", "hs_5_0\nhs_fork_phase\nret\n", "first phase"},
    };
    expectErrors(cases);
}

TEST(Validation, NumbersOfDeclarations) {
    const Case cases[] = {
        {"thread group of none", "cs_5_0\ndcl_thread_group 0, 1, 1\nret\n", "thread group"},
        {"thread group too large", "cs_5_0\ndcl_thread_group 1024, 2, 1\nret\n", "thread group"},
        {"thread group overflow", "cs_5_0\ndcl_thread_group 65536, 65536, 1\nret\n", "thread group"},
        {"instances", "gs_5_0\ndcl_gs_instance_count 33\nret\n", "instance count"},
        {"vertices", "gs_4_0\ndcl_maxOutputVertexCount 1025\nret\n", "1024"},
        {"fork instances", "hs_5_0\nhs_decls\nhs_fork_phase\ndcl_hs_fork_phase_instance_count 4294967295\nret\n",
         "instance count"},
        {"stride", "cs_5_0\ndcl_uav_structured u0, 6\nret\n", "multiple of 4"},
        {"no stride", "cs_5_0\ndcl_uav_structured u0, 0\nret\n", "multiple of 4"},
        {"range upside down", "ps_5_1\ndcl_sampler s0[5:2], mode_default, space=0\nret\n", "before it starts"},
        {"stream number", "gs_5_0\ndcl_stream m4\nret\n", "stream above 3"},
    };
    expectErrors(cases);
}

TEST(Validation, Subroutines) {
    const Case cases[] = {
        {"no such label", "vs_4_0\ncall l1\nret\nlabel l0\nret\n", "does not exist"},
        {"label twice", "vs_4_0\nret\nlabel l0\nret\nlabel l0\nret\n", "defined twice"},
        {"calls itself", "vs_4_0\ncall l0\nret\nlabel l0\ncall l0\nret\n", "calls itself"},
        {"calls itself through another", "vs_4_0\nret\nlabel l0\ncall l1\nret\nlabel l1\ncall l0\nret\n",
         "calls itself"},
        {"interface", "ps_5_0\nfcall fp0[0], 0\nret\n", "not declared"},
        {"function index",
         "ps_5_0\ndcl_function_body fb0\ndcl_function_table ft0 = {fb0}\ndcl_interface fp0[1][1] = {ft0}\n"
         "fcall fp0[0], 1\nret\nlabel fb0\nret\n",
         "beyond its function table"},
        {"body is missing",
         "ps_5_0\ndcl_function_body fb0\ndcl_function_table ft0 = {fb0}\ndcl_interface fp0[1][1] = {ft0}\n"
         "fcall fp0[0], 0\nret\n",
         "without a body"},
    };
    expectErrors(cases);
    EXPECT_EQ(errorOf("vs_4_0\ncall l0\nret\nlabel l0\ncall l1\ncall l1\nret\nlabel l1\nret\n"), "") << "no cycle";
}

} // namespace
} // namespace hendeca::dxbc
