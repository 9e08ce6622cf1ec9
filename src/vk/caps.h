#pragma once
// What a driver offers and what of it is used: one table (caps_table.cpp) with a row per capability: its extension or
// feature bit, whether it is required, the option that switches it off (gpu.disable<Name>), its name in logs. Caps is
// plain data, filled when an adapter is opened and immutable afterwards.

#include "vk/fns.h"

#include <bitset>
#include <cstdint>

namespace hendeca::vk {

enum class Cap : uint8_t {
    // required: the baseline
    Vulkan13,
    NullDescriptor,
    RobustBufferAccess2,
    TransformFeedback,
    GeometryShader,
    TessellationShader,
    SamplerAnisotropy,
    IndependentBlend,
    DepthClamp,
    DualSrcBlend,
    ImageCubeArray,
    FragmentStoresAndAtomics,
    DrawIndirectFirstInstance,
    FillModeNonSolid,
    ClipDistance,
    HostQueryReset,
    OcclusionQueryPrecise,
    PipelineStatisticsQuery,
    FullDrawIndexUint32,
    StorageWriteWithoutFormat,
    VertexAttributeDivisor,
    DepthClipEnable,
    // optional
    MultiViewport,
    LogicOp,
    DepthBounds,
    SampleRateShading,
    CullDistance,
    VertexPipelineStores,
    Float64,
    Int64,
    StorageReadWithoutFormat,
    ShaderOutputLayerViewport,
    MultiDraw,
    PushDescriptor,
    GraphicsPipelineLibrary,
    VertexInputDynamicState,
    ExtendedDynamicState3,
    CustomBorderColor,
    ConditionalRendering,
    MemoryBudget,
    MemoryPriority,
    DeviceFault,
    ExternalMemoryHost,
    ExternalMemoryFd,
    ExternalMemoryWin32,
    StencilExport,
    ConservativeRasterization,
    FragmentShaderInterlock,
    SparseResidency,
    ShaderResourceMinLod,
    ImageViewMinLod,
    LatePointSize,        // from domain and geometry shaders
    TexelBufferAlignment, // typed buffer views at any texel
    SwapchainMaintenance1,
    Swapchain,
    TextureCompressionBC,
    MultisampledStorage,
    DebugUtils,
    PipelineCreationCacheControl,
    DescriptorIndexing,
    Maintenance5,
    Count
};

struct Caps {
    std::bitset<static_cast<size_t>(Cap::Count)> enabled;
    VkPhysicalDeviceLimits limits{};
    uint32_t maxDynamicUniformBuffers = 8; // of one pipeline layout
    uint32_t maxMultiDraw = 0;
    uint32_t maxVertexAttribDivisor = 1;
    uint64_t texelBufferAlignment = 16;    // bytes; 0: a texel's own size is enough
    bool gplFastLinking = false;
    // Fault of Mesa before 23's llvmpipe: a linked pipeline gives all targets the first one's blending and write mask.
    bool gplSharesBlending = false;
    // Fault of Mesa before 23's llvmpipe: an occlusion query that begins or ends when a scene is full counts wrongly.
    bool queriesOverflow = false;
    // Fault of Mesa before 23's llvmpipe: indirect draws with indices read them from the start of the VkBuffer.
    bool indirectForgetsIndexOffset = false;
    // Fault of Mesa before 23's llvmpipe: the constant depth bias counts twice the least step of UNORM depth formats.
    bool unormBiasDoubled = false;
    // Fault of llvmpipe: NaN at a signed-normalised render target is stored as -1, not as 0.
    bool snormKeepsNan = false;
    // llvmpipe blends signed-normalised targets, but does not say so: some of its results are less exact than Vulkan's
    // conformance tests want. Direct3D 11 wants it from level 10.1 on, so Adapter::formatProperties() says it.
    bool snormBlendUnsaid = false;
    // Float controls that shaders may ask for; only where the widths are independent of each other.
    bool signedZeroInfNanPreserve32 = false, roundToNearestEven32 = false;
    bool denormFlushToZero32 = false, denormPreserve64 = false;
    bool rasterizationStreamSelect = false; // a pipeline may draw a stream of a geometry shader other than 0
    // Tiled resources: 0, or a tier of D3D11_TILED_RESOURCES_TIER.
    uint32_t tiledTier = 0;
    bool tiled4Samples = false;
    // Fault of llvmpipe (seen in Mesa 26.2): what is drawn to a tiled image lies there as if it had no tiles.
    bool tiledDrawsLinear = false;
    // Fault of llvmpipe (seen in Mesa 26.2): it looks residency up for whole images too, which have none, and crashes.
    bool residencyCrashes = false;
    bool shaderResidency = false; // shaders are told whether what they read is resident
    bool unifiedMemory = false;            // all device-local memory can be mapped
    bool cpuDevice = false;

    bool has(Cap cap) const { return enabled.test(static_cast<size_t>(cap)); }
};

} // namespace hendeca::vk
