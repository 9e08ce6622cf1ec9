#pragma once
// One decoded program in, IR out. Every DXBC rule that differs from the plain operation (clamped conversions, masked
// shifts, division by zero, NaN in saturate) is spelled out here in IR ops, so that later passes and the emitter know
// nothing of DXBC. Pure function; any thread. Errors: Unsupported for what is not translated, Corrupt for programs that
// break a rule that the decoder does not check.

#include "translate/ir/module.h"
#include "translate/options.h"
#include "util/result.h"

namespace hendeca::dxbc {
class Program;
}

namespace hendeca::translate {

Result<ir::Module> lift(const dxbc::Program& program, const Options& options);

} // namespace hendeca::translate
