#include "Functionalize.h"

#include "ExampleValues.h"
#include "TraceState.h"
#include "UserFrames.h"

#include <ATen/FunctionalTensorWrapper.h>
#include <ATen/core/LegacyTypeDispatch.h>
#include <c10/core/impl/LocalDispatchKeySet.h>

#include <utility>
#include <vector>

namespace fx::runtime {

namespace {

namespace functionalization = at::functionalization::impl;

class Functionalizing {
public:
  Functionalizing() : before_(std::exchange(this_thread().functionalization, &state_)) {}
  ~Functionalizing() { this_thread().functionalization = before_; }
  Functionalizing(const Functionalizing&) = delete;
  Functionalizing& operator=(const Functionalizing&) = delete;

private:
  Functionalization state_;
  Functionalization* before_;
};

struct Input {
  at::Tensor given, wrapped;
};

Value unwrapped(const at::Tensor& tensor) {
  if (!functionalization::isFunctionalTensor(tensor)) return tensor;
  functionalization::sync(tensor);
  return functionalization::from_functional_tensor(tensor);
}

void copy_back(const Input& input) {
  const at::Tensor last = unwrapped(input.wrapped).toTensor();
  if (last.is_same(input.given)) return;
  // An input that requires a gradient is no leaf of what the graph computes.
  const at::AutoDispatchBelowADInplaceOrView below_autograd;
  input.given.copy_(last);
}

} // namespace

void check_strides_are_known() {
  const Functionalization* state = this_thread().functionalization;
  if (state != nullptr && (state->lost_strides || !state->write.empty()))
    throw TraceError("functionalization does not know how tensors lie in memory once a part of one "
                     "was written to, and this asks for that (reshape, contiguous)" +
                     at_user_line() + ". Write to a clone() of the part");
}

TracedFunction functionalized(const TracedFunction& function) {
  TracedFunction result(function.parameters, [call = function.call](Args args) {
    const functionalization::FunctionalizationReapplyViewsGuard views(true);
    std::vector<Input> inputs;
    for (Value& arg : args)
      arg = map_tensors(arg, [&](const at::Tensor& given) -> Value {
        if (!given.defined()) return given;
        at::Tensor wrapped = functionalization::to_functional_tensor(given);
        wrapped.set_requires_grad(given.requires_grad());
        inputs.push_back({given, wrapped});
        return wrapped;
      });
    Value value;
    const Functionalizing on_meta;
    {
      const c10::impl::IncludeDispatchKeyGuard functionalize(c10::DispatchKey::Functionalize);
      value = call(std::move(args));
    }
    value = map_tensors(value, unwrapped);
    for (const Input& input : inputs)
      copy_back(input);
    return value;
  });
  result.names = function.names;
  return result;
}

} // namespace fx::runtime
