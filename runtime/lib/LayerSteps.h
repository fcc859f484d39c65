// A part of a live graph that a library of layers can compute as a whole: convolutions and linear
// layers with weights that do not change, and what stands between them.
#pragma once

#include "FrozenLayers.h"
#include "LiveOperations.h"

#include <limits>
#include <optional>
#include <vector>

namespace fx::runtime {

/// One operation on tensors of float32. Values are numbered: the inputs of the part, then the
/// result of each step.
struct LayerStep {
  enum class Kind : uint8_t {
    Layer,  // a convolution over two dimensions, or a linear layer
    Limits, // relu, clamp
    Add,    // of two tensors of the same sizes
    Concat, // along channels
    MaxPool,
    AveragePool,
    AdaptivePool, // to `size`, an average
  };
  Kind kind = Kind::Layer;
  std::vector<size_t> inputs;
  FrozenLayer layer;
  float low = 0, high = std::numeric_limits<float>::infinity(); // of Limits
  std::vector<int64_t> kernel, stride, padding, size;           // of pools
  bool counts_padding = true;                                   // of AveragePool
  /// What is no number comes out as one.
  bool hides_nan() const { return kind == Kind::Limits || kind == Kind::MaxPool; }
  /// It takes images alone: batch, channels, rows, columns.
  bool is_of_images() const;
};

struct LayerSteps {
  size_t num_inputs = 0;
  std::vector<LayerStep> steps;
  std::vector<size_t> results; // values
  bool is_tuple = false;       // they are returned as a tuple, else one as it is

  size_t num_values() const { return num_inputs + steps.size(); }
  /// The steps that take a value, in order.
  std::vector<size_t> uses_of(size_t value) const;
};

/// Whether the strides are those of a new tensor. is_contiguous() does not look at dimensions of
/// size 1, by whose strides LibTorch chooses how results lie.
bool lies_contiguous(const at::Tensor& tensor);

/// Which calls are such operations, by the shapes that the nodes have.
class LayerStepReader {
public:
  explicit LayerStepReader(const GraphModule& module) : operations_(module) {}

  /// The operation of a call and the nodes that it takes, in order; nothing: it is none.
  struct Read {
    LayerStep step;
    std::vector<Node*> inputs;
  };
  std::optional<Read> read(const Node& call) const;

  const LiveOperations& operations() const { return operations_; }

private:
  std::optional<Read> limits(const ops::Operation& operation) const;
  std::optional<Read> pool(const ops::Operation& operation) const;
  std::optional<Read> joined(const Node& call, const ops::Operation& operation) const;

  LiveOperations operations_;
};

/// All that a module computes; nothing where something else is in it.
std::optional<LayerSteps> layer_steps(const GraphModule& module);

/// oneDNN's ReLU turns NaN into 0 and its max pool drops it, where LibTorch's keep it. So its
/// result is right only if no NaN can reach them: if what comes in is finite, and no sum of
/// products can be too large for a float. These are the values of which each number has to be at
/// most `greatest_watched` for that; nothing where that would not do.
constexpr float greatest_watched = 1e10F;
std::optional<std::vector<size_t>> values_to_watch(const LayerSteps& steps);

} // namespace fx::runtime
