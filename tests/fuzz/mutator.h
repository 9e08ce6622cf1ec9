#pragma once
// Changes to shaders, from the crude to the knowing: bytes of the file, words of the program, and whole instructions,
// operands, declarations and signature elements. Deterministic: the generator decides everything. Pure functions of
// their arguments; any thread.

#include <cstdint>
#include <span>
#include <vector>

#include "editable_shader.h"
#include "random.h"

namespace hendeca::fuzz {

enum class MutationKind : uint8_t { Bytes, Words, Structure };

// A few changes of bytes: flips, edge values, cuts, moved blocks. The checksum stays as it was.
std::vector<uint8_t> mutateBytes(std::span<const uint8_t> bytes, Random& random);
// One to four changes to single words of the program, which keeps its groups where it can.
void mutateWords(EditableShader& shader, Random& random);
// One change to the shader's structure; `donor` (may be null, or the shader itself) gives instructions and operands.
void mutateStructure(EditableShader& shader, const EditableShader* donor, Random& random);

// A mutant of the given kind; kinds that need a program fall back to bytes where there is none.
std::vector<uint8_t> mutate(std::span<const uint8_t> bytes, std::span<const uint8_t> donor, MutationKind kind,
                            Random& random);

} // namespace hendeca::fuzz
