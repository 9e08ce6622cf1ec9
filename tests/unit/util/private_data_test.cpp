// PrivateData gives the results that Windows gives for SetPrivateData, SetPrivateDataInterface and GetPrivateData.

#include "util/private_data.h"

#include <gtest/gtest.h>

namespace hendeca {
namespace {

constexpr GUID kKey = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 11}};
constexpr GUID kAnother = {1, 2, 3, {4, 5, 6, 7, 8, 9, 10, 12}};

struct Counted : IUnknown {
    ULONG refs = 1;
    HRESULT STDMETHODCALLTYPE QueryInterface(REFIID, void**) override { return E_NOINTERFACE; }
    ULONG STDMETHODCALLTYPE AddRef() override { return ++refs; }
    ULONG STDMETHODCALLTYPE Release() override { return --refs; }
};

TEST(PrivateData, NullDataOnAnAbsentKeyIsFalse) {
    PrivateData data;
    EXPECT_EQ(data.set(kKey, 0, nullptr), S_FALSE);
    EXPECT_EQ(data.set(kKey, ~0u, nullptr), S_FALSE);
}

TEST(PrivateData, NullDataRemovesAKeyOnce) {
    PrivateData data;
    const uint32_t value = 7;
    EXPECT_EQ(data.set(kKey, sizeof(value), &value), S_OK);
    EXPECT_EQ(data.set(kKey, 20, nullptr), S_OK);
    EXPECT_EQ(data.set(kKey, 20, nullptr), S_FALSE);
}

TEST(PrivateData, ReadsBackWhatWasSetAndReplaced) {
    PrivateData data;
    const uint32_t first = 7, second = 9;
    data.set(kKey, sizeof(first), &first);
    data.set(kAnother, sizeof(first), &first);
    data.set(kKey, sizeof(second), &second);
    uint32_t value = 0;
    UINT size = sizeof(value);
    EXPECT_EQ(data.get(kKey, &size, &value), S_OK);
    EXPECT_EQ(value, 9u);
    EXPECT_EQ(size, 4u);
    EXPECT_EQ(data.get(kAnother, &size, &value), S_OK);
    EXPECT_EQ(value, 7u);
}

TEST(PrivateData, TooSmallARoomSaysWhatIsNeeded) {
    PrivateData data;
    const uint32_t value = 7;
    data.set(kKey, sizeof(value), &value);
    uint8_t room[2] = {1, 2};
    UINT size = sizeof(room);
    EXPECT_EQ(data.get(kKey, &size, room), DXGI_ERROR_MORE_DATA);
    EXPECT_EQ(size, 4u);
    EXPECT_EQ(room[0], 1);
}

TEST(PrivateData, AnAbsentKeyLeavesTheRoomAlone) {
    PrivateData data;
    uint32_t value = 5;
    UINT size = sizeof(value);
    EXPECT_EQ(data.get(kKey, &size, &value), DXGI_ERROR_NOT_FOUND);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(value, 5u);
}

TEST(PrivateData, NullPointersAreHandledAsOnWindows) {
    PrivateData data;
    const uint32_t value = 7;
    data.set(kKey, sizeof(value), &value);
    uint32_t out = 0;
    EXPECT_EQ(data.get(kKey, nullptr, &out), E_INVALIDARG);
    UINT size = 1;
    EXPECT_EQ(data.get(kKey, &size, nullptr), S_OK);
    EXPECT_EQ(size, 4u);
}

TEST(PrivateData, KeepsAnInterfaceAliveAndHandsOutReferences) {
    Counted object;
    {
        PrivateData data;
        EXPECT_EQ(data.setInterface(kKey, &object), S_OK);
        EXPECT_EQ(object.refs, 2u);
        IUnknown* out = nullptr;
        UINT size = sizeof(out);
        EXPECT_EQ(data.get(kKey, &size, &out), S_OK);
        EXPECT_EQ(out, &object);
        EXPECT_EQ(object.refs, 3u);
        out->Release();
    }
    EXPECT_EQ(object.refs, 1u);
}

TEST(PrivateData, ANullInterfaceKeepsTheKey) {
    Counted object;
    PrivateData data;
    data.setInterface(kKey, &object);
    EXPECT_EQ(data.setInterface(kKey, nullptr), S_OK);
    EXPECT_EQ(object.refs, 1u);
    IUnknown* out = &object;
    UINT size = sizeof(out);
    EXPECT_EQ(data.get(kKey, &size, &out), S_OK);
    EXPECT_EQ(out, nullptr);
    EXPECT_EQ(size, sizeof(IUnknown*));
}

TEST(PrivateData, KnowsTheDebugName) {
    PrivateData data;
    EXPECT_EQ(data.debugName(), "");
    data.set(kDebugNameKey, 6, "shadow");
    EXPECT_EQ(data.debugName(), "shadow");
}

} // namespace
} // namespace hendeca
