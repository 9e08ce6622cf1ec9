// CreateBuffer: which descriptions are accepted. Microsoft Learn, ID3D11Device::CreateBuffer, D3D11_USAGE,
// D3D11_BUFFER_DESC.
#include "support/fixture.h"

namespace conformance {
namespace {

constexpr UINT kVertex = D3D11_BIND_VERTEX_BUFFER, kSrv = D3D11_BIND_SHADER_RESOURCE,
               kUav = D3D11_BIND_UNORDERED_ACCESS;
constexpr UINT kConstant = D3D11_BIND_CONSTANT_BUFFER, kRead = D3D11_CPU_ACCESS_READ, kWrite = D3D11_CPU_ACCESS_WRITE;
constexpr UINT kRaw = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS, kStructured = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;

class BufferRules : public DeviceTest {
protected:
    HRESULT create(const D3D11_BUFFER_DESC& desc, bool data = false) {
        const D3D11_SUBRESOURCE_DATA initial{zeros, 0, 0};
        Com<ID3D11Buffer> made;
        const HRESULT hr = device->CreateBuffer(&desc, data ? &initial : nullptr, made.out());
        EXPECT_EQ(SUCCEEDED(hr), bool(made));
        return hr;
    }
    uint8_t zeros[4096] = {};
};

struct Case {
    const char* rule;
    D3D11_BUFFER_DESC desc; // size, usage, bind, CPU access, misc, stride
    bool data;
    HRESULT expected;
};

// clang-format off
const Case kCases[] = {
    {"a plain vertex buffer", {64, D3D11_USAGE_DEFAULT, kVertex, 0, 0, 0}, false, S_OK},
    {"no size", {0, D3D11_USAGE_DEFAULT, kVertex, 0, 0, 0}, false, E_INVALIDARG},
    {"constant buffers hold whole vectors", {24, D3D11_USAGE_DEFAULT, kConstant, 0, 0, 0}, false, E_INVALIDARG},
    {"constant buffers have no other bind", {32, D3D11_USAGE_DEFAULT, kConstant | kSrv, 0, 0, 0}, false, E_INVALIDARG},
    {"constant buffers over 64 KiB", {128 * 1024, D3D11_USAGE_DEFAULT, kConstant, 0, 0, 0}, false, S_OK},
    {"raw views need a view bind", {64, D3D11_USAGE_DEFAULT, kVertex, 0, kRaw, 0}, false, E_INVALIDARG},
    {"raw views of a shader resource", {64, D3D11_USAGE_DEFAULT, kSrv, 0, kRaw, 0}, false, S_OK},
    {"structures have a size", {64, D3D11_USAGE_DEFAULT, kSrv, 0, kStructured, 0}, false, E_INVALIDARG},
    {"structures are whole words", {64, D3D11_USAGE_DEFAULT, kSrv, 0, kStructured, 5}, false, E_INVALIDARG},
    {"structures have at most 2048 bytes", {4096, D3D11_USAGE_DEFAULT, kSrv, 0, kStructured, 2052}, false, E_INVALIDARG},
    {"structures of 2048 bytes", {4096, D3D11_USAGE_DEFAULT, kSrv, 0, kStructured, 2048}, false, S_OK},
    {"raw and structured exclude each other", {64, D3D11_USAGE_DEFAULT, kSrv, 0, kRaw | kStructured, 4}, false, E_INVALIDARG},
    {"immutable needs data", {64, D3D11_USAGE_IMMUTABLE, kVertex, 0, 0, 0}, false, E_INVALIDARG},
    {"immutable with data", {64, D3D11_USAGE_IMMUTABLE, kVertex, 0, 0, 0}, true, S_OK},
    {"immutable needs a bind", {64, D3D11_USAGE_IMMUTABLE, 0, 0, 0, 0}, true, E_INVALIDARG},
    {"immutable is no output", {64, D3D11_USAGE_IMMUTABLE, kUav, 0, 0, 0}, true, E_INVALIDARG},
    {"immutable has no CPU access", {64, D3D11_USAGE_IMMUTABLE, kVertex, kWrite, 0, 0}, true, E_INVALIDARG},
    {"dynamic needs CPU write", {64, D3D11_USAGE_DYNAMIC, kVertex, 0, 0, 0}, false, E_INVALIDARG},
    {"dynamic has no CPU read", {64, D3D11_USAGE_DYNAMIC, kVertex, kRead | kWrite, 0, 0}, false, E_INVALIDARG},
    {"dynamic needs a bind", {64, D3D11_USAGE_DYNAMIC, 0, kWrite, 0, 0}, false, E_INVALIDARG},
    {"dynamic is no output", {64, D3D11_USAGE_DYNAMIC, kUav, kWrite, 0, 0}, false, E_INVALIDARG},
    {"dynamic", {64, D3D11_USAGE_DYNAMIC, kVertex, kWrite, 0, 0}, false, S_OK},
    {"staging has no bind", {64, D3D11_USAGE_STAGING, kVertex, kRead, 0, 0}, false, E_INVALIDARG},
    {"staging needs CPU access", {64, D3D11_USAGE_STAGING, 0, 0, 0, 0}, false, E_INVALIDARG},
    {"staging", {64, D3D11_USAGE_STAGING, 0, kRead | kWrite, 0, 0}, false, S_OK},
    {"default has no CPU access", {64, D3D11_USAGE_DEFAULT, kVertex, kRead, 0, 0}, false, E_INVALIDARG},
    {"buffers have no mips", {64, D3D11_USAGE_DEFAULT, kSrv, 0, D3D11_RESOURCE_MISC_GENERATE_MIPS, 0}, false, E_INVALIDARG},
    {"no depth-stencil buffers", {64, D3D11_USAGE_DEFAULT, D3D11_BIND_DEPTH_STENCIL, 0, 0, 0}, false, E_INVALIDARG},
    {"arguments of indirect draws",
     {64, D3D11_USAGE_DEFAULT, kUav, 0, D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS, 0}, false, S_OK},
};
// clang-format on

TEST_F(BufferRules, Descriptions) {
    for (const Case& one : kCases)
        EXPECT_HR(one.expected, create(one.desc, one.data)) << one.rule;
}

TEST_F(BufferRules, NullPointers) {
    const D3D11_BUFFER_DESC desc{64, D3D11_USAGE_DEFAULT, kVertex, 0, 0, 0};
    Com<ID3D11Buffer> made;
    EXPECT_HR(E_INVALIDARG, device->CreateBuffer(nullptr, nullptr, made.out()));
    EXPECT_HR(S_FALSE, device->CreateBuffer(&desc, nullptr, nullptr));
    const D3D11_SUBRESOURCE_DATA none{};
    EXPECT_HR(E_INVALIDARG, device->CreateBuffer(&desc, &none, made.out()));
}

TEST_F(BufferRules, AStrideWithoutStructuresReadsBackAsZero) {
    const D3D11_BUFFER_DESC desc{64, D3D11_USAGE_DEFAULT, kVertex, 0, 0, 12};
    Com<ID3D11Buffer> made;
    ASSERT_HR(S_OK, device->CreateBuffer(&desc, nullptr, made.out()));
    D3D11_BUFFER_DESC found{};
    made->GetDesc(&found);
    EXPECT_EQ(0u, found.StructureByteStride);
    EXPECT_EQ(64u, found.ByteWidth);
    D3D11_RESOURCE_DIMENSION dimension{};
    made->GetType(&dimension);
    EXPECT_EQ(D3D11_RESOURCE_DIMENSION_BUFFER, dimension);
}

TEST_F(BufferRules, TheUsageOfDxgi) {
    auto made = buffer(64, kSrv);
    auto resource = made.as<IDXGIResource>();
    ASSERT_TRUE(bool(resource));
    DXGI_USAGE usage = 0;
    EXPECT_HR(S_OK, resource->GetUsage(&usage));
    EXPECT_EQ(DXGI_USAGE(DXGI_USAGE_SHADER_INPUT), usage);
    EXPECT_FALSE(bool(made.as<IDXGISurface>())) << "buffers are no surfaces";
    // Both interfaces show one priority.
    made->SetEvictionPriority(DXGI_RESOURCE_PRIORITY_LOW);
    UINT priority = 0;
    EXPECT_HR(S_OK, resource->GetEvictionPriority(&priority));
    EXPECT_EQ(UINT(DXGI_RESOURCE_PRIORITY_LOW), priority);
}

} // namespace
} // namespace conformance
