#include "util/config.h"

#include "util/log.h"
#include "util/platform.h"
#include "util/text.h"

#include <cerrno>
#include <cstdlib>

namespace hendeca {

namespace {

std::string_view unquote(std::string_view text) {
    if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
        return text.substr(1, text.size() - 2);
    return text;
}

} // namespace

Config::Config() {
    for (const OptionInfo& row : optionTable())
        parse(row, row.defaultValue, values_[static_cast<size_t>(row.id)]);
}

bool Config::parse(const OptionInfo& row, std::string_view text, Value& value) {
    Value parsed;
    parsed.text = text;
    char* end = nullptr;
    errno = 0;
    switch (row.type) {
    case OptionType::Boolean:
        if (!equalsIgnoringCase(text, "True") && !equalsIgnoringCase(text, "False"))
            return false;
        parsed.integer = equalsIgnoringCase(text, "True");
        break;
    case OptionType::Tristate:
        if (equalsIgnoringCase(text, "Auto"))
            parsed.integer = static_cast<int64_t>(Tristate::Auto);
        else if (equalsIgnoringCase(text, "True"))
            parsed.integer = static_cast<int64_t>(Tristate::True);
        else if (equalsIgnoringCase(text, "False"))
            parsed.integer = static_cast<int64_t>(Tristate::False);
        else
            return false;
        break;
    case OptionType::Integer:
        parsed.integer = std::strtoll(parsed.text.c_str(), &end, 0);
        if (parsed.text.empty() || *end || errno)
            return false;
        break;
    case OptionType::Number:
        parsed.number = std::strtod(parsed.text.c_str(), &end);
        if (parsed.text.empty() || *end || errno)
            return false;
        break;
    case OptionType::Text:
        break;
    }
    value = std::move(parsed);
    return true;
}

void Config::set(std::string_view name, std::string_view text, std::string_view origin) {
    const OptionInfo* row = findOption(name);
    if (!row) {
        std::string warning = std::string(origin) + ": unknown option " + std::string(name);
        if (const OptionInfo* nearest = nearestOption(name))
            warning += std::string("; did you mean ") + nearest->name + "?";
        warnings_.push_back(std::move(warning));
    } else if (!parse(*row, text, values_[static_cast<size_t>(row->id)])) {
        warnings_.push_back(std::string(origin) + ": " + row->name + " wants " + toString(row->type) + ", not \"" +
                            std::string(text) + "\"");
    }
}

void Config::applyFile(std::string_view contents, std::string_view program, std::string_view origin) {
    // Editors of Windows put a byte order mark before UTF-8 text.
    if (contents.substr(0, 3) == "\xef\xbb\xbf")
        contents.remove_prefix(3);
    bool active = true;
    for (size_t number = 1; !contents.empty(); number++) {
        std::string_view line = contents.substr(0, contents.find('\n'));
        contents.remove_prefix(line.size() + (line.size() < contents.size()));
        line = trim(line);
        if (line.empty() || line.front() == '#')
            continue;
        if (line.front() == '[' && line.back() == ']') {
            active = equalsIgnoringCase(trim(line.substr(1, line.size() - 2)), program);
            continue;
        }
        const std::string place = std::string(origin) + ", line " + std::to_string(number);
        const size_t equals = line.find('=');
        if (equals == std::string_view::npos)
            warnings_.push_back(place + ": not of the form name = value");
        else if (active)
            set(trim(line.substr(0, equals)), unquote(trim(line.substr(equals + 1))), place);
    }
}

void Config::applyInline(std::string_view options, std::string_view origin) {
    while (!options.empty()) {
        const std::string_view all = options.substr(0, options.find(';'));
        options.remove_prefix(all.size() + (all.size() < options.size()));
        const std::string_view part = trim(all);
        if (part.empty())
            continue;
        const size_t equals = part.find('=');
        if (equals == std::string_view::npos)
            warnings_.push_back(std::string(origin) + ": \"" + std::string(part) + "\" is not of the form name=value");
        else
            set(trim(part.substr(0, equals)), unquote(trim(part.substr(equals + 1))), origin);
    }
}

bool Config::booleanByName(std::string_view name) const {
    const OptionInfo* row = findOption(name);
    return row && boolean(row->id);
}

std::string Config::describeChanges() const {
    std::string out;
    for (const OptionInfo& row : optionTable()) {
        const std::string& now = value(row.id).text;
        if (equalsIgnoringCase(now, row.defaultValue))
            continue;
        out += std::string(out.empty() ? "" : ", ") + row.name + " = " + now;
    }
    return out;
}

bool Config::readFirstFile(const std::vector<std::string>& paths, std::string_view program) {
    for (const std::string& path : paths) {
        if (auto text = readTextFile(path)) {
            filePath_ = path;
            applyFile(*text, program, fileNameOf(path));
            return true;
        }
    }
    return false;
}

Config Config::load() {
    Config loaded;
    const std::string program = executableName();
    if (const auto named = getEnv("HENDECA_CONFIG_FILE"); named && !named->empty()) {
        if (!loaded.readFirstFile({*named}, program))
            loaded.warnings_.push_back("HENDECA_CONFIG_FILE: cannot read " + *named);
    } else {
        std::vector<std::string> places = {joinPath(directoryOf(executablePath()), "hendeca.conf"), "hendeca.conf"};
        if (const std::string user = userConfigDirectory(); !user.empty())
            places.push_back(joinPath(joinPath(user, "hendeca"), "hendeca.conf"));
        loaded.readFirstFile(places, program);
    }
    if (const auto options = getEnv("HENDECA_CONFIG"))
        loaded.applyInline(*options, "HENDECA_CONFIG");
    return loaded;
}

const Config& config() {
    // Never destroyed: threads may ask while the process ends.
    static const Config* loaded = [] {
        auto* made = new Config(Config::load());
        LogLevel level;
        const bool levelIsSet = getEnv("HENDECA_LOG_LEVEL") || getEnv("DXVK_LOG_LEVEL");
        if (const std::string& text = made->text(Option::UtilLogLevel); !text.empty() && !levelIsSet) {
            if (parseLogLevel(text, level))
                setLogLevel(level);
            else
                logWarn("util.logLevel: no level is called \"%s\"", text.c_str());
        }
        for (const std::string& warning : made->warnings())
            logWarn("%s", warning.c_str());
        return made;
    }();
    return *loaded;
}

} // namespace hendeca
