// Passes on a live module, the same ones and by the same names as in fx-opt and fx-clang-trace.
//
//     fx::ShapeProp(traced).propagate({x});
//     fx::run_passes(traced, "cse,dce,reinplace<inference>");
#pragma once

#include "fx/Runtime/GraphModule.h"

#include <functional>
#include <string>
#include <string_view>

namespace fx {

struct RunPassesOptions {
  /// Told what passes say of what they left, each text by itself. Without: nobody is.
  std::function<void(const std::string&)> remark = {};
};

/// Runs a pipeline of passes (fx/Passes/PassManager.h) on the graphs of a module, and says whether
/// anything changed: the graphs are new ones then, and nodes of the old ones are gone. Shapes are
/// those that the nodes have: ShapeProp notes them. RuntimeError, the module is then as it was: the
/// pipeline is none, or a pass fails; a pass would change which modules and tensors there are
/// (split-module), which a live module keeps; describe() does not know a module that is called.
bool run_passes(GraphModule& module, std::string_view pipeline,
                const RunPassesOptions& options = {});

} // namespace fx
