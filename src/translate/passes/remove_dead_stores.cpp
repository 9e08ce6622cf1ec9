#include "translate/passes/passes.h"

#include <algorithm>

namespace hendeca::translate::passes {

using ir::OpCode;

namespace {

// A set of variables.
class VarSet {
public:
    explicit VarSet(size_t vars) : words_((vars + 63) / 64) {}

    bool has(uint32_t var) const { return words_[var / 64] >> (var % 64) & 1; }
    void add(uint32_t var) { words_[var / 64] |= uint64_t{1} << (var % 64); }
    void remove(uint32_t var) { words_[var / 64] &= ~(uint64_t{1} << (var % 64)); }
    void clear() { std::fill(words_.begin(), words_.end(), 0); }
    void unite(const VarSet& other) {
        for (size_t i = 0; i < words_.size(); ++i)
            words_[i] |= other.words_[i];
    }

private:
    std::vector<uint64_t> words_;
};

// Liveness of the registers, backwards through the structure. What lives at the head of a loop is not known at its end,
// where it is needed: the first walk takes for it all that the loop loads and all that lives behind it, and finds a
// smaller set; the second walk uses that one. Both are supersets of the truth, so that a store is removed only if
// nothing can read it.
class DeadStores {
public:
    explicit DeadStores(ir::Module& module) : module_(module), live_(module.vars.size()) {}

    void run() {
        const bool any = std::any_of(module_.ops.begin(), module_.ops.end(),
                                     [this](const ir::Op& op) { return op.code == OpCode::Store && isRegister(op); });
        if (!any)
            return;
        collectLoops();
        if (!loops_.empty())
            walk(false);
        walk(true);
    }

private:
    struct Loop {
        VarSet head;
        bool known = false; // the first walk has been there
    };
    struct Frame {
        OpCode closer;
        uint32_t loop = 0;
        VarSet after;        // lives behind the construct
        VarSet other;        // lives at the start of the branches seen so far
        bool branch = false; // an else, or a default label
    };

    bool isRegister(const ir::Op& op) const { return module_.vars[module_.imm(op, 0)].isScalarTemp(); }

    // Each loop with what it loads, in the order of their ends from the last to the first.
    void collectLoops() {
        std::vector<uint32_t> open;
        for (uint32_t i = static_cast<uint32_t>(module_.ops.size()); i-- > 0;) {
            const ir::Op& op = module_.ops[i];
            if (op.code == OpCode::EndLoop) {
                open.push_back(static_cast<uint32_t>(loops_.size()));
                loops_.push_back({VarSet(module_.vars.size())});
            } else if (op.code == OpCode::Loop) {
                const uint32_t inner = open.back();
                open.pop_back();
                if (!open.empty())
                    loops_[open.back()].head.unite(loops_[inner].head);
            } else if (op.code == OpCode::Load && !open.empty() && isRegister(op)) {
                loops_[open.back()].head.add(module_.imm(op, 0));
            }
        }
    }

    void walk(bool removing) {
        nextLoop_ = 0;
        live_.clear();
        for (uint32_t i = static_cast<uint32_t>(module_.ops.size()); i-- > 0;) {
            ir::Op& op = module_.ops[i];
            if (op.code == OpCode::Load) {
                if (isRegister(op))
                    live_.add(module_.imm(op, 0));
            } else if (op.code == OpCode::Store) {
                if (!isRegister(op))
                    continue;
                if (live_.has(module_.imm(op, 0)))
                    live_.remove(module_.imm(op, 0));
                else if (removing)
                    op.code = OpCode::Nop;
            } else if (op.info().has(ir::kMarker)) {
                visitMarker(op);
            }
        }
    }

    // The innermost construct that a break leaves, or the loop that a continue goes round.
    const Frame& target(bool loopOnly) const {
        size_t i = frames_.size() - 1;
        while (frames_[i].closer != OpCode::EndLoop && (loopOnly || frames_[i].closer != OpCode::EndSwitch))
            --i;
        return frames_[i];
    }

    void visitMarker(const ir::Op& op) {
        switch (op.code) {
        case OpCode::EndFunction:
        case OpCode::Return:
            live_.clear();
            break;
        case OpCode::EndIf:
        case OpCode::EndSwitch:
            frames_.push_back({op.code, 0, live_, VarSet(module_.vars.size())});
            break;
        case OpCode::Else: {
            Frame& frame = frames_.back();
            frame.other = live_;
            frame.branch = true;
            live_ = frame.after;
            break;
        }
        case OpCode::If: {
            const Frame& frame = frames_.back();
            live_.unite(frame.branch ? frame.other : frame.after);
            frames_.pop_back();
            break;
        }
        case OpCode::Case:
        case OpCode::Default:
            frames_.back().other.unite(live_);
            frames_.back().branch |= op.code == OpCode::Default;
            break;
        case OpCode::Switch: {
            Frame& frame = frames_.back();
            live_ = std::move(frame.other);
            if (!frame.branch)
                live_.unite(frame.after);
            frames_.pop_back();
            break;
        }
        case OpCode::EndLoop: {
            Loop& loop = loops_[nextLoop_];
            if (!loop.known)
                loop.head.unite(live_);
            frames_.push_back({op.code, nextLoop_++, live_, VarSet(0)});
            live_ = loop.head;
            break;
        }
        case OpCode::Loop: {
            Loop& loop = loops_[frames_.back().loop];
            loop.head = live_;
            loop.known = true;
            frames_.pop_back();
            break;
        }
        case OpCode::Break:
            live_ = target(false).after;
            break;
        case OpCode::Continue:
            live_ = loops_[target(true).loop].head;
            break;
        default:
            break;
        }
    }

    ir::Module& module_;
    VarSet live_;
    std::vector<Loop> loops_;
    std::vector<Frame> frames_;
    uint32_t nextLoop_ = 0;
};

} // namespace

void removeDeadStores(ir::Module& module) {
    DeadStores(module).run();
}

} // namespace hendeca::translate::passes
