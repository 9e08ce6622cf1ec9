#pragma once
// What the driver can do with each format, asked once per adapter; immutable afterwards, any thread. It also chooses the
// VkFormat that stands for a DXGI format on this driver (D24S8 becomes D32S8 where there is none, B4G4R4A4 a swizzled
// relative), so that the layers above never name a VkFormat.

#include "gpu/format/format_table.h"
#include "gpu/format/texel_code.h"

#include <array>
#include <cstdint>
#include <vector>

namespace hendeca::vk {
class Adapter;
}

namespace hendeca::gpu {

struct VideoFormat;

// Values of D3D11_FORMAT_SUPPORT.
enum FormatUse : uint32_t {
    kUseBuffer = 0x1,
    kUseVertexBuffer = 0x2,
    kUseIndexBuffer = 0x4,
    kUseStreamOutBuffer = 0x8,
    kUseTexture1D = 0x10,
    kUseTexture2D = 0x20,
    kUseTexture3D = 0x40,
    kUseTextureCube = 0x80,
    kUseShaderLoad = 0x100,
    kUseShaderSample = 0x200,
    kUseShaderSampleComparison = 0x400,
    kUseMip = 0x1000,
    kUseMipAutogen = 0x2000,
    kUseRenderTarget = 0x4000,
    kUseBlendable = 0x8000,
    kUseDepthStencil = 0x10000,
    kUseCpuLockable = 0x20000,
    kUseMultisampleResolve = 0x40000,
    kUseDisplay = 0x80000,
    kUseCastWithinBitLayout = 0x100000,
    kUseMultisampleRenderTarget = 0x200000,
    kUseMultisampleLoad = 0x400000,
    kUseShaderGather = 0x800000,
    kUseBackBufferCast = 0x1000000,
    kUseTypedUav = 0x2000000,
    kUseShaderGatherComparison = 0x4000000,
    kUseVideoOutput = 0x10000000,
    kUseVideoInput = 0x20000000,
};
// Values of D3D11_FORMAT_SUPPORT2.
enum FormatUse2 : uint32_t {
    kUse2AtomicAdd = 0x1,
    kUse2AtomicBitwise = 0x2,
    kUse2AtomicCompare = 0x4,
    kUse2AtomicExchange = 0x8,
    kUse2AtomicSignedMinMax = 0x10,
    kUse2AtomicUnsignedMinMax = 0x20,
    kUse2TypedLoad = 0x40,
    kUse2TypedStore = 0x80,
    kUse2LogicOp = 0x100,
    kUse2Tiled = 0x200,
};

class FormatSupport {
public:
    explicit FormatSupport(const vk::Adapter& adapter);

    // The VkFormat of an image of this DXGI format; `depth`: bound as depth-stencil; `unordered`: as unordered access.
    // UNDEFINED: the driver has none.
    VkFormat imageFormat(uint32_t dxgi, bool depth, bool unordered = false) const;
    // How D3D11's texels lie in such an image.
    TexelCode texelCode(uint32_t dxgi, bool unordered) const;
    // The VkFormat of a view (shader resource, target, UAV) of a resource; `depthImage`: imageFormat(..., true) was used, or
    // the family is always stored so.
    VkFormat viewFormat(uint32_t dxgi, bool depthImage) const;
    // Of a vertex attribute that the shader reads as floats.
    VkFormat vertexFormat(uint32_t dxgi) const;
    // For shader resource views only; identity for all others.
    VkComponentMapping swizzle(uint32_t dxgi) const;
    // All formats that views of such an image may have (for VkImageFormatListCreateInfo).
    std::vector<VkFormat> viewFormats(uint32_t dxgi, bool depth) const;

    uint32_t support(uint32_t dxgi) const;  // D3D11_FORMAT_SUPPORT
    uint32_t support2(uint32_t dxgi) const; // D3D11_FORMAT_SUPPORT2
    // As render target or depth-stencil, a typeless format as any of its family; 0: neither.
    VkSampleCountFlags sampleCounts(uint32_t dxgi) const;
    VkSampleCountFlags tiledSampleCounts(uint32_t dxgi) const; // of tiled textures

private:
    struct Row {
        VkFormat format = VK_FORMAT_UNDEFINED, depthFormat = VK_FORMAT_UNDEFINED, vertexFormat = VK_FORMAT_UNDEFINED;
        VkComponentMapping swizzle{};
        uint32_t support = 0, support2 = 0;
        VkSampleCountFlags samples = 0, tiledSamples = 0;
    };
    const Row& row(uint32_t dxgi) const;
    bool storesAlphaInWords(uint32_t dxgi, bool unordered) const;
    void ask(const vk::Adapter& adapter, const FormatInfo& info, Row& row) const;
    void askTiled(const vk::Adapter& adapter, const FormatInfo& info, Row& row) const;
    void askVideo(const vk::Adapter& adapter, const FormatInfo& info, const VideoFormat& video, Row& row) const;

    std::array<Row, 192> rows_;
};

} // namespace hendeca::gpu
