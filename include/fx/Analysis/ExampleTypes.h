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
/// or removes it where it cannot be known, so that no node keeps an outdated shape. Nodes of a
/// graph module run when a call of it has other operands than before, or its graph changed; where
/// its calls differ in the shape of one of them, that node has none.
class ExampleTypes {
public:
  /// The example of a placeholder that is no tensor; null: not known.
  using InputOf = std::function<ops::ExampleValue(const Node& placeholder)>;

  /// Takes over what the tracer noted. The kernels are not null.
  ExampleTypes(std::shared_ptr<ops::Kernels> kernels, TracedModule& module, InputOf input_of);

  /// Takes over nothing: run_all() is to follow. The kernels are not null.
  ExampleTypes(std::shared_ptr<ops::Kernels> kernels, InputOf input_of)
      : input_of_(std::move(input_of)), run_(std::move(kernels)) {}

  /// A call that LibTorch refuses with the example inputs, and why.
  struct Refusal {
    /// A node in its operands that is a tensor, as it was there.
    struct Operand {
      const Node* node;
      TensorMeta tensor;
    };
    const Node* node;
    std::string reason;
    std::vector<Operand> operands = {};
  };
  /// After a pass: brings shapes and types up to date, also those of parameters of new modules.
  /// Time: that of the nodes that run, besides a walk over the graphs.
  std::vector<Refusal> update(TracedModule& module);
  /// Forgets all that is noted and runs every node. An input of which there is no example keeps
  /// the shape that is noted of it (torch.fx: ShapeProp.propagate). Time: that of the nodes.
  std::vector<Refusal> run_all(TracedModule& module);
  /// Whether the node has a value, a tensor or another; after the last update.
  bool is_known(const Node& node) const { return run_.has(node); }
  /// What the node is; null: not known.
  ops::ExampleValue value(const Node& node) const { return run_.value(node); }

private:
  /// What a node was when it ran.
  struct Record {
    Symbol target;
    Opcode op = Opcode::Output;
    bool is_set = false;
    bool autocast = false;
    uint32_t changed_in = 0; // the last update in which its value changed
    uint32_t first = 0;      // of its operands in `operands_`
    uint32_t num_args = 0;
    uint32_t num_kwargs = 0;
  };

  bool is_as_it_was(const Node& node, const TracedModule& module, bool autocast) const;
  bool has_changed(const Graph& graph, const TracedModule& module) const;
  bool is_same_value(const ops::ExampleValue& a, const ops::ExampleValue& b) const;
  bool has_changed_value(const Node& node) const;
  bool has_same_operands(const Record& was, const Node& node) const;
  void remember(const Node& node, bool autocast);
  void take_over(Node& node, const TracedModule& module, bool autocast);
  void refresh(Node& node, const TracedModule& module, bool autocast,
               std::vector<Refusal>& refusals);
  void update_graph(Graph& graph, TracedModule& module, std::vector<Refusal>& refusals);
  /// Removes the shapes of nodes of a graph module that changed since it was made.
  void forget_changed(Graph& inner, const TracedModule& module);
  /// What a call of a graph module gives: its nodes run.
  ops::ExampleValue run_inner(const Node& call, const ModuleNode& called,
                              const TracedModule& module, bool autocast,
                              std::vector<Refusal>& refusals);
  void bind_inputs(const Node& call, const Graph& inner);
  void run_inner_node(Node& node, const ModuleNode& base, const TracedModule& module, bool autocast,
                      std::vector<Refusal>& refusals);
  ops::ExampleValue attribute(const ModuleNode& base, std::string_view name,
                              const TracedModule& module) const;
  /// The value of an operand or a result, by those of the nodes in it.
  ops::ExampleValue value_of(const Argument& argument) const;
  Refusal refusal_of(const Node& node, std::string reason) const;
  void note(Node& node) const;
  ops::ExampleValue noted_value(const Node& node) const;
  /// What a call of a graph module returns, by the meta of its nodes, if its inputs are the same as
  /// then.
  ops::ExampleValue result_of(const Node& call, const ModuleNode& called) const;

  InputOf input_of_;
  ops::ExampleRun run_;
  NodeTable<Record> records_;
  std::vector<KeywordArgument> operands_; // of the records: args without names, then kwargs
  uint32_t update_ = 0;                   // the number of the update that runs
  bool remembers_calls_ = false;          // in forward graphs, ExampleRun::remember_calls()
  // Graphs of graph modules that it changed; and those of them that did not run since.
  std::unordered_set<const Graph*> changed_graphs_, stale_graphs_;
  /// Which call a graph of a graph module ran for; null: several.
  std::unordered_map<const Graph*, const Node*> callers_;
};

/// Asks LibTorch what its own modules hold, where a model does not say it.
void add_leaf_tensors(TracedModule& module, ops::Kernels& kernels);

} // namespace fx
