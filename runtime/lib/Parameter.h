// What a parameter of an operator takes.
#pragma once

#include "fx/Runtime/Value.h"

#include <ATen/core/function_schema.h>

#include <memory>
#include <optional>

namespace fx::runtime {

class Parameter {
public:
  /// A parameter of a schema, which must outlive this.
  explicit Parameter(const c10::Argument& argument);

  /// Whether the operator takes the value as it is: true of most that it takes, and soon told.
  bool takes_as_is(const Value& value) const {
    switch (kind_) {
    case Kind::Tensor: return value.isTensor();
    case Kind::Int: return value.isInt();
    case Kind::Float: return value.isDouble();
    case Kind::Bool: return value.isBool();
    case Kind::Number: return value.isInt() || value.isDouble();
    default: return false;
    }
  }
  /// Whether the parameter takes the value. `wraps`: a number may stand for a tensor, as Python's
  /// wrapped numbers do.
  bool takes(const Value& value, bool wraps) const;
  /// The value as the operator takes it; takes() said that it does.
  Value convert(Value&& value, bool wraps) const;

private:
  enum class Kind : uint8_t { Tensor, Int, Float, Bool, Number, String, Device, List, Other };
  Parameter(const c10::Type& type, std::optional<int32_t> length);
  void read(const c10::Type& type);

  Kind kind_ = Kind::Other;
  bool is_optional_ = false;
  std::optional<int32_t> length_; // of int[2], for which one number may stand
  std::unique_ptr<const Parameter> item_;
  c10::TypePtr item_type_;
  const c10::Type* type_; // of Kind::Other
};

} // namespace fx::runtime
