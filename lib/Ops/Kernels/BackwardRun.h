// Whether LibTorch computes the gradients of a model: its forward and backward, run on memory.
#pragma once

#include "InitialValues.h"

#include "fx/Ops/Kernels.h"

#include <functional>
#include <optional>
#include <span>
#include <unordered_map>
#include <unordered_set>

namespace fx::ops::kernels {

class BackwardRun {
public:
  /// The example of a placeholder, without memory. Throws Unknown.
  using InputOf = std::function<Example(const Node&)>;

  /// All outlive it. Computes the initial values of the model.
  BackwardRun(const Plugin& plugin, const TracedModule& module, const Graph& graph, InputOf input);

  /// See Kernels::find_backward_refusal(). Throws Unknown or std::runtime_error.
  std::optional<BackwardRefusal> find(std::span<const Node* const> writes) const;

private:
  /// Runs the graph, and backward from what it returns; or the nodes up to `last`, and backward
  /// from all that they give for what it returns.
  std::optional<BackwardRefusal> attempt(const Node* last) const;
  Example computed(const Node& node, const std::unordered_map<const Node*, Example>& values) const;
  Example call_module(const Node& node, const Examples& arguments) const;

  const Plugin& plugin_;
  const TracedModule& module_;
  const Graph& graph_;
  InputOf input_;
  InitialValues initial_;
  std::unordered_set<const Node*> outputs_; // what is returned
  std::unordered_set<const Node*> needed_;  // what that is made of, and itself
};

} // namespace fx::ops::kernels
