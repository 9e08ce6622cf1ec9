#include "util/log.h"
#include "util/text.h"
#include "vk/device.h"
#include "wsi/headless/headless.h"
#include "wsi/win32/win32_window.h"

#include <algorithm>

#include <vulkan/vulkan_win32.h>

namespace hendeca::wsi {

namespace {

Mode toMode(const DEVMODEW& devmode) {
    Mode mode;
    mode.width = devmode.dmPelsWidth;
    mode.height = devmode.dmPelsHeight;
    // 0 and 1 stand for the hardware's default rate.
    mode.refreshNumerator = devmode.dmDisplayFrequency > 1 ? devmode.dmDisplayFrequency : 60;
    mode.refreshDenominator = 1;
    mode.bitsPerPixel = devmode.dmBitsPerPel;
    mode.interlaced = (devmode.dmDisplayFlags & DM_INTERLACED) != 0;
    return mode;
}

BOOL CALLBACK collectMonitor(HMONITOR handle, HDC, LPRECT, LPARAM parameter) {
    auto& list = *reinterpret_cast<std::vector<Monitor>*>(parameter);
    MONITORINFOEXW info{};
    info.cbSize = sizeof(info);
    if (!GetMonitorInfoW(handle, &info))
        return TRUE;
    Monitor monitor;
    monitor.handle = handle;
    monitor.name = toUtf8(info.szDevice);
    monitor.area = {info.rcMonitor.left, info.rcMonitor.top, info.rcMonitor.right, info.rcMonitor.bottom};
    monitor.primary = (info.dwFlags & MONITORINFOF_PRIMARY) != 0;
    DEVMODEW devmode{};
    devmode.dmSize = sizeof(devmode);
    if (EnumDisplaySettingsW(info.szDevice, ENUM_CURRENT_SETTINGS, &devmode) &&
        (devmode.dmFields & DM_DISPLAYORIENTATION) && devmode.dmDisplayOrientation < 4)
        monitor.rotation = static_cast<Rotation>(devmode.dmDisplayOrientation);
    list.push_back(std::move(monitor));
    return TRUE;
}

} // namespace

std::unique_ptr<Window> openWindow(void* native) {
    if (!native)
        return std::make_unique<HeadlessWindow>();
    if (!IsWindow(static_cast<HWND>(native)))
        return nullptr;
    return std::make_unique<Win32Window>(static_cast<HWND>(native));
}

bool nullWindowMeansHeadless() {
    return false;
}

bool isDesktopWindow(void* native) {
    return native == GetDesktopWindow();
}

void destroySurface(vk::Instance& instance, uint64_t surface) {
    if (surface && instance.fn().DestroySurfaceKHR)
        instance.fn().DestroySurfaceKHR(instance.handle(), (VkSurfaceKHR)surface, nullptr);
}

std::vector<Monitor> monitors() {
    std::vector<Monitor> list;
    EnumDisplayMonitors(nullptr, nullptr, collectMonitor, reinterpret_cast<LPARAM>(&list));
    if (list.empty())
        return virtualMonitors();
    std::stable_partition(list.begin(), list.end(), [](const Monitor& m) { return m.primary; });
    return list;
}

std::vector<Mode> modes(const Monitor& monitor) {
    if (!monitor.handle)
        return virtualModes();
    std::vector<Mode> list;
    const std::wstring name = toWide(monitor.name);
    DEVMODEW devmode{};
    devmode.dmSize = sizeof(devmode);
    for (DWORD i = 0; EnumDisplaySettingsW(name.c_str(), i, &devmode); i++) {
        const Mode mode = toMode(devmode);
        if (mode.width && mode.height && std::find(list.begin(), list.end(), mode) == list.end())
            list.push_back(mode);
    }
    return list;
}

Mode currentMode(const Monitor& monitor) {
    if (!monitor.handle) {
        const std::vector<Mode> list = virtualModes();
        return list.empty() ? Mode{} : list.back();
    }
    Mode mode;
    mode.width = monitor.area.width();
    mode.height = monitor.area.height();
    DEVMODEW devmode{};
    devmode.dmSize = sizeof(devmode);
    if (EnumDisplaySettingsW(toWide(monitor.name).c_str(), ENUM_CURRENT_SETTINGS, &devmode) &&
        devmode.dmPelsWidth && devmode.dmPelsHeight)
        mode = toMode(devmode);
    return mode;
}

std::vector<const char*> surfaceExtensions() {
    return {VK_KHR_SURFACE_EXTENSION_NAME, VK_KHR_WIN32_SURFACE_EXTENSION_NAME};
}

} // namespace hendeca::wsi
