#include "fx/Runtime/MakeFx.h"

#include "ExampleValues.h"
#include "Functionalize.h"
#include "ProxyTensor.h"
#include "TakeApart.h"
#include "TraceState.h"

#include <algorithm>

namespace fx {

namespace {

class AtenTracer : public Tracer {
public:
  explicit AtenTracer(const MakeFxOptions& options) : rules_(options.decompositions) {
    below_autograd_ = true;
    records_module_stack_ = options.record_module_stack;
  }

  bool is_leaf_module(const torch::nn::Module&, const std::string&) override { return false; }

  /// Modules that the traced one does not hold stand in it without a name.
  std::string path_of_module(const torch::nn::Module& module) override {
    try {
      return Tracer::path_of_module(module);
    } catch (const TraceError&) {
      return "";
    }
  }

  const std::vector<ModuleFrame>& module_stack() const override {
    static const std::vector<ModuleFrame> none;
    return records_module_stack_ ? Tracer::module_stack() : none;
  }

  Args create_args_for_root(const TracedFunction& function, const TraceOptions& options) override {
    Args args = Tracer::create_args_for_root(function, options);
    std::vector<at::Tensor> given, proxies;
    for (const Value& input : options.example_inputs)
      runtime::for_each_tensor(input, [&](const at::Tensor& tensor) { given.push_back(tensor); });
    for (const Value& arg : args)
      runtime::for_each_tensor(arg, [&](const at::Tensor& tensor) { proxies.push_back(tensor); });
    for (size_t i = 0; i < std::min(given.size(), proxies.size()); ++i)
      if (given[i].requires_grad()) proxies[i].set_requires_grad(true);
    runtime::this_thread().take_apart = &rules_;
    return args;
  }

private:
  runtime::OperatorRules rules_;
};

/// backward() in a trace leaves its values as gradients of weights that the function brings.
class WithoutGradientsOfTheTrace {
public:
  WithoutGradientsOfTheTrace(const Tracer& tracer, torch::nn::Module* root)
      : tracer_(tracer), root_(root) {}
  ~WithoutGradientsOfTheTrace() {
    for (const auto& [path, tensor] : tracer_.tensor_constants())
      take_from(tensor);
    if (root_ == nullptr) return;
    for (const at::Tensor& tensor : root_->parameters())
      take_from(tensor);
  }
  WithoutGradientsOfTheTrace(const WithoutGradientsOfTheTrace&) = delete;
  WithoutGradientsOfTheTrace& operator=(const WithoutGradientsOfTheTrace&) = delete;

private:
  static void take_from(const at::Tensor& tensor) {
    if (tensor.defined() && tensor.requires_grad() && tensor.is_leaf() &&
        runtime::ProxyTensor::of(tensor.grad()) != nullptr)
      tensor.mutable_grad() = at::Tensor();
  }

  const Tracer& tracer_;
  torch::nn::Module* root_;
};

GraphModule traced(torch::nn::Module* root, const TracedFunction& function, Args inputs,
                   const MakeFxOptions& options) {
  AtenTracer tracer(options);
  const WithoutGradientsOfTheTrace after(tracer, root);
  TraceOptions trace;
  trace.example_inputs = std::move(inputs);
  trace.input_names = options.input_names;
  Graph graph = tracer.trace_root(
      root, options.functionalize ? runtime::functionalized(function) : function, trace);
  return make_graph_module(tracer, std::move(graph));
}

} // namespace

GraphModule make_fx(const TracedFunction& function, Args inputs, const MakeFxOptions& options) {
  return traced(nullptr, function, std::move(inputs), options);
}

GraphModule detail::make_fx(torch::nn::Module& root, const TracedFunction& forward, Args inputs,
                            const MakeFxOptions& options) {
  GraphModule made = traced(&root, forward, std::move(inputs), options);
  made->set_modes(root.is_training() ? Modes::Train : Modes::Eval);
  return made;
}

} // namespace fx
