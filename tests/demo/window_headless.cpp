#include "window.h"

HWND openWindow(uint32_t, uint32_t) {
    return nullptr;
}

void resizeWindow(HWND, uint32_t, uint32_t) {}

bool pumpWindow(HWND) {
    return true;
}

void closeWindow(HWND) {}
