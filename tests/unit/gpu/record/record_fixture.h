#pragma once
// A Backend on a Vulkan driver that only counts (tests/support/fakevk), to look at what is recorded, and at what happens when
// calls fail. Everything that the GPU is given counts as completed at once.

#include "gpu/backend.h"
#include "gpu/resource/factory.h"
#include "gpu/stream/writer.h"
#include "gpu/upload/slice_ring.h"
#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <string>
#include <vector>

namespace hendeca::gpu {

// What a test draws with; made by RecordWorld.
struct RecordWorld final : ChunkSink {
    explicit RecordWorld(test::FakeVk& vk);
    ~RecordWorld();
    bool ok() const { return backend != nullptr; }

    void chunkFull(Chunk* chunk) override { backend->submit(chunk); }
    void run(); // all that was written so far has been recorded
    void submit();

    Buffer* buffer(const BufferDesc& desc);
    Buffer* storage(uint64_t size);
    Image* image(uint32_t side, VkImageUsageFlags usage);
    View* view(Image* image, VkImageUsageFlags usage);
    View* raw(Buffer* buffer, uint64_t offset, uint64_t size, bool writable);
    Shader* shader(spirv::Stage stage, std::initializer_list<spirv::Binding> bindings = {}, bool bad = false);
    template <class T>
    T* own(std::unique_ptr<T> object) {
        owned.push_back(object.get());
        return object.release();
    }

    void set(spirv::Stage stage, Shader* shader);
    void targets(std::initializer_list<View*> colors);
    void texture(View* view);
    void clear(View* view, uint32_t rects = 0);
    void upload(Image* image);
    // Vertex and pixel shader, viewport, a target of 16 texels. The pixel shader has constants in slot 0, a texture in slot 0.
    View* drawSetup();

    test::FakeVk& vk;
    std::unique_ptr<Backend> backend;
    std::unique_ptr<Writer> writer;
    std::unique_ptr<SliceRing> ring;
    std::vector<Object*> owned;
    uint64_t submissions = 0;
};

// What is still alive, by kind; pipelines of all kinds are destroyed by one function.
std::string leftovers(const test::FakeVk& vk);

class RecordTest : public ::testing::Test {
protected:
    RecordTest() {
        vk.timelineValue = ~uint64_t(0);
        std::fill(std::begin(vk.limits.maxComputeWorkGroupCount), std::end(vk.limits.maxComputeWorkGroupCount), 65535u);
        vk.limits.maxFramebufferWidth = vk.limits.maxFramebufferHeight = 16384;
    }
    void start() {
        world = std::make_unique<RecordWorld>(vk);
        ASSERT_TRUE(world->ok());
    }
    void TearDown() override {
        world.reset();
        EXPECT_EQ(leftovers(vk), "");
    }
    test::FakeVk vk;
    std::unique_ptr<RecordWorld> world;
};

} // namespace hendeca::gpu
