// Operators whose result is fresh memory: factories, joins, reductions, random numbers.
#include "Support/Operators.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fx::testing {

namespace {

Dtype dtype_or(const Value& value, Dtype otherwise) {
  if (value.is_none()) return otherwise;
  if (!value.is(Value::Kind::Dtype)) throw EvaluationError("not a dtype: " + to_string(value));
  return value.scalar.dtype;
}

/// (size, dtype, ...)
template <int value>
Value filled(Call& call) {
  return full_tensor(to_shape(call[0]), dtype_or(call[1], Dtype::Float), value);
}

/// (input, dtype, ...)
template <int value>
Value filled_like(Call& call) {
  const Tensor& input = call.tensor(0);
  return full_tensor(input.sizes, dtype_or(call[1], input.dtype()), value);
}

/// (size, fill_value, dtype, ...)
Value full(Call& call) {
  const Scalar value = call[1].as_scalar();
  return full_tensor(to_shape(call[0]), dtype_or(call[2], value.dtype), value);
}

double draw_normal(std::mt19937_64& generator) {
  const double radius = std::sqrt(-2 * std::log(1 - draw(generator)));
  return radius * std::cos(2 * std::numbers::pi * draw(generator));
}

template <double (*next)(std::mt19937_64&)>
Tensor random_tensor(const Shape& sizes, Dtype dtype, std::mt19937_64& generator) {
  if (dtype != Dtype::Float) throw EvaluationError("random numbers are floats");
  Tensor result = full_tensor(sizes, dtype, 0);
  for (Scalar& element : result.storage->elements)
    element = next(generator);
  return result;
}

/// (size, dtype, ...)
template <double (*next)(std::mt19937_64&)>
Value random(Call& call) {
  return random_tensor<next>(to_shape(call[0]), dtype_or(call[1], Dtype::Float), call.generator);
}

/// (input, dtype, ...)
template <double (*next)(std::mt19937_64&)>
Value random_like(Call& call) {
  const Tensor& input = call.tensor(0);
  return random_tensor<next>(input.sizes, dtype_or(call[1], input.dtype()), call.generator);
}

/// (input, p, training, inplace). Without training or with p = 0 the input itself, as in LibTorch.
Value dropout(Call& call) {
  const Tensor& input = call.tensor(0);
  const double p = call.real(1, 0.5);
  if (p < 0 || p > 1) throw EvaluationError("p is no probability");
  if (!call.flag(2, true) || p == 0 || input.numel() == 0) return input;
  if (input.dtype() != Dtype::Float) throw EvaluationError("dropout of what is no float");
  std::vector<Scalar> elements = input.read();
  for (Scalar& element : elements)
    element =
        p == 1 ? element.real * 0 : element.real * (draw(call.generator) < p ? 0 : 1 / (1 - p));
  const Tensor result = make_tensor(input.sizes, Dtype::Float, elements);
  if (!call.flag(3, false)) return result;
  write_result(input, result);
  return input;
}

std::vector<Tensor> tensors_of(const Value& value) {
  if (!value.is_sequence() || value.items.empty())
    throw EvaluationError("expected a list of tensors, got " + to_string(value));
  std::vector<Tensor> tensors;
  for (const Value& item : value.items)
    tensors.push_back(item.as_tensor());
  return tensors;
}

Tensor concatenate(const std::vector<Tensor>& tensors, size_t dimension) {
  Shape sizes = tensors[0].sizes;
  if (sizes.empty()) throw EvaluationError("no dimension to join");
  sizes[dimension] = 0;
  Dtype dtype = Dtype::Bool;
  for (const Tensor& tensor : tensors) {
    Shape other = tensor.sizes;
    if (other.size() != sizes.size()) throw EvaluationError("shapes that do not fit");
    other[dimension] = sizes[dimension];
    if (other != sizes) throw EvaluationError("shapes that do not fit");
    sizes[dimension] += tensor.sizes[dimension];
    dtype = std::max(dtype, tensor.dtype());
  }
  Tensor result = full_tensor(sizes, dtype, 0);
  Tensor part = result;
  for (const Tensor& tensor : tensors) {
    part.sizes[dimension] = tensor.sizes[dimension];
    part.write(tensor.read());
    part.offset += tensor.sizes[dimension] * part.strides[dimension];
  }
  return result;
}

/// (tensors, dim)
Value cat(Call& call) {
  const std::vector<Tensor> tensors = tensors_of(call[0]);
  return concatenate(tensors, wrap_dimension(call.integer(1, 0), tensors[0].dim()));
}

/// (tensors, dim)
Value stack(Call& call) {
  std::vector<Tensor> tensors = tensors_of(call[0]);
  const size_t dimension = wrap_dimension(call.integer(1, 0), tensors[0].dim() + 1);
  for (Tensor& tensor : tensors) {
    if (size_t(tensor.dim()) < dimension) throw EvaluationError("shapes that do not fit");
    tensor.sizes.insert(tensor.sizes.begin() + ptrdiff_t(dimension), 1);
    tensor.strides.insert(tensor.strides.begin() + ptrdiff_t(dimension), 1);
  }
  return concatenate(tensors, dimension);
}

/// (input, dim, keepdim, dtype)
Value sum(Call& call) {
  const Tensor& input = call.tensor(0);
  const Dtype dtype = dtype_or(call[3], std::max(input.dtype(), Dtype::Int));
  std::vector<bool> reduced(input.sizes.size(), !call.has(1));
  if (call.has(1))
    for (const int64_t dimension : to_shape(call[1])) {
      const size_t wrapped = wrap_dimension(dimension, input.dim());
      if (wrapped < reduced.size()) reduced[wrapped] = true;
    }
  // A tensor of the shape of the input in which what is to be added has the same place.
  Shape kept = input.sizes;
  for (size_t i = 0; i < kept.size(); ++i)
    if (reduced[i]) kept[i] = 1;
  Tensor total = full_tensor(kept, dtype, 0);
  Tensor spread = total;
  spread.sizes = input.sizes;
  for (size_t i = 0; i < kept.size(); ++i)
    if (reduced[i]) spread.strides[i] = 0;
  const std::vector<size_t> positions = spread.positions();
  const std::vector<Scalar> elements = input.read();
  for (size_t i = 0; i < elements.size(); ++i) {
    Scalar& at = total.storage->elements[positions[i]];
    if (dtype == Dtype::Float)
      at.real += elements[i].to_double();
    else
      at.integer = int64_t(uint64_t(at.integer) + uint64_t(elements[i].to_int()));
  }
  if (call.flag(2, false)) return total;
  Shape sizes;
  for (size_t i = 0; i < kept.size(); ++i)
    if (!reduced[i]) sizes.push_back(kept[i]);
  return try_view(total, sizes);
}

constexpr Operator table[] = {
    {"torch.nn.functional.dropout", "input p training inplace", dropout},
    {"torch.cat", "tensors dim * out", cat},
    {"torch.stack", "tensors dim * out", stack},
    {"torch.sum Tensor.sum", "input dim keepdim * dtype out", sum},
    {"torch.zeros", "*size dtype layout device pin_memory", filled<0>},
    {"torch.ones", "*size dtype layout device pin_memory", filled<1>},
    {"torch.full", "size fill_value * dtype layout device pin_memory", full},
    {"torch.zeros_like", "input * dtype layout device pin_memory", filled_like<0>},
    {"torch.ones_like", "input * dtype layout device pin_memory", filled_like<1>},
    {"torch.rand", "*size dtype layout device pin_memory", random<draw>},
    {"torch.randn", "*size dtype layout device pin_memory", random<draw_normal>},
    {"torch.rand_like", "input * dtype layout device pin_memory", random_like<draw>},
    {"torch.randn_like", "input * dtype layout device pin_memory", random_like<draw_normal>},
};

} // namespace

std::span<const Operator> creation_operators() {
  return table;
}

} // namespace fx::testing
