// A rule's code, traced for one node.
#pragma once

#include "RuleOperands.h"

#include "fx/Runtime/Tracer.h"

#include <map>
#include <string>
#include <unordered_map>

namespace fx::runtime {

/// What all rules of one module share: where its tensors and modules stand, and the tensors that
/// rules brought.
class RuleState {
public:
  explicit RuleState(const GraphModuleImpl& module);

  /// A tensor that the module does not hold becomes a constant.
  const std::string& path_of(const at::Tensor& tensor);
  /// Null: it is not of the module.
  const std::string* path_of(const torch::nn::Module& module) const;
  const AttributeMap& constants() const { return constants_; }

private:
  const GraphModuleImpl& module_;
  std::unordered_map<const c10::TensorImpl*, std::string> tensors_;
  std::unordered_map<const torch::nn::Module*, std::string> modules_;
  AttributeMap constants_;
};

/// Records what a function does that is called with the operands of a node.
class RuleTracer : public Tracer {
public:
  RuleTracer(RuleState& state, const Node& node) : state_(state), node_(node) {}

  /// RuntimeError: the function does not take them; TraceError: it cannot be traced.
  Graph record(const TracedFunction& function);
  /// The placeholders of the recorded graph, and the nodes whose values they stand for.
  const Graph::ValueMap& inputs() const { return inputs_; }

  Args create_args_for_root(const TracedFunction& function, const TraceOptions& options) override;
  std::string path_of_module(const torch::nn::Module& module) override;

protected:
  Argument tensor_arg(const at::Tensor& tensor) override;
  void tensor_written(const at::Tensor& tensor, Node* node) override;

private:
  Value stand_in(Node* input);

  RuleState& state_;
  const Node& node_;
  Graph::ValueMap inputs_;
  std::unordered_map<const Node*, Value> proxies_; // by node of the original graph
  std::unordered_map<const c10::TensorImpl*, Node*> attributes_;
};

} // namespace fx::runtime
