// What autocast makes of a node, by running the node with it and without it.
#pragma once

#include "Plugin.h"

#include "fx/IR/Node.h"
#include "fx/Ops/Kernels.h"

#include <functional>
#include <optional>
#include <string>

namespace fx::ops::kernels {

/// A node as a call on tensors that have memory.
struct FilledCall {
  const Node& node;
  /// The values of the nodes among the operands; throws Unknown where one is not known.
  std::function<Example(const Node&)> value_of;
  std::function<Example(const Examples& arguments)> run;
  /// Parameters and buffers of the module that it calls.
  Plugin::NamedTensors tensors;
};

struct ObservedCall {
  AutocastRun autocast; // but for its value
  std::optional<Example> value;
};

/// Throws what LibTorch throws, where that has nothing to do with autocast.
ObservedCall observe_autocast(const Plugin& plugin, const FilledCall& call, int32_t dtype);

/// Kernels::operators_of().
std::string operators_of(const Plugin& plugin, const FilledCall& call);

} // namespace fx::ops::kernels
