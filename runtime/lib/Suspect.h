// Which node of a graph computes what the module that it was made of does not.
#pragma once

#include "KeptState.h"

#include "fx/Runtime/Equivalence.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace fx::runtime {

/// The tensors that a program has: its inputs, its state, and what its operators give.
class ObservedValues {
public:
  explicit ObservedValues(const EquivalenceOptions& options) : options_(options) {}
  /// Runs it.
  void run(const std::function<Value()>& program, const Args& inputs, const NamedTensors& state);
  /// Whether all tensors in a value are among them.
  bool has(const Value& value) const;

private:
  void add(const Value& value);
  bool has_tensor(const at::Tensor& tensor) const;

  const EquivalenceOptions& options_;
  std::map<std::vector<int64_t>, std::vector<at::Tensor>> tensors_; // by sizes
};

struct Suspect {
  std::string node; // empty: none
  std::string text; // a sentence without its end
};

/// The first node of the current graph with a tensor that is not among them.
Suspect find_suspect(const GraphModule& graph, Args inputs, const ObservedValues& observed);

} // namespace fx::runtime
