#include "expectations.h"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>

namespace conformance {

namespace {

std::string trimmed(const std::string& text) {
    const size_t first = text.find_first_not_of(" \t\r"), last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

const Expectation* find(const std::vector<Expectation>& expectations, const std::string& name) {
    for (const Expectation& expectation : expectations)
        if (expectation.test == name)
            return &expectation;
    return nullptr;
}

} // namespace

std::vector<Expectation> readExpectations(const std::string& path, const std::string& adapter, std::string& error) {
    std::vector<Expectation> found;
    std::ifstream file(path);
    if (!file) {
        error = path + " cannot be read";
        return found;
    }
    std::string line;
    while (std::getline(file, line)) {
        line = trimmed(line);
        if (line.empty() || line[0] == '#')
            continue;
        const size_t first = line.find('|'), second = line.find('|', first + 1);
        if (first == std::string::npos || second == std::string::npos) {
            error = path + ": not test | adapter | reason: " + line;
            return found;
        }
        Expectation expectation{trimmed(line.substr(0, first)), trimmed(line.substr(first + 1, second - first - 1)),
                                trimmed(line.substr(second + 1))};
        if (adapter.find(expectation.adapter) != std::string::npos)
            found.push_back(std::move(expectation));
    }
    return found;
}

bool judgeResults(const std::vector<Expectation>& expectations) {
    int passed = 0, failed = 0, known = 0, surprising = 0, skipped = 0;
    const ::testing::UnitTest& all = *::testing::UnitTest::GetInstance();
    for (int i = 0; i < all.total_test_suite_count(); i++) {
        const ::testing::TestSuite& suite = *all.GetTestSuite(i);
        for (int j = 0; j < suite.total_test_count(); j++) {
            const ::testing::TestInfo& test = *suite.GetTestInfo(j);
            if (!test.should_run())
                continue;
            const std::string name = std::string(suite.name()) + "." + test.name();
            const Expectation* expectation = find(expectations, name);
            if (test.result()->Skipped()) {
                skipped++;
            } else if (test.result()->Passed()) {
                passed++;
                if (expectation) {
                    surprising++;
                    std::printf("%s passes, though it is listed as a known failure (%s): remove the line\n", name.c_str(),
                                expectation->reason.c_str());
                }
            } else if (expectation) {
                known++;
                std::printf("known failure: %s: %s\n", name.c_str(), expectation->reason.c_str());
            } else {
                failed++;
            }
        }
    }
    std::printf("conformance: %d passed, %d failed, %d known failures, %d skipped\n", passed, failed, known, skipped);
    return !failed && !surprising && (passed || known || skipped);
}

} // namespace conformance
