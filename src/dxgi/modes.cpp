#include "dxgi/modes.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>

namespace hendeca::dxgi {

namespace {

uint64_t rateOf(const DXGI_RATIONAL& rate) {
    return rate.Denominator ? uint64_t(rate.Numerator) * 1000 / rate.Denominator : 0; // millihertz
}

auto sortKey(const DXGI_MODE_DESC1& mode) {
    return std::tuple(mode.Width, mode.Height, rateOf(mode.RefreshRate), static_cast<int>(mode.ScanlineOrdering));
}

uint64_t distance(uint64_t a, uint64_t b) {
    return a > b ? a - b : b - a;
}

} // namespace

bool isScanoutFormat(DXGI_FORMAT format) {
    switch (format) {
    case DXGI_FORMAT_R16G16B16A16_FLOAT:
    case DXGI_FORMAT_R10G10B10A2_UNORM:
    case DXGI_FORMAT_R10G10B10_XR_BIAS_A2_UNORM:
    case DXGI_FORMAT_R8G8B8A8_UNORM:
    case DXGI_FORMAT_R8G8B8A8_UNORM_SRGB:
    case DXGI_FORMAT_B8G8R8A8_UNORM:
    case DXGI_FORMAT_B8G8R8A8_UNORM_SRGB:
        return true;
    default:
        return false;
    }
}

std::vector<DXGI_MODE_DESC1> listModes(const std::vector<wsi::Mode>& modes, DXGI_FORMAT format, UINT flags) {
    std::vector<DXGI_MODE_DESC1> list;
    if (!isScanoutFormat(format))
        return list;
    for (const wsi::Mode& mode : modes) {
        // All of these formats are scanned out of a desktop of 32 bits a pixel.
        if (mode.bitsPerPixel != 32 || (mode.interlaced && !(flags & DXGI_ENUM_MODES_INTERLACED)))
            continue;
        DXGI_MODE_DESC1 desc{};
        desc.Width = mode.width;
        desc.Height = mode.height;
        desc.RefreshRate = {mode.refreshNumerator, mode.refreshDenominator};
        desc.Format = format;
        desc.ScanlineOrdering = mode.interlaced ? DXGI_MODE_SCANLINE_ORDER_UPPER_FIELD_FIRST
                                                : DXGI_MODE_SCANLINE_ORDER_PROGRESSIVE;
        desc.Scaling = DXGI_MODE_SCALING_UNSPECIFIED;
        list.push_back(desc);
    }
    std::sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return sortKey(a) < sortKey(b); });
    list.erase(std::unique(list.begin(), list.end(), [](const auto& a, const auto& b) { return sortKey(a) == sortKey(b); }),
               list.end());
    return list;
}

bool closestMode(const std::vector<DXGI_MODE_DESC1>& modes, const wsi::Mode& desktop, const DXGI_MODE_DESC1& wanted,
                 DXGI_MODE_DESC1& closest) {
    if ((wanted.Width == 0) != (wanted.Height == 0))
        return false;
    const uint32_t width = wanted.Width ? wanted.Width : desktop.width;
    const uint32_t height = wanted.Width ? wanted.Height : desktop.height;
    const uint64_t rate = wanted.RefreshRate.Numerator && wanted.RefreshRate.Denominator
                              ? rateOf(wanted.RefreshRate)
                              : rateOf({desktop.refreshNumerator, desktop.refreshDenominator});
    const DXGI_MODE_DESC1* best = nullptr;
    std::tuple<int, uint64_t, uint64_t> bestKey;
    for (const DXGI_MODE_DESC1& mode : modes) {
        const bool otherOrder = wanted.ScanlineOrdering != DXGI_MODE_SCANLINE_ORDER_UNSPECIFIED &&
                                wanted.ScanlineOrdering != mode.ScanlineOrdering;
        const std::tuple key(otherOrder ? 1 : 0, distance(mode.Width, width) + distance(mode.Height, height),
                             distance(rateOf(mode.RefreshRate), rate));
        if (!best || key < bestKey) {
            best = &mode;
            bestKey = key;
        }
    }
    if (!best)
        return false;
    closest = *best;
    // What the display does with a mode of another size is the program's to say.
    if (wanted.Scaling != DXGI_MODE_SCALING_UNSPECIFIED)
        closest.Scaling = wanted.Scaling;
    return true;
}

} // namespace hendeca::dxgi
