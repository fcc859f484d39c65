// Runs nodes one by one on example inputs, and notes in their meta what follows.
//
// The tracer runs each node as it makes it; after a pass the nodes that it made or changed are run
// (fx/Analysis/ExampleTypes.h).
#pragma once

#include "fx/Ops/Kernels.h"

#include <memory>
#include <unordered_map>
#include <unordered_set>

namespace fx::ops {

class ExampleRun {
public:
  /// `kernels` is not null.
  explicit ExampleRun(std::shared_ptr<Kernels> kernels) : kernels_(std::move(kernels)) {}

  Kernels& kernels() const { return *kernels_; }
  /// The value of a node that ran or was set; null: not known.
  ExampleValue value(const Node& node) const;
  /// Gives a node a value: that of an input, or what is known of it from before.
  void set(const Node& node, ExampleValue value);
  bool has(const Node& node) const { return values_.contains(&node); }

  /// Runs a call or a get_attr whose operands ran. Keeps its value, and sets its tensor_meta to
  /// what is known of a tensor; a node whose value is not known loses its tensor_meta.
  /// `autocast_may_be_on`: operators may run in another type than the examples show, so neither
  /// their types nor those that follow from them are noted. A failure is LibTorch's refusal of the
  /// operands. `called`: the module of a call_module that has no path yet.
  ExampleResult run(Node& node, const TracedModule& module, bool autocast_may_be_on,
                    const ModuleNode* called = nullptr);
  /// The type of this value may differ from that of its example.
  void set_unsure_type(const Node& node) { unsure_types_.insert(&node); }

private:
  bool has_unsure_type(const Node& node, bool autocast_may_be_on) const;

  std::shared_ptr<Kernels> kernels_;
  std::unordered_map<const Node*, ExampleValue> values_;
  std::unordered_set<const Node*> unsure_types_;
};

} // namespace fx::ops
