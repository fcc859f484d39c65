#include "Program.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/ValueType.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::verify {

namespace {

using frontend::InputSpec;

std::string cpp_quoted(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream stream(result);
  stream << '"';
  stream.write_escaped(text);
  stream << '"';
  return result;
}

/// No input is of a type that LibTorch does not have: the trace refused it. It would not compile.
std::string dtype_expression(std::string_view name) {
  const ElementType* type = find_element_type(name);
  return type && type->exists() ? std::string(type->cpp) : "torch::" + std::string(name);
}

std::string expression(const InputSpec& spec);

std::string items_of(const InputSpec& spec) {
  std::string items;
  for (const InputSpec& item : spec.items)
    items += (items.empty() ? "" : ", ") + expression(item);
  return items;
}

/// A C++ expression that makes a random value.
std::string expression(const InputSpec& spec) {
  switch (spec.kind) {
  case InputSpec::Kind::Tensor:
    return fmt::format("fx_verify::random_tensor({{{}}}, {}, {})",
                       fmt::join(spec.tensor.shape, ", "), dtype_expression(spec.tensor.dtype),
                       spec.below);
  case InputSpec::Kind::Tuple: return "std::make_tuple(" + items_of(spec) + ")";
  case InputSpec::Kind::List:
    return spec.items.empty() ? "{}"
                              : fmt::format("std::vector<decltype({})>{{{}}}",
                                            expression(spec.items.front()), items_of(spec));
  case InputSpec::Kind::Literal: break;
  }
  const Argument& literal = spec.literal;
  switch (literal.kind()) {
  case Argument::Kind::Bool: return literal.as_bool() ? "true" : "false";
  case Argument::Kind::Int: return fmt::format("int64_t{{{}}}", literal.as_int());
  case Argument::Kind::Float: return fmt::format("{:#}", literal.as_float());
  case Argument::Kind::String:
    return fmt::format("std::string({})", cpp_quoted(literal.symbol().view()));
  default: return "torch::Tensor()";
  }
}

bool is_passed(const Input& input) {
  return input.example.has_value();
}

/// The variables of the inputs; what is an empty optional or a null tensor is written as {} in
/// the call.
std::string declare_inputs(const std::vector<Input>& inputs) {
  std::string text;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (!is_passed(inputs[i]) || inputs[i].example->is_none()) continue;
    const ValueType::Structs none;
    const ValueType type = ValueType::parse(inputs[i].cpp_type, &none);
    const std::string value = expression(*inputs[i].example);
    const InputSpec::Kind given = inputs[i].example->kind;
    // A pair, an array, a list of ints: made as declared, of the items. A reference to a list has
    // nothing of its own to refer to.
    const bool is_declared = (type.is(ValueType::Kind::Tuple) && given == InputSpec::Kind::Tuple) ||
                             (type.is(ValueType::Kind::List) && given == InputSpec::Kind::List &&
                              !type.text.starts_with("torch::ArrayRef"));
    if (is_declared || value == "{}")
      text += fmt::format("  {} input_{}{{{}}};\n", type.text, i, items_of(*inputs[i].example));
    else
      text += fmt::format("  auto input_{} = {};\n", i, value);
  }
  return text;
}

std::string join_inputs(const std::vector<Input>& inputs, llvm::StringRef prefix) {
  std::string text;
  for (size_t i = 0; i < inputs.size(); ++i)
    if (is_passed(inputs[i]) && !inputs[i].example->is_none())
      text += fmt::format("{}{}input_{}", text.empty() ? "" : ", ", prefix.str(), i);
  return text;
}

/// Whether what is nothing is given by a reference that may change it: {} is no variable.
bool needs_variable(const Input& input) {
  return input.example->is_none() && input.is_variable;
}

std::string call_arguments(const std::vector<Input>& inputs) {
  std::string text;
  for (size_t i = 0; i < inputs.size() && is_passed(inputs[i]); ++i) {
    const bool has_variable = !inputs[i].example->is_none() || needs_variable(inputs[i]);
    text += (i ? ", " : "") + (has_variable ? fmt::format("input_{}", i) : std::string("{}"));
  }
  return text;
}

/// In each call anew, for the call may have left something there.
std::string declare_empty_inputs(const std::vector<Input>& inputs) {
  std::string text;
  const ValueType::Structs none;
  for (size_t i = 0; i < inputs.size() && is_passed(inputs[i]); ++i)
    if (needs_variable(inputs[i]))
      text += fmt::format("{} input_{}{{}}; ", ValueType::parse(inputs[i].cpp_type, &none).text, i);
  return text;
}

/// A function object that calls `callee` on the inputs and keeps what it returns.
std::string caller(const Subject& subject, const std::string& callee) {
  const std::string parameters = join_inputs(subject.inputs, "auto& ");
  return fmt::format("[]([[maybe_unused]] auto& model, fx_verify::Leaves& out{}{}) {{ "
                     "{}fx_verify::keep(out, [&]() -> decltype(auto) {{ return {}({}); }}); }}",
                     parameters.empty() ? "" : ", ", parameters,
                     declare_empty_inputs(subject.inputs), callee, call_arguments(subject.inputs));
}

std::string original_caller(const Subject& subject) {
  const Origin& origin = subject.origin;
  return caller(subject, origin.is_function ? "::" + origin.root : "model." + origin.method);
}

/// The generated header's includes have to stand outside of the namespace that it is put into.
std::string includes_of(llvm::StringRef header) {
  std::string text;
  llvm::SmallVector<llvm::StringRef> lines;
  header.split(lines, '\n');
  for (const llvm::StringRef line : lines)
    if (line.starts_with("#include")) text += line.str() + "\n";
  return text;
}

std::string in_namespace(const std::string& name, const std::string& header) {
  std::string text = fmt::format("namespace {} {{\n#line 1 \"{}\"\n", name, name);
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(header).split(lines, '\n');
  for (const llvm::StringRef line : lines)
    text += (line.starts_with("#") ? std::string() : line.str()) + "\n";
  return text + fmt::format("}} // namespace {}\n", name);
}

/// The user's files, as the frontend read them, with what may stand in the way of a main.
std::string original(const Origin& origin) {
  std::string text = "#define main fx_verify_original_main\n";
  for (const std::string& macro : origin.macros) {
    const auto [name, value] = llvm::StringRef(macro).split('=');
    text += fmt::format("#ifndef {0}\n#define {0} {1}\n#endif\n", name.str(), value.str());
  }
  for (const std::string& file : origin.files) {
    const auto renamed = origin.renamed.find(file);
    if (renamed != origin.renamed.end())
      for (const auto& [name, other] : renamed->second)
        text += fmt::format("#define {} {}\n", name, other);
    text += fmt::format("#include {}\n", cpp_quoted(file));
    if (renamed != origin.renamed.end())
      for (const auto& [name, other] : renamed->second)
        text += fmt::format("#undef {}\n", name);
  }
  return text + "#undef main\n";
}

std::string make_original(const Origin& origin) {
  return origin.is_function
             ? "auto fx_verify_make() { return [] { return fx_verify::NoModel(); }; }\n"
             : fmt::format("auto fx_verify_make() {{ return [] {{ return (\n#line 1 \"{}\"\n"
                           "{}\n#line 1 \"{}\"\n); }}; }}\n",
                           root_place, origin.root, program_place);
}

std::string maker(const std::string& name) {
  return fmt::format("[] {{ return {}(); }}", name);
}

/// The same value in Python; `next` counts the tensors and numbers, which the program has saved.
std::string python_expression(const InputSpec& spec, size_t& next) {
  if (spec.kind == InputSpec::Kind::Tensor) return fmt::format("t[{}]", next++);
  if (spec.kind != InputSpec::Kind::Literal) {
    std::string items;
    for (const InputSpec& item : spec.items)
      items += python_expression(item, next) + ", ";
    return spec.kind == InputSpec::Kind::List ? "[" + items + "]" : "(" + items + ")";
  }
  const Argument& literal = spec.literal;
  next += literal.is(Argument::Kind::Bool) || literal.is(Argument::Kind::Int) ||
          literal.is(Argument::Kind::Float);
  return python_literal(literal);
}

std::string quoted_list(const std::vector<std::string>& texts) {
  std::string list;
  for (const std::string& text : texts)
    list += (list.empty() ? "" : ", ") + cpp_quoted(text);
  return "{" + list + "}";
}

std::string quoted_pairs(const std::map<std::string, std::string>& pairs) {
  std::string list;
  for (const auto& [first, second] : pairs)
    list += fmt::format("{}{{{}, {}}}", list.empty() ? "" : ", ", cpp_quoted(first),
                        cpp_quoted(second));
  return "{" + list + "}";
}

/// Declares `plan` and `inputs`.
std::string declare_plan(const Subject& subject, double tolerance) {
  std::string modes = subject.in_eval ? "false" : "";
  if (subject.in_train) modes += modes.empty() ? "true" : ", true";
  return fmt::format(
      "{}  const fx_verify::Plan plan{{{}, {}, {{{}}}, {}, {}, {}, argc > 1 ? argv[1] : \"\"}};\n"
      "  torch::manual_seed(0);\n{}  const auto inputs = std::make_tuple({});\n",
      subject.gradients ? "" : "  const torch::NoGradGuard no_gradients;\n",
      allowed_difference(subject, tolerance), subject.lost_precision > 0, modes,
      quoted_list(subject.removed), quoted_pairs(subject.renamed),
      quoted_list(subject.edited.empty() ? std::vector<std::string>() : subject.registered),
      declare_inputs(subject.inputs), join_inputs(subject.inputs, ""));
}

std::string main_program(const Subject& subject, double tolerance, const std::string& run) {
  return "int main([[maybe_unused]] int argc, [[maybe_unused]] char** argv) {\n" +
         declare_plan(subject, tolerance) + "  return fx_verify::ended([&] {\n  return " + run +
         ";\n  });\n}\n";
}

} // namespace

double allowed_difference(const Subject& subject, double tolerance) {
  return std::max(tolerance, subject.lost_precision);
}

std::string comparing_program(const Subject& subject, double tolerance) {
  // Its includes are done when the namespace begins.
  return includes_of(subject.cpp) +
         fmt::format("namespace fx_regenerated {{\n#include \"{}\"\n}}\n", regenerated_file) +
         original(subject.origin) + make_original(subject.origin) +
         main_program(subject, tolerance,
                      fmt::format("fx_verify::verify(plan, fx_verify_make(), {}, {}, {}, inputs)",
                                  original_caller(subject),
                                  maker("::fx_regenerated::" + subject.cpp_class),
                                  caller(subject, "model.forward")));
}

std::string program_of_one(const Subject& subject, double tolerance) {
  return original(subject.origin) + make_original(subject.origin) +
         main_program(subject, tolerance,
                      fmt::format("fx_verify::verify_alone(plan, argc < 3, fx_verify_make(), {}, "
                                  "inputs)",
                                  original_caller(subject)));
}

std::string python_arguments(const Subject& subject) {
  std::string text;
  size_t next = 0;
  for (const Input& input : subject.inputs) {
    if (!is_passed(input)) break;
    text += python_expression(*input.example, next) + ", ";
  }
  return "(" + text + ")";
}

std::string python_literal(const Argument& literal) {
  switch (literal.kind()) {
  case Argument::Kind::Bool: return literal.as_bool() ? "True" : "False";
  case Argument::Kind::Int: return fmt::format("{}", literal.as_int());
  case Argument::Kind::Float: return fmt::format("{:#}", literal.as_float());
  case Argument::Kind::String: return cpp_quoted(literal.symbol().view());
  default: return "None";
  }
}

std::string recording_program(const Subject& subject, const Verdict& verdict, double tolerance) {
  const auto made = [](const char* name) {
    return maker(fmt::format("::{}::{}", name, recorded_class));
  };
  const std::string forward = caller(subject, "model.forward");
  return includes_of(subject.traced_recorded) + includes_of(subject.changed_recorded) +
         in_namespace("fx_traced", subject.traced_recorded) +
         in_namespace("fx_changed", subject.changed_recorded) + original(subject.origin) +
         make_original(subject.origin) +
         main_program(
             subject, tolerance,
             fmt::format("fx_verify::find_node(plan, {}, {}, fx_verify_make(), {}, {}, {}, {}, {}, "
                         "{}, inputs)",
                         verdict.training, verdict.call, original_caller(subject),
                         made("fx_traced"), forward, made("fx_changed"), forward,
                         quoted_list(subject.nodes(verdict.training).returned)));
}

} // namespace fx::verify
