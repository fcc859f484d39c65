// Traces what is there: torch.fx's symbolic_trace and wrap (torch/fx/_symbolic_trace.py).
//
//     fx::GraphModule traced = fx::symbolic_trace(net);
//     fx::GraphModule other = fx::symbolic_trace([](torch::Tensor x) { return torch::relu(x) + 1;
//     });
//
// A module is traced in evaluation and then in training, so that its forward runs twice; where it
// does another thing in training, the result has a graph for each: training_graph(). The result
// starts in the mode that the module is in. TraceOptions::modes traces one mode alone. Without
// example inputs a program that asks for sizes is a TraceError, which names the line.
#pragma once

#include "fx/Runtime/GraphModule.h"
#include "fx/Runtime/Tracer.h"

#include <string>
#include <type_traits>
#include <utility>

namespace fx {

/// What `graph`, just traced by `tracer`, computes, as a module: torch.fx's
/// GraphModule(tracer.root, graph, name). Without `name` the name of the root's class.
GraphModule make_graph_module(const Tracer& tracer, Graph graph, std::string name = {});

namespace detail {
/// Traces a method of `root` in the modes that the options name. The mode that `root` is in is
/// traced with the modules as they are, the other after root.train() or root.eval(); all modules
/// have their own modes again afterwards.
GraphModule trace_modes(torch::nn::Module& root, const TracedFunction& function,
                        const TraceOptions& options);
} // namespace detail

/// The module's forward. TraceError: it cannot be traced, in one of the modes.
template <ModuleLike M>
GraphModule symbolic_trace(M& module, const TraceOptions& options = {}) {
  auto& root = detail::module_of(module);
  return detail::trace_modes(root, TracedFunction::forward_of(root), options);
}
/// Another method of it.
template <ModuleLike M, class Method>
  requires std::is_member_function_pointer_v<Method>
GraphModule symbolic_trace(M& module, Method method, const TraceOptions& options = {}) {
  auto& root = detail::module_of(module);
  return detail::trace_modes(root, TracedFunction::method_of(root, method), options);
}
/// A function or a lambda.
GraphModule symbolic_trace(const TracedFunction& function, const TraceOptions& options = {});

/// Whether this thread is tracing.
bool is_tracing();

} // namespace fx
