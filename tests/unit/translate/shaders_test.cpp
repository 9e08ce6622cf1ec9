// The shaders of data/, through the whole translator: valid SPIR-V, and the interface that the backend relies on.

#include "shader_fixture.h"

#include <gtest/gtest.h>

namespace hendeca::test {

namespace {

spirv::ShaderBinary translated(const std::string& name, const translate::Options& options = {}) {
    const Result<dxbc::Program> program = loadShader(name);
    if (!program.ok()) {
        ADD_FAILURE() << name << ": " << program.error().what;
        return {};
    }
    Result<spirv::ShaderBinary> binary = translate::compile(*program, options);
    if (!binary.ok()) {
        ADD_FAILURE() << name << ": " << binary.error().what;
        return {};
    }
    EXPECT_EQ(validateSpirv(binary->words), "") << name;
    return std::move(binary).value();
}

const spirv::Binding* find(const spirv::ShaderBinary& binary, spirv::BindingKind kind, uint32_t slot) {
    for (const spirv::Binding& binding : binary.bindings)
        if (binding.kind == kind && binding.slot == slot)
            return &binding;
    return nullptr;
}

bool contains(const spirv::ShaderBinary& binary, const std::string& text) {
    return !haveSpirvTools() || disassembleSpirv(binary.words).find(text) != std::string::npos;
}

} // namespace

TEST(Shaders, VertexShaderHasLocationsForRegistersAndABindingForItsBuffer) {
    const spirv::ShaderBinary binary = translated("vs_basic");
    EXPECT_EQ(binary.stage, spirv::Stage::Vertex);
    EXPECT_EQ(binary.inputRegisters, 0b111u);
    EXPECT_EQ(binary.outputRegisters, 0b110u); // register 0 is the position, a built-in
    const spirv::Binding* buffer = find(binary, spirv::BindingKind::UniformBuffer, 1);
    ASSERT_NE(buffer, nullptr);
    EXPECT_EQ(buffer->set, spirv::uniformSet(spirv::Stage::Vertex));
    EXPECT_EQ(buffer->binding, spirv::uniformBinding(spirv::Stage::Vertex, 1));
    ASSERT_EQ(binary.inputs.size(), 3u);
    EXPECT_EQ(binary.inputs[0].semantic, "POSITION");
    EXPECT_EQ(binary.inputs[2].type, spirv::NumericType::Uint);
    EXPECT_EQ(binary.inputs[0].usedMask, 0x7);
    EXPECT_TRUE(binary.outputs[0].systemValue);
    EXPECT_FALSE(binary.outputs[1].systemValue);
    EXPECT_TRUE(contains(binary, "Invariant"));
}

TEST(Shaders, VertexAndInstanceNumbersStartAtZero) {
    const spirv::ShaderBinary binary = translated("vs_ids");
    EXPECT_EQ(binary.inputRegisters, 0u);
    EXPECT_TRUE(contains(binary, "BuiltIn BaseVertex"));
    EXPECT_TRUE(contains(binary, "BuiltIn BaseInstance"));
    ASSERT_EQ(binary.inputs.size(), 2u);
    EXPECT_TRUE(binary.inputs[0].systemValue);
}

TEST(Shaders, PixelShaderReportsTexturesSamplersAndDiscard) {
    const spirv::ShaderBinary binary = translated("ps_textured");
    EXPECT_TRUE(binary.has(spirv::kUsesDiscard));
    EXPECT_EQ(binary.outputRegisters, 1u);
    const spirv::Binding* albedo = find(binary, spirv::BindingKind::SampledImage, 0);
    ASSERT_NE(albedo, nullptr);
    EXPECT_EQ(albedo->dim, spirv::ImageDim::D2);
    EXPECT_EQ(albedo->set, spirv::resourceSet(spirv::Stage::Pixel));
    EXPECT_EQ(albedo->binding, spirv::srvBinding(spirv::Stage::Pixel, 0));
    EXPECT_NE(find(binary, spirv::BindingKind::SampledImage, 3), nullptr);
    EXPECT_NE(find(binary, spirv::BindingKind::Sampler, 0), nullptr);
    const spirv::Binding* sampler = find(binary, spirv::BindingKind::Sampler, 2);
    ASSERT_NE(sampler, nullptr);
    EXPECT_EQ(sampler->binding, spirv::samplerBinding(spirv::Stage::Pixel, 2));
    EXPECT_TRUE(contains(binary, "OpDemoteToHelperInvocation"));
}

TEST(Shaders, InputsThatThePreviousStageDoesNotWriteAreZero) {
    translate::Options options;
    options.undefinedInputs = 1u << 1;
    const spirv::ShaderBinary with = translated("ps_textured");
    const spirv::ShaderBinary without = translated("ps_textured", options);
    EXPECT_NE(with.inputRegisters & 2u, 0u);
    EXPECT_EQ(without.inputRegisters & 2u, 0u);
}

TEST(Shaders, PixelSystemValues) {
    const spirv::ShaderBinary binary = translated("ps_system");
    EXPECT_TRUE(binary.has(spirv::kWritesDepth));
    EXPECT_TRUE(binary.has(spirv::kUsesSampleMaskOut));
    EXPECT_TRUE(binary.has(spirv::kUsesSampleRateShading));
    EXPECT_EQ(binary.outputRegisters, 0b11u);
    for (const char* text : {"BuiltIn FragCoord", "BuiltIn FrontFacing", "BuiltIn SampleId", "BuiltIn FragDepth",
                             "DepthReplacing", "NoPerspective", "Centroid", "Flat"})
        EXPECT_TRUE(contains(binary, text)) << text;
}

TEST(Shaders, DualSourceBlendPutsTheSecondColourAtIndexOne) {
    translate::Options options;
    options.dualSourceBlend = true;
    EXPECT_TRUE(contains(translated("ps_dual", options), "Index 1"));
    EXPECT_FALSE(haveSpirvTools() && contains(translated("ps_dual"), "Index 1"));
    EXPECT_EQ(translated("ps_dual").outputRegisters, 0b11u);
}

TEST(Shaders, LoopsAndSwitchesAreStructured) {
    const spirv::ShaderBinary binary = translated("ps_flow");
    EXPECT_TRUE(contains(binary, "OpLoopMerge"));
    EXPECT_TRUE(contains(binary, "OpSwitch"));
}

TEST(Shaders, ComputeMemoryReportsWhatItReadsAndWrites) {
    const spirv::ShaderBinary binary = translated("cs_memory");
    EXPECT_EQ(binary.workgroupSize, (std::array<uint32_t, 3>{8, 8, 1}));
    EXPECT_TRUE(binary.has(spirv::kUsesUavs));
    const spirv::Binding* raw = find(binary, spirv::BindingKind::StorageBufferRead, 0);
    const spirv::Binding* items = find(binary, spirv::BindingKind::StorageBufferRead, 1);
    const spirv::Binding* typed = find(binary, spirv::BindingKind::UniformTexelBuffer, 2);
    const spirv::Binding* image = find(binary, spirv::BindingKind::StorageImage, 2);
    const spirv::Binding* counts = find(binary, spirv::BindingKind::StorageImage, 3);
    const spirv::Binding* texels = find(binary, spirv::BindingKind::StorageTexelBuffer, 4);
    const spirv::Binding* rawOut = find(binary, spirv::BindingKind::StorageBuffer, 0);
    ASSERT_TRUE(raw && items && typed && image && counts && texels && rawOut);
    EXPECT_EQ(raw->structureStride, 0);
    EXPECT_EQ(items->structureStride, 16);
    EXPECT_NE(raw->offsetSpecId, 0);
    EXPECT_NE(raw->offsetSpecId, items->offsetSpecId);
    EXPECT_TRUE(image->written);
    EXPECT_FALSE(image->read);
    EXPECT_TRUE(counts->read && counts->written);
    EXPECT_EQ(counts->type, spirv::NumericType::Uint);
    EXPECT_EQ(texels->type, spirv::NumericType::Sint);
    EXPECT_EQ(image->binding, spirv::uavBinding(spirv::Stage::Compute, 2));
    EXPECT_TRUE(binary.has(spirv::kUsesStorageWriteWithoutFormat));
}

TEST(Shaders, ArithmeticRulesAreWritten) {
    const spirv::ShaderBinary binary = translated("cs_arithmetic");
    for (const char* text : {"NClamp", "NMin", "NMax", "OpUDiv", "UnpackHalf2x16", "FindUMsb"})
        EXPECT_TRUE(contains(binary, text)) << text;
}

TEST(Shaders, GeometryShaderEmitsAndChoosesALayer) {
    const spirv::ShaderBinary binary = translated("gs_expand");
    EXPECT_EQ(binary.stage, spirv::Stage::Geometry);
    for (const char* text : {"OpEmitVertex", "OpEndPrimitive", "BuiltIn Layer", "OutputVertices 3", "InputPoints"})
        EXPECT_TRUE(contains(binary, text)) << text;
    EXPECT_FALSE(binary.has(spirv::kWritesLayerOrViewport)); // that flag is for stages before
}

TEST(Shaders, StreamOutputCapturesSemantics) {
    translate::Options options;
    options.streamOutput = {{0, "SV_Position", 0, 0, 4, 0}, {0, "", 0, 0, 1, 0}, {0, "COLOR", 0, 1, 2, 0}};
    for (const char* name : {"gs_expand", "vs_basic"}) {
        const spirv::ShaderBinary binary = translated(name, options);
        EXPECT_TRUE(binary.has(spirv::kUsesXfb));
        EXPECT_EQ(binary.xfbStride[0], 28u);
        EXPECT_TRUE(contains(binary, "Offset 20"));
    }
    options.streamOutput[0].semantic = "NOTHING";
    const Result<dxbc::Program> program = loadShader("vs_basic");
    ASSERT_TRUE(program.ok());
    EXPECT_FALSE(translate::compile(*program, options).ok());
}

TEST(Shaders, HullAndDomainShadersAgreeOnLocations) {
    const spirv::ShaderBinary hull = translated("hs_triangle");
    const spirv::ShaderBinary domain = translated("ds_triangle");
    EXPECT_EQ(hull.hullInputControlPoints, 3u);
    EXPECT_EQ(hull.hullOutputControlPoints, 3u);
    EXPECT_EQ(hull.outputRegisters, domain.inputRegisters);
    EXPECT_TRUE(contains(hull, "SpacingFractionalOdd"));
    EXPECT_TRUE(contains(hull, "TessLevelOuter"));
    EXPECT_TRUE(contains(domain, "BuiltIn TessCoord"));
}

TEST(Shaders, EqualInputsGiveEqualWords) {
    EXPECT_EQ(translated("ps_flow").words, translated("ps_flow").words);
}

} // namespace hendeca::test
