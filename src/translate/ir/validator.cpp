#include "translate/ir/validator.h"

#include "translate/ir/printer.h"

namespace hendeca::translate::ir {

namespace {

class Validator {
public:
    explicit Validator(const Module& module) : module_(module), defined_(module.ops.size(), 0) {}

    Status run() {
        for (index_ = 0; index_ < module_.ops.size(); ++index_) {
            const Op& op = module_.ops[index_];
            if (op.code == OpCode::Nop)
                continue;
            HENDECA_TRY(checkArguments(op));
            if (op.info().has(kMarker))
                HENDECA_TRY(checkMarker(op));
            else if (scopes_.empty())
                return fail("an op outside of functions");
            if (op.info().result != '-') {
                defined_[index_] = 1;
                values_.push_back(index_);
            }
        }
        if (!scopes_.empty())
            return makeError(ErrorCode::Internal, "IR: the module ends inside a function");
        return Ok{};
    }

private:
    struct Scope {
        OpCode opener;
        size_t firstValue;
    };

    Error fail(const char* rule) const {
        return makeError(ErrorCode::Internal, std::string("IR: ") + rule + ": " + printOp(module_, index_));
    }

    Status checkArguments(const Op& op) {
        if (op.firstArg + op.argCount > module_.args.size())
            return makeError(ErrorCode::Internal, "IR: arguments beyond the argument list");
        ArgumentRule rule(op.info().arguments);
        for (uint32_t i = 0; i < op.argCount; ++i) {
            const ArgumentRule::Item item = rule.next();
            const uint32_t word = module_.imm(op, i);
            if (!item.letter)
                return fail("too many arguments");
            if (item.letter == 'i')
                continue;
            if (item.letter == 'x' && word >= module_.vars.size())
                return fail("unknown variable");
            if ((item.letter == 'r' || item.letter == 's') && word >= module_.resources.size())
                return fail("unknown resource");
            if (ArgumentRule::isValue(item.letter))
                HENDECA_TRY(checkValue(op, item, {word}));
        }
        while (!rule.complete())
            if (!rule.next().optional)
                return fail("too few arguments");
        return Ok{};
    }

    Status checkValue(const Op& op, ArgumentRule::Item item, Value value) {
        if (!value.valid()) {
            if (item.optional)
                return Ok{};
            return fail("a needed value is absent");
        }
        if (value.isConstant() ? value.index() >= module_.constants.size() : value.index() >= index_)
            return fail("a value that does not exist yet");
        if (value.isOp() && !defined_[value.index()])
            return fail("a value used outside of its block");
        const Type type = module_.typeOf(value);
        bool good = true;
        switch (item.letter) {
        case 'f':
            good = type == kF32;
            break;
        case 'u':
            good = type == kU32;
            break;
        case 'd':
            good = type == kF64;
            break;
        case 'b':
            good = type == kBool;
            break;
        case 't':
            good = type == op.type;
            break;
        default:
            break;
        }
        return good ? Status(Ok{}) : Status(fail("an argument of the wrong type"));
    }

    Status open(OpCode opener) {
        scopes_.push_back({opener, values_.size()});
        return Ok{};
    }
    void forget(const Scope& scope) {
        while (values_.size() > scope.firstValue) {
            defined_[values_.back()] = 0;
            values_.pop_back();
        }
    }
    Status close(OpCode opener) {
        if (scopes_.empty() || scopes_.back().opener != opener)
            return fail("a marker that closes what is not open");
        forget(scopes_.back());
        scopes_.pop_back();
        return Ok{};
    }

    Status checkMarker(const Op& op) {
        if (op.code == OpCode::Function)
            return scopes_.empty() ? open(op.code) : Status(fail("a function within a function"));
        if (scopes_.empty())
            return fail("a marker outside of functions");
        switch (op.code) {
        case OpCode::EndFunction:
            return close(OpCode::Function);
        case OpCode::If:
        case OpCode::Loop:
        case OpCode::Switch:
            return open(op.code);
        case OpCode::Else:
            if (scopes_.back().opener != OpCode::If)
                return fail("else outside of if");
            forget(scopes_.back());
            return Ok{};
        case OpCode::EndIf:
            return close(OpCode::If);
        case OpCode::EndLoop:
            return close(OpCode::Loop);
        case OpCode::Case:
        case OpCode::Default:
            if (scopes_.back().opener != OpCode::Switch)
                return fail("a label outside of switch");
            forget(scopes_.back());
            return Ok{};
        case OpCode::EndSwitch:
            return close(OpCode::Switch);
        default:
            return Ok{};
        }
    }

    const Module& module_;
    std::vector<uint8_t> defined_;
    std::vector<uint32_t> values_;
    std::vector<Scope> scopes_;
    uint32_t index_ = 0;
};

} // namespace

Status validate(const Module& module) {
    return Validator(module).run();
}

} // namespace hendeca::translate::ir
