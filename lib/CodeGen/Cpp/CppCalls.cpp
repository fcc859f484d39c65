// Calls of LibTorch's operators, methods, functionals and modules.
#include "CppWriter.h"

#include "fx/IR/Printer.h"

#include <algorithm>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

bool is_sequence(const Argument& argument) {
  return argument.is(Kind::List) || argument.is(Kind::Tuple);
}

bool is_tensor_option(std::string_view name) {
  return name == "dtype" || name == "layout" || name == "device" || name == "pin_memory";
}

bool is_out(const ops::SchemaArgument& argument) {
  return argument.keyword_only && argument.mutated;
}

} // namespace

std::string CppWriter::default_value(const ops::SchemaArgument& argument) {
  std::string_view text = argument.default_value;
  if (!argument.has_default || text == "None")
    return argument.type.starts_with("Tensor") ? "{}" : "c10::nullopt";
  if (text == "True") return "true";
  if (text == "False") return "false";
  if (text == "Mean") return "at::Reduction::Mean";
  if (text == "long") return "torch::kInt64";
  if (text.starts_with('\'')) return cpp_string(text.substr(1, text.size() - 2));
  if (text == "[]") return "torch::IntArrayRef{}";
  if (text.starts_with('[')) return "{" + std::string(text.substr(1, text.size() - 2)) + "}";
  if (argument.type.starts_with("MemoryFormat")) return literal(Argument::memory_format(text));
  return std::string(text);
}

/// Whether an argument says no more than would be so without it; one number stands for a list of
/// it.
static bool says_default(const Argument& value, const ops::SchemaArgument& argument) {
  if (!argument.has_default || value.has_nodes()) return false;
  const bool is_list = value.is(Kind::List) || value.is(Kind::Tuple);
  if (!is_list || !argument.is_int_list()) return python_repr(value) == argument.default_value;
  return !value.items().empty() && std::ranges::all_of(value.items(), [&](const Argument& item) {
    return python_repr(item) == argument.default_value;
  });
}

std::string CppWriter::bound_arguments(const Node* node, const ops::BoundCall& call) {
  const auto values = call.values(*node);
  const bool is_method = node->op() == Opcode::CallMethod;
  auto arguments = call.schema->arguments;
  // What stands behind the last given argument can stay away.
  size_t count = 0;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (!is_out(arguments[i]) &&
        (call.requires_grad && arguments[i].name == "pin_memory" ? true
         : values[i] ? !omits_defaults_ || !says_default(*values[i], arguments[i])
                     : !arguments[i].has_default && !is_tensor_option(arguments[i].name)))
      count = i + 1;
  std::vector<std::string> parts;
  for (size_t i = 0; i < arguments.size(); ++i) // at::add_out(out, self, other)
    if (is_out(arguments[i])) parts.push_back(value(*values[i], arguments[i].type));
  for (size_t i = is_method ? 1 : 0; i < count; ++i) {
    const ops::SchemaArgument& argument = arguments[i];
    if (is_out(argument)) continue;
    bool gathers = argument.name == "dtype" && i + 3 < arguments.size() &&
                   arguments[i + 1].name == "layout" && arguments[i + 2].name == "device" &&
                   arguments[i + 3].name == "pin_memory";
    if (!gathers) {
      parts.push_back(values[i] ? value(*values[i], argument.type) : default_value(argument));
      // A literal 0 is a null pointer too, and another overload takes text there (padding="same").
      if (parts.back() == "0" && argument.is_int_list() &&
          std::ranges::any_of(ops::find_schemas(call.schema->name), [&](const ops::Schema& other) {
            return i < other.arguments.size() && other.arguments[i].type.starts_with("str");
          }))
        parts.back() = "std::vector<int64_t>{0}";
      continue;
    }
    std::string options = "torch::TensorOptions()";
    for (size_t end = i + 4; i < end; ++i) {
      if (!values[i] || values[i]->is_none()) continue;
      std::string setter(arguments[i].name == "pin_memory" ? "pinned_memory" : arguments[i].name);
      options += "." + setter + "(" + value(*values[i], arguments[i].type) + ")";
    }
    --i;
    if (call.requires_grad) options += ".requires_grad(true)";
    parts.push_back(options);
  }
  std::string text;
  for (const std::string& part : parts)
    text += (&part == parts.data() ? "" : ", ") + part;
  return text;
}

CppWriter::Call CppWriter::call_operator(const Node* node, std::string_view name,
                                         std::string_view callee, const ops::PythonFunction* python,
                                         bool is_method) {
  const std::optional<ops::BoundCall> best =
      ops::bind_best(*node, ops::find_schemas(name), python,
                     [this](const Node* operand) -> const ValueType& { return type(operand); });
  if (best) {
    bool writes_out = std::ranges::any_of(best->schema->arguments, is_out);
    std::string function(callee);
    // torch:: has factories of its own, which hide the functions of the same name in at::.
    const bool is_hidden = !is_method && !writes_out && !ops::makes_options(*best->schema) &&
                           std::ranges::any_of(ops::find_schemas(name), ops::makes_options);
    if (is_hidden && function.starts_with("torch::")) function.replace(0, 5, "at");
    return {function + (writes_out ? "_out(" : "(") + bound_arguments(node, *best) + ")",
            ops::return_type(*best->schema)};
  }
  if (!node->kwargs().empty())
    return {failure_.at(node, "LibTorch has no overload of " + std::string(callee) +
                                  " with these arguments"),
            {}};
  // C++ converts more than the schemas say: as the user wrote it, it compiled.
  auto schemas = ops::find_schemas(name);
  return {std::string(callee) + "(" + joined(node->args().subspan(is_method ? 1 : 0)) + ")",
          schemas.empty() ? ValueType::tensor() : ops::return_type(schemas.front())};
}

CppWriter::Call CppWriter::call_functional(const Node* node, const ops::CppFunction& function) {
  const ops::CppFunctional& functional = *function.functional;
  // Values in the order of C++'s parameters, then the options by name.
  std::vector<std::optional<Argument>> leading(functional.parameters.size());
  std::vector<std::pair<std::string_view, Argument>> named;
  std::vector<std::string_view> names;
  if (function.python) {
    for (std::string_view name : function.python->positional)
      names.push_back(name);
    for (const ops::PythonKeyword& keyword : function.python->keywords)
      names.push_back(keyword.name);
  }
  if (names.empty()) {
    for (std::string_view name : functional.parameters)
      names.push_back(name);
    if (function.options)
      for (const ops::OptionsField& field : function.options->fields)
        names.push_back(field.name);
  }
  for (size_t i = 0; i < node->args().size(); ++i) {
    if (i < leading.size())
      leading[i] = node->arg(i);
    else if (i < names.size())
      named.emplace_back(names[i], node->arg(i));
    else
      return {failure_.at(node, "too many arguments for " + function.qualified_name), {}};
  }
  for (const KeywordArgument& keyword : node->kwargs()) {
    auto found = std::ranges::find(names, keyword.name.view());
    auto index = static_cast<size_t>(found - names.begin());
    if (found != names.end() && index < leading.size())
      leading[index] = keyword.value;
    else if (!ops::says_nothing(keyword, function.python))
      named.emplace_back(keyword.name, keyword.value);
  }

  // forward begins with `namespace F = torch::nn::functional;`.
  std::string text = "F::" + std::string(functional.name) + "(";
  for (const auto& argument : leading) {
    if (!argument) break;
    text += (&argument == leading.data() ? "" : ", ") +
            value(*argument, is_sequence(*argument) ? "int[]" : "");
  }
  auto take = [&](std::string_view name) -> std::optional<Argument> {
    auto found = std::ranges::find(named, name, &std::pair<std::string_view, Argument>::first);
    if (found == named.end()) return std::nullopt;
    Argument argument = found->second;
    named.erase(found);
    return argument;
  };
  std::string trailing;
  for (std::string_view name : functional.trailing)
    if (auto argument = take(name)) trailing += ", " + value(*argument);
  bool needs_options = function.options && !function.options->constructor.empty();
  if (function.options && (needs_options || !named.empty() || !trailing.empty())) {
    std::string options = "F::" + std::string(function.options->name) + "(";
    for (std::string_view name : function.options->constructor) {
      auto argument = take(name);
      if (!argument)
        return {failure_.at(node, function.qualified_name + " needs " + std::string(name)), {}};
      const ops::OptionsField* field = function.options->field(name);
      if (!options.ends_with("(")) options += ", ";
      options += option_value(*argument, field ? field->type : "");
    }
    options += ")";
    for (const ops::OptionsField& field : function.options->fields)
      if (auto argument = take(field.name))
        options += "." + std::string(field.name) + "(" + option_value(*argument, field.type) + ")";
    text += ", " + options + trailing;
  }
  if (!named.empty())
    return {failure_.at(node, "C++'s " + function.qualified_name + " has no option " +
                                  std::string(named.front().first)),
            {}};
  return {text + ")", ValueType::parse(functional.result)};
}

/// torch.nn.init.NAME(tensor, ...): the same function, whose words are constants in C++.
CppWriter::Call CppWriter::initialiser(const Node* node, std::string_view name) {
  std::string text;
  for (const Argument& argument : node->args()) {
    const std::string tag =
        argument.is(Kind::String) ? ops::cpp_enum(argument.symbol().view()) : std::string();
    text += (text.empty() ? "" : ", ") + (tag.empty() ? value(argument) : tag);
  }
  if (!node->kwargs().empty())
    return {failure_.at(node, "torch::nn::init takes its arguments by position in C++"), {}};
  return {"torch::nn::init::" + std::string(name) + "(" + text + ")", ValueType::tensor()};
}

/// What Python's conversions make of a tensor of one element.
std::optional<CppWriter::Call> CppWriter::number_of_tensor(std::string_view target,
                                                           const std::string& tensor) {
  if (target == "builtins.float")
    return Call{tensor + ".item<double>()", ValueType::of(ValueType::Kind::Float)};
  if (target == "builtins.int")
    return Call{tensor + ".item<int64_t>()", ValueType::of(ValueType::Kind::Int)};
  if (target == "builtins.bool" || target == "operator.truth")
    return Call{tensor + ".item<bool>()", ValueType::of(ValueType::Kind::Bool)};
  if (target == "operator.not_")
    return Call{"!" + tensor + ".item<bool>()", ValueType::of(ValueType::Kind::Bool)};
  if (target == "builtins.abs" || target == "operator.abs")
    return Call{tensor + ".abs()", ValueType::tensor()};
  return std::nullopt;
}

std::string CppWriter::receiver(const Argument& object) {
  std::string text = value(object);
  return text.starts_with('-') ? "(" + text + ")" : text;
}

CppWriter::Call CppWriter::call_function(const Node* node) {
  const std::string_view target = node->target();
  const ops::Callee& callee = ops::callee_of(*node);
  if (callee.is(ops::Callee::Kind::Initializer)) return initialiser(node, callee.name);
  if (target == "operator.getitem") return get_item(node);
  if (target == "operator.setitem") return set_item(node);
  if (target == "builtins.getattr") return attribute(node);
  if (target == "torch._assert") return assertion(node);
  if (target == "torch.functional.tensordot") {
    // Python takes the dimensions of both as a pair.
    const Argument* dims = node->kwarg("dims");
    const Argument* out = node->kwarg("out");
    if (dims && is_sequence(*dims) && dims->items().size() == 2 && node->args().size() == 2 &&
        is_sequence(dims->items()[0]) && is_sequence(dims->items()[1]) && (!out || out->is_none()))
      return {"torch::tensordot(" + joined(node->args()) + ", " + value(dims->items()[0], "int[]") +
                  ", " + value(dims->items()[1], "int[]") + ")",
              ValueType::tensor()};
  }
  if (target == "builtins.len" && node->args().size() == 1) {
    const ValueType& list = argument_type(node->arg(0));
    if (list.is(ValueType::Kind::List) || list.is(ValueType::Kind::Sizes) ||
        list.is(ValueType::Kind::Map))
      return {"static_cast<int64_t>(" + value(node->arg(0)) + ".size())",
              ValueType::parse("int64_t")};
    if (list.is(ValueType::Kind::Tensor))
      return {receiver(node->arg(0)) + ".size(0)", ValueType::of(ValueType::Kind::Int)};
  }
  if (callee.arithmetic) return python_operator(node, *callee.arithmetic);
  const bool is_extreme = target == "builtins.max" || target == "builtins.min";
  const bool is_of_list = is_extreme && node->args().size() == 1 && is_sequence(node->arg(0));
  const bool is_of_floats = std::ranges::any_of(
      is_of_list ? node->arg(0).items() : node->args(),
      [&](const Argument& argument) { return argument_type(argument).is(ValueType::Kind::Float); });
  if (is_of_list)
    return {std::string(target == "builtins.max" ? "std::max<" : "std::min<") +
                (is_of_floats ? "double>(" : "int64_t>(") +
                braces(node->arg(0), is_of_floats ? "float" : "int") + ")",
            ValueType::of(is_of_floats ? ValueType::Kind::Float : ValueType::Kind::Int)};
  if (is_of_floats && is_extreme)
    return special_function(node,
                            target == "builtins.max" ? "std::max<double>" : "std::min<double>",
                            ValueType::of(ValueType::Kind::Float));
  if (is_of_floats && (target == "builtins.abs" || target == "operator.abs"))
    return special_function(node, "std::abs", ValueType::of(ValueType::Kind::Float));
  if (callee.needs_operand() && node->args().empty())
    return {failure_.at(node, node->target().str() + " takes a value"), {}};
  if (node->args().size() == 1 && argument_type(node->arg(0)).is(ValueType::Kind::Tensor))
    if (std::optional<Call> call = number_of_tensor(target, receiver(node->arg(0)))) return *call;
  if (node->args().size() == 1 && argument_type(node->arg(0)).is(ValueType::Kind::Scalar)) {
    const std::string scalar = receiver(node->arg(0));
    if (target == "builtins.float")
      return {scalar + ".toDouble()", ValueType::of(ValueType::Kind::Float)};
    if (target == "builtins.int")
      return {scalar + ".toLong()", ValueType::of(ValueType::Kind::Int)};
    if (target == "builtins.bool")
      return {scalar + ".toBool()", ValueType::of(ValueType::Kind::Bool)};
  }
  if (const ops::PythonBuiltin* known = callee.python; known && known->cpp.exists()) {
    const std::string_view name = known->cpp.text();
    if (helpers_) helpers_->autocast_settings |= name.starts_with("at::autocast::");
    return special_function(node, name, ValueType::of(known->cpp.result()));
  }
  if (callee.python)
    return {failure_.at(node, "C++ has no " + node->target().str() + ": " +
                                  std::string(callee.python->cpp.why_not())),
            {}};
  const std::optional<ops::CppFunction>& function = callee.cpp;
  if (!function)
    return {failure_.at(node, "there is no " + std::string(target) +
                                  " in LibTorch; a stand-alone header cannot call it"),
            {}};
  if (function->functional) return call_functional(node, *function);
  // torch::normal takes numbers alone, and hides at::normal.
  std::string_view qualified = function->qualified_name;
  if (qualified == "torch::normal" &&
      std::ranges::any_of(node->all_input_nodes(), [&](Node* input) {
        return argument_type(Argument(input)).is(ValueType::Kind::Tensor);
      }))
    qualified = "at::normal";
  return call_operator(node, function->operator_name, qualified, function->python, false);
}

CppWriter::Call CppWriter::call_method(const Node* node) {
  std::string_view name = node->target();
  std::string self = receiver(node->arg(0));
  if (const ValueType& object = argument_type(node->arg(0)); object.is(ValueType::Kind::Struct))
    return {failure_.at(node, "the method " + std::string(name) + " of " + object.text +
                                  ", which has members only where it is defined anew"),
            {}};
  const ops::Callee& callee = ops::callee_of(*node);
  for (const ops::TensorMember& member : callee.members) {
    if (!member.cpp.exists() || !node->kwargs().empty() || !member.takes(node->args().size() - 1))
      continue;
    if (member.cpp.result() == ValueType::Kind::Scalar) {
      const std::string* declared = node->meta(meta::cpp_type);
      ValueType type = ValueType::parse(declared ? *declared : "at::Scalar");
      const std::string argument = type.is_number() ? "<" + type.text + ">" : "";
      return {self.append(".").append(member.cpp.text()).append(argument).append("()"), type};
    }
    std::string call(member.cpp.text());
    if (!call.ends_with(")")) call.append("(").append(joined(node->args().subspan(1))).append(")");
    return {self.append(".").append(call), ValueType::of(member.cpp.result())};
  }
  if (callee.schemas.empty())
    return {failure_.at(node, "torch::Tensor has no method " + std::string(name) +
                                  ops::why_not(callee.members, &ops::TensorMember::cpp)),
            {}};
  return call_operator(node, name, self + "." + std::string(name), nullptr, true);
}

CppWriter::Call CppWriter::call_module(const Node* node) {
  auto member = members_.modules.find(node->target().str());
  const Module* module = module_.modules.find(node->target());
  if (member == members_.modules.end() || !module || module->kind != ModuleKind::Leaf)
    return {failure_.at(node, "there is no module " + node->target().str() + " to call"), {}};
  const Module* original = module->alias_of ? module->alias_of : module;
  const ops::ModuleHolder* holder = ops::find_module_holder(original->cpp_type.view());
  keeps_optional_ = true;
  // The sizes that ConvTranspose2d and MaxUnpool2d take are a list in C++, a tuple in Python.
  auto spelled = [&](const Argument& argument) {
    const auto items = argument.items();
    const bool sizes =
        argument.is(Kind::Tuple) && std::ranges::all_of(items, [&](const Argument& item) {
          return argument_type(item).is(ValueType::Kind::Int);
        });
    return sizes ? "std::vector<int64_t>" + braces(argument, "int") : value(argument);
  };
  std::string arguments;
  for (const Argument& argument : node->args())
    arguments += (arguments.empty() ? "" : ", ") + spelled(argument);
  bool plain = std::ranges::all_of(node->args(), [](const Argument& a) { return a.is_node(); });
  size_t given = node->args().size();
  for (size_t left = node->kwargs().size(); left > 0; ++given) {
    // The names of C++'s parameters; an optional one may be called "hx_opt" where Python has "hx".
    if (!holder || given >= holder->forward.size())
      return {
          failure_.at(node, "forward of " + original->cpp_type.str() + " has no such parameter"),
          {}};
    const ops::ForwardParameter& parameter = holder->forward[given];
    const Argument* keyword = node->kwarg(parameter.name);
    if (!arguments.empty()) arguments += ", ";
    arguments += keyword ? spelled(*keyword) : std::string(parameter.default_value);
    left -= keyword ? 1 : 0;
    plain = false;
  }
  keeps_optional_ = false;
  ValueType type = holder ? ValueType::parse(holder->result) : ValueType::tensor();
  if (type.is(ValueType::Kind::Other)) type.text = "torch::nn::" + type.text;
  return {member->second + (plain ? "(" : "->forward(") + arguments + ")", std::move(type)};
}

} // namespace fx::codegen
