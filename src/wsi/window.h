#pragma once
// The window system: windows, monitors, modes and surfaces, without a type of any platform. A Window is what a swap chain
// shows itself in; it does not own the native window, which the program may destroy at any time. Size, liveness and surfaces
// may be asked of any thread; full screen and resizing belong to the thread that calls the swap chain.
// Sizes are pixels, positions are desktop coordinates.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace hendeca::vk {
class Instance;
}

namespace hendeca::wsi {

struct Size {
    uint32_t width = 0, height = 0;
    bool operator==(const Size&) const = default;
};

struct Rect {
    int32_t left = 0, top = 0, right = 0, bottom = 0;
    bool operator==(const Rect&) const = default;
    uint32_t width() const { return static_cast<uint32_t>(right - left); }
    uint32_t height() const { return static_cast<uint32_t>(bottom - top); }
};

struct Mode {
    uint32_t width = 0, height = 0;
    uint32_t refreshNumerator = 60, refreshDenominator = 1; // hertz, never 0
    uint32_t bitsPerPixel = 32;
    bool interlaced = false;
    bool operator==(const Mode&) const = default;
};

// Quarter turns, clockwise.
enum class Rotation : uint8_t { None, Quarter, Half, ThreeQuarters };

struct Monitor {
    void* handle = nullptr; // the platform's (HMONITOR); null for a virtual one
    std::string name;       // "\\.\DISPLAY1"
    Rect area;
    Rotation rotation = Rotation::None;
    bool primary = false;
};

class Window {
public:
    virtual ~Window() = default;

    virtual void* native() const = 0; // HWND, SDL_Window*; null when there is none
    virtual bool alive() const = 0;
    virtual bool minimized() const = 0;
    virtual Size clientSize() const = 0; // 0 x 0 when the window is gone or minimised
    virtual void* monitor() const = 0;   // handle of the monitor that most of the window is on, or null
    virtual bool foreground() const = 0; // has the program the user's attention?
    virtual bool resizeClient(Size size) = 0;
    // A borderless window over the monitor; with a mode, the display is switched to it. False leaves all as it was.
    virtual bool enterFullscreen(const Monitor& monitor, const Mode* mode) = 0;
    virtual void leaveFullscreen() = 0;
    // VkSurfaceKHR, or 0 when the window is gone or Vulkan refuses (logged once).
    virtual uint64_t createSurface(vk::Instance& instance) = 0;
};

// The window behind a native handle; null when it is no window. A null handle gives a window that shows nothing.
std::unique_ptr<Window> openWindow(void* native);
// True where a swap chain may be made for a null handle.
bool nullWindowMeansHeadless();
// The desktop itself must not be drawn to.
bool isDesktopWindow(void* native);

void destroySurface(vk::Instance& instance, uint64_t surface);

// The primary monitor comes first. Empty on a machine without any.
std::vector<Monitor> monitors();
std::vector<Mode> modes(const Monitor& monitor);
Mode currentMode(const Monitor& monitor);

// Instance extensions that surfaces need on this platform.
std::vector<const char*> surfaceExtensions();

} // namespace hendeca::wsi
