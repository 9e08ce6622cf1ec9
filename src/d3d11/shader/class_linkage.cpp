#include "d3d11/shader/class_linkage.h"

#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

HRESULT ClassLinkage::GetClassInstance(LPCSTR, UINT, ID3D11ClassInstance** instance) {
    if (!instance)
        return E_INVALIDARG;
    *instance = nullptr;
    HENDECA_WARN_ONCE("ID3D11ClassLinkage: shaders with interfaces are not implemented");
    return E_INVALIDARG;
}

HRESULT ClassLinkage::CreateClassInstance(LPCSTR, UINT, UINT, UINT, UINT, ID3D11ClassInstance** instance) {
    return GetClassInstance(nullptr, 0, instance);
}

ClassInstance::ClassInstance(Device& device, ClassLinkage& linkage, const D3D11_CLASS_INSTANCE_DESC& desc)
    : DeviceChild(device), linkage_(linkage), desc_(desc) {
    linkage_.addPrivateRef();
}

ClassInstance::~ClassInstance() {
    linkage_.releasePrivateRef();
}

void ClassInstance::GetClassLinkage(ID3D11ClassLinkage** linkage) {
    linkage_.AddRef();
    *linkage = &linkage_;
}

void ClassInstance::GetInstanceName(LPSTR name, SIZE_T* length) {
    if (name && length && *length)
        *name = '\0';
    if (length)
        *length = 1;
}

void ClassInstance::GetTypeName(LPSTR name, SIZE_T* length) {
    GetInstanceName(name, length);
}

} // namespace hendeca::d3d11
