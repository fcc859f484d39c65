#include "Parameter.h"

#include "fx/IR/ElementType.h"
#include "fx/IR/MemoryLayout.h"

#include <ATen/ScalarOps.h>
#include <ATen/core/Tensor.h>
#include <c10/core/ScalarType.h>

#include <algorithm>

namespace fx::runtime {

namespace {

bool is_scalar(const Value& value) {
  return value.isDouble() || value.isInt() || value.isBool() || value.isComplexDouble();
}

/// The number of an enumerator, which schemas take for an int; -1: the value is none.
int64_t enumerator_of(const Value& value) {
  const SpecialValue* special = special_value(value);
  if (special == nullptr) return -1;
  const auto number = [](const auto* row) { return row == nullptr ? -1 : row->number; };
  switch (special->kind) {
  case Argument::Kind::Dtype: return number(find_element_type(special->name));
  case Argument::Kind::Layout: return number(find_layout(special->name));
  case Argument::Kind::MemoryFormat: return number(find_memory_format(special->name));
  default: return -1;
  }
}

Value wrapped_number(const Value& value) {
  at::Tensor tensor =
      at::scalar_tensor(value.toScalar(), value.isDouble()          ? at::kDouble
                                          : value.isBool()          ? at::kBool
                                          : value.isComplexDouble() ? at::kComplexDouble
                                                                    : at::kLong);
  tensor.unsafeGetTensorImpl()->set_wrapped_number(true);
  return tensor;
}

/// Calls `visit` for each item of a list or tuple, until it returns false.
template <class Visit>
bool all_items(const Value& value, const Visit& visit) {
  if (value.isTuple()) {
    const auto& items = value.toTupleRef().elements();
    return std::all_of(items.begin(), items.end(), visit);
  }
  const auto items = value.toListRef();
  return std::all_of(items.begin(), items.end(), visit);
}

bool is_sequence(const Value& value) {
  return value.isList() || value.isTuple();
}

} // namespace

Parameter::Parameter(const c10::Argument& argument)
    : Parameter(*argument.type(),
                argument.N() ? std::optional<int32_t>(*argument.N()) : std::nullopt) {}

Parameter::Parameter(const c10::Type& type, std::optional<int32_t> length)
    : length_(length), type_(&type) {
  read(type);
}

void Parameter::read(const c10::Type& type) {
  switch (type.kind()) {
  case c10::TypeKind::OptionalType:
    is_optional_ = true;
    type_ = type.castRaw<c10::OptionalType>()->getElementType().get();
    return read(*type_);
  case c10::TypeKind::ListType:
    kind_ = Kind::List;
    item_type_ = type.castRaw<c10::ListType>()->getElementType();
    item_.reset(new Parameter(*item_type_, std::nullopt));
    return;
  case c10::TypeKind::TensorType: kind_ = Kind::Tensor; return;
  case c10::TypeKind::IntType:
  case c10::TypeKind::SymIntType: kind_ = Kind::Int; return;
  case c10::TypeKind::FloatType: kind_ = Kind::Float; return;
  case c10::TypeKind::BoolType: kind_ = Kind::Bool; return;
  case c10::TypeKind::NumberType: kind_ = Kind::Number; return;
  case c10::TypeKind::StringType: kind_ = Kind::String; return;
  case c10::TypeKind::DeviceObjType: kind_ = Kind::Device; return;
  default: kind_ = Kind::Other;
  }
}

bool Parameter::takes(const Value& value, bool wraps) const {
  if (value.isNone()) return is_optional_;
  switch (kind_) {
  case Kind::Tensor: return value.isTensor() || (wraps && is_scalar(value));
  case Kind::Int: return value.isInt() || enumerator_of(value) >= 0;
  case Kind::Float: return value.isDouble() || value.isInt();
  case Kind::Bool: return value.isBool();
  case Kind::Number: return is_scalar(value);
  case Kind::String: return value.isString();
  case Kind::Device: return value.isDevice() || value.isString();
  case Kind::List:
    if (!is_sequence(value)) return length_ && item_->takes(value, false);
    return all_items(value, [&](const Value& item) { return item_->takes(item, wraps); });
  case Kind::Other: break;
  }
  return value.type()->isSubtypeOf(*type_);
}

Value Parameter::convert(Value&& value, bool wraps) const {
  if (value.isNone()) return std::move(value);
  switch (kind_) {
  case Kind::Tensor: return value.isTensor() ? std::move(value) : wrapped_number(value);
  case Kind::Int: return value.isInt() ? std::move(value) : Value(enumerator_of(value));
  case Kind::Float:
    return value.isDouble() ? std::move(value) : Value(static_cast<double>(value.toInt()));
  case Kind::Device:
    return value.isDevice() ? std::move(value) : Value(c10::Device(value.toStringRef()));
  case Kind::List: break;
  default: return std::move(value);
  }
  if (value.isList() && *value.toList().elementType() == *item_type_) return std::move(value);
  c10::impl::GenericList list(item_type_);
  if (is_sequence(value))
    all_items(value, [&](Value item) {
      list.push_back(item_->convert(std::move(item), wraps));
      return true;
    });
  else
    for (int32_t i = 0; i < *length_; ++i)
      list.push_back(item_->convert(Value(value), false));
  return list;
}

} // namespace fx::runtime
