#pragma once
// The class linkage of a test shader (chunk IFCE), which assembly text cannot say: which classes there are, which
// instances lie where, and which function table a class has behind each interface. Plain data in, a whole shader out.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace conformance {

struct TestClass {
    std::string name;
};

struct TestInstance {
    std::string name;
    uint16_t type = 0; // index of the class
    uint16_t constantBuffer = 0, vector = 0, texture = 0, sampler = 0;
};

// An interface of `slots` slots (an array has several): classes that fit, each with its function table.
struct TestInterface {
    uint32_t slots = 1;
    struct Fit {
        uint16_t type;
        uint32_t table;
    };
    std::vector<Fit> fits;
};

struct TestLinkage {
    std::vector<TestClass> classes;
    std::vector<TestInstance> instances;
    std::vector<TestInterface> interfaces;
};

// The assembled text with its linkage. Fails the test, and is empty, when the text does not assemble.
std::vector<unsigned char> linked(std::string_view text, const TestLinkage& linkage);

} // namespace conformance
