#pragma once
// How the contents of a texture with a keyed mutex get from device to device, which share no memory: who releases the mutex
// copies the texture into a staging texture of his, who acquires it next on another device waits for that copy and takes
// it over into his own image. Between objects of one device nothing is copied: they have one image.

#include <d3d11.h>

#include <cstdint>
#include <mutex>
#include <vector>

namespace hendeca::d3d11 {

class Device;
class Texture2D;
struct SharedObject;

// What was released last. Any thread, under its lock.
struct Contents {
    std::mutex mutex;
    uint64_t version = 0;         // 0: nothing yet, and all hold zeros
    Texture2D* source = nullptr;  // the staging texture that has it; null: `bytes` do
    uint64_t submission = 0;      // of the source's device, with the copy into the source
    std::vector<uint8_t> bytes;   // of a staging texture whose device went away
};

// One texture's end of it: the immediate context's thread, but for the first data.
struct Transport {
    Texture2D* staging = nullptr; // a private reference
    uint64_t version = 0;         // that the texture's image has
};

// Whether a texture can be carried over at all.
bool isTransportable(const Texture2D& texture);
// What the texture was made with. Before anybody else knows of it.
void publishInitial(Texture2D& texture, const D3D11_SUBRESOURCE_DATA* data);
// Submits what the context has.
void publish(Texture2D& texture);
void receive(Texture2D& texture);
// The texture goes away; `lastOne`: nobody is left who could want its contents.
void endTransport(Texture2D& texture, bool lastOne);

} // namespace hendeca::d3d11
