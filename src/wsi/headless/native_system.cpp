// The window system of native builds: SDL2 where the program uses it, and nothing at all otherwise.

#include "vk/device.h"
#include "wsi/headless/headless.h"
#ifdef HENDECA_HAVE_SDL2
#include "wsi/sdl2/sdl2_window.h"
#endif

namespace hendeca::wsi {

namespace {

#ifndef HENDECA_HAVE_SDL2
namespace sdl2 {
bool available() {
    return false;
}
std::unique_ptr<Window> openWindow(void*) {
    return nullptr;
}
std::vector<Monitor> monitors() {
    return {};
}
std::vector<Mode> modes(const Monitor&) {
    return {};
}
Mode currentMode(const Monitor&) {
    return {};
}
std::vector<const char*> surfaceExtensions() {
    return {};
}
} // namespace sdl2
#endif

} // namespace

std::unique_ptr<Window> openWindow(void* native) {
    if (!native)
        return std::make_unique<HeadlessWindow>();
    return sdl2::openWindow(native);
}

bool nullWindowMeansHeadless() {
    return true;
}

bool isDesktopWindow(void*) {
    return false;
}

void destroySurface(vk::Instance& instance, uint64_t surface) {
    if (surface && instance.fn().DestroySurfaceKHR)
        instance.fn().DestroySurfaceKHR(instance.handle(), (VkSurfaceKHR)surface, nullptr);
}

std::vector<Monitor> monitors() {
    std::vector<Monitor> list = sdl2::available() ? sdl2::monitors() : std::vector<Monitor>{};
    return list.empty() ? virtualMonitors() : list;
}

std::vector<Mode> modes(const Monitor& monitor) {
    return monitor.handle ? sdl2::modes(monitor) : virtualModes();
}

Mode currentMode(const Monitor& monitor) {
    if (monitor.handle)
        return sdl2::currentMode(monitor);
    const std::vector<Mode> list = virtualModes();
    return list.empty() ? Mode{} : list.back();
}

std::vector<const char*> surfaceExtensions() {
    // Asked for when they are there, whether or not a window comes later: an instance cannot be extended afterwards.
    if (sdl2::available())
        return sdl2::surfaceExtensions();
    return {"VK_KHR_surface", "VK_KHR_xcb_surface", "VK_KHR_xlib_surface", "VK_KHR_wayland_surface"};
}

} // namespace hendeca::wsi
