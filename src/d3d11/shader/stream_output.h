#pragma once
// The declaration of CreateGeometryShaderWithStreamOutput: judged, and turned into the translator's form. Pure, any
// thread. Sources: Microsoft Learn, CreateGeometryShaderWithStreamOutput; D3D11.3 functional specification 14.4.

#include "d3d11/shader/shader.h"

namespace hendeca::dxbc {
class Program;
}
namespace hendeca::translate {
struct Options;
}

namespace hendeca::d3d11 {

// False when a rule is broken. Writes streamOutput, streamOutputStride and rasterizedStream.
bool readStreamOutput(const StreamOutputDesc& desc, D3D_FEATURE_LEVEL level, const dxbc::Program& program,
                      translate::Options& options);

} // namespace hendeca::d3d11
