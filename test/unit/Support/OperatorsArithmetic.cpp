// Arithmetic on Python numbers and, element by element with broadcasting, on tensors.
#include "Support/Operators.h"

#include <algorithm>
#include <cmath>

namespace fx::testing {

namespace {

enum class Arithmetic : uint8_t { Add, Sub, Mul, TrueDiv, FloorDiv, Mod, Pow, Eq, Lt, Gt };

bool is_comparison(Arithmetic op) {
  return op == Arithmetic::Eq || op == Arithmetic::Lt || op == Arithmetic::Gt;
}

double python_mod(double a, double b) {
  const double remainder = std::fmod(a, b);
  return remainder != 0 && (b < 0) != (remainder < 0) ? remainder + b : remainder;
}

double floor_divide(double a, double b) {
  if (b == 0) return a / b;
  double quotient = (a - std::fmod(a, b)) / b;
  if (std::fmod(a, b) != 0 && (b < 0) != (std::fmod(a, b) < 0)) quotient -= 1;
  if (quotient == 0) return std::copysign(0.0, a / b);
  const double floored = std::floor(quotient);
  return quotient - floored > 0.5 ? floored + 1 : floored;
}

Scalar apply_floats(Arithmetic op, double a, double b) {
  switch (op) {
  case Arithmetic::Add: return a + b;
  case Arithmetic::Sub: return a - b;
  case Arithmetic::Mul: return a * b;
  case Arithmetic::TrueDiv: return a / b;
  case Arithmetic::FloorDiv: return floor_divide(a, b);
  case Arithmetic::Mod: return python_mod(a, b);
  case Arithmetic::Pow: return std::pow(a, b);
  case Arithmetic::Eq: return a == b;
  case Arithmetic::Lt: return a < b;
  case Arithmetic::Gt: return a > b;
  }
  return {};
}

/// Wraps around where int64 does (Python's ints would grow).
Scalar apply_ints(Arithmetic op, int64_t a, int64_t b) {
  const auto wrapped = [](uint64_t value) { return Scalar(int64_t(value)); };
  if (op == Arithmetic::FloorDiv || op == Arithmetic::Mod) {
    if (b == 0) throw EvaluationError("division by zero");
    if (b == -1) return op == Arithmetic::Mod ? Scalar(0) : wrapped(0 - uint64_t(a));
    const bool round_down = a % b != 0 && (a % b < 0) != (b < 0);
    if (op == Arithmetic::Mod) return a % b + (round_down ? b : 0);
    return a / b - (round_down ? 1 : 0);
  }
  if (op == Arithmetic::Pow) {
    if (b < 0) throw EvaluationError("an integer to a negative power");
    uint64_t power = 1;
    for (uint64_t base = uint64_t(a); b > 0; b /= 2, base *= base)
      if (b % 2 == 1) power *= base;
    return wrapped(power);
  }
  switch (op) {
  case Arithmetic::Add: return wrapped(uint64_t(a) + uint64_t(b));
  case Arithmetic::Sub: return wrapped(uint64_t(a) - uint64_t(b));
  case Arithmetic::Mul: return wrapped(uint64_t(a) * uint64_t(b));
  case Arithmetic::Eq: return a == b;
  case Arithmetic::Lt: return a < b;
  case Arithmetic::Gt: return a > b;
  default: throw EvaluationError("no such operation on integers");
  }
}

/// Both operands converted to `dtype` first.
Scalar apply(Arithmetic op, Dtype dtype, Scalar a, Scalar b) {
  if (dtype == Dtype::Float) return apply_floats(op, a.to_double(), b.to_double());
  return apply_ints(op, a.to_int(), b.to_int());
}

Scalar apply_python(Arithmetic op, Scalar a, Scalar b) {
  Dtype dtype = std::max({a.dtype, b.dtype, Dtype::Int});
  const bool negative_power = op == Arithmetic::Pow && b.to_double() < 0;
  if (op == Arithmetic::TrueDiv || negative_power) dtype = Dtype::Float;
  const bool divides =
      op == Arithmetic::TrueDiv || op == Arithmetic::FloorDiv || op == Arithmetic::Mod;
  if ((divides && b.to_double() == 0) || (negative_power && a.to_double() == 0))
    throw EvaluationError("division by zero");
  return apply(op, dtype, a, b);
}

/// PyTorch's promotion. Its three levels (dimensions, no dimensions, Python number) do not matter
/// here: each of our dtypes is a category of its own, and a higher category always wins.
Dtype result_dtype(Arithmetic op, Dtype a, Dtype b) {
  const Dtype promoted = std::max(a, b);
  if (is_comparison(op)) return Dtype::Bool;
  if (op == Arithmetic::TrueDiv) return Dtype::Float;
  if (promoted == Dtype::Bool && op != Arithmetic::Add && op != Arithmetic::Mul)
    throw EvaluationError("not for bool tensors");
  if (op == Arithmetic::Sub && (a == Dtype::Bool || b == Dtype::Bool))
    throw EvaluationError("subtraction of or from a bool");
  return promoted;
}

Shape broadcast_shape(const Shape& a, const Shape& b) {
  Shape shape(std::max(a.size(), b.size()), 1);
  for (const Shape* sizes : {&a, &b})
    for (size_t i = 0; i < sizes->size(); ++i) {
      int64_t& size = shape[shape.size() - 1 - i];
      const int64_t wanted = (*sizes)[sizes->size() - 1 - i];
      if (size != 1 && wanted != 1 && size != wanted)
        throw EvaluationError("shapes that do not broadcast");
      if (size == 1) size = wanted;
    }
  return shape;
}

Tensor expand(const Tensor& tensor, const Shape& shape) {
  Tensor expanded = tensor;
  expanded.sizes = shape;
  expanded.strides.assign(shape.size(), 0);
  for (size_t i = 0; i < tensor.sizes.size(); ++i)
    if (tensor.sizes[i] != 1)
      expanded.strides[shape.size() - tensor.sizes.size() + i] = tensor.strides[i];
  return expanded;
}

Tensor to_tensor(const Value& value) {
  if (value.is_tensor()) return value.tensor;
  return full_tensor({}, value.as_scalar().dtype, value.scalar);
}

Value tensor_arithmetic(Arithmetic op, const Value& left, const Value& right) {
  const Tensor a = to_tensor(left);
  const Tensor b = to_tensor(right);
  const Dtype result = result_dtype(op, a.dtype(), b.dtype());
  const Dtype compute = is_comparison(op) ? std::max(a.dtype(), b.dtype()) : result;
  Shape shape = broadcast_shape(a.sizes, b.sizes);
  std::vector<Scalar> elements = expand(a, shape).read();
  const std::vector<Scalar> others = expand(b, shape).read();
  for (size_t i = 0; i < elements.size(); ++i)
    elements[i] = apply(op, compute, elements[i], others[i]);
  return make_tensor(std::move(shape), result, elements);
}

/// operator.add and the like: (a, b). With alpha at index 2 also torch.add.
template <Arithmetic op>
Value binary(Call& call) {
  if (call[0].is_tensor() || call[1].is_tensor()) return tensor_arithmetic(op, call[0], call[1]);
  if (op == Arithmetic::Eq && !(call[0].is(Value::Kind::Scalar) && call[1].is(Value::Kind::Scalar)))
    return describe_difference(call[0], call[1], "").empty();
  return apply_python(op, call[0].as_scalar(), call[1].as_scalar());
}

template <Arithmetic op>
Value torch_binary(Call& call) {
  return tensor_arithmetic(op, call.tensor(0), call[1]);
}

/// torch.add, torch.sub: (input, other, alpha).
template <Arithmetic op>
Value scaled_binary(Call& call) {
  if (!call.has(2)) return tensor_arithmetic(op, call.tensor(0), call[1]);
  const Tensor other = to_tensor(call[1]);
  const Dtype result = result_dtype(op, call.tensor(0).dtype(), other.dtype());
  if (call[2].as_scalar().dtype > result) throw EvaluationError("alpha of a higher dtype");
  std::vector<Scalar> elements = other.read();
  for (Scalar& element : elements)
    element = apply(Arithmetic::Mul, result, element, call[2].scalar);
  return tensor_arithmetic(op, call[0], make_tensor(other.sizes, result, elements));
}

template <class Function>
Value map_elements(const Tensor& input, Dtype dtype, const Function& function) {
  std::vector<Scalar> elements = input.read();
  for (Scalar& element : elements)
    element = function(element);
  return make_tensor(input.sizes, dtype, elements);
}

template <double (*function)(double)>
Value float_unary(Call& call) {
  return map_elements(call.tensor(0), Dtype::Float,
                      [](Scalar x) { return Scalar(function(x.to_double())); });
}

double sine(double x) {
  return std::sin(x);
}
double cosine(double x) {
  return std::cos(x);
}
double hyperbolic_tangent(double x) {
  return std::tanh(x);
}
double exponential(double x) {
  return std::exp(x);
}
double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

const Tensor& no_bool(const Call& call) {
  const Tensor& input = call.tensor(0);
  if (input.dtype() == Dtype::Bool) throw EvaluationError("not for bool tensors");
  return input;
}

Value negate(Call& call) {
  const auto negated = [](Scalar x) {
    return x.dtype == Dtype::Float ? Scalar(-x.real) : apply_ints(Arithmetic::Sub, 0, x.integer);
  };
  if (call[0].is(Value::Kind::Scalar)) return negated(call[0].scalar);
  return map_elements(no_bool(call), call.tensor(0).dtype(), negated);
}

Value absolute(Call& call) {
  return map_elements(no_bool(call), call.tensor(0).dtype(), [](Scalar x) {
    if (x.dtype == Dtype::Float) return Scalar(std::fabs(x.real));
    return x.integer < 0 ? apply_ints(Arithmetic::Sub, 0, x.integer) : x;
  });
}

Value relu(Call& call) {
  return map_elements(no_bool(call), call.tensor(0).dtype(), [](Scalar x) {
    if (x.dtype == Dtype::Float) return x.real > 0 || std::isnan(x.real) ? x : Scalar(0.0);
    return Scalar(std::max<int64_t>(x.integer, 0));
  });
}

/// (input, inplace)
Value functional_relu(Call& call) {
  return call.flag(1, false) ? in_place<relu>(call) : relu(call);
}

/// (input, min, max)
Value clamp(Call& call) {
  if (!call.has(1) && !call.has(2)) throw EvaluationError("needs min or max");
  Dtype dtype = no_bool(call).dtype();
  for (const size_t bound : {1, 2})
    if (call.has(bound)) dtype = std::max(dtype, call[bound].as_scalar().dtype);
  for (const size_t bound : {1, 2}) // PyTorch: everything becomes NaN
    if (call.has(bound) && std::isnan(call[bound].scalar.to_double()))
      return full_tensor(call.tensor(0).sizes, dtype, call[bound].scalar);
  return map_elements(call.tensor(0), dtype, [&](Scalar x) {
    x = x.to(dtype);
    if (call.has(1) && apply(Arithmetic::Lt, dtype, x, call[1].scalar).to_bool())
      x = call[1].scalar.to(dtype);
    if (call.has(2) && apply(Arithmetic::Gt, dtype, x, call[2].scalar).to_bool())
      x = call[2].scalar.to(dtype);
    return x;
  });
}

using enum Arithmetic;

template <Arithmetic operation>
constexpr Operator python(std::string_view name) {
  return {name, "a b", binary<operation>};
}

constexpr Operator table[] = {
    python<Add>("operator.add"),
    python<Sub>("operator.sub"),
    python<Mul>("operator.mul"),
    python<TrueDiv>("operator.truediv"),
    python<FloorDiv>("operator.floordiv"),
    python<Mod>("operator.mod"),
    python<Pow>("operator.pow"),
    python<Eq>("operator.eq"),
    python<Lt>("operator.lt"),
    python<Gt>("operator.gt"),
    {"operator.neg", "a", negate},
    {"operator.iadd", "a b", in_place<binary<Add>>},
    {"operator.isub", "a b", in_place<binary<Sub>>},
    {"operator.imul", "a b", in_place<binary<Mul>>},
    {"torch.add Tensor.add", "input other * alpha out", scaled_binary<Add>},
    {"torch.sub Tensor.sub", "input other * alpha out", scaled_binary<Sub>},
    {"torch.mul Tensor.mul", "input other * out", torch_binary<Mul>},
    {"torch.div Tensor.div", "input other * out", torch_binary<TrueDiv>},
    {"torch.pow Tensor.pow", "input exponent * out", torch_binary<Pow>},
    {"torch.eq Tensor.eq", "input other * out", torch_binary<Eq>},
    {"torch.lt Tensor.lt", "input other * out", torch_binary<Lt>},
    {"torch.gt Tensor.gt", "input other * out", torch_binary<Gt>},
    {"Tensor.floor_divide", "input other", torch_binary<FloorDiv>},
    {"Tensor.remainder", "input other", torch_binary<Mod>},
    {"Tensor.add_", "input other * alpha", in_place<scaled_binary<Add>>},
    {"Tensor.sub_", "input other * alpha", in_place<scaled_binary<Sub>>},
    {"Tensor.mul_", "input other", in_place<torch_binary<Mul>>},
    {"Tensor.div_", "input other", in_place<torch_binary<TrueDiv>>},
    {"Tensor.pow_", "input exponent", in_place<torch_binary<Pow>>},
    {"Tensor.eq_", "input other", in_place<torch_binary<Eq>>},
    {"Tensor.lt_", "input other", in_place<torch_binary<Lt>>},
    {"Tensor.gt_", "input other", in_place<torch_binary<Gt>>},
    {"Tensor.floor_divide_", "input other", in_place<torch_binary<FloorDiv>>},
    {"Tensor.remainder_", "input other", in_place<torch_binary<Mod>>},
    {"torch.neg Tensor.neg", "input * out", negate},
    {"torch.neg_ Tensor.neg_", "input", in_place<negate>},
    {"torch.abs Tensor.abs", "input * out", absolute},
    {"torch.abs_ Tensor.abs_", "input", in_place<absolute>},
    {"torch.relu Tensor.relu", "input", relu},
    {"torch.relu_ Tensor.relu_", "input", in_place<relu>},
    {"torch.nn.functional.relu", "input inplace", functional_relu},
    {"torch.sin Tensor.sin", "input * out", float_unary<sine>},
    {"torch.sin_ Tensor.sin_", "input", in_place<float_unary<sine>>},
    {"torch.cos Tensor.cos", "input * out", float_unary<cosine>},
    {"torch.cos_ Tensor.cos_", "input", in_place<float_unary<cosine>>},
    {"torch.exp Tensor.exp", "input * out", float_unary<exponential>},
    {"torch.exp_ Tensor.exp_", "input", in_place<float_unary<exponential>>},
    {"torch.tanh Tensor.tanh", "input * out", float_unary<hyperbolic_tangent>},
    {"torch.tanh_ Tensor.tanh_", "input", in_place<float_unary<hyperbolic_tangent>>},
    {"torch.sigmoid Tensor.sigmoid", "input * out", float_unary<sigmoid>},
    {"torch.sigmoid_ Tensor.sigmoid_", "input", in_place<float_unary<sigmoid>>},
    {"torch.clamp Tensor.clamp", "input min max * out", clamp},
    {"torch.clamp_ Tensor.clamp_", "input min max", in_place<clamp>},
};

} // namespace

std::span<const Operator> arithmetic_operators() {
  return table;
}

} // namespace fx::testing
