#include "fx/Runtime/Calls.h"

#include "ExampleValues.h"
#include "Results.h"

namespace fx::detail {

using runtime::ProxyTensor;

Value call_leaf(torch::nn::Module& module, const std::function<Value()>& forward, Args args,
                const ValueType& type) {
  if (runtime::this_thread().shapes_only) return forward();
  Tracer& tracer = *runtime::this_thread().tracer;
  // Below autograd everything is made of operators.
  if (runtime::TraceState::of(tracer).below_autograd) {
    const std::optional<Value> entered = tracer.module_called(module, std::move(args), forward);
    return entered ? *entered : forward();
  }
  Value result = tracer.call_leaf(module, forward, std::move(args), {});
  const std::optional<Proxy> proxy = Proxy::of(result);
  return proxy ? runtime::unpack(*proxy, type) : result;
}

Value call_wrapped(const std::string& target, const std::function<Value()>& function, Args args,
                   const ValueType& type) {
  TracerBase* tracer = nullptr;
  for (const Value& arg : args)
    runtime::for_each_tensor(arg, [&](const at::Tensor& tensor) {
      if (const ProxyTensor* proxy = ProxyTensor::of(tensor)) tracer = &proxy->tracer();
    });
  if (tracer == nullptr || runtime::this_thread().shapes_only ||
      runtime::TraceState::of(*tracer).below_autograd)
    return function();
  const std::optional<Value> example = runtime::shapes_of(function, args);
  Value result = tracer->create_proxy(Opcode::CallFunction, target, std::move(args), {});
  const std::optional<Proxy> proxy = Proxy::of(result);
  if (!proxy) return result;
  if (example) runtime::describe(*ProxyTensor::of(result), *example);
  return runtime::unpack(*proxy, type);
}

} // namespace fx::detail
