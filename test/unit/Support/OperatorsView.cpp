// Operators that look at the same memory in another way, and what reads or writes through views.
#include "Support/Operators.h"

#include <algorithm>
#include <cmath>

namespace fx::testing {

// The rule of at::detail::computeStride: a run of dimensions may be regrouped when it is contiguous
// within itself.
Tensor try_view(const Tensor& input, Shape sizes) {
  int64_t known = 1;
  int64_t* inferred = nullptr;
  for (int64_t& size : sizes) {
    if (size == -1 && inferred == nullptr)
      inferred = &size;
    else if (size < 0)
      throw EvaluationError("two inferred sizes, or a negative one");
    else
      known *= size;
  }
  if (inferred && (known == 0 || input.numel() % known != 0))
    throw EvaluationError("a size that cannot be inferred");
  if (inferred) known *= * inferred = input.numel() / known;
  if (known != input.numel()) throw EvaluationError("another number of elements");

  Tensor result = input;
  result.sizes = sizes;
  result.strides = contiguous_strides(sizes);
  if (input.numel() == 0 || input.is_contiguous()) return result;

  size_t view = sizes.size();
  int64_t base = input.strides.back();
  int64_t run = 1;
  for (size_t i = input.sizes.size(); i-- > 0;) {
    run *= input.sizes[i];
    const bool ends_run = i == 0 || (input.sizes[i - 1] != 1 && input.strides[i - 1] != run * base);
    if (!ends_run) continue;
    int64_t regrouped = 1;
    while (view > 0 && (regrouped < run || sizes[view - 1] == 1)) {
      --view;
      result.strides[view] = regrouped * base;
      regrouped *= sizes[view];
    }
    if (regrouped != run) return {};
    if (i > 0) base = input.strides[i - 1];
    run = 1;
  }
  return view == 0 ? result : Tensor{};
}

namespace {

void narrow(Tensor& tensor, size_t dimension, const Value& slice) {
  const int64_t size = tensor.sizes[dimension];
  const auto bound = [&](const Value& value, int64_t otherwise) {
    if (value.is_none()) return otherwise;
    const int64_t at = value.as_int();
    return std::clamp<int64_t>(at < 0 ? at + size : at, 0, size);
  };
  const int64_t start = bound(slice.items[0], 0);
  const int64_t stop = std::max(bound(slice.items[1], size), start);
  const int64_t step = slice.items[2].is_none() ? 1 : slice.items[2].as_int();
  if (step <= 0) throw EvaluationError("a step that is not positive");
  tensor.offset += start * tensor.strides[dimension];
  tensor.sizes[dimension] = (stop - start + step - 1) / step;
  tensor.strides[dimension] *= step;
}

void select(Tensor& tensor, size_t dimension, int64_t index) {
  const int64_t size = tensor.sizes[dimension];
  if (index < -size || index >= size) throw EvaluationError("an index out of range");
  tensor.offset += (index < 0 ? index + size : index) * tensor.strides[dimension];
  tensor.sizes.erase(tensor.sizes.begin() + ptrdiff_t(dimension));
  tensor.strides.erase(tensor.strides.begin() + ptrdiff_t(dimension));
}

} // namespace

Tensor index_view(const Tensor& input, const Value& index) {
  const std::vector<Value> parts =
      index.is(Value::Kind::Tuple) ? index.items : std::vector<Value>{index};
  int64_t consumed = 0;
  for (const Value& part : parts)
    consumed += part.is(Value::Kind::Slice) || part.is(Value::Kind::Scalar);
  if (consumed > input.dim()) throw EvaluationError("too many indices");
  Tensor result = input;
  size_t dimension = 0;
  for (const Value& part : parts) {
    switch (part.kind) {
    case Value::Kind::Slice: narrow(result, dimension++, part); break;
    case Value::Kind::Scalar:
      if (part.scalar.dtype == Dtype::Bool) throw EvaluationError("a bool as an index");
      select(result, dimension, part.as_int());
      break;
    case Value::Kind::Ellipsis: dimension += size_t(input.dim() - consumed); break;
    case Value::Kind::None:
      result.sizes.insert(result.sizes.begin() + ptrdiff_t(dimension), 1);
      result.strides.insert(result.strides.begin() + ptrdiff_t(dimension), 1);
      ++dimension;
      break;
    default: throw EvaluationError("an index that makes no view: " + to_string(part));
    }
  }
  return result;
}

namespace {

size_t checked_index(int64_t index, size_t size) {
  const int64_t wrapped = index < 0 ? index + int64_t(size) : index;
  if (wrapped < 0 || wrapped >= int64_t(size)) throw EvaluationError("an index out of range");
  return size_t(wrapped);
}

/// (a, b)
Value get_item(Call& call) {
  const Value& object = call[0];
  if (object.is_tensor()) return index_view(object.tensor, call[1]);
  if (object.is(Value::Kind::Dict)) {
    for (size_t i = 0; i < object.items.size(); i += 2)
      if (describe_difference(object.items[i], call[1], "").empty()) return object.items[i + 1];
    throw EvaluationError("no key " + to_string(call[1]));
  }
  if (!object.is_sequence()) throw EvaluationError("cannot index " + to_string(object));
  if (!call[1].is(Value::Kind::Slice))
    return object.items[checked_index(call[1].as_int(), object.items.size())];
  // A slice of a sequence is that of a tensor of its positions.
  Tensor positions = full_tensor({int64_t(object.items.size())}, Dtype::Int, 0);
  for (size_t i = 0; i < object.items.size(); ++i)
    positions.storage->elements[i] = int64_t(i);
  std::vector<Value> items;
  for (const Scalar& position : index_view(positions, call[1]).read())
    items.push_back(object.items[size_t(position.integer)]);
  return Value::aggregate(object.kind, std::move(items));
}

/// (self, source): as copy_ does, broadcasting and converting.
Value copy(Call& call) {
  const Tensor& self = call.tensor(0);
  Tensor source = call.tensor(1);
  if (source.dim() > self.dim()) throw EvaluationError("shapes that do not broadcast");
  const size_t added = size_t(self.dim() - source.dim());
  source.sizes.insert(source.sizes.begin(), added, 1);
  source.strides.insert(source.strides.begin(), added, 0);
  for (size_t i = 0; i < self.sizes.size(); ++i) {
    if (source.sizes[i] == self.sizes[i]) continue;
    if (source.sizes[i] != 1) throw EvaluationError("shapes that do not broadcast");
    source.sizes[i] = self.sizes[i];
    source.strides[i] = 0;
  }
  self.write(source.read());
  return call[0];
}

/// (self, value)
Value fill(Call& call) {
  const Tensor& self = call.tensor(0);
  if (call[1].is_tensor() && call[1].tensor.dim() > 0)
    throw EvaluationError("the value has dimensions");
  const Scalar value = call[1].is_tensor() ? call[1].tensor.read()[0] : call[1].as_scalar();
  if (!call[1].is_tensor() && self.dtype() == Dtype::Int && !std::isfinite(value.to_double()))
    throw EvaluationError("a value that is no int64");
  self.write(std::vector<Scalar>(size_t(self.numel()), value));
  return call[0];
}

Value zero(Call& call) {
  const Tensor& self = call.tensor(0);
  self.write(std::vector<Scalar>(size_t(self.numel())));
  return call[0];
}

/// (a, b, c)
Value set_item(Call& call) {
  Call write{call.generator, {index_view(call.tensor(0), call[1]), call[2]}};
  if (call[2].is_tensor())
    copy(write);
  else
    fill(write);
  return {};
}

/// (input, *shape)
Value view(Call& call) {
  Tensor result = try_view(call.tensor(0), to_shape(call[1]));
  if (!result.storage) throw EvaluationError("strides that do not allow this view");
  return result;
}

Tensor copy_of(const Tensor& input) {
  return make_tensor(input.sizes, input.dtype(), input.read());
}

Tensor reshaped(const Tensor& input, const Shape& sizes) {
  Tensor result = try_view(input, sizes);
  return result.storage ? result : try_view(copy_of(input), sizes);
}

Value reshape(Call& call) {
  return reshaped(call.tensor(0), to_shape(call[1]));
}

/// (input, start_dim, end_dim)
Value flatten(Call& call) {
  const Tensor& input = call.tensor(0);
  const size_t first = wrap_dimension(call.integer(1, 0), input.dim());
  const size_t last = wrap_dimension(call.integer(2, -1), input.dim());
  if (first > last) throw EvaluationError("start_dim after end_dim");
  if (input.dim() == 0) return reshaped(input, {1});
  Shape sizes(input.sizes.begin(), input.sizes.begin() + ptrdiff_t(first));
  int64_t size = 1;
  for (size_t i = first; i <= last; ++i)
    size *= input.sizes[i];
  sizes.push_back(size);
  sizes.insert(sizes.end(), input.sizes.begin() + ptrdiff_t(last) + 1, input.sizes.end());
  return reshaped(input, sizes);
}

Value swapped(Tensor tensor, size_t first, size_t second) {
  if (tensor.dim() > 0) {
    std::swap(tensor.sizes[first], tensor.sizes[second]);
    std::swap(tensor.strides[first], tensor.strides[second]);
  }
  return tensor;
}

/// (input, dim0, dim1)
Value transpose(Call& call) {
  const Tensor& input = call.tensor(0);
  return swapped(input, wrap_dimension(call[1].as_int(), input.dim()),
                 wrap_dimension(call[2].as_int(), input.dim()));
}

Value transpose_matrix(Call& call) {
  const Tensor& input = call.tensor(0);
  if (input.dim() > 2) throw EvaluationError("more than two dimensions");
  return input.dim() < 2 ? Value(input) : swapped(input, 0, 1);
}

/// (input, sizes, dim)
Value split(Call& call) {
  const Tensor& input = call.tensor(0);
  const size_t dimension = wrap_dimension(call.integer(2, 0), input.dim());
  if (input.dim() == 0) throw EvaluationError("no dimension to split");
  const int64_t size = input.sizes[dimension];
  Shape lengths;
  if (call[1].is_sequence()) {
    lengths = to_shape(call[1]);
  } else {
    const int64_t length = call[1].as_int();
    if (length <= 0) throw EvaluationError("a split size that is not positive");
    for (int64_t at = 0; at < size || lengths.empty(); at += length)
      lengths.push_back(std::min(length, size - at));
  }
  std::vector<Value> parts;
  int64_t at = 0;
  for (const int64_t length : lengths) {
    Tensor part = input;
    part.offset += at * input.strides[dimension];
    part.sizes[dimension] = length;
    at += length;
    parts.emplace_back(std::move(part));
  }
  if (at != size) throw EvaluationError("split sizes that do not add up");
  return Value::aggregate(Value::Kind::Tuple, std::move(parts));
}

/// (input, dim)
Value unbind(Call& call) {
  const Tensor& input = call.tensor(0);
  const size_t dimension = wrap_dimension(call.integer(1, 0), input.dim());
  if (input.dim() == 0) throw EvaluationError("no dimension to unbind");
  std::vector<Value> parts;
  for (int64_t i = 0; i < input.sizes[dimension]; ++i) {
    Tensor part = input;
    select(part, dimension, i);
    parts.emplace_back(std::move(part));
  }
  return Value::aggregate(Value::Kind::Tuple, std::move(parts));
}

/// (input, dim, index), the dimension counted from `first`.
Tensor selected(Tensor input, Call& call, size_t first) {
  const size_t dimension = wrap_dimension(call[first].as_int(), input.dim());
  if (input.dim() == 0) throw EvaluationError("no dimension to select from");
  const int64_t size = input.sizes[dimension];
  int64_t index = call[first + 1].as_int();
  if (index < -size || index >= size) throw EvaluationError("an index out of range");
  if (index < 0) index += size;
  select(input, dimension, index);
  return input;
}

/// (input, dim, start, end, step)
Tensor sliced(Tensor input, Call& call, size_t first) {
  const size_t dimension = wrap_dimension(call.integer(first, 0), input.dim());
  if (input.dim() == 0) throw EvaluationError("no dimension to slice");
  const int64_t size = input.sizes[dimension];
  int64_t start = call.integer(first + 1, 0), end = call.integer(first + 2, size);
  const int64_t step = call.integer(first + 3, 1);
  if (step <= 0) throw EvaluationError("a step that is not positive");
  if (start < 0) start += size;
  if (end < 0) end += size;
  start = std::clamp<int64_t>(start, 0, size);
  end = std::clamp(end, start, size);
  input.offset += start * input.strides[dimension];
  input.sizes[dimension] = (end - start + step - 1) / step;
  input.strides[dimension] *= step;
  return input;
}

template <Tensor (*Part)(Tensor, Call&, size_t)>
Value part_of(Call& call) {
  return Part(call.tensor(0), call, 1);
}

/// (input, src, ...): a copy of the input, with that in the place of the part.
template <Tensor (*Part)(Tensor, Call&, size_t)>
Value with_part(Call& call) {
  const Tensor result = copy_of(call.tensor(0));
  const Tensor place = Part(result, call, 2);
  if (place.sizes != call.tensor(1).sizes) throw EvaluationError("a part of another shape");
  place.write(call.tensor(1).read());
  return result;
}

/// What writes to its first operand, on a copy of it.
template <Value (*Write)(Call&)>
Value as_new(Call& call) {
  Call write{call.generator, call.operands};
  write.operands[0] = copy_of(call.tensor(0));
  return Write(write);
}

/// (input, other)
Value reshape_as(Call& call) {
  return reshaped(call.tensor(0), call.tensor(1).sizes);
}

/// (input, other)
Value type_as(Call& call) {
  const Tensor& input = call.tensor(0);
  if (input.dtype() == call.tensor(1).dtype()) return input;
  return make_tensor(input.sizes, call.tensor(1).dtype(), input.read());
}

/// (input, dim)
Value unsqueeze(Call& call) {
  Tensor result = call.tensor(0);
  const size_t dimension = wrap_dimension(call[1].as_int(), result.dim() + 1);
  result.sizes.insert(result.sizes.begin() + ptrdiff_t(dimension), 1);
  result.strides.insert(result.strides.begin() + ptrdiff_t(dimension), 1);
  return result;
}

Value alias(Call& call) {
  return call.tensor(0);
}

Value contiguous(Call& call) {
  return call.tensor(0).is_contiguous() ? call.tensor(0) : copy_of(call.tensor(0));
}

Value clone(Call& call) {
  return copy_of(call.tensor(0));
}

Value all_sizes(const Tensor& tensor) {
  return Value::aggregate(Value::Kind::Tuple,
                          std::vector<Value>(tensor.sizes.begin(), tensor.sizes.end()));
}

/// (input, dim)
Value size(Call& call) {
  const Tensor& input = call.tensor(0);
  if (!call.has(1)) return all_sizes(input);
  const size_t dimension = wrap_dimension(call[1].as_int(), input.dim());
  if (input.dim() == 0) throw EvaluationError("no dimensions");
  return input.sizes[dimension];
}

Value rank(Call& call) {
  return call.tensor(0).dim();
}

Value count(Call& call) {
  return call.tensor(0).numel();
}

/// (object, name)
Value get_attribute(Call& call) {
  const std::string& name = call[1].text;
  if (name == "dtype") return Value::of_dtype(call.tensor(0).dtype());
  if (name == "device") return Value::string("cpu");
  if (name == "shape") return all_sizes(call.tensor(0));
  throw EvaluationError("no attribute " + name);
}

constexpr Operator table[] = {
    {"operator.getitem", "a b", get_item},
    {"operator.setitem", "a b c", set_item},
    {"builtins.getattr", "object name", get_attribute},
    {"Tensor.copy_", "self source", copy},
    {"torch.ops.aten.copy_.default", "self src", copy},
    {"torch.ops.aten.select.int", "self dim index", part_of<selected>},
    {"torch.ops.aten.slice.Tensor", "self dim start end step", part_of<sliced>},
    {"torch.select_scatter torch.ops.aten.select_scatter.default", "input src dim index",
     with_part<selected>},
    {"torch.slice_scatter torch.ops.aten.slice_scatter.default", "input src dim start end step",
     with_part<sliced>},
    {"Tensor.fill_ torch.fill_", "self value", fill},
    {"torch.ops.aten.copy.default", "self src", as_new<copy>},
    {"torch.ops.aten.fill.Scalar torch.ops.aten.fill.Tensor", "self value", as_new<fill>},
    {"torch.ops.aten.zero.default", "self", as_new<zero>},
    {"Tensor.zero_ torch.zero_", "self", zero},
    {"Tensor.view", "self *shape", view},
    {"Tensor.reshape", "self *shape", reshape},
    {"torch.reshape", "input shape", reshape},
    {"Tensor.reshape_as", "self other", reshape_as},
    {"Tensor.type_as", "self other", type_as},
    {"torch.flatten Tensor.flatten", "input start_dim end_dim", flatten},
    {"torch.transpose Tensor.transpose torch.ops.aten.transpose.int", "input dim0 dim1", transpose},
    {"torch.t Tensor.t torch.ops.aten.t.default", "input", transpose_matrix},
    {"torch.split Tensor.split", "tensor split_size_or_sections dim", split},
    {"torch.unbind Tensor.unbind", "input dim", unbind},
    {"torch.unsqueeze Tensor.unsqueeze torch.ops.aten.unsqueeze.default", "input dim", unsqueeze},
    {"torch.detach Tensor.detach", "input", alias},
    {"Tensor.contiguous", "self", contiguous},
    {"torch.clone Tensor.clone torch.ops.aten.clone.default", "input", clone},
    {"Tensor.size", "self dim", size},
    {"Tensor.dim", "self", rank},
    {"torch.numel Tensor.numel", "input", count},
};

} // namespace

std::span<const Operator> view_operators() {
  return table;
}

} // namespace fx::testing
