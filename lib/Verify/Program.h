// The text of the program that --verify builds.
#pragma once

#include "fx/Verify/Verify.h"

#include <string>
#include <vector>

namespace fx::verify {

/// What every program starts with: runtime/verify/Verification.h.
extern const char* const verification_header;
/// What compares the Python: runtime/verify/verify.py.
extern const char* const verification_script;

/// Compares the original with `changed` of each subject. Given a folder as its argument, it saves
/// what verify.py needs in that folder's "eval" and "train".
std::string comparing_program(const std::vector<Subject>& subjects, double tolerance);
/// The inputs as verify.py takes them: "(t[0], [t[1], t[2]], None, )".
std::string python_arguments(const Subject& subject);
/// Runs the traced and the changed graph of one subject, and prints "node <name>" for the first
/// node that differs, "traced" when the traced graph differs from the original.
std::string recording_program(const Subject& subject, double tolerance);

} // namespace fx::verify
