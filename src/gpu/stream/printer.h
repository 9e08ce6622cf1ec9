#pragma once
// A chunk as text, one packet a line: "Draw instanceCount=1 firstInstance=0 count=2 [{3 0} {3 6}]". Objects are named by
// the order in which the text first mentions them (#1, #2, ...), so that equal streams give equal text. For logs and tests.

#include <string>

namespace hendeca::gpu {

struct Chunk;

// `chain`: also the chunks that hang on it.
std::string printChunk(const Chunk& chunk, bool chain = false);

} // namespace hendeca::gpu
