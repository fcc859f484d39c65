// What one call of forward computed from constants alone, repeated in the next one: a cache.
//
// A table of positions that is made in the first call and kept is the same tensor in each call. A
// graph that makes it anew computes what the model does as long as nothing writes to it in between,
// and as nobody outside of the model gets it.
#pragma once

#include "fx/Analysis/Aliasing.h"
#include "fx/IR/TracedModule.h"

#include "clang/AST/Expr.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

#include <optional>
#include <unordered_map>

namespace fx::frontend {

class GraphBuilder;

class EarlierCall {
public:
  /// `graph` holds one call of the model, and outlives this.
  EarlierCall(const Graph& graph, const TracedModule& module) : graph_(graph), module_(module) {}

  /// The node that computes anew, in the call that `builder` builds, what `node` of the earlier
  /// call is at its end; null where `node` is of another graph or no constant: where inputs,
  /// weights, random numbers or modes of computing have a part in it or in what is written to it.
  /// What is said of the inputs by --input, their types, is constant.
  Node* repeat(GraphBuilder& builder, const clang::Expr* where, Node& node);

  /// Whether `later`, which repeats what it needs of the earlier call, computes what `first` does,
  /// and returns nothing that was kept.
  bool is_repeated_in(const Graph& later, const Graph& first);

private:
  bool collect(const Node& node, llvm::DenseMap<uint32_t, const Node*>& found) const;
  void forget_erased(const Graph& later);
  bool are_read_when_done(const Graph& graph, const llvm::DenseSet<const Node*>& constants) const;

  const Graph& graph_;
  const TracedModule& module_;
  std::optional<AliasAnalysis> memory_; // of graph_, when it is asked
  /// What stands for a node of the earlier call: a copy, or what this call has computed by itself.
  struct Repeated {
    Node* node = nullptr;
    uint32_t id = 0; // of the node, which the tracer may erase where it asked a question
    bool is_copy = false;
  };
  std::unordered_map<const Node*, Repeated> repeated_;
};

} // namespace fx::frontend
