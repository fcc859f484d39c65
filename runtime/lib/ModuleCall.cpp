#include "ModuleCall.h"

#include "Examples.h"
#include "TorchCalls.h"

#include "fx/Ops/LibTorch.h"
#include "fx/Ops/PythonSignature.h"
#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/Modules.h"

#include <fmt/format.h>

#include <mutex>
#include <shared_mutex>
#include <typeinfo>
#include <unordered_map>

namespace fx {

namespace {

struct Registry {
  std::shared_mutex mutex;
  std::unordered_map<std::type_index, std::shared_ptr<const ModuleFunction>> functions;
  /// Those of torch::nn; null: none of it.
  std::unordered_map<std::type_index, const fx_kernels::ModuleCalls*> known;
};

Registry& registry() {
  static auto* modules = new Registry(); // leaked on purpose: static modules may run late
  return *modules;
}

std::shared_ptr<const ModuleFunction> find_function(const std::type_index& type) {
  Registry& known = registry();
  const std::shared_lock lock(known.mutex);
  const auto found = known.functions.find(type);
  return found == known.functions.end() ? nullptr : found->second;
}

/// Of a class behind a holder of torch::nn.
constexpr std::string_view impl_suffix = "Impl";

Value call_torch(const fx_kernels::ModuleCalls& calls, torch::nn::Module& module, const Node& node,
                 runtime::Operands operands) {
  std::string holder; // only names that are given need it
  if (!node.kwargs().empty()) {
    holder = c10::demangle(typeid(module).name());
    holder.resize(holder.size() - impl_suffix.size());
  }
  ops::kernels::Examples arguments;
  for (size_t i = 0; i < operands.size(); ++i) {
    const std::string_view name =
        i < node.args().size()
            ? std::string_view()
            : ops::cpp_forward_name(holder, node.kwargs()[i - node.args().size()].name);
    arguments.push_back({name, runtime::to_example(operands[i])});
  }
  ops::kernels::Encoder encoder;
  const std::vector<FxNamed> named = encoder.encode_named(ops::libtorch_of(node), arguments);
  return calls.forward(module, fx_kernels::Examples(FxLive, named.data(), named.size()));
}

} // namespace

void register_module(std::type_index type, ModuleFunction function) {
  Registry& known = registry();
  const std::unique_lock lock(known.mutex);
  known.functions[type] = std::make_shared<const ModuleFunction>(std::move(function));
}

namespace runtime {

const fx_kernels::ModuleCalls* torch_calls(const torch::nn::Module& module) {
  const std::type_index type = typeid(module);
  Registry& known = registry();
  {
    const std::shared_lock lock(known.mutex);
    if (const auto found = known.known.find(type); found != known.known.end()) return found->second;
  }
  constexpr std::string_view prefix = "torch::nn::";
  const std::string full = c10::demangle(type.name());
  std::string_view name = full;
  const fx_kernels::ModuleCalls* calls = nullptr;
  if (name.starts_with(prefix) && name.ends_with(impl_suffix)) {
    name.remove_prefix(prefix.size());
    name.remove_suffix(impl_suffix.size());
    calls = fx_kernels::find_module(name);
  }
  const std::unique_lock lock(known.mutex);
  return known.known.emplace(type, calls).first->second;
}

Value call_module(const torch::nn::Module& const_module, const Node& node, Operands operands) {
  // A graph holds its modules as it holds its tensors: forward may change what they keep.
  auto& module = const_cast<torch::nn::Module&>(const_module);
  const auto middle = operands.begin() + static_cast<std::ptrdiff_t>(node.args().size());
  const auto args = [&] {
    return Args(std::make_move_iterator(operands.begin()), std::make_move_iterator(middle));
  };
  if (const auto function = find_function(typeid(module))) {
    Kwargs kwargs;
    for (size_t i = 0; i < node.kwargs().size(); ++i)
      kwargs.push_back({node.kwargs()[i].name, std::move(middle[static_cast<std::ptrdiff_t>(i)])});
    return (*function)(module, args(), kwargs);
  }
  if (auto* graph_module = dynamic_cast<GraphModuleImpl*>(&module)) {
    if (!node.kwargs().empty())
      throw RuntimeError("a GraphModule is called with operands by position");
    return graph_module->run(args());
  }
  const fx_kernels::ModuleCalls* calls = torch_calls(module);
  if (calls != nullptr && calls->forward != nullptr)
    return call_torch(*calls, module, node, operands);
  throw RuntimeError(fmt::format(
      "'{}' is a {}, whose forward is not known here; make it known by fx::register_module(), or "
      "trace with fx::call(module, ...), which does",
      node.target().view(), c10::demangle(typeid(module).name())));
}

} // namespace runtime

} // namespace fx
