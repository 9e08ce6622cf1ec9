#include "d3d11/debug/shader_facts.h"

#include "dxbc/program.h"

namespace hendeca::d3d11 {

namespace {

// Ranges of shader model 5.1 without an end stand for their first slot.
constexpr uint32_t kLongestRange = 128;

uint32_t slotEnd(const dxbc::Declaration& declaration) {
    return declaration.upper - declaration.lower < kLongestRange ? declaration.upper + 1 : declaration.lower + 1;
}

void readDeclaration(const dxbc::Declaration& declaration, ShaderFacts& facts) {
    using dxbc::Opcode;
    const auto resource = [&](std::vector<ShaderFacts::Resource>& list) {
        for (uint32_t slot = declaration.lower; slot < slotEnd(declaration); slot++)
            list.push_back({slot, declaration.dim, declaration.returnType[0], declaration.structureStride,
                            declaration.sampleCount});
    };
    switch (declaration.opcode) {
    case Opcode::DclConstantBuffer:
        for (uint32_t slot = declaration.lower; slot < slotEnd(declaration); slot++)
            facts.uniforms.push_back({slot, declaration.count * 16});
        break;
    case Opcode::DclSampler:
        for (uint32_t slot = declaration.lower; slot < slotEnd(declaration); slot++)
            facts.samplers.push_back({slot, declaration.samplerMode == dxbc::SamplerMode::Comparison});
        break;
    case Opcode::DclResource:
    case Opcode::DclResourceRaw:
    case Opcode::DclResourceStructured:
        resource(facts.resources);
        break;
    case Opcode::DclUavTyped:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
        resource(facts.uavs);
        break;
    default:
        break;
    }
}

} // namespace

std::unique_ptr<ShaderFacts> readShaderFacts(spirv::Stage stage, const void* bytecode, size_t length) {
    const auto container =
        dxbc::Container::open({static_cast<const uint8_t*>(bytecode), length}, dxbc::ChecksumRule::Skip);
    if (!container)
        return nullptr;
    const auto program = dxbc::Program::decode(*container);
    if (!program)
        return nullptr;
    auto facts = std::make_unique<ShaderFacts>();
    facts->stage = stage;
    facts->inputs = program->inputSignature();
    facts->outputs = program->outputSignature();
    facts->patchConstants = program->patchConstantSignature();
    for (const dxbc::Declaration& declaration : program->declarations())
        readDeclaration(declaration, *facts);
    facts->inputPrimitive = program->facts().inputPrimitive;
    facts->inputControlPoints = program->facts().inputControlPoints;
    facts->outputControlPoints = program->facts().outputControlPoints;
    facts->domain = program->facts().domain;
    for (const dxbc::SignatureElement& output : facts->outputs.elements)
        facts->writesDepth |= output.systemValue == dxbc::SystemValue::Depth ||
                              output.systemValue == dxbc::SystemValue::DepthGreaterEqual ||
                              output.systemValue == dxbc::SystemValue::DepthLessEqual;
    return facts;
}

} // namespace hendeca::d3d11
