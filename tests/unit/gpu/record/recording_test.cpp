// What is recorded, counted: a draw with equal state is a draw and nothing else, barriers come where they must, and what need
// not end a pass does not.
#include "record_fixture.h"

#include <chrono>
#include <thread>

namespace hendeca::gpu {

class RecordingTest : public RecordTest {
protected:
    // Records what there is, in a submission of its own, and counts from there.
    void fresh() {
        world->submit();
        world->run();
        vk.forgetCalls();
    }
    uint64_t count(const char* name) { return vk.count(name); }
};

TEST_F(RecordingTest, ADiscardCostsOneDynamicOffset) {
    start();
    world->drawSetup();
    BufferDesc desc;
    desc.size = 256;
    desc.memory = MemoryKind::Upload;
    desc.discardable = true;
    Buffer* constants = world->buffer(desc);
    auto* uniforms = world->writer->add<packet::SetUniformBuffers>(1);
    uniforms->stage = spirv::Stage::Pixel;
    uniforms->first = 0;
    uniforms->count = 1;
    packet::tail(uniforms)[0] = {constants, 0, 256};
    const auto discardAndDraw = [&] {
        auto* rename = world->writer->add<packet::RenameBuffer>();
        rename->predicated = false;
        rename->buffer = constants;
        rename->listOwned = false;
        rename->slice = world->ring->take(256);
        world->writer->draw(3, 0, 1, 0);
    };
    fresh();
    discardAndDraw();
    discardAndDraw();
    world->run();
    vk.forgetCalls();
    for (uint32_t i = 0; i < 10; i++)
        discardAndDraw();
    world->run();
    EXPECT_EQ(count("CmdDraw"), 10u);
    EXPECT_EQ(count("CmdBindDescriptorSets"), 10u);
    for (const char* none : {"UpdateDescriptorSets", "UpdateDescriptorSetWithTemplate", "CmdPipelineBarrier2",
                             "CmdBindPipeline", "CmdBeginRendering", "CmdSetViewportWithCount", "AllocateDescriptorSets"})
        EXPECT_EQ(count(none), 0u) << none;
}

// A copy of buffers that the pass does not touch goes in front of it. Between timestamps it stays where it is; one at the start
// of a submission goes in front with it.
TEST_F(RecordingTest, NothingIsHoistedOverATimestamp) {
    start();
    world->drawSetup();
    Buffer *from = world->storage(256), *to = world->storage(256);
    Query* stamp = world->own(std::move(world->backend->createQuery({QueryKind::Timestamp, 0, false})).value());
    const auto passes = [&](bool before, bool between) {
        fresh();
        const auto time = [&](bool wanted) {
            if (wanted)
                world->writer->add<packet::EndQuery>()->query = stamp;
        };
        time(before);
        world->writer->draw(3, 0, 1, 0);
        time(between);
        auto* copy = world->writer->add<packet::CopyBuffer>();
        copy->target = to;
        copy->targetOffset = 0;
        copy->source = from;
        copy->sourceOffset = 0;
        copy->size = 256;
        world->writer->draw(3, 0, 1, 0);
        world->run();
        return count("CmdBeginRendering");
    };
    EXPECT_EQ(passes(false, false), 1u);
    EXPECT_EQ(passes(true, false), 1u);
    EXPECT_EQ(passes(false, true), 2u);
    EXPECT_EQ(passes(true, true), 2u);
    EXPECT_EQ(passes(false, false), 1u) << "the next submission is free again";
}

// A predicate that ended in the submission being recorded: the GPU decides, or the worker waits for what has been recorded.
TEST_F(RecordingTest, APredicateOfTheSameSubmission) {
    for (const bool conditional : {true, false}) {
        if (!conditional)
            vk.lack(vk::Cap::ConditionalRendering);
        start();
        world->drawSetup();
        Query* predicate = world->own(std::move(world->backend->createQuery({QueryKind::OcclusionPredicate, 0, false})).value());
        fresh();
        world->writer->add<packet::BeginQuery>()->query = predicate;
        world->writer->draw(3, 0, 1, 0);
        world->writer->add<packet::EndQuery>()->query = predicate;
        const auto set = [&](Query* query) {
            auto* packet = world->writer->add<packet::SetPredication>();
            packet->query = query;
            packet->value = false;
        };
        set(predicate);
        world->writer->draw(3, 0, 1, 0);
        world->writer->draw(3, 6, 1, 0);
        set(nullptr);
        world->writer->draw(3, 0, 1, 0);
        world->run();
        // The driver that only counts sees no samples: the worker knows that the two draws are to be left out.
        EXPECT_EQ(count("CmdBeginConditionalRenderingEXT"), conditional ? 2u : 0u);
        EXPECT_EQ(count("CmdEndConditionalRenderingEXT"), conditional ? 2u : 0u);
        EXPECT_EQ(count("CmdCopyQueryPoolResults"), conditional ? 1u : 0u);
        EXPECT_EQ(count("CmdDraw"), conditional ? 4u : 2u);
        EXPECT_EQ(count("QueueWaitIdle"), conditional ? 0u : 1u);
        world.reset();
    }
}

TEST_F(RecordingTest, EqualDrawsBindOnce) {
    start();
    world->drawSetup();
    fresh();
    for (uint32_t i = 0; i < 10; i++)
        world->writer->draw(3, i * 3, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdBindPipeline"), 1u);
    EXPECT_EQ(count("CmdBindDescriptorSets"), 1u);
    EXPECT_EQ(count("CmdBeginRendering"), 1u);
}

TEST_F(RecordingTest, WithoutMultiDrawEachIsDrawn) {
    vk.lack(vk::Cap::MultiDraw);
    start();
    world->drawSetup();
    fresh();
    for (uint32_t i = 0; i < 10; i++)
        world->writer->draw(3, i * 3, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdDraw"), 10u);
}

TEST_F(RecordingTest, OnlyTheStateThatDiffersIsSet) {
    start();
    world->drawSetup();
    DepthStencilState first, second;
    second.id = 1;
    second.depthWrite = false;
    const auto draw = [&](const DepthStencilState& state) {
        world->writer->add<packet::SetDepthStencilState>()->state = &state;
        world->writer->draw(3, 0, 1, 0);
    };
    fresh();
    draw(first);
    world->run();
    EXPECT_EQ(count("CmdSetDepthWriteEnable"), 1u);
    EXPECT_EQ(count("CmdSetStencilOp"), 2u);
    vk.forgetCalls();
    draw(second);
    draw(first);
    world->run();
    EXPECT_EQ(count("CmdSetDepthWriteEnable"), 2u);
    for (const char* none : {"CmdSetDepthTestEnable", "CmdSetDepthCompareOp", "CmdSetStencilOp",
                             "CmdSetStencilCompareMask", "CmdSetViewportWithCount"})
        EXPECT_EQ(count(none), 0u) << none;
    world->submit();
    world->run();
    vk.forgetCalls();
    world->writer->draw(3, 0, 1, 0); // another command buffer knows nothing
    world->run();
    EXPECT_EQ(count("CmdSetStencilOp"), 2u);
}

TEST_F(RecordingTest, AClearBeforeThePassIsItsLoadOperation) {
    start();
    View* target = world->drawSetup();
    fresh();
    world->clear(target);
    world->writer->draw(3, 0, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdBeginRendering"), 1u);
    EXPECT_EQ(count("CmdClearAttachments"), 0u);
}

TEST_F(RecordingTest, AClearWithinThePassDoesNotEndIt) {
    start();
    View* target = world->drawSetup();
    fresh();
    world->writer->draw(3, 0, 1, 0);
    world->clear(target);
    world->clear(target, 2);
    world->writer->draw(3, 0, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdBeginRendering"), 1u);
    EXPECT_EQ(count("CmdClearAttachments"), 3u);
}

TEST_F(RecordingTest, TheSameTargetsAgainDoNotEndThePass) {
    start();
    View* target = world->drawSetup();
    fresh();
    world->writer->draw(3, 0, 1, 0);
    world->targets({target});
    world->writer->draw(3, 0, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdBeginRendering"), 1u);
}

TEST_F(RecordingTest, UploadsOfWhatThePassHasNotUsedDoNotEndIt) {
    start();
    world->drawSetup();
    Image* image = world->image(4, VK_IMAGE_USAGE_SAMPLED_BIT);
    View* texture = world->view(image, VK_IMAGE_USAGE_SAMPLED_BIT);
    fresh();
    world->writer->draw(3, 0, 1, 0);
    world->upload(image);
    world->texture(texture);
    world->writer->draw(3, 0, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdBeginRendering"), 1u);
    EXPECT_EQ(count("CmdCopyBufferToImage2"), 1u);
    // Now it has been used: the next one must come after the draw.
    world->upload(image);
    world->writer->draw(3, 0, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdBeginRendering"), 2u);
    EXPECT_EQ(count("CmdEndRendering"), 1u);
}

TEST_F(RecordingTest, TransfersOfOneBatchShareTheirBarriers) {
    start();
    std::vector<Image*> images;
    for (uint32_t i = 0; i < 16; i++)
        images.push_back(world->image(4, VK_IMAGE_USAGE_SAMPLED_BIT));
    fresh();
    for (Image* image : images)
        world->upload(image);
    world->submit();
    world->run();
    EXPECT_EQ(count("CmdCopyBufferToImage2"), 16u);
    EXPECT_LE(count("CmdPipelineBarrier2"), 1u);
}

TEST_F(RecordingTest, CopiesBetweenTheSameImagesAreOneCall) {
    start();
    Image *from = world->image(16, VK_IMAGE_USAGE_SAMPLED_BIT), *to = world->image(16, VK_IMAGE_USAGE_SAMPLED_BIT);
    fresh();
    for (uint32_t i = 0; i < 16; i++) {
        auto* packet = world->writer->add<packet::CopyImage>();
        packet->source = from;
        packet->target = to;
        packet->sourceSubresource = packet->targetSubresource = 0;
        packet->targetOffset = {i, 0, 0};
        packet->box = {0, i, 0, 1, 1, 1};
    }
    world->submit();
    world->run();
    EXPECT_EQ(count("CmdCopyImage2"), 1u);
    EXPECT_LE(count("CmdPipelineBarrier2"), 1u);
}

TEST_F(RecordingTest, CopiesFromManyImagesIntoOneAreGatheredBySource) {
    start();
    Image* sources[4];
    for (Image*& source : sources)
        source = world->image(16, VK_IMAGE_USAGE_SAMPLED_BIT);
    Image* atlas = world->image(16, VK_IMAGE_USAGE_SAMPLED_BIT);
    fresh();
    const auto copy = [&](uint32_t x, uint32_t y) {
        auto* packet = world->writer->add<packet::CopyImage>();
        packet->source = sources[x % 4];
        packet->target = atlas;
        packet->sourceSubresource = packet->targetSubresource = 0;
        packet->targetOffset = {x, y, 0};
        packet->box = {0, 0, 0, 1, 1, 1};
    };
    for (uint32_t i = 0; i < 256; i++)
        copy(i % 16, i / 16);
    copy(3, 0); // over another one: a new batch
    world->submit();
    world->run();
    EXPECT_EQ(count("CmdCopyImage2"), 5u);
    EXPECT_LE(count("CmdPipelineBarrier2"), 2u);
}

class DispatchRecordingTest : public RecordingTest {
protected:
    void useCompute() {
        spirv::Binding source;
        source.kind = spirv::BindingKind::StorageBufferRead;
        source.set = 1;
        spirv::Binding target;
        target.kind = spirv::BindingKind::StorageBuffer;
        target.set = 1;
        target.binding = 144;
        target.written = true;
        world->set(spirv::Stage::Compute, world->shader(spirv::Stage::Compute, {source, target}));
    }
    void dispatch(View* source, View* target) {
        auto* resources = world->writer->add<packet::SetResources>(1);
        resources->stage = spirv::Stage::Compute;
        resources->first = 0;
        resources->count = 1;
        packet::tail(resources)[0] = source;
        auto* uavs = world->writer->add<packet::SetUavs>(1);
        uavs->compute = true;
        uavs->first = 0;
        uavs->count = 1;
        packet::tail(uavs)[0] = target;
        auto* packet = world->writer->add<packet::Dispatch>();
        packet->x = packet->y = packet->z = 1;
    }
};

TEST_F(DispatchRecordingTest, DisjointRangesNeedNoBarrier) {
    start();
    useCompute();
    Buffer* buffer = world->storage(64 * 256);
    Buffer* source = world->storage(64);
    View* from = world->raw(source, 0, 64, false);
    std::vector<View*> views;
    for (uint32_t i = 0; i < 64; i++)
        views.push_back(world->raw(buffer, i * 256, 256, true));
    fresh();
    dispatch(from, views[0]);
    world->run();
    vk.forgetCalls();
    for (uint32_t i = 1; i < 64; i++)
        dispatch(from, views[i]);
    world->run();
    EXPECT_EQ(count("CmdDispatch"), 63u);
    EXPECT_EQ(count("CmdPipelineBarrier2"), 0u);
}

TEST_F(DispatchRecordingTest, OverlappingRangesNeedOneEach) {
    start();
    useCompute();
    Buffer *a = world->storage(256), *b = world->storage(256);
    View *readA = world->raw(a, 0, 256, false), *writeA = world->raw(a, 0, 256, true);
    View *readB = world->raw(b, 0, 256, false), *writeB = world->raw(b, 0, 256, true);
    fresh();
    dispatch(readA, writeB);
    world->run();
    vk.forgetCalls();
    for (uint32_t i = 0; i < 10; i++)
        dispatch(i % 2 ? readA : readB, i % 2 ? writeB : writeA);
    world->run();
    EXPECT_EQ(count("CmdDispatch"), 10u);
    EXPECT_EQ(count("CmdPipelineBarrier2"), 10u);
}

TEST_F(RecordingTest, ABadShaderSkipsItsDrawsOnly) {
    start();
    View* target = world->drawSetup();
    world->set(spirv::Stage::Pixel, world->shader(spirv::Stage::Pixel, {}, true));
    world->writer->draw(3, 0, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdDraw"), 0u);
    world->clear(target);
    world->set(spirv::Stage::Pixel, world->shader(spirv::Stage::Pixel));
    world->writer->draw(3, 0, 1, 0);
    world->run();
    EXPECT_EQ(count("CmdDraw"), 1u);
    EXPECT_FALSE(world->backend->lost());
}

TEST_F(RecordingTest, CommandPoolsAreUsedAgain) {
    start();
    for (uint32_t i = 0; i < 50; i++) {
        world->submit();
        world->run();
        // A pool is free when its submission has been made, which is the submit thread's doing.
        for (int tries = 0; tries < 5000 && count("QueueSubmit2") <= i; tries++)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_LE(count("CreateCommandPool"), 4u);
    world.reset(); // waits for the submit thread
    EXPECT_EQ(count("QueueSubmit2"), 51u);
}

} // namespace hendeca::gpu
