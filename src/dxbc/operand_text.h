#pragma once
// Operands and immediate values as text. Internal to dxbc's disassembler; pure functions.
//
// Selections in the usual form: a mask behind a destination, a swizzle of four or a single component behind a source,
// nothing where the register has its usual number of components. The unusual is marked so that text reads back to the
// same tokens:
// .<0> no components, .<1> one component, .<m:xy> a mask in a source, .<s:xyzw> a swizzle in a destination, .<c:x> a
// single component in a destination.

#include <string>

#include "dxbc/program.h"

namespace hendeca::dxbc {

// How an operand's components are written when nothing stands behind it: 0, 1, or 4 (then something must stand there).
uint32_t defaultComponents(OperandType type);

void appendImmediate(std::string& out, uint32_t word, ValueType type);
void appendImmediate64(std::string& out, uint64_t bits);

// Where an operand stands. Declared: a resource, constant buffer, sampler, ... in its declaration.
enum class Place : uint8_t { Dst, Src, Declared };

// The operand of a declaration of that kind as compilers write it, without its numbers. `ranges`: of model 5.1.
Operand usualDeclared(OperandType type, bool ranges);

// `operands` is Program::operands().
void appendOperand(std::string& out, const std::vector<Operand>& operands, const Operand& operand, ValueType type,
                   Place place);

} // namespace hendeca::dxbc
