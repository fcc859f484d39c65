#include "fx/Analysis/Aliasing.h"

#include <algorithm>
#include <numeric>

namespace fx {

namespace {

/// Sets that are merged, and ask for their representative, in almost constant time.
class UnionFind {
public:
  explicit UnionFind(size_t size) : parent_(size) { std::iota(parent_.begin(), parent_.end(), 0U); }

  uint32_t find(uint32_t at) {
    while (parent_[at] != at) {
      parent_[at] = parent_[parent_[at]];
      at = parent_[at];
    }
    return at;
  }
  /// The smaller number stays the representative: 0, the external memory, always.
  void merge(uint32_t a, uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

private:
  std::vector<uint32_t> parent_;
};

template <class Visit>
void visit_nodes(const Argument& argument, const Visit& visit) {
  if (argument.is_node())
    visit(argument.as_node());
  else if (argument.has_nodes())
    for_each_node(argument, visit);
}

/// Calls `visit` with the nodes inside the operands that `bits` selects.
template <class Visit>
void visit_operands(const Node& node, uint64_t bits, const Visit& visit) {
  if (bits == 0) return;
  size_t index = 0;
  for (const Argument& argument : node.args()) {
    if ((bits & Effects::operand_bit(index)) != 0) visit_nodes(argument, visit);
    ++index;
  }
  for (const KeywordArgument& keyword : node.kwargs()) {
    if ((bits & Effects::operand_bit(index)) != 0) visit_nodes(keyword.value, visit);
    ++index;
  }
}

using MemoryClass = AliasAnalysis::MemoryClass;

/// Turns `memory`, by node id the set that the value lives in, into numbers of classes without
/// gaps, `external` that of set 0. Gives how many there are.
MemoryClass number_classes(UnionFind& sets, std::vector<MemoryClass>& memory) {
  constexpr MemoryClass none = AliasAnalysis::none;
  std::vector<MemoryClass> numbers(memory.size() + 1, none);
  numbers[0] = AliasAnalysis::external;
  MemoryClass classes = 1;
  for (size_t id = 0; id < memory.size(); ++id) {
    if (memory[id] == none) continue;
    MemoryClass& number = numbers[sets.find(static_cast<uint32_t>(id) + 1)];
    if (number == none) number = classes++;
    memory[id] = number;
  }
  return classes;
}

/// By node id, whether an output returns the value or a view of it, or a parameter or buffer of
/// `module` starts with one. `pending` begins with the outputs.
std::vector<bool> find_escaping(const AliasAnalysis& analysis, const Graph& graph,
                                const TracedModule* module, std::vector<const Node*> pending) {
  std::vector<bool> escapes(graph.id_limit(), false);
  const auto escape = [&](const Node* value) {
    if (!escapes[value->id()]) pending.push_back(value);
    escapes[value->id()] = true;
  };
  if (module != nullptr && &graph == &module->init)
    for (const Node* value : initial_values(module->modules))
      escape(value);
  while (!pending.empty()) {
    const Node& node = *pending.back();
    pending.pop_back();
    visit_operands(
        node, node.op() == Opcode::Output ? ~uint64_t(0) : analysis.effects(node).aliases, escape);
  }
  return escapes;
}

} // namespace

AliasAnalysis::AliasAnalysis(const Graph& graph, const TracedModule* module,
                             std::optional<Modes> modes) {
  EffectOracle oracle(module, modes);
  const uint32_t ids = graph.id_limit();
  order_.reserve(graph.size());
  effects_of_.resize(ids);
  position_.resize(ids);
  memory_.assign(ids, none);

  // One walk over the nodes gathers all that is asked of them. Set 0 is the external memory, set
  // i + 1 that of the node with id i.
  UnionFind sets(size_t(ids) + 1);
  std::vector<std::pair<uint32_t, uint32_t>> writes; // set, position
  std::vector<const Node*> outputs;
  for (Node* node : graph) {
    const uint32_t id = node->id();
    const auto at = static_cast<uint32_t>(order_.size());
    order_.push_back(node);
    position_[id] = at;
    const Effects effects = oracle(*node);
    auto same = std::ranges::find(effects_, effects);
    if (same == effects_.end()) same = effects_.insert(same, effects);
    effects_of_[id] = static_cast<uint32_t>(same - effects_.begin());
    if (effects.barrier) barriers_.push_back(at);
    if (effects.unknown || effects.writes_state) writes.emplace_back(0, at);
    visit_operands(*node, effects.unknown ? ~uint64_t(0) : effects.writes,
                   [&](const Node* target) { writes.emplace_back(target->id() + 1, at); });
    if (node->op() == Opcode::Output) outputs.push_back(node);
    if (effects.no_memory || node->op() == Opcode::Output) continue;
    memory_[id] = id + 1;
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::GetAttr || effects.unknown)
      sets.merge(id + 1, 0);
    visit_operands(*node, effects.aliases | effects.writes, [&](const Node* input) {
      if (input->id() < ids && memory_[input->id()] != none) sets.merge(id + 1, input->id() + 1);
    });
  }

  const MemoryClass classes = number_classes(sets, memory_);
  escapes_ = find_escaping(*this, graph, module, std::move(outputs));

  std::erase_if(writes, [&](auto& write) {
    if (write.first != 0) write.first = memory_[write.first - 1];
    return write.first == none;
  });
  std::ranges::sort(writes);
  const auto repeated = std::ranges::unique(writes);
  writes.erase(repeated.begin(), repeated.end());
  writers_begin_.assign(size_t(classes) + 1, 0);
  for (const auto& [memory, at] : writes) {
    ++writers_begin_[memory + 1];
    writers_.push_back(at);
  }
  std::partial_sum(writers_begin_.begin(), writers_begin_.end(), writers_begin_.begin());
}

bool AliasAnalysis::agrees_with(const AliasAnalysis& other, const Graph& graph) const {
  if (order_.size() != other.order_.size() || barriers_ != other.barriers_) return false;
  std::vector<MemoryClass> theirs(num_classes(), none); // by class: the other's number of it
  std::vector<MemoryClass> ours(other.num_classes(), none);
  for (const Node* node : graph) {
    if (node->id() >= memory_.size() || node->id() >= other.memory_.size() ||
        position(*node) != other.position(*node) || !(effects(*node) == other.effects(*node)) ||
        escapes(*node) != other.escapes(*node))
      return false;
    const MemoryClass a = memory(*node), b = other.memory(*node);
    if ((a == none) != (b == none)) return false;
    if (a == none) continue;
    if (theirs[a] == none && ours[b] == none) {
      if (!std::ranges::equal(writers(a), other.writers(b))) return false;
      theirs[a] = b;
      ours[b] = a;
    }
    if (theirs[a] != b || ours[b] != a) return false;
  }
  return true;
}

std::vector<const Node*> AliasAnalysis::written_by(const Node& node) const {
  std::vector<const Node*> written;
  visit_operands(node, effects(node).unknown ? ~uint64_t(0) : effects(node).writes,
                 [&](const Node* operand) { written.push_back(operand); });
  return written;
}

std::span<const uint32_t> AliasAnalysis::writers(MemoryClass memory) const {
  if (memory == none) return {};
  return std::span(writers_).subspan(writers_begin_[memory],
                                     writers_begin_[memory + 1] - writers_begin_[memory]);
}

bool AliasAnalysis::is_written_between(MemoryClass memory, uint32_t first, uint32_t last) const {
  const auto all = writers(memory);
  const auto next = std::ranges::upper_bound(all, first);
  return next != all.end() && *next < last;
}

bool AliasAnalysis::has_barrier_between(uint32_t first, uint32_t last) const {
  const auto next = std::ranges::upper_bound(barriers_, first);
  return next != barriers_.end() && *next < last;
}

} // namespace fx
