// SmallVector, ByteReader and BlockingQueue.

#include "util/byte_reader.h"
#include "util/small_vector.h"
#include "util/thread.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>

namespace hendeca {
namespace {

TEST(SmallVector, StaysInsideUntilFullThenGrows) {
    SmallVector<std::string, 2> items;
    items.push_back("a");
    items.push_back("b");
    EXPECT_EQ(items.capacity(), 2u);
    items.push_back(items[0]); // refers to an element that moves
    EXPECT_GT(items.capacity(), 2u);
    EXPECT_EQ(items[2], "a");
}

TEST(SmallVector, CopiesAndMovesFromInsideAndFromTheHeap) {
    for (const size_t count : {2u, 9u}) {
        SmallVector<std::shared_ptr<int>, 3> items;
        for (size_t i = 0; i < count; i++)
            items.push_back(std::make_shared<int>(static_cast<int>(i)));
        auto copy = items;
        EXPECT_EQ(items[0].use_count(), 2);
        auto moved = std::move(items);
        EXPECT_TRUE(items.empty());
        EXPECT_EQ(moved, copy);
        EXPECT_EQ(copy[0].use_count(), 2);
        moved = copy;
        moved.clear();
        EXPECT_EQ(copy[0].use_count(), 1);
    }
}

TEST(SmallVector, ResizeAndErase) {
    SmallVector<int, 2> items = {1, 2, 3};
    items.eraseUnordered(0);
    EXPECT_EQ(items, (SmallVector<int, 2>{3, 2}));
    items.resize(4);
    EXPECT_EQ(items[3], 0);
    items.resize(1);
    EXPECT_EQ(items.size(), 1u);
}

TEST(ByteReader, FailsForGoodAfterAReadBeyondTheEnd) {
    const uint8_t bytes[6] = {1, 0, 0, 0, 2, 0};
    ByteReader reader(bytes);
    EXPECT_EQ(reader.u32(), 1u);
    EXPECT_EQ(reader.u32(), 0u);
    EXPECT_FALSE(reader);
    EXPECT_EQ(reader.read<uint8_t>(), 0u);
}

TEST(ByteReader, SlicesAndStringsStayInside) {
    const uint8_t bytes[5] = {'a', 'b', 0, 'c', 'd'};
    ByteReader reader(bytes);
    EXPECT_EQ(reader.string(0), "ab");
    EXPECT_TRUE(reader);
    EXPECT_EQ(reader.slice(1, 4).size(), 4u);
    EXPECT_FALSE(reader.slice(2, ~size_t(0)));
    ByteReader unterminated(bytes);
    EXPECT_EQ(unterminated.string(3), "");
    EXPECT_FALSE(unterminated);
}

TEST(BlockingQueue, GivesInOrderAndEndsWhenClosed) {
    BlockingQueue<int> queue;
    EXPECT_TRUE(queue.push(1));
    EXPECT_TRUE(queue.push(2));
    queue.close();
    EXPECT_FALSE(queue.push(3));
    EXPECT_EQ(queue.pop(), 1);
    EXPECT_EQ(queue.pop(), 2);
    EXPECT_EQ(queue.pop(), std::nullopt);
}

TEST(BlockingQueue, WakesAWaitingThread) {
    BlockingQueue<int> queue;
    int sum = 0;
    std::thread worker = startThread("queue-test", [&] {
        while (auto item = queue.pop())
            sum += *item;
    });
    for (int i = 1; i <= 100; i++)
        queue.push(i);
    queue.close();
    worker.join();
    EXPECT_EQ(sum, 5050);
}

} // namespace
} // namespace hendeca
