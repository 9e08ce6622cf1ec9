#include "d3d11/debug/draw_checks.h"

#include "d3d11/context/shadow_state.h"
#include "d3d11/debug/debug_layer.h"
#include "d3d11/debug/shader_facts.h"
#include "d3d11/debug/stage_checks.h"
#include "d3d11/device/device.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/resource/texture.h"
#include "d3d11/state/blend_state.h"
#include "d3d11/state/depth_stencil_state.h"
#include "d3d11/state/input_layout.h"
#include "d3d11/view/depth_stencil_view.h"
#include "d3d11/view/render_target_view.h"
#include "gpu/format/format_support.h"
#include "gpu/format/format_table.h"

#include <algorithm>

namespace hendeca::d3d11 {

using spirv::Stage;

namespace {

struct Stages {
    const ShaderFacts* vertex;
    const ShaderFacts* hull;
    const ShaderFacts* domain;
    const ShaderFacts* geometry;
    const ShaderFacts* pixel;
};

uint32_t patchPoints(D3D11_PRIMITIVE_TOPOLOGY topology) {
    return topology >= D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST &&
                   topology <= D3D11_PRIMITIVE_TOPOLOGY_32_CONTROL_POINT_PATCHLIST
               ? topology - D3D11_PRIMITIVE_TOPOLOGY_1_CONTROL_POINT_PATCHLIST + 1
               : 0;
}

// The primitive that a topology hands to the geometry shader.
dxbc::Primitive primitiveOf(D3D11_PRIMITIVE_TOPOLOGY topology) {
    switch (topology) {
    case D3D11_PRIMITIVE_TOPOLOGY_POINTLIST:
        return dxbc::Primitive::Point;
    case D3D11_PRIMITIVE_TOPOLOGY_LINELIST:
    case D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP:
        return dxbc::Primitive::Line;
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST:
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP:
        return dxbc::Primitive::Triangle;
    case D3D11_PRIMITIVE_TOPOLOGY_LINELIST_ADJ:
    case D3D11_PRIMITIVE_TOPOLOGY_LINESTRIP_ADJ:
        return dxbc::Primitive::LineAdj;
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLELIST_ADJ:
    case D3D11_PRIMITIVE_TOPOLOGY_TRIANGLESTRIP_ADJ:
        return dxbc::Primitive::TriangleAdj;
    default:
        if (const uint32_t points = patchPoints(topology))
            return static_cast<dxbc::Primitive>(static_cast<uint32_t>(dxbc::Primitive::FirstPatch) + points - 1);
        return dxbc::Primitive::Undefined;
    }
}

// A topology that gives a geometry shader what it takes. Without adjacency wanted, adjacency given is dropped.
bool primitiveFits(dxbc::Primitive wanted, D3D11_PRIMITIVE_TOPOLOGY topology) {
    const dxbc::Primitive given = primitiveOf(topology);
    return wanted == given || (wanted == dxbc::Primitive::Line && given == dxbc::Primitive::LineAdj) ||
           (wanted == dxbc::Primitive::Triangle && given == dxbc::Primitive::TriangleAdj);
}

void checkVertexSlot(DebugLayer& debug, const VertexSlot& slot, const LayoutFacts::Slot& read, uint32_t index,
                     const DrawCall& call) {
    if (!slot.buffer)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_BUFFER_NOT_SET, call.name, "Slot %u.", index);
    if (slot.buffer->mapped)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_BOUND_RESOURCE_MAPPED, call.name, "Vertex buffer slot %u.", index);
    if (slot.offset % read.align)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_OFFSET_UNALIGNED, call.name, "Slot %u, offset %u.", index,
                  slot.offset);
    if (slot.stride % read.align)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_STRIDE_UNALIGNED, call.name, "Slot %u, stride %u.", index,
                  slot.stride);
    if (slot.stride < read.end)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_BUFFER_STRIDE_TOO_SMALL, call.name,
                  "Slot %u, stride %u, elements end at %u.", index, slot.stride, read.end);
    // Of indexed draws it is not known which vertices they read.
    if (!call.counted || (call.indexed && !read.perInstance))
        return;
    const uint64_t last =
        read.perInstance ? uint64_t(call.firstInstance) + call.instances : uint64_t(call.first) + call.count;
    const uint64_t needed = last ? slot.offset + (last - 1) * slot.stride + read.end : 0;
    if (needed > slot.buffer->size())
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_BUFFER_TOO_SMALL, call.name,
                  "Slot %u has %u bytes, the call reads %llu.", index, slot.buffer->size(),
                  static_cast<unsigned long long>(needed));
}

void checkInputAssembler(DebugLayer& debug, const ShadowState& shadow, const Stages& stages, const DrawCall& call) {
    if (shadow.topology == D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_INVALID_PRIMITIVETOPOLOGY, call.name);
    if (stages.vertex && !shadow.layout) {
        for (const dxbc::SignatureElement& input : stages.vertex->inputs.elements)
            if (input.systemValue != dxbc::SystemValue::VertexId &&
                input.systemValue != dxbc::SystemValue::InstanceId) {
                debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_INPUTLAYOUT_NOT_SET, call.name, "It reads %s%u.",
                          input.name.c_str(), input.semanticIndex);
                break;
            }
    }
    if (const LayoutFacts* layout = debug.layoutFacts(shadow.layout))
        for (uint32_t i = 0; i < gpu::kMaxVertexBuffers; i++)
            if (layout->slots[i].end)
                checkVertexSlot(debug, shadow.vertexBuffers[i], layout->slots[i], i, call);
    if (!call.indexed)
        return;
    if (!shadow.indexBuffer)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_INDEX_BUFFER_NOT_SET, call.name);
    const uint32_t size = shadow.indexFormat == DXGI_FORMAT_R16_UINT   ? 2
                          : shadow.indexFormat == DXGI_FORMAT_R32_UINT ? 4
                                                                       : 0;
    if (!size)
        return debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_INDEX_BUFFER_FORMAT_INVALID, call.name, "The format is %d.",
                         static_cast<int>(shadow.indexFormat));
    if (shadow.indexOffset % size)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_INDEX_OFFSET_UNALIGNED, call.name, "The offset is %u.",
                  shadow.indexOffset);
    const uint64_t needed = shadow.indexOffset + (uint64_t(call.first) + call.count) * size;
    if (call.counted && needed > shadow.indexBuffer->size())
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_INDEX_BUFFER_TOO_SMALL, call.name,
                  "It has %u bytes, the call reads %llu.", shadow.indexBuffer->size(),
                  static_cast<unsigned long long>(needed));
}

void checkPrimitives(DebugLayer& debug, const ShadowState& shadow, const Stages& stages, const DrawCall& call) {
    const bool hull = shadow.stages[static_cast<uint32_t>(Stage::Hull)].shader != nullptr;
    const bool domain = shadow.stages[static_cast<uint32_t>(Stage::Domain)].shader != nullptr;
    if (hull != domain)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_HS_XOR_DS_MISMATCH, call.name, "Only the %s shader is set.",
                  hull ? "hull" : "domain");
    const uint32_t points = patchPoints(shadow.topology);
    if (stages.hull && stages.hull->inputControlPoints != points)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_HULL_SHADER_INPUT_TOPOLOGY_MISMATCH, call.name,
                  "It takes %u control points, the topology gives %u.", stages.hull->inputControlPoints, points);
    if (stages.hull && stages.domain) {
        if (stages.hull->domain != stages.domain->domain)
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_HS_DS_TESSELLATOR_DOMAIN_MISMATCH, call.name);
        if (stages.domain->inputControlPoints && stages.hull->outputControlPoints != stages.domain->inputControlPoints)
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_HS_DS_CONTROL_POINT_COUNT_MISMATCH, call.name, "%u and %u.",
                      stages.hull->outputControlPoints, stages.domain->inputControlPoints);
    }
    if (stages.geometry && !hull && shadow.topology != D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED &&
        stages.geometry->inputPrimitive != dxbc::Primitive::Undefined &&
        !primitiveFits(stages.geometry->inputPrimitive, shadow.topology))
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_GS_INPUT_PRIMITIVE_MISMATCH, call.name, "The topology is %d.",
                  static_cast<int>(shadow.topology));
}

// An output of `from` for each input of `to` that rasterizer and input assembler do not make.
void checkLinkage(DebugLayer& debug, const ShaderFacts& from, const ShaderFacts& to, const char* call) {
    for (const dxbc::SignatureElement& input : to.inputs.elements) {
        if (input.systemValue != dxbc::SystemValue::None)
            continue;
        const char* const name = input.name.c_str();
        const dxbc::SignatureElement* output = from.outputs.find(input.name, input.semanticIndex);
        if (!output)
            debug.say(D3D11_MESSAGE_ID_DEVICE_SHADER_LINKAGE_SEMANTICNAME_NOT_FOUND, call, "%s stage reads %s%u.",
                      stageName(to.stage), name, input.semanticIndex);
        else if (output->reg != input.reg)
            debug.say(D3D11_MESSAGE_ID_DEVICE_SHADER_LINKAGE_REGISTERINDEX, call, "%s stage reads %s%u.",
                      stageName(to.stage), name, input.semanticIndex);
        else if (output->type != input.type)
            debug.say(D3D11_MESSAGE_ID_DEVICE_SHADER_LINKAGE_COMPONENTTYPE, call, "%s stage reads %s%u.",
                      stageName(to.stage), name, input.semanticIndex);
        else if (input.rwMask & ~output->mask)
            debug.say(D3D11_MESSAGE_ID_DEVICE_SHADER_LINKAGE_REGISTERMASK, call, "%s stage reads %s%u.",
                      stageName(to.stage), name, input.semanticIndex);
    }
}

dxbc::ComponentType componentOf(DXGI_FORMAT format) {
    switch (gpu::formatInfo(format).type) {
    case gpu::ComponentType::Uint:
        return dxbc::ComponentType::Uint32;
    case gpu::ComponentType::Sint:
        return dxbc::ComponentType::Sint32;
    default:
        return dxbc::ComponentType::Float32;
    }
}

void checkTargets(DebugLayer& debug, const ShadowState& shadow, const ShaderFacts& pixel, const char* call) {
    for (const dxbc::SignatureElement& output : pixel.outputs.elements) {
        if (output.systemValue != dxbc::SystemValue::Target &&
            !(output.systemValue == dxbc::SystemValue::None && output.reg < gpu::kMaxTargets))
            continue;
        const uint32_t slot = output.semanticIndex;
        const RenderTargetView* target = slot < gpu::kMaxTargets ? shadow.targets[slot] : nullptr;
        const bool dual = shadow.blend && shadow.blend->gpu()->dualSource;
        if (!target) {
            if (!dual || slot != 1)
                debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_RENDERTARGETVIEW_NOT_SET, call, "Slot %u.", slot);
            continue;
        }
        if (output.type != dxbc::ComponentType::Unknown && output.type != componentOf(target->format()))
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_PS_OUTPUT_TYPE_MISMATCH, call,
                      "Slot %u: the shader writes %s, the target is %s.", slot, dxbc::componentTypeName(output.type),
                      gpu::formatInfo(target->format()).name);
    }
}

void checkOutputMerger(DebugLayer& debug, const ShadowState& shadow, const Stages& stages, const DrawCall& call) {
    const bool rasterizes = stages.pixel || shadow.depthStencil || shadow.targetCount;
    if (rasterizes && !shadow.viewportCount)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VIEWPORT_NOT_SET, call.name);
    if (stages.pixel)
        checkTargets(debug, shadow, *stages.pixel, call.name);
    if (stages.pixel && shadow.depthStencilState && !shadow.depthStencil) {
        const D3D11_DEPTH_STENCIL_DESC& desc = shadow.depthStencilState->desc();
        if (desc.DepthEnable || desc.StencilEnable)
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_DEPTHSTENCILVIEW_NOT_SET, call.name);
    }
    if (!shadow.blend)
        return;
    const gpu::BlendState& blend = *shadow.blend->gpu();
    uint32_t bound = 0;
    for (uint32_t i = 0; i < shadow.targetCount; i++) {
        const RenderTargetView* target = shadow.targets[i];
        if (!target)
            continue;
        bound |= 1u << i;
        if (blend.targets[i].enable && !(debug.device().formats().support(target->format()) & gpu::kUseBlendable))
            debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_OM_RENDER_TARGET_DOES_NOT_SUPPORT_BLENDING, call.name,
                      "Slot %u: %s.", i, gpu::formatInfo(target->format()).name);
    }
    if (blend.dualSource && bound & ~1u)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_OM_DUAL_SOURCE_BLENDING_CAN_ONLY_HAVE_RENDER_TARGET_0, call.name);
}

} // namespace

void checkDraw(DebugLayer& debug, const ShadowState& shadow, const DrawCall& call) {
    const auto facts = [&](Stage stage) {
        return debug.shaderFacts(shadow.stages[static_cast<uint32_t>(stage)].shader);
    };
    const Stages stages{facts(Stage::Vertex), facts(Stage::Hull), facts(Stage::Domain), facts(Stage::Geometry),
                        facts(Stage::Pixel)};
    if (!shadow.stages[static_cast<uint32_t>(Stage::Vertex)].shader)
        debug.say(D3D11_MESSAGE_ID_DEVICE_DRAW_VERTEX_SHADER_NOT_SET, call.name);
    checkInputAssembler(debug, shadow, stages, call);
    checkPrimitives(debug, shadow, stages, call);
    const ShaderFacts* before = nullptr;
    for (const ShaderFacts* stage : {stages.vertex, stages.hull, stages.domain, stages.geometry, stages.pixel}) {
        if (!stage)
            continue;
        if (before)
            checkLinkage(debug, *before, *stage, call.name);
        before = stage;
        checkStage(debug, shadow, *stage, call.name);
    }
    checkOutputMerger(debug, shadow, stages, call);
}

void checkDispatch(DebugLayer& debug, const ShadowState& shadow, const char* name) {
    if (const ShaderFacts* compute = debug.shaderFacts(shadow.stages[static_cast<uint32_t>(Stage::Compute)].shader))
        checkStage(debug, shadow, *compute, name);
}

} // namespace hendeca::d3d11
