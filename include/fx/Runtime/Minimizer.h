// Finds the nodes in which two implementations of a graph part (torch.fx: passes/net_min_base.py).
//
//     fx::Minimizer minimizer(traced, {x}, eager, lowered, fx::compare_close({.atol = 1e-3}),
//                             {.traverse_method = fx::TraverseMethod::Binary});
//     for (const fx::Culprit& culprit : minimizer.minimize())
//       std::cerr << culprit.message << '\n'; // "'conv2': ... differs in 3 of 64 numbers, by 0.2"
//
// Parts of the graph become modules by themselves (extract_subgraph), which both implementations
// run on the same values: those that the module has there.
#pragma once

#include "fx/Runtime/Equivalence.h"
#include "fx/Runtime/SplitModule.h"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace fx {

/// How the graph is searched.
enum class TraverseMethod : uint8_t {
  Sequential, // node by node
  Binary,     // all, then halves of what differs: finds nodes with few runs
  Accumulate, // from the first node on, one node more each time; tells where the sum of all differs
  Block,      // the shortest block of nodes whose last value differs
  Skip,       // all but nodes that are left out, as the parts between them
  Defined,    // the nodes that are given, as one part
};

struct MinimizerSettings {
  /// The second implementation goes on from its own values instead of those of the first.
  bool accumulate_error = false;
  TraverseMethod traverse_method = TraverseMethod::Sequential;
  /// Goes on after the first that is found.
  bool find_all = false;
  /// run_nodes() compares the values of all nodes, not only those that others use.
  bool return_intermediate = false;
};

/// Runs a part, which returns the list of its values. May throw: the part is a culprit then.
using RunPart = std::function<Value(GraphModule part, Args inputs)>;
/// Says of two results of a part, whose values are those of the nodes with these names, how far
/// they are apart, and whether that is near enough.
using CompareParts = std::function<std::pair<double, bool>(const Value& a, const Value& b,
                                                           const std::vector<std::string>& names)>;

/// The part as it is.
RunPart run_eagerly();
/// The greatest difference of two numbers, and whether all are close, as check_equivalent() has it.
CompareParts compare_close(EquivalenceOptions options = {});

/// A node that was found, or one of several that part only together.
struct Culprit {
  Node* node = nullptr; // of the graph that is searched
  /// What the comparison says; infinite: a run failed, or the results cannot be compared.
  double difference = 0;
  /// Which part, and what was compared or thrown.
  std::string message;
};

/// A part cannot be run by itself: what it uses is computed by nodes that use what it makes, or is
/// written to by nodes outside of it (FxNetMinimizerBadModuleError).
class MinimizerBadModuleError : public RuntimeError {
public:
  using RuntimeError::RuntimeError;
};

class Minimizer {
public:
  /// Runs the module on copies of `sample_input`, and keeps the values of its nodes. Its state is
  /// as before afterwards, and after every run of a part. ExecutionError: a node failed.
  /// RuntimeError: `accumulate_error` for a graph that writes to memory, where a node's value is
  /// another one later.
  Minimizer(GraphModule module, Args sample_input, RunPart run_a, RunPart run_b,
            CompareParts compare, MinimizerSettings settings = {});
  ~Minimizer();
  Minimizer(const Minimizer&) = delete;
  Minimizer& operator=(const Minimizer&) = delete;

  /// Searches the calls from the one named `start` to the one named `end`, both included; empty:
  /// from the first, to the last. `skip_nodes`: names, for TraverseMethod::Skip. The culprits in
  /// program order. RuntimeError: there is no such node, `find_all` with Accumulate, which cannot
  /// go on. Calls that give each other what holds no tensor are one part (find_fusions).
  std::vector<Culprit> minimize(std::string_view start = {}, std::string_view end = {},
                                const std::vector<std::string>& skip_nodes = {});
  /// Runs the calls from `start` to `end` as one part; empty: both agree.
  std::vector<Culprit> run_nodes(std::string_view start = {}, std::string_view end = {});

  /// What was done, a list of lines for each part that was run.
  const std::vector<std::vector<std::string>>& reports() const;
  std::string reports_text() const;
  /// What the comparisons said, by the names of the nodes whose values were compared.
  const std::vector<std::pair<std::vector<std::string>, double>>& results() const;

private:
  class Search;
  std::unique_ptr<Search> search_;
};

} // namespace fx
