#pragma once
// Changes to one decoded instruction or declaration. Internal to the mutator; pure functions of their arguments.

#include "editable_shader.h"
#include "random.h"

namespace hendeca::fuzz {

// Another opcode: mostly one with as many operands, so that they may fit; else operands are repeated or dropped.
void changeOpcode(EditableInstruction& instruction, Random& random);
// Saturation, tests, precision, texel offsets, resource dimension and return type, barriers.
void changeFlags(EditableInstruction& instruction, Random& random);
// Register, type, index, mask, swizzle, modifier or immediate of one operand.
void changeOperand(EditableInstruction& instruction, Random& random);
// An operand of another instruction in the place of one of these.
void takeOperand(EditableInstruction& instruction, const EditableInstruction& from, Random& random);
void changeDeclaration(dxbc::Declaration& declaration, Random& random);

} // namespace hendeca::fuzz
