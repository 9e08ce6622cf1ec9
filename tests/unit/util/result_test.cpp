#include "util/result.h"

#include <gtest/gtest.h>
#include <memory>

namespace hendeca {
namespace {

Result<int> half(int value) {
    if (value % 2)
        return makeError(ErrorCode::InvalidArgument, "an odd number has no half");
    return value / 2;
}

Result<std::unique_ptr<int>> quarter(int value) {
    HENDECA_TRY_ASSIGN(int once, half(value));
    HENDECA_TRY_ASSIGN(const int twice, half(once));
    return std::make_unique<int>(twice);
}

Status check(int value) {
    HENDECA_TRY(half(value));
    return Ok{};
}

TEST(Result, CarriesAValueOrAnErrorThroughCallers) {
    EXPECT_EQ(**quarter(8), 2);
    EXPECT_FALSE(quarter(6));
    EXPECT_EQ(quarter(6).error().code, ErrorCode::InvalidArgument);
    EXPECT_TRUE(check(2));
    EXPECT_FALSE(check(3));
}

TEST(Result, AnErrorKnowsWhereItArose) {
    const auto result = half(1);
    EXPECT_NE(std::string(result.error().where.file_name()).find("result_test"), std::string::npos);
    EXPECT_GT(result.error().where.line(), 0u);
}

} // namespace
} // namespace hendeca
