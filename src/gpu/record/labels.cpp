#include "gpu/record/labels.h"

#include "gpu/record/record_context.h"

#include <algorithm>
#include <cstring>

namespace hendeca::gpu {

namespace {

constexpr uint32_t kMaxText = 255;

struct Label {
    Label(uint32_t color, const char* text, uint32_t count) {
        const uint32_t length = std::min(count, kMaxText);
        std::memcpy(name, text, length);
        name[length] = 0;
        info.pLabelName = name;
        for (uint32_t i = 0; i < 4; i++) // 0xAARRGGBB
            info.color[i] = static_cast<float>((color >> (i == 3 ? 24 : 16 - 8 * i)) & 0xff) / 255.0f;
    }
    char name[kMaxText + 1];
    VkDebugUtilsLabelEXT info{VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT};
};

} // namespace

void Labels::begin(const packet::BeginLabel& packet) {
    if (!context_.fn().CmdBeginDebugUtilsLabelEXT)
        return;
    const Label label(packet.color, packet::tail(&packet), packet.count);
    context_.fn().CmdBeginDebugUtilsLabelEXT(context_.main(), &label.info);
    depth_++;
}

void Labels::end() {
    if (!depth_ || !context_.fn().CmdEndDebugUtilsLabelEXT)
        return;
    context_.fn().CmdEndDebugUtilsLabelEXT(context_.main());
    depth_--;
}

void Labels::insert(const packet::InsertLabel& packet) {
    if (!context_.fn().CmdInsertDebugUtilsLabelEXT)
        return;
    const Label label(packet.color, packet::tail(&packet), packet.count);
    context_.fn().CmdInsertDebugUtilsLabelEXT(context_.main(), &label.info);
}

void Labels::submissionEnds() {
    while (depth_)
        end();
}

} // namespace hendeca::gpu
