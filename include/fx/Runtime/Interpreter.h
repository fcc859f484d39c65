// Runs a graph node by node, every step of which can be overridden: torch.fx's Interpreter
// (torch/fx/interpreter.py).
//
//     struct Profiler : fx::Interpreter {
//       using Interpreter::Interpreter;
//       fx::Value run_node(fx::Node& node) override { ... return Interpreter::run_node(node); }
//     };
//     fx::Value y = Profiler(traced).run({x});
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <functional>
#include <memory>
#include <unordered_map>
#include <utility>

namespace fx {

class Interpreter {
public:
  /// Values of nodes that are given, not computed.
  using Environment = std::unordered_map<const Node*, Value>;

  /// Runs the module's graph, of the mode that it is in when run() begins, or another on the
  /// module's state. With `garbage_collect_values` the value of a node goes after its last use.
  explicit Interpreter(GraphModule module, bool garbage_collect_values = true,
                       Graph* graph = nullptr);
  virtual ~Interpreter();
  Interpreter(const Interpreter&) = delete;
  Interpreter& operator=(const Interpreter&) = delete;

  /// Runs the nodes in their order, but those that `initial_env` has values of; the result is that
  /// of the output node. With `enable_io_processing` the arguments and the result are those of the
  /// module, else of its graph (GraphModule::process_inputs). ExecutionError: a node failed, and
  /// which.
  Value run(Args args = {}, const Environment& initial_env = {}, bool enable_io_processing = true);
  /// The same, and empties `args` at once, so that inputs can go after their last use.
  Value boxed_run(Args& args);

  /// Calls the function below that is named after the node's opcode.
  virtual Value run_node(Node& node);
  virtual Value placeholder(Symbol target, const Args& args, const Kwargs& kwargs);
  virtual Value get_attr(Symbol target, const Args& args, const Kwargs& kwargs);
  virtual Value call_function(Symbol target, const Args& args, const Kwargs& kwargs);
  /// args[0] is the object.
  virtual Value call_method(Symbol target, const Args& args, const Kwargs& kwargs);
  virtual Value call_module(Symbol target, const Args& args, const Kwargs& kwargs);
  virtual Value output(Symbol target, const Args& args, const Kwargs& kwargs);

  /// The parameter or buffer at a path of the module.
  /// RuntimeError: "Node referenced nonexistent target ...".
  torch::Tensor fetch_attr(std::string_view path) const;
  /// The operands of a node with the values of the nodes in them. RuntimeError: one has none.
  std::pair<Args, Kwargs> fetch_args_kwargs_from_env(const Node& node) const;
  Value map_nodes_to_values(const Argument& argument, const Node& node) const;

  const GraphModule& module() const { return module_; }
  /// What run() runs.
  Graph& graph() const;
  /// The value of a node that ran and whose value was not given back; null without one.
  const Value* value(const Node& node) const;
  void set_value(const Node& node, Value value);
  /// How many nodes have values.
  size_t num_values() const;

  /// Called before each node: how many nodes ran, and how many there are.
  std::function<void(size_t done, size_t all)> progress;

protected:
  /// Runs another graph from the next run() on.
  void use_graph(Graph& graph);

private:
  struct State;
  void check_inputs() const;
  Value run_with_meta(Node& node);
  Value call(Opcode op, Symbol target, const Args& args, const Kwargs& kwargs);
  const Node& node_of(Opcode op, Symbol target, const Args& args, const Kwargs& kwargs);
  static std::vector<Value> operands_of(const Args& args, const Kwargs& kwargs);

  GraphModule module_;
  Graph* graph_; // null: that of the module's mode
  bool garbage_collect_values_;
  std::unique_ptr<State> state_;
};

} // namespace fx
