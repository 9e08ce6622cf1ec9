#include "d3d11/state/input_layout.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/state/state_tables.h"
#include "dxbc/container.h"
#include "gpu/format/format_support.h"
#include "util/log.h"
#include "util/text.h"

#include <algorithm>

namespace hendeca::d3d11 {

namespace {

constexpr UINT kMaxElements = 32; // D3D11_IA_VERTEX_INPUT_STRUCTURE_ELEMENT_COUNT

struct ReadElement {
    const D3D11_INPUT_ELEMENT_DESC* desc;
    uint32_t offset; // bytes, resolved
};

struct SlotFacts {
    bool used = false;
    bool perInstance = false;
    uint32_t stepRate = 0;
    uint32_t end = 0; // bytes after the element named last
};

// Judges the descriptions and resolves offsets that follow on from the element before.
bool readElements(Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT count, std::vector<ReadElement>& made,
                  SlotFacts (&slots)[gpu::kMaxVertexBuffers]) {
    for (UINT i = 0; i < count; i++) {
        const D3D11_INPUT_ELEMENT_DESC& desc = elements[i];
        const gpu::FormatInfo& info = gpu::formatInfo(desc.Format);
        if (!desc.SemanticName || desc.InputSlot >= gpu::kMaxVertexBuffers || info.key != uint32_t(desc.Format) ||
            !(device.formats().support(desc.Format) & gpu::kUseVertexBuffer))
            return false;
        const bool perInstance = desc.InputSlotClass == D3D11_INPUT_PER_INSTANCE_DATA;
        if (!perInstance && (desc.InputSlotClass != D3D11_INPUT_PER_VERTEX_DATA || desc.InstanceDataStepRate))
            return false;
        SlotFacts& slot = slots[desc.InputSlot];
        if (slot.used && (slot.perInstance != perInstance || slot.stepRate != desc.InstanceDataStepRate))
            return false;
        // Elements start at multiples of 4 bytes, small ones at multiples of their size.
        const uint32_t alignment = std::min<uint32_t>(4, info.bytes);
        uint32_t offset = desc.AlignedByteOffset;
        if (offset == D3D11_APPEND_ALIGNED_ELEMENT)
            offset = (slot.end + alignment - 1) / alignment * alignment;
        else if (offset % alignment)
            return false;
        slot = {true, perInstance, desc.InstanceDataStepRate, offset + info.bytes};
        made.push_back({&desc, offset});
    }
    return true;
}

// Inputs that no vertex buffer feeds. Two go by their names, too: a pixel shader's signature may stand for the vertex
// shader's, and does not mark them.
bool isGenerated(const dxbc::SignatureElement& element) {
    if (equalsIgnoringCase(element.name, "SV_InstanceID") || equalsIgnoringCase(element.name, "SV_VertexID"))
        return true;
    return element.systemValue == dxbc::SystemValue::VertexId || element.systemValue == dxbc::SystemValue::InstanceId ||
           element.systemValue == dxbc::SystemValue::PrimitiveId;
}

// The attribute's format. Where format and shader disagree about integer and float, D3D11 hands the bits over; that can
// be had for components of 32 bits by taking the relative whose type the shader expects.
VkFormat attributeFormat(const gpu::FormatSupport& formats, DXGI_FORMAT format, dxbc::ComponentType wanted) {
    const gpu::FormatInfo& info = gpu::formatInfo(format);
    const gpu::ComponentType type = wanted == dxbc::ComponentType::Uint32   ? gpu::ComponentType::Uint
                                    : wanted == dxbc::ComponentType::Sint32 ? gpu::ComponentType::Sint
                                                                            : gpu::ComponentType::Float;
    const bool integer = info.type == gpu::ComponentType::Uint || info.type == gpu::ComponentType::Sint;
    const bool wantsInteger = type != gpu::ComponentType::Float;
    if (info.type == type || (!integer && !wantsInteger))
        return integer ? info.format : formats.vertexFormat(format);
    for (uint16_t member : gpu::formatFamily(format)) {
        const gpu::FormatInfo& relative = gpu::formatInfo(member);
        if (relative.type == type && relative.bits[0] == info.bits[0] && !relative.has(gpu::kFormatDepth) &&
            (info.bits[0] == 32 || integer == wantsInteger))
            return relative.format;
    }
    HENDECA_WARN_ONCE("CreateInputLayout: %s feeds an input of another type", info.name);
    return info.format;
}

} // namespace

HRESULT InputLayout::create(Device& device, const D3D11_INPUT_ELEMENT_DESC* elements, UINT count, const void* bytecode,
                            SIZE_T length, InputLayout** out) {
    if (!elements || !bytecode || count > kMaxElements)
        return E_INVALIDARG;
    auto container = dxbc::Container::open({static_cast<const uint8_t*>(bytecode), length}, dxbc::ChecksumRule::Skip);
    if (!container) {
        logError("CreateInputLayout: %s", container.error().what.c_str());
        return E_INVALIDARG;
    }
    if (!container->find(dxbc::tag::kIsgn) && !container->find(dxbc::tag::kIsg1))
        return E_INVALIDARG;
    auto signature = container->signature(dxbc::SignatureKind::Input);
    if (!signature)
        return E_INVALIDARG;

    std::vector<ReadElement> read;
    SlotFacts slots[gpu::kMaxVertexBuffers];
    if (!readElements(device, elements, count, read, slots))
        return E_INVALIDARG;

    auto layout = std::make_unique<gpu::VertexLayout>();
    for (const dxbc::SignatureElement& input : signature->elements) {
        if (isGenerated(input))
            continue;
        const auto found = std::find_if(read.begin(), read.end(), [&](const ReadElement& element) {
            return element.desc->SemanticIndex == input.semanticIndex &&
                   equalsIgnoringCase(element.desc->SemanticName, input.name);
        });
        if (found == read.end())
            return E_INVALIDARG;
        const uint32_t slot = found->desc->InputSlot;
        layout->elements.push_back({input.reg, slot, found->offset, attributeFormat(device.formats(), found->desc->Format, input.type)});
        layout->slotMask |= 1u << slot;
        if (slots[slot].perInstance) {
            layout->instanceSlotMask |= 1u << slot;
            layout->stepRate[slot] = slots[slot].stepRate;
        }
    }
    if (!out)
        return S_FALSE;

    StateKey key;
    for (const gpu::VertexElement& element : layout->elements)
        appendKey(key, element.location, element.slot, element.offset, element.format);
    appendKey(key, layout->instanceSlotMask, layout->stepRate);
    return internState(device.states().inputLayout, key, out, [&] {
        layout->id = device.nextStateId();
        return new InputLayout(device, key, std::move(layout));
    });
}

void InputLayout::releaseGpu(gpu::Writer& writer) {
    release(writer, layout_);
}

bool InputLayout::claim() {
    return device().states().inputLayout.remove(key_, [this] { return claimState(); });
}

} // namespace hendeca::d3d11
