#include "translate/ir/printer.h"

#include "translate/ir/names.h"

#include <cstdio>
#include <cstring>

namespace hendeca::translate::ir {

namespace {

std::string number(uint64_t value) {
    char text[24];
    if (value < 1000)
        std::snprintf(text, sizeof(text), "%u", static_cast<unsigned>(value));
    else
        std::snprintf(text, sizeof(text), "0x%llx", static_cast<unsigned long long>(value));
    return text;
}

} // namespace

std::string printType(Type type) {
    std::string text = kScalarNames[static_cast<size_t>(type.scalar)];
    if (type.count > 1)
        text += "x" + std::to_string(type.count);
    return text;
}

std::string printValue(const Module& module, Value value) {
    if (!value.valid())
        return "-";
    if (!value.isConstant())
        return "%" + std::to_string(value.index());
    const Constant& constant = module.constants[value.index()];
    char text[64];
    switch (constant.type.scalar) {
    case Scalar::Bool:
        return constant.bits ? "true" : "false";
    case Scalar::F32: {
        float f;
        const uint32_t bits = static_cast<uint32_t>(constant.bits);
        std::memcpy(&f, &bits, sizeof(f));
        std::snprintf(text, sizeof(text), "%.9gf", static_cast<double>(f));
        return text;
    }
    case Scalar::F64: {
        double d;
        std::memcpy(&d, &constant.bits, sizeof(d));
        std::snprintf(text, sizeof(text), "%.17gd", d);
        return text;
    }
    default:
        return number(constant.bits);
    }
}

std::string printOp(const Module& module, uint32_t index) {
    const Op& op = module.ops[index];
    const OpInfo& info = op.info();
    std::string text;
    if (info.result != '-')
        text = "%" + std::to_string(index) + " = ";
    text += info.name;
    if (op.precise)
        text += ".precise";
    if (op.sparse)
        text += ".sparse";
    if (info.result != '-')
        text += " " + printType(op.type);
    ArgumentRule rule(info.arguments);
    for (uint32_t i = 0; i < op.argCount; ++i) {
        const ArgumentRule::Item item = rule.next();
        text += i ? ", " : (info.result == '-' ? " " : " ");
        const uint32_t word = module.imm(op, i);
        if (item.letter == 'x')
            text += "$" + std::to_string(word);
        else if (item.letter == 'r' || item.letter == 's')
            text += "@" + std::to_string(word);
        else if (item.letter == 'i')
            text += "#" + number(word);
        else
            text += printValue(module, {word});
    }
    return text;
}

std::string printOps(const Module& module) {
    std::string text;
    int depth = 0;
    for (uint32_t i = 0; i < module.ops.size(); ++i) {
        const OpCode code = module.ops[i].code;
        if (code == OpCode::Nop)
            continue;
        const bool closes = code == OpCode::EndIf || code == OpCode::EndLoop || code == OpCode::EndSwitch ||
                            code == OpCode::EndFunction;
        const bool middle = code == OpCode::Else || code == OpCode::Case || code == OpCode::Default;
        if (closes || middle)
            --depth;
        text.append(static_cast<size_t>(depth > 0 ? depth : 0) * 2, ' ');
        text += printOp(module, i) + "\n";
        if (middle || code == OpCode::If || code == OpCode::Loop || code == OpCode::Switch || code == OpCode::Function)
            ++depth;
    }
    return text;
}

std::string print(const Module& module) {
    std::string text;
    for (size_t i = 0; i < module.vars.size(); ++i) {
        const Var& var = module.vars[i];
        text += "$" + std::to_string(i) + " " + kVarKindNames[static_cast<size_t>(var.kind)] + " " + printType(var.type);
        for (uint32_t d = 0; d < var.dimCount(); ++d)
            text += "[" + std::to_string(var.dims[d]) + "]";
        if (var.kind == VarKind::Input || var.kind == VarKind::Output) {
            if (var.builtin != Builtin::None)
                text += " builtin " + std::to_string(static_cast<uint32_t>(var.builtin));
            else
                text += " location " + std::to_string(var.location);
        }
        text += "\n";
    }
    for (size_t i = 0; i < module.resources.size(); ++i) {
        const Resource& resource = module.resources[i];
        text += "@" + std::to_string(i) + " " + kResourceKindNames[static_cast<size_t>(resource.kind)] + " " + std::to_string(resource.slot);
        if (resource.dim != Dim::None)
            text += std::string(" ") + kDimNames[static_cast<size_t>(resource.dim)];
        if (resource.stride)
            text += " stride " + std::to_string(resource.stride);
        text += "\n";
    }
    return text + printOps(module);
}

} // namespace hendeca::translate::ir
