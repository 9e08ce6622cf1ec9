#include <cstdio>

#include "dxbc/names.h"
#include "dxbc/program.h"
#include "dxbc/reflection.h"
#include "tools/dxbc/commands.h"

namespace hendeca::tools {

namespace {

using namespace dxbc;

std::string maskText(uint8_t mask) {
    std::string text = "xyzw";
    for (uint32_t c = 0; c < 4; ++c) {
        if (!(mask & (1u << c)))
            text[c] = '-';
    }
    return text;
}

void printChunks(const Container& container) {
    std::printf("chunks:");
    for (const Chunk& chunk : container.chunks()) {
        char name[5] = {};
        for (uint32_t i = 0; i < 4; ++i) {
            const auto c = static_cast<char>(chunk.tag >> (8 * i));
            name[i] = c >= ' ' && c <= '~' ? c : '?';
        }
        std::printf(" %s(%u)", name, chunk.size);
    }
    std::printf("\n");
}

void printSignature(const char* title, const Signature& signature) {
    if (signature.elements.empty())
        return;
    std::printf("%s:\n", title);
    for (const SignatureElement& e : signature.elements) {
        const std::string reg = e.reg == kNoRegister ? "-" : std::to_string(e.reg);
        std::printf("  %-28s %2u  register %2s %s  %-5s %s", e.name.c_str(), e.semanticIndex, reg.c_str(),
                    maskText(e.mask).c_str(), componentTypeName(e.type), systemValueName(e.systemValue));
        if (e.stream)
            std::printf(" stream %u", e.stream);
        if (e.minPrecision != SignatureMinPrecision::Default)
            std::printf(" %s", std::string(nameOf(static_cast<MinPrecision>(e.minPrecision))).c_str());
        std::printf("\n");
    }
}

const char* bindingName(BindingType type) {
    static constexpr const char* kNames[] = {"constant buffer", "texture buffer",      "texture",
                                             "sampler",         "typed UAV",           "structured buffer",
                                             "structured UAV",  "byte address buffer", "byte address UAV",
                                             "append UAV",      "consume UAV",         "structured UAV, counter"};
    return kNames[static_cast<size_t>(type)];
}

void printReflection(const Reflection& reflection) {
    if (!reflection.creator.empty())
        std::printf("made by: %s\n", reflection.creator.c_str());
    if (!reflection.bindings.empty())
        std::printf("resources:\n");
    for (const ResourceBinding& b : reflection.bindings) {
        std::printf("  %-32s slot %3u", b.name.c_str(), b.slot);
        if (b.count != 1)
            std::printf(" count %u", b.count);
        if (b.space)
            std::printf(" space %u", b.space);
        std::printf("  %s\n", bindingName(b.type));
    }
    for (const ConstantBufferInfo& buffer : reflection.constantBuffers) {
        std::printf("%s %s, %u bytes:\n", buffer.kind == 3 ? "structure of" : "buffer", buffer.name.c_str(),
                    buffer.size);
        for (const ShaderVariable& v : buffer.variables)
            std::printf("  %5u %5u  %s%s\n", v.offset, v.size, v.name.c_str(), v.flags & 2 ? "" : "  (unused)");
    }
}

void printProgram(const Program& program) {
    std::printf("program: %s_%u_%u, %zu instructions, %zu declarations", stageName(program.stage()), program.major(),
                program.minor(), program.instructions().size(), program.declarations().size());
    if (!program.icb().empty())
        std::printf(", %zu immediate constants", program.icb().size());
    std::printf("\n");
    const Program::Facts& facts = program.facts();
    if (facts.globalFlags) {
        std::printf("flags:");
        for (uint32_t i = 0; i < kGlobalFlagCount; ++i) {
            if (facts.globalFlags & (1u << i))
                std::printf(" %s", std::string(globalFlagName(i)).c_str());
        }
        std::printf("\n");
    }
    if (program.featureFlags())
        std::printf("feature flags: 0x%llx\n", static_cast<unsigned long long>(program.featureFlags()));
    switch (program.stage()) {
    case ShaderStage::Compute:
        std::printf("thread group: %u x %u x %u\n", facts.threadGroup[0], facts.threadGroup[1], facts.threadGroup[2]);
        break;
    case ShaderStage::Geometry:
        std::printf("geometry: %u vertices in, at most %u out, %u instances\n",
                    primitiveVertexCount(facts.inputPrimitive), facts.maxOutputVertexCount, facts.gsInstanceCount);
        break;
    case ShaderStage::Hull:
    case ShaderStage::Domain:
        std::printf("tessellation: %s, %u control points in, %u out\n", std::string(nameOf(facts.domain)).c_str(),
                    facts.inputControlPoints, facts.outputControlPoints);
        break;
    default:
        break;
    }
}

void printStatistics(const Statistics& statistics) {
    if (!statistics.known)
        return;
    std::printf("statistics:\n");
    for (uint32_t i = 0; i < statistics.known; ++i) {
        if (statistics.counters[i] && *Statistics::name(i))
            std::printf("  %-32s %u\n", Statistics::name(i), statistics.counters[i]);
    }
}

void printLinkage(const ClassLinkage& linkage) {
    for (const ClassType& type : linkage.types)
        std::printf("class %s: id %u, %u vectors\n", type.name.c_str(), type.id, type.constantBufferSize);
    for (const ClassInstance& instance : linkage.instances)
        std::printf("instance %s: type %u, buffer %u offset %u\n", instance.name.c_str(), instance.type,
                    instance.constantBuffer, instance.constantOffset);
}

Status describe(std::span<const uint8_t> bytes) {
    HENDECA_TRY_ASSIGN(const Container container, Container::open(bytes));
    printChunks(container);
    const Checksum& c = container.storedChecksum();
    std::printf("checksum: %08x%08x%08x%08x, %s\n", c[0], c[1], c[2], c[3],
                container.checksumMatches() ? "right" : "WRONG");
    HENDECA_TRY_ASSIGN(const Program program, decodeProgram(container));
    printProgram(program);
    printSignature("inputs", program.inputSignature());
    printSignature("outputs", program.outputSignature());
    printSignature("patch constants", program.patchConstantSignature());
    HENDECA_TRY_ASSIGN(const Reflection reflection, Reflection::read(container));
    printReflection(reflection);
    HENDECA_TRY_ASSIGN(const ClassLinkage linkage, ClassLinkage::read(container));
    printLinkage(linkage);
    printStatistics(Statistics::read(container));
    return Ok{};
}

} // namespace

int runInfo(std::span<const std::string_view> given) {
    const Arguments arguments = split(given);
    if (!accept(arguments, {}, true))
        return kBadUsage;
    int code = kGood;
    for (std::string_view file : arguments.files) {
        const auto bytes = readInput(file);
        if (!bytes.ok()) {
            complain(file, bytes.error().what);
            return kBadUsage;
        }
        if (arguments.files.size() > 1)
            std::printf("%.*s\n", static_cast<int>(file.size()), file.data());
        if (const Status status = describe(*bytes); !status.ok()) {
            std::fflush(stdout);
            complain(file, status.error().what);
            code = kBadShader;
        }
    }
    return code;
}

} // namespace hendeca::tools
