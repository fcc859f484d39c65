// Where in its memory a tensor lies: sizes, strides and offset, followed through views.
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <optional>
#include <unordered_map>
#include <vector>

namespace fx {

struct TensorLayout {
  std::vector<int64_t> sizes, strides;
  /// In elements, from where the value that is no view begins. Nothing: it is not known, as of
  /// x[i].
  std::optional<int64_t> offset = 0;

  /// Whether it is certain that both are the same place.
  bool is_same_place(const TensorLayout& other) const {
    return offset && offset == other.offset && sizes == other.sizes && strides == other.strides;
  }
  int64_t num_elements() const;
  /// Whether two elements may be the same memory, as in what expand() gives.
  bool may_overlap() const;
};

/// What a view operator makes of the layout of its first operand, its other operands being those of
/// `call`: of the operator itself, or of its inverse, for which it looks the same
/// (select_scatter(x, src, dim, index)). Nothing: it is another operator than select, slice,
/// diagonal and as_strided, or its operands are not known.
std::optional<TensorLayout> layout_of_part(const TensorLayout& whole, std::string_view view,
                                           const Node& call);

/// Layouts of values whose shapes and strides are known (meta::tensor_meta).
class Layouts {
public:
  explicit Layouts(const AliasAnalysis& aliasing) : aliasing_(aliasing) {}
  /// Null: it is not known.
  const TensorLayout* of(const Node& value);
  /// From now on the value lies there, and what is a view of it and was not asked for yet.
  void put(const Node& value, TensorLayout layout) { known_[&value] = std::move(layout); }

private:
  std::optional<TensorLayout> find(const Node& value);

  const AliasAnalysis& aliasing_;
  std::unordered_map<const Node*, std::optional<TensorLayout>> known_;
};

} // namespace fx
