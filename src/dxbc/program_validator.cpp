#include "dxbc/program_validator.h"

#include "dxbc/register_validator.h"

#include <algorithm>
#include <string>

namespace hendeca::dxbc {

namespace {

Error errorAt(uint32_t token, const std::string& what) {
    return makeError(ErrorCode::Corrupt, "token " + std::to_string(token) + ": " + what);
}

// What an open block is, and what it has seen so far.
enum class Block : uint8_t { If, Else, Loop, Switch, SwitchDefault };

// Control flow of one phase, and of each subroutine in it: blocks are closed in order, and each statement stands in a
// block that it makes sense in.
class FlowChecker {
public:
    explicit FlowChecker(const Program& program) : program_(program) {}
    Status step(const Instruction& inst);
    Status end(uint32_t token) const {
        if (!blocks_.empty())
            return errorAt(token, "control flow is not closed");
        return Ok{};
    }

private:
    Status open(const Instruction& inst, Block block) {
        if (blocks_.size() >= Program::kMaxNesting)
            return errorAt(inst.tokenOffset, "control flow is nested too deeply");
        blocks_.push_back(block);
        return Ok{};
    }
    Status addCase(const Instruction& inst);
    Status closeSwitch(const Instruction& inst);
    bool top(Block block) const { return !blocks_.empty() && blocks_.back() == block; }
    bool inside(bool switches) const {
        return std::any_of(blocks_.begin(), blocks_.end(), [switches](Block block) {
            return block == Block::Loop || (switches && (block == Block::Switch || block == Block::SwitchDefault));
        });
    }

    const Program& program_;
    std::vector<Block> blocks_;
    std::vector<size_t> switches_; // where the labels of each open switch start
    std::vector<uint32_t> cases_;
};

Status FlowChecker::addCase(const Instruction& inst) {
    const Operand& label = program_.src(inst)[0];
    if (label.type != OperandType::Immediate32)
        return errorAt(inst.tokenOffset, "a case label that is not a number");
    cases_.push_back(label.imm[0]);
    return Ok{};
}

Status FlowChecker::closeSwitch(const Instruction& inst) {
    const auto first = cases_.begin() + static_cast<std::ptrdiff_t>(switches_.back());
    std::sort(first, cases_.end());
    const bool equal = std::adjacent_find(first, cases_.end()) != cases_.end();
    cases_.erase(first, cases_.end());
    switches_.pop_back();
    blocks_.pop_back();
    if (equal)
        return errorAt(inst.tokenOffset, "two equal case labels in one switch");
    return Ok{};
}

Status FlowChecker::step(const Instruction& inst) {
    bool good = true;
    switch (inst.opcode) {
    case Opcode::If:
        return open(inst, Block::If);
    case Opcode::Loop:
        return open(inst, Block::Loop);
    case Opcode::Switch:
        switches_.push_back(cases_.size());
        return open(inst, Block::Switch);
    case Opcode::Else:
        good = top(Block::If);
        if (good)
            blocks_.back() = Block::Else;
        break;
    case Opcode::Endif:
        good = top(Block::If) || top(Block::Else);
        if (good)
            blocks_.pop_back();
        break;
    case Opcode::Endloop:
        good = top(Block::Loop);
        if (good)
            blocks_.pop_back();
        break;
    case Opcode::Endswitch:
        if (top(Block::Switch) || top(Block::SwitchDefault))
            return closeSwitch(inst);
        good = false;
        break;
    case Opcode::Case:
        if (top(Block::Switch) || top(Block::SwitchDefault))
            return addCase(inst);
        good = false;
        break;
    case Opcode::Default:
        good = top(Block::Switch);
        if (good)
            blocks_.back() = Block::SwitchDefault;
        break;
    case Opcode::Break:
    case Opcode::Breakc:
        good = inside(true);
        break;
    case Opcode::Continue:
    case Opcode::Continuec:
        good = inside(false);
        break;
    case Opcode::Label:
        return end(inst.tokenOffset);
    default:
        break;
    }
    if (!good)
        return errorAt(inst.tokenOffset, std::string(inst.info().name) + " does not fit into the block around it");
    return Ok{};
}

// Subroutines must not call themselves, on whatever way (interface calls count with every body that they may reach).
class CallChecker {
public:
    explicit CallChecker(const Program& program) : program_(program) {}
    Status check();

private:
    Status collectTables();
    Status callees();
    Status addInterface(const Instruction& inst, uint32_t caller);
    void addEdge(uint32_t caller, uint32_t callee);
    uint32_t labelIndex(uint32_t id, bool functionBody) const {
        const Label* label = program_.findLabel(id, functionBody);
        return label ? static_cast<uint32_t>(label - program_.labels().data()) : kNoOperand;
    }

    struct Interface {
        uint32_t id;
        std::vector<const Declaration*> tables;
    };
    const Program& program_;
    std::vector<Interface> interfaces_;
    std::vector<std::vector<uint32_t>> edges_;
    std::vector<uint32_t>
        lastCaller_; // of each label: the caller that it was last noted for, so that edges are noted once
};

void CallChecker::addEdge(uint32_t caller, uint32_t callee) {
    if (caller == kNoOperand || lastCaller_[callee] == caller)
        return;
    lastCaller_[callee] = caller;
    edges_[caller].push_back(callee);
}

Status CallChecker::collectTables() {
    std::vector<const Declaration*> tables;
    for (const Declaration& d : program_.declarations()) {
        if (d.opcode == Opcode::DclFunctionTable)
            tables.push_back(&d);
    }
    if (tables.size() > Program::kMaxRanges)
        return makeError(ErrorCode::Corrupt, "program has too many function tables");
    for (const Declaration& d : program_.declarations()) {
        if (d.opcode != Opcode::DclInterface)
            continue;
        Interface entry{d.id, {}};
        for (const Declaration* table : tables) {
            if (std::find(d.list.begin(), d.list.end(), table->id) != d.list.end())
                entry.tables.push_back(table);
        }
        interfaces_.push_back(std::move(entry));
    }
    return Ok{};
}

Status CallChecker::addInterface(const Instruction& inst, uint32_t caller) {
    const uint32_t id = program_.src(inst)[0].reg();
    for (const Interface& entry : interfaces_) {
        if (entry.id != id)
            continue;
        for (const Declaration* table : entry.tables) {
            if (inst.functionIndex >= table->list.size())
                return errorAt(inst.tokenOffset, "interface call beyond its function table");
            const uint32_t body = labelIndex(table->list[inst.functionIndex], true);
            if (body == kNoOperand)
                return errorAt(inst.tokenOffset, "interface call of a function without a body");
            addEdge(caller, body);
        }
    }
    return Ok{};
}

Status CallChecker::callees() {
    uint32_t caller = kNoOperand; // the main program, which nobody can call
    size_t phase = 0; // the next to begin: bodies end with the phase that they lie in
    for (size_t i = 0; i < program_.instructions().size(); ++i) {
        const Instruction& inst = program_.instructions()[i];
        for (; phase < program_.phases().size() && program_.phases()[phase].firstInstruction <= i; ++phase)
            caller = kNoOperand;
        if (inst.opcode == Opcode::Label) {
            const Operand& name = program_.src(inst)[0];
            caller = labelIndex(name.reg(), name.type == OperandType::FunctionBody);
        } else if (inst.opcode == Opcode::Fcall) {
            HENDECA_TRY(addInterface(inst, caller));
        } else if (inst.opcode == Opcode::Call || inst.opcode == Opcode::Callc) {
            const uint32_t callee = labelIndex(program_.src(inst).back().reg(), false);
            if (callee == kNoOperand)
                return errorAt(inst.tokenOffset, "call of a label that does not exist");
            addEdge(caller, callee);
        }
    }
    return Ok{};
}

Status CallChecker::check() {
    const size_t count = program_.labels().size();
    edges_.resize(count);
    lastCaller_.assign(count, kNoOperand);
    HENDECA_TRY(collectTables());
    HENDECA_TRY(callees());
    // Depth-first with a stack of our own: a hostile chain of calls may be as long as the program.
    std::vector<uint8_t> state(count, 0); // 0 new, 1 on the path, 2 done
    struct Frame {
        uint32_t label;
        size_t next;
    };
    std::vector<Frame> path;
    for (uint32_t root = 0; root < count; ++root) {
        if (state[root] != 0)
            continue;
        state[root] = 1;
        path.push_back({root, 0});
        while (!path.empty()) {
            Frame& frame = path.back();
            if (frame.next == edges_[frame.label].size()) {
                state[frame.label] = 2;
                path.pop_back();
                continue;
            }
            const uint32_t callee = edges_[frame.label][frame.next++];
            if (state[callee] == 2)
                continue;
            if (state[callee] == 1)
                return errorAt(program_.instructions()[program_.labels()[callee].instruction].tokenOffset,
                               "subroutine calls itself");
            state[callee] = 1;
            path.push_back({callee, 0});
        }
    }
    return Ok{};
}

Status checkLabels(const Program& program) {
    const auto& labels = program.labels();
    for (size_t i = 1; i < labels.size(); ++i) {
        if (labels[i].id == labels[i - 1].id && labels[i].functionBody == labels[i - 1].functionBody)
            return errorAt(program.instructions()[labels[i].instruction].tokenOffset, "label is defined twice");
    }
    if (labels.size() > Program::kMaxLabels)
        return makeError(ErrorCode::Corrupt, "program has too many subroutines");
    return CallChecker(program).check();
}

Status checkStageFacts(const Program& program) {
    const Program::Facts& facts = program.facts();
    if (program.stage() == ShaderStage::Geometry && facts.inputPrimitive == Primitive::Undefined)
        return makeError(ErrorCode::Corrupt, "geometry shader does not say what its input primitive is");
    if (program.stage() == ShaderStage::Hull && program.phases().empty())
        return makeError(ErrorCode::Corrupt, "hull shader has no phases");
    return Ok{};
}

} // namespace

Status validateProgram(const Program& program) {
    HENDECA_TRY(checkStageFacts(program));
    HENDECA_TRY(checkLabels(program));
    RegisterValidator registers(program);
    HENDECA_TRY(registers.begin());
    for (const Phase& phase : program.phases()) {
        HENDECA_TRY(registers.startPhase(phase));
        FlowChecker flow(program);
        for (const Instruction& inst : program.instructions(phase)) {
            HENDECA_TRY(flow.step(inst));
            if (!registers.check(inst))
                return registers.takeError();
        }
        HENDECA_TRY(flow.end(phase.tokenOffset));
    }
    return Ok{};
}

} // namespace hendeca::dxbc
