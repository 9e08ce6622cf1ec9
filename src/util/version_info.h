#pragma once
// Which build this is, for logs, user interfaces and the build id of the DLLs' contract. Any thread.

namespace hendeca {

// "0.1.0 (1a2b3c4d5e)".
const char* versionString();
// The compiler that built this, with its version, and the build's target: "gcc 12.2.0, x86_64".
const char* compilerString();

} // namespace hendeca
