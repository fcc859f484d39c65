// Grows one random model. Every node is evaluated as soon as it is made, so that shapes, strides
// and dtypes of all operands are known when the next is chosen.
#pragma once

#include "Support/Evaluator.h"
#include "Support/RandomChoice.h"
#include "Support/RandomGraph.h"

#include <functional>
#include <optional>
#include <unordered_set>

namespace fx::testing {

class RandomModelBuilder {
public:
  RandomModelBuilder(uint64_t seed, const RandomOptions& options);
  TracedModule build();

private:
  using Operands = std::vector<KeywordArgument>;
  using Filter = std::function<bool(const Tensor&)>;

  // What stands around the graph (RandomGraph.cpp).
  void make_modules();
  void make_block();
  void make_placeholders();
  void make_output();
  Argument output_part(unsigned depth);
  Node* initial_value(Shape sizes, Dtype dtype);
  void add_slot(ModuleNode& owner, std::string_view name, TensorRole role, Node* init);
  ModuleNode& add_leaf(ModuleNode& parent, std::string_view name, std::string_view type,
                       std::vector<ModuleOption> options = {});

  // Making nodes (RandomModelBuilder.cpp). Each returns null when PyTorch would refuse the node,
  // which does not stay in the graph then.
  Node* finish(Node* node);
  /// Some of the operands are given by keyword.
  Node* function(std::string_view name, Operands operands);
  Node* method(std::string_view name, Operands operands);
  /// All operands are given by position, as operators and spread ints need.
  Node* positional(std::string_view name, std::vector<Argument> args);
  Node* positional_method(std::string_view name, std::vector<Argument> args);
  /// Takes the operands that are given by position, at least so many, off the front.
  std::vector<Argument> take_positional(size_t least, Operands& operands);

  // Choosing operands (RandomModelBuilder.cpp).
  Node* tensor(const Filter& filter = {});
  Node* number();
  Node* float_tensor();
  /// Not bool: what arithmetic accepts.
  Node* numeric_tensor();
  /// A tensor whose shape is that of `other`, or which is spread to it.
  Node* fitting(Node* other, bool same_shape = false);
  Argument constant();
  /// A constant or a number node.
  Argument scalar();
  /// An int that does not depend on inputs, as an index or a bound.
  Argument static_int(int64_t least, int64_t most);
  Argument index_of(const Tensor& tensor);
  const Value& value(const Node* node) const { return values_.at(node); }
  const Tensor& tensor_value(const Node* node) const { return values_.at(node).tensor; }

  // One step of growth each (RandomModelSteps.cpp).
  void step();
  void duplicate();
  void unary();
  void binary();
  void with_scalar();
  void reduce();
  void view();
  void view_method();
  void put_part();
  void measure();
  void compute_number();
  void join();
  void create();
  void mutate();
  void write_out();
  void draw_random();
  void call_module();
  void read_slot();
  void take_part();

  RandomChoice choice_;
  RandomOptions options_;
  TracedModule module_;
  Graph& graph_ = module_.graph;
  std::optional<Evaluator> evaluator_;
  Evaluator::Environment values_;
  std::vector<std::string> slot_paths_;
  std::vector<std::string> module_paths_;
  std::vector<Node*> tensors_;
  std::vector<Node*> numbers_;
  std::vector<Node*> containers_;
  std::vector<Node*> calls_;
  std::unordered_set<const Node*> dynamic_; // numbers that depend on inputs
};

} // namespace fx::testing
