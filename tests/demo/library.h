#pragma once
// How the program reaches Direct3D, and which files serve it.

#include <string>
#include <vector>

#include <d3d11.h>

// The function of d3d11.dll; on Linux, of the library file named (or of the usual one). Null when it cannot be loaded.
PFN_D3D11_CREATE_DEVICE_AND_SWAP_CHAIN loadDirect3D(const std::string& libraryFile);
// The files of the loaded modules that have to do with graphics, one per line of output: "d3d11.dll: path".
std::vector<std::string> loadedLibraries();
