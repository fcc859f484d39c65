#include "Example.h"

#include <algorithm>

namespace fx::runtime {

bool Example::has_tensors() const {
  if (tensor()) return true;
  return sequence() && std::ranges::any_of(sequence()->items, &Example::has_tensors);
}

Example map_tensors(const Example& example,
                    const std::function<at::Tensor(const at::Tensor&)>& map) {
  if (const at::Tensor* tensor = example.tensor()) return {map(*tensor)};
  const Sequence* sequence = example.sequence();
  if (sequence == nullptr) return example;
  Sequence result{{}, sequence->is_tuple};
  result.items.reserve(sequence->items.size());
  for (const Example& item : sequence->items)
    result.items.push_back(map_tensors(item, map));
  return {std::move(result)};
}

std::optional<Argument> as_literal(const Example& example) {
  if (const Argument* literal = example.literal()) return *literal;
  const Sequence* sequence = example.sequence();
  if (sequence == nullptr) return std::nullopt;
  std::vector<Argument> items;
  items.reserve(sequence->items.size());
  for (const Example& item : sequence->items) {
    std::optional<Argument> literal = as_literal(item);
    if (!literal) return std::nullopt;
    items.push_back(std::move(*literal));
  }
  return sequence->is_tuple ? Argument::tuple(std::move(items)) : Argument::list(std::move(items));
}

std::vector<Example> items_of(const Example& example) {
  if (const Sequence* sequence = example.sequence()) return sequence->items;
  std::vector<Example> items;
  if (const Argument* literal = example.literal(); literal && literal->is_sequence())
    for (const Argument& item : literal->items())
      items.push_back({item});
  return items;
}

bool is_sequence(const Example& example) {
  if (example.sequence()) return true;
  const Argument* literal = example.literal();
  return literal && literal->is_sequence();
}

Example to_example(const c10::IValue& value) {
  if (value.isTensor()) {
    if (!value.toTensor().defined()) return {Argument()};
    return {value.toTensor()};
  }
  if (value.isNone()) return {Argument()};
  if (value.isBool()) return {Argument(value.toBool())};
  if (value.isInt()) return {Argument(value.toInt())};
  if (value.isDouble()) return {Argument(value.toDouble())};
  if (value.isString()) return {Argument::string(value.toStringRef())};
  Sequence result;
  if (value.isList()) {
    for (const c10::IValue& item : value.toListRef())
      result.items.push_back(to_example(item));
    return {std::move(result)};
  }
  if (value.isTuple()) {
    result.is_tuple = true;
    for (const c10::IValue& item : value.toTupleRef().elements())
      result.items.push_back(to_example(item));
    return {std::move(result)};
  }
  throw Unknown("a value of type " + value.tagKind());
}

} // namespace fx::runtime
