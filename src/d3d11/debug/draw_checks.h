#pragma once
// The rules that a draw or dispatch is held against when the debug layer is on: state that is missing, too small or of
// another kind than the shaders declare. Only messages come of it; what D3D11 defines for such draws happens all the
// same. The context's thread. Source: D3D11.3 functional specification, chapters 4, 8, 9, 15 to 17, 22; message ids of
// d3d11sdklayers.h.

#include <cstdint>

namespace hendeca::d3d11 {

class DebugLayer;
struct ShadowState;

struct DrawCall {
    const char* name;
    bool indexed = false;
    bool counted = false; // the numbers below are known
    uint32_t count = 0, first = 0;
    int32_t baseVertex = 0;
    uint32_t instances = 0, firstInstance = 0;
};

void checkDraw(DebugLayer& debug, const ShadowState& shadow, const DrawCall& call);
void checkDispatch(DebugLayer& debug, const ShadowState& shadow, const char* name);

} // namespace hendeca::d3d11
