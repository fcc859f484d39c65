// Rules of rewriting, read from C++ source (--rules).
//
// A rule is a namespace with functions of these names:
//
//   namespace dropout_off {
//   torch::Tensor pattern(torch::nn::Dropout dropout, torch::Tensor x) { return dropout(x); }
//   torch::Tensor pattern_function(torch::Tensor x, double p) {
//     return torch::dropout(x, p, false);
//   }
//   torch::Tensor replacement(torch::Tensor x) { return x; }
//   bool condition(double p) { return p > 0; }
//   }
//
// Functions whose name starts with "pattern" are different spellings of what is replaced. Their
// parameters are wildcards: tensors match any value, numbers, flags and lists of them match
// literals and bind them, modules of LibTorch's match any module of their class. The replacement
// takes those it needs, by name; so does the condition, which is optional.
#pragma once

#include "fx/Frontend/Session.h"
#include "fx/IR/RewriteRule.h"

#include "llvm/Support/Error.h"

namespace fx::frontend {

/// All rules in `file`, in order. Error: there are none, or one cannot be read; everything was
/// said to the sink.
llvm::Expected<std::vector<RewriteRule>> trace_rules(Session& session, const std::string& file,
                                                     DiagnosticSink& sink);

} // namespace fx::frontend
