#pragma once
// ID3DUserDefinedAnnotation of a context: a tear-off, since its EndEvent clashes with ID3D11DeviceContext2's. Shares the
// context's identity and count. The context's thread.

#include "d3d11/device/interfaces.h"

#include <d3d11_1.h>

#include <atomic>

namespace hendeca::d3d11 {

class ContextBase;

class Annotation final : public ID3DUserDefinedAnnotation {
public:
    static HRESULT create(ContextBase& context, void** object);

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override;
    ULONG STDMETHODCALLTYPE AddRef() override;
    ULONG STDMETHODCALLTYPE Release() override;
    INT STDMETHODCALLTYPE BeginEvent(LPCWSTR name) override;
    INT STDMETHODCALLTYPE EndEvent() override;
    void STDMETHODCALLTYPE SetMarker(LPCWSTR name) override;
    BOOL STDMETHODCALLTYPE GetStatus() override;

private:
    explicit Annotation(ContextBase& context) : context_(context) {}
    virtual ~Annotation() = default;
    ContextBase& context_;
    std::atomic<ULONG> count_{1};
};

} // namespace hendeca::d3d11
