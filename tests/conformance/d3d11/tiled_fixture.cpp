#include "tiled_fixture.h"

namespace conformance {

void TiledTest::SetUp() {
    ShaderTest::SetUp();
    if (HasFatalFailure())
        return;
    device2 = device.as<ID3D11Device2>();
    context2 = context.as<ID3D11DeviceContext2>();
    ASSERT_TRUE(device2 && context2);
    D3D11_FEATURE_DATA_D3D11_OPTIONS1 options = {};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS1, &options, sizeof options));
    tier_ = options.TiledResourcesTier;
}

void TiledTest::TearDown() {
    device2.reset();
    context2.reset();
    ShaderTest::TearDown();
}

HRESULT TiledTest::makePool(uint32_t tiles, Com<ID3D11Buffer>& pool, UINT misc) {
    const D3D11_BUFFER_DESC desc = {tiles * kTile, D3D11_USAGE_DEFAULT, 0, 0, misc, 0};
    return device->CreateBuffer(&desc, nullptr, pool.out());
}

Com<ID3D11Buffer> TiledTest::pool(uint32_t tiles) {
    Com<ID3D11Buffer> made;
    EXPECT_HR(S_OK, makePool(tiles, made));
    return made;
}

HRESULT TiledTest::makeTiled(const D3D11_TEXTURE2D_DESC& desc, Com<ID3D11Texture2D>& texture) {
    return device->CreateTexture2D(&desc, nullptr, texture.out());
}

Com<ID3D11Texture2D> TiledTest::tiled(uint32_t width, uint32_t height, UINT bind, uint32_t mips, uint32_t layers,
                                      DXGI_FORMAT format) {
    Com<ID3D11Texture2D> made;
    EXPECT_HR(S_OK, makeTiled({width, height, mips, layers, format, {1, 0}, D3D11_USAGE_DEFAULT, bind, 0,
                               D3D11_RESOURCE_MISC_TILED},
                              made));
    return made;
}

Com<ID3D11Buffer> TiledTest::tiledBuffer(uint32_t bytes, UINT bind, UINT misc, UINT stride) {
    return buffer(bytes, bind, nullptr, D3D11_USAGE_DEFAULT, misc | D3D11_RESOURCE_MISC_TILED, stride);
}

void TiledTest::mapAll(ID3D11Resource* resource, ID3D11Buffer* from, UINT first) {
    EXPECT_HR(S_OK, context2->UpdateTileMappings(resource, 1, nullptr, nullptr, from, 1, nullptr, &first, nullptr, 0));
}

void TiledTest::mapTile(ID3D11Resource* resource, UINT x, UINT y, ID3D11Buffer* from, UINT poolTile, UINT subresource) {
    const D3D11_TILED_RESOURCE_COORDINATE at = {x, y, 0, subresource};
    EXPECT_HR(S_OK, context2->UpdateTileMappings(resource, 1, &at, nullptr, from, 1, nullptr, &poolTile, nullptr, 0));
}

void TiledTest::unmapTile(ID3D11Resource* resource, UINT x, UINT y, UINT subresource) {
    const D3D11_TILED_RESOURCE_COORDINATE at = {x, y, 0, subresource};
    const UINT flag = D3D11_TILE_RANGE_NULL;
    EXPECT_HR(S_OK, context2->UpdateTileMappings(resource, 1, &at, nullptr, nullptr, 1, &flag, nullptr, nullptr, 0));
}

void TiledTest::fill(ID3D11Resource* resource, UINT x, UINT y, uint32_t word, UINT subresource) {
    const D3D11_TILED_RESOURCE_COORDINATE at = {x, y, 0, subresource};
    const D3D11_TILE_REGION_SIZE one = {1, FALSE, 0, 0, 0};
    const std::vector<uint32_t> words(kTile / 4, word);
    context2->UpdateTiles(resource, &at, &one, words.data(), 0);
}

std::vector<uint32_t> TiledTest::tile(ID3D11Resource* resource, UINT x, UINT y, UINT subresource) {
    const D3D11_TILED_RESOURCE_COORDINATE at = {x, y, 0, subresource};
    const D3D11_TILE_REGION_SIZE one = {1, FALSE, 0, 0, 0};
    const std::vector<uint32_t> untouched(kTile / 4, 0xdeadbeef);
    auto linear = buffer(kTile, D3D11_BIND_SHADER_RESOURCE, untouched.data());
    context2->CopyTiles(resource, &at, &one, linear.get(), 0, D3D11_TILE_COPY_SWIZZLED_TILED_RESOURCE_TO_LINEAR_BUFFER);
    return read<uint32_t>(linear.get());
}

uint32_t TiledTest::wordOf(ID3D11Resource* resource, UINT x, UINT y, UINT subresource) {
    const std::vector<uint32_t> words = tile(resource, x, y, subresource);
    for (size_t i = 1; i < words.size(); i++) {
        if (words[i] != words[0]) {
            ADD_FAILURE() << "word " << i << " of the tile is " << words[i] << ", the first is " << words[0];
            break;
        }
    }
    return words[0];
}

} // namespace conformance
