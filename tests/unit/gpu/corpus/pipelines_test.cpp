// Every shader of the corpus becomes a pipeline on the machine's driver, with small partners where a stage alone is
// none, and the validation layer, where it is on, has nothing to say. The corpus is not part of the project: its folder
// comes from the Meson option `corpus` or from HENDECA_CORPUS, and the test is skipped without it.
#include "partners.h"

#include "../pipeline/gpu_fixture.h"

#include "dxbcasm/dxbcasm.h"
#include "translate/compile.h"
#include "vk/check.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

namespace hendeca::gpu::test {
namespace {

using spirv::Stage;

std::filesystem::path corpusFolder() {
    const char* fromEnvironment = std::getenv("HENDECA_CORPUS");
    return fromEnvironment ? fromEnvironment : HENDECA_CORPUS_DEFAULT;
}

std::vector<uint8_t> readFile(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

Result<dxbc::Program> decoded(const std::vector<uint8_t>& bytes) {
    HENDECA_TRY_ASSIGN(const dxbc::Container container, dxbc::Container::open(bytes));
    return dxbc::Program::decode(container);
}

constexpr Stage kStages[] = {Stage::Pixel, Stage::Vertex, Stage::Geometry, Stage::Hull, Stage::Domain, Stage::Compute};

VkPrimitiveTopology topologyOf(dxbc::Primitive primitive) {
    switch (primitive) {
    case dxbc::Primitive::Point:
        return VK_PRIMITIVE_TOPOLOGY_POINT_LIST;
    case dxbc::Primitive::Line:
        return VK_PRIMITIVE_TOPOLOGY_LINE_LIST;
    case dxbc::Primitive::LineAdj:
        return VK_PRIMITIVE_TOPOLOGY_LINE_LIST_WITH_ADJACENCY;
    case dxbc::Primitive::TriangleAdj:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST_WITH_ADJACENCY;
    case dxbc::Primitive::Triangle:
        return VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    default:
        return VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
    }
}

class CorpusPipelines : public GpuTest {
protected:
    translate::Options driverOptions() const {
        const vk::Caps& caps = device_->caps();
        translate::Options options;
        options.storageReadWithoutFormat = caps.has(vk::Cap::StorageReadWithoutFormat);
        options.outputLayerWithoutGeometry = caps.has(vk::Cap::ShaderOutputLayerViewport);
        options.signedZeroInfNanPreserve32 = caps.signedZeroInfNanPreserve32;
        options.roundToNearestEven32 = caps.roundToNearestEven32;
        options.denormFlushToZero32 = caps.denormFlushToZero32;
        options.denormPreserve64 = caps.denormPreserve64;
        options.sparseResidency = caps.shaderResidency;
        options.resourceMinLod = caps.has(vk::Cap::ShaderResourceMinLod);
        options.latePointSize = caps.has(vk::Cap::LatePointSize);
        return options;
    }

    // "" when a pipeline was made of it.
    std::string tryShader(const std::vector<uint8_t>& bytes);
    bool beyondLimits_ = false; // the driver's limits are below what the last shader needs

private:
    struct Made {
        std::unique_ptr<Shader, void (*)(Shader*)> shader{nullptr, nullptr};
        spirv::ShaderBinary binary;
    };
    Result<Made> make(const dxbc::Program& program);
    Result<Made> partner(const std::string& text);
    std::string complete(const dxbc::Program& program, Made (&made)[5]);
    uint64_t nextKey_ = 1;
};

Result<CorpusPipelines::Made> CorpusPipelines::make(const dxbc::Program& program) {
    const translate::Options options = driverOptions();
    Made made;
    HENDECA_TRY_ASSIGN(made.binary, translate::compile(program, options));
    ShaderDesc desc;
    desc.stage = made.binary.stage;
    desc.key[0] = nextKey_++;
    desc.job = [program, options](const ShaderVariant& variant) {
        translate::Options own = options;
        own.dualSourceBlend = variant.dualSource;
        own.undefinedInputs = variant.undefinedInputs;
        return translate::compile(program, own);
    };
    made.shader = shaders_->create(desc);
    return made;
}

Result<CorpusPipelines::Made> CorpusPipelines::partner(const std::string& text) {
    HENDECA_TRY_ASSIGN(const std::vector<uint8_t> bytes, dxbcasm::assemble(text));
    HENDECA_TRY_ASSIGN(const dxbc::Program program, decoded(bytes));
    return make(program);
}

// Adds the stages that are missing.
std::string CorpusPipelines::complete(const dxbc::Program& program, Made (&made)[5]) {
    const auto add = [&](Stage stage, const std::string& text) {
        Result<Made> result = partner(text);
        if (!result)
            return "partner: " + result.error().what + "\n" + text;
        made[static_cast<size_t>(stage)] = std::move(*result);
        return std::string();
    };
    std::string error;
    const Stage stage = kStages[static_cast<size_t>(program.stage())];
    const dxbc::Signature* last = &program.outputSignature(); // what the pixel shader may read
    if (stage == Stage::Domain)
        error += add(Stage::Hull, hullFor(program));
    if (stage != Stage::Vertex)
        error += add(Stage::Vertex, vertexFor(program.inputSignature()));
    dxbc::Signature none;
    if (stage == Stage::Hull) {
        error += add(Stage::Domain, domainFor(program));
        last = &none;
    }
    if (stage != Stage::Pixel)
        error += add(Stage::Pixel, pixelFor(*last));
    return error;
}

std::string CorpusPipelines::tryShader(const std::vector<uint8_t>& bytes) {
    beyondLimits_ = false;
    Result<dxbc::Program> program = decoded(bytes);
    if (!program)
        return "decode: " + program.error().what;
    Result<Made> own = make(*program);
    if (!own)
        return "translate: " + own.error().what;
    const Stage stage = own->binary.stage;
    if (stage == Stage::Compute) {
        const ComputePipeline* pipeline = pipelines_->compute(*own->shader);
        return pipeline && pipeline->handle ? "" : "no compute pipeline";
    }
    Made made[5];
    made[static_cast<size_t>(stage)] = std::move(*own);
    if (std::string error = complete(*program, made); !error.empty())
        return error;
    GraphicsState state;
    for (size_t i = 0; i < 5; i++)
        state.shaders[i] = made[i].shader.get();
    const dxbc::Program::Facts& facts = program->facts();
    if (stage == Stage::Hull || stage == Stage::Domain) {
        state.topology = VK_PRIMITIVE_TOPOLOGY_PATCH_LIST;
        state.patchControlPoints = std::max(1u, facts.inputControlPoints);
    } else if (stage == Stage::Geometry) {
        state.topology = topologyOf(facts.inputPrimitive);
        if (facts.inputPrimitive >= dxbc::Primitive::FirstPatch)
            return "a geometry shader of patches";
    }
    for (const spirv::IoElement& output : made[4].binary.outputs) {
        if (output.systemValue || output.reg >= kMaxTargets)
            continue;
        state.targets.colors[output.reg] = output.type == spirv::NumericType::Float  ? VK_FORMAT_R32G32B32A32_SFLOAT
                                           : output.type == spirv::NumericType::Sint ? VK_FORMAT_R32G32B32A32_SINT
                                                                                     : VK_FORMAT_R32G32B32A32_UINT;
    }
    state.targets.depth = VK_FORMAT_D32_SFLOAT;
    // Direct3D lets a geometry shader read more than some drivers give; the layer says so, the driver may take it all
    // the same.
    const uint32_t locations = static_cast<uint32_t>(std::bit_width(made[3].binary.inputRegisters));
    beyondLimits_ = locations * 4 > device_->caps().limits.maxGeometryInputComponents;
    const GraphicsPipeline* pipeline = pipelines_->graphics(state);
    return pipeline && pipeline->handle() ? "" : "no graphics pipeline";
}

TEST_F(CorpusPipelines, TheDriverMakesAPipelineOfEveryShader) {
    const std::filesystem::path folder = corpusFolder();
    if (folder.empty() || !std::filesystem::is_directory(folder))
        GTEST_SKIP() << "no corpus: set -Dcorpus or HENDECA_CORPUS";
    // Whole pipelines, as draws need them at the last; a few at a time, so that the caches stay small.
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.path().extension() == ".dxbc")
            files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    const char* only = std::getenv("HENDECA_CORPUS_ONLY"); // part of a path, to look at one shader
    std::map<std::string, std::vector<std::string>> failures;
    size_t tried = 0, made = 0, beyond = 0;
    start({false, false, false});
    for (const std::filesystem::path& file : files) {
        if (only && file.string().find(only) == std::string::npos)
            continue;
        tried++;
        const uint64_t before = vk::validationMessageCount();
        std::string error = tryShader(readFile(file));
        if (error.empty() && vk::validationMessageCount() != before) {
            if (beyondLimits_)
                messages_ += vk::validationMessageCount() - before; // expected, and counted below
            else
                error = "the validation layer complains";
        }
        beyond += beyondLimits_;
        made += error.empty();
        if (!error.empty())
            failures[error].push_back(file.string());
    }
    std::printf("%zu of %zu shaders are pipelines, %zu of them need more than the driver's limits\n", made, tried,
                beyond);
    for (const auto& [reason, names] : failures) {
        std::printf("  %zu  %s\n", names.size(), reason.c_str());
        for (const std::string& name : names)
            std::printf("       %s\n", name.c_str());
    }
    EXPECT_EQ(made, tried);
}

} // namespace
} // namespace hendeca::gpu::test
