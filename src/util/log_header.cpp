#include "util/log_header.h"

#include "util/config.h"
#include "util/log.h"
#include "util/platform.h"
#include "util/version_info.h"

namespace hendeca {

void logHeader() {
    static std::atomic<bool> done{false};
    if (done.exchange(true))
        return;
    logInfo("Hendeca %s, %s", versionString(), moduleName().c_str());
    logInfo("Built with: %s", compilerString());
    logInfo("Program: %s, process %u, %zu-bit, on %s", executablePath().c_str(), currentProcessId(), sizeof(void*) * 8,
            systemName().c_str());
    const std::string options = config().describeChanges();
    if (!config().filePath().empty())
        logInfo("Configuration file: %s", config().filePath().c_str());
    logInfo("Options that differ from their defaults: %s", options.empty() ? "none" : options.c_str());
}

} // namespace hendeca
