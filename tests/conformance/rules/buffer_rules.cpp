// CreateBuffer.
#include "rule.h"

namespace conformance::rules {
namespace {

constexpr UINT kRaw = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS, kStructured = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
constexpr D3D11_USAGE kDefault = D3D11_USAGE_DEFAULT, kImmutable = D3D11_USAGE_IMMUTABLE,
                      kDynamic = D3D11_USAGE_DYNAMIC, kStaging = D3D11_USAGE_STAGING;

HRESULT make(Rig& r, UINT bytes, D3D11_USAGE usage, UINT bind, UINT access = 0, UINT misc = 0, UINT stride = 0,
             bool data = false) {
    static const uint8_t zeros[4096] = {};
    const D3D11_BUFFER_DESC desc{bytes, usage, bind, access, misc, stride};
    const D3D11_SUBRESOURCE_DATA initial{zeros, 0, 0};
    return r->CreateBuffer(&desc, data ? &initial : nullptr, r.out<ID3D11Buffer>());
}

constexpr const char* kName = "ID3D11Device::CreateBuffer";

const Rule kRules[] = {
    {34, kName, "description NULL", E_INVALIDARG, Out::Null,
     [](Rig& r) { return r->CreateBuffer(nullptr, nullptr, r.out<ID3D11Buffer>()); }},
    {35, kName, "buffer output NULL, rest valid", S_FALSE, Out::Any,
     [](Rig& r) {
         const D3D11_BUFFER_DESC desc{64, kDefault, kVertex, 0, 0, 0};
         return r->CreateBuffer(&desc, nullptr, nullptr);
     }},
    {36, kName, "initial data with NULL memory pointer", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const D3D11_BUFFER_DESC desc{64, kDefault, kVertex, 0, 0, 0};
         const D3D11_SUBRESOURCE_DATA none{};
         return r->CreateBuffer(&desc, &none, r.out<ID3D11Buffer>());
     }},
    {37, kName, "byte width 0", E_INVALIDARG, Out::Null, [](Rig& r) { return make(r, 0, kDefault, kVertex); }},
    {38, kName, "CONSTANT_BUFFER bind with a size that is no multiple of 16", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, 1, kDefault, kConstant), make(r, 15, kDefault, kConstant),
                        make(r, 17, kDefault, kConstant), make(r, 24, kDefault, kConstant)});
     }},
    {39, kName, "CONSTANT_BUFFER over 64 KiB on a driver older than 11.1", kFailure,
     Elsewhere{"the driver is of 11.1, where ranges of larger buffers are bound; S_OK"}},
    {40, kName, "ALLOW_RAW_VIEWS without a shader resource or unordered access bind", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, 64, kDefault, 0, 0, kRaw), make(r, 64, kDefault, kVertex, 0, kRaw),
                        make(r, 64, kDefault, kIndex, 0, kRaw), make(r, 64, kDefault, kConstant, 0, kRaw),
                        make(r, 64, kDefault, kStreamOut, 0, kRaw), make(r, 64, kDefault, kRtv, 0, kRaw)});
     }},
    {41, kName, "STRUCTURED with stride 0", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, 64, kDefault, kSrv, 0, kStructured, 0); }},
    {42, kName, "STRUCTURED with a stride that is no multiple of 4", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same(
             {make(r, 1020, kDefault, kSrv, 0, kStructured, 1), make(r, 1020, kDefault, kSrv, 0, kStructured, 2),
              make(r, 1020, kDefault, kSrv, 0, kStructured, 3), make(r, 1020, kDefault, kSrv, 0, kStructured, 5),
              make(r, 1026, kDefault, kSrv, 0, kStructured, 513)});
     }},
    {43, kName, "STRUCTURED with a stride over 2048", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, 4104, kDefault, kSrv, 0, kStructured, 2052),
                        make(r, 4096, kDefault, kSrv, 0, kStructured, 4096)});
     }},
    {44, kName, "STRUCTURED and ALLOW_RAW_VIEWS together", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, 64, kDefault, kSrv, 0, kStructured | kRaw, 4),
                        make(r, 64, kDefault, kUav, 0, kStructured | kRaw, 16)});
     }},
    {45, kName, "stride given without STRUCTURED: the description reads back stride 0", S_OK, Out::Made,
     [](Rig& r) {
         const HRESULT hr = make(r, 64, kDefault, kVertex, 0, 0, 12);
         D3D11_BUFFER_DESC found{};
         found.StructureByteStride = 77;
         if (SUCCEEDED(hr))
             r.made<ID3D11Buffer>()->GetDesc(&found);
         EXPECT_EQ(0u, found.StructureByteStride);
         return hr;
     }},
    {46, kName, "IMMUTABLE without initial data", E_INVALIDARG, Out::Null,
     [](Rig& r) { return make(r, 64, kImmutable, kVertex); }},
    {47, kName, "IMMUTABLE without bind, or as stream output, render target, depth stencil or unordered access",
     E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT bind) { return make(r, 64, kImmutable, bind, 0, 0, 0, true); };
         return r.same({one(0), one(kStreamOut), one(kRtv), one(kDsv), one(kUav), one(kSrv | kUav)});
     }},
    {48, kName, "IMMUTABLE with CPU access", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT access) { return make(r, 64, kImmutable, kVertex, access, 0, 0, true); };
         return r.same({one(kCpuRead), one(kCpuWrite), one(kCpuRead | kCpuWrite)});
     }},
    {49, kName, "DYNAMIC without bind, or as stream output, render target, depth stencil or unordered access",
     E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT bind) { return make(r, 64, kDynamic, bind, kCpuWrite); };
         return r.same({one(0), one(kStreamOut), one(kRtv), one(kDsv), one(kUav)});
     }},
    {50, kName, "DYNAMIC without CPU write, or with CPU read", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT access) { return make(r, 64, kDynamic, kVertex, access); };
         return r.same({one(0), one(kCpuRead), one(kCpuRead | kCpuWrite)});
     }},
    {51, kName, "STAGING with a bind", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT bind) { return make(r, 64, kStaging, bind, kCpuRead | kCpuWrite); };
         return r.same(
             {one(kVertex), one(kIndex), one(kConstant), one(kSrv), one(kStreamOut), one(kRtv), one(kDsv), one(kUav)});
     }},
    {52, kName, "STAGING without CPU access", E_INVALIDARG, Out::Null, [](Rig& r) { return make(r, 64, kStaging, 0); }},
    {53, kName, "DEFAULT with CPU access", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         const auto one = [&](UINT access) { return make(r, 64, kDefault, kVertex, access); };
         return r.same({one(kCpuRead), one(kCpuWrite), one(kCpuRead | kCpuWrite)});
     }},
    {54, kName, "GENERATE_MIPS", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         return r.same({make(r, 64, kDefault, kSrv, 0, D3D11_RESOURCE_MISC_GENERATE_MIPS),
                        make(r, 64, kDefault, kSrv | kRtv, 0, D3D11_RESOURCE_MISC_GENERATE_MIPS)});
     }},
    {55, kName, "TILE_POOL with a size that is no multiple of 64 KiB, a bind, CPU access or other flags", E_INVALIDARG,
     Out::Null,
     [](Rig& r) {
         constexpr UINT kPool = D3D11_RESOURCE_MISC_TILE_POOL;
         return r.same({make(r, 65552, kDefault, 0, 0, kPool), make(r, 65536, kDefault, kSrv, 0, kPool),
                        make(r, 65536, kDefault, 0, kCpuRead, kPool), make(r, 65536, kDefault, 0, 0, kPool | kRaw)});
     }},
    {56, kName, "TILED with TILE_POOL, CPU access or another usage than DEFAULT", E_INVALIDARG, Out::Null,
     [](Rig& r) {
         constexpr UINT kTiled = D3D11_RESOURCE_MISC_TILED;
         return r.same({make(r, 65536, kDefault, 0, 0, kTiled | D3D11_RESOURCE_MISC_TILE_POOL),
                        make(r, 65536, kDefault, kSrv, kCpuRead, kTiled),
                        make(r, 65536, kDynamic, kSrv, kCpuWrite, kTiled)});
     }},
    {57, kName, "out of memory", E_OUTOFMEMORY,
     Elsewhere{"a test cannot use up the memory; unit-vk and unit-gpu do so over a false driver"}},
};

} // namespace

std::span<const Rule> bufferRules() {
    return kRules;
}

} // namespace conformance::rules
