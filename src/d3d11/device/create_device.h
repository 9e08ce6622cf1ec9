#pragma once
// What D3D11CreateDevice and its kin do, as functions that are not exported: the exports do not call each other, so
// that hooks on two of them never see one call twice. Any thread. Sources: Microsoft Learn, D3D11CreateDevice,
// D3D11CreateDeviceAndSwapChain.

#include "d3d11/device/device.h"

#include <span>

namespace hendeca::vk {
class Adapter;
}

namespace hendeca::d3d11 {

struct AdapterChoice {
    ComPtr<IDXGIAdapter> dxgi;
    std::shared_ptr<vk::Adapter> vulkan;
};

// Rules for the combination of arguments, before any adapter is looked at.
HRESULT judgeArguments(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, HMODULE software, UINT flags, UINT sdkVersion);
// `given`, or the one that the driver type stands for. Logs what is missing.
HRESULT chooseAdapter(IDXGIAdapter* given, D3D_DRIVER_TYPE type, AdapterChoice& choice);

// The highest level that the driver and the configuration allow.
D3D_FEATURE_LEVEL maxFeatureLevel(const vk::Caps& caps);
// The first of `wanted` (or of the default list, when empty) that is not above `most`; 0 if there is none.
D3D_FEATURE_LEVEL negotiateLevel(std::span<const D3D_FEATURE_LEVEL> wanted, D3D_FEATURE_LEVEL most);

HRESULT makeDevice(const AdapterChoice& choice, D3D_FEATURE_LEVEL level, UINT flags, ComPtr<Device>& device);

// All of D3D11CreateDevice but its outputs. `wanted`: a device is asked for; otherwise only the level is found.
HRESULT createDevice(IDXGIAdapter* adapter, D3D_DRIVER_TYPE type, HMODULE software, UINT flags,
                     const D3D_FEATURE_LEVEL* levels, UINT levelCount, UINT sdkVersion, bool wanted,
                     D3D_FEATURE_LEVEL& level, ComPtr<Device>& device);

} // namespace hendeca::d3d11
