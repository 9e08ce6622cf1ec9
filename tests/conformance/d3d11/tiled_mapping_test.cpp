// Mappings of tiles: which tile of which pool a tile of a resource is, in all the ways that UpdateTileMappings and
// CopyTileMappings can say it, and pools that grow and shrink. What a tile holds shows which one it is.
// D3D11.3 functional specification 5.9.2 and 5.9.3.
#include "tiled_fixture.h"

#include <algorithm>

namespace conformance {
namespace {

using TiledMapping = TiledTest;
using Coordinate = D3D11_TILED_RESOURCE_COORDINATE;
using Region = D3D11_TILE_REGION_SIZE;

TEST_F(TiledMapping, WhatIsWrittenToATileIsReadFromIt) {
    NEED_TIER(1);
    auto memory = pool(4);
    auto image = tiled(256, 256);
    mapAll(image.get(), memory.get());
    for (uint32_t i = 0; i < 4; i++)
        fill(image.get(), i % 2, i / 2, 0x01020304 * (i + 1));
    for (uint32_t i = 0; i < 4; i++)
        EXPECT_EQ(0x01020304 * (i + 1), wordOf(image.get(), i % 2, i / 2)) << i;
    // The same contents by the ordinary way.
    const Readback whole = read(image.get());
    EXPECT_EQ(0x01020304u, whole.at<uint32_t>(0, 0));
    EXPECT_EQ(0x01020304u * 2, whole.at<uint32_t>(255, 127));
    EXPECT_EQ(0x01020304u * 3, whole.at<uint32_t>(0, 128));
    EXPECT_EQ(0x01020304u * 4, whole.at<uint32_t>(255, 255));
}

// A tile of the pool keeps its contents when another tile of the resource is mapped to it.
TEST_F(TiledMapping, RemappedTilesBringTheirContents) {
    NEED_TIER(1);
    auto memory = pool(4);
    auto image = tiled(256, 256);
    mapAll(image.get(), memory.get());
    for (uint32_t i = 0; i < 4; i++)
        fill(image.get(), i % 2, i / 2, i + 1);
    const UINT turned[4] = {3, 2, 1, 0};
    const Coordinate at[4] = {{0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}};
    const UINT counts[4] = {1, 1, 1, 1};
    ASSERT_HR(S_OK, context2->UpdateTileMappings(image.get(), 4, at, nullptr, memory.get(), 4, nullptr, turned, counts, 0));
    for (uint32_t i = 0; i < 4; i++)
        EXPECT_EQ(4 - i, wordOf(image.get(), i % 2, i / 2)) << i;
    // And back, between reads and without waiting.
    mapAll(image.get(), memory.get());
    for (uint32_t i = 0; i < 4; i++)
        EXPECT_EQ(i + 1, wordOf(image.get(), i % 2, i / 2)) << i;
}

// Work that comes before a change sees the old mapping, work after it the new one, without a flush between.
TEST_F(TiledMapping, ChangesStandInOrderWithOtherWork) {
    NEED_TIER(1);
    auto memory = pool(2);
    auto image = tiled(128, 128);
    auto first = buffer(kTile, D3D11_BIND_SHADER_RESOURCE), second = buffer(kTile, D3D11_BIND_SHADER_RESOURCE),
         third = buffer(kTile, D3D11_BIND_SHADER_RESOURCE);
    const Coordinate at = {};
    const Region one = {1, FALSE, 0, 0, 0};
    constexpr UINT kOut = D3D11_TILE_COPY_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER;
    mapTile(image.get(), 0, 0, memory.get(), 0);
    fill(image.get(), 0, 0, 11);
    mapTile(image.get(), 0, 0, memory.get(), 1);
    fill(image.get(), 0, 0, 22);
    context2->CopyTiles(image.get(), &at, &one, first.get(), 0, kOut);
    mapTile(image.get(), 0, 0, memory.get(), 0);
    context2->CopyTiles(image.get(), &at, &one, second.get(), 0, kOut);
    mapTile(image.get(), 0, 0, memory.get(), 1);
    context2->CopyTiles(image.get(), &at, &one, third.get(), 0, kOut);
    EXPECT_EQ(22u, read<uint32_t>(first.get())[100]);
    EXPECT_EQ(11u, read<uint32_t>(second.get())[100]);
    EXPECT_EQ(22u, read<uint32_t>(third.get())[100]);
}

// Ranges and regions need not line up; flags say what becomes of each range.
TEST_F(TiledMapping, RangesOfAllKinds) {
    NEED_TIER(1);
    auto memory = pool(8);
    auto source = tiled(1024, 128), image = tiled(512, 256); // 8 tiles each
    mapAll(source.get(), memory.get());
    for (uint32_t i = 0; i < 8; i++)
        fill(source.get(), i, 0, 100 + i);
    mapAll(image.get(), memory.get());
    // Two regions of 3 and 5 tiles; ranges of 2 (sequence), 2 (skipped), 3 (one tile for all), 1 (sequence).
    const Coordinate at[2] = {{0, 0, 0, 0}, {3, 0, 0, 0}};
    const Region sizes[2] = {{3, FALSE, 0, 0, 0}, {5, FALSE, 0, 0, 0}};
    const UINT flags[4] = {0, D3D11_TILE_RANGE_SKIP, D3D11_TILE_RANGE_REUSE_SINGLE_TILE, 0};
    const UINT starts[4] = {6, 0, 5, 0}, counts[4] = {2, 2, 3, 1};
    ASSERT_HR(S_OK, context2->UpdateTileMappings(image.get(), 2, at, sizes, memory.get(), 4, flags, starts, counts, 0));
    context2->TiledResourceBarrier(source.get(), image.get());
    const uint32_t wanted[8] = {106, 107, 102, 103, 105, 105, 105, 100};
    for (uint32_t i = 0; i < 8; i++)
        EXPECT_EQ(wanted[i], wordOf(image.get(), i % 4, i / 4)) << i;
}

TEST_F(TiledMapping, BoxesAndLinearRegions) {
    NEED_TIER(1);
    auto memory = pool(16);
    auto source = tiled(2048, 128), image = tiled(512, 512); // 16 tiles each
    mapAll(source.get(), memory.get());
    for (uint32_t i = 0; i < 16; i++)
        fill(source.get(), i, 0, 200 + i);
    mapAll(image.get(), memory.get());
    // A box of 2 x 3 at (1, 1), and a row of 3 that goes on in the next line from (3, 0) on.
    const Coordinate at[2] = {{1, 1, 0, 0}, {3, 0, 0, 0}};
    const Region sizes[2] = {{6, TRUE, 2, 3, 1}, {2, FALSE, 0, 0, 0}};
    const UINT starts[2] = {0, 14}, counts[2] = {6, 2};
    ASSERT_HR(S_OK, context2->UpdateTileMappings(image.get(), 2, at, sizes, memory.get(), 2, nullptr, starts, counts, 0));
    context2->TiledResourceBarrier(nullptr, nullptr);
    const uint32_t wanted[16] = {200, 201, 202, 214, 215, 200, 201, 207, 208, 202, 203, 211, 212, 204, 205, 215};
    for (uint32_t i = 0; i < 16; i++)
        EXPECT_EQ(wanted[i], wordOf(image.get(), i % 4, i / 4)) << i;
    // Copies of tiles go through a box in the same order.
    const Coordinate corner = {1, 1, 0, 0};
    const Region box = {6, TRUE, 2, 3, 1};
    auto linear = buffer(6 * kTile, D3D11_BIND_SHADER_RESOURCE);
    context2->CopyTiles(image.get(), &corner, &box, linear.get(), 0,
                        D3D11_TILE_COPY_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER);
    const auto words = read<uint32_t>(linear.get());
    for (uint32_t i = 0; i < 6; i++)
        EXPECT_EQ(200 + i, words[i * kTile / 4]) << i;
}

// A region that spills over into the next levels, and boxes over the layers of an array.
TEST_F(TiledMapping, MipsAndLayers) {
    NEED_TIER(1);
    auto memory = pool(10);
    auto image = tiled(256, 256, D3D11_BIND_SHADER_RESOURCE, 2, 2); // 4 + 1 tiles a layer
    const Coordinate at = {0, 0, 0, 0};
    const Region all = {10, FALSE, 0, 0, 0};
    const UINT start = 0;
    ASSERT_HR(S_OK, context2->UpdateTileMappings(image.get(), 1, &at, &all, memory.get(), 1, nullptr, &start, nullptr, 0));
    for (uint32_t i = 0; i < 10; i++) {
        const uint32_t layer = i / 5, in = i % 5;
        fill(image.get(), in == 4 ? 0 : in % 2, in == 4 ? 0 : in / 2, 300 + i, layer * 2 + (in == 4));
    }
    EXPECT_EQ(304u, read(image.get(), 1).at<uint32_t>(5, 5));
    EXPECT_EQ(309u, read(image.get(), 3).at<uint32_t>(127, 127));
    EXPECT_EQ(308u, read(image.get(), 2).at<uint32_t>(255, 255));
    // Depth counts layers: the left column of the top level of both.
    const Region column = {4, TRUE, 1, 2, 2};
    const UINT turned = 4; // tiles 4 to 7
    ASSERT_HR(S_OK,
              context2->UpdateTileMappings(image.get(), 1, &at, &column, memory.get(), 1, nullptr, &turned, nullptr, 0));
    EXPECT_EQ(304u, wordOf(image.get(), 0, 0, 0));
    EXPECT_EQ(305u, wordOf(image.get(), 0, 1, 0));
    EXPECT_EQ(306u, wordOf(image.get(), 0, 0, 2));
    EXPECT_EQ(307u, wordOf(image.get(), 0, 1, 2));
    EXPECT_EQ(301u, wordOf(image.get(), 1, 0, 0));
}

// Packed mips are mapped as a whole and filled by the ordinary calls.
TEST_F(TiledMapping, PackedMips) {
    NEED_TIER(1);
    auto image = tiled(256, 256, D3D11_BIND_SHADER_RESOURCE, 9);
    UINT tiles = 0, count = 9;
    D3D11_PACKED_MIP_DESC packed = {};
    D3D11_SUBRESOURCE_TILING tilings[9];
    device2->GetResourceTiling(image.get(), &tiles, &packed, nullptr, &count, 0, tilings);
    if (!packed.NumPackedMips)
        GTEST_SKIP() << "the driver packs no mips";
    auto memory = pool(tiles);
    const UINT firstMip = packed.NumStandardMips;
    // The standard mips, then the packed ones to the front of the pool.
    const Coordinate at[2] = {{0, 0, 0, 0}, {0, 0, 0, firstMip}};
    const Region sizes[2] = {{tiles - packed.NumTilesForPackedMips, FALSE, 0, 0, 0},
                             {packed.NumTilesForPackedMips, FALSE, 0, 0, 0}};
    const UINT starts[2] = {packed.NumTilesForPackedMips, 0};
    const UINT counts[2] = {tiles - packed.NumTilesForPackedMips, packed.NumTilesForPackedMips};
    ASSERT_HR(S_OK, context2->UpdateTileMappings(image.get(), 2, at, sizes, memory.get(), 2, nullptr, starts, counts, 0));
    for (uint32_t mip = 0; mip < 9; mip++) {
        const std::vector<uint32_t> texels(size_t(256 >> mip) * (256 >> mip), 400 + mip);
        context->UpdateSubresource(image.get(), mip, nullptr, texels.data(), (256 >> mip) * 4, 0);
    }
    for (uint32_t mip = 0; mip < 9; mip++)
        EXPECT_EQ(400 + mip, read(image.get(), mip).at<uint32_t>((256 >> mip) - 1, 0)) << mip;
    // Another texture of the same kind shows the same packed mips.
    auto other = tiled(256, 256, D3D11_BIND_SHADER_RESOURCE, 9);
    ASSERT_HR(S_OK, context2->UpdateTileMappings(other.get(), 2, at, sizes, memory.get(), 2, nullptr, starts, counts, 0));
    context2->TiledResourceBarrier(image.get(), other.get());
    EXPECT_EQ(408u, read(other.get(), 8).at<uint32_t>(0, 0));
    EXPECT_EQ(403u, read(other.get(), 3).at<uint32_t>(31, 31));
    // Whole tiles of packed mips cannot be copied.
    auto linear = buffer(kTile, D3D11_BIND_SHADER_RESOURCE, std::vector<uint32_t>(kTile / 4, 7).data());
    const Region one = {1, FALSE, 0, 0, 0};
    context2->CopyTiles(image.get(), &at[1], &one, linear.get(), 0,
                        D3D11_TILE_COPY_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER);
    EXPECT_EQ(7u, read<uint32_t>(linear.get())[0]);
}

// However the driver packs them, small levels have their own contents.
TEST_F(TiledMapping, WholeMipChain) {
    NEED_TIER(1);
    auto image = tiled(512, 256, D3D11_BIND_SHADER_RESOURCE, 10);
    UINT tiles = 0;
    device2->GetResourceTiling(image.get(), &tiles, nullptr, nullptr, nullptr, 0, nullptr);
    auto memory = pool(tiles);
    mapAll(image.get(), memory.get());
    for (uint32_t mip = 0; mip < 10; mip++) {
        const uint32_t width = 512 >> mip, height = std::max(256 >> mip, 1);
        const std::vector<uint32_t> texels(size_t(width) * height, 400 + mip);
        context->UpdateSubresource(image.get(), mip, nullptr, texels.data(), width * 4, 0);
    }
    for (uint32_t mip = 0; mip < 10; mip++)
        EXPECT_EQ(400 + mip, read(image.get(), mip).at<uint32_t>((512 >> mip) - 1, 0)) << mip;
}

// Two resources see one tile; a barrier stands between the write of the one and the read of the other.
TEST_F(TiledMapping, TwoResourcesShareATile) {
    NEED_TIER(1);
    auto memory = pool(3);
    auto a = tiled(256, 128), b = tiled(256, 128);
    mapTile(a.get(), 0, 0, memory.get(), 0);
    mapTile(a.get(), 1, 0, memory.get(), 1);
    mapTile(b.get(), 0, 0, memory.get(), 1);
    mapTile(b.get(), 1, 0, memory.get(), 2);
    for (uint32_t round = 0; round < 3; round++) {
        fill(a.get(), 1, 0, 500 + round);
        context2->TiledResourceBarrier(a.get(), b.get());
        EXPECT_EQ(500 + round, wordOf(b.get(), 0, 0));
        fill(b.get(), 0, 0, 600 + round);
        context2->TiledResourceBarrier(b.get(), a.get());
        EXPECT_EQ(600 + round, wordOf(a.get(), 1, 0));
    }
}

TEST_F(TiledMapping, CopiedMappings) {
    NEED_TIER(1);
    auto memory = pool(6);
    auto a = tiled(512, 128), b = tiled(512, 256);
    mapAll(a.get(), memory.get(), 2);
    for (uint32_t i = 0; i < 4; i++)
        fill(a.get(), i, 0, 700 + i);
    const Coordinate from = {1, 0, 0, 0}, to = {2, 1, 0, 0};
    const Region two = {2, FALSE, 0, 0, 0};
    ASSERT_HR(S_OK, context2->CopyTileMappings(b.get(), &to, a.get(), &from, &two, 0));
    context2->TiledResourceBarrier(a.get(), b.get());
    EXPECT_EQ(701u, wordOf(b.get(), 2, 1));
    EXPECT_EQ(702u, wordOf(b.get(), 3, 1));
    // Within one resource, over itself: as if by way of a copy.
    const Coordinate start = {0, 0, 0, 0}, next = {1, 0, 0, 0};
    const Region three = {3, FALSE, 0, 0, 0};
    ASSERT_HR(S_OK, context2->CopyTileMappings(a.get(), &next, a.get(), &start, &three, D3D11_TILE_MAPPING_NO_OVERWRITE));
    const uint32_t wanted[4] = {700, 700, 701, 702};
    for (uint32_t i = 0; i < 4; i++)
        EXPECT_EQ(wanted[i], wordOf(a.get(), i, 0)) << i;
}

// So many rows that the backend does not see them all at once, shifted over themselves both ways.
TEST_F(TiledMapping, LargeOverlappingCopies) {
    NEED_TIER(1);
    constexpr UINT kHigh = 1500; // tiles, 2 a row
    auto memory = pool(3);
    auto words = tiled(256, 16384, D3D11_BIND_SHADER_RESOURCE, 1, 12); // 2 x 128 x 12 tiles
    std::vector<Coordinate> at;
    std::vector<UINT> starts;
    const std::vector<UINT> ones(2 * kHigh, 1);
    for (UINT i = 0; i < 2 * kHigh; i++) {
        at.push_back({i % 2, i / 2 % 128, 0, i / 256});
        starts.push_back(i / 2 % 3);
    }
    ASSERT_HR(S_OK, context2->UpdateTileMappings(words.get(), 2 * kHigh, at.data(), nullptr, memory.get(), 2 * kHigh,
                                                 nullptr, starts.data(), ones.data(), 0));
    for (UINT i = 0; i < 3; i++)
        fill(words.get(), 0, i, 50 + i);
    const auto row = [&](UINT index) { return wordOf(words.get(), 0, index % 128, index / 128); };
    ASSERT_EQ(50u + 1400 % 3, row(1400));
    // The left column of one layer after the other is a box of one tile's width: many short rows.
    const Region box = {127 * 11, TRUE, 1, 127, 11};
    const Coordinate top = {0, 0, 0, 0}, next = {0, 1, 0, 0};
    ASSERT_HR(S_OK, context2->CopyTileMappings(words.get(), &next, words.get(), &top, &box, 0));
    EXPECT_EQ(50u, row(0));
    for (UINT i : {1u, 2u, 3u, 126u, 127u, 129u, 1000u, 1300u})
        EXPECT_EQ(50 + (i % 128 ? i - 1 : i) % 3, row(i)) << i;
    ASSERT_HR(S_OK, context2->CopyTileMappings(words.get(), &top, words.get(), &next, &box, 0));
    for (UINT i : {0u, 1u, 2u, 126u, 128u, 1000u, 1300u})
        EXPECT_EQ(50 + i % 3, row(i)) << i;
}

// The promise that nothing uses what changes: the change may come early, but never after what follows.
TEST_F(TiledMapping, ChangesThatNeedNotWait) {
    NEED_TIER(1);
    auto memory = pool(8);
    auto image = tiled(1024, 128);
    std::vector<uint32_t> words(kTile / 4);
    for (UINT i = 0; i < 8; i++) {
        const Coordinate at = {i, 0, 0, 0};
        const Region one = {1, FALSE, 0, 0, 0};
        const UINT start = 7 - i;
        ASSERT_HR(S_OK, context2->UpdateTileMappings(image.get(), 1, &at, &one, memory.get(), 1, nullptr, &start, nullptr,
                                                     D3D11_TILE_MAPPING_NO_OVERWRITE));
        std::fill(words.begin(), words.end(), 60 + i);
        context2->UpdateTiles(image.get(), &at, &one, words.data(), D3D11_TILE_COPY_NO_OVERWRITE);
        if (i % 3 == 2)
            context->Flush();
    }
    for (UINT i = 0; i < 8; i++)
        EXPECT_EQ(60 + i, wordOf(image.get(), i, 0)) << i;
}

// Naming another pool clears all mappings into the old one.
TEST_F(TiledMapping, OnePoolAtATime) {
    NEED_TIER(2);
    auto first = pool(2), second = pool(2);
    auto image = tiled(256, 128);
    mapAll(image.get(), first.get());
    fill(image.get(), 0, 0, 1);
    fill(image.get(), 1, 0, 2);
    mapTile(image.get(), 0, 0, second.get(), 1);
    fill(image.get(), 0, 0, 3);
    EXPECT_EQ(3u, wordOf(image.get(), 0, 0));
    EXPECT_EQ(0u, wordOf(image.get(), 1, 0));
}

// Reads of tiles without memory give zero; writes to them are dropped.
TEST_F(TiledMapping, UnmappedTilesReadZero) {
    NEED_TIER(2);
    auto memory = pool(2);
    auto image = tiled(256, 128);
    EXPECT_EQ(0u, wordOf(image.get(), 0, 0));
    mapAll(image.get(), memory.get());
    fill(image.get(), 0, 0, 5);
    fill(image.get(), 1, 0, 6);
    unmapTile(image.get(), 0, 0);
    EXPECT_EQ(0u, wordOf(image.get(), 0, 0));
    EXPECT_EQ(6u, wordOf(image.get(), 1, 0));
    fill(image.get(), 0, 0, 9);
    mapTile(image.get(), 0, 0, memory.get(), 0);
    EXPECT_EQ(5u, wordOf(image.get(), 0, 0));
}

// Existing memory stays as it is when a pool grows, and mappings beyond its end when it shrinks.
TEST_F(TiledMapping, PoolsGrowAndShrink) {
    NEED_TIER(1);
    auto memory = pool(1);
    auto image = tiled(512, 128);
    const UINT three = 3;
    const Coordinate at = {3, 0, 0, 0};
    EXPECT_HR(E_INVALIDARG,
              context2->UpdateTileMappings(image.get(), 1, &at, nullptr, memory.get(), 1, nullptr, &three, nullptr, 0));
    mapTile(image.get(), 0, 0, memory.get(), 0);
    fill(image.get(), 0, 0, 800);
    ASSERT_HR(S_OK, context2->ResizeTilePool(memory.get(), 4 * kTile));
    for (UINT i = 1; i < 4; i++) {
        mapTile(image.get(), i, 0, memory.get(), i);
        fill(image.get(), i, 0, 800 + i);
    }
    ASSERT_HR(S_OK, context2->ResizeTilePool(memory.get(), kTile));
    EXPECT_HR(E_INVALIDARG,
              context2->UpdateTileMappings(image.get(), 1, &at, nullptr, memory.get(), 1, nullptr, &three, nullptr, 0));
    for (UINT i = 0; i < 4; i++)
        EXPECT_EQ(800 + i, wordOf(image.get(), i, 0)) << i;
    // Grown again: what mappings kept is used first.
    ASSERT_HR(S_OK, context2->ResizeTilePool(memory.get(), 4 * kTile));
    mapTile(image.get(), 0, 0, memory.get(), 3);
    EXPECT_EQ(803u, wordOf(image.get(), 0, 0));
    ASSERT_HR(S_OK, context2->ResizeTilePool(memory.get(), 0));
    EXPECT_EQ(802u, wordOf(image.get(), 2, 0));
    EXPECT_HR(E_INVALIDARG, context2->ResizeTilePool(memory.get(), kTile + 4096));
    EXPECT_HR(E_INVALIDARG, context2->ResizeTilePool(buffer(kTile, D3D11_BIND_VERTEX_BUFFER).get(), kTile));
    EXPECT_HR(E_INVALIDARG, context2->ResizeTilePool(nullptr, kTile));
}

// A pool lives as long as a resource is mapped to it.
TEST_F(TiledMapping, MappingsKeepThePool) {
    NEED_TIER(1);
    auto image = tiled(128, 128);
    {
        auto memory = pool(1);
        mapAll(image.get(), memory.get());
        fill(image.get(), 0, 0, 42);
    }
    context->Flush();
    auto others = pool(16); // would take the memory if it were free
    auto full = tiled(512, 512);
    mapAll(full.get(), others.get());
    for (UINT i = 0; i < 16; i++)
        fill(full.get(), i % 4, i / 4, 13);
    EXPECT_EQ(42u, wordOf(image.get(), 0, 0));
}

// Command lists change mappings when they are executed, each time.
TEST_F(TiledMapping, CommandLists) {
    NEED_TIER(1);
    auto memory = pool(2);
    auto image = tiled(128, 128);
    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    auto deferred2 = deferred.as<ID3D11DeviceContext2>();
    const Coordinate at = {};
    const Region one = {1, FALSE, 0, 0, 0};
    const UINT second = 1;
    const std::vector<uint32_t> words(kTile / 4, 900);
    ASSERT_HR(S_OK,
              deferred2->UpdateTileMappings(image.get(), 1, &at, &one, memory.get(), 1, nullptr, &second, nullptr, 0));
    deferred2->UpdateTiles(image.get(), &at, &one, words.data(), 0);
    Com<ID3D11CommandList> list;
    ASSERT_HR(S_OK, deferred->FinishCommandList(FALSE, list.out()));
    for (uint32_t round = 0; round < 2; round++) {
        mapTile(image.get(), 0, 0, memory.get(), 0);
        fill(image.get(), 0, 0, 901 + round);
        context->ExecuteCommandList(list.get(), FALSE);
        EXPECT_EQ(900u, wordOf(image.get(), 0, 0));
        mapTile(image.get(), 0, 0, memory.get(), 0);
        EXPECT_EQ(901 + round, wordOf(image.get(), 0, 0));
    }
}

// Mappings, fills, copies and resizes in a random order, beside a model of what every tile must hold.
TEST_F(TiledMapping, AModelAgrees) {
    NEED_TIER(1);
    constexpr UINT kTiles = 16; // of each resource
    uint32_t state = 12345;
    const auto random = [&](uint32_t below) {
        state = state * 1664525 + 1013904223;
        return (state >> 8) % below;
    };
    auto memory = pool(6);
    Com<ID3D11Texture2D> resources[2] = {tiled(512, 512), tiled(2048, 128)};
    const UINT wide[2] = {4, 16};
    UINT inPool = 6;
    std::vector<uint32_t> held(12, 0); // by tile of the pool
    std::vector<UINT> mapped[2] = {std::vector<UINT>(kTiles, 0), std::vector<UINT>(kTiles, 0)};
    for (UINT r = 0; r < 2; r++) {
        const UINT flag = D3D11_TILE_RANGE_REUSE_SINGLE_TILE, start = 0;
        ASSERT_HR(S_OK, context2->UpdateTileMappings(resources[r].get(), 1, nullptr, nullptr, memory.get(), 1, &flag,
                                                     &start, nullptr, 0));
    }
    for (UINT i = 0; i < 12; i++)
        held[i] = 0xf00 + i;
    ASSERT_HR(S_OK, context2->ResizeTilePool(memory.get(), 12 * kTile));
    for (UINT i = 0; i < 12; i++) {
        mapTile(resources[0].get(), 0, 0, memory.get(), i);
        fill(resources[0].get(), 0, 0, held[i]);
    }
    mapped[0][0] = 11;
    inPool = 12;
    for (uint32_t round = 0; round < 250; round++) {
        const UINT r = random(2), other = 1 - r, first = random(kTiles), count = 1 + random(kTiles - first);
        const Coordinate at = {first % wide[r], first / wide[r], 0, 0};
        const Region region = {count, FALSE, 0, 0, 0};
        switch (random(6)) {
        case 0: { // a sequence
            const UINT most = std::min(count, inPool), start = random(inPool - most + 1);
            const Region part = {most, FALSE, 0, 0, 0};
            ASSERT_HR(S_OK, context2->UpdateTileMappings(resources[r].get(), 1, &at, &part, memory.get(), 1, nullptr,
                                                         &start, nullptr, 0));
            if (!random(4))
                context->Flush();
            for (UINT i = 0; i < most; i++)
                mapped[r][first + i] = start + i;
            break;
        }
        case 1: { // one tile, then some that stay
            const UINT same = 1 + random(count), flags[2] = {D3D11_TILE_RANGE_REUSE_SINGLE_TILE, D3D11_TILE_RANGE_SKIP};
            const UINT starts[2] = {random(inPool), 0}, counts[2] = {same, count - same};
            ASSERT_HR(S_OK, context2->UpdateTileMappings(resources[r].get(), 1, &at, &region, memory.get(), 2, flags,
                                                         starts, counts, 0));
            std::fill_n(mapped[r].begin() + first, same, starts[0]);
            break;
        }
        case 2: { // from the other resource
            const UINT from = random(kTiles - count + 1);
            const Coordinate source = {from % wide[other], from / wide[other], 0, 0};
            ASSERT_HR(S_OK, context2->CopyTileMappings(resources[r].get(), &at, resources[other].get(), &source, &region, 0));
            std::copy_n(mapped[other].begin() + from, count, mapped[r].begin() + first);
            break;
        }
        case 3: { // within one
            const UINT from = random(kTiles - count + 1);
            const Coordinate source = {from % wide[r], from / wide[r], 0, 0};
            ASSERT_HR(S_OK, context2->CopyTileMappings(resources[r].get(), &at, resources[r].get(), &source, &region, 0));
            const std::vector<UINT> before = mapped[r];
            std::copy_n(before.begin() + from, count, mapped[r].begin() + first);
            break;
        }
        case 4: // the pool, down and up again; what is mapped stays
            inPool = 3 + random(10);
            ASSERT_HR(S_OK, context2->ResizeTilePool(memory.get(), uint64_t(inPool) * kTile));
            break;
        default:
            fill(resources[r].get(), first % wide[r], first / wide[r], round);
            held[mapped[r][first]] = round;
            break;
        }
        context2->TiledResourceBarrier(nullptr, nullptr);
        const UINT look = random(kTiles);
        ASSERT_EQ(held[mapped[other][look]], wordOf(resources[other].get(), look % wide[other], look / wide[other])) << round;
        context2->TiledResourceBarrier(nullptr, nullptr);
        // Tiles that nobody maps lose what they held when the pool shrinks.
        for (UINT i = inPool; i < 12; i++) {
            const bool used = std::count(mapped[0].begin(), mapped[0].end(), i) + std::count(mapped[1].begin(), mapped[1].end(), i) > 0;
            if (!used)
                held[i] = ~0u;
        }
        if (std::count(held.begin(), held.end(), ~0u) == 0)
            continue;
        ASSERT_HR(S_OK, context2->ResizeTilePool(memory.get(), 12 * kTile));
        const UINT saved = mapped[r][0];
        for (UINT i = 0; i < 12; i++) {
            if (held[i] != ~0u)
                continue;
            mapTile(resources[r].get(), 0, 0, memory.get(), i);
            fill(resources[r].get(), 0, 0, held[i] = 0xe000 + round);
        }
        mapTile(resources[r].get(), 0, 0, memory.get(), saved);
        inPool = 12;
    }
    context2->TiledResourceBarrier(nullptr, nullptr);
    for (UINT r = 0; r < 2; r++)
        for (UINT i = 0; i < kTiles; i++)
            EXPECT_EQ(held[mapped[r][i]], wordOf(resources[r].get(), i % wide[r], i / wide[r])) << r << ", " << i;
}

// Many rows are several packets, and the change is still one.
TEST_F(TiledMapping, ManyRows) {
    NEED_TIER(1);
    constexpr UINT kSide = 64; // tiles
    auto memory = pool(4);
    auto image = tiled(kSide * 128, kSide * 128);
    std::vector<Coordinate> at;
    std::vector<UINT> starts, counts;
    for (UINT i = 0; i < kSide * kSide; i++) {
        at.push_back({i % kSide, i / kSide, 0, 0});
        starts.push_back((i / kSide + i) % 4);
        counts.push_back(1);
    }
    ASSERT_HR(S_OK, context2->UpdateTileMappings(image.get(), kSide * kSide, at.data(), nullptr, memory.get(),
                                                 kSide * kSide, nullptr, starts.data(), counts.data(), 0));
    for (UINT i = 0; i < 4; i++)
        fill(image.get(), i, 0, 1000 + i);
    for (UINT y : {1u, 31u, 63u})
        for (UINT x : {0u, 17u, 62u, 63u})
            EXPECT_EQ(1000 + (y + x) % 4, wordOf(image.get(), x, y)) << x << ", " << y;
}

} // namespace
} // namespace conformance
