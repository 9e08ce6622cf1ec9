// The walk over the program: phases, functions, structured control flow, and the order of everything in main.

#include "translate/lift/lifter.h"

#include "translate/lift/lift.h"

namespace hendeca::translate {

using dxbc::Opcode;
using dxbc::OperandType;
using dxbc::ShaderStage;

namespace {

constexpr uint32_t kMainFunction = ~0u;
constexpr uint32_t kLabelFunction = 0x40000000u; // | phase << 12 | index of labels()

ir::Stage irStage(ShaderStage stage) {
    switch (stage) {
    case ShaderStage::Vertex:
        return ir::Stage::Vertex;
    case ShaderStage::Hull:
        return ir::Stage::Hull;
    case ShaderStage::Domain:
        return ir::Stage::Domain;
    case ShaderStage::Geometry:
        return ir::Stage::Geometry;
    case ShaderStage::Compute:
        return ir::Stage::Compute;
    default:
        return ir::Stage::Pixel;
    }
}

} // namespace

Lifter::Lifter(const dxbc::Program& program, const Options& options) : program_(program), options_(options) {
    module_.stage = irStage(program.stage());
    module_.ops.reserve(program.instructions().size() * 8 + 64);
    module_.args.reserve(program.instructions().size() * 16 + 128);
    inputVars_.fill(~0u);
    patchInputVars_.fill(~0u);
    outputVars_.fill(~0u);
    patchOutputVars_.fill(~0u);
    for (auto& vars : builtinVars_)
        vars.fill(~0u);
}

ir::Value Lifter::fail(ErrorCode code, std::string what) {
    if (!error_)
        error_ = makeError(code, std::move(what));
    return b_.u32(0);
}

Result<ir::Module> Lifter::run() {
    // Subroutines see the caller's registers.
    tempKind_ = program_.labels().empty() ? ir::VarKind::Temp : ir::VarKind::Private;
    dynamicSlots_ = program_.model() >= 51;
    for (const dxbc::Declaration& decl : program_.declarations())
        dynamicSlots_ |= decl.opcode == Opcode::DclInterface;
    declareStage();
    if (program_.stage() == ShaderStage::Hull) {
        liftHull();
    } else if (program_.phases().empty()) {
        fail(ErrorCode::Corrupt, "a program without code");
    } else {
        liftPhase(program_.phases().front());
    }
    checkLocations();
    if (error_)
        return *error_;
    return std::move(module_);
}

void Lifter::liftPhase(const dxbc::Phase& phase) {
    startPhaseTemps(phase.tempCount);
    declare(phase);
    beginFunction(kMainFunction);
    initOutputs();
    liftInstructions(phase);
}

void Lifter::beginFunction(uint32_t id) {
    inMain_ = id == kMainFunction;
    dead_ = false;
    deadDepth_ = 0;
    marker(Code::Function, {id});
}

// The phase's own code, and then the subroutines that it calls: a subroutine sees the registers of its caller, so each
// phase of a hull shader has its own copy.
void Lifter::liftInstructions(const dxbc::Phase& phase) {
    calledLabels_.clear();
    for (const Inst& inst : program_.instructions(phase)) {
        if (error_)
            return;
        if (inst.opcode == Opcode::Label)
            break;
        if (!skipDead(inst))
            liftInstruction(inst);
    }
    if (!dead_)
        liftReturn();
    marker(Code::EndFunction);
    for (size_t i = 0; i < calledLabels_.size() && !error_; ++i) // grows as bodies call others
        liftBody(calledLabels_[i]);
}

void Lifter::liftBody(uint32_t label) {
    beginFunction(kLabelFunction | phaseIndex_ << 12 | label);
    const std::vector<Inst>& all = program_.instructions();
    const uint32_t first = program_.labels()[label].instruction + 1;
    size_t end = all.size();
    for (const dxbc::Phase& phase : program_.phases())
        if (phase.firstInstruction < first && first <= phase.firstInstruction + phase.instructionCount)
            end = phase.firstInstruction + phase.instructionCount;
    for (size_t i = first; i < end && all[i].opcode != Opcode::Label; ++i) {
        if (error_)
            return;
        if (!skipDead(all[i]))
            liftInstruction(all[i]);
    }
    if (!dead_)
        liftReturn();
    marker(Code::EndFunction);
}

uint32_t Lifter::labelFunction(const Operand& operand) {
    const dxbc::Label* label = program_.findLabel(operand.reg(), operand.type == OperandType::FunctionBody);
    if (!label) {
        fail(ErrorCode::Corrupt, "a call of a subroutine that is not there");
        return kLabelFunction;
    }
    const uint32_t index = static_cast<uint32_t>(label - program_.labels().data());
    if (std::find(calledLabels_.begin(), calledLabels_.end(), index) == calledLabels_.end())
        calledLabels_.push_back(index);
    return kLabelFunction | phaseIndex_ << 12 | index;
}

// What follows a break, continue or ret in the same block is never reached and not translated.
bool Lifter::skipDead(const Inst& inst) {
    if (!dead_)
        return false;
    switch (inst.opcode) {
    case Opcode::If:
    case Opcode::Loop:
    case Opcode::Switch:
        ++deadDepth_;
        return true;
    case Opcode::Endif:
    case Opcode::Endloop:
    case Opcode::Endswitch:
        if (deadDepth_ == 0)
            return false;
        --deadDepth_;
        return true;
    case Opcode::Else:
    case Opcode::Case:
    case Opcode::Default:
        return deadDepth_ != 0;
    default:
        return true;
    }
}

void Lifter::liftInstruction(const Inst& inst) {
    if (++lifted_ > program_.instructions().size() + kMaxExpansion) [[unlikely]] {
        unsupported("a program that grows too large when its cases are written out");
        return;
    }
    if (dynamicSlots_) [[unlikely]] {
        inst_ = &inst;
        if (chosen_.empty())
            constants_.clear();
        if (liftByCases(inst))
            return;
    }
    if (liftDirect(inst) || liftArithmetic(inst) || liftFlow(inst) || liftInteger(inst) || liftConversion(inst) ||
        liftSampling(inst) || liftQuery(inst) || liftMemory(inst) || liftStageOps(inst) || liftDouble(inst))
        return;
    unsupported("the instruction " + std::string(inst.info().name) + " at token " + std::to_string(inst.tokenOffset));
}

bool Lifter::liftFlow(const Inst& inst) {
    const auto condition = [&](uint32_t source) {
        const Value bits = b_.nonZero(srcU(srcOp(inst, source), 0));
        return inst.testNonZero ? bits : b_.op(Code::LNot, bits);
    };
    // A conditional form is the plain one inside an if.
    const auto conditional = [&](auto&& body) {
        marker(Code::If, {condition(0).bits});
        body();
        marker(Code::EndIf);
        dead_ = false;
    };
    const auto call = [&](const Operand& label) { marker(Code::Call, {labelFunction(label)}); };
    switch (inst.opcode) {
    case Opcode::If:
        marker(Code::If, {condition(0).bits});
        return true;
    case Opcode::Else:
        marker(Code::Else);
        dead_ = false;
        return true;
    case Opcode::Endif:
        marker(Code::EndIf);
        dead_ = false;
        return true;
    case Opcode::Loop:
        marker(Code::Loop);
        return true;
    case Opcode::Endloop:
        marker(Code::EndLoop);
        dead_ = false;
        return true;
    case Opcode::Switch:
        marker(Code::Switch, {srcU(srcOp(inst, 0), 0).bits});
        dead_ = true; // until the first label
        return true;
    case Opcode::Case:
        marker(Code::Case, {srcOp(inst, 0).imm[0]});
        dead_ = false;
        return true;
    case Opcode::Default:
        marker(Code::Default);
        dead_ = false;
        return true;
    case Opcode::Endswitch:
        marker(Code::EndSwitch);
        dead_ = false;
        return true;
    case Opcode::Break:
        marker(Code::Break);
        dead_ = true;
        return true;
    case Opcode::Continue:
        marker(Code::Continue);
        dead_ = true;
        return true;
    case Opcode::Breakc:
        conditional([&] { marker(Code::Break); });
        return true;
    case Opcode::Continuec:
        conditional([&] { marker(Code::Continue); });
        return true;
    case Opcode::Ret:
        liftReturn();
        dead_ = true;
        return true;
    case Opcode::Retc:
        conditional([&] { liftReturn(); });
        return true;
    case Opcode::Call:
        call(srcOp(inst, 0));
        return true;
    case Opcode::Callc:
        conditional([&] { call(srcOp(inst, 1)); });
        return true;
    case Opcode::Fcall:
        liftInterfaceCall(inst);
        return true;
    case Opcode::Discard:
        conditional([&] { b_.marker(Code::Demote); });
        return true;
    case Opcode::Nop:
    case Opcode::DebugBreak:
    case Opcode::Abort: // a message to the debug layer, and then nothing more of this invocation
        return true;
    default:
        return false;
    }
}

void Lifter::liftReturn() {
    if (inMain_)
        finishMain();
    marker(Code::Return);
}

// Runs at every return of main.
void Lifter::finishMain() {
    if (program_.stage() == ShaderStage::Geometry)
        return; // outputs left at emit
    if (stageAllOutputs_)
        copyStreamOutputs(0);
    else
        copyIndexedOutputs();
}

bool Lifter::liftStageOps(const Inst& inst) {
    switch (inst.opcode) {
    case Opcode::Sync:
        liftSync(inst);
        return true;
    case Opcode::EvalCentroid:
    case Opcode::EvalSampleIndex:
    case Opcode::EvalSnapped:
        liftEval(inst);
        return true;
    case Opcode::Emit:
    case Opcode::Cut:
    case Opcode::EmitThenCut:
    case Opcode::EmitStream:
    case Opcode::CutStream:
    case Opcode::EmitThenCutStream:
        liftEmit(inst);
        return true;
    default:
        return false;
    }
}

Result<ir::Module> lift(const dxbc::Program& program, const Options& options) {
    return Lifter(program, options).run();
}

} // namespace hendeca::translate
