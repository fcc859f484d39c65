// Shapes and types of nodes while passes change a model that was traced on example inputs
// (torch.fx: passes.shape_prop.ShapeProp, run again).
#pragma once

#include "fx/Ops/ExampleRun.h"

#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fx {

/// Remembers each node as it was when it ran, and runs a node again when it is new, when it
/// changed, or when an operand has another shape or value now. Sets the tensor_meta of these nodes,
/// or removes it where it cannot be known, so that no node keeps an outdated shape. Runs nothing
/// inside graph modules: nodes that a pass moves there keep their shapes until they change.
class ExampleTypes {
public:
  /// The example of a placeholder that is no tensor; null: not known.
  using InputOf = std::function<ops::ExampleValue(const Node& placeholder)>;

  /// Takes over what the tracer noted. The kernels are not null.
  ExampleTypes(std::shared_ptr<ops::Kernels> kernels, TracedModule& module, InputOf input_of);

  /// A call that LibTorch refuses with the example inputs, and why.
  struct Refusal {
    const Node* node;
    std::string reason;
  };
  /// After a pass: brings shapes and types up to date, also those of parameters of new modules.
  /// Time: that of the nodes that run, besides a walk over the graphs.
  std::vector<Refusal> update(TracedModule& module);

private:
  /// What a node was when it ran.
  struct Record {
    Opcode op;
    Symbol target;
    std::vector<Argument> args;
    std::vector<KeywordArgument> kwargs;
    bool autocast;
  };

  bool is_as_it_was(const Node& node, const TracedModule& module, bool autocast) const;
  bool has_changed(const Graph& graph, const TracedModule& module) const;
  bool is_same_value(const ops::ExampleValue& a, const ops::ExampleValue& b) const;
  void remember(const Node& node, bool autocast);
  void take_over(Node& node, const TracedModule& module, bool autocast);
  void refresh(Node& node, const TracedModule& module, bool autocast,
               std::vector<Refusal>& refusals);
  /// Removes the shapes of nodes of a graph module that changed since it was made.
  void forget_changed(Graph& inner, const TracedModule& module);
  void note(Node& node) const;
  ops::ExampleValue noted_value(const Node& node) const;
  /// What a call of a graph module returns, by the meta of its nodes, if its inputs are the same as
  /// then.
  ops::ExampleValue result_of(const Node& call, const ModuleNode& called) const;

  InputOf input_of_;
  ops::ExampleRun run_;
  std::unordered_map<const Node*, Record> records_;
  std::unordered_set<const Node*> changed_; // by the update that runs
};

} // namespace fx
