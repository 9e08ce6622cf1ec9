#include "wsi/headless/headless.h"

#include "util/config.h"
#include "util/log.h"

#include <charconv>

namespace hendeca::wsi {

namespace {

bool readNumber(std::string_view& text, uint32_t& value) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || value == 0)
        return false;
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    return true;
}

std::optional<Mode> configuredMode() {
    const std::string& text = config().text(Option::DxgiVirtualOutput);
    if (text.empty())
        return std::nullopt;
    std::optional<Mode> mode = parseMode(text);
    if (!mode)
        HENDECA_WARN_ONCE("dxgi.virtualOutput = %s is no mode such as 1920x1080@60", text.c_str());
    return mode;
}

} // namespace

std::optional<Mode> parseMode(std::string_view text) {
    Mode mode;
    if (!readNumber(text, mode.width) || text.empty() || text.front() != 'x')
        return std::nullopt;
    text.remove_prefix(1);
    if (!readNumber(text, mode.height) || mode.width > 32768 || mode.height > 32768)
        return std::nullopt;
    if (text.empty())
        return mode;
    if (text.front() != '@')
        return std::nullopt;
    text.remove_prefix(1);
    if (!readNumber(text, mode.refreshNumerator) || !text.empty())
        return std::nullopt;
    return mode;
}

std::vector<Monitor> virtualMonitors() {
    const std::optional<Mode> mode = configuredMode();
    if (!mode)
        return {};
    Monitor monitor;
    monitor.name = "\\\\.\\DISPLAY1";
    monitor.area = {0, 0, static_cast<int32_t>(mode->width), static_cast<int32_t>(mode->height)};
    monitor.primary = true;
    return {monitor};
}

std::vector<Mode> virtualModes() {
    const std::optional<Mode> mode = configuredMode();
    if (!mode)
        return {};
    static constexpr Size kUsual[] = {{640, 480}, {800, 600}, {1024, 768}, {1280, 720}, {1280, 1024}, {1600, 900}, {1920, 1080},
                                      {2560, 1440}, {3840, 2160}};
    std::vector<Mode> modes;
    for (const Size& size : kUsual) {
        if (size.width <= mode->width && size.height <= mode->height && !(size == Size{mode->width, mode->height})) {
            Mode smaller = *mode;
            smaller.width = size.width;
            smaller.height = size.height;
            modes.push_back(smaller);
        }
    }
    modes.push_back(*mode);
    return modes;
}

} // namespace hendeca::wsi
