// Structural checks of a graph: torch.fx's Graph.lint, with its checks and more.
#pragma once

#include "fx/IR/TracedModule.h"
#include "fx/Support/Error.h"

#include <functional>

#include <vector>

namespace fx {

using NodeLocator = std::function<SourceLocation(const Node&)>;

/// Every violation found: argument of another graph, use before definition, erased argument, name
/// used twice, use lists that disagree with arguments, placeholder after another op, output not
/// last or not single, empty target, call_method without self.
///
/// `locate` says where a node stands in the file it was read from; without it errors point at the
/// source that the node was traced from.
std::vector<Error> lint(const Graph& graph, const NodeLocator& locate = {});
/// The above for all graphs of the model; and every get_attr, call_module must refer into the
/// module tree, unless the model is a graph alone, without a class name.
std::vector<Error> lint(const TracedModule& module, const NodeLocator& locate = {});

} // namespace fx
