#pragma once
// Which methods of Direct3D 11 and DXGI are there (methods.inc), and which tests touch them (found in the tests'
// sources when they are built; scan_tests.py). Main thread.

#include <string>

namespace conformance {

// Each method with its state and its tests, as text. `complete`: every method has a test or a reason.
std::string coverageText(bool& complete);
// The documented failures, as docs/coverage.md.
std::string refusalsText();

} // namespace conformance
