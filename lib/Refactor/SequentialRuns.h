// The calls of a Sequential in a graph: which nodes one call makes together.
#pragma once

#include "fx/IR/Graph.h"
#include "fx/IR/TracedModule.h"

#include <deque>
#include <unordered_map>
#include <vector>

namespace fx::refactor {

/// One call, as layers->forward(x) makes it.
struct SequentialRun {
  const ModuleNode* sequential = nullptr; // of the model as it is after the changes
  /// For each of its modules what runs it; null: a node of LibTorch's class does not, but code of
  /// its own.
  std::vector<const Node*> elements;
  const Node* first = nullptr; // of those that are not null
};

class SequentialRuns {
public:
  SequentialRuns(const Graph& before, const TracedModule& after);

  struct Place {
    const SequentialRun* run;
    size_t element;
  };
  /// Null: no Sequential calls it.
  const Place* of(const Node& node) const {
    const auto found = places_.find(&node);
    return found == places_.end() ? nullptr : &found->second;
  }

private:
  std::deque<SequentialRun> runs_; // stable addresses
  std::unordered_map<const Node*, Place> places_;
};

} // namespace fx::refactor
