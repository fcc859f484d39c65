#include "CallCost.h"

#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/Modules.h"
#include "fx/Ops/Shapes.h"

#include <algorithm>
#include <array>
#include <map>

namespace fx {

namespace {

using Unknown = NodeCost::Unknown;

constexpr CallCost no_shape{.multiply_adds = {}, .elements = {}, .unknown = Unknown::Shape};
constexpr CallCost no_rule{.multiply_adds = {}, .elements = {}, .unknown = Unknown::Rule};

CallCost multiply_adds(Count count) {
  return {.multiply_adds = count, .elements = {}};
}
CallCost elements(Count count) {
  return {.multiply_adds = {}, .elements = count};
}

/// A call, whose operands are asked for by the names of the operator's parameters.
struct Call {
  const Node& node;
  const ModuleNode* called;
  const ops::Operation* operation;
  const TensorMeta* result;
  bool training;

  const Argument* operand(std::string_view parameter) const {
    if (operation != nullptr) {
      const ops::Operation::Operand* found = operation->find(parameter);
      return found != nullptr ? &found->value : nullptr;
    }
    for (const ops::BoundCall& bound : ops::bind_all(node))
      for (size_t i = 0; i < bound.parameters.size(); ++i)
        if (bound.parameters[i] >= 0 &&
            bound.schema->arguments[static_cast<size_t>(bound.parameters[i])].name == parameter)
          return &ops::operand(node, i);
    return nullptr;
  }
  /// The shape of a parameter that is a tensor, of a module too.
  const TensorMeta* tensor(std::string_view parameter) const {
    if (called != nullptr)
      if (const TensorMeta* held = held_tensor(parameter)) return held;
    const Argument* value = operand(parameter);
    return value != nullptr && value->is_node() ? value->as_node()->meta(meta::tensor_meta)
                                                : nullptr;
  }
  const TensorMeta* held_tensor(std::string_view name) const {
    if (called == nullptr || !called->leaf_tensors) return nullptr;
    const auto found = std::ranges::find(*called->leaf_tensors, name,
                                         [](const LeafTensor& held) { return held.name.view(); });
    return found == called->leaf_tensors->end() ? nullptr : &found->tensor;
  }
  /// The operand at a position; what stands there as a keyword is not known but for the first.
  const TensorMeta* input(size_t index = 0) const {
    const Argument* value = index < node.args().size() ? &node.arg(index) : nullptr;
    for (const std::string_view name : {"input", "self"})
      if (value == nullptr && index == 0) value = node.kwarg(name);
    return value != nullptr && value->is_node() ? value->as_node()->meta(meta::tensor_meta)
                                                : nullptr;
  }
  std::string_view name() const {
    return operation != nullptr ? operation->name : ops::callee_of(node).name;
  }
};

Count last_size(const TensorMeta& tensor) {
  return tensor.shape.empty() ? Count(1) : Count(tensor.shape.back());
}

// The rules of CostRules.def.

CallCost moves(const Call&) {
  return {};
}
CallCost looks_up(const Call&) {
  return {};
}
CallCost each_output(const Call& call) {
  return call.result != nullptr ? elements(num_elements(*call.result)) : no_shape;
}
CallCost each_input(const Call& call) {
  return call.input() != nullptr ? elements(num_elements(*call.input())) : no_shape;
}
CallCost drops(const Call& call) {
  return call.training ? each_output(call) : CallCost();
}
template <int Samples>
CallCost each_of(const Call& call) {
  return call.result != nullptr ? elements(num_elements(*call.result) * Samples) : no_shape;
}
constexpr auto each_of_two = each_of<2>;
constexpr auto each_of_four = each_of<4>;
constexpr auto each_of_eight = each_of<8>;
constexpr auto each_of_sixteen = each_of<16>;

/// For each element of the result a window of the input; `kernel_size` may be one number for all
/// dimensions.
CallCost each_of_a_window(const Call& call) {
  if (call.result == nullptr) return no_shape;
  const Argument* kernel = call.operand("kernel_size");
  if (kernel == nullptr) return no_rule;
  const char last = call.name().size() < 2 ? '\0' : call.name()[call.name().size() - 2];
  const int dimensions = last >= '1' && last <= '3' ? last - '0' : 0;
  Count window = 1;
  if (kernel->is(Argument::Kind::Int))
    for (int i = 0; i < dimensions; ++i)
      window *= kernel->as_int();
  else if (kernel->is_sequence())
    for (const Argument& size : kernel->items()) {
      if (!size.is(Argument::Kind::Int)) return no_rule;
      // (3,) stands for all dimensions.
      for (int i = 0; i < (kernel->items().size() == 1 ? dimensions : 1); ++i)
        window *= size.as_int();
    }
  else
    return no_rule;
  return elements(num_elements(*call.result) * window);
}

/// Each number of the weight once for each place: of the output, or of a transposed one's input.
CallCost convolution_of(const TensorMeta* places, const TensorMeta* weight) {
  if (places == nullptr || weight == nullptr || weight->shape.size() < 3) return no_shape;
  const size_t spatial = weight->shape.size() - 2;
  if (places->shape.size() < spatial + 1) return no_shape;
  Count count = num_elements(*weight);
  for (size_t i = 0; i < places->shape.size(); ++i)
    if (i + spatial + 1 != places->shape.size()) count *= places->shape[i];
  return multiply_adds(count);
}
CallCost convolution(const Call& call) {
  return convolution_of(call.result, call.tensor("weight"));
}
CallCost transposed_convolution(const Call& call) {
  return convolution_of(call.input(), call.tensor("weight"));
}
CallCost any_convolution(const Call& call) {
  const Argument* transposed = call.operand("transposed");
  if (transposed == nullptr || !transposed->is(Argument::Kind::Bool)) return no_rule;
  return transposed->as_bool() ? transposed_convolution(call) : convolution(call);
}

/// A row of `first` for each element of the result.
CallCost product_of(const Call& call, const TensorMeta* first) {
  if (call.result == nullptr || first == nullptr) return no_shape;
  return multiply_adds(num_elements(*call.result) * last_size(*first));
}
CallCost linear(const Call& call) {
  return product_of(call, call.input());
}
CallCost product(const Call& call) {
  return product_of(call, call.input());
}
CallCost added_product(const Call& call) {
  return product_of(call, call.input(1));
}
/// The products of all matrices are added up to one.
CallCost batched_product(const Call& call) {
  if (call.input(1) == nullptr || call.input(2) == nullptr) return no_shape;
  return multiply_adds(num_elements(*call.input(1)) * last_size(*call.input(2)));
}

/// Of one or two operands: the product of the sizes of all letters.
CallCost einstein_sum(const Call& call) {
  const size_t count = call.node.args().size();
  if (count < 2 || !call.node.arg(0).is(Argument::Kind::String)) return no_rule;
  std::vector<Argument> operands(call.node.args().begin() + 1, call.node.args().end());
  if (operands.size() == 1 && operands[0].is_sequence())
    operands.assign(call.node.arg(1).items().begin(), call.node.arg(1).items().end());
  std::string_view equation = call.node.arg(0).symbol();
  equation = equation.substr(0, equation.find("->"));
  std::map<char, int64_t> sizes;
  for (const Argument& operand : operands) {
    const std::string_view letters = equation.substr(0, equation.find(','));
    equation.remove_prefix(std::min(equation.size(), letters.size() + 1));
    const TensorMeta* tensor =
        operand.is_node() ? operand.as_node()->meta(meta::tensor_meta) : nullptr;
    if (tensor == nullptr) return no_shape;
    size_t dimension = 0;
    for (const char letter : letters) {
      if (letter == ' ') continue;
      if (letter == '.' || dimension == tensor->shape.size()) return no_rule;
      int64_t& size = sizes[letter];
      size = std::max(size, tensor->shape[dimension++]);
    }
  }
  Count all = 1;
  for (const auto& [letter, size] : sizes)
    all *= size;
  // In which order three are multiplied LibTorch decides.
  return operands.size() == 2 ? multiply_adds(all) : operands.size() == 1 ? elements(all) : no_rule;
}

/// Queries with keys, and what comes of it with values.
CallCost attention(const Call& call) {
  const TensorMeta *query = call.input(0), *key = call.input(1), *value = call.input(2);
  if (query == nullptr || key == nullptr || value == nullptr || query->shape.empty() ||
      key->shape.size() < 2)
    return no_shape;
  Count queries = 1;
  for (size_t i = 0; i + 1 < query->shape.size(); ++i)
    queries *= query->shape[i];
  return multiply_adds(queries * key->shape[key->shape.size() - 2] *
                       (last_size(*query) + last_size(*value)));
}

/// Each matrix of a recurrent layer once for each step of each sequence.
CallCost recurrent(const Call& call) {
  const TensorMeta* input = call.input();
  if (input == nullptr || input->shape.empty() || !call.called->leaf_tensors) return no_shape;
  Count steps = 1;
  for (size_t i = 0; i + 1 < input->shape.size(); ++i)
    steps *= input->shape[i];
  Count count;
  for (const LeafTensor& held : *call.called->leaf_tensors)
    if (held.role == TensorRole::Parameter && held.tensor.shape.size() == 2)
      count += num_elements(held.tensor) * steps;
  return multiply_adds(count);
}

/// Of [length, batch, features]: projections of queries, keys and values, attention, and the
/// projection of the result.
CallCost multihead_attention(const Call& call) {
  const TensorMeta *query = call.input(0), *key = call.input(1), *value = call.input(2);
  const TensorMeta* out = call.held_tensor("out_proj.weight");
  if (query == nullptr || key == nullptr || value == nullptr || out == nullptr ||
      query->shape.size() != 3 || key->shape.size() != 3 || value->shape.size() != 3)
    return no_shape;
  const Count embedding = query->shape[2];
  const Count queries = Count(query->shape[0]) * query->shape[1];
  Count keys = key->shape[0];
  const Count projected = Count(key->shape[0]) * key->shape[1];
  if (call.held_tensor("bias_k") != nullptr) keys += 1;
  const ModuleOption* zero = call.called->option("add_zero_attn");
  if (zero != nullptr && zero->value == Argument(true)) keys += 1;
  return multiply_adds(queries * embedding * embedding +
                       projected * embedding * (Count(key->shape[2]) + value->shape[2]) +
                       queries * keys * embedding * 2 + queries * num_elements(*out));
}

using Rule = CallCost (*)(const Call& call);
struct RuleRow {
  std::string_view name;
  Rule rule;
};
constexpr RuleRow rules[] = {
#define FX_COST(NAME, RULE) {NAME, RULE},
#include "CostRules.def"
};

Rule rule_named(std::string_view name) {
  const auto found = std::ranges::lower_bound(rules, name, {}, &RuleRow::name);
  return found != std::end(rules) && found->name == name ? found->rule : nullptr;
}

/// A module that is no single operation.
Rule rule_of_module(const ModuleNode& called) {
  const ops::ModuleClass* known = ops::module_class_of(called);
  if (known == nullptr) return nullptr;
  switch (known->family) {
  case ops::ModuleFamily::Conv: return convolution;
  case ops::ModuleFamily::ConvTranspose: return transposed_convolution;
  case ops::ModuleFamily::Linear: return linear;
  case ops::ModuleFamily::BatchNorm:
  case ops::ModuleFamily::GroupNorm:
  case ops::ModuleFamily::InstanceNorm:
  case ops::ModuleFamily::LayerNorm: return each_input;
  case ops::ModuleFamily::Dropout: return drops;
  case ops::ModuleFamily::Embedding: return looks_up;
  case ops::ModuleFamily::PReLU: return each_output;
  case ops::ModuleFamily::PixelShuffle: return moves;
  case ops::ModuleFamily::LSTM:
  case ops::ModuleFamily::RNN:
  case ops::ModuleFamily::LSTMCell:
  case ops::ModuleFamily::RNNCell:
  case ops::ModuleFamily::GRUCell: return recurrent;
  case ops::ModuleFamily::MultiheadAttention: return multihead_attention;
  default: return nullptr;
  }
}

/// The operator has a form in place, or is one, and so gives as many elements as it takes.
bool is_elementwise(const Node& node, const ops::Operation* operation) {
  const ops::LibTorch& libtorch = ops::libtorch_of(node);
  const std::span<const ops::Schema> schemas =
      operation != nullptr ? libtorch.find_schemas(operation->name) : ops::schemas_on_tensors(node);
  return std::ranges::any_of(schemas, [&](const ops::Schema& schema) {
    const bool is_in_place = schema.name.ends_with('_') && !schema.arguments.empty() &&
                             schema.arguments[0].mutated && !ops::may_change_shape(schema);
    return is_in_place || ops::form_in_place(libtorch, schema) != nullptr;
  });
}

Rule rule_of(const Call& call) {
  if (call.called != nullptr)
    if (const Rule rule = rule_of_module(*call.called)) return rule;
  if (call.operation != nullptr && call.operation->name.empty()) return moves; // Identity
  if (call.operation == nullptr && call.called != nullptr) return nullptr;
  if (call.node.is_call_function("operator.getitem")) return moves;
  std::string_view name = call.name();
  if (const Rule rule = rule_named(name)) return rule;
  if (name.ends_with('_')) name.remove_suffix(1);
  if (const Rule rule = rule_named(name)) return rule;
  return is_elementwise(call.node, call.operation) ? each_output : nullptr;
}

} // namespace

CallCost cost_of_call(const Node& node, const ModuleNode* called, const ops::Operation* operation,
                      const TensorMeta* result, bool training) {
  const Call call{node, called, operation, result, training};
  const Rule rule = rule_of(call);
  return rule != nullptr ? rule(call) : no_rule;
}

bool computes(const Node& node, const ModuleNode* called, const ops::Operation* operation) {
  const Rule rule = rule_of({node, called, operation, nullptr, false});
  return rule != nullptr && rule != moves && rule != drops;
}

bool is_lookup(const Node& node, const ops::Operation* operation) {
  return rule_named(operation != nullptr ? operation->name : ops::callee_of(node).name) == looks_up;
}

bool is_dropout(std::string_view operator_name) {
  return rule_named(operator_name) == drops;
}

bool copies_where_it_must(std::string_view operator_name) {
  constexpr auto names = std::to_array<std::string_view>(
      {"contiguous", "flatten", "ravel", "reshape", "reshape_as", "to", "type_as", "unflatten"});
  return std::ranges::binary_search(names, operator_name);
}

} // namespace fx
