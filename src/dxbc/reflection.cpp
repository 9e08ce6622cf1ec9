#include "dxbc/reflection.h"

#include <algorithm>
#include <iterator>

#include "util/byte_reader.h"

namespace hendeca::dxbc {

namespace {

// No real shader comes near these; they bound what a small hostile chunk can make us allocate (its tables may overlap).
constexpr uint32_t kMaxBindings = 4096;
constexpr uint32_t kMaxBuffers = 1024;
constexpr uint32_t kMaxVariables = 16384;
constexpr size_t kMaxName = 1024;
constexpr size_t kMaxNameBytes = 4u << 20;

Error corrupt(const char* what) {
    return makeError(ErrorCode::Corrupt, what);
}

class ReflectionParser {
public:
    explicit ReflectionParser(std::span<const uint8_t> data) : data_(data) {}
    Result<Reflection> parse();

private:
    Status bindings(uint32_t offset, uint32_t count, bool ranges);
    Status buffers(uint32_t offset, uint32_t count);
    Status variables(uint32_t offset, uint32_t count, ConstantBufferInfo& buffer);
    Result<std::string> name(uint32_t offset);
    ByteReader at(uint32_t offset) {
        ByteReader reader(data_);
        reader.seek(offset);
        return reader;
    }

    std::span<const uint8_t> data_;
    uint32_t variableStride_ = 24;
    uint32_t variableCount_ = 0;
    size_t nameBytes_ = 0;
    Reflection reflection_;
};

Result<std::string> ReflectionParser::name(uint32_t offset) {
    ByteReader reader(data_);
    const std::string_view text = reader.string(offset);
    nameBytes_ += text.size();
    if (!reader || text.size() > kMaxName || nameBytes_ > kMaxNameBytes)
        return corrupt("a name in the resource definitions lies outside its chunk");
    return std::string(text);
}

Status ReflectionParser::bindings(uint32_t offset, uint32_t count, bool ranges) {
    ByteReader reader = at(offset);
    if (count > kMaxBindings)
        return corrupt("too many resource bindings");
    for (uint32_t i = 0; i < count; ++i) {
        ResourceBinding binding;
        const uint32_t nameOffset = reader.u32();
        const uint32_t type = reader.u32();
        binding.returnType = reader.u32();
        binding.dimension = reader.u32();
        binding.sampleCount = reader.u32();
        binding.slot = reader.u32();
        binding.count = reader.u32();
        binding.flags = reader.u32();
        binding.id = binding.slot;
        if (ranges) {
            binding.space = reader.u32();
            binding.id = reader.u32();
        }
        if (!reader || type > static_cast<uint32_t>(BindingType::UavStructuredWithCounter))
            return corrupt("resource bindings lie outside their chunk");
        binding.type = static_cast<BindingType>(type);
        HENDECA_TRY_ASSIGN(binding.name, name(nameOffset));
        reflection_.bindings.push_back(std::move(binding));
    }
    return Ok{};
}

Status ReflectionParser::variables(uint32_t offset, uint32_t count, ConstantBufferInfo& buffer) {
    variableCount_ += std::min(count, kMaxVariables + 1);
    if (variableCount_ > kMaxVariables)
        return corrupt("too many shader variables");
    for (uint32_t i = 0; i < count; ++i) {
        // Both factors are small enough for 64 bits; the sum may still leave the chunk.
        const uint64_t place = uint64_t{offset} + uint64_t{i} * variableStride_;
        if (place > data_.size())
            return corrupt("shader variables lie outside their chunk");
        ByteReader reader = at(static_cast<uint32_t>(place));
        ShaderVariable variable;
        const uint32_t nameOffset = reader.u32();
        variable.offset = reader.u32();
        variable.size = reader.u32();
        variable.flags = reader.u32();
        ByteReader type = at(reader.u32());
        variable.typeClass = type.read<uint16_t>();
        variable.type = type.read<uint16_t>();
        variable.rows = type.read<uint16_t>();
        variable.columns = type.read<uint16_t>();
        variable.elements = type.read<uint16_t>();
        variable.members = type.read<uint16_t>();
        if (!reader || !type)
            return corrupt("shader variables lie outside their chunk");
        HENDECA_TRY_ASSIGN(variable.name, name(nameOffset));
        buffer.variables.push_back(std::move(variable));
    }
    return Ok{};
}

Status ReflectionParser::buffers(uint32_t offset, uint32_t count) {
    ByteReader reader = at(offset);
    if (count > kMaxBuffers)
        return corrupt("too many constant buffers");
    for (uint32_t i = 0; i < count; ++i) {
        ConstantBufferInfo buffer;
        const uint32_t nameOffset = reader.u32();
        const uint32_t variableCount = reader.u32();
        const uint32_t variableOffset = reader.u32();
        buffer.size = reader.u32();
        buffer.flags = reader.u32();
        buffer.kind = reader.u32();
        if (!reader)
            return corrupt("constant buffers lie outside their chunk");
        HENDECA_TRY_ASSIGN(buffer.name, name(nameOffset));
        HENDECA_TRY(variables(variableOffset, variableCount, buffer));
        reflection_.constantBuffers.push_back(std::move(buffer));
    }
    return Ok{};
}

Result<Reflection> ReflectionParser::parse() {
    ByteReader reader(data_);
    const uint32_t bufferCount = reader.u32();
    const uint32_t bufferOffset = reader.u32();
    const uint32_t bindingCount = reader.u32();
    const uint32_t bindingOffset = reader.u32();
    const uint32_t version = reader.u32();
    reflection_.flags = reader.u32();
    const uint32_t creator = reader.u32();
    if (!reader)
        return corrupt("resource definitions have no header");
    const uint32_t major = (version >> 8) & 0xff;
    const uint32_t minor = version & 0xff;
    if (major >= 5)
        variableStride_ = 40;
    const bool ranges = major > 5 || (major == 5 && minor >= 1);
    HENDECA_TRY_ASSIGN(reflection_.creator, name(creator));
    HENDECA_TRY(bindings(bindingOffset, bindingCount, ranges));
    HENDECA_TRY(buffers(bufferOffset, bufferCount));
    return std::move(reflection_);
}

Result<std::string> linkageName(std::span<const uint8_t> data, uint32_t offset) {
    ByteReader reader(data);
    const std::string_view text = reader.string(offset);
    if (!reader || text.size() > kMaxName)
        return corrupt("a name of the class linkage lies outside its chunk");
    return std::string(text);
}

Status interfaceSlots(std::span<const uint8_t> data, uint32_t offset, uint32_t count, ClassLinkage& linkage) {
    ByteReader reader(data);
    reader.seek(offset);
    uint32_t first = 0;
    for (uint32_t i = 0; i < count; ++i) {
        InterfaceSlot slot;
        slot.firstSlot = first;
        slot.slotCount = reader.u32();
        const uint32_t typeCount = reader.u32();
        ByteReader types(data);
        types.seek(reader.u32());
        ByteReader tables(data);
        tables.seek(reader.u32());
        if (!reader || slot.slotCount > kMaxBindings || typeCount > kMaxBindings)
            return corrupt("interface slots lie outside their chunk");
        first += slot.slotCount;
        for (uint32_t t = 0; t < typeCount; ++t) {
            slot.typeIds.push_back(types.read<uint16_t>());
            slot.tableIds.push_back(tables.u32());
            if (!types || !tables)
                return corrupt("interface slots lie outside their chunk");
        }
        linkage.slots.push_back(std::move(slot));
    }
    return Ok{};
}

} // namespace

Result<Reflection> Reflection::parse(std::span<const uint8_t> data) {
    return ReflectionParser(data).parse();
}

Result<Reflection> Reflection::read(const Container& container) {
    const Chunk* chunk = container.find(tag::kRdef);
    return chunk ? parse(container.data(*chunk)) : Result<Reflection>(Reflection{});
}

const ConstantBufferInfo* Reflection::findConstantBuffer(const std::string& name) const {
    for (const ConstantBufferInfo& buffer : constantBuffers) {
        if (buffer.name == name)
            return &buffer;
    }
    return nullptr;
}

Statistics Statistics::read(const Container& container) {
    Statistics statistics;
    const Chunk* chunk = container.find(tag::kStat);
    if (!chunk)
        return statistics;
    ByteReader reader(container.data(*chunk));
    while (statistics.known < kCounters && reader.remaining() >= 4)
        statistics.counters[statistics.known++] = reader.u32();
    return statistics;
}

const char* Statistics::name(uint32_t counter) {
    static constexpr const char* kNames[] = {"instructions",
                                             "temps",
                                             "defines",
                                             "declarations",
                                             "float instructions",
                                             "int instructions",
                                             "uint instructions",
                                             "static flow control",
                                             "dynamic flow control",
                                             "macro instructions",
                                             "temp arrays",
                                             "array instructions",
                                             "cut instructions",
                                             "emit instructions",
                                             "texture sample instructions",
                                             "texture load instructions",
                                             "texture comparison instructions",
                                             "texture bias instructions",
                                             "texture gradient instructions",
                                             "mov instructions",
                                             "movc instructions",
                                             "conversion instructions"};
    return counter < std::size(kNames) ? kNames[counter] : "";
}

Result<ClassLinkage> ClassLinkage::parse(std::span<const uint8_t> data) {
    ByteReader reader(data);
    const uint32_t instanceCount = reader.u32();
    const uint32_t typeCount = reader.u32();
    const uint32_t slotCount = reader.u32();
    reader.u32(); // slots in all, counting arrays
    const uint32_t instanceOffset = reader.u32();
    const uint32_t typeOffset = reader.u32();
    const uint32_t slotOffset = reader.u32();
    if (!reader || instanceCount > kMaxBindings || typeCount > kMaxBindings || slotCount > kMaxBuffers)
        return corrupt("class linkage has no header, or counts that cannot be");

    ClassLinkage linkage;
    reader.seek(typeOffset);
    for (uint32_t i = 0; i < typeCount; ++i) {
        ClassType type;
        const uint32_t name = reader.u32();
        type.id = reader.read<uint16_t>();
        type.constantBufferSize = reader.read<uint16_t>();
        type.textureCount = reader.read<uint16_t>();
        type.samplerCount = reader.read<uint16_t>();
        if (!reader)
            return corrupt("class types lie outside their chunk");
        HENDECA_TRY_ASSIGN(type.name, linkageName(data, name));
        linkage.types.push_back(std::move(type));
    }
    reader.seek(instanceOffset);
    for (uint32_t i = 0; i < instanceCount; ++i) {
        ClassInstance instance;
        const uint32_t name = reader.u32();
        instance.type = reader.read<uint16_t>();
        reader.read<uint16_t>();
        instance.constantBuffer = reader.read<uint16_t>();
        instance.constantOffset = reader.read<uint16_t>();
        instance.texture = reader.read<uint16_t>();
        instance.sampler = reader.read<uint16_t>();
        if (!reader)
            return corrupt("class instances lie outside their chunk");
        HENDECA_TRY_ASSIGN(instance.name, linkageName(data, name));
        linkage.instances.push_back(std::move(instance));
    }
    HENDECA_TRY(interfaceSlots(data, slotOffset, slotCount, linkage));
    return linkage;
}

Result<ClassLinkage> ClassLinkage::read(const Container& container) {
    const Chunk* chunk = container.find(tag::kIfce);
    return chunk ? parse(container.data(*chunk)) : Result<ClassLinkage>(ClassLinkage{});
}

} // namespace hendeca::dxbc
