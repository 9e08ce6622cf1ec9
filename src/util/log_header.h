#pragma once
// The block that every log begins with and every bug report needs: program, version, compiler, system, and the options in
// effect. The DLLs call it when the first factory or device is made, not while they are being loaded. Any thread.

namespace hendeca {

// Writes the block, the first time it is called in this DLL.
void logHeader();

} // namespace hendeca
