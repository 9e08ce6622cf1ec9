// Class linkage. Which class stands behind an interface, and where its data lies, is known when a shader is set: an
// internal constant buffer (ir::kLinkageSlot) has two vectors for each interface slot: what `this` reads (constant
// buffer, vector in it, first texture, first sampler), and the function table. A call is a switch over the tables that
// the interface declares.

#include "translate/lift/lifter.h"

#include <algorithm>

namespace hendeca::translate {

using dxbc::Opcode;

uint32_t Lifter::linkageData() {
    if (linkageData_ == ~0u) {
        ir::Resource resource;
        resource.kind = ir::ResourceKind::ConstantBuffer;
        resource.slot = ir::kLinkageSlot;
        linkageData_ = b_.addResource(resource);
    }
    return linkageData_;
}

// fp#[n]: the slot of the nth element of an array of interfaces.
ir::Value Lifter::interfaceSlot(const Operand& operand, const dxbc::Declaration& declaration) {
    const uint32_t length = std::max(declaration.arrayLength, 1u);
    const Value element = operand.indexCount > 1 ? clampedIndex(operand.index[1], length) : b_.u32(0);
    return b_.iadd(element, b_.u32(declaration.id));
}

ir::Value Lifter::readThis(const Operand& operand, uint32_t component) {
    const Value slot = b_.op(Code::UMin, indexValue(operand.index[0]), b_.u32(ir::kInterfaceSlots - 1));
    return b_.loadConstant(linkageData(), b_.op(Code::Shl, slot, b_.u32(1)), component);
}

void Lifter::liftInterfaceCall(const Inst& inst) {
    const Operand& operand = srcOp(inst, 0);
    const auto table = [&](uint32_t id) -> const dxbc::Declaration* {
        for (const dxbc::Declaration& decl : program_.declarations())
            if (decl.opcode == Opcode::DclFunctionTable && decl.id == id)
                return &decl;
        return nullptr;
    };
    const dxbc::Declaration* declaration = nullptr;
    for (const dxbc::Declaration& decl : program_.declarations())
        if (decl.opcode == Opcode::DclInterface && decl.id == operand.reg())
            declaration = &decl;
    if (!declaration) {
        fail(ErrorCode::Corrupt, "a call through an interface that is not declared");
        return;
    }
    const Value slot = interfaceSlot(operand, *declaration);
    const Value vector = b_.iadd(b_.op(Code::Shl, slot, b_.u32(1)), b_.u32(1));
    const Value chosen = b_.loadConstant(linkageData(), vector, 0);
    marker(Code::Switch, {chosen.bits});
    std::vector<uint32_t> tables = declaration->list;
    std::sort(tables.begin(), tables.end());
    tables.erase(std::unique(tables.begin(), tables.end()), tables.end());
    for (uint32_t id : tables) {
        const dxbc::Declaration* functions = table(id);
        if (!functions || inst.functionIndex >= functions->list.size())
            continue; // the decoder has refused calls of what is not there
        Operand body;
        body.type = dxbc::OperandType::FunctionBody;
        body.index[0].immediate = functions->list[inst.functionIndex];
        marker(Code::Case, {id});
        marker(Code::Call, {labelFunction(body)});
        marker(Code::Break);
    }
    marker(Code::EndSwitch);
}

} // namespace hendeca::translate
