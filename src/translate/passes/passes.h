#pragma once
// The passes over the IR: one file each, module in, module out. A pass neither moves nor inserts ops: it redirects
// arguments, and turns ops that are no longer needed into Nop. Each keeps the rules of ir::validate(). One thread per
// module.

#include "translate/ir/module.h"

namespace hendeca::translate::passes {

// Registers (scalar temporaries) are variables after lifting. Where the value of a register is known, its loads become
// that value; stores that nothing can read any more go. Values are followed through straight code and into the branches
// of an if; after a construct that may have changed a register, it is loaded again.
void forwardRegisters(ir::Module& module);

// Local rewrites: conversions of conversions, tests of masks that were made from conditions, selects that choose
// between equal values, constants.
void simplify(ir::Module& module);

// Liveness of the registers: stores that no way through the structure leads to a load from.
void removeDeadStores(ir::Module& module);

// Registers that only floats are stored to become variables of floats, which spares the conversions around their loads and
// stores. A load keeps its own type where something wants the bits; then the emitter converts.
void typeRegisters(ir::Module& module);

// Removes ops without side effect whose result nobody reads, and stores to temporaries that nobody loads.
void removeDeadCode(ir::Module& module);

} // namespace hendeca::translate::passes
