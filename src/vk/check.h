#pragma once
// What a VkResult means, and how many failures were seen (for fault tests).

#include "util/result.h"
#include "vk/fns.h"

#include <cstdint>

namespace hendeca::vk {

const char* resultName(VkResult result); // "VK_ERROR_DEVICE_LOST"
ErrorCode errorCodeOf(VkResult result);
// Failures that check() has seen in this process.
uint64_t failureCount();
// Errors and warnings of the validation layer so far in this process, counted by the module that made the instance.
uint64_t validationMessageCount();

} // namespace hendeca::vk
