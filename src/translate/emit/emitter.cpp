// Structure: functions, blocks, merges, and the execution modes of the stage.

#include "translate/emit/emitter.h"

#include "translate/emit/emit.h"

namespace hendeca::translate {

using ir::OpCode;
using spirv::Capability;
using spirv::ExecutionMode;
using spirv::ExecutionModel;
using spirv::FunctionId;

namespace {

constexpr uint32_t kMainFunction = ~0u;

spirv::Stage spirvStage(ir::Stage stage) {
    return static_cast<spirv::Stage>(stage);
}
static_assert(static_cast<int>(ir::Stage::Vertex) == static_cast<int>(spirv::Stage::Vertex) &&
              static_cast<int>(ir::Stage::Hull) == static_cast<int>(spirv::Stage::Hull) &&
              static_cast<int>(ir::Stage::Domain) == static_cast<int>(spirv::Stage::Domain) &&
              static_cast<int>(ir::Stage::Geometry) == static_cast<int>(spirv::Stage::Geometry) &&
              static_cast<int>(ir::Stage::Pixel) == static_cast<int>(spirv::Stage::Pixel) &&
              static_cast<int>(ir::Stage::Compute) == static_cast<int>(spirv::Stage::Compute));

ExecutionModel executionModel(ir::Stage stage) {
    switch (stage) {
    case ir::Stage::Vertex:
        return ExecutionModel::Vertex;
    case ir::Stage::Hull:
        return ExecutionModel::TessellationControl;
    case ir::Stage::Domain:
        return ExecutionModel::TessellationEvaluation;
    case ir::Stage::Geometry:
        return ExecutionModel::Geometry;
    case ir::Stage::Pixel:
        return ExecutionModel::Fragment;
    default:
        return ExecutionModel::GLCompute;
    }
}

} // namespace

Emitter::Emitter(const ir::Module& module, const Options& options) : module_(module), options_(options) {
    results_.resize(module.ops.size());
    constants_.resize(module.constants.size());
    vars_.resize(module.vars.size());
    resources_.resize(module.resources.size());
    markerInfo_.resize(module.ops.size());
}

void Emitter::fail(std::string what) {
    if (!error_)
        error_ = makeError(ErrorCode::Unsupported, std::move(what));
}

Result<spirv::ShaderBinary> Emitter::run() {
    out_.stage = spirvStage(module_.stage);
    b_.capability(Capability::Shader);
    const FunctionId main = function(kMainFunction);
    b_.entryPoint(executionModel(module_.stage), main, "main");
    scan();
    for (uint32_t i = 0; i < module_.ops.size() && !error_; ++i)
        emitOp(i);
    if (error_)
        return *error_;
    emitStageFacts();
    emitFloatControls();
    finishResources();
    out_.words = b_.finish();
    return std::move(out_);
}

// What must be known before a marker is written: whether an if has an else, and the labels of a switch.
void Emitter::scan() {
    std::vector<uint32_t> open;
    uint32_t previousLabel = ~0u; // op of the label just before, when nothing stands between
    for (uint32_t i = 0; i < module_.ops.size(); ++i) {
        const Op& op = module_.ops[i];
        if (op.code == OpCode::Nop)
            continue;
        uint32_t thisLabel = ~0u;
        switch (op.code) {
        case OpCode::If:
        case OpCode::Loop:
            open.push_back(i);
            break;
        case OpCode::Else:
            markerInfo_[open.back()] = 1;
            break;
        case OpCode::EndIf:
        case OpCode::EndLoop:
        case OpCode::EndSwitch:
            open.pop_back();
            break;
        case OpCode::Switch:
            open.push_back(i);
            markerInfo_[i] = static_cast<uint32_t>(switches_.size());
            switches_.emplace_back();
            break;
        case OpCode::Case:
        case OpCode::Default: {
            SwitchInfo& info = switches_[markerInfo_[open.back()]];
            const uint32_t label = previousLabel == ~0u ? b_.allocateLabel().id : markerInfo_[previousLabel];
            markerInfo_[i] = label;
            thisLabel = i;
            if (op.code == OpCode::Default) {
                if (!info.defaultLabel)
                    info.defaultLabel = {label};
                break;
            }
            info.targets.insert(info.targets.end(), {module_.imm(op, 0), label}); // no two are equal
            break;
        }
        case OpCode::Barrier:
            uavBarriers_ |= (module_.imm(op, 0) & (ir::kBarrierUavGroup | ir::kBarrierUavGlobal)) != 0;
            break;
        default:
            break;
        }
        previousLabel = thisLabel;
    }
}

FunctionId Emitter::function(uint32_t id) {
    for (const auto& [known, function] : functions_)
        if (known == id)
            return function;
    functions_.emplace_back(id, b_.allocateFunction());
    return functions_.back().second;
}

// Code that nothing reaches still needs a block.
void Emitter::openBlock() {
    if (!b_.blockOpen())
        b_.label(b_.allocateLabel());
}

void Emitter::emitOp(uint32_t index) {
    const Op& op = module_.ops[index];
    if (op.code == OpCode::Nop)
        return;
    if (op.info().has(ir::kMarker)) {
        emitMarker(index);
        return;
    }
    openBlock();
    if (emitSimple(index) || emitVariableOp(index) || emitValue(index) || emitResourceOp(index) || emitImageOp(index))
        return;
    switch (op.code) {
    case OpCode::Call:
        b_.value(spirv::Op::FunctionCall, b_.typeVoid(), {function(module_.imm(op, 0)).id});
        return;
    case OpCode::Demote:
        b_.capability(Capability::DemoteToHelperInvocation);
        b_.op(spirv::Op::DemoteToHelperInvocation, {});
        out_.flags |= spirv::kUsesDiscard;
        return;
    case OpCode::Barrier:
        emitBarrier(module_.imm(op, 0));
        return;
    case OpCode::EmitVertex:
    case OpCode::EndPrimitive: {
        const bool emits = op.code == OpCode::EmitVertex;
        if (!module_.multipleStreams)
            b_.op(emits ? spirv::Op::EmitVertex : spirv::Op::EndPrimitive, {});
        else
            b_.op(emits ? spirv::Op::EmitStreamVertex : spirv::Op::EndStreamPrimitive,
                  {b_.constantU32(vulkanStream(module_.imm(op, 0))).id});
        return;
    }
    default:
        fail("IR op without SPIR-V: " + std::string(op.info().name));
    }
}

// Where the driver draws stream 0 only, that and the one to be drawn change places.
uint32_t Emitter::vulkanStream(uint32_t stream) const {
    if (options_.rasterizationStreamSelect || (stream != 0 && stream != drawnStream()))
        return stream;
    return drawnStream() - stream;
}

void Emitter::emitMarker(uint32_t index) {
    const Op& op = module_.ops[index];
    // The innermost frame that a break (or only a loop, that a continue) refers to.
    const auto target = [&](bool loopOnly) -> Frame* {
        for (size_t i = frames_.size(); i-- > 0;)
            if (frames_[i].opener == OpCode::Loop || (!loopOnly && frames_[i].opener == OpCode::Switch))
                return &frames_[i];
        fail("a break or continue outside of its construct");
        return nullptr;
    };
    const auto leave = [&](LabelId to) {
        if (b_.blockOpen())
            b_.branch(to);
    };
    switch (op.code) {
    case OpCode::Function:
        emitFunctionStart(op);
        return;
    case OpCode::EndFunction:
        b_.endFunction();
        return;
    case OpCode::If: {
        openBlock();
        Frame frame{OpCode::If, b_.allocateLabel(), {}, false};
        const LabelId yes = b_.allocateLabel();
        if (markerInfo_[index])
            frame.other = b_.allocateLabel();
        const ValueId condition = arg(op, 0);
        b_.op(spirv::Op::SelectionMerge, {frame.merge.id, 0});
        b_.branchIf(condition, yes, frame.other ? frame.other : frame.merge);
        b_.label(yes);
        frames_.push_back(frame);
        return;
    }
    case OpCode::Else:
        leave(frames_.back().merge);
        b_.label(frames_.back().other);
        return;
    case OpCode::EndIf:
    case OpCode::EndSwitch:
        leave(frames_.back().merge);
        b_.label(frames_.back().merge);
        frames_.pop_back();
        return;
    case OpCode::Loop: {
        openBlock();
        const LabelId header = b_.allocateLabel();
        const LabelId body = b_.allocateLabel();
        Frame frame{OpCode::Loop, b_.allocateLabel(), b_.allocateLabel(), false};
        b_.branch(header);
        b_.label(header);
        b_.op(spirv::Op::LoopMerge, {frame.merge.id, frame.other.id, 0});
        b_.branch(body);
        b_.label(body);
        frame.header = header;
        frames_.push_back(frame);
        return;
    }
    case OpCode::EndLoop: {
        const Frame frame = frames_.back();
        frames_.pop_back();
        leave(frame.other);
        b_.label(frame.other);
        b_.branch(frame.header);
        b_.label(frame.merge);
        return;
    }
    case OpCode::Break:
    case OpCode::Continue:
        openBlock();
        if (Frame* frame = target(op.code == OpCode::Continue))
            b_.branch(op.code == OpCode::Continue ? frame->other : frame->merge);
        return;
    case OpCode::Switch:
        openBlock();
        emitSwitch(index);
        return;
    case OpCode::Case:
    case OpCode::Default:
        emitCaseLabel(index);
        return;
    case OpCode::Return:
        openBlock();
        b_.returnVoid();
        return;
    default:
        fail("a marker without SPIR-V");
    }
}

void Emitter::emitFunctionStart(const Op& op) {
    pointers_.clear();
    frames_.clear();
    b_.beginFunction(function(module_.imm(op, 0)));
}

void Emitter::emitSwitch(uint32_t index) {
    const SwitchInfo& info = switches_[markerInfo_[index]];
    const Frame frame{OpCode::Switch, b_.allocateLabel(), {}, false};
    std::vector<uint32_t> operands{arg(module_.ops[index], 0).id,
                                   info.defaultLabel ? info.defaultLabel.id : frame.merge.id};
    operands.insert(operands.end(), info.targets.begin(), info.targets.end());
    b_.op(spirv::Op::SelectionMerge, {frame.merge.id, 0});
    b_.op(spirv::Op::Switch, operands);
    frames_.push_back(frame);
}

void Emitter::emitCaseLabel(uint32_t index) {
    const LabelId label{markerInfo_[index]};
    if (label == currentCase_ && b_.blockOpen())
        return; // shares the block of the label before
    if (b_.blockOpen())
        b_.branch(label);
    b_.label(label);
    currentCase_ = label;
}

void Emitter::emitBarrier(uint32_t bits) {
    uint32_t semantics = 0;
    uint32_t scope = spirv::kScopeWorkgroup;
    if (bits & ir::kBarrierShared)
        semantics |= spirv::kMemoryWorkgroup;
    if (bits & (ir::kBarrierUavGroup | ir::kBarrierUavGlobal))
        semantics |= spirv::kMemoryUniform | spirv::kMemoryImage;
    if (bits & ir::kBarrierUavGlobal)
        scope = spirv::kScopeDevice;
    if (semantics)
        semantics |= spirv::kMemoryAcquireRelease;
    const uint32_t memoryScope = b_.constantU32(semantics ? scope : spirv::kScopeInvocation).id;
    const uint32_t memory = b_.constantU32(semantics).id;
    if (bits & (ir::kBarrierExecution | ir::kBarrierOutput))
        b_.op(spirv::Op::ControlBarrier, {b_.constantU32(spirv::kScopeWorkgroup).id, memoryScope, memory});
    else
        b_.op(spirv::Op::MemoryBarrier, {memoryScope, memory});
}

void Emitter::emitFloatControls() {
    const FunctionId main = function(kMainFunction);
    const auto mode = [&](bool wanted, Capability capability, ExecutionMode mode, uint32_t width) {
        if (!wanted)
            return;
        b_.capability(capability);
        b_.executionMode(main, mode, {width});
    };
    mode(options_.signedZeroInfNanPreserve32, Capability::SignedZeroInfNanPreserve,
         ExecutionMode::SignedZeroInfNanPreserve, 32);
    mode(options_.denormFlushToZero32, Capability::DenormFlushToZero, ExecutionMode::DenormFlushToZero, 32);
    mode(options_.roundToNearestEven32, Capability::RoundingModeRTE, ExecutionMode::RoundingModeRTE, 32);
    if (out_.has(spirv::kUsesFloat64)) {
        mode(options_.signedZeroInfNanPreserve32, Capability::SignedZeroInfNanPreserve,
             ExecutionMode::SignedZeroInfNanPreserve, 64);
        mode(options_.denormPreserve64, Capability::DenormPreserve, ExecutionMode::DenormPreserve, 64);
    }
}

void Emitter::emitStageFacts() {
    const FunctionId main = function(kMainFunction);
    using M = ir::Module;
    switch (module_.stage) {
    case ir::Stage::Compute:
        b_.executionMode(main, ExecutionMode::LocalSize,
                         {module_.workgroupSize[0], module_.workgroupSize[1], module_.workgroupSize[2]});
        out_.workgroupSize = module_.workgroupSize;
        break;
    case ir::Stage::Pixel:
        b_.executionMode(main, ExecutionMode::OriginUpperLeft);
        if (module_.earlyFragmentTests) {
            b_.executionMode(main, ExecutionMode::EarlyFragmentTests);
            out_.flags |= spirv::kEarlyFragmentTests;
        }
        if (out_.has(spirv::kWritesDepth)) {
            b_.executionMode(main, ExecutionMode::DepthReplacing);
            if (module_.depth == M::Depth::Greater)
                b_.executionMode(main, ExecutionMode::DepthGreater);
            else if (module_.depth == M::Depth::Less)
                b_.executionMode(main, ExecutionMode::DepthLess);
        }
        break;
    case ir::Stage::Geometry: {
        b_.capability(Capability::Geometry);
        static constexpr ExecutionMode kInputs[] = {ExecutionMode::InputPoints, ExecutionMode::InputLines,
                                                    ExecutionMode::InputLinesAdjacency, ExecutionMode::Triangles,
                                                    ExecutionMode::InputTrianglesAdjacency};
        static constexpr ExecutionMode kOutputs[] = {ExecutionMode::OutputPoints, ExecutionMode::OutputLineStrip,
                                                     ExecutionMode::OutputTriangleStrip};
        b_.executionMode(main, kInputs[static_cast<size_t>(module_.inputPrimitive)]);
        b_.executionMode(main, kOutputs[static_cast<size_t>(module_.outputTopology)]);
        b_.executionMode(main, ExecutionMode::OutputVertices, {module_.maxVertices});
        b_.executionMode(main, ExecutionMode::Invocations, {module_.invocations});
        if (module_.multipleStreams) {
            b_.capability(Capability::GeometryStreams);
            out_.rasterizedStream = vulkanStream(drawnStream());
        }
        break;
    }
    case ir::Stage::Hull:
        b_.capability(Capability::Tessellation);
        b_.executionMode(main, ExecutionMode::OutputVertices, {module_.outputControlPoints});
        [[fallthrough]];
    case ir::Stage::Domain: {
        b_.capability(Capability::Tessellation);
        static constexpr ExecutionMode kDomains[] = {ExecutionMode::Isolines, ExecutionMode::Triangles,
                                                     ExecutionMode::Quads};
        b_.executionMode(main, kDomains[static_cast<size_t>(module_.domain)]);
        if (module_.stage == ir::Stage::Domain)
            break;
        static constexpr ExecutionMode kSpacings[] = {ExecutionMode::SpacingEqual, ExecutionMode::SpacingFractionalOdd,
                                                      ExecutionMode::SpacingFractionalEven};
        b_.executionMode(main, kSpacings[static_cast<size_t>(module_.spacing)]);
        b_.executionMode(main, module_.tessClockwise ? ExecutionMode::VertexOrderCw : ExecutionMode::VertexOrderCcw);
        if (module_.tessPoints)
            b_.executionMode(main, ExecutionMode::PointMode);
        break;
    }
    default:
        break;
    }
    // Also when what is to be drawn is a stream that the shader does not have.
    const bool nothingDrawn = options_.rasterizedStream > 3 || (options_.rasterizedStream && !module_.multipleStreams);
    if (nothingDrawn && module_.stage != ir::Stage::Pixel && module_.stage != ir::Stage::Compute)
        out_.flags |= spirv::kNoRasterization;
    if (module_.xfb) {
        b_.capability(Capability::TransformFeedback);
        b_.executionMode(main, ExecutionMode::Xfb);
        out_.flags |= spirv::kUsesXfb;
    }
}

Result<spirv::ShaderBinary> emit(const ir::Module& module, const Options& options) {
    return Emitter(module, options).run();
}

} // namespace hendeca::translate
