#include "coverage.h"

#include <cstdint>
#include <cstring>

namespace conformance {

namespace {

enum class State : uint8_t { Done, Refused };
using enum State;

struct Method {
    const char* interfaceName;
    const char* name;
    State state;
    const char* reason;
};
#define INTERFACE(name, base)
#define METHOD(interfaceName, name, state, reason) {#interfaceName, #name, state, reason},
constexpr Method kMethods[] = {
#include "methods.inc"
};
#undef INTERFACE
#undef METHOD

struct Touch {
    const char* interfaceName;
    const char* method;
    const char* tests;
};
constexpr Touch kTouches[] = {
#include "test_touches.inc"
};

const char* testsOf(const Method& method) {
    for (const Touch& touch : kTouches)
        if (!std::strcmp(touch.interfaceName, method.interfaceName) && !std::strcmp(touch.method, method.name))
            return touch.tests;
    return nullptr;
}

} // namespace

std::string coverageText(bool& complete) {
    int tested = 0, refused = 0, neither = 0, all = 0;
    std::string text;
    for (const Method& method : kMethods) {
        const char* tests = testsOf(method);
        all++;
        tested += tests != nullptr;
        refused += method.state == Refused;
        neither += !tests && method.state == Done;
        text += std::string(method.interfaceName) + "::" + method.name + ": " +
                (method.state == Done ? "implemented" : std::string("documented failure (") + method.reason + ")") +
                "; " + (tests ? std::string("tests: ") + tests : "NO TEST") + "\n";
    }
    text += std::to_string(all) + " methods: " + std::to_string(all - refused) + " implemented, " +
            std::to_string(refused) + " documented failures; " + std::to_string(tested) + " touched by tests; " +
            std::to_string(neither) + " implemented without a test\n";
    complete = neither == 0;
    return text;
}

std::string refusalsText() {
    int all = 0, refused = 0;
    std::string rows;
    for (const Method& method : kMethods) {
        all++;
        if (method.state != Refused)
            continue;
        refused++;
        rows += std::string("| ") + method.interfaceName + " | " + method.name + " | " + method.reason + " |\n";
    }
    return "# Methods, and those that refuse\n\nOf the " + std::to_string(all) + " methods of Direct3D 11 and DXGI " +
           std::to_string(all - refused) +
           " are implemented. The others answer as this table says. `hendeca-conformance --coverage` "
           "prints every\nmethod with the tests that touch it; this page is printed by `hendeca-conformance "
           "--refusals`.\n\n"
           "| interface | method | what it answers, and why |\n|---|---|---|\n" +
           rows;
}

} // namespace conformance
