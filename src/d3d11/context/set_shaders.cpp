// Shader stages: shaders, constant buffers, shader resources, samplers. All stages share one piece of code.
#include "d3d11/context/context_base.h"
#include "d3d11/context/shader_access.h"

#include "d3d11/resource/buffer.h"
#include "d3d11/shader/shader.h"
#include "d3d11/state/sampler_state.h"
#include "d3d11/view/shader_resource_view.h"
#include "util/log.h"

namespace hendeca::d3d11 {

using spirv::Stage;

namespace {

uint64_t stageBit(Stage stage, uint64_t bit) {
    return bit << (4 * static_cast<uint32_t>(stage));
}

// D3D11 ignores a call whose slots do not all exist.
bool slotsValid(UINT start, UINT count, uint32_t limit, const char* what) {
    if (start <= limit && count <= limit - start) [[likely]]
        return true;
    HENDECA_WARN_ONCE("%s: slots %u to %u do not all exist; the call is ignored", what, start, start + count);
    return false;
}

// Both arrays or none, multiples of 16 constants, at most 4096; one bad range and the whole call is ignored (Microsoft
// Learn, VSSetConstantBuffers1).
bool rangesValid(UINT count, const UINT* first, const UINT* constants) {
    bool valid = !first == !constants;
    for (UINT i = 0; valid && first && i < count; i++)
        valid = !((first[i] | constants[i]) & 15) && constants[i] <= kWholeBuffer;
    if (!valid)
        HENDECA_WARN_ONCE("SetConstantBuffers1: first constants or counts that are not allowed; the call is ignored");
    return valid;
}

} // namespace

void ContextBase::setShader(Stage stage, ID3D11DeviceChild* shader, ID3D11ClassInstance* const* instances, UINT count) {
    Lock lock(*this);
    StageState& state = shadow_.stage(stage);
    count = instances ? count : 0;
    if (state.shader == shader && !state.interfaces && !count) [[likely]]
        return;
    DeviceObject* object = shaderObject(stage, shader);
    const ShaderInterfaces* interfaces = object ? static_cast<ShaderBase*>(object)->interfaces() : nullptr;
    if (shader && count && count != (interfaces ? interfaces->slotCount() : 0)) {
        HENDECA_WARN_ONCE("SetShader: %u class instances for a shader with %u interfaces; the call is ignored", count,
                          interfaces ? interfaces->slotCount() : 0);
        return;
    }
    state.classInstanceCount = shader ? count : 0;
    for (UINT i = 0; i < state.classInstanceCount; i++) {
        state.classInstances[i] = static_cast<ClassInstance*>(instances[i]);
        keep(state.classInstances[i]);
    }
    state.shaderObject = object;
    keep(object);
    state.shader = shader;
    state.interfaces = interfaces;
    state.gpuShader = gpuShader(stage, shader);
    if (interfaces && (!count || !interfaces->resolve(state.classInstances, nullptr))) {
        HENDECA_WARN_ONCE("SetShader: an interface without a fitting class instance; the shader is disabled");
        state.gpuShader = nullptr;
    }
    shadow_.dirty |= stageBit(stage, kDirtyShader0);
    // What a patch is depends on who takes it.
    if ((stage == Stage::Hull || stage == Stage::Geometry) &&
        shadow_.topology >= D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST)
        shadow_.dirty |= kDirtyTopology;
}

void ContextBase::getShader(Stage stage, REFIID iid, void** shader, ID3D11ClassInstance** instances, UINT* count) {
    Lock lock(*this);
    const StageState& state = shadow_.stage(stage);
    if (shader) {
        *shader = state.shader;
        if (state.shader)
            state.shader->AddRef();
    }
    if (!count)
        return;
    if (instances)
        for (UINT i = 0; i < *count; i++) {
            instances[i] = i < state.classInstanceCount ? state.classInstances[i] : nullptr;
            if (instances[i])
                instances[i]->AddRef();
        }
    *count = state.classInstanceCount;
}

void ContextBase::setUniforms(Stage stage, UINT start, UINT count, ID3D11Buffer* const* buffers, const UINT* first,
                              const UINT* constants) {
    Lock lock(*this);
    if (!slotsValid(start, count, spirv::kConstantBufferSlots, "SetConstantBuffers"))
        return;
    if (!rangesValid(count, first, constants))
        return;
    StageState& state = shadow_.stage(stage);
    for (UINT i = 0; i < count; i++) {
        UniformSlot wanted;
        wanted.buffer = buffers ? static_cast<Buffer*>(buffers[i]) : nullptr;
        if (first && constants) {
            wanted.firstConstant = first[i];
            wanted.constantCount = constants[i];
        }
        UniformSlot& slot = state.uniforms[start + i];
        if (slot == wanted)
            continue;
        if (slot.buffer != wanted.buffer)
            keep(wanted.buffer);
        slot = wanted;
        state.dirtyUniforms.add(start + i);
        shadow_.dirty |= stageBit(stage, kDirtyUniforms0);
    }
}

void ContextBase::getUniforms(Stage stage, UINT start, UINT count, ID3D11Buffer** buffers, UINT* first,
                              UINT* constants) {
    Lock lock(*this);
    const StageState& state = shadow_.stage(stage);
    for (UINT i = 0; i < count; i++) {
        const bool inside = start + i < spirv::kConstantBufferSlots;
        const UniformSlot slot = inside ? state.uniforms[start + i] : UniformSlot{};
        if (buffers) {
            buffers[i] = slot.buffer;
            if (slot.buffer)
                slot.buffer->AddRef();
        }
        if (first)
            first[i] = slot.firstConstant;
        if (constants)
            constants[i] = slot.constantCount;
    }
}

void ContextBase::setResources(Stage stage, UINT start, UINT count, ID3D11ShaderResourceView* const* views) {
    Lock lock(*this);
    if (!slotsValid(start, count, spirv::kSrvSlots, "SetShaderResources"))
        return;
    StageState& state = shadow_.stage(stage);
    for (UINT i = 0; i < count; i++) {
        auto* view = views ? static_cast<ShaderResourceView*>(views[i]) : nullptr;
        const uint32_t slot = start + i;
        if (state.resources[slot] == view)
            continue;
        bool hazardous = false;
        if (view && view->mayBeOutput()) {
            hazardous = true;
            const bool taken = stage == Stage::Compute ? boundForComputeOutput(view->range())
                                                       : boundForGraphicsOutput(view->range());
            if (taken) {
                // The resource is bound for output: the slot becomes empty (D3D11.3 specification, 4.4.2).
                view = nullptr;
                hazardous = false;
                if (!state.resources[slot])
                    continue;
            }
        }
        keep(view);
        state.resources[slot] = view;
        state.hazardous.set(slot, hazardous);
        state.dirtyResources.add(slot);
        if (view && slot >= state.resourceEnd)
            state.resourceEnd = slot + 1;
        shadow_.dirty |= stageBit(stage, kDirtyResources0);
    }
}

void ContextBase::getResources(Stage stage, UINT start, UINT count, ID3D11ShaderResourceView** views) {
    Lock lock(*this);
    const StageState& state = shadow_.stage(stage);
    for (UINT i = 0; views && i < count; i++) {
        views[i] = start + i < spirv::kSrvSlots ? state.resources[start + i] : nullptr;
        if (views[i])
            views[i]->AddRef();
    }
}

void ContextBase::setSamplers(Stage stage, UINT start, UINT count, ID3D11SamplerState* const* samplers) {
    Lock lock(*this);
    if (!slotsValid(start, count, spirv::kSamplerSlots, "SetSamplers"))
        return;
    StageState& state = shadow_.stage(stage);
    for (UINT i = 0; i < count; i++) {
        auto* sampler = samplers ? static_cast<SamplerState*>(samplers[i]) : nullptr;
        if (state.samplers[start + i] == sampler)
            continue;
        keep(sampler);
        state.samplers[start + i] = sampler;
        state.dirtySamplers.add(start + i);
        shadow_.dirty |= stageBit(stage, kDirtySamplers0);
    }
}

void ContextBase::getSamplers(Stage stage, UINT start, UINT count, ID3D11SamplerState** samplers) {
    Lock lock(*this);
    const StageState& state = shadow_.stage(stage);
    for (UINT i = 0; samplers && i < count; i++) {
        samplers[i] = start + i < spirv::kSamplerSlots ? state.samplers[start + i] : nullptr;
        if (samplers[i])
            samplers[i]->AddRef();
    }
}

} // namespace hendeca::d3d11
