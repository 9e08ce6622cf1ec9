#pragma once
// Things and the submission value after which nobody uses them: objects, slices, and callbacks for descriptor space,
// command buffers and query slots. Filled and drained by the worker; values never fall.

#include "gpu/resource/buffer.h"
#include "gpu/resource/object.h"

#include <cstdint>
#include <deque>

namespace hendeca::gpu {

// Something that goes back to its pool: called on the worker.
class Retirable {
public:
    virtual void retired() = 0;

protected:
    ~Retirable() = default;
};

class RetireQueue {
public:
    ~RetireQueue(); // everything is retired
    void add(uint64_t value, Object* object);
    void add(uint64_t value, const Slice& slice);
    void add(uint64_t value, Retirable* thing);
    // Retires all whose value is <= completed.
    void collect(uint64_t completed);
    bool empty() const { return entries_.empty(); }
    size_t size() const { return entries_.size(); }

private:
    enum class Kind : uint8_t { Object, Slice, Thing };
    struct Entry {
        uint64_t value;
        Kind kind;
        Object* object;
        Retirable* thing;
        Slice slice;
    };
    static void retire(Entry& entry);
    std::deque<Entry> entries_;
};

} // namespace hendeca::gpu
