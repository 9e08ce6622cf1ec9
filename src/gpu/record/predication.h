#pragma once
// SetPredication: whether draws, dispatches, copies, updates, clears, mip generation and resolves are suppressed. The predicate is
// looked up on the worker, once for each setting. For a hint, only what is known by then counts. Otherwise, if the predicate
// ended in the submission that is being recorded, draws and dispatches leave it to the GPU where the driver can
// (VK_EXT_conditional_rendering, and the result lies in one query slot). Whatever else is predicated waits: for the submissions
// that were handed over, and for what has been recorded of this one, which the host hands over for that. A command list starts
// with the predication that holds where it is executed; while it sets a predicate of its own that one holds instead (Microsoft
// Learn, ID3D12GraphicsCommandList::SetPredication, names the inheritance of Direct3D 11; D3D11.3 specification 20.2).
// Worker only.

#include "vk/fns.h"

#include <cstdint>

namespace hendeca::gpu {

class Query;

// What predication asks of the recorder.
class PredicationHost {
public:
    virtual bool waitForEarlierSubmissions() = 0; // false: none, or the device is lost
    virtual bool executeRecorded() = 0;           // hands over what has been recorded, and waits for it
    virtual bool nothingIsRecorded() const = 0;   // the device is lost
    virtual uint64_t recordedSubmission() const = 0;
    // Puts the result of an occlusion predicate that ended in this submission where the GPU finds it. `zero`: it is known,
    // nothing was drawn. False: not possible.
    virtual bool placeResult(Query& query, VkConditionalRenderingBeginInfoEXT& condition, bool& zero) = 0;

protected:
    ~PredicationHost() = default;
};

enum class Verdict : uint8_t { Run, Skip, GpuDecides };

class Predication {
public:
    explicit Predication(PredicationHost& host) : host_(host) {}

    // Null: what the list inherited, or none.
    void set(Query* query, bool value);
    // Is what follows to be skipped?
    bool skips() { return now_.query && (now_.known ? now_.skip : look()); }
    // The same for draws and dispatches; they run under condition() if the GPU decides.
    Verdict judge();
    bool active() const { return now_.query != nullptr; }
    const VkConditionalRenderingBeginInfoEXT& condition() const { return now_.condition; }

    struct State {
        Query* query = nullptr;
        bool value = false;
        bool known = false, skip = false;
        uint64_t placed = 0; // the submission in which `condition` is good; 0: none
        VkConditionalRenderingBeginInfoEXT condition{};
    };
    // Around the chunks of a command list.
    State enterList();
    void leaveList(const State& before) { inherited_ = before; }

private:
    bool look();
    bool decide(bool there, uint64_t result);
    bool resultOf(Query& query, uint64_t& value);

    PredicationHost& host_;
    State now_;
    State inherited_;
};

} // namespace hendeca::gpu
