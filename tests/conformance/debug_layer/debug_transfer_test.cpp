// Copies, updates, maps and queries that are refused or pointless say so.
#include "debug_fixture.h"

namespace conformance {
namespace {

constexpr auto kColor = DXGI_FORMAT_R8G8B8A8_UNORM;
constexpr auto kManipulation = D3D11_MESSAGE_CATEGORY_RESOURCE_MANIPULATION;

class DebugTransfer : public DebugTest {
public:
    void expectError(D3D11_MESSAGE_ID id) { expectSaid(id, kManipulation, D3D11_MESSAGE_SEVERITY_ERROR); }
    void expectWarning(D3D11_MESSAGE_ID id) { expectSaid(id, kManipulation, D3D11_MESSAGE_SEVERITY_WARNING); }
};

TEST_F(DebugTransfer, Copies) {
    auto a = texture(8, 8, kColor, D3D11_BIND_SHADER_RESOURCE);
    auto b = texture(4, 4, kColor, D3D11_BIND_SHADER_RESOURCE);
    auto other = texture(8, 8, DXGI_FORMAT_R32G32B32A32_FLOAT, D3D11_BIND_SHADER_RESOURCE);
    const uint32_t texels[64] = {};
    const D3D11_TEXTURE2D_DESC fixed = {8, 8, 1, 1, kColor, {1, 0}, D3D11_USAGE_IMMUTABLE, D3D11_BIND_SHADER_RESOURCE,
                                        0, 0};
    const D3D11_SUBRESOURCE_DATA data = {texels, 32, 0};
    Com<ID3D11Texture2D> immutable;
    ASSERT_HR(S_OK, device->CreateTexture2D(&fixed, &data, immutable.out()));
    forget();
    context->CopyResource(a.get(), b.get());
    expectError(D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDSOURCE);
    context->CopyResource(immutable.get(), a.get());
    expectError(D3D11_MESSAGE_ID_COPYRESOURCE_INVALIDDESTINATIONSTATE);
    context->CopyResource(a.get(), immutable.get());
    expectQuiet();
    context->CopySubresourceRegion(b.get(), 0, 0, 0, 0, a.get(), 0, nullptr); // 8 x 8 into 4 x 4
    EXPECT_EQ(1u, said().size());
    expectError(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX);
    const D3D11_BOX beyond = {4, 4, 0, 12, 12, 1}, empty = {2, 2, 0, 2, 2, 1};
    context->CopySubresourceRegion(a.get(), 0, 0, 0, 0, immutable.get(), 0, &beyond);
    expectError(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCEBOX);
    context->CopySubresourceRegion(a.get(), 0, 0, 0, 0, immutable.get(), 0, &empty);
    expectWarning(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_EMPTYSOURCEBOX);
    context->CopySubresourceRegion(a.get(), 5, 0, 0, 0, immutable.get(), 0, nullptr);
    expectError(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDDESTINATIONSUBRESOURCE);
    context->CopySubresourceRegion(a.get(), 0, 0, 0, 0, immutable.get(), 5, nullptr);
    expectError(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCESUBRESOURCE);
    context->CopySubresourceRegion(a.get(), 0, 0, 0, 0, other.get(), 0, nullptr);
    expectError(D3D11_MESSAGE_ID_COPYSUBRESOURCEREGION_INVALIDSOURCE);
    context->ResolveSubresource(a.get(), 0, b.get(), 0, DXGI_FORMAT_R32_FLOAT);
    expectError(D3D11_MESSAGE_ID_DEVICE_RESOLVESUBRESOURCE_FORMAT_INVALID);
    auto view = resourceView(a.get());
    context->GenerateMips(view.get());
    expectError(D3D11_MESSAGE_ID_DEVICE_GENERATEMIPS_RESOURCE_INVALID);
}

TEST_F(DebugTransfer, Updates) {
    auto image = texture(8, 8, kColor, D3D11_BIND_SHADER_RESOURCE);
    auto depth = texture(8, 8, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL);
    auto dynamic = buffer(64, D3D11_BIND_VERTEX_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    const uint32_t data[64] = {};
    context->UpdateSubresource(image.get(), 0, nullptr, data, 32, 0);
    expectQuiet();
    context->UpdateSubresource(dynamic.get(), 0, nullptr, data, 0, 0);
    EXPECT_EQ(1u, said().size());
    expectError(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSTATE);
    context->UpdateSubresource(depth.get(), 0, nullptr, data, 32, 0);
    expectError(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSTATE);
    context->UpdateSubresource(image.get(), 3, nullptr, data, 32, 0);
    expectError(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONSUBRESOURCE);
    const D3D11_BOX beyond = {0, 0, 0, 9, 1, 1}, empty = {1, 1, 0, 1, 2, 1};
    context->UpdateSubresource(image.get(), 0, &beyond, data, 64, 0);
    expectError(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_INVALIDDESTINATIONBOX);
    context->UpdateSubresource(image.get(), 0, &empty, data, 64, 0);
    expectWarning(D3D11_MESSAGE_ID_UPDATESUBRESOURCE_EMPTYDESTBOX);
}

TEST_F(DebugTransfer, Maps) {
    auto fixed = buffer(64, D3D11_BIND_VERTEX_BUFFER);
    auto dynamic = buffer(64, D3D11_BIND_VERTEX_BUFFER, nullptr, D3D11_USAGE_DYNAMIC);
    const D3D11_TEXTURE2D_DESC desc = {4, 4, 1, 1, kColor, {1, 0}, D3D11_USAGE_STAGING, 0, D3D11_CPU_ACCESS_READ, 0};
    Com<ID3D11Texture2D> staging;
    ASSERT_HR(S_OK, device->CreateTexture2D(&desc, nullptr, staging.out()));
    forget();
    D3D11_MAPPED_SUBRESOURCE mapped;
    EXPECT_HR(E_INVALIDARG, context->Map(fixed.get(), 0, D3D11_MAP_WRITE_DISCARD, 0, &mapped));
    expectError(D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDMAPTYPE);
    EXPECT_HR(E_INVALIDARG, context->Map(dynamic.get(), 0, D3D11_MAP_READ, 0, &mapped));
    expectError(D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDMAPTYPE);
    EXPECT_HR(E_INVALIDARG, context->Map(staging.get(), 4, D3D11_MAP_READ, 0, &mapped));
    expectError(D3D11_MESSAGE_ID_RESOURCE_MAP_INVALIDSUBRESOURCE);
    ASSERT_HR(S_OK, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
    expectQuiet();
    EXPECT_HR(E_INVALIDARG, context->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped));
    expectError(D3D11_MESSAGE_ID_RESOURCE_MAP_ALREADYMAPPED);
    context->Unmap(staging.get(), 0);
    expectQuiet();
    context->Unmap(staging.get(), 0);
    expectError(D3D11_MESSAGE_ID_RESOURCE_UNMAP_NOTMAPPED);
    context->Unmap(dynamic.get(), 0);
    expectError(D3D11_MESSAGE_ID_RESOURCE_UNMAP_NOTMAPPED);

    Com<ID3D11DeviceContext> deferred;
    ASSERT_HR(S_OK, device->CreateDeferredContext(0, deferred.out()));
    EXPECT_TRUE(FAILED(deferred->Map(dynamic.get(), 0, D3D11_MAP_WRITE_NO_OVERWRITE, 0, &mapped)));
    expectError(D3D11_MESSAGE_ID_RESOURCE_MAP_WITHOUT_INITIAL_DISCARD);
}

TEST_F(DebugTransfer, ClearsThatDoNothing) {
    auto depth = texture(4, 4, DXGI_FORMAT_D32_FLOAT, D3D11_BIND_DEPTH_STENCIL);
    D3D11_DEPTH_STENCIL_VIEW_DESC desc{};
    desc.Format = DXGI_FORMAT_D32_FLOAT;
    desc.ViewDimension = D3D11_DSV_DIMENSION_TEXTURE2D;
    desc.Flags = D3D11_DSV_READ_ONLY_DEPTH;
    Com<ID3D11DepthStencilView> view;
    ASSERT_HR(S_OK, device->CreateDepthStencilView(depth.get(), &desc, view.out()));
    forget();
    context->ClearDepthStencilView(view.get(), D3D11_CLEAR_DEPTH, 1, 0);
    expectWarning(D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_DEPTH_READONLY);
    context->ClearDepthStencilView(view.get(), 0, 1, 0);
    expectError(D3D11_MESSAGE_ID_CLEARDEPTHSTENCILVIEW_INVALID);
    auto integers = texture(4, 4, DXGI_FORMAT_R32_UINT, D3D11_BIND_UNORDERED_ACCESS);
    auto access = accessView(integers.get());
    const float values[4] = {};
    context->ClearUnorderedAccessViewFloat(access.get(), values);
    expectError(D3D11_MESSAGE_ID_CLEARUNORDEREDACCESSVIEWFLOAT_INVALIDFORMAT);
}

TEST_F(DebugTransfer, QueriesOutOfOrder) {
    const auto expect = [this](D3D11_MESSAGE_ID id, D3D11_MESSAGE_SEVERITY severity) {
        expectSaid(id, D3D11_MESSAGE_CATEGORY_EXECUTION, severity);
    };
    auto event = query(D3D11_QUERY_EVENT);
    auto occlusion = query(D3D11_QUERY_OCCLUSION);
    forget();
    UINT64 value = 0;
    EXPECT_HR(DXGI_ERROR_INVALID_CALL, context->GetData(occlusion.get(), &value, 8, 0));
    expect(D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_CALL, D3D11_MESSAGE_SEVERITY_ERROR);
    context->Begin(event.get());
    expect(D3D11_MESSAGE_ID_QUERY_BEGIN_UNSUPPORTED, D3D11_MESSAGE_SEVERITY_ERROR);
    context->Begin(occlusion.get());
    expectQuiet();
    context->Begin(occlusion.get());
    expect(D3D11_MESSAGE_ID_QUERY_BEGIN_DUPLICATE, D3D11_MESSAGE_SEVERITY_WARNING);
    context->End(occlusion.get());
    expectQuiet();
    EXPECT_HR(E_INVALIDARG, context->GetData(occlusion.get(), &value, 7, 0));
    expect(D3D11_MESSAGE_ID_QUERY_GETDATA_INVALID_DATASIZE, D3D11_MESSAGE_SEVERITY_ERROR);
    context->End(occlusion.get());
    expect(D3D11_MESSAGE_ID_QUERY_END_WITHOUT_BEGIN, D3D11_MESSAGE_SEVERITY_ERROR);
}

} // namespace
} // namespace conformance
