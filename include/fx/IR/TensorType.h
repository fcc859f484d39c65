// Gradual types of tensors: sizes that are known, and sizes that are not (torch/fx/tensor_type.py).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fx {

/// A size, or nothing: torch.fx's Dyn.
using Dimension = std::optional<int64_t>;

/// The type of a tensor: its dimensions, or nothing when not even their number is known.
struct TensorType {
  /// Nothing: Dyn, any tensor.
  std::optional<std::vector<Dimension>> dimensions;

  /// "TensorType[1, 2, Dyn]", or "Dyn".
  std::string to_string() const;
  friend bool operator==(const TensorType&, const TensorType&) = default;
};

/// Whether a value could be of both types: what is not known agrees with everything (torch.fx's
/// is_consistent).
bool is_consistent(const TensorType& a, const TensorType& b);
/// Whether `a` says all that `b` says (torch.fx's is_more_precise).
bool is_more_precise(const TensorType& a, const TensorType& b);

} // namespace fx
