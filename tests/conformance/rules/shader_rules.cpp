// Shaders, stream output, input layouts, class linkage.
#include "least_shaders.h"
#include "rule.h"

#include "dxbc/checksum.h"

#include <cstring>

namespace conformance::rules {
namespace {

// --- byte code

constexpr const char* kVertex40Text = R"(vs_4_0
.in POSITION 0 0 xyzw float rw=xyzw
.out SV_Position 0 0 xyzw float sv=POS
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v0.xyzw
ret
)";
constexpr const char* kVertex41Text = R"(vs_4_1
.in POSITION 0 0 xyzw float rw=xyzw
.out SV_Position 0 0 xyzw float sv=POS
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v0.xyzw
ret
)";
constexpr const char* kVertex51Text = R"(vs_5_1
.in POSITION 0 0 xyzw float rw=xyzw
.out SV_Position 0 0 xyzw float sv=POS
dcl_globalFlags refactoringAllowed
dcl_input v0.xyzw
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v0.xyzw
ret
)";
constexpr const char* kNoInputText = R"(vs_5_0
.in SV_VertexID 0 0 x___ uint sv=VERTID rw=x___
.out SV_Position 0 0 xyzw float sv=POS
dcl_globalFlags refactoringAllowed
dcl_input_sgv v0.x, vertex_id
dcl_output_siv o0.xyzw, position
mov o0.xyzw, v0.xxxx
ret
)";
constexpr const char* kVertexStoreText = R"(vs_5_0
.out SV_Position 0 0 xyzw float sv=POS
dcl_globalFlags refactoringAllowed
dcl_uav_raw u0
dcl_output_siv o0.xyzw, position
store_raw u0.x, l(0), l(1)
mov o0.xyzw, l(0,0,0,1.0)
ret
)";
constexpr const char* kVertexLayerText = R"(vs_5_0
.out SV_Position 0 0 xyzw float sv=POS
.out SV_RenderTargetArrayIndex 0 1 x___ uint sv=RTINDEX
dcl_globalFlags refactoringAllowed
dcl_output_siv o0.xyzw, position
dcl_output_siv o1.x, rendertarget_array_index
mov o0.xyzw, l(0,0,0,1.0)
mov o1.x, l(1)
ret
)";
constexpr const char* kPixel41Text = R"(ps_4_1
.out SV_Target 0 0 xyzw float sv=TARGET
dcl_output o0.xyzw
mov o0.xyzw, l(1.0,1.0,1.0,1.0)
ret
)";
constexpr const char* kGeometryText = R"(gs_5_0
.in SV_Position 0 0 xyzw float sv=POS rw=xyzw
.out SV_Position 0 0 xyzw float sv=POS
.out TEXCOORD 0 1 xyzw float
dcl_globalFlags refactoringAllowed
dcl_inputPrimitive point
dcl_input_siv v[1][0].xyzw, position
dcl_stream m0
dcl_outputTopology pointlist
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_maxOutputVertexCount 1
mov o0.xyzw, v[0][0].xyzw
mov o1.xyzw, v[0][0].xyzw
emit_stream m0
ret
)";
constexpr const char* kGeometry40Text = R"(gs_4_0
.in SV_Position 0 0 xyzw float sv=POS rw=xyzw
.out SV_Position 0 0 xyzw float sv=POS
.out TEXCOORD 0 1 xyzw float
dcl_inputPrimitive point
dcl_input_siv v[1][0].xyzw, position
dcl_outputTopology pointlist
dcl_output_siv o0.xyzw, position
dcl_output o1.xyzw
dcl_maxOutputVertexCount 1
mov o0.xyzw, v[0][0].xyzw
mov o1.xyzw, v[0][0].xyzw
emit
ret
)";
// Shader model 2 and 3 programs: version, mov oPos, v0 (or a colour), end.
constexpr uint32_t kVertex20[] = {0xfffe0200, 0x0200001f, 0x80000000, 0x900f0000,
                                  0x02000001, 0xc00f0000, 0x90e40000, 0x0000ffff};
constexpr uint32_t kVertex30[] = {0xfffe0300, 0x0200001f, 0x80000000, 0x900f0000, 0x0200001f, 0x80000000,
                                  0xe00f0000, 0x02000001, 0xe00f0000, 0x90e40000, 0x0000ffff};

Bytecode words(std::span<const uint32_t> program) {
    return {reinterpret_cast<const unsigned char*>(program.data()), program.size_bytes()};
}

// `code` with a chunk more, as the profiles vs_4_0_level_9_x have one for Direct3D 9 hardware.
std::vector<unsigned char> withLevel9(Bytecode code) {
    std::vector<uint32_t> file(code.size() / 4);
    std::memcpy(file.data(), code.data(), file.size() * 4);
    const uint32_t chunks = file[7];
    for (uint32_t i = 0; i < chunks; i++)
        file[8 + i] += 4; // one entry more in the table before them
    file.insert(file.begin() + 8 + chunks, uint32_t(file.size() + 1) * 4);
    file[7]++;
    const uint32_t level9[] = {0x396e6f41, 4, 0}; // "Aon9", its size, and nothing that anyone reads
    file.insert(file.end(), std::begin(level9), std::end(level9));
    file[6] = uint32_t(file.size() * 4);
    const auto sum = hendeca::dxbc::computeChecksum({reinterpret_cast<const uint8_t*>(file.data()), file.size() * 4});
    std::memcpy(&file[1], sum.data(), sizeof sum);
    const auto* bytes = reinterpret_cast<const unsigned char*>(file.data());
    return {bytes, bytes + file.size() * 4};
}

// --- the stages

template <class T>
HRESULT make(ID3D11Device* device, Bytecode code, T** out);
#define HENDECA_STAGE(Stage)                                                                                           \
    template <>                                                                                                        \
    HRESULT make(ID3D11Device* device, Bytecode code, ID3D11##Stage##Shader** out) {                                   \
        return device->Create##Stage##Shader(code.data(), code.size(), nullptr, out);                                  \
    }
HENDECA_STAGE(Vertex)
HENDECA_STAGE(Hull)
HENDECA_STAGE(Domain)
HENDECA_STAGE(Geometry)
HENDECA_STAGE(Pixel)
HENDECA_STAGE(Compute)

template <class T>
HRESULT make(Rig& r, Bytecode code, D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL(0)) {
    return make<T>(level ? r.at(level) : r.device(), code, r.out<T>());
}
template <class T>
HRESULT noOutput(Rig& r, Bytecode code) {
    return make<T>(r.device(), code, nullptr);
}

// --- stream output

using Entry = D3D11_SO_DECLARATION_ENTRY;
constexpr UINT kNoStream = D3D11_SO_NO_RASTERIZED_STREAM;

HRESULT streamOut(Rig& r, std::span<const Entry> entries, std::span<const UINT> strides, UINT stream = 0,
                  D3D_FEATURE_LEVEL level = D3D_FEATURE_LEVEL(0)) {
    const Bytecode code = assembled(level ? kGeometry40Text : kGeometryText);
    return (level ? r.at(level) : r.device())
        ->CreateGeometryShaderWithStreamOutput(code.data(), code.size(), entries.data(), UINT(entries.size()),
                                               strides.data(), UINT(strides.size()), stream, nullptr,
                                               r.out<ID3D11GeometryShader>());
}
constexpr Entry kPosition{0, "SV_Position", 0, 0, 4, 0}, kTexture{0, "TEXCOORD", 0, 0, 4, 0};
constexpr Entry kGap{0, nullptr, 0, 0, 4, 0};
constexpr Entry slot(Entry entry, BYTE number) {
    entry.OutputSlot = number;
    return entry;
}
constexpr Entry kOne[] = {kPosition};
constexpr UINT kStride16[] = {16}, kStride32[] = {32};
constexpr D3D_FEATURE_LEVEL kLevel10 = D3D_FEATURE_LEVEL_10_1;

// --- input layouts

using Element = D3D11_INPUT_ELEMENT_DESC;
constexpr Element kPositionElement{"POSITION", 0, DXGI_FORMAT_R32G32B32A32_FLOAT, 0, 0, D3D11_INPUT_PER_VERTEX_DATA, 0};

HRESULT layout(Rig& r, std::span<const Element> elements, Bytecode code) {
    return r->CreateInputLayout(elements.data(), UINT(elements.size()), code.data(), code.size(),
                                r.out<ID3D11InputLayout>());
}
Element changed(void (*change)(Element&)) {
    Element element = kPositionElement;
    change(element);
    return element;
}

constexpr const char *kVs = "ID3D11Device::CreateVertexShader", *kPs = "ID3D11Device::CreatePixelShader",
                     *kGs = "ID3D11Device::CreateGeometryShader", *kHs = "ID3D11Device::CreateHullShader",
                     *kDs = "ID3D11Device::CreateDomainShader", *kCs = "ID3D11Device::CreateComputeShader",
                     *kSo = "ID3D11Device::CreateGeometryShaderWithStreamOutput",
                     *kIl = "ID3D11Device::CreateInputLayout";
constexpr const char *kStage = "byte code of another stage", *kNoOutput = "shader output NULL, rest valid";

const Rule kRules[] = {
    {204, kVs, kStage, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make<ID3D11VertexShader>(r, assembled(kPixelText)),
                        make<ID3D11VertexShader>(r, assembled(kComputeText)),
                        make<ID3D11VertexShader>(r, assembled(kGeometryText))});
     }},
    {205, kVs, kNoOutput, S_FALSE, Out::Any,
     [](Rig& r) { return noOutput<ID3D11VertexShader>(r, assembled(kVertexText)); }},
    {206, kPs, kStage, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same(
             {make<ID3D11PixelShader>(r, words(kVertex20)), make<ID3D11PixelShader>(r, assembled(kVertexText))});
     }},
    {207, kPs, kNoOutput, S_FALSE, Out::Any,
     [](Rig& r) { return noOutput<ID3D11PixelShader>(r, assembled(kPixelText)); }},
    {208, kGs, kStage, E_INVALIDARG, Out::Null,
     [](Rig& r) { return make<ID3D11GeometryShader>(r, assembled(kVertexText)); }},
    {209, kGs, kNoOutput, S_FALSE, Out::Any,
     [](Rig& r) { return noOutput<ID3D11GeometryShader>(r, assembled(kGeometryText)); }},
    {210, kHs, kStage, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same(
             {make<ID3D11HullShader>(r, assembled(kGeometryText)), make<ID3D11HullShader>(r, assembled(kDomainText))});
     }},
    {211, kHs, kNoOutput, S_FALSE, Out::Any,
     [](Rig& r) { return noOutput<ID3D11HullShader>(r, assembled(kHullText)); }},
    {212, kDs, kStage, E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make<ID3D11DomainShader>(r, assembled(kGeometryText)),
                        make<ID3D11DomainShader>(r, assembled(kHullText))});
     }},
    {213, kDs, kNoOutput, S_FALSE, Out::Any,
     [](Rig& r) { return noOutput<ID3D11DomainShader>(r, assembled(kDomainText)); }},
    {214, kCs, kStage, E_INVALIDARG, Out::Null,
     [](Rig& r) { return make<ID3D11ComputeShader>(r, assembled(kGeometryText)); }},
    {215, kCs, kNoOutput, S_FALSE, Out::Any,
     [](Rig& r) { return noOutput<ID3D11ComputeShader>(r, assembled(kComputeText)); }},
    {216, kVs, "byte code of shader model 2 or 3", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make<ID3D11VertexShader>(r, words(kVertex20)), make<ID3D11VertexShader>(r, words(kVertex30))});
     }},
    {217, kVs, "vs_4_0 below level 10_0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto level9 = withLevel9(assembled(kVertex40Text));
         EXPECT_HR(S_FALSE, noOutput<ID3D11VertexShader>(r, assembled(kVertex40Text)));
         EXPECT_HR(S_FALSE, noOutput<ID3D11VertexShader>(r, level9)) << "profiles of level 9 are taken everywhere";
         EXPECT_HR(S_FALSE, make<ID3D11VertexShader>(r.at(D3D_FEATURE_LEVEL_9_1), level9, nullptr));
         return r.same({make<ID3D11VertexShader>(r, assembled(kVertex40Text), D3D_FEATURE_LEVEL_9_3),
                        make<ID3D11VertexShader>(r, assembled(kVertex40Text), D3D_FEATURE_LEVEL_9_1)});
     }},
    {218, kVs, "vs_4_1 below level 10_1; the same for other stages", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make<ID3D11VertexShader>(r, assembled(kVertex41Text), D3D_FEATURE_LEVEL_10_0),
                        make<ID3D11PixelShader>(r, assembled(kPixel41Text), D3D_FEATURE_LEVEL_10_0),
                        make<ID3D11VertexShader>(r, assembled(kVertex41Text), D3D_FEATURE_LEVEL_9_3),
                        make<ID3D11VertexShader>(r, assembled(kVertexText), D3D_FEATURE_LEVEL_10_1)});
     }},
    {219, kVs, "UAV instructions where UAVs are not at every stage (11_0)", kFailure, Out::Null,
     [](Rig& r) { return make<ID3D11VertexShader>(r, assembled(kVertexStoreText), D3D_FEATURE_LEVEL_11_0); }},
    {220, kVs, "layer or viewport output without VPAndRTArrayIndexFromAnyShaderFeedingRasterizer", E_INVALIDARG,
     Out::Any,
     [](Rig& r) {
         D3D11_FEATURE_DATA_D3D11_OPTIONS3 options{};
         r->CheckFeatureSupport(D3D11_FEATURE_D3D11_OPTIONS3, &options, sizeof options);
         if (!options.VPAndRTArrayIndexFromAnyShaderFeedingRasterizer)
             return make<ID3D11VertexShader>(r, assembled(kVertexLayerText));
         EXPECT_HR(S_FALSE, noOutput<ID3D11VertexShader>(r, assembled(kVertexLayerText)))
             << "with the option it is allowed";
         return E_INVALIDARG;
     }},
    {221, kVs, "byte code NULL or of length 0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Bytecode code = assembled(kVertexText);
         return r.same({make<ID3D11VertexShader>(r, Bytecode()), make<ID3D11VertexShader>(r, code.subspan(0, 0)),
                        r->CreateVertexShader(nullptr, 100, nullptr, r.out<ID3D11VertexShader>())});
     }},
    {222, kVs, "checksum of the container wrong", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Bytecode code = assembled(kVertexText);
         std::vector<unsigned char> bytes(code.begin(), code.end());
         bytes[7] ^= 1;
         return make<ID3D11VertexShader>(r, bytes);
     }},
    {223, kVs, "shader model 5.1", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make<ID3D11VertexShader>(r, assembled(kVertex51Text)); }},
    {224, kPs, "raw buffers in ps_4_0 at 10_x without the compute-4x option", E_INVALIDARG,
     Elsewhere{"the option is always there"}},
    {225, kPs, "msad, double division or double fma without their option bits", kFailure,
     Elsewhere{"msad is always there; where doubles are there, so are the extended ones (row 226)"}},
    {226, kPs, "double instructions without DoublePrecisionFloatShaderOps", kFailure,
     Elsewhere{"a driver without doubles is none that this is tested on; the shader is refused there"}},
    {227, kSo, "declaration pointer given with count 0, strides given", E_INVALIDARG, Out::Null,
     [](Rig& r) { return streamOut(r, std::span(kOne, size_t(0)), kStride16); }},
    {228, kSo, "gap with component count 0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         Entry entries[] = {kPosition, kGap};
         entries[1].ComponentCount = 0;
         return streamOut(r, entries, kStride32);
     }},
    {229, kSo, "vertex shader byte code with an empty declaration", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Bytecode code = assembled(kVertexText);
         return r->CreateGeometryShaderWithStreamOutput(code.data(), code.size(), nullptr, 0, nullptr, 0, 0, nullptr,
                                                        r.out<ID3D11GeometryShader>());
     }},
    {230, kSo, "stride that is no multiple of 4", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const UINT odd[] = {63};
         return streamOut(r, kOne, odd);
     }},
    {231, kSo, "stride smaller than the data of its slot", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const UINT small[] = {12};
         const Entry two[] = {kPosition, kTexture};
         return r.same({streamOut(r, kOne, small), streamOut(r, two, kStride16)});
     }},
    {232, kSo, "several buffers of several elements, or with gaps, at level 10_x", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         Entry half = kTexture, rest = kTexture;
         half.ComponentCount = rest.ComponentCount = 2;
         rest.StartComponent = 2;
         const Entry many[] = {kPosition, half, slot(rest, 1)};
         const Entry gaps[] = {kPosition, slot(kTexture, 1), slot(kGap, 1)};
         const UINT strides[] = {32, 32};
         return r.same({streamOut(r, many, strides, 0, kLevel10), streamOut(r, gaps, strides, 0, kLevel10)});
     }},
    {233, kSo, "rasterised stream other than 0, or none, at level 10_x", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same(
             {streamOut(r, kOne, kStride16, 1, kLevel10), streamOut(r, kOne, kStride16, kNoStream, kLevel10)});
     }},
    {234, kSo, "NULL declaration with a stride at level 10_x", E_INVALIDARG, Out::Null,
     [](Rig& r) { return streamOut(r, {}, kStride16, 0, kLevel10); }},
    {235, kSo, "rasterised stream 4 or more at 11_0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({streamOut(r, kOne, kStride16, 4), streamOut(r, kOne, kStride16, 77)});
     }},
    {236, kSo, "strides, but none for a slot in use at 11_0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Entry second[] = {slot(kPosition, 1)};
         return streamOut(r, second, kStride16);
     }},
    {237, kSo, "rasterised stream 1 to 3, or none, at 11_0", S_OK, Out::Made,
     [](Rig& r) {
         return r.same({streamOut(r, kOne, kStride16, 1), streamOut(r, kOne, kStride16, 2),
                        streamOut(r, kOne, kStride16, 3), streamOut(r, kOne, kStride16, kNoStream)});
     }},
    {238, kSo, "output slot 4 or more", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Entry far[] = {slot(kPosition, 4)};
         return streamOut(r, far, kStride16);
     }},
    {239, kSo, "no stream output at all at 10_0 and up", S_OK,
     Elsewhere{"a driver without transform feedback is refused as a whole"}},
    {240, kIl, "element array NULL, even with count 0", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Bytecode code = assembled(kNoInputText);
         return r.same({r->CreateInputLayout(nullptr, 0, code.data(), code.size(), r.out<ID3D11InputLayout>()),
                        r->CreateInputLayout(nullptr, 1, code.data(), code.size(), r.out<ID3D11InputLayout>())});
     }},
    {241, kIl, "count 0 while the shader has inputs", E_INVALIDARG, Out::Null,
     [](Rig& r) { return layout(r, std::span(&kPositionElement, size_t(0)), assembled(kVertexText)); }},
    {242, kIl, "count 0, and the shader has no inputs", S_OK, Out::Made,
     [](Rig& r) { return layout(r, std::span(&kPositionElement, size_t(0)), assembled(kNoInputText)); }},
    {243, kIl, "a shader input has no element", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Element name = changed([](Element&e) { e.SemanticName = "NORMAL"; }),
                       index = changed([](Element&e) { e.SemanticIndex = 1; });
         return r.same({layout(r, {&name, 1}, assembled(kVertexText)), layout(r, {&index, 1}, assembled(kVertexText))});
     }},
    {244, kIl, "semantic with SV_ before the name, or the index glued to it", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Element prefix = changed([](Element&e) { e.SemanticName = "SV_POSITION"; }),
                       glued = changed([](Element&e) { e.SemanticName = "POSITION0"; });
         return r.same(
             {layout(r, {&prefix, 1}, assembled(kVertexText)), layout(r, {&glued, 1}, assembled(kVertexText))});
     }},
    {245, kIl, "per-vertex and per-instance elements in one slot", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const Element mixed[] = {kPositionElement, changed([](Element& e) {
                                      e.SemanticName = "OTHER";
                                      e.AlignedByteOffset = 16;
                                      e.InputSlotClass = D3D11_INPUT_PER_INSTANCE_DATA;
                                      e.InstanceDataStepRate = 1;
                                  })};
         return layout(r, mixed, assembled(kVertexText));
     }},
    {246, kIl, "byte code of a compute shader instead of a vertex shader", S_OK, Out::Made,
     [](Rig& r) {
         return layout(r, {&kPositionElement, 1}, assembled(kComputeText));
     }},
    {247, kIl, "layout output NULL", S_FALSE, Out::Any,
     [](Rig& r) {
         const Bytecode code = assembled(kVertexText);
         return r->CreateInputLayout(&kPositionElement, 1, code.data(), code.size(), nullptr);
     }},
    {248, kIl, "container without input signature", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         uint32_t file[8] = {0x43425844, 0, 0, 0, 0, 1, sizeof file, 0}; // "DXBC", checksum, version, size, no chunk
         const auto sum = hendeca::dxbc::computeChecksum({reinterpret_cast<const uint8_t*>(file), sizeof file});
         std::memcpy(file + 1, sum.data(), sizeof sum);
         return layout(r, {&kPositionElement, 1}, words(file));
     }},
    {249, "ID3D11Device::CreateClassLinkage", "linkage output NULL", E_INVALIDARG, Out::Any,
     [](Rig& r) { return r->CreateClassLinkage(nullptr); }},
};

} // namespace

std::span<const Rule> shaderRules() {
    return kRules;
}

} // namespace conformance::rules
