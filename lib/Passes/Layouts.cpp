#include "Layouts.h"

#include "fx/Analysis/MemoryUses.h"
#include "fx/Ops/CallBinding.h"
#include "fx/Ops/Callee.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <string_view>

namespace fx {

namespace {

/// Views that begin where their operand does.
constexpr auto views_of_the_beginning =
    std::to_array<std::string_view>({"_reshape_alias", "alias", "detach", "expand", "numpy_T",
                                     "permute", "squeeze", "t", "transpose", "unsqueeze", "view"});

/// The operands of a call by the names of parameters; defaults are as the schema has them.
class OperandsByName {
public:
  explicit OperandsByName(const Node& call) {
    std::vector<ops::BoundCall> calls = ops::bind_all(call);
    if (calls.empty()) return;
    schema_ = calls.front().schema;
    values_ = calls.front().values(call);
  }

  /// Nothing: it is no number that is known; `otherwise` where it is None.
  std::optional<int64_t> number(std::string_view name,
                                std::optional<int64_t> otherwise = {}) const {
    const std::optional<Argument> value = find(name);
    if (!value) return std::nullopt;
    if (value->is_none()) return otherwise;
    return value->is(Argument::Kind::Int) ? std::optional(value->as_int()) : std::nullopt;
  }
  std::optional<std::vector<int64_t>> numbers(std::string_view name) const {
    const std::optional<Argument> value = find(name);
    if (!value || !(value->is(Argument::Kind::List) || value->is(Argument::Kind::Tuple)))
      return std::nullopt;
    std::vector<int64_t> result;
    for (const Argument& item : value->items()) {
      if (!item.is(Argument::Kind::Int)) return std::nullopt;
      result.push_back(item.as_int());
    }
    return result;
  }

private:
  std::optional<Argument> find(std::string_view name) const {
    if (schema_ == nullptr) return std::nullopt;
    const auto found = std::ranges::find(schema_->arguments, name, &ops::SchemaArgument::name);
    if (found == schema_->arguments.end()) return std::nullopt;
    const auto index = static_cast<size_t>(found - schema_->arguments.begin());
    if (index < values_.size() && values_[index]) return values_[index];
    return found->has_default ? std::optional(ops::parse_python_literal(found->default_value))
                              : std::nullopt;
  }

  const ops::Schema* schema_ = nullptr;
  std::vector<std::optional<Argument>> values_;
};

/// The dimension as a number from 0; nothing where there is none such.
std::optional<size_t> dimension(std::optional<int64_t> number, size_t count) {
  if (number && *number < 0) *number += static_cast<int64_t>(count);
  if (!number || *number < 0 || *number >= static_cast<int64_t>(count)) return std::nullopt;
  return static_cast<size_t>(*number);
}

void move(TensorLayout& part, int64_t elements) {
  if (part.offset) *part.offset += elements;
}

std::optional<TensorLayout> select(TensorLayout part, const OperandsByName& given) {
  const auto dim = dimension(given.number("dim"), part.sizes.size());
  if (!dim) return std::nullopt;
  const auto index = dimension(given.number("index"), static_cast<size_t>(part.sizes[*dim]));
  if (!index) return std::nullopt;
  move(part, static_cast<int64_t>(*index) * part.strides[*dim]);
  part.sizes.erase(part.sizes.begin() + static_cast<ptrdiff_t>(*dim));
  part.strides.erase(part.strides.begin() + static_cast<ptrdiff_t>(*dim));
  return part;
}

std::optional<TensorLayout> slice(TensorLayout part, const OperandsByName& given) {
  const auto dim = dimension(given.number("dim"), part.sizes.size());
  if (!dim) return std::nullopt;
  const int64_t size = part.sizes[*dim];
  std::optional<int64_t> start = given.number("start", 0), end = given.number("end", size);
  const std::optional<int64_t> step = given.number("step", 1);
  if (!start || !end || !step || *step < 1) return std::nullopt;
  for (std::optional<int64_t>* bound : {&start, &end})
    if (**bound < 0) **bound += size;
  *start = std::clamp<int64_t>(*start, 0, size);
  *end = std::clamp(*end, *start, size);
  move(part, *start * part.strides[*dim]);
  part.sizes[*dim] = (*end - *start + *step - 1) / *step;
  part.strides[*dim] *= *step;
  return part;
}

std::optional<TensorLayout> diagonal(TensorLayout part, const OperandsByName& given) {
  const auto first = dimension(given.number("dim1"), part.sizes.size());
  const auto second = dimension(given.number("dim2"), part.sizes.size());
  const std::optional<int64_t> offset = given.number("offset");
  if (!first || !second || *first == *second || !offset) return std::nullopt;
  const int64_t rows = part.sizes[*first] + std::min<int64_t>(*offset, 0);
  const int64_t columns = part.sizes[*second] - std::max<int64_t>(*offset, 0);
  const int64_t length = std::max<int64_t>(std::min(rows, columns), 0);
  const int64_t stride = part.strides[*first] + part.strides[*second];
  if (length > 0)
    move(part, *offset >= 0 ? *offset * part.strides[*second] : -*offset * part.strides[*first]);
  for (const size_t dim : {std::max(*first, *second), std::min(*first, *second)}) {
    part.sizes.erase(part.sizes.begin() + static_cast<ptrdiff_t>(dim));
    part.strides.erase(part.strides.begin() + static_cast<ptrdiff_t>(dim));
  }
  part.sizes.push_back(length);
  part.strides.push_back(stride);
  return part;
}

std::optional<TensorLayout> as_strided(const TensorLayout& whole, const OperandsByName& given) {
  auto sizes = given.numbers("size"), strides = given.numbers("stride");
  const std::optional<int64_t> offset = given.number("storage_offset", whole.offset);
  if (!sizes || !strides || sizes->size() != strides->size() || !offset) return std::nullopt;
  return TensorLayout{std::move(*sizes), std::move(*strides), offset};
}

} // namespace

int64_t TensorLayout::num_elements() const {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<>());
}

bool TensorLayout::may_overlap() const {
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::ranges::sort(order, {}, [&](size_t dim) { return strides[dim]; });
  int64_t reach = 0; // of the last element in the dimensions so far
  for (const size_t dim : order) {
    if (sizes[dim] == 0) return false;
    if (sizes[dim] == 1) continue;
    if (strides[dim] <= reach) return true;
    reach += (sizes[dim] - 1) * strides[dim];
  }
  return false;
}

std::optional<TensorLayout> layout_of_part(const TensorLayout& whole, std::string_view view,
                                           const Node& call) {
  const OperandsByName given(call);
  if (view == "select") return select(whole, given);
  if (view == "slice") return slice(whole, given);
  if (view == "diagonal") return diagonal(whole, given);
  if (view == "as_strided") return as_strided(whole, given);
  return std::nullopt;
}

const TensorLayout* Layouts::of(const Node& value) {
  auto found = known_.find(&value);
  // Views of views: what they are of is asked for first, without recursion.
  if (found == known_.end()) {
    std::vector<const Node*> chain{&value};
    while (const Node* of = viewed_value(*chain.back(), aliasing_)) {
      if (known_.contains(of)) break;
      chain.push_back(of);
    }
    for (auto node = chain.rbegin(); node != chain.rend(); ++node)
      known_.emplace(*node, find(**node));
    found = known_.find(&value);
  }
  return found->second ? &*found->second : nullptr;
}

std::optional<TensorLayout> Layouts::find(const Node& value) {
  const TensorMeta* meta = value.meta(meta::tensor_meta);
  if (meta == nullptr || meta->stride.size() != meta->shape.size()) return std::nullopt;
  const Node* of = viewed_value(value, aliasing_);
  if (of == nullptr && aliasing_.effects(value).aliases != 0) return std::nullopt;
  if (of == nullptr) return TensorLayout{meta->shape, meta->stride, 0};
  // Past the list that split() gives.
  for (const Node* next = of; of->meta(meta::tensor_meta) == nullptr; of = next)
    if ((next = viewed_value(*of, aliasing_)) == nullptr) return std::nullopt;
  const TensorMeta* viewed = of->meta(meta::tensor_meta);
  // In elements of another size it lies at other numbers.
  if (viewed == nullptr || viewed->dtype != meta->dtype) return std::nullopt;
  const auto base = known_.find(of);
  if (base == known_.end() || !base->second) return std::nullopt;
  const std::string_view view = ops::callee_of(value).name;
  if (const auto part = layout_of_part(*base->second, view, value))
    return part->sizes == meta->shape ? part : std::nullopt;
  // Of what lies elsewhere by now, the strides of the view are not known.
  if (viewed->stride != base->second->strides) return std::nullopt;
  const bool is_at_begin = std::ranges::binary_search(views_of_the_beginning, view);
  return TensorLayout{meta->shape, meta->stride, is_at_begin ? base->second->offset : std::nullopt};
}

} // namespace fx
