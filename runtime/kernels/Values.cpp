#include "Values.h"

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <memory>
#include <optional>

namespace fx_kernels {

namespace {

/// How a call at a place runs.
class PlaceGuard {
public:
  explicit PlaceGuard(FxPlace place) {
    if (place == FxAsIs)
      no_gradients_.emplace();
    else if (place != FxLive)
      inference_.emplace();
    if (place == FxOnMeta) on_meta_.emplace(everything_on_meta);
  }

private:
  std::optional<at::NoGradGuard> no_gradients_;
  std::optional<c10::InferenceMode> inference_;
  std::optional<c10::impl::IncludeDispatchKeyGuard> on_meta_;
};

at::Tensor without_memory(const at::Tensor& tensor) {
  if (!tensor.defined() || tensor.is_meta()) return tensor;
  if (tensor.layout() != at::kStrided) throw Unknown("a sparse tensor");
  if (tensor.is_quantized()) throw Unknown("a quantized tensor"); // the Meta device has none
  return at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kMeta));
}

/// A shape that depends on what memory holds differs between the two places that fill it.
at::Tensor with_memory(const at::Tensor& tensor, FxPlace place) {
  if (!tensor.defined() || !tensor.is_meta()) return tensor;
  constexpr int64_t most_elements = int64_t(1) << 28;
  if (tensor.numel() > most_elements) throw Unknown("a tensor of this size");
  at::Tensor filled =
      at::empty_strided(tensor.sizes(), tensor.strides(), tensor.options().device(at::kCPU));
  if (place == FxOnZeros) return filled.zero_();
  // Index tensors stay in range where 1 is.
  if (!at::isFloatingType(tensor.scalar_type())) return filled.fill_(1);
  return filled.uniform_(0.25, 1.0);
}

bool fills_memory(FxPlace place) {
  return place == FxOnZeros || place == FxOnNumbers;
}

template <class Map>
c10::IValue map_tensors(const c10::IValue& value, const Map& map) {
  if (value.isTensor()) return {map(value.toTensor())};
  if (value.isList()) {
    c10::impl::GenericList items(value.toList().elementType());
    for (const c10::IValue& item : value.toListRef())
      items.push_back(map_tensors(item, map));
    return items;
  }
  if (value.isTuple()) {
    std::vector<c10::IValue> items;
    for (const c10::IValue& item : value.toTupleRef().elements())
      items.push_back(map_tensors(item, map));
    return {c10::ivalue::Tuple::create(std::move(items))};
  }
  return value;
}

} // namespace

std::string_view text_of(const FxValue& value) {
  if (value.kind == FxString || value.kind == FxDevice) return {value.text, value.count};
  return value.kind == FxWord ? text_of(value.items[0]) : std::string_view();
}

FxTensor* handle_of(const at::Tensor& tensor) {
  return reinterpret_cast<FxTensor*>(tensor.unsafeGetTensorImpl());
}

at::Tensor tensor_of(FxTensor* tensor) {
  using Pointer = c10::intrusive_ptr<c10::TensorImpl, c10::UndefinedTensorImpl>;
  return at::Tensor(Pointer::reclaim_copy(reinterpret_cast<c10::TensorImpl*>(tensor)));
}

at::Tensor tensor_at(FxPlace place, FxTensor* tensor) {
  return fills_memory(place) ? with_memory(tensor_of(tensor), place) : tensor_of(tensor);
}

c10::IValue at_place(FxPlace place, const c10::IValue& value) {
  if (!fills_memory(place)) return value;
  return map_tensors(value, [&](const at::Tensor& tensor) { return with_memory(tensor, place); });
}

at::ScalarType scalar_type(int64_t number) {
  if (number < 0 || number >= static_cast<int64_t>(at::ScalarType::Undefined))
    throw Unknown("this element type");
  return static_cast<at::ScalarType>(number);
}

PlacedValues::PlacedValues(FxPlace place, std::vector<FxValue> values)
    : values_(std::move(values)) {
  if (!fills_memory(place)) return;
  for (FxValue& value : values_)
    value = placed(place, value);
}

FxValue PlacedValues::placed(FxPlace place, const FxValue& value) {
  FxValue result = value;
  if (value.kind == FxTensorValue) {
    tensors_.push_back(tensor_at(place, value.tensor));
    result.tensor = handle_of(tensors_.back());
  } else if (is_sequence(value)) {
    std::vector<FxValue>& items = items_.emplace_back(value.items, value.items + value.count);
    for (FxValue& item : items)
      item = placed(place, item);
    result.items = items.data();
  }
  return result;
}

void Answer::give(const c10::IValue& result) {
  value =
      value_of(place_ == FxAsIs || place_ == FxLive ? result : map_tensors(result, without_memory));
}

void Answer::give(at::IntArrayRef sizes) {
  std::vector<FxValue> items;
  for (const int64_t size : sizes)
    items.push_back(value_of(c10::IValue(size)));
  value = sequence(FxTuple, std::move(items));
}

void Answer::give(at::ScalarType type) {
  value.kind = FxDtype;
  value.number = static_cast<int64_t>(type);
}

void Answer::give(c10::Device device) {
  value = value_of_text(device.str());
  value.kind = FxDevice;
}

void Answer::give(const Tensors& first, const Tensors& second) {
  value = sequence(FxTuple, {list_of(first), list_of(second)});
}

void Answer::give_text(std::string_view bytes) {
  value = value_of_text(bytes);
}

void Answer::fail(FxStatus status_of_call, std::string_view why) {
  status = status_of_call;
  value = {};
  FxAnswer::text = fx_kernels::text(texts_.emplace_back(why));
}

FxValue Answer::value_of_text(std::string_view bytes) {
  const std::string& kept = texts_.emplace_back(bytes);
  FxValue result{};
  result.kind = FxString;
  result.count = kept.size();
  result.text = kept.data();
  return result;
}

FxValue Answer::value_of_tensor(const at::Tensor& tensor) {
  FxValue result{};
  if (!tensor.defined()) return result;
  tensors_.push_back(tensor);
  result.kind = FxTensorValue;
  result.tensor = handle_of(tensor);
  return result;
}

FxValue Answer::list_of(const Tensors& tensors) {
  std::vector<FxValue> pairs;
  for (const auto& item : tensors)
    pairs.push_back(sequence(FxTuple, {value_of_text(item.first), value_of_tensor(item.second)}));
  return sequence(FxList, std::move(pairs));
}

FxValue Answer::sequence(FxKind kind, std::vector<FxValue> items) {
  const std::vector<FxValue>& kept = items_.emplace_back(std::move(items));
  FxValue result{};
  result.kind = kind;
  result.count = kept.size();
  result.items = kept.data();
  return result;
}

FxValue Answer::value_of(const c10::IValue& from) {
  FxValue result{};
  if (from.isTensor()) return value_of_tensor(from.toTensor());
  if (from.isNone()) return result;
  if (from.isString()) return value_of_text(from.toStringRef());
  if (from.isBool()) {
    result.kind = FxBool;
    result.number = from.toBool() ? 1 : 0;
  } else if (from.isInt()) {
    result.kind = FxInt;
    result.number = from.toInt();
  } else if (from.isDouble()) {
    result.kind = FxFloat;
    result.fraction = from.toDouble();
  } else if (from.isList() || from.isTuple()) {
    std::vector<FxValue> items;
    if (from.isList())
      for (const c10::IValue& item : from.toListRef())
        items.push_back(value_of(item));
    else
      for (const c10::IValue& item : from.toTupleRef().elements())
        items.push_back(value_of(item));
    return sequence(from.isList() ? FxList : FxTuple, std::move(items));
  } else {
    throw Unknown("a value of type " + from.tagKind());
  }
  return result;
}

FxAnswer* answer(FxPlace place, const std::function<void(Answer&)>& run) {
  auto made = std::make_unique<Answer>(place);
  try {
    const PlaceGuard guard(place);
    run(*made);
  } catch (const Unknown& unknown) {
    made->fail(FxUnknown, unknown.what());
  } catch (const c10::NotImplementedError& error) {
    made->fail(FxNotImplemented, error.what_without_backtrace());
  } catch (const c10::LinAlgError& error) {
    made->fail(FxSingular, error.what_without_backtrace());
  } catch (const c10::Error& error) {
    made->fail(FxRefused, error.what_without_backtrace());
  } catch (const std::runtime_error& error) {
    made->fail(FxFailed, error.what()); // view() of another number of elements
  } catch (const std::exception& error) {
    made->fail(FxUnknown, error.what());
  } catch (...) {
    made->fail(FxUnknown, "it threw what is no exception");
  }
  return made.release();
}

} // namespace fx_kernels
