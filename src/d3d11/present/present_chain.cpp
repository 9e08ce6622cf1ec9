#include "d3d11/present/present_chain.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/device/release.h"
#include "gpu/format/format_support.h"
#include "gpu/present/presenter.h"
#include "util/log.h"

#include <algorithm>
#include <cstring>
#include <mutex>

namespace hendeca::d3d11 {

namespace {

constexpr uint32_t kMaxBuffers = 16; // DXGI_MAX_SWAP_CHAIN_BUFFERS
constexpr uint32_t kWaitMilliseconds = 2000;
constexpr UINT kAllowTearing = 0x200; // DXGI_PRESENT_ALLOW_TEARING

// dxgi's surface source as the backend wants it.
class SourceAdapter final : public gpu::SurfaceSource {
public:
    explicit SourceAdapter(IHendecaSurfaceSource* source) : source_(source) {}
    VkSurfaceKHR create() override {
        const uint64_t made = source_->CreateSurface();
        VkSurfaceKHR surface;
        static_assert(sizeof(surface) == sizeof(made));
        std::memcpy(&surface, &made, sizeof(made));
        return surface;
    }
    void destroy(VkSurfaceKHR surface) override {
        uint64_t given;
        std::memcpy(&given, &surface, sizeof(given));
        source_->DestroySurface(given);
    }
    VkExtent2D size() override {
        VkExtent2D extent{0, 0};
        source_->GetSize(&extent.width, &extent.height);
        return extent;
    }

private:
    ComPtr<IHendecaSurfaceSource> source_;
};

// Takes the device's lock when the application asked for that.
class ContextLock {
public:
    explicit ContextLock(Device& device) {
        if (device.multithreadProtected())
            lock_ = std::unique_lock(device.contextMutex());
    }

private:
    std::unique_lock<std::recursive_mutex> lock_;
};

D3D11_TEXTURE2D_DESC1 bufferDesc(const HendecaChainDesc& desc) {
    D3D11_TEXTURE2D_DESC1 made{};
    made.Width = desc.width;
    made.Height = desc.height;
    made.MipLevels = 1;
    made.ArraySize = 1;
    made.Format = desc.format;
    made.SampleDesc = desc.samples;
    if (desc.usage & DXGI_USAGE_RENDER_TARGET_OUTPUT)
        made.BindFlags |= D3D11_BIND_RENDER_TARGET;
    if (desc.usage & DXGI_USAGE_SHADER_INPUT)
        made.BindFlags |= D3D11_BIND_SHADER_RESOURCE;
    if (desc.usage & DXGI_USAGE_UNORDERED_ACCESS)
        made.BindFlags |= D3D11_BIND_UNORDERED_ACCESS;
    if (desc.flags & DXGI_SWAP_CHAIN_FLAG_GDI_COMPATIBLE)
        made.MiscFlags |= D3D11_RESOURCE_MISC_GDI_COMPATIBLE;
    return made;
}

bool descAllowed(Device& device, const HendecaChainDesc& desc) {
    if (!desc.width || !desc.height || !desc.bufferCount || desc.bufferCount > kMaxBuffers)
        return false;
    const gpu::FormatInfo& info = gpu::formatInfo(desc.format);
    if (info.key != uint32_t(desc.format) || info.typeless() || info.has(gpu::kFormatBlock) ||
        !(device.formats().support(desc.format) & gpu::kUseRenderTarget))
        return false;
    const uint32_t samples = desc.samples.Count;
    return samples == 1 ||
           (samples && !(samples & (samples - 1)) && device.formats().sampleCounts(desc.format) & samples);
}

} // namespace

// The presenter with what it calls, as one backend object: the surface source lives as long as the presenter.
class PresenterParts final : public gpu::Object {
public:
    explicit PresenterParts(IHendecaSurfaceSource* source) : source_(source) {}
    HRESULT start(Device& device, const HendecaChainDesc& desc, bool headless) {
        gpu::PresenterDesc made;
        made.source = headless ? nullptr : &source_;
        made.imageCount = std::max(desc.bufferCount, 2u);
        made.srgb = gpu::formatInfo(desc.format).has(gpu::kFormatSrgb);
        auto presenter = device.backend().createPresenter(made);
        if (!presenter)
            return errorResult(device, "CreateSwapChain", presenter.error());
        presenter_ = std::move(presenter).value();
        return S_OK;
    }
    gpu::Presenter& presenter() const { return *presenter_; }

private:
    SourceAdapter source_;
    std::unique_ptr<gpu::Presenter> presenter_;
};

HRESULT PresentChain::create(Device& device, const HendecaChainDesc& desc, IHendecaSurfaceSource* source,
                             IHendecaPresentChain** out) {
    *out = nullptr;
    if (!descAllowed(device, desc))
        return E_INVALIDARG;
    ComPtr<PresentChain> chain = makeCom<PresentChain>(device, desc);
    if (const HRESULT hr = chain->makeBuffers(desc, chain->buffers_); FAILED(hr))
        return hr;
    chain->presenter_ = new PresenterParts(source);
    if (const HRESULT hr = chain->presenter_->start(device, desc, !source); FAILED(hr)) {
        delete chain->presenter_;
        chain->presenter_ = nullptr;
        return hr;
    }
    *out = chain.detach();
    return S_OK;
}

PresentChain::~PresentChain() {
    // Any thread, and the immediate context may be at work on another: nothing of it is touched. Back buffers that are bound
    // stay so, as all objects do. The presenter goes at once, so that the window is free for another swap chain, or may go
    // itself: each Present has been handed over with its submission, so the worker need only come to the end of what it has.
    device_->backend().drain();
    delete presenter_; // waits for the submit thread and the queue
}

HRESULT PresentChain::makeBuffers(const HendecaChainDesc& desc, Buffers& made) {
    const D3D11_TEXTURE2D_DESC1 texture = bufferDesc(desc);
    for (uint32_t i = 0; i < desc.bufferCount; i++) {
        Texture2D* buffer = nullptr;
        if (const HRESULT hr = Texture2D::createBackBuffer(*device_, texture, i, &buffer); FAILED(hr))
            return hr;
        made.emplace_back(buffer);
    }
    return S_OK;
}

void PresentChain::unbindBuffers() {
    for (const auto& texture : buffers_)
        device_->immediate().unbindTargetsOf(texture.get());
}

bool PresentChain::isFlip() const {
    return desc_.swapEffect == DXGI_SWAP_EFFECT_FLIP_SEQUENTIAL || desc_.swapEffect == DXGI_SWAP_EFFECT_FLIP_DISCARD;
}

HRESULT PresentChain::GetBuffer(uint32_t index, REFIID iid, void** object) {
    if (!object)
        return E_INVALIDARG;
    *object = nullptr;
    const bool discard =
        desc_.swapEffect == DXGI_SWAP_EFFECT_DISCARD || desc_.swapEffect == DXGI_SWAP_EFFECT_FLIP_DISCARD;
    if (index >= buffers_.size() || (index && discard && desc_.strictDiscard))
        return DXGI_ERROR_INVALID_CALL;
    return buffers_[index]->QueryInterface(iid, object);
}

BOOL PresentChain::BuffersReferenced() {
    for (const auto& texture : buffers_) {
        if (texture->publiclyHeld() || texture->heldViews())
            return TRUE;
    }
    return FALSE;
}

HRESULT PresentChain::Resize(const HendecaChainDesc* desc) {
    if (!desc || !descAllowed(*device_, *desc))
        return E_INVALIDARG;
    ContextLock lock(*device_);
    Buffers made;
    if (const HRESULT hr = makeBuffers(*desc, made); FAILED(hr))
        return hr;
    unbindBuffers();
    buffers_ = std::move(made);
    desc_ = *desc;
    return S_OK;
}

HRESULT PresentChain::Present(uint32_t syncInterval, uint32_t flags) {
    if (flags & DXGI_PRESENT_TEST)
        return GetStatus();
    ContextLock lock(*device_);
    ImmediateContext& context = device_->immediate();
    gpu::Writer& writer = context.writer();
    const Buffers& textures = buffers_;
    auto* present = writer.add<gpu::packet::Present>();
    present->presenter = &presenter_->presenter();
    present->presentId = ++presentId_;
    present->source = textures.front()->image();
    present->syncInterval = syncInterval;
    present->tearing = flags & kAllowTearing;
    // A frame that is not sequenced is shown, and its buffer drawn to again.
    if (textures.size() > 1 && !(flags & DXGI_PRESENT_DO_NOT_SEQUENCE)) {
        const auto count = static_cast<uint32_t>(textures.size());
        auto* rotate = writer.add<gpu::packet::RotateImages>(count);
        rotate->count = count;
        for (uint32_t i = 0; i < count; i++)
            gpu::packet::tail(rotate)[i] = textures[i]->image();
    }
    if (isFlip() && !(flags & DXGI_PRESENT_DO_NOT_SEQUENCE))
        context.unbindTargetsOf(textures.front().get());
    submits_[presentId_ % submits_.size()] = context.submitNow();
    return GetStatus();
}

HRESULT PresentChain::GetStatus() {
    if (const HRESULT hr = device_->removedReason(); FAILED(hr))
        return hr;
    return presenter_->presenter().status() == gpu::PresentStatus::Ok ? S_OK : DXGI_STATUS_OCCLUDED;
}

void PresentChain::WaitLatency(uint32_t latency) {
    if (presentId_ <= latency)
        return;
    const uint64_t id = presentId_ - latency;
    if (!presenter_->presenter().waitPresented(id, kWaitMilliseconds))
        return;
    // Handed to the window system is not drawn: the frame counts until the GPU has finished it.
    if (latency < submits_.size())
        device_->backend().wait(submits_[id % submits_.size()]);
}

uint64_t PresentChain::GetPresentedCount() {
    return presenter_->presenter().presented();
}

} // namespace hendeca::d3d11
