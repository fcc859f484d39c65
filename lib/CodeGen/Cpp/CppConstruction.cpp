// The expression that makes a module of LibTorch's.
#include "CppWriter.h"

#include "fx/Ops/LibTorch.h"

#include <algorithm>

namespace fx::codegen {

std::string construction_of(const ModuleNode& module, const ModuleLiteral& literal,
                            CppWriter& values, Failure& failure, const ops::LibTorch& libtorch) {
  std::string type = literal.cpp_type.str();
  if (!type.starts_with("torch::nn::") || !libtorch.find_module_holder(type)) {
    return failure.at(&module.location, diag::cpp_leaf_not_constructed, module.path(), type);
  }
  const ops::OptionsClass* options = libtorch.find_module_options(type);
  if (literal.options.empty() || !options) return type + "()";
  auto spelled = [&](const ModuleOption& option, const ops::OptionsField* field) {
    std::string_view wanted = field ? field->type : "";
    const auto inner = ModuleLiteral::from_argument(option.value);
    if (!inner) return values.option_value(option.value, wanted);
    std::string text = construction_of(module, *inner, values, failure, libtorch);
    return wanted == "AnyModule" ? "torch::nn::AnyModule(" + text + ")" : text;
  };
  std::vector<const ModuleOption*> left;
  left.reserve(literal.options.size());
  for (const ModuleOption& option : literal.options)
    left.push_back(&option);
  std::string text = type + "(torch::nn::" + std::string(options->name) + "(";
  bool first = true;
  for (std::string_view name : options->constructor) {
    auto found = std::ranges::find_if(
        left, [&](const ModuleOption* option) { return option->name.view() == name; });
    // A class that can be made without arguments (TransformerOptions) takes setters only.
    if (found == left.end()) break;
    text += (first ? "" : ", ") + spelled(**found, options->field(name));
    first = false;
    left.erase(found);
  }
  text += ")";
  for (const ModuleOption* option : left) {
    const ops::OptionsField* field = options->field(option->name);
    if (!field)
      return failure.at(&module.location, diag::module_option_missing, options->name,
                        option->name.str());
    text += "." + option->name.str() + "(" + spelled(*option, field) + ")";
  }
  return text + ")";
}

} // namespace fx::codegen
