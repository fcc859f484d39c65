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

/// Knows what nodes were when they ran, and runs those again that are new, that changed, or that
/// have an operand with another shape or value now. Their tensor_meta is noted; where it cannot be
/// known it is taken away: no node keeps the shape of what it was. Nothing runs inside of graph
/// modules: nodes that a pass moves there keep their shapes until they change.
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
  /// Takes the shapes of nodes of a graph module that are not what they were when it was made.
  void forget_changed(Graph& inner, const TracedModule& module);
  void note(Node& node) const;
  ops::ExampleValue noted_value(const Node& node) const;
  /// What a call of a graph module gives, by what its nodes noted, if its inputs are what they were
  /// then.
  ops::ExampleValue result_of(const Node& call, const ModuleNode& called) const;

  InputOf input_of_;
  ops::ExampleRun run_;
  std::unordered_map<const Node*, Record> records_;
  std::unordered_set<const Node*> changed_; // by the update that runs
};

} // namespace fx
