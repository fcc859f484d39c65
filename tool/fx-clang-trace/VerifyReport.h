// What --verify says of errors and differences.
#pragma once

#include "fx/Support/Error.h"
#include "fx/Verify/Verify.h"

namespace fx::tool {

void report_error(const Error& error);
/// The first node that computes something else, at its place in the user's source.
void report_node(const verify::Verdict& verdict);

} // namespace fx::tool
