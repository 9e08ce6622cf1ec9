// Which tiled resources and pools there can be, how resources are cut into tiles, and what is refused; where the device
// offers no tiled resources, everything is. D3D11.3 functional specification 5.9.2, 5.9.3.2, 5.9.7.
#include "tiled_fixture.h"

namespace conformance {
namespace {

using TiledLayout = TiledTest;

constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE, kRtv = D3D11_BIND_RENDER_TARGET;
constexpr UINT kTiled = D3D11_RESOURCE_MISC_TILED, kPool = D3D11_RESOURCE_MISC_TILE_POOL;

TEST_F(TiledLayout, CapsAgree) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS1 options1 = {};
    D3D11_FEATURE_DATA_D3D11_OPTIONS2 options2 = {};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS1, &options1, sizeof options1));
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS2, &options2, sizeof options2));
    EXPECT_EQ(options1.TiledResourcesTier, options2.TiledResourcesTier);
    EXPECT_EQ(options1.TiledResourcesTier >= D3D11_TILED_RESOURCES_TIER_2, options1.MinMaxFiltering != FALSE);
    // Formats that no tier has (5.9.2.5.1, 5.9.2.8), and one that every tier has.
    for (DXGI_FORMAT format : {DXGI_FORMAT_D24_UNORM_S8_UINT, DXGI_FORMAT_R24G8_TYPELESS, DXGI_FORMAT_D32_FLOAT_S8X24_UINT,
                               DXGI_FORMAT_R32G32B32_FLOAT, DXGI_FORMAT_NV12, DXGI_FORMAT_R8G8_B8G8_UNORM}) {
        D3D11_FEATURE_DATA_FORMAT_SUPPORT2 support = {format, 0};
        device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &support, sizeof support);
        EXPECT_EQ(0u, support.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_TILED) << format;
    }
    D3D11_FEATURE_DATA_FORMAT_SUPPORT2 color = {DXGI_FORMAT_R8G8B8A8_UNORM, 0};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &color, sizeof color));
    EXPECT_EQ(tier() != 0, (color.OutFormatSupport2 & D3D11_FORMAT_SUPPORT2_TILED) != 0);
    UINT levels = 9;
    ASSERT_HR(S_OK, device2->CheckMultisampleQualityLevels1(DXGI_FORMAT_R8G8B8A8_UNORM, 1,
                                                            D3D11_CHECK_MULTISAMPLE_QUALITY_LEVELS_TILED_RESOURCE, &levels));
    EXPECT_EQ(tier() ? 1u : 0u, levels);
}

// A device without tiled resources refuses them all.
TEST_F(TiledLayout, TierZeroRefuses) {
    if (HasFatalFailure() || tier())
        GTEST_SKIP() << "tiled resources are offered";
    Com<ID3D11Buffer> pool;
    EXPECT_HR(E_INVALIDARG, makePool(4, pool));
    EXPECT_FALSE(pool);
    const D3D11_BUFFER_DESC buffer = {kTile, D3D11_USAGE_DEFAULT, kSrv, 0, kTiled, 0};
    EXPECT_HR(E_INVALIDARG, device->CreateBuffer(&buffer, nullptr, pool.out()));
    Com<ID3D11Texture2D> texture;
    EXPECT_HR(E_INVALIDARG, makeTiled({256, 256, 1, 1, DXGI_FORMAT_R8G8B8A8_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, kSrv, 0, kTiled},
                                      texture));
    const UINT start = 0;
    EXPECT_HR(E_INVALIDARG,
              context2->UpdateTileMappings(nullptr, 1, nullptr, nullptr, nullptr, 1, nullptr, &start, nullptr, 0));
}

struct PoolRow {
    const char* name;
    D3D11_BUFFER_DESC desc;
    HRESULT wanted;
};
constexpr PoolRow kPools[] = {
    {"four tiles", {4 * kTile, D3D11_USAGE_DEFAULT, 0, 0, kPool, 0}, S_OK},
    {"none", {0, D3D11_USAGE_DEFAULT, 0, 0, kPool, 0}, S_OK},
    {"part of a tile", {kTile + 16, D3D11_USAGE_DEFAULT, 0, 0, kPool, 0}, E_INVALIDARG},
    {"bound", {kTile, D3D11_USAGE_DEFAULT, kSrv, 0, kPool, 0}, E_INVALIDARG},
    {"staging", {kTile, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, kPool, 0}, E_INVALIDARG},
    {"access", {kTile, D3D11_USAGE_DEFAULT, 0, D3D11_CPU_ACCESS_READ, kPool, 0}, E_INVALIDARG},
    {"tiled", {kTile, D3D11_USAGE_DEFAULT, 0, 0, kPool | kTiled, 0}, E_INVALIDARG},
    {"raw", {kTile, D3D11_USAGE_DEFAULT, 0, 0, kPool | D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS, 0}, E_INVALIDARG},
    {"tiled buffer", {100, D3D11_USAGE_DEFAULT, kSrv, 0, kTiled, 0}, S_OK},
    {"tiled without binds", {kTile, D3D11_USAGE_DEFAULT, 0, 0, kTiled, 0}, S_OK},
    {"tiled constants", {kTile, D3D11_USAGE_DEFAULT, D3D11_BIND_CONSTANT_BUFFER, 0, kTiled, 0}, E_INVALIDARG},
    {"tiled vertices", {kTile, D3D11_USAGE_DEFAULT, D3D11_BIND_VERTEX_BUFFER, 0, kTiled, 0}, E_INVALIDARG},
    {"tiled indices", {kTile, D3D11_USAGE_DEFAULT, D3D11_BIND_INDEX_BUFFER, 0, kTiled, 0}, E_INVALIDARG},
    {"tiled stream output", {kTile, D3D11_USAGE_DEFAULT, D3D11_BIND_STREAM_OUTPUT, 0, kTiled, 0}, E_INVALIDARG},
    {"tiled, dynamic", {kTile, D3D11_USAGE_DYNAMIC, kSrv, D3D11_CPU_ACCESS_WRITE, kTiled, 0}, E_INVALIDARG},
    {"tiled and mapped", {kTile, D3D11_USAGE_DEFAULT, kSrv, D3D11_CPU_ACCESS_READ, kTiled, 0}, E_INVALIDARG},
    {"tiled and shared", {kTile, D3D11_USAGE_DEFAULT, kSrv, 0, kTiled | D3D11_RESOURCE_MISC_SHARED, 0}, E_INVALIDARG},
    {"tiled, structured", {kTile, D3D11_USAGE_DEFAULT, kSrv, 0, kTiled | D3D11_RESOURCE_MISC_BUFFER_STRUCTURED, 48}, S_OK},
};

TEST_F(TiledLayout, BuffersThatCanBeMade) {
    NEED_TIER(1);
    for (const PoolRow& row : kPools) {
        Com<ID3D11Buffer> made;
        EXPECT_HR(row.wanted, device->CreateBuffer(&row.desc, nullptr, made.out())) << row.name;
        EXPECT_EQ(SUCCEEDED(row.wanted), bool(made)) << row.name;
        const HRESULT judged = device->CreateBuffer(&row.desc, nullptr, nullptr);
        EXPECT_EQ(SUCCEEDED(row.wanted) ? S_FALSE : row.wanted, judged) << row.name;
    }
    // Memory comes later, so there is no initial data.
    const std::vector<uint8_t> bytes(kTile);
    const D3D11_SUBRESOURCE_DATA data = {bytes.data(), 0, 0};
    Com<ID3D11Buffer> made;
    for (UINT misc : {kPool, kTiled}) {
        const D3D11_BUFFER_DESC desc = {kTile, D3D11_USAGE_DEFAULT, misc == kTiled ? kSrv : 0u, 0, misc, 0};
        EXPECT_HR(E_INVALIDARG, device->CreateBuffer(&desc, &data, made.out()));
    }
}

struct TextureRow {
    const char* name;
    D3D11_TEXTURE2D_DESC desc;
    HRESULT wanted;
};
constexpr D3D11_TEXTURE2D_DESC tiledDesc(UINT width, UINT height, UINT mips, UINT layers, DXGI_FORMAT format, UINT bind,
                                         UINT misc = 0, D3D11_USAGE usage = D3D11_USAGE_DEFAULT, UINT access = 0,
                                         UINT samples = 1) {
    return {width, height, mips, layers, format, {samples, 0}, usage, bind, access, kTiled | misc};
}
constexpr DXGI_FORMAT kColor = DXGI_FORMAT_R8G8B8A8_UNORM;
constexpr TextureRow kTextures[] = {
    {"plain", tiledDesc(256, 256, 1, 1, kColor, kSrv), S_OK},
    {"target", tiledDesc(128, 512, 1, 1, kColor, kSrv | kRtv), S_OK},
    {"all mips", tiledDesc(256, 256, 0, 1, kColor, kSrv), S_OK},
    {"small", tiledDesc(4, 4, 1, 1, kColor, kSrv), S_OK},
    {"layers of whole tiles", tiledDesc(256, 128, 1, 8, kColor, kSrv), S_OK},
    {"layers with mips of whole tiles", tiledDesc(512, 256, 2, 3, kColor, kSrv), S_OK},
    {"layers with mips below a tile", tiledDesc(256, 256, 3, 2, kColor, kSrv), E_INVALIDARG},
    {"cube", tiledDesc(128, 128, 1, 6, kColor, kSrv, D3D11_RESOURCE_MISC_TEXTURECUBE), S_OK},
    {"pool", tiledDesc(256, 256, 1, 1, kColor, kSrv, kPool), E_INVALIDARG},
    {"shared", tiledDesc(256, 256, 1, 1, kColor, kSrv, D3D11_RESOURCE_MISC_SHARED), E_INVALIDARG},
    {"GDI", tiledDesc(256, 256, 1, 1, DXGI_FORMAT_B8G8R8A8_UNORM, kRtv, D3D11_RESOURCE_MISC_GDI_COMPATIBLE), E_INVALIDARG},
    {"dynamic", tiledDesc(256, 256, 1, 1, kColor, kSrv, 0, D3D11_USAGE_DYNAMIC, D3D11_CPU_ACCESS_WRITE), E_INVALIDARG},
    {"staging", tiledDesc(256, 256, 1, 1, kColor, 0, 0, D3D11_USAGE_STAGING, D3D11_CPU_ACCESS_READ), E_INVALIDARG},
    {"immutable", tiledDesc(256, 256, 1, 1, kColor, kSrv, 0, D3D11_USAGE_IMMUTABLE), E_INVALIDARG},
    {"mapped", tiledDesc(256, 256, 1, 1, kColor, kSrv, 0, D3D11_USAGE_DEFAULT, D3D11_CPU_ACCESS_READ), E_INVALIDARG},
    {"stencil", tiledDesc(256, 256, 1, 1, DXGI_FORMAT_D24_UNORM_S8_UINT, D3D11_BIND_DEPTH_STENCIL), E_INVALIDARG},
    {"96 bits", tiledDesc(256, 256, 1, 1, DXGI_FORMAT_R32G32B32_FLOAT, kSrv), E_INVALIDARG},
    {"depth", tiledDesc(128, 256, 1, 1, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL), S_OK},
    {"two samples", tiledDesc(256, 256, 1, 1, kColor, kRtv, 0, D3D11_USAGE_DEFAULT, 0, 2), E_INVALIDARG},
};

TEST_F(TiledLayout, TexturesThatCanBeMade) {
    NEED_TIER(1);
    for (const TextureRow& row : kTextures) {
        Com<ID3D11Texture2D> made;
        EXPECT_HR(row.wanted, makeTiled(row.desc, made)) << row.name;
        EXPECT_EQ(SUCCEEDED(row.wanted), bool(made)) << row.name;
    }
    const std::vector<uint32_t> texels(256 * 256);
    const D3D11_SUBRESOURCE_DATA data = {texels.data(), 1024, 0};
    const D3D11_TEXTURE2D_DESC desc = tiledDesc(256, 256, 1, 1, kColor, kSrv);
    Com<ID3D11Texture2D> made;
    EXPECT_HR(E_INVALIDARG, device->CreateTexture2D(&desc, &data, made.out()));
    D3D11_TEXTURE2D_DESC got = {};
    ASSERT_HR(S_OK, makeTiled(desc, made));
    made->GetDesc(&got);
    EXPECT_EQ(kTiled, got.MiscFlags);
    const D3D11_TEXTURE1D_DESC line = {4096, 1, 1, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, kTiled};
    Com<ID3D11Texture1D> row;
    EXPECT_HR(E_INVALIDARG, device->CreateTexture1D(&line, nullptr, row.out()));
    const D3D11_TEXTURE3D_DESC volume = {64, 64, 64, 1, kColor, D3D11_USAGE_DEFAULT, kSrv, 0, kTiled};
    Com<ID3D11Texture3D> block;
    EXPECT_HR(tier() >= D3D11_TILED_RESOURCES_TIER_3 ? S_OK : E_INVALIDARG,
              device->CreateTexture3D(&volume, nullptr, block.out()));
}

TEST_F(TiledLayout, TilesAreCountedBySubresource) {
    NEED_TIER(1);
    auto image = tiled(512, 256, kSrv, 2, 3); // 4 x 2 and 2 x 1 tiles a layer
    UINT tiles = 0, count = 10;
    D3D11_PACKED_MIP_DESC packed = {};
    D3D11_TILE_SHAPE shape = {};
    D3D11_SUBRESOURCE_TILING tilings[10] = {};
    device2->GetResourceTiling(image.get(), &tiles, &packed, &shape, &count, 1, tilings);
    EXPECT_EQ(30u, tiles);
    EXPECT_EQ(2, packed.NumStandardMips);
    EXPECT_EQ(0, packed.NumPackedMips);
    EXPECT_EQ(0u, packed.NumTilesForPackedMips);
    EXPECT_EQ(128u, shape.WidthInTexels);
    EXPECT_EQ(128u, shape.HeightInTexels);
    EXPECT_EQ(1u, shape.DepthInTexels);
    ASSERT_EQ(5u, count); // from the second on
    const UINT starts[5] = {8, 10, 18, 20, 28};
    for (UINT i = 0; i < 5; i++) {
        EXPECT_EQ(i % 2 ? 4u : 2u, tilings[i].WidthInTiles) << i;
        EXPECT_EQ(i % 2 ? 2u : 1u, tilings[i].HeightInTiles) << i;
        EXPECT_EQ(1u, tilings[i].DepthInTiles) << i;
        EXPECT_EQ(starts[i], tilings[i].StartTileIndexInOverallResource) << i;
    }
    count = 4;
    device2->GetResourceTiling(image.get(), nullptr, nullptr, nullptr, &count, 6, tilings);
    EXPECT_EQ(0u, count);
}

// Whatever the driver packs, the numbers fit together, and levels of at least one tile are never packed.
TEST_F(TiledLayout, MipChainsAddUp) {
    NEED_TIER(1);
    for (UINT size : {64u, 128u, 256u, 1024u}) {
        auto image = tiled(size, size, kSrv, 0);
        D3D11_TEXTURE2D_DESC desc = {};
        image->GetDesc(&desc);
        UINT tiles = 0, count = desc.MipLevels, sum = 0;
        D3D11_PACKED_MIP_DESC packed = {};
        std::vector<D3D11_SUBRESOURCE_TILING> tilings(count);
        device2->GetResourceTiling(image.get(), &tiles, &packed, nullptr, &count, 0, tilings.data());
        ASSERT_EQ(desc.MipLevels, count);
        EXPECT_EQ(desc.MipLevels, UINT(packed.NumStandardMips + packed.NumPackedMips));
        for (UINT mip = 0; mip < count; mip++) {
            if (mip >= packed.NumStandardMips) {
                EXPECT_GT(128u, size >> mip);
                EXPECT_EQ(0u, tilings[mip].WidthInTiles);
                EXPECT_EQ(D3D11_PACKED_TILE, tilings[mip].StartTileIndexInOverallResource);
                continue;
            }
            EXPECT_EQ(sum, tilings[mip].StartTileIndexInOverallResource);
            sum += tilings[mip].WidthInTiles * tilings[mip].HeightInTiles * tilings[mip].DepthInTiles;
        }
        if (packed.NumPackedMips) {
            EXPECT_EQ(sum, packed.StartTileIndexInOverallResource);
            EXPECT_LT(0u, packed.NumTilesForPackedMips);
        }
        EXPECT_EQ(sum + packed.NumTilesForPackedMips, tiles);
    }
}

// Calls that contradict themselves are dropped as a whole.
TEST_F(TiledLayout, BadMappings) {
    NEED_TIER(1);
    auto memory = pool(4);
    auto image = tiled(256, 256);
    mapAll(image.get(), memory.get());
    for (UINT i = 0; i < 4; i++)
        fill(image.get(), i % 2, i / 2, i + 1);
    const D3D11_TILED_RESOURCE_COORDINATE origin = {}, outside = {2, 0, 0, 0}, beyond = {0, 0, 0, 1};
    const D3D11_TILE_REGION_SIZE two = {2, FALSE, 0, 0, 0}, five = {5, FALSE, 0, 0, 0}, wide = {3, TRUE, 3, 1, 1},
                                 odd = {3, TRUE, 2, 1, 1};
    const UINT zero = 0, three = 3, four = 4, one = 1, bad = 8, both = 3;
    const auto update = [&](const D3D11_TILED_RESOURCE_COORDINATE* at, const D3D11_TILE_REGION_SIZE* size,
                            ID3D11Buffer* from, const UINT* flag, const UINT* start, const UINT* tiles, UINT flags = 0,
                            UINT regions = 1, UINT ranges = 1) {
        return context2->UpdateTileMappings(image.get(), regions, at, size, from, ranges, flag, start, tiles, flags);
    };
    EXPECT_HR(E_INVALIDARG, update(&origin, &two, memory.get(), nullptr, &zero, &one));     // counts differ
    EXPECT_HR(E_INVALIDARG, update(&origin, &two, memory.get(), nullptr, &three, nullptr)); // beyond the pool
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, memory.get(), nullptr, &four, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&outside, nullptr, memory.get(), nullptr, &zero, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&beyond, nullptr, memory.get(), nullptr, &zero, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&origin, &five, memory.get(), nullptr, &zero, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&origin, &wide, memory.get(), nullptr, &zero, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&origin, &odd, memory.get(), nullptr, &zero, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, memory.get(), &bad, &zero, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, memory.get(), &both, &zero, nullptr));
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, memory.get(), nullptr, nullptr, nullptr)); // no offsets
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, nullptr, nullptr, &zero, nullptr));        // no pool
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, memory.get(), nullptr, &zero, nullptr, 0x80));
    EXPECT_HR(E_INVALIDARG, update(nullptr, nullptr, memory.get(), nullptr, &zero, nullptr, 0, 2));
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, memory.get(), nullptr, &zero, nullptr, 0, 1, 0));
    auto plain = buffer(kTile, kSrv);
    EXPECT_HR(E_INVALIDARG, update(&origin, nullptr, plain.get(), nullptr, &zero, nullptr)); // no pool either
    EXPECT_HR(E_INVALIDARG, context2->CopyTileMappings(image.get(), &origin, plain.get(), &origin, &two, 0));
    EXPECT_HR(E_INVALIDARG, context2->CopyTileMappings(image.get(), &outside, image.get(), &origin, &two, 0));
    EXPECT_HR(E_INVALIDARG, context2->CopyTileMappings(image.get(), &origin, image.get(), &origin, &five, 0));
    EXPECT_HR(E_INVALIDARG, context2->CopyTileMappings(image.get(), &origin, image.get(), &origin, &two, 2));
    EXPECT_HR(E_INVALIDARG, context2->CopyTileMappings(image.get(), nullptr, image.get(), &origin, &two, 0));
    for (UINT i = 0; i < 4; i++)
        EXPECT_EQ(i + 1, wordOf(image.get(), i % 2, i / 2)) << i;
}

// Copies of tiles that cannot be are ignored.
TEST_F(TiledLayout, BadCopies) {
    NEED_TIER(1);
    auto memory = pool(4);
    auto image = tiled(256, 256);
    mapAll(image.get(), memory.get());
    fill(image.get(), 0, 0, 5);
    const std::vector<uint32_t> sevens(kTile / 4, 7);
    auto linear = buffer(kTile, kSrv, sevens.data());
    const D3D11_TILED_RESOURCE_COORDINATE origin = {}, outside = {0, 2, 0, 0};
    const D3D11_TILE_REGION_SIZE one = {1, FALSE, 0, 0, 0}, two = {2, FALSE, 0, 0, 0};
    constexpr UINT kOut = D3D11_TILE_COPY_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER;
    constexpr UINT kIn = D3D11_TILE_COPY_LINEAR_BUFFER_TO_SWIZZLED_TILED_RESOURCE;
    context2->CopyTiles(image.get(), &origin, &two, linear.get(), 0, kOut); // too large for the buffer
    context2->CopyTiles(image.get(), &origin, &one, linear.get(), 16, kOut);
    context2->CopyTiles(image.get(), &outside, &one, linear.get(), 0, kOut);
    context2->CopyTiles(image.get(), &origin, &one, linear.get(), 0, kIn | kOut);
    context2->CopyTiles(image.get(), &origin, &one, linear.get(), 0, 0);
    context2->CopyTiles(image.get(), &origin, &one, memory.get(), 0, kOut);
    context2->CopyTiles(image.get(), &origin, &one, nullptr, 0, kOut);
    context2->CopyTiles(nullptr, &origin, &one, linear.get(), 0, kOut);
    context2->CopyTiles(image.get(), nullptr, &one, linear.get(), 0, kOut);
    context2->CopyTiles(linear.get(), &origin, &one, linear.get(), 0, kOut);
    EXPECT_EQ(sevens, read<uint32_t>(linear.get()));
    context2->UpdateTiles(image.get(), &origin, &one, nullptr, 0);
    context2->UpdateTiles(image.get(), &outside, &one, sevens.data(), 0);
    context2->UpdateTiles(image.get(), &origin, &one, sevens.data(), kOut);
    context2->UpdateTiles(linear.get(), &origin, &one, sevens.data(), 0);
    EXPECT_EQ(5u, wordOf(image.get(), 0, 0));
    // Memory of pools cannot be copied, either.
    context->CopyResource(memory.get(), memory.get());
    context->CopySubresourceRegion(linear.get(), 0, 0, 0, 0, memory.get(), 0, nullptr);
    context->UpdateSubresource(memory.get(), 0, nullptr, std::vector<uint32_t>(kTile).data(), 0, 0);
    D3D11_MAPPED_SUBRESOURCE mapped = {};
    EXPECT_HR(E_INVALIDARG, context->Map(memory.get(), 0, D3D11_MAP_READ, 0, &mapped));
    EXPECT_EQ(5u, wordOf(image.get(), 0, 0));
}

} // namespace
} // namespace conformance
