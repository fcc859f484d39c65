// In which order parts of a graph can be computed, each as a whole.
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace fx {

using Unit = uint32_t; // a group of nodes, or a node that is in none

/// Which unit has to be computed before which: because of values, of memory that one writes to and
/// another reads, of random numbers and other effects, and of changes of mode. Linear but for a
/// logarithm.
class UnitOrder {
public:
  /// `unit_of`: of each node, by its id; must outlive this.
  UnitOrder(const Graph& graph, const AliasAnalysis& aliasing, const std::vector<Unit>& unit_of,
            size_t units);

  /// An order of the units; shorter than their number when some depend on each other.
  std::vector<Unit> sorted() const;
  /// Units of a cycle among those that `order` does not have.
  std::vector<Unit> cycle(const std::vector<Unit>& order) const;

  /// Those that have to be computed after a unit, each once.
  const std::vector<Unit>& successors(Unit unit) const { return successors_[unit]; }
  /// How many have to be computed before each.
  const std::vector<uint32_t>& predecessors() const { return predecessors_; }
  /// The place in the program of the first node of a unit; UINT32_MAX: it has none.
  uint32_t first(Unit unit) const { return first_[unit]; }

private:
  /// Who touched a memory last.
  struct Accesses {
    std::optional<Unit> writer;
    std::vector<Unit> readers; // since then, each once in a row
  };

  void add_edge(Unit from, Unit to);
  void read(size_t memory, Unit unit);
  void write(size_t memory, Unit unit);
  void add_memory(const Node& node, Unit unit);
  void add_barrier(const Node& node, Unit unit);

  const AliasAnalysis& aliasing_;
  const std::vector<Unit>& unit_of_;
  std::optional<Unit> barrier_; // the last one
  std::vector<Unit> since_barrier_;
  std::vector<std::vector<Unit>> successors_;
  std::vector<uint32_t> predecessors_, first_;
  std::vector<Accesses> accesses_; // by memory; then the generator, and the world
  std::set<std::pair<Unit, Unit>> edges_;
};

} // namespace fx
