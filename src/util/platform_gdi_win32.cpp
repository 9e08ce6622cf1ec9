#include "util/platform_gdi.h"

#include <vector>
#include <windows.h>

namespace hendeca {

namespace {

// gdi32's own way from memory to a device context, which Direct3D uses on Windows (Microsoft Learn,
// D3DKMTCreateDCFromMemory; the structures of d3dkmthk.h).
struct CreateDc {
    void* memory;
    UINT format; // D3DDDIFORMAT
    UINT width, height, pitch;
    HDC deviceDc;
    PALETTEENTRY* colors;
    HDC dc;
    HANDLE bitmap;
};
struct DestroyDc {
    HDC dc;
    HANDLE bitmap;
};
constexpr UINT kFormatA8R8G8B8 = 21;
using CreateFunction = LONG(WINAPI*)(CreateDc*);
using DestroyFunction = LONG(WINAPI*)(const DestroyDc*);

template <class F>
F gdiFunction(const char* name) {
    const HMODULE gdi = GetModuleHandleW(L"gdi32.dll");
    return gdi ? reinterpret_cast<F>(reinterpret_cast<void*>(GetProcAddress(gdi, name))) : nullptr;
}

class KernelMemory final : public GdiMemory {
public:
    ~KernelMemory() override {
        if (const auto destroy = gdiFunction<DestroyFunction>("D3DKMTDestroyDCFromMemory"); destroy && made_.dc) {
            const DestroyDc desc{made_.dc, made_.bitmap};
            destroy(&desc);
        }
    }
    bool make(uint32_t width, uint32_t height) {
        const auto create = gdiFunction<CreateFunction>("D3DKMTCreateDCFromMemory");
        if (!create)
            return false;
        memory_.resize(size_t(width) * height * 4);
        const HDC device = CreateCompatibleDC(nullptr);
        made_ = {memory_.data(), kFormatA8R8G8B8, width, height, width * 4, device, nullptr, nullptr, nullptr};
        const LONG status = create(&made_);
        if (device)
            DeleteDC(device);
        if (status != 0) {
            made_ = {};
            return false;
        }
        dc_ = made_.dc;
        pixels_ = memory_.data();
        pitch_ = width * 4;
        return true;
    }
    void flush() override { GdiFlush(); }

private:
    std::vector<uint8_t> memory_;
    CreateDc made_{};
};

class SectionMemory final : public GdiMemory {
public:
    ~SectionMemory() override {
        if (dc_) {
            SelectObject(static_cast<HDC>(dc_), before_);
            DeleteDC(static_cast<HDC>(dc_));
        }
        if (bitmap_)
            DeleteObject(bitmap_);
    }
    bool make(uint32_t width, uint32_t height) {
        BITMAPINFO info{};
        info.bmiHeader.biSize = sizeof(info.bmiHeader);
        info.bmiHeader.biWidth = static_cast<LONG>(width);
        info.bmiHeader.biHeight = -static_cast<LONG>(height); // top row first
        info.bmiHeader.biPlanes = 1;
        info.bmiHeader.biBitCount = 32;
        info.bmiHeader.biCompression = BI_RGB;
        void* bits = nullptr;
        bitmap_ = CreateDIBSection(nullptr, &info, DIB_RGB_COLORS, &bits, nullptr, 0);
        dc_ = bitmap_ ? CreateCompatibleDC(nullptr) : nullptr;
        if (!dc_)
            return false;
        before_ = SelectObject(static_cast<HDC>(dc_), bitmap_);
        pixels_ = static_cast<uint8_t*>(bits);
        pitch_ = width * 4;
        return true;
    }
    void flush() override { GdiFlush(); }

private:
    HBITMAP bitmap_ = nullptr;
    HGDIOBJ before_ = nullptr;
};

} // namespace

std::unique_ptr<GdiMemory> GdiMemory::create(uint32_t width, uint32_t height) {
    if (auto made = std::make_unique<KernelMemory>(); made->make(width, height))
        return made;
    if (auto made = std::make_unique<SectionMemory>(); made->make(width, height))
        return made;
    return nullptr;
}

} // namespace hendeca
