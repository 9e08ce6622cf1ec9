#pragma once
// ID3D11Buffer. Owns its backend buffer, and a counter where it may be a stream-output target. DEFAULT and IMMUTABLE
// buffers lie in device memory, DYNAMIC ones are renamed by each discard, STAGING ones are host memory that is mapped
// for good. A tile pool has a heap instead, and a token of a backend buffer. The shadow fields belong to the immediate context.

#include "d3d11/resource/resource.h"
#include "gpu/sparse/tile_heap.h"

#include <memory>

namespace hendeca::d3d11 {

class Buffer final : public ResourceObject<ResourceBase, ID3D11Buffer> {
public:
    // As ID3D11Device::CreateBuffer. With a null `out` arguments are only judged (S_FALSE).
    static HRESULT create(Device& device, const D3D11_BUFFER_DESC* desc, const D3D11_SUBRESOURCE_DATA* data,
                          ID3D11Buffer** out);

    ~Buffer() override;

    using ResourceObject::GetDesc;
    void STDMETHODCALLTYPE GetDesc(D3D11_BUFFER_DESC* desc) override { *desc = desc_; }

    const D3D11_BUFFER_DESC& desc() const { return desc_; }
    gpu::Buffer& gpu() { return *buffer_; }
    uint32_t size() const { return desc_.ByteWidth; }
    uint32_t structureStride() const { return desc_.StructureByteStride; }
    bool isDynamic() const { return desc_.Usage == D3D11_USAGE_DYNAMIC; }
    // An update of the whole buffer takes a fresh slice, as a discard does (DEFAULT constant buffers).
    bool renamesOnUpdate() const { return renamesOnUpdate_; }
    // The memory of a tile pool, which has nothing else; null for all other buffers.
    gpu::TileHeap* heap() const { return heap_.get(); }
    // 4 bytes: how far stream output has filled the buffer; null without that bind flag.
    gpu::Buffer* streamOutCounter() const { return streamOutCounter_.get(); }

    // --- the immediate context's own
    gpu::BufferBacking current; // where Map(NO_OVERWRITE) writes
    bool currentIsLists = false; // `current` belongs to a command list
    bool mapped = false;

private:
    static HRESULT createPool(Device& device, const D3D11_BUFFER_DESC& desc, const D3D11_SUBRESOURCE_DATA* data,
                              ID3D11Buffer** out);
    Buffer(Device& device, const ResourceFacts& facts, const D3D11_BUFFER_DESC& desc);
    void releaseGpu(gpu::Writer& writer) override;
    uint64_t weight() const override { return desc_.ByteWidth; }
    const char* className() const override { return "ID3D11Buffer"; }

    D3D11_BUFFER_DESC desc_;
    std::unique_ptr<gpu::Buffer> buffer_;
    std::unique_ptr<gpu::Buffer> streamOutCounter_;
    std::unique_ptr<gpu::TileHeap> heap_;
    bool renamesOnUpdate_ = false;
};

inline Buffer* toBuffer(ID3D11Buffer* buffer) {
    return static_cast<Buffer*>(buffer);
}
inline Buffer& ResourceBase::asBuffer() {
    return static_cast<Buffer&>(*this);
}

} // namespace hendeca::d3d11
