#pragma once
// No window and no monitor: everything works and nothing is shown. One virtual monitor can be had by option
// (dxgi.virtualOutput = 1920x1080@60). Any thread.

#include "wsi/window.h"

#include <optional>
#include <string_view>

namespace hendeca::wsi {

class HeadlessWindow final : public Window {
public:
    void* native() const override { return nullptr; }
    bool alive() const override { return true; }
    bool minimized() const override { return false; }
    Size clientSize() const override { return {}; }
    void* monitor() const override { return nullptr; }
    bool foreground() const override { return false; }
    bool resizeClient(Size) override { return false; }
    bool enterFullscreen(const Monitor&, const Mode*) override { return false; }
    void leaveFullscreen() override {}
    uint64_t createSurface(vk::Instance&) override { return 0; }
};

// "1920x1080@60" or "1920x1080"; nothing when the text is something else.
std::optional<Mode> parseMode(std::string_view text);

// The monitor of the option, if it is set, and its modes: the option's own and the usual smaller ones.
std::vector<Monitor> virtualMonitors();
std::vector<Mode> virtualModes();

} // namespace hendeca::wsi
