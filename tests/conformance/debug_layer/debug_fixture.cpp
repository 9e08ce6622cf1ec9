#include "debug_fixture.h"

namespace conformance {

void DebugTest::SetUp() {
    DeviceTest::SetUp();
    context.reset();
    device.reset();
    ASSERT_HR(S_OK, makeDevice(D3D11_CREATE_DEVICE_DEBUG, device, context));
    ASSERT_HR(S_OK, device->QueryInterface(__uuidof(ID3D11InfoQueue), queue.outVoid()));
    queue->SetMuteDebugOutput(TRUE);
    forget();
}

void DebugTest::TearDown() {
    queue.reset();
    DeviceTest::TearDown();
}

std::vector<Said> DebugTest::said() {
    std::vector<Said> all;
    const UINT64 messages = queue->GetNumStoredMessagesAllowedByRetrievalFilter();
    for (UINT64 i = 0; i < messages; i++) {
        SIZE_T size = 0;
        EXPECT_HR(S_FALSE, queue->GetMessage(i, nullptr, &size));
        std::vector<uint64_t> block((size + 7) / 8);
        auto* message = reinterpret_cast<D3D11_MESSAGE*>(block.data());
        EXPECT_HR(S_OK, queue->GetMessage(i, message, &size));
        all.push_back({message->Category, message->Severity, message->ID, message->pDescription});
    }
    return all;
}

size_t DebugTest::count(D3D11_MESSAGE_ID id) {
    size_t found = 0;
    for (const Said& message : said())
        found += message.id == id;
    return found;
}

void DebugTest::expectSaid(D3D11_MESSAGE_ID id, D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity) {
    bool found = false;
    std::string others;
    for (const Said& message : said()) {
        others += "\n  " + std::to_string(message.id) + " " + message.text;
        if (message.id != id)
            continue;
        found = true;
        EXPECT_EQ(category, message.category) << message.text;
        EXPECT_EQ(severity, message.severity) << message.text;
        EXPECT_FALSE(message.text.empty());
    }
    EXPECT_TRUE(found) << "message " << id << " is not among:" << others;
    forget();
}

void DebugTest::expectQuiet() {
    for (const Said& message : said())
        EXPECT_GT(message.severity, D3D11_MESSAGE_SEVERITY_WARNING) << message.id << " " << message.text;
    forget();
}

} // namespace conformance
