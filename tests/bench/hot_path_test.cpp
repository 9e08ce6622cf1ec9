// What the application's thread may not do per draw: allocate, or call Vulkan. Allocations are counted by replacing malloc
// for this program; Vulkan calls by putting a counter in front of every function of the device's table.
#include "support/com.h"

#include "d3d11/device/device.h"
#include "gpu/backend.h"
#include "gpu/resource/factory.h"
#include "gpu/stream/chunk.h"
#include "vk/device.h"

#include "shaders/constant_color.ps.h"
#include "shaders/fullscreen.vs.h"
#include "shaders/load_2d.ps.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <new>
#include <vector>

namespace {
thread_local bool counting = false;
thread_local uint64_t allocations = 0;
thread_local uint64_t vulkanCalls = 0;
} // namespace

extern "C" void* __libc_malloc(size_t);
extern "C" void* malloc(size_t size) {
    if (counting)
        allocations++;
    return __libc_malloc(size);
}

namespace {

using conformance::Com;
using hendeca::vk::Fns;

// One counter in front of the function that a member of the table points to.
template <auto Member>
struct Counted;
template <class R, class... Args, R (*Fns::*Member)(Args...)>
struct Counted<Member> {
    static inline R (*original)(Args...) = nullptr;
    static R call(Args... args) {
        if (counting)
            vulkanCalls++;
        return original(args...);
    }
    static void install(Fns& fns) {
        if (fns.*Member && fns.*Member != &call) {
            original = fns.*Member;
            fns.*Member = &call;
        }
    }
};

void countCalls(const Fns& table) {
    auto& fns = const_cast<Fns&>(table);
#define HENDECA_VK_GLOBAL(name)
#define HENDECA_VK_INSTANCE(name)
#define HENDECA_VK_INSTANCE_OPT(name)
#define HENDECA_VK_DEVICE(name) Counted<&Fns::name>::install(fns);
#define HENDECA_VK_DEVICE_OPT(name) Counted<&Fns::name>::install(fns);
#include "vk/fns.inc"
#undef HENDECA_VK_GLOBAL
#undef HENDECA_VK_INSTANCE
#undef HENDECA_VK_INSTANCE_OPT
#undef HENDECA_VK_DEVICE
#undef HENDECA_VK_DEVICE_OPT
}

class HotPath : public ::testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(S_OK, D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION,
                                          device.out(), nullptr, context.out()));
        auto& ours = *static_cast<hendeca::d3d11::Device*>(device.get());
        countCalls(ours.backend().factory().device().fn());
        D3D11_TEXTURE2D_DESC desc = {64, 64, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
        ASSERT_EQ(S_OK, device->CreateTexture2D(&desc, nullptr, color.out()));
        ASSERT_EQ(S_OK, device->CreateRenderTargetView(color.get(), nullptr, target.out()));
        ASSERT_EQ(S_OK, device->CreateVertexShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, vs.out()));
        ASSERT_EQ(S_OK, device->CreatePixelShader(constant_color_ps, sizeof constant_color_ps, nullptr, tinted.out()));
        ASSERT_EQ(S_OK, device->CreatePixelShader(load_2d_ps, sizeof load_2d_ps, nullptr, textured.out()));
        desc.BindFlags = D3D11_BIND_SHADER_RESOURCE;
        for (int i = 0; i < 4; i++) {
            Com<ID3D11Texture2D> image;
            ASSERT_EQ(S_OK, device->CreateTexture2D(&desc, nullptr, image.out()));
            ASSERT_EQ(S_OK, device->CreateShaderResourceView(image.get(), nullptr, views[i].out()));
            const D3D11_BUFFER_DESC uniform = {256, D3D11_USAGE_DYNAMIC, D3D11_BIND_CONSTANT_BUFFER, D3D11_CPU_ACCESS_WRITE, 0, 0};
            ASSERT_EQ(S_OK, device->CreateBuffer(&uniform, nullptr, uniforms[i].out()));
        }
        const D3D11_VIEWPORT viewport = {0, 0, 4, 4, 0, 1};
        context->OMSetRenderTargets(1, target.array(), nullptr);
        context->RSSetViewports(1, &viewport);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        context->VSSetShader(vs.get(), nullptr, 0);
    }

    // The pool of chunks grows to what lies between the application's thread and the worker, however late the machine
    // schedules the worker. Here to more than all that one round writes.
    void growChunkPool() {
        constexpr int kChunks = 64;
        hendeca::gpu::ChunkPool& pool = static_cast<hendeca::d3d11::Device*>(device.get())->backend().chunks();
        hendeca::gpu::Chunk* taken = nullptr;
        for (int i = 0; i < kChunks; i++) {
            hendeca::gpu::Chunk* const chunk = pool.take();
            ASSERT_TRUE(chunk);
            chunk->next = taken;
            taken = chunk;
        }
        pool.give(taken);
    }

    // Runs `step` so often that every pool has grown to its size, waits, then again while counting.
    template <class Step>
    void expectNothing(int rounds, Step&& step) {
        growChunkPool();
        for (int warm = 0; warm < 4; warm++) {
            for (int i = 0; i < rounds; i++)
                step(i);
            finish();
        }
        counting = true;
        allocations = vulkanCalls = 0;
        for (int i = 0; i < rounds; i++)
            step(i);
        counting = false;
        EXPECT_EQ(0u, allocations);
        EXPECT_EQ(0u, vulkanCalls);
        finish();
    }
    void finish() {
        Com<ID3D11Query> event;
        const D3D11_QUERY_DESC desc = {D3D11_QUERY_EVENT, 0};
        ASSERT_EQ(S_OK, device->CreateQuery(&desc, event.out()));
        context->End(event.get());
        BOOL done = FALSE;
        while (context->GetData(event.get(), &done, sizeof done, 0) == S_FALSE) {
        }
        // What has passed is handed back when the worker meets the next submission.
        context->Flush();
    }

    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> target;
    Com<ID3D11VertexShader> vs;
    Com<ID3D11PixelShader> tinted, textured;
    Com<ID3D11ShaderResourceView> views[4];
    Com<ID3D11Buffer> uniforms[4];
};

// The counters themselves: making a texture allocates, and calls Vulkan.
TEST_F(HotPath, TheCountersCount) {
    const D3D11_TEXTURE2D_DESC desc = {64, 64, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    Com<ID3D11Texture2D> image;
    allocations = vulkanCalls = 0;
    counting = true;
    const HRESULT made = device->CreateTexture2D(&desc, nullptr, image.out());
    counting = false;
    ASSERT_EQ(S_OK, made);
    EXPECT_GT(allocations, 0u);
    EXPECT_GT(vulkanCalls, 0u);
}

TEST_F(HotPath, DrawsWithTheSameState) {
    context->PSSetShader(tinted.get(), nullptr, 0);
    expectNothing(500, [&](int) { context->Draw(3, 0); });
}

TEST_F(HotPath, DrawsWithDiscardedConstants) {
    context->PSSetShader(tinted.get(), nullptr, 0);
    context->PSSetConstantBuffers(0, 1, uniforms[0].array());
    expectNothing(500, [&](int i) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        context->Map(uniforms[0].get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped);
        static_cast<float*>(mapped.pData)[0] = static_cast<float>(i);
        context->Unmap(uniforms[0].get(), 0);
        context->Draw(3, 0);
    });
}

TEST_F(HotPath, DrawsWithChangedBindings) {
    context->PSSetShader(textured.get(), nullptr, 0);
    expectNothing(500, [&](int i) {
        context->PSSetShaderResources(0, 1, views[i & 3].array());
        context->PSSetConstantBuffers(0, 1, uniforms[i & 3].array());
        context->PSSetShader(i & 1 ? textured.get() : tinted.get(), nullptr, 0);
        context->Draw(3, 0);
    });
}

} // namespace
