// What running a piece of the program could leave behind, found by reading it: for code that may
// run at any time, any number of times, or not at all.
#pragma once

#include "Frontend/ClangHeaders.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"

#include <memory>

namespace fx::frontend {

class Machine;

struct Effects {
  /// Variables outside of the code, and members of `this`, that are written.
  llvm::SmallSetVector<const clang::ValueDecl*, 4> written;
  /// Parameters, references or pointers, through which something is written.
  llvm::SmallSet<unsigned, 4> parameters;
  bool changes_self = false; // `this` is written, by members or as a whole
  /// What is written of `this` is not only the members in `written`.
  bool changes_all_of_self = false;
  bool writes_tensor = false;  // in place, or through a pointer to its data
  bool writes_unknown = false; // something that has no name here
  /// Draws random numbers, or changes settings, modes or files that LibTorch reads. No part of
  /// any(): while such code runs where it stands, the graph keeps its order.
  bool reaches_program = false;
  /// Tells people something: std::cerr << x, printf().
  bool says = false;
  /// Control may leave the code otherwise than at its end: return, throw, exit(), break.
  bool may_leave = false;
  clang::SourceLocation where; // of the first one

  bool any() const {
    return !written.empty() || !parameters.empty() || changes_self || writes_tensor ||
           writes_unknown;
  }
};

/// Functions and methods of tensors: what they draw or read is an order of nodes, which the graph
/// keeps; what they write to is known by their names.
bool is_torch_operator(const clang::FunctionDecl* callee);

class EffectAnalysis {
public:
  explicit EffectAnalysis(Machine& machine) : machine_(machine) {}

  Effects of(const clang::Stmt* code);
  /// Those of one call of `function`, which has a body.
  const Effects& of(const clang::FunctionDecl* function);

private:
  Machine& machine_;
  llvm::DenseMap<const clang::FunctionDecl*, std::unique_ptr<Effects>> functions_;
};

} // namespace fx::frontend
