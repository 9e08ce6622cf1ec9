#include "gpu/resource/factory.h"
#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

using spirv::ImageDim;

struct ViewTest : testing::Test {
    test::FakeVk driver;
    std::unique_ptr<ResourceFactory> factory = std::make_unique<ResourceFactory>(driver.device().value());
    std::unique_ptr<Image> image(ImageKind kind = ImageKind::Image2D, uint32_t layers = 12,
                                 VkSampleCountFlagBits samples = VK_SAMPLE_COUNT_1_BIT) {
        ImageDesc desc;
        desc.kind = kind;
        desc.format = VK_FORMAT_R8G8B8A8_UNORM;
        desc.extent = {64, 64, kind == ImageKind::Image3D ? 64u : 1u};
        desc.arrayLayers = layers;
        desc.samples = samples;
        desc.cube = kind == ImageKind::Image2D && layers >= 6;
        desc.usage = VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
        return factory->createImage(desc).value();
    }
    static ImageViewDesc desc(ImageDim dim, uint32_t layers, VkImageUsageFlags usage = VK_IMAGE_USAGE_SAMPLED_BIT) {
        ImageViewDesc desc;
        desc.dim = dim;
        desc.format = VK_FORMAT_R8G8B8A8_UNORM;
        desc.layerCount = layers;
        desc.usage = usage;
        return desc;
    }
};

TEST_F(ViewTest, HandlesAreMadeOnFirstUseOnly) {
    auto of = image();
    auto view = factory->createView(*of, desc(ImageDim::D2Array, 12));
    EXPECT_EQ(driver.count("CreateImageView"), 0u);
    const VkImageView handle = view->imageView(ImageDim::None);
    EXPECT_NE(handle, VkImageView(VK_NULL_HANDLE));
    EXPECT_EQ(view->imageView(ImageDim::D2Array), handle);
    EXPECT_EQ(driver.count("CreateImageView"), 1u);
    view.reset();
    EXPECT_EQ(driver.live().count("ImageView"), 0u);
}

TEST_F(ViewTest, TheShadersDimensionDecidesTheViewType) {
    auto of = image();
    auto view = factory->createView(*of, desc(ImageDim::D2Array, 12));
    view->imageView(ImageDim::D2);
    EXPECT_EQ(driver.lastImageView.viewType, VK_IMAGE_VIEW_TYPE_2D);
    EXPECT_EQ(driver.lastImageView.subresourceRange.layerCount, 1u);
    view->imageView(ImageDim::Cube);
    EXPECT_EQ(driver.lastImageView.viewType, VK_IMAGE_VIEW_TYPE_CUBE);
    EXPECT_EQ(driver.lastImageView.subresourceRange.layerCount, 6u);
    view->imageView(ImageDim::CubeArray);
    EXPECT_EQ(driver.lastImageView.subresourceRange.layerCount, 12u);
}

TEST_F(ViewTest, WhatCannotBeReadSoIsNull) {
    auto plain = image(ImageKind::Image2D, 1);
    auto view = factory->createView(*plain, desc(ImageDim::D2, 1));
    for (const ImageDim dim : {ImageDim::D3, ImageDim::D1, ImageDim::Cube, ImageDim::CubeArray, ImageDim::D2Ms})
        EXPECT_EQ(view->imageView(dim), VkImageView(VK_NULL_HANDLE));
    EXPECT_EQ(driver.count("CreateImageView"), 0u);
    auto samples = image(ImageKind::Image2D, 1, VK_SAMPLE_COUNT_4_BIT);
    auto msView = factory->createView(*samples, desc(ImageDim::D2Ms, 1));
    EXPECT_EQ(msView->imageView(ImageDim::D2), VkImageView(VK_NULL_HANDLE));
    EXPECT_NE(msView->imageView(ImageDim::D2Ms), VkImageView(VK_NULL_HANDLE));
}

TEST_F(ViewTest, SlicesOfA3dImageAreLayersOfAttachmentsOnly) {
    auto of = image(ImageKind::Image3D, 1);
    auto target = factory->createView(*of, desc(ImageDim::D2Array, 8, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT));
    EXPECT_NE(target->imageView(ImageDim::None), VkImageView(VK_NULL_HANDLE));
    EXPECT_EQ(driver.lastImageView.subresourceRange.layerCount, 8u);
    auto resource = factory->createView(*of, desc(ImageDim::D3, 8));
    EXPECT_NE(resource->imageView(ImageDim::None), VkImageView(VK_NULL_HANDLE));
    EXPECT_EQ(driver.lastImageView.subresourceRange.layerCount, 1u);
    EXPECT_EQ(resource->imageView(ImageDim::D2), VkImageView(VK_NULL_HANDLE));
}

TEST_F(ViewTest, EachBackingHasItsHandleAndRotationFindsTheOldOnes) {
    auto a = image(ImageKind::Image2D, 1), b = image(ImageKind::Image2D, 1);
    auto view = factory->createView(*a, desc(ImageDim::D2, 1));
    const VkImageView first = view->imageView(ImageDim::None);
    Image* images[] = {a.get(), b.get()};
    Image::rotate(images, 2);
    const VkImageView second = view->imageView(ImageDim::None);
    EXPECT_NE(first, second);
    EXPECT_EQ(driver.lastImageView.image, a->handle());
    Image::rotate(images, 2);
    EXPECT_EQ(view->imageView(ImageDim::None), first);
    EXPECT_EQ(driver.count("CreateImageView"), 2u);
}

TEST_F(ViewTest, TexelViewsFollowTheBackingOfTheBuffer) {
    BufferDesc desc;
    desc.size = 4096;
    auto buffer = factory->createBuffer(desc).value();
    BufferViewDesc viewDesc;
    viewDesc.kind = ViewKind::TypedBuffer;
    viewDesc.format = VK_FORMAT_R32_UINT;
    viewDesc.size = 4096;
    auto view = factory->createView(*buffer, viewDesc);
    const BufferBacking before = buffer->backing();
    const VkBufferView first = view->texelView();
    buffer->setBacking({before.buffer, before.offset + 8192, nullptr});
    const VkBufferView second = view->texelView();
    EXPECT_NE(first, second);
    buffer->setBacking(before);
    EXPECT_EQ(view->texelView(), first);
    view.reset();
    EXPECT_EQ(driver.live().count("BufferView"), 0u);
}

// A driver may give a new VkBuffer the handle of one that is gone.
TEST_F(ViewTest, TexelViewsTellPagesApartThoughTheirHandlesAreEqual) {
    BufferDesc desc;
    desc.size = 4096;
    auto buffer = factory->createBuffer(desc).value();
    BufferViewDesc viewDesc;
    viewDesc.kind = ViewKind::TypedBuffer;
    viewDesc.format = VK_FORMAT_R32_UINT;
    viewDesc.size = 4096;
    auto view = factory->createView(*buffer, viewDesc);
    const BufferBacking backing = buffer->backing();
    buffer->setBacking(backing, 7);
    const VkBufferView first = view->texelView();
    buffer->setBacking(backing, 8);
    EXPECT_NE(view->texelView(), first);
    // Those of pages that are gone do not gather.
    for (uint32_t page = 9; page < 1000; page++) {
        buffer->setBacking(backing, page);
        view->texelView();
    }
    EXPECT_LE(driver.live()["BufferView"], 65);
    view.reset();
    EXPECT_EQ(driver.live().count("BufferView"), 0u);
}

TEST_F(ViewTest, AFailureIsNullAndNotTriedAgain) {
    auto of = image(ImageKind::Image2D, 1);
    auto view = factory->createView(*of, desc(ImageDim::D2, 1));
    driver.failAlways("CreateImageView", VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(view->imageView(ImageDim::None), VkImageView(VK_NULL_HANDLE));
    driver.heal();
    EXPECT_EQ(view->imageView(ImageDim::None), VkImageView(VK_NULL_HANDLE));
    EXPECT_EQ(driver.count("CreateImageView"), 1u);
}

} // namespace
} // namespace hendeca::gpu
