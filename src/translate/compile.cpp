#include "translate/compile.h"

#include "dxbc/program.h"
#include "translate/emit/emit.h"
#include "translate/ir/validator.h"
#include "translate/lift/lift.h"
#include "translate/passes/passes.h"

namespace hendeca::translate {

namespace {

// The order of the passes and the reason of each place:
//   forwardRegisters first, since registers in memory hide every value from the others;
//   simplify next: only now do a comparison and the test of its mask stand side by side;
//   removeDeadStores then, which stand between the other passes and the values that nobody reads;
//   typeRegisters when the stores that stay are known;
//   removeDeadCode last, to take away what all left without a reader.
Status runPasses(ir::Module& module, const Options& options) {
    using Pass = void (*)(ir::Module&);
    static constexpr Pass kPasses[] = {passes::forwardRegisters, passes::simplify, passes::removeDeadStores,
                                       passes::typeRegisters, passes::removeDeadCode};
    if (options.validateIr)
        HENDECA_TRY(ir::validate(module));
    for (Pass pass : kPasses) {
        pass(module);
        if (options.validateIr)
            HENDECA_TRY(ir::validate(module));
    }
    return Ok{};
}

} // namespace

Result<spirv::ShaderBinary> compile(const dxbc::Program& program, const Options& options) {
    HENDECA_TRY(validate(program, options));
    HENDECA_TRY_ASSIGN(ir::Module module, lift(program, options));
    HENDECA_TRY(runPasses(module, options));
    HENDECA_TRY_ASSIGN(spirv::ShaderBinary binary, emit(module, options));
    ShaderInfo info = inspect(program);
    binary.inputs = std::move(info.inputs);
    binary.outputs = std::move(info.outputs);
    binary.hullInputControlPoints = info.hullInputControlPoints;
    binary.hullOutputControlPoints = info.hullOutputControlPoints;
    return binary;
}

} // namespace hendeca::translate
