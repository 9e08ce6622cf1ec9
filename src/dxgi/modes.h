#pragma once
// Display modes as DXGI lists and matches them. Pure functions of what wsi found; any thread.

#include "wsi/window.h"

#include <vector>

#include <dxgi1_6.h>

namespace hendeca::dxgi {

// Formats that a monitor can show, and so the ones that have modes.
bool isScanoutFormat(DXGI_FORMAT format);

// The modes of a format: sorted by width, height and rate, each once. Empty for a format that cannot be shown.
// `flags`: DXGI_ENUM_MODES_*; interlaced modes only when asked for.
std::vector<DXGI_MODE_DESC1> listModes(const std::vector<wsi::Mode>& modes, DXGI_FORMAT format, UINT flags);

// The mode nearest to the wanted one: size first, then rate. Fields that are zero or unspecified take the desktop's.
// `desktop` gives them. False when the request breaks a rule or there is no mode at all.
bool closestMode(const std::vector<DXGI_MODE_DESC1>& modes, const wsi::Mode& desktop, const DXGI_MODE_DESC1& wanted,
                 DXGI_MODE_DESC1& closest);

} // namespace hendeca::dxgi
