#pragma once
// A module from the text that the printer gives, so that a test of a pass can be text. What the text does not say stays at
// its default: facts of the stage, data of constants, numeric types of resources; whole numbers are U32. The result is not
// checked against the IR's rules (validator.h does that). Errors: InvalidArgument with the line. Pure; any thread.

#include "translate/ir/module.h"
#include "util/result.h"

#include <string_view>

namespace hendeca::translate::ir {

Result<Module> parse(std::string_view text);

} // namespace hendeca::translate::ir
