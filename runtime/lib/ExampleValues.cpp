#include "ExampleValues.h"

#include "CallBoxed.h"
#include "KeptGenerator.h"
#include "ProxyTensor.h"
#include "ValueMeta.h"

#include "fx/IR/ElementType.h"

#include <ATen/Functions.h>
#include <c10/core/GradMode.h>

#include <algorithm>
#include <mutex>
#include <string>
#include <unordered_set>

namespace fx::runtime {

namespace {

/// Operators that Meta was found to have no kernel for.
class LacksMeta {
public:
  static LacksMeta& instance() {
    static LacksMeta lacks;
    return lacks;
  }
  bool has(const c10::OperatorName& name) {
    const std::lock_guard lock(mutex_);
    return names_.contains(name);
  }
  void add(const c10::OperatorName& name) {
    const std::lock_guard lock(mutex_);
    names_.insert(name);
  }

private:
  std::mutex mutex_;
  std::unordered_set<c10::OperatorName> names_;
};

at::Tensor on_meta(const at::Tensor& tensor) {
  return at::empty_strided(tensor.sizes(), tensor.strides(),
                           tensor.options().device(c10::kMeta).requires_grad(c10::nullopt));
}

bool has_strides(const at::Tensor& tensor) {
  return tensor.layout() == c10::kStrided && !tensor.is_quantized();
}

/// The arguments at a device, which those that name a device name too.
std::vector<Value> placed(const c10::OperatorHandle& op, std::span<const Value> arguments,
                          c10::Device device,
                          const std::function<Value(const at::Tensor&)>& place) {
  std::vector<Value> stack;
  for (size_t i = 0; i < arguments.size(); ++i) {
    const Value& argument = arguments[i];
    const std::string& name = op.schema().arguments()[i].name();
    if (argument.isDevice())
      stack.emplace_back(device);
    else if (argument.isGenerator() || name == "pin_memory")
      stack.emplace_back();
    else
      stack.push_back(map_tensors(argument, place));
  }
  // What names no device would be made on the CPU.
  for (size_t i = 0; i < stack.size(); ++i)
    if (stack[i].isNone() && op.schema().arguments()[i].name() == "device" && device.is_meta() &&
        !std::any_of(arguments.begin(), arguments.end(),
                     [](const Value& argument) { return argument.isTensor(); }))
      stack[i] = Value(device);
  return stack;
}

Value result_of(std::vector<Value> stack) {
  if (stack.empty()) return {};
  if (stack.size() == 1) return std::move(stack.front());
  return c10::ivalue::Tuple::create(std::move(stack));
}

Value call(const c10::OperatorHandle& op, std::vector<Value> stack) {
  fx_kernels::call_boxed(op, stack);
  return result_of(std::move(stack));
}

/// On the CPU, memory full of one number.
Value run_filled(const c10::OperatorHandle& op, std::span<const Value> arguments, int number) {
  const KeptGenerator kept;
  // No schema says that running statistics are written to.
  const bool writes = op.schema().is_mutable() ||
                      std::any_of(op.schema().arguments().begin(), op.schema().arguments().end(),
                                  [](const c10::Argument& argument) {
                                    return argument.name().starts_with("running_");
                                  });
  const auto place = [&](const at::Tensor& tensor) -> Value {
    const ProxyTensor* proxy = ProxyTensor::of(tensor);
    if (proxy == nullptr) return writes ? tensor.detach().clone() : tensor.detach();
    const at::Tensor& example = proxy->example().toTensor();
    return at::empty_strided(example.sizes(), example.strides(),
                             example.options().device(c10::kCPU))
        .fill_(number);
  };
  Value result = call(op, placed(op, arguments, c10::kCPU, place));
  return map_tensors(result, [](const at::Tensor& tensor) -> Value { return on_meta(tensor); });
}

bool same_sizes(const Value& a, const Value& b) {
  std::vector<at::Tensor> left, right;
  for_each_tensor(a, [&](const at::Tensor& tensor) { left.push_back(tensor); });
  for_each_tensor(b, [&](const at::Tensor& tensor) { right.push_back(tensor); });
  return std::equal(
      left.begin(), left.end(), right.begin(), right.end(),
      [](const at::Tensor& x, const at::Tensor& y) { return x.sizes() == y.sizes(); });
}

/// What two fillings agree on; nothing where they differ.
std::optional<Value> run_on_cpu(const c10::OperatorHandle& op, std::span<const Value> arguments) {
  std::vector<Value> results;
  std::exception_ptr refusal;
  // Probabilities cannot all be zero, and an index of ones can be out of range.
  for (int number = 0; number < 3 && results.size() < 2; ++number) {
    try {
      results.push_back(run_filled(op, arguments, number));
    } catch (const c10::Error&) {
      if (!refusal) refusal = std::current_exception();
    }
  }
  if (results.empty()) std::rethrow_exception(refusal);
  if (results.size() == 2)
    return same_sizes(results[0], results[1]) ? std::optional(results[0]) : std::nullopt;
  return op.hasTag(at::Tag::dynamic_output_shape) ? std::nullopt : std::optional(results[0]);
}

bool all_known(std::span<const Value> arguments) {
  bool known = true;
  for (const Value& argument : arguments)
    for_each_tensor(argument, [&](const at::Tensor& tensor) {
      const ProxyTensor* proxy = ProxyTensor::of(tensor);
      known = known && (proxy ? proxy->example().isTensor() : has_strides(tensor));
    });
  return known;
}

} // namespace

Value map_tensors(const Value& value, const std::function<Value(const at::Tensor&)>& map) {
  if (value.isTensor()) return value.toTensor().defined() ? map(value.toTensor()) : value;
  if (value.isTuple()) {
    std::vector<Value> items;
    for (const Value& item : value.toTupleRef().elements())
      items.push_back(map_tensors(item, map));
    return c10::ivalue::Tuple::create(std::move(items));
  }
  if (value.isTensorList() ||
      (value.isList() && !value.isIntList() && !value.isDoubleList() && !value.isBoolList())) {
    c10::impl::GenericList list(value.toList().elementType());
    for (const Value& item : value.toListRef())
      list.push_back(map_tensors(item, map));
    return Value(list);
  }
  if (value.isGenericDict()) {
    const auto from = value.toGenericDict();
    c10::impl::GenericDict dict(from.keyType(), from.valueType());
    for (const auto& entry : from)
      dict.insert_or_assign(entry.key(), map_tensors(entry.value(), map));
    return Value(dict);
  }
  return value;
}

void for_each_tensor(const Value& value, const std::function<void(const at::Tensor&)>& visit) {
  if (value.isTensor()) {
    if (value.toTensor().defined()) visit(value.toTensor());
  } else if (value.isTuple()) {
    for (const Value& item : value.toTupleRef().elements())
      for_each_tensor(item, visit);
  } else if (value.isList() && !value.isIntList() && !value.isDoubleList() && !value.isBoolList()) {
    for (const Value& item : value.toListRef())
      for_each_tensor(item, visit);
  } else if (value.isGenericDict()) {
    for (const auto& entry : value.toGenericDict())
      for_each_tensor(entry.value(), visit);
  }
}

std::optional<Value> example_of(const Value& value) {
  const Untraced untraced;
  if (!all_known(std::span(&value, 1))) return std::nullopt;
  return map_tensors(value, [](const at::Tensor& tensor) -> Value {
    if (const ProxyTensor* proxy = ProxyTensor::of(tensor)) return proxy->example();
    return on_meta(tensor);
  });
}

std::optional<Value> run_on_examples(const c10::OperatorHandle& op,
                                     std::span<const Value> arguments, bool numbers) {
  const Untraced untraced;
  const c10::AutoGradMode no_gradients(false);
  if (!all_known(arguments)) return std::nullopt;
  const bool allows_cpu = this_thread().cpu_examples;
  const bool lacks = LacksMeta::instance().has(op.operator_name());
  if (!lacks || !allows_cpu) {
    try {
      return call(op, placed(op, arguments, c10::kMeta, [](const at::Tensor& tensor) -> Value {
                    const ProxyTensor* proxy = ProxyTensor::of(tensor);
                    return proxy ? proxy->example() : Value(on_meta(tensor));
                  }));
    } catch (const c10::Error&) {
      if (numbers) return std::nullopt;
      if (!allows_cpu) throw;
    }
  }
  if (numbers) return std::nullopt;
  std::optional<Value> result = run_on_cpu(op, arguments);
  if (std::vector<std::string>* names = this_thread().without_meta)
    names->push_back(toString(op.operator_name()));
  if (!lacks) LacksMeta::instance().add(op.operator_name());
  return result;
}

Symbol dtype_of(const at::Tensor& tensor) {
  for (const ElementType& type : all_element_types())
    if (type.number == static_cast<int>(tensor.scalar_type())) return type.name;
  return {};
}

TensorMeta tensor_meta_of(const at::Tensor& tensor) {
  return {tensor.sizes().vec(), dtype_of(tensor), tensor.strides().vec()};
}

c10::Device device_of_result(const c10::OperatorHandle& op, std::span<const Value> arguments) {
  for (const Value& argument : arguments)
    if (argument.isDevice()) return argument.toDevice();
  std::optional<c10::Device> device;
  for (const Value& argument : arguments)
    for_each_tensor(argument, [&](const at::Tensor& tensor) {
      if (!device) device = tensor.device();
    });
  return device.value_or(c10::Device(c10::kCPU));
}

} // namespace fx::runtime
