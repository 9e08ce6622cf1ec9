#pragma once
// Shaders by key. A Shader is what one creation call got: a handle on the entry that all equal keys share. An entry is
// pending until its job has run on a compile thread, then ready or bad, and keeps every variant that pipelines asked for.
// Entries live as long as the store: programs make the same shaders again and again, and pipelines hang on their ids.
// Any thread may create, wait and read; a compiled shader is immutable.

#include "gpu/pipeline/compile_queue.h"
#include "gpu/pipeline/shader.h"
#include "vk/fns.h"

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

namespace hendeca::vk {
class Device;
}

namespace hendeca::gpu {

class ShaderEntry;

// A variant, translated. `binary.words` is empty once the module exists.
struct CompiledShader {
    uint32_t id = 0; // unique in the process, never used again
    ShaderEntry* entry = nullptr;
    ShaderVariant variant;
    spirv::ShaderBinary binary;
    VkShaderModule module = VK_NULL_HANDLE; // null without a device (tests)
};

// Told on a compile thread when an ordinary variant becomes ready, before waiters wake: builds what can be built ahead.
class ShaderListener {
public:
    virtual void shaderReady(const CompiledShader& shader) = 0;

protected:
    ~ShaderListener() = default;
};

class ShaderStore;

class ShaderEntry {
public:
    ShaderEntry(ShaderStore& store, const ShaderDesc& desc, uint32_t id);
    ~ShaderEntry();

    uint32_t id() const { return id_; }
    spirv::Stage stage() const { return stage_; }
    // Without waiting: null while pending, or when bad.
    const CompiledShader* peek() const { return base_.load(std::memory_order_acquire); }
    bool bad() const { return bad_.load(std::memory_order_acquire); }
    // Not null: a stage that only captures, which has no code and is never waited for.
    const void* capture() const { return capture_.get(); }
    // The ordinary variant; waits for it, or translates it here. Null when the shader is bad (logged once).
    const CompiledShader* wait();
    // Another variant; made here when nobody asked before.
    const CompiledShader* variant(const ShaderVariant& variant);

private:
    friend class ShaderStore;
    class Task;
    std::unique_ptr<CompiledShader> compile(const ShaderVariant& variant);
    void compileBase();

    ShaderStore& store_;
    uint32_t id_;
    spirv::Stage stage_;
    uint64_t key_[2];
    ShaderJob job_;
    std::shared_ptr<const void> capture_;
    std::shared_ptr<CompileTask> task_;
    std::atomic<const CompiledShader*> base_{nullptr};
    std::atomic<bool> bad_{false};
    std::mutex mutex_;
    std::vector<std::unique_ptr<CompiledShader>> variants_;
};

class Shader : public Object {
public:
    explicit Shader(ShaderEntry& entry) : entry_(&entry) {}
    ShaderEntry& entry() const { return *entry_; }
    uint32_t id() const { return entry_->id(); } // equal keys have equal ids
    spirv::Stage stage() const { return entry_->stage(); }

private:
    ShaderEntry* entry_;
};

class ShaderStore {
public:
    // `device` may be null: then no shader modules are made.
    ShaderStore(std::shared_ptr<vk::Device> device, CompileQueue& queue);
    ~ShaderStore(); // the queue must have been closed, or be empty

    void setListener(ShaderListener* listener) { listener_ = listener; } // before the first create
    // Starts the translation of a new key. Never null; delete the Shader when no stream names it any more.
    std::unique_ptr<Shader, void (*)(Shader*)> create(const ShaderDesc& desc);
    size_t entryCount();

private:
    friend class ShaderEntry;
    std::shared_ptr<vk::Device> device_;
    CompileQueue& queue_;
    ShaderListener* listener_ = nullptr;
    std::mutex mutex_;
    std::map<std::pair<uint64_t, uint64_t>, std::unique_ptr<ShaderEntry>> entries_[spirv::kStageCount];
    std::atomic<uint32_t> nextEntryId_{1}, nextCompiledId_{1};
};

} // namespace hendeca::gpu
