#pragma once
// What the tests of tiled resources share: pools and tiled resources, short ways to map tiles, and whole tiles of one value
// written and read. Tests skip where the device offers no tiled resources (needTier()).

#include "shader/shader_test.h"

#include <initializer_list>

namespace conformance {

inline constexpr uint32_t kTile = 65536; // bytes

class TiledTest : public ShaderTest {
protected:
    void SetUp() override;
    void TearDown() override;

    D3D11_TILED_RESOURCES_TIER tier() const { return tier_; }
    HRESULT makePool(uint32_t tiles, Com<ID3D11Buffer>& pool, UINT misc = D3D11_RESOURCE_MISC_TILE_POOL);
    Com<ID3D11Buffer> pool(uint32_t tiles);
    HRESULT makeTiled(const D3D11_TEXTURE2D_DESC& desc, Com<ID3D11Texture2D>& texture);
    // R8G8B8A8_UNORM: tiles of 128 x 128.
    Com<ID3D11Texture2D> tiled(uint32_t width, uint32_t height, UINT bind = D3D11_BIND_SHADER_RESOURCE,
                               uint32_t mips = 1, uint32_t layers = 1, DXGI_FORMAT format = DXGI_FORMAT_R8G8B8A8_UNORM);
    Com<ID3D11Buffer> tiledBuffer(uint32_t bytes, UINT bind = D3D11_BIND_SHADER_RESOURCE, UINT misc = 0,
                                  UINT stride = 0);

    // All tiles of the resource to tiles of the pool, one after the other from `first` on.
    void mapAll(ID3D11Resource* resource, ID3D11Buffer* from, UINT first = 0);
    // One tile, by its place in a subresource.
    void mapTile(ID3D11Resource* resource, UINT x, UINT y, ID3D11Buffer* from, UINT poolTile, UINT subresource = 0);
    void unmapTile(ID3D11Resource* resource, UINT x, UINT y, UINT subresource = 0);
    // One whole tile filled with a word, by UpdateTiles.
    void fill(ID3D11Resource* resource, UINT x, UINT y, uint32_t word, UINT subresource = 0);
    // One tile by CopyTiles, as words.
    std::vector<uint32_t> tile(ID3D11Resource* resource, UINT x, UINT y, UINT subresource = 0);
    // The first word of a tile; fails the test if the others differ.
    uint32_t wordOf(ID3D11Resource* resource, UINT x, UINT y, UINT subresource = 0);

    Com<ID3D11Device2> device2;
    Com<ID3D11DeviceContext2> context2;

private:
    D3D11_TILED_RESOURCES_TIER tier_ = D3D11_TILED_RESOURCES_NOT_SUPPORTED;
};

#define NEED_TIER(least)                                                                                               \
    if (HasFatalFailure() || tier() < least)                                                                           \
    GTEST_SKIP() << "tiled resources of tier " << least << " are not offered (tier " << tier() << ")"

} // namespace conformance
