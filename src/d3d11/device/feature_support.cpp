// CheckFormatSupport, CheckMultisampleQualityLevels, CheckFeatureSupport and counters.
#include "d3d11/device/device.h"
#include "d3d11/resource/tiled_rules.h"

#include "gpu/format/format_support.h"
#include "util/log.h"

#include <array>

namespace hendeca::d3d11 {

namespace {

// What devices below a level do not have of a format, whatever the driver can do (Microsoft Learn, "Hardware support for Direct3D
// 10Level9 formats" and its kin).
struct LevelFormats {
    D3D_FEATURE_LEVEL below;
    uint32_t support, support2; // bits that are not there
};
constexpr LevelFormats kLevelFormats[] = {
    {D3D_FEATURE_LEVEL_11_0, gpu::kUseTypedUav | gpu::kUseShaderGatherComparison, 0xff | gpu::kUse2Tiled},
    {D3D_FEATURE_LEVEL_10_1, gpu::kUseShaderGather, 0xff},
    {D3D_FEATURE_LEVEL_10_0,
     gpu::kUseBuffer | gpu::kUseStreamOutBuffer | gpu::kUseShaderLoad | gpu::kUseShaderSampleComparison |
         gpu::kUseTexture1D | gpu::kUseMultisampleLoad,
     0x1ff},
};

// Uses that a format got later than others did.
struct LaterUse {
    DXGI_FORMAT format;
    uint32_t use;
    D3D_FEATURE_LEVEL first;
};
constexpr LaterUse kLaterUses[] = {
    {DXGI_FORMAT_R32_UINT, gpu::kUseIndexBuffer, D3D_FEATURE_LEVEL_9_2},
    {DXGI_FORMAT_R8G8_UINT, gpu::kUseVertexBuffer, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R11G11B10_FLOAT, gpu::kUseVertexBuffer | gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R16_FLOAT, gpu::kUseVertexBuffer | gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R16G16B16A16_UNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R16G16_UNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R16_UNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R32G32B32A32_FLOAT, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R32G32_FLOAT, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R32_FLOAT, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R10G10B10A2_UNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R16G16B16A16_SNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_1},
    {DXGI_FORMAT_R8G8B8A8_SNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_1},
    {DXGI_FORMAT_R16G16_SNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_1},
    {DXGI_FORMAT_R8G8_SNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_1},
    {DXGI_FORMAT_R16_SNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_1},
    {DXGI_FORMAT_R8_SNORM, gpu::kUseBlendable, D3D_FEATURE_LEVEL_10_1},
    {DXGI_FORMAT_R16G16B16A16_FLOAT, gpu::kUseBlendable, D3D_FEATURE_LEVEL_9_3},
    {DXGI_FORMAT_R16G16B16A16_FLOAT, gpu::kUseDisplay, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R10G10B10A2_UNORM, gpu::kUseDisplay, D3D_FEATURE_LEVEL_10_0},
    {DXGI_FORMAT_R10G10B10_XR_BIAS_A2_UNORM, gpu::kUseDisplay, D3D_FEATURE_LEVEL_10_0},
};

// BC4 and BC5 came with 10_0, BC6H and BC7 with 11_0.
D3D_FEATURE_LEVEL firstLevelOf(DXGI_FORMAT format) {
    if (format >= DXGI_FORMAT_BC6H_TYPELESS && format <= DXGI_FORMAT_BC7_UNORM_SRGB)
        return D3D_FEATURE_LEVEL_11_0;
    return format >= DXGI_FORMAT_BC4_TYPELESS && format <= DXGI_FORMAT_BC5_SNORM ? D3D_FEATURE_LEVEL_10_0
                                                                                 : D3D_FEATURE_LEVEL_9_1;
}

// The driver's masks cut down to the device's level.
LevelFormats supportAt(Device& device, DXGI_FORMAT format) {
    const D3D_FEATURE_LEVEL level = device.featureLevel();
    if (!gpu::isFormat(format) || level < firstLevelOf(format))
        return {level, 0, 0};
    LevelFormats found{level, device.formats().support(format), device.formats().support2(format)};
    for (const LevelFormats& row : kLevelFormats) {
        if (level < row.below) {
            found.support &= ~row.support;
            found.support2 &= ~row.support2;
        }
    }
    for (const LaterUse& row : kLaterUses) {
        if (row.format == format && level < row.first)
            found.support &= ~row.use;
    }
    return found;
}

struct FeatureRow {
    D3D11_FEATURE feature;
    UINT size; // bytes of the structure
    HRESULT (*fill)(Device& device, void* data);
};

// A row whose structure T is filled by a function on T.
template <class T, HRESULT (*kFill)(Device&, T&)>
constexpr FeatureRow row(D3D11_FEATURE feature) {
    return {feature, sizeof(T), [](Device& device, void* data) { return kFill(device, *static_cast<T*>(data)); }};
}

bool atLeast(Device& device, D3D_FEATURE_LEVEL level) {
    return device.featureLevel() >= level;
}

HRESULT threading(Device&, D3D11_FEATURE_DATA_THREADING& data) {
    data = {TRUE, TRUE};
    return S_OK;
}

HRESULT doubles(Device& device, D3D11_FEATURE_DATA_DOUBLES& data) {
    data.DoublePrecisionFloatShaderOps = device.caps().has(vk::Cap::Float64) && atLeast(device, D3D_FEATURE_LEVEL_11_0);
    return S_OK;
}

HRESULT formatSupport(Device& device, D3D11_FEATURE_DATA_FORMAT_SUPPORT& data) {
    return device.CheckFormatSupport(data.InFormat, &data.OutFormatSupport);
}

HRESULT formatSupport2(Device& device, D3D11_FEATURE_DATA_FORMAT_SUPPORT2& data) {
    data.OutFormatSupport2 = 0;
    if (!gpu::isFormat(data.InFormat))
        return E_FAIL;
    const LevelFormats found = supportAt(device, data.InFormat);
    data.OutFormatSupport2 = found.support2;
    return found.support ? S_OK : E_FAIL;
}

HRESULT hardwareOptions10(Device&, D3D11_FEATURE_DATA_D3D10_X_HARDWARE_OPTIONS& data) {
    data.ComputeShaders_Plus_RawAndStructuredBuffers_Via_Shader_4_x = TRUE;
    return S_OK;
}

HRESULT options(Device& device, D3D11_FEATURE_DATA_D3D11_OPTIONS& data) {
    const BOOL level11 = atLeast(device, D3D_FEATURE_LEVEL_11_0);
    data = {};
    data.OutputMergerLogicOp = device.caps().has(vk::Cap::LogicOp) && atLeast(device, D3D_FEATURE_LEVEL_10_0);
    data.UAVOnlyRenderingForcedSampleCount = level11;
    data.DiscardAPIsSeenByDriver = TRUE;
    data.FlagsForUpdateAndCopySeenByDriver = TRUE;
    data.ClearView = TRUE;
    data.CopyWithOverlap = TRUE;
    data.ConstantBufferPartialUpdate = TRUE;
    data.ConstantBufferOffsetting = TRUE;
    data.MapNoOverwriteOnDynamicConstantBuffer = TRUE;
    data.MapNoOverwriteOnDynamicBufferSRV = TRUE;
    data.MultisampleRTVWithForcedSampleCountOne = FALSE;
    data.SAD4ShaderInstructions = level11;
    data.ExtendedDoublesShaderInstructions = level11 && device.caps().has(vk::Cap::Float64);
    data.ExtendedResourceSharing = FALSE; // sharing is not implemented
    return S_OK;
}

HRESULT architecture(Device&, D3D11_FEATURE_DATA_ARCHITECTURE_INFO& data) {
    data.TileBasedDeferredRenderer = FALSE;
    return S_OK;
}

HRESULT options9(Device&, D3D11_FEATURE_DATA_D3D9_OPTIONS& data) {
    data.FullNonPow2TextureSupport = TRUE;
    return S_OK;
}

HRESULT minPrecision(Device&, D3D11_FEATURE_DATA_SHADER_MIN_PRECISION_SUPPORT& data) {
    data = {0, 0};
    return S_OK;
}

HRESULT shadow9(Device&, D3D11_FEATURE_DATA_D3D9_SHADOW_SUPPORT& data) {
    data.SupportsDepthAsTextureWithLessEqualComparisonFilter = TRUE;
    return S_OK;
}

HRESULT options1(Device& device, D3D11_FEATURE_DATA_D3D11_OPTIONS1& data) {
    data = {};
    data.TiledResourcesTier = static_cast<D3D11_TILED_RESOURCES_TIER>(tiledTier(device));
    data.MinMaxFiltering = tiledTier(device) >= 2;
    data.ClearViewAlsoSupportsDepthOnlyFormats = TRUE;
    data.MapOnDefaultBuffers = device.featureLevel() >= D3D_FEATURE_LEVEL_11_0;
    return S_OK;
}

HRESULT instancing9(Device&, D3D11_FEATURE_DATA_D3D9_SIMPLE_INSTANCING_SUPPORT& data) {
    data.SimpleInstancingSupported = TRUE;
    return S_OK;
}

HRESULT markers(Device& device, D3D11_FEATURE_DATA_MARKER_SUPPORT& data) {
    data.Profile = device.caps().has(vk::Cap::DebugUtils) && config().boolean(Option::GpuDebugMarkers);
    return S_OK;
}

HRESULT options9_1(Device&, D3D11_FEATURE_DATA_D3D9_OPTIONS1& data) {
    data = {TRUE, TRUE, TRUE, TRUE};
    return S_OK;
}

// The formats that TypedUAVLoadAdditionalFormats stands for, as a set (Microsoft Learn, "Typed unordered access view
// loads").
BOOL loadsAdditionalFormats(Device& device) {
    constexpr DXGI_FORMAT kFormats[] = {
        DXGI_FORMAT_R32G32B32A32_FLOAT, DXGI_FORMAT_R32G32B32A32_UINT, DXGI_FORMAT_R32G32B32A32_SINT,
        DXGI_FORMAT_R16G16B16A16_FLOAT, DXGI_FORMAT_R16G16B16A16_UINT, DXGI_FORMAT_R16G16B16A16_SINT,
        DXGI_FORMAT_R8G8B8A8_UNORM,     DXGI_FORMAT_R8G8B8A8_UINT,     DXGI_FORMAT_R8G8B8A8_SINT,
        DXGI_FORMAT_R16_FLOAT,          DXGI_FORMAT_R16_UINT,          DXGI_FORMAT_R16_SINT,
        DXGI_FORMAT_R8_UNORM,           DXGI_FORMAT_R8_UINT,           DXGI_FORMAT_R8_SINT,
        DXGI_FORMAT_R32_FLOAT,          DXGI_FORMAT_R32_UINT,          DXGI_FORMAT_R32_SINT,
    };
    for (DXGI_FORMAT format : kFormats) {
        if (!(device.formats().support2(format) & gpu::kUse2TypedLoad))
            return FALSE;
    }
    return TRUE;
}

HRESULT options2(Device& device, D3D11_FEATURE_DATA_D3D11_OPTIONS2& data) {
    const bool level11_1 = atLeast(device, D3D_FEATURE_LEVEL_11_1);
    data = {};
    data.PSSpecifiedStencilRefSupported = level11_1 && device.caps().has(vk::Cap::StencilExport);
    data.TypedUAVLoadAdditionalFormats = loadsAdditionalFormats(device);
    data.ROVsSupported = FALSE;
    data.ConservativeRasterizationTier = level11_1 && device.caps().has(vk::Cap::ConservativeRasterization)
                                             ? D3D11_CONSERVATIVE_RASTERIZATION_TIER_1
                                             : D3D11_CONSERVATIVE_RASTERIZATION_NOT_SUPPORTED;
    data.TiledResourcesTier = static_cast<D3D11_TILED_RESOURCES_TIER>(tiledTier(device));
    data.MapOnDefaultTextures = FALSE;
    data.StandardSwizzle = FALSE;
    data.UnifiedMemoryArchitecture = device.caps().unifiedMemory;
    return S_OK;
}

HRESULT options3(Device& device, D3D11_FEATURE_DATA_D3D11_OPTIONS3& data) {
    data.VPAndRTArrayIndexFromAnyShaderFeedingRasterizer = device.caps().has(vk::Cap::ShaderOutputLayerViewport);
    return S_OK;
}

HRESULT virtualAddresses(Device&, D3D11_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT& data) {
    constexpr bool kNarrow = sizeof(void*) == 4;
    data.MaxGPUVirtualAddressBitsPerResource = kNarrow ? 31 : 32;
    data.MaxGPUVirtualAddressBitsPerProcess = kNarrow ? 31 : 40;
    return S_OK;
}

HRESULT options4(Device&, D3D11_FEATURE_DATA_D3D11_OPTIONS4& data) {
    data.ExtendedNV12SharedTextureSupported = FALSE;
    return S_OK;
}

HRESULT shaderCache(Device&, D3D11_FEATURE_DATA_SHADER_CACHE& data) {
    data.SupportFlags = D3D11_SHADER_CACHE_SUPPORT_AUTOMATIC_INPROC_CACHE;
    return S_OK;
}

HRESULT options5(Device&, D3D11_FEATURE_DATA_D3D11_OPTIONS5& data) {
    data.SharedResourceTier = D3D11_SHARED_RESOURCE_TIER_0;
    return S_OK;
}

constexpr std::array kFeatures = {
    row<D3D11_FEATURE_DATA_THREADING, threading>(D3D11_FEATURE_THREADING),
    row<D3D11_FEATURE_DATA_DOUBLES, doubles>(D3D11_FEATURE_DOUBLES),
    row<D3D11_FEATURE_DATA_FORMAT_SUPPORT, formatSupport>(D3D11_FEATURE_FORMAT_SUPPORT),
    row<D3D11_FEATURE_DATA_FORMAT_SUPPORT2, formatSupport2>(D3D11_FEATURE_FORMAT_SUPPORT2),
    row<D3D11_FEATURE_DATA_D3D10_X_HARDWARE_OPTIONS, hardwareOptions10>(D3D11_FEATURE_D3D10_X_HARDWARE_OPTIONS),
    row<D3D11_FEATURE_DATA_D3D11_OPTIONS, options>(D3D11_FEATURE_D3D11_OPTIONS),
    row<D3D11_FEATURE_DATA_ARCHITECTURE_INFO, architecture>(D3D11_FEATURE_ARCHITECTURE_INFO),
    row<D3D11_FEATURE_DATA_D3D9_OPTIONS, options9>(D3D11_FEATURE_D3D9_OPTIONS),
    row<D3D11_FEATURE_DATA_SHADER_MIN_PRECISION_SUPPORT, minPrecision>(D3D11_FEATURE_SHADER_MIN_PRECISION_SUPPORT),
    row<D3D11_FEATURE_DATA_D3D9_SHADOW_SUPPORT, shadow9>(D3D11_FEATURE_D3D9_SHADOW_SUPPORT),
    row<D3D11_FEATURE_DATA_D3D11_OPTIONS1, options1>(D3D11_FEATURE_D3D11_OPTIONS1),
    row<D3D11_FEATURE_DATA_D3D9_SIMPLE_INSTANCING_SUPPORT, instancing9>(D3D11_FEATURE_D3D9_SIMPLE_INSTANCING_SUPPORT),
    row<D3D11_FEATURE_DATA_MARKER_SUPPORT, markers>(D3D11_FEATURE_MARKER_SUPPORT),
    row<D3D11_FEATURE_DATA_D3D9_OPTIONS1, options9_1>(D3D11_FEATURE_D3D9_OPTIONS1),
    row<D3D11_FEATURE_DATA_D3D11_OPTIONS2, options2>(D3D11_FEATURE_D3D11_OPTIONS2),
    row<D3D11_FEATURE_DATA_D3D11_OPTIONS3, options3>(D3D11_FEATURE_D3D11_OPTIONS3),
    row<D3D11_FEATURE_DATA_GPU_VIRTUAL_ADDRESS_SUPPORT, virtualAddresses>(D3D11_FEATURE_GPU_VIRTUAL_ADDRESS_SUPPORT),
    row<D3D11_FEATURE_DATA_D3D11_OPTIONS4, options4>(D3D11_FEATURE_D3D11_OPTIONS4),
    row<D3D11_FEATURE_DATA_SHADER_CACHE, shaderCache>(D3D11_FEATURE_SHADER_CACHE),
    row<D3D11_FEATURE_DATA_D3D11_OPTIONS5, options5>(D3D11_FEATURE_D3D11_OPTIONS5),
};

constexpr bool rowsInOrder() {
    for (size_t i = 0; i < kFeatures.size(); i++) {
        if (static_cast<size_t>(kFeatures[i].feature) != i)
            return false;
    }
    return true;
}
static_assert(rowsInOrder());

} // namespace

HRESULT Device::CheckFormatSupport(DXGI_FORMAT format, UINT* support) {
    if (!support)
        return E_INVALIDARG;
    *support = supportAt(*this, format).support;
    return *support ? S_OK : E_FAIL;
}

HRESULT Device::CheckMultisampleQualityLevels(DXGI_FORMAT format, UINT samples, UINT* levels) {
    return CheckMultisampleQualityLevels1(format, samples, 0, levels);
}

HRESULT Device::CheckMultisampleQualityLevels1(DXGI_FORMAT format, UINT samples, UINT flags, UINT* levels) {
    if (!levels || !gpu::isFormat(format) || flags & ~uint32_t(D3D11_CHECK_MULTISAMPLE_QUALITY_LEVELS_TILED_RESOURCE))
        return E_INVALIDARG;
    *levels = 0;
    if (!samples || samples > D3D11_MAX_MULTISAMPLE_SAMPLE_COUNT)
        return E_FAIL;
    if (flags) {
        *levels = tiledTier(*this) && formats_->tiledSampleCounts(format) & samples ? 1 : 0;
        return S_OK;
    }
    if (samples == 1) {
        *levels = 1;
        return S_OK;
    }
    // Sample counts are single bits, with Vulkan's values.
    if ((samples & (samples - 1)) == 0 && formats_->sampleCounts(format) & samples)
        *levels = 1;
    return S_OK;
}

HRESULT Device::CheckFeatureSupport(D3D11_FEATURE feature, void* data, UINT size) {
    if (static_cast<size_t>(feature) >= kFeatures.size())
        return E_INVALIDARG;
    const FeatureRow& found = kFeatures[feature];
    if (!data || size != found.size)
        return E_INVALIDARG;
    return found.fill(*this, data);
}

void Device::CheckCounterInfo(D3D11_COUNTER_INFO* info) {
    if (info)
        *info = {};
}

HRESULT Device::CheckCounter(const D3D11_COUNTER_DESC*, D3D11_COUNTER_TYPE*, UINT*, LPSTR, UINT*, LPSTR, UINT*, LPSTR,
                             UINT*) {
    return E_INVALIDARG;
}

} // namespace hendeca::d3d11
