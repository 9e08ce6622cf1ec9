// ID3D10Device: the state of the pipeline.
#include "d3d11/d3d10/face_of.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/device/device.h"

#include <algorithm>
#include <array>

namespace hendeca::d3d11 {

namespace {

constexpr UINT kMostSlots = D3D10_COMMONSHADER_INPUT_RESOURCE_SLOT_COUNT;

// Interfaces of an array; null stays null.
template <class I11, class I10>
class Taken {
public:
    Taken(I10* const* objects, UINT count) : given_(objects != nullptr) {
        for (UINT i = 0; objects && i < std::min(count, kMostSlots); i++)
            objects_[i] = behind(objects[i]);
    }
    I11* const* data() const { return given_ ? objects_.data() : nullptr; }

private:
    std::array<I11*, kMostSlots> objects_; // filled as far as there are any
    bool given_;
};

// Calls a getter of Direct3D 11 and hands out what it gave.
template <class I11, class I10, class Get>
void getAll(UINT count, I10** out, Get&& get) {
    if (!out)
        return;
    std::array<I11*, kMostSlots> objects{};
    count = std::min(count, kMostSlots);
    get(count, objects.data());
    for (UINT i = 0; i < count; i++)
        out[i] = give10<I10>(objects[i]);
}

} // namespace

#define HENDECA_STAGE10(S, Shader10, Shader11)                                                                         \
    void Device10::S##SetConstantBuffers(UINT start, UINT count, ID3D10Buffer* const* buffers) {                       \
        device_.immediate().S##SetConstantBuffers(start, count, Taken<ID3D11Buffer, ID3D10Buffer>(buffers, count).data()); \
    }                                                                                                                  \
    void Device10::S##GetConstantBuffers(UINT start, UINT count, ID3D10Buffer** buffers) {                             \
        getAll<ID3D11Buffer>(count, buffers, [&](UINT many, ID3D11Buffer** to) {                                       \
            device_.immediate().S##GetConstantBuffers(start, many, to);                                                \
        });                                                                                                            \
    }                                                                                                                  \
    void Device10::S##SetShaderResources(UINT start, UINT count, ID3D10ShaderResourceView* const* views) {             \
        device_.immediate().S##SetShaderResources(                                                                     \
            start, count, Taken<ID3D11ShaderResourceView, ID3D10ShaderResourceView>(views, count).data());             \
    }                                                                                                                  \
    void Device10::S##GetShaderResources(UINT start, UINT count, ID3D10ShaderResourceView** views) {                   \
        getAll<ID3D11ShaderResourceView>(count, views, [&](UINT many, ID3D11ShaderResourceView** to) {                 \
            device_.immediate().S##GetShaderResources(start, many, to);                                                \
        });                                                                                                            \
    }                                                                                                                  \
    void Device10::S##SetSamplers(UINT start, UINT count, ID3D10SamplerState* const* samplers) {                       \
        device_.immediate().S##SetSamplers(start, count,                                                               \
                                           Taken<ID3D11SamplerState, ID3D10SamplerState>(samplers, count).data());     \
    }                                                                                                                  \
    void Device10::S##GetSamplers(UINT start, UINT count, ID3D10SamplerState** samplers) {                             \
        getAll<ID3D11SamplerState>(count, samplers, [&](UINT many, ID3D11SamplerState** to) {                          \
            device_.immediate().S##GetSamplers(start, many, to);                                                       \
        });                                                                                                            \
    }                                                                                                                  \
    void Device10::S##SetShader(Shader10* shader) {                                                                    \
        device_.immediate().S##SetShader(behind(shader), nullptr, 0);                                                  \
    }                                                                                                                  \
    void Device10::S##GetShader(Shader10** shader) {                                                                   \
        Shader11* own = nullptr;                                                                                       \
        device_.immediate().S##GetShader(&own, nullptr, nullptr);                                                      \
        *shader = give10<Shader10>(own);                                                                               \
    }
HENDECA_STAGE10(VS, ID3D10VertexShader, ID3D11VertexShader)
HENDECA_STAGE10(GS, ID3D10GeometryShader, ID3D11GeometryShader)
HENDECA_STAGE10(PS, ID3D10PixelShader, ID3D11PixelShader)
#undef HENDECA_STAGE10

void Device10::IASetInputLayout(ID3D10InputLayout* layout) {
    device_.immediate().IASetInputLayout(behind(layout));
}

void Device10::IAGetInputLayout(ID3D10InputLayout** layout) {
    ID3D11InputLayout* own = nullptr;
    device_.immediate().IAGetInputLayout(&own);
    *layout = give10<ID3D10InputLayout>(own);
}

void Device10::IASetVertexBuffers(UINT start, UINT count, ID3D10Buffer* const* buffers, const UINT* strides,
                                  const UINT* offsets) {
    device_.immediate().IASetVertexBuffers(start, count, Taken<ID3D11Buffer, ID3D10Buffer>(buffers, count).data(), strides,
                                           offsets);
}

void Device10::IAGetVertexBuffers(UINT start, UINT count, ID3D10Buffer** buffers, UINT* strides, UINT* offsets) {
    device_.immediate().IAGetVertexBuffers(start, count, nullptr, strides, offsets);
    getAll<ID3D11Buffer>(count, buffers, [&](UINT many, ID3D11Buffer** to) {
        device_.immediate().IAGetVertexBuffers(start, many, to, nullptr, nullptr);
    });
}

void Device10::IASetIndexBuffer(ID3D10Buffer* buffer, DXGI_FORMAT format, UINT offset) {
    device_.immediate().IASetIndexBuffer(behind(buffer), format, offset);
}

void Device10::IAGetIndexBuffer(ID3D10Buffer** buffer, DXGI_FORMAT* format, UINT* offset) {
    ID3D11Buffer* own = nullptr;
    device_.immediate().IAGetIndexBuffer(buffer ? &own : nullptr, format, offset);
    if (buffer)
        *buffer = give10<ID3D10Buffer>(own);
}

void Device10::IASetPrimitiveTopology(D3D10_PRIMITIVE_TOPOLOGY topology) {
    device_.immediate().IASetPrimitiveTopology(static_cast<D3D11_PRIMITIVE_TOPOLOGY>(topology));
}

void Device10::IAGetPrimitiveTopology(D3D10_PRIMITIVE_TOPOLOGY* topology) {
    D3D11_PRIMITIVE_TOPOLOGY own = D3D11_PRIMITIVE_TOPOLOGY_UNDEFINED;
    device_.immediate().IAGetPrimitiveTopology(&own);
    *topology = static_cast<D3D10_PRIMITIVE_TOPOLOGY>(own);
}

void Device10::OMSetRenderTargets(UINT count, ID3D10RenderTargetView* const* targets, ID3D10DepthStencilView* depth) {
    device_.immediate().OMSetRenderTargets(
        count, Taken<ID3D11RenderTargetView, ID3D10RenderTargetView>(targets, count).data(), behind(depth));
}

void Device10::OMGetRenderTargets(UINT count, ID3D10RenderTargetView** targets, ID3D10DepthStencilView** depth) {
    getAll<ID3D11RenderTargetView>(count, targets, [&](UINT many, ID3D11RenderTargetView** to) {
        device_.immediate().OMGetRenderTargets(many, to, nullptr);
    });
    if (!depth)
        return;
    ID3D11DepthStencilView* own = nullptr;
    device_.immediate().OMGetRenderTargets(0, nullptr, &own);
    *depth = give10<ID3D10DepthStencilView>(own);
}

void Device10::OMSetBlendState(ID3D10BlendState* state, const FLOAT factor[4], UINT mask) {
    device_.immediate().OMSetBlendState(behind(state), factor, mask);
}

void Device10::OMGetBlendState(ID3D10BlendState** state, FLOAT factor[4], UINT* mask) {
    ID3D11BlendState* own = nullptr;
    device_.immediate().OMGetBlendState(state ? &own : nullptr, factor, mask);
    if (state)
        *state = give10<ID3D10BlendState>(own);
}

void Device10::OMSetDepthStencilState(ID3D10DepthStencilState* state, UINT reference) {
    device_.immediate().OMSetDepthStencilState(behind(state), reference);
}

void Device10::OMGetDepthStencilState(ID3D10DepthStencilState** state, UINT* reference) {
    ID3D11DepthStencilState* own = nullptr;
    device_.immediate().OMGetDepthStencilState(state ? &own : nullptr, reference);
    if (state)
        *state = give10<ID3D10DepthStencilState>(own);
}

void Device10::SOSetTargets(UINT count, ID3D10Buffer* const* targets, const UINT* offsets) {
    device_.immediate().SOSetTargets(count, Taken<ID3D11Buffer, ID3D10Buffer>(targets, count).data(), offsets);
}

// Direct3D 11 has no word for the offsets: they are not kept.
void Device10::SOGetTargets(UINT count, ID3D10Buffer** targets, UINT* offsets) {
    getAll<ID3D11Buffer>(count, targets,
                         [&](UINT many, ID3D11Buffer** to) { device_.immediate().SOGetTargets(many, to); });
    if (offsets)
        std::fill_n(offsets, count, 0u);
}

void Device10::RSSetState(ID3D10RasterizerState* state) {
    device_.immediate().RSSetState(behind(state));
}

void Device10::RSGetState(ID3D10RasterizerState** state) {
    ID3D11RasterizerState* own = nullptr;
    device_.immediate().RSGetState(&own);
    *state = give10<ID3D10RasterizerState>(own);
}

void Device10::RSSetViewports(UINT count, const D3D10_VIEWPORT* viewports) {
    std::array<D3D11_VIEWPORT, D3D11_VIEWPORT_AND_SCISSORRECT_OBJECT_COUNT_PER_PIPELINE> own{};
    for (UINT i = 0; viewports && i < std::min<UINT>(count, own.size()); i++) {
        const D3D10_VIEWPORT& from = viewports[i];
        own[i] = {FLOAT(from.TopLeftX), FLOAT(from.TopLeftY), FLOAT(from.Width), FLOAT(from.Height), from.MinDepth,
                  from.MaxDepth};
    }
    device_.immediate().RSSetViewports(count, viewports ? own.data() : nullptr);
}

void Device10::RSGetViewports(UINT* count, D3D10_VIEWPORT* viewports) {
    std::array<D3D11_VIEWPORT, D3D11_VIEWPORT_AND_SCISSORRECT_OBJECT_COUNT_PER_PIPELINE> own{};
    if (!viewports) {
        device_.immediate().RSGetViewports(count, nullptr);
        return;
    }
    const UINT wanted = *count;
    *count = std::min<UINT>(wanted, own.size());
    device_.immediate().RSGetViewports(count, own.data());
    for (UINT i = 0; i < std::min<UINT>(wanted, own.size()); i++)
        viewports[i] = {INT(own[i].TopLeftX), INT(own[i].TopLeftY), UINT(own[i].Width), UINT(own[i].Height),
                        own[i].MinDepth,      own[i].MaxDepth};
}

void Device10::RSSetScissorRects(UINT count, const D3D10_RECT* rects) {
    device_.immediate().RSSetScissorRects(count, rects);
}

void Device10::RSGetScissorRects(UINT* count, D3D10_RECT* rects) {
    device_.immediate().RSGetScissorRects(count, rects);
}

void Device10::SetPredication(ID3D10Predicate* predicate, WINBOOL value) {
    device_.immediate().SetPredication(take11<ID3D11Predicate>(predicate), value);
}

void Device10::GetPredication(ID3D10Predicate** predicate, WINBOOL* value) {
    ID3D11Predicate* own = nullptr;
    device_.immediate().GetPredication(predicate ? &own : nullptr, value);
    if (predicate)
        *predicate = give10<ID3D10Predicate>(own);
}

void Device10::ClearState() {
    device_.immediate().ClearState();
}

} // namespace hendeca::d3d11
