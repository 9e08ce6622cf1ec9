#pragma once
// A device with the debug layer and its information queue, emptied before each test.

#include "support/fixture.h"

#include <d3d11sdklayers.h>

#include <string>

namespace conformance {

struct Said {
    D3D11_MESSAGE_CATEGORY category;
    D3D11_MESSAGE_SEVERITY severity;
    D3D11_MESSAGE_ID id;
    std::string text;
};

class DebugTest : public DeviceTest {
public:
    Com<ID3D11InfoQueue> queue;

    // What the retrieval filter lets through, oldest first.
    std::vector<Said> said();
    size_t count(D3D11_MESSAGE_ID id);
    void forget() { queue->ClearStoredMessages(); }
    // Exactly this kind of message is there, once or more. Empties the queue.
    void expectSaid(D3D11_MESSAGE_ID id, D3D11_MESSAGE_CATEGORY category, D3D11_MESSAGE_SEVERITY severity);
    // Nothing of at least a warning's weight is there.
    void expectQuiet();

protected:
    void SetUp() override;
    void TearDown() override;
};

} // namespace conformance
