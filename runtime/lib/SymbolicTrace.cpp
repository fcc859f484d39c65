#include "fx/Runtime/SymbolicTrace.h"

#include "ClassName.h"
#include "TraceState.h"

namespace fx {

namespace {

/// A module that holds what `root` holds, and the constants of a trace.
class WithConstants : public torch::nn::Module {
public:
  WithConstants(const torch::nn::Module& root, const std::map<std::string, at::Tensor>& constants)
      : Module(runtime::class_name(root)) {
    train(root.is_training());
    for (const auto& entry : root.named_parameters(false))
      register_parameter(entry.key(), entry.value(), entry.value().requires_grad());
    for (const auto& entry : root.named_buffers(false))
      register_buffer(entry.key(), entry.value());
    for (const auto& [name, tensor] : constants)
      register_buffer(name, tensor);
    for (const auto& entry : root.named_children())
      register_module(entry.key(), entry.value());
  }
};

std::string name_of(const torch::nn::Module& root) {
  std::string name = runtime::class_name(root);
  if (name.size() > 4 && name.ends_with("Impl")) name.resize(name.size() - 4);
  return name;
}

} // namespace

GraphModule make_graph_module(const Tracer& tracer, Graph graph, std::string name) {
  if (name.empty()) name = tracer.root() ? name_of(*tracer.root()) : "GraphModule";
  if (tracer.root() == nullptr) {
    AttributeMap attributes;
    for (const auto& [path, tensor] : tracer.tensor_constants())
      attributes.emplace(path, tensor);
    return GraphModule(
        std::make_shared<GraphModuleImpl>(attributes, std::move(graph), std::move(name)));
  }
  if (tracer.tensor_constants().empty())
    return GraphModule(
        std::make_shared<GraphModuleImpl>(*tracer.root(), std::move(graph), std::move(name)));
  const WithConstants root(*tracer.root(), tracer.tensor_constants());
  return GraphModule(std::make_shared<GraphModuleImpl>(root, std::move(graph), std::move(name)));
}

GraphModule symbolic_trace(const TracedFunction& function, const TraceOptions& options) {
  Tracer tracer;
  Graph graph = tracer.trace(function, options);
  return make_graph_module(tracer, std::move(graph));
}

bool is_tracing() {
  return runtime::this_thread().tracer != nullptr;
}

TracedFunction runtime::function_of(GraphModuleImpl& module) {
  const std::vector<Node*> inputs = module.current_graph().placeholders();
  TracedFunction function(
      std::vector<TracedFunction::Parameter>(
          inputs.size(), {TracedFunction::Parameter::Kind::Tensor, "at::Tensor"}),
      [&module](Args args) { return module.run(std::move(args)); });
  for (const Node* input : inputs)
    function.names.push_back(input->target().str());
  return function;
}

} // namespace fx
