// hendeca-dxbc run: a compute shader on a device, with buffers from files.

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "dxbc/program.h"
#include "tools/dxbc/commands.h"
#include "tools/dxbc/compute_device.h"

namespace hendeca::tools {

namespace {

using dxbc::Opcode;

// "t3=VALUE": which register, and what for.
struct Setting {
    char kind = 0; // b, t or u
    uint32_t slot = 0;
    std::string_view value;
};

bool parseNumber(std::string_view text, uint32_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size();
}

Result<Setting> parseSetting(std::string_view text, std::string_view kinds) {
    const size_t equals = text.find('=');
    Setting setting;
    if (equals == std::string_view::npos || equals < 2 || kinds.find(text[0]) == std::string_view::npos ||
        !parseNumber(text.substr(1, equals - 1), setting.slot) || equals + 1 == text.size())
        return makeError(ErrorCode::InvalidArgument, "wants REGISTER=VALUE with a register of " + std::string(kinds) +
                                                         ", such as " + std::string(1, kinds[0]) + "0=FILE");
    setting.kind = text[0];
    setting.value = text.substr(equals + 1);
    return setting;
}

Result<std::array<uint32_t, 3>> parseGroups(std::string_view text) {
    std::array<uint32_t, 3> groups{1, 1, 1};
    for (size_t i = 0; i < 3 && !text.empty(); ++i) {
        const size_t end = std::min(text.find(','), text.size());
        if (!parseNumber(text.substr(0, end), groups[i]) ||
            groups[i] > D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION)
            return makeError(ErrorCode::InvalidArgument, "wants up to three numbers from 0 to 65535, such as 4,1,1");
        text = text.substr(std::min(end + 1, text.size()));
        if (i == 2 && !text.empty())
            return makeError(ErrorCode::InvalidArgument, "wants no more than three numbers");
    }
    return groups;
}

DXGI_FORMAT defaultFormat(dxbc::ReturnType type) {
    switch (type) {
    case dxbc::ReturnType::Uint:
        return DXGI_FORMAT_R32_UINT;
    case dxbc::ReturnType::Sint:
        return DXGI_FORMAT_R32_SINT;
    default:
        return DXGI_FORMAT_R32_FLOAT;
    }
}

// b, t or u for declarations of such registers, else 0.
char registerKind(Opcode opcode) {
    switch (opcode) {
    case Opcode::DclConstantBuffer:
        return 'b';
    case Opcode::DclResource:
    case Opcode::DclResourceRaw:
    case Opcode::DclResourceStructured:
        return 't';
    case Opcode::DclUavTyped:
    case Opcode::DclUavRaw:
    case Opcode::DclUavStructured:
        return 'u';
    default:
        return '\0';
    }
}

class Run {
public:
    int run(const Arguments& arguments);

private:
    int fail(int code, std::string_view subject, std::string_view what) {
        complain(subject, what);
        return code;
    }
    Status readFormats(const Arguments& arguments);
    Result<BufferShape> shapeOf(const Setting& setting) const;
    Status bindAll(const Arguments& arguments);
    Status bindOne(const Setting& setting);
    void warnUnbound() const;
    Status writeResults(const Arguments& arguments);
    Status writeResult(const Setting& setting);
    static uint64_t key(char kind, uint32_t slot) { return uint64_t{static_cast<uint8_t>(kind)} << 32 | slot; }

    std::optional<dxbc::Program> program_;
    std::optional<ComputeDevice> device_;
    std::vector<std::pair<uint64_t, DXGI_FORMAT>> formats_;
    std::vector<std::pair<uint32_t, uint32_t>> counters_;
    std::vector<uint64_t> bound_;
};

Status Run::readFormats(const Arguments& arguments) {
    for (const Arguments::Option& option : arguments.options) {
        if (option.name == "--format") {
            HENDECA_TRY_ASSIGN(const Setting setting, parseSetting(option.value, "tu"));
            const DXGI_FORMAT format = formatNamed(setting.value);
            if (format == DXGI_FORMAT_UNKNOWN)
                return makeError(ErrorCode::InvalidArgument, "does not know the format " + std::string(setting.value));
            formats_.emplace_back(key(setting.kind, setting.slot), format);
        } else if (option.name == "--counter") {
            HENDECA_TRY_ASSIGN(const Setting setting, parseSetting(option.value, "u"));
            uint32_t value = 0;
            if (!parseNumber(setting.value, value))
                return makeError(ErrorCode::InvalidArgument, "wants u0=NUMBER");
            counters_.emplace_back(setting.slot, value);
        }
    }
    return Ok{};
}

// The declaration of the register says how the shader sees the buffer.
Result<BufferShape> Run::shapeOf(const Setting& setting) const {
    const std::string name = setting.kind + std::to_string(setting.slot);
    for (const dxbc::Declaration& d : program_->declarations()) {
        const char kind = registerKind(d.opcode);
        if (kind != setting.kind || setting.slot < d.lower || setting.slot > d.upper)
            continue;
        BufferShape shape;
        shape.written = kind == 'u';
        shape.stride = d.structureStride;
        shape.counter = d.hasCounter;
        if (kind == 'b') {
            shape.kind = BufferShape::Kind::Constant;
        } else if (d.opcode == Opcode::DclResourceStructured || d.opcode == Opcode::DclUavStructured) {
            shape.kind = BufferShape::Kind::Structured;
        } else if (d.opcode == Opcode::DclResource || d.opcode == Opcode::DclUavTyped) {
            if (d.dim != dxbc::ResourceDim::Buffer)
                return makeError(ErrorCode::Unsupported,
                                 name + " is a texture in this shader; only buffers can be bound");
            shape.kind = BufferShape::Kind::Typed;
            shape.format = defaultFormat(d.returnType[0]);
            for (const auto& [where, format] : formats_)
                if (where == key(kind, setting.slot))
                    shape.format = format;
        }
        return shape;
    }
    return makeError(ErrorCode::InvalidArgument, "the shader does not declare " + name);
}

Status Run::bindOne(const Setting& setting) {
    HENDECA_TRY_ASSIGN(const BufferShape shape, shapeOf(setting));
    std::vector<uint8_t> content;
    static constexpr std::string_view kZeros = "zeros:";
    if (setting.value.substr(0, kZeros.size()) == kZeros) {
        uint32_t bytes = 0;
        if (!parseNumber(setting.value.substr(kZeros.size()), bytes) || bytes == 0 || bytes > 1u << 30)
            return makeError(ErrorCode::InvalidArgument, "zeros: wants a number of bytes up to 1 GiB");
        content.resize(bytes);
    } else {
        auto read = readInput(setting.value);
        if (!read.ok())
            return makeError(ErrorCode::Io, std::string(setting.value) + " " + read.error().what);
        content = std::move(*read);
    }
    uint32_t counter = 0;
    for (const auto& [slot, value] : counters_)
        if (setting.kind == 'u' && slot == setting.slot)
            counter = value;
    HENDECA_TRY(device_->bind(setting.slot, shape, content, counter));
    bound_.push_back(key(setting.kind, setting.slot));
    return Ok{};
}

Status Run::bindAll(const Arguments& arguments) {
    HENDECA_TRY(readFormats(arguments));
    for (const Arguments::Option& option : arguments.options) {
        if (option.name != "--set")
            continue;
        HENDECA_TRY_ASSIGN(const Setting setting, parseSetting(option.value, "btu"));
        HENDECA_TRY(bindOne(setting));
    }
    return Ok{};
}

// What is not bound reads as zeros, which is seldom meant.
void Run::warnUnbound() const {
    for (const dxbc::Declaration& d : program_->declarations()) {
        const char kind = registerKind(d.opcode);
        if (kind && std::find(bound_.begin(), bound_.end(), key(kind, d.lower)) == bound_.end())
            complain(std::string(1, kind) + std::to_string(d.lower),
                     "is declared and not set: reads give 0, writes are lost");
    }
}

Status Run::writeResult(const Setting& setting) {
    HENDECA_TRY_ASSIGN(const std::vector<uint8_t> bytes, device_->read(setting.slot));
    if (setting.value != "-") {
        if (const Status status = writeOutput(setting.value, bytes); !status.ok())
            return makeError(ErrorCode::Io, std::string(setting.value) + " " + status.error().what);
        return Ok{};
    }
    std::printf("u%u:\n", setting.slot);
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
        uint32_t word = 0;
        float number = 0;
        std::memcpy(&word, bytes.data() + at, 4);
        std::memcpy(&number, &word, 4);
        std::printf("%8zu  %08x  %11d  %g\n", at, word, static_cast<int32_t>(word), static_cast<double>(number));
    }
    return Ok{};
}

Status Run::writeResults(const Arguments& arguments) {
    for (const Arguments::Option& option : arguments.options) {
        if (option.name == "--get") {
            HENDECA_TRY_ASSIGN(const Setting setting, parseSetting(option.value, "u"));
            HENDECA_TRY(writeResult(setting));
        }
    }
    for (const auto& [slot, value] : counters_) {
        HENDECA_TRY_ASSIGN(const uint32_t counter, device_->readCounter(slot));
        std::printf("counter of u%u: %u\n", slot, counter);
    }
    return Ok{};
}

int Run::run(const Arguments& arguments) {
    const std::string_view file = arguments.files[0];
    const auto bytes = readInput(file);
    if (!bytes.ok())
        return fail(kBadUsage, file, bytes.error().what);
    const auto container = dxbc::Container::open(*bytes, dxbc::ChecksumRule::Strict);
    if (!container.ok())
        return fail(kBadShader, file, container.error().what);
    auto program = decodeProgram(*container);
    if (!program.ok())
        return fail(kBadShader, file, program.error().what);
    if (program->stage() != dxbc::ShaderStage::Compute)
        return fail(kBadShader, file, "is no compute shader");
    program_ = std::move(*program);
    const auto groups = parseGroups(arguments.has("--dispatch") ? arguments.value("--dispatch") : "1,1,1");
    if (!groups.ok())
        return fail(kBadUsage, "--dispatch", groups.error().what);

    auto device = ComputeDevice::open(std::string(arguments.value("--library")), arguments.has("--software"));
    if (!device.ok())
        return fail(kNoDevice, "device", device.error().what);
    device_ = std::move(*device);
    std::fprintf(stderr, "on %s\n", device_->adapterName().c_str());
    if (const Status status = device_->setShader(container->bytes()); !status.ok())
        return fail(kBadShader, file, status.error().what);
    const auto codeOf = [](const Status& status) {
        return status.error().code == ErrorCode::Internal ? kNoDevice : kBadUsage;
    };
    if (const Status status = bindAll(arguments); !status.ok())
        return fail(codeOf(status), "--set", status.error().what);
    warnUnbound();
    device_->dispatch((*groups)[0], (*groups)[1], (*groups)[2]);
    if (const Status status = writeResults(arguments); !status.ok())
        return fail(codeOf(status), "--get", status.error().what);
    if (device_->removed())
        return fail(kNoDevice, "device", "was removed while it ran");
    return kGood;
}

} // namespace

int runRun(std::span<const std::string_view> given) {
    const Arguments arguments = split(given, {"--set", "--get", "--format", "--counter", "--dispatch", "--library"});
    if (!accept(arguments, {"--set", "--get", "--format", "--counter", "--dispatch", "--library", "--software"}, true))
        return kBadUsage;
    if (arguments.files.size() != 1) {
        complain("run", "wants one shader");
        return kBadUsage;
    }
    return Run().run(arguments);
}

} // namespace hendeca::tools
