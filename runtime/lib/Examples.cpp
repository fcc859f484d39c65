#include "Examples.h"

#include "Values.h"

#include "fx/IR/Meta.h"

namespace fx::runtime {

using ops::kernels::Example;
using ops::kernels::Plugin;
using ops::kernels::Sequence;

const Plugin& own_kernels() {
  static const Plugin plugin(*fx_kernels_api());
  return plugin;
}

Example to_example(const Value& value) {
  if (value.isTensor()) {
    const at::Tensor& tensor = value.toTensor();
    if (!tensor.defined()) return {Argument()};
    FxTensor* handle = fx_kernels::handle_of(tensor);
    const FxKernelsApi& api = own_kernels().api();
    api.keep_tensor(handle);
    return {ops::kernels::Tensor(handle, api.drop_tensor)};
  }
  if (!value.isTuple() && !value.isList()) return {to_argument(value)};
  Sequence sequence{{}, value.isTuple()};
  if (value.isTuple())
    for (const Value& item : value.toTupleRef().elements())
      sequence.items.push_back(to_example(item));
  else
    for (const Value& item : value.toListRef())
      sequence.items.push_back(to_example(item));
  return {std::move(sequence)};
}

Value from_example(const Example& example) {
  if (const Argument* literal = example.literal()) return to_value(*literal);
  if (const ops::kernels::Tensor* tensor = example.tensor())
    return Value(fx_kernels::tensor_of(tensor->get()));
  std::vector<Value> items;
  items.reserve(example.sequence()->items.size());
  for (const Example& item : example.sequence()->items)
    items.push_back(from_example(item));
  if (example.sequence()->is_tuple) return c10::ivalue::Tuple::create(std::move(items));
  return to_list(items);
}

} // namespace fx::runtime
