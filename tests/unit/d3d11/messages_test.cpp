// The table of the debug layer's messages.
#include "d3d11/debug/messages.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace hendeca::d3d11 {
namespace {

TEST(Messages, EachIsFoundByItsId) {
    std::set<D3D11_MESSAGE_ID> seen;
    for (const MessageRow& row : messageTable()) {
        EXPECT_TRUE(seen.insert(row.id).second) << row.id << " has two rows";
        const MessageRow* found = messageRow(row.id);
        ASSERT_NE(nullptr, found);
        EXPECT_STREQ(row.text, found->text);
        EXPECT_LE(row.severity, D3D11_MESSAGE_SEVERITY_MESSAGE);
        EXPECT_LE(row.category, D3D11_MESSAGE_CATEGORY_SHADER);
    }
    EXPECT_EQ(nullptr, messageRow(static_cast<D3D11_MESSAGE_ID>(0x7fffffff)));
}

// Texts are statements of their own: they end with a full stop, but for the word that live objects start with.
TEST(Messages, TextsAreSentences) {
    for (const MessageRow& row : messageTable()) {
        const std::string text = row.text;
        EXPECT_FALSE(text.empty());
        EXPECT_TRUE(text == "Live" || text.back() == '.') << text;
    }
}

} // namespace
} // namespace hendeca::d3d11
