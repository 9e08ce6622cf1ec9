// Hull and domain shaders.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

void Lifter::declareTessellation() {
    unsupported("tessellation shaders");
}

void Lifter::liftHull() {}

ir::Value Lifter::readHullOutput(const Operand&, uint32_t) {
    return unsupported("tessellation shaders");
}

void Lifter::writeHullOutput(uint32_t, uint32_t, Value) {
    unsupported("tessellation shaders");
}

} // namespace hendeca::translate
