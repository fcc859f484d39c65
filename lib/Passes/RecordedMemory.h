// Which memory backward may need: what values that can require a gradient, and calls that are
// recorded, keep.
#pragma once

#include "MergedMemory.h"

#include "fx/IR/TracedModule.h"

#include <unordered_set>
#include <vector>

namespace fx {

/// Nothing is known of whether gradients are recorded where the graph is called, and inputs,
/// parameters and buffers of floating point may require one. So may what is computed of them, but
/// in a region of torch.no_grad() that the graph enters itself; numbers of other types never do.
class RecordedMemory {
public:
  RecordedMemory(const Graph& graph, const TracedModule& module, const AliasAnalysis& aliasing);

  /// Whether a call may be recorded for backward, which then wants what it reads as it was.
  bool may_record(const Node& call) const { return recorded_.contains(&call); }
  /// Whether a value in this memory may require a gradient, or a recorded call before this one may
  /// keep it. `memory` is one of AliasAnalysis or what merged() made of several.
  bool is_needed_before(MergedMemory::Class memory, const Node& call) const;

  /// What holds of one of them holds of `whole` from now on.
  void merged(MergedMemory::Class part, MergedMemory::Class whole);

private:
  bool requires_now(const Node& value) const;

  const AliasAnalysis& aliasing_;
  std::unordered_set<const Node*> recorded_, required_;
  struct Memory {
    bool may_require = false;
    uint32_t first_record = UINT32_MAX; // the position of the first recorded call that reads it
  };
  std::vector<Memory> memories_; // by class
};

} // namespace fx
