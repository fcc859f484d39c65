// The parameters of what a node calls, in Python's words, and which operand each has.
#pragma once

#include "fx/IR/Node.h"
#include "fx/IR/TracedModule.h"

#include <optional>
#include <string_view>
#include <vector>

namespace fx::ops {

struct PythonSignature {
  struct Parameter {
    std::string_view name;
    std::string_view default_value; // Python text; empty: none, or not known
    bool keyword_only = false;
    /// By position Python takes the items of the list one by one as well, by keyword the list
    /// alone: torch.zeros(4) and torch.zeros(size = [4]).
    bool takes_items = false;
    bool is_default(const Argument& value) const;
  };
  std::vector<Parameter> parameters;
  std::vector<const Argument*> values; // of the node; null: left out
};

/// What all overloads agree on that a call_function or call_method can mean. Nothing for functions
/// that are not LibTorch's, for lists that were spread, and when overloads that fit disagree; then
/// `ambiguous` is set.
std::optional<PythonSignature> python_signature(const Node& node, bool* ambiguous = nullptr);

/// What forward of a module of LibTorch's own takes, of a call_module of it. Nothing for modules of
/// which no header tells: the user's own, containers.
std::optional<PythonSignature> module_signature(const Node& call, const TracedModule& module);
/// The same where the module that is called is known.
std::optional<PythonSignature> module_signature(const Node& call, const ModuleNode& called);

/// What Python calls a parameter of a module's forward, and the reverse: Embedding's "indices" is
/// "input" there. `holder` is qualified or not; names that no row tells of are the same.
std::string_view python_forward_name(std::string_view holder, std::string_view cpp);
std::string_view cpp_forward_name(std::string_view holder, std::string_view python);

} // namespace fx::ops
