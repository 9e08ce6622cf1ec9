// Map, update and discard: data written between Map and Unmap, on both kinds of contexts; command lists that are
// executed again; depth and stencil in staging memory; surfaces; the arguments of Map. Microsoft Learn,
// ID3D11DeviceContext::Map, UpdateSubresource1, IDXGIResource1::CreateSubresourceSurface; D3D11.3 specification, 6.3.8
// and 6.3.9.
#include "query_fixture.h"

#include "shaders/constant_color.ps.h"

namespace conformance {
namespace {

class MapCases : public QueryCase {
protected:
    void SetUp() override {
        QueryCase::SetUp();
        if (HasFatalFailure())
            return;
        colored = pixelShader(constant_color_ps);
        ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    }
    void TearDown() override {
        colored.reset(), deferred.reset();
        QueryCase::TearDown();
    }
    Com<ID3D11CommandList> finish() {
        Com<ID3D11CommandList> list;
        EXPECT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
        return list;
    }
    float* discard(ID3D11DeviceContext* on, ID3D11Buffer* which, D3D11_MAP type = D3D11_MAP_WRITE_DISCARD) {
        D3D11_MAPPED_SUBRESOURCE map = {};
        EXPECT_HR(S_OK, on->Map(which, 0, type, 0, &map));
        return static_cast<float*>(map.pData);
    }
    static void put(float* at, float r, float g, float b) {
        const float color[4] = {r, g, b, 1};
        std::memcpy(at, color, sizeof color);
    }
    void drawColored(ID3D11DeviceContext* on, ID3D11Buffer* constants) {
        bindState(on);
        on->PSSetConstantBuffers(0, 1, &constants);
        draw(on, colored.get());
    }
    Com<ID3D11Buffer> dynamicConstants() {
        return buffer(16, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    }
    Com<ID3D11PixelShader> colored;
    Com<ID3D11DeviceContext> deferred;
};

// What is written between Map and Unmap is seen by draws between them, too.
TEST_F(MapCases, WrittenAfterMapDrawnBeforeUnmap) {
    auto constants = dynamicConstants();
    put(discard(deferred.get(), constants.get()), 0, 1, 0);
    drawColored(deferred.get(), constants.get());
    deferred->Unmap(constants.get(), 0);
    auto list = finish();
    for (int i = 0; i < 2; i++) {
        clearBlack();
        context->ExecuteCommandList(list.get(), FALSE);
        EXPECT_EQ(kGreen, center()) << "execution " << i;
    }
    put(discard(context.get(), constants.get()), 1, 0, 0);
    drawColored(context.get(), constants.get());
    context->Unmap(constants.get(), 0);
    EXPECT_EQ(kRed, center());
}

// The same with a draw recorded first and the data written after it, before Unmap: one buffer, one mapping.
TEST_F(MapCases, WrittenAfterTheDraw) {
    auto constants = dynamicConstants();
    float* at = discard(deferred.get(), constants.get());
    drawColored(deferred.get(), constants.get());
    put(at, 0, 1, 0);
    deferred->Unmap(constants.get(), 0);
    auto list = finish();
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ(kGreen, center());
}

// --- command lists are what was recorded, however often they are executed

TEST_F(MapCases, AListKeepsWhatItRecorded) {
    auto constants = dynamicConstants();
    put(discard(deferred.get(), constants.get()), 0, 1, 0);
    deferred->Unmap(constants.get(), 0);
    drawColored(deferred.get(), constants.get());
    auto list = finish();
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ(kGreen, center());
    // The program writes on where the list left its data.
    put(discard(context.get(), constants.get(), D3D11_MAP_WRITE_NO_OVERWRITE), 1, 0, 0);
    context->Unmap(constants.get(), 0);
    drawColored(context.get(), constants.get());
    EXPECT_EQ(kRed, center());
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ(kGreen, center()) << "as it was recorded";
    // The rest of a buffer is kept when a part is written without overwriting.
    auto pair = buffer(32, D3D11_BIND_CONSTANT_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    float* at = discard(deferred.get(), pair.get());
    for (int i = 0; i < 8; i++)
        at[i] = float(i);
    deferred->Unmap(pair.get(), 0);
    list = finish();
    context->ExecuteCommandList(list.get(), FALSE);
    discard(context.get(), pair.get(), D3D11_MAP_WRITE_NO_OVERWRITE)[5] = 50;
    context->Unmap(pair.get(), 0);
    EXPECT_EQ((std::vector<float>{0, 1, 2, 3, 4, 50, 6, 7}), read<float>(pair.get()));
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ((std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}), read<float>(pair.get()));
}

// The GPU writes to the buffer afterwards: by a copy, also one in a list of its own.
TEST_F(MapCases, AListKeepsWhatTheGpuOverwrites) {
    auto dynamic = buffer(16, D3D11_BIND_VERTEX_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    const float nines[4] = {9, 9, 9, 9};
    auto source = buffer(16, D3D11_BIND_VERTEX_BUFFER, nines);
    float* at = discard(deferred.get(), dynamic.get());
    for (int i = 0; i < 4; i++)
        at[i] = float(i);
    deferred->Unmap(dynamic.get(), 0);
    auto list = finish();
    const D3D11_BOX part = {0, 0, 0, 8, 1, 1};
    deferred->CopySubresourceRegion(dynamic.get(), 0, 4, 0, 0, source.get(), 0, &part);
    auto copies = finish();
    for (int round = 0; round < 3; round++) {
        context->ExecuteCommandList(list.get(), FALSE);
        EXPECT_EQ((std::vector<float>{0, 1, 2, 3}), read<float>(dynamic.get())) << round;
        if (round == 1)
            context->ExecuteCommandList(copies.get(), FALSE);
        else
            context->CopySubresourceRegion(dynamic.get(), 0, 4, 0, 0, source.get(), 0, &part);
        EXPECT_EQ((std::vector<float>{0, 9, 9, 3}), read<float>(dynamic.get())) << round;
    }
    // Both in one list.
    at = discard(deferred.get(), dynamic.get());
    for (int i = 0; i < 4; i++)
        at[i] = float(i);
    deferred->Unmap(dynamic.get(), 0);
    auto before = buffer(16, D3D11_BIND_VERTEX_BUFFER);
    deferred->CopyResource(before.get(), dynamic.get());
    deferred->CopySubresourceRegion(dynamic.get(), 0, 4, 0, 0, source.get(), 0, &part);
    auto both = finish();
    for (int round = 0; round < 2; round++) {
        context->ExecuteCommandList(both.get(), FALSE);
        EXPECT_EQ((std::vector<float>{0, 1, 2, 3}), read<float>(before.get())) << round;
        EXPECT_EQ((std::vector<float>{0, 9, 9, 3}), read<float>(dynamic.get())) << round;
    }
}

// Whole and partial updates of constant buffers in lists.
TEST_F(MapCases, AListKeepsItsUpdates) {
    auto constants = buffer(32, D3D11_BIND_CONSTANT_BUFFER);
    float first[8], part[4] = {70, 71, 72, 73};
    for (int i = 0; i < 8; i++)
        first[i] = float(i);
    deferred->UpdateSubresource(constants.get(), 0, nullptr, first, 0, 0);
    auto copy = buffer(32, D3D11_BIND_CONSTANT_BUFFER);
    deferred->CopyResource(copy.get(), constants.get());
    auto list = finish();
    const D3D11_BOX second = {16, 0, 0, 32, 1, 1};
    auto context1 = context.as<ID3D11DeviceContext1>();
    for (int round = 0; round < 2; round++) {
        context->ExecuteCommandList(list.get(), FALSE);
        context1->UpdateSubresource1(constants.get(), 0, &second, part, 0, 0, 0);
        EXPECT_EQ((std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}), read<float>(copy.get())) << round;
        EXPECT_EQ((std::vector<float>{0, 1, 2, 3, 70, 71, 72, 73}), read<float>(constants.get())) << round;
    }
    // What the list owned goes on living in the buffer.
    context->ExecuteCommandList(list.get(), FALSE);
    list.reset();
    context->Flush();
    EXPECT_EQ((std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7}), read<float>(constants.get()));
}

// Only whole constants can be updated in part (UpdateSubresource1's remarks).
TEST_F(MapCases, PartsOfConstantBuffers) {
    auto constants = buffer(32, D3D11_BIND_CONSTANT_BUFFER);
    const float data[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    auto context1 = context.as<ID3D11DeviceContext1>();
    for (const D3D11_BOX& box : {D3D11_BOX{4, 0, 0, 20, 1, 1},
                                 {0, 0, 0, 8, 1, 1},
                                 {16, 0, 0, 28, 1, 1},
                                 {16, 0, 0, 48, 1, 1},
                                 {16, 0, 0, 16, 1, 1},
                                 {0, 1, 0, 16, 1, 1}})
        context1->UpdateSubresource1(constants.get(), 0, &box, data, 0, 0, 0);
    EXPECT_EQ(std::vector<float>(8), read<float>(constants.get()));
    const D3D11_BOX good = {16, 0, 0, 32, 1, 1};
    context1->UpdateSubresource1(constants.get(), 0, &good, data, 0, 0, 0);
    EXPECT_EQ((std::vector<float>{0, 0, 0, 0, 1, 2, 3, 4}), read<float>(constants.get()));
}

// --- Map on a deferred context: discard first, then no-overwrite, and nothing else

TEST_F(MapCases, RulesOfDeferredMaps) {
    auto dynamic = dynamicConstants();
    D3D11_MAPPED_SUBRESOURCE map = {&map, 0xabab, 0xcdcd};
    for (D3D11_MAP type : {D3D11_MAP_READ, D3D11_MAP_WRITE, D3D11_MAP_READ_WRITE}) {
        map.pData = &map;
        EXPECT_HR(E_INVALIDARG, deferred->Map(dynamic.get(), 0, type, 0, &map)) << type;
        EXPECT_EQ(nullptr, map.pData);
        EXPECT_EQ(0xababu, map.RowPitch);
        EXPECT_EQ(0xcdcdu, map.DepthPitch);
    }
    EXPECT_HR(D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD,
              deferred->Map(dynamic.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &map));
    put(discard(context.get(), dynamic.get()), 5, 5, 5); // the immediate context's discard does not count
    context->Unmap(dynamic.get(), 0);
    EXPECT_HR(D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD,
              deferred->Map(dynamic.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &map));
    put(discard(deferred.get(), dynamic.get()), 1, 2, 3);
    deferred->Unmap(dynamic.get(), 0);
    float* again = discard(deferred.get(), dynamic.get(), D3D11_MAP_WRITE_NO_OVERWRITE);
    EXPECT_EQ(2.0f, again[1]) << "the list's own data";
    again[1] = 20;
    deferred->Unmap(dynamic.get(), 0);
    auto list = finish();
    EXPECT_HR(D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD,
              deferred->Map(dynamic.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &map))
        << "each list anew";
    EXPECT_EQ(5.0f, read<float>(dynamic.get())[1]) << "recorded, not executed";
    context->ExecuteCommandList(list.get(), FALSE);
    EXPECT_EQ(20.0f, read<float>(dynamic.get())[1]);
    auto plain = buffer(16, D3D11_BIND_VERTEX_BUFFER);
    EXPECT_HR(E_INVALIDARG, deferred->Map(plain.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &map));
    auto staging = buffer(16, 0, nullptr, D3D11_USAGE_STAGING);
    EXPECT_HR(E_INVALIDARG, deferred->Map(staging.get(), 0, D3D11_MAP_WRITE, 0, &map));
    deferred->Unmap(dynamic.get(), 0); // not mapped there
}

// --- staging memory of depth-stencil formats

TEST_F(MapCases, DepthAndStencilInStagingMemory) {
    struct Row {
        DXGI_FORMAT format, view;
        UINT bytes;
    };
    for (const Row& row : {Row{DXGI_FORMAT_R24G8_TYPELESS, DXGI_FORMAT_D24_UNORM_S8_UINT, 4},
                           {DXGI_FORMAT_D24_UNORM_S8_UINT, DXGI_FORMAT_D24_UNORM_S8_UINT, 4},
                           {DXGI_FORMAT_R32G8X24_TYPELESS, DXGI_FORMAT_D32_FLOAT_S8X24_UINT, 8},
                           {DXGI_FORMAT_D32_FLOAT_S8X24_UINT, DXGI_FORMAT_D32_FLOAT_S8X24_UINT, 8},
                           {DXGI_FORMAT_D32_FLOAT, DXGI_FORMAT_D32_FLOAT, 4},
                           {DXGI_FORMAT_R16_TYPELESS, DXGI_FORMAT_D16_UNORM, 2}})
        for (const UINT side : {7u, 300u}) {
            D3D11_TEXTURE2D_DESC desc = {
                side, side, 1, 1, row.format, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL, 0, 0};
            Com<ID3D11Texture2D> image, staging;
            ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, image.out())) << row.format;
            D3D11_DEPTH_STENCIL_VIEW_DESC viewDesc = {};
            viewDesc.Format = row.view;
            viewDesc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
            Com<ID3D11DepthStencilView> dsv;
            ASSERT_HR(S_OK, device->CreateDepthStencilView(image.get(), &viewDesc, dsv.out())) << row.format;
            context->ClearDepthStencilView(dsv.get(), D3D11_CLEAR_DEPTH | D3D11_CLEAR_STENCIL, 0.5f, 0xab);
            desc.Usage = D3D11_USAGE_STAGING;
            desc.BindFlags = 0;
            desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
            ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out())) << row.format;
            context->CopyResource(staging.get(), image.get());
            D3D11_MAPPED_SUBRESOURCE map = {};
            ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &map));
            EXPECT_GE(map.RowPitch, side * row.bytes);
            for (const auto& [x, y] : {std::pair{0u, 0u}, {side - 1, 0u}, {3u, side - 2}, {side - 1, side - 1}}) {
                const auto* at =
                    static_cast<const uint8_t*>(map.pData) + size_t(y) * map.RowPitch + size_t(x) * row.bytes;
                UINT words[2] = {};
                std::memcpy(words, at, row.bytes);
                if (row.view == DXGI_FORMAT_D24_UNORM_S8_UINT) {
                    EXPECT_EQ(0xabu, words[0] >> 24) << row.format;
                    EXPECT_NEAR(double(0x7fffff), double(words[0] & 0xffffff), 1) << row.format;
                } else if (row.view == DXGI_FORMAT_D16_UNORM) {
                    EXPECT_NEAR(double(0x7fff), double(words[0]), 1);
                } else {
                    EXPECT_EQ(0x3f000000u, words[0]) << row.format;
                    if (row.bytes == 8) {
                        EXPECT_EQ(0xabu, words[1] & 0xff) << row.format;
                    }
                }
            }
            context->Unmap(staging.get(), 0);
        }
}

// --- surfaces

TEST_F(MapCases, Surfaces) {
    D3D11_TEXTURE2D_DESC desc = {8,
                                 4,
                                 1,
                                 1,
                                 DXGI_FORMAT_R8G8B8A8_UNORM,
                                 {1, 0},
                                 D3D11_USAGE_STAGING,
                                 0,
                                 D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE,
                                 0};
    Com<ID3D11Texture2D> single, many;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, single.out()));
    auto surface = single.as<IDXGISurface>();
    ASSERT_TRUE(bool(surface));
    DXGI_MAPPED_RECT rect = {};
    EXPECT_HR(S_OK, surface->Map(&rect, DXGI_MAP_WRITE));
    ASSERT_NE(nullptr, rect.pBits);
    rect.pBits[rect.Pitch + 5] = 99;
    EXPECT_HR(S_OK, surface->Unmap());
    EXPECT_HR(S_OK, surface->Map(&rect, DXGI_MAP_READ));
    ASSERT_NE(nullptr, rect.pBits);
    EXPECT_EQ(99, rect.pBits[rect.Pitch + 5]);
    EXPECT_HR(S_OK, surface->Unmap());
    EXPECT_TRUE(FAILED(surface->Map(&rect, 0)));
    EXPECT_TRUE(FAILED(surface->Map(&rect, DXGI_MAP_DISCARD)));

    desc.MipLevels = 3;
    desc.ArraySize = 2;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, many.out()));
    EXPECT_FALSE(bool(many.as<IDXGISurface>())) << "only of one subresource";
    auto resource = many.as<IDXGIResource1>();
    ASSERT_TRUE(bool(resource));
    for (UINT i = 0; i < 6; i++) {
        Com<IDXGISurface2> part;
        ASSERT_HR(S_OK, resource->CreateSubresourceSurface(i, part.out())) << i;
        Com<ID3D11Texture2D> owner;
        UINT index = 77;
        EXPECT_HR(S_OK, part->GetResource(__uuidof(ID3D11Texture2D), owner.outVoid(), &index));
        EXPECT_EQ(many.get(), owner.get());
        EXPECT_EQ(i, index);
        DXGI_SURFACE_DESC found = {};
        EXPECT_HR(S_OK, part->GetDesc(&found));
        EXPECT_EQ(std::max(8u >> i % 3, 1u), found.Width);
        EXPECT_EQ(std::max(4u >> i % 3, 1u), found.Height);
        EXPECT_EQ(DXGI_FORMAT_R8G8B8A8_UNORM, found.Format);
        EXPECT_HR(S_OK, part->Map(&rect, DXGI_MAP_WRITE));
        rect.pBits[0] = uint8_t(i + 1);
        EXPECT_HR(S_OK, part->Unmap());
    }
    for (UINT i = 0; i < 6; i++) {
        D3D11_MAPPED_SUBRESOURCE map = {};
        ASSERT_HR(S_OK, context->Map(many.get(), i, D3D11_MAP_READ, 0, &map));
        EXPECT_EQ(i + 1, *static_cast<uint8_t*>(map.pData));
        context->Unmap(many.get(), i);
    }
    Com<IDXGISurface2> none;
    EXPECT_HR(E_INVALIDARG, resource->CreateSubresourceSurface(6, none.out()));
    EXPECT_HR(E_INVALIDARG, resource->CreateSubresourceSurface(0, nullptr));
}

// --- the arguments of Map

TEST_F(MapCases, WhatMayBeMapped) {
    struct Row {
        D3D11_USAGE usage;
        UINT access;
        // by D3D11_MAP less one: read, write, read and write, discard, no overwrite
        bool buffer[5], image[5];
    };
    constexpr UINT kRead = D3D11_CPU_ACCESS_READ, kWrite = D3D11_CPU_ACCESS_WRITE;
    const Row rows[] = {
        {D3D11_USAGE_DEFAULT, 0, {}, {}},
        {D3D11_USAGE_DYNAMIC, kWrite, {false, false, false, true, true}, {false, false, false, true, false}},
        {D3D11_USAGE_STAGING, kRead, {true}, {true}},
        {D3D11_USAGE_STAGING, kWrite, {false, true}, {false, true}},
        {D3D11_USAGE_STAGING, kRead | kWrite, {true, true, true}, {true, true, true}},
    };
    for (const Row& row : rows) {
        const UINT bind = row.usage == D3D11_USAGE_STAGING ? 0u : UINT(D3D11_BIND_SHADER_RESOURCE);
        const D3D11_BUFFER_DESC bufferDesc = {64, row.usage, bind, row.access, 0, 0};
        const D3D11_TEXTURE1D_DESC desc1 = {4, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, row.usage, bind, row.access, 0};
        const D3D11_TEXTURE2D_DESC desc2 = {4,      4,         1,    1,          DXGI_FORMAT_R8G8B8A8_UNORM,
                                            {1, 0}, row.usage, bind, row.access, 0};
        const D3D11_TEXTURE3D_DESC desc3 = {4, 4, 4, 1, DXGI_FORMAT_R8G8B8A8_UNORM, row.usage, bind, row.access, 0};
        Com<ID3D11Buffer> plain;
        Com<ID3D11Texture1D> one;
        Com<ID3D11Texture2D> two;
        Com<ID3D11Texture3D> three;
        ASSERT_HR(S_OK, device->CreateBuffer(&bufferDesc, nullptr, plain.out()));
        ASSERT_HR(S_OK, device->CreateTexture1D(&desc1, nullptr, one.out()));
        ASSERT_HR(S_OK, device->CreateTexture2D(&desc2, nullptr, two.out()));
        ASSERT_HR(S_OK, device->CreateTexture3D(&desc3, nullptr, three.out()));
        ID3D11Resource* const all[] = {plain.get(), one.get(), two.get(), three.get()};
        for (int kind = 0; kind < 4; kind++)
            for (int type = 1; type <= 5; type++) {
                const bool allowed = kind ? row.image[type - 1] : row.buffer[type - 1];
                D3D11_MAPPED_SUBRESOURCE map = {&map, 1, 2};
                EXPECT_HR(allowed ? S_OK : E_INVALIDARG, context->Map(all[kind], 0, D3D11_MAP(type), 0, &map))
                    << "usage " << row.usage << " access " << row.access << " kind " << kind << " type " << type;
                EXPECT_EQ(allowed, map.pData != nullptr);
                if (allowed) {
                    EXPECT_GE(map.RowPitch, kind ? 16u : 64u);
                    context->Unmap(all[kind], 0);
                }
                map.pData = &map;
                EXPECT_HR(E_INVALIDARG, context->Map(all[kind], 1, D3D11_MAP(type), 0, &map)) << "no such subresource";
                EXPECT_EQ(nullptr, map.pData);
            }
        D3D11_MAPPED_SUBRESOURCE map = {&map, 1, 2};
        EXPECT_HR(E_INVALIDARG, context->Map(all[0], 0, D3D11_MAP(0), 0, &map));
        EXPECT_HR(E_INVALIDARG, context->Map(all[0], 0, D3D11_MAP(6), 0, &map));
        context->Unmap(all[2], 0); // not mapped
        context->Unmap(all[2], 9);
    }
}

// --- indices beyond the end of the buffer are zero, whatever lies behind it in memory

TEST_F(MapCases, IndicesBeyondTheEnd) {
    // Points at 1, 2, 3, ... from a vertex shader that writes their numbers into a buffer by way of stream output.
    const uint16_t three[3] = {5, 6, 7};
    const std::vector<uint16_t> others(64, 9);
    std::vector<Com<ID3D11Buffer>> around;
    around.push_back(buffer(128, D3D11_BIND_INDEX_BUFFER, others.data()));
    auto indices = buffer(sizeof three, D3D11_BIND_INDEX_BUFFER, three);
    for (int i = 0; i < 4; i++)
        around.push_back(buffer(128, D3D11_BIND_INDEX_BUFFER, others.data()));
    const uint32_t wide[2] = {70000, 80000};
    auto wideIndices = buffer(sizeof wide, D3D11_BIND_INDEX_BUFFER, wide);
    for (int i = 0; i < 4; i++)
        around.push_back(buffer(128, D3D11_BIND_INDEX_BUFFER, others.data()));
    const auto code =
        assembled("vs_5_0\n.in SV_VertexID 0 0 x___ uint sv=VERTID rw=x___\n.out NUMBER 0 0 x___ uint rw=_yzw\n"
                  "dcl_globalFlags refactoringAllowed\ndcl_input_sgv v0.x, vertex_id\ndcl_output o0.x\n"
                  "mov o0.x, v0.x\nret\n");
    auto numbers = vertexShader(code);
    const auto pass = assembled("gs_5_0\n.in NUMBER 0 0 x___ uint rw=x___\n.out NUMBER 0 0 x___ uint rw=_yzw\n"
                                "dcl_globalFlags refactoringAllowed\ndcl_input v[1][0].x\ndcl_inputPrimitive point\n"
                                "dcl_outputTopology pointlist\ndcl_output o0.x\ndcl_maxOutputVertexCount 1\n"
                                "mov o0.x, v[0][0].x\nemit\nret\n");
    const D3D11_SO_DECLARATION_ENTRY entry = {0, "NUMBER", 0, 0, 1, 0};
    const UINT stride = 4, zero = 0;
    auto streamed = gsWithOutput(pass, std::span(&entry, 1), std::span(&stride, 1), D3D11_SO_NO_RASTERIZED_STREAM);
    const auto fetched = [&](ID3D11Buffer* from, DXGI_FORMAT format, UINT offset, UINT count, UINT first, INT base) {
        auto output = buffer(32, D3D11_BIND_STREAM_OUTPUT);
        context->SOSetTargets(1, output.array(), &zero);
        context->IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY_POINTLIST);
        context->IASetIndexBuffer(from, format, offset);
        context->VSSetShader(numbers.get(), nullptr, 0);
        context->GSSetShader(streamed.get(), nullptr, 0);
        context->PSSetShader(nullptr, nullptr, 0);
        context->DrawIndexed(count, first, base);
        context->SOSetTargets(0, nullptr, nullptr);
        auto found = read<UINT>(output.get());
        found.resize(count);
        return found;
    };
    using Numbers = std::vector<UINT>;
    EXPECT_EQ((Numbers{5, 6, 7}), fetched(indices.get(), DXGI_FORMAT_R16_UINT, 0, 3, 0, 0));
    EXPECT_EQ((Numbers{5, 6, 7, 0, 0}), fetched(indices.get(), DXGI_FORMAT_R16_UINT, 0, 5, 0, 0));
    EXPECT_EQ((Numbers{7, 0, 0}), fetched(indices.get(), DXGI_FORMAT_R16_UINT, 0, 3, 2, 0));
    EXPECT_EQ((Numbers{7, 0, 0, 0}), fetched(indices.get(), DXGI_FORMAT_R16_UINT, 4, 4, 0, 0));
    EXPECT_EQ((Numbers{0, 0}), fetched(indices.get(), DXGI_FORMAT_R16_UINT, 0, 2, 100, 0));
    EXPECT_EQ((Numbers{70000, 80000, 0}), fetched(wideIndices.get(), DXGI_FORMAT_R32_UINT, 0, 3, 0, 0));
    EXPECT_EQ((Numbers{7, 0, 0}), fetched(indices.get(), DXGI_FORMAT_R16_UINT, 0, 3, 2, 10))
        << "the number is without the base";
    EXPECT_EQ((Numbers{5, 6, 7}), fetched(indices.get(), DXGI_FORMAT_R16_UINT, 0, 3, 0, 0))
        << "and nothing stays behind";
}

} // namespace
} // namespace conformance
