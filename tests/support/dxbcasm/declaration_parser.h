#pragma once
// Declarations from text. Internal to the assembler.

#include <optional>
#include <string_view>
#include <vector>

#include "cursor.h"
#include "dxbc/declaration.h"
#include "util/result.h"

namespace hendeca::dxbcasm {

// `name` is the word that the line starts with ("dcl_temps"), the cursor stands behind it. For an immediate constant
// buffer the result is a Customdata declaration with the words in `list`.
Result<dxbc::Declaration> parseDeclaration(std::string_view name, Cursor& cursor);

} // namespace hendeca::dxbcasm
