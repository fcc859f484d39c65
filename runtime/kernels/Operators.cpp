#include "Operators.h"

#include "CallBoxed.h"

#include <ATen/ATen.h>
#include <ATen/TensorIndexing.h>
#include <ATen/core/dispatch/Dispatcher.h>

#include <algorithm>
#include <iterator>
#include <optional>

namespace fx_kernels {

namespace {

/// An argument as a parameter of a schema takes it; nothing when it does not.
class Converter {
public:
  Converter(FxPlace place, bool wraps) : place_(place), wraps_(wraps) {}

  /// `length`: of int[2], which one number can stand for. `wraps`: a number may stand for a tensor.
  std::optional<c10::IValue> convert(const FxValue& value, const c10::Type& type,
                                     std::optional<int32_t> length, bool wraps) const {
    if (const auto* optional = type.castRaw<c10::OptionalType>()) {
      if (value.kind == FxNone) return c10::IValue();
      return convert(value, *optional->getElementType(), length, wraps);
    }
    if (const auto* list = type.castRaw<c10::ListType>())
      return convert_list(value, *list, length, wraps);
    if (value.kind == FxTensorValue)
      return type.kind() == c10::TypeKind::TensorType
                 ? std::optional<c10::IValue>(tensor_of(value.tensor))
                 : std::nullopt;
    return is_sequence(value) ? std::nullopt : convert_literal(value, type, wraps);
  }
  std::optional<c10::IValue> convert(const FxValue& value, const c10::Argument& parameter) const {
    const auto length = parameter.N();
    return convert(value, *parameter.type(),
                   length ? std::optional<int32_t>(*length) : std::nullopt, wraps_);
  }

private:
  std::optional<c10::IValue> convert_literal(const FxValue& value, const c10::Type& type,
                                             bool wraps) const {
    const bool is_int = is_number(value);
    switch (type.kind()) {
    case c10::TypeKind::IntType:
    case c10::TypeKind::SymIntType:
      if (is_int) return c10::IValue(value.number);
      return convert_name(value);
    case c10::TypeKind::FloatType:
      if (value.kind == FxFloat) return c10::IValue(value.fraction);
      return is_int ? std::optional<c10::IValue>(static_cast<double>(value.number)) : std::nullopt;
    case c10::TypeKind::BoolType:
      return is_int ? std::optional<c10::IValue>(value.number != 0) : std::nullopt;
    case c10::TypeKind::NumberType: return scalar(value);
    case c10::TypeKind::StringType:
      if (value.kind == FxString) return c10::IValue(std::string(text_of(value)));
      return std::nullopt;
    case c10::TypeKind::DeviceObjType:
      if (value.kind != FxDevice && value.kind != FxString) return std::nullopt;
      if (place_ == FxLive) return c10::IValue(c10::Device(std::string(text_of(value))));
      return c10::IValue(c10::Device(place_ == FxOnMeta ? at::kMeta : at::kCPU));
    case c10::TypeKind::TensorType: {
      const std::optional<c10::IValue> wrapped = wraps ? scalar(value) : std::nullopt;
      if (!wrapped) return std::nullopt;
      at::Tensor tensor = at::scalar_tensor(wrapped->toScalar(), wrapped->isDouble() ? at::kDouble
                                                                 : wrapped->isBool() ? at::kBool
                                                                                     : at::kLong);
      tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
      return c10::IValue(std::move(tensor));
    }
    default: return std::nullopt;
    }
  }

  static std::optional<c10::IValue> scalar(const FxValue& value) {
    switch (value.kind) {
    case FxBool: return c10::IValue(value.number != 0);
    case FxInt: return c10::IValue(value.number);
    case FxFloat: return c10::IValue(value.fraction);
    default: return std::nullopt;
    }
  }

  /// A dtype, a layout, a memory format: enumerators are ints in schemas.
  static std::optional<c10::IValue> convert_name(const FxValue& value) {
    const bool is_strided =
        value.kind == FxLayout && value.number == static_cast<int64_t>(at::kStrided);
    const bool is_name = value.kind == FxDtype || value.kind == FxMemoryFormat || is_strided;
    return is_name && value.number >= 0 ? std::optional<c10::IValue>(value.number) : std::nullopt;
  }

  std::optional<c10::IValue> convert_list(const FxValue& value, const c10::ListType& type,
                                          std::optional<int32_t> length, bool wraps) const {
    const c10::TypePtr& element = type.getElementType();
    c10::impl::GenericList list(element);
    if (is_sequence(value)) {
      for (size_t i = 0; i < value.count; ++i) {
        std::optional<c10::IValue> converted =
            convert(value.items[i], *element, std::nullopt, wraps);
        if (!converted) return std::nullopt;
        list.push_back(*converted);
      }
      return c10::IValue(list);
    }
    if (!length) return std::nullopt;
    std::optional<c10::IValue> converted = convert(value, *element, std::nullopt, false);
    if (!converted) return std::nullopt;
    for (int32_t i = 0; i < *length; ++i)
      list.push_back(*converted);
    return c10::IValue(list);
  }

  FxPlace place_;
  bool wraps_;
};

c10::IValue result_of(std::vector<c10::IValue> stack) {
  if (stack.empty()) return {};
  if (stack.size() == 1) return std::move(stack.front());
  return c10::ivalue::Tuple::create(std::move(stack));
}

/// int64_t, or SymInt in later versions.
using Integer = decltype(at::indexing::Slice().start());

/// An end of a slice, which is an optional of this version's kind.
struct Bound {
  const FxValue& value;
  template <class Optional, class Value = typename Optional::value_type>
  operator Optional() const {
    return value.kind == FxInt ? Optional(Value(value.number)) : Optional();
  }
};

Bound bound(const FxValue& value) {
  if (value.kind != FxInt && value.kind != FxNone) throw Unknown("a slice that is not known");
  return {value};
}

at::indexing::TensorIndex tensor_index(const FxValue& index) {
  switch (index.kind) {
  case FxTensorValue: return {tensor_of(index.tensor)};
  case FxNone: return {at::indexing::None};
  case FxEllipsis: return {at::indexing::Ellipsis};
  case FxBool: return {index.number != 0};
  case FxInt: return {Integer(index.number)};
  case FxSlice:
    return {
        at::indexing::Slice(bound(index.items[0]), bound(index.items[1]), bound(index.items[2]))};
  case FxList:
  case FxTuple: throw Unknown("an index that is a list");
  default: throw Unknown("this index");
  }
}

std::vector<at::indexing::TensorIndex> tensor_indices(FxPlace place, const FxValue* indices,
                                                      size_t count) {
  std::vector<at::indexing::TensorIndex> result;
  const PlacedValues placed(place, {indices, indices + count});
  for (const FxValue& index : placed.values())
    result.push_back(tensor_index(index));
  return result;
}

/// What a member of a tensor gives, as the tables of fx/Ops compute it; `run` is null where none
/// does.
struct MemberValue {
  std::string_view name;
  int arguments;
  void (*run)(Answer& answer, const at::Tensor& self, int64_t at);
};

#define FX_RUN(EXPRESSION)                                                                         \
  [](Answer& answer, const at::Tensor& self, int64_t at) {                                         \
    (void)at;                                                                                      \
    answer.give(EXPRESSION);                                                                       \
  }
#define FX_NOT_RUN(WHY) nullptr
const MemberValue attributes[] = {
#define FX_TENSOR_ATTRIBUTE(NAME, KIND, FACT, CPP, TORCHSCRIPT, RUN) {NAME, 0, RUN},
#include "fx/Ops/TensorAttributes.def"
};
const MemberValue members[] = {
#define FX_TENSOR_MEMBER(NAME, ARGUMENTS, EFFECT, FACT, CPP, TORCHSCRIPT, RUN)                     \
  {NAME, ARGUMENTS, RUN},
#include "fx/Ops/TensorMembers.def"
};
#undef FX_RUN
#undef FX_NOT_RUN

template <size_t Count>
FxAnswer* run_member(const MemberValue (&rows)[Count], FxPlace place, FxText name, FxTensor* tensor,
                     int arguments, int64_t argument) {
  return answer(place, [&](Answer& result) {
    const MemberValue* row =
        std::find_if(std::begin(rows), std::end(rows), [&](const MemberValue& each) {
          return each.name == view(name) && each.arguments == arguments && each.run != nullptr;
        });
    if (row == std::end(rows)) return result.fail(FxNotTaken, "");
    row->run(result, tensor_at(place, tensor), argument);
  });
}

} // namespace

FxAnswer* empty_tensor(int32_t dtype, const int64_t* sizes, const int64_t* strides,
                       size_t dimensions) {
  return answer(FxOnMeta, [&](Answer& result) {
    const auto options = at::TensorOptions().dtype(scalar_type(dtype)).device(at::kMeta);
    const at::IntArrayRef shape(sizes, dimensions);
    result.give(strides ? at::empty_strided(shape, at::IntArrayRef(strides, dimensions), options)
                        : at::empty(shape, options));
  });
}

FxAnswer* tensor_of_numbers(FxPlace place, int32_t dtype, const int64_t* sizes, size_t dimensions,
                            const FxValue* numbers, size_t count) {
  return answer(place, [&](Answer& result) {
    const at::IntArrayRef shape(sizes, dimensions);
    const at::ScalarType type = scalar_type(dtype);
    if (place == FxOnMeta) {
      result.give(at::empty(shape, at::TensorOptions().dtype(type).device(at::kMeta)));
      return;
    }
    const bool is_float = std::any_of(numbers, numbers + count,
                                      [](const FxValue& number) { return number.kind == FxFloat; });
    at::Tensor tensor = at::empty(static_cast<int64_t>(count), is_float ? at::kDouble : at::kLong);
    for (size_t i = 0; i < count; ++i) {
      const FxValue& number = numbers[i];
      const int64_t whole = is_number(number) ? number.number : 0;
      if (is_float)
        tensor.data_ptr<double>()[i] =
            number.kind == FxFloat ? number.fraction : static_cast<double>(whole);
      else
        tensor.data_ptr<int64_t>()[i] = whole;
    }
    result.give(tensor.to(type).view(shape));
  });
}

FxAnswer* parameter_of(FxTensor* tensor, int32_t requires_grad) {
  return answer(FxAsIs, [&](Answer& result) {
    const at::Tensor value = tensor_of(tensor);
    result.give(value.detach().set_requires_grad(requires_grad != 0 && value.is_floating_point()));
  });
}

FxAnswer* call_operator(FxPlace place, FxText name, FxText overload, const FxValue* parameters,
                        size_t count, int32_t wraps) {
  return answer(place, [&](Answer& result) {
    const auto handle = c10::Dispatcher::singleton().findSchema(
        {"aten::" + std::string(view(name)), std::string(view(overload))});
    // Many calls are taken by the second overload or a later one: nothing is thrown for the others.
    if (!handle || handle->schema().arguments().size() != count) return result.fail(FxNotTaken, "");
    const Converter converter(place, wraps != 0);
    std::vector<c10::IValue> stack;
    stack.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      const c10::Argument& parameter = handle->schema().arguments()[i];
      if (parameters[i].kind == FxAbsent) {
        if (!parameter.default_value()) return result.fail(FxNotTaken, "");
        stack.push_back(*parameter.default_value());
        continue;
      }
      std::optional<c10::IValue> converted = converter.convert(parameters[i], parameter);
      if (!converted) return result.fail(FxNotTaken, "");
      stack.push_back(std::move(*converted));
    }
    for (c10::IValue& value : stack)
      value = at_place(place, value);
    call_boxed(*handle, stack);
    result.give(result_of(std::move(stack)));
  });
}

FxAnswer* index(FxPlace place, FxTensor* tensor, const FxValue* indices, size_t count) {
  return answer(place, [&](Answer& result) {
    result.give(tensor_at(place, tensor).index(tensor_indices(place, indices, count)));
  });
}

FxAnswer* index_put(FxPlace place, FxTensor* tensor, const FxValue* indices, size_t count,
                    FxTensor* source) {
  return answer(place, [&](Answer&) {
    at::Tensor written = tensor_at(place, tensor);
    written.index_put_(tensor_indices(place, indices, count), tensor_at(place, source));
  });
}

FxAnswer* to_dtype(FxPlace place, FxTensor* tensor, int32_t dtype) {
  return answer(
      place, [&](Answer& result) { result.give(tensor_at(place, tensor).to(scalar_type(dtype))); });
}

FxAnswer* tensor_attribute(FxPlace place, FxText name, FxTensor* tensor) {
  return run_member(attributes, place, name, tensor, 0, 0);
}

FxAnswer* tensor_member(FxPlace place, FxText name, FxTensor* tensor, int32_t arguments,
                        int64_t argument) {
  return run_member(members, place, name, tensor, arguments, argument);
}

} // namespace fx_kernels
