// Stream output across the ends of passes.
#include "record_fixture.h"

#include "gpu/pipeline/shader_store.h"

namespace hendeca::gpu {

class StreamOutTest : public RecordTest {
protected:
    Shader* streamShader() {
        ShaderDesc desc;
        desc.stage = spirv::Stage::Vertex;
        desc.key[0] = 0x5707;
        spirv::ShaderBinary binary;
        binary.words = {0x07230203, 0x00010600, 0, 1, 0};
        binary.flags = spirv::kUsesXfb;
        binary.xfbStride[0] = 16;
        desc.job = [binary](const ShaderVariant&) -> Result<spirv::ShaderBinary> { return binary; };
        auto made = world->backend->createShader(desc);
        world->owned.push_back(made.get());
        return made.release();
    }
    void stream(Buffer* output, Buffer* counter) {
        auto* packet = world->writer->add<packet::SetStreamOut>(1);
        packet->count = 1;
        packet::tail(packet)[0] = {output, counter, ~0u};
    }
    void draw() { world->writer->draw(3, 0, 1, 0); }
};

// The end of a piece writes the counter that the next piece begins with.
TEST_F(StreamOutTest, GoesOnBehindABarrierWhenADrawEndsThePass) {
    start();
    world->drawSetup();
    Image* image = world->image(4, VK_IMAGE_USAGE_SAMPLED_BIT);
    View* texture = world->view(image, VK_IMAGE_USAGE_SAMPLED_BIT);
    world->texture(texture);
    draw();
    world->upload(image); // the next draw with it needs a barrier of Main
    world->texture(nullptr);
    world->set(spirv::Stage::Vertex, streamShader());
    BufferDesc desc;
    desc.size = 64;
    desc.xfb = true;
    stream(world->buffer(desc), world->buffer(desc));
    draw();
    world->run();
    ASSERT_EQ(vk.count("CmdBeginTransformFeedbackEXT"), 1u);
    ASSERT_EQ(vk.count("CmdEndTransformFeedbackEXT"), 0u);
    vk.barrierSources = 0;
    world->texture(texture);
    draw();
    world->run();
    EXPECT_EQ(vk.count("CmdEndTransformFeedbackEXT"), 1u);
    EXPECT_EQ(vk.count("CmdBeginTransformFeedbackEXT"), 2u);
    EXPECT_TRUE(vk.barrierSources & VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT);
}

} // namespace hendeca::gpu
