#pragma once
// IR in, SPIR-V words and the list of bindings out. Knows nothing of DXBC. Pure function; any thread.

#include "spirv/shader_binary.h"
#include "translate/ir/module.h"
#include "translate/options.h"
#include "util/result.h"

namespace hendeca::translate {

// Fills words, bindings, flags, register masks and the facts of the stage; inputs and outputs by name are the caller's.
Result<spirv::ShaderBinary> emit(const ir::Module& module, const Options& options);

} // namespace hendeca::translate
