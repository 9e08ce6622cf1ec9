#pragma once
// A Backend on the first usable Vulkan device, with the validation layer on where it is installed; one for the whole
// program. Each test writes packets through `writer`, and fails if the layer had anything to say.

#include "gpu/backend.h"
#include "gpu/resource/factory.h"
#include "gpu/stream/writer.h"
#include "gpu/upload/slice_ring.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace hendeca::gpu {

struct Vertex {
    float position[4];
    float color[4];
};

class BackendTest : public ::testing::Test, public ChunkSink {
protected:
    void SetUp() override;
    void TearDown() override;
    void chunkFull(Chunk* chunk) override { backend().submit(chunk); }

    static Backend& backend();
    static bool available();

    // --- resources; given up with a Release packet at the end of the test
    Buffer* buffer(const BufferDesc& desc, const void* data = nullptr);
    Buffer* buffer(uint64_t size, const void* data = nullptr);
    Image* image(const ImageDesc& desc, const InitialData* data = nullptr);
    Image* target(uint32_t width, uint32_t height, VkFormat format = VK_FORMAT_R8G8B8A8_UNORM,
                  VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT);
    View* targetView(Image* image, uint32_t mip = 0, uint32_t layer = 0);
    View* textureView(Image* image, uint32_t mips = 1);
    View* rawView(Buffer* buffer, uint64_t offset, uint64_t size, bool writable);
    template <class T>
    T* own(std::unique_ptr<T> object) {
        owned_.push_back(object.get());
        return object.release();
    }
    Shader* shader(spirv::Stage stage, const uint32_t* words, size_t count, const std::function<void(spirv::ShaderBinary&)>& fill);

    // --- packets
    uint64_t submit();          // ends the submission, hands everything over
    void submitAndWait();
    void setTargets(std::initializer_list<View*> colors, View* depth = nullptr);
    void setViewport(float x, float y, float width, float height);
    void clear(View* view, float r, float g, float b, float a = 1);
    void useQuadShaders();      // position and colour from vertex buffer 0
    void useUniformShaders();   // colour from the pixel stage's constant buffer 0
    void useTextureShaders();   // colour from the pixel stage's texture 0, texel by texel
    void setVertices(Buffer* vertices, uint32_t offset = 0);
    void setTexture(View* view);
    Buffer* quad(float left, float top, float right, float bottom, std::array<float, 4> color, float depth = 0.5f);
    Slice fill(const void* data, uint64_t size); // a slice with this data

    // --- looking
    std::vector<uint32_t> read(Image* image, uint32_t subresource = 0); // 4 bytes a texel, rows tight
    std::vector<uint32_t> read(Buffer* buffer);

    std::unique_ptr<Writer> writer;

private:
    void useShaders(Shader* vertex, Shader* pixel);
    std::vector<Object*> owned_;
    std::unique_ptr<SliceRing> ring_;
    uint64_t messages_ = 0;
};

constexpr uint32_t rgba(uint32_t r, uint32_t g, uint32_t b, uint32_t a = 255) {
    return r | g << 8 | b << 16 | a << 24;
}

} // namespace hendeca::gpu
