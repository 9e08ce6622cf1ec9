#pragma once
// The contexts of a device with the debug layer: the ordinary ones with checks in front of their methods. They are
// classes of their own so that a device without the layer has no branch for it anywhere on its contexts.

#include <memory>

#include <d3d11_4.h>

namespace hendeca::d3d11 {

class DeferredContext;
class Device;
class ImmediateContext;

std::unique_ptr<ImmediateContext> createDebugImmediateContext(Device& device);
DeferredContext* createDebugDeferredContext(Device& device, UINT flags); // without references

} // namespace hendeca::d3d11
