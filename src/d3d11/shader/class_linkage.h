#pragma once
// ID3D11ClassLinkage and ID3D11ClassInstance. Shaders that use interfaces are not translated, so that no class can be
// found in a linkage: GetClassInstance and CreateClassInstance fail, as they do for a name that no shader declares.

#include "d3d11/device/device_child.h"

namespace hendeca::d3d11 {

class ClassLinkage final : public DeviceChild<ID3D11ClassLinkage> {
public:
    explicit ClassLinkage(Device& device) : DeviceChild(device) {}

    HRESULT STDMETHODCALLTYPE GetClassInstance(LPCSTR name, UINT index, ID3D11ClassInstance** instance) override;
    HRESULT STDMETHODCALLTYPE CreateClassInstance(LPCSTR typeName, UINT constantBufferOffset, UINT constantVectorOffset,
                                                  UINT textureOffset, UINT samplerOffset,
                                                  ID3D11ClassInstance** instance) override;

private:
    const char* className() const override { return "ID3D11ClassLinkage"; }
};

class ClassInstance final : public DeviceChild<ID3D11ClassInstance> {
public:
    ClassInstance(Device& device, ClassLinkage& linkage, const D3D11_CLASS_INSTANCE_DESC& desc);
    ~ClassInstance() override;

    void STDMETHODCALLTYPE GetClassLinkage(ID3D11ClassLinkage** linkage) override;
    void STDMETHODCALLTYPE GetDesc(D3D11_CLASS_INSTANCE_DESC* desc) override { *desc = desc_; }
    void STDMETHODCALLTYPE GetInstanceName(LPSTR name, SIZE_T* length) override;
    void STDMETHODCALLTYPE GetTypeName(LPSTR name, SIZE_T* length) override;

private:
    const char* className() const override { return "ID3D11ClassInstance"; }

    ClassLinkage& linkage_;
    D3D11_CLASS_INSTANCE_DESC desc_;
};

} // namespace hendeca::d3d11
