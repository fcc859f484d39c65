// Runs a graph on small tensors, to prove that a pass keeps what a model computes.
//
// Views share memory, in-place operators write to it, random operators draw from one generator: a
// pass that merges, moves or removes the wrong node changes the RunResult. Known deviations from
// PyTorch: every floating type is a double; int64 arithmetic wraps around for Python ints too; the
// results of clone() and of element-wise operators are always contiguous; containers are immutable;
// operands are read before anything is written where PyTorch refuses a partial overlap; relu(-0.0)
// is 0.0, which there depends on vectorisation; infinity as int64 is 0, which there is undefined.
#pragma once

#include "Support/Value.h"

#include "fx/IR/TracedModule.h"

#include <map>
#include <random>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx::testing {

struct RunResult {
  struct Slot {
    Value initial; // memory of its own
    Value last;
  };
  /// What the output node holds; None without one.
  Value output;
  /// The inputs and all parameters and buffers as the run left them. They share memory with the
  /// output where it is an alias of them.
  std::vector<Value> inputs;
  std::map<std::string, Slot> slots; // by path
  std::mt19937_64 generator;
};

/// The first difference, or empty: values bit for bit (every NaN equals every other), dtypes,
/// strides, what memory the parts of the output share with inputs, slots and each other, what was
/// written to inputs and slots, and the generator. A slot only one side has must not be written to.
std::string describe_difference(const RunResult& a, const RunResult& b, bool any_layout = false);
inline bool operator==(const RunResult& a, const RunResult& b) {
  return describe_difference(a, b).empty();
}

/// Runs the init graph, then the graph. `inputs` are copied first (what they share stays shared).
/// One for each placeholder; a placeholder with a default may lack its own.
/// A model that holds in both modes is run in training with odd seeds, in evaluation with even ones.
/// EvaluationError, with the name of the node, for what cannot be run.
RunResult evaluate(const TracedModule& module, const std::vector<Value>& inputs, uint64_t seed);

/// The same, node by node.
class Evaluator {
public:
  /// Runs the init graph and fills the slots. The model must outlive it.
  Evaluator(const TracedModule& module, uint64_t seed);

  using Environment = std::unordered_map<const Node*, Value>;
  /// What a node computes; its operands must be in `values`. Paths start at `scope`.
  Value run_node(const Node& node, const Environment& values, const ModuleNode& scope);
  /// Runs a whole graph: `args` and `kwargs` are given to the placeholders.
  Value run_graph(const Graph& graph, const ModuleNode& scope, const std::vector<Value>& args,
                  const std::vector<std::pair<std::string, Value>>& kwargs = {});

  const std::unordered_map<const TensorSlot*, Value>& slots() const { return slots_; }
  const std::mt19937_64& generator() const { return generator_; }
  bool training() const { return training_; }

private:
  Value call_module(const ModuleNode& module, const std::vector<Value>& args,
                    const std::vector<std::pair<std::string, Value>>& kwargs);
  void fill_slots(const ModuleNode& module, const Environment& values);

  bool training_;
  std::mt19937_64 generator_;
  std::unordered_map<const TensorSlot*, Value> slots_;
};

/// A copy with memory of its own; what shares storage in `values` shares it in the copy.
std::vector<Value> deep_copy(const std::vector<Value>& values);

} // namespace fx::testing
