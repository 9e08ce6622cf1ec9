#pragma once
// ID3D11Multithread as the immediate context offers it: a part of the context, with its count and identity. The protection is
// the device's (Microsoft Learn, ID3D11Multithread). Any thread.

#include "d3d11/device/interfaces.h"

namespace hendeca::d3d11 {

class ContextMultithread final : public ID3D11Multithread {
public:
    ContextMultithread(ID3D11DeviceContext& context, ID3D11Multithread& device) : context_(context), device_(device) {}

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        return context_.QueryInterface(iid, object);
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return context_.AddRef(); }
    ULONG STDMETHODCALLTYPE Release() override { return context_.Release(); }
    void STDMETHODCALLTYPE Enter() override { device_.Enter(); }
    void STDMETHODCALLTYPE Leave() override { device_.Leave(); }
    BOOL STDMETHODCALLTYPE SetMultithreadProtected(BOOL protect) override {
        return device_.SetMultithreadProtected(protect);
    }
    BOOL STDMETHODCALLTYPE GetMultithreadProtected() override { return device_.GetMultithreadProtected(); }

private:
    ID3D11DeviceContext& context_;
    ID3D11Multithread& device_;
};

} // namespace hendeca::d3d11
