// Nanoseconds per call on the application's thread: setters, draws with 1, 4 and 16 changed bindings, maps. Each run starts
// with an empty stream; the worker works beside it, so that memory traffic is as in a program.
#include "support/com.h"

#include "shaders/constant_color.ps.h"
#include "shaders/fullscreen.vs.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using conformance::Com;

void must(HRESULT hr, const char* what) {
    if (FAILED(hr)) {
        std::fprintf(stderr, "%s failed: %08x\n", what, static_cast<unsigned>(hr));
        std::exit(1);
    }
}

struct World {
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> target;
    Com<ID3D11VertexShader> vs;
    Com<ID3D11PixelShader> ps;
    std::vector<Com<ID3D11Buffer>> uniforms;
    std::vector<Com<ID3D11ShaderResourceView>> views;
    std::vector<Com<ID3D11SamplerState>> samplers;
    std::vector<Com<ID3D11BlendState>> blends;
    std::vector<Com<ID3D11Buffer>> vertices;

    World() {
        must(D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr, 0, D3D11_SDK_VERSION, device.out(),
                               nullptr, context.out()), "D3D11CreateDevice");
        D3D11_TEXTURE2D_DESC desc = {64, 64, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_RENDER_TARGET, 0, 0};
        must(device->CreateTexture2D(&desc, nullptr, color.out()), "CreateTexture2D");
        must(device->CreateRenderTargetView(color.get(), nullptr, target.out()), "CreateRenderTargetView");
        must(device->CreateVertexShader(fullscreen_vs, sizeof fullscreen_vs, nullptr, vs.out()), "CreateVertexShader");
        must(device->CreatePixelShader(constant_color_ps, sizeof constant_color_ps, nullptr, ps.out()), "CreatePixelShader");
        for (int i = 0; i < 32; i++) {
            const D3D11_BUFFER_DESC uniform = {256, D3D11_USAGE_DYNAMIC, D3D11_BIND_CONSTANT_BUFFER, D3D11_CPU_ACCESS_WRITE, 0, 0};
            must(device->CreateBuffer(&uniform, nullptr, uniforms.emplace_back().out()), "CreateBuffer");
            const D3D11_BUFFER_DESC vertex = {4096, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0};
            must(device->CreateBuffer(&vertex, nullptr, vertices.emplace_back().out()), "CreateBuffer");
            desc.BindFlags = D3D11_BIND_SHADER_RESOURCE;
            Com<ID3D11Texture2D> image;
            must(device->CreateTexture2D(&desc, nullptr, image.out()), "CreateTexture2D");
            must(device->CreateShaderResourceView(image.get(), nullptr, views.emplace_back().out()), "CreateShaderResourceView");
            D3D11_SAMPLER_DESC sampler = {};
            sampler.Filter = D3D11_FILTER_MIN_MAG_MIP_LINEAR;
            sampler.AddressU = sampler.AddressV = sampler.AddressW = D3D11_TEXTURE_ADDRESS_WRAP;
            sampler.ComparisonFunc = D3D11_COMPARISON_NEVER;
            sampler.MaxLOD = static_cast<float>(i);
            must(device->CreateSamplerState(&sampler, samplers.emplace_back().out()), "CreateSamplerState");
        }
        for (int i = 0; i < 2; i++) {
            D3D11_BLEND_DESC blend = {};
            blend.RenderTarget[0] = {i, D3D11_BLEND_SRC_ALPHA, D3D11_BLEND_ONE, D3D11_BLEND_OP_ADD, D3D11_BLEND_ONE, D3D11_BLEND_ZERO,
                                     D3D11_BLEND_OP_ADD, D3D11_COLOR_WRITE_ENABLE_ALL};
            must(device->CreateBlendState(&blend, blends.emplace_back().out()), "CreateBlendState");
        }
        prepare();
    }
    void prepare() {
        const D3D11_VIEWPORT viewport = {0, 0, 1, 1, 0, 1};
        context->ClearState();
        context->OMSetRenderTargets(1, target.array(), nullptr);
        context->RSSetViewports(1, &viewport);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        context->VSSetShader(vs.get(), nullptr, 0);
        context->PSSetShader(ps.get(), nullptr, 0);
        context->PSSetConstantBuffers(0, 1, uniforms[0].array());
    }
};

World& world() {
    static World made;
    return made;
}

void finish(World& w) {
    w.context->Flush();
    w.prepare();
}

void Draw(benchmark::State& state) {
    World& w = world();
    for (auto _ : state)
        w.context->Draw(3, 0);
    finish(w);
}
BENCHMARK(Draw)->Iterations(100000);

void MapDiscardUnmap(benchmark::State& state) {
    World& w = world();
    for (auto _ : state) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        w.context->Map(w.uniforms[0].get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped);
        benchmark::DoNotOptimize(mapped.pData);
        w.context->Unmap(w.uniforms[0].get(), 0);
    }
    finish(w);
}
BENCHMARK(MapDiscardUnmap)->Iterations(20000);

void MapNoOverwriteUnmap(benchmark::State& state) {
    World& w = world();
    for (auto _ : state) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        w.context->Map(w.uniforms[0].get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped);
        benchmark::DoNotOptimize(mapped.pData);
        w.context->Unmap(w.uniforms[0].get(), 0);
    }
    finish(w);
}
BENCHMARK(MapNoOverwriteUnmap)->Iterations(100000);

void DrawWithDiscard(benchmark::State& state) {
    World& w = world();
    for (auto _ : state) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        w.context->Map(w.uniforms[0].get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped);
        benchmark::DoNotOptimize(mapped.pData);
        w.context->Unmap(w.uniforms[0].get(), 0);
        w.context->Draw(3, 0);
    }
    finish(w);
}
BENCHMARK(DrawWithDiscard)->Iterations(20000);

// A draw after this many shader resources changed.
void DrawWithViews(benchmark::State& state) {
    World& w = world();
    const auto count = static_cast<UINT>(state.range(0));
    ID3D11ShaderResourceView* lists[2][16];
    for (UINT i = 0; i < 16; i++) {
        lists[0][i] = w.views[i].get();
        lists[1][i] = w.views[i + 16].get();
    }
    UINT turn = 0;
    for (auto _ : state) {
        w.context->PSSetShaderResources(0, count, lists[turn++ & 1]);
        w.context->Draw(3, 0);
    }
    finish(w);
}
BENCHMARK(DrawWithViews)->Arg(1)->Arg(4)->Arg(16)->Iterations(20000);

void SetShaderResources(benchmark::State& state) {
    World& w = world();
    UINT turn = 0;
    for (auto _ : state)
        w.context->PSSetShaderResources(0, 1, w.views[turn++ & 1].array());
    finish(w);
}
BENCHMARK(SetShaderResources)->Iterations(1000000);

void SetShaderResourcesSame(benchmark::State& state) {
    World& w = world();
    for (auto _ : state)
        w.context->PSSetShaderResources(0, 1, w.views[0].array());
    finish(w);
}
BENCHMARK(SetShaderResourcesSame)->Iterations(1000000);

void SetConstantBuffers(benchmark::State& state) {
    World& w = world();
    UINT turn = 0;
    for (auto _ : state)
        w.context->VSSetConstantBuffers(0, 1, w.uniforms[turn++ & 1].array());
    finish(w);
}
BENCHMARK(SetConstantBuffers)->Iterations(1000000);

void SetSamplers(benchmark::State& state) {
    World& w = world();
    UINT turn = 0;
    for (auto _ : state)
        w.context->PSSetSamplers(0, 1, w.samplers[turn++ & 1].array());
    finish(w);
}
BENCHMARK(SetSamplers)->Iterations(1000000);

void SetVertexBuffers(benchmark::State& state) {
    World& w = world();
    const UINT stride = 16, offset = 0;
    UINT turn = 0;
    for (auto _ : state)
        w.context->IASetVertexBuffers(0, 1, w.vertices[turn++ & 1].array(), &stride, &offset);
    finish(w);
}
BENCHMARK(SetVertexBuffers)->Iterations(1000000);

void SetBlendState(benchmark::State& state) {
    World& w = world();
    UINT turn = 0;
    for (auto _ : state)
        w.context->OMSetBlendState(w.blends[turn++ & 1].get(), nullptr, ~0u);
    finish(w);
}
BENCHMARK(SetBlendState)->Iterations(1000000);

void CreateBufferAndRelease(benchmark::State& state) {
    World& w = world();
    const D3D11_BUFFER_DESC desc = {1024, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0};
    int count = 0;
    for (auto _ : state) {
        Com<ID3D11Buffer> made;
        must(w.device->CreateBuffer(&desc, nullptr, made.out()), "CreateBuffer");
        if (++count % 256 == 0)
            w.context->Flush();
    }
    finish(w);
}
BENCHMARK(CreateBufferAndRelease)->Iterations(20000);

void CreateTextureAndRelease(benchmark::State& state) {
    World& w = world();
    const D3D11_TEXTURE2D_DESC desc = {64, 64, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, 0};
    int count = 0;
    for (auto _ : state) {
        Com<ID3D11Texture2D> made;
        must(w.device->CreateTexture2D(&desc, nullptr, made.out()), "CreateTexture2D");
        if (++count % 256 == 0)
            w.context->Flush();
    }
    finish(w);
}
BENCHMARK(CreateTextureAndRelease)->Iterations(5000);

} // namespace

BENCHMARK_MAIN();
