// hendeca-conformance [--expectations=FILE] [GoogleTest's options]. Exit status 0: all as it should be; 1: a test failed, or a
// known failure passes; 2: the expectations cannot be read.
// hendeca-conformance --coverage | --refusals | --rules: prints which method has which tests (exit status 1 when one has neither
// test nor reason), the documented failures (docs/coverage.md), the rules table (docs/hresults.md).
#include "coverage.h"
#include "expectations.h"
#include "fixture.h"
#include "rules/rule.h"

#include <cstdio>
#include <string>

namespace {

std::string adapterName() {
    conformance::Com<IDXGIFactory1> factory;
    conformance::Com<IDXGIAdapter> adapter;
    DXGI_ADAPTER_DESC desc{};
    if (FAILED(CreateDXGIFactory1(__uuidof(IDXGIFactory1), factory.outVoid())) ||
        FAILED(factory->EnumAdapters(0, adapter.out())) || FAILED(adapter->GetDesc(&desc)))
        return "no adapter";
    std::string name;
    for (const WCHAR* c = desc.Description; *c; c++)
        name += *c < 128 ? static_cast<char>(*c) : '?';
    return name;
}

// The options that print a table. True when one was given.
bool printTable(int argc, char** argv, int& status) {
    for (int i = 1; i < argc; i++) {
        const std::string option = argv[i];
        std::string text;
        bool complete = true;
        if (option == "--coverage")
            text = conformance::coverageText(complete);
        else if (option == "--refusals")
            text = conformance::refusalsText();
        else if (option == "--rules")
            text = conformance::rules::rulesText();
        else
            continue;
        std::fputs(text.c_str(), stdout);
        status = complete ? 0 : 1;
        return true;
    }
    return false;
}

} // namespace

int main(int argc, char** argv) {
    int status = 0;
    if (printTable(argc, argv, status))
        return status;
    ::testing::InitGoogleTest(&argc, argv);
    std::string path;
    const std::string option = "--expectations=";
    for (int i = 1; i < argc; i++)
        if (std::string(argv[i]).starts_with(option))
            path = std::string(argv[i]).substr(option.size());
    const std::string adapter = adapterName();
    std::printf("Adapter: %s\n", adapter.c_str());
    std::vector<conformance::Expectation> expectations;
    if (!path.empty()) {
        std::string error;
        expectations = conformance::readExpectations(path, adapter, error);
        if (!error.empty()) {
            std::fprintf(stderr, "%s\n", error.c_str());
            return 2;
        }
    }
    (void)RUN_ALL_TESTS();
    return conformance::judgeResults(expectations) ? 0 : 1;
}
