#include "wsi/sdl2/sdl2_window.h"

#include "util/log.h"
#include "util/platform.h"
#include "vk/device.h"

#include <algorithm>
#include <mutex>

#include <SDL.h>
#include <SDL_vulkan.h>

namespace hendeca::wsi::sdl2 {

namespace {

constexpr const char* kLibrary = "libSDL2-2.0.so.0";

// The functions that are used, from the library that the program has loaded.
struct Functions {
#define HENDECA_SDL(name) decltype(&SDL_##name) name = nullptr;
#define HENDECA_SDL_LIST                                                                                               \
    HENDECA_SDL(WasInit)                                                                                               \
    HENDECA_SDL(GetWindowFlags)                                                                                        \
    HENDECA_SDL(GetWindowID)                                                                                           \
    HENDECA_SDL(GetWindowFromID)                                                                                       \
    HENDECA_SDL(SetWindowSize)                                                                                         \
    HENDECA_SDL(SetWindowFullscreen)                                                                                   \
    HENDECA_SDL(SetWindowDisplayMode)                                                                                  \
    HENDECA_SDL(GetWindowDisplayIndex)                                                                                 \
    HENDECA_SDL(GetNumVideoDisplays)                                                                                   \
    HENDECA_SDL(GetDisplayBounds)                                                                                      \
    HENDECA_SDL(GetNumDisplayModes)                                                                                    \
    HENDECA_SDL(GetDisplayMode)                                                                                        \
    HENDECA_SDL(GetDesktopDisplayMode)                                                                                 \
    HENDECA_SDL(Vulkan_GetInstanceExtensions)                                                                          \
    HENDECA_SDL(Vulkan_CreateSurface)                                                                                  \
    HENDECA_SDL(Vulkan_GetDrawableSize)
    HENDECA_SDL_LIST
#undef HENDECA_SDL
    bool complete = false;
};

const Functions* functions() {
    static std::mutex mutex;
    static Functions table;
    std::lock_guard lock(mutex);
    if (table.complete)
        return &table;
    if (!isLibraryLoaded(kLibrary))
        return nullptr;
    DynamicLibrary library = DynamicLibrary::open(kLibrary);
    table.complete = static_cast<bool>(library);
#define HENDECA_SDL(name)                                                                                              \
    table.name = library ? library.function<decltype(&SDL_##name)>("SDL_" #name) : nullptr;                            \
    table.complete = table.complete && table.name;
    HENDECA_SDL_LIST
#undef HENDECA_SDL
    library.leak();
    return table.complete ? &table : nullptr;
}

// Displays are numbered from 0; a handle must not be null.
void* toHandle(int display) {
    return reinterpret_cast<void*>(static_cast<intptr_t>(display + 1));
}
int toDisplay(const void* handle) {
    return static_cast<int>(reinterpret_cast<intptr_t>(handle)) - 1;
}

Mode toMode(const SDL_DisplayMode& from) {
    Mode mode;
    mode.width = static_cast<uint32_t>(from.w);
    mode.height = static_cast<uint32_t>(from.h);
    mode.refreshNumerator = from.refresh_rate > 0 ? static_cast<uint32_t>(from.refresh_rate) : 60;
    // SDL says 24 for a desktop of 32 bits a pixel.
    const uint32_t bits = SDL_BITSPERPIXEL(from.format);
    mode.bitsPerPixel = bits == 24 || bits == 0 ? 32 : bits;
    return mode;
}

class Sdl2Window final : public Window {
public:
    Sdl2Window(const Functions& sdl, SDL_Window* window) : sdl_(sdl), window_(window), id_(sdl.GetWindowID(window)) {}

    void* native() const override { return window_; }
    // A window that was destroyed no longer has its number.
    bool alive() const override { return sdl_.WasInit(SDL_INIT_VIDEO) && sdl_.GetWindowFromID(id_) == window_; }
    bool minimized() const override { return alive() && (sdl_.GetWindowFlags(window_) & SDL_WINDOW_MINIMIZED); }
    Size clientSize() const override {
        if (!alive() || minimized())
            return {};
        int width = 0, height = 0;
        sdl_.Vulkan_GetDrawableSize(window_, &width, &height);
        return {static_cast<uint32_t>(std::max(width, 0)), static_cast<uint32_t>(std::max(height, 0))};
    }
    void* monitor() const override {
        const int display = alive() ? sdl_.GetWindowDisplayIndex(window_) : -1;
        return display < 0 ? nullptr : toHandle(display);
    }
    bool foreground() const override { return alive() && (sdl_.GetWindowFlags(window_) & SDL_WINDOW_INPUT_FOCUS); }
    bool resizeClient(Size size) override {
        if (!alive())
            return false;
        sdl_.SetWindowSize(window_, static_cast<int>(size.width), static_cast<int>(size.height));
        return true;
    }
    bool enterFullscreen(const Monitor&, const Mode* mode) override {
        if (!alive())
            return false;
        if (mode) {
            SDL_DisplayMode wanted{};
            wanted.w = static_cast<int>(mode->width);
            wanted.h = static_cast<int>(mode->height);
            wanted.refresh_rate = static_cast<int>(mode->refreshNumerator / std::max(mode->refreshDenominator, 1u));
            if (sdl_.SetWindowDisplayMode(window_, &wanted) != 0)
                return false;
        }
        return sdl_.SetWindowFullscreen(window_, mode ? SDL_WINDOW_FULLSCREEN : SDL_WINDOW_FULLSCREEN_DESKTOP) == 0;
    }
    void leaveFullscreen() override {
        if (alive())
            sdl_.SetWindowFullscreen(window_, 0);
    }
    uint64_t createSurface(vk::Instance& instance) override {
        VkSurfaceKHR surface = VK_NULL_HANDLE;
        if (!alive() || !sdl_.Vulkan_CreateSurface(window_, instance.handle(), &surface)) {
            HENDECA_WARN_ONCE("SDL makes no Vulkan surface for the window (was it made with SDL_WINDOW_VULKAN?)");
            return 0;
        }
        return (uint64_t)surface;
    }

private:
    const Functions& sdl_;
    SDL_Window* window_;
    Uint32 id_;
};

} // namespace

bool available() {
    const Functions* sdl = functions();
    return sdl && sdl->WasInit(SDL_INIT_VIDEO);
}

std::unique_ptr<Window> openWindow(void* native) {
    if (!available() || functions()->GetWindowID(static_cast<SDL_Window*>(native)) == 0)
        return nullptr;
    return std::make_unique<Sdl2Window>(*functions(), static_cast<SDL_Window*>(native));
}

std::vector<Monitor> monitors() {
    std::vector<Monitor> list;
    const Functions* sdl = functions();
    const int count = sdl->GetNumVideoDisplays();
    for (int i = 0; i < count; i++) {
        SDL_Rect bounds{};
        if (sdl->GetDisplayBounds(i, &bounds) != 0)
            continue;
        Monitor monitor;
        monitor.handle = toHandle(i);
        monitor.name = formatText("\\\\.\\DISPLAY%d", i + 1);
        monitor.area = {bounds.x, bounds.y, bounds.x + bounds.w, bounds.y + bounds.h};
        monitor.primary = list.empty();
        list.push_back(std::move(monitor));
    }
    return list;
}

std::vector<Mode> modes(const Monitor& monitor) {
    std::vector<Mode> list;
    const Functions* sdl = functions();
    const int display = toDisplay(monitor.handle);
    // SDL lists the largest first, DXGI the smallest.
    for (int i = sdl->GetNumDisplayModes(display) - 1; i >= 0; i--) {
        SDL_DisplayMode mode{};
        if (sdl->GetDisplayMode(display, i, &mode) == 0 && std::find(list.begin(), list.end(), toMode(mode)) == list.end())
            list.push_back(toMode(mode));
    }
    return list;
}

Mode currentMode(const Monitor& monitor) {
    SDL_DisplayMode mode{};
    if (functions()->GetDesktopDisplayMode(toDisplay(monitor.handle), &mode) == 0)
        return toMode(mode);
    Mode fallback;
    fallback.width = monitor.area.width();
    fallback.height = monitor.area.height();
    return fallback;
}

std::vector<const char*> surfaceExtensions() {
    // With no window SDL still names what its video driver needs (since 2.0.8).
    unsigned count = 0;
    if (!functions()->Vulkan_GetInstanceExtensions(nullptr, &count, nullptr))
        return {};
    std::vector<const char*> names(count);
    functions()->Vulkan_GetInstanceExtensions(nullptr, &count, names.data());
    return names;
}

} // namespace hendeca::wsi::sdl2
