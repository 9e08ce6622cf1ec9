#pragma once
// The base of everything that a command stream may point to. An object is made by any thread through Backend, belongs to
// whoever made it, and is given up with Backend-level release: a Release packet in the stream (after every packet that
// names it), upon which the worker hands it to the RetireQueue with the current submission's value. The destructor runs
// on the worker, or on the thread that destroys the Backend. Streams hold plain pointers: nothing is counted per use.

#include <cstdint>

namespace hendeca::gpu {

class Object {
public:
    Object() = default;
    Object(const Object&) = delete;
    Object& operator=(const Object&) = delete;
    virtual ~Object() = default;
};

} // namespace hendeca::gpu
