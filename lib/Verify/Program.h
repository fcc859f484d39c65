// The text of the program that --verify builds.
#pragma once

#include "fx/Verify/Verify.h"

#include <string>
#include <vector>

namespace fx::verify {

/// What every program starts with: runtime/verify/Verification.h.
extern const char* const verification_header;

/// Compares the original with `changed` of each subject.
std::string comparing_program(const std::vector<Subject>& subjects, double tolerance);
/// Runs the traced and the changed graph of one subject, and prints "node <name>" for the first
/// node that differs, "traced" when the traced graph differs from the original.
std::string recording_program(const Subject& subject, double tolerance);

} // namespace fx::verify
