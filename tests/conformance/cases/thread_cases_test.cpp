// Several threads at once: device methods are free-threaded, deferred contexts one thread each, the immediate context
// shared under ID3D11Multithread's protection, references given back on any thread in any order. Meant to run under the
// thread sanitizer, too. Microsoft Learn, "Introduction to Multithreading in Direct3D 11", ID3D11Multithread.
#include "dxgi/chain_fixture.h"
#include "shader/shader_test.h"

#include "shaders/constant_color.ps.h"
#include "shaders/fill.cs.h"
#include "shaders/fullscreen.vs.h"
#include "shaders/load_2d.ps.h"

#include <atomic>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <thread>

namespace conformance {
namespace {

#if defined(__SANITIZE_THREAD__)
constexpr int kRounds = 12;
#else
constexpr int kRounds = 40;
#endif

// Failures on other threads: gtest's assertions would do, but this keeps them few.
struct Verdict {
    std::atomic<int> wrong{0};
    void require(bool right) {
        if (!right)
            wrong++;
    }
};

class ThreadCases : public ChainTest {
protected:
    // A resource of each kind with its views, a shader and states: made, used for nothing, and gone.
    void churn(int seed, Verdict& verdict) {
        const UINT words[16] = {UINT(seed)};
        const D3D11_SUBRESOURCE_DATA data = {words, 16, 64};
        const UINT bind = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_RENDER_TARGET;
        const D3D11_TEXTURE2D_DESC image = {4,    4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT,
                                            bind, 0, 0};
        const D3D11_BUFFER_DESC bytes = {
            64, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE, 0, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 4};
        Com<ID3D11Texture2D> texture;
        Com<ID3D11Buffer> buffer;
        Com<ID3D11ShaderResourceView> view, bufferView;
        Com<ID3D11RenderTargetView> target;
        Com<ID3D11PixelShader> pixel;
        Com<ID3D11ComputeShader> compute;
        Com<ID3D11BlendState> blend;
        Com<ID3D11SamplerState> sampler;
        Com<ID3D11Query> query;
        verdict.require(device->CreateTexture2D(&image, &data, texture.out()) == S_OK);
        verdict.require(device->CreateBuffer(&bytes, &data, buffer.out()) == S_OK);
        verdict.require(device->CreateShaderResourceView(texture.get(), nullptr, view.out()) == S_OK);
        verdict.require(device->CreateShaderResourceView(buffer.get(), nullptr, bufferView.out()) == S_OK);
        verdict.require(device->CreateRenderTargetView(texture.get(), nullptr, target.out()) == S_OK);
        const Bytecode code = seed % 2 ? Bytecode(constant_color_ps) : Bytecode(load_2d_ps);
        verdict.require(device->CreatePixelShader(code.data(), code.size(), nullptr, pixel.out()) == S_OK);
        verdict.require(device->CreateComputeShader(fill_cs, sizeof fill_cs, nullptr, compute.out()) == S_OK);
        D3D11_BLEND_DESC blending = {};
        blending.RenderTarget[0].RenderTargetWriteMask = UINT8(seed % 15 + 1); // shared with those of other threads
        verdict.require(device->CreateBlendState(&blending, blend.out()) == S_OK);
        D3D11_SAMPLER_DESC sampling = {};
        sampling.AddressU = sampling.AddressV = sampling.AddressW = D3D11_TEXTURE_ADDRESS_CLAMP;
        sampling.ComparisonFunc = D3D11_COMPARISON_NEVER;
        sampling.MaxLOD = float(seed % 4);
        verdict.require(device->CreateSamplerState(&sampling, sampler.out()) == S_OK);
        const D3D11_QUERY_DESC occlusion = {D3D11_QUERY_OCCLUSION, 0};
        verdict.require(device->CreateQuery(&occlusion, query.out()) == S_OK);
        UINT support = 0;
        device->CheckFormatSupport(DXGI_FORMAT_R8G8B8A8_UNORM, &support);
        verdict.require(device->GetDeviceRemovedReason() == S_OK);
    }
};

// Threads that create and destroy, threads that record command lists, and the immediate context, which draws, executes
// the lists and presents.
TEST_F(ThreadCases, EverythingAtOnce) {
    constexpr int kMakers = 2, kRecorders = 2, kCells = 16;
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2, kCells, kRecorders));
    ASSERT_TRUE(bool(chain));
    auto sheet = texture(kCells, kRecorders, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto sheetView = target(sheet.get());
    auto vs = vertexShader(fullscreen_vs);
    auto ps = pixelShader(constant_color_ps);
    std::mutex mutex;
    std::deque<Com<ID3D11CommandList>> lists;
    std::atomic<int> running{kMakers + kRecorders};
    Verdict verdict;
    std::vector<std::thread> threads;
    for (int maker = 0; maker < kMakers; maker++)
        threads.emplace_back([&, maker] {
            for (int i = 0; i < kRounds; i++)
                churn(maker * 1000 + i, verdict);
            running--;
        });
    for (int recorder = 0; recorder < kRecorders; recorder++)
        threads.emplace_back([&, recorder] {
            Com<ID3D11DeviceContext> deferred;
            verdict.require(device->CreateDeferredContext(0, deferred.out()) == S_OK);
            const D3D11_BUFFER_DESC desc = {
                16, D3D11_USAGE_DYNAMIC, D3D11_BIND_CONSTANT_BUFFER, D3D11_CPU_ACCESS_WRITE, 0, 0};
            for (int i = 0; i < kRounds; i++) {
                Com<ID3D11Buffer> constants; // gone before the list is executed
                verdict.require(device->CreateBuffer(&desc, nullptr, constants.out()) == S_OK);
                const D3D11_VIEWPORT cell = {float(i % kCells), float(recorder), 1, 1, 0, 1};
                const float color[4] = {float(i + 1) / 255, float(recorder + 1) / 255, 1, 1};
                D3D11_MAPPED_SUBRESOURCE map = {};
                verdict.require(deferred->Map(constants.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &map) == S_OK);
                std::memcpy(map.pData, color, sizeof color);
                deferred->Unmap(constants.get(), 0);
                deferred->OMSetRenderTargets(1, sheetView.array(), nullptr);
                deferred->RSSetViewports(1, &cell);
                deferred->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
                deferred->VSSetShader(vs.get(), nullptr, 0);
                deferred->PSSetShader(ps.get(), nullptr, 0);
                deferred->PSSetConstantBuffers(0, 1, constants.array());
                deferred->Draw(3, 0);
                Com<ID3D11CommandList> list;
                verdict.require(deferred->FinishCommandList(i % 2, list.out()) == S_OK);
                std::lock_guard lock(mutex);
                lists.push_back(std::move(list));
            }
            running--;
        });
    Com<ID3D11CommandList> next;
    for (bool more = true; more;) {
        const bool last = running == 0;
        fill(chain.get(), 0, 1, 0);
        for (;;) {
            {
                std::lock_guard lock(mutex);
                if (lists.empty())
                    break;
                next = std::move(lists.front());
                lists.pop_front();
            }
            context->ExecuteCommandList(next.get(), FALSE);
            next.reset();
        }
        verdict.require(chain->Present(0, 0) == S_OK);
        more = !last;
    }
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(0, verdict.wrong);
    const Readback found = read(sheet.get());
    for (int recorder = 0; recorder < kRecorders; recorder++)
        for (int i = std::max(kRounds - kCells, 0); i < kRounds; i++)
            EXPECT_EQ((Rgba8{uint8_t(i + 1), uint8_t(recorder + 1), 255, 255}),
                      found.rgba(uint32_t(i % kCells), uint32_t(recorder)))
                << recorder << ", " << i;
    sheetView.reset();
}

// With protection on, each thread gets from the immediate context what it put into it.
TEST_F(ThreadCases, TheProtectedContext) {
    auto multithread = device.as<ID3D11Multithread>();
    ASSERT_TRUE(bool(multithread));
    EXPECT_FALSE(multithread->SetMultithreadProtected(TRUE));
    EXPECT_TRUE(multithread->GetMultithreadProtected());
    auto chain = makeChain(chainDesc(DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL, 2, 16, 16));
    auto color = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    auto ps = pixelShader(constant_color_ps);
    Verdict verdict;
    std::atomic<bool> stop{false};
    std::vector<std::thread> threads;
    for (int index = 0; index < 3; index++)
        threads.emplace_back([&, index] {
            const D3D11_BUFFER_DESC desc = {64, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, 0, 0};
            const D3D11_BUFFER_DESC stagingDesc = {64, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0, 0};
            const D3D11_QUERY_DESC event = {D3D11_QUERY_EVENT, 0};
            for (int i = 0; i < kRounds / 2; i++) {
                Com<ID3D11Buffer> buffer, staging;
                Com<ID3D11Query> done;
                verdict.require(device->CreateBuffer(&desc, nullptr, buffer.out()) == S_OK);
                verdict.require(device->CreateBuffer(&stagingDesc, nullptr, staging.out()) == S_OK);
                verdict.require(device->CreateQuery(&event, done.out()) == S_OK);
                UINT words[16];
                for (UINT w = 0; w < 16; w++)
                    words[w] = UINT(index * 100000 + i * 100) + w;
                context->UpdateSubresource(buffer.get(), 0, nullptr, words, 0, 0);
                context->CopyResource(staging.get(), buffer.get());
                context->End(done.get());
                if (i % 2) {
                    BOOL is = FALSE;
                    while (context->GetData(done.get(), &is, sizeof is, 0) == S_FALSE)
                        std::this_thread::yield();
                    verdict.require(is);
                }
                D3D11_MAPPED_SUBRESOURCE map = {};
                verdict.require(context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &map) == S_OK);
                verdict.require(map.pData && !std::memcmp(map.pData, words, sizeof words));
                context->Unmap(staging.get(), 0);
            }
        });
    threads.emplace_back([&] {
        while (!stop)
            verdict.require(chain->Present(0, 0) == S_OK);
    });
    // Whole sequences hold together between Enter and Leave, which nest.
    for (int i = 0; i < kRounds; i++) {
        multithread->Enter();
        multithread->Enter();
        bindTarget(view);
        viewport(16, 16);
        drawFullscreen(ps.get());
        Com<ID3D11RenderTargetView> bound;
        context->OMGetRenderTargets(1, bound.out(), nullptr);
        verdict.require(bound.get() == view.get());
        multithread->Leave();
        multithread->Leave();
    }
    stop = true;
    for (std::thread& thread : threads)
        thread.join();
    EXPECT_EQ(0, verdict.wrong);
    EXPECT_TRUE(multithread->SetMultithreadProtected(FALSE));
    view.reset();
}

// Swap chains, resources and views are released on another thread while this one uses the immediate context,
// unprotected.
TEST_F(ThreadCases, ReleasedElsewhere) {
    auto ps = pixelShader(constant_color_ps);
    auto color = texture(16, 16, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    std::mutex mutex;
    std::condition_variable filled;
    std::deque<std::vector<Com<IUnknown>>> given;
    bool end = false;
    std::thread other([&] {
        for (;;) {
            std::vector<Com<IUnknown>> mine;
            {
                std::unique_lock lock(mutex);
                filled.wait(lock, [&] { return end || !given.empty(); });
                if (given.empty())
                    return;
                mine = std::move(given.front());
                given.pop_front();
            }
            for (size_t i = 0; i < mine.size(); i++)
                mine[i * 7 % mine.size()].reset();
        }
    });
    for (int i = 0; i < kRounds / 4; i++) {
        auto chain =
            makeChain(chainDesc(i % 2 ? DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL : DXGI_SWAP_EFFECT_DISCARD, 2, 16, 16));
        auto back = ChainTest::buffer(chain.get(), 0);
        auto backView = target(back.get());
        auto texture = this->texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
        auto resource = resourceView(texture.get());
        bindTarget(backView);
        viewport(16, 16);
        context->PSSetShaderResources(0, 1, resource.array());
        drawFullscreen(ps.get());
        EXPECT_HR(S_OK, chain->Present(0, 0));
        {
            std::lock_guard lock(mutex);
            given.push_back({chain.as<IUnknown>(), back.as<IUnknown>(), backView.as<IUnknown>(), texture.as<IUnknown>(),
                             resource.as<IUnknown>()});
        }
        chain.reset(), back.reset(), backView.reset(), texture.reset(), resource.reset();
        filled.notify_one();
        for (int d = 0; d < 20; d++) {
            bindTarget(view);
            drawFullscreen(ps.get());
            if (d % 5 == 4)
                context->Flush();
        }
    }
    {
        std::lock_guard lock(mutex);
        end = true;
    }
    filled.notify_one();
    other.join();
    context->ClearState();
    EXPECT_EQ((Rgba8{0, 0, 0, 0}), read(color.get()).rgba(3, 3)) << "the colour of an absent constant buffer";
}

// The last references of everything that belongs to a device go on several threads, in any order, the device's among
// them.
TEST_F(ThreadCases, LastReleasesAnywhere) {
    for (int round = 0; round < 4; round++) {
        Com<ID3D11Device> own;
        Com<ID3D11DeviceContext> immediate, deferred;
        ASSERT_HR(S_OK, makeDevice(0, own, immediate));
        ASSERT_HR(S_OK, own->CreateDeferredContext(0, deferred.out()));
        std::vector<Com<IUnknown>> all;
        const D3D11_TEXTURE2D_DESC desc = {4,
                                           4,
                                           1,
                                           1,
                                           DXGI_FORMAT_R8G8B8A8_UNORM,
                                           {1, 0},
                                           D3D11_USAGE_DEFAULT,
                                           D3D11_BIND_RENDER_TARGET | D3D11_BIND_SHADER_RESOURCE,
                                           0,
                                           0};
        for (int i = 0; i < 6; i++) {
            Com<ID3D11Texture2D> image;
            Com<ID3D11RenderTargetView> target;
            Com<ID3D11ShaderResourceView> resource;
            ASSERT_HR(S_OK, own->CreateTexture2D(&desc, nullptr, image.out()));
            ASSERT_HR(S_OK, own->CreateRenderTargetView(image.get(), nullptr, target.out()));
            ASSERT_HR(S_OK, own->CreateShaderResourceView(image.get(), nullptr, resource.out()));
            const float color[4] = {};
            immediate->ClearRenderTargetView(target.get(), color);
            deferred->ClearRenderTargetView(target.get(), color);
            deferred->OMSetRenderTargets(1, target.array(), nullptr);
            Com<ID3D11CommandList> list;
            ASSERT_HR(S_OK, deferred->FinishCommandList(TRUE, list.out()));
            if (i % 2)
                immediate->ExecuteCommandList(list.get(), TRUE);
            immediate->OMSetRenderTargets(1, target.array(), nullptr);
            for (IUnknown* one : {static_cast<IUnknown*>(image.get()), static_cast<IUnknown*>(target.get()),
                                  static_cast<IUnknown*>(resource.get()), static_cast<IUnknown*>(list.get())}) {
                one->AddRef();
                all.emplace_back(one);
            }
        }
        immediate->Flush();
        all.push_back(immediate.as<IUnknown>());
        all.push_back(deferred.as<IUnknown>());
        all.push_back(own.as<IUnknown>());
        own.reset(), immediate.reset(), deferred.reset();
        std::atomic<size_t> next{0};
        std::vector<std::thread> threads;
        const size_t count = all.size(), step = round % 2 ? 5 : 11; // neither divides the count
        for (int t = 0; t < 3; t++)
            threads.emplace_back([&] {
                for (size_t i = next++; i < count; i = next++)
                    all[(i * step + size_t(round)) % count].reset();
            });
        for (std::thread& thread : threads)
            thread.join();
    }
}

} // namespace
} // namespace conformance
