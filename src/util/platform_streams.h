#pragma once
// Standard input and output as streams of bytes: on Windows their text mode, which changes line ends and stops at ^Z, is
// switched off. Part of util's platform code; for programs, before anything else is read or written.

#include <cstdio>

namespace hendeca {

std::FILE* binaryStandardInput();
std::FILE* binaryStandardOutput();

} // namespace hendeca
