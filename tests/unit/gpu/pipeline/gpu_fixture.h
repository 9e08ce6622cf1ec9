#pragma once
// A device on the machine's Vulkan driver for tests that draw: one for the whole program, with the validation layer when
// the environment asks for it. Each test ends with no validation message, or it fails. Tests skip without a driver.

#include "gpu/descriptor/binder.h"
#include "gpu/descriptor/layout_cache.h"
#include "gpu/pipeline/pipeline_cache.h"
#include "gpu/query/query_pool.h"
#include "gpu/resource/factory.h"
#include "gpu/retire/retire_queue.h"
#include "vk/device.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <span>

namespace hendeca::gpu::test {

spirv::ShaderBinary placeVertex();
spirv::ShaderBinary plainPixel();
spirv::ShaderBinary texturedPixel();
spirv::ShaderBinary fillCompute();
ShaderDesc shaderOf(const spirv::ShaderBinary& binary, uint64_t key);

class GpuTest : public ::testing::Test, public CompletionSource {
protected:
    static constexpr uint32_t kSize = 16; // texels of the target, both ways

    void SetUp() override;
    void TearDown() override;
    uint64_t completedSubmission() const override { return completed_; }

    // Whatever a test draws with; call once, after options have been chosen.
    void start(const PipelineCacheOptions& options = {});

    // Records with a render pass over the target open; submits and waits. One submission.
    void draw(const std::function<void(VkCommandBuffer)>& record, bool clear = true);
    // Records outside a pass.
    void submit(const std::function<void(VkCommandBuffer)>& record);
    void beginPass(VkCommandBuffer commands, bool clear);
    void setDynamicState(VkCommandBuffer commands);
    // Copies the target to `pixels_`.
    void readTarget();
    std::unique_ptr<Buffer> buffer(uint64_t size, MemoryKind memory = MemoryKind::Upload, bool storage = false);
    std::unique_ptr<Buffer> floats(std::initializer_list<float> values);
    uint32_t pixel(uint32_t x, uint32_t y) const { return pixels_[y * kSize + x]; } // 0xAABBGGRR

    std::shared_ptr<vk::Device> device_;
    const vk::Fns* fn_ = nullptr;
    std::unique_ptr<CompileQueue> queue_;
    std::unique_ptr<ResourceFactory> factory_;
    std::unique_ptr<LayoutCache> layouts_;
    std::unique_ptr<PipelineCache> pipelines_;
    std::unique_ptr<ShaderStore> shaders_;
    std::unique_ptr<Binder> binder_;
    std::unique_ptr<QueryPool> queries_;
    RetireQueue retire_;
    std::unique_ptr<Image> target_;
    std::unique_ptr<View> targetView_;
    std::unique_ptr<Buffer> readback_;
    std::vector<uint32_t> pixels_;
    VkCommandPool pool_ = VK_NULL_HANDLE;
    uint64_t completed_ = 0;
    uint64_t messages_ = 0; // of validation, before the test
};

} // namespace hendeca::gpu::test
