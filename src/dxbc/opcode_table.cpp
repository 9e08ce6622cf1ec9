#include "dxbc/opcode_table.h"

namespace hendeca::dxbc {

namespace {

constexpr uint32_t kFloatResult = kSaturate | kPrecise;
constexpr uint32_t kSampleOp = kReadsMemory | kSampling | kOffsets;
constexpr uint32_t kUavStore = kWritesMemory | kSideEffect | kUavOutsideCs;
constexpr uint32_t kUavAtomic = kReadsMemory | kWritesMemory | kAtomic | kSideEffect | kUavOutsideCs;
constexpr uint32_t kCounterOp = kCounter | kAtomic | kSideEffect | kUavOutsideCs;

// The letters stand beside the enumerators in the header; T and F are stream and interface.
constexpr ValueType valueType(char letter) {
    switch (letter) {
    case 'f':
        return ValueType::Float;
    case 'i':
        return ValueType::Int;
    case 'u':
        return ValueType::Uint;
    case 'b':
        return ValueType::Bits;
    case 'm':
        return ValueType::Mask;
    case 'd':
        return ValueType::Double;
    case 'R':
        return ValueType::Resource;
    case 'S':
        return ValueType::Sampler;
    case 'U':
        return ValueType::Uav;
    case 'M':
        return ValueType::Memory;
    case 'B':
        return ValueType::Buffer;
    case 'V':
        return ValueType::AnyView;
    case 'I':
        return ValueType::Input;
    case 'L':
        return ValueType::Label;
    case 'T':
        return ValueType::Stream;
    case 'F':
        return ValueType::Interface;
    default:
        return ValueType::None;
    }
}

constexpr OpcodeInfo row(Opcode opcode, std::string_view name, std::string_view dst, std::string_view src,
                         uint8_t minModel, uint32_t stages, uint32_t flags) {
    OpcodeInfo info;
    info.opcode = opcode;
    info.name = name;
    info.dstCount = static_cast<uint8_t>(dst.size());
    info.srcCount = static_cast<uint8_t>(src.size());
    info.minModel = minModel;
    info.stages = static_cast<uint8_t>(stages);
    info.flags = flags;
    for (size_t i = 0; i < dst.size(); ++i)
        info.dst[i] = valueType(dst[i]);
    for (size_t i = 0; i < src.size(); ++i)
        info.src[i] = valueType(src[i]);
    return info;
}

// opcode, name, destinations, sources, first model, stages, flags
// clang-format off
constexpr std::array<OpcodeInfo, kOpcodeCount> kTable = {{
    row(Opcode::Add, "add", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::And, "and", "b", "bb", 40, kAllStages, kPrecise),
    row(Opcode::Break, "break", "", "", 40, kAllStages, kFlow | kEndsBlock),
    row(Opcode::Breakc, "breakc", "", "b", 40, kAllStages, kFlow | kTestsBool),
    row(Opcode::Call, "call", "", "L", 40, kAllStages, kFlow),
    row(Opcode::Callc, "callc", "", "bL", 40, kAllStages, kFlow | kTestsBool),
    row(Opcode::Case, "case", "", "u", 40, kAllStages, kFlow),
    row(Opcode::Continue, "continue", "", "", 40, kAllStages, kFlow | kEndsBlock),
    row(Opcode::Continuec, "continuec", "", "b", 40, kAllStages, kFlow | kTestsBool),
    row(Opcode::Cut, "cut", "", "", 40, kGs, kTopology | kSideEffect),
    row(Opcode::Default, "default", "", "", 40, kAllStages, kFlow),
    row(Opcode::DerivRtx, "deriv_rtx", "f", "f", 40, kPs, kDerivative | kFloatResult),
    row(Opcode::DerivRty, "deriv_rty", "f", "f", 40, kPs, kDerivative | kFloatResult),
    row(Opcode::Discard, "discard", "", "b", 40, kPs, kTestsBool | kSideEffect),
    row(Opcode::Div, "div", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::Dp2, "dp2", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::Dp3, "dp3", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::Dp4, "dp4", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::Else, "else", "", "", 40, kAllStages, kFlow),
    row(Opcode::Emit, "emit", "", "", 40, kGs, kTopology | kSideEffect),
    row(Opcode::EmitThenCut, "emitThenCut", "", "", 40, kGs, kTopology | kSideEffect),
    row(Opcode::Endif, "endif", "", "", 40, kAllStages, kFlow | kClosesBlock),
    row(Opcode::Endloop, "endloop", "", "", 40, kAllStages, kFlow | kClosesBlock),
    row(Opcode::Endswitch, "endswitch", "", "", 40, kAllStages, kFlow | kClosesBlock),
    row(Opcode::Eq, "eq", "m", "ff", 40, kAllStages, kPrecise),
    row(Opcode::Exp, "exp", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::Frc, "frc", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::Ftoi, "ftoi", "i", "f", 40, kAllStages, kPrecise),
    row(Opcode::Ftou, "ftou", "u", "f", 40, kAllStages, kPrecise),
    row(Opcode::Ge, "ge", "m", "ff", 40, kAllStages, kPrecise),
    row(Opcode::Iadd, "iadd", "i", "ii", 40, kAllStages, kPrecise),
    row(Opcode::If, "if", "", "b", 40, kAllStages, kFlow | kOpensBlock | kTestsBool),
    row(Opcode::Ieq, "ieq", "m", "ii", 40, kAllStages, kPrecise),
    row(Opcode::Ige, "ige", "m", "ii", 40, kAllStages, kPrecise),
    row(Opcode::Ilt, "ilt", "m", "ii", 40, kAllStages, kPrecise),
    row(Opcode::Imad, "imad", "i", "iii", 40, kAllStages, kPrecise),
    row(Opcode::Imax, "imax", "i", "ii", 40, kAllStages, kPrecise),
    row(Opcode::Imin, "imin", "i", "ii", 40, kAllStages, kPrecise),
    row(Opcode::Imul, "imul", "ii", "ii", 40, kAllStages, kPrecise),
    row(Opcode::Ine, "ine", "m", "ii", 40, kAllStages, kPrecise),
    row(Opcode::Ineg, "ineg", "i", "i", 40, kAllStages, kPrecise),
    row(Opcode::Ishl, "ishl", "i", "iu", 40, kAllStages, kPrecise),
    row(Opcode::Ishr, "ishr", "i", "iu", 40, kAllStages, kPrecise),
    row(Opcode::Itof, "itof", "f", "i", 40, kAllStages, kFloatResult),
    row(Opcode::Label, "label", "", "L", 40, kAllStages, kFlow),
    row(Opcode::Ld, "ld", "b", "iR", 40, kAllStages, kReadsMemory | kOffsets | kFloatResult),
    row(Opcode::Ld2dms, "ld2dms", "b", "iRi", 40, kAllStages, kReadsMemory | kOffsets | kFloatResult),
    row(Opcode::Log, "log", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::Loop, "loop", "", "", 40, kAllStages, kFlow | kOpensBlock),
    row(Opcode::Lt, "lt", "m", "ff", 40, kAllStages, kPrecise),
    row(Opcode::Mad, "mad", "f", "fff", 40, kAllStages, kFloatResult),
    row(Opcode::Min, "min", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::Max, "max", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::Customdata, "customdata", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::Mov, "mov", "b", "b", 40, kAllStages, kFloatResult),
    row(Opcode::Movc, "movc", "b", "bbb", 40, kAllStages, kFloatResult),
    row(Opcode::Mul, "mul", "f", "ff", 40, kAllStages, kFloatResult),
    row(Opcode::Ne, "ne", "m", "ff", 40, kAllStages, kPrecise),
    row(Opcode::Nop, "nop", "", "", 40, kAllStages, 0),
    row(Opcode::Not, "not", "b", "b", 40, kAllStages, kPrecise),
    row(Opcode::Or, "or", "b", "bb", 40, kAllStages, kPrecise),
    row(Opcode::Resinfo, "resinfo", "b", "iV", 40, kAllStages, kResinfoType | kFloatResult),
    row(Opcode::Ret, "ret", "", "", 40, kAllStages, kFlow | kEndsBlock),
    row(Opcode::Retc, "retc", "", "b", 40, kAllStages, kFlow | kTestsBool),
    row(Opcode::RoundNe, "round_ne", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::RoundNi, "round_ni", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::RoundPi, "round_pi", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::RoundZ, "round_z", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::Rsq, "rsq", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::Sample, "sample", "f", "fRS", 40, kPs, kImplicitLod | kSampleOp | kFloatResult),
    row(Opcode::SampleC, "sample_c", "f", "fRSf", 40, kPs, kImplicitLod | kSampleOp | kFloatResult),
    row(Opcode::SampleCLz, "sample_c_lz", "f", "fRSf", 40, kAllStages, kSampleOp | kFloatResult),
    row(Opcode::SampleL, "sample_l", "f", "fRSf", 40, kAllStages, kSampleOp | kFloatResult),
    row(Opcode::SampleD, "sample_d", "f", "fRSff", 40, kAllStages, kSampleOp | kFloatResult),
    row(Opcode::SampleB, "sample_b", "f", "fRSf", 40, kPs, kImplicitLod | kSampleOp | kFloatResult),
    row(Opcode::Sqrt, "sqrt", "f", "f", 40, kAllStages, kFloatResult),
    row(Opcode::Switch, "switch", "", "b", 40, kAllStages, kFlow | kOpensBlock),
    row(Opcode::Sincos, "sincos", "ff", "f", 40, kAllStages, kFloatResult),
    row(Opcode::Udiv, "udiv", "uu", "uu", 40, kAllStages, kPrecise),
    row(Opcode::Ult, "ult", "m", "uu", 40, kAllStages, kPrecise),
    row(Opcode::Uge, "uge", "m", "uu", 40, kAllStages, kPrecise),
    row(Opcode::Umul, "umul", "uu", "uu", 40, kAllStages, kPrecise),
    row(Opcode::Umad, "umad", "u", "uuu", 40, kAllStages, kPrecise),
    row(Opcode::Umax, "umax", "u", "uu", 40, kAllStages, kPrecise),
    row(Opcode::Umin, "umin", "u", "uu", 40, kAllStages, kPrecise),
    row(Opcode::Ushr, "ushr", "u", "uu", 40, kAllStages, kPrecise),
    row(Opcode::Utof, "utof", "f", "u", 40, kAllStages, kFloatResult),
    row(Opcode::Xor, "xor", "b", "bb", 40, kAllStages, kPrecise),
    row(Opcode::DclResource, "dcl_resource", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclConstantBuffer, "dcl_constantBuffer", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclSampler, "dcl_sampler", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclIndexRange, "dcl_indexRange", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclOutputTopology, "dcl_outputTopology", "", "", 40, kGs, kDeclaration),
    row(Opcode::DclInputPrimitive, "dcl_inputPrimitive", "", "", 40, kGs, kDeclaration),
    row(Opcode::DclMaxOutputVertexCount, "dcl_maxOutputVertexCount", "", "", 40, kGs, kDeclaration),
    row(Opcode::DclInput, "dcl_input", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclInputSgv, "dcl_input_sgv", "", "", 40, kVs | kGs | kHs | kDs, kDeclaration),
    row(Opcode::DclInputSiv, "dcl_input_siv", "", "", 40, kGs | kHs | kDs, kDeclaration),
    row(Opcode::DclInputPs, "dcl_input_ps", "", "", 40, kPs, kDeclaration),
    row(Opcode::DclInputPsSgv, "dcl_input_ps_sgv", "", "", 40, kPs, kDeclaration),
    row(Opcode::DclInputPsSiv, "dcl_input_ps_siv", "", "", 40, kPs, kDeclaration),
    row(Opcode::DclOutput, "dcl_output", "", "", 40, kPs | kVs | kGs | kHs | kDs, kDeclaration),
    row(Opcode::DclOutputSgv, "dcl_output_sgv", "", "", 40, kGs, kDeclaration),
    row(Opcode::DclOutputSiv, "dcl_output_siv", "", "", 40, kPs | kVs | kGs | kHs | kDs, kDeclaration),
    row(Opcode::DclTemps, "dcl_temps", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclIndexableTemp, "dcl_indexableTemp", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclGlobalFlags, "dcl_globalFlags", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::Reserved107, "reserved107", "", "", 40, 0, kReserved),
    row(Opcode::Lod, "lod", "f", "fRS", 41, kPs, kImplicitLod | kSampling | kFloatResult),
    row(Opcode::Gather4, "gather4", "b", "fRS", 41, kAllStages, kSampleOp | kFloatResult),
    row(Opcode::Samplepos, "samplepos", "f", "Vi", 41, kAllStages, kFloatResult),
    row(Opcode::Sampleinfo, "sampleinfo", "b", "V", 41, kAllStages, kInfoType | kPrecise),
    row(Opcode::Reserved112, "reserved112", "", "", 40, 0, kReserved),
    row(Opcode::HsDecls, "hs_decls", "", "", 50, kHs, kHullPhase),
    row(Opcode::HsControlPointPhase, "hs_control_point_phase", "", "", 50, kHs, kHullPhase),
    row(Opcode::HsForkPhase, "hs_fork_phase", "", "", 50, kHs, kHullPhase),
    row(Opcode::HsJoinPhase, "hs_join_phase", "", "", 50, kHs, kHullPhase),
    row(Opcode::EmitStream, "emit_stream", "", "T", 50, kGs, kTopology | kSideEffect),
    row(Opcode::CutStream, "cut_stream", "", "T", 50, kGs, kTopology | kSideEffect),
    row(Opcode::EmitThenCutStream, "emitThenCut_stream", "", "T", 50, kGs, kTopology | kSideEffect),
    row(Opcode::Fcall, "fcall", "", "F", 50, kAllStages, kFlow),
    row(Opcode::Bufinfo, "bufinfo", "u", "V", 50, kAllStages, kPrecise),
    row(Opcode::DerivRtxCoarse, "deriv_rtx_coarse", "f", "f", 50, kPs, kDerivative | kFloatResult),
    row(Opcode::DerivRtxFine, "deriv_rtx_fine", "f", "f", 50, kPs, kDerivative | kFloatResult),
    row(Opcode::DerivRtyCoarse, "deriv_rty_coarse", "f", "f", 50, kPs, kDerivative | kFloatResult),
    row(Opcode::DerivRtyFine, "deriv_rty_fine", "f", "f", 50, kPs, kDerivative | kFloatResult),
    row(Opcode::Gather4C, "gather4_c", "b", "fRSf", 50, kAllStages, kSampleOp | kFloatResult),
    row(Opcode::Gather4Po, "gather4_po", "b", "fiRS", 50, kAllStages, kReadsMemory | kSampling | kFloatResult),
    row(Opcode::Gather4PoC, "gather4_po_c", "b", "fiRSf", 50, kAllStages, kReadsMemory | kSampling | kFloatResult),
    row(Opcode::Rcp, "rcp", "f", "f", 50, kAllStages, kFloatResult),
    row(Opcode::F32tof16, "f32tof16", "u", "f", 50, kAllStages, kPrecise),
    row(Opcode::F16tof32, "f16tof32", "f", "u", 50, kAllStages, kFloatResult),
    row(Opcode::Uaddc, "uaddc", "uu", "uu", 50, kAllStages, kPrecise),
    row(Opcode::Usubb, "usubb", "uu", "uu", 50, kAllStages, kPrecise),
    row(Opcode::Countbits, "countbits", "u", "u", 50, kAllStages, kPrecise),
    row(Opcode::FirstbitHi, "firstbit_hi", "u", "u", 50, kAllStages, kPrecise),
    row(Opcode::FirstbitLo, "firstbit_lo", "u", "u", 50, kAllStages, kPrecise),
    row(Opcode::FirstbitShi, "firstbit_shi", "u", "i", 50, kAllStages, kPrecise),
    row(Opcode::Ubfe, "ubfe", "u", "uuu", 50, kAllStages, kPrecise),
    row(Opcode::Ibfe, "ibfe", "i", "uui", 50, kAllStages, kPrecise),
    row(Opcode::Bfi, "bfi", "u", "uuuu", 50, kAllStages, kPrecise),
    row(Opcode::Bfrev, "bfrev", "u", "u", 50, kAllStages, kPrecise),
    row(Opcode::Swapc, "swapc", "bb", "bbb", 50, kAllStages, kPrecise),
    row(Opcode::DclStream, "dcl_stream", "", "", 50, kGs, kDeclaration),
    row(Opcode::DclFunctionBody, "dcl_function_body", "", "", 50, kAllStages, kDeclaration),
    row(Opcode::DclFunctionTable, "dcl_function_table", "", "", 50, kAllStages, kDeclaration),
    row(Opcode::DclInterface, "dcl_interface", "", "", 50, kAllStages, kDeclaration),
    row(Opcode::DclInputControlPointCount, "dcl_input_control_point_count", "", "", 50, kHs | kDs, kDeclaration),
    row(Opcode::DclOutputControlPointCount, "dcl_output_control_point_count", "", "", 50, kHs, kDeclaration),
    row(Opcode::DclTessellatorDomain, "dcl_tessellator_domain", "", "", 50, kHs | kDs, kDeclaration),
    row(Opcode::DclTessellatorPartitioning, "dcl_tessellator_partitioning", "", "", 50, kHs, kDeclaration),
    row(Opcode::DclTessellatorOutputPrimitive, "dcl_tessellator_output_primitive", "", "", 50, kHs, kDeclaration),
    row(Opcode::DclHsMaxTessfactor, "dcl_hs_max_tessfactor", "", "", 50, kHs, kDeclaration),
    row(Opcode::DclHsForkPhaseInstanceCount, "dcl_hs_fork_phase_instance_count", "", "", 50, kHs, kDeclaration),
    row(Opcode::DclHsJoinPhaseInstanceCount, "dcl_hs_join_phase_instance_count", "", "", 50, kHs, kDeclaration),
    row(Opcode::DclThreadGroup, "dcl_thread_group", "", "", 40, kCs, kDeclaration),
    row(Opcode::DclUavTyped, "dcl_uav_typed", "", "", 50, kAllStages, kDeclaration | kUavOutsideCs),
    row(Opcode::DclUavRaw, "dcl_uav_raw", "", "", 40, kAllStages, kDeclaration | kUavOutsideCs),
    row(Opcode::DclUavStructured, "dcl_uav_structured", "", "", 40, kAllStages, kDeclaration | kUavOutsideCs),
    row(Opcode::DclTgsmRaw, "dcl_tgsm_raw", "", "", 40, kCs, kDeclaration),
    row(Opcode::DclTgsmStructured, "dcl_tgsm_structured", "", "", 40, kCs, kDeclaration),
    row(Opcode::DclResourceRaw, "dcl_resource_raw", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::DclResourceStructured, "dcl_resource_structured", "", "", 40, kAllStages, kDeclaration),
    row(Opcode::LdUavTyped, "ld_uav_typed", "b", "iU", 50, kAllStages, kReadsMemory | kUavOutsideCs | kPrecise),
    row(Opcode::StoreUavTyped, "store_uav_typed", "U", "ib", 50, kAllStages, kUavStore),
    row(Opcode::LdRaw, "ld_raw", "b", "uB", 40, kAllStages, kReadsMemory | kPrecise),
    row(Opcode::StoreRaw, "store_raw", "M", "ub", 40, kAllStages, kUavStore),
    row(Opcode::LdStructured, "ld_structured", "b", "uuB", 40, kAllStages, kReadsMemory | kPrecise),
    row(Opcode::StoreStructured, "store_structured", "M", "uub", 40, kAllStages, kUavStore),
    row(Opcode::AtomicAnd, "atomic_and", "M", "uu", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicOr, "atomic_or", "M", "uu", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicXor, "atomic_xor", "M", "uu", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicCmpStore, "atomic_cmp_store", "M", "uuu", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicIadd, "atomic_iadd", "M", "ui", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicImax, "atomic_imax", "M", "ui", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicImin, "atomic_imin", "M", "ui", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicUmax, "atomic_umax", "M", "uu", 50, kAllStages, kUavAtomic),
    row(Opcode::AtomicUmin, "atomic_umin", "M", "uu", 50, kAllStages, kUavAtomic),
    row(Opcode::ImmAtomicAlloc, "imm_atomic_alloc", "uU", "", 50, kAllStages, kCounterOp | kPrecise),
    row(Opcode::ImmAtomicConsume, "imm_atomic_consume", "uU", "", 50, kAllStages, kCounterOp | kPrecise),
    row(Opcode::ImmAtomicIadd, "imm_atomic_iadd", "iM", "ui", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicAnd, "imm_atomic_and", "uM", "uu", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicOr, "imm_atomic_or", "uM", "uu", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicXor, "imm_atomic_xor", "uM", "uu", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicExch, "imm_atomic_exch", "bM", "ub", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicCmpExch, "imm_atomic_cmp_exch", "uM", "uuu", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicImax, "imm_atomic_imax", "iM", "ui", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicImin, "imm_atomic_imin", "iM", "ui", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicUmax, "imm_atomic_umax", "uM", "uu", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::ImmAtomicUmin, "imm_atomic_umin", "uM", "uu", 50, kAllStages, kUavAtomic | kPrecise),
    row(Opcode::Sync, "sync", "", "", 40, kAllStages, kSyncFlags | kSideEffect),
    row(Opcode::Dadd, "dadd", "d", "dd", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::Dmax, "dmax", "d", "dd", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::Dmin, "dmin", "d", "dd", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::Dmul, "dmul", "d", "dd", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::Deq, "deq", "m", "dd", 50, kAllStages, kFloat64 | kPrecise),
    row(Opcode::Dge, "dge", "m", "dd", 50, kAllStages, kFloat64 | kPrecise),
    row(Opcode::Dlt, "dlt", "m", "dd", 50, kAllStages, kFloat64 | kPrecise),
    row(Opcode::Dne, "dne", "m", "dd", 50, kAllStages, kFloat64 | kPrecise),
    row(Opcode::Dmov, "dmov", "d", "d", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::Dmovc, "dmovc", "d", "bdd", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::Dtof, "dtof", "f", "d", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::Ftod, "ftod", "d", "f", 50, kAllStages, kFloat64 | kFloatResult),
    row(Opcode::EvalSnapped, "eval_snapped", "f", "Ii", 50, kPs, kFloatResult),
    row(Opcode::EvalSampleIndex, "eval_sample_index", "f", "Ii", 50, kPs, kFloatResult),
    row(Opcode::EvalCentroid, "eval_centroid", "f", "I", 50, kPs, kFloatResult),
    row(Opcode::DclGsInstanceCount, "dcl_gs_instance_count", "", "", 50, kGs, kDeclaration),
    row(Opcode::Abort, "abort", "", "", 50, kAllStages, kSideEffect),
    row(Opcode::DebugBreak, "debug_break", "", "", 50, kAllStages, kSideEffect),
    row(Opcode::Reserved209, "reserved209", "", "", 40, 0, kReserved),
    row(Opcode::Ddiv, "ddiv", "d", "dd", 50, kAllStages, kFloat64 | kFloat64Ext | kFloatResult),
    row(Opcode::Dfma, "dfma", "d", "ddd", 50, kAllStages, kFloat64 | kFloat64Ext | kFloatResult),
    row(Opcode::Drcp, "drcp", "d", "d", 50, kAllStages, kFloat64 | kFloat64Ext | kFloatResult),
    row(Opcode::Msad, "msad", "u", "uuu", 50, kAllStages, kMsadExt | kPrecise),
    row(Opcode::Dtoi, "dtoi", "i", "d", 50, kAllStages, kFloat64 | kFloat64Ext | kPrecise),
    row(Opcode::Dtou, "dtou", "u", "d", 50, kAllStages, kFloat64 | kFloat64Ext | kPrecise),
    row(Opcode::Itod, "itod", "d", "i", 50, kAllStages, kFloat64 | kFloat64Ext | kPrecise),
    row(Opcode::Utod, "utod", "d", "u", 50, kAllStages, kFloat64 | kFloat64Ext | kPrecise),
    row(Opcode::Reserved218, "reserved218", "", "", 40, 0, kReserved),
    row(Opcode::Gather4S, "gather4_s", "bu", "fRS", 50, kAllStages, kSampleOp | kSparse | kPrecise),
    row(Opcode::Gather4CS, "gather4_c_s", "bu", "fRSf", 50, kAllStages, kSampleOp | kSparse | kPrecise),
    row(Opcode::Gather4PoS, "gather4_po_s", "bu", "fiRS", 50, kAllStages, kReadsMemory | kSampling | kSparse | kPrecise),
    row(Opcode::Gather4PoCS, "gather4_po_c_s", "bu", "fiRSf", 50, kAllStages, kReadsMemory | kSampling | kSparse | kPrecise),
    row(Opcode::LdS, "ld_s", "bu", "iR", 50, kAllStages, kReadsMemory | kOffsets | kSparse | kPrecise),
    row(Opcode::Ld2dmsS, "ld2dms_s", "bu", "iRi", 50, kAllStages, kReadsMemory | kOffsets | kSparse | kPrecise),
    row(Opcode::LdUavTypedS, "ld_uav_typed_s", "bu", "iU", 50, kAllStages, kReadsMemory | kSparse | kPrecise),
    row(Opcode::LdRawS, "ld_raw_s", "bu", "uB", 50, kAllStages, kReadsMemory | kSparse | kPrecise),
    row(Opcode::LdStructuredS, "ld_structured_s", "bu", "uuB", 50, kAllStages, kReadsMemory | kSparse | kPrecise),
    row(Opcode::SampleLS, "sample_l_s", "fu", "fRSf", 50, kAllStages, kSampleOp | kSparse | kFloatResult),
    row(Opcode::SampleCLzS, "sample_c_lz_s", "fu", "fRSf", 50, kAllStages, kSampleOp | kSparse | kFloatResult),
    row(Opcode::SampleClS, "sample_cl_s", "fu", "fRSf", 50, kPs, kImplicitLod | kSampleOp | kSparse | kFloatResult),
    row(Opcode::SampleBClS, "sample_b_cl_s", "fu", "fRSff", 50, kPs, kImplicitLod | kSampleOp | kSparse | kFloatResult),
    row(Opcode::SampleDClS, "sample_d_cl_s", "fu", "fRSfff", 50, kAllStages, kSampleOp | kSparse | kFloatResult),
    row(Opcode::SampleCClS, "sample_c_cl_s", "fu", "fRSff", 50, kPs, kImplicitLod | kSampleOp | kSparse | kFloatResult),
    row(Opcode::CheckAccessFullyMapped, "check_access_fully_mapped", "m", "u", 50, kAllStages, kSparse | kPrecise),
}};
// clang-format on

constexpr bool rowsAreInOrder() {
    for (uint32_t i = 0; i < kOpcodeCount; ++i) {
        if (kTable[i].opcode != static_cast<Opcode>(i) || kTable[i].name.empty())
            return false;
    }
    return true;
}
static_assert(rowsAreInOrder(), "row i must hold opcode i");

constexpr bool operandKindsAreKnown() {
    for (const OpcodeInfo& info : kTable) {
        for (uint32_t i = 0; i < info.dstCount; ++i) {
            if (info.dst[i] == ValueType::None)
                return false;
        }
        for (uint32_t i = 0; i < info.srcCount; ++i) {
            if (info.src[i] == ValueType::None)
                return false;
        }
    }
    return true;
}
static_assert(operandKindsAreKnown());

constexpr bool stagesAreGiven() {
    for (const OpcodeInfo& info : kTable) {
        if ((info.stages == 0) != info.has(kReserved))
            return false;
    }
    return true;
}
static_assert(stagesAreGiven());

} // namespace

namespace detail {
constinit const std::array<OpcodeInfo, kOpcodeCount> kOpcodes = kTable;
} // namespace detail

std::optional<Opcode> findOpcode(std::string_view name) {
    for (const OpcodeInfo& info : kTable) {
        if (info.name == name && !info.has(kReserved))
            return info.opcode;
    }
    return std::nullopt;
}

const char* stageName(ShaderStage stage) {
    constexpr const char* kNames[] = {"ps", "vs", "gs", "hs", "ds", "cs"};
    const auto index = static_cast<size_t>(stage);
    return index < 6 ? kNames[index] : "??";
}

} // namespace hendeca::dxbc
