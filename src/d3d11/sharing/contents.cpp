#include "d3d11/sharing/contents.h"

#include "d3d11/context/immediate_context.h"
#include "d3d11/device/device.h"
#include "d3d11/resource/texture.h"
#include "d3d11/sharing/shared_resource.h"
#include "gpu/backend.h"
#include "util/log.h"

#include <cstring>

namespace hendeca::d3d11 {

namespace {

// Our copies happen whatever the program's predicate says.
class WithoutPredicate {
public:
    explicit WithoutPredicate(ImmediateContext& context) : context_(context) {
        context_.GetPredication(predicate_.put(), &value_);
        if (predicate_)
            context_.SetPredication(nullptr, FALSE);
    }
    ~WithoutPredicate() {
        if (predicate_)
            context_.SetPredication(predicate_.get(), value_);
    }

private:
    ImmediateContext& context_;
    ComPtr<ID3D11Predicate> predicate_;
    BOOL value_ = FALSE;
};

// False without memory for it.
bool makeStaging(Texture2D& texture, Transport& transport, const D3D11_SUBRESOURCE_DATA* data) {
    if (transport.staging)
        return true;
    D3D11_TEXTURE2D_DESC1 desc;
    texture.GetDesc1(&desc);
    desc.Usage = D3D11_USAGE_STAGING;
    desc.BindFlags = 0;
    desc.CPUAccessFlags = D3D11_CPU_ACCESS_READ | D3D11_CPU_ACCESS_WRITE;
    desc.MiscFlags = 0;
    if (FAILED(Texture2D::create(texture.device(), &desc, data, &transport.staging))) {
        HENDECA_WARN_ONCE("a shared texture's contents stay on their device: no staging memory");
        return false;
    }
    transport.staging->addPrivateRef();
    return true;
}

size_t sizeOf(const Texture2D& staging) {
    return static_cast<size_t>(staging.stagingBuffer()->size());
}

} // namespace

bool isTransportable(const Texture2D& texture) {
    return texture.sampleCount() == 1 && texture.usage() == D3D11_USAGE_DEFAULT;
}

void publishInitial(Texture2D& texture, const D3D11_SUBRESOURCE_DATA* data) {
    if (!isTransportable(texture))
        return;
    SharedObject& object = sharingOf(texture);
    if (!makeStaging(texture, object.transport, data))
        return;
    Contents& contents = object.resource->contents;
    std::lock_guard lock(contents.mutex);
    contents.source = object.transport.staging;
    object.transport.version = contents.version = 1;
}

void publish(Texture2D& texture) {
    SharedObject& object = sharingOf(texture);
    ImmediateContext& context = texture.device().immediate();
    const bool copied = isTransportable(texture) && makeStaging(texture, object.transport, nullptr);
    if (copied) {
        const WithoutPredicate all(context);
        context.CopyResource(object.transport.staging, &texture);
    }
    const uint64_t submission = context.currentSubmit(); // the copy is in this one or an earlier one
    context.Flush();
    if (!copied)
        return;
    Contents& contents = object.resource->contents;
    std::lock_guard lock(contents.mutex);
    contents.source = object.transport.staging;
    contents.submission = submission;
    contents.bytes = {};
    object.transport.version = ++contents.version;
}

void receive(Texture2D& texture) {
    SharedObject& object = sharingOf(texture);
    Contents& contents = object.resource->contents;
    {
        std::lock_guard lock(contents.mutex);
        if (contents.version == object.transport.version)
            return;
    }
    if (!isTransportable(texture) || !makeStaging(texture, object.transport, nullptr))
        return;
    Texture2D& staging = *object.transport.staging;
    ImmediateContext& context = texture.device().immediate();
    D3D11_MAPPED_SUBRESOURCE mapped{};
    if (FAILED(context.Map(&staging, 0, D3D11_MAP_WRITE, 0, &mapped))) // waits until the copy before has been made
        return;
    uint8_t* const to = staging.stagingBuffer()->initialMapping();
    {
        std::lock_guard lock(contents.mutex);
        if (contents.source) {
            // A lost device answers at once, and its contents are lost with it.
            (void)contents.source->device().backend().wait(contents.submission);
            std::memcpy(to, contents.source->stagingBuffer()->initialMapping(), sizeOf(staging));
        } else if (!contents.bytes.empty()) {
            std::memcpy(to, contents.bytes.data(), contents.bytes.size());
        }
        object.transport.version = contents.version;
    }
    context.Unmap(&staging, 0);
    const WithoutPredicate all(context);
    context.CopyResource(&texture, &staging);
}

void endTransport(Texture2D& texture, bool lastOne) {
    SharedObject& object = sharingOf(texture);
    Texture2D* const staging = object.transport.staging;
    if (!staging)
        return;
    Contents& contents = object.resource->contents;
    {
        std::lock_guard lock(contents.mutex);
        if (contents.source == staging) {
            if (!lastOne) {
                (void)texture.device().backend().wait(contents.submission);
                const uint8_t* const data = staging->stagingBuffer()->initialMapping();
                contents.bytes.assign(data, data + sizeOf(*staging));
            }
            contents.source = nullptr;
        }
    }
    object.transport.staging = nullptr;
    staging->releasePrivateRef();
}

} // namespace hendeca::d3d11
