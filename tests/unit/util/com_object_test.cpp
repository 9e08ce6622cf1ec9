// ComObject: QueryInterface rules and the two reference counts, with interfaces made up for the purpose.

#include "util/com_object.h"

#include <gtest/gtest.h>

struct IBase : IUnknown {
    virtual int STDMETHODCALLTYPE base() = 0;
};
struct IDerived : IBase {
    virtual int STDMETHODCALLTYPE derived() = 0;
};
struct IOther : IUnknown {
    virtual int STDMETHODCALLTYPE other() = 0;
};
struct IAbsent : IUnknown {};
__CRT_UUID_DECL(IBase, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 1)
__CRT_UUID_DECL(IDerived, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 2)
__CRT_UUID_DECL(IOther, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 3)
__CRT_UUID_DECL(IAbsent, 1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 4)
HENDECA_COM_BASE(IBase, IUnknown);
HENDECA_COM_BASE(IDerived, IBase);
HENDECA_COM_BASE(IOther, IUnknown);

namespace hendeca {
namespace {

struct Events {
    int made = 0, destroyed = 0, first = 0, last = 0;
};

class Thing final : public ComObject<IDerived, IOther> {
public:
    explicit Thing(Events& events) : events_(events) { events_.made++; }
    ~Thing() override {
        events_.destroyed++;
        // A destructor that takes and returns references of itself must not run twice.
        AddRef();
        Release();
    }
    int STDMETHODCALLTYPE base() override { return 1; }
    int STDMETHODCALLTYPE derived() override { return 2; }
    int STDMETHODCALLTYPE other() override { return 3; }

protected:
    void onFirstPublicRef() override { events_.first++; }
    void onLastPublicRelease() override { events_.last++; }

private:
    Events& events_;
};

TEST(ComObject, IsMadeWithOnePublicReferenceAndDiesWithIt) {
    Events events;
    Thing* thing = makeCom<Thing>(events).detach();
    EXPECT_EQ(thing->publicRefs(), 1u);
    EXPECT_EQ(thing->AddRef(), 2u);
    EXPECT_EQ(thing->Release(), 1u);
    EXPECT_EQ(events.destroyed, 0);
    EXPECT_EQ(thing->Release(), 0u);
    EXPECT_EQ(events.destroyed, 1);
}

TEST(ComObject, OffersEveryInterfaceOfTheChain) {
    Events events;
    auto thing = makeCom<Thing>(events);
    ComPtr<IUnknown> start(static_cast<IDerived*>(thing.get()));
    EXPECT_EQ(start.as<IBase>()->base(), 1);
    EXPECT_EQ(start.as<IDerived>()->derived(), 2);
    EXPECT_EQ(start.as<IOther>()->other(), 3);
}

TEST(ComObject, KeepsIdentitySymmetryAndTransitivity) {
    Events events;
    auto thing = makeCom<Thing>(events);
    ComPtr<IOther> other = ComPtr<IDerived>(thing.get()).as<IOther>();
    ComPtr<IBase> base = other.as<IBase>();
    ASSERT_TRUE(base);
    EXPECT_EQ(base.as<IOther>(), other);
    EXPECT_EQ(other.as<IUnknown>(), base.as<IUnknown>());
}

TEST(ComObject, RefusesUnknownInterfacesWithANullPointer) {
    Events events;
    auto thing = makeCom<Thing>(events);
    void* out = &events;
    EXPECT_EQ(thing->QueryInterface(__uuidof(IAbsent), &out), E_NOINTERFACE);
    EXPECT_EQ(out, nullptr);
    EXPECT_EQ(thing->QueryInterface(__uuidof(IBase), nullptr), E_POINTER);
    EXPECT_EQ(thing->publicRefs(), 1u);
}

TEST(ComObject, SuccessfulQueryAddsOneReference) {
    Events events;
    auto thing = makeCom<Thing>(events);
    void* out = nullptr;
    EXPECT_EQ(thing->QueryInterface(__uuidof(IOther), &out), S_OK);
    EXPECT_EQ(thing->publicRefs(), 2u);
    static_cast<IOther*>(out)->Release();
}

TEST(ComObject, LivesOnThroughPrivateReferencesAndIsRevived) {
    Events events;
    PrivateRef<Thing> held;
    {
        auto thing = makeCom<Thing>(events);
        held = thing.get();
    }
    EXPECT_EQ(events.destroyed, 0);
    EXPECT_EQ(events.last, 1);
    EXPECT_EQ(held->publicRefs(), 0u);
    IDerived* again = nullptr;
    returnRef(held.get(), &again);
    EXPECT_EQ(events.first, 2);
    held.reset();
    EXPECT_EQ(events.destroyed, 0) << "the revived object now lives by its public reference";
    EXPECT_EQ(again->Release(), 0u);
    EXPECT_EQ(events.destroyed, 1);
}

TEST(ComObject, SurvivesAReleaseTooMuchWhileBound) {
    Events events;
    auto thing = makeCom<Thing>(events);
    PrivateRef<Thing> held(thing.get());
    Thing* raw = thing.detach();
    EXPECT_EQ(raw->Release(), 0u);
    EXPECT_EQ(raw->Release(), 0u);
    EXPECT_EQ(events.last, 1);
    EXPECT_EQ(events.destroyed, 0);
}

TEST(ComPtr, CountsThroughCopyMoveAndSelfAssignment) {
    Events events;
    auto thing = makeCom<Thing>(events);
    {
        ComPtr<Thing> copy = thing;
        ComPtr<IBase> moved = std::move(copy);
        EXPECT_EQ(thing->publicRefs(), 2u);
        EXPECT_FALSE(copy);
        moved = moved;
        EXPECT_EQ(thing->publicRefs(), 2u);
    }
    EXPECT_EQ(thing->publicRefs(), 1u);
}

TEST(ComObject, FormatsGuidsAsTheRegistryDoes) {
    EXPECT_EQ(formatGuid(__uuidof(IUnknown)), "{00000000-0000-0000-c000-000000000046}");
}

} // namespace
} // namespace hendeca
