#pragma once
// A GDI device context over 32-bit pixels in memory (blue, green, red, alpha), for IDXGISurface1::GetDC. Windows and
// Wine only: natively there is no GDI, and none is made. One thread at a time.

#include <cstdint>
#include <memory>

namespace hendeca {

class GdiMemory {
public:
    virtual ~GdiMemory() = default;
    // Null where there is no GDI, or it refuses.
    static std::unique_ptr<GdiMemory> create(uint32_t width, uint32_t height);

    void* dc() const { return dc_; } // HDC
    // The top row; rows follow at `pitch` bytes. flush() first: GDI may have work that waits.
    uint8_t* pixels() const { return pixels_; }
    uint32_t pitch() const { return pitch_; }
    virtual void flush() = 0;

protected:
    void* dc_ = nullptr;
    uint8_t* pixels_ = nullptr;
    uint32_t pitch_ = 0;
};

} // namespace hendeca
