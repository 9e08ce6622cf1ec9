// Mips and unordered-access clears through a recording context, on the machine's driver.
#include "gpu_fixture.h"

#include "gpu/record/clear_uav_ops.h"
#include "gpu/record/mip_ops.h"
#include "gpu/record/record_context.h"
#include "gpu/record/texel_bits.h"

#include <bit>
#include <cstring>

namespace hendeca::gpu {
namespace {

using hazard::Access;

class OpsTest : public test::GpuTest, public RecordHooks {
protected:
    void SetUp() override {
        GpuTest::SetUp();
        if (IsSkipped())
            return;
        context_ = std::make_unique<RecordContext>(*device_, *factory_, *this);
        mips_ = std::make_unique<MipOps>(*context_);
        clears_ = std::make_unique<ClearUavOps>(*context_);
        ASSERT_TRUE(context_->beginSubmission(1));
        result_ = buffer(65536, MemoryKind::Readback);
    }
    void TearDown() override {
        if (device_)
            fn_->DeviceWaitIdle(device_->handle());
        mips_.reset();
        context_.reset();
        result_.reset();
        GpuTest::TearDown();
    }
    void suspendPass() override {}
    void resolvePendingClears(Image&) override {}
    void disturbed(uint32_t bits) override { disturbed_ |= bits; }

    std::unique_ptr<Image> image(VkFormat format, uint32_t width, uint32_t height, uint32_t mips, VkImageUsageFlags usage,
                                 std::vector<VkFormat> views = {}, uint32_t layers = 1, uint32_t depth = 1) {
        ImageDesc desc;
        desc.kind = depth > 1 ? ImageKind::Image3D : ImageKind::Image2D;
        desc.format = format;
        desc.extent = {width, height, depth};
        desc.mipLevels = mips;
        desc.arrayLayers = layers;
        desc.usage = usage;
        desc.mutableFormat = !views.empty();
        desc.viewFormats = std::move(views);
        auto made = factory_->createImage(desc);
        EXPECT_TRUE(made);
        return std::move(made).value();
    }
    std::unique_ptr<View> view(Image& of, VkFormat format, VkImageUsageFlags usage, uint32_t mips = 1) {
        ImageViewDesc desc;
        desc.dim = of.desc().kind == ImageKind::Image3D ? spirv::ImageDim::D3
                   : of.desc().arrayLayers > 1          ? spirv::ImageDim::D2Array
                                                        : spirv::ImageDim::D2;
        desc.format = format;
        desc.mipCount = mips;
        desc.layerCount = of.desc().kind == ImageKind::Image3D ? of.desc().extent.depth : of.desc().arrayLayers;
        desc.usage = usage;
        return factory_->createView(of, desc);
    }
    void fill(Image& of, std::initializer_list<uint32_t> texels) {
        const Slice slice = context_->scratch(texels.size() * 4);
        std::memcpy(slice.backing.mapped, texels.begin(), texels.size() * 4);
        const Place place = context_->place(of);
        context_->use(place, of, RecordContext::rangeOf(of, 0, VK_IMAGE_ASPECT_COLOR_BIT), Access::TransferWrite, true);
        VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
        region.bufferOffset = slice.backing.offset;
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
        region.imageExtent = of.desc().extent;
        VkCopyBufferToImageInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_TO_IMAGE_INFO_2};
        info.srcBuffer = slice.backing.buffer;
        info.dstImage = of.handle();
        info.dstImageLayout = hazard::accessInfo(Access::TransferWrite).layout;
        info.regionCount = 1;
        info.pRegions = &region;
        fn_->CmdCopyBufferToImage2(context_->begin(place), &info);
    }
    // Ends the submission with a copy of one subresource, and waits.
    const uint8_t* read(Image& of, uint32_t mip, uint32_t layer = 0) {
        context_->use(Place::Main, of, RecordContext::rangeOf(of, mip + layer * of.desc().mipLevels,
                                                              VK_IMAGE_ASPECT_COLOR_BIT), Access::TransferRead);
        VkBufferImageCopy2 region{VK_STRUCTURE_TYPE_BUFFER_IMAGE_COPY_2};
        region.bufferOffset = result_->backing().offset;
        region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, layer, 1};
        region.imageExtent = {std::max(of.desc().extent.width >> mip, 1u), std::max(of.desc().extent.height >> mip, 1u),
                              std::max(of.desc().extent.depth >> mip, 1u)};
        VkCopyImageToBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_IMAGE_TO_BUFFER_INFO_2};
        info.srcImage = of.handle();
        info.srcImageLayout = hazard::accessInfo(Access::TransferRead).layout;
        info.dstBuffer = result_->backing().buffer;
        info.regionCount = 1;
        info.pRegions = &region;
        fn_->CmdCopyImageToBuffer2(context_->begin(Place::Main), &info);
        finish();
        return result_->initialMapping();
    }
    const uint8_t* read(Buffer& of) {
        context_->use(Place::Main, of, 0, of.size(), Access::TransferRead);
        VkBufferCopy2 region{VK_STRUCTURE_TYPE_BUFFER_COPY_2, nullptr, of.backing().offset, result_->backing().offset,
                             of.size()};
        VkCopyBufferInfo2 info{VK_STRUCTURE_TYPE_COPY_BUFFER_INFO_2};
        info.srcBuffer = of.backing().buffer;
        info.dstBuffer = result_->backing().buffer;
        info.regionCount = 1;
        info.pRegions = &region;
        fn_->CmdCopyBuffer2(context_->begin(Place::Main), &info);
        finish();
        return result_->initialMapping();
    }
    void finish() {
        VkCommandBuffer early = VK_NULL_HANDLE, main = VK_NULL_HANDLE;
        ASSERT_TRUE(context_->endSubmission(early, main));
        VkCommandBufferSubmitInfo buffers[2] = {{VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO},
                                                {VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO}};
        uint32_t count = 0;
        if (early)
            buffers[count++].commandBuffer = early;
        buffers[count++].commandBuffer = main;
        VkSubmitInfo2 info{VK_STRUCTURE_TYPE_SUBMIT_INFO_2};
        info.commandBufferInfoCount = count;
        info.pCommandBufferInfos = buffers;
        ASSERT_EQ(fn_->QueueSubmit2(device_->queue(), 1, &info, VK_NULL_HANDLE), VK_SUCCESS);
        ASSERT_EQ(fn_->QueueWaitIdle(device_->queue()), VK_SUCCESS);
        context_->retire().collect(1);
        ASSERT_TRUE(context_->beginSubmission(2));
    }
    // The packet with its rectangles behind it, as it lies in a stream.
    struct ClearPacket {
        packet::ClearUav clear{};
        VkRect2D rects[2]{};
    };
    void clear(View& view, bool isFloat, std::array<uint32_t, 4> value, std::initializer_list<VkRect2D> rects = {}) {
        ClearPacket made;
        made.clear.view = &view;
        made.clear.isFloat = isFloat;
        std::ranges::copy(value, made.clear.value.v);
        made.clear.count = static_cast<uint32_t>(rects.size());
        std::ranges::copy(rects, packet::tail(&made.clear));
        clears_->clear(made.clear);
    }

    std::unique_ptr<RecordContext> context_;
    std::unique_ptr<MipOps> mips_;
    std::unique_ptr<ClearUavOps> clears_;
    std::unique_ptr<Buffer> result_;
    uint32_t disturbed_ = 0;
};

constexpr VkImageUsageFlags kMipUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;
constexpr uint32_t kWhite = 0xffffffff, kBlack = 0xff000000;

TEST_F(OpsTest, MipsAreAverages) {
    auto texture = image(VK_FORMAT_R8G8B8A8_UNORM, 4, 2, 3, kMipUsage);
    auto all = view(*texture, VK_FORMAT_R8G8B8A8_UNORM, VK_IMAGE_USAGE_SAMPLED_BIT, 3);
    fill(*texture, {kWhite, kBlack, kBlack, kBlack, kBlack, kWhite, kBlack, kBlack});
    EXPECT_TRUE(mips_->generate(*all));
    EXPECT_EQ(disturbed_, 0u); // a blit
    const uint8_t* texels = read(*texture, 1);
    EXPECT_NEAR(texels[0], 128, 1);
    EXPECT_EQ(texels[4], 0);
}

TEST_F(OpsTest, MipsOfAnSrgbViewAreAveragedInLinearLight) {
    auto texture = image(VK_FORMAT_R8G8B8A8_UNORM, 4, 2, 3, kMipUsage, {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_SRGB});
    auto all = view(*texture, VK_FORMAT_R8G8B8A8_SRGB, VK_IMAGE_USAGE_SAMPLED_BIT, 3);
    fill(*texture, {kWhite, kBlack, kBlack, kBlack, kBlack, kWhite, kBlack, kBlack});
    EXPECT_TRUE(mips_->generate(*all));
    const uint8_t* texels = read(*texture, 1);
    EXPECT_NEAR(texels[0], 188, 1); // half of the light
    EXPECT_EQ(texels[3], 255);
    EXPECT_EQ(texels[4], 0);
}

TEST_F(OpsTest, UavClearsOfTypelessImagesWriteTheViewsBits) {
    auto texture = image(VK_FORMAT_R8G8B8A8_UNORM, 4, 4, 1, VK_IMAGE_USAGE_STORAGE_BIT,
                         {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_UINT, VK_FORMAT_R32_UINT});
    auto words = view(*texture, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_STORAGE_BIT);
    clear(*words, false, {0x12345678, 0, 0, 0});
    auto bytes = view(*texture, VK_FORMAT_R8G8B8A8_UINT, VK_IMAGE_USAGE_STORAGE_BIT);
    clear(*bytes, false, {0x101, 2, 3, 4}, {{{1, 1}, {2, 100}}}); // low bits; the rectangle is cut off at the border
    auto* texels = reinterpret_cast<const uint32_t*>(read(*texture, 0));
    EXPECT_EQ(texels[0], 0x12345678u);
    EXPECT_EQ(texels[5], 0x04030201u);
    EXPECT_EQ(texels[14], 0x04030201u);
    EXPECT_EQ(texels[7], 0x12345678u);
}

TEST_F(OpsTest, UavClearsReachAllLayersAndSlices) {
    auto array = image(VK_FORMAT_R32_SFLOAT, 2, 2, 1, VK_IMAGE_USAGE_STORAGE_BIT, {}, 3);
    auto both = view(*array, VK_FORMAT_R32_SFLOAT, VK_IMAGE_USAGE_STORAGE_BIT);
    clear(*both, true, {std::bit_cast<uint32_t>(0.1f), 0, 0, 0});
    auto* texels = reinterpret_cast<const float*>(read(*array, 0, 2));
    EXPECT_EQ(texels[3], 0.1f);
}

TEST_F(OpsTest, UavClearsOfSomeSlicesLeaveTheOthers) {
    auto volume = image(VK_FORMAT_R32_UINT, 2, 1, 1, VK_IMAGE_USAGE_STORAGE_BIT, {}, 1, 4);
    auto all = view(*volume, VK_FORMAT_R32_UINT, VK_IMAGE_USAGE_STORAGE_BIT);
    clear(*all, false, {7, 0, 0, 0});
    ImageViewDesc desc = all->imageDesc();
    desc.firstLayer = 1;
    desc.layerCount = 2;
    auto some = factory_->createView(*volume, desc);
    clear(*some, false, {9, 0, 0, 0});
    auto* texels = reinterpret_cast<const uint32_t*>(read(*volume, 0));
    const uint32_t expected[] = {7, 7, 9, 9, 9, 9, 7, 7};
    EXPECT_EQ(std::memcmp(texels, expected, sizeof(expected)), 0);
}

TEST_F(OpsTest, UavClearsOfBuffersKeepToTheirRange) {
    auto words = buffer(64, MemoryKind::Device, true);
    BufferViewDesc desc;
    desc.size = 64;
    desc.writable = true;
    auto whole = factory_->createView(*words, desc);
    clear(*whole, false, {5, 6, 7, 8}); // raw: the first value only
    desc.kind = ViewKind::TypedBuffer;
    desc.format = VK_FORMAT_R16G16B16A16_UINT;
    desc.offset = 16;
    desc.size = 16;
    auto typed = factory_->createView(*words, desc);
    clear(*typed, false, {1, 2, 3, 0x10004});
    desc.format = VK_FORMAT_R8_UNORM;
    desc.offset = 33;
    desc.size = 2;
    auto small = factory_->createView(*words, desc);
    clear(*small, true, {std::bit_cast<uint32_t>(1.0f), 0, 0, 0});
    const uint8_t* bytes = read(*words);
    uint32_t got[16];
    std::memcpy(got, bytes, 64);
    EXPECT_EQ(got[0], 5u);
    EXPECT_EQ(got[3], 5u);
    EXPECT_EQ(got[4], 0x00020001u);
    EXPECT_EQ(got[7], 0x00040003u);
    EXPECT_EQ(got[8], 0x00ffff05u);
    EXPECT_EQ(got[9], 5u);
    EXPECT_EQ(got[15], 5u);
}

// --- texels, no device needed

std::array<uint32_t, 4> floatsOf(float r, float g, float b, float a) {
    return {std::bit_cast<uint32_t>(r), std::bit_cast<uint32_t>(g), std::bit_cast<uint32_t>(b),
            std::bit_cast<uint32_t>(a)};
}
uint32_t wordOf(const Texel& texel) {
    uint32_t word = 0;
    std::memcpy(&word, texel.bytes, 4);
    return word;
}

TEST(TexelBits, FloatClearsConvertAsAStoreWould) {
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_R8G8B8A8_UNORM, true, floatsOf(1, 0.5f, -1, 2).data())), 0xff0080ffu);
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_R8G8B8A8_SNORM, true, floatsOf(1, -1, 0, 2).data())), 0x7f00817fu);
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_B8G8R8A8_UNORM, true, floatsOf(1, 0, 0, 0).data())), 0x00ff0000u);
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_R16G16_SFLOAT, true, floatsOf(1, -2, 0, 0).data())), 0xc0003c00u);
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_A2B10G10R10_UNORM_PACK32, true, floatsOf(1, 0, 0, 1).data())), 0xc00003ffu);
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_B10G11R11_UFLOAT_PACK32, true, floatsOf(1, 1, 1, 0).data())), 0x781e03c0u);
}

TEST(TexelBits, UintClearsTakeTheLowBits) {
    const uint32_t values[] = {0x1ff, 0x401, 3, 7};
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_R8G8B8A8_UNORM, false, values)), 0x070301ffu);
    EXPECT_EQ(wordOf(texelOf(VK_FORMAT_A2B10G10R10_UINT_PACK32, false, values)), 0xc03005ffu);
    EXPECT_EQ(texelOf(VK_FORMAT_BC1_RGB_UNORM_BLOCK, false, values).size, 0u);
}

TEST(TexelBits, EveryBytePatternSurvivesTheWayThroughAClearColour) {
    for (VkFormat format : {VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_R8G8B8A8_UINT, VK_FORMAT_R8G8B8A8_SINT,
                            VK_FORMAT_R16G16_UNORM, VK_FORMAT_A2B10G10R10_UNORM_PACK32, VK_FORMAT_R16G16_SFLOAT,
                            VK_FORMAT_B10G11R11_UFLOAT_PACK32, VK_FORMAT_R32_SFLOAT, VK_FORMAT_R8G8B8A8_SRGB}) {
        for (uint32_t pattern : {0u, 0x3c003c00u, 0x01020304u, 0x38763a98u, 0x12345678u}) {
            Texel texel;
            texel.size = 4;
            std::memcpy(texel.bytes, &pattern, 4);
            VkClearColorValue color;
            // Small floats that are denormal do not go through a clear, and are refused.
            const bool denormal = format == VK_FORMAT_B10G11R11_UFLOAT_PACK32 &&
                                  (pattern == 0x3c003c00u || pattern == 0x01020304u);
            ASSERT_EQ(clearColorOf(format, texel, color), !denormal) << format << " " << pattern;
            if (denormal)
                continue;
            const bool integer = format == VK_FORMAT_R8G8B8A8_UINT || format == VK_FORMAT_R8G8B8A8_SINT;
            EXPECT_EQ(wordOf(texelOf(format, !integer, color.uint32)), pattern) << format << " " << pattern;
        }
    }
}

TEST(TexelBits, HalvesGoThereAndBack) {
    for (uint32_t half = 0; half < 0x10000; half++) {
        if ((half & 0x7c00) == 0x7c00 && (half & 0x3ff))
            continue; // NaN
        EXPECT_EQ(halfFromFloat(floatFromHalf(static_cast<uint16_t>(half))), half);
    }
    EXPECT_EQ(halfFromFloat(65519.0f), 0x7bff);
    EXPECT_EQ(halfFromFloat(65520.0f), 0x7c00);
}

} // namespace
} // namespace hendeca::gpu
