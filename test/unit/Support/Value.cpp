#include "Support/Value.h"

#include "fx/IR/Printer.h"

#include <bit>
#include <cmath>
#include <fmt/format.h>

namespace fx::testing {

int64_t Scalar::to_int() const {
  if (dtype != Dtype::Float) return integer;
  return std::abs(real) < 9.2e18 ? int64_t(real) : 0; // false for NaN
}

Scalar Scalar::to(Dtype wanted) const {
  switch (wanted) {
  case Dtype::Bool: return to_bool();
  case Dtype::Int: return to_int();
  case Dtype::Float: return to_double();
  }
  return *this;
}

bool same(Scalar a, Scalar b) {
  if (a.dtype != b.dtype) return false;
  if (a.dtype != Dtype::Float) return a.integer == b.integer;
  if (std::isnan(a.real) || std::isnan(b.real)) return std::isnan(a.real) && std::isnan(b.real);
  return std::bit_cast<uint64_t>(a.real) == std::bit_cast<uint64_t>(b.real);
}

int64_t Tensor::numel() const {
  int64_t count = 1;
  for (const int64_t size : sizes)
    count *= size;
  return count;
}

Shape contiguous_strides(const Shape& sizes) {
  Shape strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= std::max<int64_t>(sizes[i], 1);
  }
  return strides;
}

bool Tensor::is_contiguous() const {
  if (numel() == 0) return true;
  const Shape wanted = contiguous_strides(sizes);
  for (size_t i = 0; i < sizes.size(); ++i)
    if (sizes[i] != 1 && strides[i] != wanted[i]) return false;
  return true;
}

std::vector<size_t> Tensor::positions() const {
  std::vector<size_t> positions;
  const int64_t count = numel();
  positions.reserve(size_t(count));
  Shape index(sizes.size());
  int64_t at = offset;
  for (int64_t n = 0; n < count; ++n) {
    positions.push_back(size_t(at));
    for (size_t i = sizes.size(); i-- > 0;) {
      at += strides[i];
      if (++index[i] < sizes[i]) break;
      at -= strides[i] * sizes[i];
      index[i] = 0;
    }
  }
  return positions;
}

std::vector<Scalar> Tensor::read() const {
  std::vector<Scalar> elements;
  elements.reserve(size_t(numel()));
  for (const size_t position : positions())
    elements.push_back(storage->elements.at(position));
  return elements;
}

void Tensor::write(const std::vector<Scalar>& elements) const {
  size_t i = 0;
  for (const size_t position : positions())
    storage->elements.at(position) = elements.at(i++).to(dtype());
}

Tensor make_tensor(Shape sizes, Dtype dtype, const std::vector<Scalar>& elements) {
  Tensor tensor;
  tensor.storage = std::make_shared<Storage>(Storage{dtype, {}});
  tensor.storage->elements.reserve(elements.size());
  for (const Scalar& element : elements)
    tensor.storage->elements.push_back(element.to(dtype));
  tensor.strides = contiguous_strides(sizes);
  tensor.sizes = std::move(sizes);
  return tensor;
}

Tensor full_tensor(Shape sizes, Dtype dtype, Scalar value) {
  int64_t count = 1;
  for (const int64_t size : sizes) {
    if (size < 0) throw EvaluationError("a negative size");
    count *= size;
  }
  return make_tensor(std::move(sizes), dtype, std::vector<Scalar>(size_t(count), value));
}

Value Value::string(std::string text) {
  Value value;
  value.kind = Kind::String;
  value.text = std::move(text);
  return value;
}

Value Value::of_dtype(testing::Dtype dtype) {
  Value value;
  value.kind = Kind::Dtype;
  value.scalar.dtype = dtype;
  return value;
}

Value Value::aggregate(Kind kind, std::vector<Value> items) {
  Value value;
  value.kind = kind;
  value.items = std::move(items);
  return value;
}

const Scalar& Value::as_scalar() const {
  if (kind != Kind::Scalar) throw EvaluationError("expected a number, got " + to_string(*this));
  return scalar;
}

int64_t Value::as_int() const {
  if (as_scalar().dtype == Dtype::Float)
    throw EvaluationError("expected an integer, got " + to_string(*this));
  return scalar.integer;
}

const Tensor& Value::as_tensor() const {
  if (kind != Kind::Tensor) throw EvaluationError("expected a tensor, got " + to_string(*this));
  return tensor;
}

namespace {

std::string to_string(Scalar scalar) {
  switch (scalar.dtype) {
  case Dtype::Bool: return scalar.integer ? "True" : "False";
  case Dtype::Int: return std::to_string(scalar.integer);
  case Dtype::Float: return python_float(scalar.real);
  }
  return "";
}

const char* name_of(Dtype dtype) {
  constexpr const char* names[] = {"bool", "int64", "float"};
  return names[size_t(dtype)];
}

std::string describe_difference(const Tensor& a, const Tensor& b, const std::string& where,
                                bool any_layout) {
  if (a.dtype() != b.dtype())
    return fmt::format("{}: dtype {} and {}", where, name_of(a.dtype()), name_of(b.dtype()));
  if (a.sizes != b.sizes)
    return fmt::format("{}: sizes ({}) and ({})", where, fmt::join(a.sizes, ", "),
                       fmt::join(b.sizes, ", "));
  for (size_t i = 0; i < a.sizes.size(); ++i)
    if (!any_layout && a.sizes[i] > 1 && a.strides[i] != b.strides[i])
      return fmt::format("{}: strides ({}) and ({})", where, fmt::join(a.strides, ", "),
                         fmt::join(b.strides, ", "));
  if (!any_layout && a.offset != b.offset)
    return fmt::format("{}: storage offset {} and {}", where, a.offset, b.offset);
  const std::vector<Scalar> left = a.read();
  const std::vector<Scalar> right = b.read();
  for (size_t i = 0; i < left.size(); ++i)
    if (!same(left[i], right[i]))
      return fmt::format("{}: element {}: {} and {}", where, i, to_string(left[i]),
                         to_string(right[i]));
  return {};
}

} // namespace

std::string describe_difference(const Value& a, const Value& b, const std::string& where,
                                bool any_layout) {
  const auto differ = [&] {
    return fmt::format("{}: {} and {}", where, to_string(a), to_string(b));
  };
  if (a.kind != b.kind || a.items.size() != b.items.size() || a.text != b.text) return differ();
  if (a.is(Value::Kind::Dtype) && a.scalar.dtype != b.scalar.dtype) return differ();
  if (a.is(Value::Kind::Scalar) && !same(a.scalar, b.scalar)) return differ();
  if (a.is_tensor()) return describe_difference(a.tensor, b.tensor, where, any_layout);
  for (size_t i = 0; i < a.items.size(); ++i) {
    std::string difference =
        describe_difference(a.items[i], b.items[i], fmt::format("{}[{}]", where, i), any_layout);
    if (!difference.empty()) return difference;
  }
  return {};
}

std::string to_string(const Value& value) {
  const auto join = [&](const auto& items) {
    std::string text;
    for (const auto& item : items)
      text += (text.empty() ? "" : ", ") + to_string(item);
    return text;
  };
  switch (value.kind) {
  case Value::Kind::None: return "None";
  case Value::Kind::Scalar: return to_string(value.scalar);
  case Value::Kind::String: return python_string(value.text);
  case Value::Kind::Dtype: return std::string("torch.") + name_of(value.scalar.dtype);
  case Value::Kind::Ellipsis: return "...";
  case Value::Kind::Slice: return "slice(" + join(value.items) + ")";
  case Value::Kind::Tuple: return "(" + join(value.items) + ")";
  case Value::Kind::List: return "[" + join(value.items) + "]";
  case Value::Kind::Dict: return "{" + join(value.items) + "}";
  case Value::Kind::Tensor:
    return fmt::format("{}({})[{}]", name_of(value.tensor.dtype()),
                       fmt::join(value.tensor.sizes, ", "), join(value.tensor.read()));
  }
  return "";
}

} // namespace fx::testing
