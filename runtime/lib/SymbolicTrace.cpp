#include "fx/Runtime/SymbolicTrace.h"

#include "ClassName.h"
#include "Decisions.h"
#include "TraceState.h"

namespace fx {

GraphModule make_graph_module(const Tracer& tracer, Graph graph, std::string name) {
  if (name.empty()) name = tracer.root() ? runtime::holder_name(*tracer.root()) : "GraphModule";
  const AttributeMap constants = runtime::constants_of(tracer);
  // A function has no state but them; beside that of a module they are none.
  if (tracer.root() == nullptr) return GraphModule(constants, std::move(graph), std::move(name));
  return GraphModule(*tracer.root(), std::move(graph), std::move(name), constants);
}

GraphModule symbolic_trace(const TracedFunction& function, const TraceOptions& options) {
  Tracer tracer;
  Graph graph = tracer.trace(function, options);
  GraphModule made = make_graph_module(tracer, graph.clone());
  if (options.checks_decisions && options.example_inputs.empty())
    runtime::check_decisions(
        {std::move(graph), runtime::constants_of(tracer)}, [&](bool record_stack_traces) {
          Tracer again;
          return runtime::trace_once(again, nullptr, function, options, record_stack_traces);
        });
  return made;
}

bool is_tracing() {
  return runtime::this_thread().tracer != nullptr;
}

TracedFunction detail::function_of(GraphModuleImpl& module) {
  const std::vector<Node*> inputs = module.graph().placeholders();
  TracedFunction function(
      std::vector<TracedFunction::Parameter>(
          inputs.size(), {TracedFunction::Parameter::Kind::Tensor, "at::Tensor"}),
      [&module](Args args) { return module.run_graph(std::move(args)); });
  for (const Node* input : inputs)
    function.names.push_back(input->target().str());
  return function;
}

} // namespace fx
