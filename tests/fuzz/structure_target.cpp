// libFuzzer, aware of the structure: the test is translate_target.cpp's, the mutations are those of whole instructions,
// operands, declarations and signature elements, so that most of them come through the decoder.

#include <cstring>

#include "mutator.h"

using namespace hendeca::fuzz;

extern "C" size_t LLVMFuzzerMutate(uint8_t* data, size_t size, size_t maxSize);

namespace {

// Puts the shader into libFuzzer's buffer; 0 when it does not fit.
size_t giveBack(const EditableShader& shader, uint8_t* data, size_t maxSize) {
    const std::vector<uint8_t> bytes = putTogether(shader);
    if (bytes.size() > maxSize)
        return 0;
    std::memcpy(data, bytes.data(), bytes.size());
    return bytes.size();
}

} // namespace

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t maxSize, unsigned int seed) {
    Random random(seed);
    auto shader = takeApart({data, size});
    if (!shader || random.oneIn(64))
        return LLVMFuzzerMutate(data, size, maxSize);
    const uint32_t changes = 1 + random.below(3);
    for (uint32_t i = 0; i < changes; ++i) {
        if (random.oneIn(10))
            mutateWords(*shader, random);
        else
            mutateStructure(*shader, &*shader, random);
    }
    const size_t made = giveBack(*shader, data, maxSize);
    return made ? made : LLVMFuzzerMutate(data, size, maxSize);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t* first, size_t firstSize, const uint8_t* second,
                                            size_t secondSize, uint8_t* out, size_t maxSize, unsigned int seed) {
    Random random(seed);
    auto shader = takeApart({first, firstSize});
    const auto donor = takeApart({second, secondSize});
    if (!shader || !donor)
        return 0;
    const uint32_t changes = 1 + random.below(4);
    for (uint32_t i = 0; i < changes; ++i)
        mutateStructure(*shader, &*donor, random);
    return giveBack(*shader, out, maxSize);
}
