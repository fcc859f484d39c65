// Traces what is there: torch.fx's symbolic_trace and wrap (torch/fx/_symbolic_trace.py).
//
//     fx::GraphModule traced = fx::symbolic_trace(net);
//     fx::GraphModule other = fx::symbolic_trace([](torch::Tensor x) { return torch::relu(x) + 1;
//     });
//
// The mode that the module is in, training or evaluation, is the one that is traced. Without
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

template <ModuleLike M>
GraphModule symbolic_trace(M& module, const TraceOptions& options = {}) {
  Tracer tracer;
  Graph graph = tracer.trace(module, options);
  return make_graph_module(tracer, std::move(graph));
}
template <ModuleLike M, class Method>
  requires std::is_member_function_pointer_v<Method>
GraphModule symbolic_trace(M& module, Method method, const TraceOptions& options = {}) {
  Tracer tracer;
  Graph graph = tracer.trace(module, method, options);
  return make_graph_module(tracer, std::move(graph));
}
/// A function or a lambda.
GraphModule symbolic_trace(const TracedFunction& function, const TraceOptions& options = {});

/// Whether this thread is tracing.
bool is_tracing();

} // namespace fx
