#pragma once
// Every option of the configuration file: one row each, used by the parser, the log, the sample file and README. The
// table is constant; any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace hendeca {

enum class Option : uint8_t {
    DxgiStrictDiscardBuffers,
    DxgiMaxFrameLatency,
    DxgiMaxFrameRate,
    DxgiSyncInterval,
    DxgiVirtualOutput,
    DxgiCustomDeviceId,
    DxgiCustomVendorId,
    DxgiCustomDeviceDesc,
    DxgiMaxDeviceMemory,
    DxgiMaxSharedMemory,
    D3d11MaxFeatureLevel,
    D3d11SamplerAnisotropy,
    GpuDeviceFilter,
    GpuAllowSoftware,
    GpuNumCompilerThreads,
    GpuValidation,
    GpuDebugMarkers,
    // One per optional capability of the driver (vk/caps.h): True makes Hendeca work as if the driver did not have it.
    GpuDisableMultiViewport,
    GpuDisableLogicOp,
    GpuDisableDepthBounds,
    GpuDisableSampleRateShading,
    GpuDisableCullDistance,
    GpuDisableVertexPipelineStores,
    GpuDisableFloat64,
    GpuDisableInt64,
    GpuDisableStorageReadWithoutFormat,
    GpuDisableShaderOutputLayerViewport,
    GpuDisableMultiDraw,
    GpuDisablePushDescriptor,
    GpuDisableGraphicsPipelineLibrary,
    GpuDisableVertexInputDynamicState,
    GpuDisableExtendedDynamicState3,
    GpuDisableCustomBorderColor,
    GpuDisableConditionalRendering,
    GpuDisableMemoryBudget,
    GpuDisableMemoryPriority,
    GpuDisableDeviceFault,
    GpuDisableExternalMemoryHost,
    GpuDisableExternalMemoryFd,
    GpuDisableExternalMemoryWin32,
    GpuDisableStencilExport,
    GpuDisableConservativeRasterization,
    GpuDisableFragmentShaderInterlock,
    GpuDisableSparseResidency,
    GpuDisableShaderResourceMinLod,
    GpuDisableImageViewMinLod,
    GpuDisableLatePointSize,
    GpuDisableTexelBufferAlignment,
    GpuDisableSwapchainMaintenance1,
    GpuDisableTextureCompressionBC,
    GpuDisableMultisampledStorage,
    GpuDisablePipelineCreationCacheControl,
    GpuDisableDescriptorIndexing,
    GpuDisableMaintenance5,
    UtilLogLevel,
    Count
};

constexpr size_t kOptionCount = static_cast<size_t>(Option::Count);

enum class OptionType : uint8_t { Boolean, Tristate, Integer, Number, Text };

// When a change of the value is seen.
enum class OptionScope : uint8_t { Process, Device, SwapChain };

struct OptionInfo {
    Option id;
    const char* name;
    OptionType type;
    const char* defaultValue;
    OptionScope scope;
    const char* text; // one sentence
};

std::span<const OptionInfo> optionTable();
const OptionInfo& optionInfo(Option option);
const OptionInfo* findOption(std::string_view name);
// The known name nearest to an unknown one; null when none is near.
const OptionInfo* nearestOption(std::string_view name);

const char* toString(OptionType type);

// The sample configuration file, and the table of README.md, both from the rows above.
std::string sampleConfig();
std::string optionMarkdown();

} // namespace hendeca
