#pragma once
// IUnknown, and the macro for QueryInterface-like calls.

#include <windows.h>

struct IUnknown {
    virtual HRESULT STDMETHODCALLTYPE QueryInterface(REFIID riid, void** ppvObject) = 0;
    virtual ULONG STDMETHODCALLTYPE AddRef() = 0;
    virtual ULONG STDMETHODCALLTYPE Release() = 0;
};
__CRT_UUID_DECL(IUnknown, 0x00000000, 0x0000, 0x0000, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46)
DEFINE_GUID(IID_IUnknown, 0x00000000, 0x0000, 0x0000, 0xc0, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x46);
typedef IUnknown* LPUNKNOWN;

template <class T>
inline void** IID_PPV_ARGS_Helper(T** pointer) {
    return reinterpret_cast<void**>(pointer);
}
#define IID_PPV_ARGS(pointer) __uuidof(**(pointer)), IID_PPV_ARGS_Helper(pointer)
