// What D3D11CreateDevice decides before there is a device.
#include "d3d11/device/create_device.h"

#include <gtest/gtest.h>

namespace hendeca::d3d11 {
namespace {

constexpr UINT kSdk = D3D11_SDK_VERSION;
IDXGIAdapter* const kAdapter = reinterpret_cast<IDXGIAdapter*>(uintptr_t(0x1000)); // never followed
const HMODULE kModule = reinterpret_cast<HMODULE>(uintptr_t(0x1000));

TEST(JudgeArguments, AnAdapterGoesWithDriverTypeUnknownOnly) {
    EXPECT_EQ(judgeArguments(kAdapter, D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, kSdk), S_OK);
    EXPECT_EQ(judgeArguments(kAdapter, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, kSdk), E_INVALIDARG);
    EXPECT_EQ(judgeArguments(kAdapter, D3D_DRIVER_TYPE_UNKNOWN, kModule, 0, kSdk), E_INVALIDARG);
    EXPECT_EQ(judgeArguments(nullptr, D3D_DRIVER_TYPE_UNKNOWN, nullptr, 0, kSdk), E_INVALIDARG);
}

TEST(JudgeArguments, ASoftwareModuleGoesWithDriverTypeSoftwareOnly) {
    EXPECT_EQ(judgeArguments(nullptr, D3D_DRIVER_TYPE_SOFTWARE, nullptr, 0, kSdk), E_INVALIDARG);
    EXPECT_EQ(judgeArguments(nullptr, D3D_DRIVER_TYPE_HARDWARE, kModule, 0, kSdk), E_INVALIDARG);
}

TEST(JudgeArguments, WarpHasNoVideo) {
    EXPECT_EQ(judgeArguments(nullptr, D3D_DRIVER_TYPE_WARP, nullptr, 0, kSdk), S_OK);
    EXPECT_EQ(judgeArguments(nullptr, D3D_DRIVER_TYPE_WARP, nullptr, D3D11_CREATE_DEVICE_VIDEO_SUPPORT, kSdk),
              DXGI_ERROR_UNSUPPORTED);
}

TEST(JudgeArguments, OneSdkVersion) {
    EXPECT_EQ(judgeArguments(nullptr, D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, kSdk + 1), E_INVALIDARG);
}

TEST(NegotiateLevel, TheDefaultListNeverHas11_1) {
    EXPECT_EQ(negotiateLevel({}, D3D_FEATURE_LEVEL_11_1), D3D_FEATURE_LEVEL_11_0);
    EXPECT_EQ(negotiateLevel({}, D3D_FEATURE_LEVEL_10_0), D3D_FEATURE_LEVEL_10_0);
}

TEST(NegotiateLevel, TheFirstThatIsSupportedWins) {
    const D3D_FEATURE_LEVEL upwards[] = {D3D_FEATURE_LEVEL_9_1, D3D_FEATURE_LEVEL_11_0};
    EXPECT_EQ(negotiateLevel(upwards, D3D_FEATURE_LEVEL_11_1), D3D_FEATURE_LEVEL_9_1);
    const D3D_FEATURE_LEVEL downwards[] = {static_cast<D3D_FEATURE_LEVEL>(0xc100), D3D_FEATURE_LEVEL_11_1,
                                           D3D_FEATURE_LEVEL_11_0};
    EXPECT_EQ(negotiateLevel(downwards, D3D_FEATURE_LEVEL_11_1), D3D_FEATURE_LEVEL_11_1);
    EXPECT_EQ(negotiateLevel(downwards, D3D_FEATURE_LEVEL_11_0), D3D_FEATURE_LEVEL_11_0);
}

TEST(NegotiateLevel, NoneIsAnAnswer) {
    const D3D_FEATURE_LEVEL high[] = {D3D_FEATURE_LEVEL_11_1};
    EXPECT_EQ(static_cast<int>(negotiateLevel(high, D3D_FEATURE_LEVEL_11_0)), 0);
    const D3D_FEATURE_LEVEL core[] = {D3D_FEATURE_LEVEL(0x1000)};
    EXPECT_EQ(static_cast<int>(negotiateLevel(core, D3D_FEATURE_LEVEL_11_1)), 0);
}

TEST(MaxFeatureLevel, NeedsStoresAtAllStagesAndLogicOperationsFor11_1) {
    vk::Caps caps;
    EXPECT_EQ(maxFeatureLevel(caps), D3D_FEATURE_LEVEL_11_0);
    caps.enabled.set(static_cast<size_t>(vk::Cap::LogicOp));
    EXPECT_EQ(maxFeatureLevel(caps), D3D_FEATURE_LEVEL_11_0);
    caps.enabled.set(static_cast<size_t>(vk::Cap::VertexPipelineStores));
    EXPECT_EQ(maxFeatureLevel(caps), D3D_FEATURE_LEVEL_11_1);
}

} // namespace
} // namespace hendeca::d3d11
