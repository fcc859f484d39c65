#include "Results.h"

#include "ClassName.h"
#include "ExampleValues.h"
#include "Record.h"

#include "fx/Ops/LibTorch.h"

#include <ATen/core/Tensor.h>

#include <bit>
#include <unordered_map>

namespace fx::runtime {

namespace {

class ShapesOnly {
public:
  ShapesOnly() : old_(this_thread().shapes_only) { this_thread().shapes_only = true; }
  ~ShapesOnly() { this_thread().shapes_only = old_; }
  ShapesOnly(const ShapesOnly&) = delete;
  ShapesOnly& operator=(const ShapesOnly&) = delete;

private:
  bool old_;
};

} // namespace

void describe(ProxyTensor& proxy, const Value& example, std::optional<c10::Device> device) {
  proxy.set_example(example, device);
  if (example.isTensor())
    proxy.node()->set_meta(meta::tensor_meta, tensor_meta_of(example.toTensor()));
}

Value unpack(const Proxy& proxy, const ValueType& type) {
  const Value& example = ProxyTensor::of(proxy)->example();
  size_t count = 0;
  if (type.is(ValueType::Kind::Tuple) || type.is(ValueType::Kind::Struct))
    count = type.items.size();
  else if (type.is(ValueType::Kind::Unknown) && example.isTuple())
    count = example.toTupleRef().elements().size();
  else if (!type.is(ValueType::Kind::List))
    return {at::Tensor(proxy)};

  std::vector<Value> items;
  const auto add = [&](size_t index, const ValueType& of_item) {
    if (of_item.is(ValueType::Kind::Float)) {
      items.push_back(unknown_number());
      return;
    }
    const Value item = get_item(proxy, index);
    const std::optional<Proxy> part = Proxy::of(item);
    items.push_back(part ? unpack(*part, of_item) : item);
  };
  if (!type.is(ValueType::Kind::List)) {
    for (size_t i = 0; i < count; ++i)
      add(i, i < type.items.size() ? type.items[i] : ValueType());
    return c10::ivalue::Tuple::create(std::move(items));
  }
  if (example.isList())
    for (size_t i = 0; i < example.toListRef().size(); ++i)
      add(i, type.items[0]);
  else
    items = proxy.tracer().iter(proxy);
  c10::impl::GenericList list(c10::TensorType::get());
  for (Value& item : items)
    list.push_back(std::move(item));
  return Value(c10::impl::toTypedList<at::Tensor>(list));
}

namespace {

constexpr uint64_t unknown_bits = 0x7ff8'6678'2d6e'756dU; // quiet, so that sums keep it

} // namespace

Value unknown_number() {
  const double claimed = Claims::of_this_thread().number;
  return {claimed != 0 ? claimed : std::bit_cast<double>(unknown_bits)};
}

bool is_unknown_number(const Value& value) {
  constexpr uint64_t sign = uint64_t{1} << 63;
  return value.isDouble() &&
         (std::bit_cast<uint64_t>(value.toDouble()) & ~sign) == (unknown_bits & ~sign);
}

std::optional<Value> shapes_of(const std::function<Value()>& forward, const Args& args) {
  for (const Value& arg : args)
    if (!example_of(arg)) return std::nullopt;
  try {
    const ShapesOnly shapes;
    return example_of(forward());
  } catch (const TraceError&) {
    return std::nullopt;
  }
}

namespace {

ValueType find_result_type(std::string_view name) {
  if (!name.starts_with("torch::nn::") || !name.ends_with("Impl")) return {};
  name.remove_suffix(4);
  const ops::LibTorch& libtorch = *ops::LibTorch::built_in();
  const ops::ModuleHolder* holder = libtorch.find_module_holder(name);
  return holder ? libtorch.result_type(*holder) : ValueType();
}

} // namespace

const ValueType& result_type(const torch::nn::Module& module) {
  thread_local std::unordered_map<std::string, ValueType> known;
  const std::string& name = qualified_class_name(module);
  const auto [found, is_new] = known.try_emplace(name);
  if (is_new) found->second = find_result_type(name);
  return found->second;
}

} // namespace fx::runtime
