// ID3D10Device: life, drawing, copies and clears.
#include "d3d11/d3d10/debug10.h"
#include "d3d11/d3d10/face_of.h"

namespace hendeca::d3d11 {

Device10::Device10(Device& device)
    : device_(device), debug_(device.debug() ? std::make_unique<Debug10>(device, *device.debug()) : nullptr),
      creationFlags_(device.GetCreationFlags() & (D3D10_CREATE_DEVICE_SINGLETHREADED | D3D10_CREATE_DEVICE_DEBUG)) {}

Device10::~Device10() = default;

void* Device10::debugInterface(REFIID iid) { return debug_ ? debug_->find(iid) : nullptr; }

ID3D10Device* device10(Device& device) {
    if (!device.offersDirect3D10())
        return nullptr;
    device.AddRef();
    return &device.direct3D10();
}

HRESULT Device10::QueryInterface(REFIID iid, void** object) { return device_.QueryInterface(iid, object); }
ULONG Device10::AddRef() { return device_.AddRef(); }
ULONG Device10::Release() { return device_.Release(); }

void Device10::Enter() { device_.Enter(); }
void Device10::Leave() { device_.Leave(); }
WINBOOL Device10::SetMultithreadProtected(WINBOOL protect) { return device_.SetMultithreadProtected(protect); }
WINBOOL Device10::GetMultithreadProtected() { return device_.GetMultithreadProtected(); }

void Device10::DrawIndexed(UINT indexCount, UINT firstIndex, INT baseVertex) {
    device_.immediate().DrawIndexed(indexCount, firstIndex, baseVertex);
}

void Device10::Draw(UINT vertexCount, UINT firstVertex) { device_.immediate().Draw(vertexCount, firstVertex); }

void Device10::DrawIndexedInstanced(UINT indexCount, UINT instanceCount, UINT firstIndex, INT baseVertex,
                                    UINT firstInstance) {
    device_.immediate().DrawIndexedInstanced(indexCount, instanceCount, firstIndex, baseVertex, firstInstance);
}

void Device10::DrawInstanced(UINT vertexCount, UINT instanceCount, UINT firstVertex, UINT firstInstance) {
    device_.immediate().DrawInstanced(vertexCount, instanceCount, firstVertex, firstInstance);
}

void Device10::DrawAuto() { device_.immediate().DrawAuto(); }

void Device10::CopySubresourceRegion(ID3D10Resource* target, UINT targetSubresource, UINT x, UINT y, UINT z,
                                     ID3D10Resource* source, UINT sourceSubresource, const D3D10_BOX* box) {
    static_assert(sizeof(D3D10_BOX) == sizeof(D3D11_BOX));
    device_.immediate().CopySubresourceRegion(take11<ID3D11Resource>(target), targetSubresource, x, y, z,
                                              take11<ID3D11Resource>(source), sourceSubresource,
                                              reinterpret_cast<const D3D11_BOX*>(box));
}

void Device10::CopyResource(ID3D10Resource* target, ID3D10Resource* source) {
    device_.immediate().CopyResource(take11<ID3D11Resource>(target), take11<ID3D11Resource>(source));
}

void Device10::UpdateSubresource(ID3D10Resource* target, UINT subresource, const D3D10_BOX* box, const void* data,
                                 UINT rowPitch, UINT slicePitch) {
    device_.immediate().UpdateSubresource(take11<ID3D11Resource>(target), subresource,
                                          reinterpret_cast<const D3D11_BOX*>(box), data, rowPitch, slicePitch);
}

void Device10::ClearRenderTargetView(ID3D10RenderTargetView* view, const FLOAT color[4]) {
    device_.immediate().ClearRenderTargetView(behind(view), color);
}

void Device10::ClearDepthStencilView(ID3D10DepthStencilView* view, UINT flags, FLOAT depth, UINT8 stencil) {
    device_.immediate().ClearDepthStencilView(behind(view), flags, depth, stencil);
}

void Device10::GenerateMips(ID3D10ShaderResourceView* view) {
    device_.immediate().GenerateMips(behind(view));
}

void Device10::ResolveSubresource(ID3D10Resource* target, UINT targetSubresource, ID3D10Resource* source,
                                  UINT sourceSubresource, DXGI_FORMAT format) {
    device_.immediate().ResolveSubresource(take11<ID3D11Resource>(target), targetSubresource,
                                           take11<ID3D11Resource>(source), sourceSubresource, format);
}

void Device10::Flush() { device_.immediate().Flush(); }
HRESULT Device10::GetDeviceRemovedReason() { return device_.GetDeviceRemovedReason(); }
HRESULT Device10::SetExceptionMode(UINT flags) { return device_.SetExceptionMode(flags); }
UINT Device10::GetExceptionMode() { return device_.GetExceptionMode(); }
HRESULT Device10::GetPrivateData(REFGUID guid, UINT* size, void* data) {
    return device_.GetPrivateData(guid, size, data);
}
HRESULT Device10::SetPrivateData(REFGUID guid, UINT size, const void* data) {
    return device_.SetPrivateData(guid, size, data);
}
HRESULT Device10::SetPrivateDataInterface(REFGUID guid, const IUnknown* data) {
    return device_.SetPrivateDataInterface(guid, data);
}

} // namespace hendeca::d3d11
