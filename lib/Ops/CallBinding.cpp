#include "fx/Ops/CallBinding.h"

#include <algorithm>

namespace fx::ops {

std::optional<Binding> bind_call(const Node& node, const Schema& schema) {
  const auto parameters = schema.arguments;
  const size_t positional = static_cast<size_t>(
      std::ranges::find_if(parameters, &SchemaArgument::keyword_only) - parameters.begin());
  const size_t given = node.args().size();
  if (given > positional &&
      (positional == 0 || !schema.allows_spread_int_list(node.op() == Opcode::CallMethod)))
    return std::nullopt;
  Binding binding;
  binding.reserve(given + node.kwargs().size());
  std::vector<bool> bound(parameters.size());
  for (size_t i = 0; i < given; ++i) {
    const size_t at = std::min(i, positional - 1);
    binding.push_back(static_cast<int>(at));
    bound[at] = true;
  }
  for (const KeywordArgument& keyword : node.kwargs()) {
    const std::string_view name = keyword.name;
    const auto found = std::ranges::find_if(parameters, [&](const SchemaArgument& parameter) {
      // Python's functions call self "input".
      return parameter.name == name || (parameter.name == "self" && name == "input");
    });
    if (found == parameters.end()) {
      if (name != "requires_grad") return std::nullopt;
      binding.push_back(-1);
      continue;
    }
    const auto at = static_cast<size_t>(found - parameters.begin());
    if (bound[at]) return std::nullopt;
    bound[at] = true;
    binding.push_back(static_cast<int>(at));
  }
  for (size_t i = 0; i < parameters.size(); ++i)
    if (!bound[i] && !parameters[i].has_default) return std::nullopt;
  return binding;
}

} // namespace fx::ops
