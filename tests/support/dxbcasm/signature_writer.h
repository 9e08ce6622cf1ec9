#pragma once
// Signature elements from text, and signature chunks. Internal to the assembler.

#include <cstdint>
#include <vector>

#include "cursor.h"
#include "dxbc/signature.h"
#include "util/result.h"

namespace hendeca::dxbcasm {

// What stands behind ".in" and its like.
Result<dxbc::SignatureElement> parseElement(Cursor& cursor);

struct SignatureChunk {
    uint32_t tag = 0;
    std::vector<uint8_t> data;
};
// The oldest layout that can hold the elements: ISGN, OSGN, PCSG; OSG5 with streams; ISG1, OSG1, PSG1 with minimum
// precisions.
SignatureChunk writeSignature(const dxbc::Signature& signature, dxbc::SignatureKind kind);

} // namespace hendeca::dxbcasm
