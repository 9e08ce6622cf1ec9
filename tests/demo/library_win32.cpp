#include "library.h"

PFN_D3D11_CREATE_DEVICE_AND_SWAP_CHAIN loadDirect3D(const std::string&) {
    return &D3D11CreateDeviceAndSwapChain;
}

std::vector<std::string> loadedLibraries() {
    std::vector<std::string> lines;
    for (const char* name : {"d3d11.dll", "dxgi.dll", "wined3d.dll", "vulkan-1.dll"}) {
        char path[MAX_PATH] = {};
        const HMODULE module = GetModuleHandleA(name);
        if (module)
            GetModuleFileNameA(module, path, MAX_PATH);
        lines.push_back(std::string(name) + ": " + (module ? path : "not loaded"));
    }
    return lines;
}
