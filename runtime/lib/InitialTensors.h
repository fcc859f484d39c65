// Nodes of an init graph that make the tensors of a live module.
#pragma once

#include "fx/IR/Graph.h"

#include <ATen/core/Tensor.h>

#include <string>
#include <unordered_map>

namespace fx::runtime {

class InitialTensors {
public:
  explicit InitialTensors(Graph& init) : init_(init) {}

  /// Makes a tensor of the same shape and type, for weights to be loaded into; a small one has its
  /// values. Null: it is undefined.
  Node* place_of(const at::Tensor& tensor);
  /// Makes the tensor with its values. RuntimeError: it is too large, or is no plain tensor; `path`
  /// is where it stands.
  Node* value_of(const at::Tensor& tensor, const std::string& path);

private:
  Node* zeros(const at::Tensor& tensor);
  Node* values(const at::Tensor& tensor);

  Graph& init_;
  // Tensors that stand in two places are made once.
  std::unordered_map<const at::TensorImpl*, Node*> made_;
};

} // namespace fx::runtime
