// What --verify says of differences.
#pragma once

#include "fx/Driver/Verify.h"

namespace fx::tool {

/// What differs first, the node that it comes of, at its place in the user's source, and the pass
/// that made the difference; null: it is not known.
void report_difference(const driver::Comparison& comparison, const verify::Verdict& verdict,
                       const driver::Step* step);

} // namespace fx::tool
