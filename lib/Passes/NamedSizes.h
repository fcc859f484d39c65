// shape-prop with names for sizes, and what both ways of it share.
#pragma once

#include "fx/Ops/InputSpec.h"
#include "fx/Passes/Pass.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// What was given for the inputs, by their names.
using InputSpecs = std::map<std::string, ops::InputSpec, std::less<>>;

/// Finds shapes by names. Error: there are operands that go together for no sizes.
Expected<PassResult> find_named_shapes(TracedModule& module, PassContext& context,
                                       const std::shared_ptr<ops::Kernels>& kernels,
                                       const InputSpecs& inputs);

/// What was given, else the default value of the input.
ExampleTypes::InputOf input_of(const std::shared_ptr<ops::Kernels>& kernels, InputSpecs inputs);

/// The init graph, the forward graphs, and those of graph modules.
std::vector<Graph*> all_graphs(TracedModule& module);

/// The shapes of all nodes, in the order of the graphs.
class NotedShapes {
public:
  explicit NotedShapes(TracedModule& module);
  void restore(TracedModule& module) const;
  /// Whether the nodes have these.
  bool are_those_of(TracedModule& module) const;

private:
  std::vector<std::shared_ptr<const TensorMeta>> shapes_; // null: none
};

/// " at net.cpp:12:7"; nothing where that is not known.
std::string at_place(const Node& node, const PassContext& context);

} // namespace fx
