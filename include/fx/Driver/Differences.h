// What is said of a model that computes something else than the program (Verify.h).
#pragma once

#include "fx/Driver/Verify.h"

namespace fx::driver {

/// What differs first, the node that it comes of, at its place in the user's source, and the pass
/// that made the difference; null: it is not known.
Error difference_of(const Comparison& comparison, const verify::Verdict& verdict, const Step* step);

} // namespace fx::driver
