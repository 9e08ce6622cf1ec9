#include "gpu/retire/retire_queue.h"

#include "gpu/resource/factory.h"
#include "gpu/upload/slice_ring.h"
#include "support/fakevk/fake_vk.h"

#include <gtest/gtest.h>

#include <vector>

namespace hendeca::gpu {
namespace {

struct Probe : Object {
    explicit Probe(int& count) : count(count) {}
    ~Probe() override { count++; }
    int& count;
};

struct Thing : Retirable {
    explicit Thing(std::vector<int>& order, int id) : order(order), id(id) {}
    void retired() override { order.push_back(id); }
    std::vector<int>& order;
    int id;
};

TEST(RetireQueue, ThingsWaitForTheirValue) {
    int gone = 0;
    RetireQueue queue;
    queue.add(1, new Probe(gone));
    queue.add(2, new Probe(gone));
    queue.collect(0);
    EXPECT_EQ(gone, 0);
    queue.collect(1);
    EXPECT_EQ(gone, 1);
    EXPECT_EQ(queue.size(), 1u);
    queue.collect(5);
    EXPECT_EQ(gone, 2);
    EXPECT_TRUE(queue.empty());
}

TEST(RetireQueue, EverythingIsRetiredAtTheEnd) {
    int gone = 0;
    {
        RetireQueue queue;
        queue.add(1000, new Probe(gone));
    }
    EXPECT_EQ(gone, 1);
}

TEST(RetireQueue, CallbacksComeInOrder) {
    std::vector<int> order;
    Thing a(order, 1), b(order, 2);
    RetireQueue queue;
    queue.add(1, &a);
    queue.add(1, &b);
    queue.collect(1);
    EXPECT_EQ(order, (std::vector<int>{1, 2}));
}

TEST(RetireQueue, RetiringMayAddMore) {
    struct Chain : Retirable {
        RetireQueue& queue;
        int left = 3;
        explicit Chain(RetireQueue& queue) : queue(queue) {}
        void retired() override {
            if (--left)
                queue.add(7, this);
        }
    };
    RetireQueue queue;
    Chain chain(queue);
    queue.add(7, &chain);
    queue.collect(7);
    EXPECT_EQ(chain.left, 0);
}

TEST(RetireQueue, SlicesGoBackToTheirRingAndMayOutliveIt) {
    test::FakeVk driver;
    ResourceFactory factory(driver.device().value());
    RetireQueue queue;
    {
        SliceRing ring(factory);
        for (int i = 0; i < 200; i++)
            queue.add(1, ring.take(256));
        queue.collect(1);
        EXPECT_TRUE(queue.empty());
        for (int i = 0; i < 4096; i++)
            queue.add(2, ring.take(256));
        EXPECT_EQ(driver.live().at("Buffer"), 1); // the same page again
    }
    queue.collect(2);
    EXPECT_EQ(driver.live().count("Buffer"), 0u);
}

} // namespace
} // namespace hendeca::gpu
