#pragma once
// The checks that need a whole program: closed control flow, declared registers, operand kinds, labels. Internal to
// dxbc; pure. Source: D3D11.3 functional specification, chapters 7 and 22.

#include "dxbc/program.h"

namespace hendeca::dxbc {

Status validateProgram(const Program& program);

} // namespace hendeca::dxbc
