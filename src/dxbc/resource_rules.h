#pragma once
// Which kind of resource an instruction may be used on: a table from opcode to the dimensions that fit. Internal to
// dxbc; pure. Source: D3D11.3 functional specification, chapter 22.

#include "dxbc/declaration.h"

namespace hendeca::dxbc {

// "" when `opcode` may be used on the resource, UAV or group-shared memory that `declaration` declares; else what is
// wrong.
const char* resourceMisuse(Opcode opcode, const Declaration& declaration);

} // namespace hendeca::dxbc
