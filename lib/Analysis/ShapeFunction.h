// LibTorch's own functions from the sizes of operands to those of a result, run on sizes with
// names.
#pragma once

#include "SizeArithmetic.h"

#include "fx/IR/Argument.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace fx {

/// Anything: a size that depends on data, a type, what no function of sizes reads.
struct UnknownValue {
  bool is_decided_by_names = false; // several conditions on names decide it
};

/// A value of such a run. A shape is a list of sizes.
struct ShapeValue {
  struct None {};
  using Unknown = UnknownValue;
  /// `difference` compared with 0: whether it is so is not known.
  struct Condition {
    enum class Kind : uint8_t { Equal, NotEqual, AtLeastZero, BelowZero };
    Kind kind;
    Size difference;
  };
  using List = std::shared_ptr<std::vector<ShapeValue>>;
  std::variant<Unknown, None, Size, bool, double, std::string, Condition, List> value;

  bool is_unknown() const { return std::holds_alternative<Unknown>(value); }
  bool is_none() const { return std::holds_alternative<None>(value); }
  const Size* size() const { return std::get_if<Size>(&value); }
  const List* list() const { return std::get_if<List>(&value); }
  static ShapeValue of(int64_t number) { return {Size(number)}; }
  static ShapeValue list_of(std::vector<ShapeValue> items) {
    return {std::make_shared<std::vector<ShapeValue>>(std::move(items))};
  }
};

/// What came of a run.
struct ShapeResult {
  /// Unknown where it cannot be told.
  ShapeValue value = {};
  /// For no values of the names do the operands go together: what the function says of them.
  std::optional<std::string> refusal = {};
  /// What has to be for them to go together: "N == M", "H >= 7". It is taken to be so from then on.
  struct Needed {
    std::string text;
    std::optional<ShapeValue::Condition> condition; // nothing: it is more than one
  };
  std::vector<Needed> conditions = {};
};

/// Runs a function as Kernels::shape_function() gives it.
ShapeResult run_shape_function(const Argument& function, std::vector<ShapeValue> inputs,
                               SizeArithmetic& arithmetic);

} // namespace fx
