#pragma once
// A Direct3D 11 device for `hendeca-dxbc run`: our own library, opened at run time so that the other commands need
// neither it nor a driver. Buffers only. One thread.

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include <d3d11.h>

#include "util/com_object.h"
#include "util/platform.h"
#include "util/result.h"

namespace hendeca::tools {

// How a shader sees a buffer.
struct BufferShape {
    enum class Kind : uint8_t { Constant, Raw, Structured, Typed } kind = Kind::Raw;
    uint32_t stride = 0;                      // Structured: bytes
    DXGI_FORMAT format = DXGI_FORMAT_UNKNOWN; // Typed
    bool written = false;                     // an unordered access view, else a shader resource view
    bool counter = false;                     // Structured: with a hidden counter
};

class ComputeDevice {
public:
    // `library` empty: the one beside the program, in the build folder, or where the system looks. Errors: NotFound (no
    // library, or no device).
    static Result<ComputeDevice> open(const std::string& library, bool software);

    Status setShader(std::span<const uint8_t> container);
    // Makes a buffer with this content (padded to what its kind wants) and binds it at the slot.
    Status bind(uint32_t slot, const BufferShape& shape, std::span<const uint8_t> content, uint32_t counter = 0);
    void dispatch(uint32_t x, uint32_t y, uint32_t z);
    // The content of the unordered access view at a slot, as long as what was bound there.
    Result<std::vector<uint8_t>> read(uint32_t slot);
    // The hidden counter of the view at a slot.
    Result<uint32_t> readCounter(uint32_t slot);
    std::string adapterName() const;
    bool removed() const { return device_->GetDeviceRemovedReason() != S_OK; }

private:
    struct Bound {
        uint32_t slot = 0;
        size_t bytes = 0;
        ComPtr<ID3D11Buffer> buffer;
        ComPtr<ID3D11UnorderedAccessView> view;
    };
    Result<std::vector<uint8_t>> readBack(ID3D11Buffer* buffer, size_t bytes);
    Status bindView(uint32_t slot, const BufferShape& shape, const ComPtr<ID3D11Buffer>& buffer, size_t padded,
                    size_t bytes, uint32_t counter);
    const Bound* bound(uint32_t slot) const;

    ComPtr<ID3D11Device> device_;
    ComPtr<ID3D11DeviceContext> context_;
    std::vector<Bound> written_;
};

// Bytes of one element; 0 for formats that typed buffers cannot have here. Names are DXGI's without their prefix.
uint32_t elementSize(DXGI_FORMAT format);
DXGI_FORMAT formatNamed(std::string_view name); // UNKNOWN when there is none

} // namespace hendeca::tools
