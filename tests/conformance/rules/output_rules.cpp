// DXGI outputs and desktop duplication. A row passes where there is no monitor: its rule is about one.
#include "rule.h"

namespace conformance::rules {
namespace {

Com<IDXGIOutput6> output(Rig& r) {
    Com<IDXGIOutput> first;
    r.adapter()->EnumOutputs(0, first.out());
    return first.as<IDXGIOutput6>();
}
// `call` on the first monitor; what the row expects where there is none.
template <class F>
HRESULT on(Rig& r, HRESULT otherwise, F call) {
    auto found = output(r);
    return found ? call(*found.get()) : otherwise;
}

constexpr NotYet kNoDuplication{"desktop duplication: DuplicateOutput fails with DXGI_ERROR_UNSUPPORTED"};
constexpr const char *kModes = "IDXGIOutput::GetDisplayModeList", *kClosest = "IDXGIOutput::FindClosestMatchingMode",
                     *kOwn = "IDXGIOutput::TakeOwnership", *kDuplicate = "IDXGIOutput1::DuplicateOutput",
                     *kFrame = "IDXGIOutputDuplication::AcquireNextFrame";
constexpr HRESULT kInvalidCall = DXGI_ERROR_INVALID_CALL;

const Rule kRules[] = {
    {370, kModes, "count pointer NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return on(r, kInvalidCall, [](IDXGIOutput6& o) { return o.GetDisplayModeList(kRgba, 0, nullptr, nullptr); });
     }},
    {371, kModes, "format UNKNOWN: 0 modes", S_OK, Out::Any,
     [](Rig& r) {
         return on(r, S_OK, [](IDXGIOutput6& o) {
             UINT count = 77;
             const HRESULT hr = o.GetDisplayModeList(DXGI_FORMAT_UNKNOWN, 0, &count, nullptr);
             EXPECT_EQ(0u, count);
             return hr;
         });
     }},
    {372, kModes, "count smaller than the number of modes: count unchanged", DXGI_ERROR_MORE_DATA, Out::Any,
     [](Rig& r) {
         return on(r, DXGI_ERROR_MORE_DATA, [](IDXGIOutput6& o) {
             UINT count = 0;
             o.GetDisplayModeList(kRgba, 0, &count, nullptr);
             std::vector<DXGI_MODE_DESC> modes(count + 1);
             UINT room = count - 1;
             const HRESULT hr = o.GetDisplayModeList(kRgba, 0, &room, modes.data());
             EXPECT_EQ(count - 1, room);
             return hr;
         });
     }},
    {373, kModes, "remote or headless session", DXGI_ERROR_NOT_CURRENTLY_AVAILABLE,
     Elsewhere{"without a monitor there is no output to ask"}},
    {374, kClosest, "format UNKNOWN without device", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return on(r, kInvalidCall, [](IDXGIOutput6& o) {
             DXGI_MODE_DESC wanted{}, found{};
             return o.FindClosestMatchingMode(&wanted, &found, nullptr);
         });
     }},
    {375, kClosest, "only one of width and height is 0; both are fine", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return on(r, kInvalidCall, [&](IDXGIOutput6& o) {
             DXGI_MODE_DESC wanted{}, found{};
             wanted.Format = kRgba;
             EXPECT_HR(S_OK, o.FindClosestMatchingMode(&wanted, &found, nullptr));
             wanted.Width = 640;
             const HRESULT width = o.FindClosestMatchingMode(&wanted, &found, nullptr);
             wanted.Width = 0, wanted.Height = 480;
             return r.same({width, o.FindClosestMatchingMode(&wanted, &found, nullptr)});
         });
     }},
    {376, kClosest, "format UNKNOWN with a device", S_OK, Out::Any,
     [](Rig& r) {
         return on(r, S_OK, [&](IDXGIOutput6& o) {
             DXGI_MODE_DESC wanted{}, found{};
             return o.FindClosestMatchingMode(&wanted, &found, r.device());
         });
     }},
    {377, "IDXGIOutput::GetGammaControlCapabilities", "no full-screen swap chain", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return on(r, kInvalidCall, [](IDXGIOutput6& o) {
             DXGI_GAMMA_CONTROL_CAPABILITIES caps;
             return o.GetGammaControlCapabilities(&caps);
         });
     }},
    {378, "IDXGIOutput::GetGammaControl", "before any was set", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return on(r, kInvalidCall, [](IDXGIOutput6& o) {
             DXGI_GAMMA_CONTROL gamma;
             return o.GetGammaControl(&gamma);
         });
     }},
    {379, kOwn, "device NULL", DXGI_ERROR_INVALID_CALL, Out::Any,
     [](Rig& r) {
         return on(r, kInvalidCall, [&](IDXGIOutput6& o) {
             return r.same({o.TakeOwnership(nullptr, FALSE), o.TakeOwnership(nullptr, TRUE)});
         });
     }},
    {380, kOwn, "device of Direct3D 11, not exclusive", E_INVALIDARG, Out::Any,
     [](Rig& r) { return on(r, E_INVALIDARG, [&](IDXGIOutput6& o) { return o.TakeOwnership(r.device(), FALSE); }); }},
    {381, kOwn, "output owned by another swap chain or device", DXGI_ERROR_NOT_CURRENTLY_AVAILABLE,
     NotYet{"ownership of outputs: E_NOTIMPL; one that a full-screen chain holds answers as Windows does"}},
    {382, kDuplicate, "device on another adapter, or already duplicating", E_INVALIDARG, kNoDuplication},
    {383, kDuplicate, "no right to the desktop", E_ACCESSDENIED, kNoDuplication},
    {384, kDuplicate, "desktop mode not supported", DXGI_ERROR_UNSUPPORTED, Out::Null,
     [](Rig& r) {
         auto found = output(r);
         if (found)
             return found->DuplicateOutput(r.device(), r.out<IDXGIOutputDuplication>());
         *r.out<IDXGIOutputDuplication>() = nullptr; // no monitor to ask
         return HRESULT(DXGI_ERROR_UNSUPPORTED);
     }},
    {385, kDuplicate, "four duplicators already", DXGI_ERROR_NOT_CURRENTLY_AVAILABLE, kNoDuplication},
    {386, kDuplicate, "session disconnected", DXGI_ERROR_SESSION_DISCONNECTED, kNoDuplication},
    {387, kFrame, "no new frame in time", DXGI_ERROR_WAIT_TIMEOUT, kNoDuplication},
    {388, kFrame, "desktop switched or mode changed", DXGI_ERROR_ACCESS_LOST, kNoDuplication},
    {389, kFrame, "frame before not released", DXGI_ERROR_INVALID_CALL, kNoDuplication},
    {390, kFrame, "frame info NULL", E_INVALIDARG, kNoDuplication},
};

} // namespace

std::span<const Rule> outputRules() {
    return kRules;
}

} // namespace conformance::rules
