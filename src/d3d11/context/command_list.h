#pragma once
// A finished command list: chunks of packets, the objects that they name (private references), the slices that they read
// and what the immediate context must know when it executes them. Immutable once finished; executing it twice works.
// Executed and destroyed on the immediate context's thread.

#include "d3d11/device/device_child.h"
#include "gpu/resource/buffer.h"
#include "gpu/resource/object.h"
#include "gpu/stream/chunk.h"

#include <memory>
#include <vector>

namespace hendeca::d3d11 {

class Buffer;
class ImmediateContext;
class Query;
class ResourceBase;

// The chunks as the backend's object, so that they live until the last submission that replays them has passed.
class ListChunks final : public gpu::Object {
public:
    explicit ListChunks(gpu::ChunkPool& pool) : pool_(pool) {}
    ~ListChunks() override;
    void append(gpu::Chunk* chunk);
    const gpu::Chunk* first() const { return first_; }

private:
    gpu::ChunkPool& pool_;
    gpu::Chunk* first_ = nullptr;
    gpu::Chunk* last_ = nullptr;
};

// What was recorded besides packets.
struct ListContents {
    struct Use {
        ResourceBase* resource;
        bool write;
    };
    struct Rename {
        Buffer* buffer;
        gpu::Slice slice; // owned by the list
    };
    std::unique_ptr<ListChunks> chunks;
    std::vector<DeviceObject*> objects; // one private reference each
    std::vector<Use> uses;
    std::vector<Rename> renames;        // in order; a buffer's last one is its contents after execution
    struct InnerRename {
        Buffer* buffer;
        gpu::BufferBacking backing; // owned by a list that this one executes
    };
    std::vector<InnerRename> innerRenames;
    std::vector<gpu::Slice> uploads;    // owned by the list
    std::vector<Query*> begun, ended;   // in order of their last Begin or End; a finished list has ended all
};

class CommandList final : public DeviceChild<ID3D11CommandList> {
public:
    CommandList(Device& device, UINT contextFlags, ListContents contents);

    UINT STDMETHODCALLTYPE GetContextFlags() override { return contextFlags_; }
    // Writes the execution into the immediate context's stream.
    void execute(ImmediateContext& context);
    // The same inside another list, which has taken a reference to this one.
    void record(gpu::Writer& writer, ListContents& outer) const;
    // Does it begin or end a query for which `begun` answers true? Then it must not be executed: Begin and End belong to one
    // context (Microsoft Learn, ExecuteCommandList).
    template <class Begun>
    bool touchesQuery(Begun&& begun) const {
        for (const Query* query : contents_.ended)
            if (begun(*query))
                return true;
        return false;
    }

private:
    ~CommandList() override;
    void releaseGpu(gpu::Writer& writer) override;
    const char* className() const override { return "ID3D11CommandList"; }

    UINT contextFlags_;
    ListContents contents_;
};

} // namespace hendeca::d3d11
