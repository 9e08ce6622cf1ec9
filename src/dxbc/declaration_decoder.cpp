#include <algorithm>
#include <cstring>

#include "dxbc/program.h"
#include "dxbc/token_reader.h"

namespace hendeca::dxbc {

uint32_t primitiveVertexCount(Primitive primitive) {
    switch (primitive) {
    case Primitive::Point:
        return 1;
    case Primitive::Line:
        return 2;
    case Primitive::Triangle:
        return 3;
    case Primitive::LineAdj:
        return 4;
    case Primitive::TriangleAdj:
        return 6;
    default:
        break;
    }
    if (primitive >= Primitive::FirstPatch && primitive <= Primitive::LastPatch)
        return static_cast<uint32_t>(primitive) - static_cast<uint32_t>(Primitive::FirstPatch) + 1;
    return 0;
}

namespace {

class DeclarationDecoder {
public:
    DeclarationDecoder(Opcode opcode, std::span<const uint32_t> words, uint32_t offset, uint32_t model)
        : reader_(words, offset, nested_), model_(model) {
        decl_.opcode = opcode;
        decl_.tokenOffset = offset;
        token_ = reader_.word();
    }

    Result<Declaration> decode();

private:
    Status fields();
    Status controlFields();
    Status inputOutput();
    Status resourceLike();
    Status tables();
    Status registerOperand(OperandType wanted);
    Status rangeOperand(OperandType wanted);
    Status returnTypes();
    Status systemName();
    Status dimension();
    Status stride();
    void spaceWord() {
        if (model_ >= 51)
            decl_.space = reader_.word();
    }

    std::vector<Operand> nested_; // stays empty: declarations have no relative indexes
    TokenReader reader_;
    uint32_t model_;
    uint32_t token_ = 0;
    Declaration decl_;
};

Result<Declaration> DeclarationDecoder::decode() {
    const bool tokenOnly = decl_.opcode == Opcode::DclFunctionBody || decl_.opcode == Opcode::DclFunctionTable ||
                           decl_.opcode == Opcode::DclInterface;
    if (bit(token_, 31)) {
        if (!tokenOnly)
            return reader_.error("declaration has an unknown extension");
        reader_.word(); // the length, which the caller has already used
    }
    HENDECA_TRY(fields());
    if (!reader_ || !reader_.atEnd())
        return reader_.error("declaration has more or fewer tokens than it wants");
    if (!nested_.empty())
        return reader_.error("declaration has a relative index");
    return std::move(decl_);
}

Status DeclarationDecoder::fields() {
    switch (decl_.opcode) {
    case Opcode::DclResource:
    case Opcode::DclResourceRaw:
    case Opcode::DclResourceStructured:
    case Opcode::DclUavTyped:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
    case Opcode::DclTgsmRaw:
    case Opcode::DclTgsmStructured:
    case Opcode::DclConstantBuffer:
    case Opcode::DclSampler:
        return resourceLike();
    case Opcode::DclInput:
    case Opcode::DclInputSgv:
    case Opcode::DclInputSiv:
    case Opcode::DclInputPs:
    case Opcode::DclInputPsSgv:
    case Opcode::DclInputPsSiv:
    case Opcode::DclOutput:
    case Opcode::DclOutputSgv:
    case Opcode::DclOutputSiv:
    case Opcode::DclIndexRange:
        return inputOutput();
    case Opcode::DclFunctionBody:
    case Opcode::DclFunctionTable:
    case Opcode::DclInterface:
        return tables();
    default:
        return controlFields();
    }
}

Status DeclarationDecoder::controlFields() {
    switch (decl_.opcode) {
    case Opcode::DclOutputTopology: {
        const uint32_t topology = bits(token_, 11, 7);
        if (topology != 1 && topology != 3 && topology != 5)
            return reader_.error("unknown output topology");
        decl_.topology = static_cast<Topology>(topology);
        return Ok{};
    }
    case Opcode::DclInputPrimitive:
        decl_.primitive = static_cast<Primitive>(bits(token_, 11, 6));
        if (primitiveVertexCount(decl_.primitive) == 0)
            return reader_.error("unknown input primitive");
        return Ok{};
    case Opcode::DclMaxOutputVertexCount:
    case Opcode::DclTemps:
    case Opcode::DclHsForkPhaseInstanceCount:
    case Opcode::DclHsJoinPhaseInstanceCount:
    case Opcode::DclGsInstanceCount:
        decl_.count = reader_.word();
        return Ok{};
    case Opcode::DclIndexableTemp:
        decl_.id = reader_.word();
        decl_.count = reader_.word();
        decl_.components = static_cast<uint8_t>(std::min(reader_.word(), 255u));
        if (decl_.components < 1 || decl_.components > 4)
            return reader_.error("indexable temp must have 1 to 4 components");
        return Ok{};
    case Opcode::DclGlobalFlags:
        decl_.globalFlags = bits(token_, 11, 13);
        return Ok{};
    case Opcode::DclStream:
        return registerOperand(OperandType::Stream);
    case Opcode::DclInputControlPointCount:
    case Opcode::DclOutputControlPointCount:
        decl_.count = bits(token_, 11, 6);
        if (decl_.count > 32)
            return reader_.error("more than 32 control points");
        return Ok{};
    case Opcode::DclTessellatorDomain:
        decl_.domain = static_cast<TessDomain>(bits(token_, 11, 2));
        return Ok{};
    case Opcode::DclTessellatorPartitioning:
        if (bits(token_, 11, 3) > 4)
            return reader_.error("unknown tessellator partitioning");
        decl_.partitioning = static_cast<TessPartitioning>(bits(token_, 11, 3));
        return Ok{};
    case Opcode::DclTessellatorOutputPrimitive:
        if (bits(token_, 11, 3) > 4)
            return reader_.error("unknown tessellator output primitive");
        decl_.tessOutput = static_cast<TessOutput>(bits(token_, 11, 3));
        return Ok{};
    case Opcode::DclHsMaxTessfactor: {
        const uint32_t word = reader_.word();
        std::memcpy(&decl_.maxTessFactor, &word, sizeof(word));
        return Ok{};
    }
    case Opcode::DclThreadGroup:
        for (uint32_t& size : decl_.threadGroup)
            size = reader_.word();
        return Ok{};
    default:
        return reader_.error("unknown declaration");
    }
}

Status DeclarationDecoder::registerOperand(OperandType wanted) {
    HENDECA_TRY_ASSIGN(decl_.operand, reader_.operand());
    if (decl_.operand.type != wanted || decl_.operand.indexCount != 1)
        return reader_.error("declaration names the wrong kind of register");
    decl_.id = decl_.lower = decl_.upper = decl_.operand.reg();
    return Ok{};
}

// A slot up to model 5.0; range id and bounds from model 5.1 on.
Status DeclarationDecoder::rangeOperand(OperandType wanted) {
    if (model_ < 51)
        return registerOperand(wanted);
    HENDECA_TRY_ASSIGN(decl_.operand, reader_.operand());
    if (decl_.operand.type != wanted || decl_.operand.indexCount != 3)
        return reader_.error("declaration names the wrong kind of register");
    decl_.id = decl_.operand.index[0].immediate;
    decl_.lower = decl_.operand.index[1].immediate;
    decl_.upper = decl_.operand.index[2].immediate;
    if (decl_.lower > decl_.upper)
        return reader_.error("register range ends before it starts");
    return Ok{};
}

Status DeclarationDecoder::returnTypes() {
    const uint32_t word = reader_.word();
    for (uint32_t c = 0; c < 4; ++c) {
        const uint32_t type = bits(word, 4 * c, 4);
        if (type == 0 || type >= static_cast<uint32_t>(ReturnType::Count))
            return reader_.error("unknown resource return type");
        decl_.returnType[c] = static_cast<ReturnType>(type);
    }
    return Ok{};
}

Status DeclarationDecoder::dimension() {
    const uint32_t dim = bits(token_, 11, 5);
    if (dim == 0 || dim > static_cast<uint32_t>(ResourceDim::TextureCubeArray))
        return reader_.error("unknown resource dimension");
    decl_.dim = static_cast<ResourceDim>(dim);
    return Ok{};
}

Status DeclarationDecoder::stride() {
    decl_.structureStride = reader_.word();
    if (decl_.structureStride == 0 || decl_.structureStride % 4 != 0)
        return reader_.error("a structure's stride must be a multiple of 4 above 0");
    return Ok{};
}

Status DeclarationDecoder::resourceLike() {
    const Opcode op = decl_.opcode;
    if (op == Opcode::DclUavTyped || op == Opcode::DclUavRaw || op == Opcode::DclUavStructured) {
        decl_.globallyCoherent = bit(token_, 16);
        decl_.rasterizerOrdered = bit(token_, 17);
        decl_.hasCounter = op == Opcode::DclUavStructured && bit(token_, 23);
        HENDECA_TRY(rangeOperand(OperandType::UnorderedAccessView));
    } else if (op == Opcode::DclTgsmRaw || op == Opcode::DclTgsmStructured) {
        HENDECA_TRY(registerOperand(OperandType::ThreadGroupSharedMemory));
    } else if (op == Opcode::DclSampler) {
        const uint32_t mode = bits(token_, 11, 4);
        if (mode >= static_cast<uint32_t>(SamplerMode::Count))
            return reader_.error("unknown sampler mode");
        decl_.samplerMode = static_cast<SamplerMode>(mode);
        HENDECA_TRY(rangeOperand(OperandType::Sampler));
        spaceWord();
        return Ok{};
    } else if (op == Opcode::DclConstantBuffer) {
        decl_.dynamicIndexed = bit(token_, 11);
        if (model_ >= 51) {
            HENDECA_TRY(rangeOperand(OperandType::ConstantBuffer));
            decl_.count = reader_.word();
            spaceWord();
            return Ok{};
        }
        HENDECA_TRY_ASSIGN(decl_.operand, reader_.operand());
        if (decl_.operand.type != OperandType::ConstantBuffer || decl_.operand.indexCount != 2)
            return reader_.error("declaration names the wrong kind of register");
        decl_.id = decl_.lower = decl_.upper = decl_.operand.reg();
        decl_.count = decl_.operand.index[1].immediate;
        return Ok{};
    } else {
        HENDECA_TRY(rangeOperand(OperandType::Resource));
    }

    switch (op) {
    case Opcode::DclResource:
        decl_.sampleCount = static_cast<uint8_t>(bits(token_, 16, 7));
        HENDECA_TRY(dimension());
        HENDECA_TRY(returnTypes());
        break;
    case Opcode::DclUavTyped:
        HENDECA_TRY(dimension());
        HENDECA_TRY(returnTypes());
        break;
    case Opcode::DclResourceRaw:
    case Opcode::DclUavRaw:
        decl_.dim = ResourceDim::RawBuffer;
        break;
    case Opcode::DclTgsmRaw:
        decl_.dim = ResourceDim::RawBuffer;
        decl_.count = reader_.word();
        return Ok{};
    case Opcode::DclTgsmStructured:
        decl_.dim = ResourceDim::StructuredBuffer;
        HENDECA_TRY(stride());
        decl_.count = reader_.word();
        return Ok{};
    default:
        decl_.dim = ResourceDim::StructuredBuffer;
        HENDECA_TRY(stride());
        break;
    }
    spaceWord();
    return Ok{};
}

Status DeclarationDecoder::systemName() {
    const uint32_t name = bits(reader_.word(), 0, 16);
    // The names above are those of later APIs' values, which no D3D11 shader has.
    if (name == 0 || name >= static_cast<uint32_t>(SystemName::Count))
        return reader_.error("unknown system value");
    decl_.systemName = static_cast<SystemName>(name);
    return Ok{};
}

Status DeclarationDecoder::inputOutput() {
    const Opcode op = decl_.opcode;
    if (op == Opcode::DclInputPs || op == Opcode::DclInputPsSiv || op == Opcode::DclInputPsSgv) {
        const uint32_t mode = bits(token_, 11, 4);
        if (mode >= static_cast<uint32_t>(Interpolation::Count))
            return reader_.error("unknown interpolation mode");
        decl_.interpolation = static_cast<Interpolation>(mode);
    }
    HENDECA_TRY_ASSIGN(decl_.operand, reader_.operand());
    if (decl_.operand.isImmediate())
        return reader_.error("declaration names the wrong kind of register");
    if (op == Opcode::DclIndexRange) {
        decl_.count = reader_.word();
        return Ok{};
    }
    if (op == Opcode::DclInputSgv || op == Opcode::DclInputSiv || op == Opcode::DclInputPsSgv ||
        op == Opcode::DclInputPsSiv || op == Opcode::DclOutputSgv || op == Opcode::DclOutputSiv)
        return systemName();
    return Ok{};
}

Status DeclarationDecoder::tables() {
    decl_.id = reader_.word();
    if (decl_.opcode == Opcode::DclFunctionBody)
        return Ok{};
    uint32_t length = reader_.word();
    if (decl_.opcode == Opcode::DclInterface) {
        decl_.dynamicIndexed = bit(token_, 11);
        decl_.count = length;
        const uint32_t lengths = reader_.word();
        length = bits(lengths, 0, 16);
        decl_.arrayLength = lengths >> 16;
    }
    if (length > reader_.remaining())
        return reader_.error("table is longer than its declaration");
    decl_.list.reserve(length);
    for (uint32_t i = 0; i < length; ++i)
        decl_.list.push_back(reader_.word());
    return Ok{};
}

} // namespace

Result<Declaration> decodeDeclaration(Opcode opcode, std::span<const uint32_t> words, uint32_t offset, uint32_t model) {
    return DeclarationDecoder(opcode, words, offset, model).decode();
}

} // namespace hendeca::dxbc
