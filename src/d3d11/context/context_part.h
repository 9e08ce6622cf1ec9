#pragma once
// The base of a context's interfaces that are objects of their own, since a method of theirs clashes with one of the
// context's: its identity is the context's, which it holds; the references are counted here. The context's thread, but
// that AddRef and Release may come from any.

#include "d3d11/context/context_base.h"

#include <atomic>

namespace hendeca::d3d11 {

// Self has offers(IID), which is true for the interfaces that I stands for, and a constructor from the context.
template <class Self, class I>
class ContextPart : public I {
public:
    // The object comes with a reference.
    static HRESULT create(ContextBase& context, void** object) {
        context.AddRef();
        *object = static_cast<I*>(new Self(context));
        return S_OK;
    }

    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID iid, void** object) override {
        if (object && Self::offers(iid)) {
            AddRef();
            *object = static_cast<I*>(this);
            return S_OK;
        }
        return context_.QueryInterface(iid, object);
    }
    ULONG STDMETHODCALLTYPE AddRef() override { return count_.fetch_add(1, std::memory_order_relaxed) + 1; }
    ULONG STDMETHODCALLTYPE Release() override {
        const ULONG left = count_.fetch_sub(1, std::memory_order_acq_rel) - 1;
        if (!left) {
            ContextBase& context = context_;
            delete this;
            context.Release();
        }
        return left;
    }

protected:
    explicit ContextPart(ContextBase& context) : context_(context) {}
    virtual ~ContextPart() = default;

    ContextBase& context_;

private:
    std::atomic<ULONG> count_{1};
};

} // namespace hendeca::d3d11
