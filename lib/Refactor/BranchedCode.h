// Code that stays as it was under one condition and changes under its opposite.
#pragma once

#include "fx/IR/ModuleTree.h"
#include "fx/Refactor/Edits.h"
#include "fx/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace fx::refactor {

/// A place that is to have both forms.
struct BranchedPlace {
  std::string file;
  TextRange whole;                      // the expression that changes
  TextRange statement;                  // around it; empty: code in it decides whether it runs
  bool needs_statement = false;         // the new form has statements of its own, or none at all
  std::string condition;                // "fused": of the new form
  const MethodSyntax* method = nullptr; // a method that it may stand in, for what it declares
};

/// Puts into `edits`, which have what changes in any case, `fused ? new : old` or
/// `if (fused) { new } else { old }` for these places, new as `all` has it. Statements one behind
/// the other share an `if`. Error: a place cannot have both forms.
std::optional<Error> branch_code(const std::vector<BranchedPlace>& places, FileEdits& edits,
                                 const FileEdits& all, FileTexts& texts);

} // namespace fx::refactor
