#include "Example.h"

#include "Plugin.h"

#include <algorithm>

namespace fx::ops::kernels {

bool Example::has_tensors() const {
  if (tensor()) return true;
  return sequence() && std::ranges::any_of(sequence()->items, &Example::has_tensors);
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

Example rebuilt(const Argument& argument, std::vector<Example> parts) {
  if (argument.is_sequence())
    return {Sequence{std::move(parts), argument.is(Argument::Kind::Tuple)}};
  std::vector<Argument> literals;
  literals.reserve(parts.size());
  for (const Example& part : parts) {
    std::optional<Argument> literal = as_literal(part);
    if (!literal) throw Unknown("a slice by a tensor");
    literals.push_back(std::move(*literal));
  }
  return {argument.rebuild(std::move(literals))};
}

} // namespace fx::ops::kernels
