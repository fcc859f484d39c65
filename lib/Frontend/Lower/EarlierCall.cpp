#include "Frontend/Lower/EarlierCall.h"

#include "Frontend/Lower/GraphBuilder.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <unordered_map>

namespace fx::frontend {

namespace {

/// What --input says of a tensor whatever it holds, its sizes say, is the same in each call.
bool is_fact(const Node& node) {
  if (node.args().empty() || !node.arg(0).is_node() ||
      node.arg(0).as_node()->meta(meta::tensor_meta) == nullptr)
    return false;
  if (node.op() == Opcode::CallMethod)
    return llvm::is_contained({"size", "dim", "numel"}, node.target().view());
  constexpr std::string_view attributes[] = {"dtype", "device", "layout", "shape", "ndim"};
  return node.is_call_function("builtins.getattr") &&
         llvm::any_of(attributes,
                      [&](std::string_view name) { return node.arg(1) == Argument::string(name); });
}

/// A question that nothing but the tracer needed answered.
bool is_idle(const Node& node) {
  return is_fact(node) && node.users().empty();
}

/// A tensor with a gradient of its own collects what all calls give it.
bool collects_gradients(const Node& node) {
  return node.target().view() == "requires_grad_" ||
         llvm::any_of(node.kwargs(), [](const KeywordArgument& keyword) {
           return keyword.name.view() == "requires_grad" && keyword.value != Argument(false);
         });
}

bool is_constant_call(const Node& node, const Effects& effects) {
  return !collects_gradients(node) &&
         (node.op() == Opcode::CallFunction || node.op() == Opcode::CallMethod) &&
         !effects.unknown && !effects.random && !effects.required && !effects.barrier &&
         !effects.writes_state;
}

/// The nodes of one graph, and what they are in another one.
class Pairing {
public:
  void add(const Node& of, const Node& node) {
    pairs_[&of] = &node;
    taken_.insert(&node);
  }
  const Node* find(const Node& of) const { return pairs_.lookup(&of); }
  bool is_taken(const Node& node) const { return taken_.contains(&node); }

  /// Whether `node` computes what `of` does, from what the operands of `of` are there.
  bool are_alike(const Node& of, const Node& node) const {
    return of.op() == node.op() && of.target() == node.target() &&
           llvm::equal(of.args(), node.args(),
                       [&](const Argument& a, const Argument& b) { return is(a, b); }) &&
           llvm::equal(of.kwargs(), node.kwargs(),
                       [&](const KeywordArgument& a, const KeywordArgument& b) {
                         return a.name == b.name && is(a.value, b.value);
                       });
  }

private:
  bool is(const Argument& of, const Argument& argument) const {
    bool all = true;
    const Argument there = map_nodes(of, [&](Node* operand) {
      const Node* found = find(*operand);
      all &= found != nullptr;
      return found ? Argument(const_cast<Node*>(found)) : Argument();
    });
    return all && there == argument;
  }

  llvm::DenseMap<const Node*, const Node*> pairs_;
  llvm::DenseSet<const Node*> taken_;
};

struct Candidate {
  const Node* node = nullptr;
  size_t position = 0;
};

/// The nodes of a graph by their targets, in order.
class Candidates {
public:
  explicit Candidates(const Graph& graph) {
    size_t position = 0;
    for (const Node* node : graph)
      lists_[node->target().view()].nodes.push_back({node, position++});
  }

  /// The first from `position` on that computes what `of` does, and that `pairs` has not; null.
  const Candidate* first_alike(const Node& of, const Pairing& pairs, size_t position) {
    const auto found = lists_.find(of.target().view());
    if (found == lists_.end()) return nullptr;
    auto& [nodes, num_taken] = found->second;
    while (num_taken < nodes.size() && pairs.is_taken(*nodes[num_taken].node))
      ++num_taken;
    for (size_t i = num_taken; i < nodes.size(); ++i)
      if (nodes[i].position >= position && !pairs.is_taken(*nodes[i].node) &&
          pairs.are_alike(of, *nodes[i].node))
        return &nodes[i];
    return nullptr;
  }

private:
  struct List {
    std::vector<Candidate> nodes;
    size_t num_taken = 0; // so many at the beginning are in pairs
  };
  std::unordered_map<std::string_view, List> lists_;
};

} // namespace

/// Adds `node`, what it is computed from, and what is written to it, by their positions. False: one
/// of them is no constant.
bool EarlierCall::collect(const Node& node, llvm::DenseMap<uint32_t, const Node*>& found) const {
  llvm::SmallVector<const Node*> open{&node};
  llvm::DenseSet<AliasAnalysis::MemoryClass> memories;
  while (!open.empty()) {
    const Node& next = *open.pop_back_val();
    if (repeated_.contains(&next) || !found.try_emplace(memory_->position(next), &next).second)
      continue;
    if (is_fact(next)) continue;
    if (!is_constant_call(next, memory_->effects(next))) return false;
    for (const Node* operand : next.all_input_nodes())
      open.push_back(operand);
    const AliasAnalysis::MemoryClass memory = memory_->memory(next);
    if (memory == AliasAnalysis::none || !memories.insert(memory).second) continue;
    for (const uint32_t writer : memory_->writers(memory))
      open.push_back(memory_->at(writer));
  }
  return true;
}

void EarlierCall::forget_erased(const Graph& later) {
  llvm::DenseSet<uint32_t> there;
  for (const Node* node : later)
    there.insert(node->id());
  std::erase_if(repeated_, [&](const auto& pair) { return !there.contains(pair.second.id); });
}

Node* EarlierCall::repeat(GraphBuilder& builder, const clang::Expr* where, Node& node) {
  if (&node.graph() != &graph_) return nullptr;
  forget_erased(builder.graph());
  if (const auto made = repeated_.find(&node); made != repeated_.end()) return made->second.node;
  if (!memory_) memory_.emplace(graph_, &module_);
  llvm::DenseMap<uint32_t, const Node*> found;
  if (!collect(node, found)) return nullptr;
  std::vector<uint32_t> positions;
  positions.reserve(found.size());
  for (const auto& [position, needed] : found)
    positions.push_back(position);
  std::ranges::sort(positions);
  // What reads memory before its last write would find here what that write has left.
  for (const uint32_t position : positions)
    for (const Node* operand : memory_->at(position)->all_input_nodes())
      if (const auto held = memory_->memory(*operand);
          held != AliasAnalysis::none && repeated_.contains(operand) && memory_->is_written(held) &&
          memory_->writers(held).back() > position)
        return nullptr;
  // A mode of computing may be another one here.
  if (memory_->has_barrier_between(0, positions.back() + 1)) return nullptr;

  Pairing pairs; // what else this call has computed by now as the earlier one did
  Candidates made(builder.graph());
  for (const auto& [of, repeated] : repeated_)
    pairs.add(*of, *repeated.node);
  for (const Node* of : graph_)
    if (pairs.find(*of) == nullptr && (is_fact(*of) || !found.contains(memory_->position(*of))))
      if (const auto* candidate = made.first_alike(*of, pairs, 0)) pairs.add(*of, *candidate->node);
  bool is_whole = true;
  const auto here = [&](Node* operand) {
    const Node* found_here = pairs.find(*operand);
    is_whole &= found_here != nullptr;
    return found_here ? Argument(const_cast<Node*>(found_here)) : Argument();
  };
  for (const uint32_t position : positions) {
    const Node& from = *memory_->at(position);
    if (const Node* known = is_fact(from) ? pairs.find(from) : nullptr) {
      repeated_[&from] = {const_cast<Node*>(known), known->id(), /*is_copy=*/false};
      continue;
    }
    std::vector<Argument> args;
    std::vector<KeywordArgument> kwargs;
    for (const Argument& argument : from.args())
      args.push_back(map_nodes(argument, here));
    for (const KeywordArgument& keyword : from.kwargs())
      kwargs.push_back({keyword.name, map_nodes(keyword.value, here)});
    if (!is_whole) return nullptr; // the size is asked of what this call has not computed yet
    Node* copy = builder.emit(where, from.op(), from.target(), std::move(args), std::move(kwargs));
    repeated_[&from] = {copy, copy->id(), /*is_copy=*/true};
    pairs.add(from, *copy);
  }
  return repeated_.at(&node).node;
}

bool EarlierCall::is_repeated_in(const Graph& later, const Graph& first) {
  forget_erased(later);
  const AliasAnalysis memory(later, &module_);
  llvm::DenseSet<const Node*> copies;
  for (const auto& [of, repeated] : repeated_)
    if (repeated.is_copy) copies.insert(repeated.node);
  for (const Node* copy : copies) {
    if (memory.escapes(*copy)) return false;
    // What is written to it here, the next call would find.
    if (const auto held = memory.memory(*copy); held != AliasAnalysis::none)
      for (const uint32_t writer : memory.writers(held))
        if (!copies.contains(memory.at(writer))) return false;
  }
  // The constants stand wherever each call has them, and equal ones may stand for each other; all
  // else is in one order.
  Pairing pairs;
  Candidates candidates(first);
  size_t next = 0;
  size_t num_paired = 0;
  for (const Node* node : later) {
    if (is_idle(*node)) continue;
    const bool is_copy = copies.contains(node);
    const Candidate* alike = candidates.first_alike(*node, pairs, is_copy ? 0 : next);
    if (alike == nullptr) return false;
    pairs.add(*node, *alike->node);
    ++num_paired;
    if (!is_copy) next = alike->position + 1;
  }
  const auto num_wanted = llvm::count_if(first, [](const Node* node) { return !is_idle(*node); });
  if (num_paired != static_cast<size_t>(num_wanted)) return false;
  llvm::DenseSet<const Node*> constants;
  for (const Node* copy : copies)
    constants.insert(pairs.find(*copy));
  return are_read_when_done(first, constants);
}

/// Whether what uses the constants of `graph` finds there what their last write leaves, as it does
/// in the next call.
bool EarlierCall::are_read_when_done(const Graph& graph,
                                     const llvm::DenseSet<const Node*>& constants) const {
  const AliasAnalysis memory(graph, &module_);
  // Constants that may share memory, each with one that stands for all of them.
  llvm::EquivalenceClasses<const Node*> shared;
  llvm::DenseMap<const Node*, uint32_t> last_writes;
  for (const Node* node : graph) {
    if (!constants.contains(node)) continue;
    shared.insert(node);
    const Effects& effects = memory.effects(*node);
    if ((effects.aliases | effects.writes) == 0) continue;
    for (const Node* operand : node->all_input_nodes())
      if (constants.contains(operand) && memory.may_alias(*node, *operand))
        shared.unionSets(node, operand);
  }
  for (const Node* node : constants)
    if (memory.effects(*node).writes != 0) {
      uint32_t& last = last_writes[shared.getLeaderValue(node)];
      last = std::max(last, memory.position(*node));
    }
  // Of each other node: the last write to a constant that it comes from.
  llvm::DenseMap<const Node*, uint32_t> written;
  for (const Node* node : graph) {
    if (constants.contains(node)) continue;
    uint32_t& last = written[node];
    for (const Node* operand : node->all_input_nodes())
      last = std::max(last, constants.contains(operand)
                                ? last_writes.lookup(shared.getLeaderValue(operand))
                                : written.lookup(operand));
    if (last > memory.position(*node)) return false;
  }
  return true;
}

} // namespace fx::frontend
