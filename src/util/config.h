#pragma once
// The options in effect for this program. Read once, at first use: defaults, then the first hendeca.conf found (beside the
// program, in the working directory, in the user's settings), or the file that HENDECA_CONFIG_FILE names, then
// HENDECA_CONFIG ("a=b;c=d"). What is unknown or ill-typed is warned of once and otherwise ignored. Constant afterwards, so
// any thread.

#include "util/option_table.h"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace hendeca {

enum class Tristate : uint8_t { Auto, False, True };

class Config {
public:
    Config();

    bool boolean(Option option) const { return value(option).integer != 0; }
    int64_t integer(Option option) const { return value(option).integer; }
    double number(Option option) const { return value(option).number; }
    const std::string& text(Option option) const { return value(option).text; }
    Tristate tristate(Option option) const { return static_cast<Tristate>(value(option).integer); }
    // For a caller that has only a name, such as "gpu.disable" + a capability's; false for an unknown name.
    bool booleanByName(std::string_view name) const;

    // Applies "name = value" lines; those below a [section] count only if it names the program. `origin` is for warnings.
    void applyFile(std::string_view contents, std::string_view program, std::string_view origin);
    // Applies "name=value;name=value".
    void applyInline(std::string_view options, std::string_view origin);
    // What was wrong with the input, one sentence each.
    const std::vector<std::string>& warnings() const { return warnings_; }

    // "name = value, name = value" of the options that differ from their defaults.
    std::string describeChanges() const;
    // The file that was read; empty when there is none.
    const std::string& filePath() const { return filePath_; }

    // As the class comment says, from files and environment.
    static Config load();

private:
    struct Value {
        int64_t integer = 0;
        double number = 0;
        std::string text;
    };

    const Value& value(Option option) const { return values_[static_cast<size_t>(option)]; }
    void set(std::string_view name, std::string_view text, std::string_view origin);
    static bool parse(const OptionInfo& row, std::string_view text, Value& value);
    bool readFirstFile(const std::vector<std::string>& paths, std::string_view program);

    std::array<Value, kOptionCount> values_;
    std::vector<std::string> warnings_;
    std::string filePath_;
};

const Config& config();

} // namespace hendeca
