#pragma once
// Everything that this header has for the Direct3D headers is in windows.h.
#include <windows.h>
