// The entry points of dxgi.dll. None of them calls another one: hooks on two of them must not see each other's calls.

#include "dxgi/adapter.h"
#include "dxgi/factory.h"
#include "dxgi/instance.h"

#include <atomic>

#if defined(_WIN32)
// Named, and numbered, in dxgi.def.
#define HENDECA_EXPORT extern "C"
#else
#define HENDECA_EXPORT extern "C" __attribute__((visibility("default")))
#endif

namespace {

HRESULT makeFactory(UINT flags, bool legacy, REFIID iid, void** factory) {
    if (!factory)
        return DXGI_ERROR_INVALID_CALL;
    *factory = nullptr;
    hendeca::dxgi::vulkanDevices();
    return hendeca::makeCom<hendeca::dxgi::Factory>(flags, legacy)->QueryInterface(iid, factory);
}

} // namespace

HENDECA_EXPORT HRESULT WINAPI CreateDXGIFactory(REFIID iid, void** factory) {
    return makeFactory(0, true, iid, factory);
}

HENDECA_EXPORT HRESULT WINAPI CreateDXGIFactory1(REFIID iid, void** factory) {
    return makeFactory(0, false, iid, factory);
}

HENDECA_EXPORT HRESULT WINAPI CreateDXGIFactory2(UINT flags, REFIID iid, void** factory) {
    return makeFactory(flags, false, iid, factory);
}

HENDECA_EXPORT HRESULT WINAPI DXGIDeclareAdapterRemovalSupport() {
    static std::atomic<bool> declared{false};
    if (declared.load())
        return DXGI_ERROR_ALREADY_EXISTS;
    if (hendeca::dxgi::Adapter::deviceMade())
        return DXGI_ERROR_INVALID_CALL;
    return declared.exchange(true) ? DXGI_ERROR_ALREADY_EXISTS : S_OK;
}

// Refresh rates are not virtualised here.
HENDECA_EXPORT HRESULT WINAPI DXGIDisableVBlankVirtualization() {
    return S_OK;
}

// Windows answers so when its debug layer is not installed.
HENDECA_EXPORT HRESULT WINAPI DXGIGetDebugInterface1(UINT flags, REFIID iid, void** debug) {
    if (debug)
        *debug = nullptr;
    HENDECA_WARN_ONCE("DXGIGetDebugInterface1: there is no DXGI debug layer");
    return E_NOINTERFACE;
}

// Asked by wrappers for an application's compatibility settings, of which there are none.
HENDECA_EXPORT BOOL WINAPI CompatValue(const char* name, UINT64* value) {
    return FALSE;
}

HENDECA_EXPORT BOOL WINAPI CompatString(const char* name, ULONG* length, char* text, BOOL wide) {
    return FALSE;
}
