#include "gpu/resource/factory.h"
#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

struct SamplerTest : testing::Test {
    test::FakeVk driver;
    std::unique_ptr<ResourceFactory> factory = std::make_unique<ResourceFactory>(driver.device().value());
};

TEST_F(SamplerTest, EqualDescriptionsShareAHandleUntilTheLastIsGone) {
    auto a = factory->createSampler({}).value(), b = factory->createSampler({}).value();
    EXPECT_EQ(a->handle(), b->handle());
    a.reset();
    EXPECT_EQ(driver.live().at("Sampler"), 1);
    b.reset();
    EXPECT_EQ(driver.live().count("Sampler"), 0u);
}

TEST_F(SamplerTest, AnyDifferenceThatMattersMakesAnother) {
    std::vector<SamplerDesc> descs(8);
    descs[1].minFilter = VK_FILTER_NEAREST;
    descs[2].mipLodBias = 1;
    descs[3].maxAnisotropy = 8;
    descs[4].compare = true;
    descs[5].reduction = VK_SAMPLER_REDUCTION_MODE_MIN;
    descs[6].addressV = VK_SAMPLER_ADDRESS_MODE_REPEAT;
    descs[7].maxLod = 3;
    std::vector<std::unique_ptr<Sampler>> samplers;
    for (const SamplerDesc& desc : descs)
        samplers.push_back(factory->createSampler(desc).value());
    EXPECT_EQ(driver.live().at("Sampler"), 8);
}

TEST_F(SamplerTest, WhatHasNoEffectMakesNone) {
    SamplerDesc a, b;
    b.borderColor[0] = 0.5f; // no address mode uses it
    b.compareOp = VK_COMPARE_OP_LESS; // compare is off
    auto first = factory->createSampler(a).value(), second = factory->createSampler(b).value();
    EXPECT_EQ(first->handle(), second->handle());
}

TEST_F(SamplerTest, StandardBorderColoursNeedNoExtension) {
    SamplerDesc desc;
    desc.addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    desc.borderColor[3] = 1;
    auto sampler = factory->createSampler(desc).value();
    EXPECT_EQ(driver.lastSampler.borderColor, VK_BORDER_COLOR_FLOAT_OPAQUE_BLACK);
}

TEST_F(SamplerTest, OtherBorderColoursAreCustomOrTheNearest) {
    SamplerDesc desc;
    desc.addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    for (float& component : desc.borderColor)
        component = 0.9f;
    auto custom = factory->createSampler(desc).value();
    EXPECT_EQ(driver.lastSampler.borderColor, VK_BORDER_COLOR_FLOAT_CUSTOM_EXT);
    driver.lack(vk::Cap::CustomBorderColor);
    ResourceFactory other(driver.device().value());
    auto nearest = other.createSampler(desc).value();
    EXPECT_EQ(driver.lastSampler.borderColor, VK_BORDER_COLOR_FLOAT_OPAQUE_WHITE);
}

TEST_F(SamplerTest, WhenCustomColoursRunOutTheNearestServes) {
    SamplerDesc desc;
    desc.addressU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_BORDER;
    desc.borderColor[0] = 0.2f;
    driver.failAfter(1, VK_ERROR_TOO_MANY_OBJECTS);
    auto sampler = factory->createSampler(desc);
    ASSERT_TRUE(sampler.ok());
    EXPECT_EQ(driver.lastSampler.borderColor, VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK);
}

TEST_F(SamplerTest, LimitsAreKept) {
    SamplerDesc desc;
    desc.maxAnisotropy = 64;
    desc.mipLodBias = 100;
    desc.minLod = 5;
    desc.maxLod = 2;
    auto sampler = factory->createSampler(desc).value();
    EXPECT_EQ(driver.lastSampler.maxAnisotropy, 16);
    EXPECT_EQ(driver.lastSampler.mipLodBias, 15);
    EXPECT_GE(driver.lastSampler.maxLod, driver.lastSampler.minLod);
}

TEST_F(SamplerTest, AFailureIsAnErrorAndIsNotRemembered) {
    driver.failAfter(1, VK_ERROR_OUT_OF_HOST_MEMORY);
    EXPECT_EQ(factory->createSampler({}).error().code, ErrorCode::OutOfMemory);
    EXPECT_TRUE(factory->createSampler({}).ok());
}

} // namespace
} // namespace hendeca::gpu
