#pragma once
// The working state of one emission. Internal to src/translate/emit: structure in emitter.cpp, arithmetic in
// emit_values.cpp, variables in emit_variables.cpp, resources in emit_resources.cpp.

#include "spirv/module_builder.h"
#include "spirv/shader_binary.h"
#include "translate/ir/module.h"
#include "translate/options.h"
#include "util/result.h"

#include <optional>

namespace hendeca::translate {

// Pointers of a function's entry block, by what they point at.
class PointerCache {
public:
    void clear();
    // The slot of a key: zero when it is new.
    uint32_t& at(uint64_t key);

private:
    void grow();
    struct Entry {
        uint64_t key = 0; // 0: empty
        uint32_t id = 0;
    };
    std::vector<Entry> entries_;
    uint32_t count_ = 0;
};

class Emitter {
public:
    Emitter(const ir::Module& module, const Options& options);
    Result<spirv::ShaderBinary> run();

private:
    using Op = ir::Op;
    using ValueId = spirv::ValueId;
    using TypeId = spirv::TypeId;
    using LabelId = spirv::LabelId;

    struct Frame {
        ir::OpCode opener;
        LabelId merge;
        LabelId other; // else of If, continue of Loop
        bool sawElse = false;
        LabelId header; // of Loop
    };
    struct SwitchInfo {
        std::vector<uint32_t> targets; // literal, label, ...
        LabelId defaultLabel;
    };

    // --- emitter.cpp ---
    void scan();
    void emitOp(uint32_t index);
    void emitMarker(uint32_t index);
    uint32_t drawnStream() const { return options_.rasterizedStream > 3 ? 0 : options_.rasterizedStream; }
    uint32_t vulkanStream(uint32_t stream) const;
    void emitFunctionStart(const Op& op);
    void emitSwitch(uint32_t index);
    void emitCaseLabel(uint32_t index);
    void emitBarrier(uint32_t bits);
    void emitStageFacts();
    void emitFloatControls();
    spirv::FunctionId function(uint32_t id);
    void openBlock();

    // --- emit_values.cpp ---
    bool emitSimple(uint32_t index);
    bool emitValue(uint32_t index);
    ValueId memberOfPair(uint32_t member, spirv::Op op, const Op& irOp);

    // --- emit_variables.cpp ---
    bool emitVariableOp(uint32_t index);
    void emitLoad(uint32_t index);
    void emitStore(const Op& op);
    ValueId variable(uint32_t var);
    ValueId pointer(const Op& op, uint32_t firstIndex);
    TypeId varType(const ir::Var& var);
    spirv::StorageClass storageOf(const ir::Var& var) const;
    ValueId constantData(const ir::Var& var, TypeId type);
    void decorateIo(const ir::Var& var, ValueId id);
    void decorateBuiltin(const ir::Var& var, ValueId id);
    void emitAtomic(uint32_t index, ValueId pointer, ir::AtomicOp op, ValueId value, ValueId comparand, uint32_t scope,
                    TypeId type);

    // --- emit_resources.cpp, emit_images.cpp ---
    bool emitResourceOp(uint32_t index);
    bool emitImageOp(uint32_t index);
    ValueId resourceVariable(uint32_t resource, bool depth = false);
    void makeBinding(uint32_t resource, ValueId variable);
    TypeId imageType(const ir::Resource& resource, bool depth);
    spirv::ImageFormat storageFormat(const ir::Resource& resource);
    ValueId wordPointer(uint32_t resource, ir::Value word);
    ValueId offsetConstant(uint32_t resource);
    ValueId sampledImage(uint32_t texture, uint32_t sampler, bool depth);
    ValueId loadImage(uint32_t resource);
    ValueId constOffset(uint32_t packed, uint32_t count);
    void emitSample(uint32_t index);
    void emitGather(uint32_t index);
    void emitFetch(uint32_t index);
    void emitImageAccess(uint32_t index);
    ValueId sliceCoordinates(uint32_t resource, const ir::Value& coordinates);
    void emitUavSize(uint32_t index);
    void imageResult(uint32_t index, spirv::Op plain, spirv::Op sparse, std::span<const uint32_t> operands);
    void finishResources();

    TypeId type(ir::Type type);
    ValueId value(ir::Value value);
    ValueId arg(const Op& op, uint32_t i) { return value(module_.arg(op, i)); }
    bool has(const Op& op, uint32_t i) const { return i < op.argCount && module_.arg(op, i).valid(); }
    void set(uint32_t index, ValueId id) { results_[index] = id; }
    void fail(std::string what);

    const ir::Module& module_;
    const Options& options_;
    spirv::ModuleBuilder b_;
    spirv::ShaderBinary out_;
    std::optional<Error> error_;

    std::vector<ValueId> results_;
    std::vector<ValueId> constants_;
    std::vector<ValueId> vars_;
    std::array<TypeId, 32> types_{};
    std::vector<Frame> frames_;
    std::vector<SwitchInfo> switches_;
    std::vector<uint32_t>
        markerInfo_; // If: 1 when it has an else. Switch: index into switches_. Labels: their label id
    std::vector<std::pair<uint32_t, spirv::FunctionId>> functions_;
    PointerCache pointers_;

    struct ResourceState {
        ValueId variable;
        ValueId depthVariable;
        TypeId imageType, depthImageType;
        ValueId offset;
        uint32_t binding = ~0u; // index into out_.bindings
    };
    std::vector<ResourceState> resources_;
    TypeId uniformBlock_, wordsBlock_, counterBlock_;
    ValueId sampleCount_;
    uint32_t aliases_ = 0; // bindings given to slots that have one already
    uint16_t nextOffsetSpecId_ = spirv::kFirstOffsetSpecId;
    std::vector<std::pair<uint32_t, ValueId>> residency_; // op of a sparse read -> its code
    bool uavBarriers_ = false;
    LabelId currentCase_;
};

} // namespace hendeca::translate
