// Geometry shaders: vertices in as arrays, outputs staged and copied out at each emit, per stream.

#include "translate/lift/lifter.h"

namespace hendeca::translate {

void Lifter::declareGeometry() {
    unsupported("geometry shaders");
}

void Lifter::liftEmit(const Inst& inst) {
    unsupported("geometry shaders");
}

} // namespace hendeca::translate
