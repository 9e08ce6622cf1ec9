#pragma once
// What dxgi.dll, d3d11.dll and d3d10core.dll offer each other. COM interfaces only: no C++ object crosses the border between
// the DLLs, and each side checks the other's build id first, so that two versions never mix unnoticed. Handles of Vulkan
// travel as integers and plain pointers. d3d11 implements IHendecaDevice and IHendecaPresentChain; dxgi implements
// IHendecaAdapter and IHendecaSurfaceSource.

#include <dxgi1_6.h>

#include <cstdint>

namespace hendeca {

// Changes whenever anything in this file changes.
inline constexpr uint32_t kContractBuildId = 4;

// dxgi's adapter, reached by QueryInterface from an IDXGIAdapter.
struct IHendecaAdapter : IUnknown {
    virtual uint32_t STDMETHODCALLTYPE GetBuildId() = 0;
    // VkInstance, VkPhysicalDevice and vkGetInstanceProcAddr; borrowed, alive as long as the adapter is.
    virtual void STDMETHODCALLTYPE GetVulkan(void** instance, void** physicalDevice, void** getInstanceProcAddr) = 0;
    virtual BOOL STDMETHODCALLTYPE IsSoftware() = 0;
    // Messages of the validation layer so far, for tests; 0 when it is off.
    virtual uint64_t STDMETHODCALLTYPE GetValidationMessages() = 0;
};

// Makes surfaces for a window; called on the device's worker thread. dxgi implements it.
struct IHendecaSurfaceSource : IUnknown {
    virtual uint64_t STDMETHODCALLTYPE CreateSurface() = 0; // VkSurfaceKHR, or 0
    virtual void STDMETHODCALLTYPE DestroySurface(uint64_t surface) = 0;
    virtual void STDMETHODCALLTYPE GetSize(uint32_t* width, uint32_t* height) = 0; // client area, pixels
};

struct HendecaChainDesc {
    uint32_t width, height; // texels
    DXGI_FORMAT format;
    DXGI_SAMPLE_DESC samples;
    uint32_t bufferCount;
    DXGI_USAGE usage;
    DXGI_SWAP_EFFECT swapEffect;
    uint32_t flags;         // DXGI_SWAP_CHAIN_FLAG_*
    BOOL strictDiscard;     // refuse buffers above 0 of the DISCARD effects
};

// The back buffers of a swap chain and their way to the screen. Owned by the swap chain; holds the device.
// Called on the application's thread; the swap chain takes no lock of its own around it.
struct IHendecaPresentChain : IUnknown {
    // A back buffer texture's interface; index 0 is the one that is drawn next.
    virtual HRESULT STDMETHODCALLTYPE GetBuffer(uint32_t index, REFIID iid, void** object) = 0;
    // TRUE while the application holds a reference to a back buffer or a view of one.
    virtual BOOL STDMETHODCALLTYPE BuffersReferenced() = 0;
    // New back buffers; the old ones are dropped. Nothing changes on failure.
    virtual HRESULT STDMETHODCALLTYPE Resize(const HendecaChainDesc* desc) = 0;
    // Queues a present of buffer 0, rotates the storage, unbinds buffer 0 from the output merger with flip effects.
    virtual HRESULT STDMETHODCALLTYPE Present(uint32_t syncInterval, uint32_t flags) = 0;
    // S_OK, DXGI_STATUS_OCCLUDED, or the reason of the device's removal.
    virtual HRESULT STDMETHODCALLTYPE GetStatus() = 0;
    // Waits until at most `latency` presents are still under way.
    virtual void STDMETHODCALLTYPE WaitLatency(uint32_t latency) = 0;
    virtual uint64_t STDMETHODCALLTYPE GetPresentedCount() = 0;
};

// d3d11's device, reached by QueryInterface from what a program passes to CreateSwapChain.
struct IHendecaDevice : IUnknown {
    virtual uint32_t STDMETHODCALLTYPE GetBuildId() = 0;
    // `source` may be null: nothing is shown.
    virtual HRESULT STDMETHODCALLTYPE CreatePresentChain(const HendecaChainDesc* desc, IHendecaSurfaceSource* source,
                                                         IHendecaPresentChain** chain) = 0;
    virtual uint32_t STDMETHODCALLTYPE GetFrameLatency() = 0; // of IDXGIDevice1
    // The immediate context's lock, while multithread protection is on (TRUE: it is held, and UnlockContext must follow).
    // A swap chain takes it before a lock of its own: a program may call the chain between Enter and Leave.
    virtual BOOL STDMETHODCALLTYPE LockContext() = 0;
    virtual void STDMETHODCALLTYPE UnlockContext() = 0;
    // HendecaFloatFact bits, for tests: what shaders can ask this driver for.
    virtual uint32_t STDMETHODCALLTYPE GetFloatFacts() = 0;
    // For d3d10core, before a program has the device: it is one of Direct3D 10, which offers ID3D10Device1, gives these
    // flags (D3D10_CREATE_DEVICE_FLAG) as its creation flags and, unless they say SINGLETHREADED, is protected by a lock.
    virtual void STDMETHODCALLTYPE OfferDirect3D10(uint32_t flags) = 0;
};

enum HendecaFloatFact : uint32_t {
    kFloatFactFlushes32 = 1, // denormals of 32 bits are flushed by order (else as the driver likes)
    kFloatFactKeeps64 = 2,   // denormals of 64 bits are kept by order
};

} // namespace hendeca

#ifdef __CRT_UUID_DECL
__CRT_UUID_DECL(hendeca::IHendecaAdapter, 0x6f1a52c0, 0x3b8d, 0x4c57, 0x9a, 0x11, 0x0e, 0x61, 0x4b, 0x7d, 0x20, 0x01)
__CRT_UUID_DECL(hendeca::IHendecaSurfaceSource, 0x6f1a52c0, 0x3b8d, 0x4c57, 0x9a, 0x11, 0x0e, 0x61, 0x4b, 0x7d, 0x20, 0x02)
__CRT_UUID_DECL(hendeca::IHendecaPresentChain, 0x6f1a52c0, 0x3b8d, 0x4c57, 0x9a, 0x11, 0x0e, 0x61, 0x4b, 0x7d, 0x20, 0x03)
__CRT_UUID_DECL(hendeca::IHendecaDevice, 0x6f1a52c0, 0x3b8d, 0x4c57, 0x9a, 0x11, 0x0e, 0x61, 0x4b, 0x7d, 0x20, 0x04)
#endif
