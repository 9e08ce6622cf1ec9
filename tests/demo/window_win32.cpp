#include "window.h"

namespace {

bool closed = false;

LRESULT CALLBACK windowProcedure(HWND window, UINT message, WPARAM wide, LPARAM other) {
    if (message == WM_CLOSE) {
        closed = true;
        return 0;
    }
    return DefWindowProcW(window, message, wide, other);
}

SIZE outerSize(uint32_t width, uint32_t height) {
    RECT rect = {0, 0, static_cast<LONG>(width), static_cast<LONG>(height)};
    AdjustWindowRect(&rect, WS_OVERLAPPEDWINDOW, FALSE);
    return {rect.right - rect.left, rect.bottom - rect.top};
}

} // namespace

HWND openWindow(uint32_t width, uint32_t height) {
    WNDCLASSW type{};
    type.lpfnWndProc = windowProcedure;
    type.hInstance = GetModuleHandleW(nullptr);
    type.hCursor = LoadCursorW(nullptr, reinterpret_cast<LPCWSTR>(IDC_ARROW));
    type.lpszClassName = L"hendeca-demo";
    RegisterClassW(&type);
    const SIZE size = outerSize(width, height);
    const HWND window = CreateWindowExW(0, type.lpszClassName, L"Direct3D 11 demo", WS_OVERLAPPEDWINDOW, CW_USEDEFAULT,
                                        CW_USEDEFAULT, size.cx, size.cy, nullptr, nullptr, type.hInstance, nullptr);
    ShowWindow(window, SW_SHOW);
    return window;
}

void resizeWindow(HWND window, uint32_t width, uint32_t height) {
    const SIZE size = outerSize(width, height);
    SetWindowPos(window, nullptr, 0, 0, size.cx, size.cy, SWP_NOMOVE | SWP_NOZORDER | SWP_NOACTIVATE);
}

bool pumpWindow(HWND) {
    MSG message;
    while (PeekMessageW(&message, nullptr, 0, 0, PM_REMOVE)) {
        TranslateMessage(&message);
        DispatchMessageW(&message);
    }
    return !closed;
}

void closeWindow(HWND window) {
    DestroyWindow(window);
}
