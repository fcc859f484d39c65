// Two graphs are walked together, from what has to be there in both back to what it is made of.
#include "fx/Passes/GraphEquality.h"

#include "fx/IR/Printer.h"
#include "fx/Passes/DeadCode.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <unordered_map>

namespace fx {

namespace {

std::string quoted(const Node& node) {
  return fmt::format("'{}'", node.name().view());
}

/// A graph without its dead code, and what the comparison asks of it.
class Side {
public:
  Side(const Graph& graph, const TracedModule* module, bool ignores_dead_code) : module_(module) {
    Graph::ValueMap copies;
    graph_ = graph.clone(&copies);
    if (module != nullptr) modes_ = module->modes_of(graph);
    if (ignores_dead_code) eliminate_dead_code(graph_, AliasAnalysis(graph_, module, modes_));
    original_.resize(graph_.id_limit());
    for (const auto& [node, copy] : copies)
      original_[copy->id()] = node;
    aliasing_.emplace(graph_, module, modes_);
    last_barrier_.resize(graph_.id_limit());
    const Node* barrier = nullptr;
    for (const Node* node : graph_) {
      if (node->op() == Opcode::Placeholder)
        placeholders.push_back(node);
      else if (!aliasing_->effects(*node).is_pure() || aliasing_->effects(*node).barrier ||
               node->users().empty())
        roots.push_back(node);
      last_barrier_[node->id()] = barrier;
      if (aliasing_->effects(*node).barrier) barrier = node;
    }
  }

  const Node* original(const Node& node) const { return original_[node.id()]; }
  uint32_t position(const Node& node) const { return aliasing_->position(node); }
  const TracedModule* module() const { return module_; }

  /// The last node before `node` that wrote to a memory; null: none did.
  const Node* last_writer(const Node& node, AliasAnalysis::MemoryClass memory) const {
    const auto writers = aliasing_->writers(memory);
    const auto after = std::ranges::lower_bound(writers, position(node));
    return after == writers.begin() ? nullptr : aliasing_->at(*(after - 1));
  }
  /// The last barrier before a call; null: none.
  const Node* last_barrier(const Node& node) const { return last_barrier_[node.id()]; }
  /// The last nodes that wrote to what `node` reads, by its operands; then to the memory that it
  /// reaches by itself.
  std::vector<const Node*> writers_before(const Node& node) const {
    std::vector<const Node*> writers;
    const auto add = [&](AliasAnalysis::MemoryClass memory) {
      writers.push_back(memory == AliasAnalysis::none ? nullptr : last_writer(node, memory));
    };
    for (const Node* input : node.input_nodes())
      add(aliasing_->memory(*input));
    if (node.op() == Opcode::CallModule || aliasing_->effects(node).unknown)
      add(AliasAnalysis::external);
    return writers;
  }

  std::vector<const Node*> placeholders;
  /// What has to be there, in order: nodes with effects, and nodes that nothing uses.
  std::vector<const Node*> roots;

private:
  const TracedModule* module_;
  Graph graph_;
  std::optional<Modes> modes_;
  std::vector<const Node*> original_; // by id of the copy
  std::optional<AliasAnalysis> aliasing_;
  std::vector<const Node*> last_barrier_; // by id
};

class Comparison {
public:
  Comparison(const Graph& first, const Graph& second, const GraphEqualityOptions& options)
      : options_(options), first_(first, options.first_module, options.ignores_dead_code),
        second_(second, options.second_module, options.ignores_dead_code) {}

  std::optional<GraphDifference> run() {
    pair_lists(first_.placeholders, second_.placeholders);
    pair_lists(first_.roots, second_.roots);
    while (!pending_.empty()) {
      const auto [a, b] = pending_.back();
      pending_.pop_back();
      compare_nodes(*a, *b);
    }
    // Which nodes come after which writer can be told when all are paired.
    for (const auto& [a, b] : same_)
      compare_places(*a, *b);
    return std::move(difference_);
  }

private:
  void pair_lists(const std::vector<const Node*>& a, const std::vector<const Node*>& b) {
    for (size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
      const Node* node = i < a.size() ? a[i] : nullptr;
      const Node* other = i < b.size() ? b[i] : nullptr;
      // What one has more of stands before the output.
      if (node == nullptr || other == nullptr ||
          (a.size() != b.size() &&
           (node->op() == Opcode::Output) != (other->op() == Opcode::Output))) {
        const bool in_first = other == nullptr || (node != nullptr && a.size() > b.size());
        const Node& extra = in_first ? *node : *other;
        differ(in_first ? &extra : nullptr, in_first ? nullptr : &extra,
               fmt::format("{} of the {} graph, {}, has nothing like it in the other",
                           quoted(extra), in_first ? "first" : "second", callee(extra)));
        return;
      }
      pair(*node, *other);
    }
  }

  void pair(const Node& a, const Node& b) {
    const auto [of_a, is_new_a] = to_second_.try_emplace(&a, &b);
    const auto [of_b, is_new_b] = to_first_.try_emplace(&b, &a);
    if (is_new_a && is_new_b) {
      pending_.emplace_back(&a, &b);
      return;
    }
    if (of_a->second != &b)
      differ(&a, &b,
             fmt::format("{} stands where the other graph has two nodes, {} and {}", quoted(a),
                         quoted(*of_a->second), quoted(b)));
    else if (of_b->second != &a)
      differ(&a, &b,
             fmt::format("{} and {} stand where the other graph has one node, {}",
                         quoted(*of_b->second), quoted(a), quoted(b)));
  }

  static std::string callee(const Node& node) {
    switch (node.op()) {
    case Opcode::Placeholder: return "an input";
    case Opcode::Output: return "the output";
    default: return fmt::format("{} {}", to_string(node.op()), node.target().view());
    }
  }

  void compare_nodes(const Node& a, const Node& b) {
    if (a.op() != b.op() ||
        (a.target() != b.target() && a.op() != Opcode::Placeholder && a.op() != Opcode::Output)) {
      differ(&a, &b,
             fmt::format("{} is {}, and {} is {}", quoted(a), callee(a), quoted(b), callee(b)));
      return;
    }
    if (a.args().size() != b.args().size()) {
      differ(&a, &b,
             fmt::format("{} has {} arguments, and {} has {}", quoted(a), a.args().size(),
                         quoted(b), b.args().size()));
      return;
    }
    same_.emplace_back(&a, &b);
    for (size_t i = 0; i < a.args().size(); ++i)
      compare_operands(a, b, a.arg(i), b.arg(i), fmt::format("argument {}", i));
    compare_keywords(a, b);
    if (a.op() == Opcode::CallModule) compare_modules(a, b);
  }

  void compare_keywords(const Node& a, const Node& b) {
    for (const KeywordArgument& keyword : a.kwargs()) {
      const Argument* other = b.kwarg(keyword.name.view());
      if (other == nullptr)
        differ(&a, &b,
               fmt::format("{} has the keyword {}, and {} has not", quoted(a), keyword.name.view(),
                           quoted(b)));
      else
        compare_operands(a, b, keyword.value, *other,
                         fmt::format("keyword {}", keyword.name.view()));
    }
    for (const KeywordArgument& keyword : b.kwargs())
      if (a.kwarg(keyword.name.view()) == nullptr)
        differ(&a, &b,
               fmt::format("{} has the keyword {}, and {} has not", quoted(b), keyword.name.view(),
                           quoted(a)));
  }

  void compare_operands(const Node& a, const Node& b, const Argument& of_a, const Argument& of_b,
                        const std::string& which) {
    std::vector<std::pair<const Argument*, const Argument*>> parts{{&of_a, &of_b}};
    while (!parts.empty()) {
      const auto [x, y] = parts.back();
      parts.pop_back();
      const bool same_kind = x->kind() == y->kind() && x->items().size() == y->items().size();
      if (same_kind && x->is_node()) {
        pair(*x->as_node(), *y->as_node());
      } else if (same_kind && x->has_nodes() && y->has_nodes()) {
        for (size_t i = x->items().size(); i-- > 0;)
          parts.emplace_back(&x->items()[i], &y->items()[i]);
      } else if (x->has_nodes() || y->has_nodes() || !(*x == *y)) {
        differ(&a, &b,
               fmt::format("{} of {} is {}, and that of {} {}", which, quoted(a), python_repr(of_a),
                           quoted(b), python_repr(of_b)));
        return;
      }
    }
  }

  void compare_modules(const Node& a, const Node& b) {
    if (first_.module() == nullptr || second_.module() == nullptr) return;
    const ModuleNode* called = first_.module()->modules.find(a.target());
    const ModuleNode* other = second_.module()->modules.find(b.target());
    if (called == nullptr || other == nullptr) return;
    while (called->alias_of != nullptr)
      called = called->alias_of;
    while (other->alias_of != nullptr)
      other = other->alias_of;
    if (called->kind != other->kind || (called->cpp_type != other->cpp_type && !called->graph)) {
      differ(&a, &b,
             fmt::format("{} calls a {}, and {} a {}", quoted(a), called->cpp_type.view(),
                         quoted(b), other->cpp_type.view()));
    } else if (called->options.size() != other->options.size() ||
               !std::ranges::all_of(called->options, [&](const ModuleOption& option) {
                 const ModuleOption* there = other->option(option.name);
                 return there != nullptr && there->value == option.value;
               })) {
      differ(
          &a, &b,
          fmt::format("the modules that {} and {} call have other options", quoted(a), quoted(b)));
    } else if (called->graph && other->graph && compared_.emplace(called, other).second) {
      // Its paths start at the module, where the model does not know them.
      GraphEqualityOptions inner = options_;
      inner.first_module = inner.second_module = nullptr;
      if (auto inside = compare_graphs(*called->graph, *other->graph, inner))
        differ(&a, &b, fmt::format("in the graph that {} calls, {}", quoted(a), inside->what));
    }
  }

  bool are_pair(const Node* a, const Node* b) const {
    if (a == nullptr || b == nullptr) return a == b;
    const auto found = to_second_.find(a);
    return found != to_second_.end() && found->second == b;
  }

  void compare_places(const Node& a, const Node& b) {
    const auto after = [](const Node* writer) {
      return writer == nullptr ? std::string("before all that change it")
                               : "after " + quoted(*writer);
    };
    const std::vector<const Node*> of_a = first_.writers_before(a);
    const std::vector<const Node*> of_b = second_.writers_before(b);
    for (size_t i = 0; i < std::min(of_a.size(), of_b.size()); ++i)
      if (!are_pair(of_a[i], of_b[i])) {
        differ(&a, &b,
               fmt::format("{} reads memory {}, and {} {}", quoted(a), after(of_a[i]), quoted(b),
                           after(of_b[i])));
        return;
      }
    const bool is_call = a.op() != Opcode::Placeholder && a.op() != Opcode::GetAttr;
    if (is_call && !are_pair(first_.last_barrier(a), second_.last_barrier(b)))
      differ(&a, &b,
             fmt::format("{} and {} do not stand behind the same change of mode", quoted(a),
                         quoted(b)));
  }

  /// Keeps it when it is the first.
  void differ(const Node* a, const Node* b, std::string what) {
    const uint32_t position = a == nullptr ? UINT32_MAX : first_.position(*a);
    if (difference_ && position >= position_) return;
    position_ = position;
    difference_ = {a == nullptr ? nullptr : first_.original(*a),
                   b == nullptr ? nullptr : second_.original(*b), std::move(what)};
  }

  const GraphEqualityOptions& options_;
  Side first_, second_;
  std::unordered_map<const Node*, const Node*> to_second_, to_first_;
  std::vector<std::pair<const Node*, const Node*>> pending_, same_;
  std::set<std::pair<const ModuleNode*, const ModuleNode*>> compared_;
  std::optional<GraphDifference> difference_;
  uint32_t position_ = 0;
};

} // namespace

std::optional<GraphDifference> compare_graphs(const Graph& first, const Graph& second,
                                              const GraphEqualityOptions& options) {
  return Comparison(first, second, options).run();
}

std::optional<GraphDifference> compare_graphs(const TracedModule& first,
                                              const TracedModule& second) {
  GraphEqualityOptions options;
  options.first_module = &first;
  options.second_module = &second;
  if (auto difference = compare_graphs(first.graph, second.graph, options)) return difference;
  if (!first.training_graph && !second.training_graph) return std::nullopt;
  return compare_graphs(first.training_graph ? *first.training_graph : first.graph,
                        second.training_graph ? *second.training_graph : second.graph, options);
}

} // namespace fx
