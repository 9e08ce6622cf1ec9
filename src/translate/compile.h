#pragma once
// The translator's door: a decoded DXBC program in, SPIR-V and all that the backend must know of it out. No Vulkan device,
// no D3D objects. Pure functions of their arguments: any thread, any number at once.

#include "spirv/shader_binary.h"
#include "translate/options.h"
#include "util/result.h"

namespace hendeca::dxbc {
class Program;
}

namespace hendeca::translate {

// Lift, passes, emission. Errors: Corrupt (the program breaks a rule), Unsupported (not translated, or a Direct3D 12
// program), Internal (the translator broke a rule of its own IR).
Result<spirv::ShaderBinary> compile(const dxbc::Program& program, const Options& options);

// What can be said without a translation, for shader creation while the translation is still to come.
struct ShaderInfo {
    spirv::Stage stage = spirv::Stage::Vertex;
    std::vector<spirv::IoElement> inputs;
    std::vector<spirv::IoElement> outputs;
    std::array<uint32_t, 3> workgroupSize{1, 1, 1};
    uint32_t constantBufferMask = 0;         // bit b: b# is declared
    uint32_t samplerMask = 0;                // bit s
    std::array<uint32_t, 4> srvMask{};       // 128 bits
    std::array<uint32_t, 2> uavMask{};       // 64 bits
    bool needsFloat64 = false;
    bool needsStencilExport = false;
    bool needsLayerWithoutGeometry = false;  // VS or DS that writes the array or viewport index
    bool needsSparse = false;
    uint32_t hullInputControlPoints = 0;
    uint32_t hullOutputControlPoints = 0;
};
ShaderInfo inspect(const dxbc::Program& program);

// A cheap check at shader creation: refuses what compile() would refuse for reasons that declarations and opcodes show.
Status validate(const dxbc::Program& program, const Options& options);

} // namespace hendeca::translate
