// Copies of block-compressed textures where a level is smaller than a block, and between blocks and plain texels of the same
// size. Microsoft Learn, "Format conversion using Direct3D 10.1", CopySubresourceRegion; D3D11.3 specification 19.5.
#include "support/fixture.h"

namespace conformance {
namespace {

constexpr UINT kSrv = D3D11_BIND_SHADER_RESOURCE;

class BlockCopy : public DeviceTest {
protected:
    struct Block {
        uint8_t bytes[8];
        bool operator==(const Block&) const = default;
    };
    static Block block(uint8_t first) {
        Block made;
        for (uint8_t i = 0; i < 8; i++)
            made.bytes[i] = static_cast<uint8_t>(first + i);
        return made;
    }
    // BC1 with a full chain of 8 x 8: 4 blocks, then one in each smaller level. Blocks count up from `first`.
    Com<ID3D11Texture2D> chain(uint8_t first) {
        std::vector<Block> blocks;
        for (uint8_t i = 0; i < 7; i++)
            blocks.push_back(block(static_cast<uint8_t>(first + i * 16)));
        const D3D11_SUBRESOURCE_DATA data[4] = {{&blocks[0], 16, 0}, {&blocks[4], 8, 0}, {&blocks[5], 8, 0}, {&blocks[6], 8, 0}};
        const D3D11_TEXTURE2D_DESC desc{8, 8, 4, 1, DXGI_FORMAT_BC1_UNORM, {1, 0}, D3D11_USAGE_DEFAULT, kSrv, 0, 0};
        Com<ID3D11Texture2D> made;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, data, made.out()));
        return made;
    }
    // The first block of a level.
    Block first(ID3D11Texture2D* texture, UINT level, uint32_t column = 0) {
        D3D11_TEXTURE2D_DESC desc{};
        texture->GetDesc(&desc);
        desc.Usage = D3D11_USAGE_STAGING;
        desc.BindFlags = 0;
        desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        Com<ID3D11Texture2D> staging;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
        context->CopyResource(staging.get(), texture);
        D3D11_MAPPED_SUBRESOURCE mapped{};
        EXPECT_HR(S_OK, context->Map(staging.get(), level, D3D11_MAP_READ, 0, &mapped));
        Block found{};
        if (mapped.pData)
            std::memcpy(&found, static_cast<uint8_t*>(mapped.pData) + column * sizeof(Block), sizeof found);
        context->Unmap(staging.get(), level);
        return found;
    }
};

TEST_F(BlockCopy, BetweenLevelsOfABlockAndLess) {
    auto target = chain(1);
    auto source = chain(101);
    // 4 x 4 into 2 x 2, 1 x 1 into 4 x 4, one block of 8 x 8 into 1 x 1, 2 x 2 into the middle of 8 x 8.
    context->CopySubresourceRegion(target.get(), 2, 0, 0, 0, source.get(), 1, nullptr);
    EXPECT_EQ(first(source.get(), 1), first(target.get(), 2));
    context->CopySubresourceRegion(target.get(), 1, 0, 0, 0, source.get(), 3, nullptr);
    EXPECT_EQ(first(source.get(), 3), first(target.get(), 1));
    const D3D11_BOX one{4, 0, 0, 8, 4, 1};
    context->CopySubresourceRegion(target.get(), 3, 0, 0, 0, source.get(), 0, &one);
    EXPECT_EQ(first(source.get(), 0, 1), first(target.get(), 3));
    context->CopySubresourceRegion(target.get(), 0, 4, 0, 0, source.get(), 2, nullptr);
    EXPECT_EQ(first(source.get(), 2), first(target.get(), 0, 1));
    EXPECT_EQ(block(1), first(target.get(), 0)) << "its neighbour stays";
}

TEST_F(BlockCopy, BetweenBlocksAndTexels) {
    auto blocks = chain(1);
    const Block texels[4] = {block(201), block(209), block(217), block(225)};
    auto plain = texture(2, 2, DXGI_FORMAT_R32G32_UINT, kSrv, texels, 16);
    context->CopySubresourceRegion(blocks.get(), 0, 0, 0, 0, plain.get(), 0, nullptr);
    EXPECT_EQ(texels[0], first(blocks.get(), 0));
    EXPECT_EQ(texels[1], first(blocks.get(), 0, 1));
    // One texel into a level that is less than a block, and back.
    const D3D11_BOX corner{1, 1, 0, 2, 2, 1};
    context->CopySubresourceRegion(blocks.get(), 2, 0, 0, 0, plain.get(), 0, &corner);
    EXPECT_EQ(texels[3], first(blocks.get(), 2));
    context->CopySubresourceRegion(plain.get(), 0, 1, 0, 0, blocks.get(), 3, nullptr);
    EXPECT_EQ(first(blocks.get(), 3), first(plain.get(), 0, 1));
    EXPECT_EQ(texels[0], first(plain.get(), 0));
    // By way of staging textures.
    const D3D11_TEXTURE2D_DESC desc{2, 2, 1, 1, DXGI_FORMAT_R32G32_UINT, {1, 0}, D3D11_USAGE_STAGING, 0,
                                    D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE, 0};
    const D3D11_SUBRESOURCE_DATA data{texels, 16, 0};
    Com<ID3D11Texture2D> staging;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, &data, staging.out()));
    auto other = chain(31);
    context->CopySubresourceRegion(other.get(), 0, 0, 0, 0, staging.get(), 0, nullptr);
    EXPECT_EQ(texels[1], first(other.get(), 0, 1));
    context->CopySubresourceRegion(staging.get(), 0, 0, 0, 0, other.get(), 1, nullptr);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
    Block found;
    std::memcpy(&found, mapped.pData, sizeof found);
    context->Unmap(staging.get(), 0);
    EXPECT_EQ(first(other.get(), 1), found);
}

} // namespace
} // namespace conformance
