#pragma once
// A module as text, one op a line, for tests and for the `hendeca-dxbc spirv --ir` listing. Reads only; any thread.

#include "translate/ir/module.h"

#include <string>

namespace hendeca::translate::ir {

std::string printType(Type type);
std::string printValue(const Module& module, Value value);
std::string printOp(const Module& module, uint32_t index); // without indentation or line end
// The ops, indented by structure; Nops are left out.
std::string printOps(const Module& module);
// Variables and resources, then the ops.
std::string print(const Module& module);

} // namespace hendeca::translate::ir
