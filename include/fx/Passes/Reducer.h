// Making a graph smaller as long as something stays true of it (delta debugging, as llvm-reduce).
#pragma once

#include "fx/IR/TracedModule.h"

#include <functional>
#include <string>

namespace fx {

class Reducer {
public:
  /// `is_interesting` is asked about texts of models; it held for the first one.
  explicit Reducer(std::function<bool(const std::string&)> is_interesting)
      : is_interesting_(std::move(is_interesting)) {}

  /// The smallest text that was found, and that is still interesting: no single node, operand,
  /// module, option or output can be taken out of it.
  std::string reduce(std::string text);
  size_t attempts() const { return attempts_; }

private:
  /// A kind of parts that can be taken out of a model.
  struct Strategy {
    /// How many parts there are.
    size_t (*count)(TracedModule& module);
    /// Takes out the parts [begin, end).
    void (*remove)(TracedModule& module, size_t begin, size_t end);
  };
  static const Strategy strategies[];

  bool run(const Strategy& strategy, std::string& text);
  bool attempt(const Strategy& strategy, size_t begin, size_t end, std::string& text);

  std::function<bool(const std::string&)> is_interesting_;
  size_t attempts_ = 0;
};

} // namespace fx
