#include "d3d11/context/command_list.h"
#include "d3d11/context/immediate_context.h"
#include "d3d11/context/object_keeper.h"

#include "d3d11/query/query.h"
#include "d3d11/resource/buffer.h"

namespace hendeca::d3d11 {

using namespace gpu::packet;

ListChunks::~ListChunks() {
    if (first_)
        pool_.give(first_);
}

void ListChunks::append(gpu::Chunk* chunk) {
    if (last_)
        last_->next = chunk;
    else
        first_ = chunk;
    last_ = chunk;
    while (last_->next)
        last_ = last_->next;
}

CommandList::CommandList(Device& device, UINT contextFlags, ListContents contents)
    : DeviceChild(device), contextFlags_(contextFlags), contents_(std::move(contents)) {}

CommandList::~CommandList() {
    ObjectKeeper::releaseAll(contents_.objects);
}

namespace {

void useSlice(Buffer& buffer, const gpu::BufferBacking& backing) {
    buffer.current = backing;
    buffer.currentIsLists = true;
}

} // namespace

void CommandList::execute(ImmediateContext& context) {
    if (const gpu::Chunk* first = contents_.chunks ? contents_.chunks->first() : nullptr)
        context.writer().add<ExecuteList>()->first = first;
    for (const ListContents::Use& use : contents_.uses)
        context.noteUse(*use.resource, use.write);
    for (const ListContents::Rename& rename : contents_.renames)
        useSlice(*rename.buffer, rename.slice.backing);
    for (const ListContents::InnerRename& rename : contents_.innerRenames)
        useSlice(*rename.buffer, rename.backing);
    for (Query* query : contents_.ended) {
        query->state = Query::State::Ended;
        query->endSubmit = context.currentSubmit();
    }
}

void CommandList::record(gpu::Writer& writer, ListContents& outer) const {
    if (const gpu::Chunk* first = contents_.chunks ? contents_.chunks->first() : nullptr)
        writer.add<ExecuteList>()->first = first;
    outer.uses.insert(outer.uses.end(), contents_.uses.begin(), contents_.uses.end());
    outer.ended.insert(outer.ended.end(), contents_.ended.begin(), contents_.ended.end());
    for (const ListContents::Rename& rename : contents_.renames)
        outer.innerRenames.push_back({rename.buffer, rename.slice.backing});
    outer.innerRenames.insert(outer.innerRenames.end(), contents_.innerRenames.begin(), contents_.innerRenames.end());
}

void CommandList::releaseGpu(gpu::Writer& writer) {
    // A buffer that still lives in a slice of this list takes it over; all other slices go back.
    for (const ListContents::Rename& rename : contents_.renames) {
        const gpu::BufferBacking& now = rename.buffer->current;
        if (now.buffer == rename.slice.backing.buffer && now.offset == rename.slice.backing.offset)
            rename.buffer->currentIsLists = false;
        auto* made = writer.add<AdoptSlice>();
        made->buffer = &rename.buffer->gpu();
        made->slice = rename.slice;
    }
    for (const gpu::Slice& slice : contents_.uploads)
        writer.add<RetireSlice>()->slice = slice;
    if (contents_.chunks)
        writer.add<gpu::packet::Release>()->object = contents_.chunks.release();
}

} // namespace hendeca::d3d11
