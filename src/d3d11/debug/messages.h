#pragma once
// Every message that the debug layer can say by itself: one row each with its id of d3d11sdklayers.h, what kind it is
// and what it states. Ids, categories and severities are those of Windows; the words are ours. Pure data, any thread.

#include "d3d11/debug/message_filter.h"

#include <span>

namespace hendeca::d3d11 {

struct MessageRow {
    D3D11_MESSAGE_ID id;
    D3D11_MESSAGE_CATEGORY category;
    D3D11_MESSAGE_SEVERITY severity;
    const char* text;
};

std::span<const MessageRow> messageTable();
// The row of an id; null for ids that the layer never says.
const MessageRow* messageRow(D3D11_MESSAGE_ID id);

} // namespace hendeca::d3d11
