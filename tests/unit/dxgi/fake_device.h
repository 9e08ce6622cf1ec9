#pragma once
// A device that can be presented, without Direct3D 11: what dxgi asks of it is remembered. One thread.

#include "dxgi/com_bases.h"

#include <vector>

HENDECA_COM_BASE(hendeca::IHendecaDevice, IUnknown);
HENDECA_COM_BASE(hendeca::IHendecaPresentChain, IUnknown);

namespace hendeca::test {

class FakeChain final : public ComObject<IHendecaPresentChain> {
public:
    HRESULT STDMETHODCALLTYPE GetBuffer(uint32_t index, REFIID iid, void** object) override {
        buffersAsked.push_back(index);
        return QueryInterface(iid, object);
    }
    BOOL STDMETHODCALLTYPE BuffersReferenced() override { return referenced; }
    HRESULT STDMETHODCALLTYPE Resize(const HendecaChainDesc* wanted) override {
        if (SUCCEEDED(resizeResult))
            desc = *wanted;
        return resizeResult;
    }
    HRESULT STDMETHODCALLTYPE Present(uint32_t syncInterval, uint32_t flags) override {
        presents.push_back({syncInterval, flags});
        return presentResult;
    }
    HRESULT STDMETHODCALLTYPE GetStatus() override { return status; }
    void STDMETHODCALLTYPE WaitLatency(uint32_t latency) override { latencies.push_back(latency); }
    uint64_t STDMETHODCALLTYPE GetPresentedCount() override { return stuck ? 0 : presents.size(); }

    struct Call {
        uint32_t syncInterval, flags;
    };
    HendecaChainDesc desc{};
    bool hasSource = false;
    BOOL referenced = FALSE;
    bool stuck = false; // nothing reaches the screen
    HRESULT resizeResult = S_OK, presentResult = S_OK, status = S_OK;
    std::vector<Call> presents;
    std::vector<uint32_t> latencies;
    std::vector<uint32_t> buffersAsked;
};

class FakeDevice final : public ComObject<IHendecaDevice> {
public:
    uint32_t STDMETHODCALLTYPE GetBuildId() override { return buildId; }
    HRESULT STDMETHODCALLTYPE CreatePresentChain(const HendecaChainDesc* desc, IHendecaSurfaceSource* source,
                                                 IHendecaPresentChain** out) override {
        chain = makeCom<FakeChain>();
        chain->desc = *desc;
        chain->hasSource = source != nullptr;
        *out = chain.ref();
        return S_OK;
    }
    uint32_t STDMETHODCALLTYPE GetFrameLatency() override { return latency; }
    BOOL STDMETHODCALLTYPE LockContext() override {
        locks += isProtected ? 1u : 0u;
        return isProtected;
    }
    void STDMETHODCALLTYPE UnlockContext() override { unlocks++; }
    uint32_t STDMETHODCALLTYPE GetFloatFacts() override { return 0; }
    void STDMETHODCALLTYPE OfferDirect3D10(uint32_t) override {}

    ComPtr<FakeChain> chain; // the last one made
    uint32_t buildId = kContractBuildId;
    uint32_t latency = 3;
    BOOL isProtected = FALSE;
    uint32_t locks = 0, unlocks = 0;
};

} // namespace hendeca::test
