// Runs nodes one by one on example inputs, and notes in their meta what follows.
//
// The tracer runs each node as it makes it; after a pass the nodes that it made or changed are run
// (fx/Analysis/ExampleTypes.h).
#pragma once

#include "fx/IR/NodeTable.h"
#include "fx/Ops/Kernels.h"

#include <memory>

namespace fx::ops {

class RememberedCalls;

class ExampleRun {
public:
  /// `kernels` is not null.
  explicit ExampleRun(std::shared_ptr<Kernels> kernels) : kernels_(std::move(kernels)) {}

  Kernels& kernels() const { return *kernels_; }
  /// From now on a call of the same operator on the same values runs once, and tensors of the same
  /// state are the same value. Only while nothing writes to a tensor: two would be changed by a
  /// write to one. What was remembered of calls before is forgotten.
  void remember_calls(bool remembers);
  /// The value of a node that ran or was set; null: not known.
  ExampleValue value(const Node& node) const;
  /// Gives a node a value: that of an input, or what is known of it from before.
  void set(const Node& node, ExampleValue value);
  bool has(const Node& node) const {
    const State* state = states_.find(node);
    return state != nullptr && state->value != nullptr;
  }

  /// Runs a call or a get_attr whose operands ran. Keeps its value, and sets its tensor_meta to
  /// what is known of a tensor; a node whose value is not known loses its tensor_meta.
  /// `autocast_may_be_on`: operators may run in another type than the examples show, so neither
  /// their types nor those that follow from them are noted. A failure is LibTorch's refusal of the
  /// operands. `called`: the module of a call_module that has no path yet.
  ExampleResult run(Node& node, const TracedModule& module, bool autocast_may_be_on,
                    const ModuleNode* called = nullptr);
  /// The type of this value may differ from that of its example.
  void set_unsure_type(const Node& node) { states_[node].has_unsure_type = true; }

private:
  struct State {
    ExampleValue value; // null: not known
    bool has_unsure_type = false;
    bool is_remembered = false; // the value is one of `calls_`
  };

  bool has_unsure_type(const Node& node, bool autocast_may_be_on) const;
  /// `tensor`: what the value is, where it is a tensor.
  ExampleResult run_kernels(const Node& node, const TracedModule& module, const ModuleNode* called,
                            std::shared_ptr<const TensorMeta>& tensor, bool& is_remembered);

  std::shared_ptr<Kernels> kernels_;
  NodeTable<State> states_;
  std::shared_ptr<RememberedCalls> calls_; // null: none are remembered
};

} // namespace fx::ops
