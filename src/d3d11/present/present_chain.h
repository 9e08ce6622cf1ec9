#pragma once
// The back buffers of a swap chain and their way to the screen, as dxgi asks for them (dxgi/contract.h). Owns
// BufferCount textures, whose storage a Present rotates: buffer 0 is drawn next, the frame presented last lies in the
// last one. One thread at a time, the one that uses the immediate context; released on any.

#include "d3d11/device/device.h"
#include "d3d11/resource/texture.h"

#include <array>
#include <atomic>
#include <memory>
#include <vector>

namespace hendeca::d3d11 {

class PresenterParts;

class PresentChain final : public ComObject<IHendecaPresentChain> {
public:
    static HRESULT create(Device& device, const HendecaChainDesc& desc, IHendecaSurfaceSource* source,
                          IHendecaPresentChain** out);

    HRESULT STDMETHODCALLTYPE GetBuffer(uint32_t index, REFIID iid, void** object) override;
    BOOL STDMETHODCALLTYPE BuffersReferenced() override;
    HRESULT STDMETHODCALLTYPE Resize(const HendecaChainDesc* desc) override;
    HRESULT STDMETHODCALLTYPE Present(uint32_t syncInterval, uint32_t flags) override;
    HRESULT STDMETHODCALLTYPE GetStatus() override;
    void STDMETHODCALLTYPE WaitLatency(uint32_t latency) override;
    uint64_t STDMETHODCALLTYPE GetPresentedCount() override;

private:
    template <class T, class... Args>
    friend ComPtr<T> hendeca::makeCom(Args&&...);
    using Buffers = std::vector<PrivateRef<Texture2D>>;

    PresentChain(Device& device, const HendecaChainDesc& desc) : device_(&device), desc_(desc) {}
    ~PresentChain() override;
    HRESULT makeBuffers(const HendecaChainDesc& desc, Buffers& made);
    void unbindBuffers();
    bool isFlip() const;
    const char* className() const override { return "present chain"; }

    ComPtr<Device> device_;
    HendecaChainDesc desc_;
    Buffers buffers_;
    PresenterParts* presenter_ = nullptr;
    std::atomic<uint64_t> presentId_{0};  // of the last Present; a waitable chain's thread reads it
    // Of the last presents, by id: the submission that shows them; the waitable chain's thread reads these, too.
    std::array<std::atomic<uint64_t>, 32> submits_{};
};

} // namespace hendeca::d3d11
