#pragma once
// The working state of one lift. Internal to src/translate/lift: the class is spread over the .cpp files of this
// folder, one family of instructions each. The first failure is kept and ends the lift; until then the methods go on
// with zeros.

#include "dxbc/program.h"
#include "translate/ir/builder.h"
#include "translate/options.h"
#include "util/result.h"

#include <algorithm>
#include <bit>
#include <optional>

namespace hendeca::translate {

class Lifter {
public:
    Lifter(const dxbc::Program& program, const Options& options);
    Result<ir::Module> run();

private:
    using Value = ir::Value;
    using Inst = dxbc::Instruction;
    using Operand = dxbc::Operand;
    using Code = ir::OpCode;
    using Values = std::array<Value, 4>;

    // Where a component of an input or output register really lives.
    struct IoComponent {
        enum class Kind : uint8_t { None, Variable, Builtin } kind = Kind::None;
        ir::Builtin builtin = ir::Builtin::None;
        uint8_t element = 0; // component of the variable, or element of the built-in
        uint8_t reg = 0;     // of variables
    };
    using IoRegister = std::array<IoComponent, 4>;

    enum class ResourceClass : uint8_t { ConstantBuffer, Sampler, Srv, Uav };
    struct DeclaredResource {
        ResourceClass kind;
        const dxbc::Declaration* decl;
    };
    struct UsedResource {
        ResourceClass kind;
        uint32_t id;
        uint32_t slot;
        uint64_t form; // of undeclared resources: what the instruction says of them; else 0
        uint32_t resource;
    };
    // An operand whose slot is chosen at run time, within the case of a switch that stands for one slot.
    struct ChosenSlot {
        const Operand* operand;
        uint32_t slot;
    };
    struct SharedMemory {
        uint32_t id;
        uint32_t var;
        uint32_t stride; // bytes; 0: raw
        uint32_t words;
        bool spare; // the variable has one word more
    };
    // A temporary's component. Within straight code its value is known here and no variable is touched; before each
    // structure marker, what has changed is stored, so that the blocks after it can load it.
    struct Temp {
        uint32_t var = ~0u; // none yet
        uint32_t epoch = 0; // of `value`; known only while it is the current one
        Value value;
        bool dirty = false;
    };
    struct IndexableTemp {
        uint32_t id;
        uint32_t var;
        uint32_t count;
        uint32_t components;
    };

    // --- lifter.cpp: phases and structure ---
    void liftPhase(const dxbc::Phase& phase);
    void liftInstructions(const dxbc::Phase& phase);
    void liftBody(uint32_t label);
    uint32_t labelFunction(const Operand& label);
    void liftInstruction(const Inst& inst);
    bool liftFlow(const Inst& inst);
    void liftReturn();
    void finishMain();
    bool skipDead(const Inst& inst);
    bool liftStageOps(const Inst& inst);
    void beginFunction(uint32_t id);

    // --- declarations.cpp ---
    void declare(const dxbc::Phase& phase);
    void declareOne(const dxbc::Declaration& decl);
    void declareStage();
    void declareTemps(const dxbc::Declaration& decl);
    void declareShared(const dxbc::Declaration& decl);
    void declareIcb();

    // --- inputs.cpp, outputs.cpp ---
    void declareInput(const dxbc::Declaration& decl);
    uint32_t inputVariable(uint32_t reg, bool patch);
    static uint32_t tessElement(dxbc::SystemName name);
    uint32_t clipElement(const dxbc::Signature& signature, uint32_t reg, uint32_t component, bool cull,
                         uint32_t stream = 0) const;
    uint32_t clipCount(const dxbc::Signature& signature, bool cull, uint32_t stream = 0) const;
    Value loadIo(const IoComponent& at, bool patch, Value vertex = ir::kNone);
    Value loadBuiltin(ir::Builtin builtin, uint32_t element, Value vertex = ir::kNone);
    uint32_t builtinVar(ir::Builtin builtin, bool output);
    Value readInput(const Operand& operand, uint32_t component);
    Value readIndexedInput(const dxbc::OperandIndex& index, uint32_t component, bool patch, Value vertex);
    Value readHullOutput(const Operand& operand, uint32_t component);
    Value readSpecialInput(const Operand& operand, uint32_t component);

    void declareOutput(const dxbc::Declaration& decl);
    uint8_t neverWritten(uint32_t reg) const;
    void writeHullOutput(const dxbc::OperandIndex& index, uint32_t component, Value value);
    uint32_t outputVariable(uint32_t reg);
    uint32_t hullOutputVariable(uint32_t reg);
    void storeIo(const IoComponent& at, Value value);
    void writeOutput(const Operand& operand, uint32_t component, Value value);
    void writeSpecialOutput(const Operand& operand, Value value);
    void initOutputs();
    bool indexesOutputs() const;
    void copyIndexedOutputs();
    void checkLocations();

    // --- registers.cpp ---
    Value natural(const Operand& operand, uint32_t component); // no modifiers, in the type that it is kept in
    Value srcBits(const Operand& operand, uint32_t c);         // modifiers make it a float
    Value srcF(const Operand& operand, uint32_t c);
    Value srcU(const Operand& operand, uint32_t c);
    Value srcD(const Operand& operand, uint32_t pair);
    Value src(const Operand& operand, uint32_t c, ir::Type type) {
        return type == ir::kF32 ? srcF(operand, c) : srcU(operand, c);
    }
    Value indexValue(const dxbc::OperandIndex& index);
    Value clampedIndex(const dxbc::OperandIndex& index, uint32_t count);
    void write(const Operand& operand, uint32_t component, Value value);
    void writeMasked(const Inst& inst, uint32_t dstIndex, const Values& values);
    Temp& temp(uint32_t reg, uint32_t component);
    uint32_t varOf(Temp& temp);
    Value readTemp(uint32_t reg, uint32_t component);
    void writeTemp(uint32_t reg, uint32_t component, Value value);
    void startPhaseTemps(uint32_t count);
    // A structure marker or a call: temporaries are in their variables before it.
    void marker(Code code, std::initializer_list<uint32_t> args = {});
    const IndexableTemp* indexableTemp(uint32_t id);
    Value saturated(Value value);
    const Operand& dst(const Inst& inst, uint32_t i) const { return program_.operands()[inst.firstOperand + i]; }
    const Operand& srcOp(const Inst& inst, uint32_t i) const {
        return program_.operands()[inst.firstOperand + inst.dstCount + i];
    }

    // --- arithmetic.cpp, conversions.cpp, doubles.cpp ---
    bool liftDirect(const Inst& inst);
    bool liftArithmetic(const Inst& inst);
    bool liftInteger(const Inst& inst);
    bool liftConversion(const Inst& inst);
    bool liftDouble(const Inst& inst);
    // Float arithmetic that follows keeps its roundings: asked for by an instruction, or by a program that was compiled
    // without leave to refactor.
    void setPrecise(bool precise) { b_.setPrecise(precise || strict_); }
    Value multiplyAdd(Value a, Value b, Value c, bool precise);
    void dot(const Inst& inst, uint32_t count);
    void liftMsad(const Inst& inst);
    template <class F>
    void perComponent(const Inst& inst, F&& function);
    Value floatToSigned(Value value);
    Value floatToUnsigned(Value value);
    Value floatToHalf(Value value);
    Value fieldCount(Value width, Value offset);

    // --- resources.cpp ---
    uint32_t resource(ResourceClass kind, const Operand& operand);
    ir::Resource makeResource(ResourceClass kind, const dxbc::Declaration& decl, uint32_t slot) const;
    const dxbc::Declaration* declarationOf(ResourceClass kind, uint32_t id) const;

    // --- dynamic_slots.cpp: operands whose resource is chosen by a register
    bool liftByCases(const Inst& inst);
    bool isDynamic(const Operand& operand) const;
    const Operand* dynamicOperand(const Inst& inst) const;
    void readConstantsByCases(const Inst& inst, const Operand& operand);
    const Values* constantsOf(const Operand& operand) const;
    Value slotValue(const Operand& operand);
    std::vector<uint32_t> slotCandidates(const Inst& inst, const Operand& operand) const;
    dxbc::Declaration declarationBy(const Inst& inst, ResourceClass kind) const;
    static std::optional<ResourceClass> resourceClass(dxbc::OperandType type);
    static uint32_t slotLimit(ResourceClass kind);
    void writeZeros(const Inst& inst);
    struct Gradients {
        std::array<Value, 3> ddx, ddy;
    };
    Gradients takeGradients(const Inst& inst);

    // --- linkage.cpp: class interfaces
    void liftInterfaceCall(const Inst& inst);
    Value readThis(const Operand& operand, uint32_t component);
    uint32_t linkageData();
    Value interfaceSlot(const Operand& operand, const dxbc::Declaration& declaration);
    uint32_t counterOf(uint32_t uav);
    const SharedMemory* sharedMemory(uint32_t id);

    // --- sampling.cpp, queries.cpp ---
    bool liftSampling(const Inst& inst);
    struct SampleArgs;
    void liftSample(const Inst& inst);
    void liftGather(const Inst& inst);
    void liftLoad(const Inst& inst);
    bool liftQuery(const Inst& inst);
    void liftResinfo(const Inst& inst);
    void liftBufinfo(const Inst& inst);
    void liftSampleInfo(const Inst& inst);
    void liftSamplePos(const Inst& inst);
    void liftEval(const Inst& inst);
    Value evaluate(const Inst& inst, uint32_t reg, uint32_t component, Value place);
    Value floatCoord(const Operand& operand, uint32_t count);
    Value uintCoord(const Operand& operand, uint32_t count);
    void writeTexel(const Inst& inst, const Operand& resourceOperand, Value texel, Value resident);
    uint32_t packedOffset(const Inst& inst, ir::Dim dim) const;
    void writeStatus(const Inst& inst, Value resident);
    Value sparseStatus(const Inst& inst, Value texel);
    Value partOf(Value value, uint32_t component); // of a vector or a scalar
    Value clampedLod(uint32_t texture, uint32_t sampler, Value coord, Value bias, Value clamp);
    Value clampedGradientLod(uint32_t texture, Value coord, Value ddx, Value ddy, Value clamp);

    // --- memory.cpp ---
    bool liftMemory(const Inst& inst);
    void liftWordLoad(const Inst& inst, bool structured);
    void liftWordStore(const Inst& inst, bool structured);
    void liftTypedLoad(const Inst& inst);
    void liftTypedStore(const Inst& inst);
    void liftAtomic(const Inst& inst);
    void liftCounter(const Inst& inst);
    void liftSync(const Inst& inst);
    // The address in words of a raw or structured access.
    Value wordAddress(Value index, Value byteOffset, uint32_t stride);
    Value sharedIndex(const SharedMemory& memory, Value word);
    Value loadShared(const SharedMemory& memory, Value word);
    Value imageCoord(const Operand& operand, const ir::Resource& resource);

    // --- geometry.cpp, tessellation.cpp ---
    void declareGeometry();
    void liftEmit(const Inst& inst);
    void declareTessellation();
    void declareStreamOutput();
    bool isDrawn(uint32_t stream) const;
    void copyStreamOutputs(uint32_t stream);
    void storePointSize();
    void liftHull();
    void callPhase(uint32_t function, uint32_t instances);
    void passControlPoints();
    IoComponent patchComponent(dxbc::SystemName name, uint32_t reg, uint32_t component) const;
    void declarePatchOutput(const dxbc::Declaration& decl, uint32_t reg);
    void copyPatchOutputs();

    Value fail(ErrorCode code, std::string what);
    Value unsupported(std::string what) { return fail(ErrorCode::Unsupported, std::move(what)); }
    bool isPixel() const { return program_.stage() == dxbc::ShaderStage::Pixel; }
    bool isVertex() const { return program_.stage() == dxbc::ShaderStage::Vertex; }

    const dxbc::Program& program_;
    const Options& options_;
    ir::Module module_;
    ir::Builder b_{module_};
    std::optional<Error> error_;

    // Registers of the current phase.
    std::vector<Temp> temps_; // register * 4 + component
    std::vector<uint32_t> dirtyTemps_;
    uint32_t epoch_ = 1;
    std::vector<IndexableTemp> indexableTemps_;
    ir::VarKind tempKind_ = ir::VarKind::Temp;
    uint32_t icbVar_ = ~0u;

    std::vector<IoRegister> inputs_;      // v#
    std::vector<IoRegister> outputs_;     // o#: stream * 32 + register
    std::vector<IoRegister> patchInputs_; // vpc# of domain shaders
    std::array<ir::Interpolation, 32> inputInterpolation_{};
    ir::Interpolation positionMode_{}; // of SV_Position in pixel shaders
    bool perSample_ = false;           // what a pixel shader declares makes it run for each sample
    uint32_t inputVertices_ = 0; // of inputs that are arrays over vertices
    std::array<uint32_t, 32> inputVars_;
    std::array<uint32_t, 32> patchInputVars_;
    std::array<uint32_t, 32> outputVars_;
    std::array<std::array<uint32_t, 2>, static_cast<size_t>(ir::Builtin::Count)> builtinVars_;
    uint32_t stagedOutputs_ = ~0u; // array of outputs that are copied out later: indexed ones, or all (geometry)
    bool stageAllOutputs_ = false;
    struct XfbCopy {
        uint32_t var;
        uint32_t stream;
        uint32_t reg;
        uint32_t firstComponent;
        uint32_t count;
    };
    std::vector<XfbCopy> xfbCopies_;

    // Hull shaders.
    dxbc::PhaseKind phase_ = dxbc::PhaseKind::Main;
    uint32_t phaseInstanceVar_ = ~0u;
    std::vector<IoRegister> patchOutputs_;
    std::array<uint32_t, 32> patchOutputVars_;
    uint32_t currentStream_ = 0;     // whose outputs are being declared
    uint32_t indexedOutputMask_ = 0; // registers within the array
    // Patch constants and control points share one space of 32 locations, without knowing of each other's registers:
    // one grows from below, the other from above.
    static constexpr uint32_t patchLocation(uint32_t reg) { return 31 - reg; }

    std::vector<DeclaredResource> declared_;
    std::vector<UsedResource> used_;
    std::vector<std::pair<uint32_t, uint32_t>> counters_; // UAV resource -> counter resource
    std::vector<SharedMemory> shared_;
    uint32_t sharedWords_ = 0; // of all declarations before, each with its spare word
    uint32_t samplePositions_ = ~0u;
    bool dynamicSlots_ = false;       // resources may be chosen by registers
    std::vector<ChosenSlot> chosen_;
    struct ReadConstants {
        const Operand* operand;
        Values values; // by component
    };
    std::vector<ReadConstants> constants_; // of the instruction being lifted
    struct ReadVector {
        std::array<std::pair<Value, uint32_t>, 2> place; // slot and vector: what a register gives, and what is added
        Values values;
    };
    std::vector<ReadVector> vectors_; // of constant buffers that a register chose, in this stretch of straight code
    uint32_t vectorsEpoch_ = 0;
    std::optional<Gradients> gradients_;   // of a sample within the cases of a divergent switch
    const Inst* inst_ = nullptr;      // being lifted
    uint32_t linkageData_ = ~0u;      // resource of the internal constant buffer
    // Instructions lifted, counting those of each case and of each phase's copy: hostile programs multiply.
    static constexpr size_t kMaxExpansion = 200'000;
    size_t lifted_ = 0;
    uint32_t phaseIndex_ = 0;         // whose copy of the subroutines is meant
    std::vector<uint32_t> calledLabels_; // of hull phases: subroutines that this phase calls, as indices of labels()

    bool strict_ = false; // no refactoring allowed

    // Structure.
    bool inMain_ = true;
    bool dead_ = false;
    uint32_t deadDepth_ = 0;
};

} // namespace hendeca::translate
