#include "Autocast.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <unordered_map>

namespace fx::ops::kernels {

namespace {

/// One tensor with memory for each node that is a tensor, so that autocast's casts tell which node
/// they are of.
class FilledOperands {
public:
  FilledOperands(const Plugin& plugin, const FilledCall& call, FxPlace filling)
      : plugin_(plugin), filling_(filling) {
    for (const Node* input : call.node.input_nodes())
      add(*input, call.value_of(*input));
  }

  const std::vector<const Node*>& nodes() const { return nodes_; }
  const Tensor& tensor(const Node& node) const { return *filled_.at(&node).tensor(); }

  void cast(const Node& node, int32_t dtype) {
    Example& value = filled_.at(&node);
    value = plugin_.value(plugin_.api().to_dtype(FxAsIs, value.tensor()->get(), dtype));
  }

  Examples arguments(const Node& node) const {
    const auto value_of = [this](const Node& input) { return filled_.at(&input); };
    Examples arguments;
    for (const Argument& argument : node.args())
      arguments.push_back({{}, example_of(argument, value_of)});
    for (const KeywordArgument& keyword : node.kwargs())
      arguments.push_back({keyword.name, example_of(keyword.value, value_of)});
    return arguments;
  }

  /// An operand whose shape or type is not what it was.
  const Node* changed() const {
    for (const Node* node : nodes_)
      if (plugin_.meta(tensor(*node)) != before_.at(node)) return node;
    return nullptr;
  }

private:
  void add(const Node& node, const Example& value) {
    if (filled_.contains(&node)) return;
    filled_.emplace(&node, filled(value));
    if (value.tensor() == nullptr) return;
    nodes_.push_back(&node);
    before_.emplace(&node, plugin_.meta(tensor(node)));
  }

  Example filled(const Example& value) const {
    if (const Tensor* tensor = value.tensor())
      return plugin_.value(plugin_.api().fill_tensor(filling_, tensor->get()));
    if (const Sequence* sequence = value.sequence()) {
      Sequence items{{}, sequence->is_tuple};
      for (const Example& item : sequence->items)
        items.items.push_back(filled(item));
      return {std::move(items)};
    }
    return value;
  }

  const Plugin& plugin_;
  FxPlace filling_;
  std::unordered_map<const Node*, Example> filled_;
  std::unordered_map<const Node*, std::optional<TensorMeta>> before_;
  std::vector<const Node*> nodes_; // those that are tensors
};

struct Seen {
  Example result;
  std::string operators;
  bool is_one = false, is_inside = false;
  std::vector<int64_t> types;
};

Seen watch(const Plugin& plugin, const FilledCall& call, const FilledOperands& operands,
           int32_t dtype) {
  const Examples arguments = operands.arguments(call.node);
  std::vector<FxTensor*> tensors;
  for (const Node* node : operands.nodes())
    tensors.push_back(operands.tensor(*node).get());
  for (const auto& [name, tensor] : call.tensors)
    tensors.push_back(tensor.get());
  Seen seen;
  std::exception_ptr thrown;
  plugin.api().start_autocast(dtype);
  try {
    seen.result = call.run(arguments);
  } catch (...) {
    thrown = std::current_exception();
  }
  const Example report = plugin.value(plugin.api().stop_autocast(tensors.data(), tensors.size()));
  if (thrown) std::rethrow_exception(thrown);
  const std::vector<Example> parts = items_of(report);
  seen.operators = parts.at(0).literal()->symbol().str();
  seen.is_one = parts.at(1).literal()->as_bool();
  seen.is_inside = parts.at(2).literal()->as_bool();
  for (const Example& type : items_of(parts.at(3)))
    seen.types.push_back(type.literal()->as_int());
  return seen;
}

/// The tensors in it without their memory.
Example without_memory(const Plugin& plugin, const Example& value) {
  if (const Tensor* tensor = value.tensor()) {
    const FxTensorFacts facts = plugin.facts(*tensor);
    if (facts.strides == nullptr) throw Unknown("a tensor of another layout");
    return plugin.value(
        plugin.api().empty_tensor(facts.dtype, facts.sizes, facts.strides, facts.dimensions));
  }
  const Sequence* sequence = value.sequence();
  if (sequence == nullptr) return value;
  Sequence items{{}, sequence->is_tuple};
  for (const Example& item : sequence->items)
    items.items.push_back(without_memory(plugin, item));
  return {std::move(items)};
}

/// Whether two results are of the same types: a view of an operand is not, when that is cast
/// before.
bool are_of_same_types(const Plugin& plugin, const Example& a, const Example& b) {
  if (const Tensor* tensor = a.tensor())
    return b.tensor() && plugin.facts(*tensor).dtype == plugin.facts(*b.tensor()).dtype;
  if (const Sequence* sequence = a.sequence())
    return b.sequence() && std::ranges::equal(sequence->items, b.sequence()->items,
                                              [&](const Example& one, const Example& other) {
                                                return are_of_same_types(plugin, one, other);
                                              });
  return b.literal() != nullptr;
}

/// Whether the node runs the same operators without autocast when its operands are cast before.
bool is_by_casts(const Plugin& plugin, const FilledCall& call, FxPlace filling,
                 const std::vector<AutocastRun::Cast>& casts, const Seen& in_autocast) {
  FilledOperands operands(plugin, call, filling);
  for (const AutocastRun::Cast& cast : casts)
    operands.cast(*cast.input, dtype_number(cast.dtype));
  try {
    const Seen seen = watch(plugin, call, operands, -1);
    return seen.operators == in_autocast.operators &&
           are_of_same_types(plugin, seen.result, in_autocast.result);
  } catch (const std::runtime_error&) {
    return false; // LibTorch refuses these types
  }
}

ObservedCall observe(const Plugin& plugin, const FilledCall& call, FxPlace filling, int32_t dtype) {
  const FilledOperands operands(plugin, call, filling);
  const Seen seen = watch(plugin, call, operands, dtype);
  ObservedCall observed;
  AutocastRun& run = observed.autocast;
  run.is_known = true;
  run.is_inside = seen.is_inside;
  const size_t num_nodes = operands.nodes().size();
  for (size_t i = 0; i < seen.types.size(); ++i) {
    if (seen.types[i] < 0) continue;
    const bool is_node = i < num_nodes;
    run.casts.push_back({is_node ? operands.nodes()[i] : nullptr,
                         is_node ? std::string() : call.tensors[i - num_nodes].first,
                         Symbol(dtype_name(seen.types[i]))});
  }
  run.has_effect = run.is_inside || !run.casts.empty();
  // A module's own tensors are cast where a function stands in its place.
  const bool has_own = std::ranges::any_of(
      run.casts, [](const AutocastRun::Cast& cast) { return cast.input == nullptr; });
  if (run.has_effect && !run.is_inside && !seen.is_one && !has_own)
    run.is_inside = !is_by_casts(plugin, call, filling, run.casts, seen);
  run.operators = seen.operators;
  if (const Node* changed = operands.changed())
    run.failure =
        fmt::format("it changes the shape of '{}', which it writes to", changed->name().view());
  // A number may depend on what stands in memory.
  const bool is_data = num_nodes > 0 && !seen.result.has_tensors() && !seen.result.is_none();
  if (!is_data) observed.value = without_memory(plugin, seen.result);
  return observed;
}

} // namespace

std::string operators_of(const Plugin& plugin, const FilledCall& call) {
  return watch(plugin, call, FilledOperands(plugin, call, FxOnZeros), -1).operators;
}

ObservedCall observe_autocast(const Plugin& plugin, const FilledCall& call, int32_t dtype) {
  std::string reason;
  bool is_singular = false;
  // Zeros are no probabilities, and no divisors.
  for (const FxPlace filling : {FxOnZeros, FxOnNumbers}) {
    try {
      return observe(plugin, call, filling, dtype);
    } catch (const Unknown&) {
      throw;
    } catch (const Refused& refused) {
      is_singular |= refused.status == FxSingular;
      if (reason.empty()) reason = refused.what();
    } catch (const std::runtime_error& error) {
      if (reason.empty()) reason = error.what();
    }
  }
  for (const FxPlace filling : {FxOnZeros, FxOnNumbers}) {
    try {
      (void)watch(plugin, call, FilledOperands(plugin, call, filling), -1);
    } catch (const std::runtime_error&) {
      continue;
    }
    ObservedCall observed; // it runs without autocast
    observed.autocast.failure = reason.substr(0, reason.find('\n'));
    return observed;
  }
  if (is_singular) throw Unknown(reason); // the filling's fault
  ObservedCall observed;
  observed.autocast.refusal = reason.substr(0, reason.find('\n'));
  return observed;
}

} // namespace fx::ops::kernels
