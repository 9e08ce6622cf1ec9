// libFuzzer: the bytes are a container, translated with the IR's validator on. A fault that the translator finds in its
// own work, or a module that SPIRV-Tools refuse, is a crash.

#include <cstdio>
#include <cstdlib>

#include "outcome.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    using namespace hendeca::fuzz;
    const std::span<const uint8_t> bytes(data, size);
    const Outcome outcome = translateChecked(bytes, seedOf(bytes));
    if (!outcome.good()) {
        std::fprintf(stderr, "%s: %s\n", outcome.verdict == Verdict::Invalid ? "invalid SPIR-V" : "internal error",
                     outcome.text.c_str());
        std::abort();
    }
    return 0;
}
