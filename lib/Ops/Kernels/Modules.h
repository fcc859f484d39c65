// LibTorch's own modules, made from the options that stand in a module tree.
#pragma once

#include "Plugin.h"

#include "fx/IR/ModuleTree.h"

namespace fx::ops::kernels {

/// "Conv2d" of a leaf of LibTorch's own that the plugin has; empty when it is none.
std::string_view class_of(const Plugin& plugin, const ModuleNode& module);

/// Makes it at a place. Throws where an option has a value that C++ does not take.
template <class ValueOf>
Plugin::Module make_module(const Plugin& plugin, const LibTorch& libtorch, const ModuleNode& module,
                           bool training, FxPlace place, const ValueOf& value_of) {
  Examples options;
  options.reserve(module.options.size());
  for (const ModuleOption& option : module.options)
    options.push_back({option.name, example_of(option.value, value_of)});
  Encoder encoder;
  const std::vector<FxNamed> named = encoder.encode_named(libtorch, options);
  return plugin.module(plugin.api().make_module(place, text(class_of(plugin, module)), named.data(),
                                                named.size(), training ? 1 : 0));
}

/// Calls forward of what was made of a module, at a place. The operands have Python's names.
Example call_forward(const Plugin& plugin, const LibTorch& libtorch, const ModuleNode& module,
                     const Plugin::Module& made, FxPlace place, Examples arguments);

/// What a module holds, itself or in the modules in it: parameters, then buffers.
struct ModuleTensors {
  Plugin::NamedTensors parameters;
  Plugin::NamedTensors buffers;
};
ModuleTensors tensors_of(const Plugin& plugin, const Plugin::Module& module, FxPlace place,
                         bool recurse);

} // namespace fx::ops::kernels
