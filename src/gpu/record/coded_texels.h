#pragma once
// Copies and uploads of images whose texels are words of memory in another form (gpu/format/texel_code.h): memory's form and
// the image's lie in scratch memory, in rows of whole words, and a compute shader (shaders/coded_texels.comp) goes from the one
// to the other. Worker only. The pipeline is made on first use.

#include "gpu/resource/image.h"
#include "gpu/stream/packets.h"
#include "util/result.h"

#include <memory>
#include <vector>

namespace hendeca::gpu {

class RecordContext;

class CodedTexels {
public:
    explicit CodedTexels(RecordContext& context);
    ~CodedTexels(); // the GPU must be idle

    static bool concerns(const Image& image) { return isWordCode(image.desc().code); }
    // Between images: when a copy of the texels as they are would not do.
    static bool concerns(const packet::CopyImage& packet);
    void upload(const packet::UploadImage& packet);
    void copy(const packet::CopyBufferToImage& packet);
    void copy(const packet::CopyImageToBuffer& packet);
    void copy(const packet::CopyImage& packet);

private:
    // Rows in D3D11's form: in a buffer, or in a slice that needs no hazards.
    struct Linear {
        Buffer* buffer;
        VkBuffer handle;
        uint64_t offset;
        uint32_t rowPitch, slicePitch;
        Linear from(uint32_t y, uint32_t z) const {
            return {buffer, handle, offset + uint64_t(z) * slicePitch + uint64_t(y) * rowPitch, rowPitch, slicePitch};
        }
    };
    // A box of an image, and how it lies in scratch memory.
    struct Area {
        Image* image;
        uint32_t subresource;
        Box box;
        TexelCode code;
        uint32_t words; // of memory, in a row
        uint64_t allWords() const { return uint64_t(words) * box.height * box.depth; }
        uint64_t texelBytes() const { return allWords() * texelsOfWord(code) * 4; }
        // A part of it, from this row and slice on.
        Area part(uint32_t y, uint32_t z, uint32_t rows, uint32_t slices) const;
    };
    struct Coding;
    // Calls run(y, z, rows, slices) for parts that are small enough for the scratch memory.
    template <class F>
    static void forParts(const Area& area, F&& run);
    static Area areaOf(Image& image, uint32_t subresource, const Box& box);
    bool prepare();
    bool takeScratch(const Area& area);
    void store(const Area& area, const Linear& from);
    void copyRows(VkCommandBuffer commands, const Area& area, const Linear& linear, bool toScratch);
    void copyTexels(VkCommandBuffer commands, const Area& area, const Slice& slice, uint32_t rowTexels, bool toImage);
    bool convert(VkCommandBuffer commands, const Area& area, bool expand);
    void barrier(VkCommandBuffer commands);

    RecordContext& context_;
    std::unique_ptr<Coding> coding_;
    Slice memory_, texels_;
    std::vector<VkBufferCopy2> regions_;
};

} // namespace hendeca::gpu
