#include "fx/Ops/CallBinding.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/Callee.h"

#include <algorithm>

namespace fx::ops {

namespace {

using Kind = Argument::Kind;

/// How well a value fits a parameter; nothing when it does not.
struct Fit {
  int score = 0;
  bool needs_python = false;
};

constexpr int exact = 4, converts = 2, unlikely = 0;
constexpr Fit python_alone{-4, true};

/// A parameter's type, taken apart.
struct ParameterType {
  explicit ParameterType(std::string_view type) : text(type) {
    is_optional = type.ends_with('?');
    if (is_optional) type.remove_suffix(1);
    is_list = type.ends_with(']');
    is_open = type.ends_with("[]");
    item = is_list ? type.substr(0, type.find('[')) : type;
    is_tensor = item.starts_with("Tensor");
    is_integer = item == "int" || item == "SymInt";
    is_number = is_integer || item == "float" || item == "Scalar";
  }
  std::string_view text, item;
  bool is_optional, is_list, is_open, is_tensor, is_integer, is_number;

  /// f(3) for int[2], never for a list of open length.
  bool expands() const { return is_list && is_integer && !is_open; }
};

std::optional<Fit> fit_number(const ParameterType& type, ValueType::Kind kind) {
  if (type.is_tensor && !type.is_list) return python_alone;
  if (type.is_list)
    return kind == ValueType::Kind::Int && type.expands() ? std::optional<Fit>({converts})
                                                          : std::nullopt;
  switch (kind) {
  case ValueType::Kind::Bool:
    if (type.item == "bool") return Fit{exact};
    if (type.item == "float") return python_alone;
    return type.item == "Scalar" ? std::optional<Fit>({converts}) : std::nullopt;
  case ValueType::Kind::Int:
    if (type.item == "bool") return Fit{unlikely};
    return type.is_integer  ? std::optional<Fit>({exact})
           : type.is_number ? std::optional<Fit>({converts})
                            : std::nullopt;
  default: return type.is_number && !type.is_integer ? std::optional<Fit>({exact}) : std::nullopt;
  }
}

/// The value of a node.
std::optional<Fit> fit_type(const ParameterType& parameter, const ValueType& whole) {
  const auto when = [](bool fits) { return fits ? std::optional<Fit>({exact}) : std::nullopt; };
  const ValueType& type = whole.is(ValueType::Kind::Optional) ? whole.items.front() : whole;
  switch (type.kind) {
  case ValueType::Kind::Tensor: return when(parameter.is_tensor && !parameter.is_list);
  case ValueType::Kind::Int:
  case ValueType::Kind::Bool:
  case ValueType::Kind::Float:
  case ValueType::Kind::Scalar: return fit_number(parameter, type.kind);
  case ValueType::Kind::Sizes: return when(parameter.is_list && parameter.is_integer);
  case ValueType::Kind::Dtype: return when(parameter.item == "ScalarType");
  case ValueType::Kind::Device: return when(parameter.item == "Device");
  case ValueType::Kind::List:
    return when(parameter.is_list &&
                type.items.front().is(ValueType::Kind::Tensor) == parameter.is_tensor);
  case ValueType::Kind::Tuple: return std::nullopt;
  default: return Fit{unlikely};
  }
}

std::optional<Fit> fit(const Argument& argument, const ParameterType& type, const TypeOf& type_of) {
  const auto when = [](bool fits) { return fits ? std::optional<Fit>({exact}) : std::nullopt; };
  switch (argument.kind()) {
  case Kind::None: return when(type.is_optional);
  case Kind::Bool: return fit_number(type, ValueType::Kind::Bool);
  case Kind::Int:
    // Python's parser takes no integer for a bool: x.std(1) is of dimension 1.
    if (type.item == "bool" && !type.is_list) return std::nullopt;
    return fit_number(type, ValueType::Kind::Int);
  case Kind::Float:
  case Kind::Complex: return fit_number(type, ValueType::Kind::Float);
  case Kind::String:
    if (type.item == "Device" || type.item == "Dimname") return python_alone;
    return when(!type.is_list && type.item == "str");
  case Kind::Dtype: return when(type.item == "ScalarType");
  case Kind::Device: return when(type.item == "Device");
  case Kind::Layout: return when(type.item == "Layout");
  case Kind::MemoryFormat: return when(type.item == "MemoryFormat");
  case Kind::Node:
    return type_of ? fit_type(type, type_of(argument.as_node())) : std::optional<Fit>({unlikely});
  case Kind::List:
  case Kind::Tuple: {
    if (!type.is_list) return std::nullopt;
    Fit worst{exact};
    const ParameterType item(type.item);
    for (const Argument& element : argument.items()) {
      if (element.is_none() && type.text.find("?[") != type.text.npos) continue;
      const std::optional<Fit> one = fit(element, item, type_of);
      if (!one) return std::nullopt;
      worst.score = std::min(worst.score, one->score);
      worst.needs_python |= one->needs_python;
    }
    return worst;
  }
  default: return std::nullopt;
  }
}

/// The parameter from which on Python takes the items of a list one by one; nothing: none.
std::optional<size_t> spread_parameter(const Node& node, const Schema& schema,
                                       const PythonFunction* python) {
  if (python != nullptr && python->variadic) {
    const auto list = std::ranges::find(schema.arguments, "Tensor[]", &SchemaArgument::type);
    if (list != schema.arguments.end()) return static_cast<size_t>(list - schema.arguments.begin());
    return std::nullopt;
  }
  const bool is_method = node.op() == Opcode::CallMethod;
  if (schema.allows_spread_int_list(is_method)) return is_method ? 1 : 0;
  return std::nullopt;
}

/// Whether an operand that may stand for a list is one.
bool is_list(const Argument& argument, const TypeOf& type_of) {
  if (!argument.is_node()) return argument.is_sequence() || argument.is_none();
  if (!type_of) return false;
  const ValueType& type = type_of(argument.as_node());
  return type.is(ValueType::Kind::Sizes) || type.is(ValueType::Kind::List);
}

/// Binds one call to one overload.
class Binder {
public:
  Binder(const Node& node, const Schema& schema, const TypeOf& type_of,
         const PythonFunction* python)
      : node_(node), schema_(schema), type_of_(type_of), python_(python),
        given_(schema.arguments.size()) {
    call_.schema = &schema;
    call_.parameters.reserve(node.args().size() + node.kwargs().size());
  }

  std::optional<BoundCall> bind() {
    if (!bind_positional()) return std::nullopt;
    for (const KeywordArgument& keyword : node_.kwargs())
      if (!bind_keyword(keyword)) return std::nullopt;
    for (size_t i = 0; i < given_.size(); ++i) {
      const SchemaArgument& parameter = schema_.arguments[i];
      if (given_[i] || parameter.has_default) continue;
      if (!parameter.is_optional()) return std::nullopt;
      call_.is_incomplete = true;
      call_.score -= 1; // random_(7) is the overload that takes one number
    }
    return std::move(call_);
  }

private:
  bool take(size_t parameter, const std::optional<Fit>& fit) {
    if (!fit) return false;
    given_[parameter] = true;
    call_.parameters.push_back(static_cast<int>(parameter));
    call_.needs_python |= fit->needs_python;
    call_.score += fit->score;
    return true;
  }

  bool bind_positional() {
    const auto args = node_.args();
    const auto list = spread_parameter(node_, schema_, python_);
    const bool spreads =
        list && *list < args.size() && (args.size() > *list + 1 || !is_list(args[*list], type_of_));
    const size_t single = spreads ? *list : args.size();
    for (size_t i = 0; i < single; ++i) {
      if (i >= schema_.arguments.size() || schema_.arguments[i].keyword_only) return false;
      if (!take(i, fit(args[i], ParameterType(schema_.arguments[i].type), type_of_))) return false;
    }
    return !spreads || bind_items(args, *list);
  }

  /// x.view(2, 3), einsum(equation, a, b): what Python spread.
  bool bind_items(std::span<const Argument> args, size_t list) {
    const ParameterType type(schema_.arguments[list].type);
    const ParameterType item(type.item);
    const int before = call_.score;
    Fit worst{exact};
    for (size_t i = list; i < args.size(); ++i) {
      const std::optional<Fit> one = fit(args[i], item, type_of_);
      if (!take(list, one)) return false;
      worst.score = std::min(worst.score, one->score);
    }
    call_.spread = static_cast<int>(list);
    call_.score =
        before + worst.score - 1; // dsplit(3) is no list, where an overload takes a number
    return true;
  }

  bool bind_keyword(const KeywordArgument& keyword) {
    const std::string_view name = keyword.name;
    const auto found = std::ranges::find_if(schema_.arguments, [&](const auto& parameter) {
      // Python's functions call self "input".
      return parameter.name == name || (parameter.name == "self" && name == "input");
    });
    const bool is_known = found != schema_.arguments.end();
    const std::optional<Fit> fits =
        is_known ? fit(keyword.value, ParameterType(found->type), type_of_) : std::nullopt;
    if (fits) {
      const auto at = static_cast<size_t>(found - schema_.arguments.begin());
      return !given_[at] && take(at, fits);
    }
    const bool is_requires_grad = !is_known && name == "requires_grad" &&
                                  keyword.value.is(Kind::Bool) && makes_options(schema_);
    if (!is_requires_grad && !is_default(keyword, python_)) return false;
    if (is_requires_grad) call_.requires_grad = keyword.value == Argument(true);
    call_.parameters.push_back(-1);
    return true;
  }

  const Node& node_;
  const Schema& schema_;
  const TypeOf& type_of_;
  const PythonFunction* python_;
  std::vector<bool> given_;
  BoundCall call_;
};

} // namespace

std::vector<std::optional<Argument>> BoundCall::values(const Node& node) const {
  std::vector<std::optional<Argument>> values(schema->arguments.size());
  std::vector<Argument> items;
  for (size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i] < 0) continue;
    if (parameters[i] == spread)
      items.push_back(operand(node, i));
    else
      values[static_cast<size_t>(parameters[i])] = operand(node, i);
  }
  if (spread >= 0) values[static_cast<size_t>(spread)] = Argument::tuple(std::move(items));
  return values;
}

std::optional<BoundCall> bind_call(const Node& node, const Schema& schema, const TypeOf& type_of,
                                   const PythonFunction* python) {
  return Binder(node, schema, type_of, python).bind();
}

bool can_mean(const Node& node, const Schema& schema) {
  const std::optional<BoundCall> call = bind_call(node, schema);
  return call && !call->is_incomplete;
}

std::vector<BoundCall> bind_all(const Node& node) {
  std::vector<BoundCall> calls;
  for (const Schema& schema : callee_of(node).schemas)
    if (std::optional<BoundCall> call = bind_call(node, schema); call && !call->is_incomplete)
      calls.push_back(std::move(*call));
  return calls;
}

std::optional<BoundCall> bind_best(const Node& node, std::span<const Schema> schemas,
                                   const PythonFunction* python, const TypeOf& type_of) {
  std::optional<BoundCall> best;
  for (const Schema& schema : schemas) {
    std::optional<BoundCall> call = bind_call(node, schema, type_of, python);
    if (call && !call->needs_python && (!best || call->score > best->score)) best = std::move(call);
  }
  return best;
}

bool makes_options(const Schema& schema) {
  return std::ranges::find(schema.arguments, "pin_memory", &SchemaArgument::name) !=
         schema.arguments.end();
}

bool is_default(const KeywordArgument& keyword, const PythonFunction* python) {
  if (python == nullptr) return false;
  // It is part of the name too: max_pool2d and max_pool2d_with_indices.
  if (keyword.name.view() == "return_indices")
    return keyword.value == Argument(false) || python->name.ends_with("_with_indices");
  const auto known = std::ranges::find(python->keywords, keyword.name.view(), &PythonKeyword::name);
  return known != python->keywords.end() && python_repr(keyword.value) == known->default_value;
}

ValueType return_type(const Schema& schema) {
  if (schema.returns.empty()) return ValueType::of(ValueType::Kind::Void);
  if (schema.returns.size() == 1) return ValueType::from_schema(schema.returns.front().type);
  std::vector<ValueType> items;
  for (const SchemaReturn& item : schema.returns)
    items.push_back(ValueType::from_schema(item.type));
  return ValueType::tuple(std::move(items));
}

} // namespace fx::ops
