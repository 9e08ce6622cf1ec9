#include "util/option_table.h"

#include "util/text.h"

#include <array>

namespace hendeca {

namespace {

// clang-format off
constexpr std::array<OptionInfo, kOptionCount> kOptions = {{
    {Option::DxgiStrictDiscardBuffers, "dxgi.strictDiscardBuffers", OptionType::Boolean, "False", OptionScope::SwapChain,
     "Refuse GetBuffer with an index above 0 on DISCARD swap chains, as Windows does."},
    {Option::DxgiMaxFrameLatency, "dxgi.maxFrameLatency", OptionType::Integer, "0", OptionScope::SwapChain,
     "Most frames that may be queued for presentation; 0 leaves it to the program."},
    {Option::DxgiMaxFrameRate, "dxgi.maxFrameRate", OptionType::Integer, "0", OptionScope::SwapChain,
     "Most frames per second; 0 sets no limit."},
    {Option::DxgiSyncInterval, "dxgi.syncInterval", OptionType::Integer, "-1", OptionScope::SwapChain,
     "Sync interval used for every Present; -1 takes the program's."},
    {Option::DxgiVirtualOutput, "dxgi.virtualOutput", OptionType::Text, "", OptionScope::Process,
     "Where there is no monitor: offer a made-up one with this mode, such as 1920x1080@60; empty for none."},
    {Option::DxgiCustomDeviceId, "dxgi.customDeviceId", OptionType::Text, "", OptionScope::Process,
     "PCI device id reported, four hexadecimal digits; empty for the real one."},
    {Option::DxgiCustomVendorId, "dxgi.customVendorId", OptionType::Text, "", OptionScope::Process,
     "PCI vendor id reported, four hexadecimal digits; empty for the real one."},
    {Option::DxgiCustomDeviceDesc, "dxgi.customDeviceDesc", OptionType::Text, "", OptionScope::Process,
     "Adapter name reported; empty for the real one."},
    {Option::DxgiMaxDeviceMemory, "dxgi.maxDeviceMemory", OptionType::Integer, "0", OptionScope::Process,
     "Most video memory reported, in MiB; 0 for all of it."},
    {Option::DxgiMaxSharedMemory, "dxgi.maxSharedMemory", OptionType::Integer, "0", OptionScope::Process,
     "Most shared memory reported, in MiB; 0 for all of it."},
    {Option::D3d11MaxFeatureLevel, "d3d11.maxFeatureLevel", OptionType::Text, "", OptionScope::Device,
     "Highest feature level offered, such as 11_0; empty for what the driver can do."},
    {Option::D3d11SamplerAnisotropy, "d3d11.samplerAnisotropy", OptionType::Integer, "-1", OptionScope::Device,
     "Anisotropy of every sampler that filters linearly, 0 to 16; -1 takes the program's."},
    {Option::GpuDeviceFilter, "gpu.deviceFilter", OptionType::Text, "", OptionScope::Process,
     "Keep only the GPUs whose name contains this text."},
    {Option::GpuAllowSoftware, "gpu.allowSoftware", OptionType::Tristate, "Auto", OptionScope::Process,
     "Offer software Vulkan drivers; Auto: only where there is no GPU."},
    {Option::GpuNumCompilerThreads, "gpu.numCompilerThreads", OptionType::Integer, "0", OptionScope::Device,
     "Threads that compile shaders and pipelines; 0 chooses by the processor."},
    {Option::GpuValidation, "gpu.validation", OptionType::Boolean, "False", OptionScope::Process,
     "Turn on the Khronos validation layer and log what it says."},
    {Option::GpuDebugMarkers, "gpu.debugMarkers", OptionType::Boolean, "False", OptionScope::Device,
     "Name objects and regions for graphics debuggers."},
    {Option::GpuDisableMultiViewport, "gpu.disableMultiViewport", OptionType::Boolean, "False", OptionScope::Device,
     "Do without multiple viewports."},
    {Option::GpuDisableLogicOp, "gpu.disableLogicOp", OptionType::Boolean, "False", OptionScope::Device,
     "Do without logic operations in blending."},
    {Option::GpuDisableDepthBounds, "gpu.disableDepthBounds", OptionType::Boolean, "False", OptionScope::Device,
     "Do without depth bounds tests."},
    {Option::GpuDisableSampleRateShading, "gpu.disableSampleRateShading", OptionType::Boolean, "False", OptionScope::Device,
     "Do without shading per sample."},
    {Option::GpuDisableCullDistance, "gpu.disableCullDistance", OptionType::Boolean, "False", OptionScope::Device,
     "Do without cull distances."},
    {Option::GpuDisableVertexPipelineStores, "gpu.disableVertexPipelineStores", OptionType::Boolean, "False", OptionScope::Device,
     "Do without stores from shaders before the pixel stage."},
    {Option::GpuDisableFloat64, "gpu.disableFloat64", OptionType::Boolean, "False", OptionScope::Device,
     "Do without double-precision shaders."},
    {Option::GpuDisableInt64, "gpu.disableInt64", OptionType::Boolean, "False", OptionScope::Device,
     "Do without 64-bit integers in shaders."},
    {Option::GpuDisableStorageReadWithoutFormat, "gpu.disableStorageReadWithoutFormat", OptionType::Boolean, "False", OptionScope::Device,
     "Do without typed UAV loads of any format."},
    {Option::GpuDisableShaderOutputLayerViewport, "gpu.disableShaderOutputLayerViewport", OptionType::Boolean, "False", OptionScope::Device,
     "Do without layer and viewport written by vertex shaders."},
    {Option::GpuDisableMultiDraw, "gpu.disableMultiDraw", OptionType::Boolean, "False", OptionScope::Device,
     "Do without multi-draw."},
    {Option::GpuDisablePushDescriptor, "gpu.disablePushDescriptor", OptionType::Boolean, "False", OptionScope::Device,
     "Do without push descriptors."},
    {Option::GpuDisableGraphicsPipelineLibrary, "gpu.disableGraphicsPipelineLibrary", OptionType::Boolean, "False", OptionScope::Device,
     "Do without graphics pipeline libraries."},
    {Option::GpuDisableVertexInputDynamicState, "gpu.disableVertexInputDynamicState", OptionType::Boolean, "False", OptionScope::Device,
     "Do without dynamic vertex input."},
    {Option::GpuDisableExtendedDynamicState3, "gpu.disableExtendedDynamicState3", OptionType::Boolean, "False", OptionScope::Device,
     "Do without extended dynamic state 3."},
    {Option::GpuDisableCustomBorderColor, "gpu.disableCustomBorderColor", OptionType::Boolean, "False", OptionScope::Device,
     "Do without custom border colours."},
    {Option::GpuDisableConditionalRendering, "gpu.disableConditionalRendering", OptionType::Boolean, "False", OptionScope::Device,
     "Do without conditional rendering."},
    {Option::GpuDisableMemoryBudget, "gpu.disableMemoryBudget", OptionType::Boolean, "False", OptionScope::Device,
     "Do without the memory budget query."},
    {Option::GpuDisableMemoryPriority, "gpu.disableMemoryPriority", OptionType::Boolean, "False", OptionScope::Device,
     "Do without memory priorities."},
    {Option::GpuDisableDeviceFault, "gpu.disableDeviceFault", OptionType::Boolean, "False", OptionScope::Device,
     "Do without the report after a device loss."},
    {Option::GpuDisableExternalMemoryHost, "gpu.disableExternalMemoryHost", OptionType::Boolean, "False", OptionScope::Device,
     "Do without import of host memory."},
    {Option::GpuDisableExternalMemoryFd, "gpu.disableExternalMemoryFd", OptionType::Boolean, "False", OptionScope::Device,
     "Do without memory shared by file descriptor."},
    {Option::GpuDisableExternalMemoryWin32, "gpu.disableExternalMemoryWin32", OptionType::Boolean, "False", OptionScope::Device,
     "Do without memory shared by Windows handle."},
    {Option::GpuDisableStencilExport, "gpu.disableStencilExport", OptionType::Boolean, "False", OptionScope::Device,
     "Do without stencil values written by pixel shaders."},
    {Option::GpuDisableConservativeRasterization, "gpu.disableConservativeRasterization", OptionType::Boolean, "False", OptionScope::Device,
     "Do without conservative rasterization."},
    {Option::GpuDisableFragmentShaderInterlock, "gpu.disableFragmentShaderInterlock", OptionType::Boolean, "False", OptionScope::Device,
     "Do without rasterizer-ordered views."},
    {Option::GpuDisableSparseResidency, "gpu.disableSparseResidency", OptionType::Boolean, "False", OptionScope::Device,
     "Do without tiled resources."},
    {Option::GpuDisableShaderResourceMinLod, "gpu.disableShaderResourceMinLod", OptionType::Boolean, "False", OptionScope::Device,
     "Do without a minimum LOD in shaders."},
    {Option::GpuDisableImageViewMinLod, "gpu.disableImageViewMinLod", OptionType::Boolean, "False", OptionScope::Device,
     "Do without the minimum LOD of a texture (SetResourceMinLOD)."},
    {Option::GpuDisableLatePointSize, "gpu.disableLatePointSize", OptionType::Boolean, "False", OptionScope::Device,
     "Do without point sizes from domain and geometry shaders."},
    {Option::GpuDisableTexelBufferAlignment, "gpu.disableTexelBufferAlignment", OptionType::Boolean, "False", OptionScope::Device,
     "Do without typed buffer views at any texel."},
    {Option::GpuDisableSwapchainMaintenance1, "gpu.disableSwapchainMaintenance1", OptionType::Boolean, "False", OptionScope::Device,
     "Do without swapchain maintenance."},
    {Option::GpuDisableTextureCompressionBC, "gpu.disableTextureCompressionBC", OptionType::Boolean, "False", OptionScope::Device,
     "Do without BC-compressed formats in hardware."},
    {Option::GpuDisableMultisampledStorage, "gpu.disableMultisampledStorage", OptionType::Boolean, "False", OptionScope::Device,
     "Do without multisampled storage images."},
    {Option::GpuDisablePipelineCreationCacheControl, "gpu.disablePipelineCreationCacheControl", OptionType::Boolean, "False", OptionScope::Device,
     "Do without pipeline cache control."},
    {Option::GpuDisableDescriptorIndexing, "gpu.disableDescriptorIndexing", OptionType::Boolean, "False", OptionScope::Device,
     "Do without descriptor indexing."},
    {Option::GpuDisableMaintenance5, "gpu.disableMaintenance5", OptionType::Boolean, "False", OptionScope::Device,
     "Do without maintenance 5."},
    {Option::UtilLogLevel, "util.logLevel", OptionType::Text, "", OptionScope::Process,
     "Log level (none, error, warn, info, debug, trace) where HENDECA_LOG_LEVEL is not set."},
}};
// clang-format on

constexpr bool rowsAreInOrder() {
    for (size_t i = 0; i < kOptions.size(); i++) {
        if (static_cast<size_t>(kOptions[i].id) != i || !kOptions[i].name)
            return false;
    }
    return true;
}
static_assert(rowsAreInOrder(), "each option has its row, at its own place");

// "gpu.validation" has the section "gpu".
std::string_view sectionOf(std::string_view name) {
    return name.substr(0, name.find('.'));
}

} // namespace

std::span<const OptionInfo> optionTable() {
    return kOptions;
}

const OptionInfo& optionInfo(Option option) {
    return kOptions[static_cast<size_t>(option)];
}

const OptionInfo* findOption(std::string_view name) {
    for (const OptionInfo& row : kOptions) {
        if (equalsIgnoringCase(name, row.name))
            return &row;
    }
    return nullptr;
}

const OptionInfo* nearestOption(std::string_view name) {
    const OptionInfo* nearest = nullptr;
    // More than a third of the letters wrong is another word.
    size_t best = name.size() / 3 + 1;
    for (const OptionInfo& row : kOptions) {
        // The right word under a wrong section ("dxvk.maxFrameRate") is the likeliest slip of all.
        const std::string_view known(row.name);
        if (equalsIgnoringCase(known.substr(known.find('.') + 1), name.substr(name.find('.') + 1)))
            return &row;
        const size_t distance = editDistance(name, known, best);
        if (distance < best) {
            best = distance;
            nearest = &row;
        }
    }
    return nearest;
}

const char* toString(OptionType type) {
    static constexpr const char* kNames[] = {"True/False", "Auto/True/False", "integer", "number", "text"};
    return kNames[static_cast<size_t>(type)];
}

std::string sampleConfig() {
    std::string out = "# Configuration of Hendeca. Looked for beside the program, in its working directory, and in the folder\n"
                      "# hendeca of the user's settings ($XDG_CONFIG_HOME or ~/.config). A line [program.exe] limits the lines\n"
                      "# below it to that program. HENDECA_CONFIG=\"name=value;name=value\" overrides the file.\n"
                      "# Each option is shown with its default.\n";
    std::string_view section = sectionOf(kOptions.front().name);
    for (const OptionInfo& row : kOptions) {
        if (sectionOf(row.name) != section)
            out += "\n";
        section = sectionOf(row.name);
        out += std::string("\n# ") + row.text + " (" + toString(row.type) + ")\n# " + row.name + " =";
        out += *row.defaultValue ? std::string(" ") + row.defaultValue + "\n" : "\n";
    }
    return out;
}

std::string optionMarkdown() {
    std::string out = "| option | type | default | what it does |\n| --- | --- | --- | --- |\n";
    bool disables = false;
    for (const OptionInfo& row : kOptions) {
        // One row stands for the switches of the driver's optional capabilities; the sample file has them all.
        if (std::string_view(row.name).starts_with("gpu.disable")) {
            if (!disables)
                out += "| gpu.disable*Capability* | True/False | False | Do without one optional capability of the driver, such "
                       "as gpu.disableGraphicsPipelineLibrary; the sample file lists them. |\n";
            disables = true;
            continue;
        }
        out += std::string("| ") + row.name + " | " + toString(row.type) + " | " + row.defaultValue + " | " + row.text + " |\n";
    }
    return out;
}

} // namespace hendeca
