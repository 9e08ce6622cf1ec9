#include "vk/check.h"

#include "util/log.h"
#include "vk/device.h"

#include <atomic>

namespace hendeca::vk {

namespace {
std::atomic<uint64_t> failures{0};
}

const char* resultName(VkResult result) {
    switch (result) {
#define NAME(value)                                                                                                    \
    case value:                                                                                                        \
        return #value;
        NAME(VK_SUCCESS)
        NAME(VK_NOT_READY)
        NAME(VK_TIMEOUT)
        NAME(VK_EVENT_SET)
        NAME(VK_EVENT_RESET)
        NAME(VK_INCOMPLETE)
        NAME(VK_SUBOPTIMAL_KHR)
        NAME(VK_PIPELINE_COMPILE_REQUIRED)
        NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
        NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
        NAME(VK_ERROR_INITIALIZATION_FAILED)
        NAME(VK_ERROR_DEVICE_LOST)
        NAME(VK_ERROR_MEMORY_MAP_FAILED)
        NAME(VK_ERROR_LAYER_NOT_PRESENT)
        NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
        NAME(VK_ERROR_FEATURE_NOT_PRESENT)
        NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
        NAME(VK_ERROR_TOO_MANY_OBJECTS)
        NAME(VK_ERROR_FORMAT_NOT_SUPPORTED)
        NAME(VK_ERROR_FRAGMENTED_POOL)
        NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
        NAME(VK_ERROR_INVALID_EXTERNAL_HANDLE)
        NAME(VK_ERROR_FRAGMENTATION)
        NAME(VK_ERROR_SURFACE_LOST_KHR)
        NAME(VK_ERROR_NATIVE_WINDOW_IN_USE_KHR)
        NAME(VK_ERROR_OUT_OF_DATE_KHR)
        NAME(VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT)
#undef NAME
    default:
        return "VK_ERROR_UNKNOWN";
    }
}

ErrorCode errorCodeOf(VkResult result) {
    switch (result) {
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_MEMORY_MAP_FAILED:
    case VK_ERROR_TOO_MANY_OBJECTS:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_FRAGMENTATION:
        return ErrorCode::OutOfMemory;
    case VK_ERROR_DEVICE_LOST:
        return ErrorCode::DeviceLost;
    case VK_ERROR_LAYER_NOT_PRESENT:
    case VK_ERROR_EXTENSION_NOT_PRESENT:
    case VK_ERROR_FEATURE_NOT_PRESENT:
    case VK_ERROR_INCOMPATIBLE_DRIVER:
    case VK_ERROR_FORMAT_NOT_SUPPORTED:
    case VK_ERROR_INITIALIZATION_FAILED:
        return ErrorCode::Unsupported;
    case VK_ERROR_SURFACE_LOST_KHR:
    case VK_ERROR_NATIVE_WINDOW_IN_USE_KHR:
    case VK_ERROR_OUT_OF_DATE_KHR:
    case VK_ERROR_FULL_SCREEN_EXCLUSIVE_MODE_LOST_EXT:
        return ErrorCode::SurfaceLost;
    case VK_TIMEOUT:
    case VK_NOT_READY:
        return ErrorCode::Timeout;
    default:
        return ErrorCode::Internal;
    }
}

uint64_t failureCount() {
    return failures.load(std::memory_order_relaxed);
}

// Success codes that are no VK_SUCCESS (suboptimal, incomplete, ...) pass: who cares looks at the VkResult itself. A
// timeout is a failure here, since whoever waits with check() expects the thing to have happened.
Status check(VkResult result, const char* what) {
    if (result >= 0 && result != VK_TIMEOUT && result != VK_NOT_READY) [[likely]]
        return Ok{};
    if (result < 0)
        failures.fetch_add(1, std::memory_order_relaxed);
    return makeError(errorCodeOf(result), formatText("%s: %s", what, resultName(result)));
}

} // namespace hendeca::vk
