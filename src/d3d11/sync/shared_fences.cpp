#include "d3d11/sync/shared_fences.h"

#include "gpu/backend/fence_state.h"
#include "util/platform_event.h"

#include <mutex>
#include <vector>

namespace hendeca::d3d11 {

namespace {

struct Entry {
    std::weak_ptr<gpu::FenceState> fence;
    std::wstring name;
    void* identity; // our own handle to the object that the program's handles name
};

struct Table {
    std::mutex mutex;
    std::vector<Entry> entries;

    void dropEnded() {
        std::erase_if(entries, [](const Entry& entry) {
            if (!entry.fence.expired())
                return false;
            closeHandle(entry.identity);
            return true;
        });
    }
};

Table& table() {
    static Table* const made = new Table; // other threads may still share while the process ends
    return *made;
}

} // namespace

ShareOutcome shareFence(const std::shared_ptr<gpu::FenceState>& fence, const std::wstring& name, void*& handle) {
    Table& all = table();
    std::lock_guard lock(all.mutex);
    all.dropEnded();
    Entry* own = nullptr;
    for (Entry& entry : all.entries) {
        const bool same = entry.fence.lock() == fence;
        if (!name.empty() && entry.name == name && !same)
            return ShareOutcome::NameTaken;
        if (same)
            own = &entry;
    }
    if (!own) {
        void* const identity = createIdentityHandle();
        if (!identity)
            return ShareOutcome::Failed;
        all.entries.push_back({fence, name, identity});
        own = &all.entries.back();
    }
    handle = duplicateHandle(own->identity);
    return handle ? ShareOutcome::Done : ShareOutcome::Failed;
}

std::shared_ptr<gpu::FenceState> findSharedFence(void* handle) {
    Table& all = table();
    std::lock_guard lock(all.mutex);
    all.dropEnded();
    for (const Entry& entry : all.entries)
        if (sameObject(entry.identity, handle))
            return entry.fence.lock();
    return nullptr;
}

} // namespace hendeca::d3d11
