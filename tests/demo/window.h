#pragma once
// The demo's window. Natively there is none: the swap chain is made without one.

#include <cstdint>

#include <windows.h>

HWND openWindow(uint32_t width, uint32_t height);
void resizeWindow(HWND window, uint32_t width, uint32_t height);
// Handles what the window system has to say; false when the user closed the window.
bool pumpWindow(HWND window);
void closeWindow(HWND window);
