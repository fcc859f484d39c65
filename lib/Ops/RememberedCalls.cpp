#include "RememberedCalls.h"

#include <algorithm>

namespace fx::ops {

namespace {

size_t mix(size_t hash, size_t next) {
  return (hash ^ next) * 0x9E3779B97F4A7C15U ^ (hash >> 29U);
}

/// An address for each kind of aggregate that no value has.
const void* mark_of(Argument::Kind kind) {
  static const char marks[32] = {};
  return &marks[static_cast<size_t>(kind)];
}

} // namespace

size_t RememberedCalls::CallHash::operator()(const Call& call) const {
  size_t hash = mix(std::hash<Symbol>()(call.target), static_cast<size_t>(call.op));
  for (const Part& part : call.parts)
    hash = mix(mix(hash, reinterpret_cast<size_t>(part.address)), part.literal.hash());
  return hash;
}

size_t RememberedCalls::StateHash::operator()(const TensorState& state) const {
  size_t hash = mix(std::hash<Symbol>()(state.meta.dtype), static_cast<size_t>(state.offset));
  hash = mix(mix(hash, state.storage_bytes), state.requires_grad ? 1 : 0);
  for (const std::vector<int64_t>* numbers : {&state.meta.shape, &state.meta.stride})
    for (const int64_t number : *numbers)
      hash = mix(hash, static_cast<size_t>(number));
  return hash;
}

bool RememberedCalls::append(const Argument& argument, const ValueOf& value_of) {
  if (!argument.has_nodes()) {
    asked_.parts.push_back({nullptr, argument});
    return true;
  }
  if (argument.is_node()) {
    const void* value = value_of(*argument.as_node());
    asked_.parts.push_back({value, {}});
    return value != nullptr;
  }
  asked_.parts.push_back({mark_of(argument.kind()), static_cast<int64_t>(argument.items().size())});
  return std::ranges::all_of(argument.items(),
                             [&](const Argument& item) { return append(item, value_of); });
}

const RememberedCalls::Result* RememberedCalls::find(const Node& node, const ValueOf& value_of) {
  asked_.op = node.op();
  asked_.target = node.target();
  asked_.parts.clear();
  is_asked_known_ =
      std::ranges::all_of(node.args(),
                          [&](const Argument& argument) { return append(argument, value_of); }) &&
      std::ranges::all_of(node.kwargs(), [&](const KeywordArgument& keyword) {
        asked_.parts.push_back({keyword.name.c_str(), {}});
        return append(keyword.value, value_of);
      });
  if (!is_asked_known_) return nullptr;
  const auto found = calls_.find(asked_);
  return found == calls_.end() ? nullptr : &found->second;
}

RememberedCalls::Result RememberedCalls::add(const ExampleValue& value) {
  Result result = merged(value);
  if (!is_asked_known_) return result;
  result.is_remembered = true; // the call holds it
  return calls_.emplace(asked_, std::move(result)).first->second;
}

RememberedCalls::Result RememberedCalls::merged(const ExampleValue& value) {
  std::optional<TensorState> state = kernels_.tensor_state(value);
  if (!state) {
    const std::optional<TensorMeta> tensor = kernels_.tensor_meta(value);
    return {value, tensor ? std::make_shared<const TensorMeta>(*tensor) : nullptr};
  }
  const auto [entry, is_new] = tensors_.try_emplace(std::move(*state));
  if (is_new)
    entry->second = {value, std::make_shared<const TensorMeta>(entry->first.meta),
                     /*is_remembered=*/true};
  return entry->second;
}

} // namespace fx::ops
