#include <cstdio>

#include "dxbc/opcode_table.h"
#include "tools/dxbc/commands.h"

namespace hendeca::tools {

// The opcode table as CSV, for documents and other programs.
int runTables(std::span<const std::string_view> given) {
    if (!accept(split(given), {}, false))
        return kBadUsage;
    static constexpr char kStages[][3] = {"ps", "vs", "gs", "hs", "ds", "cs"};
    std::printf("opcode,name,destinations,sources,model,stages,kind\n");
    for (uint32_t i = 0; i < dxbc::kOpcodeCount; ++i) {
        const dxbc::OpcodeInfo& info = dxbc::opcodeInfo(static_cast<dxbc::Opcode>(i));
        if (info.has(dxbc::kReserved))
            continue;
        std::string stages;
        for (uint32_t s = 0; s < 6; ++s) {
            if (info.stages & (1u << s))
                stages += std::string(stages.empty() ? "" : " ") + kStages[s];
        }
        const char* kind = info.has(dxbc::kDeclaration) ? "declaration"
                           : info.has(dxbc::kHullPhase) ? "phase"
                           : info.has(dxbc::kFlow)      ? "flow"
                                                        : "instruction";
        std::printf("%u,%s,%u,%u,%u.%u,%s,%s\n", i, std::string(info.name).c_str(), info.dstCount, info.srcCount,
                    info.minModel / 10u, info.minModel % 10u, stages.c_str(), kind);
    }
    return kGood;
}

} // namespace hendeca::tools
