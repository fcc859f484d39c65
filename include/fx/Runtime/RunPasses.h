// Passes on a live module, the same ones and by the same names as in fx-opt and fx-clang-trace.
//
//     fx::ShapeProp(traced).propagate({x});
//     fx::run_passes(traced, "cse,dce,reinplace<inference>");
#pragma once

#include "fx/Analysis/Cost.h"
#include "fx/Runtime/GraphModule.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fx {

struct RunPassesOptions {
  /// Told what passes say of what they left, each text by itself. Without: nobody is.
  std::function<void(const std::string&)> remark = {};
};

/// Runs a pipeline of passes (fx/Passes/PassManager.h) on the graphs of a module, and says whether
/// anything changed: the graphs are new ones then, and nodes of the old ones are gone. Shapes are
/// those that the nodes have: ShapeProp notes them.
///
/// Where a pass changes which modules and tensors there are, the module has those that it has left:
/// modules and tensors that were there are the same objects, new ones are made from their class and
/// options, and are in the mode of the module. A module that holds others, when something below it
/// changes, becomes a plain one of the same name; what the program holds stays as it is.
///
/// RuntimeError, the module is then as it was: the pipeline is none, or a pass fails; a new module
/// or tensor cannot be made; describe() does not know a module that is called.
bool run_passes(GraphModule& module, std::string_view pipeline,
                const RunPassesOptions& options = {});

/// What a run of a module's graph costs.
struct ModuleCost {
  NodeCost total;
  ModelSize size;
  /// What the totals are without: the names of nodes of which no rule or no shape is known.
  std::vector<std::string> unknown;
  /// total.live_bytes may be too much: CostAnalysis::is_peak_a_bound.
  bool is_peak_a_bound = false;
};

/// Counts multiply-adds, bytes and memory by the shapes that the nodes have, in evaluation where
/// the module has one graph for both modes. RuntimeError: describe() does not know a module that is
/// called.
///
///     fx::run_passes(traced, "shape-prop<x=1x3x224x224>");
///     std::cout << fx::cost_of(traced).total.multiply_adds.value();
ModuleCost cost_of(const GraphModule& module);

} // namespace fx
