#pragma once
// What one shader declares against what is bound at its stage. The context's thread; see draw_checks.h.

#include "spirv/shader_binary.h"

namespace hendeca::d3d11 {

class DebugLayer;
struct ShaderFacts;
struct ShadowState;

const char* stageName(spirv::Stage stage);
void checkStage(DebugLayer& debug, const ShadowState& shadow, const ShaderFacts& facts, const char* call);

} // namespace hendeca::d3d11
