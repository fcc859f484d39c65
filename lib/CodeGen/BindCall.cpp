#include "BindCall.h"

#include "fx/IR/Printer.h"

#include <algorithm>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

constexpr std::string_view spelled_in_name[] = {
#define FX_SPELLED_IN_NAME(KEYWORD) KEYWORD,
#include "Cpp/CppNames.def"
};

bool is_sequence(const Argument& argument) {
  return argument.is(Kind::List) || argument.is(Kind::Tuple);
}

/// How well an argument fits a parameter of a schema type; nothing when it does not.
std::optional<int> fit(const Argument& argument, std::string_view type, const TypeOf& type_of) {
  constexpr int exact = 4, converts = 2, unlikely = 0;
  bool optional = type.ends_with('?');
  if (optional) type.remove_suffix(1);
  bool list = type.ends_with(']');
  std::string_view item = list ? type.substr(0, type.find('[')) : type;
  bool tensor = item.starts_with("Tensor");
  bool integer = item == "int" || item == "SymInt";
  bool number = integer || item == "float" || item == "Scalar";
  // f(3) for int[2], never for a list of open length.
  bool expands = list && integer && !type.ends_with("[]");
  switch (argument.kind()) {
  case Kind::None: return optional ? std::optional(exact) : std::nullopt;
  case Kind::Bool:
    if (list) return std::nullopt;
    return item == "bool"     ? std::optional(exact)
           : item == "Scalar" ? std::optional(converts)
                              : std::nullopt;
  case Kind::Int:
    if (list) return expands ? std::optional(converts) : std::nullopt;
    if (item == "bool") return unlikely;
    return integer ? std::optional(exact) : number ? std::optional(converts) : std::nullopt;
  case Kind::Float:
  case Kind::Complex:
    if (list || integer || !number) return std::nullopt;
    return exact;
  case Kind::String: return !list && item == "str" ? std::optional(exact) : std::nullopt;
  case Kind::Dtype: return item == "ScalarType" ? std::optional(exact) : std::nullopt;
  case Kind::Device: return item == "Device" ? std::optional(exact) : std::nullopt;
  case Kind::Layout: return item == "Layout" ? std::optional(exact) : std::nullopt;
  case Kind::MemoryFormat: return item == "MemoryFormat" ? std::optional(exact) : std::nullopt;
  case Kind::Node: {
    const ValueType& whole = type_of(argument.as_node());
    const ValueType& known = whole.is(ValueType::Kind::Optional) ? whole.items.front() : whole;
    switch (known.kind) {
    case ValueType::Kind::Tensor: return tensor && !list ? std::optional(exact) : std::nullopt;
    case ValueType::Kind::Int:
      if (list) return expands ? std::optional(converts) : std::nullopt;
      return integer ? std::optional(exact) : number ? std::optional(converts) : std::nullopt;
    case ValueType::Kind::Float:
    case ValueType::Kind::Scalar:
      return number && !integer && !list ? std::optional(exact) : std::nullopt;
    case ValueType::Kind::Bool:
      if (list) return std::nullopt;
      return item == "bool"     ? std::optional(exact)
             : item == "Scalar" ? std::optional(converts)
                                : std::nullopt;
    case ValueType::Kind::Sizes: return list && integer ? std::optional(exact) : std::nullopt;
    case ValueType::Kind::Dtype: return item == "ScalarType" ? std::optional(exact) : std::nullopt;
    case ValueType::Kind::Device: return item == "Device" ? std::optional(exact) : std::nullopt;
    case ValueType::Kind::List:
      if (!list) return std::nullopt;
      return known.items.front().is(ValueType::Kind::Tensor) == tensor ? std::optional(exact)
                                                                       : std::nullopt;
    case ValueType::Kind::Tuple: return std::nullopt;
    case ValueType::Kind::Optional:
    default: return unlikely;
    }
  }
  case Kind::List:
  case Kind::Tuple: {
    if (!list) return std::nullopt;
    int score = exact;
    for (const Argument& element : argument.items()) {
      if (element.is_none() && type.find("?[") != type.npos) continue;
      std::optional<int> one = fit(element, item, type_of);
      if (!one) return std::nullopt;
      score = std::min(score, *one);
    }
    return score;
  }
  default: return std::nullopt;
  }
}

std::optional<BoundCall> bind(const Node& node, const ops::Schema& schema,
                              const ops::PythonFunction* python, bool is_method,
                              const TypeOf& type_of) {
  BoundCall call{&schema, std::vector<std::optional<Argument>>(schema.arguments.size()), 0};
  std::vector<Argument> positional(node.args().begin(), node.args().end());

  // x.view(2, 3), einsum(equation, a, b): gather what Python spread.
  size_t spread = positional.size();
  if (python && python->variadic) {
    for (size_t i = 0; i < schema.arguments.size() && spread == positional.size(); ++i)
      if (schema.arguments[i].type == "Tensor[]") spread = std::min(i, spread);
  } else if (schema.allows_spread_int_list(is_method)) {
    spread = is_method ? 1 : 0;
  }
  if (spread < positional.size() && !is_sequence(positional[spread]) &&
      !(positional[spread].is_node() &&
        (type_of(positional[spread].as_node()).is(ValueType::Kind::Sizes) ||
         type_of(positional[spread].as_node()).is(ValueType::Kind::List)))) {
    std::vector<Argument> gathered(positional.begin() + static_cast<ptrdiff_t>(spread),
                                   positional.end());
    positional.resize(spread);
    positional.push_back(Argument::tuple(std::move(gathered)));
    call.score -= 1; // dsplit(3) is no list, where an overload takes a number
  }

  for (size_t i = 0; i < positional.size(); ++i) {
    if (i >= schema.arguments.size() || schema.arguments[i].keyword_only) return std::nullopt;
    call.values[i] = positional[i];
  }
  for (const KeywordArgument& keyword : node.kwargs()) {
    auto found =
        std::ranges::find(schema.arguments, keyword.name.view(), &ops::SchemaArgument::name);
    if (found == schema.arguments.end() && keyword.name.view() == "input")
      found = std::ranges::find(schema.arguments, "self", &ops::SchemaArgument::name);
    if (found == schema.arguments.end() && keyword.name.view() == "requires_grad" &&
        keyword.value.is(Argument::Kind::Bool) && makes_options(schema)) {
      call.requires_grad = keyword.value == Argument(true);
      continue;
    }
    if (says_nothing(keyword, python) &&
        (found == schema.arguments.end() || !fit(keyword.value, found->type, type_of)))
      continue;
    if (found == schema.arguments.end()) return std::nullopt;
    auto& slot = call.values[static_cast<size_t>(found - schema.arguments.begin())];
    if (slot) return std::nullopt;
    slot = keyword.value;
  }
  for (size_t i = 0; i < schema.arguments.size(); ++i) {
    const ops::SchemaArgument& argument = schema.arguments[i];
    if (!call.values[i]) {
      if (argument.has_default) continue;
      if (!argument.is_optional()) return std::nullopt;
      call.score -= 1; // random_(7) is the overload that takes one number
      continue;
    }
    std::optional<int> score = fit(*call.values[i], argument.type, type_of);
    if (!score) return std::nullopt;
    call.score += *score;
  }
  return call;
}

} // namespace

bool makes_options(const ops::Schema& schema) {
  return std::ranges::find(schema.arguments, "pin_memory", &ops::SchemaArgument::name) !=
         schema.arguments.end();
}

std::string why_not(std::span<const ops::TensorMember> members,
                    ops::ForeignSpelling ops::TensorMember::* language) {
  std::string clauses;
  for (const ops::TensorMember& member : members)
    if (const std::string_view why = (member.*language).why_not(); !why.empty())
      clauses.append(clauses.empty() ? ": " : ", or ").append(why);
  return clauses;
}

ValueType return_type(const ops::Schema& schema) {
  if (schema.returns.empty()) return ValueType::of(ValueType::Kind::Void, "void");
  if (schema.returns.size() == 1) return ValueType::from_schema(schema.returns.front().type);
  std::vector<ValueType> items;
  for (const ops::SchemaReturn& item : schema.returns)
    items.push_back(ValueType::from_schema(item.type));
  return ValueType::tuple(std::move(items));
}

bool says_nothing(const KeywordArgument& keyword, const ops::PythonFunction* python) {
  if (std::ranges::find(spelled_in_name, keyword.name.view()) != std::end(spelled_in_name))
    return true;
  if (!python) return false;
  for (const ops::PythonKeyword& known : python->keywords)
    if (known.name == keyword.name.view()) return python_repr(keyword.value) == known.default_value;
  return false;
}

std::optional<BoundCall> bind_best(const Node& node, std::span<const ops::Schema> schemas,
                                   const ops::PythonFunction* python, bool is_method,
                                   const TypeOf& type_of) {
  std::optional<BoundCall> best;
  for (const ops::Schema& schema : schemas) {
    std::optional<BoundCall> call = bind(node, schema, python, is_method, type_of);
    if (call && (!best || call->score > best->score)) best = std::move(call);
  }
  return best;
}

} // namespace fx::codegen
