#include "fx/Passes/SubgraphMatcher.h"

#include "Messages.h"

#include "fx/Analysis/MemoryUses.h"
#include "fx/Analysis/Types.h"
#include "fx/Ops/Callee.h"
#include "fx/Ops/PythonSignature.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>
#include <unordered_set>

namespace fx {

Expected<SubgraphMatcher> SubgraphMatcher::create(const TracedModule& pattern,
                                                  MatchOptions options) {
  SubgraphMatcher matcher(pattern, std::move(options));
  const Graph& graph = pattern.graph;
  const Node* output = graph.output_node();
  if (output == nullptr || output->args().size() != 1) return say(diag::pattern_returns_nothing);
  matcher.inputs_ = graph.placeholders();
  // (output, ..., {"name": node})
  std::vector<Argument> results{output->arg(0)};
  if (results[0].is(Argument::Kind::Tuple) || results[0].is(Argument::Kind::List)) {
    const Argument aggregate = results[0];
    results.assign(aggregate.items().begin(), aggregate.items().end());
    if (!results.empty() && results.back().is(Argument::Kind::Dict)) {
      const Argument names = results.back();
      results.pop_back();
      for (size_t i = 0; i + 1 < names.items().size(); i += 2)
        if (names.items()[i].is(Argument::Kind::String) && names.items()[i + 1].is_node())
          matcher.named_[names.items()[i].symbol().str()] = names.items()[i + 1].as_node();
    }
  }
  for (const Argument& result : results) {
    if (!result.is_node() || result.as_node()->op() == Opcode::Placeholder)
      return say(diag::pattern_result_is_no_call);
    matcher.outputs_.push_back(result.as_node());
  }
  if (matcher.outputs_.empty()) return say(diag::pattern_is_empty);

  // Backwards from the outputs: what is not reached is dead; an output that is reached from another
  // one is found with it.
  std::unordered_set<const Node*> reached, below;
  std::vector<Node*> pending(matcher.outputs_.begin(), matcher.outputs_.end());
  while (!pending.empty()) {
    Node* node = pending.back();
    pending.pop_back();
    if (!reached.insert(node).second) continue;
    for (Node* input : node->input_nodes()) {
      below.insert(input);
      pending.push_back(input);
    }
  }
  for (const Node* node : graph)
    if (node->op() != Opcode::Placeholder && node->op() != Opcode::Output &&
        !reached.contains(node))
      return say(diag::pattern_computes_for_nothing, node->name().str());
  for (Node* node : matcher.outputs_)
    if (!below.contains(node) && std::ranges::find(matcher.sinks_, node) == matcher.sinks_.end())
      matcher.sinks_.push_back(node);
  return matcher;
}

/// One attempt to lay the pattern over the target, with what it has decided so far.
class MatchSearch {
public:
  MatchSearch(const SubgraphMatcher& matcher, const TracedModule& model,
              const std::vector<bool>& taken, MemoryUses& uses)
      : matcher_(matcher), model_(model), taken_(taken), uses_(uses) {}

  std::optional<Match> at(Node* anchor) {
    found_.clear();
    bound_.clear();
    options_.clear();
    log_.clear();
    if (!match_nodes(matcher_.sinks_.front(), anchor) || !match_sinks(1)) return std::nullopt;
    return result();
  }

private:
  /// The other sinks, each among the users of something that was found already.
  bool match_sinks(size_t index) {
    if (index == matcher_.sinks_.size()) return is_closed();
    const Node* sink = matcher_.sinks_[index];
    if (found_.contains(sink)) return match_sinks(index + 1);
    for (Node* candidate : candidates(*sink)) {
      const size_t mark = log_.size();
      if (match_nodes(sink, candidate) && match_sinks(index + 1)) return true;
      undo(mark);
    }
    return false;
  }

  /// Nodes of the target that can be `sink`: by what leads to it from a node that was found.
  std::vector<Node*> candidates(const Node& sink) const {
    std::vector<const Node*> path{&sink};
    std::unordered_set<const Node*> seen{&sink};
    for (size_t i = 0; i < path.size(); ++i)
      for (const Node* input : path[i]->input_nodes()) {
        if (const Node* start = target_of(*input)) return downstream(*start, sink);
        if (seen.insert(input).second) path.push_back(input);
      }
    return {};
  }

  const Node* target_of(const Node& node) const {
    if (const auto found = found_.find(&node); found != found_.end()) return found->second;
    const auto bound = bound_.find(&node);
    return bound != bound_.end() && bound->second.is_node() ? bound->second.as_node() : nullptr;
  }

  /// Nodes with the sink's target within the pattern's reach of `start`.
  std::vector<Node*> downstream(const Node& start, const Node& sink) const {
    std::vector<Node*> result, level(start.users().begin(), start.users().end());
    std::unordered_set<const Node*> seen;
    for (size_t depth = 0; depth < matcher_.pattern_->graph.size() && !level.empty(); ++depth) {
      std::vector<Node*> next;
      for (Node* node : level) {
        if (!seen.insert(node).second) continue;
        if (calls_the_same(sink, *node)) result.push_back(node);
        if (result.empty()) next.insert(next.end(), node->users().begin(), node->users().end());
      }
      level = std::move(next);
    }
    return result;
  }

  bool calls_the_same(const Node& sink, const Node& node) const {
    if (node.op() == sink.op() && node.target() == sink.target()) return true;
    const ops::Operation* wanted = matcher_.wanted(sink);
    const ops::Operation* called = wanted ? matcher_.options_.operations->of(node) : nullptr;
    return called != nullptr && called->name == wanted->name;
  }

  /// Lays `pattern` over `target`, and all that they are computed from.
  bool match_nodes(const Node* pattern, Node* target) {
    std::vector<std::pair<const Node*, Node*>> pending{{pattern, target}};
    while (!pending.empty()) {
      const auto [p, t] = pending.back();
      pending.pop_back();
      if (const auto known = found_.find(p); known != found_.end()) {
        if (known->second != t) return false;
        continue;
      }
      if (tensors_ && &t->graph() == tensors_.get()) return false;
      const ops::Operation* wanted = matcher_.wanted(*p);
      const ops::Operation* called = wanted ? matcher_.options_.operations->of(*t) : nullptr;
      if ((p->op() != Opcode::GetAttr && taken_[t->id()]) || found_.has_value(t)) return false;
      if (called == nullptr && (p->op() != t->op() || !same_callee(*p, *t))) return false;
      found_.emplace(p, t);
      log_.push_back(p);
      if (called != nullptr ? !match_operations(*wanted, *called, *t, pending)
                            : !match_operands(*p, *t, pending))
        return false;
    }
    return true;
  }

  bool same_callee(const Node& p, const Node& t) const {
    if (p.op() != Opcode::CallModule && p.op() != Opcode::GetAttr) return p.target() == t.target();
    if (p.op() == Opcode::GetAttr) return true; // a parameter stands for any parameter
    const ModuleNode* wanted = matcher_.pattern_->modules.find(p.target());
    const ModuleNode* called = model_.modules.find(t.target());
    if (wanted == nullptr || called == nullptr) return p.target() == t.target();
    return wanted->cpp_type == called->cpp_type && wanted->kind == called->kind &&
           std::ranges::all_of(wanted->options, [&](const ModuleOption& option) {
             const ModuleOption* other = called->option(option.name);
             return matcher_.options_.ignore_literals ||
                    (other != nullptr && other->value == option.value);
           });
  }

  using Pending = std::vector<std::pair<const Node*, Node*>>;

  bool match_operations(const ops::Operation& wanted, const ops::Operation& called, const Node& t,
                        Pending& pending) {
    if (wanted.name != called.name || (wanted.in_place && !called.in_place)) return false;
    if (called.in_place && !wanted.in_place && uses_.is_overwritten_value_read(t)) return false;
    const auto is_left_out = [](const ops::Operation& operation, const auto& operand) {
      return operand.is_default && operation.find(operand.parameter) == nullptr;
    };
    if (!std::ranges::all_of(called.operands, [&](const auto& operand) {
          return wanted.find(operand.parameter) != nullptr || is_left_out(wanted, operand);
        }))
      return false;
    return std::ranges::all_of(wanted.operands, [&](const ops::Operation::Operand& operand) {
      const ops::Operation::Operand* other = called.find(operand.parameter);
      if (other == nullptr) return is_left_out(called, operand);
      if (operand.is_default && other->is_default) return true;
      if (!other->tensor.empty()) return match_values(operand.value, tensor(t, *other), pending);
      note_option(operand.value, t, *other);
      // A number that stands for a list is a number to who asks for one.
      return wants_number(operand.value)
                 ? match_values(operand.value, other->value, pending)
                 : match_values(operand.as_list(), other->as_list(), pending);
    });
  }

  /// An input of the pattern that comes to stand for an option of a module. What it is bound to
  /// already, it stays.
  void note_option(const Argument& operand, const Node& t, const ops::Operation::Operand& other) {
    if (other.option.empty() || !operand.is_node() || bound_.contains(operand.as_node())) return;
    options_[operand.as_node()] = {t.target(), Symbol(other.option)};
  }

  /// Whether an operand of the pattern is a parameter of the rule that is a single number.
  static bool wants_number(const Argument& operand) {
    return operand.is_node() && operand.as_node()->op() == Opcode::Placeholder &&
           input_type(*operand.as_node()).is(ValueType::Kind::Int);
  }

  /// What stands for a parameter or buffer of a module that is called.
  Argument tensor(const Node& call, const ops::Operation::Operand& operand) {
    if (!tensors_) tensors_ = std::make_shared<Graph>();
    const std::string path = fmt::format("{}.{}", call.target().view(), operand.tensor);
    const std::vector<Node*> known = tensors_->find_nodes(Opcode::GetAttr, Symbol(path));
    return Argument(known.empty() ? tensors_->get_attr(path) : known.front());
  }

  bool match_operands(const Node& p, const Node& t, Pending& pending) {
    const std::optional<ops::PythonSignature> left = ops::python_signature(p);
    const std::optional<ops::PythonSignature> right =
        left ? ops::python_signature(t) : std::nullopt;
    if (left && right) return match_signatures(*left, *right, pending);
    if (p.args().size() != t.args().size() || p.kwargs().size() != t.kwargs().size()) return false;
    for (size_t i = 0; i < p.args().size(); ++i)
      if (!match_values(p.arg(i), t.arg(i), pending)) return false;
    return std::ranges::all_of(p.kwargs(), [&](const KeywordArgument& keyword) {
      const Argument* other = t.kwarg(keyword.name);
      return other != nullptr && match_values(keyword.value, *other, pending);
    });
  }

  bool match_signatures(const ops::PythonSignature& left, const ops::PythonSignature& right,
                        Pending& pending) {
    const size_t count = std::max(left.parameters.size(), right.parameters.size());
    for (size_t i = 0; i < count; ++i) {
      const Argument* a = i < left.values.size() ? left.values[i] : nullptr;
      const Argument* b = i < right.values.size() ? right.values[i] : nullptr;
      if (a == nullptr && b == nullptr) continue;
      // One of them left out is equal to the other when that has the default.
      if (a == nullptr || b == nullptr) {
        const ops::PythonSignature& given = a != nullptr ? left : right;
        if (!given.parameters[i].is_default(a != nullptr ? *a : *b)) return false;
        continue;
      }
      if (i >= left.parameters.size() || i >= right.parameters.size() ||
          left.parameters[i].name != right.parameters[i].name || !match_values(*a, *b, pending))
        return false;
    }
    return true;
  }

  /// Structure counts: a list is no tuple.
  bool match_values(const Argument& pattern, const Argument& target, Pending& pending) {
    std::vector<std::pair<const Argument*, const Argument*>> parts{{&pattern, &target}};
    while (!parts.empty()) {
      const auto [p, t] = parts.back();
      parts.pop_back();
      if (p->is_node()) {
        const Node* node = p->as_node();
        if (node->op() == Opcode::Placeholder) {
          if (bound_.emplace(node, *t))
            log_.push_back(node);
          else if (!(bound_.at(node) == *t))
            return false;
        } else {
          if (!t->is_node()) return false;
          pending.emplace_back(node, t->as_node());
        }
      } else if (p->has_nodes()) {
        if (p->kind() != t->kind() || p->items().size() != t->items().size()) return false;
        for (size_t i = 0; i < p->items().size(); ++i)
          parts.emplace_back(&p->items()[i], &t->items()[i]);
      } else if (!(*p == *t) && (!matcher_.options_.ignore_literals || t->has_nodes())) {
        return false;
      }
    }
    return true;
  }

  void undo(size_t mark) {
    while (log_.size() > mark) {
      const Node* last = log_.back();
      log_.pop_back();
      found_.erase(last);
      bound_.erase(last);
      options_.erase(last);
    }
  }

  /// Inner nodes have no users outside; parameters may.
  bool is_closed() const {
    for (const auto& [pattern, target] : found_) {
      if (pattern->op() == Opcode::GetAttr ||
          std::ranges::find(matcher_.outputs_, pattern) != matcher_.outputs_.end())
        continue;
      for (Node* user : target->users())
        if (!found_.has_value(user)) return false;
    }
    return true;
  }

  Match result() {
    Match match;
    match.anchor = found_.at(matcher_.outputs_.front());
    match.nodes_map = found_;
    for (const Node* input : matcher_.inputs_) {
      const auto bound = bound_.find(input);
      match.inputs.push_back(bound == bound_.end() ? Argument() : bound->second);
      const auto option = options_.find(input);
      match.options.push_back(option == options_.end() || match.inputs.back().has_nodes()
                                  ? std::pair<Symbol, Symbol>()
                                  : option->second);
    }
    for (const Node* output : matcher_.outputs_)
      match.outputs.push_back(found_.at(output));
    match.tensors = tensors_;
    for (const auto& [pattern, target] : found_) {
      const ops::Operation* called =
          matcher_.wanted(*pattern) ? matcher_.options_.operations->of(*target) : nullptr;
      match.in_evaluation_alone |= called != nullptr && called->in_evaluation_alone;
    }
    for (const auto& [name, node] : matcher_.named_)
      if (const Node* target = target_of(*node)) match.named[name] = const_cast<Node*>(target);
    return match;
  }

  const SubgraphMatcher& matcher_;
  const TracedModule& model_;
  const std::vector<bool>& taken_; // by node id
  MemoryUses& uses_;
  std::shared_ptr<Graph> tensors_; // see Match::tensors
  SmallMap<const Node*, Node*> found_;
  SmallMap<const Node*, Argument> bound_;
  std::unordered_map<const Node*, std::pair<Symbol, Symbol>> options_; // see Match::options
  std::vector<const Node*> log_; // what was decided, to be undone
};

namespace {

/// Where the match can be computed as a whole: before the first user of an output, and not after
/// its last node. Null when it cannot be: an input is defined later, or memory is written to.
Node* insertion_point(const Match& match, const AliasAnalysis& aliasing) {
  const auto is_computed = [&](const Node* node) {
    return &node->graph() == &match.anchor->graph(); // see Match::tensors
  };
  uint32_t first = UINT32_MAX, last = 0, place = UINT32_MAX;
  uint32_t first_call = UINT32_MAX; // a parameter is the same wherever it is read
  for (const auto& [pattern, target] : match.nodes_map) {
    first = std::min(first, aliasing.position(*target));
    last = std::max(last, aliasing.position(*target));
    if (target->op() != Opcode::GetAttr)
      first_call = std::min(first_call, aliasing.position(*target));
  }
  place = last;
  for (const Node* output : match.outputs)
    for (Node* user : output->users())
      if (!match.nodes_map.has_value(user)) place = std::min(place, aliasing.position(*user));
  // Every input is defined there.
  bool defined = true;
  for (const Argument& input : match.inputs)
    for_each_node(input, [&](const Node* node) {
      defined &= !is_computed(node) || aliasing.position(*node) < place;
    });
  if (!defined) return nullptr;
  if (aliasing.has_barrier_between(std::min(first_call, place), std::max(last, place)))
    return nullptr;
  const uint32_t low = std::min(first, place), high = std::max(last, place) + 1;
  const bool together = high - low == match.nodes_map.size();
  for (const auto& [pattern, target] : match.nodes_map) {
    if (together) break;
    const Effects& effects = aliasing.effects(*target);
    // What changes something stays where it is.
    if (!effects.is_pure()) return nullptr;
    const auto is_written = [&](AliasAnalysis::MemoryClass memory) {
      return memory != AliasAnalysis::none && low > 0
                 ? aliasing.is_written_between(memory, low - 1, high)
                 : aliasing.is_written_between(memory, 0, high);
    };
    if (is_written(aliasing.memory(*target))) return nullptr;
    for (const Node* input : target->input_nodes())
      if (is_written(aliasing.memory(*input))) return nullptr;
    if (target->op() == Opcode::CallModule && is_written(AliasAnalysis::external)) return nullptr;
  }
  return aliasing.at(place);
}

/// Matches that were accepted, and where each will be computed.
class AcceptedMatches {
public:
  AcceptedMatches(const Graph& graph, const AliasAnalysis& aliasing)
      : aliasing_(aliasing), taken_(graph.id_limit()), place_of_(graph.id_limit()) {}

  /// By node id: whether it is part of one.
  const std::vector<bool>& taken() const { return taken_; }

  /// Whether what it takes from matches before is computed before it, and the reverse.
  bool fits(const Match& match) const {
    const uint32_t place = aliasing_.position(*match.place);
    bool ordered = true;
    for (const Argument& input : match.inputs)
      for_each_node(input, [&](const Node* node) {
        if (&node->graph() != &match.anchor->graph()) return; // see Match::tensors
        ordered &= !taken_[node->id()] || place_of_[node->id()] < place;
      });
    for (const Node* output : match.outputs)
      for (Node* user : output->users())
        ordered &=
            !taken_[user->id()] || place < place_of_[user->id()] || match.nodes_map.has_value(user);
    return ordered;
  }

  void add(const Match& match) {
    for (const auto& [pattern, target] : match.nodes_map) {
      if (pattern->op() == Opcode::GetAttr) continue;
      taken_[target->id()] = true;
      place_of_[target->id()] = aliasing_.position(*match.place);
    }
  }

private:
  const AliasAnalysis& aliasing_;
  std::vector<bool> taken_;        // by node id
  std::vector<uint32_t> place_of_; // of those
};

} // namespace

/// Nodes that can be the anchor.
std::vector<Node*> SubgraphMatcher::candidates(const Graph& graph,
                                               const AliasAnalysis& aliasing) const {
  const Node& anchor = *sinks_.front();
  const bool by_target = anchor.op() == Opcode::CallFunction || anchor.op() == Opcode::CallMethod;
  std::vector<Node*> found =
      graph.find_nodes(anchor.op(), by_target ? std::optional(anchor.target()) : std::nullopt);
  const ops::Operation* operation = wanted(anchor);
  if (operation == nullptr) return found;
  const std::vector<Node*>& named = options_.operations->named(operation->name);
  // A call that is no operation may be the same call.
  std::erase_if(found, [&](const Node* node) { return options_.operations->of(*node) != nullptr; });
  if (found.empty()) return named;
  found.insert(found.end(), named.begin(), named.end());
  std::ranges::sort(found, {}, [&](const Node* node) { return aliasing.position(*node); });
  return found;
}

std::vector<Match> SubgraphMatcher::match(const Graph& graph, const TracedModule& model,
                                          const AliasAnalysis& aliasing) const {
  std::vector<Match> matches;
  AcceptedMatches accepted(graph, aliasing);
  MemoryUses uses(graph, aliasing);
  for (Node* candidate : candidates(graph, aliasing)) {
    std::optional<Match> match = MatchSearch(*this, model, accepted.taken(), uses).at(candidate);
    if (!match) continue;
    match->place = insertion_point(*match, aliasing);
    if (match->place == nullptr || !accepted.fits(*match)) continue;
    const bool wanted = std::ranges::all_of(options_.filters, [&](const auto& filter) {
      return filter(*match, graph, pattern_->graph);
    });
    if (!wanted) continue;
    accepted.add(*match);
    matches.push_back(std::move(*match));
  }
  return matches;
}

} // namespace fx
