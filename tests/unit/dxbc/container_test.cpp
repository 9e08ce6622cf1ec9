// Finding chunks, and refusing containers whose numbers lie.

#include "dxbc/container.h"

#include <gtest/gtest.h>

#include <cstring>

#include "sample_shader.h"

namespace hendeca::dxbc {
namespace {

std::vector<uint8_t> sample() {
    return {std::begin(kSampleShader), std::end(kSampleShader)};
}

void put(std::vector<uint8_t>& bytes, size_t at, uint32_t value) {
    std::memcpy(bytes.data() + at, &value, 4);
}
uint32_t get(const std::vector<uint8_t>& bytes, size_t at) {
    uint32_t value;
    std::memcpy(&value, bytes.data() + at, 4);
    return value;
}

TEST(Container, FindsTheChunksOfAnotherCompiler) {
    const auto container = Container::open(kSampleShader, ChecksumRule::Strict);
    ASSERT_TRUE(container.ok());
    EXPECT_TRUE(container->checksumMatches());
    EXPECT_NE(container->find(tag::kIsgn), nullptr);
    EXPECT_NE(container->find(tag::kOsgn), nullptr);
    EXPECT_NE(container->find(tag::kRdef), nullptr);
    EXPECT_EQ(container->find(tag::kPcsg), nullptr);
    ASSERT_NE(container->program(), nullptr);
    EXPECT_EQ(container->program()->tag, tag::kShdr) << "that compiler writes SHDR for model 5.0 too";
}

TEST(Container, WrongChecksumIsReportedAndOnlyStrictRefuses) {
    std::vector<uint8_t> bytes = sample();
    bytes[4] ^= 1;
    const auto reported = Container::open(bytes);
    ASSERT_TRUE(reported.ok());
    EXPECT_FALSE(reported->checksumMatches());
    EXPECT_FALSE(Container::open(bytes, ChecksumRule::Strict).ok());
    EXPECT_TRUE(Container::open(bytes, ChecksumRule::Skip).ok());
}

TEST(Container, BuildGivesAContainerThatOpens) {
    const uint8_t a[] = {1, 2, 3};
    const uint8_t b[] = {4, 5, 6, 7, 8, 9, 10, 11};
    const ChunkData chunks[] = {{fourCc("AAAA"), a}, {tag::kSfi0, b}};
    const auto bytes = buildContainer(chunks);
    const auto container = Container::open(bytes, ChecksumRule::Strict);
    ASSERT_TRUE(container.ok());
    ASSERT_EQ(container->chunks().size(), 2u);
    EXPECT_EQ(container->chunks()[0].size, 4u) << "chunks are padded to words";
    EXPECT_EQ(container->featureFlags(), 0x0b0a090807060504u);
}

TEST(Container, EveryTruncationIsAnError) {
    const std::vector<uint8_t> bytes = sample();
    for (size_t length = 0; length < bytes.size(); ++length) {
        const std::vector<uint8_t> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_FALSE(Container::open(cut).ok()) << length;
    }
}

TEST(Container, BytesBehindTheEndAreIgnored) {
    std::vector<uint8_t> bytes = sample();
    bytes.resize(bytes.size() + 100, 0xcc);
    const auto container = Container::open(bytes, ChecksumRule::Strict);
    ASSERT_TRUE(container.ok());
    EXPECT_EQ(container->bytes().size(), sizeof(kSampleShader));
}

TEST(Container, NumbersThatLieAreErrors) {
    struct {
        const char* what;
        size_t at;
        uint32_t value;
    } cases[] = {
        {"magic", 0, 0x12345678},
        {"version", 20, 2},
        {"size beyond the bytes", 24, 0xffffffff},
        {"size below the header", 24, 31},
        {"a billion chunks", 28, 1000000000},
        {"all chunks", 28, 0xffffffff},
        {"chunk table beyond the end", 28, 300},
        {"chunk offset beyond the end", 32, 0xfffffff0},
        {"chunk inside the header", 32, 0},
        {"chunk inside the table", 32, 36},
    };
    for (const auto& c : cases) {
        std::vector<uint8_t> bytes = sample();
        put(bytes, c.at, c.value);
        EXPECT_FALSE(Container::open(bytes).ok()) << c.what;
    }
}

TEST(Container, ChunkSizesThatLieAreErrors) {
    const uint32_t first = get(sample(), 32);
    for (uint32_t size : {0xffffffffu, 0xfffffff8u, 0x7fffffffu, static_cast<uint32_t>(sizeof(kSampleShader))}) {
        std::vector<uint8_t> bytes = sample();
        put(bytes, first + 4, size);
        EXPECT_FALSE(Container::open(bytes).ok()) << size;
    }
}

TEST(Container, OverlappingChunksAreAnError) {
    std::vector<uint8_t> bytes = sample();
    put(bytes, 36, get(bytes, 32)); // the second chunk is the first
    EXPECT_FALSE(Container::open(bytes).ok());
}

} // namespace
} // namespace hendeca::dxbc
