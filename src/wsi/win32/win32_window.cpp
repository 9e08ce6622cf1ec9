#include "wsi/win32/win32_window.h"

#include "util/log.h"
#include "util/text.h"
#include "vk/device.h"

#include <vulkan/vulkan_win32.h>

namespace hendeca::wsi {

namespace {

bool setDisplayMode(const wchar_t* display, const Mode& mode) {
    DEVMODEW wanted{};
    wanted.dmSize = sizeof(wanted);
    wanted.dmFields = DM_PELSWIDTH | DM_PELSHEIGHT | DM_BITSPERPEL;
    wanted.dmPelsWidth = mode.width;
    wanted.dmPelsHeight = mode.height;
    wanted.dmBitsPerPel = mode.bitsPerPixel;
    if (mode.refreshNumerator && mode.refreshDenominator) {
        wanted.dmFields |= DM_DISPLAYFREQUENCY;
        wanted.dmDisplayFrequency = (mode.refreshNumerator + mode.refreshDenominator / 2) / mode.refreshDenominator;
    }
    LONG result = ChangeDisplaySettingsExW(display, &wanted, nullptr, CDS_FULLSCREEN, nullptr);
    if (result != DISP_CHANGE_SUCCESSFUL && (wanted.dmFields & DM_DISPLAYFREQUENCY)) {
        // The size matters more than the rate.
        wanted.dmFields &= ~DWORD(DM_DISPLAYFREQUENCY);
        result = ChangeDisplaySettingsExW(display, &wanted, nullptr, CDS_FULLSCREEN, nullptr);
    }
    return result == DISP_CHANGE_SUCCESSFUL;
}

} // namespace

Win32Window::~Win32Window() {
    restoreDisplay();
}

Size Win32Window::clientSize() const {
    RECT rect{};
    if (!GetClientRect(window_, &rect) || rect.right <= rect.left || rect.bottom <= rect.top)
        return {};
    return {static_cast<uint32_t>(rect.right - rect.left), static_cast<uint32_t>(rect.bottom - rect.top)};
}

void* Win32Window::monitor() const {
    return alive() ? MonitorFromWindow(window_, MONITOR_DEFAULTTOPRIMARY) : nullptr;
}

bool Win32Window::resizeClient(Size size) {
    if (!alive())
        return false;
    RECT rect{0, 0, static_cast<LONG>(size.width), static_cast<LONG>(size.height)};
    AdjustWindowRectEx(&rect, static_cast<DWORD>(GetWindowLongPtrW(window_, GWL_STYLE)), GetMenu(window_) != nullptr,
                       static_cast<DWORD>(GetWindowLongPtrW(window_, GWL_EXSTYLE)));
    return SetWindowPos(window_, nullptr, 0, 0, rect.right - rect.left, rect.bottom - rect.top,
                        SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE) != FALSE;
}

bool Win32Window::enterFullscreen(const Monitor& monitor, const Mode* mode) {
    if (!alive())
        return false;
    const std::wstring display = toWide(monitor.name);
    if (mode) {
        if (!setDisplayMode(display.c_str(), *mode)) {
            logWarn("The display cannot be switched to %u x %u", mode->width, mode->height);
            return false;
        }
        changedDisplay_ = display;
    }
    if (!fullscreen_) {
        style_ = GetWindowLongPtrW(window_, GWL_STYLE);
        extendedStyle_ = GetWindowLongPtrW(window_, GWL_EXSTYLE);
        GetWindowRect(window_, &rect_);
        fullscreen_ = true;
    }
    // A frame would show at the edges, and a dialog border would shrink the client area.
    SetWindowLongPtrW(window_, GWL_STYLE, style_ & ~LONG_PTR(WS_OVERLAPPEDWINDOW));
    SetWindowLongPtrW(window_, GWL_EXSTYLE, extendedStyle_ & ~LONG_PTR(WS_EX_OVERLAPPEDWINDOW));

    // The monitor's place may have changed with its mode.
    MONITORINFO info{};
    info.cbSize = sizeof(info);
    RECT area{monitor.area.left, monitor.area.top, monitor.area.right, monitor.area.bottom};
    if (monitor.handle && GetMonitorInfoW(static_cast<HMONITOR>(monitor.handle), &info))
        area = info.rcMonitor;
    SetWindowPos(window_, HWND_TOPMOST, area.left, area.top, area.right - area.left, area.bottom - area.top,
                 SWP_FRAMECHANGED | SWP_SHOWWINDOW | SWP_NOACTIVATE);
    return true;
}

void Win32Window::leaveFullscreen() {
    restoreDisplay();
    if (!fullscreen_)
        return;
    fullscreen_ = false;
    if (!alive())
        return;
    // What the program changed meanwhile is its own wish, and stays.
    const LONG_PTR style = GetWindowLongPtrW(window_, GWL_STYLE);
    if (style == (style_ & ~LONG_PTR(WS_OVERLAPPEDWINDOW)) || style == ((style_ & ~LONG_PTR(WS_OVERLAPPEDWINDOW)) | WS_VISIBLE)) {
        SetWindowLongPtrW(window_, GWL_STYLE, style_ | (style & WS_VISIBLE));
        SetWindowLongPtrW(window_, GWL_EXSTYLE, extendedStyle_);
    }
    const HWND place = extendedStyle_ & WS_EX_TOPMOST ? HWND_TOPMOST : HWND_NOTOPMOST;
    SetWindowPos(window_, place, rect_.left, rect_.top, rect_.right - rect_.left, rect_.bottom - rect_.top,
                 SWP_FRAMECHANGED | SWP_NOACTIVATE);
}

void Win32Window::restoreDisplay() {
    if (changedDisplay_.empty())
        return;
    ChangeDisplaySettingsExW(changedDisplay_.c_str(), nullptr, nullptr, 0, nullptr);
    changedDisplay_.clear();
}

uint64_t Win32Window::createSurface(vk::Instance& instance) {
    if (!alive())
        return 0;
    const auto create = reinterpret_cast<PFN_vkCreateWin32SurfaceKHR>(
        instance.fn().GetInstanceProcAddr(instance.handle(), "vkCreateWin32SurfaceKHR"));
    if (!create) {
        HENDECA_ERROR_ONCE("This Vulkan cannot show anything in a window (no VK_KHR_win32_surface)");
        return 0;
    }
    VkWin32SurfaceCreateInfoKHR info{VK_STRUCTURE_TYPE_WIN32_SURFACE_CREATE_INFO_KHR};
    info.hinstance = GetModuleHandleW(nullptr);
    info.hwnd = window_;
    VkSurfaceKHR surface = VK_NULL_HANDLE;
    const VkResult result = create(instance.handle(), &info, nullptr, &surface);
    if (result != VK_SUCCESS) {
        HENDECA_WARN_ONCE("No surface for the window (result %d)", static_cast<int>(result));
        return 0;
    }
    return (uint64_t)surface;
}

} // namespace hendeca::wsi
