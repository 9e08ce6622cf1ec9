// CheckFormatSupport, CheckMultisampleQualityLevels, CheckFeatureSupport, CheckCounter.
#include "rule.h"

namespace conformance::rules {
namespace {

HRESULT format(Rig& r, DXGI_FORMAT asked, bool supported) {
    UINT support = 0xdead;
    const HRESULT hr = r->CheckFormatSupport(asked, &support);
    EXPECT_EQ(supported, support != 0);
    return hr;
}

// The answer, and the number that must have been written.
HRESULT levels(Rig& r, DXGI_FORMAT asked, UINT samples, UINT expected) {
    UINT found = 77;
    const HRESULT hr = r->CheckMultisampleQualityLevels(asked, samples, &found);
    EXPECT_EQ(expected, found) << samples;
    return hr;
}

template <class T>
HRESULT sizes(Rig& r, D3D11_FEATURE feature) {
    T data[2]{};
    const auto one = [&](void* to, UINT size) { return r->CheckFeatureSupport(feature, to, size); };
    const UINT size = sizeof(T);
    return r.same({one(nullptr, size), one(nullptr, 0), one(data, 0), one(data, size / 2), one(data, size - 1),
                   one(data, size + 1), one(data, size * 2)});
}

constexpr const char *kFormat = "ID3D11Device::CheckFormatSupport",
                     *kLevels = "ID3D11Device::CheckMultisampleQualityLevels",
                     *kFeature = "ID3D11Device::CheckFeatureSupport";

const Rule kRules[] = {
    {280, kFormat, "format number out of range (~0): output 0", E_FAIL, Out::Any,
     [](Rig& r) { return format(r, static_cast<DXGI_FORMAT>(~0u), false); }},
    {281, kFormat, "known format without any support: output 0", E_FAIL, Out::Any,
     [](Rig& r) { return format(r, DXGI_FORMAT_R1_UNORM, false); }},
    {282, kFormat, "supported format: a mask that is not zero", S_OK, Out::Any,
     [](Rig& r) { return format(r, kRgba, true); }},
    {283, kLevels, "output NULL, any count", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         const auto one = [&](UINT count) { return r->CheckMultisampleQualityLevels(kRgba, count, nullptr); };
         return r.same({one(0), one(1), one(2), one(4), one(33)});
     }},
    {284, kLevels, "format out of range (65536): output untouched", E_INVALIDARG, Out::Any,
     [](Rig& r) { return levels(r, static_cast<DXGI_FORMAT>(65536), 2, 77); }},
    {285, kLevels, "format UNKNOWN, count 2: output 0", S_OK, Out::Any,
     [](Rig& r) { return levels(r, DXGI_FORMAT_UNKNOWN, 2, 0); }},
    {286, kLevels, "count 0: output 0", E_FAIL, Out::Any, [](Rig& r) { return levels(r, kRgba, 0, 0); }},
    {287, kLevels, "count 1: output 1", S_OK, Out::Any, [](Rig& r) { return levels(r, kRgba, 1, 1); }},
    {288, kLevels, "count 15: output 0", S_OK, Out::Any, [](Rig& r) { return levels(r, kRgba, 15, 0); }},
    {289, kLevels, "count 32", S_OK, Out::Any,
     [](Rig& r) {
         UINT found = 77;
         const HRESULT hr = r->CheckMultisampleQualityLevels(kRgba, 32, &found);
         EXPECT_NE(77u, found);
         return hr;
     }},
    {290, kLevels, "count 33 or 64: output 0", E_FAIL, Out::Any,
     [](Rig& r) {
         return r.same({levels(r, kRgba, 33, 0), levels(r, kRgba, 64, 0)});
     }},
    {291, kLevels, "block-compressed format, count 2: output 0", S_OK, Out::Any,
     [](Rig& r) { return levels(r, DXGI_FORMAT_BC3_UNORM, 2, 0); }},
    {292, kFeature, "data NULL, or a size that is 0, half, one less, one more or double", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({sizes<D3D11_FEATURE_DATA_THREADING>(r, D3D11_FEATURE_THREADING),
                        sizes<D3D11_FEATURE_DATA_DOUBLES>(r, D3D11_FEATURE_DOUBLES),
                        sizes<D3D11_FEATURE_DATA_FORMAT_SUPPORT>(r, D3D11_FEATURE_FORMAT_SUPPORT),
                        sizes<D3D11_FEATURE_DATA_D3D10_X_HARDWARE_OPTIONS>(r, D3D11_FEATURE_D3D10_X_HARDWARE_OPTIONS),
                        sizes<D3D11_FEATURE_DATA_D3D11_OPTIONS>(r, D3D11_FEATURE_D3D11_OPTIONS),
                        sizes<D3D11_FEATURE_DATA_D3D11_OPTIONS5>(r, D3D11_FEATURE_D3D11_OPTIONS5)});
     }},
    {293, kFeature, "FORMAT_SUPPORT with format ~0: mask 0", E_FAIL, Out::Any,
     [](Rig& r) {
         D3D11_FEATURE_DATA_FORMAT_SUPPORT data{static_cast<DXGI_FORMAT>(~0u), 0xdead};
         const HRESULT hr = r->CheckFeatureSupport(D3D11_FEATURE_FORMAT_SUPPORT, &data, sizeof data);
         EXPECT_EQ(0u, data.OutFormatSupport);
         return hr;
     }},
    {294, kFeature, "feature number that is not known", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         UINT data[16]{};
         return r.same({r->CheckFeatureSupport(static_cast<D3D11_FEATURE>(1000), data, 4),
                        r->CheckFeatureSupport(static_cast<D3D11_FEATURE>(~0u), data, 4)});
     }},
    {295, "ID3D11Device::CheckCounter", "any counter where none exists", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         const D3D11_COUNTER_DESC desc{D3D11_COUNTER_DEVICE_DEPENDENT_0, 0};
         D3D11_COUNTER_TYPE type{};
         UINT active = 0, length = 0;
         D3D11_COUNTER_INFO info{};
         r->CheckCounterInfo(&info);
         EXPECT_EQ(0, int(info.LastDeviceDependentCounter)) << "the rule is about devices without";
         return r->CheckCounter(&desc, &type, &active, nullptr, &length, nullptr, &length, nullptr, &length);
     }},
};

} // namespace

std::span<const Rule> capabilityRules() {
    return kRules;
}

} // namespace conformance::rules
