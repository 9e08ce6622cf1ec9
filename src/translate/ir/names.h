#pragma once
// The words of the IR's text, for printer and parser alike; in the order of their enums. Constant data, any thread.

namespace hendeca::translate::ir {

inline constexpr const char* kScalarNames[] = {"void", "bool", "u32", "i32", "f32", "f64"};
inline constexpr const char* kVarKindNames[] = {"temp", "private", "shared", "constant", "input", "output"};
inline constexpr const char* kResourceKindNames[] = {"constants",  "sampler",   "texture",  "buffer", "words",
                                                     "uavtexture", "uavbuffer", "uavwords", "counter"};
inline constexpr const char* kDimNames[] = {"none", "1d",        "1darray", "2d",   "2darray",
                                            "2dms", "2dmsarray", "3d",      "cube", "cubearray"};

} // namespace hendeca::translate::ir
