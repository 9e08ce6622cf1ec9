// Each field of instructions, operands and declarations arrives in its member.

#include <gtest/gtest.h>

#include <algorithm>

#include "test_shaders.h"

namespace hendeca::dxbc {
namespace {

using test::decoded;

const Instruction* find(const Program& program, Opcode opcode) {
    for (const Instruction& inst : program.instructions()) {
        if (inst.opcode == opcode)
            return &inst;
    }
    return nullptr;
}

const Declaration* findDeclaration(const Program& program, Opcode opcode) {
    for (const Declaration& d : program.declarations()) {
        if (d.opcode == opcode)
            return &d;
    }
    return nullptr;
}

TEST(Decode, VersionAndSignatures) {
    const auto program = decoded(test::kVertexShader);
    ASSERT_TRUE(program.ok()) << program.error().what;
    EXPECT_EQ(program->stage(), ShaderStage::Vertex);
    EXPECT_EQ(program->model(), 50u);
    ASSERT_EQ(program->phases().size(), 1u);
    EXPECT_EQ(program->phases()[0].tempCount, 2u);
    EXPECT_EQ(program->inputSignature().elements.size(), 2u);
    EXPECT_EQ(program->outputSignature().elements[1].semanticIndex, 3u);
}

TEST(Decode, ImmediateConstantBuffer) {
    const auto program = decoded(test::kVertexShader);
    ASSERT_TRUE(program.ok());
    ASSERT_EQ(program->icb().size(), 2u);
    EXPECT_EQ(program->icb()[1][1], 0x40200000u);
    const Declaration* place = findDeclaration(*program, Opcode::Customdata);
    ASSERT_NE(place, nullptr);
    EXPECT_EQ(place->count, 2u);
}

TEST(Decode, ModifiersSaturatePreciseAndRelativeIndexes) {
    const auto program = decoded(test::kVertexShader);
    ASSERT_TRUE(program.ok());
    const Instruction* mad = find(*program, Opcode::Mad);
    ASSERT_NE(mad, nullptr);
    EXPECT_TRUE(mad->saturate);
    EXPECT_EQ(mad->preciseMask, 0x3);
    const auto src = program->src(*mad);
    EXPECT_EQ(program->dst(*mad)[0].type, OperandType::Temp);
    EXPECT_EQ(program->dst(*mad)[0].mask, 0xf);
    EXPECT_EQ(src[0].type, OperandType::Input);
    // cb0[r0.x + 2]
    ASSERT_EQ(src[1].indexCount, 2);
    EXPECT_EQ(src[1].reg(), 0u);
    EXPECT_EQ(src[1].index[1].kind, IndexKind::Immediate32PlusRelative);
    EXPECT_EQ(src[1].index[1].immediate, 2u);
    const Operand& relative = program->operand(src[1].index[1].relative);
    EXPECT_EQ(relative.type, OperandType::Temp);
    EXPECT_EQ(relative.component(), 0);
    // -|x0[1].wzyx|
    EXPECT_TRUE(src[2].negate);
    EXPECT_TRUE(src[2].absolute);
    EXPECT_EQ(src[2].type, OperandType::IndexableTemp);
    EXPECT_EQ(src[2].swizzle, (std::array<uint8_t, 4>{3, 2, 1, 0}));
}

TEST(Decode, ImmediatesKeepTheirBits) {
    const auto program = decoded("vs_4_0\ndcl_temps 1\nmov r0.xyzw, l(1.0, -1, 0x7fc12345, 1e-40)\nret\n");
    ASSERT_TRUE(program.ok());
    const Operand& imm = program->src(program->instructions()[0])[0];
    EXPECT_EQ(imm.type, OperandType::Immediate32);
    EXPECT_EQ(imm.components, 4);
    EXPECT_EQ(imm.immFloat(0), 1.0f);
    EXPECT_EQ(imm.imm[1], 0xffffffffu);
    EXPECT_EQ(imm.imm[2], 0x7fc12345u);
    EXPECT_EQ(imm.immFloat(3), 1e-40f);
}

TEST(Decode, DoublesHaveTheLowWordFirst) {
    const auto program = decoded(test::kComputeShader);
    ASSERT_TRUE(program.ok()) << program.error().what;
    const Operand& imm = program->src(*find(*program, Opcode::Dadd))[0];
    EXPECT_EQ(imm.type, OperandType::Immediate64);
    EXPECT_EQ(imm.imm64(0), 0x3ff8000000000000u);
    EXPECT_EQ(imm.imm64(1), 0xbfd0000000000000u);
}

TEST(Decode, BooleanTests) {
    const auto program = decoded(test::kVertexShader);
    ASSERT_TRUE(program.ok());
    EXPECT_TRUE(find(*program, Opcode::If)->testNonZero);
    EXPECT_FALSE(find(*program, Opcode::Breakc)->testNonZero);
}

TEST(Decode, ExtendedTokensOfSampling) {
    const auto program = decoded(test::kPixelShader);
    ASSERT_TRUE(program.ok()) << program.error().what;
    const Instruction* sample = find(*program, Opcode::Sample);
    ASSERT_TRUE(sample->hasTexelOffset);
    EXPECT_EQ(sample->texelOffset, (std::array<int8_t, 3>{-1, 7, 0}));
    ASSERT_TRUE(sample->hasResourceDim);
    EXPECT_EQ(sample->resourceDim, ResourceDim::Texture2D);
    ASSERT_TRUE(sample->hasReturnType);
    EXPECT_EQ(sample->returnType[3], ReturnType::Float);
    const Instruction* load = find(*program, Opcode::LdStructured);
    EXPECT_EQ(load->resourceDim, ResourceDim::StructuredBuffer);
    EXPECT_EQ(load->structureStride, 16);
    EXPECT_FALSE(load->hasTexelOffset);
    EXPECT_EQ(find(*program, Opcode::Resinfo)->infoReturn, InfoReturn::Uint);
}

TEST(Decode, PixelDeclarations) {
    const auto program = decoded(test::kPixelShader);
    ASSERT_TRUE(program.ok());
    const Declaration* input = findDeclaration(*program, Opcode::DclInputPs);
    EXPECT_EQ(input->interpolation, Interpolation::LinearNoPerspectiveCentroid);
    EXPECT_EQ(input->operand.mask, 0x3);
    const Declaration* texture = findDeclaration(*program, Opcode::DclResource);
    EXPECT_EQ(texture->dim, ResourceDim::Texture2D);
    EXPECT_EQ(texture->id, 0u);
    const Declaration* structured = findDeclaration(*program, Opcode::DclResourceStructured);
    EXPECT_EQ(structured->structureStride, 16u);
    EXPECT_EQ(structured->dim, ResourceDim::StructuredBuffer);
    const auto& all = program->declarations();
    const auto ms =
        std::find_if(all.begin(), all.end(), [](const Declaration& d) { return d.dim == ResourceDim::Texture2DMs; });
    ASSERT_NE(ms, all.end());
    EXPECT_EQ(ms->sampleCount, 4);
    EXPECT_EQ(ms->returnType[0], ReturnType::Sint);
    EXPECT_EQ(program->facts().globalFlags, kRefactoringAllowed);
}

TEST(Decode, ComputeDeclarationsAndBarriers) {
    const auto program = decoded(test::kComputeShader);
    ASSERT_TRUE(program.ok());
    EXPECT_EQ(program->facts().threadGroup, (std::array<uint32_t, 3>{8, 4, 1}));
    const Declaration* uav = findDeclaration(*program, Opcode::DclUavStructured);
    EXPECT_TRUE(uav->globallyCoherent);
    EXPECT_TRUE(uav->hasCounter);
    EXPECT_FALSE(uav->rasterizerOrdered);
    EXPECT_EQ(uav->structureStride, 8u);
    EXPECT_EQ(findDeclaration(*program, Opcode::DclTgsmRaw)->count, 64u);
    const Declaration* shared = findDeclaration(*program, Opcode::DclTgsmStructured);
    EXPECT_EQ(shared->structureStride, 16u);
    EXPECT_EQ(shared->count, 8u);
    const Instruction* sync = find(*program, Opcode::Sync);
    EXPECT_EQ(sync->syncFlags, kSyncSharedMemory | kSyncThreadsInGroup);
    const Instruction& last = program->instructions()[program->instructions().size() - 2];
    EXPECT_EQ(last.syncFlags, kSyncUavGlobal);
}

TEST(Decode, HullPhasesHaveTheirOwnDeclarations) {
    const auto program = decoded(R"(hs_5_0
hs_decls
dcl_input_control_point_count 3
dcl_output_control_point_count 4
dcl_tessellator_domain domain_quad
dcl_tessellator_partitioning partitioning_fractional_even
dcl_tessellator_output_primitive output_triangle_ccw
dcl_hs_max_tessfactor l(12.5)
hs_control_point_phase
dcl_input vOutputControlPointID
dcl_input v[3][0].xyzw
dcl_output o0.xyzw
dcl_temps 1
mov r0.x, vOutputControlPointID
mov o0.xyzw, v[r0.x][0].xyzw
ret
hs_fork_phase
dcl_hs_fork_phase_instance_count 4
dcl_input vForkInstanceID
dcl_output_siv o0.x, finalQuadUeq0EdgeTessFactor
dcl_output_siv o1.x, finalQuadVeq0EdgeTessFactor
dcl_temps 2
dcl_indexRange o0.x, 2
mov r1.x, vForkInstanceID.x
mov o[r1.x].x, l(2.0)
ret
hs_join_phase
dcl_input vpc0.x
dcl_output_siv o2.x, finalQuadUInsideTessFactor
mov o2.x, vpc0.x
ret
)");
    ASSERT_TRUE(program.ok()) << program.error().what;
    ASSERT_EQ(program->phases().size(), 4u);
    EXPECT_EQ(program->phases()[0].kind, PhaseKind::HullDeclarations);
    EXPECT_EQ(program->phases()[1].kind, PhaseKind::HullControlPoint);
    EXPECT_EQ(program->phases()[2].kind, PhaseKind::HullFork);
    EXPECT_EQ(program->phases()[2].instanceCount, 4u);
    EXPECT_EQ(program->phases()[2].tempCount, 2u);
    EXPECT_EQ(program->phases()[3].kind, PhaseKind::HullJoin);
    EXPECT_EQ(program->instructions(program->phases()[1]).size(), 3u);
    EXPECT_EQ(program->declarations(program->phases()[3]).size(), 2u);
    const Program::Facts& facts = program->facts();
    EXPECT_EQ(facts.inputControlPoints, 3u);
    EXPECT_EQ(facts.outputControlPoints, 4u);
    EXPECT_EQ(facts.domain, TessDomain::Quad);
    EXPECT_EQ(facts.partitioning, TessPartitioning::FractionalEven);
    EXPECT_EQ(facts.tessOutput, TessOutput::TriangleCcw);
    EXPECT_EQ(facts.maxTessFactor, 12.5f);
}

TEST(Decode, GeometryStreams) {
    const auto program = decoded(R"(gs_5_0
dcl_input v[3][0].xyzw
dcl_inputPrimitive triangle
dcl_gs_instance_count 2
dcl_stream m0
dcl_outputTopology trianglestrip
dcl_output o0.xyzw
dcl_stream m2
dcl_outputTopology pointlist
dcl_output o0.xy
dcl_maxOutputVertexCount 6
emit_stream m0
cut_stream m2
ret
)");
    ASSERT_TRUE(program.ok()) << program.error().what;
    const Program::Facts& facts = program->facts();
    EXPECT_EQ(facts.inputPrimitive, Primitive::Triangle);
    EXPECT_EQ(primitiveVertexCount(facts.inputPrimitive), 3u);
    EXPECT_EQ(facts.streamMask, 0x5);
    EXPECT_EQ(facts.outputTopology[0], Topology::TriangleStrip);
    EXPECT_EQ(facts.outputTopology[2], Topology::PointList);
    EXPECT_EQ(facts.maxOutputVertexCount, 6u);
    EXPECT_EQ(facts.gsInstanceCount, 2u);
    EXPECT_EQ(program->declarations()[5].stream, 0);
    EXPECT_EQ(program->declarations()[8].stream, 2);
    EXPECT_EQ(program->src(program->instructions()[1])[0].reg(), 2u);
}

TEST(Decode, RangesOfModel51) {
    const auto program = decoded(R"(ps_5_1
dcl_constantbuffer cb0[3:3].<s:xyzw>, 4, immediateIndexed, space=1
dcl_sampler s0[2:5], mode_default, space=0
dcl_resource_texture2d (float,float,float,float) t1[7:4294967295], space=9
dcl_output o0.xyzw
dcl_temps 1
sample r0.xyzw, cb0[3][2].xyzw, t1[8].xyzw, s0[2]
sample r0.xyzw, r0.xyzw, t1[r0.x + 7].xyzw {nonuniform}, s0[2]
mov o0.xyzw, r0.xyzw
ret
)");
    ASSERT_TRUE(program.ok()) << program.error().what;
    const Declaration* cb = findDeclaration(*program, Opcode::DclConstantBuffer);
    EXPECT_EQ(cb->id, 0u);
    EXPECT_EQ(cb->lower, 3u);
    EXPECT_EQ(cb->count, 4u);
    EXPECT_EQ(cb->space, 1u);
    const Declaration* texture = findDeclaration(*program, Opcode::DclResource);
    EXPECT_EQ(texture->id, 1u);
    EXPECT_EQ(texture->lower, 7u);
    EXPECT_EQ(texture->upper, ~0u);
    EXPECT_EQ(texture->space, 9u);
    EXPECT_TRUE(program->src(program->instructions()[1])[1].nonUniform);
}

TEST(Decode, SubroutinesAndClassLinkage) {
    const auto program = decoded(R"(ps_5_0
dcl_constantbuffer cb0[4], dynamicIndexed
dcl_function_body fb0
dcl_function_body fb1
dcl_function_table ft0 = {fb0}
dcl_function_table ft1 = {fb1}
dcl_interface_dynamicindexed fp0[2][1] = {ft0, ft1}
dcl_output o0.xyzw
dcl_temps 2
mov r0.x, l(1)
fcall fp0[r0.x], 0
call l3
mov o0.xyzw, r1.xyzw
ret
label fb0
mov r1.xyzw, l(1.0, 0, 0, 0)
ret
label fb1
mov r1.xyzw, cb0[r0.x].xyzw
call l3
ret
label l3
ret
)");
    ASSERT_TRUE(program.ok()) << program.error().what;
    const Declaration* interface = findDeclaration(*program, Opcode::DclInterface);
    EXPECT_TRUE(interface->dynamicIndexed);
    EXPECT_EQ(interface->arrayLength, 2u);
    EXPECT_EQ(interface->list, (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(find(*program, Opcode::Fcall)->functionIndex, 0u);
    ASSERT_NE(program->findLabel(1, true), nullptr);
    EXPECT_EQ(program->instructions()[program->findLabel(1, true)->instruction].opcode, Opcode::Label);
    EXPECT_NE(program->findLabel(3), nullptr);
    EXPECT_EQ(program->findLabel(3, true), nullptr) << "bodies and labels count apart";
}

TEST(Decode, OutlivesTheBytes) {
    auto bytes = test::assembled(test::kVertexShader);
    auto program = [&bytes] {
        const auto container = Container::open(bytes);
        return Program::decode(*container);
    }();
    std::fill(bytes.begin(), bytes.end(), uint8_t{0xee});
    bytes = {};
    ASSERT_TRUE(program.ok());
    EXPECT_EQ(program->inputSignature().elements[0].name, "POSITION");
    EXPECT_EQ(program->icb()[0][0], 0x3f800000u);
}

} // namespace
} // namespace hendeca::dxbc
