#pragma once
// A deferred context: the same packets, collected into a command list. What it names is kept alive by an ObjectKeeper;
// discards and updates take slices that the list owns. One thread at a time, any thread; several deferred contexts work
// side by side.

#include "d3d11/context/command_list.h"
#include "d3d11/context/context_base.h"
#include "d3d11/context/object_keeper.h"

#include <memory>
#include <unordered_map>

namespace hendeca::d3d11 {

class TextureBase;

class DeferredContext : public ContextBase {
public:
    DeferredContext(Device& device, UINT flags);
    ~DeferredContext() override;

    HRESULT STDMETHODCALLTYPE Map(ID3D11Resource* resource, UINT subresource, D3D11_MAP type, UINT flags,
                                  D3D11_MAPPED_SUBRESOURCE* mapped) override;
    void STDMETHODCALLTYPE Unmap(ID3D11Resource* resource, UINT subresource) override;
    HRESULT STDMETHODCALLTYPE GetData(ID3D11Asynchronous* async, void* data, UINT size, UINT flags) override;
    void STDMETHODCALLTYPE ExecuteCommandList(ID3D11CommandList* list, BOOL restore) override;
    HRESULT STDMETHODCALLTYPE FinishCommandList(BOOL restore, ID3D11CommandList** list) override;
    void STDMETHODCALLTYPE Flush() override {}
    void STDMETHODCALLTYPE Flush1(D3D11_CONTEXT_TYPE, HANDLE) override {}
    D3D11_DEVICE_CONTEXT_TYPE STDMETHODCALLTYPE GetType() override { return D3D11_DEVICE_CONTEXT_DEFERRED; }
    UINT STDMETHODCALLTYPE GetContextFlags() override { return flags_; }

private:
    gpu::Slice takeUploadSlice(uint64_t bytes) override;
    uint8_t* renameBuffer(Buffer& buffer, bool predicated) override;
    void noteUse(ResourceBase& resource, bool write) override { contents_.uses.push_back({&resource, write}); }
    bool queryBegun(const Query& query) const override;
    void beginQuery(Query& query) override;
    void endQuery(Query& query) override;
    void chunkFull(gpu::Chunk* chunk) override;
    void releaseGpu(gpu::Writer& writer) override;
    HRESULT queryOther(REFIID iid, void** object) override;
    const char* className() const override { return "ID3D11DeviceContext"; }
    void startList();
    void dropList();
    void keepBound();

    struct MappedTexture {
        TextureBase* texture;
        UINT subresource;
        gpu::Slice slice;
    };
    UINT flags_;
    ObjectKeeper keeper_;
    gpu::SliceRing ring_;
    ListContents contents_;
    std::unordered_map<Buffer*, uint8_t*> discarded_; // where NO_OVERWRITE writes in this list
    std::vector<MappedTexture> mappedTextures_;
};

DeferredContext* createDeferredContext(Device& device, UINT flags); // without references

} // namespace hendeca::d3d11
