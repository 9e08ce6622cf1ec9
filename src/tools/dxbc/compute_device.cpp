#include "tools/dxbc/compute_device.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace hendeca::tools {

namespace {

struct FormatRow {
    std::string_view name;
    DXGI_FORMAT format;
    uint32_t bytes;
};
constexpr FormatRow kFormats[] = {
    {"R32G32B32A32_FLOAT", DXGI_FORMAT_R32G32B32A32_FLOAT, 16},
    {"R32G32B32A32_UINT", DXGI_FORMAT_R32G32B32A32_UINT, 16},
    {"R32G32B32A32_SINT", DXGI_FORMAT_R32G32B32A32_SINT, 16},
    {"R32G32_FLOAT", DXGI_FORMAT_R32G32_FLOAT, 8},
    {"R32G32_UINT", DXGI_FORMAT_R32G32_UINT, 8},
    {"R32G32_SINT", DXGI_FORMAT_R32G32_SINT, 8},
    {"R32_FLOAT", DXGI_FORMAT_R32_FLOAT, 4},
    {"R32_UINT", DXGI_FORMAT_R32_UINT, 4},
    {"R32_SINT", DXGI_FORMAT_R32_SINT, 4},
    {"R16G16B16A16_FLOAT", DXGI_FORMAT_R16G16B16A16_FLOAT, 8},
    {"R16_FLOAT", DXGI_FORMAT_R16_FLOAT, 2},
    {"R16_UINT", DXGI_FORMAT_R16_UINT, 2},
    {"R8G8B8A8_UNORM", DXGI_FORMAT_R8G8B8A8_UNORM, 4},
    {"R8_UNORM", DXGI_FORMAT_R8_UNORM, 1},
    {"R8_UINT", DXGI_FORMAT_R8_UINT, 1},
};

Error failed(const char* what, HRESULT hr) {
    char text[120];
    std::snprintf(text, sizeof(text), "%s failed with 0x%08x", what, static_cast<unsigned>(hr));
    return makeError(ErrorCode::Internal, text);
}

// The places where our library may lie, in order.
std::vector<std::string> libraryPlaces(const std::string& given) {
    if (!given.empty())
        return {given};
    const std::string folder = directoryOf(executablePath());
    std::vector<std::string> places;
    for (const char* file : {"libhendeca_d3d11.so", "d3d11.dll"}) {
        places.push_back(joinPath(folder, file));
        places.push_back(joinPath(joinPath(directoryOf(folder), "d3d11"), file)); // of a build folder
        places.emplace_back(file);
    }
    return places;
}

size_t roundedUp(size_t value, size_t step) {
    return (value + step - 1) / step * step;
}

D3D11_BUFFER_DESC describe(const BufferShape& shape, size_t bytes) {
    D3D11_BUFFER_DESC desc{};
    desc.Usage = D3D11_USAGE_DEFAULT;
    const bool constant = shape.kind == BufferShape::Kind::Constant;
    const size_t step = constant                                      ? 16
                        : shape.kind == BufferShape::Kind::Structured ? shape.stride
                        : shape.kind == BufferShape::Kind::Typed      ? elementSize(shape.format)
                                                                      : 4;
    desc.ByteWidth = static_cast<UINT>(std::max(roundedUp(bytes, step), step));
    desc.BindFlags = constant        ? D3D11_BIND_CONSTANT_BUFFER
                     : shape.written ? D3D11_BIND_UNORDERED_ACCESS
                                     : D3D11_BIND_SHADER_RESOURCE;
    if (shape.kind == BufferShape::Kind::Raw)
        desc.MiscFlags = D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS;
    if (shape.kind == BufferShape::Kind::Structured) {
        desc.MiscFlags = D3D11_RESOURCE_MISC_BUFFER_STRUCTURED;
        desc.StructureByteStride = shape.stride;
    }
    return desc;
}

DXGI_FORMAT viewFormat(const BufferShape& shape) {
    return shape.kind == BufferShape::Kind::Raw ? DXGI_FORMAT_R32_TYPELESS : shape.format;
}

UINT elements(const BufferShape& shape, size_t bytes) {
    const size_t each = shape.kind == BufferShape::Kind::Structured ? shape.stride
                        : shape.kind == BufferShape::Kind::Typed    ? elementSize(shape.format)
                                                                    : 4;
    return static_cast<UINT>(bytes / each);
}

} // namespace

uint32_t elementSize(DXGI_FORMAT format) {
    for (const FormatRow& row : kFormats)
        if (row.format == format)
            return row.bytes;
    return 0;
}

DXGI_FORMAT formatNamed(std::string_view name) {
    for (const FormatRow& row : kFormats)
        if (row.name == name)
            return row.format;
    return DXGI_FORMAT_UNKNOWN;
}

Result<ComputeDevice> ComputeDevice::open(const std::string& library, bool software) {
    DynamicLibrary opened;
    std::string why;
    for (const std::string& place : libraryPlaces(library)) {
        std::string error;
        opened = DynamicLibrary::open(place.c_str(), &error);
        if (opened)
            break;
        if (why.empty())
            why = error;
    }
    if (!opened)
        return makeError(ErrorCode::NotFound, "the Direct3D library cannot be opened (" + why + "); see --library");
    const auto create = opened.function<PFN_D3D11_CREATE_DEVICE>("D3D11CreateDevice");
    opened.leak();
    if (!create)
        return makeError(ErrorCode::NotFound, "the Direct3D library has no D3D11CreateDevice");
    ComputeDevice made;
    const HRESULT hr = create(nullptr, software ? D3D_DRIVER_TYPE_WARP : D3D_DRIVER_TYPE_HARDWARE, nullptr, 0, nullptr,
                              0, D3D11_SDK_VERSION, made.device_.put(), nullptr, made.context_.put());
    if (FAILED(hr)) {
        Error error = failed("D3D11CreateDevice", hr);
        error.code = ErrorCode::NotFound;
        return error;
    }
    return made;
}

std::string ComputeDevice::adapterName() const {
    ComPtr<IDXGIDevice> dxgi = device_.as<IDXGIDevice>();
    ComPtr<IDXGIAdapter> adapter;
    DXGI_ADAPTER_DESC desc{};
    if (!dxgi || FAILED(dxgi->GetAdapter(adapter.put())) || FAILED(adapter->GetDesc(&desc)))
        return "unknown adapter";
    std::string name;
    for (const auto c : desc.Description) {
        if (!c)
            break;
        name += c < 0x80 ? static_cast<char>(c) : '?';
    }
    return name;
}

Status ComputeDevice::setShader(std::span<const uint8_t> container) {
    ComPtr<ID3D11ComputeShader> shader;
    const HRESULT hr = device_->CreateComputeShader(container.data(), container.size(), nullptr, shader.put());
    if (FAILED(hr))
        return failed("CreateComputeShader", hr);
    context_->CSSetShader(shader.get(), nullptr, 0);
    return Ok{};
}

Status ComputeDevice::bind(uint32_t slot, const BufferShape& shape, std::span<const uint8_t> content,
                           uint32_t counter) {
    if (content.size() > (size_t{1} << 31))
        return makeError(ErrorCode::InvalidArgument, "is too large for a buffer");
    const D3D11_BUFFER_DESC desc = describe(shape, content.size());
    std::vector<uint8_t> padded(desc.ByteWidth, uint8_t{0});
    std::copy(content.begin(), content.end(), padded.begin());
    D3D11_SUBRESOURCE_DATA data{};
    data.pSysMem = padded.data();
    ComPtr<ID3D11Buffer> buffer;
    const HRESULT hr = device_->CreateBuffer(&desc, &data, buffer.put());
    if (FAILED(hr))
        return failed("CreateBuffer", hr);
    if (shape.kind == BufferShape::Kind::Constant) {
        ID3D11Buffer* raw = buffer.get();
        context_->CSSetConstantBuffers(slot, 1, &raw);
        return Ok{};
    }
    return bindView(slot, shape, buffer, padded.size(), content.size(), counter);
}

Status ComputeDevice::bindView(uint32_t slot, const BufferShape& shape, const ComPtr<ID3D11Buffer>& buffer,
                               size_t padded, size_t bytes, uint32_t counter) {
    if (!shape.written) {
        D3D11_SHADER_RESOURCE_VIEW_DESC desc{};
        desc.Format = viewFormat(shape);
        desc.ViewDimension = D3D11_SRV_DIMENSION_BUFFEREX;
        desc.BufferEx.NumElements = elements(shape, padded);
        desc.BufferEx.Flags = shape.kind == BufferShape::Kind::Raw ? D3D11_BUFFEREX_SRV_FLAG_RAW : 0;
        ComPtr<ID3D11ShaderResourceView> view;
        const HRESULT hr = device_->CreateShaderResourceView(buffer.get(), &desc, view.put());
        if (FAILED(hr))
            return failed("CreateShaderResourceView", hr);
        ID3D11ShaderResourceView* raw = view.get();
        context_->CSSetShaderResources(slot, 1, &raw);
        return Ok{};
    }
    D3D11_UNORDERED_ACCESS_VIEW_DESC desc{};
    desc.Format = viewFormat(shape);
    desc.ViewDimension = D3D11_UAV_DIMENSION_BUFFER;
    desc.Buffer.NumElements = elements(shape, padded);
    desc.Buffer.Flags = shape.kind == BufferShape::Kind::Raw ? D3D11_BUFFER_UAV_FLAG_RAW
                        : shape.counter                      ? D3D11_BUFFER_UAV_FLAG_COUNTER
                                                             : 0;
    Bound bound{slot, bytes, buffer, {}};
    const HRESULT hr = device_->CreateUnorderedAccessView(buffer.get(), &desc, bound.view.put());
    if (FAILED(hr))
        return failed("CreateUnorderedAccessView", hr);
    ID3D11UnorderedAccessView* raw = bound.view.get();
    context_->CSSetUnorderedAccessViews(slot, 1, &raw, &counter);
    written_.push_back(std::move(bound));
    return Ok{};
}

void ComputeDevice::dispatch(uint32_t x, uint32_t y, uint32_t z) {
    context_->Dispatch(x, y, z);
}

const ComputeDevice::Bound* ComputeDevice::bound(uint32_t slot) const {
    const auto found =
        std::find_if(written_.begin(), written_.end(), [slot](const Bound& bound) { return bound.slot == slot; });
    return found == written_.end() ? nullptr : &*found;
}

Result<std::vector<uint8_t>> ComputeDevice::readBack(ID3D11Buffer* buffer, size_t bytes) {
    D3D11_BUFFER_DESC desc{};
    buffer->GetDesc(&desc);
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = 0;
    desc.MiscFlags = 0;
    desc.StructureByteStride = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ;
    ComPtr<ID3D11Buffer> staging;
    HRESULT hr = device_->CreateBuffer(&desc, nullptr, staging.put());
    if (FAILED(hr))
        return failed("CreateBuffer", hr);
    context_->CopyResource(staging.get(), buffer);
    D3D11_MAPPED_SUBRESOURCE mapped{};
    hr = context_->Map(staging.get(), 0, D3D11_MAP_READ, 0, &mapped);
    if (FAILED(hr))
        return failed("Map", hr);
    const auto* data = static_cast<const uint8_t*>(mapped.pData);
    std::vector<uint8_t> content(data, data + std::min<size_t>(bytes, desc.ByteWidth));
    context_->Unmap(staging.get(), 0);
    return content;
}

Result<std::vector<uint8_t>> ComputeDevice::read(uint32_t slot) {
    const Bound* found = bound(slot);
    if (!found)
        return makeError(ErrorCode::InvalidArgument, "nothing is bound at u" + std::to_string(slot));
    return readBack(found->buffer.get(), found->bytes);
}

Result<uint32_t> ComputeDevice::readCounter(uint32_t slot) {
    const Bound* found = bound(slot);
    if (!found)
        return makeError(ErrorCode::InvalidArgument, "nothing is bound at u" + std::to_string(slot));
    D3D11_BUFFER_DESC desc{};
    desc.ByteWidth = 16;
    desc.Usage = D3D11_USAGE_DEFAULT;
    ComPtr<ID3D11Buffer> buffer;
    const HRESULT hr = device_->CreateBuffer(&desc, nullptr, buffer.put());
    if (FAILED(hr))
        return failed("CreateBuffer", hr);
    context_->CopyStructureCount(buffer.get(), 0, found->view.get());
    HENDECA_TRY_ASSIGN(const std::vector<uint8_t> bytes, readBack(buffer.get(), 4));
    uint32_t count = 0;
    if (bytes.size() >= 4)
        std::memcpy(&count, bytes.data(), 4);
    return count;
}

} // namespace hendeca::tools
