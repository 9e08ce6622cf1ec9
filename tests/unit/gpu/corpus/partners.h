#pragma once
// The stages that a shader needs beside it to be a pipeline: small shaders with signatures that fit, as DXBC assembly.
// Pure functions.

#include "dxbc/program.h"

#include <string>

namespace hendeca::gpu::test {

// A vertex shader that writes what `next` reads, zeros all.
std::string vertexFor(const dxbc::Signature& next);
// A hull shader that passes control points of the domain shader's inputs through and sets all patch constants to one.
std::string hullFor(const dxbc::Program& domain);
// A domain shader that gives the first control point as the position.
std::string domainFor(const dxbc::Program& hull);
// A pixel shader that adds all that the stage before writes to stream 0.
std::string pixelFor(const dxbc::Signature& before);

} // namespace hendeca::gpu::test
