#include "gpu/format/video_table.h"

#include "gpu/format/format_support.h"

#include <array>

namespace hendeca::gpu {

namespace {

constexpr VideoPlane kNoPlane{};
// clang-format off
constexpr VideoPlane kR8      {VK_FORMAT_R8_UNORM,                 1, 0, 0, {61, 62}, 0};
constexpr VideoPlane kR16     {VK_FORMAT_R16_UNORM,                2, 0, 0, {56, 57}, 0};
constexpr VideoPlane kRg8_420 {VK_FORMAT_R8G8_UNORM,               2, 1, 1, {49, 50}, 0};
constexpr VideoPlane kRg16_420{VK_FORMAT_R16G16_UNORM,             4, 1, 1, {35, 36}, 42};
constexpr VideoPlane kRg8_411 {VK_FORMAT_R8G8_UNORM,               2, 2, 0, {49, 50}, 0};
constexpr VideoPlane kRgba8   {VK_FORMAT_R8G8B8A8_UNORM,           4, 0, 0, {28, 30}, 42};
constexpr VideoPlane kRgb10   {VK_FORMAT_A2B10G10R10_UNORM_PACK32, 4, 0, 0, {24, 25}, 42};
constexpr VideoPlane kRgba16  {VK_FORMAT_R16G16B16A16_UNORM,       8, 0, 0, {11, 12}, 0};
constexpr VideoPlane kPair8   {VK_FORMAT_R8G8B8A8_UNORM,           4, 1, 0, {28, 30}, 42};
constexpr VideoPlane kPair16  {VK_FORMAT_R16G16B16A16_UNORM,       8, 1, 0, {11, 12}, 0};
// No view shows these.
constexpr VideoPlane kOpaque8 {VK_FORMAT_R8_UNORM,                 1, 0, 0, {0, 0}, 0};
constexpr VideoPlane kOpaque420{VK_FORMAT_R8G8_UNORM,              2, 1, 1, {0, 0}, 0};

constexpr std::array kRows = {
    VideoFormat{100, 1, {kRgba8, kNoPlane}},       // AYUV: V U Y A
    VideoFormat{101, 1, {kRgb10, kNoPlane}},       // Y410: U Y V A
    VideoFormat{102, 1, {kRgba16, kNoPlane}},      // Y416: U Y V A
    VideoFormat{103, 2, {kR8, kRg8_420}},          // NV12
    VideoFormat{104, 2, {kR16, kRg16_420}},        // P010
    VideoFormat{105, 2, {kR16, kRg16_420}},        // P016
    VideoFormat{106, 2, {kOpaque8, kOpaque420}},   // 420_OPAQUE
    VideoFormat{107, 1, {kPair8, kNoPlane}},       // YUY2: Y0 U Y1 V
    VideoFormat{108, 1, {kPair16, kNoPlane}},      // Y210
    VideoFormat{109, 1, {kPair16, kNoPlane}},      // Y216
    VideoFormat{110, 2, {kR8, kRg8_411}},          // NV11
};

struct ProcessorRow {
    uint32_t key;
    uint32_t uses;
};
constexpr uint32_t kIn = kUseVideoInput, kOut = kUseVideoOutput;
constexpr std::array kProcessor = {
    ProcessorRow{10, kIn | kOut},  ProcessorRow{24, kIn | kOut},  ProcessorRow{28, kIn | kOut}, ProcessorRow{29, kIn | kOut},
    ProcessorRow{87, kIn | kOut},  ProcessorRow{88, kIn | kOut},  ProcessorRow{91, kIn | kOut}, ProcessorRow{93, kIn | kOut},
    ProcessorRow{100, kIn | kOut}, ProcessorRow{101, kIn},        ProcessorRow{102, kIn},       ProcessorRow{103, kIn | kOut},
    ProcessorRow{104, kIn | kOut}, ProcessorRow{105, kIn | kOut}, ProcessorRow{106, kIn | kOut}, ProcessorRow{107, kIn},
    ProcessorRow{108, kIn},        ProcessorRow{109, kIn},        ProcessorRow{110, kIn},
};
// clang-format on

} // namespace

const VideoFormat* videoFormat(uint32_t dxgi) {
    for (const VideoFormat& row : kRows)
        if (row.key == dxgi)
            return &row;
    return nullptr;
}

int planeOfView(const VideoFormat& format, uint32_t view, bool unordered) {
    for (uint32_t i = 0; view && i < format.planeCount; i++) {
        const VideoPlane& plane = format.planes[i];
        if (plane.views[0] == view || plane.views[1] == view || (unordered && plane.wordView == view))
            return static_cast<int>(i);
    }
    return -1;
}

uint32_t videoProcessorUses(uint32_t dxgi) {
    for (const ProcessorRow& row : kProcessor)
        if (row.key == dxgi)
            return row.uses;
    return 0;
}

} // namespace hendeca::gpu
