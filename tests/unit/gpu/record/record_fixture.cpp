#include "record_fixture.h"

#include "gpu/pipeline/shader_store.h"

namespace hendeca::gpu {

std::string leftovers(const test::FakeVk& vk) {
    std::map<std::string, int64_t> kinds;
    for (const auto& [kind, count] : vk.live())
        kinds[kind.find("Pipelines") == std::string::npos ? kind : "Pipeline"] += count;
    std::string text;
    for (const auto& [kind, count] : kinds)
        if (count)
            text += kind + " " + std::to_string(count) + ", ";
    return text;
}

RecordWorld::RecordWorld(test::FakeVk& fake) : vk(fake) {
    auto adapter = vk.adapter();
    if (!adapter)
        return;
    auto made = Backend::create(*adapter);
    if (!made)
        return;
    backend = std::move(*made);
    writer = std::make_unique<Writer>(backend->chunks(), *this);
    ring = std::make_unique<SliceRing>(backend->factory());
}

RecordWorld::~RecordWorld() {
    if (!ok())
        return;
    writer->add<packet::ResetState>();
    for (Object* object : owned)
        writer->add<packet::Release>()->object = object;
    submit();
    run();
    writer.reset();
    ring.reset();
    backend.reset();
}

void RecordWorld::run() {
    writer->flush();
    backend->drain();
}

void RecordWorld::submit() {
    writer->add<packet::Submit>()->value = ++submissions;
    writer->flush();
}

Buffer* RecordWorld::buffer(const BufferDesc& desc) {
    auto made = backend->createBuffer(desc, nullptr);
    return made ? own(std::move(*made)) : nullptr;
}

Buffer* RecordWorld::storage(uint64_t size) {
    BufferDesc desc;
    desc.size = size;
    desc.storage = true;
    return buffer(desc);
}

Image* RecordWorld::image(uint32_t side, VkImageUsageFlags usage) {
    ImageDesc desc;
    desc.format = VK_FORMAT_R8G8B8A8_UNORM;
    desc.extent = {side, side, 1};
    desc.usage = usage;
    auto made = backend->createImage(desc, nullptr);
    return made ? own(std::move(*made)) : nullptr;
}

View* RecordWorld::view(Image* image, VkImageUsageFlags usage) {
    if (!image)
        return nullptr;
    ImageViewDesc desc;
    desc.format = image->desc().format;
    desc.usage = usage;
    return own(backend->factory().createView(*image, desc));
}

View* RecordWorld::raw(Buffer* buffer, uint64_t offset, uint64_t size, bool writable) {
    if (!buffer)
        return nullptr;
    BufferViewDesc desc;
    desc.offset = offset;
    desc.size = size;
    desc.writable = writable;
    return own(backend->factory().createView(*buffer, desc));
}

Shader* RecordWorld::shader(spirv::Stage stage, std::initializer_list<spirv::Binding> bindings, bool bad) {
    ShaderDesc desc;
    desc.stage = stage;
    static uint64_t nextKey = 1;
    desc.key[0] = nextKey++;
    spirv::ShaderBinary binary;
    binary.stage = stage;
    binary.words = {0x07230203, 0x00010600, 0, 1, 0};
    binary.bindings = bindings;
    if (stage == spirv::Stage::Pixel)
        binary.outputRegisters = 1;
    desc.job = [binary, bad](const ShaderVariant&) -> Result<spirv::ShaderBinary> {
        if (bad)
            return makeError(ErrorCode::Unsupported, "a shader that cannot be translated");
        return binary;
    };
    auto made = backend->createShader(desc);
    owned.push_back(made.get());
    return made.release();
}

void RecordWorld::set(spirv::Stage stage, Shader* shader) {
    auto* packet = writer->add<packet::SetShader>();
    packet->stage = stage;
    packet->shader = shader;
}

void RecordWorld::targets(std::initializer_list<View*> colors) {
    auto* packet = writer->add<packet::SetTargets>(static_cast<uint32_t>(colors.size()));
    packet->depthStencil = nullptr;
    packet->count = static_cast<uint32_t>(colors.size());
    std::copy(colors.begin(), colors.end(), packet::tail(packet));
}

void RecordWorld::texture(View* view) {
    auto* packet = writer->add<packet::SetResources>(1);
    packet->stage = spirv::Stage::Pixel;
    packet->first = 0;
    packet->count = 1;
    packet::tail(packet)[0] = view;
}

void RecordWorld::clear(View* view, uint32_t rects) {
    auto* packet = writer->add<packet::ClearTarget>(rects);
    packet->view = view;
    packet->value = {};
    packet->count = rects;
    for (uint32_t i = 0; i < rects; i++)
        packet::tail(packet)[i] = {{0, 0}, {1, 1}};
}

void RecordWorld::upload(Image* image) {
    if (!image)
        return;
    const Slice slice = ring->take(4);
    if (!slice.backing.buffer)
        return;
    auto* packet = writer->add<packet::UploadImage>();
    packet->predicated = false;
    packet->image = image;
    packet->subresource = 0;
    packet->box = {0, 0, 0, 1, 1, 1};
    packet->rowPitch = packet->slicePitch = 4;
    packet->aspects = VK_IMAGE_ASPECT_COLOR_BIT;
    packet->source = slice;
}

View* RecordWorld::drawSetup() {
    spirv::Binding constants;
    constants.set = 2;
    spirv::Binding image;
    image.kind = spirv::BindingKind::SampledImage;
    image.set = 3;
    image.dim = spirv::ImageDim::D2;
    set(spirv::Stage::Vertex, shader(spirv::Stage::Vertex));
    set(spirv::Stage::Pixel, shader(spirv::Stage::Pixel, {constants, image}));
    auto* viewports = writer->add<packet::SetViewports>(1);
    viewports->count = 1;
    packet::tail(viewports)[0] = {0, 0, 16, 16, 0, 1};
    View* target = view(this->image(16, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT), VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT);
    targets({target});
    return target;
}

} // namespace hendeca::gpu
