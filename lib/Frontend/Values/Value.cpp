#include "Frontend/Values/Value.h"

#include "Frontend/Values/Storage.h"

#include <atomic>
#include <bit>
#include <cmath>

namespace fx::frontend {

Value Value::integer(int64_t value, unsigned width, bool is_signed) {
  Value result(Kind::Int);
  if (width == 1) {
    value = value != 0;
  } else if (width < 64) {
    // Arithmetic wraps at the width of the C++ type.
    const auto shift = 64 - width;
    const auto bits = static_cast<uint64_t>(value) << shift;
    value = is_signed ? static_cast<int64_t>(bits) >> shift : static_cast<int64_t>(bits >> shift);
  }
  result.int_ = value;
  result.width_ = static_cast<uint8_t>(width);
  result.signed_ = is_signed;
  return result;
}

Value Value::floating(double value) {
  Value result(Kind::Float);
  result.float_ = value;
  return result;
}

Value Value::rounded(double value) {
  Value result = floating(value);
  result.width_ = 128;
  return result;
}

std::optional<Value> Value::extended(long double value) {
  const auto nearest = static_cast<double>(value);
  Value result = floating(nearest);
  if (static_cast<long double>(nearest) == value || value != value) return result;
  if (std::isinf(nearest)) return std::nullopt; // beyond the range of double
  const long double rest = value - static_cast<long double>(nearest);
  const auto held = static_cast<double>(rest);
  if (static_cast<long double>(held) != rest) return std::nullopt;
  result.width_ = 80;
  result.index_ = std::bit_cast<int64_t>(held);
  return result;
}

long double Value::as_extended() const {
  if (kind_ != Kind::Float)
    return signed_ ? static_cast<long double>(int_)
                   : static_cast<long double>(static_cast<uint64_t>(int_));
  const auto nearest = static_cast<long double>(float_);
  return width_ == 80 ? nearest + static_cast<long double>(std::bit_cast<double>(index_)) : nearest;
}

Value Value::view(std::string_view text, Location* source) {
  Value result = string(text);
  result.location_ = source;
  return result;
}

Value Value::string(std::string_view text) {
  Value result(Kind::String);
  result.argument_ = Argument::string(text);
  return result;
}

Value Value::pointer(Location* target, int64_t offset) {
  if (target == nullptr) return none();
  Value result(Kind::Pointer);
  result.location_ = target;
  result.index_ = offset;
  return result;
}

Value Value::iterator(const Object* sequence, int64_t index) {
  Value result(Kind::Iterator);
  result.object_ = sequence;
  result.index_ = index;
  result.argument_ = Argument(static_cast<int64_t>(sequence->invalidations.size()));
  return result;
}

Value Value::at(int64_t index) const {
  Value result = *this;
  result.index_ = index;
  return result;
}

Value Value::object(const Object* object) {
  Value result(Kind::Object);
  result.object_ = object;
  return result;
}

Value Value::function(const clang::FunctionDecl* function) {
  Value result(Kind::Function);
  result.function_ = function;
  return result;
}

Value Value::member(const clang::FieldDecl* field) {
  Value result(Kind::Member);
  result.member_ = field;
  return result;
}

Value Value::node(Node* node, bool non_negative) {
  Value result(Kind::Node);
  result.node_ = node;
  result.signed_ = non_negative;
  return result;
}

Value Value::tensor_slot(ModuleNode* module, uint32_t index) {
  Value result(Kind::TensorSlot);
  result.module_ = module;
  result.index_ = index;
  return result;
}

Value Value::constant(Argument argument) {
  Value result(Kind::Constant);
  result.argument_ = std::move(argument);
  return result;
}

Value Value::opaque(clang::SourceLocation origin, std::string_view reason) {
  Value result(Kind::Opaque);
  // Two of one origin are two values: a loop may read a file again and again.
  static std::atomic<int64_t> number = 0; // of all sessions
  result.int_ = ++number;
  result.index_ = origin.getRawEncoding();
  result.argument_ = Argument::string(reason);
  return result;
}

} // namespace fx::frontend
