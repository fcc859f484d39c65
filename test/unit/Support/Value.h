// What the evaluator computes with: Python scalars and containers, and strided tensors that share
// storage as PyTorch's do.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace fx::testing {

/// The graph cannot be run as PyTorch would: an unknown target, a shape or a dtype that is illegal.
class EvaluationError : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// In order of promotion. Every floating type of PyTorch is Float, which is computed in doubles.
enum class Dtype : uint8_t { Bool, Int, Float };

/// A Python number, or an element of a tensor.
struct Scalar {
  Dtype dtype = Dtype::Int;
  union {
    int64_t integer = 0; // Bool, Int
    double real;         // Float
  };

  Scalar() = default;
  Scalar(bool value) : dtype(Dtype::Bool), integer(value) {}
  Scalar(int value) : Scalar(int64_t(value)) {}
  Scalar(int64_t value) : integer(value) {}
  Scalar(double value) : dtype(Dtype::Float), real(value) {}

  double to_double() const { return dtype == Dtype::Float ? real : double(integer); }
  /// Truncates as a conversion in C++ does; what does not fit is 0.
  int64_t to_int() const;
  bool to_bool() const { return dtype == Dtype::Float ? real != 0 : integer != 0; }
  Scalar to(Dtype wanted) const;
};

struct Storage {
  Dtype dtype;
  std::vector<Scalar> elements; // each of that dtype
};

using Shape = std::vector<int64_t>;

/// A view of a storage. Copies share it.
struct Tensor {
  std::shared_ptr<Storage> storage;
  int64_t offset = 0;
  Shape sizes;
  Shape strides;

  Dtype dtype() const { return storage->dtype; }
  int64_t dim() const { return int64_t(sizes.size()); }
  int64_t numel() const;
  bool is_contiguous() const;
  /// Where the elements lie in the storage, in row-major order.
  std::vector<size_t> positions() const;
  std::vector<Scalar> read() const;
  /// Stores row-major elements, converted to the dtype of the storage.
  void write(const std::vector<Scalar>& elements) const;
};

/// A contiguous tensor with storage of its own; the elements are converted to `dtype`.
Tensor make_tensor(Shape sizes, Dtype dtype, const std::vector<Scalar>& elements);
Tensor full_tensor(Shape sizes, Dtype dtype, Scalar value);
/// The strides of a contiguous tensor.
Shape contiguous_strides(const Shape& sizes);

struct Value {
  enum class Kind : uint8_t {
    None,
    Scalar,
    String, // also devices, layouts and memory formats
    Dtype,  // in scalar.dtype
    Ellipsis,
    Slice, // items: start, stop, step
    Tuple,
    List,
    Dict, // items: key0, value0, ...
    Tensor,
  };
  Kind kind = Kind::None;
  testing::Scalar scalar;
  std::string text;
  std::vector<Value> items;
  testing::Tensor tensor;

  Value() = default;
  Value(testing::Scalar value) : kind(Kind::Scalar), scalar(value) {}
  Value(bool value) : Value(testing::Scalar(value)) {}
  Value(int value) : Value(testing::Scalar(value)) {}
  Value(int64_t value) : Value(testing::Scalar(value)) {}
  Value(double value) : Value(testing::Scalar(value)) {}
  Value(testing::Tensor value) : kind(Kind::Tensor), tensor(std::move(value)) {}
  static Value string(std::string text);
  static Value of_dtype(testing::Dtype dtype);
  static Value aggregate(Kind kind, std::vector<Value> items);

  bool is(Kind other) const { return kind == other; }
  bool is_none() const { return kind == Kind::None; }
  bool is_tensor() const { return kind == Kind::Tensor; }
  bool is_sequence() const { return kind == Kind::Tuple || kind == Kind::List; }

  // EvaluationError when it is something else.
  int64_t as_int() const;
  const testing::Scalar& as_scalar() const;
  const testing::Tensor& as_tensor() const;
};

/// Bit for bit, of the same dtype; a NaN equals every NaN.
bool same(Scalar a, Scalar b);
/// Calls visit(tensor, where) for all tensors in `value`; `where` reads "[0]['key']".
template <class Visit>
void for_each_tensor(const Value& value, const std::string& where, const Visit& visit) {
  if (value.is_tensor()) visit(value.tensor, where);
  for (size_t i = 0; i < value.items.size(); ++i)
    for_each_tensor(value.items[i], where + "[" + std::to_string(i) + "]", visit);
}
/// The first difference, or empty: kinds, scalars, and of tensors dtype, sizes, strides, offset and
/// elements. Storage is not looked at. `where` is put in front.
std::string describe_difference(const Value& a, const Value& b, const std::string& where,
                                bool any_layout = false);
/// "float(2, 3)[1.0, ...]" for messages.
std::string to_string(const Value& value);

} // namespace fx::testing
