// What a trace knows of tensors whatever its inputs are: those that torch::tensor() makes in it,
// and the small ones that are computed of them alone (torch.fx: the `constant` of a proxy tensor).
//
// A program may ask them for numbers. It may not ask a tensor that a node writes to, be it one that
// was there before: the write is done when the graph runs, and the tensor has its old values yet.
#pragma once

#include "fx/Analysis/Effects.h"
#include "fx/IR/Graph.h"
#include "fx/Runtime/Value.h"

#include <ATen/core/Tensor.h>

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fx::runtime {

/// The nodes of one graph, which is appended to. Nothing is computed before a number is asked for.
class ConstantValues {
public:
  /// A get_attr node of a tensor. `is_made`: torch::tensor() made it in this trace, so that it has
  /// these values in each run.
  void add_tensor(const Node& node, const at::Tensor& tensor, bool is_made);
  /// The tensor may have other values from now on, which no node says.
  void add_written(const at::Tensor& tensor);

  /// What the node gives, in any run. Nothing: that depends on inputs, or is not known.
  std::optional<at::Tensor> value_of(const Node& node);
  /// Whether a node writes to the memory of a tensor that is none of the graph's values.
  bool is_written(const Graph& graph, const at::Tensor& tensor);

private:
  /// Nodes that may share memory.
  struct Memory {
    int parent = -1; // -1: it is the first of its class
    bool is_written = false;
    bool is_unknown = false; // by what depends on inputs
  };
  struct Of {
    int memory = -1; // -1: the node was not read
    std::optional<Value> value;
  };

  void read_on(const Graph& graph);
  void read(const Node& node);
  void read_call(const Node& node);
  std::optional<Value> run(const Node& node);
  int find(int memory);
  int make_memory();
  void join(int a, int b);
  int memory_of(const at::Tensor& tensor);
  Of& at(const Node& node);

  std::vector<Of> nodes_; // by id
  std::vector<Memory> memories_;
  std::unordered_map<const c10::StorageImpl*, int> by_storage_;
  std::vector<c10::Storage> held_; // so that no other has their addresses
  std::unordered_map<const Node*, at::Tensor> tensors_;
  std::unordered_set<const Node*> made_;
  EffectOracle effects_of_;
  size_t next_id_ = 0;
  size_t count_ = 0; // nodes that were read
  bool is_behind_mode_ = false;
};

} // namespace fx::runtime
