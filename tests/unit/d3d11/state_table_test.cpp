// Interned states: equal keys give the same object, a full table says so, a claim fails for what was given out again.
#include "d3d11/device/interfaces.h"
#include "d3d11/state/state_table.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace hendeca::d3d11 {
namespace {

struct FakeState {
    int references = 0;
    void AddRef() { references++; }
};

class StateTableTest : public ::testing::Test {
protected:
    FakeState* acquire(const StateKey& key) {
        return table.acquire(key, full, [this] {
            made.push_back(std::make_unique<FakeState>());
            return made.back().get();
        });
    }
    StateTable<FakeState> table;
    std::vector<std::unique_ptr<FakeState>> made;
    bool full = false;
};

TEST_F(StateTableTest, EqualKeysShareOneObject) {
    FakeState* a = acquire("a");
    EXPECT_EQ(acquire("a"), a);
    EXPECT_EQ(a->references, 2);
    EXPECT_NE(acquire("b"), a);
    EXPECT_EQ(made.size(), 2u);
}

TEST_F(StateTableTest, AtMost4096OfAKind) {
    for (size_t i = 0; i < kMaxStateObjects; i++)
        ASSERT_NE(acquire(std::to_string(i)), nullptr);
    EXPECT_EQ(acquire("more"), nullptr);
    EXPECT_TRUE(full);
    // One that is there is still found.
    EXPECT_NE(acquire("7"), nullptr);
    EXPECT_FALSE(full);
    EXPECT_TRUE(table.remove("7", [] { return true; }));
    EXPECT_NE(acquire("more"), nullptr);
}

TEST_F(StateTableTest, WhatWasGivenOutAgainStays) {
    FakeState* a = acquire("a");
    EXPECT_FALSE(table.remove("a", [] { return false; }));
    EXPECT_EQ(acquire("a"), a);
    EXPECT_TRUE(table.remove("a", [] { return true; }));
    EXPECT_NE(acquire("a"), a);
}

} // namespace
} // namespace hendeca::d3d11
