#include "LiveOptions.h"

#include "Attributes.h"
#include "ModuleCall.h"
#include "TorchCalls.h"

#include "fx/IR/ElementType.h"
#include "fx/Ops/Modules.h"
#include "fx/Runtime/Errors.h"

#include <fmt/format.h>

#include <algorithm>

namespace fx::runtime {

namespace {

using fx_kernels::OptionValue;
using fx_kernels::OptionValues;
using Kind = Argument::Kind;

/// One number stands for as many as there are dimensions, and an integer for a float.
bool means_same(const Argument& a, const Argument& b) {
  const auto number = [](const Argument& value) {
    return value.is(Kind::Float) ? value.as_float() : static_cast<double>(value.as_int());
  };
  const auto is_number = [](const Argument& value) {
    return value.is(Kind::Int) || value.is(Kind::Float);
  };
  if (is_number(a) && is_number(b)) return number(a) == number(b);
  if (a.is_sequence() && b.is_sequence())
    return std::ranges::equal(a.items(), b.items(), means_same);
  if (a.is_sequence() && is_number(b) && !a.items().empty())
    return std::ranges::all_of(a.items(),
                               [&](const Argument& item) { return means_same(item, b); });
  if (b.is_sequence() && is_number(a)) return means_same(b, a);
  return a == b;
}

class OptionReader {
public:
  OptionReader(const ops::LibTorch& libtorch, const std::string& path,
               const TensorNode& tensor_node)
      : libtorch_(libtorch), path_(path), tensor_node_(tensor_node) {}

  std::vector<ModuleOption> read(const torch::nn::Module& module) {
    const std::vector<ModuleOption> all = read_all(module);
    std::vector<ModuleOption> given;
    for (const ModuleOption& option : all)
      if (!is_default(*torch_calls(module), all, option)) given.push_back(option);
    return given;
  }

  /// With those that are their defaults.
  std::vector<ModuleOption> read_all(const torch::nn::Module& module) {
    const fx_kernels::ModuleCalls* calls = torch_calls(module);
    if (calls == nullptr || calls->options == nullptr) return {};
    OptionValues values;
    calls->options(module, values);
    std::vector<ModuleOption> all;
    for (const OptionValues::Option& option : values.all())
      // What _weight gave has become the parameter.
      if (option.name != "_weight")
        all.push_back({Symbol(option.name), argument(option.value, option.name),
                       option.constructor_argument});
    return all;
  }

private:
  bool is_default(const fx_kernels::ModuleCalls& calls, const std::vector<ModuleOption>& all,
                  const ModuleOption& option) const {
    const ops::OptionsClass* declared = libtorch_.find_module_options(calls.name);
    const ops::ModuleClass* row = ops::find_module_class(calls.name);
    if (declared == nullptr || row == nullptr) return false;
    if (std::ranges::find(declared->constructor, option.name.view()) != declared->constructor.end())
      return false;
    // Its default may be another option.
    std::vector<ModuleOption> others;
    for (const ModuleOption& other : all)
      if (&other != &option) others.push_back(other);
    const auto value = ops::ModuleOptions(libtorch_, *row, others).value(option.name.view());
    if (value) return means_same(option.value, *value);
    return option.value.is_none() || option.value == Argument::string("") ||
           (option.value.is_sequence() && option.value.items().empty());
  }

  Argument argument(const OptionValue& value, const std::string& name) {
    switch (value.kind) {
    case FxNone: return {};
    case FxBool: return {value.number != 0};
    case FxInt: return {value.number};
    case FxFloat: return {value.fraction};
    case FxString: return Argument::string(value.text);
    case FxWord: return Argument::string(libtorch_.python_enum(value.text));
    case FxTensorValue: return tensor_node_(value.tensor);
    case FxDtype:
      for (const ElementType& type : all_element_types())
        if (type.number == value.number) return Argument::dtype(type.name);
      break;
    case FxTuple: {
      std::vector<Argument> items;
      items.reserve(value.items.size());
      for (const OptionValue& item : value.items)
        items.push_back(argument(item, name));
      return Argument::tuple(std::move(items));
    }
    default: break;
    }
    if (value.module && is_torch_leaf(*value.module))
      return ModuleLiteral{Symbol(torch_holder(*value.module)), read(*value.module)}.to_argument();
    throw RuntimeError(fmt::format(
        "the option {} of '{}' is {}, which no graph can say: compute it in forward, or replace "
        "the module",
        name, path_, value.module ? "a " + name_of(*value.module) : "a function"));
  }

  const ops::LibTorch& libtorch_;
  const std::string& path_;
  const TensorNode& tensor_node_;
};

} // namespace

std::string torch_holder(const torch::nn::Module& module) {
  const fx_kernels::ModuleCalls* calls = torch_calls(module);
  return calls == nullptr ? std::string() : "torch::nn::" + std::string(calls->name);
}

bool is_torch_leaf(const torch::nn::Module& module) {
  const fx_kernels::ModuleCalls* calls = torch_calls(module);
  if (calls == nullptr) return false;
  const ops::ModuleClass* row = ops::find_module_class(calls->name);
  return row == nullptr || !row->is_container();
}

std::vector<ModuleOption> live_options(const torch::nn::Module& module,
                                       const ops::LibTorch& libtorch, const std::string& path,
                                       const TensorNode& tensor_node) {
  return OptionReader(libtorch, path, tensor_node).read(module);
}

std::vector<ModuleOption> all_live_options(const torch::nn::Module& module,
                                           const ops::LibTorch& libtorch, const std::string& path,
                                           const TensorNode& tensor_node) {
  return OptionReader(libtorch, path, tensor_node).read_all(module);
}

} // namespace fx::runtime
