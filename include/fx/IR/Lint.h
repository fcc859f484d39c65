// Structural checks of a graph: torch.fx's Graph.lint, with its checks and more.
#pragma once

#include "fx/IR/GraphModule.h"
#include "fx/Support/Error.h"

#include <vector>

namespace fx {

/// Every violation found: argument of another graph, use before definition, erased argument, name
/// used twice, use lists that disagree with arguments, placeholder after another op, output not
/// last or not single, empty target, call_method without self.
std::vector<Error> lint(const Graph& graph);
/// The above for both graphs, and every get_attr, call_module must refer into the module tree.
std::vector<Error> lint(const GraphModule& module);

} // namespace fx
