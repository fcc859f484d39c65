#include "Modules.h"

#include "fx/Ops/PythonSignature.h"

namespace fx::ops::kernels {

std::string_view class_of(const Plugin& plugin, const ModuleNode& module) {
  constexpr std::string_view library = "torch::nn::";
  std::string_view type = module.cpp_type;
  if (module.kind != ModuleKind::Leaf || !type.starts_with(library)) return {};
  type.remove_prefix(library.size());
  return plugin.api().has_module(text(type)) != 0 ? type : std::string_view();
}

Example call_forward(const Plugin& plugin, const LibTorch& libtorch, const ModuleNode& module,
                     const Plugin::Module& made, FxPlace place, Examples arguments) {
  for (NamedExample& argument : arguments)
    argument.name = cpp_forward_name(module.cpp_type.view(), argument.name);
  Encoder encoder;
  const std::vector<FxNamed> named = encoder.encode_named(libtorch, arguments);
  return plugin.value(plugin.api().call_module(place, made.get(), named.data(), named.size()));
}

ModuleTensors tensors_of(const Plugin& plugin, const Plugin::Module& module, FxPlace place,
                         bool recurse) {
  const Example both =
      plugin.value(plugin.api().module_tensors(place, module.get(), recurse ? 1 : 0));
  const std::vector<Example> lists = items_of(both);
  return {Plugin::named_tensors(lists[0]), Plugin::named_tensors(lists[1])};
}

} // namespace fx::ops::kernels
