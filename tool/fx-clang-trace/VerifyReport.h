// What --verify says of errors and differences.
#pragma once

#include "fx/Support/Error.h"
#include "fx/Verify/Verify.h"

namespace fx::tool {

void report_error(const Error& error);
/// What differs first, and the node that it comes of, at its place in the user's source.
void report_difference(const verify::Verdict& verdict);

} // namespace fx::tool
