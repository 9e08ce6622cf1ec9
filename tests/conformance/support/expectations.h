#pragma once
// Known failures: a file with one line each, `test name | part of the adapter's name | reason`, # for comments. A listed test
// that fails on such an adapter does not fail the program; one that passes is reported and does, so that the line goes.

#include <string>
#include <vector>

namespace conformance {

struct Expectation {
    std::string test, adapter, reason;
};

// The lines that hold for this adapter. A file that cannot be read, or a line without its three parts, gives an error text.
std::vector<Expectation> readExpectations(const std::string& path, const std::string& adapter, std::string& error);

// Goes through the results of the tests that ran: prints what was expected and what was not. True when all is as it should be.
bool judgeResults(const std::vector<Expectation>& expectations);

} // namespace conformance
