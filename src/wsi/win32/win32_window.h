#pragma once
// A window of Windows or Wine. See window.h; the native window belongs to the program and may vanish at any time, so every
// call asks IsWindow first.

#include "wsi/window.h"

#include <windows.h>

namespace hendeca::wsi {

class Win32Window final : public Window {
public:
    explicit Win32Window(HWND window) : window_(window) {}
    ~Win32Window() override;

    void* native() const override { return window_; }
    bool alive() const override { return IsWindow(window_) != FALSE; }
    bool minimized() const override { return IsIconic(window_) != FALSE; }
    Size clientSize() const override;
    void* monitor() const override;
    bool foreground() const override { return GetForegroundWindow() == window_; }
    bool resizeClient(Size size) override;
    bool enterFullscreen(const Monitor& monitor, const Mode* mode) override;
    void leaveFullscreen() override;
    uint64_t createSurface(vk::Instance& instance) override;

private:
    void restoreDisplay();

    HWND window_;
    bool fullscreen_ = false;
    LONG_PTR style_ = 0, extendedStyle_ = 0; // of the window before full screen
    RECT rect_{};
    std::wstring changedDisplay_; // name of the display whose mode was changed
};

} // namespace hendeca::wsi
