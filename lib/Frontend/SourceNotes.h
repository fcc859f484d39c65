// What a source says of its own classes and functions to the tracer:
//
//   // fx: x=1x3x224x224          an example input, above a class, its forward, or a function
//   // fx: root=Block(64, 2)      above a class or a class template: an object of it to trace
//   // fx: leaf                   above a class: --leaf
//   // fx: wrap                   above a function or a method: --wrap
//   // fx: exact                  above a pattern of a rule, or the rule: see is_noted_exact
//   struct [[clang::annotate("fx.leaf")]] Block : torch::nn::Module
//   [[clang::annotate("fx.wrap")]] torch::Tensor decode(torch::Tensor x);
#pragma once

#include "Frontend/ClangHeaders.h"
#include "Frontend/Roots/Find.h"
#include "fx/Frontend/TraceOptions.h"

#include "llvm/ADT/DenseMap.h"

#include <string>
#include <vector>

namespace fx::frontend {

struct SourceNotes {
  std::vector<std::string> leaves;
  std::vector<std::string> wrapped;
  /// By class, method or function, as it is declared first.
  llvm::DenseMap<const clang::Decl*, std::vector<std::string>> inputs;

  /// What makes objects of classes, in their order.
  std::vector<ModelOptions> roots;

  /// Those of a class, with what stands above its method of this name; or of a function.
  std::vector<std::string> inputs_of(const clang::NamedDecl* root, llvm::StringRef method) const;
};

/// Whether a comment above says `// fx: exact`: the pattern of a rule, or the rule, means its own
/// spelling alone.
bool is_noted_exact(const clang::Decl& declaration, const clang::SourceManager& sources);

/// The notes above the candidates, and above the methods of the classes among them.
SourceNotes read_notes(const RootCandidates& candidates, const clang::SourceManager& sources);

} // namespace fx::frontend
