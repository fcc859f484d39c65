// Runs of functions of sizes that need no second one.
#pragma once

#include "ShapeFunction.h"

#include <vector>

namespace fx {

/// Runs of functions of sizes that told nothing new of the names. As long as nothing else is known
/// of these, the same operands give the same result: most calls of a large graph are like one of
/// the last.
class ShapeRuns {
public:
  /// Null: it is none of the last ones. The function is known by its address.
  const ShapeValue* find(const Argument& function, const std::vector<ShapeValue>& inputs) const;
  void add(const Argument& function, std::vector<ShapeValue> inputs, ShapeValue result);
  /// For when more is known of the names.
  void clear() { runs_.clear(); }

private:
  struct Run {
    const Argument* function;
    std::vector<ShapeValue> inputs;
    ShapeValue result;
  };
  std::vector<Run> runs_;
};

} // namespace fx
