#include "util/version_info.h"

#include "util/version.h" // generated in the build folder

namespace hendeca {

#define HENDECA_TEXT2(x) #x
#define HENDECA_TEXT(x) HENDECA_TEXT2(x)

#if defined(__x86_64__)
#define HENDECA_TARGET "x86_64"
#elif defined(__i386__)
#define HENDECA_TARGET "x86"
#elif defined(__aarch64__)
#define HENDECA_TARGET "aarch64"
#else
#define HENDECA_TARGET "another processor"
#endif

const char* versionString() {
    return HENDECA_PROJECT_VERSION " (" HENDECA_COMMIT ")";
}

const char* compilerString() {
#if defined(__clang__)
    return "clang " HENDECA_TEXT(__clang_major__) "." HENDECA_TEXT(__clang_minor__) ", " HENDECA_TARGET;
#else
    return "gcc " HENDECA_TEXT(__GNUC__) "." HENDECA_TEXT(__GNUC_MINOR__) "." HENDECA_TEXT(
        __GNUC_PATCHLEVEL__) ", " HENDECA_TARGET;
#endif
}

} // namespace hendeca
