#include "d3d11/context/immediate_context.h"
#include "d3d11/context/annotation.h"
#include "d3d11/context/bound_objects.h"
#include "d3d11/context/command_list.h"
#include "d3d11/context/context_state.h"

#include "d3d11/debug/debug_context.h"
#include "d3d11/device/device.h"
#include "d3d11/query/query.h"
#include "d3d11/resource/buffer.h"
#include "d3d11/video/video_context.h"
#include "d3d11/sync/fence.h"
#include "gpu/backend.h"
#include "gpu/backend/completion.h"
#include "gpu/backend/fence_state.h"
#include "util/log.h"
#include "util/platform.h"

#include <cstring>

namespace hendeca::d3d11 {

using namespace gpu::packet;

namespace {
// A program that records much before it flushes must not leave the GPU without work: hand over what is there when this many
// chunks have gone to the worker and the GPU has nothing left to do.
constexpr uint32_t kChunksBeforeSubmit = 4;
} // namespace

ImmediateContext::ImmediateContext(Device& device) : ContextBase(device, nullptr), multithread_(*this, device), ring_(device.backend().factory()) {}

ImmediateContext::~ImmediateContext() = default;

std::unique_ptr<ImmediateContext> createImmediateContext(Device& device) {
    return device.debug() ? createDebugImmediateContext(device) : std::make_unique<ImmediateContext>(device);
}

HRESULT ImmediateContext::queryOther(REFIID iid, void** object) {
    if (IsEqualGUID(iid, __uuidof(ID3DUserDefinedAnnotation)))
        return Annotation::create(*this, object);
    if (VideoContext::offers(iid))
        return VideoContext::create(*this, object);
    if (IsEqualGUID(iid, __uuidof(ID3D11Multithread))) {
        AddRef();
        *object = static_cast<ID3D11Multithread*>(&multithread_);
        return S_OK;
    }
    return ContextBase::queryOther(iid, object);
}

void ImmediateContext::setProtected(bool on) {
    lock_.store(on ? &device().contextMutex() : nullptr, std::memory_order_relaxed);
}

void ImmediateContext::chunkFull(gpu::Chunk* chunk) {
    device().backend().submit(chunk);
    if (++chunksSinceSubmit_ >= kChunksBeforeSubmit && !inSubmit_)
        considerSubmit();
}

// What was recorded has a hole, and a lost Submit would let its waiters wait for ever: the device is gone.
void ImmediateContext::packetLost() {
    device().backend().lose("no memory for the command stream");
}

void ImmediateContext::considerSubmit() {
    if (device().backend().completed() + 1 < nextSubmit_)
        return; // the GPU still has work
    writer_.add<Submit>()->value = nextSubmit_++;
    chunksSinceSubmit_ = 0;
}

uint64_t ImmediateContext::submitNow() {
    inSubmit_ = true;
    drainUnreferenced();
    const uint64_t value = nextSubmit_++;
    writer_.add<Submit>()->value = value;
    writer_.flush();
    chunksSinceSubmit_ = 0;
    inSubmit_ = false;
    return value;
}

bool ImmediateContext::waitSubmit(uint64_t value) {
    if (value >= nextSubmit_)
        submitNow();
    else
        writer_.flush(); // the Submit packet may still lie in an unfinished chunk
    return device().backend().wait(value);
}

void ImmediateContext::markBound() {
    drainMark_++;
    shadow_.forEachBound([this](DeviceObject* object) { object->shadowMark = drainMark_; });
}

void ImmediateContext::drainUnreferenced(bool all) {
    if (all) {
        state_.reset();
        dropLinkageBuffers();
    }
    if (device().unreferenced().empty())
        return;
    // The backend's bindings become those of the shadow, so that none names an object that goes away.
    if (shadow_.dirty)
        flushState(kAllBits);
    markBound();
    device().unreferenced().drain(
        writer_, [this, all](DeviceObject& object) { return !all && object.shadowMark == drainMark_; });
}

void ImmediateContext::noteUse(ResourceBase& resource, bool write) {
    resource.lastUseSubmit = nextSubmit_;
    if (write)
        resource.lastWriteSubmit = nextSubmit_;
}

bool ImmediateContext::queryBegun(const Query& query) const {
    return query.state == Query::State::Begun;
}

void ImmediateContext::beginQuery(Query& query) {
    query.state = Query::State::Begun;
}

void ImmediateContext::endQuery(Query& query) {
    // An End without a Begin counts as an empty span (D3D11.3 specification 20.3).
    if (query.hasBegin() && query.state != Query::State::Begun)
        writer_.add<BeginQuery>()->query = &query.gpu();
    writer_.add<EndQuery>()->query = &query.gpu();
    query.state = Query::State::Ended;
    query.endSubmit = nextSubmit_;
}

HRESULT ImmediateContext::GetData(ID3D11Asynchronous* async, void* data, UINT size, UINT flags) {
    Lock lock(*this);
    if (!async || (!data && size))
        return E_INVALIDARG;
    Query& query = *toQuery(async);
    if (query.state != Query::State::Ended)
        return DXGI_ERROR_INVALID_CALL;
    if ((size && size != query.dataSize()) || flags & ~UINT(D3D11_ASYNC_GETDATA_DONOTFLUSH))
        return E_INVALIDARG;
    // The result of a hint is the GPU's alone (Microsoft Learn, D3D11_QUERY_MISC_FLAG).
    if (size && query.desc().MiscFlags & D3D11_QUERY_MISC_PREDICATEHINT)
        return DXGI_ERROR_INVALID_CALL;
    if (query.endSubmit >= nextSubmit_) {
        if (flags & D3D11_ASYNC_GETDATA_DONOTFLUSH)
            return S_FALSE;
        submitNow();
    }
    gpu::QueryResult result;
    gpu::QueryStatus status = device().backend().completed() >= query.endSubmit || device().backend().lost()
                                  ? query.gpu().poll(result)
                                  : gpu::QueryStatus::Pending;
    if (status == gpu::QueryStatus::Pending) {
        writer_.flush();
        return device().backend().lost() ? device().removedReason() : S_FALSE;
    }
    if (status == gpu::QueryStatus::Lost)
        return device().removedReason();
    if (size)
        query.writeData(result, data);
    return S_OK;
}

void ImmediateContext::ExecuteCommandList(ID3D11CommandList* listCom, BOOL restore) {
    Lock lock(*this);
    if (!listCom)
        return;
    auto& list = static_cast<CommandList&>(*listCom);
    if (!list.touchesQuery([this](const Query& query) { return queryBegun(query); }))
        list.execute(*this);
    // The list left its own state behind.
    writer_.add<ResetState>()->unused = 0;
    if (restore)
        restoreShadow();
    else
        resetShadow();
}

HRESULT ImmediateContext::FinishCommandList(BOOL, ID3D11CommandList** list) {
    if (list)
        *list = nullptr;
    return DXGI_ERROR_INVALID_CALL;
}

void ImmediateContext::Flush() {
    Lock lock(*this);
    submitNow();
}

void ImmediateContext::flushAndThen(std::unique_ptr<gpu::Completion> then) {
    Lock lock(*this);
    device().backend().whenDone(submitNow(), std::move(then));
}

// The event comes when the GPU is done; the call does not wait for that.
void ImmediateContext::Flush1(D3D11_CONTEXT_TYPE, HANDLE event) {
    std::unique_ptr<gpu::Completion> then = event ? signalLater(event) : nullptr;
    if (then)
        return flushAndThen(std::move(then));
    Flush();
    if (event)
        HENDECA_WARN_ONCE("Flush1: the handle is no event");
}

// --- fences: a signal ends a submission, a wait stands between two

HRESULT ImmediateContext::Signal(ID3D11Fence* fenceCom, UINT64 value) {
    Lock lock(*this);
    auto* fence = static_cast<Fence*>(fenceCom);
    if (!fence || &fence->device() != &device())
        return E_INVALIDARG;
    if (const HRESULT hr = device().removedReason(); FAILED(hr))
        return hr;
    device().backend().signalAfter(submitNow(), fence->state(), value);
    return S_OK;
}

HRESULT ImmediateContext::Wait(ID3D11Fence* fenceCom, UINT64 value) {
    Lock lock(*this);
    auto* fence = static_cast<Fence*>(fenceCom);
    if (!fence || &fence->device() != &device())
        return E_INVALIDARG;
    if (const HRESULT hr = device().removedReason(); FAILED(hr))
        return hr;
    if (fence->state()->completed() >= value)
        return S_OK;
    submitNow(); // what came before does not wait
    device().backend().waitBefore(fence->state(), value);
    return S_OK;
}

} // namespace hendeca::d3d11
