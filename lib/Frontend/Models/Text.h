// Text as the models see it: what strings, string views, C strings and arrays of characters hold.
#pragma once

#include "Frontend/Models/Elements.h"

#include <stdexcept>

namespace fx::frontend {

/// A std::string of which a character was named as a place is a sequence of characters; every other
/// one is a String.
bool is_string_object(const Value& value);
/// The characters of `value`: of a pointer, up to the one that is zero.
bool text_of(const Value& value, std::string& text);
/// The same for an operand, also a single character.
bool text_of(const Operand& operand, std::string& text);
/// The string in `place` as a sequence of characters.
const Object* characters_in(Machine& machine, Location* place, const clang::CXXRecordDecl* type);
Value character(char c);
/// What compare() and strcmp() give: the difference of the first characters that differ, else that
/// of the lengths. C promises no more than its sign, and memcmp gives another number for the same
/// texts at another address.
Value difference(std::string_view left, std::string_view right);

/// An opaque value: text made of values that are not known.
Value unknown_text(const ModelCall& call);
/// Whether the object of a call or an argument is not known, or known to the graph alone.
bool any_unknown(ModelCall& call);

/// Runs what the library's own string does, with the exceptions that it throws.
template <class Run>
bool guarded(ModelCall& call, Run&& run) {
  try {
    run();
    return true;
  } catch (const std::out_of_range& error) {
    return raise_std(call, "out_of_range", error.what());
  } catch (const std::length_error& error) {
    return raise_std(call, "length_error", error.what());
  } catch (const std::invalid_argument& error) {
    return raise_std(call, "invalid_argument", error.what());
  }
}

/// isalpha, toupper and their kin, of the C locale.
bool classify(ModelCall& call);

/// A comparison operator, of anything in the library that has one.
bool compare(ModelCall& call);

} // namespace fx::frontend
