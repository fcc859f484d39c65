#include "fx/Runtime/MakeFx.h"

#include "ExampleValues.h"
#include "Functionalize.h"
#include "TakeApart.h"
#include "TraceState.h"

#include <algorithm>

namespace fx {

namespace {

class AtenTracer : public Tracer {
public:
  explicit AtenTracer(const DecompositionTable& table) : rules_(table) { below_autograd_ = true; }

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

} // namespace

GraphModule make_fx(const TracedFunction& function, Args inputs, const MakeFxOptions& options) {
  AtenTracer tracer(options.decompositions);
  TraceOptions trace;
  trace.example_inputs = std::move(inputs);
  trace.input_names = options.input_names;
  Graph graph =
      tracer.trace(options.functionalize ? runtime::functionalized(function) : function, trace);
  return make_graph_module(tracer, std::move(graph));
}

} // namespace fx
