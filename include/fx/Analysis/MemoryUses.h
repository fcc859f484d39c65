// Who reads the memory that values of a graph share, and when: the companion of AliasAnalysis that
// follows the order of the program.
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <vector>

namespace fx {

/// Whether a node asks a tensor for its sizes, type or place alone: what its elements are does not
/// matter to it.
bool asks_for_no_elements(const Node& node);

/// The value that a node is certainly a view of, by the schemas of all overloads that it can mean:
/// x of torch.select(x, 0, 1), of x[0], of an element of x.split(2). Null: it is none, or may be a
/// copy (reshape), or does something else too.
Node* viewed_value(const Node& node, const AliasAnalysis& aliasing);

/// It describes the graph as it is now, and refers to it and to `aliasing`.
class MemoryUses {
public:
  MemoryUses(const Graph& graph, const AliasAnalysis& aliasing)
      : graph_(graph), aliasing_(aliasing) {}

  /// Whether anything but the result of a call shows what it has written to its first operand.
  /// Where nothing does, the call might as well make a tensor.
  bool is_overwritten_value_read(const Node& call);

private:
  struct Read {
    uint32_t value; // its position
    uint32_t last;  // the last position at which it or one before it is read
  };

  void find_last_reads();

  const Graph& graph_;
  const AliasAnalysis& aliasing_;
  std::vector<std::vector<Read>> last_reads_; // by class of memory
};

} // namespace fx
