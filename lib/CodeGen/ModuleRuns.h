// Which module each node of a graph runs in, as a tree: what a table of layers has as rows and a
// drawing as frames.
#pragma once

#include "fx/IR/TracedModule.h"

#include <vector>

namespace fx::codegen {

/// One run of a module below the root. Runs of one module without anything between them are one,
/// unless they are calls of a leaf.
struct ModuleRun {
  const ModuleNode* module;
  size_t depth;     // 1: a child of the root
  size_t parent;    // ModuleRuns::root: none
  const Node* call; // of a leaf, or null
  bool again;       // the module ran before
};

class ModuleRuns {
public:
  static constexpr size_t root = static_cast<size_t>(-1);

  ModuleRuns(const Graph& graph, const ModuleTree& modules);

  /// In the order they begin, each behind its parent.
  const std::vector<ModuleRun>& runs() const { return runs_; }
  const ModuleRun& operator[](size_t run) const { return runs_[run]; }
  /// The innermost one, or root.
  size_t of(const Node& node) const { return of_node_[node.id()]; }
  /// The run itself, or what contains it and is not deeper than that.
  size_t at_depth(size_t run, size_t depth) const;
  /// Whether a run is another or in it.
  bool contains(size_t outer, size_t run) const {
    return outer == root || at_depth(run, runs_[outer].depth) == outer;
  }

private:
  std::vector<ModuleRun> runs_;
  std::vector<size_t> of_node_; // by id
};

/// "Conv2d" of "torch::nn::Conv2d", "Block" of "zoo::BlockImpl".
std::string short_type(const ModuleNode& module);

} // namespace fx::codegen
