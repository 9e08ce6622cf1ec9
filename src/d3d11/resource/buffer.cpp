#include "d3d11/resource/buffer.h"

#include "d3d11/device/device.h"
#include "d3d11/device/release.h"
#include "d3d11/resource/tiled_rules.h"
#include "d3d11/tables/resource_rules.h"
#include "gpu/resource/factory.h"
#include "util/log.h"

namespace hendeca::d3d11 {

namespace {

constexpr uint32_t kBufferBinds = D3D11_BIND_VERTEX_BUFFER | D3D11_BIND_INDEX_BUFFER | D3D11_BIND_CONSTANT_BUFFER |
                                  D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_STREAM_OUTPUT | D3D11_BIND_RENDER_TARGET |
                                  D3D11_BIND_UNORDERED_ACCESS;
constexpr uint32_t kViewBinds = D3D11_BIND_SHADER_RESOURCE | D3D11_BIND_UNORDERED_ACCESS;
constexpr uint32_t kMaxStructureStride = 2048; // bytes

bool miscAllowed(const D3D11_BUFFER_DESC& desc) {
    constexpr uint32_t kKnown = D3D11_RESOURCE_MISC_SHARED | D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS |
                                D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS | D3D11_RESOURCE_MISC_BUFFER_STRUCTURED |
                                D3D11_RESOURCE_MISC_RESOURCE_CLAMP | D3D11_RESOURCE_MISC_RESTRICTED_CONTENT |
                                D3D11_RESOURCE_MISC_RESTRICT_SHARED_RESOURCE |
                                D3D11_RESOURCE_MISC_RESTRICT_SHARED_RESOURCE_DRIVER |
                                D3D11_RESOURCE_MISC_SHARED_NTHANDLE | D3D11_RESOURCE_MISC_SHARED_KEYEDMUTEX | D3D11_RESOURCE_MISC_TILED;
    const uint32_t misc = desc.MiscFlags;
    if (misc & ~kKnown)
        return false;
    if (misc & D3D11_RESOURCE_MISC_BUFFER_ALLOW_RAW_VIEWS) {
        if (!(desc.BindFlags & kViewBinds) || misc & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED)
            return false;
    }
    if (misc & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED) {
        const uint32_t stride = desc.StructureByteStride;
        if (!stride || stride % 4 || stride > kMaxStructureStride)
            return false;
    }
    if (misc & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS && desc.Usage == D3D11_USAGE_STAGING)
        return false;
    return true;
}

// D3D11_FEATURE_DATA_D3D11_OPTIONS1::MapOnDefaultBuffers: from feature level 11.0 on, and only for what shaders read and
// write as views (Microsoft Learn).
bool mapOnDefaultAllowed(const D3D11_BUFFER_DESC& desc, D3D_FEATURE_LEVEL level) {
    return level >= D3D_FEATURE_LEVEL_11_0 && desc.BindFlags && !(desc.BindFlags & ~kViewBinds);
}

bool descriptionAllowed(const D3D11_BUFFER_DESC& desc, const D3D11_SUBRESOURCE_DATA* data, D3D_FEATURE_LEVEL level) {
    if (!desc.ByteWidth || desc.BindFlags & ~kBufferBinds || !miscAllowed(desc))
        return false;
    // A constant buffer has no other use, and whole vectors only.
    if (desc.BindFlags & D3D11_BIND_CONSTANT_BUFFER &&
        (desc.BindFlags != D3D11_BIND_CONSTANT_BUFFER || desc.ByteWidth % 16))
        return false;
    return usageAllowed(desc.Usage, desc.BindFlags, desc.CPUAccessFlags, mapOnDefaultAllowed(desc, level)) &&
           initialDataAllowed(desc.Usage, data, 1);
}

gpu::BufferDesc backendDesc(const D3D11_BUFFER_DESC& desc) {
    gpu::BufferDesc made;
    made.size = desc.ByteWidth;
    switch (desc.Usage) {
    case D3D11_USAGE_DYNAMIC:
        made.memory = gpu::MemoryKind::Upload;
        break;
    case D3D11_USAGE_STAGING:
        made.memory = desc.CPUAccessFlags & D3D11_CPU_ACCESS_READ ? gpu::MemoryKind::Readback : gpu::MemoryKind::Upload;
        break;
    default:
        made.memory = desc.CPUAccessFlags ? gpu::MemoryKind::Readback : gpu::MemoryKind::Device;
        break;
    }
    made.storage = desc.BindFlags & D3D11_BIND_UNORDERED_ACCESS;
    made.uniform = desc.BindFlags & D3D11_BIND_CONSTANT_BUFFER;
    made.xfb = desc.BindFlags & D3D11_BIND_STREAM_OUTPUT;
    made.indirect = desc.MiscFlags & D3D11_RESOURCE_MISC_DRAWINDIRECT_ARGS;
    made.discardable = desc.Usage == D3D11_USAGE_DYNAMIC ||
                       (desc.Usage == D3D11_USAGE_DEFAULT && desc.BindFlags & D3D11_BIND_CONSTANT_BUFFER);
    made.tiled = desc.MiscFlags & D3D11_RESOURCE_MISC_TILED;
    return made;
}

ResourceFacts factsOf(const D3D11_BUFFER_DESC& desc) {
    ResourceFacts facts;
    facts.kind = ResourceKind::Buffer;
    facts.usage = desc.Usage;
    facts.bindFlags = desc.BindFlags;
    facts.cpuAccess = desc.CPUAccessFlags;
    facts.miscFlags = desc.MiscFlags;
    facts.width = desc.ByteWidth;
    return facts;
}

} // namespace

Buffer::Buffer(Device& device, const ResourceFacts& facts, const D3D11_BUFFER_DESC& desc)
    : ResourceObject(device, facts), desc_(desc) {
    renamesOnUpdate_ = desc.Usage == D3D11_USAGE_DEFAULT && desc.BindFlags & D3D11_BIND_CONSTANT_BUFFER;
}

Buffer::~Buffer() = default;

void Buffer::releaseGpu(gpu::Writer& writer) {
    release(writer, buffer_);
    release(writer, streamOutCounter_);
    release(writer, heap_);
}

HRESULT Buffer::createPool(Device& device, const D3D11_BUFFER_DESC& desc, const D3D11_SUBRESOURCE_DATA* data,
                           ID3D11Buffer** out) {
    if (!tilePoolAllowed(device, desc, data))
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;
    auto pool = std::unique_ptr<Buffer>(new Buffer(device, factsOf(desc), desc));
    auto heap = device.backend().factory().createTileHeap(desc.ByteWidth / gpu::kTileBytes);
    if (!heap)
        return errorResult(device, "CreateBuffer", heap.error());
    // Nothing can be copied to or from a pool; calls that try find these few bytes.
    gpu::BufferDesc token;
    token.size = 16;
    auto made = device.backend().createBuffer(token, nullptr);
    if (!made)
        return errorResult(device, "CreateBuffer", made.error());
    pool->heap_ = std::move(heap).value();
    pool->buffer_ = std::move(made).value();
    pool->gpuBuffer_ = pool->buffer_.get();
    pool->current = pool->buffer_->initialBacking();
    return returnNew(pool.release(), out);
}

HRESULT Buffer::create(Device& device, const D3D11_BUFFER_DESC* given, const D3D11_SUBRESOURCE_DATA* data,
                       ID3D11Buffer** out) {
    if (out)
        *out = nullptr;
    if (!given)
        return E_INVALIDARG;
    D3D11_BUFFER_DESC desc = *given;
    if (!(desc.MiscFlags & D3D11_RESOURCE_MISC_BUFFER_STRUCTURED))
        desc.StructureByteStride = 0;
    if (desc.MiscFlags & D3D11_RESOURCE_MISC_TILE_POOL)
        return createPool(device, desc, data, out);
    if (desc.MiscFlags & D3D11_RESOURCE_MISC_TILED && !tiledBufferAllowed(device, desc, data))
        return E_INVALIDARG;
    if (!descriptionAllowed(desc, data, device.featureLevel()))
        return E_INVALIDARG;
    if (!out)
        return S_FALSE;

    auto buffer = std::unique_ptr<Buffer>(new Buffer(device, factsOf(desc), desc));
    auto made = device.backend().createBuffer(backendDesc(desc), data ? data->pSysMem : nullptr);
    if (!made)
        return errorResult(device, "CreateBuffer", made.error());
    buffer->buffer_ = std::move(made).value();
    if (desc.BindFlags & D3D11_BIND_STREAM_OUTPUT) {
        gpu::BufferDesc counter;
        counter.size = 4;
        counter.xfb = true;
        counter.indirect = true;
        auto madeCounter = device.backend().createBuffer(counter, nullptr);
        if (!madeCounter) {
            buffer.release()->giveUp(); // the contents of the first one are under way
            return errorResult(device, "CreateBuffer", madeCounter.error());
        }
        buffer->streamOutCounter_ = std::move(madeCounter).value();
    }
    buffer->gpuBuffer_ = buffer->buffer_.get();
    buffer->current = buffer->buffer_->initialBacking();
    return returnNew(buffer.release(), out);
}

} // namespace hendeca::d3d11
