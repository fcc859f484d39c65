#include "fx/Ops/CallBinding.h"

#include <algorithm>

namespace fx::ops {

namespace {

/// Whether Python's argument parser takes a literal for a parameter of this type; in doubt it does.
bool accepts(std::string_view type, const Argument& value) {
  using Kind = Argument::Kind;
  const bool is_list = type.find('[') != std::string_view::npos;
  const bool is_name = type.starts_with("str") || type.starts_with("Dimname") ||
                       type.starts_with("Device") || type.starts_with("Layout") ||
                       type.starts_with("MemoryFormat") || type.starts_with("Generator");
  switch (value.kind()) {
  case Kind::None: return type.ends_with("?");
  // Numbers stand for tensors too, and one int for a list of known length.
  case Kind::Bool:
  case Kind::Int:
  case Kind::Float:
  case Kind::Complex: return !is_name;
  case Kind::List:
  case Kind::Tuple: return is_list;
  case Kind::String: return is_name;
  default: return true;
  }
}

/// One int for a list of any length is what another overload takes: tensor_split(x, 2) cuts into
/// two, tensor_split(x, [2]) at two.
bool is_for_another(const Schema& schema, size_t at, const Argument& value) {
  const auto is_list = [](std::string_view type) {
    return type.ends_with("[]") || type.ends_with("[]?");
  };
  if (!value.is(Argument::Kind::Int) || !is_list(schema.arguments[at].type)) return false;
  return std::ranges::any_of(find_schemas(schema.name), [&](const Schema& other) {
    return at < other.arguments.size() &&
           (other.arguments[at].type == "int" || other.arguments[at].type == "SymInt");
  });
}

} // namespace

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
    // A spread list has its items one by one.
    if (given <= positional &&
        (!accepts(parameters[at].type, node.arg(i)) || is_for_another(schema, at, node.arg(i))))
      return std::nullopt;
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
    if (bound[at] || !accepts(found->type, keyword.value)) return std::nullopt;
    bound[at] = true;
    binding.push_back(static_cast<int>(at));
  }
  for (size_t i = 0; i < parameters.size(); ++i)
    if (!bound[i] && !parameters[i].has_default) return std::nullopt;
  return binding;
}

} // namespace fx::ops
