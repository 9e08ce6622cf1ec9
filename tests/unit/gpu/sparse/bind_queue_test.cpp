#include "gpu/sparse/bind_queue.h"

#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

namespace hendeca::gpu {
namespace {

struct BindQueueTest : testing::Test {
    test::FakeVk driver;
    std::shared_ptr<vk::Device> device = driver.device().value();
    std::unique_ptr<BindQueue> queue = std::make_unique<BindQueue>(*device);
    BindBatch batch;

    BindQueueTest() {
        BindBatch::Target target;
        target.image = (VkImage)(uintptr_t(16));
        target.tiles.resize(3);
        batch.targets.push_back(target);
        driver.forgetCalls();
    }
};

// A batch waits for what was submitted before, and what is submitted next waits for the batch, once.
TEST_F(BindQueueTest, StandsBetweenSubmissions) {
    EXPECT_EQ(0u, queue->takeWait().value);
    ASSERT_TRUE(queue->bind(batch).ok());
    EXPECT_EQ(1u, driver.count("QueueSubmit2")); // the signal
    EXPECT_EQ(1u, driver.count("QueueBindSparse"));
    const VkSemaphoreSubmitInfo wait = queue->takeWait();
    EXPECT_EQ(2u, wait.value);
    EXPECT_EQ(0u, queue->takeWait().value);
    ASSERT_TRUE(queue->bind(batch).ok());
    EXPECT_EQ(4u, queue->takeWait().value);
}

// Where nothing uses what is bound, the queue's work is not waited for; batches still follow each other.
TEST_F(BindQueueTest, UnorderedBatchesDoNotWait) {
    batch.unordered = true;
    ASSERT_TRUE(queue->bind(batch).ok());
    ASSERT_TRUE(queue->bind(batch).ok());
    EXPECT_EQ(0u, driver.count("QueueSubmit2"));
    EXPECT_EQ(2u, driver.count("QueueBindSparse"));
    EXPECT_EQ(2u, queue->takeWait().value);
}

TEST_F(BindQueueTest, FailuresAreErrorsAndLeakNothing) {
    for (const char* name : {"CreateSemaphore", "QueueSubmit2", "QueueBindSparse"}) {
        driver.failAlways(name, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        EXPECT_EQ(ErrorCode::OutOfMemory, queue->bind(batch).error().code) << name;
        driver.heal();
    }
    EXPECT_TRUE(queue->bind(batch).ok());
    queue.reset();
    EXPECT_EQ(0, driver.live()["Semaphore"]);
}

} // namespace
} // namespace hendeca::gpu
