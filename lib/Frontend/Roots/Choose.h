// Which of the candidates are traced: the one that --root names, or all that can be constructed.
#pragma once

#include "Frontend/Messages.h"
#include "Frontend/Roots/Find.h"

#include "clang/Basic/Diagnostic.h"

#include <string>
#include <vector>

namespace fx::frontend {

/// One thing to trace, and how it comes to be: by `construction`, else by the constructor of
/// `record` that takes no arguments, else it is `function`.
struct Root {
  const clang::CXXRecordDecl* record = nullptr; // null: only the construction knows
  const clang::Expr* construction = nullptr;
  const clang::FunctionDecl* function = nullptr;
  /// It may use what only a run of the program knows: that it cannot be constructed is no error.
  bool is_guess = false;
};

/// Why there is no root, or a part of that.
struct RootProblem {
  clang::DiagnosticsEngine::Level level;
  clang::SourceLocation where;
  std::string message;
  const MessageInfo* info; // null of a note
};

struct RootChoice {
  std::vector<Root> roots;
  /// Set where --root names nothing that can be traced. With `is_malformed` what it names was
  /// found.
  std::vector<RootProblem> problems;
  bool is_malformed = false;
};

/// `name` is --root. Empty: all that have `method` and can be constructed without arguments, then
/// what functions construct. That the same class comes twice is for the trace to see.
RootChoice choose_roots(const RootCandidates& candidates, const std::string& name,
                        const std::string& method);

/// Why nothing can be chosen without --root.
std::vector<RootProblem> explain_no_roots(const RootCandidates& candidates,
                                          const std::string& method,
                                          const clang::SourceManager& sources);

/// "Net(<int width>)": what to write after --root= for a class that needs arguments.
std::string construction_example(const clang::CXXRecordDecl* record);

} // namespace fx::frontend
