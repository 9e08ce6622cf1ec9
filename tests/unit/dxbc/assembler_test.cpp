// Disassembler and assembler agree: text reads back to the same tokens, for whole shaders and for each row of the
// opcode table.

#include <gtest/gtest.h>

#include <algorithm>

#include "dxbc/disassembler.h"
#include "sample_shader.h"
#include "test_shaders.h"

namespace hendeca::dxbc {
namespace {

std::vector<uint8_t> program(std::span<const uint8_t> bytes) {
    const auto container = Container::open(bytes);
    const auto data = container->data(*container->program());
    return {data.begin(), data.end()};
}

void expectRoundTrip(const std::vector<uint8_t>& bytes) {
    const auto container = Container::open(bytes, ChecksumRule::Strict);
    ASSERT_TRUE(container.ok());
    const auto decoded = Program::decode(*container);
    ASSERT_TRUE(decoded.ok()) << decoded.error().what;
    const std::string text = disassemble(*decoded, {.signatures = true});
    const auto again = dxbcasm::assemble(text);
    ASSERT_TRUE(again.ok()) << again.error().what << "\n" << text;
    EXPECT_EQ(program(*again), program(bytes)) << text;
    const auto second = Program::decode(*Container::open(*again));
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(second->inputSignature().elements, decoded->inputSignature().elements);
    EXPECT_EQ(second->outputSignature().elements, decoded->outputSignature().elements);
    EXPECT_EQ(second->patchConstantSignature().elements, decoded->patchConstantSignature().elements);
}

TEST(RoundTrip, OwnShaders) {
    expectRoundTrip(test::assembled(test::kVertexShader));
    expectRoundTrip(test::assembled(test::kPixelShader));
    expectRoundTrip(test::assembled(test::kComputeShader));
}

TEST(RoundTrip, ShaderOfAnotherCompiler) {
    expectRoundTrip({std::begin(kSampleShader), std::end(kSampleShader)});
}

TEST(Disassembler, PrintsTheUsualText) {
    const auto decoded = test::decoded(test::kVertexShader);
    ASSERT_TRUE(decoded.ok());
    const std::string text = disassemble(*decoded);
    for (const char* line :
         {"vs_5_0\n", "dcl_constantbuffer cb0[4], dynamicIndexed\n", "dcl_output_siv o0.xyzw, position\n",
          "mov x0[r0.x + 1].xyzw, icb[r0.x].xyzw\n", "  breakc_z r0.y\n", "case l(0)\n",
          "  mad_sat [precise(xy)] r1.xyzw, v0.xyzw, cb0[r0.x + 2].xyzw, -|x0[1].wzyx|\n",
          "  mov r1.xyzw, l(1.0, -0.5, 0x7fc00000, 1e+05)\n", "  iadd r0.x, r0.x, l(-3)\n"})
        EXPECT_NE(text.find(line), std::string::npos) << line << "\n" << text;
}

// A text for one instruction of the opcode, made from its row.
// t0 texture, t1 raw, t2 multisampled, t3 structured; u0 structured, u1 typed, u2 raw.
std::string viewText(const OpcodeInfo& info, ValueType type) {
    const std::string_view name = info.name;
    const bool structured = name.find("structured") != std::string_view::npos || info.has(kCounter);
    if (type == ValueType::Uav || type == ValueType::Memory) {
        const bool typed = name.find("typed") != std::string_view::npos;
        return structured || info.has(kAtomic) ? "u0.xyzw" : typed ? "u1.xyzw" : "u2.xyzw";
    }
    if (name.find("ld2dms") == 0 || name == "samplepos" || name == "sampleinfo")
        return "t2.xyzw";
    if (structured)
        return "t3.xyzw";
    return type == ValueType::Buffer || name == "bufinfo" ? "t1.xyzw" : "t0.xyzw";
}

std::string operandText(const OpcodeInfo& info, ValueType type, bool isDst) {
    switch (type) {
    case ValueType::Resource:
    case ValueType::AnyView:
    case ValueType::Uav:
    case ValueType::Memory:
    case ValueType::Buffer:
        return viewText(info, type);
    case ValueType::Sampler:
        return "s0";
    case ValueType::Input:
        return "v0.xyzw";
    case ValueType::Label:
        return "label0";
    case ValueType::Stream:
        return "m0";
    case ValueType::Interface:
        return "fp0[0]";
    case ValueType::Double:
        return isDst ? "r0.xy" : "d(1.5l, 2.0l)";
    case ValueType::Int:
    case ValueType::Uint:
        return isDst ? "r0.xyzw" : "l(7)";
    default:
        return isDst ? "r0.xyzw" : "-r1.wzyx";
    }
}

std::string_view stageFor(const OpcodeInfo& info) {
    if (info.stages & kPs)
        return "ps_5_0\n";
    if (info.stages & kCs)
        return "cs_5_0\n";
    if (info.stages & kGs)
        return "gs_5_0\ndcl_inputPrimitive point\ndcl_stream m0\n";
    return "hs_5_0\nhs_decls\n";
}

std::string instructionText(const OpcodeInfo& info) {
    std::string line(info.name);
    line += info.has(kTestsBool) ? "_nz" : "";
    line += info.has(kSyncFlags) ? "_uglobal" : "";
    line += info.has(kSaturate) ? "_sat" : "";
    line += info.has(kOffsets) ? "_aoffimmi(1,-2,0)" : "";
    if (info.has(kPrecise) && info.dstCount)
        line += " [precise(x)]";
    for (uint32_t i = 0; i < info.dstCount; ++i)
        line += (i ? ", " : " ") + operandText(info, info.dst[i], true);
    for (uint32_t i = 0; i < info.srcCount; ++i)
        line += (i || info.dstCount ? ", " : " ") + operandText(info, info.src[i], false);
    return line + (info.opcode == Opcode::Fcall ? ", 0" : "");
}

// What must stand around an instruction so that the program is whole.
std::string wholeProgram(const OpcodeInfo& info, const std::string& line) {
    std::string text(stageFor(info));
    text += "dcl_sampler s0, mode_default\n"
            "dcl_resource_texture2d (float,float,float,float) t0\n"
            "dcl_resource_raw t1\n"
            "dcl_resource_texture2dms(4) (float,float,float,float) t2\n"
            "dcl_resource_structured t3, 16\n";
    text += info.stages & (kPs | kCs) ? "dcl_uav_structured u0, 16\n"
                                        "dcl_uav_typed_texture2d (float,float,float,float) u1\n"
                                        "dcl_uav_raw u2\n"
                                      : "";
    text += info.stages & kPs ? "dcl_input_ps linear v0.xyzw\n" : "";
    if (info.opcode == Opcode::Fcall)
        text += "dcl_function_body fb0\ndcl_function_table ft0 = {fb0}\ndcl_interface fp0[1][1] = {ft0}\n";
    text += "dcl_temps 2\n";
    switch (info.opcode) {
    case Opcode::If:
        return text + line + "\nendif\nret\n";
    case Opcode::Else:
    case Opcode::Endif:
        return text + "if_z r0.x\n" + line + (info.opcode == Opcode::Else ? "\nendif" : "") + "\nret\n";
    case Opcode::Loop:
        return text + line + "\nbreak\nendloop\nret\n";
    case Opcode::Endloop:
        return text + "loop\nbreak\n" + line + "\nret\n";
    case Opcode::Break:
    case Opcode::Breakc:
    case Opcode::Continue:
    case Opcode::Continuec:
        return text + "loop\n" + line + "\nendloop\nret\n";
    case Opcode::Switch:
        return text + line + "\nendswitch\nret\n";
    case Opcode::Case:
    case Opcode::Default:
        return text + "switch l(0)\n" + line + "\nbreak\nendswitch\nret\n";
    case Opcode::Endswitch:
        return text + "switch l(0)\n" + line + "\nret\n";
    case Opcode::Call:
    case Opcode::Callc:
        return text + line + "\nret\nlabel l0\nret\n";
    case Opcode::Fcall:
        return text + line + "\nret\nlabel fb0\nret\n";
    case Opcode::Label:
        return text + "ret\n" + line + "\nret\n";
    default:
        return text + line + "\nret\n";
    }
}

TEST(RoundTrip, EveryInstructionOfTheTable) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < kOpcodeCount; ++i) {
        const OpcodeInfo& info = opcodeInfo(static_cast<Opcode>(i));
        if (info.has(kReserved) || info.has(kDeclaration) || info.has(kHullPhase))
            continue;
        SCOPED_TRACE(std::string(info.name));
        const std::string line = instructionText(info);
        const auto bytes = dxbcasm::assemble(wholeProgram(info, line));
        ASSERT_TRUE(bytes.ok()) << bytes.error().what;
        expectRoundTrip(*bytes);
        const auto decoded = Program::decode(*Container::open(*bytes));
        const auto& all = decoded->instructions();
        const auto found = std::find_if(all.begin(), all.end(),
                                        [&info](const Instruction& inst) { return inst.opcode == info.opcode; });
        ASSERT_NE(found, all.end());
        EXPECT_EQ(disassemble(*decoded, *found), line);
        ++count;
    }
    EXPECT_EQ(count, 186u) << "231 opcodes, of which 41 declare and 4 start a phase";
}

// One line for each declaration of the table, in a shader of a stage that has it.
constexpr struct {
    Opcode opcode;
    const char* stage;
    const char* line;
} kDeclarations[] = {
    {Opcode::Customdata, "vs_5_0", "dcl_immediateConstantBuffer { { 1.0, 2.0, 3, 4}}"},
    {Opcode::DclResource, "ps_5_0", "dcl_resource_texturecubearray (unorm,snorm,uint,mixed) t127"},
    {Opcode::DclConstantBuffer, "ps_5_0", "dcl_constantbuffer cb13[4096], dynamicIndexed"},
    {Opcode::DclSampler, "ps_5_0", "dcl_sampler s15, mode_mono"},
    {Opcode::DclIndexRange, "vs_5_0", "dcl_indexRange v2.xy, 5"},
    {Opcode::DclOutputTopology, "gs_5_0\ndcl_inputPrimitive point", "dcl_outputTopology linestrip"},
    {Opcode::DclInputPrimitive, "gs_5_0", "dcl_inputPrimitive patch_32"},
    {Opcode::DclMaxOutputVertexCount, "gs_5_0\ndcl_inputPrimitive point", "dcl_maxOutputVertexCount 1024"},
    {Opcode::DclInput, "gs_5_0\ndcl_inputPrimitive point", "dcl_input vPrim"},
    {Opcode::DclInputSgv, "vs_5_0", "dcl_input_sgv v3.x, instance_id"},
    {Opcode::DclInputSiv, "gs_5_0\ndcl_inputPrimitive point", "dcl_input_siv v[1][0].xyzw, position"},
    {Opcode::DclInputPs, "ps_5_0", "dcl_input_ps linear noperspective sample v1.xz"},
    {Opcode::DclInputPsSgv, "ps_5_0", "dcl_input_ps_sgv constant v1.x, is_front_face"},
    {Opcode::DclInputPsSiv, "ps_5_0", "dcl_input_ps_siv linear noperspective v0.xyw, position"},
    {Opcode::DclOutput, "ps_5_0", "dcl_output oDepthGE"},
    {Opcode::DclOutputSgv, "gs_5_0\ndcl_inputPrimitive point", "dcl_output_sgv o1.x, primitive_id"},
    {Opcode::DclOutputSiv, "vs_5_0", "dcl_output_siv o1.xyz, clip_distance"},
    {Opcode::DclTemps, "vs_5_0", "dcl_temps 4096"},
    {Opcode::DclIndexableTemp, "vs_5_0", "dcl_indexableTemp x3[17], 2"},
    {Opcode::DclGlobalFlags, "ps_5_0", "dcl_globalFlags refactoringAllowed | forceEarlyDepthStencil"},
    {Opcode::DclStream, "gs_5_0\ndcl_inputPrimitive point", "dcl_stream m3"},
    {Opcode::DclFunctionBody, "ps_5_0", "dcl_function_body fb7"},
    {Opcode::DclFunctionTable, "ps_5_0", "dcl_function_table ft2 = {fb1, fb2}"},
    {Opcode::DclInterface, "ps_5_0", "dcl_interface_dynamicindexed fp1[3][4] = {ft2, ft5}"},
    {Opcode::DclInputControlPointCount, "hs_5_0\nhs_decls", "dcl_input_control_point_count 32"},
    {Opcode::DclOutputControlPointCount, "hs_5_0\nhs_decls", "dcl_output_control_point_count 16"},
    {Opcode::DclTessellatorDomain, "hs_5_0\nhs_decls", "dcl_tessellator_domain domain_isoline"},
    {Opcode::DclTessellatorPartitioning, "hs_5_0\nhs_decls", "dcl_tessellator_partitioning partitioning_pow2"},
    {Opcode::DclTessellatorOutputPrimitive, "hs_5_0\nhs_decls", "dcl_tessellator_output_primitive output_line"},
    {Opcode::DclHsMaxTessfactor, "hs_5_0\nhs_decls", "dcl_hs_max_tessfactor l(63.5)"},
    {Opcode::DclHsForkPhaseInstanceCount, "hs_5_0\nhs_decls\nhs_fork_phase", "dcl_hs_fork_phase_instance_count 3"},
    {Opcode::DclHsJoinPhaseInstanceCount, "hs_5_0\nhs_decls\nhs_join_phase", "dcl_hs_join_phase_instance_count 2"},
    {Opcode::DclThreadGroup, "cs_5_0", "dcl_thread_group 32, 8, 4"},
    {Opcode::DclUavTyped, "cs_5_0", "dcl_uav_typed_texture3d_glc (sint,sint,sint,sint) u7"},
    {Opcode::DclUavRaw, "cs_5_0", "dcl_uav_raw_rov u1"},
    {Opcode::DclUavStructured, "cs_5_0", "dcl_uav_structured_glc_opc u63, 2048"},
    {Opcode::DclTgsmRaw, "cs_5_0", "dcl_tgsm_raw g2, 32768"},
    {Opcode::DclTgsmStructured, "cs_5_0", "dcl_tgsm_structured g0, 12, 100"},
    {Opcode::DclResourceRaw, "ps_5_0", "dcl_resource_raw t3"},
    {Opcode::DclResourceStructured, "ps_5_0", "dcl_resource_structured t4, 28"},
    {Opcode::DclGsInstanceCount, "gs_5_0\ndcl_inputPrimitive point", "dcl_gs_instance_count 32"},
};

TEST(RoundTrip, EveryDeclarationOfTheTable) {
    for (uint32_t i = 0; i < kOpcodeCount; ++i) {
        const OpcodeInfo& info = opcodeInfo(static_cast<Opcode>(i));
        if (!info.has(kDeclaration))
            continue;
        SCOPED_TRACE(std::string(info.name));
        const auto row = std::find_if(std::begin(kDeclarations), std::end(kDeclarations),
                                      [&info](const auto& r) { return r.opcode == info.opcode; });
        ASSERT_NE(row, std::end(kDeclarations)) << "no line for this declaration";
        const auto bytes = dxbcasm::assemble(std::string(row->stage) + "\n" + row->line + "\nret\n");
        ASSERT_TRUE(bytes.ok()) << bytes.error().what;
        expectRoundTrip(*bytes);
        const auto decoded = Program::decode(*Container::open(*bytes));
        const Declaration& last = decoded->declarations().back();
        EXPECT_EQ(last.opcode, info.opcode);
        EXPECT_EQ(disassemble(*decoded, last), row->line);
    }
}

TEST(Assembler, TellsTheLineOfAnError) {
    struct {
        const char* text;
        const char* message;
    } cases[] = {
        {"", "empty"},
        {"mov r0.x, l(0)", "line 1"},
        {"vs_4_0\nfrobnicate r0.x", "line 2: unknown instruction"},
        {"vs_4_0\n\nmov r0.x", "line 3: an operand is missing"},
        {"vs_4_0\nmov r0.x, q0.x", "unknown register"},
        {"vs_4_0\nmov r0.x, l(1) trailing", "left over"},
        {"vs_4_0\nmov_nz r0.x, l(1)", "unknown suffix"},
        {"vs_4_0\ndcl_immediateConstantBuffer { {1, 2, 3, 4}", "not closed"},
        {"vs_4_0\n.in POSITION", "semantic"},
    };
    for (const auto& c : cases) {
        const auto result = dxbcasm::assemble(c.text);
        ASSERT_FALSE(result.ok()) << c.text;
        EXPECT_NE(result.error().what.find(c.message), std::string::npos) << result.error().what;
    }
}

TEST(Assembler, ShortForms) {
    const auto a = test::assembled("vs_4_0\ndcl_temps 1\nmov r0, l(1.0)\nadd r0.xy, r0.x, r0 // comment\nret\n");
    const auto b = test::assembled("vs_4_0\ndcl_temps 1\nmov r0.xyzw, l(1.0)\nadd r0.xy, r0.x, r0.xyzw\nret\n");
    EXPECT_EQ(a, b);
}

} // namespace
} // namespace hendeca::dxbc
