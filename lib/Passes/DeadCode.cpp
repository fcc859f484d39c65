#include "fx/Passes/DeadCode.h"

#include "fx/Analysis/Numbers.h"
#include "fx/Passes/Pass.h"

namespace fx {

namespace {

/// Marks what has to stay, from what can be seen backwards, and erases on the way what nothing can
/// bring back.
class LivenessSweep {
public:
  LivenessSweep(Graph& graph, const AliasAnalysis& aliasing, const DeadCodeOptions& options)
      : graph_(graph), aliasing_(aliasing), options_(options),
        memory_live_(aliasing.num_classes()) {}

  /// How many nodes were erased.
  size_t run() {
    const auto size = static_cast<uint32_t>(graph_.size());
    live_.resize(size);
    make_memory_live(AliasAnalysis::external);
    // Backwards: a node is met after all that use its value; only writers of memory may stand
    // later.
    size_t erased = 0;
    std::vector<uint32_t> dead; // for now: a writer among them may still turn out to be needed
    for (at_ = size; at_-- > 0;) {
      // Nodes, and what they use, are fetched before they are asked for.
      constexpr uint32_t ahead = 24;
      if (at_ >= 2 * ahead) __builtin_prefetch(aliasing_.at(at_ - 2 * ahead));
      if (at_ >= ahead) __builtin_prefetch(aliasing_.at(at_ - ahead)->input_nodes().first);
      Node* node = aliasing_.at(at_);
      if (!live_[at_] && !is_root(*node)) {
        // While nodes are near in memory: a second walk over a large graph fetches all again.
        if (aliasing_.effects(*node).writes == 0 && node->users().empty()) {
          graph_.erase_node(node);
          ++erased;
        } else {
          dead.push_back(at_);
        }
        continue;
      }
      live_[at_] = true;
      keep_alive(*node);
      while (!pending_.empty()) {
        const Node* writer = pending_.back();
        pending_.pop_back();
        keep_alive(*writer);
      }
    }
    for (const uint32_t position : dead)
      if (!live_[position]) {
        graph_.erase_node(aliasing_.at(position));
        ++erased;
      }
    return erased;
  }

private:
  /// What it reads has its value from all that write to the same memory.
  void keep_alive(const Node& node) {
    for (Node* input : node.input_nodes()) {
      make_live(input);
      make_memory_live(aliasing_.memory(*input));
    }
    make_memory_live(aliasing_.memory(node));
  }

  bool is_root(const Node& node) const {
    const Effects& effects = aliasing_.effects(node);
    return effects.required || effects.unknown || effects.writes_state ||
           (effects.random && !options_.drop_random) ||
           (options_.is_impure && options_.is_impure(node));
  }

  void make_live(Node* node) {
    const uint32_t position = aliasing_.position(*node);
    if (live_[position]) return;
    live_[position] = true;
    if (position > at_) pending_.push_back(node);
  }

  void make_memory_live(AliasAnalysis::MemoryClass memory) {
    if (memory == AliasAnalysis::none || memory_live_[memory]) return;
    memory_live_[memory] = true;
    for (const uint32_t writer : aliasing_.writers(memory))
      make_live(aliasing_.at(writer));
  }

  Graph& graph_;
  const AliasAnalysis& aliasing_;
  const DeadCodeOptions& options_;
  std::vector<bool> live_;        // by position
  std::vector<bool> memory_live_; // by class
  std::vector<const Node*> pending_;
  uint32_t at_ = UINT32_MAX; // the position of the walk: nodes before it are still to come
};

class DeadCodeElimination final : public GraphPass {
public:
  explicit DeadCodeElimination(const PassOptions& options) {
    options_.drop_random = options.flag("drop-random");
  }

  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    DeadCodeOptions options = options_;
    // The init graph returns nothing; the tensors of the model are what it computes.
    const auto values =
        &graph == &module.init ? initial_values(module.modules) : std::unordered_set<const Node*>();
    if (!values.empty())
      options.is_impure = [&values](const Node& node) { return values.contains(&node); };
    const size_t erased =
        eliminate_dead_code(graph, context.analyses.get<AliasAnalysis>(graph, module), options);
    return PassResult{.modified = erased > 0, .preserved = PreservedAnalyses::of<NumberAnalysis>()};
  }

private:
  DeadCodeOptions options_;
};

} // namespace

size_t eliminate_dead_code(Graph& graph, const AliasAnalysis& aliasing,
                           const DeadCodeOptions& options) {
  return LivenessSweep(graph, aliasing, options).run();
}

extern const PassInfo dead_code_pass{
    .name = "dce",
    .summary = "Erase nodes whose value is not used and that change nothing that can be seen",
    .description = R"(
A node stays when its value is used, or when it writes to memory that can be seen afterwards: of an
input, a parameter or buffer, of what the graph returns, or of anything that a node that stays
reads. Views count: `y = x.view(-1); y.add_(1)` writes to `x`. Assertions, calls of which nothing is
known and placeholders stay. So do random operators, because the numbers that later ones draw would
change; `drop-random` gives that up. A graph that holds in both modes keeps the calls of modules that
draw random numbers or update statistics in training. Enters and exits of modes such as no_grad, and
seeds, stay always.

torch.fx erases `x.add_(1)`, `torch.add(a, b, out=c)` and in-place operations on views when their own
result is not used.
)",
    .parameters = {{.name = "drop-random", .description = "erase unused random operators too"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<DeadCodeElimination>(options);
    }};

} // namespace fx
