#pragma once
// Ends the program when a call fails, with its text and result.

#include <cstdio>
#include <cstdlib>
#include <windows.h>

inline void checkResult(HRESULT hr, const char* call, const char* file, int line) {
    if (FAILED(hr)) {
        std::fprintf(stderr, "hendeca-demo: %s:%d: %s gave 0x%08x\n", file, line, call, static_cast<unsigned>(hr));
        std::fflush(nullptr);
        std::exit(1);
    }
}
#define CHECK(call) checkResult((call), #call, __FILE__, __LINE__)
