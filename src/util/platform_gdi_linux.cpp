#include "util/platform_gdi.h"

namespace hendeca {

std::unique_ptr<GdiMemory> GdiMemory::create(uint32_t, uint32_t) {
    return nullptr;
}

} // namespace hendeca
