// How long the first draw of a new combination takes when its shaders were there before. Run by hand for figures:
// --gtest_also_run_disabled_tests --gtest_filter=*FirstDraw*
#include "gpu_fixture.h"

#include "gpu/stream/packets.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>

namespace hendeca::gpu::test {
namespace {

using spirv::Stage;

// The same shader with another constant, so that no driver finds it in a cache.
spirv::ShaderBinary changed(spirv::ShaderBinary binary, float from, float to) {
    for (uint32_t& word : binary.words) {
        if (word == std::bit_cast<uint32_t>(from))
            word = std::bit_cast<uint32_t>(to);
    }
    return binary;
}

class FirstDraw : public GpuTest {
protected:
    void measure(bool libraries) {
        start({libraries, false, false});
        constexpr int kShaders = 16;
        const float seed = static_cast<float>(std::chrono::system_clock::now().time_since_epoch().count() % 100000);
        std::vector<std::unique_ptr<Shader, void (*)(Shader*)>> vertex, pixel;
        for (int i = 0; i < kShaders; i++) {
            const float unique = seed + 0.01f * static_cast<float>(i + (libraries ? 0 : kShaders));
            vertex.push_back(shaders_->create(shaderOf(changed(placeVertex(), 1.0f, unique), 100 + i)));
            pixel.push_back(shaders_->create(shaderOf(changed(texturedPixel(), 0.5f, unique), 200 + i)));
            vertex.back()->entry().wait();
            pixel.back()->entry().wait();
        }
        queue_->drain();
        VertexLayout layout;
        layout.id = 1;
        layout.elements = {{0, 0, 0, VK_FORMAT_R32G32B32A32_SFLOAT}};
        std::vector<double> microseconds;
        for (auto& v : vertex) {
            for (auto& p : pixel) {
                GraphicsState state;
                state.shaders[0] = v.get();
                state.shaders[4] = p.get();
                state.vertexLayout = &layout;
                state.targets.colors[0] = VK_FORMAT_R8G8B8A8_UNORM;
                const auto begin = std::chrono::steady_clock::now();
                ASSERT_NE(pipelines_->graphics(state), nullptr);
                microseconds.push_back(std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count());
            }
        }
        std::ranges::sort(microseconds);
        std::printf("first draw, %s: median %.1f us, p99 %.1f us, worst %.1f us of %zu\n",
                    libraries ? "linked" : "whole", microseconds[microseconds.size() / 2],
                    microseconds[microseconds.size() * 99 / 100], microseconds.back(), microseconds.size());
    }
};

TEST_F(FirstDraw, DISABLED_Linked) { measure(true); }
TEST_F(FirstDraw, DISABLED_Whole) { measure(false); }

// What a draw costs the worker when nothing, or one uniform buffer, or one view has changed.
TEST_F(FirstDraw, DISABLED_BindCost) {
    start();
    auto vertex = shaders_->create(shaderOf(placeVertex(), 1));
    auto pixel = shaders_->create(shaderOf(texturedPixel(), 2));
    GraphicsState state;
    state.shaders[0] = vertex.get();
    state.shaders[4] = pixel.get();
    state.targets.colors[0] = VK_FORMAT_R8G8B8A8_UNORM;
    const GraphicsPipeline* pipeline = pipelines_->graphics(state);
    ASSERT_NE(pipeline, nullptr);
    auto data = buffer(65536);
    std::vector<std::unique_ptr<View>> views;
    for (uint64_t i = 0; i < 64; i++) {
        BufferViewDesc desc;
        desc.offset = i * 256;
        desc.size = 256;
        views.push_back(factory_->createView(*data, desc));
    }
    submit([&](VkCommandBuffer commands) {
        auto time = [&](const char* what, auto change) {
            constexpr uint32_t kCount = 20000;
            const auto begin = std::chrono::steady_clock::now();
            for (uint32_t i = 0; i < kCount; i++) {
                change(i);
                pipeline = pipelines_->graphics(state);
                (void)binder_->bind(commands, *pipeline->layout);
            }
            std::printf("%-28s %.0f ns\n", what,
                        std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() / kCount);
        };
        binder_->setResource(Stage::Pixel, 1, views[0].get());
        time("unchanged", [](uint32_t) {});
        time("uniform offset", [&](uint32_t i) { binder_->setUniform(Stage::Vertex, 0, {data.get(), (i & 63) * 256, 256}); });
        time("one of 4 views", [&](uint32_t i) { binder_->setResource(Stage::Pixel, 1, views[i & 3].get()); });
        time("one of 64 views", [&](uint32_t i) { binder_->setResource(Stage::Pixel, 1, views[i & 63].get()); });
    });
}

} // namespace
} // namespace hendeca::gpu::test
