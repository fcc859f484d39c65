// Rows of C++ that make and call what torch::nn has: runtime/kernels/TorchModules.cpp and
// TorchFunctions.cpp include them. Each takes options and arguments by name.
#include "Ops/Headers/Readers.h"
#include "Ops/Headers/Text.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx::ops {

namespace {

using headers::npos;

/// Replaces a name, and the namespaces before it.
std::string replace_name(std::string text, std::string_view name, std::string_view by) {
  for (size_t at = text.find(name); at != npos;) {
    size_t begin = at;
    while (begin > 0 && (headers::is_word(text[begin - 1]) || text[begin - 1] == ':'))
      --begin;
    text.replace(begin, at + name.size() - begin, by);
    at = text.find(name, begin + by.size());
  }
  return text;
}

/// The type to hold a parameter of a type: "const Tensor&" -> "Tensor".
std::string value_type(std::string_view type) {
  headers::consume(type, "const ");
  while (type.ends_with('&'))
    type.remove_suffix(1);
  std::string result(headers::trimmed(type));
  // Views of lists need a list to look at.
  if (result.ends_with("optional<IntArrayRef>") || result.ends_with("optional<at::IntArrayRef>"))
    return "c10::OptionalArray<int64_t>";
  return replace_name(std::move(result), "IntArrayRef", "std::vector<int64_t>");
}

/// Declares `options` and sets every field that was given.
std::string options_text(const DeclaredOptions& options, std::string_view name) {
  std::string arguments;
  for (const std::string& parameter : options.constructor)
    arguments += fmt::format("{}given.get<{}>(\"{}\")", arguments.empty() ? "" : ", ",
                             options.field(parameter)->type, parameter);
  if (!arguments.empty()) arguments = '(' + arguments + ')';
  std::string text = fmt::format("{} options{};\n", name, arguments);
  for (const DeclaredOptions::Field& field : options.fields)
    if (std::ranges::find(options.constructor, field.name) == options.constructor.end())
      text += fmt::format("given.set(\"{0}\", options.{0}());\n", field.name);
  return text;
}

std::string argument_text(const DeclaredParameter& parameter) {
  const std::string type = value_type(parameter.type);
  if (!parameter.default_value) return fmt::format("given.get<{}>(\"{}\")", type, parameter.name);
  std::string value = *parameter.default_value;
  if (value.ends_with("nullopt")) value = "{}";
  if (!value.starts_with('{')) value = '{' + value + '}';
  return fmt::format("given.get<{0}>(\"{1}\", {0}{2})", type, parameter.name, value);
}

/// Reads every field; `options` is a member of the class, or of the one that it derives from.
std::string options_reader(const DeclaredModule& module, const DeclaredOptions& options) {
  if (options.fields.empty()) return "nullptr";
  std::string text =
      fmt::format("[](const torch::nn::Module& module, OptionValues& values) {{\n"
                  "const auto& options = dynamic_cast<const {}Impl&>(module).options;\n",
                  module.name);
  // A constructor whose parameters all have defaults sets the first field.
  if (options.constructor.empty())
    text += fmt::format("values.add(\"{1}\", options.{1}(), sets_first<{0}>(options.{1}()));\n",
                        options.name, options.fields.front().name);
  for (const std::string& name : options.constructor)
    text += fmt::format("values.add(\"{0}\", options.{0}(), true);\n", name);
  for (const DeclaredOptions::Field& field : options.fields) {
    const bool is_done = options.constructor.empty()
                             ? &field == &options.fields.front()
                             : std::ranges::count(options.constructor, field.name) != 0;
    if (!is_done) text += fmt::format("values.add(\"{0}\", options.{0}());\n", field.name);
  }
  return text + "}";
}

std::string module_row(const DeclaredModule& module, const Headers& headers) {
  const std::string impl = module.name + "Impl";
  std::string text = fmt::format(
      "{{\"{}\",\n[](const NamedArguments& given) -> std::shared_ptr<torch::nn::Module> {{\n",
      module.name);
  if (const DeclaredOptions* options = headers.find_options(module.options))
    text += options_text(*options, options->name) +
            fmt::format("return std::make_shared<{}>(options);\n", impl);
  else
    text += fmt::format("return made_without_options<{}>();\n", impl);
  const DeclaredOptions* declared = headers.find_options(module.options);
  const std::string reader = declared ? options_reader(module, *declared) : "nullptr";
  if (module.parameters.empty()) return text + "},\nnullptr,\n" + reader + "},\n";
  std::string names;
  std::string arguments;
  for (const DeclaredParameter& parameter : module.parameters) {
    const char* separator = names.empty() ? "" : ", ";
    names += fmt::format("{}\"{}\"", separator, parameter.name);
    arguments += separator + argument_text(parameter);
  }
  return text +
         fmt::format("}},\n[](torch::nn::Module& module, const Examples& arguments) -> Example {{\n"
                     "const NamedArguments given(arguments, {{{}}});\n"
                     "given.check_names();\n"
                     "return returned(dynamic_cast<{}&>(module).forward({}));\n}},\n{}}},\n",
                     names, impl, arguments, reader);
}

std::string function_row(const DeclaredFunction& function, const Headers& headers) {
  std::string text =
      fmt::format("{{\"{}\", [](const NamedArguments& given) -> Example {{\n", function.name);
  if (const DeclaredOptions* options = headers.find_options(function.options))
    text += options_text(*options, "functional::" + function.options);
  std::string arguments;
  for (const DeclaredParameter& parameter : function.parameters)
    arguments += (arguments.empty() ? "" : ", ") +
                 (function.takes_options(parameter) ? "options" : argument_text(parameter));
  return text +
         fmt::format("return returned(functional::{}({}));\n}}}},\n", function.name, arguments);
}

} // namespace

std::string module_calls(const Headers& headers) {
  std::string text = "constexpr ModuleCalls all_modules[] = {\n";
  for (const DeclaredModule& module : headers.modules)
    text += module_row(module, headers);
  return text + "};\n";
}

std::string function_calls(const Headers& headers) {
  std::string text = "constexpr FunctionCall all_functions[] = {\n";
  for (const DeclaredFunction& function : headers.functions)
    text += function_row(function, headers);
  return text + "};\n";
}

} // namespace fx::ops
