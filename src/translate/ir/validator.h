#pragma once
// Checks the rules of the IR: argument counts and types, markers that pair up, values used only where they are defined.
// Runs after lifting and after each pass in debug builds, and in the tests. Reads only; any thread.

#include "translate/ir/module.h"
#include "util/result.h"

namespace hendeca::translate::ir {

// The error says which op breaks which rule.
Status validate(const Module& module);

} // namespace hendeca::translate::ir
