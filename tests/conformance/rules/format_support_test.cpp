// CheckFormatSupport, CheckFeatureSupport and CheckMultisampleQualityLevels against what feature levels demand, and
// what they do not have.
#include "rule.h"

#include <cstddef>

namespace conformance {
namespace {

class FormatSupport : public DeviceTest {
protected:
    Com<ID3D11Device> at(D3D_FEATURE_LEVEL level) {
        Com<ID3D11Device> made;
        EXPECT_HR(S_OK, D3D11CreateDevice(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, &level, 1, D3D11_SDK_VERSION,
                                          made.out(), nullptr, nullptr));
        return made;
    }
    static UINT support2(ID3D11Device* device, DXGI_FORMAT format) {
        D3D11_FEATURE_DATA_FORMAT_SUPPORT2 data{format, 0};
        device->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT2, &data, sizeof data);
        return data.OutFormatSupport2;
    }
};

struct Required {
    UINT format;
    const char* name;
    UINT support, support2;
};
#define FORMAT(number, name, support, support2) {number, #name, support, support2},
constexpr Required kRequired[] = {
#include "required_formats.inc"
};
#undef FORMAT

// What is known to be missing, and why.
constexpr struct {
    DXGI_FORMAT first, last;
    UINT bits;
    const char* why;
} kMissing[] = {
    {DXGI_FORMAT_R10G10B10_XR_BIAS_A2_UNORM, DXGI_FORMAT_R10G10B10_XR_BIAS_A2_UNORM,
     D3D11_FORMAT_SUPPORT_VIDEO_PROCESSOR_OUTPUT, "no swap chain of this format is made, and nothing else could be drawn to"},
    {DXGI_FORMAT_NV12, DXGI_FORMAT_NV12, D3D11_FORMAT_SUPPORT_DECODER_OUTPUT, "there are no decoders"},
    {DXGI_FORMAT_420_OPAQUE, DXGI_FORMAT_420_OPAQUE, D3D11_FORMAT_SUPPORT_DECODER_OUTPUT, "there are no decoders"},
};

UINT knownToBeMissing(DXGI_FORMAT format) {
    for (const auto& row : kMissing)
        if (format >= row.first && format <= row.last)
            return row.bits;
    return 0;
}

TEST_F(FormatSupport, RequiredBitsAreThere) {
    for (const Required& row : kRequired) {
        UINT support = 0;
        const auto format = static_cast<DXGI_FORMAT>(row.format);
        device->CheckFormatSupport(format, &support);
        const UINT lacks = row.support & ~support & ~knownToBeMissing(format);
        EXPECT_EQ(0u, lacks) << row.name << std::hex << ": lacks 0x" << lacks << " of 0x" << row.support;
        const UINT second = support2(device.get(), format);
        EXPECT_EQ(0u, row.support2 & ~second)
            << row.name << std::hex << ": lacks 0x" << (row.support2 & ~second) << " of the second mask";
    }
}

// Formats of three words are textures that can be made, filled, copied and loaded from.
TEST_F(FormatSupport, ThreeWordFormatsAreTextures) {
    for (DXGI_FORMAT format : {DXGI_FORMAT_R32G32B32_FLOAT, DXGI_FORMAT_R32G32B32_UINT, DXGI_FORMAT_R32G32B32_SINT}) {
        uint32_t texels[4 * 3];
        for (uint32_t i = 0; i < 12; i++)
            texels[i] = i + 1;
        const D3D11_TEXTURE2D_DESC desc{2, 2, 1, 1, format, {1, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE,
                                        0, 0};
        const D3D11_SUBRESOURCE_DATA data{texels, 24, 0};
        Com<ID3D11Texture2D> texture, staging;
        EXPECT_HR(S_OK, device->CreateTexture2D(&desc, &data, texture.out())) << format;
        if (!texture)
            continue;
        Com<ID3D11ShaderResourceView> view;
        EXPECT_HR(S_OK, device->CreateShaderResourceView(texture.get(), nullptr, view.out())) << format;
        D3D11_TEXTURE2D_DESC copy = desc;
        copy.Usage = D3D11_USAGE_STAGING;
        copy.BindFlags = 0;
        copy.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
        ASSERT_HR(S_OK, device->CreateTexture2D(&copy, nullptr, staging.out()));
        context->CopyResource(staging.get(), texture.get());
        D3D11_MAPPED_SUBRESOURCE mapped;
        ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
        const auto* second =
            reinterpret_cast<const uint32_t*>(static_cast<const uint8_t*>(mapped.pData) + mapped.RowPitch);
        EXPECT_EQ(7u, second[0]) << format;
        EXPECT_EQ(12u, second[5]) << format;
        context->Unmap(staging.get(), 0);
    }
}

// What a level does not have is not reported, whatever the driver can (Microsoft Learn, "Hardware support for Direct3D
// ... formats").
TEST_F(FormatSupport, LowerLevelsReportNoMoreThanTheyHave) {
    constexpr UINT kAbove10 =
        D3D11_FORMAT_SUPPORT_TYPED_UNORDERED_ACCESS_VIEW | D3D11_FORMAT_SUPPORT_SHADER_GATHER_COMPARISON;
    constexpr UINT kAbove9 = D3D11_FORMAT_SUPPORT_BUFFER | D3D11_FORMAT_SUPPORT_SHADER_SAMPLE_COMPARISON |
                             D3D11_FORMAT_SUPPORT_SO_BUFFER | D3D11_FORMAT_SUPPORT_SHADER_LOAD |
                             D3D11_FORMAT_SUPPORT_TEXTURE1D | D3D11_FORMAT_SUPPORT_MULTISAMPLE_LOAD |
                             D3D11_FORMAT_SUPPORT_SHADER_GATHER;
    const struct {
        D3D_FEATURE_LEVEL level;
        UINT lacks;
    } rows[] = {
        {D3D_FEATURE_LEVEL_10_1, kAbove10},
        {D3D_FEATURE_LEVEL_10_0, kAbove10 | D3D11_FORMAT_SUPPORT_SHADER_GATHER},
        {D3D_FEATURE_LEVEL_9_3, kAbove10 | kAbove9},
        {D3D_FEATURE_LEVEL_9_1, kAbove10 | kAbove9},
    };
    for (const auto& row : rows) {
        auto lower = at(row.level);
        ASSERT_TRUE(lower);
        for (const Required& format : kRequired) {
            UINT support = 0, whole = 0;
            const auto number = static_cast<DXGI_FORMAT>(format.format);
            lower->CheckFormatSupport(number, &support);
            device->CheckFormatSupport(number, &whole);
            EXPECT_EQ(0u, support & row.lacks)
                << std::hex << row.level << ", " << format.name << ": 0x" << (support & row.lacks);
            EXPECT_EQ(0u, support & ~whole) << format.name << " can more than at 11_1";
            constexpr UINT kAtomicsAndTyped = 0xff;
            EXPECT_EQ(0u, support2(lower.get(), number) & kAtomicsAndTyped) << format.name;
        }
        // BC6H and BC7 are of 11_0, BC4 and BC5 of 10_0.
        UINT support = 7;
        EXPECT_HR(E_FAIL, lower->CheckFormatSupport(DXGI_FORMAT_BC7_UNORM, &support));
        EXPECT_EQ(0u, support);
        EXPECT_HR(row.level >= D3D_FEATURE_LEVEL_10_0 ? S_OK : E_FAIL,
                  lower->CheckFormatSupport(DXGI_FORMAT_BC5_UNORM, &support));
        EXPECT_HR(S_OK, lower->CheckFormatSupport(DXGI_FORMAT_BC3_UNORM, &support));
        // Uses that a format got later than others did.
        lower->CheckFormatSupport(DXGI_FORMAT_R32_UINT, &support);
        EXPECT_EQ(row.level > D3D_FEATURE_LEVEL_9_1, (support & D3D11_FORMAT_SUPPORT_IA_INDEX_BUFFER) != 0);
        lower->CheckFormatSupport(DXGI_FORMAT_R16_FLOAT, &support);
        EXPECT_EQ(row.level >= D3D_FEATURE_LEVEL_10_0, (support & D3D11_FORMAT_SUPPORT_BLENDABLE) != 0);
        EXPECT_EQ(row.level >= D3D_FEATURE_LEVEL_10_0, (support & D3D11_FORMAT_SUPPORT_IA_VERTEX_BUFFER) != 0);
        lower->CheckFormatSupport(DXGI_FORMAT_R16G16B16A16_FLOAT, &support);
        EXPECT_EQ(row.level >= D3D_FEATURE_LEVEL_9_3, (support & D3D11_FORMAT_SUPPORT_BLENDABLE) != 0);
    }
}

// One sample is one level for every format that is known (Microsoft Learn, CheckMultisampleQualityLevels); more than
// one only for what can be a target of so many.
TEST_F(FormatSupport, OneSampleIsOneLevel) {
    for (const Required& row : kRequired) {
        const auto format = static_cast<DXGI_FORMAT>(row.format);
        UINT levels = 77, support = 0;
        EXPECT_HR(S_OK, device->CheckMultisampleQualityLevels(format, 1, &levels)) << row.name;
        EXPECT_EQ(1u, levels) << row.name;
        device->CheckFormatSupport(format, &support);
        EXPECT_HR(S_OK, device->CheckMultisampleQualityLevels(format, 4, &levels)) << row.name;
        if (support & D3D11_FORMAT_SUPPORT_MULTISAMPLE_RENDERTARGET) {
            EXPECT_GE(levels, 1u) << row.name;
        }
    }
}

// A typeless texture may have the samples that a format of its family may have, and is asked for by its own name.
TEST_F(FormatSupport, TypelessFormatsHaveTheSamplesOfTheirFamily) {
    const DXGI_FORMAT pairs[][2] = {{DXGI_FORMAT_R8G8B8A8_TYPELESS, DXGI_FORMAT_R8G8B8A8_UNORM},
                                    {DXGI_FORMAT_R16G16B16A16_TYPELESS, DXGI_FORMAT_R16G16B16A16_FLOAT},
                                    {DXGI_FORMAT_R32_TYPELESS, DXGI_FORMAT_D32_FLOAT},
                                    {DXGI_FORMAT_R24G8_TYPELESS, DXGI_FORMAT_D24_UNORM_S8_UINT}};
    for (const auto& pair : pairs) {
        for (UINT samples : {2u, 4u, 8u}) {
            UINT typeless = 77, typed = 77;
            EXPECT_HR(S_OK, device->CheckMultisampleQualityLevels(pair[0], samples, &typeless));
            EXPECT_HR(S_OK, device->CheckMultisampleQualityLevels(pair[1], samples, &typed));
            EXPECT_GE(typeless, typed) << pair[0] << ", " << samples;
            const D3D11_TEXTURE2D_DESC desc{4, 4, 1, 1, pair[0], {samples, 0}, D3D11_USAGE_DEFAULT, D3D11_BIND_SHADER_RESOURCE,
                                            0, 0};
            EXPECT_EQ(typeless != 0, SUCCEEDED(device->CreateTexture2D(&desc, nullptr, nullptr))) << pair[0] << ", " << samples;
        }
    }
    UINT levels = 77;
    EXPECT_HR(S_OK, device->CheckMultisampleQualityLevels(DXGI_FORMAT_BC1_TYPELESS, 4, &levels));
    EXPECT_EQ(0u, levels);
}

// --- CheckFeatureSupport

struct Field {
    const char* name;
    size_t offset;
    UINT least11_0, least11_1; // the value that the level demands at least
};
struct Feature {
    D3D11_FEATURE feature;
    UINT size;
    std::initializer_list<Field> fields;
};
#define FIELD(Struct, field, least11_0, least11_1)                                                                     \
    { #field, offsetof(D3D11_FEATURE_DATA_##Struct, field), least11_0, least11_1 }
#define FEATURE(Name, ...)                                                                                             \
    {                                                                                                                  \
        D3D11_FEATURE_##Name, sizeof(D3D11_FEATURE_DATA_##Name), {                                                     \
            __VA_ARGS__                                                                                                \
        }                                                                                                              \
    }

// The queries in the order of their numbers. The specification's demands; where 11_1 demands what is not there the row
// says 0:
// - MultisampleRTVWithForcedSampleCountOne: no Vulkan extension gives it;
// - ExtendedResourceSharing, SharedResourceTier: sharing is not there yet.
const Feature kFeatures[] = {
    FEATURE(THREADING, FIELD(THREADING, DriverConcurrentCreates, 0, 0), FIELD(THREADING, DriverCommandLists, 0, 0)),
    FEATURE(DOUBLES, FIELD(DOUBLES, DoublePrecisionFloatShaderOps, 0, 0)),
    FEATURE(FORMAT_SUPPORT, FIELD(FORMAT_SUPPORT, OutFormatSupport, 1, 1)),
    FEATURE(FORMAT_SUPPORT2, FIELD(FORMAT_SUPPORT2, OutFormatSupport2, 1, 1)),
    FEATURE(D3D10_X_HARDWARE_OPTIONS,
            FIELD(D3D10_X_HARDWARE_OPTIONS, ComputeShaders_Plus_RawAndStructuredBuffers_Via_Shader_4_x, 1, 1)),
    FEATURE(D3D11_OPTIONS, FIELD(D3D11_OPTIONS, OutputMergerLogicOp, 0, 1),
            FIELD(D3D11_OPTIONS, UAVOnlyRenderingForcedSampleCount, 0, 1),
            FIELD(D3D11_OPTIONS, DiscardAPIsSeenByDriver, 0, 1),
            FIELD(D3D11_OPTIONS, FlagsForUpdateAndCopySeenByDriver, 0, 1), FIELD(D3D11_OPTIONS, ClearView, 0, 1),
            FIELD(D3D11_OPTIONS, CopyWithOverlap, 0, 1), FIELD(D3D11_OPTIONS, ConstantBufferPartialUpdate, 0, 1),
            FIELD(D3D11_OPTIONS, ConstantBufferOffsetting, 0, 1),
            FIELD(D3D11_OPTIONS, MapNoOverwriteOnDynamicConstantBuffer, 0, 1),
            FIELD(D3D11_OPTIONS, MapNoOverwriteOnDynamicBufferSRV, 0, 1),
            FIELD(D3D11_OPTIONS, MultisampleRTVWithForcedSampleCountOne, 0, 0),
            FIELD(D3D11_OPTIONS, SAD4ShaderInstructions, 0, 0),
            FIELD(D3D11_OPTIONS, ExtendedDoublesShaderInstructions, 0, 0),
            FIELD(D3D11_OPTIONS, ExtendedResourceSharing, 0, 0)),
    FEATURE(ARCHITECTURE_INFO, FIELD(ARCHITECTURE_INFO, TileBasedDeferredRenderer, 0, 0)),
    FEATURE(D3D9_OPTIONS, FIELD(D3D9_OPTIONS, FullNonPow2TextureSupport, 1, 1)),
    FEATURE(SHADER_MIN_PRECISION_SUPPORT, FIELD(SHADER_MIN_PRECISION_SUPPORT, PixelShaderMinPrecision, 0, 0),
            FIELD(SHADER_MIN_PRECISION_SUPPORT, AllOtherShaderStagesMinPrecision, 0, 0)),
    FEATURE(D3D9_SHADOW_SUPPORT, FIELD(D3D9_SHADOW_SUPPORT, SupportsDepthAsTextureWithLessEqualComparisonFilter, 1, 1)),
    FEATURE(D3D11_OPTIONS1, FIELD(D3D11_OPTIONS1, TiledResourcesTier, 0, 0),
            FIELD(D3D11_OPTIONS1, MinMaxFiltering, 0, 0),
            FIELD(D3D11_OPTIONS1, ClearViewAlsoSupportsDepthOnlyFormats, 0, 0),
            FIELD(D3D11_OPTIONS1, MapOnDefaultBuffers, 0, 0)),
    FEATURE(D3D9_SIMPLE_INSTANCING_SUPPORT, FIELD(D3D9_SIMPLE_INSTANCING_SUPPORT, SimpleInstancingSupported, 1, 1)),
    FEATURE(MARKER_SUPPORT, FIELD(MARKER_SUPPORT, Profile, 0, 0)),
    FEATURE(D3D9_OPTIONS1, FIELD(D3D9_OPTIONS1, FullNonPow2TextureSupported, 1, 1),
            FIELD(D3D9_OPTIONS1, DepthAsTextureWithLessEqualComparisonFilterSupported, 1, 1),
            FIELD(D3D9_OPTIONS1, SimpleInstancingSupported, 1, 1),
            FIELD(D3D9_OPTIONS1, TextureCubeFaceRenderTargetWithNonCubeDepthStencilSupported, 1, 1)),
    FEATURE(D3D11_OPTIONS2, FIELD(D3D11_OPTIONS2, PSSpecifiedStencilRefSupported, 0, 0),
            FIELD(D3D11_OPTIONS2, TypedUAVLoadAdditionalFormats, 0, 0), FIELD(D3D11_OPTIONS2, ROVsSupported, 0, 0),
            FIELD(D3D11_OPTIONS2, ConservativeRasterizationTier, 0, 0), FIELD(D3D11_OPTIONS2, TiledResourcesTier, 0, 0),
            FIELD(D3D11_OPTIONS2, MapOnDefaultTextures, 0, 0), FIELD(D3D11_OPTIONS2, StandardSwizzle, 0, 0),
            FIELD(D3D11_OPTIONS2, UnifiedMemoryArchitecture, 0, 0)),
    FEATURE(D3D11_OPTIONS3, FIELD(D3D11_OPTIONS3, VPAndRTArrayIndexFromAnyShaderFeedingRasterizer, 0, 0)),
    FEATURE(GPU_VIRTUAL_ADDRESS_SUPPORT,
            FIELD(GPU_VIRTUAL_ADDRESS_SUPPORT, MaxGPUVirtualAddressBitsPerResource, 31, 31),
            FIELD(GPU_VIRTUAL_ADDRESS_SUPPORT, MaxGPUVirtualAddressBitsPerProcess, 31, 31)),
    FEATURE(D3D11_OPTIONS4, FIELD(D3D11_OPTIONS4, ExtendedNV12SharedTextureSupported, 0, 0)),
    FEATURE(SHADER_CACHE, FIELD(SHADER_CACHE, SupportFlags, 0, 0)),
    FEATURE(D3D11_OPTIONS5, FIELD(D3D11_OPTIONS5, SharedResourceTier, 0, 0)),
};

class FeatureTable : public FormatSupport {};

TEST_F(FeatureTable, EveryQueryAnswersWhatTheLevelDemands) {
    auto level11_0 = at(D3D_FEATURE_LEVEL_11_0);
    ASSERT_TRUE(level11_0);
    for (const Feature& feature : kFeatures) {
        EXPECT_EQ(&feature - kFeatures, ptrdiff_t(feature.feature)) << "the rows are in order, and none is missing";
        for (ID3D11Device* asked : {level11_0.get(), device.get()}) {
            alignas(8) uint8_t data[128];
            std::memset(data, 0xcd, sizeof data);
            const DXGI_FORMAT format = DXGI_FORMAT_R8G8B8A8_UNORM; // the input of the two that have one
            if (feature.feature == D3D11_FEATURE_FORMAT_SUPPORT || feature.feature == D3D11_FEATURE_FORMAT_SUPPORT2)
                std::memcpy(data, &format, sizeof format);
            ASSERT_HR(S_OK, asked->CheckFeatureSupport(feature.feature, data, feature.size)) << feature.feature;
            EXPECT_EQ(0xcd, data[feature.size]) << "nothing beyond the structure";
            const bool above = asked->GetFeatureLevel() >= D3D_FEATURE_LEVEL_11_1;
            for (const Field& field : feature.fields) {
                UINT value = 0;
                std::memcpy(&value, data + field.offset, sizeof value);
                EXPECT_NE(0xcdcdcdcd, value) << field.name << " is written";
                EXPECT_GE(value, above ? field.least11_1 : field.least11_0) << field.name;
            }
        }
    }
}

// Figures that say the same thing agree.
TEST_F(FeatureTable, AnswersAgree) {
    D3D11_FEATURE_DATA_D3D11_OPTIONS1 options1{};
    D3D11_FEATURE_DATA_D3D11_OPTIONS2 options2{};
    D3D11_FEATURE_DATA_DOUBLES doubles{};
    D3D11_FEATURE_DATA_D3D11_OPTIONS options{};
    D3D11_FEATURE_DATA_D3D11_OPTIONS5 options5{};
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS1, &options1, sizeof options1));
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS2, &options2, sizeof options2));
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_DOUBLES, &doubles, sizeof doubles));
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof options));
    ASSERT_HR(S_OK, device->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS5, &options5, sizeof options5));
    EXPECT_EQ(options1.TiledResourcesTier, options2.TiledResourcesTier);
    EXPECT_EQ(doubles.DoublePrecisionFloatShaderOps, options.ExtendedDoublesShaderInstructions);
    EXPECT_EQ(options.ExtendedResourceSharing != FALSE, options5.SharedResourceTier != 0);
    // Below 10_0 there are no logic operations, and below 11_0 no doubles.
    auto level9 = at(D3D_FEATURE_LEVEL_9_3);
    ASSERT_HR(S_OK, level9->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS, &options, sizeof options));
    EXPECT_FALSE(options.OutputMergerLogicOp);
    EXPECT_FALSE(options.SAD4ShaderInstructions);
    ASSERT_HR(S_OK, level9->CheckFeatureSupport(D3D11_FEATURE_DOUBLES, &doubles, sizeof doubles));
    EXPECT_FALSE(doubles.DoublePrecisionFloatShaderOps);
}

} // namespace
} // namespace conformance
