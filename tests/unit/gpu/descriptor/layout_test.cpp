#include "../pipeline/gpu_fixture.h"

#include "gpu/descriptor/layout_cache.h"

namespace hendeca::gpu {
namespace {

using spirv::BindingKind;
using spirv::Stage;

spirv::Binding uniform(Stage stage, uint16_t slot) {
    spirv::Binding made;
    made.kind = BindingKind::UniformBuffer;
    made.set = static_cast<uint8_t>(spirv::uniformSet(stage));
    made.slot = slot;
    made.binding = static_cast<uint16_t>(spirv::uniformBinding(stage, slot));
    return made;
}

TEST(CollectBindings, OrdersByNumberAndGivesDynamicOffsetsToTheFirst) {
    spirv::ShaderBinary vertex, geometry;
    vertex.stage = Stage::Vertex;
    geometry.stage = Stage::Geometry;
    geometry.bindings = {uniform(Stage::Geometry, 1)};
    vertex.bindings = {uniform(Stage::Vertex, 5), uniform(Stage::Vertex, 2)};
    const spirv::ShaderBinary* shaders[] = {&geometry, nullptr, &vertex};
    const std::vector<SetBinding> made = collectBindings(0, shaders, 2);
    ASSERT_EQ(made.size(), 3u);
    EXPECT_EQ(made[0].slot, 2);
    EXPECT_EQ(made[0].dynamicIndex, 0);
    EXPECT_EQ(made[1].slot, 5);
    EXPECT_EQ(made[1].type, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC);
    EXPECT_EQ(made[2].stage, Stage::Geometry);
    EXPECT_EQ(made[2].type, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER);
    EXPECT_EQ(made[2].dynamicIndex, 0xffff);
}

TEST(CollectBindings, LeavesOutOtherSetsAndSlotsThatDoNotExist) {
    spirv::ShaderBinary pixel;
    pixel.stage = Stage::Pixel;
    pixel.bindings = {uniform(Stage::Pixel, spirv::kUniformSlots), uniform(Stage::Pixel, 13), uniform(Stage::Vertex, 0)};
    const spirv::ShaderBinary* shaders[] = {&pixel};
    const std::vector<SetBinding> made = collectBindings(2, shaders, 8);
    ASSERT_EQ(made.size(), 1u);
    EXPECT_EQ(made[0].slot, 13);
}

class LayoutTest : public test::GpuTest {};

TEST_F(LayoutTest, EqualContentsAreOneLayout) {
    start();
    const spirv::ShaderBinary one = test::plainPixel(), two = test::plainPixel(), other = test::texturedPixel();
    const spirv::ShaderBinary *first[] = {&one}, *second[] = {&two}, *third[] = {&other};
    auto a = layouts_->group(1, first), b = layouts_->group(1, second), c = layouts_->group(1, third);
    ASSERT_TRUE(a && b && c);
    EXPECT_EQ(a->uniforms, b->uniforms);
    EXPECT_EQ(a->resources, b->resources);
    EXPECT_NE(a->resources, c->resources);
    EXPECT_TRUE(a->resources->empty());
    EXPECT_EQ(a->uniforms->dynamicCount, 1u);
    EXPECT_EQ(c->resources->masks[static_cast<size_t>(Stage::Pixel)].srvs[0], 3u);
    EXPECT_EQ(c->resources->masks[static_cast<size_t>(Stage::Pixel)].samplers, 1u);
    auto empty = layouts_->emptyGroup(0);
    ASSERT_TRUE(empty);
    auto p = layouts_->graphics(*empty, *a), q = layouts_->graphics(*empty, *b), r = layouts_->graphics(*empty, *c);
    ASSERT_TRUE(p && q && r);
    EXPECT_EQ(*p, *q);
    EXPECT_NE(*p, *r);
}

} // namespace
} // namespace hendeca::gpu
