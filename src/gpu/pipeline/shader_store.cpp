#include "gpu/pipeline/shader_store.h"

#include "util/log.h"
#include "vk/device.h"

namespace hendeca::gpu {

namespace {

constexpr const char* kStageNames[] = {"vertex", "hull", "domain", "geometry", "pixel", "compute"};

} // namespace

class ShaderEntry::Task final : public CompileTask {
public:
    explicit Task(ShaderEntry& entry) : entry_(entry) {}

private:
    void run() override { entry_.compileBase(); }
    void cancelled() override { entry_.bad_.store(true, std::memory_order_release); }
    ShaderEntry& entry_;
};

ShaderEntry::ShaderEntry(ShaderStore& store, const ShaderDesc& desc, uint32_t id)
    : store_(store), id_(id), stage_(desc.stage), key_{desc.key[0], desc.key[1]}, job_(desc.job), capture_(desc.capture),
      task_(std::make_shared<Task>(*this)) {}

ShaderEntry::~ShaderEntry() {
    if (!store_.device_)
        return;
    for (auto& compiled : variants_) {
        if (compiled && compiled->module)
            store_.device_->fn().DestroyShaderModule(store_.device_->handle(), compiled->module, nullptr);
    }
}

std::unique_ptr<CompiledShader> ShaderEntry::compile(const ShaderVariant& variant) {
    auto failed = [&](const Error& error) {
        logError("%s shader %016llx%016llx cannot be used, draws with it are skipped: %s",
                 kStageNames[static_cast<size_t>(stage_)], static_cast<unsigned long long>(key_[1]),
                 static_cast<unsigned long long>(key_[0]), error.what.c_str());
        return nullptr;
    };
    if (!job_)
        return failed(makeError(ErrorCode::Internal, "it has no translation job"));
    Result<spirv::ShaderBinary> binary = job_(variant);
    if (!binary)
        return failed(binary.error());
    auto compiled = std::make_unique<CompiledShader>();
    compiled->id = store_.nextCompiledId_.fetch_add(1, std::memory_order_relaxed);
    compiled->entry = this;
    compiled->variant = variant;
    compiled->binary = std::move(*binary);
    if (store_.device_) {
        VkShaderModuleCreateInfo info{VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
        info.codeSize = compiled->binary.words.size() * sizeof(uint32_t);
        info.pCode = compiled->binary.words.data();
        vk::Device& device = *store_.device_;
        Status status = device.check(
            device.fn().CreateShaderModule(device.handle(), &info, nullptr, &compiled->module), "make a shader module");
        if (!status)
            return failed(status.error());
        // The driver has its copy now.
        std::vector<uint32_t>().swap(compiled->binary.words);
    }
    return compiled;
}

void ShaderEntry::compileBase() {
    std::unique_ptr<CompiledShader> compiled = compile({});
    if (!compiled) {
        bad_.store(true, std::memory_order_release);
        return;
    }
    const CompiledShader* raw = compiled.get();
    {
        std::lock_guard lock(mutex_);
        variants_.push_back(std::move(compiled));
    }
    base_.store(raw, std::memory_order_release);
    if (store_.listener_)
        store_.listener_->shaderReady(*raw);
}

const CompiledShader* ShaderEntry::wait() {
    if (const CompiledShader* ready = peek())
        return ready;
    if (!bad())
        store_.queue_.finish(*task_);
    return peek();
}

const CompiledShader* ShaderEntry::variant(const ShaderVariant& variant) {
    if (variant == ShaderVariant{})
        return wait();
    // One at a time: variants are rare, and two threads would only translate the same twice.
    std::lock_guard lock(mutex_);
    for (auto& compiled : variants_) {
        if (compiled->variant == variant)
            return compiled->module || !store_.device_ ? compiled.get() : nullptr;
    }
    std::unique_ptr<CompiledShader> compiled = compile(variant);
    if (!compiled) {
        // Remembered without a module, so that the next draw does not try again.
        compiled = std::make_unique<CompiledShader>();
        compiled->variant = variant;
        variants_.push_back(std::move(compiled));
        return nullptr;
    }
    variants_.push_back(std::move(compiled));
    return variants_.back().get();
}

ShaderStore::ShaderStore(std::shared_ptr<vk::Device> device, CompileQueue& queue)
    : device_(std::move(device)), queue_(queue) {}

ShaderStore::~ShaderStore() = default;

std::unique_ptr<Shader, void (*)(Shader*)> ShaderStore::create(const ShaderDesc& desc) {
    auto destroy = [](Shader* shader) { delete shader; };
    std::shared_ptr<CompileTask> task;
    ShaderEntry* entry = nullptr;
    {
        std::lock_guard lock(mutex_);
        auto& slot = entries_[static_cast<size_t>(desc.stage)][{desc.key[0], desc.key[1]}];
        if (!slot) {
            slot = std::make_unique<ShaderEntry>(*this, desc, nextEntryId_.fetch_add(1, std::memory_order_relaxed));
            if (!desc.capture)
                task = slot->task_;
        }
        entry = slot.get();
    }
    if (task)
        queue_.add(std::move(task), CompilePriority::Normal);
    return {new Shader(*entry), destroy};
}

size_t ShaderStore::entryCount() {
    std::lock_guard lock(mutex_);
    size_t count = 0;
    for (auto& entries : entries_)
        count += entries.size();
    return count;
}

} // namespace hendeca::gpu
