#pragma once
// What DXGI demands of a swap chain's description, and of Present's arguments, as pure functions: HRESULTs as Windows gives
// them (Microsoft's pages on DXGI_SWAP_CHAIN_DESC1, DXGI_SWAP_EFFECT, DXGI_PRESENT; probed with FLIP and BLT chains).
// Any thread.

#include <dxgi1_6.h>

namespace hendeca::dxgi {

enum class ChainTarget { Window, Composition };

inline constexpr UINT kMaxBuffers = 16;

bool isFlip(DXGI_SWAP_EFFECT effect);

// S_OK, or why the description cannot be. Width and height may be 0 for a window.
HRESULT checkChainDesc(const DXGI_SWAP_CHAIN_DESC1& desc, ChainTarget target);

struct PresentFacts {
    DXGI_SWAP_EFFECT effect = DXGI_SWAP_EFFECT_DISCARD;
    UINT chainFlags = 0;
    bool fullscreen = false;
    bool restrictedToOutput = false;
};
HRESULT checkPresent(const PresentFacts& facts, UINT syncInterval, UINT flags);

// Does a chain of this format show colours of this space?
bool supportsColorSpace(DXGI_FORMAT format, DXGI_COLOR_SPACE_TYPE space);

} // namespace hendeca::dxgi
