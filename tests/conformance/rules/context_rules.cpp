// Map, and tiles.
#include "rule.h"

namespace conformance::rules {
namespace {

constexpr D3D11_USAGE kDefault = D3D11_USAGE_DEFAULT, kDynamic = D3D11_USAGE_DYNAMIC, kStaging = D3D11_USAGE_STAGING;

Com<ID3D11Texture2D> texture(Rig& r, D3D11_USAGE usage, UINT bind, UINT access) {
    const D3D11_TEXTURE2D_DESC desc{16, 16, 1, 1, kRgba, {1, 0}, usage, bind, access, 0};
    Com<ID3D11Texture2D> made;
    EXPECT_HR(S_OK, r->CreateTexture2D(&desc, nullptr, made.out()));
    return made;
}

// Maps; what a failing call leaves is judged: no pointer, pitches as they were. A mapping that was made is ended.
HRESULT map(ID3D11DeviceContext* context, ID3D11Resource* resource, D3D11_MAP type, UINT subresource = 0,
            UINT flags = 0) {
    D3D11_MAPPED_SUBRESOURCE mapped{reinterpret_cast<void*>(uintptr_t(16)), 123, 456};
    const HRESULT hr = context->Map(resource, subresource, type, flags, &mapped);
    if (SUCCEEDED(hr)) {
        EXPECT_NE(nullptr, mapped.pData);
        context->Unmap(resource, subresource);
    } else {
        EXPECT_EQ(nullptr, mapped.pData);
        EXPECT_EQ(123u, mapped.RowPitch);
        EXPECT_EQ(456u, mapped.DepthPitch);
    }
    return hr;
}
HRESULT map(Rig& r, ID3D11Resource* resource, D3D11_MAP type, UINT subresource = 0, UINT flags = 0) {
    return map(r.context(), resource, type, subresource, flags);
}
Com<ID3D11Buffer> dynamicBuffer(Rig& r) {
    return r.buffer(64, kVertex, kDynamic, kCpuWrite);
}
Com<ID3D11Buffer> staging(Rig& r, UINT access) {
    return r.buffer(64, 0, kStaging, access);
}

constexpr const char* kMap = "ID3D11DeviceContext::Map";

const Rule kRules[] = {
    {268, kMap, "subresource out of range: pointer cleared, pitches untouched", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         auto plane = texture(r, kStaging, 0, kCpuRead | kCpuWrite);
         auto dynamic = texture(r, kDynamic, kSrv, kCpuWrite);
         return r.same({map(r, plane.get(), D3D11_MAP_READ, 1), map(r, plane.get(), D3D11_MAP_WRITE, ~0u),
                        map(r, dynamic.get(), D3D11_MAP_WRITE_DISCARD, 1),
                        map(r, dynamicBuffer(r).get(), D3D11_MAP_WRITE_DISCARD, 1),
                        map(r, staging(r, kCpuRead).get(), D3D11_MAP_READ, 1)});
     }},
    {269, kMap, "READ on a resource without CPU read", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({map(r, dynamicBuffer(r).get(), D3D11_MAP_READ),
                        map(r, staging(r, kCpuWrite).get(), D3D11_MAP_READ),
                        map(r, r.buffer(64, kVertex).get(), D3D11_MAP_READ),
                        map(r, texture(r, kStaging, 0, kCpuWrite).get(), D3D11_MAP_READ),
                        map(r, texture(r, kDefault, kSrv, 0).get(), D3D11_MAP_READ)});
     }},
    {270, kMap, "WRITE on a dynamic resource, or without CPU write", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({map(r, dynamicBuffer(r).get(), D3D11_MAP_WRITE),
                        map(r, staging(r, kCpuRead).get(), D3D11_MAP_WRITE),
                        map(r, r.buffer(64, kVertex).get(), D3D11_MAP_WRITE),
                        map(r, texture(r, kDynamic, kSrv, kCpuWrite).get(), D3D11_MAP_WRITE),
                        map(r, texture(r, kStaging, 0, kCpuRead).get(), D3D11_MAP_WRITE)});
     }},
    {271, kMap, "READ_WRITE without both CPU accesses", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({map(r, staging(r, kCpuRead).get(), D3D11_MAP_READ_WRITE),
                        map(r, staging(r, kCpuWrite).get(), D3D11_MAP_READ_WRITE),
                        map(r, dynamicBuffer(r).get(), D3D11_MAP_READ_WRITE),
                        map(r, texture(r, kStaging, 0, kCpuWrite).get(), D3D11_MAP_READ_WRITE)});
     }},
    {272, kMap, "WRITE_DISCARD on a resource that is not dynamic", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({map(r, staging(r, kCpuRead | kCpuWrite).get(), D3D11_MAP_WRITE_DISCARD),
                        map(r, r.buffer(64, kVertex).get(), D3D11_MAP_WRITE_DISCARD),
                        map(r, texture(r, kStaging, 0, kCpuWrite).get(), D3D11_MAP_WRITE_DISCARD)});
     }},
    {273, kMap, "WRITE_NO_OVERWRITE on a resource that is not dynamic, or a texture", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({map(r, staging(r, kCpuRead | kCpuWrite).get(), D3D11_MAP_WRITE_NO_OVERWRITE),
                        map(r, r.buffer(64, kVertex).get(), D3D11_MAP_WRITE_NO_OVERWRITE),
                        map(r, texture(r, kDynamic, kSrv, kCpuWrite).get(), D3D11_MAP_WRITE_NO_OVERWRITE)});
     }},
    {274, kMap, "WRITE_NO_OVERWRITE on dynamic constant or shader resource buffers where the option bits are not set",
     E_INVALIDARG, Elsewhere{"the option bits are always set; S_OK"}},
    {275, kMap, "NULL mapped pointer", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         return r.same({r.context()->Map(dynamicBuffer(r).get(), 0, D3D11_MAP_WRITE_DISCARD, 0, nullptr),
                        r.context()->Map(staging(r, kCpuRead).get(), 0, D3D11_MAP_READ, 0, nullptr),
                        r.context()->Map(texture(r, kStaging, 0, kCpuRead).get(), 0, D3D11_MAP_READ, 0, nullptr)});
     }},
    {276, kMap, "DO_NOT_WAIT while the GPU still uses the resource", DXGI_ERROR_WAS_STILL_DRAWING, Out::Any,
     [](Rig& r) {
         auto source = r.buffer(64, kVertex), target = staging(r, kCpuRead);
         r.context()->Flush();
         r.context()->CopyResource(target.get(), source.get());
         // The copy was only recorded; the failing map hands it to the GPU.
         const HRESULT hr = r.context()->Map(target.get(), 0, D3D11_MAP_READ, D3D11_MAP_FLAG_DO_NOT_WAIT, [] {
             static D3D11_MAPPED_SUBRESOURCE mapped;
             return &mapped;
         }());
         EXPECT_HR(S_OK, map(r, target.get(), D3D11_MAP_READ)) << "and a map that waits gets it";
         return hr;
     }},
    {277, kMap, "read access after device removal", DXGI_ERROR_DEVICE_REMOVED,
     Elsewhere{"a test cannot lose the driver's device; unit-d3d11 does so over a false one"}},
    {278, kMap, "deferred context: READ, READ_WRITE or WRITE", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         auto context = r.deferred();
         auto both = staging(r, kCpuRead | kCpuWrite);
         return r.same({map(context.get(), both.get(), D3D11_MAP_READ),
                        map(context.get(), both.get(), D3D11_MAP_READ_WRITE),
                        map(context.get(), both.get(), D3D11_MAP_WRITE),
                        map(context.get(), dynamicBuffer(r).get(), D3D11_MAP_WRITE)});
     }},
    {279, kMap, "deferred context: NO_OVERWRITE before a DISCARD in this list",
     D3D11_ERROR_DEFERRED_CONTEXT_MAP_WITHOUT_INITIAL_DISCARD, Out::Any,
     [](Rig& r) {
         auto context = r.deferred();
         auto buffer = dynamicBuffer(r);
         const HRESULT first = map(context.get(), buffer.get(), D3D11_MAP_WRITE_NO_OVERWRITE);
         EXPECT_HR(S_OK, map(context.get(), buffer.get(), D3D11_MAP_WRITE_DISCARD));
         EXPECT_HR(S_OK, map(context.get(), buffer.get(), D3D11_MAP_WRITE_NO_OVERWRITE));
         Com<ID3D11CommandList> list;
         EXPECT_HR(S_OK, context->FinishCommandList(TRUE, list.out()));
         return r.same({first, map(context.get(), buffer.get(), D3D11_MAP_WRITE_NO_OVERWRITE)});
     }},

    {337, "ID3D11DeviceContext2::UpdateTileMappings",
     "tile counts that differ, bad flags, or a resource that is not tiled", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         Com<ID3D11DeviceContext2> context;
         EXPECT_HR(S_OK, r.context()->QueryInterface(__uuidof(ID3D11DeviceContext2), context.outVoid()));
         auto plain = r.texture(kRgba, kSrv);
         const D3D11_TILED_RESOURCE_COORDINATE at{};
         const D3D11_TILE_REGION_SIZE size{1, FALSE, 0, 0, 0};
         const UINT flags = D3D11_TILE_RANGE_NULL, bad = 0x80, count = 1, two = 2;
         return r.same({context->UpdateTileMappings(plain.get(), 1, &at, &size, nullptr, 1, &flags, nullptr, &count, 0),
                        context->UpdateTileMappings(plain.get(), 1, &at, &size, nullptr, 1, &flags, nullptr, &two, 0),
                        context->UpdateTileMappings(plain.get(), 1, &at, &size, nullptr, 1, &bad, nullptr, &count, 0)});
     }},
    {338, "ID3D11DeviceContext2::UpdateTileMappings", "no memory for page tables", E_OUTOFMEMORY,
     Elsewhere{"page tables are the driver's, and grow when its queue binds tiles; if that fails the device is removed"}},
    {339, "ID3D11DeviceContext2::UpdateTileMappings", "device removed", DXGI_ERROR_DEVICE_REMOVED,
     Elsewhere{"a test cannot lose the driver's device; unit-d3d11 loses one from inside"}},
    {340, "ID3D11DeviceContext2::CopyTileMappings", "bad flags, or a resource that is not tiled", E_INVALIDARG,
     Out::Any,
     [](Rig& r) {
         Com<ID3D11DeviceContext2> context;
         EXPECT_HR(S_OK, r.context()->QueryInterface(__uuidof(ID3D11DeviceContext2), context.outVoid()));
         auto plain = r.texture(kRgba, kSrv), other = r.texture(kRgba, kSrv);
         const D3D11_TILED_RESOURCE_COORDINATE at{};
         const D3D11_TILE_REGION_SIZE size{1, FALSE, 0, 0, 0};
         return r.same({context->CopyTileMappings(plain.get(), &at, other.get(), &at, &size, 0),
                        context->CopyTileMappings(plain.get(), &at, other.get(), &at, &size, 0x80)});
     }},
    {341, "ID3D11DeviceContext2::CopyTileMappings", "no memory for page tables", E_OUTOFMEMORY,
     Elsewhere{"page tables are the driver's, and grow when its queue binds tiles; if that fails the device is removed"}},
    {342, "ID3D11DeviceContext2::ResizeTilePool", "size that is no multiple of 64 KiB", E_INVALIDARG, Out::Any,
     [](Rig& r) {
         Com<ID3D11DeviceContext2> context;
         EXPECT_HR(S_OK, r.context()->QueryInterface(__uuidof(ID3D11DeviceContext2), context.outVoid()));
         auto plain = r.buffer(65536, kVertex); // no pool can be made
         return r.same({context->ResizeTilePool(plain.get(), 65552), context->ResizeTilePool(plain.get(), 1)});
     }},
    {343, "ID3D11DeviceContext2::ResizeTilePool", "no memory", E_OUTOFMEMORY, Out::Any,
     [](Rig& r) {
         Com<ID3D11DeviceContext2> context;
         EXPECT_HR(S_OK, r.context()->QueryInterface(__uuidof(ID3D11DeviceContext2), context.outVoid()));
         const D3D11_BUFFER_DESC desc{65536, D3D11_USAGE_DEFAULT, 0, 0, D3D11_RESOURCE_MISC_TILE_POOL, 0};
         Com<ID3D11Buffer> pool;
         if (FAILED(r->CreateBuffer(&desc, nullptr, pool.out()))) {
             [] { GTEST_SKIP() << "tiled resources are not offered"; }();
             return E_OUTOFMEMORY;
         }
         const HRESULT hr = context->ResizeTilePool(pool.get(), UINT64(1) << 46);
         EXPECT_HR(S_OK, context->ResizeTilePool(pool.get(), 65536)) << "the pool is as it was";
         return hr;
     }},
};

} // namespace

std::span<const Rule> contextRules() {
    return kRules;
}

} // namespace conformance::rules
