#include "translate/passes/passes.h"
#include "translate/passes/rewrite.h"

namespace hendeca::translate::passes {

using ir::OpCode;
using ir::Value;

namespace {

class Forwarding {
public:
    explicit Forwarding(ir::Module& module)
        : module_(module), rewrite_(module), known_(module.vars.size()), pending_(module.vars.size()) {}

    void run() {
        for (index_ = 0; index_ < module_.ops.size(); ++index_) {
            ir::Op& op = module_.ops[index_];
            if (op.code == OpCode::Nop)
                continue;
            rewrite_.redirect(op);
            if (op.code == OpCode::Load)
                visitLoad(op);
            else if (op.code == OpCode::Store)
                visitStore(op);
            else if (op.info().has(ir::kMarker))
                visitMarker(op);
        }
    }

private:
    // What is known about registers when a construct opens, to be restored when it closes.
    struct Frame {
        OpCode opener;
        size_t logStart;
        uint32_t firstOp;
        std::vector<uint32_t> changed; // registers that a finished branch leaves changed
    };
    struct Pending {
        uint32_t store = 0;
        uint32_t epoch = 0; // 0: none
    };

    bool isRegister(const ir::Op& op) const { return module_.vars[module_.imm(op, 0)].isScalarTemp(); }

    void visitLoad(ir::Op& op) {
        if (!isRegister(op))
            return;
        const uint32_t var = module_.imm(op, 0);
        if (known_[var].valid()) {
            rewrite_.replace(index_, known_[var]);
            return;
        }
        learn(var, Value{index_});
        pending_[var] = {}; // read from memory: the store before it stays
    }

    void visitStore(ir::Op& op) {
        if (!isRegister(op))
            return;
        const uint32_t var = module_.imm(op, 0);
        const Pending last = pending_[var];
        if (last.epoch == epoch_)
            module_.ops[last.store].code = OpCode::Nop; // overwritten, and every load in between knew its value
        pending_[var] = {index_, epoch_};
        learn(var, module_.arg(op, 1));
    }

    void learn(uint32_t var, Value value) {
        log_.emplace_back(var, known_[var]);
        known_[var] = value;
    }
    void undo(size_t logStart) {
        while (log_.size() > logStart) {
            known_[log_.back().first] = log_.back().second;
            log_.pop_back();
        }
    }
    void forget(const std::vector<uint32_t>& vars) {
        for (uint32_t var : vars)
            if (known_[var].valid())
                learn(var, ir::kNone);
    }
    // Registers that any op of a construct stores to, from its opening marker to its closing one.
    std::vector<uint32_t> storedWithin(uint32_t first) const {
        std::vector<uint32_t> vars;
        int depth = 0;
        for (uint32_t i = first; i < module_.ops.size(); ++i) {
            const ir::Op& op = module_.ops[i];
            if (op.code == OpCode::Loop || op.code == OpCode::Switch || op.code == OpCode::If)
                ++depth;
            else if (op.code == OpCode::EndLoop || op.code == OpCode::EndSwitch || op.code == OpCode::EndIf) {
                if (--depth == 0)
                    break;
            } else if (op.code == OpCode::Store && isRegister(op))
                vars.push_back(module_.imm(op, 0));
        }
        return vars;
    }
    bool endsDead() const {
        for (uint32_t i = index_; i-- > 0;) {
            const OpCode code = module_.ops[i].code;
            if (code != OpCode::Nop)
                return code == OpCode::Break || code == OpCode::Continue || code == OpCode::Return;
        }
        return false;
    }
    // Ends a branch of an if: what it changed is remembered, unless it leaves for somewhere else.
    void finishBranch(Frame& frame) {
        if (!endsDead())
            for (size_t i = frame.logStart; i < log_.size(); ++i)
                frame.changed.push_back(log_[i].first);
        undo(frame.logStart);
    }

    void visitMarker(const ir::Op& op) {
        ++epoch_;
        switch (op.code) {
        case OpCode::Function:
            known_.assign(known_.size(), ir::kNone);
            log_.clear();
            frames_.clear();
            break;
        case OpCode::If:
            frames_.push_back({op.code, log_.size(), index_, {}});
            break;
        case OpCode::Else:
            finishBranch(frames_.back());
            break;
        case OpCode::EndIf: {
            finishBranch(frames_.back());
            const std::vector<uint32_t> changed = std::move(frames_.back().changed);
            frames_.pop_back();
            forget(changed);
            break;
        }
        case OpCode::Loop: {
            std::vector<uint32_t> stored = storedWithin(index_);
            forget(stored); // the next round may see another value
            frames_.push_back({op.code, log_.size(), index_, std::move(stored)});
            break;
        }
        case OpCode::Switch:
            frames_.push_back({op.code, log_.size(), index_, storedWithin(index_)});
            break;
        case OpCode::Case:
        case OpCode::Default: {
            Frame& frame = frames_.back();
            undo(frame.logStart);
            if (!endsDead())
                forget(frame.changed); // falls through from the label before
            break;
        }
        case OpCode::EndLoop:
        case OpCode::EndSwitch: {
            const Frame frame = std::move(frames_.back());
            frames_.pop_back();
            undo(frame.logStart);
            forget(frame.changed);
            break;
        }
        default:
            break;
        }
    }

    ir::Module& module_;
    Rewrite rewrite_;
    std::vector<Value> known_;
    std::vector<Pending> pending_;
    std::vector<std::pair<uint32_t, Value>> log_;
    std::vector<Frame> frames_;
    uint32_t index_ = 0;
    uint32_t epoch_ = 1;
};

} // namespace

void forwardRegisters(ir::Module& module) {
    Forwarding(module).run();
}

} // namespace hendeca::translate::passes
