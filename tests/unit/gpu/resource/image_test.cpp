#include "gpu/resource/factory.h"
#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

struct ImageTest : testing::Test {
    test::FakeVk driver;
    std::unique_ptr<ResourceFactory> factory = std::make_unique<ResourceFactory>(driver.device().value());
    static ImageDesc desc() {
        ImageDesc desc;
        desc.format = VK_FORMAT_R8G8B8A8_UNORM;
        desc.extent = {64, 64, 1};
        desc.mipLevels = 7;
        desc.arrayLayers = 2;
        desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT;
        return desc;
    }
};

TEST_F(ImageTest, HasIdentityBackingAndHistory) {
    auto a = factory->createImage(desc()).value(), b = factory->createImage(desc()).value();
    EXPECT_NE(a->handle(), b->handle());
    EXPECT_NE(a->backing().id, b->backing().id);
    EXPECT_EQ(a->subresourceCount(), 14u);
    EXPECT_EQ(a->hazard().mipLevels(), 7u);
    EXPECT_EQ(a->hazard().arrayLayers(), 2u);
}

TEST_F(ImageTest, UnsupportedFormatsAndSizesAreErrorsBeforeAnythingIsMade) {
    driver.missingFormat = VK_FORMAT_R8G8B8A8_UNORM;
    EXPECT_EQ(factory->createImage(desc()).error().code, ErrorCode::Unsupported);
    driver.missingFormat = VK_FORMAT_UNDEFINED;
    ImageDesc large = desc();
    large.extent.width = 1 << 20;
    EXPECT_EQ(factory->createImage(large).error().code, ErrorCode::Unsupported);
    ImageDesc samples = desc();
    samples.samples = VK_SAMPLE_COUNT_16_BIT;
    EXPECT_EQ(factory->createImage(samples).error().code, ErrorCode::Unsupported);
    EXPECT_EQ(driver.count("CreateImage"), 0u);
}

TEST_F(ImageTest, MemoryIsSharedUnlessTheDriverWantsItsOwn) {
    auto a = factory->createImage(desc()).value(), b = factory->createImage(desc()).value();
    EXPECT_EQ(driver.count("AllocateMemory"), 1u);
    driver.dedicatedImages = true;
    auto c = factory->createImage(desc()).value(), d = factory->createImage(desc()).value();
    EXPECT_EQ(driver.count("AllocateMemory"), 3u);
}

TEST_F(ImageTest, EveryFailureIsAnErrorAndLeaksNothing) {
    for (uint64_t n = 1; n < 10; n++) {
        test::FakeVk own;
        {
            ResourceFactory fresh(own.device().value());
            own.failAfter(n, VK_ERROR_OUT_OF_DEVICE_MEMORY);
            auto made = fresh.createImage(desc());
            if (!made.ok()) {
                EXPECT_EQ(made.error().code, ErrorCode::OutOfMemory);
            }
        }
        EXPECT_TRUE(own.clean()) << "call " << n;
    }
}

TEST_F(ImageTest, RotatingMovesTheStorageDownByOne) {
    std::unique_ptr<Image> images[3];
    VkImage before[3];
    Image* pointers[3];
    for (int i = 0; i < 3; i++) {
        images[i] = factory->createImage(desc()).value();
        before[i] = images[i]->handle();
        pointers[i] = images[i].get();
    }
    Image::rotate(pointers, 3);
    EXPECT_EQ(images[0]->handle(), before[1]);
    EXPECT_EQ(images[1]->handle(), before[2]);
    EXPECT_EQ(images[2]->handle(), before[0]);
    Image::rotate(pointers, 1);
    EXPECT_EQ(images[0]->handle(), before[1]);
}

TEST_F(ImageTest, ExternalStorageIsNotDestroyed) {
    auto a = factory->createImage(desc()).value();
    a->backing().external = true;
    const uint64_t before = driver.count("DestroyImage");
    a.reset();
    EXPECT_EQ(driver.count("DestroyImage"), before);
}

} // namespace
} // namespace hendeca::gpu
