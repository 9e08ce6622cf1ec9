// The information queue by itself: storage, limit, filters, flags (Microsoft Learn, ID3D11InfoQueue).
#include "debug_fixture.h"

namespace conformance {
namespace {

class InfoQueueTest : public DebugTest {
public:
    void add(D3D11_MESSAGE_SEVERITY severity, const char* text,
             D3D11_MESSAGE_CATEGORY category = D3D11_MESSAGE_CATEGORY_MISCELLANEOUS,
             D3D11_MESSAGE_ID id = D3D11_MESSAGE_ID_UNKNOWN) {
        EXPECT_HR(S_OK, queue->AddMessage(category, severity, id, text));
    }
};

// Without the flag nothing of the layer is there.
TEST(DebugLayer, InterfacesNeedTheFlag) {
    Com<ID3D11Device> device;
    Com<ID3D11DeviceContext> context;
    ASSERT_HR(S_OK, makeDevice(0, device, context));
    Com<IUnknown> none;
    EXPECT_HR(E_NOINTERFACE, device->QueryInterface(__uuidof(ID3D11Debug), none.outVoid()));
    EXPECT_FALSE(bool(none));
    EXPECT_HR(E_NOINTERFACE, device->QueryInterface(__uuidof(ID3D11InfoQueue), none.outVoid()));
    EXPECT_FALSE(device->GetCreationFlags() & D3D11_CREATE_DEVICE_DEBUG);
}

// Queue, debug interface and device are one object: one IUnknown, one count, and each leads to the others.
TEST_F(InfoQueueTest, IsASideOfTheDevice) {
    EXPECT_TRUE(device->GetCreationFlags() & D3D11_CREATE_DEVICE_DEBUG);
    Com<IUnknown> a, b, c;
    auto debug = queue.as<ID3D11Debug>();
    ASSERT_TRUE(bool(debug));
    queue->QueryInterface(__uuidof(IUnknown), a.outVoid());
    device->QueryInterface(__uuidof(IUnknown), b.outVoid());
    debug->QueryInterface(__uuidof(IUnknown), c.outVoid());
    EXPECT_EQ(a.get(), b.get());
    EXPECT_EQ(a.get(), c.get());
    const unsigned long before = refCount(device.get());
    queue->AddRef();
    EXPECT_EQ(before + 1, refCount(device.get()));
    queue->Release();
    EXPECT_EQ(device.get(), debug.as<ID3D11Device>().get());
}

TEST_F(InfoQueueTest, MessagesAreReadByIndex) {
    EXPECT_EQ(0u, queue->GetNumStoredMessages());
    SIZE_T size = 0;
    EXPECT_HR(E_INVALIDARG, queue->GetMessage(0, nullptr, &size));
    add(D3D11_MESSAGE_SEVERITY_WARNING, "first");
    EXPECT_HR(S_OK, queue->AddApplicationMessage(D3D11_MESSAGE_SEVERITY_ERROR, "second one"));
    EXPECT_EQ(2u, queue->GetNumStoredMessages());
    EXPECT_HR(E_INVALIDARG, queue->GetMessage(0, nullptr, nullptr));
    // The size is that of structure and text with its terminator.
    EXPECT_HR(S_FALSE, queue->GetMessage(1, nullptr, &size));
    EXPECT_EQ(sizeof(D3D11_MESSAGE) + sizeof "second one", size);
    std::vector<uint64_t> block(size / 8 + 1);
    auto* message = reinterpret_cast<D3D11_MESSAGE*>(block.data());
    SIZE_T small = size - 1;
    EXPECT_HR(E_INVALIDARG, queue->GetMessage(1, message, &small));
    EXPECT_EQ(size, small);
    ASSERT_HR(S_OK, queue->GetMessage(1, message, &size));
    EXPECT_EQ(D3D11_MESSAGE_CATEGORY_APPLICATION_DEFINED, message->Category);
    EXPECT_EQ(D3D11_MESSAGE_SEVERITY_ERROR, message->Severity);
    EXPECT_EQ(D3D11_MESSAGE_ID_STRING_FROM_APPLICATION, message->ID);
    EXPECT_STREQ("second one", message->pDescription);
    EXPECT_EQ(sizeof "second one", message->DescriptionByteLength);
    // Reading takes nothing away.
    EXPECT_EQ(2u, queue->GetNumStoredMessages());
    forget();
    EXPECT_EQ(0u, queue->GetNumStoredMessages());
}

TEST_F(InfoQueueTest, BadMessagesAreRefused) {
    EXPECT_HR(E_INVALIDARG, queue->AddMessage(D3D11_MESSAGE_CATEGORY_SHADER, D3D11_MESSAGE_SEVERITY_INFO,
                                              D3D11_MESSAGE_ID_UNKNOWN, nullptr));
    EXPECT_HR(E_INVALIDARG, queue->AddMessage(static_cast<D3D11_MESSAGE_CATEGORY>(11), D3D11_MESSAGE_SEVERITY_INFO,
                                              D3D11_MESSAGE_ID_UNKNOWN, "x"));
    EXPECT_HR(E_INVALIDARG, queue->AddApplicationMessage(static_cast<D3D11_MESSAGE_SEVERITY>(5), "x"));
    EXPECT_EQ(0u, queue->GetNumStoredMessages());
}

// 1024 messages at first; beyond the limit new messages push old ones out.
TEST_F(InfoQueueTest, TheLimitPushesOldMessagesOut) {
    EXPECT_EQ(1024u, queue->GetMessageCountLimit());
    EXPECT_HR(S_OK, queue->SetMessageCountLimit(2));
    for (const char* text : {"a", "b", "c", "d"})
        add(D3D11_MESSAGE_SEVERITY_INFO, text);
    EXPECT_EQ(2u, queue->GetNumStoredMessages());
    EXPECT_EQ(2u, queue->GetNumMessagesDiscardedByMessageCountLimit());
    ASSERT_EQ(2u, said().size());
    EXPECT_EQ("c", said()[0].text);
    EXPECT_EQ("d", said()[1].text);
    EXPECT_HR(S_OK, queue->SetMessageCountLimit(~0ull));
    EXPECT_EQ(~0ull, queue->GetMessageCountLimit());
}

TEST_F(InfoQueueTest, StorageFilterDecidesWhatIsKept) {
    EXPECT_EQ(0u, queue->GetStorageFilterStackSize());
    D3D11_MESSAGE_SEVERITY severities[] = {D3D11_MESSAGE_SEVERITY_INFO};
    D3D11_MESSAGE_ID ids[] = {D3D11_MESSAGE_ID_CORRUPTED_THIS};
    D3D11_INFO_QUEUE_FILTER filter{};
    filter.DenyList.NumSeverities = 1;
    filter.DenyList.pSeverityList = severities;
    filter.DenyList.NumIDs = 1;
    filter.DenyList.pIDList = ids;
    EXPECT_HR(S_OK, queue->PushStorageFilter(&filter));
    EXPECT_EQ(1u, queue->GetStorageFilterStackSize());
    const UINT64 allowed = queue->GetNumMessagesAllowedByStorageFilter(),
                 denied = queue->GetNumMessagesDeniedByStorageFilter();
    add(D3D11_MESSAGE_SEVERITY_INFO, "by severity");
    add(D3D11_MESSAGE_SEVERITY_ERROR, "by id", D3D11_MESSAGE_CATEGORY_EXECUTION, D3D11_MESSAGE_ID_CORRUPTED_THIS);
    add(D3D11_MESSAGE_SEVERITY_ERROR, "passes");
    EXPECT_EQ(allowed + 1, queue->GetNumMessagesAllowedByStorageFilter());
    EXPECT_EQ(denied + 2, queue->GetNumMessagesDeniedByStorageFilter());
    ASSERT_EQ(1u, said().size());
    EXPECT_EQ("passes", said()[0].text);
    // An empty filter on top lets everything pass, until it is popped.
    EXPECT_HR(S_OK, queue->PushEmptyStorageFilter());
    add(D3D11_MESSAGE_SEVERITY_INFO, "now");
    EXPECT_EQ(2u, said().size());
    queue->PopStorageFilter();
    add(D3D11_MESSAGE_SEVERITY_INFO, "no more");
    EXPECT_EQ(2u, said().size());
    queue->ClearStorageFilter();
    add(D3D11_MESSAGE_SEVERITY_INFO, "cleared");
    EXPECT_EQ(3u, said().size());
    queue->PopStorageFilter();
    queue->PopStorageFilter(); // of an empty stack
    EXPECT_EQ(0u, queue->GetStorageFilterStackSize());
}

TEST_F(InfoQueueTest, RetrievalFilterDecidesWhatIsCounted) {
    add(D3D11_MESSAGE_SEVERITY_INFO, "info");
    add(D3D11_MESSAGE_SEVERITY_WARNING, "warning");
    add(D3D11_MESSAGE_SEVERITY_WARNING, "shader", D3D11_MESSAGE_CATEGORY_SHADER);
    D3D11_MESSAGE_SEVERITY severities[] = {D3D11_MESSAGE_SEVERITY_WARNING};
    D3D11_MESSAGE_CATEGORY categories[] = {D3D11_MESSAGE_CATEGORY_SHADER};
    D3D11_INFO_QUEUE_FILTER filter{};
    filter.AllowList.NumSeverities = 1;
    filter.AllowList.pSeverityList = severities;
    EXPECT_HR(S_OK, queue->AddRetrievalFilterEntries(&filter));
    EXPECT_EQ(1u, queue->GetRetrievalFilterStackSize());
    EXPECT_EQ(2u, queue->GetNumStoredMessagesAllowedByRetrievalFilter());
    EXPECT_EQ(3u, queue->GetNumStoredMessages());
    // Each list that is not empty must name the message.
    EXPECT_HR(S_OK, queue->PushCopyOfRetrievalFilter());
    D3D11_INFO_QUEUE_FILTER more{};
    more.AllowList.NumCategories = 1;
    more.AllowList.pCategoryList = categories;
    EXPECT_HR(S_OK, queue->AddRetrievalFilterEntries(&more));
    ASSERT_EQ(1u, said().size());
    EXPECT_EQ("shader", said()[0].text);
    queue->PopRetrievalFilter();
    EXPECT_EQ(2u, said().size());
}

TEST_F(InfoQueueTest, FiltersReadBack) {
    D3D11_MESSAGE_ID ids[] = {D3D11_MESSAGE_ID_CORRUPTED_THIS, D3D11_MESSAGE_ID_LIVE_DEVICE};
    D3D11_MESSAGE_CATEGORY categories[] = {D3D11_MESSAGE_CATEGORY_CLEANUP};
    D3D11_INFO_QUEUE_FILTER filter{};
    filter.AllowList.NumCategories = 1;
    filter.AllowList.pCategoryList = categories;
    filter.DenyList.NumIDs = 2;
    filter.DenyList.pIDList = ids;
    EXPECT_HR(S_OK, queue->AddStorageFilterEntries(&filter));
    SIZE_T size = 0;
    EXPECT_HR(E_INVALIDARG, queue->GetStorageFilter(nullptr, nullptr));
    EXPECT_HR(S_FALSE, queue->GetStorageFilter(nullptr, &size));
    EXPECT_EQ(sizeof filter + sizeof ids + sizeof categories, size);
    std::vector<uint64_t> block(size / 8 + 1);
    auto* found = reinterpret_cast<D3D11_INFO_QUEUE_FILTER*>(block.data());
    ASSERT_HR(S_OK, queue->GetStorageFilter(found, &size));
    ASSERT_EQ(1u, found->AllowList.NumCategories);
    EXPECT_EQ(D3D11_MESSAGE_CATEGORY_CLEANUP, found->AllowList.pCategoryList[0]);
    EXPECT_EQ(0u, found->AllowList.NumIDs);
    ASSERT_EQ(2u, found->DenyList.NumIDs);
    EXPECT_EQ(D3D11_MESSAGE_ID_LIVE_DEVICE, found->DenyList.pIDList[1]);
    // A count without its list is refused and changes nothing.
    D3D11_INFO_QUEUE_FILTER bad{};
    bad.DenyList.NumIDs = 1;
    EXPECT_HR(E_INVALIDARG, queue->AddStorageFilterEntries(&bad));
    EXPECT_HR(E_INVALIDARG, queue->PushStorageFilter(&bad));
    EXPECT_HR(E_INVALIDARG, queue->PushStorageFilter(nullptr));
    EXPECT_EQ(1u, queue->GetStorageFilterStackSize());
    queue->PopStorageFilter();
}

// Break flags are kept, and nothing breaks.
TEST_F(InfoQueueTest, BreakFlagsAreKept) {
    EXPECT_FALSE(queue->GetBreakOnSeverity(D3D11_MESSAGE_SEVERITY_ERROR));
    EXPECT_HR(S_OK, queue->SetBreakOnSeverity(D3D11_MESSAGE_SEVERITY_ERROR, TRUE));
    EXPECT_HR(S_OK, queue->SetBreakOnCategory(D3D11_MESSAGE_CATEGORY_SHADER, TRUE));
    EXPECT_HR(S_OK, queue->SetBreakOnID(D3D11_MESSAGE_ID_LIVE_DEVICE, TRUE));
    EXPECT_TRUE(queue->GetBreakOnSeverity(D3D11_MESSAGE_SEVERITY_ERROR));
    EXPECT_FALSE(queue->GetBreakOnSeverity(D3D11_MESSAGE_SEVERITY_WARNING));
    EXPECT_TRUE(queue->GetBreakOnCategory(D3D11_MESSAGE_CATEGORY_SHADER));
    EXPECT_TRUE(queue->GetBreakOnID(D3D11_MESSAGE_ID_LIVE_DEVICE));
    add(D3D11_MESSAGE_SEVERITY_ERROR, "no break");
    EXPECT_HR(S_OK, queue->SetBreakOnID(D3D11_MESSAGE_ID_LIVE_DEVICE, FALSE));
    EXPECT_FALSE(queue->GetBreakOnID(D3D11_MESSAGE_ID_LIVE_DEVICE));
    EXPECT_HR(E_INVALIDARG, queue->SetBreakOnSeverity(static_cast<D3D11_MESSAGE_SEVERITY>(9), TRUE));
    queue->SetMuteDebugOutput(FALSE);
    EXPECT_FALSE(queue->GetMuteDebugOutput());
    queue->SetMuteDebugOutput(TRUE);
    EXPECT_TRUE(queue->GetMuteDebugOutput());
}

} // namespace
} // namespace conformance
