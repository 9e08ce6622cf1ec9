#include "outcome.h"

#include <bit>

#include "dxbc/disassembler.h"
#include "dxbc/program.h"
#include "dxbc/reflection.h"
#include "random.h"
#include "translate/compile.h"
#include "util/hash.h"

#ifdef HENDECA_HAVE_SPIRV_TOOLS
#include <spirv-tools/libspirv.h>
#endif

namespace hendeca::fuzz {

namespace {

// Entries as the front-end lets them through: an element of the signature, components that lie in a vector.
void addStreamOutput(const dxbc::Program& program, translate::Options& options, Random& random) {
    const auto& elements = program.outputSignature().elements;
    if (elements.empty())
        return;
    uint32_t used[4] = {};
    const uint32_t count = 1 + random.below(6);
    for (uint32_t i = 0; i < count; ++i) {
        translate::StreamOutputElement made;
        made.slot = static_cast<uint8_t>(random.below(4));
        if (random.oneIn(6)) {
            made.componentCount = static_cast<uint8_t>(1 + random.below(8)); // a gap
        } else {
            const dxbc::SignatureElement& element = elements[random.below(elements.size())];
            made.semantic = element.name;
            made.semanticIndex = element.semanticIndex;
            made.stream = element.stream;
            made.startComponent = static_cast<uint8_t>(random.below(4));
            made.componentCount = static_cast<uint8_t>(1 + random.below(4u - made.startComponent));
        }
        used[made.slot] += made.componentCount * 4u;
        options.streamOutput.push_back(made);
    }
    for (uint32_t slot = 0; slot < 4; ++slot)
        options.streamOutputStride[slot] = random.oneIn(2) ? used[slot] : used[slot] + 4 * random.below(4);
    options.rasterizedStream = random.oneIn(3) ? ~0u : random.below(4);
}

} // namespace

bool readEverything(std::span<const uint8_t> bytes) {
    const auto container = dxbc::Container::open(bytes, dxbc::ChecksumRule::Report);
    if (!container.ok())
        return false;
    (void)dxbc::Reflection::read(*container).ok();
    (void)dxbc::ClassLinkage::read(*container).ok();
    (void)dxbc::Statistics::read(*container);
    const auto program = dxbc::Program::decode(*container);
    if (!program.ok())
        return false;
    (void)translate::inspect(*program);
    return !dxbc::disassemble(*program, {.offsets = true, .signatures = true}).empty();
}

translate::Options optionsFor(const dxbc::Program& program, uint64_t seed) {
    translate::Options options;
    options.validateIr = true;
    if (seed == 0)
        return options;
    Random random(seed);
    const auto driver = random.next();
    options.storageReadWithoutFormat = driver & 1;
    options.signedZeroInfNanPreserve32 = driver & 2;
    options.denormFlushToZero32 = driver & 4;
    options.denormPreserve64 = driver & 8;
    options.roundToNearestEven32 = driver & 16;
    options.outputLayerWithoutGeometry = (driver & 0xe0) != 0;
    if (program.stage() == dxbc::ShaderStage::Pixel) {
        options.dualSourceBlend = random.oneIn(4);
        options.undefinedInputs = random.oneIn(3) ? random.word() : 0;
    }
    const bool beforeRasterizer = program.stage() == dxbc::ShaderStage::Vertex ||
                                  program.stage() == dxbc::ShaderStage::Domain ||
                                  program.stage() == dxbc::ShaderStage::Geometry;
    if (beforeRasterizer && random.oneIn(2))
        addStreamOutput(program, options, random);
    return options;
}

Outcome translateChecked(std::span<const uint8_t> bytes, uint64_t optionSeed) {
    Outcome outcome;
    const auto refuse = [&outcome](const Error& error) {
        outcome.verdict = error.code == ErrorCode::Internal ? Verdict::Internal : Verdict::Refused;
        outcome.text = error.what;
        return outcome;
    };
    const auto container = dxbc::Container::open(bytes, dxbc::ChecksumRule::Skip);
    if (!container.ok())
        return refuse(container.error());
    const auto program = dxbc::Program::decode(*container);
    if (!program.ok())
        return refuse(program.error());
    auto binary = translate::compile(*program, optionsFor(*program, optionSeed));
    if (!binary.ok())
        return refuse(binary.error());
    outcome.words = std::move(binary->words);
    outcome.text = validateSpirv(outcome.words);
    outcome.verdict = outcome.text.empty() ? Verdict::Valid : Verdict::Invalid;
    return outcome;
}

#ifdef HENDECA_HAVE_SPIRV_TOOLS

bool haveSpirvTools() {
    return true;
}

std::string validateSpirv(std::span<const uint32_t> words) {
    thread_local const spv_context context = spvContextCreate(SPV_ENV_VULKAN_1_3);
    spv_const_binary_t binary{words.data(), words.size()};
    spv_diagnostic diagnostic = nullptr;
    const spv_result_t result = spvValidate(context, &binary, &diagnostic);
    std::string text;
    if (result != SPV_SUCCESS)
        text = diagnostic && diagnostic->error ? diagnostic->error : "invalid";
    if (diagnostic)
        spvDiagnosticDestroy(diagnostic);
    return text;
}

#else

bool haveSpirvTools() {
    return false;
}
std::string validateSpirv(std::span<const uint32_t>) {
    return {};
}

#endif

uint64_t seedOf(std::span<const uint8_t> bytes) {
    return hashBytes(bytes.data(), bytes.size());
}

} // namespace hendeca::fuzz
