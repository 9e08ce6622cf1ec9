// Declarations: resources, temporaries, group-shared memory, immediate constants, facts of the stage.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

using dxbc::Opcode;

void Lifter::declareStage() {
    const auto& facts = program_.facts();
    module_.earlyFragmentTests = (facts.globalFlags & dxbc::kForceEarlyDepthStencil) != 0;
    strict_ = (facts.globalFlags & dxbc::kRefactoringAllowed) == 0;
    setPrecise(false);
    for (uint32_t i = 0; i < 3; ++i)
        module_.workgroupSize[i] = facts.threadGroup[i];
    if (program_.stage() == dxbc::ShaderStage::Compute)
        for (uint32_t size : module_.workgroupSize)
            if (size == 0 || size > 1024)
                fail(ErrorCode::Corrupt, "a thread group of impossible size");
    inputs_.resize(32);
    outputs_.resize(4 * 32);
    patchInputs_.resize(32);
    patchOutputs_.resize(32);
    if (program_.stage() == dxbc::ShaderStage::Geometry)
        declareGeometry();
    if (program_.stage() == dxbc::ShaderStage::Hull || program_.stage() == dxbc::ShaderStage::Domain)
        declareTessellation();
    if (!isPixel() && program_.stage() != dxbc::ShaderStage::Compute && program_.stage() != dxbc::ShaderStage::Hull)
        declareStreamOutput();
}

void Lifter::declare(const dxbc::Phase& phase) {
    for (const dxbc::Declaration& decl : program_.declarations(phase))
        declareOne(decl);
}

void Lifter::declareOne(const dxbc::Declaration& decl) {
    switch (decl.opcode) {
    case Opcode::DclConstantBuffer:
        declared_.push_back({ResourceClass::ConstantBuffer, &decl});
        break;
    case Opcode::DclSampler:
        declared_.push_back({ResourceClass::Sampler, &decl});
        break;
    case Opcode::DclResource:
    case Opcode::DclResourceRaw:
    case Opcode::DclResourceStructured:
        declared_.push_back({ResourceClass::Srv, &decl});
        break;
    case Opcode::DclUavTyped:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
        declared_.push_back({ResourceClass::Uav, &decl});
        break;
    case Opcode::DclIndexableTemp:
        declareTemps(decl);
        break;
    case Opcode::DclTgsmRaw:
    case Opcode::DclTgsmStructured:
        declareShared(decl);
        break;
    case Opcode::DclInput:
    case Opcode::DclInputSgv:
    case Opcode::DclInputSiv:
    case Opcode::DclInputPs:
    case Opcode::DclInputPsSgv:
    case Opcode::DclInputPsSiv:
        declareInput(decl);
        break;
    case Opcode::DclOutput:
    case Opcode::DclOutputSgv:
    case Opcode::DclOutputSiv:
        declareOutput(decl);
        break;
    case Opcode::DclStream:
        currentStream_ = std::min(decl.operand.reg(), 3u);
        break;
    case Opcode::DclIndexRange:
        if (decl.operand.type == dxbc::OperandType::Output) {
            const uint32_t reg =
                decl.operand.index[decl.operand.indexCount ? decl.operand.indexCount - 1 : 0].immediate;
            for (uint32_t i = 0; i < decl.count && reg + i < 32; ++i)
                indexedOutputMask_ |= 1u << (reg + i);
        }
        break;
    default:
        break;
    }
}

void Lifter::declareTemps(const dxbc::Declaration& decl) {
    if (decl.count == 0 || decl.count > dxbc::Program::kMaxTemps || decl.components == 0 || decl.components > 4) {
        fail(ErrorCode::Corrupt, "indexable temporaries of impossible size");
        return;
    }
    ir::Var var;
    var.kind = tempKind_;
    var.type = ir::vec(ir::Scalar::U32, decl.components);
    var.dims[0] = decl.count;
    indexableTemps_.push_back({decl.id, b_.addVar(std::move(var)), decl.count, decl.components});
}

void Lifter::declareShared(const dxbc::Declaration& decl) {
    const bool structured = decl.opcode == Opcode::DclTgsmStructured;
    const uint64_t bytes = structured ? static_cast<uint64_t>(decl.structureStride) * decl.count : decl.count;
    if (bytes == 0 || bytes > 64 * 1024 || (structured && decl.structureStride == 0)) {
        fail(ErrorCode::Corrupt, "group-shared memory of impossible size");
        return;
    }
    const uint32_t words = static_cast<uint32_t>((bytes + 3) / 4);
    ir::Var var;
    var.kind = ir::VarKind::Shared;
    var.type = ir::kU32;
    sharedWords_ += words + 1;
    const bool spare = sharedWords_ * 4 <= dxbc::Program::kMaxSharedBytes;
    var.dims[0] = words + spare;
    shared_.push_back({decl.operand.reg(), b_.addVar(std::move(var)), structured ? decl.structureStride : 0, words, spare});
}

const Lifter::SharedMemory* Lifter::sharedMemory(uint32_t id) {
    for (const SharedMemory& memory : shared_)
        if (memory.id == id)
            return &memory;
    fail(ErrorCode::Corrupt, "group-shared memory that is not declared");
    return nullptr;
}

void Lifter::declareIcb() {
    if (icbVar_ != ~0u)
        return;
    ir::Var var;
    var.kind = ir::VarKind::Constant;
    var.type = ir::vec(ir::Scalar::U32, 4);
    var.dims[0] = static_cast<uint32_t>(program_.icb().size()) + 1;
    var.data.reserve(static_cast<size_t>(var.dims[0]) * 4);
    for (const auto& vector : program_.icb())
        var.data.insert(var.data.end(), vector.begin(), vector.end());
    var.data.resize(static_cast<size_t>(var.dims[0]) * 4, 0u);
    icbVar_ = b_.addVar(std::move(var));
}

} // namespace hendeca::translate
