#include "library.h"

#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <link.h>

PFN_D3D11_CREATE_DEVICE_AND_SWAP_CHAIN loadDirect3D(const std::string& libraryFile) {
    const char* name = libraryFile.empty() ? "libhendeca_d3d11.so" : libraryFile.c_str();
    void* library = dlopen(name, RTLD_NOW);
    if (!library) {
        std::fprintf(stderr, "hendeca-demo: %s\n", dlerror());
        return nullptr;
    }
    return reinterpret_cast<PFN_D3D11_CREATE_DEVICE_AND_SWAP_CHAIN>(dlsym(library, "D3D11CreateDeviceAndSwapChain"));
}

std::vector<std::string> loadedLibraries() {
    std::vector<std::string> lines;
    dl_iterate_phdr(
        [](dl_phdr_info* info, size_t, void* out) {
            const char* slash = std::strrchr(info->dlpi_name, '/');
            const std::string file = slash ? slash + 1 : info->dlpi_name;
            for (const char* part : {"d3d11", "dxgi", "vulkan"}) {
                if (file.find(part) != std::string::npos) {
                    static_cast<std::vector<std::string>*>(out)->push_back(file + ": " + info->dlpi_name);
                    break;
                }
            }
            return 0;
        },
        &lines);
    return lines;
}
