// Results of analyses, kept from pass to pass as LLVM's new pass manager keeps them.
//
//   const AliasAnalysis& aliasing = analyses.get<AliasAnalysis>(graph, module);
//
// An analysis is a class that is made from a graph, or from a graph and its model, and that can
// tell whether another result says the same of every node:
//
//   static constexpr std::string_view analysis_name = "aliasing"; // for messages
//   bool agrees_with(const AliasAnalysis& other, const Graph& graph) const;
#pragma once

#include "fx/IR/TracedModule.h"

#include <concepts>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

namespace fx {

template <class A>
concept GraphAnalysis = (std::constructible_from<A, const Graph&, const TracedModule&> ||
                         std::constructible_from<A, const Graph&>) &&
                        requires(const A& analysis, const Graph& graph) {
                          { A::analysis_name } -> std::convertible_to<std::string_view>;
                          { analysis.agrees_with(analysis, graph) } -> std::same_as<bool>;
                        };

/// Which analyses still hold although a graph was changed (LLVM: PreservedAnalyses).
class PreservedAnalyses {
public:
  static PreservedAnalyses none() { return {}; }
  static PreservedAnalyses all() {
    PreservedAnalyses every;
    every.all_ = true;
    return every;
  }
  template <GraphAnalysis... A>
  static PreservedAnalyses of() {
    PreservedAnalyses some;
    some.types_ = {std::type_index(typeid(A))...};
    return some;
  }

  bool contains(std::type_index analysis) const;
  /// Keeps what `other` has too.
  void intersect(const PreservedAnalyses& other);

private:
  bool all_ = false;
  std::vector<std::type_index> types_; // a handful, unless `all_`
};

/// Not thread-safe. A reference that get() gave holds until that analysis is invalidated.
class AnalysisManager {
public:
  /// Computed on first demand, and again when it was invalidated.
  template <GraphAnalysis A>
  const A& get(const Graph& graph, const TracedModule& module) {
    std::unique_ptr<Result>& known = results_[{&graph, std::type_index(typeid(A))}];
    if (!known) known = std::make_unique<ResultOf<A>>(graph, module);
    return static_cast<const ResultOf<A>&>(*known).analysis;
  }

  /// To be called when a graph was changed. Drops what is not preserved, for all graphs, because
  /// what a call of a module does follows from the module's own graph.
  void invalidate(const PreservedAnalyses& preserved = PreservedAnalyses::none());

  /// The name of a kept analysis that disagrees with a fresh one of the graph as it is now.
  /// Computes all kept analyses again: for tests and --verify-each.
  std::optional<std::string_view> find_stale(const TracedModule& module) const;

private:
  struct Result {
    virtual ~Result() = default;
    virtual std::string_view name() const = 0;
    virtual bool is_current(const Graph& graph, const TracedModule& module) const = 0;
  };

  template <class A>
  struct ResultOf final : Result {
    ResultOf(const Graph& graph, const TracedModule& module) : analysis(make(graph, module)) {}
    static A make(const Graph& graph, const TracedModule& module) {
      if constexpr (std::constructible_from<A, const Graph&, const TracedModule&>)
        return A(graph, module);
      else
        return A(graph);
    }
    std::string_view name() const override { return A::analysis_name; }
    bool is_current(const Graph& graph, const TracedModule& module) const override {
      return analysis.agrees_with(make(graph, module), graph);
    }
    A analysis;
  };

  std::map<std::pair<const Graph*, std::type_index>, std::unique_ptr<Result>> results_;
};

} // namespace fx
