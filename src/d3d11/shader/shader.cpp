#include "d3d11/shader/shader.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/shader/stream_output.h"
#include "d3d11/tables/resource_rules.h"
#include "dxbc/program.h"
#include "translate/compile.h"
#include "util/hash.h"
#include "util/log.h"

#include <algorithm>
#include <vector>

namespace hendeca::d3d11 {

namespace {

using Bytes = std::vector<uint8_t>;

struct StageRow {
    dxbc::ShaderStage dxbc;
    spirv::Stage stage;
    const char* call;
};
constexpr StageRow kStages[] = {
    {dxbc::ShaderStage::Vertex, spirv::Stage::Vertex, "CreateVertexShader"},
    {dxbc::ShaderStage::Hull, spirv::Stage::Hull, "CreateHullShader"},
    {dxbc::ShaderStage::Domain, spirv::Stage::Domain, "CreateDomainShader"},
    {dxbc::ShaderStage::Geometry, spirv::Stage::Geometry, "CreateGeometryShader"},
    {dxbc::ShaderStage::Pixel, spirv::Stage::Pixel, "CreatePixelShader"},
    {dxbc::ShaderStage::Compute, spirv::Stage::Compute, "CreateComputeShader"},
};

const StageRow& rowOf(spirv::Stage stage) {
    for (const StageRow& row : kStages) {
        if (row.stage == stage)
            return row;
    }
    return kStages[0];
}

// A backend shader that is no Object itself, given up like one.
class ShaderHold final : public gpu::Object {
public:
    explicit ShaderHold(GpuShaderPtr shader) : shader_(std::move(shader)) {}

private:
    GpuShaderPtr shader_;
};

translate::Options driverOptions(const vk::Caps& caps) {
    translate::Options options;
    options.storageReadWithoutFormat = caps.has(vk::Cap::StorageReadWithoutFormat);
    options.outputLayerWithoutGeometry = caps.has(vk::Cap::ShaderOutputLayerViewport);
    options.signedZeroInfNanPreserve32 = caps.signedZeroInfNanPreserve32;
    options.roundToNearestEven32 = caps.roundToNearestEven32;
    options.denormFlushToZero32 = caps.denormFlushToZero32;
    options.denormPreserve64 = caps.denormPreserve64;
    options.sparseResidency = caps.shaderResidency;
    options.resourceMinLod = caps.has(vk::Cap::ShaderResourceMinLod);
    options.rasterizationStreamSelect = caps.rasterizationStreamSelect;
    options.latePointSize = caps.has(vk::Cap::LatePointSize);
    return options;
}

// What a geometry shader without code wants of the stage before it.
struct Capture {
    std::vector<translate::StreamOutputElement> elements;
    uint32_t strides[4] = {};
    uint32_t rasterizedStream = 0;
};

uint64_t hashOptions(const translate::Options& options) {
    uint64_t hash = options.storageReadWithoutFormat | options.outputLayerWithoutGeometry << 1;
    for (const translate::StreamOutputElement& element : options.streamOutput) {
        hash = hashCombine(hash, hashBytes(element.semantic.data(), element.semantic.size()));
        hash = hashCombine(hash, uint64_t(element.semanticIndex) << 32 | uint64_t(element.stream) << 24 |
                                     uint64_t(element.startComponent) << 16 | uint64_t(element.componentCount) << 8 |
                                     element.slot);
    }
    for (uint32_t stride : options.streamOutputStride)
        hash = hashCombine(hash, stride);
    return hashCombine(hash, options.rasterizedStream);
}

Result<spirv::ShaderBinary> translateBytes(const Bytes& bytes, const translate::Options& options) {
    HENDECA_TRY_ASSIGN(auto container, dxbc::Container::open(bytes, dxbc::ChecksumRule::Skip));
    HENDECA_TRY_ASSIGN(auto program, dxbc::Program::decode(container));
    return translate::compile(program, options);
}

// What the device's level and the driver must have. Empty: all well.
const char* missing(Device& device, const dxbc::Program& program) {
    const LevelLimits& limits = levelLimits(device.featureLevel());
    if (program.model() > limits.maxShaderModel)
        return "its shader model is above the device's feature level";
    if (program.stage() == dxbc::ShaderStage::Geometry && device.featureLevel() < D3D_FEATURE_LEVEL_10_0)
        return "geometry shaders need feature level 10_0";
    const translate::ShaderInfo info = translate::inspect(program);
    if (info.needsFloat64 && !device.caps().has(vk::Cap::Float64))
        return "the driver has no double precision";
    if (info.needsLayerWithoutGeometry && !device.caps().has(vk::Cap::ShaderOutputLayerViewport))
        return "the driver takes layer and viewport from geometry shaders only";
    if (info.needsStencilExport && !device.caps().has(vk::Cap::StencilExport))
        return "the driver takes no stencil values from shaders";
    const bool uavs = info.uavMask[0] | info.uavMask[1];
    if (uavs && program.stage() != dxbc::ShaderStage::Pixel && program.stage() != dxbc::ShaderStage::Compute &&
        (device.featureLevel() < D3D_FEATURE_LEVEL_11_1 || !device.caps().has(vk::Cap::VertexPipelineStores)))
        return "unordered access at this stage needs feature level 11_1";
    return nullptr;
}

HRESULT refuse(const StageRow& row, const char* why) {
    logError("%s: %s", row.call, why);
    return E_INVALIDARG;
}

} // namespace

void ShaderBase::releaseGpu(gpu::Writer& writer) {
    if (shader_)
        writer.add<gpu::packet::Release>()->object = new ShaderHold(std::move(shader_));
}

HRESULT createGpuShader(Device& device, spirv::Stage stage, const void* bytecode, SIZE_T length,
                        const StreamOutputDesc* streamOutput, ClassLinkage* linkage, bool wanted, ShaderParts& parts) {
    const StageRow& row = rowOf(stage);
    if (!bytecode || !length)
        return E_INVALIDARG;
    const std::span<const uint8_t> bytes(static_cast<const uint8_t*>(bytecode), length);
    auto container = dxbc::Container::open(bytes, dxbc::ChecksumRule::Strict);
    if (!container)
        return refuse(row, container.error().what.c_str());
    auto program = dxbc::Program::decode(*container);
    if (!program)
        return refuse(row, program.error().what.c_str());

    translate::Options options = driverOptions(device.caps());
    if (program->stage() != row.dxbc) {
        const bool before =
            program->stage() == dxbc::ShaderStage::Vertex || program->stage() == dxbc::ShaderStage::Domain;
        if (!streamOutput || !before || !streamOutput->entryCount)
            return refuse(row, "the byte code is of another stage");
    }
    const bool captures = program->stage() != row.dxbc; // of a vertex or domain shader's output
    if (const char* why = missing(device, *program))
        return refuse(row, why);
    // Below 10_0 a shader of model 4 comes with its form for Direct3D 9 hardware (vs_4_0_level_9_1 and its kin).
    if (device.featureLevel() < D3D_FEATURE_LEVEL_10_0 && !container->find(dxbc::tag::kAon9))
        return refuse(row, "feature level 9 takes shaders of the profiles level_9_x only");
    if (streamOutput && !readStreamOutput(*streamOutput, device.featureLevel(), *program, options))
        return refuse(row, "the stream-output declaration breaks a rule");
    if (Status status = translate::validate(*program, options); !status)
        return refuse(row, status.error().what.c_str());
    if (!wanted)
        return S_OK;
    if (options.rasterizedStream - 1 < 3 && !options.rasterizationStreamSelect)
        HENDECA_WARN_ONCE("the driver draws stream 0 only: queries of it and of the stream drawn count each other's");

    const Hash128 hash = hash128(bytes);
    gpu::ShaderDesc desc;
    desc.stage = stage;
    desc.key[0] = hash.low;
    desc.key[1] = hashCombine(hash.high, hashOptions(options));
    if (captures) {
        Capture capture;
        capture.elements = options.streamOutput;
        std::ranges::copy(options.streamOutputStride, capture.strides);
        capture.rasterizedStream = options.rasterizedStream;
        desc.capture = std::make_shared<const Capture>(std::move(capture));
        parts.shader = device.backend().createShader(desc);
        return parts.shader ? S_OK : E_OUTOFMEMORY;
    }
    // The bytes are kept, not the decoded program, which is many times larger.
    auto kept = std::make_shared<const Bytes>(container->bytes().begin(), container->bytes().end());
    desc.job = [kept, options](const gpu::ShaderVariant& variant) {
        translate::Options own = options;
        own.dualSourceBlend = variant.dualSource;
        own.alphaInRed = variant.alphaInRed;
        own.undefinedInputs = variant.undefinedInputs;
        own.nanToZeroTargets = variant.nanToZero;
        if (const auto* capture = static_cast<const Capture*>(variant.capture)) {
            own.streamOutput = capture->elements;
            std::ranges::copy(capture->strides, own.streamOutputStride);
            own.rasterizedStream = capture->rasterizedStream;
        }
        return translateBytes(*kept, own);
    };
    parts.shader = device.backend().createShader(desc);
    parts.interfaces = ShaderInterfaces::make(*container, *program, linkage);
    return parts.shader ? S_OK : E_OUTOFMEMORY;
}

} // namespace hendeca::d3d11
