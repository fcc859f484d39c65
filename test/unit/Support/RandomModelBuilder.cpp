#include "Support/RandomModelBuilder.h"

#include <algorithm>
#include <limits>

namespace fx::testing {

namespace {

// Small, so that thousands of models run in seconds.
constexpr int64_t max_elements = 48;
constexpr int64_t max_rank = 4;
constexpr int64_t max_number = 1000;

bool is_small(const Value& value) {
  if (value.is(Value::Kind::Scalar) && value.scalar.dtype != Dtype::Float)
    return std::abs(value.scalar.integer) <= max_number;
  if (value.is_tensor())
    return value.tensor.numel() <= max_elements && value.tensor.dim() <= max_rank;
  return std::all_of(value.items.begin(), value.items.end(), is_small);
}

} // namespace

Node* RandomModelBuilder::finish(Node* node) {
  std::optional<Value> result;
  try {
    result = evaluator_->run_node(*node, values_, module_.modules.root());
  } catch (const EvaluationError&) {
    // A view the strides do not allow, a write that would lower a dtype: decided by shapes, strides
    // and dtypes alone, hence the same for all inputs.
  }
  const std::vector<Node*> inputs = node->all_input_nodes();
  const bool dynamic = std::any_of(inputs.begin(), inputs.end(),
                                   [&](Node* input) { return dynamic_.contains(input); });
  // What is too large depends on inputs only for numbers made of inputs; those always stay.
  if (!result || (!is_small(*result) && !(dynamic && result->is(Value::Kind::Scalar)))) {
    graph_.erase_node(node);
    return nullptr;
  }
  if (result->is_tensor()) tensors_.push_back(node);
  if (result->is(Value::Kind::Scalar)) {
    numbers_.push_back(node);
    if (dynamic) dynamic_.insert(node);
  }
  if (result->is_sequence() || result->is(Value::Kind::Dict)) containers_.push_back(node);
  if (node->op() != Opcode::GetAttr) calls_.push_back(node);
  values_[node] = std::move(*result);
  return node;
}

std::vector<Argument> RandomModelBuilder::take_positional(size_t least, Operands& operands) {
  size_t count = operands.size();
  if (options_.kwargs && choice_.percent(30))
    count = least + choice_.below(operands.size() - least + 1);
  const auto end = operands.begin() + ptrdiff_t(count);
  std::vector<Argument> args;
  for (auto at = operands.begin(); at != end; ++at)
    args.push_back(at->value);
  operands.erase(operands.begin(), end);
  return args;
}

Node* RandomModelBuilder::function(std::string_view name, Operands operands) {
  std::vector<Argument> args = take_positional(0, operands);
  return finish(graph_.call_function(name, std::move(args), std::move(operands)));
}

Node* RandomModelBuilder::method(std::string_view name, Operands operands) {
  std::vector<Argument> args = take_positional(1, operands);
  return finish(graph_.call_method(name, std::move(args), std::move(operands)));
}

Node* RandomModelBuilder::positional(std::string_view name, std::vector<Argument> args) {
  return finish(graph_.call_function(name, std::move(args)));
}

Node* RandomModelBuilder::positional_method(std::string_view name, std::vector<Argument> args) {
  return finish(graph_.call_method(name, std::move(args)));
}

Node* RandomModelBuilder::tensor(const Filter& filter) {
  std::vector<Node*> fitting;
  for (Node* node : tensors_)
    if (!filter || filter(tensor_value(node))) fitting.push_back(node);
  return fitting.empty() ? nullptr : choice_.of(fitting);
}

Node* RandomModelBuilder::number() {
  return numbers_.empty() ? nullptr : choice_.of(numbers_);
}

Node* RandomModelBuilder::float_tensor() {
  return tensor([](const Tensor& tensor) { return tensor.dtype() == Dtype::Float; });
}

Node* RandomModelBuilder::numeric_tensor() {
  return tensor([](const Tensor& tensor) { return tensor.dtype() != Dtype::Bool; });
}

Node* RandomModelBuilder::fitting(Node* other, bool same_shape) {
  const Tensor& wanted = tensor_value(other);
  return tensor([&](const Tensor& tensor) {
    if (tensor.sizes == wanted.sizes) return true;
    return !same_shape && tensor.numel() == 1 && tensor.dim() <= wanted.dim();
  });
}

Argument RandomModelBuilder::constant() {
  // Equal in Python, different in what they make of a dtype or of the sign of a zero.
  if (choice_.percent(80))
    return choice_.of<Argument>({1, 1.0, true, 0, 0.0, -0.0, false, 2, 2.0, -1});
  return choice_.of<Argument>({0.5, 3, -1.0, std::numeric_limits<double>::infinity(),
                               std::numeric_limits<double>::quiet_NaN()});
}

Argument RandomModelBuilder::scalar() {
  if (!numbers_.empty() && choice_.percent(35)) return number();
  return constant();
}

Argument RandomModelBuilder::static_int(int64_t least, int64_t most) {
  std::vector<Node*> candidates;
  for (Node* node : numbers_) {
    const Scalar& number = value(node).scalar;
    if (number.dtype == Dtype::Int && !dynamic_.contains(node) && number.integer >= least &&
        number.integer <= most)
      candidates.push_back(node);
  }
  if (!candidates.empty() && choice_.percent(40)) return choice_.of(candidates);
  return least + int64_t(choice_.below(size_t(most - least + 1)));
}

Argument RandomModelBuilder::index_of(const Tensor& tensor) {
  const auto one = [&](int64_t size) -> Argument {
    if (size > 0 && choice_.percent(45)) return static_int(-size, size - 1);
    if (size < 2 || choice_.percent(30)) return Argument::slice(nullptr, nullptr);
    const Argument step = choice_.percent(20) ? Argument(2) : Argument();
    if (choice_.percent(50)) return Argument::slice(static_int(1, size - 1), nullptr, step);
    return Argument::slice(nullptr, static_int(1, size), step);
  };
  if (tensor.dim() == 0) return Argument::ellipsis();
  if (choice_.percent(50)) return one(tensor.sizes[0]);
  if (choice_.percent(30)) return Argument::tuple({Argument::ellipsis(), one(tensor.sizes.back())});
  std::vector<Argument> parts;
  for (const int64_t size : tensor.sizes)
    parts.push_back(one(size));
  if (choice_.percent(15)) parts.emplace_back(); // None: a new dimension
  return Argument::tuple(std::move(parts));
}

} // namespace fx::testing
