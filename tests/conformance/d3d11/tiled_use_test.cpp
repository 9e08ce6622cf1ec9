// Tiled resources used as any others: targets, depth, shader resources, unordered access, copies, mips; how whole tiles lie
// in linear memory; and the answer of a shader's read about what is mapped.
// D3D11.3 functional specification 5.9.2.6, 5.9.3.3, 5.9.4.
#include "tiled_fixture.h"

#include "shaders/constant_color.ps.h"
#include "shaders/load_2d.ps.h"

namespace conformance {
namespace {

using TiledUse = TiledTest;
using Coordinate = D3D11_TILED_RESOURCE_COORDINATE;
using Region = D3D11_TILE_REGION_SIZE;

constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET, kUav = D3D11_BIND_UNORDERED_ACCESS;
constexpr UINT kIn = D3D11_TILE_COPY_LINEAR_BUFFER_TO_SWIZZLED_TILED_RESOURCE;
constexpr UINT kOut = D3D11_TILE_COPY_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER;

TEST_F(TiledUse, ClearsAndDrawsReachTheirTiles) {
    NEED_TIER(1);
    auto memory = pool(4);
    auto image = tiled(128, 512, kSrv | kRtv);
    mapAll(image.get(), memory.get());
    auto view = target(image.get());
    const float blue[4] = {0, 0, 1, 1};
    context->ClearRenderTargetView(view.get(), blue);
    // The pixel shader writes one colour into the lower half.
    const float color[4] = {1, 0, 0, 1};
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, color);
    context->PSSetConstantBuffers(0, 1, constants.array());
    bindTarget(view);
    const D3D11_VIEWPORT lower = {0, 256, 128, 256, 0, 1};
    context->RSSetViewports(1, &lower);
    auto shader = pixelShader(constant_color_ps);
    drawFullscreen(shader.get());
    EXPECT_EQ(0xffff0000u, wordOf(image.get(), 0, 0));
    EXPECT_EQ(0xffff0000u, wordOf(image.get(), 0, 1));
    const uint32_t drawn = wordOf(image.get(), 0, 3);
    EXPECT_NE(0xffff0000u, drawn);
    EXPECT_EQ(drawn, wordOf(image.get(), 0, 2));
    // What was drawn goes on with the tile to where it is mapped next.
    mapTile(image.get(), 0, 0, memory.get(), 3);
    EXPECT_EQ(drawn, wordOf(image.get(), 0, 0));
}

TEST_F(TiledUse, WideTargets) {
    NEED_TIER(1);
    auto memory = pool(4);
    auto image = tiled(256, 256, kSrv | kRtv);
    ASSERT_TRUE(image);
    mapAll(image.get(), memory.get());
    auto view = target(image.get());
    const float blue[4] = {0, 0, 1, 1}, color[4] = {0, 1, 0, 1};
    context->ClearRenderTargetView(view.get(), blue);
    auto constants = buffer(16, D3D11_BIND_CONSTANT_BUFFER, color);
    context->PSSetConstantBuffers(0, 1, constants.array());
    bindTarget(view);
    const D3D11_VIEWPORT right = {128, 0, 128, 256, 0, 1};
    context->RSSetViewports(1, &right);
    auto shader = pixelShader(constant_color_ps);
    drawFullscreen(shader.get());
    EXPECT_EQ(0xffff0000u, wordOf(image.get(), 0, 0));
    EXPECT_EQ(0xffff0000u, wordOf(image.get(), 0, 1));
    EXPECT_EQ(wordOf(image.get(), 1, 1), wordOf(image.get(), 1, 0));
    EXPECT_NE(0xffff0000u, wordOf(image.get(), 1, 0));
}

TEST_F(TiledUse, RemappedTargetsBetweenDraws) {
    NEED_TIER(1);
    auto memory = pool(2);
    auto image = tiled(128, 128, kSrv | kRtv);
    auto view = target(image.get());
    const float colors[2][4] = {{1, 0, 0, 1}, {0, 1, 0, 1}};
    for (UINT i = 0; i < 2; i++) {
        mapTile(image.get(), 0, 0, memory.get(), i);
        context->ClearRenderTargetView(view.get(), colors[i]);
    }
    EXPECT_EQ(0xff00ff00u, wordOf(image.get(), 0, 0));
    mapTile(image.get(), 0, 0, memory.get(), 0);
    EXPECT_EQ(0xff0000ffu, wordOf(image.get(), 0, 0));
}

TEST_F(TiledUse, ShadersReadTiles) {
    NEED_TIER(1);
    auto memory = pool(8);
    auto image = tiled(256, 256);
    mapAll(image.get(), memory.get(), 4);
    for (uint32_t i = 0; i < 4; i++)
        fill(image.get(), i % 2, i / 2, 0x10 * (i + 1));
    context->CSSetShaderResources(0, 1, resourceView(image.get()).array());
    const auto found = compute("dcl_resource_texture2d (float,float,float,float) t0",
                               "ld r0.xyzw, l(0, 0, 0, 0), t0.xyzw\nstore_raw u0.x, l(0), r0.x\n"
                               "ld r0.xyzw, l(255, 0, 0, 0), t0.xyzw\nstore_raw u0.x, l(4), r0.x\n"
                               "ld r0.xyzw, l(127, 128, 0, 0), t0.xyzw\nstore_raw u0.x, l(8), r0.x\n"
                               "ld r0.xyzw, l(128, 255, 0, 0), t0.xyzw\nstore_raw u0.x, l(12), r0.x",
                               4);
    for (uint32_t i = 0; i < 4; i++)
        EXPECT_NEAR(0x10 * (i + 1) / 255.0f, asFloat(found[i]), 1e-5f) << i;
}

TEST_F(TiledUse, UnorderedAccess) {
    NEED_TIER(1);
    auto memory = pool(6);
    auto image = tiled(128, 256, kSrv | kUav, 1, 1, DXGI_FORMAT_R32_UINT);
    auto words = tiledBuffer(3 * kTile, kSrv | kUav, D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS);
    mapAll(image.get(), memory.get());
    // Tiles of a buffer in another order than the pool's.
    const Coordinate at[3] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {2, 0, 0, 0}};
    const UINT starts[3] = {4, 3, 2}, counts[3] = {1, 1, 1};
    ASSERT_HR(S_OK,
              context2->UpdateTileMappings(words.get(), 3, at, nullptr, memory.get(), 3, nullptr, starts, counts, 0));
    context->CSSetUnorderedAccessViews(1, 1, accessView(image.get()).array(), nullptr);
    context->CSSetUnorderedAccessViews(2, 1, rawAccess(words.get(), 0, 3 * kTile / 4).array(), nullptr);
    const auto found = compute("dcl_uav_typed_texture2d (uint,uint,uint,uint) u1\ndcl_uav_raw u2",
                               "store_uav_typed u1.xyzw, l(3, 200, 0, 0), l(77, 77, 77, 77)\n"
                               "store_raw u2.x, l(65532), l(1)\nstore_raw u2.x, l(65536), l(2)\n"
                               "store_raw u2.x, l(196604), l(3)\n"
                               "ld_raw r0.x, l(65536), u2.xxxx\nstore_raw u0.x, l(0), r0.x",
                               1);
    EXPECT_EQ(2u, found[0]);
    EXPECT_EQ(77u, tile(image.get(), 0, 1)[(200 - 128) * 128 + 3]);
    EXPECT_EQ(1u, tile(words.get(), 0, 0)[kTile / 4 - 1]);
    EXPECT_EQ(2u, tile(words.get(), 1, 0)[0]);
    EXPECT_EQ(3u, tile(words.get(), 2, 0)[kTile / 4 - 1]);
    const UINT values[4] = {9, 9, 9, 9};
    context->ClearUnorderedAccessViewUint(accessView(image.get()).get(), values);
    EXPECT_EQ(9u, wordOf(image.get(), 0, 1));
}

// The last tile of a buffer is only partly its own.
TEST_F(TiledUse, BuffersOfPartTiles) {
    NEED_TIER(1);
    auto memory = pool(2);
    constexpr UINT kBytes = kTile + 64;
    auto words = tiledBuffer(kBytes, kSrv | kUav, D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 32);
    UINT tiles = 0, count = 4;
    D3D11_TILE_SHAPE shape = {};
    D3D11_SUBRESOURCE_TILING tilings[4] = {};
    device2->GetResourceTiling(words.get(), &tiles, nullptr, &shape, &count, 0, tilings);
    EXPECT_EQ(2u, tiles);
    EXPECT_EQ(1u, count);
    EXPECT_EQ(kTile, shape.WidthInTexels);
    EXPECT_EQ(2u, tilings[0].WidthInTiles);
    mapAll(words.get(), memory.get());
    fill(words.get(), 0, 0, 5);
    fill(words.get(), 1, 0, 6);
    const auto whole = read<uint32_t>(words.get());
    ASSERT_EQ(kBytes / 4, whole.size());
    EXPECT_EQ(5u, whole[kTile / 4 - 1]);
    EXPECT_EQ(6u, whole.back());
    const auto last = tile(words.get(), 1, 0);
    EXPECT_EQ(6u, last[15]);
    EXPECT_EQ(0xdeadbeefu, last[16]); // nothing there to be copied
    // Copies by byte reach over tiles.
    const auto ramp = [] {
        std::vector<uint32_t> made(32);
        for (uint32_t i = 0; i < 32; i++)
            made[i] = i;
        return made;
    }();
    const D3D11_BOX box = {kTile - 64, 0, 0, kTile + 64, 1, 1};
    context->UpdateSubresource(words.get(), 0, &box, ramp.data(), 0, 0);
    EXPECT_EQ(15u, tile(words.get(), 0, 0).back());
    EXPECT_EQ(16u, tile(words.get(), 1, 0)[0]);
}

// A tile in linear memory has its full pitch, also where the texture ends before the tile does.
TEST_F(TiledUse, LinearLayoutOfEdgeTiles) {
    NEED_TIER(1);
    auto image = tiled(200, 150);
    UINT tiles = 0, count = 1;
    D3D11_PACKED_MIP_DESC packed = {};
    device2->GetResourceTiling(image.get(), &tiles, &packed, nullptr, nullptr, 0, nullptr);
    if (packed.NumPackedMips)
        GTEST_SKIP() << "the driver packs levels of part tiles";
    (void)count;
    ASSERT_EQ(4u, tiles);
    auto memory = pool(4);
    mapAll(image.get(), memory.get());
    std::vector<uint32_t> texels(200 * 150);
    for (uint32_t i = 0; i < texels.size(); i++)
        texels[i] = i % 200 | i / 200 << 16;
    context->UpdateSubresource(image.get(), 0, nullptr, texels.data(), 800, 0);
    const auto corner = tile(image.get(), 1, 1);
    EXPECT_EQ(128u | 128u << 16, corner[0]);
    EXPECT_EQ(199u | 128u << 16, corner[71]);
    EXPECT_EQ(0xdeadbeefu, corner[72]);
    EXPECT_EQ(128u | 149u << 16, corner[21 * 128]);
    EXPECT_EQ(0xdeadbeefu, corner[22 * 128]);
    // And back, through another tile of the buffer.
    std::vector<uint32_t> linear(2 * kTile / 4);
    for (uint32_t i = 0; i < linear.size(); i++)
        linear[i] = i;
    auto source = buffer(2 * kTile, kSrv, linear.data());
    const Coordinate at = {1, 1, 0, 0};
    const Region one = {1, FALSE, 0, 0, 0};
    context2->CopyTiles(image.get(), &at, &one, source.get(), kTile, kIn);
    const Readback found = read(image.get());
    EXPECT_EQ(kTile / 4, found.at<uint32_t>(128, 128));
    EXPECT_EQ(kTile / 4 + 21 * 128 + 71, found.at<uint32_t>(199, 149));
    EXPECT_EQ(127u | 128u << 16, found.at<uint32_t>(127, 128));
}

struct FormatRow {
    DXGI_FORMAT format;
    uint32_t width, height; // of a tile, texels
};
constexpr FormatRow kFormats[] = {
    {DXGI_FORMAT_R8_UNORM, 256, 256},           {DXGI_FORMAT_R8G8_UINT, 256, 128},
    {DXGI_FORMAT_R16_FLOAT, 256, 128},          {DXGI_FORMAT_B8G8R8A8_UNORM_SRGB, 128, 128},
    {DXGI_FORMAT_R32_SINT, 128, 128},           {DXGI_FORMAT_R16G16B16A16_FLOAT, 128, 64},
    {DXGI_FORMAT_R32G32B32A32_UINT, 64, 64},    {DXGI_FORMAT_BC1_UNORM, 512, 256},
    {DXGI_FORMAT_BC3_UNORM_SRGB, 256, 256},     {DXGI_FORMAT_BC7_UNORM, 256, 256},
    {DXGI_FORMAT_R8G8B8A8_TYPELESS, 128, 128},  {DXGI_FORMAT_R11G11B10_FLOAT, 128, 128},
};

// Every format has the tiles of its size, and whole tiles go in and out bit for bit.
TEST_F(TiledUse, TilesOfAllSizes) {
    NEED_TIER(1);
    auto memory = pool(4);
    for (const FormatRow& row : kFormats) {
        SCOPED_TRACE(row.format);
        D3D11_FEATURE_DATA_FORMAT_SUPPORT2 support = {row.format, 0};
        device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &support, sizeof support);
        if (!(support.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_TILED))
            continue;
        auto image = tiled(row.width * 2, row.height * 2, kSrv, 1, 1, row.format);
        if (!image)
            continue;
        UINT tiles = 0;
        D3D11_TILE_SHAPE shape = {};
        device2->GetResourceTiling(image.get(), &tiles, nullptr, &shape, nullptr, 0, nullptr);
        EXPECT_EQ(4u, tiles);
        EXPECT_EQ(row.width, shape.WidthInTexels);
        EXPECT_EQ(row.height, shape.HeightInTexels);
        EXPECT_EQ(1u, shape.DepthInTexels);
        mapAll(image.get(), memory.get());
        std::vector<uint32_t> words(kTile / 4);
        for (uint32_t i = 0; i < words.size(); i++)
            words[i] = (i * 2654435761u) & 0x3bff3bff; // finite as halves and floats
        const Coordinate at = {1, 1, 0, 0};
        const Region one = {1, FALSE, 0, 0, 0};
        context2->UpdateTiles(image.get(), &at, &one, words.data(), 0);
        EXPECT_EQ(words, tile(image.get(), 1, 1));
    }
}

TEST_F(TiledUse, DepthTiles) {
    NEED_TIER(1);
    auto memory = pool(2);
    auto depth = tiled(128, 256, D3D11_BIND_DEPTH_STENCIL, 1, 1, DXGI_FORMAT_D32_FLOAT);
    ASSERT_TRUE(depth);
    mapAll(depth.get(), memory.get());
    Com<ID3D11DepthStencilView> view;
    ASSERT_HR(S_OK, device->CreateDepthStencilView(depth.get(), nullptr, view.out()));
    context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH, 0.5f, 0);
    EXPECT_EQ(asUint(0.5f), wordOf(depth.get(), 0, 1));
    // A draw at depth 0.25 into the upper half.
    auto color = texture(128, 256, DXGI_FORMAT_R8G8B8A8_UNORM, kRtv);
    bindTarget(target(color.get()), view.get());
    const D3D11_VIEWPORT upper = {0, 0, 128, 128, 0.25f, 0.25f};
    context->RSSetViewports(1, &upper);
    auto shader = pixelShader(constant_color_ps);
    drawFullscreen(shader.get());
    EXPECT_EQ(asUint(0.25f), wordOf(depth.get(), 0, 0));
    EXPECT_EQ(asUint(0.5f), wordOf(depth.get(), 0, 1));
}

TEST_F(TiledUse, CopiesBetweenTiledAndOrdinary) {
    NEED_TIER(1);
    auto memory = pool(4);
    auto image = tiled(256, 256);
    mapAll(image.get(), memory.get());
    std::vector<uint32_t> texels(256 * 256);
    for (uint32_t i = 0; i < texels.size(); i++)
        texels[i] = i * 7919;
    auto plain = texture(256, 256, DXGI_FORMAT_R8G8B8A8_UNORM, kSrv, texels.data(), 1024);
    context->CopyResource(image.get(), plain.get());
    EXPECT_EQ(texels[130 * 256 + 131], tile(image.get(), 1, 1)[2 * 128 + 3]);
    auto back = texture(256, 256, DXGI_FORMAT_R8G8B8A8_UNORM, kSrv);
    const D3D11_BOX box = {100, 100, 0, 200, 200, 1};
    context->CopySubresourceRegion(back.get(), 0, 10, 20, 0, image.get(), 0, &box);
    const Readback found = read(back.get());
    EXPECT_EQ(texels[100 * 256 + 100], found.at<uint32_t>(10, 20));
    EXPECT_EQ(texels[199 * 256 + 199], found.at<uint32_t>(109, 119));
    EXPECT_EQ(0u, found.at<uint32_t>(110, 119));
}

TEST_F(TiledUse, GeneratedMips) {
    NEED_TIER(1);
    Com<ID3D11Texture2D> image;
    ASSERT_HR(S_OK, makeTiled({256, 256, 3, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, kSrv | kRtv, 0,
                               D3D11_RESOURCE_MISC_TILED | D3D11_RESOURCE_MISC_GENERATE_MIPS},
                              image));
    UINT tiles = 0;
    device2->GetResourceTiling(image.get(), &tiles, nullptr, nullptr, nullptr, 0, nullptr);
    auto memory = pool(tiles);
    mapAll(image.get(), memory.get());
    for (uint32_t i = 0; i < 4; i++)
        fill(image.get(), i % 2, i / 2, 0x40404040 * i);
    context->GenerateMips(resourceView(image.get()).get());
    EXPECT_EQ(0xc0c0c0c0u, read(image.get(), 1).at<uint32_t>(100, 100));
    EXPECT_EQ(0x40404040u, read(image.get(), 2).at<uint32_t>(40, 10));
}

TEST_F(TiledUse, LayersOfWholeTiles) {
    NEED_TIER(1);
    auto image = tiled(256, 128, kSrv, 1, 3);
    auto memory = pool(6);
    mapAll(image.get(), memory.get());
    for (UINT i = 0; i < 6; i++)
        fill(image.get(), i % 2, 0, 0x20 * (i + 1), i / 2);
    context->CSSetShaderResources(0, 1, resourceView(image.get()).array());
    std::string body;
    for (UINT i = 0; i < 6; i++)
        body += "ld r0.xyzw, l(" + std::to_string(i % 2 * 130 + 7) + ", 100, " + std::to_string(i / 2) +
                ", 0), t0.xyzw\nstore_raw u0.x, l(" + std::to_string(i * 4) + "), r0.x\n";
    const auto found = compute("dcl_resource_texture2darray (float,float,float,float) t0", body, 6);
    for (UINT i = 0; i < 6; i++)
        EXPECT_NEAR(0x20 * (i + 1) / 255.0f, asFloat(found[i]), 1e-5f) << i;
}

TEST_F(TiledUse, CubesOfWholeTiles) {
    NEED_TIER(1);
    Com<ID3D11Texture2D> cube;
    ASSERT_HR(S_OK, makeTiled({128, 128, 1, 6, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, kSrv, 0,
                               D3D11_RESOURCE_MISC_TILED | D3D11_RESOURCE_MISC_TEXTURECUBE},
                              cube));
    auto memory = pool(6);
    mapAll(cube.get(), memory.get());
    for (UINT face = 0; face < 6; face++)
        fill(cube.get(), 0, 0, 0x20 * (face + 1), face);
    auto filter = sampler(D3D11_FILTER_MIN_MAG_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    D3D11_SHADER_RESOURCE_VIEW_DESC desc = {};
    desc.Format = DXGI_FORMAT_R8G8B8A8_UNORM;
    desc.ViewDimension = D3D11_SRV_DIMENSION_TEXTURECUBE;
    desc.TextureCube = {0, 1};
    Com<ID3D11ShaderResourceView> view;
    ASSERT_HR(S_OK, device->CreateShaderResourceView(cube.get(), &desc, view.out()));
    context->CSSetShaderResources(0, 1, view.array());
    context->CSSetSamplers(0, 1, filter.array());
    constexpr const char* kDirections[6] = {"1.0, 0, 0",  "-1.0, 0, 0", "0, 1.0, 0",
                                          "0, -1.0, 0", "0, 0, 1.0",  "0, 0, -1.0"};
    std::string body;
    for (UINT face = 0; face < 6; face++)
        body += std::string("mov r1.xyzw, l(") + kDirections[face] +
                ", 0)\nsample_l r0.xyzw, r1.xyzx, t0.xyzw, s0, l(0)\nstore_raw u0.x, l(" + std::to_string(face * 4) +
                "), r0.x\n";
    const auto found =
        compute("dcl_sampler s0, mode_default\ndcl_resource_texturecube (float,float,float,float) t0", body, 6);
    for (UINT face = 0; face < 6; face++)
        EXPECT_NEAR(0x20 * (face + 1) / 255.0f, asFloat(found[face]), 1e-5f) << face;
}

// Arguments of indirect draws may lie in tiles.
TEST_F(TiledUse, IndirectArguments) {
    NEED_TIER(1);
    auto memory = pool(1);
    auto arguments = tiledBuffer(kTile, kSrv, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS);
    mapAll(arguments.get(), memory.get());
    const UINT groups[3] = {3, 1, 1};
    const D3D11_BOX box = {64, 0, 0, 76, 1, 1};
    context->UpdateSubresource(arguments.get(), 0, &box, groups, 0, 0);
    auto counter = rawBuffer(4, std::vector<uint32_t>(4, 0).data());
    context->CSSetUnorderedAccessViews(0, 1, rawAccess(counter.get(), 0, 4).array(), nullptr);
    auto shader = cs("cs_5_0\ndcl_globalFlags refactoringAllowed\ndcl_uav_raw u0\ndcl_thread_group 1, 1, 1\n"
                     "atomic_iadd u0, l(0), l(1)\nret");
    context->CSSetShader(shader.get(), nullptr, 0);
    context->DispatchIndirect(arguments.get(), 64);
    EXPECT_EQ(3u, read<uint32_t>(counter.get())[0]);
}

// A shader is told whether all texels that counted for its read were mapped.
TEST_F(TiledUse, Feedback) {
    NEED_TIER(2);
    auto memory = pool(2);
    auto image = tiled(256, 256);
    mapTile(image.get(), 0, 0, memory.get(), 0);
    mapTile(image.get(), 1, 1, memory.get(), 1);
    fill(image.get(), 0, 0, 0xff);
    fill(image.get(), 1, 1, 0xff);
    context->CSSetShaderResources(0, 1, resourceView(image.get()).array());
    auto filter = sampler(D3D11_FILTER_MIN_MAG_LINEAR_MIP_POINT, D3D11_TEXTURE_ADDRESS_CLAMP);
    context->CSSetSamplers(0, 1, filter.array());
    const auto found = compute(
        "dcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0",
        "ld_s r0.xyzw, r1.x, l(5, 5, 0, 0), t0.xyzw\ncheck_access_fully_mapped r2.x, r1.x\nstore_raw u0.x, l(0), r2.x\n"
        "ld_s r0.xyzw, r1.x, l(200, 5, 0, 0), t0.xyzw\ncheck_access_fully_mapped r2.x, r1.x\nstore_raw u0.x, l(4), r2.x\n"
        "store_raw u0.x, l(8), r0.x\n"
        "ld_s r0.xyzw, r1.x, l(200, 200, 0, 0), t0.xyzw\ncheck_access_fully_mapped r2.x, r1.x\nstore_raw u0.x, l(12), "
        "r2.x\n"
        // The footprint of a filter that reaches into an unmapped tile.
        "sample_l_s r0.xyzw, r1.x, l(0.5, 0.25, 0, 0), t0.xyzw, s0, l(0)\ncheck_access_fully_mapped r2.x, r1.x\n"
        "store_raw u0.x, l(16), r2.x\n"
        "sample_l_s r0.xyzw, r1.x, l(0.25, 0.25, 0, 0), t0.xyzw, s0, l(0)\ncheck_access_fully_mapped r2.x, r1.x\n"
        "store_raw u0.x, l(20), r2.x",
        6);
    EXPECT_EQ((std::vector<uint32_t>{0xffffffff, 0, 0, 0xffffffff, 0, 0xffffffff}), found);
}

// Volumes have tiles of depth, counted slice by slice.
TEST_F(TiledUse, Volumes) {
    NEED_TIER(3);
    const D3D11_TEXTURE3D_DESC desc = {64, 32, 40, 1, DXGI_FORMAT_R8G8B8A8_UNORM, D3D11_USAGE_DEFAULT, kSrv, 0,
                                       D3D11_RESOURCE_MISC_TILED};
    Com<ID3D11Texture3D> volume;
    ASSERT_HR(S_OK, device->CreateTexture3D(&desc, nullptr, volume.out()));
    UINT tiles = 0, count = 1;
    D3D11_TILE_SHAPE shape = {};
    D3D11_SUBRESOURCE_TILING tiling = {};
    device2->GetResourceTiling(volume.get(), &tiles, nullptr, &shape, &count, 0, &tiling);
    EXPECT_EQ(6u, tiles);
    EXPECT_EQ(32u, shape.WidthInTexels);
    EXPECT_EQ(32u, shape.HeightInTexels);
    EXPECT_EQ(16u, shape.DepthInTexels);
    EXPECT_EQ(2u, tiling.WidthInTiles);
    EXPECT_EQ(3u, tiling.DepthInTiles);
    auto memory = pool(6);
    mapAll(volume.get(), memory.get());
    const Region one = {1, FALSE, 0, 0, 0};
    for (UINT i = 0; i < 6; i++) {
        const Coordinate at = {i % 2, 0, i / 2, 0};
        const std::vector<uint32_t> words(kTile / 4, 70 + i);
        context2->UpdateTiles(volume.get(), &at, &one, words.data(), 0);
    }
    const Readback found = read(volume.get());
    EXPECT_EQ(70u, found.at<uint32_t>(31, 31, 15));
    EXPECT_EQ(71u, found.at<uint32_t>(32, 0, 0));
    EXPECT_EQ(72u, found.at<uint32_t>(0, 5, 16));
    EXPECT_EQ(75u, found.at<uint32_t>(63, 31, 39));
    // A box through the depth.
    const Coordinate right = {1, 0, 0, 0};
    const Region column = {3, TRUE, 1, 1, 3};
    const UINT start = 0;
    ASSERT_HR(S_OK, context2->UpdateTileMappings(volume.get(), 1, &right, &column, memory.get(), 1, nullptr, &start,
                                                 nullptr, 0));
    const Readback moved = read(volume.get());
    EXPECT_EQ(71u, moved.at<uint32_t>(40, 5, 20));
    EXPECT_EQ(72u, moved.at<uint32_t>(40, 5, 35));
}

// Minimum and maximum of the texels of a filter come with tier 2.
TEST_F(TiledUse, MinimumAndMaximumFilters) {
    NEED_TIER(2);
    auto memory = pool(1);
    auto image = tiled(128, 128);
    mapAll(image.get(), memory.get());
    std::vector<uint32_t> texels(kTile / 4);
    for (uint32_t i = 0; i < texels.size(); i++)
        texels[i] = i % 2 ? 0xff : 0x33;
    context->UpdateSubresource(image.get(), 0, nullptr, texels.data(), 512, 0);
    context->CSSetShaderResources(0, 1, resourceView(image.get()).array());
    const float wanted[2] = {0x33 / 255.0f, 1};
    for (UINT i = 0; i < 2; i++) {
        auto filter = sampler(i ? D3D11_FILTER_MAXIMUM_MIN_MAG_LINEAR_MIP_POINT : D3D11_FILTER_MINIMUM_MIN_MAG_LINEAR_MIP_POINT,
                              D3D11_TEXTURE_ADDRESS_CLAMP);
        context->CSSetSamplers(0, 1, filter.array());
        const auto found = compute("dcl_sampler s0, mode_default\ndcl_resource_texture2d (float,float,float,float) t0",
                                   "sample_l r0.xyzw, l(0.5, 0.5, 0, 0), t0.xyzw, s0, l(0)\nstore_raw u0.x, l(0), r0.x", 1);
        EXPECT_NEAR(wanted[i], asFloat(found[0]), 1e-5f) << i;
    }
}

// Resources and pools come and go while the GPU works on them.
TEST_F(TiledUse, ShortLives) {
    NEED_TIER(1);
    auto last = buffer(kTile, kSrv);
    const Coordinate at = {};
    const Region one = {1, FALSE, 0, 0, 0};
    for (uint32_t round = 0; round < 40; round++) {
        auto memory = pool(1 + round % 5);
        auto image = tiled(128, 128, kSrv | kRtv);
        mapTile(image.get(), 0, 0, memory.get(), round % (1 + round % 5));
        fill(image.get(), 0, 0, round);
        memory.reset();
        if (round % 7 == 0)
            unmapTile(image.get(), 0, 0);
        else
            context2->CopyTiles(image.get(), &at, &one, last.get(), 0, kOut);
        if (round % 3 == 0)
            context->Flush();
    }
    EXPECT_EQ(39u, read<uint32_t>(last.get())[1000]);
}

} // namespace
} // namespace conformance
