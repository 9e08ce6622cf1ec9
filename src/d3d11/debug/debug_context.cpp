#include "d3d11/debug/debug_context.h"

#include "d3d11/context/command_list.h"
#include "d3d11/context/deferred_context.h"
#include "d3d11/context/immediate_context.h"
#include "d3d11/debug/context_checks.h"
#include "d3d11/debug/debug_layer.h"
#include "d3d11/debug/draw_checks.h"
#include "d3d11/device/device.h"

namespace hendeca::d3d11 {

namespace {

// Base is ImmediateContext or DeferredContext. Checks run before the call, under the lock that the call takes itself.
template <class Base>
class DebugContext final : public Base {
public:
    template <class... Args>
    explicit DebugContext(Device& device, Args... args) : Base(device, args...), debug_(*device.debug()) {}

#define HENDECA_STAGE(prefix, stageName)                                                                               \
    void STDMETHODCALLTYPE prefix##SetShaderResources(UINT start, UINT count, ID3D11ShaderResourceView* const* views)  \
        override {                                                                                                     \
        Guard lock(*this);                                                                                             \
        checks::resources(debug_, this->shadow_, spirv::Stage::stageName, start, count, views);                        \
        Base::prefix##SetShaderResources(start, count, views);                                                         \
    }
    HENDECA_STAGE(VS, Vertex)
    HENDECA_STAGE(HS, Hull)
    HENDECA_STAGE(DS, Domain)
    HENDECA_STAGE(GS, Geometry)
    HENDECA_STAGE(PS, Pixel)
    HENDECA_STAGE(CS, Compute)
#undef HENDECA_STAGE

    // --- input assembler, rasterizer
    void STDMETHODCALLTYPE IASetVertexBuffers(UINT start, UINT count, ID3D11Buffer* const* buffers, const UINT* strides,
                                              const UINT* offsets) override {
        Guard lock(*this);
        checks::vertexBuffers(debug_, this->shadow_, start, count, buffers, strides, offsets);
        Base::IASetVertexBuffers(start, count, buffers, strides, offsets);
    }
    void STDMETHODCALLTYPE IASetIndexBuffer(ID3D11Buffer* buffer, DXGI_FORMAT format, UINT offset) override {
        Guard lock(*this);
        checks::indexBuffer(debug_, this->shadow_, buffer, format, offset);
        Base::IASetIndexBuffer(buffer, format, offset);
    }
    void STDMETHODCALLTYPE IASetPrimitiveTopology(D3D11_PRIMITIVE_TOPOLOGY topology) override {
        checks::topology(debug_, topology);
        Base::IASetPrimitiveTopology(topology);
    }
    void STDMETHODCALLTYPE RSSetViewports(UINT count, const D3D11_VIEWPORT* viewports) override {
        checks::viewports(debug_, count, viewports);
        Base::RSSetViewports(count, viewports);
    }
    void STDMETHODCALLTYPE RSSetScissorRects(UINT count, const D3D11_RECT* rects) override {
        checks::scissors(debug_, count, rects);
        Base::RSSetScissorRects(count, rects);
    }

    // --- outputs
    void STDMETHODCALLTYPE OMSetRenderTargets(UINT count, ID3D11RenderTargetView* const* targets,
                                              ID3D11DepthStencilView* depthStencil) override {
        Guard lock(*this);
        checks::targets(debug_, this->shadow_, "ID3D11DeviceContext::OMSetRenderTargets", count, targets, depthStencil);
        Base::OMSetRenderTargets(count, targets, depthStencil);
    }
    void STDMETHODCALLTYPE OMSetRenderTargetsAndUnorderedAccessViews(
        UINT targetCount, ID3D11RenderTargetView* const* targets, ID3D11DepthStencilView* depthStencil, UINT uavStart,
        UINT uavCount, ID3D11UnorderedAccessView* const* uavs, const UINT* initialCounts) override {
        Guard lock(*this);
        if (targetCount != D3D11_KEEP_RENDER_TARGETS_AND_DEPTH_STENCIL)
            checks::targets(debug_, this->shadow_, "ID3D11DeviceContext::OMSetRenderTargetsAndUnorderedAccessViews",
                            targetCount, targets, depthStencil);
        if (uavCount != D3D11_KEEP_UNORDERED_ACCESS_VIEWS)
            checks::graphicsUavs(debug_, this->shadow_, uavStart, uavCount, uavs);
        Base::OMSetRenderTargetsAndUnorderedAccessViews(targetCount, targets, depthStencil, uavStart, uavCount, uavs,
                                                        initialCounts);
    }
    void STDMETHODCALLTYPE SOSetTargets(UINT count, ID3D11Buffer* const* targets, const UINT* offsets) override {
        Guard lock(*this);
        checks::streamOut(debug_, this->shadow_, count, targets, offsets);
        Base::SOSetTargets(count, targets, offsets);
    }
    void STDMETHODCALLTYPE CSSetUnorderedAccessViews(UINT start, UINT count, ID3D11UnorderedAccessView* const* uavs,
                                                     const UINT* initialCounts) override {
        Guard lock(*this);
        checks::computeUavs(debug_, this->shadow_, start, count, uavs);
        Base::CSSetUnorderedAccessViews(start, count, uavs, initialCounts);
    }

    // --- draws and dispatches
    void STDMETHODCALLTYPE Draw(UINT vertexCount, UINT firstVertex) override {
        Guard lock(*this);
        check({"ID3D11DeviceContext::Draw", false, true, vertexCount, firstVertex, 0, 1, 0});
        Base::Draw(vertexCount, firstVertex);
        done();
    }
    void STDMETHODCALLTYPE DrawIndexed(UINT indexCount, UINT firstIndex, INT baseVertex) override {
        Guard lock(*this);
        check({"ID3D11DeviceContext::DrawIndexed", true, true, indexCount, firstIndex, baseVertex, 1, 0});
        Base::DrawIndexed(indexCount, firstIndex, baseVertex);
        done();
    }
    void STDMETHODCALLTYPE DrawInstanced(UINT vertexCount, UINT instanceCount, UINT firstVertex,
                                         UINT firstInstance) override {
        Guard lock(*this);
        check({"ID3D11DeviceContext::DrawInstanced", false, true, vertexCount, firstVertex, 0, instanceCount,
               firstInstance});
        Base::DrawInstanced(vertexCount, instanceCount, firstVertex, firstInstance);
        done();
    }
    void STDMETHODCALLTYPE DrawIndexedInstanced(UINT indexCount, UINT instanceCount, UINT firstIndex, INT baseVertex,
                                                UINT firstInstance) override {
        Guard lock(*this);
        check({"ID3D11DeviceContext::DrawIndexedInstanced", true, true, indexCount, firstIndex, baseVertex,
               instanceCount, firstInstance});
        Base::DrawIndexedInstanced(indexCount, instanceCount, firstIndex, baseVertex, firstInstance);
        done();
    }
    void STDMETHODCALLTYPE DrawAuto() override {
        Guard lock(*this);
        check({"ID3D11DeviceContext::DrawAuto"});
        Base::DrawAuto();
        done();
    }
    void STDMETHODCALLTYPE DrawInstancedIndirect(ID3D11Buffer* arguments, UINT offset) override {
        Guard lock(*this);
        constexpr char kCall[] = "ID3D11DeviceContext::DrawInstancedIndirect";
        checks::indirect(debug_, kCall, false, arguments, offset, sizeof(D3D11_DRAW_INSTANCED_INDIRECT_ARGS));
        check({kCall});
        Base::DrawInstancedIndirect(arguments, offset);
        done();
    }
    void STDMETHODCALLTYPE DrawIndexedInstancedIndirect(ID3D11Buffer* arguments, UINT offset) override {
        Guard lock(*this);
        constexpr char kCall[] = "ID3D11DeviceContext::DrawIndexedInstancedIndirect";
        checks::indirect(debug_, kCall, false, arguments, offset, sizeof(D3D11_DRAW_INDEXED_INSTANCED_INDIRECT_ARGS));
        check({kCall, true});
        Base::DrawIndexedInstancedIndirect(arguments, offset);
        done();
    }
    void STDMETHODCALLTYPE Dispatch(UINT x, UINT y, UINT z) override {
        Guard lock(*this);
        constexpr char kCall[] = "ID3D11DeviceContext::Dispatch";
        constexpr UINT kMost = D3D11_CS_DISPATCH_MAX_THREAD_GROUPS_PER_DIMENSION;
        if (x > kMost || y > kMost || z > kMost)
            debug_.say(D3D11_MESSAGE_ID_DEVICE_DISPATCH_THREADGROUPCOUNT_OVERFLOW, kCall, "%u x %u x %u.", x, y, z);
        else if (!x || !y || !z)
            debug_.say(D3D11_MESSAGE_ID_DEVICE_DISPATCH_THREADGROUPCOUNT_ZERO, kCall, "%u x %u x %u.", x, y, z);
        else
            checkDispatch(debug_, this->shadow_, kCall);
        Base::Dispatch(x, y, z);
        done();
    }
    void STDMETHODCALLTYPE DispatchIndirect(ID3D11Buffer* arguments, UINT offset) override {
        Guard lock(*this);
        constexpr char kCall[] = "ID3D11DeviceContext::DispatchIndirect";
        checks::indirect(debug_, kCall, true, arguments, offset, 12);
        checkDispatch(debug_, this->shadow_, kCall);
        Base::DispatchIndirect(arguments, offset);
        done();
    }

    // --- transfers, clears
    void STDMETHODCALLTYPE CopyResource(ID3D11Resource* target, ID3D11Resource* source) override {
        Guard lock(*this);
        checks::copyResource(debug_, target, source);
        Base::CopyResource(target, source);
        done();
    }
    void STDMETHODCALLTYPE CopySubresourceRegion(ID3D11Resource* target, UINT targetSubresource, UINT x, UINT y, UINT z,
                                                 ID3D11Resource* source, UINT sourceSubresource,
                                                 const D3D11_BOX* box) override {
        Guard lock(*this);
        checks::copyRegion(debug_, target, targetSubresource, x, y, z, source, sourceSubresource, box);
        inside_ = true; // it may call the newer method
        Base::CopySubresourceRegion(target, targetSubresource, x, y, z, source, sourceSubresource, box);
        inside_ = false;
        done();
    }
    void STDMETHODCALLTYPE CopySubresourceRegion1(ID3D11Resource* target, UINT targetSubresource, UINT x, UINT y,
                                                  UINT z, ID3D11Resource* source, UINT sourceSubresource,
                                                  const D3D11_BOX* box, UINT flags) override {
        Guard lock(*this);
        if (!inside_)
            checks::copyRegion(debug_, target, targetSubresource, x, y, z, source, sourceSubresource, box);
        Base::CopySubresourceRegion1(target, targetSubresource, x, y, z, source, sourceSubresource, box, flags);
        done();
    }
    void STDMETHODCALLTYPE UpdateSubresource(ID3D11Resource* target, UINT subresource, const D3D11_BOX* box,
                                             const void* data, UINT rowPitch, UINT slicePitch) override {
        Guard lock(*this);
        checks::update(debug_, target, subresource, box);
        inside_ = true; // it may call the newer method
        Base::UpdateSubresource(target, subresource, box, data, rowPitch, slicePitch);
        inside_ = false;
        done();
    }
    void STDMETHODCALLTYPE UpdateSubresource1(ID3D11Resource* target, UINT subresource, const D3D11_BOX* box,
                                              const void* data, UINT rowPitch, UINT slicePitch, UINT flags) override {
        Guard lock(*this);
        if (!inside_)
            checks::update(debug_, target, subresource, box);
        Base::UpdateSubresource1(target, subresource, box, data, rowPitch, slicePitch, flags);
        done();
    }
    void STDMETHODCALLTYPE CopyStructureCount(ID3D11Buffer* target, UINT offset,
                                              ID3D11UnorderedAccessView* view) override {
        Guard lock(*this);
        checks::copyCount(debug_, target, offset, view);
        Base::CopyStructureCount(target, offset, view);
        done();
    }
    void STDMETHODCALLTYPE ResolveSubresource(ID3D11Resource* target, UINT targetSubresource, ID3D11Resource* source,
                                              UINT sourceSubresource, DXGI_FORMAT format) override {
        Guard lock(*this);
        checks::resolve(debug_, target, targetSubresource, source, sourceSubresource, format);
        Base::ResolveSubresource(target, targetSubresource, source, sourceSubresource, format);
        done();
    }
    void STDMETHODCALLTYPE GenerateMips(ID3D11ShaderResourceView* view) override {
        Guard lock(*this);
        checks::mips(debug_, view);
        Base::GenerateMips(view);
        done();
    }
    void STDMETHODCALLTYPE ClearRenderTargetView(ID3D11RenderTargetView* view, const FLOAT color[4]) override {
        Guard lock(*this);
        Base::ClearRenderTargetView(view, color);
        done();
    }
    void STDMETHODCALLTYPE ClearUnorderedAccessViewFloat(ID3D11UnorderedAccessView* view,
                                                         const FLOAT values[4]) override {
        Guard lock(*this);
        checks::clearUavFloat(debug_, view);
        Base::ClearUnorderedAccessViewFloat(view, values);
        done();
    }
    void STDMETHODCALLTYPE ClearDepthStencilView(ID3D11DepthStencilView* view, UINT flags, FLOAT depth,
                                                 UINT8 stencil) override {
        Guard lock(*this);
        checks::clearDepth(debug_, view, flags);
        Base::ClearDepthStencilView(view, flags, depth, stencil);
        done();
    }

    // --- maps, queries, lists
    HRESULT STDMETHODCALLTYPE Map(ID3D11Resource* resource, UINT subresource, D3D11_MAP type, UINT flags,
                                  D3D11_MAPPED_SUBRESOURCE* mapped) override {
        Guard lock(*this);
        const bool before = checks::isMapped(resource, subresource);
        const HRESULT hr = Base::Map(resource, subresource, type, flags, mapped);
        checks::map(debug_, resource, subresource, type, flags, before, kDeferred, hr);
        return hr;
    }
    void STDMETHODCALLTYPE Unmap(ID3D11Resource* resource, UINT subresource) override {
        Guard lock(*this);
        if (!kDeferred)
            checks::unmap(debug_, resource, subresource);
        Base::Unmap(resource, subresource);
    }
    void STDMETHODCALLTYPE Begin(ID3D11Asynchronous* async) override {
        Guard lock(*this);
        checks::begin(debug_, async, kDeferred);
        Base::Begin(async);
    }
    void STDMETHODCALLTYPE End(ID3D11Asynchronous* async) override {
        Guard lock(*this);
        checks::end(debug_, async, kDeferred);
        Base::End(async);
    }
    HRESULT STDMETHODCALLTYPE GetData(ID3D11Asynchronous* async, void* data, UINT size, UINT flags) override {
        Guard lock(*this);
        checks::getData(debug_, async, size, flags, kDeferred);
        return Base::GetData(async, data, size, flags);
    }
    HRESULT STDMETHODCALLTYPE FinishCommandList(BOOL restore, ID3D11CommandList** list) override {
        if (!kDeferred)
            debug_.say(D3D11_MESSAGE_ID_FINISHDISPLAYLIST_ONIMMEDIATECONTEXT, "ID3D11DeviceContext::FinishCommandList");
        const HRESULT hr = Base::FinishCommandList(restore, list);
        if (SUCCEEDED(hr) && list && *list)
            debug_.track(ObjectKind::CommandList, *list, static_cast<CommandList&>(**list));
        return hr;
    }

private:
    using Guard = typename Base::Lock;
    static constexpr bool kDeferred = std::is_same_v<Base, DeferredContext>;

    void check(const DrawCall& call) {
        checkDraw(debug_, this->shadow_, call);
    }
    void done() {
        if (debug_.actsPerOperation() && !inside_)
            debug_.afterOperation(*this);
    }

    DebugLayer& debug_;
    bool inside_ = false; // a method of ours is calling another one
};

} // namespace

std::unique_ptr<ImmediateContext> createDebugImmediateContext(Device& device) {
    return std::make_unique<DebugContext<ImmediateContext>>(device);
}

DeferredContext* createDebugDeferredContext(Device& device, UINT flags) {
    return new DebugContext<DeferredContext>(device, flags);
}

} // namespace hendeca::d3d11
