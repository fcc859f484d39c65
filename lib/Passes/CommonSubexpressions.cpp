// Merging calls that compute the same value.
#include "fx/Passes/Pass.h"

#include <span>
#include <unordered_map>
#include <unordered_set>

namespace fx {

namespace {

/// What a call computes: its target, its operands bit for bit, and the state of the memory it
/// reads.
class CallKey {
public:
  CallKey() = default;
  CallKey(Node& node, uint64_t memory_state) : node_(&node), memory_state_(memory_state) {
    hash_ = hash_combine(std::hash<Symbol>()(node.target()), static_cast<size_t>(node.op()));
    hash_ = hash_combine(hash_, memory_state);
    for (const Argument& argument : node.args())
      hash_ = hash_combine(hash_, argument.hash());
    for (const KeywordArgument& keyword : node.kwargs())
      hash_ = hash_combine(hash_, std::hash<Symbol>()(keyword.name) ^ keyword.value.hash());
  }

  size_t hash() const { return hash_; }
  Node* node() const { return node_; }

  friend bool operator==(const CallKey& a, const CallKey& b) {
    if (a.hash_ != b.hash_ || a.memory_state_ != b.memory_state_) return false;
    const Node& x = *a.node_;
    const Node& y = *b.node_;
    if (x.op() != y.op() || x.target() != y.target() || x.args().size() != y.args().size() ||
        x.kwargs().size() != y.kwargs().size())
      return false;
    for (size_t i = 0; i < x.args().size(); ++i)
      if (!(x.arg(i) == y.arg(i))) return false;
    for (const KeywordArgument& keyword : x.kwargs()) {
      const Argument* other = y.kwarg(keyword.name);
      if (other == nullptr || !(keyword.value == *other)) return false;
    }
    return true;
  }

  static size_t hash_combine(size_t a, size_t b) {
    return a ^ (b + 0x9e3779b97f4a7c15U + (a << 6) + (a >> 2));
  }

private:
  Node* node_ = nullptr;
  uint64_t memory_state_ = 0;
  size_t hash_ = 0;
};

struct CallKeyHash {
  size_t operator()(const CallKey& key) const { return key.hash(); }
};

/// The first call for each key. Calls with an equal key have the same operands: a call is looked
/// for in a few slots that belong to its newest operand, so that a walk over a large graph stays in
/// the processor's caches, and among all calls only when those are taken.
class KnownCalls {
public:
  explicit KnownCalls(size_t ids) : slots_(slots_per_id * ids + reach) {}

  /// The call with an equal key that was added before, or null: then this one is added.
  Node* find_or_add(const CallKey& key) {
    uint32_t newest = 0;
    for (const Node* input : key.node()->input_nodes())
      newest = std::max(newest, input->id());
    for (CallKey& slot : std::span(slots_).subspan(slots_per_id * newest, reach)) {
      if (slot.node() == nullptr) {
        slot = key;
        return nullptr;
      }
      if (slot == key) return slot.node();
    }
    const auto [place, is_new] = others_.try_emplace(key, key.node());
    return is_new ? nullptr : place->second;
  }

private:
  static constexpr size_t slots_per_id = 1, reach = 8;
  std::vector<CallKey> slots_;
  std::unordered_map<CallKey, Node*, CallKeyHash> others_;
};

class CommonSubexpressions final : public GraphPass {
public:
  Expected<PassResult> run_on_graph(Graph& graph, TracedModule& module,
                                    PassContext& context) override {
    const AliasAnalysis& aliasing = context.analyses.get<AliasAnalysis>(graph, module);
    KnownCalls known(graph.id_limit());
    // How often each memory was written to so far.
    std::vector<uint32_t> versions(aliasing.num_classes());
    // Modes of computing that were entered or left so far: with other ones the value is another.
    uint64_t barriers = 0;
    // Values that took the place of one that the graph returns.
    std::unordered_set<const Node*> returned;
    // Tensors of the model refer to the nodes that they are.
    const auto pinned =
        &graph == &module.init ? initial_values(module.modules) : std::unordered_set<const Node*>();
    bool modified = false;
    for (Node* node : graph) {
      if (!pinned.contains(node) && is_candidate(*node, aliasing)) {
        Node* first =
            known.find_or_add(CallKey(*node, barriers + memory_state(*node, aliasing, versions)));
        const auto escapes = [&](const Node& value) {
          return aliasing.escapes(value) || returned.contains(&value);
        };
        if (first != nullptr && can_stand_for(*first, *node, aliasing) &&
            (!is_memory(*node, aliasing) || !escapes(*first) || !escapes(*node))) {
          if (escapes(*node)) returned.insert(first);
          node->replace_all_uses_with(first);
          graph.erase_node(node);
          modified = true;
          continue;
        }
      }
      count_writes(*node, aliasing, versions);
      if (aliasing.effects(*node).barrier) ++barriers;
    }
    return PassResult{.modified = modified};
  }

private:
  using MemoryClass = AliasAnalysis::MemoryClass;

  /// Whether two values like this are two tensors: a parameter is one, however often it is read.
  static bool is_memory(const Node& node, const AliasAnalysis& aliasing) {
    return aliasing.memory(node) != AliasAnalysis::none && node.op() != Opcode::GetAttr;
  }

  static bool is_candidate(const Node& node, const AliasAnalysis& aliasing) {
    return node.op() != Opcode::Placeholder && node.op() != Opcode::Output &&
           aliasing.effects(node).is_pure();
  }

  /// Differs when any memory that the node reads was written to in between.
  static uint64_t memory_state(const Node& node, const AliasAnalysis& aliasing,
                               const std::vector<uint32_t>& versions) {
    uint64_t state = 0;
    const auto read = [&](MemoryClass memory) {
      // Versions only grow, so that their sum is the same only when all are.
      if (memory != AliasAnalysis::none) state += versions[memory];
    };
    for (const Node* input : node.input_nodes())
      read(aliasing.memory(*input));
    // Parameters and buffers are read without an edge.
    if (node.op() == Opcode::CallModule) read(AliasAnalysis::external);
    return state;
  }

  static void count_writes(const Node& node, const AliasAnalysis& aliasing,
                           std::vector<uint32_t>& versions) {
    const Effects& effects = aliasing.effects(node);
    if (effects.writes == 0 && !effects.unknown && !effects.writes_state) return;
    if (effects.unknown || effects.writes_state) ++versions[AliasAnalysis::external];
    for (const Node* input : node.input_nodes())
      if (aliasing.memory(*input) != AliasAnalysis::none) ++versions[aliasing.memory(*input)];
  }

  /// Both have the same value; the later one may go when nothing can tell them apart afterwards.
  static bool can_stand_for(const Node& first, const Node& second, const AliasAnalysis& aliasing) {
    const MemoryClass memory = aliasing.memory(first);
    if (!is_memory(first, aliasing)) return true;
    // A write to one of them must not be seen in the other, whenever it comes.
    return !aliasing.is_written(memory) && !aliasing.is_written(aliasing.memory(second));
  }
};

} // namespace

extern const PassInfo common_subexpressions_pass{
    .name = "cse",
    .summary = "Merge calls that compute the same value",
    .description = R"(
Two calls are merged when they have the same target and the same operands, no memory that they read is
written to between them, neither draws random numbers nor changes anything, and nothing can tell their
results apart: neither is written to later, and the graph does not return both. No mode of computing
(no_grad, autocast) is entered or left between them. Literals are the same bit for bit and type for type:
`1`, `1.0` and `True` differ, and so do `0.0` and `-0.0`.

A graph that holds in both modes has to stay right in training: two calls of a Dropout or of one
BatchNorm are merged only in a graph of evaluation.

torch.fx's CSEPass merges `add(x, 1)` with `add(x, 1.0)`, calls before and after an in-place operation,
two `x.add_(1)`, two calls of a Dropout module, and `rand_like` unless it was banned by hand.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<CommonSubexpressions>();
    }};

} // namespace fx
