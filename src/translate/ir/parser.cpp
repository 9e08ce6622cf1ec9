#include "translate/ir/parser.h"

#include "translate/ir/builder.h"
#include "translate/ir/names.h"

#include <cstdlib>
#include <cstring>
#include <optional>
#include <unordered_map>

namespace hendeca::translate::ir {

namespace {

class Parser {
public:
    Result<Module> run(std::string_view text) {
        while (!text.empty()) {
            const size_t end = text.find('\n');
            line_ = text.substr(0, end);
            text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
            ++number_;
            skip();
            if (line_.empty() || line_.starts_with("//"))
                continue;
            const bool good = line_[0] == '$' ? variable() : line_[0] == '@' ? resource() : operation();
            skip();
            if (!good || !line_.empty())
                return makeError(ErrorCode::InvalidArgument, "IR text, line " + std::to_string(number_) +
                                                                 (good ? ": more than the line should have"
                                                                       : ": not understood from \"") +
                                                                 (good ? "" : std::string(line_) + "\""));
        }
        return std::move(module_);
    }

private:
    void skip() {
        while (!line_.empty() && (line_[0] == ' ' || line_[0] == '\t' || line_[0] == '\r'))
            line_.remove_prefix(1);
    }
    bool eat(std::string_view what) {
        skip();
        if (!line_.starts_with(what))
            return false;
        line_.remove_prefix(what.size());
        return true;
    }
    // Up to a space, a comma, a bracket or the end.
    std::string word() {
        skip();
        const size_t end = std::min(line_.find_first_of(" ,[]\t\r"), line_.size());
        const std::string found(line_.substr(0, end));
        line_.remove_prefix(end);
        return found;
    }
    static std::optional<uint64_t> whole(const std::string& text) {
        if (text.empty() || text[0] < '0' || text[0] > '9')
            return std::nullopt;
        char* end = nullptr;
        const uint64_t value = std::strtoull(text.c_str(), &end, 0);
        return *end ? std::nullopt : std::optional(value);
    }
    bool whole(uint32_t& to) {
        const std::optional<uint64_t> value = whole(word());
        to = static_cast<uint32_t>(value.value_or(0));
        return value.has_value();
    }
    // The place of a name in a list.
    template <size_t N>
    static std::optional<uint32_t> place(const char* const (&names)[N], std::string_view name) {
        for (uint32_t i = 0; i < N; ++i)
            if (name == names[i])
                return i;
        return std::nullopt;
    }
    bool type(Type& to) {
        std::string text = word();
        to.count = 1;
        if (const size_t times = text.find('x'); times != std::string::npos) {
            to.count = static_cast<uint8_t>(std::atoi(text.c_str() + times + 1));
            text.resize(times);
        }
        const auto scalar = place(kScalarNames, text);
        to.scalar = static_cast<Scalar>(scalar.value_or(0));
        return scalar && to.count >= 1 && to.count <= 4;
    }

    // $0 temp u32x4[32] location 1
    bool variable() {
        uint32_t index = 0;
        Var var;
        if (!eat("$") || !whole(index) || index != module_.vars.size())
            return false;
        const auto kind = place(kVarKindNames, word());
        if (!kind || !type(var.type))
            return false;
        var.kind = static_cast<VarKind>(*kind);
        for (uint32_t d = 0; d < 2 && eat("["); ++d)
            if (!whole(var.dims[d]) || !eat("]"))
                return false;
        uint32_t builtin = 0;
        if (eat("builtin") && (!whole(builtin) || builtin >= static_cast<uint32_t>(Builtin::Count)))
            return false;
        var.builtin = static_cast<Builtin>(builtin);
        if (eat("location") && !whole(var.location))
            return false;
        module_.vars.push_back(std::move(var));
        return true;
    }

    // @0 texture 3 2darray stride 16
    bool resource() {
        uint32_t index = 0;
        Resource made;
        if (!eat("@") || !whole(index) || index != module_.resources.size())
            return false;
        const auto kind = place(kResourceKindNames, word());
        if (!kind || !whole(made.slot))
            return false;
        made.kind = static_cast<ResourceKind>(*kind);
        if (!eat("stride")) {
            if (const std::string name = word(); !name.empty()) {
                const auto dim = place(kDimNames, name);
                if (!dim)
                    return false;
                made.dim = static_cast<Dim>(*dim);
            }
            if (!eat("stride")) {
                module_.resources.push_back(made);
                return true;
            }
        }
        if (!whole(made.stride))
            return false;
        module_.resources.push_back(made);
        return true;
    }

    // %5 = FAdd.precise f32 %3, 1f
    bool operation() {
        std::optional<uint64_t> result;
        if (eat("%")) {
            result = whole(word());
            if (!result || !eat("="))
                return false;
        }
        std::string name = word();
        bool precise = false, sparse = false;
        for (size_t dot = name.rfind('.'); dot != std::string::npos; dot = name.rfind('.')) {
            (name.substr(dot) == ".precise" ? precise : sparse) = true;
            name.resize(dot);
        }
        const OpInfo* info = nullptr;
        for (const OpInfo& row : detail::kOps)
            if (row.name == name)
                info = &row;
        if (!info || (info->result != '-') != result.has_value())
            return false;
        Type made = kVoid;
        if (result && !type(made))
            return false;
        std::vector<uint32_t> args;
        ArgumentRule rule(info->arguments);
        skip();
        while (!line_.empty()) {
            const ArgumentRule::Item item = rule.next();
            uint32_t argument = 0;
            if (!item.letter || !this->argument(item.letter, made, argument))
                return false;
            args.push_back(argument);
            if (!eat(","))
                break;
        }
        const Value value = builder_.append(info->code, made, args);
        module_.ops[value.index()].precise = precise;
        module_.ops[value.index()].sparse = sparse;
        if (result)
            values_[*result] = value;
        return true;
    }

    bool argument(char letter, Type result, uint32_t& to) {
        switch (letter) {
        case 'x':
            return eat("$") && whole(to);
        case 'r':
        case 's':
            return eat("@") && whole(to);
        case 'i':
            return eat("#") && whole(to);
        default:
            return valueArgument(letter, result, to);
        }
    }

    bool valueArgument(char letter, Type result, uint32_t& to) {
        if (eat("%")) {
            const auto found = values_.find(whole(word()).value_or(~uint64_t{0}));
            to = found == values_.end() ? 0 : found->second.bits;
            return found != values_.end();
        }
        std::string text = word();
        if (text == "-") {
            to = kNone.bits;
            return true;
        }
        if (text == "true" || text == "false") {
            to = builder_.boolean(text == "true").bits;
            return true;
        }
        if (const std::optional<uint64_t> bits = whole(text)) {
            to = builder_.constant(letter == 't' && result.is32Bit() ? result : kU32, *bits).bits;
            return true;
        }
        if (text.size() < 2)
            return false;
        const char suffix = text.back();
        text.pop_back();
        char* end = nullptr;
        const double number = std::strtod(text.c_str(), &end);
        if (*end || (suffix != 'f' && suffix != 'd'))
            return false;
        to = (suffix == 'f' ? builder_.f32(static_cast<float>(number)) : builder_.f64(number)).bits;
        return true;
    }

    Module module_;
    Builder builder_{module_};
    std::string_view line_;
    uint32_t number_ = 0;
    std::unordered_map<uint64_t, Value> values_; // by their number in the text
};

} // namespace

Result<Module> parse(std::string_view text) {
    return Parser().run(text);
}

} // namespace hendeca::translate::ir
