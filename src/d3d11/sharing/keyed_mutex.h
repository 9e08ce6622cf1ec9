#pragma once
// IDXGIKeyedMutex of a texture: an interface of the texture object, so that references and identity are the texture's. The
// state is KeyState's; a release hands the contents over (contents.h) and submits what the context has. AcquireSync and
// ReleaseSync use the immediate context, and belong on its thread.

#include "d3d11/resource/texture.h"

namespace hendeca::d3d11 {

class KeyedMutex final : public IDXGIKeyedMutex {
public:
    explicit KeyedMutex(Texture2D& texture) : texture_(texture) {}

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        return texture_.QueryInterface(iid, object);
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return texture_.AddRef(); }
    ULONG STDMETHODCALLTYPE Release() override { return texture_.Release(); }
    HRESULT STDMETHODCALLTYPE SetPrivateData(REFGUID name, UINT size, const void* data) override {
        return texture_.SetPrivateData(name, size, data);
    }
    HRESULT STDMETHODCALLTYPE SetPrivateDataInterface(REFGUID name, const IUnknown* object) override {
        return texture_.SetPrivateDataInterface(name, object);
    }
    HRESULT STDMETHODCALLTYPE GetPrivateData(REFGUID name, UINT* size, void* data) override {
        return texture_.GetPrivateData(name, size, data);
    }
    HRESULT STDMETHODCALLTYPE GetParent(REFIID iid, void** parent) override { return texture_.GetParent(iid, parent); }
    HRESULT STDMETHODCALLTYPE GetDevice(REFIID iid, void** device) override { return texture_.GetDevice(iid, device); }

    HRESULT STDMETHODCALLTYPE AcquireSync(UINT64 key, DWORD milliseconds) override;
    HRESULT STDMETHODCALLTYPE ReleaseSync(UINT64 key) override;

private:
    const ResourceBase* self() const { return &texture_; } // as KeyState knows it
    Texture2D& texture_;
};

} // namespace hendeca::d3d11
