// Statements of the traced method that become a method of their own.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Refactor/Edits.h"

#include <optional>
#include <string>
#include <vector>

namespace fx::refactor {

/// What statements that move take and give.
struct Interface {
  std::vector<MethodSyntax::Variable> inputs, outputs;
};

/// The variables that they read, and those that they declare or write and that are used behind.
Interface interface_of(const MethodSyntax& method, const MethodSplit& split);
/// A variable that cannot be given to another function: it is a reference that is written, or its
/// type has no name.
std::optional<Error> check_interface(const Interface& of);
/// "a, b"
std::string names_of(const std::vector<MethodSyntax::Variable>& variables);
/// What stands in the place of the statements: `callee` is called.
std::string call_of(const MethodSyntax& method, const MethodSplit& split, const Interface& of,
                    const std::string& callee, const std::string& next_line);
/// The new method up to its body.
std::string head_of(const MethodSyntax& method, const MethodSplit& split, const Interface& of,
                    const std::string& name);
/// "return x;" at its end, where the statements do not return themselves; else empty.
std::string return_of(const MethodSyntax& method, const MethodSplit& split, const Interface& of);

/// The edits that Origin::split asks for.
Expected<FileEdits> split_method_edits(const TracedModule& model, FileTexts& texts);

} // namespace fx::refactor
