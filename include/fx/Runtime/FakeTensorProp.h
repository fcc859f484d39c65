// Shapes and types of the values of a graph without computing them: torch.fx's FakeTensorProp
// (torch/fx/passes/fake_tensor_prop.py).
//
//     fx::FakeTensorProp(traced).propagate({torch::empty({64, 3, 224, 224})});
//     const fx::Value* value = node.meta(fx::meta::val); // a tensor on Meta
#pragma once

#include "fx/Runtime/ShapeProp.h"

#include <memory>
#include <string>
#include <vector>

namespace fx {

namespace meta {
/// What a node gives, with tensors on Meta: sizes, strides and the memory that they share, and none
/// of the numbers.
extern const MetaKey<Value> val;
} // namespace meta

/// Runs the graph on tensors that have shape, type and device, and no memory. Parameters and
/// buffers count as such too: none is written to, and only what runs on the CPU (below) reads them.
/// Random numbers stay as they are. Notes meta::val, and what ShapeProp notes; whether a gradient
/// is required it does not know.
class FakeTensorProp : public Interpreter {
public:
  /// An operator without a kernel on LibTorch's Meta device runs on the CPU, with zeros for what
  /// the graph computes. Without `allow_fallback_kernels` that is an error.
  explicit FakeTensorProp(GraphModule module, bool allow_fallback_kernels = true);
  ~FakeTensorProp() override;

  /// Runs the graph on inputs of which only what they are like counts; the result is that of the
  /// output node, with tensors on Meta. ExecutionError: a node failed; its operator has no kernel
  /// on Meta, and which; the sizes of its result depend on numbers; or it asks for them.
  Value propagate(const Args& args);

  /// The nodes whose operators have no kernel on Meta, with the operators: "aten::nonzero".
  struct Fallback {
    std::string node, op;
  };
  const std::vector<Fallback>& fallbacks() const { return fallbacks_; }

  Value run_node(Node& node) override;
  Value get_attr(Symbol target, const Args& args, const Kwargs& kwargs) override;

private:
  class Mode;
  std::unique_ptr<Mode> mode_;
  bool allow_fallback_kernels_;
  std::vector<Fallback> fallbacks_;
};

} // namespace fx
