// What can be said of a shader without translating it.

#include "shader_fixture.h"

#include <gtest/gtest.h>

namespace hendeca::test {

TEST(Inspect, AgreesWithTheTranslation) {
    for (const char* name : {"vs_basic", "ps_system", "cs_memory", "gs_expand", "hs_triangle", "ds_triangle"}) {
        const Result<dxbc::Program> program = loadShader(name);
        ASSERT_TRUE(program.ok()) << name;
        const translate::ShaderInfo info = translate::inspect(*program);
        const Result<spirv::ShaderBinary> binary = translate::compile(*program, {});
        ASSERT_TRUE(binary.ok()) << name;
        EXPECT_EQ(info.stage, binary->stage);
        EXPECT_EQ(info.workgroupSize, binary->workgroupSize);
        EXPECT_EQ(info.inputs.size(), binary->inputs.size());
        for (const spirv::Binding& binding : binary->bindings) {
            switch (binding.kind) {
            case spirv::BindingKind::UniformBuffer:
                EXPECT_TRUE(info.constantBufferMask >> binding.slot & 1) << name;
                break;
            case spirv::BindingKind::Sampler:
                EXPECT_TRUE(info.samplerMask >> binding.slot & 1) << name;
                break;
            case spirv::BindingKind::SampledImage:
            case spirv::BindingKind::UniformTexelBuffer:
            case spirv::BindingKind::StorageBufferRead:
                EXPECT_TRUE(info.srvMask[binding.slot / 32] >> (binding.slot % 32) & 1) << name;
                break;
            default:
                EXPECT_TRUE(info.uavMask[binding.slot / 32] >> (binding.slot % 32) & 1) << name;
                break;
            }
        }
    }
}

TEST(Inspect, LayerFromAVertexShaderNeedsTheDriver) {
    const Result<dxbc::Program> program = loadShader("gs_expand");
    ASSERT_TRUE(program.ok());
    translate::Options options;
    options.outputLayerWithoutGeometry = false;
    EXPECT_TRUE(translate::validate(*program, options).ok()); // a geometry shader always may
}

} // namespace hendeca::test
