#pragma once
// The immediate context: its packets go to the worker, it numbers submissions, maps resources, reads queries, executes
// command lists and destroys what nobody needs any more. One thread at a time (see context_base.h). Owned by the device;
// the application's references to it hold the device.

#include "d3d11/context/context_base.h"
#include "d3d11/context/context_multithread.h"

#include <cstdint>
#include <memory>

namespace hendeca::gpu {
class Completion;
class Presenter;
class Image;
} // namespace hendeca::gpu

namespace hendeca::d3d11 {

class CommandList;
class ContextState;
class TextureBase;

class ImmediateContext : public ContextBase {
public:
    explicit ImmediateContext(Device& device);
    ~ImmediateContext() override;

    // Ends the submission that is being written and hands it over; its value.
    uint64_t submitNow();
    // The value that the submission being written will have.
    uint64_t currentSubmit() const { return nextSubmit_; }
    // Waits for a submission's end on the GPU, handing it over first if need be. False when the device is lost.
    bool waitSubmit(uint64_t value);
    // Deletes unreferenced objects that are not bound. `all`: bound ones too (the device goes away).
    void drainUnreferenced(bool all = false);
    // Submits, and does something when the GPU is done with it.
    void flushAndThen(std::unique_ptr<gpu::Completion> then);
    // ID3D11Multithread: while on, each method takes the device's lock.
    void setProtected(bool on);

    HRESULT STDMETHODCALLTYPE Map(ID3D11Resource* resource, UINT subresource, D3D11_MAP type, UINT flags,
                                  D3D11_MAPPED_SUBRESOURCE* mapped) override;
    void STDMETHODCALLTYPE Unmap(ID3D11Resource* resource, UINT subresource) override;
    HRESULT STDMETHODCALLTYPE GetData(ID3D11Asynchronous* async, void* data, UINT size, UINT flags) override;
    void STDMETHODCALLTYPE ExecuteCommandList(ID3D11CommandList* list, BOOL restore) override;
    HRESULT STDMETHODCALLTYPE FinishCommandList(BOOL restore, ID3D11CommandList** list) override;
    void STDMETHODCALLTYPE SwapDeviceContextState(ID3DDeviceContextState* state,
                                                  ID3DDeviceContextState** previous) override;
    void STDMETHODCALLTYPE Flush() override;
    void STDMETHODCALLTYPE Flush1(D3D11_CONTEXT_TYPE type, HANDLE event) override;
    HRESULT STDMETHODCALLTYPE Signal(ID3D11Fence* fence, UINT64 value) override;
    HRESULT STDMETHODCALLTYPE Wait(ID3D11Fence* fence, UINT64 value) override;
    D3D11_DEVICE_CONTEXT_TYPE STDMETHODCALLTYPE GetType() override { return D3D11_DEVICE_CONTEXT_IMMEDIATE; }

private:
    friend class CommandList;
    gpu::Slice takeUploadSlice(uint64_t bytes) override { return ring_.take(bytes); }
    uint8_t* renameBuffer(Buffer& buffer, bool predicated) override;
    void noteUse(ResourceBase& resource, bool write) override;
    bool queryBegun(const Query& query) const override;
    void beginQuery(Query& query) override;
    void endQuery(Query& query) override;
    void chunkFull(gpu::Chunk* chunk) override;
    void packetLost() override;
    void relieveSlow() override { submitNow(); }
    HRESULT queryOther(REFIID iid, void** object) override;
    const char* className() const override { return "ID3D11DeviceContext"; }

    HRESULT mapBuffer(Buffer& buffer, D3D11_MAP type, UINT flags, D3D11_MAPPED_SUBRESOURCE& mapped);
    HRESULT mapTexture(TextureBase& texture, UINT subresource, D3D11_MAP type, UINT flags,
                       D3D11_MAPPED_SUBRESOURCE& mapped);
    HRESULT waitForMap(ResourceBase& resource, D3D11_MAP type, UINT flags);
    void markBound();
    void considerSubmit();

    ContextMultithread multithread_;
    gpu::SliceRing ring_;
    PrivateRef<ContextState> state_; // that the shadow belongs to; null until the first swap
    uint64_t nextSubmit_ = 1;
    uint64_t drainMark_ = 0;
    uint32_t chunksSinceSubmit_ = 0;
    bool inSubmit_ = false;
};

std::unique_ptr<ImmediateContext> createImmediateContext(Device& device);

} // namespace hendeca::d3d11
