// Calls of LibTorch's operators, methods, functionals and modules.
#include "CppWriter.h"

#include "fx/IR/Printer.h"
#include "fx/Ops/LibTorch.h"
#include "fx/Ops/PythonSignature.h"

#include <algorithm>

namespace fx::codegen {
namespace {

using Kind = Argument::Kind;

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

/// "{0}"
static bool is_list_of_one(std::string_view text) {
  return text.starts_with('{') && text.ends_with('}') && text.find(',') == text.npos;
}

std::string CppWriter::bound_arguments(const Node* node, const ops::BoundCall& call,
                                       bool is_method) {
  const auto values = call.values(*node);
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
          std::ranges::any_of(ops::libtorch_of(*node).find_schemas(call.schema->name),
                              [&](const ops::Schema& other) {
                                return i < other.arguments.size() &&
                                       other.arguments[i].type.starts_with("str");
                              }))
        parts.back() = "std::vector<int64_t>{0}";
      // So is {0} a truth value: x.var({0}) is not x.var(true). And an int64_t is as good a bool as
      // it is the int that x.var(0) takes.
      const bool is_number = values[i] && types_.type(*values[i]).is(ValueType::Kind::Int);
      if (i + 1 == count && (is_number || is_list_of_one(parts.back())) && argument.is_int_list() &&
          std::ranges::any_of(ops::libtorch_of(*node).find_schemas(call.schema->name),
                              [&](const ops::Schema& other) {
                                return i < other.arguments.size() &&
                                       other.arguments[i].type == "bool";
                              }))
        parts.back() =
            "std::vector<int64_t>" + (is_number ? "{" + parts.back() + "}" : parts.back());
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
  return comma_list(parts, std::identity());
}

std::string CppWriter::call_operator(const Node* node, std::string_view callee) {
  const bool is_method = node->op() == Opcode::CallMethod;
  if (const ops::BoundCall* call = types_.call(*node)) {
    bool writes_out = std::ranges::any_of(call->schema->arguments, is_out);
    std::string function(callee);
    // torch:: has factories of its own, which hide the functions of the same name in at::.
    const bool is_hidden =
        !is_method && !writes_out && !ops::makes_options(*call->schema) &&
        std::ranges::any_of(ops::libtorch_of(*node).find_schemas(call->schema->name),
                            ops::makes_options);
    if (is_hidden && function.starts_with("torch::")) function.replace(0, 5, "at");
    return function + (writes_out ? "_out(" : "(") + bound_arguments(node, *call, is_method) + ")";
  }
  if (!node->kwargs().empty()) return failure_.at(node, diag::overload_missing, callee);
  // C++ converts more than the schemas say: as the user wrote it, it compiled.
  return std::string(callee) + "(" + joined(node->args().subspan(is_method ? 1 : 0)) + ")";
}

/// torch.ops.aten.add.Tensor: C++ has a method or a function for each operator, and takes the
/// overload by the types of the operands.
std::string CppWriter::call_overload(const Node* node) {
  const ops::Schema& schema = ops::callee_of(*node).schemas.front();
  const ops::BoundCall* call = types_.call(*node);
  // Python gives add.Tensor a number too, for which C++ has an overload of its own.
  if (call == nullptr && (!node->kwargs().empty() || node->args().empty()))
    return failure_.at(node, diag::overload_missing, node->target().view());
  const bool writes_out = std::ranges::any_of(schema.arguments, is_out);
  const bool is_method = !writes_out && !schema.arguments.empty() &&
                         schema.arguments[0].name == "self" &&
                         ops::is_tensor_method(schema.name, ops::libtorch_of(*node).version());
  std::string text =
      is_method ? receiver(call ? *call->values(*node)[0] : node->arg(0)) + "." : "at::";
  text.append(schema.name).append(writes_out ? "_out(" : "(");
  return text +
         (call ? bound_arguments(node, *call, is_method)
               : joined(node->args().subspan(is_method ? 1 : 0))) +
         ")";
}

namespace {

/// The names of the arguments that a functional takes, in the order of Python's signature, where
/// there is one, else of C++'s.
std::vector<std::string_view> argument_names(const ops::CppFunction& function) {
  std::vector<std::string_view> names;
  if (function.python) {
    for (std::string_view name : function.python->positional)
      names.push_back(name);
    for (const ops::PythonKeyword& keyword : function.python->keywords)
      names.push_back(keyword.name);
  }
  if (!names.empty()) return names;
  for (std::string_view name : function.functional->parameters)
    names.push_back(name);
  if (function.options)
    for (const ops::OptionsField& field : function.options->fields)
      names.push_back(field.name);
  return names;
}

} // namespace

bool CppWriter::FunctionalArguments::sort(const Node* node, const ops::CppFunction& function) {
  leading.resize(function.functional->parameters.size());
  const std::vector<std::string_view> names = argument_names(function);
  for (size_t i = 0; i < node->args().size(); ++i) {
    if (i < leading.size())
      leading[i] = node->arg(i);
    else if (i < names.size())
      named.emplace_back(names[i], node->arg(i));
    else
      return false;
  }
  for (const KeywordArgument& keyword : node->kwargs()) {
    auto found = std::ranges::find(names, keyword.name.view());
    auto index = static_cast<size_t>(found - names.begin());
    if (found != names.end() && index < leading.size())
      leading[index] = keyword.value;
    else if (!ops::is_default(keyword, function.python))
      named.emplace_back(keyword.name, keyword.value);
  }
  return true;
}

std::optional<Argument> CppWriter::FunctionalArguments::take(std::string_view name) {
  auto found = std::ranges::find(named, name, &std::pair<std::string_view, Argument>::first);
  if (found == named.end()) return std::nullopt;
  Argument argument = found->second;
  named.erase(found);
  return argument;
}

std::string CppWriter::functional_options(const Node* node, const ops::CppFunction& function,
                                          FunctionalArguments& arguments) {
  const ops::OptionsClass& options = *function.options;
  std::string text = "F::" + std::string(options.name) + "(";
  for (std::string_view name : options.constructor) {
    auto argument = arguments.take(name);
    if (!argument) return failure_.at(node, diag::argument_needed, function.qualified_name, name);
    const ops::OptionsField* field = options.field(name);
    if (!text.ends_with("(")) text += ", ";
    text += option_value(*argument, field ? field->type : "");
  }
  text += ")";
  for (const ops::OptionsField& field : options.fields)
    if (auto argument = arguments.take(field.name))
      text += "." + std::string(field.name) + "(" + option_value(*argument, field.type) + ")";
  return text;
}

std::string CppWriter::call_functional(const Node* node, const ops::CppFunction& function) {
  const ops::CppFunctional& functional = *function.functional;
  FunctionalArguments arguments;
  if (!arguments.sort(node, function))
    return failure_.at(node, diag::too_many_arguments, function.qualified_name);
  // forward begins with `namespace F = torch::nn::functional;`.
  std::string text = "F::" + std::string(functional.name) + "(";
  for (const auto& argument : arguments.leading) {
    if (!argument) break;
    text += (&argument == arguments.leading.data() ? "" : ", ") +
            value(*argument, argument->is_sequence() ? "int[]" : "");
  }
  std::string trailing;
  for (std::string_view name : functional.trailing)
    if (auto argument = arguments.take(name)) trailing += ", " + value(*argument);
  bool needs_options = function.options && !function.options->constructor.empty();
  if (function.options && (needs_options || !arguments.named.empty() || !trailing.empty()))
    text += ", " + functional_options(node, function, arguments) + trailing;
  if (!arguments.named.empty())
    return failure_.at(node, diag::libtorch_option_missing, function.qualified_name,
                       arguments.named.front().first);
  return text + ")";
}

/// torch.nn.init.NAME(tensor, ...): the same function, whose words are constants in C++.
std::string CppWriter::initialiser(const Node* node, std::string_view name) {
  std::string text;
  for (const Argument& argument : node->args()) {
    const std::string tag = argument.is(Kind::String)
                                ? ops::libtorch_of(*node).cpp_enum(argument.symbol().view())
                                : std::string();
    text += (text.empty() ? "" : ", ") + (tag.empty() ? value(argument) : tag);
  }
  if (!node->kwargs().empty()) return failure_.at(node, diag::initialiser_with_keywords);
  return "torch::nn::init::" + std::string(name) + "(" + text + ")";
}

std::string CppWriter::receiver(const Argument& object) {
  std::string text = value(object);
  return text.starts_with('-') ? "(" + text + ")" : text;
}

/// What Python writes with brackets and dots, each with as many values as that has places.
std::optional<std::string> CppWriter::python_syntax(const Node* node) {
  struct Syntax {
    std::string_view target;
    size_t operands;
    std::string (CppWriter::*write)(const Node* node);
  };
  static constexpr Syntax rows[] = {
      {"operator.getitem", 2, &CppWriter::get_item},
      {"operator.setitem", 3, &CppWriter::set_item},
      {"builtins.getattr", 2, &CppWriter::attribute},
  };
  const auto* row = std::ranges::find(rows, node->target().view(), &Syntax::target);
  if (row == std::end(rows)) return std::nullopt;
  if (node->args().size() != row->operands || !node->kwargs().empty())
    return failure_.at(node, diag::operator_of_other_operands, node->target().str());
  return (this->*row->write)(node);
}

/// torch.autograd.grad: its keywords, in the order of C++'s parameters.
std::string CppWriter::gradients(const Node* node) {
  struct Parameter {
    std::string_view name, type, absent;
  };
  static constexpr Parameter parameters[] = {
      {"outputs", "Tensor[]", "{}"},      {"inputs", "Tensor[]", "{}"},
      {"grad_outputs", "Tensor[]", "{}"}, {"retain_graph", "bool?", "c10::nullopt"},
      {"create_graph", "bool", "false"},  {"allow_unused", "bool", "false"}};
  constexpr size_t count = std::size(parameters);
  std::vector<std::string> parts;
  std::vector<std::string> said;
  size_t given = node->args().size();
  for (size_t i = 0; i < count; ++i) {
    const Parameter& parameter = parameters[i];
    const Argument* argument =
        i < node->args().size() ? &node->arg(i) : node->kwarg(parameter.name);
    if (argument != nullptr && i >= node->args().size()) ++given;
    // In Python one tensor stands for a list of it, and None for none.
    const bool is_list = parameter.type == "Tensor[]";
    const bool is_one =
        argument && is_list && argument->is_node() && type(*argument).is(ValueType::Kind::Tensor);
    const bool is_absent = argument == nullptr || (is_list && argument->is_none());
    parts.push_back(is_absent ? std::string(parameter.absent)
                    : is_one  ? value(Argument::list({*argument}), parameter.type)
                              : value(*argument, parameter.type));
    if (!is_absent) said = parts;
  }
  // Python's other parameters come behind create_graph.
  if (node->args().size() > 5 || given != node->args().size() + node->kwargs().size())
    return failure_.at(node, diag::keywords_in_cpp, node->target().str());
  return "torch::autograd::grad(" + comma_list(said, std::identity()) + ")";
}

std::string CppWriter::not_in_libtorch(const Node* node) {
  const std::string_view target = node->target();
  std::vector<std::string> notes;
  if (target.find('.') == target.npos) // a name of C++
    notes = {
        "it is the program's own, and kept whole: without --wrap the graph has what it computes, "
        "and --rewrite leaves the call in your source"};
  return failure_.at(node, say(diag::function_not_in_libtorch, target), std::move(notes));
}

std::string CppWriter::call_function(const Node* node) {
  const std::string_view target = node->target();
  const ops::Callee& callee = ops::callee_of(*node);
  if (callee.is(ops::Callee::Kind::Initializer)) return initialiser(node, callee.name);
  if (const std::optional<std::string> text = python_syntax(node)) return *text;
  if (target == "torch._assert") return assertion(node);
  if (target == "torch.autograd.grad" && !node->args().empty()) return gradients(node);
  if (target == "torch.functional.tensordot") {
    // Python takes the dimensions of both as a pair.
    const Argument* dims = node->kwarg("dims");
    const Argument* out = node->kwarg("out");
    if (dims && dims->is_sequence() && dims->items().size() == 2 && node->args().size() == 2 &&
        dims->items()[0].is_sequence() && dims->items()[1].is_sequence() &&
        (!out || out->is_none()))
      return "torch::tensordot(" + joined(node->args()) + ", " + value(dims->items()[0], "int[]") +
             ", " + value(dims->items()[1], "int[]") + ")";
  }
  if (callee.arithmetic) return python_operator(node, *callee.arithmetic);
  if (callee.needs_operand() && node->args().empty())
    return failure_.at(node, diag::operand_needed, node->target().str());
  if (callee.python) return python_function(node, *callee.python);
  const std::optional<ops::CppFunction>& function = callee.cpp;
  if (!function && callee.is(ops::Callee::Kind::Operator)) return call_overload(node);
  if (!function) return not_in_libtorch(node);
  if (function->functional) return call_functional(node, *function);
  // torch::normal takes numbers alone, and hides at::normal.
  std::string_view qualified = function->qualified_name;
  if (qualified == "torch::normal" &&
      std::ranges::any_of(node->all_input_nodes(), [&](const Node* input) {
        return type(input).is(ValueType::Kind::Tensor);
      }))
    qualified = "at::normal";
  return call_operator(node, qualified);
}

/// A function of Python's own, by what it is called on: numbers, a tensor of one element, a list.
std::string CppWriter::python_function(const Node* node, const ops::PythonBuiltin& function) {
  const ValueType& result = type(node);
  std::string spelling(function.cpp.text());
  const size_t mark = spelling.find('$');
  if (mark != spelling.npos) spelling.replace(mark, 1, result.text);
  const bool is_single = node->args().size() == 1 && node->kwargs().empty();
  const ValueType given = is_single ? type(node->arg(0)) : ValueType();
  if (function.target == "builtins.len" && is_single) {
    using enum ValueType::Kind;
    if (given.is(List) || given.is(Sizes) || given.is(Map))
      return "static_cast<int64_t>(" + value(node->arg(0)) + ".size())";
    if (given.is(Tensor)) return receiver(node->arg(0)) + ".size(0)";
  }
  // float(x), bool(x), abs(x)
  const bool converts = spelling.starts_with("static_cast<") || spelling == "!";
  if (given.is(ValueType::Kind::Tensor) && converts)
    return (spelling == "!" ? "!" : "") + receiver(node->arg(0)) + ".item<" + result.text + ">()";
  if (given.is(ValueType::Kind::Tensor) && result.is(ValueType::Kind::Tensor) &&
      spelling == "std::abs")
    return receiver(node->arg(0)) + ".abs()";
  if (given.is(ValueType::Kind::Scalar) && converts && spelling != "!")
    return receiver(node->arg(0)) + ".to<" + result.text + ">()";
  if (!function.cpp.exists())
    return failure_.at(node, diag::cpp_function_missing, node->target().str(),
                       function.cpp.why_not());
  if (helpers_) helpers_->autocast_settings |= spelling.starts_with("at::autocast::");
  // max([a, b])
  if (is_single && node->arg(0).is_sequence() && mark != spelling.npos)
    return spelling + "(" +
           braces(node->arg(0), result.is(ValueType::Kind::Float) ? "float" : "int") + ")";
  return special_function(node, spelling);
}

std::string CppWriter::call_method(const Node* node) {
  std::string_view name = node->target();
  std::string self = receiver(node->arg(0));
  if (const ValueType object = type(node->arg(0)); object.is(ValueType::Kind::Struct))
    return failure_.at(node, diag::method_of_a_struct, name, object.text);
  const ops::Callee& callee = ops::callee_of(*node);
  for (const ops::TensorMember& member : callee.members) {
    if (!member.cpp.exists() || !node->kwargs().empty() || !member.takes(node->args().size() - 1))
      continue;
    std::string call(member.cpp.text());
    // item<double>()
    if (member.cpp.result() == ValueType::Kind::Scalar && type(node).is_number())
      call.append("<").append(type(node).text).append(">");
    if (!call.ends_with(")")) call.append("(").append(joined(node->args().subspan(1))).append(")");
    return self.append(".").append(call);
  }
  if (callee.schemas.empty())
    return failure_.at(node, diag::tensor_method_missing, name,
                       ops::why_not(callee.members, &ops::TensorMember::cpp));
  return call_operator(node, self + "." + std::string(name));
}

std::string CppWriter::call_module(const Node* node) {
  auto member = members_.modules.find(node->target().str());
  const ModuleNode* module = module_.modules.find(node->target());
  if (member != members_.modules.end() && module && module->graph && node->kwargs().empty())
    return member->second + "->forward(" + joined(node->args()) + ")";
  if (member == members_.modules.end() || !module || module->kind != ModuleKind::Leaf)
    return failure_.at(node, diag::module_to_call_missing, node->target().str());
  const ModuleNode* original = module->alias_of ? module->alias_of : module;
  const ops::ModuleHolder* holder =
      ops::libtorch_of(*node).find_module_holder(original->cpp_type.view());
  keeps_optional_ = true;
  // The sizes that ConvTranspose2d and MaxUnpool2d take are a list in C++, a tuple in Python.
  auto spelled = [&](const Argument& argument) {
    const auto items = argument.items();
    const bool sizes =
        argument.is(Kind::Tuple) && std::ranges::all_of(items, [&](const Argument& item) {
          return type(item).is(ValueType::Kind::Int);
        });
    return sizes ? "std::vector<int64_t>" + braces(argument, "int") : value(argument);
  };
  std::string arguments;
  for (const Argument& argument : node->args())
    arguments += (arguments.empty() ? "" : ", ") + spelled(argument);
  bool plain = std::ranges::all_of(node->args(), [](const Argument& a) { return a.is_node(); });
  size_t given = node->args().size();
  for (size_t left = node->kwargs().size(); left > 0; ++given) {
    if (!holder || given >= holder->forward.size())
      return failure_.at(node, diag::forward_parameter_missing, original->cpp_type.str());
    const ops::ForwardParameter& parameter = holder->forward[given];
    const Argument* keyword = node->kwarg(ops::python_forward_name(holder->name, parameter.name));
    if (keyword == nullptr) keyword = node->kwarg(parameter.name);
    if (!arguments.empty()) arguments += ", ";
    arguments += keyword ? spelled(*keyword) : std::string(parameter.default_value);
    left -= keyword ? 1 : 0;
    plain = false;
  }
  keeps_optional_ = false;
  const Argument* input = node->args().empty() ? node->kwarg("input") : &node->arg(0);
  const bool is_packed =
      input != nullptr && type(*input).is(ValueType::Kind::Struct) && holder != nullptr;
  const std::string_view method = is_packed ? "->forward_with_packed_input(" : "->forward(";
  // What a call gives may be a pointer: layers[0]->as<torch::nn::ReLU>().
  const bool is_holder = !member->second.ends_with(')');
  return member->second + (plain && is_holder && !is_packed ? "(" : std::string(method)) +
         arguments + ")";
}

} // namespace fx::codegen
