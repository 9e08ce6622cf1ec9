// libFuzzer: the bytes are a container. Container, checksum, signatures, reflection, statistics, program, disassembly.

#include "outcome.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
    hendeca::fuzz::readEverything({data, size});
    return 0;
}
