#pragma once
// What immediate and deferred contexts have in common: every state setter and getter, draws, copies, clears and queries,
// over a ShadowState and a gpu::Writer. Setters only touch the shadow; before a draw or dispatch the dirty groups become
// packets. One thread at a time uses a context, unless multithread protection is on (immediate only): then each method
// takes the device's lock. Bad input is ignored as Windows does (these methods return nothing), with one log line a kind.
// Source of the rules: Microsoft Learn, ID3D11DeviceContext; D3D11.3 functional specification, chapters 4, 5, 17, 20.

#include "d3d11/context/shadow_state.h"
#include "d3d11/device/device_child.h"
#include "gpu/stream/writer.h"
#include "gpu/upload/slice_ring.h"

#include <d3d11_4.h>

#include <atomic>
#include <cstdint>
#include <mutex>

namespace hendeca::d3d11 {

class Device;
class ObjectKeeper;
class ResourceBase;
class TextureBase;
struct ViewRange;

class ContextBase : public DeviceChild<ID3D11DeviceContext4>, protected gpu::ChunkSink {
public:
    ContextBase(Device& device, ObjectKeeper* keeper);
    ~ContextBase() override { dropLinkageBuffers(); }

    ShadowState& shadow() { return shadow_; }
    gpu::Writer& writer() { return writer_; }
    // Writes packets for all dirty groups in `groups`.
    void flushState(uint64_t groups) {
        if (shadow_.dirty & groups) [[unlikely]]
            flushDirty(shadow_.dirty & groups);
    }
    // Removes a resource's views from the output merger (flip Presents).
    void unbindTargetsOf(ResourceBase* resource);
    // Everything as after creation.
    void resetShadow();
    // After a ResetState: everything is to be written again.
    void restoreShadow();
    int labelDepth() const { return labelDepth_; }
    // For the video context: runs write(writer) as one call of this context that draws to a view; keepForVideo() for what
    // else the packets name.
    template <class Write>
    HRESULT blitVideo(DeviceObject& output, Write&& write) {
        Lock lock(*this);
        relieve();
        keep(&output);
        write(writer_);
        return S_OK;
    }
    void keepForVideo(DeviceObject* object) { keep(object); }

    // --- one block per stage: ...SetShader, ...SetConstantBuffers(1), ...SetShaderResources, ...SetSamplers and getters
#define HENDECA_STAGE(prefix, stageName, Interface)                                                                    \
    void STDMETHODCALLTYPE prefix##SetShader(Interface* shader, ID3D11ClassInstance* const* instances, UINT count)     \
        override {                                                                                                     \
        setShader(spirv::Stage::stageName, shader, instances, count);                                                  \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##GetShader(Interface** shader, ID3D11ClassInstance** instances, UINT* count)         \
        override {                                                                                                     \
        getShader(spirv::Stage::stageName, __uuidof(Interface), reinterpret_cast<void**>(shader), instances, count);   \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##SetConstantBuffers(UINT start, UINT count, ID3D11Buffer* const* buffers) override { \
        setUniforms(spirv::Stage::stageName, start, count, buffers, nullptr, nullptr);                                 \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##SetConstantBuffers1(UINT start, UINT count, ID3D11Buffer* const* buffers,           \
                                                       const UINT* first, const UINT* constants) override {            \
        setUniforms(spirv::Stage::stageName, start, count, buffers, first, constants);                                 \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##GetConstantBuffers(UINT start, UINT count, ID3D11Buffer** buffers) override {       \
        getUniforms(spirv::Stage::stageName, start, count, buffers, nullptr, nullptr);                                 \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##GetConstantBuffers1(UINT start, UINT count, ID3D11Buffer** buffers, UINT* first,    \
                                                       UINT* constants) override {                                     \
        getUniforms(spirv::Stage::stageName, start, count, buffers, first, constants);                                 \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##SetShaderResources(UINT start, UINT count, ID3D11ShaderResourceView* const* views)  \
        override {                                                                                                     \
        setResources(spirv::Stage::stageName, start, count, views);                                                    \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##GetShaderResources(UINT start, UINT count, ID3D11ShaderResourceView** views)        \
        override {                                                                                                     \
        getResources(spirv::Stage::stageName, start, count, views);                                                    \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##SetSamplers(UINT start, UINT count, ID3D11SamplerState* const* samplers) override { \
        setSamplers(spirv::Stage::stageName, start, count, samplers);                                                  \
    }                                                                                                                  \
    void STDMETHODCALLTYPE prefix##GetSamplers(UINT start, UINT count, ID3D11SamplerState** samplers) override {       \
        getSamplers(spirv::Stage::stageName, start, count, samplers);                                                  \
    }
    HENDECA_STAGE(VS, Vertex, ID3D11VertexShader)
    HENDECA_STAGE(HS, Hull, ID3D11HullShader)
    HENDECA_STAGE(DS, Domain, ID3D11DomainShader)
    HENDECA_STAGE(GS, Geometry, ID3D11GeometryShader)
    HENDECA_STAGE(PS, Pixel, ID3D11PixelShader)
    HENDECA_STAGE(CS, Compute, ID3D11ComputeShader)
#undef HENDECA_STAGE

    // --- input assembler (set_ia.cpp)
    void STDMETHODCALLTYPE IASetInputLayout(ID3D11InputLayout* layout) override;
    void STDMETHODCALLTYPE IASetVertexBuffers(UINT start, UINT count, ID3D11Buffer* const* buffers, const UINT* strides,
                                              const UINT* offsets) override;
    void STDMETHODCALLTYPE IASetIndexBuffer(ID3D11Buffer* buffer, DXGI_FORMAT format, UINT offset) override;
    void STDMETHODCALLTYPE IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY topology) override;
    void STDMETHODCALLTYPE IAGetInputLayout(ID3D11InputLayout** layout) override;
    void STDMETHODCALLTYPE IAGetVertexBuffers(UINT start, UINT count, ID3D11Buffer** buffers, UINT* strides,
                                              UINT* offsets) override;
    void STDMETHODCALLTYPE IAGetIndexBuffer(ID3D11Buffer** buffer, DXGI_FORMAT* format, UINT* offset) override;
    void STDMETHODCALLTYPE IAGetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY* topology) override;

    // --- output merger, stream output (set_om.cpp)
    void STDMETHODCALLTYPE OMSetRenderTargets(UINT count, ID3D11RenderTargetView* const* targets,
                                              ID3D11DepthStencilView* depthStencil) override;
    void STDMETHODCALLTYPE OMSetRenderTargetsAndUnorderedAccessViews(UINT targetCount,
                                                                     ID3D11RenderTargetView* const* targets,
                                                                     ID3D11DepthStencilView* depthStencil,
                                                                     UINT uavStart, UINT uavCount,
                                                                     ID3D11UnorderedAccessView* const* uavs,
                                                                     const UINT* initialCounts) override;
    void STDMETHODCALLTYPE OMSetBlendState(ID3D11BlendState* state, const FLOAT factor[4], UINT sampleMask) override;
    void STDMETHODCALLTYPE OMSetDepthStencilState(ID3D11DepthStencilState* state, UINT reference) override;
    void STDMETHODCALLTYPE SOSetTargets(UINT count, ID3D11Buffer* const* targets, const UINT* offsets) override;
    void STDMETHODCALLTYPE CSSetUnorderedAccessViews(UINT start, UINT count, ID3D11UnorderedAccessView* const* uavs,
                                                     const UINT* initialCounts) override;
    void STDMETHODCALLTYPE OMGetRenderTargets(UINT count, ID3D11RenderTargetView** targets,
                                              ID3D11DepthStencilView** depthStencil) override;
    void STDMETHODCALLTYPE OMGetRenderTargetsAndUnorderedAccessViews(UINT targetCount, ID3D11RenderTargetView** targets,
                                                                     ID3D11DepthStencilView** depthStencil,
                                                                     UINT uavStart, UINT uavCount,
                                                                     ID3D11UnorderedAccessView** uavs) override;
    void STDMETHODCALLTYPE OMGetBlendState(ID3D11BlendState** state, FLOAT factor[4], UINT* sampleMask) override;
    void STDMETHODCALLTYPE OMGetDepthStencilState(ID3D11DepthStencilState** state, UINT* reference) override;
    void STDMETHODCALLTYPE SOGetTargets(UINT count, ID3D11Buffer** targets) override;
    void STDMETHODCALLTYPE CSGetUnorderedAccessViews(UINT start, UINT count, ID3D11UnorderedAccessView** uavs) override;

    // --- rasterizer (set_rs.cpp)
    void STDMETHODCALLTYPE RSSetState(ID3D11RasterizerState* state) override;
    void STDMETHODCALLTYPE RSSetViewports(UINT count, const D3D11_VIEWPORT* viewports) override;
    void STDMETHODCALLTYPE RSSetScissorRects(UINT count, const D3D11_RECT* rects) override;
    void STDMETHODCALLTYPE RSGetState(ID3D11RasterizerState** state) override;
    void STDMETHODCALLTYPE RSGetViewports(UINT* count, D3D11_VIEWPORT* viewports) override;
    void STDMETHODCALLTYPE RSGetScissorRects(UINT* count, D3D11_RECT* rects) override;

    // --- draws (draw.cpp)
    void STDMETHODCALLTYPE Draw(UINT vertexCount, UINT firstVertex) override;
    void STDMETHODCALLTYPE DrawIndexed(UINT indexCount, UINT firstIndex, INT baseVertex) override;
    void STDMETHODCALLTYPE DrawInstanced(UINT vertexCount, UINT instanceCount, UINT firstVertex,
                                         UINT firstInstance) override;
    void STDMETHODCALLTYPE DrawIndexedInstanced(UINT indexCount, UINT instanceCount, UINT firstIndex, INT baseVertex,
                                                UINT firstInstance) override;
    void STDMETHODCALLTYPE DrawAuto() override;
    void STDMETHODCALLTYPE DrawInstancedIndirect(ID3D11Buffer* arguments, UINT offset) override;
    void STDMETHODCALLTYPE DrawIndexedInstancedIndirect(ID3D11Buffer* arguments, UINT offset) override;
    void STDMETHODCALLTYPE Dispatch(UINT x, UINT y, UINT z) override;
    void STDMETHODCALLTYPE DispatchIndirect(ID3D11Buffer* arguments, UINT offset) override;

    // --- copies (copy.cpp, update.cpp)
    void STDMETHODCALLTYPE CopyResource(ID3D11Resource* target, ID3D11Resource* source) override;
    void STDMETHODCALLTYPE CopySubresourceRegion(ID3D11Resource* target, UINT targetSubresource, UINT x, UINT y, UINT z,
                                                 ID3D11Resource* source, UINT sourceSubresource,
                                                 const D3D11_BOX* box) override;
    void STDMETHODCALLTYPE CopySubresourceRegion1(ID3D11Resource* target, UINT targetSubresource, UINT x, UINT y, UINT z,
                                                  ID3D11Resource* source, UINT sourceSubresource, const D3D11_BOX* box,
                                                  UINT flags) override;
    void STDMETHODCALLTYPE CopyStructureCount(ID3D11Buffer* target, UINT offset, ID3D11UnorderedAccessView* view) override;
    void STDMETHODCALLTYPE ResolveSubresource(ID3D11Resource* target, UINT targetSubresource, ID3D11Resource* source,
                                              UINT sourceSubresource, DXGI_FORMAT format) override;
    void STDMETHODCALLTYPE UpdateSubresource(ID3D11Resource* target, UINT subresource, const D3D11_BOX* box,
                                             const void* data, UINT rowPitch, UINT slicePitch) override;
    void STDMETHODCALLTYPE UpdateSubresource1(ID3D11Resource* target, UINT subresource, const D3D11_BOX* box,
                                              const void* data, UINT rowPitch, UINT slicePitch, UINT flags) override;
    void STDMETHODCALLTYPE GenerateMips(ID3D11ShaderResourceView* view) override;
    void STDMETHODCALLTYPE SetResourceMinLOD(ID3D11Resource* resource, FLOAT minLod) override;
    FLOAT STDMETHODCALLTYPE GetResourceMinLOD(ID3D11Resource* resource) override;

    // --- clears (clear.cpp)
    void STDMETHODCALLTYPE ClearRenderTargetView(ID3D11RenderTargetView* view, const FLOAT color[4]) override;
    void STDMETHODCALLTYPE ClearUnorderedAccessViewUint(ID3D11UnorderedAccessView* view, const UINT values[4]) override;
    void STDMETHODCALLTYPE ClearUnorderedAccessViewFloat(ID3D11UnorderedAccessView* view, const FLOAT values[4]) override;
    void STDMETHODCALLTYPE ClearDepthStencilView(ID3D11DepthStencilView* view, UINT flags, FLOAT depth,
                                                 UINT8 stencil) override;
    void STDMETHODCALLTYPE ClearView(ID3D11View* view, const FLOAT color[4], const D3D11_RECT* rects, UINT count) override;
    void STDMETHODCALLTYPE DiscardResource(ID3D11Resource* resource) override;
    void STDMETHODCALLTYPE DiscardView(ID3D11View* view) override;
    void STDMETHODCALLTYPE DiscardView1(ID3D11View* view, const D3D11_RECT* rects, UINT count) override;

    // --- queries, predication (query.cpp)
    void STDMETHODCALLTYPE Begin(ID3D11Asynchronous* async) override;
    void STDMETHODCALLTYPE End(ID3D11Asynchronous* async) override;
    void STDMETHODCALLTYPE SetPredication(ID3D11Predicate* predicate, BOOL value) override;
    void STDMETHODCALLTYPE GetPredication(ID3D11Predicate** predicate, BOOL* value) override;

    // --- state as a whole, labels, fences (misc.cpp); tiles (tile_mappings.cpp, tiles.cpp)
    void STDMETHODCALLTYPE ClearState() override;
    void STDMETHODCALLTYPE SwapDeviceContextState(ID3DDeviceContextState* state,
                                                  ID3DDeviceContextState** previous) override;
    HRESULT STDMETHODCALLTYPE UpdateTileMappings(ID3D11Resource*, UINT, const D3D11_TILED_RESOURCE_COORDINATE*,
                                                 const D3D11_TILE_REGION_SIZE*, ID3D11Buffer*, UINT, const UINT*,
                                                 const UINT*, const UINT*, UINT) override;
    HRESULT STDMETHODCALLTYPE CopyTileMappings(ID3D11Resource*, const D3D11_TILED_RESOURCE_COORDINATE*, ID3D11Resource*,
                                               const D3D11_TILED_RESOURCE_COORDINATE*, const D3D11_TILE_REGION_SIZE*,
                                               UINT) override;
    void STDMETHODCALLTYPE CopyTiles(ID3D11Resource*, const D3D11_TILED_RESOURCE_COORDINATE*,
                                     const D3D11_TILE_REGION_SIZE*, ID3D11Buffer*, UINT64, UINT) override;
    void STDMETHODCALLTYPE UpdateTiles(ID3D11Resource*, const D3D11_TILED_RESOURCE_COORDINATE*,
                                       const D3D11_TILE_REGION_SIZE*, const void*, UINT) override;
    HRESULT STDMETHODCALLTYPE ResizeTilePool(ID3D11Buffer*, UINT64) override;
    void STDMETHODCALLTYPE TiledResourceBarrier(ID3D11DeviceChild*, ID3D11DeviceChild*) override;
    BOOL STDMETHODCALLTYPE IsAnnotationEnabled() override;
    void STDMETHODCALLTYPE SetMarkerInt(const WCHAR* label, INT data) override;
    void STDMETHODCALLTYPE BeginEventInt(const WCHAR* label, INT data) override;
    void STDMETHODCALLTYPE EndEvent() override;
    void STDMETHODCALLTYPE SetHardwareProtectionState(BOOL enable) override;
    void STDMETHODCALLTYPE GetHardwareProtectionState(BOOL* enable) override;
    HRESULT STDMETHODCALLTYPE Signal(ID3D11Fence* fence, UINT64 value) override;
    HRESULT STDMETHODCALLTYPE Wait(ID3D11Fence* fence, UINT64 value) override;
    UINT STDMETHODCALLTYPE GetContextFlags() override { return 0; }

protected:
    // Takes the device's lock when multithread protection is on.
    struct Lock {
        explicit Lock(ContextBase& context) : mutex(context.lock_.load(std::memory_order_relaxed)) {
            if (mutex) [[unlikely]]
                mutex->lock();
        }
        ~Lock() {
            if (mutex) [[unlikely]]
                mutex->unlock();
        }
        Lock(const Lock&) = delete;
        std::recursive_mutex* mutex;
    };
    // A slice for data that the stream will read once, filled by the caller. In a command list the list keeps it.
    virtual gpu::Slice takeUploadSlice(uint64_t bytes) = 0;
    // A fresh backing for a buffer; writes RenameBuffer. Null when memory is exhausted.
    // `predicated`: an update, which a predicate may suppress; a Map never is.
    virtual uint8_t* renameBuffer(Buffer& buffer, bool predicated) = 0;
    // A staging or dynamic resource is read or written by what was just recorded.
    virtual void noteUse(ResourceBase& resource, bool write) = 0;
    virtual bool queryBegun(const Query& query) const = 0; // here, and not ended
    virtual void beginQuery(Query& query) = 0;
    virtual void endQuery(Query& query) = 0;

    // Deferred contexts keep what they name alive; the immediate context need not.
    void keep(DeviceObject* object) {
        if (keeper_ && object) [[unlikely]]
            keepSlow(object);
    }
    void keepSlow(DeviceObject* object);
    // Before transfers of the immediate context: as if the program called Flush, when it released much since it last did.
    void relieve();
    virtual void relieveSlow() {}

    bool mayIssue(const Query& query) const;
    void setShader(spirv::Stage stage, ID3D11DeviceChild* shader, ID3D11ClassInstance* const* instances, UINT count);
    void getShader(spirv::Stage stage, REFIID iid, void** shader, ID3D11ClassInstance** instances, UINT* count);
    void setUniforms(spirv::Stage stage, UINT start, UINT count, ID3D11Buffer* const* buffers, const UINT* first,
                     const UINT* constants);
    void getUniforms(spirv::Stage stage, UINT start, UINT count, ID3D11Buffer** buffers, UINT* first, UINT* constants);
    void setResources(spirv::Stage stage, UINT start, UINT count, ID3D11ShaderResourceView* const* views);
    void getResources(spirv::Stage stage, UINT start, UINT count, ID3D11ShaderResourceView** views);
    void setSamplers(spirv::Stage stage, UINT start, UINT count, ID3D11SamplerState* const* samplers);
    void getSamplers(spirv::Stage stage, UINT start, UINT count, ID3D11SamplerState** samplers);

    void setTargets(uint32_t count, ID3D11RenderTargetView* const* targets, ID3D11DepthStencilView* depthStencil);
    void setGraphicsUav(uint32_t slot, UnorderedAccessView* view);
    void setComputeUav(uint32_t slot, UnorderedAccessView* view);
    void setUavCounter(UnorderedAccessView* view, UINT value);

    // D3D11's own hazard rules (hazards.cpp).
    bool boundForGraphicsOutput(const ViewRange& range) const;
    bool boundForComputeOutput(const ViewRange& range) const;
    void unbindGraphicsInputs(const ViewRange& range);
    void unbindTargets(const ViewRange& range);      // under a new UAV of the graphics stages
    void unbindGraphicsUavs(const ViewRange& range); // under a new target
    void unbindComputeInputs(const ViewRange& range);
    void unbindResource(spirv::Stage stage, uint32_t slot);

    void copyRegion(ResourceBase& target, uint32_t targetSubresource, gpu::Offset at, ResourceBase& source,
                    uint32_t sourceSubresource, const D3D11_BOX* box, UINT flags);
    void copyBufferRegion(ResourceBase& target, uint32_t x, ResourceBase& source, const D3D11_BOX* box, UINT flags);
    void copyTextureRegion(ResourceBase& target, uint32_t targetSubresource, gpu::Offset at, ResourceBase& source,
                           uint32_t sourceSubresource, const gpu::Box& box);
    void copyPlane(TextureBase& target, uint32_t targetSubresource, gpu::Offset at, TextureBase& source,
                   uint32_t sourceSubresource, const gpu::Box& box, uint32_t plane);
    void copyStaging(TextureBase& target, uint32_t targetSubresource, gpu::Offset at, TextureBase& source,
                     uint32_t sourceSubresource, const gpu::Box& box, uint32_t plane);
    // One tile between a tiled resource and 64 KiB of linear memory; `in`: to the tiled one.
    void copyBufferTile(Buffer& tiled, uint32_t tile, Buffer& linear, uint64_t offset, bool in);
    void copyTextureTile(TextureBase& tiled, uint32_t tile, Buffer& linear, uint64_t offset, bool in);
    void updateTile(ResourceBase& tiled, uint32_t tile, const gpu::Slice& slice, uint64_t at);
    void updateBuffer(Buffer& buffer, const D3D11_BOX* box, const void* data);
    void updateTexture(ResourceBase& texture, uint32_t subresource, const D3D11_BOX* box, const void* data,
                       UINT rowPitch, UINT slicePitch);
    void updateStaging(TextureBase& texture, uint32_t subresource, const gpu::Box& region, const gpu::Slice& slice,
                       uint32_t rowPitch);
    // Writes uploads of a slice that holds a box of all planes; the backend takes the slice. `predicated` as above.
    void uploadPlanes(TextureBase& texture, uint32_t subresource, const gpu::Box& box, uint32_t rowPitch,
                      uint32_t slicePitch, const gpu::Slice& slice, bool predicated);
    // Around a draw: the elements of buffers that are targets.
    void syncBufferTargets(bool load) {
        if (bufferTargets_) [[unlikely]]
            copyBufferTargets(load);
    }
    void copyBufferTargets(bool load);
    void copyBufferTarget(RenderTargetView& view, bool load);
    void clearTargetRects(RenderTargetView* view, const FLOAT color[4], const D3D11_RECT* rects, UINT count);
    void clearUav(UnorderedAccessView* view, bool isFloat, const void* values, const D3D11_RECT* rects, UINT count);
    void writeLabel(const WCHAR* text, uint32_t color, bool begin);

    void dropLinkageBuffers();

    ShadowState shadow_;
    Buffer* linkageBuffers_[kStages] = {}; // made when first used; with private references
    gpu::Writer writer_;
    ObjectKeeper* keeper_ = nullptr;
    std::atomic<std::recursive_mutex*> lock_{nullptr}; // the device's, while protection is on
    int labelDepth_ = 0;
    bool bufferTargets_ = false; // among the targets that the backend was told of
    bool annotations_ = false; // somebody listens to labels

private:
    void flushDirty(uint64_t groups);
    void flushStage(uint32_t stage, uint32_t bits);
    void flushUniforms(uint32_t stage);
    void flushLinkage(uint32_t stage);
    void flushVertexBuffers();
    void flushIndexBuffer();
    void flushTargets();
    void flushUavs(bool compute);
    void flushViewports();
    void flushScissors();
    void flushFixedFunction(uint64_t groups);
    void flushStreamOut();
};

} // namespace hendeca::d3d11
