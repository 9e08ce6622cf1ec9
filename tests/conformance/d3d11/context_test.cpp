// The contexts themselves: map rules, deferred contexts, state getters, references.
#include "support/fixture.h"

#include "shaders/constant_color.ps.h"
#include "shaders/fullscreen.vs.h"
#include "shaders/load_2d.ps.h"

#include <thread>

namespace conformance {
namespace {

class ContextTest : public DeviceTest {};

struct MapCase {
    const char* name;
    D3D11_USAGE usage;
    UINT cpu;
    D3D11_MAP type;
    UINT subresource;
    HRESULT expected;
};

// ID3D11DeviceContext::Map: usage, CPU access and type must agree; on failure pData is NULL and the pitches stay.
TEST_F(ContextTest, MapRules) {
    const MapCase cases[] = {
        {"default read", D3D11_USAGE_DEFAULT, 0, D3D11_MAP_READ, 0, E_INVALIDARG},
        {"dynamic write", D3D11_USAGE_DYNAMIC, D3D11_CPU_ACCESS_WRITE, D3D11_MAP_WRITE, 0, E_INVALIDARG},
        {"dynamic read", D3D11_USAGE_DYNAMIC, D3D11_CPU_ACCESS_WRITE, D3D11_MAP_READ, 0, E_INVALIDARG},
        {"dynamic discard", D3D11_USAGE_DYNAMIC, D3D11_CPU_ACCESS_WRITE, D3D11_MAP_WRITE_DISCARD, 0, S_OK},
        {"dynamic no overwrite", D3D11_USAGE_DYNAMIC, D3D11_CPU_ACCESS_WRITE, D3D11_MAP_WRITE_NO_OVERWRITE, 0, S_OK},
        {"dynamic discard of subresource 1", D3D11_USAGE_DYNAMIC, D3D11_CPU_ACCESS_WRITE, D3D11_MAP_WRITE_DISCARD, 1, E_INVALIDARG},
        {"staging read", D3D11_USAGE_STAGING, D3D11_CPU_ACCESS_READ, D3D11_MAP_READ, 0, S_OK},
        {"staging write without access", D3D11_USAGE_STAGING, D3D11_CPU_ACCESS_READ, D3D11_MAP_WRITE, 0, E_INVALIDARG},
        {"staging read and write", D3D11_USAGE_STAGING, D3D11_CPU_ACCESS_READ, D3D11_MAP_READ_WRITE, 0, E_INVALIDARG},
        {"staging discard", D3D11_USAGE_STAGING, D3D11_CPU_ACCESS_WRITE, D3D11_MAP_WRITE_DISCARD, 0, E_INVALIDARG},
    };
    for (const MapCase& test : cases) {
        const UINT bind = test.usage == D3D11_USAGE_STAGING ? 0u : UINT(D3D11_BIND_VERTEX_BUFFER);
        const D3D11_BUFFER_DESC desc = {64, test.usage, bind, test.cpu, 0, 0};
        Com<ID3D11Buffer> made;
        ASSERT_HR(S_OK, device->CreateBuffer(&desc, nullptr, made.out())) << test.name;
        D3D11_MAPPED_SUBRESOURCE mapped = {reinterpret_cast<void*>(0x1234), 77, 88};
        EXPECT_HR(test.expected, context->Map(made.get(), test.subresource, test.type, 0, &mapped)) << test.name;
        if (test.expected == S_OK) {
            EXPECT_NE(nullptr, mapped.pData) << test.name;
            context->Unmap(made.get(), 0);
        } else {
            EXPECT_EQ(nullptr, mapped.pData) << test.name;
            EXPECT_EQ(77u, mapped.RowPitch) << test.name;
        }
    }
}

// A staging resource is writable, then copied from, then overwritten only when the copy has been made.
TEST_F(ContextTest, StagingRoundTrip) {
    auto staging = buffer(256, 0, nullptr, D3D11_USAGE_STAGING);
    auto plain = buffer(256, D3D11_BIND_VERTEX_BUFFER);
    for (uint32_t round = 0; round < 4; round++) {
        D3D11_MAPPED_SUBRESOURCE mapped;
        ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_WRITE, 0, &mapped));
        for (uint32_t i = 0; i < 64; i++)
            static_cast<uint32_t*>(mapped.pData)[i] = round * 1000 + i;
        context->Unmap(staging.get(), 0);
        context->CopyResource(plain.get(), staging.get());
        ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ_WRITE, 0, &mapped));
        std::memset(mapped.pData, 0, 256);
        context->Unmap(staging.get(), 0);
        EXPECT_EQ(round * 1000 + 63, read<uint32_t>(plain.get())[63]);
    }
}

// DO_NOT_WAIT either succeeds or says that the GPU is not done; it comes true after a while.
TEST_F(ContextTest, MapWithoutWaiting) {
    auto staging = buffer(1 << 20, 0, nullptr, D3D11_USAGE_STAGING);
    auto plain = buffer(1 << 20, D3D11_BIND_VERTEX_BUFFER);
    context->CopyResource(staging.get(), plain.get());
    D3D11_MAPPED_SUBRESOURCE mapped;
    HRESULT hr = E_FAIL;
    for (int i = 0; i < 10000; i++) {
        hr = context->Map(staging.get(), 0, D3D11_MAP_READ, D3D11_MAP_FLAG_DO_NOT_WAIT, &mapped);
        if (hr != DXGI_ERROR_WAS_STILL_DRAWING)
            break;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    ASSERT_HR(S_OK, hr);
    context->Unmap(staging.get(), 0);
}

class DeferredTest : public DeviceTest {
protected:
    void SetUp() override {
        DeviceTest::SetUp();
        if (HasFatalFailure())
            return;
        color = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
        view = target(color.get());
        tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
        ps = pixelShader(constant_color_ps);
        vs = vertexShader(fullscreen_vs);
        ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    }
    void TearDown() override {
        color.reset(), view.reset(), tint.reset(), ps.reset(), vs.reset(), deferred.reset();
        DeviceTest::TearDown();
    }
    void record(ID3D11DeviceContext* on, float r, float g, float b, float width) {
        const D3D11_VIEWPORT area = {0, 0, width, 8, 0, 1};
        on->RSSetViewports(1, &area);
        on->OMSetRenderTargets(1, view.array(), nullptr);
        on->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST);
        on->VSSetShader(vs.get(), nullptr, 0);
        on->PSSetShader(ps.get(), nullptr, 0);
        on->PSSetConstantBuffers(0, 1, tint.array());
        D3D11_MAPPED_SUBRESOURCE mapped;
        ASSERT_HR(S_OK, on->Map(tint.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
        const float values[4] = {r, g, b, 1};
        std::memcpy(mapped.pData, values, sizeof values);
        on->Unmap(tint.get(), 0);
        on->Draw(3, 0);
    }
    void clear() {
        const float black[4] = {0, 0, 0, 0};
        context->ClearRenderTargetView(view.get(), black);
    }
    Com<ID3D11Texture2D> color;
    Com<ID3D11RenderTargetView> view;
    Com<ID3D11Buffer> tint;
    Com<ID3D11PixelShader> ps;
    Com<ID3D11VertexShader> vs;
    Com<ID3D11DeviceContext> deferred;
};

// A list can be executed as often as wanted, also after the context that recorded it has recorded another.
TEST_F(DeferredTest, ListsExecuteTwice) {
    Com<ID3D11CommandList> red, green;
    record(deferred.get(), 1, 0, 0, 8);
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, red.out()));
    record(deferred.get(), 0, 1, 0, 4);
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, green.out()));
    for (int i = 0; i < 2; i++) {
        clear();
        context->ExecuteCommandList(red.get(), FALSE);
        context->ExecuteCommandList(green.get(), FALSE);
        const Readback found = read(color.get());
        EXPECT_EQ((Rgba8{0, 255, 0, 255}), found.rgba(3, 3));
        EXPECT_EQ((Rgba8{255, 0, 0, 255}), found.rgba(4, 3));
        context->ExecuteCommandList(red.get(), FALSE);
        EXPECT_EQ((Rgba8{255, 0, 0, 255}), read(color.get()).rgba(3, 3));
    }
}

// The list keeps what it names, whatever the application releases.
TEST_F(DeferredTest, ListsKeepTheirObjects) {
    Com<ID3D11CommandList> list;
    record(deferred.get(), 0, 0, 1, 8);
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    tint.reset(), ps.reset(), vs.reset(), deferred.reset();
    context->Flush();
    clear();
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(color.get()).rgba(3, 3));
    list.reset();
    context->Flush();
}

// RestoreContextState decides whether the immediate context keeps its state.
TEST_F(DeferredTest, StateIsRestoredOrReset) {
    Com<ID3D11CommandList> list;
    record(deferred.get(), 1, 0, 0, 8);
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    record(context.get(), 0, 1, 0, 8);
    context->ExecuteCommandList(list.get(), TRUE);
    Com<ID3D11PixelShader> bound;
    context->PSGetShader(bound.out(), nullptr, nullptr);
    EXPECT_EQ(ps.get(), bound.get());
    mapDiscard(tint.get(), std::vector<float>{0, 0, 1, 1}.data(), 16);
    context->Draw(3, 0);
    EXPECT_EQ((Rgba8{0, 0, 255, 255}), read(color.get()).rgba(3, 3));
    context->ExecuteCommandList(list.get(), FALSE);
    context->PSGetShader(bound.out(), nullptr, nullptr);
    EXPECT_EQ(nullptr, bound.get());
}

TEST_F(DeferredTest, MapRulesOfDeferredContexts) {
    D3D11_MAPPED_SUBRESOURCE mapped;
    EXPECT_HR(D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD,
              deferred->Map(tint.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped));
    EXPECT_HR(E_INVALIDARG, deferred->Map(tint.get(), 0, D3D11_MAP_READ, 0, &mapped));
    EXPECT_HR(S_OK, deferred->Map(tint.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    deferred->Unmap(tint.get(), 0);
    EXPECT_HR(S_OK, deferred->Map(tint.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped));
    deferred->Unmap(tint.get(), 0);
    Com<ID3D11CommandList> list;
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    EXPECT_HR(D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD,
              deferred->Map(tint.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped));
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->FinishCommandList(FALSE, list.out()));
}

// Several threads record at once.
TEST_F(DeferredTest, ThreadsRecordSideBySide) {
    constexpr int kThreads = 4;
    Com<ID3D11CommandList> lists[kThreads];
    std::thread threads[kThreads];
    for (int i = 0; i < kThreads; i++)
        threads[i] = std::thread([&, i] {
            Com<ID3D11DeviceContext> own;
            ASSERT_HR(S_OK, device->CreateDeferredContext(0, own.out()));
            for (int round = 0; round < 50; round++) {
                record(own.get(), float(i == 0), float(i == 1), float(i == 2), 8);
                ASSERT_HR(S_OK, own->FinishCommandList(FALSE, lists[i].out()));
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    const Rgba8 expected[] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {0, 0, 0, 255}};
    for (int i = 0; i < kThreads; i++) {
        context->ExecuteCommandList(lists[i].get(), FALSE);
        EXPECT_EQ(expected[i], read(color.get()).rgba(3, 3)) << i;
    }
}

// A render target and an unordered access view of the graphics stages never show the same texels: the later one stays.
TEST_F(ContextTest, TargetsAndUnorderedAccessExcludeEachOther) {
    constexpr UINT kBoth = D3D11_BIND_RENDER_TARGET | D3D11_BIND_UNORDERED_ACCESS;
    auto texels = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, kBoth);
    auto apart = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, kBoth);
    auto view = target(texels.get());
    auto access = accessView(texels.get());
    auto other = accessView(apart.get());
    Com<ID3D11RenderTargetView> boundTarget;
    Com<ID3D11UnorderedAccessView> boundAccess;

    bindTarget(view);
    context->OMSetRenderTargetsAndUnorderedAccessViews(D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, nullptr, nullptr, 1, 1,
                                                       other.array(), nullptr);
    context->OMGetRenderTargets(1, boundTarget.out(), nullptr);
    EXPECT_EQ(view.get(), boundTarget.get()) << "another texture";
    context->OMSetRenderTargetsAndUnorderedAccessViews(D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL, nullptr, nullptr, 1, 1,
                                                       access.array(), nullptr);
    context->OMGetRenderTargets(1, boundTarget.out(), nullptr);
    EXPECT_EQ(nullptr, boundTarget.get());

    context->OMSetRenderTargetsAndUnorderedAccessViews(1, view.array(), nullptr, 0, D3D11_KEEP_UNORDERED_ACCESS_VIEWS,
                                                       nullptr, nullptr);
    context->OMGetRenderTargetsAndUnorderedAccessViews(1, boundTarget.out(), nullptr, 1, 1, boundAccess.out());
    EXPECT_EQ(view.get(), boundTarget.get());
    EXPECT_EQ(nullptr, boundAccess.get());
}

// What is bound stays alive and is handed out again, though the application released it.
TEST_F(ContextTest, BoundObjectsOutliveTheirReferences) {
    auto color = texture(8, 8, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    auto view = target(color.get());
    bindTarget(view);
    viewport(8, 8);
    const float green[4] = {0, 1, 0, 1};
    {
        auto tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER, green);
        auto shader = pixelShader(constant_color_ps);
        context->PSSetConstantBuffers(0, 1, tint.array());
        context->PSSetShader(shader.get(), nullptr, 0);
    }
    for (int i = 0; i < 3; i++)
        context->Flush();
    Com<ID3D11Buffer> tint;
    context->PSGetConstantBuffers(0, 1, tint.out());
    ASSERT_TRUE(tint);
    EXPECT_EQ(1u, refCount(tint.get()));
    Com<ID3D11PixelShader> shader;
    context->PSGetShader(shader.out(), nullptr, nullptr);
    ASSERT_TRUE(shader);
    drawFullscreen(shader.get());
    EXPECT_EQ((Rgba8{0, 255, 0, 255}), read(color.get()).rgba(3, 3));
}

// A view holds its resource without a public reference; each child that the application holds holds the device.
TEST_F(ContextTest, ReferencesBetweenObjects) {
    const unsigned long before = refCount(device.get());
    auto image = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE);
    EXPECT_EQ(before + 1, refCount(device.get()));
    auto view = resourceView(image.get());
    EXPECT_EQ(before + 2, refCount(device.get()));
    EXPECT_EQ(1u, refCount(image.get()));
    context->PSSetShaderResources(0, 1, view.array());
    EXPECT_EQ(1u, refCount(view.get()));
    image.reset();
    Com<ID3D11Resource> again;
    view->GetResource(again.out());
    EXPECT_EQ(1u, refCount(again.get()));
    again.reset();
    view.reset();
    EXPECT_EQ(before, refCount(device.get()));
}

// ClearState gives every getter its default.
TEST_F(ContextTest, ClearStateResetsEverything) {
    viewport(8, 8);
    auto tint = buffer(16, D3D11_BIND_CONSTANT_BUFFER);
    context->VSSetConstantBuffers(2, 1, tint.array());
    context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_LINELIST);
    context->ClearState();
    UINT count = 16;
    D3D11_VIEWPORT viewports[16];
    context->RSGetViewports(&count, viewports);
    EXPECT_EQ(0u, count);
    Com<ID3D11Buffer> bound;
    context->VSGetConstantBuffers(2, 1, bound.out());
    EXPECT_EQ(nullptr, bound.get());
    D3D11_PRIMITIVE_TOPOLOGY topology = D3D11_PRIMITIVE_TOPOLOGY_LINELIST;
    context->IAGetPrimitiveTopology(&topology);
    EXPECT_EQ(D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED, topology);
    FLOAT factor[4] = {};
    UINT mask = 0;
    context->OMGetBlendState(nullptr, factor, &mask);
    EXPECT_EQ(1.0f, factor[0]);
    EXPECT_EQ(~0u, mask);
}

// SwapDeviceContextState takes the whole state away, keeps what was bound in it alive, and brings it back.
TEST_F(ContextTest, StatesAreSwapped) {
    auto device1 = device.as<ID3D11Device1>();
    auto context1 = context.as<ID3D11DeviceContext1>();
    ASSERT_TRUE(device1 && context1);
    const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_11_0};
    Com<ID3DDeviceContextState> fresh, first, again;
    D3D_FEATURE_LEVEL chosen{};
    ASSERT_HR(S_OK, device1->CreateDeviceContextState(0, levels, 1, D3D11_SDK_VERSION, __uuidof(ID3D11Device1), &chosen,
                                                      fresh.out()));
    EXPECT_EQ(D3D_FEATURE_LEVEL_11_0, chosen);
    EXPECT_EQ(1u, refCount(fresh.get()));

    const std::vector<Rgba8> texels(16, Rgba8{10, 20, 30, 255});
    auto color = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    bindTarget(target(color.get()));
    viewport(4, 4);
    {
        const float where[4] = {0, 0, 4, 4};
        context->PSSetConstantBuffers(0, 1, buffer(16, D3D11_BIND_CONSTANT_BUFFER, where).array());
        auto read = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_SHADER_RESOURCE, texels.data(), 16);
        context->PSSetShaderResources(0, 1, resourceView(read.get()).array());
    }
    context1->SwapDeviceContextState(fresh.get(), first.out());
    ASSERT_TRUE(first);
    EXPECT_NE(fresh.get(), first.get());
    Com<ID3D11ShaderResourceView> bound;
    context->PSGetShaderResources(0, 1, bound.out());
    EXPECT_FALSE(bound);
    UINT viewports = 4;
    context->RSGetViewports(&viewports, nullptr);
    EXPECT_EQ(0u, viewports);
    // The other state is in use for a while.
    auto other = texture(4, 4, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_BIND_RENDER_TARGET);
    for (int i = 0; i < 3; i++) {
        bindTarget(target(other.get()));
        context->Flush();
    }
    context1->SwapDeviceContextState(first.get(), again.out());
    EXPECT_EQ(fresh.get(), again.get());
    auto shader = pixelShader(load_2d_ps);
    drawFullscreen(shader.get());
    EXPECT_EQ((Rgba8{10, 20, 30, 255}), read(color.get()).rgba(1, 1));
}

TEST_F(ContextTest, ArgumentsOfContextStates) {
    auto device1 = device.as<ID3D11Device1>();
    ASSERT_TRUE(device1);
    const D3D_FEATURE_LEVEL levels[] = {D3D_FEATURE_LEVEL_11_0}, above[] = {D3D_FEATURE_LEVEL(0xd000)};
    const auto create = [&](const D3D_FEATURE_LEVEL* list, UINT count, REFIID emulated, D3D_FEATURE_LEVEL* chosen) {
        Com<ID3DDeviceContextState> state;
        return device1->CreateDeviceContextState(0, list, count, D3D11_SDK_VERSION, emulated, chosen, state.out());
    };
    D3D_FEATURE_LEVEL chosen{};
    EXPECT_HR(S_FALSE, device1->CreateDeviceContextState(0, levels, 1, D3D11_SDK_VERSION, __uuidof(ID3D11Device), &chosen,
                                                         nullptr));
    EXPECT_EQ(D3D_FEATURE_LEVEL_11_0, chosen);
    EXPECT_HR(E_INVALIDARG, create(levels, 0, __uuidof(ID3D11Device), &chosen));
    EXPECT_EQ(D3D_FEATURE_LEVEL(0), chosen);
    EXPECT_HR(E_INVALIDARG, create(nullptr, 1, __uuidof(ID3D11Device), nullptr));
    EXPECT_HR(E_INVALIDARG, create(levels, 1, __uuidof(ID3D11Texture2D), nullptr));
    EXPECT_HR(E_INVALIDARG, create(above, 1, __uuidof(ID3D11Device), nullptr));
}

// D3D11_FEATURE_DATA_D3D11_OPTIONS::CopyWithOverlap: a copy inside one subresource reads all before it writes.
TEST_F(ContextTest, CopiesMayOverlap) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS options = {};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof options));
    if (!options.CopyWithOverlap)
        GTEST_SKIP() << "not offered";
    std::vector<uint32_t> numbers(64);
    for (uint32_t i = 0; i < 64; i++)
        numbers[i] = i;
    for (const D3D11_USAGE usage : {D3D11_USAGE_DEFAULT, D3D11_USAGE_STAGING}) {
        auto plain = buffer(256, usage == D3D11_USAGE_DEFAULT ? UINT(D3D11_BIND_VERTEX_BUFFER) : 0u, numbers.data(), usage);
        const D3D11_BOX part = {0, 0, 0, 200, 1, 1};
        context->CopySubresourceRegion(plain.get(), 0, 16, 0, 0, plain.get(), 0, &part);
        const std::vector<uint32_t> moved = read<uint32_t>(plain.get());
        for (uint32_t i = 0; i < 64; i++)
            EXPECT_EQ(i >= 4 && i < 54 ? i - 4 : i, moved[i]) << "buffer, usage " << usage;
    }
    for (const int step : {1, -1}) {
        const D3D11_BOX part = {1, 1, 0, 7, 7, 1};
        auto image = texture(8, 8, DXGI_FORMAT_R32_UINT, D3D11_BIND_SHADER_RESOURCE, numbers.data(), 32);
        const D3D11_TEXTURE2D_DESC desc = {8, 8, 1, 1, DXGI_FORMAT_R32_UINT, {1, 0}, D3D11_USAGE_STAGING, 0,
                                           D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, 0};
        const D3D11_SUBRESOURCE_DATA data = {numbers.data(), 32, 0};
        Com<ID3D11Texture2D> staging;
        ASSERT_HR(S_OK, device->CreateTexture2D(&desc, &data, staging.out()));
        for (ID3D11Texture2D* which : {image.get(), staging.get()})
            context->CopySubresourceRegion(which, 0, UINT(1 + step), UINT(1 + step), 0, which, 0, &part);
        const Readback moved = read(image.get());
        D3D11_MAPPED_SUBRESOURCE mapped = {};
        ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
        for (int y = 0; y < 8; y++)
            for (int x = 0; x < 8; x++) {
                const int left = x - step, top = y - step;
                const bool inside = left >= 1 && left < 7 && top >= 1 && top < 7;
                const auto expected = static_cast<uint32_t>(inside ? top * 8 + left : y * 8 + x);
                EXPECT_EQ(expected, moved.at<uint32_t>(uint32_t(x), uint32_t(y))) << "image, step " << step;
                uint32_t found = 0;
                std::memcpy(&found, static_cast<const char*>(mapped.pData) + size_t(y) * mapped.RowPitch + size_t(x) * 4, 4);
                EXPECT_EQ(expected, found) << "staging, step " << step;
            }
        context->Unmap(staging.get(), 0);
    }
}

} // namespace
} // namespace conformance
