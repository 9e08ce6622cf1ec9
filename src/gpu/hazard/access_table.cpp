#include "gpu/hazard/access.h"

#include <array>

namespace hendeca::gpu::hazard {

namespace {

constexpr VkPipelineStageFlags2 kPreRaster = VK_PIPELINE_STAGE_2_PRE_RASTERIZATION_SHADERS_BIT;
constexpr VkPipelineStageFlags2 kPixel = VK_PIPELINE_STAGE_2_FRAGMENT_SHADER_BIT;
constexpr VkPipelineStageFlags2 kGraphics = kPreRaster | kPixel;
constexpr VkPipelineStageFlags2 kCompute = VK_PIPELINE_STAGE_2_COMPUTE_SHADER_BIT;
constexpr VkPipelineStageFlags2 kDepth =
    VK_PIPELINE_STAGE_2_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_2_LATE_FRAGMENT_TESTS_BIT;
constexpr VkPipelineStageFlags2 kXfb = VK_PIPELINE_STAGE_2_TRANSFORM_FEEDBACK_BIT_EXT;
constexpr VkPipelineStageFlags2 kIndirect = VK_PIPELINE_STAGE_2_DRAW_INDIRECT_BIT;
constexpr VkPipelineStageFlags2 kTransfer = VK_PIPELINE_STAGE_2_ALL_TRANSFER_BIT;

constexpr VkAccessFlags2 kSampled = VK_ACCESS_2_SHADER_SAMPLED_READ_BIT;
constexpr VkAccessFlags2 kStorageRead = VK_ACCESS_2_SHADER_STORAGE_READ_BIT;
constexpr VkAccessFlags2 kStorageBoth = kStorageRead | VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT;
constexpr VkAccessFlags2 kDepthBoth =
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT | VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT;
constexpr VkAccessFlags2 kColorBoth = VK_ACCESS_2_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT;
constexpr VkAccessFlags2 kCounterRead = VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_READ_BIT_EXT;

constexpr VkImageLayout kNone = VK_IMAGE_LAYOUT_UNDEFINED;
constexpr VkImageLayout kReadOnly = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
constexpr VkImageLayout kDepthReadOnly = VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
constexpr VkImageLayout kGeneral = VK_IMAGE_LAYOUT_GENERAL;
constexpr VkImageLayout kSrc = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kDst = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;

// clang-format off
using A = Access;
constexpr std::array<AccessInfo, static_cast<size_t>(Access::Count)> kRows = {{
    {A::None,                  0,          0,                                        kNone,          false, "None"},
    {A::VertexBuffer,          VK_PIPELINE_STAGE_2_VERTEX_ATTRIBUTE_INPUT_BIT, VK_ACCESS_2_VERTEX_ATTRIBUTE_READ_BIT, kNone, false, "VertexBuffer"},
    {A::IndexBuffer,           VK_PIPELINE_STAGE_2_INDEX_INPUT_BIT, VK_ACCESS_2_INDEX_READ_BIT, kNone, false, "IndexBuffer"},
    {A::IndirectBuffer,        kIndirect,  VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT,    kNone,          false, "IndirectBuffer"},
    {A::UniformGraphics,       kGraphics,  VK_ACCESS_2_UNIFORM_READ_BIT,             kNone,          false, "UniformGraphics"},
    {A::UniformCompute,        kCompute,   VK_ACCESS_2_UNIFORM_READ_BIT,             kNone,          false, "UniformCompute"},
    {A::SampledVertex,         kPreRaster, kSampled,                                 kReadOnly,      false, "SampledVertex"},
    {A::SampledPixel,          kPixel,     kSampled,                                 kReadOnly,      false, "SampledPixel"},
    {A::SampledCompute,        kCompute,   kSampled,                                 kReadOnly,      false, "SampledCompute"},
    {A::DepthReadSampled,      kGraphics | kCompute, kSampled,                                 kDepthReadOnly, false, "DepthReadSampled"},
    {A::StorageReadGraphics,   kGraphics,  kStorageRead,                             kGeneral,       false, "StorageReadGraphics"},
    {A::StorageReadCompute,    kCompute,   kStorageRead,                             kGeneral,       false, "StorageReadCompute"},
    {A::StorageWriteGraphics,  kGraphics,  kStorageBoth,                             kGeneral,       true,  "StorageWriteGraphics"},
    {A::StorageWriteCompute,   kCompute,   kStorageBoth,                             kGeneral,       true,  "StorageWriteCompute"},
    {A::ColorAttachment,       VK_PIPELINE_STAGE_2_COLOR_ATTACHMENT_OUTPUT_BIT, kColorBoth, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, true, "ColorAttachment"},
    {A::DepthAttachment,       kDepth,     kDepthBoth,                               VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL, true, "DepthAttachment"},
    {A::DepthAttachmentRead,   kDepth,     VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_READ_BIT, kDepthReadOnly, false, "DepthAttachmentRead"},
    {A::StreamOutWrite,        kXfb,       VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT, kNone,      true,  "StreamOutWrite"},
    // The counter is read where a pass of stream output begins (indirect stage) and written where it ends.
    {A::StreamOutCounterWrite, kXfb | kIndirect, kCounterRead | VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT, kNone, true, "StreamOutCounterWrite"},
    {A::StreamOutCounterRead,  kXfb | kIndirect, kCounterRead | VK_ACCESS_2_INDIRECT_COMMAND_READ_BIT, kNone, false, "StreamOutCounterRead"},
    {A::TransferRead,          kTransfer,  VK_ACCESS_2_TRANSFER_READ_BIT,            kSrc,           false, "TransferRead"},
    {A::TransferWrite,         kTransfer,  VK_ACCESS_2_TRANSFER_WRITE_BIT,           kDst,           true,  "TransferWrite"},
    {A::ResolveRead,           kTransfer,  VK_ACCESS_2_TRANSFER_READ_BIT,            kSrc,           false, "ResolveRead"},
    {A::ResolveWrite,          kTransfer,  VK_ACCESS_2_TRANSFER_WRITE_BIT,           kDst,           true,  "ResolveWrite"},
    {A::HostRead,              VK_PIPELINE_STAGE_2_HOST_BIT, VK_ACCESS_2_HOST_READ_BIT, kGeneral,    false, "HostRead"},
    {A::ConditionalRead,       VK_PIPELINE_STAGE_2_CONDITIONAL_RENDERING_BIT_EXT, VK_ACCESS_2_CONDITIONAL_RENDERING_READ_BIT_EXT, kNone, false, "ConditionalRead"},
    {A::PresentRead,           kPixel,     kSampled,                                 kReadOnly,      false, "PresentRead"},
}};
// clang-format on

constexpr VkAccessFlags2 kWrites =
    VK_ACCESS_2_SHADER_STORAGE_WRITE_BIT | VK_ACCESS_2_COLOR_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_2_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_2_TRANSFER_WRITE_BIT |
    VK_ACCESS_2_TRANSFORM_FEEDBACK_WRITE_BIT_EXT | VK_ACCESS_2_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT;

constexpr bool rowsAreSound() {
    for (size_t i = 0; i < kRows.size(); i++) {
        const AccessInfo& row = kRows[i];
        if (row.key != static_cast<Access>(i) || !row.name || row.write != ((row.access & kWrites) != 0))
            return false;
        if ((row.key == Access::None) != (row.stages == 0))
            return false;
    }
    return true;
}
static_assert(rowsAreSound());

} // namespace

const AccessInfo& accessInfo(Access access) {
    return kRows[static_cast<size_t>(access)];
}

} // namespace hendeca::gpu::hazard
