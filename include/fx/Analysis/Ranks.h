// How many dimensions each value of a graph can have, for whatever inputs: what operators say, and
// what the graph asserts. Shapes of examples (meta::tensor_meta) say nothing of other inputs.
#pragma once

#include "fx/IR/TracedModule.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace fx {

/// A set of numbers of dimensions.
class RankSet {
public:
  /// All that there are from here on are one member.
  static constexpr size_t many = 63;

  static constexpr RankSet any() { return RankSet(~uint64_t(0)); }
  static constexpr RankSet none() { return RankSet(0); }
  static constexpr RankSet of(size_t rank) {
    return RankSet(uint64_t(1) << (rank < many ? rank : many));
  }
  /// These, and all that are larger.
  static constexpr RankSet from(size_t rank) {
    return RankSet(~uint64_t(0) << (rank < many ? rank : many));
  }

  constexpr bool contains(size_t rank) const { return (*this & of(rank)) != none(); }
  /// Its one number; nothing: there are several, or none.
  std::optional<size_t> only() const;
  constexpr RankSet operator&(RankSet other) const { return RankSet(bits_ & other.bits_); }
  constexpr RankSet operator|(RankSet other) const { return RankSet(bits_ | other.bits_); }
  friend constexpr bool operator==(RankSet, RankSet) = default;

private:
  explicit constexpr RankSet(uint64_t bits) : bits_(bits) {}
  uint64_t bits_;
};

/// Found in one walk over the graph. Shapes by names (meta::symbolic_shape) count, and
/// `torch._assert(x.dim() == 2)`: a run that goes on has these.
class RankAnalysis {
public:
  /// Of inputs and of what is read of modules: whose noted shape (meta::tensor_meta) is one for all
  /// inputs.
  enum class Examples : uint8_t { None, Inputs };
  /// `examples`: Inputs: every input has as many dimensions as its example.
  RankAnalysis(const Graph& graph, const TracedModule& module, Examples examples = Examples::None);

  /// What the value of a node can have where `user` runs: a call between the two may write another
  /// shape to it.
  RankSet at(const Node& value, const Node& user) const;

private:
  class Inference;
  struct Known {
    RankSet ranks = RankSet::any();
    uint32_t epoch = 0; // how many calls that may write shapes stand before it
  };
  std::vector<Known> known_; // by id
};

} // namespace fx
