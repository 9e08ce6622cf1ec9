#pragma once
// ID3DUserDefinedAnnotation of a context: a tear-off, since its EndEvent clashes with ID3D11DeviceContext2's. The
// context's thread.

#include "d3d11/context/context_part.h"

#include <d3d11_1.h>

namespace hendeca::d3d11 {

class Annotation final : public ContextPart<Annotation, ID3DUserDefinedAnnotation> {
public:
    explicit Annotation(ContextBase& context) : ContextPart(context) {}
    static bool offers(REFIID iid) { return IsEqualGUID(iid, __uuidof(ID3DUserDefinedAnnotation)); }

    INT STDMETHODCALLTYPE BeginEvent(LPCWSTR name) override;
    INT STDMETHODCALLTYPE EndEvent() override;
    void STDMETHODCALLTYPE SetMarker(LPCWSTR name) override;
    BOOL STDMETHODCALLTYPE GetStatus() override;
};

} // namespace hendeca::d3d11
