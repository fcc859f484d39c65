// The text of the program that --verify builds.
#pragma once

#include "fx/Verify/Verify.h"

#include <string>
#include <vector>

namespace fx::verify {

/// What every program starts with: runtime/verify's headers.
extern const char* const verification_header;
/// What stands before it where it is precompiled.
extern const char* const libtorch_layers;
/// What compares the Python: runtime/verify/verify.py.
extern const char* const verification_script;
/// What makes a package of the Python: runtime/verify/package.py.
extern const char* const package_script;

/// What a compiler names as the places of the program's own text, and of the expression that makes
/// the original.
inline constexpr const char* program_place = "verify";
inline constexpr const char* root_place = "the root";
/// The file that a program includes the regenerated C++ from.
inline constexpr const char* regenerated_file = "fx_regenerated.h";
/// The class in Subject::traced_recorded and Subject::changed_recorded.
inline constexpr const char* recorded_class = "Regenerated";

/// Compares the original with Subject::cpp. Given a folder as its argument, it saves there what
/// another program compares with.
std::string comparing_program(const Subject& subject, double tolerance);
/// The largest difference, where passes computed with fewer digits.
double allowed_difference(const Subject& subject, double tolerance);
/// Runs the original and saves what it did in the folder that is its argument; with a second
/// argument, it compares itself with that.
std::string program_of_one(const Subject& subject, double tolerance);
/// The inputs as verify.py takes them: "(t[0], [t[1], t[2]], None, )".
std::string python_arguments(const Subject& subject);
/// A literal of an example in Python; "None" where Python has none.
std::string python_literal(const Argument& literal);
/// Runs the traced and the changed graph up to the call in which a verdict found a difference, and
/// prints what became of each node: "same <name>", "differs <name>", "value <name> <number>",
/// "returned <name>" for those that are other outputs; "traced" when the traced graph differs from
/// the original.
std::string recording_program(const Subject& subject, const Verdict& verdict, double tolerance);

} // namespace fx::verify
