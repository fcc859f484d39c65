// What --verify says of differences.
#pragma once

#include "fx/Driver/Verify.h"

namespace fx::tool {

/// What differs first, and the node that it comes of, at its place in the user's source.
void report_difference(const driver::Comparison& comparison, const verify::Verdict& verdict);

} // namespace fx::tool
