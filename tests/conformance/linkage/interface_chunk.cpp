#include "interface_chunk.h"

#include "../shader/shader_test.h"
#include "dxbc/container.h"

namespace conformance {

namespace {

class Bytes {
public:
    uint32_t size() const { return static_cast<uint32_t>(bytes_.size()); }
    void word(uint32_t value) {
        for (int i = 0; i < 4; i++)
            bytes_.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
    void half(uint32_t value) {
        bytes_.push_back(static_cast<uint8_t>(value));
        bytes_.push_back(static_cast<uint8_t>(value >> 8));
    }
    // A word that is not known yet.
    uint32_t later() {
        word(0);
        return size() - 4;
    }
    void set(uint32_t at, uint32_t value) {
        for (uint32_t i = 0; i < 4; i++)
            bytes_[at + i] = static_cast<uint8_t>(value >> (8 * i));
    }
    void text(const std::string& text) {
        bytes_.insert(bytes_.end(), text.begin(), text.end());
        bytes_.push_back(0);
        while (bytes_.size() % 4)
            bytes_.push_back(0xab);
    }
    std::vector<uint8_t> take() { return std::move(bytes_); }

private:
    std::vector<uint8_t> bytes_;
};

std::vector<uint8_t> chunk(const TestLinkage& linkage) {
    Bytes out;
    uint32_t slots = 0;
    for (const TestInterface& made : linkage.interfaces)
        slots += made.slots;
    out.word(static_cast<uint32_t>(linkage.instances.size()));
    out.word(static_cast<uint32_t>(linkage.classes.size()));
    out.word(static_cast<uint32_t>(linkage.interfaces.size()));
    out.word(slots);
    const uint32_t instancesAt = out.later(), classesAt = out.later(), interfacesAt = out.later();
    std::vector<std::pair<uint32_t, const std::string*>> names;
    out.set(classesAt, out.size());
    for (const TestClass& made : linkage.classes) {
        names.emplace_back(out.later(), &made.name);
        for (int i = 0; i < 4; i++)
            out.half(i == 1 ? 1 : 0); // id, vectors of data, textures, samplers
    }
    out.set(instancesAt, out.size());
    for (const TestInstance& made : linkage.instances) {
        names.emplace_back(out.later(), &made.name);
        for (uint16_t value : {made.type, uint16_t{0}, made.constantBuffer, made.vector, made.texture, made.sampler})
            out.half(value);
    }
    out.set(interfacesAt, out.size());
    std::vector<std::pair<uint32_t, uint32_t>> places;
    for (const TestInterface& made : linkage.interfaces) {
        out.word(made.slots);
        out.word(static_cast<uint32_t>(made.fits.size()));
        const uint32_t types = out.later();
        places.emplace_back(types, out.later());
    }
    for (size_t i = 0; i < places.size(); i++) {
        const TestInterface& made = linkage.interfaces[i];
        out.set(places[i].first, out.size());
        for (const TestInterface::Fit& fit : made.fits)
            out.half(fit.type);
        if (made.fits.size() % 2)
            out.half(0);
        out.set(places[i].second, out.size());
        for (const TestInterface::Fit& fit : made.fits)
            out.word(fit.table);
    }
    for (const auto& [at, name] : names) {
        out.set(at, out.size());
        out.text(*name);
    }
    return out.take();
}

} // namespace

std::vector<unsigned char> linked(std::string_view text, const TestLinkage& linkage) {
    const std::vector<unsigned char> plain = assembled(text);
    auto container = hendeca::dxbc::Container::open(plain);
    if (!container) {
        ADD_FAILURE() << container.error().what;
        return {};
    }
    const std::vector<uint8_t> added = chunk(linkage);
    std::vector<hendeca::dxbc::ChunkData> chunks;
    for (const hendeca::dxbc::Chunk& known : container->chunks())
        chunks.push_back({known.tag, container->data(known)});
    chunks.push_back({hendeca::dxbc::tag::kIfce, added});
    return hendeca::dxbc::buildContainer(chunks);
}

} // namespace conformance
