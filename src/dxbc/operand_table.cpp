#include "dxbc/operand_table.h"

namespace hendeca::dxbc {

namespace {

constexpr uint8_t kTess = kHs | kDs;
constexpr uint8_t kNotCs = kPs | kVs | kGs | kHs | kDs;
constexpr size_t kTypes = static_cast<size_t>(OperandType::Count);

// type, name, stages, dimensions, readable, writable
// clang-format off
constexpr std::array<OperandTypeInfo, kTypes> kTable = {{
    {OperandType::Temp,                         "r",                       kAllStages, 1, true,  true},
    {OperandType::Input,                        "v",                       kNotCs,     2, true,  false},
    {OperandType::Output,                       "o",                       kNotCs,     2, false, true},
    {OperandType::IndexableTemp,                "x",                       kAllStages, 2, true,  true},
    {OperandType::Immediate32,                  "l",                       kAllStages, 0, true,  false},
    {OperandType::Immediate64,                  "d",                       kAllStages, 0, true,  false},
    {OperandType::Sampler,                      "s",                       kAllStages, 1, false, false},
    {OperandType::Resource,                     "t",                       kAllStages, 1, false, false},
    {OperandType::ConstantBuffer,               "cb",                      kAllStages, 2, true,  false},
    {OperandType::ImmediateConstantBuffer,      "icb",                     kAllStages, 1, true,  false},
    {OperandType::Label,                        "label",                   kAllStages, 1, false, false},
    {OperandType::InputPrimitiveId,             "vPrim",                   kGs | kTess, 0, true, false},
    {OperandType::OutputDepth,                  "oDepth",                  kPs,        0, false, true},
    {OperandType::Null,                         "null",                    kAllStages, 0, true,  true},
    {OperandType::Rasterizer,                   "rasterizer",              kPs,        0, false, false},
    {OperandType::OutputCoverageMask,           "oMask",                   kPs,        0, false, true},
    {OperandType::Stream,                       "m",                       kGs,        1, false, false},
    {OperandType::FunctionBody,                 "fb",                      kAllStages, 1, false, false},
    {OperandType::FunctionTable,                "ft",                      kAllStages, 1, false, false},
    {OperandType::Interface,                    "fp",                      kAllStages, 3, false, false},
    {OperandType::FunctionInput,                "fi",                      kAllStages, 1, true,  false},
    {OperandType::FunctionOutput,               "fo",                      kAllStages, 1, false, true},
    {OperandType::OutputControlPointId,         "vOutputControlPointID",   kHs,        0, true,  false},
    {OperandType::InputForkInstanceId,          "vForkInstanceID",         kHs,        0, true,  false},
    {OperandType::InputJoinInstanceId,          "vJoinInstanceID",         kHs,        0, true,  false},
    {OperandType::InputControlPoint,            "vicp",                    kTess,      2, true,  false},
    {OperandType::OutputControlPoint,           "vocp",                    kHs,        2, true,  false},
    {OperandType::InputPatchConstant,           "vpc",                     kTess,      1, true,  false},
    {OperandType::InputDomainPoint,             "vDomain",                 kDs,        0, true,  false},
    {OperandType::ThisPointer,                  "this",                    kAllStages, 2, true,  false},
    {OperandType::UnorderedAccessView,          "u",                       kAllStages, 1, false, false},
    {OperandType::ThreadGroupSharedMemory,      "g",                       kCs,        1, false, false},
    {OperandType::InputThreadId,                "vThreadID",               kCs,        0, true,  false},
    {OperandType::InputThreadGroupId,           "vThreadGroupID",          kCs,        0, true,  false},
    {OperandType::InputThreadIdInGroup,         "vThreadIDInGroup",        kCs,        0, true,  false},
    {OperandType::InputCoverageMask,            "vCoverage",               kPs,        0, true,  false},
    {OperandType::InputThreadIdInGroupFlattened, "vThreadIDInGroupFlattened", kCs,     0, true,  false},
    {OperandType::InputGsInstanceId,            "vGSInstanceID",           kGs,        0, true,  false},
    {OperandType::OutputDepthGreaterEqual,      "oDepthGE",                kPs,        0, false, true},
    {OperandType::OutputDepthLessEqual,         "oDepthLE",                kPs,        0, false, true},
    {OperandType::CycleCounter,                 "vCycleCounter",           kAllStages, 0, true,  false},
    {OperandType::OutputStencilRef,             "oStencilRef",             kPs,        0, false, true},
    {OperandType::InnerCoverage,                "vInnerCoverage",          kPs,        0, true,  false},
}};
// clang-format on

constexpr bool rowsAreInOrder() {
    for (size_t i = 0; i < kTypes; ++i) {
        if (kTable[i].type != static_cast<OperandType>(i) || kTable[i].name.empty())
            return false;
    }
    return true;
}
static_assert(rowsAreInOrder(), "row i must hold operand type i");

} // namespace

namespace detail {
constinit const std::array<OperandTypeInfo, kTypes> kOperandTypes = kTable;
} // namespace detail

} // namespace hendeca::dxbc
