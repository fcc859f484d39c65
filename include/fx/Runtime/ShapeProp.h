// Shapes and types of the values of a graph, as running it tells: torch.fx's ShapeProp
// (torch/fx/passes/shape_prop.py).
//
//     fx::ShapeProp(traced).propagate({torch::randn({50, 1000})});
//     for (fx::Node& node : traced->graph().nodes())
//       std::cout << node.name().view() << ' ' << *fx::tensor_metadata(node) << '\n';
//
// What it notes is what a trace with example inputs notes, and fx-clang-trace with --input:
// meta::tensor_meta, so that print_readable() and the emitters show it.
#pragma once

#include "fx/Runtime/Interpreter.h"

#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fx {

namespace runtime {
class ValueNotes;
}

/// torch.fx's TensorMetadata.
struct TensorMetadata {
  TensorMeta tensor;
  /// Nothing: FakeTensorProp does not know.
  std::optional<bool> requires_grad;
  /// "contiguous_format", "channels_last" or "channels_last_3d", the first that the tensor has;
  /// empty: none.
  Symbol memory_format;
  /// "cpu", "cuda:0".
  Symbol device;
  /// Of a quantized tensor what its qscheme() says: {"qscheme": "per_tensor_affine", "scale": ...,
  /// "zero_point": ...}; else None.
  Argument qparams;
  bool is_quantized() const { return !qparams.is_none(); }
  friend bool operator==(const TensorMetadata&, const TensorMetadata&) = default;
};

/// Of a tensor.
TensorMetadata tensor_metadata(const torch::Tensor& tensor);
/// What is noted of a node whose value is one tensor.
std::optional<TensorMetadata> tensor_metadata(const Node& node);
/// "float32[2, 3] contiguous_format cpu".
std::ostream& operator<<(std::ostream& stream, const TensorMetadata& metadata);

namespace meta {
/// All that is noted of a node's value, as text: dictionaries with "shape", "dtype", "stride",
/// "memory_format", "device", "requires_grad" and "qparams" in the place of tensors, in the tuples,
/// lists and dicts that the value has; what is no tensor is there itself.
const MetaKey<Argument>& tensor_metadata();
/// The value itself, where it was asked for.
extern const MetaKey<Value> example_value;
} // namespace meta

/// Runs the graph, and notes of each node meta::tensor_meta, when its value is a tensor, and
/// meta::tensor_metadata(), when it holds any; with `keep_values` meta::example_value. A node whose
/// value holds no tensor has none of them afterwards.
class ShapeProp : public Interpreter {
public:
  explicit ShapeProp(GraphModule module, bool keep_values = false);

  /// run() with the inputs. ExecutionError: a node failed; those before it are noted.
  Value propagate(Args args) { return run(std::move(args)); }
  Value run_node(Node& node) override;

private:
  bool keep_values_;
  std::shared_ptr<runtime::ValueNotes> notes_;
};

} // namespace fx
