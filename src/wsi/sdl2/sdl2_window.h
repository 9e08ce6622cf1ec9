#pragma once
// Windows of SDL2, for native programs: a window handle is an SDL_Window*. SDL is not linked: if the program has loaded
// libSDL2 itself, its functions are looked up there, otherwise there are no windows. See window.h.

#include "wsi/window.h"

namespace hendeca::wsi::sdl2 {

// False when SDL2 is not loaded, or its video part is not running.
bool available();
std::unique_ptr<Window> openWindow(void* native);
std::vector<Monitor> monitors();
std::vector<Mode> modes(const Monitor& monitor);
Mode currentMode(const Monitor& monitor);
std::vector<const char*> surfaceExtensions();

} // namespace hendeca::wsi::sdl2
