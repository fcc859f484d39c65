// Unique names inside one graph: torch.fx's _Namespace (torch/fx/graph.py, numbered as in 2.6).
#pragma once

#include "fx/Support/SymbolSet.h"

#include <string>
#include <unordered_map>

namespace fx {

class Namespace {
public:
  /// A name like `candidate` that no call returned before and that is neither a Python keyword nor
  /// a builtin: illegal characters become '_', a number at the end loses its leading zeros, a
  /// collision gets the next "_N". Amortised O(1).
  Symbol create_name(std::string_view candidate);
  bool is_used(Symbol name) const { return used_.contains(name); }

private:
  Symbol first_free(const std::string& base, int64_t& number);

  SymbolSet used_;
  std::unordered_map<Symbol, int64_t> base_count_; // the number last given to a base
  // From a used name to a number at or before the next free one of its base; only for names that a
  // search had to step over, so that no run of used names is walked twice.
  std::unordered_map<Symbol, int64_t> skip_;
};

/// "Conv2dBlock" -> "conv2d_block": torch.fx's _snake_case.
std::string snake_case(std::string_view text);

/// The name torch.fx proposes for a node with this target: the last part of a qualified name for
/// functions ("add.tensor" for the overload "torch.ops.aten.add.Tensor"), the whole path for
/// modules and attributes, in snake case, magic underscores removed.
std::string name_for_target(std::string_view target, bool is_function);

/// True for Python's keywords, builtins and the names every generated module predefines.
bool is_reserved_python_name(std::string_view name);

} // namespace fx
