// Dispatches that depend on each other, and some that do not.
#include "fixture.h"

#include "gpu/pipeline/shader_store.h"

#include "shader_add_comp.h"

namespace hendeca::gpu {

class ComputeTest : public BackendTest {
protected:
    void useAdd() {
        auto* stage = writer->add<packet::SetShader>();
        stage->stage = spirv::Stage::Compute;
        stage->shader = shader(spirv::Stage::Compute, kWords_add_comp, std::size(kWords_add_comp), [](auto& binary) {
            spirv::Binding source;
            source.kind = spirv::BindingKind::StorageBufferRead;
            source.set = 1;
            source.binding = 0;
            binary.bindings.push_back(source);
            spirv::Binding target;
            target.kind = spirv::BindingKind::StorageBuffer;
            target.set = 1;
            target.binding = 144;
            target.written = true;
            binary.bindings.push_back(target);
            binary.workgroupSize = {4, 1, 1};
            binary.flags = spirv::kUsesUavs;
        });
    }
    void bind(View* source, View* target) {
        auto* resources = writer->add<packet::SetResources>(1);
        resources->stage = spirv::Stage::Compute;
        resources->first = 0;
        resources->count = 1;
        packet::tail(resources)[0] = source;
        auto* uavs = writer->add<packet::SetUavs>(1);
        uavs->compute = true;
        uavs->first = 0;
        uavs->count = 1;
        packet::tail(uavs)[0] = target;
    }
    void dispatch() {
        auto* packet = writer->add<packet::Dispatch>();
        packet->x = packet->y = packet->z = 1;
    }
    Buffer* storage(uint64_t size, const void* data = nullptr) {
        BufferDesc desc;
        desc.size = size;
        desc.storage = true;
        return buffer(desc, data);
    }
};

TEST_F(ComputeTest, ADispatchSeesWhatTheOneBeforeWrote) {
    const uint32_t start[4] = {10, 20, 30, 40};
    Buffer *a = storage(16, start), *b = storage(16);
    View *readA = rawView(a, 0, 16, false), *writeA = rawView(a, 0, 16, true);
    View *readB = rawView(b, 0, 16, false), *writeB = rawView(b, 0, 16, true);
    useAdd();
    for (uint32_t i = 0; i < 10; i++) {
        bind(nullptr, nullptr);
        bind(i % 2 ? readB : readA, i % 2 ? writeA : writeB);
        dispatch();
    }
    EXPECT_EQ(read(a), (std::vector<uint32_t>{20, 30, 40, 50}));
    EXPECT_EQ(read(b), (std::vector<uint32_t>{19, 29, 39, 49}));
}

TEST_F(ComputeTest, DisjointRangesOfOneBufferAreAllWritten) {
    constexpr uint32_t kRanges = 16;
    Buffer *source = storage(16), *target = storage(kRanges * 256);
    View* from = rawView(source, 0, 16, false);
    useAdd();
    for (uint32_t i = 0; i < kRanges; i++) {
        bind(from, rawView(target, i * 256, 16, true));
        dispatch();
    }
    const auto words = read(target);
    for (uint32_t i = 0; i < kRanges; i++)
        EXPECT_EQ(words[i * 64 + 3], 1u) << i;
}

TEST_F(ComputeTest, IndirectDispatchesReadTheirArguments) {
    const uint32_t arguments[] = {7, 1, 1, 1};
    BufferDesc desc;
    desc.size = sizeof(arguments);
    desc.indirect = true;
    Buffer *source = storage(16), *target = storage(16);
    useAdd();
    bind(rawView(source, 0, 16, false), rawView(target, 0, 16, true));
    auto* packet = writer->add<packet::DispatchIndirect>();
    packet->buffer = buffer(desc, arguments);
    packet->offset = 4;
    EXPECT_EQ(read(target), (std::vector<uint32_t>{1, 1, 1, 1}));
}

TEST_F(ComputeTest, AnUploadToWhatADispatchReadIsSeenByTheNextOnly) {
    const uint32_t one[4] = {1, 1, 1, 1}, five[4] = {5, 5, 5, 5};
    Buffer *source = storage(16, one), *first = storage(16), *second = storage(16);
    View* from = rawView(source, 0, 16, false);
    useAdd();
    bind(from, rawView(first, 0, 16, true));
    dispatch();
    auto* upload = writer->add<packet::UploadBuffer>();
    upload->buffer = source;
    upload->offset = 0;
    upload->size = 16;
    upload->source = fill(five, sizeof(five));
    bind(from, rawView(second, 0, 16, true));
    dispatch();
    EXPECT_EQ(read(first)[0], 2u);
    EXPECT_EQ(read(second)[0], 6u);
}

TEST_F(ComputeTest, UavClearsFillTheViewOnly) {
    Buffer* target = storage(64);
    auto* packet = writer->add<packet::ClearUav>();
    packet->view = rawView(target, 16, 32, true);
    packet->isFloat = false;
    packet->value = {{0xabcd, 1, 2, 3}};
    packet->count = 0;
    const auto words = read(target);
    EXPECT_EQ(words[3], 0u);
    EXPECT_EQ(words[4], 0xabcdu);
    EXPECT_EQ(words[11], 0xabcdu);
    EXPECT_EQ(words[12], 0u);
}

} // namespace hendeca::gpu
