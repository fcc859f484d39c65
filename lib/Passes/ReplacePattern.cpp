#include "fx/Passes/ReplacePattern.h"

#include "Messages.h"

#include "fx/IR/OptionRead.h"
#include "fx/IR/Parser.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <sstream>

namespace fx {

namespace {

/// What a replacement returns, one value an output of the pattern.
Expected<std::vector<Argument>> results_of(const TracedModule& replacement, size_t outputs) {
  const Node* output = replacement.graph.output_node();
  if (output == nullptr || output->args().size() != 1)
    return say(diag::replacement_returns_nothing);
  const Argument& result = output->arg(0);
  const bool many = result.is(Argument::Kind::Tuple) || result.is(Argument::Kind::List);
  std::vector<Argument> results{result};
  if (many && outputs != 1) results.assign(result.items().begin(), result.items().end());
  if (results.size() != outputs)
    return say(diag::replacement_returns_others, outputs, results.size());
  return results;
}

class Rewriter {
public:
  Rewriter(TracedModule& model, Graph& graph, const AliasAnalysis& aliasing,
           const ReplaceOptions& options)
      : model_(model), graph_(graph), aliasing_(aliasing), options_(options) {}

  std::optional<Error> check(const SubgraphMatcher& matcher, const TracedModule& replacement) {
    const size_t inputs = replacement.graph.placeholders().size();
    if (inputs != matcher.num_inputs())
      return say(diag::replacement_takes_others, matcher.num_inputs(), inputs);
    const auto results = results_of(replacement, matcher.num_outputs());
    if (!results) return results.error();
    for (const Node* node : replacement.graph)
      if (refers(*node) && !exists(model_, *node) && !exists(replacement, *node))
        return say(diag::replacement_uses_unknown, node->target().str());
    return std::nullopt;
  }

  ReplacedMatch replace(Match match, const TracedModule& pattern, const TracedModule& replacement) {
    ReplacedMatch done;
    Graph& graph = graph_;
    Node* place = match.place;
    // A place that a match before this one took is now its replacement's.
    while (place->is_erased())
      place = place->next();
    Graph::ValueMap copies;
    SmallMap<const Node*, Argument> values;
    std::unordered_map<const Node*, std::pair<Symbol, Symbol>>
        options; // of the replacement's inputs
    const auto map = [&](Node* node) { return values.at(node); };
    {
      const auto point = graph.inserting_before(place);
      size_t input = 0;
      for (const Node* node : replacement.graph.placeholders()) {
        const Argument& value = match.inputs[input];
        if (input < match.options.size() && !match.options[input].second.empty())
          options.emplace(node, match.options[input]);
        ++input;
        // What is not used is not read.
        if (node->num_users() > 0) values.emplace(node, current(value, match));
      }
      for (const Node* node : replacement.graph) {
        if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output) continue;
        // A module of its own may be called as one that the pattern is given.
        std::optional<std::string> known = own_path(*node, replacement, match);
        if (!known) known = matched_path(*node, pattern, match);
        if (refers(*node) && !known) bring(*node, replacement);
        Node* copy = graph.node_copy(*node, map);
        if (known) copy->set_target(*known);
        note_options(*node, *copy, options);
        copy->copy_place_from(*match.anchor);
        values.emplace(node, copy);
        done.replacements.push_back(copy);
      }
    }
    const std::vector<Argument> results = *results_of(replacement, match.outputs.size());
    for (size_t i = 0; i < match.outputs.size(); ++i)
      put_in_place(match, match.outputs[i], map_nodes(results[i], map));
    erase(match);
    done.match = std::move(match);
    return done;
  }

private:
  static bool refers(const Node& node) {
    return node.op() == Opcode::CallModule || node.op() == Opcode::GetAttr;
  }

  /// Of the operands of `copy`, those that are options of modules that were matched.
  static void
  note_options(const Node& node, Node& copy,
               const std::unordered_map<const Node*, std::pair<Symbol, Symbol>>& options) {
    if (options.empty()) return;
    std::vector<OptionRead> reads;
    const auto note = [&](size_t operand, const Argument& written, const Argument& value) {
      const auto option = written.is_node() ? options.find(written.as_node()) : options.end();
      if (option != options.end())
        reads.push_back({operand, value, option->second.first, option->second.second});
    };
    for (size_t i = 0; i < node.args().size(); ++i)
      note(i, node.arg(i), copy.arg(i));
    for (size_t i = 0; i < node.kwargs().size(); ++i)
      note(node.args().size() + i, node.kwargs()[i].value, copy.kwargs()[i].value);
    if (!reads.empty()) copy.set_meta(meta::option_reads, std::move(reads));
  }

  /// Where in the model the module is that an input of the pattern stands for.
  static std::optional<std::string> matched_path(const Node& node, const TracedModule& pattern,
                                                 const Match& match) {
    if (!refers(node)) return std::nullopt;
    const std::string_view path = node.target();
    const std::string_view first = path.substr(0, path.find('.'));
    const ModuleNode* input = pattern.modules.find(first);
    if (input == nullptr || !input->is_input) return std::nullopt;
    for (const auto& [wanted, found] : match.nodes_map)
      if (wanted->op() == Opcode::CallModule && wanted->target().view() == first)
        return found->target().str() + std::string(path.substr(first.size()));
    return std::nullopt;
  }

  /// Where in the model the module is, or its tensor, that the replacement has as its own.
  std::optional<std::string> own_path(const Node& node, const TracedModule& replacement,
                                      const Match& match) const {
    if (!refers(node) || !options_.path_of_own) return std::nullopt;
    const std::string_view path = node.target();
    const std::string_view name = path.substr(0, path.find('.'));
    const ModuleNode* own = replacement.modules.find(name);
    if (own == nullptr || own->is_input) return std::nullopt;
    return options_.path_of_own(match, *own) + std::string(path.substr(name.size()));
  }

  static bool exists(const TracedModule& model, const Node& node) {
    return node.op() == Opcode::CallModule ? model.modules.find(node.target()) != nullptr
                                           : model.modules.find_tensor(node.target()) != nullptr ||
                                                 is_tensor_of_leaf(model, node.target());
  }

  static bool is_tensor_of_leaf(const TracedModule& model, std::string_view path) {
    const size_t dot = path.rfind('.');
    const ModuleNode* owner =
        dot == std::string_view::npos ? nullptr : model.modules.find(path.substr(0, dot));
    return owner != nullptr && owner->kind == ModuleKind::Leaf;
  }

  /// Copies the module or tensor of a path into the model, with the modules above it.
  void bring(const Node& node, const TracedModule& replacement) {
    if (exists(model_, node)) return;
    const std::string_view path = node.target();
    ModuleNode* owner = &model_.modules.root();
    const ModuleNode* original = &replacement.modules.root();
    std::string_view rest = path;
    for (size_t dot = rest.find('.'); dot != std::string_view::npos; dot = rest.find('.')) {
      original = original->child(rest.substr(0, dot));
      owner = child_like(*owner, *original, /*with_contents=*/false);
      rest = rest.substr(dot + 1);
    }
    if (node.op() == Opcode::CallModule)
      child_like(*owner, *original->child(rest), /*with_contents=*/true);
    else
      owner->tensors.push_back(tensor_like(*original->tensor(rest)));
  }

  ModuleNode* child_like(ModuleNode& owner, const ModuleNode& original, bool with_contents) {
    if (ModuleNode* known = owner.child(original.name)) return known;
    struct Pair {
      ModuleNode* owner;
      const ModuleNode* original;
    };
    ModuleNode* first = nullptr;
    std::vector<Pair> pending{{&owner, &original}};
    while (!pending.empty()) {
      const Pair pair = pending.back();
      pending.pop_back();
      ModuleNode& made = model_.modules.create(pair.original->cpp_type, pair.original->kind);
      made.options = pair.original->options;
      made.location = pair.original->location;
      model_.modules.attach(*pair.owner, made, pair.original->name);
      if (first == nullptr) first = &made;
      if (!with_contents) break;
      for (const TensorSlot& slot : pair.original->tensors)
        made.tensors.push_back(tensor_like(slot));
      for (const ModuleNode* child : pair.original->children)
        pending.push_back({&made, child});
    }
    return first;
  }

  /// A tensor that the same computation gives.
  TensorSlot tensor_like(const TensorSlot& original) {
    TensorSlot slot = original;
    slot.init = original.init == nullptr ? nullptr : initial_like(original.init);
    return slot;
  }

  Node* initial_like(Node* original) {
    std::vector<Node*> pending{original};
    while (!pending.empty()) {
      Node* node = pending.back();
      if (initial_.contains(node)) {
        pending.pop_back();
        continue;
      }
      const size_t before = pending.size();
      for (Node* input : node->input_nodes())
        if (!initial_.contains(input)) pending.push_back(input);
      if (pending.size() > before) continue;
      initial_[node] =
          model_.init.node_copy(*node, [&](Node* input) { return Argument(initial_.at(input)); });
      pending.pop_back();
    }
    return initial_.at(original);
  }

  /// A value as it is now: what stood for it may have been replaced, and the tensor of a module
  /// that was matched is read here.
  Argument current(const Argument& value, const Match& match) {
    return map_nodes(value, [&](Node* node) {
      if (&node->graph() == match.tensors.get())
        return Argument(graph_.get_attr(node->target().view()));
      const auto replaced = replaced_.find(node);
      return replaced == replaced_.end() ? Argument(node) : replaced->second;
    });
  }

  void put_in_place(const Match& match, Node* old, const Argument& value) {
    replaced_[old] = value;
    const auto is_outside = [&](Node* user) { return !match.nodes_map.has_value(user); };
    if (value == Argument(old)) return;
    old->replace_all_uses_with(value, is_outside);
  }

  void erase(const Match& match) {
    std::vector<Node*> nodes;
    nodes.reserve(match.nodes_map.size());
    for (const auto& [pattern, target] : match.nodes_map)
      nodes.push_back(target);
    std::ranges::sort(nodes, [&](const Node* a, const Node* b) {
      return aliasing_.position(*a) > aliasing_.position(*b);
    });
    for (Node* node : nodes)
      if (node->num_users() == 0) graph_.erase_node(node);
  }

  TracedModule& model_;
  Graph& graph_;
  const AliasAnalysis& aliasing_;
  const ReplaceOptions& options_;
  std::unordered_map<const Node*, Argument> replaced_;
  std::unordered_map<const Node*, Node*> initial_;
};

/// A pattern and its replacement.
struct Rule {
  TracedModule pattern, replacement;
};

Expected<std::shared_ptr<std::vector<Rule>>> read_rules(const std::string& path) {
  std::ifstream file(path);
  if (!file) return say(diag::rules_file_not_read, path);
  std::stringstream text;
  text << file.rdbuf();
  ParseResult parsed = parse_graphs(text.str(), {.file = path});
  if (!parsed.errors.empty()) {
    Error first = std::move(parsed.errors.front());
    first.message = fmt::format("{}:{}:{}: {}", path, first.location.line, first.location.column,
                                first.message);
    first.location = {};
    return first;
  }
  for (const ParsedModule& rule : parsed.modules)
    if (rule.module.training_graph) return say(diag::rules_with_two_graphs, path);
  if (parsed.modules.size() % 2 != 0)
    return say(diag::rules_without_pairs, path, parsed.modules.size());
  auto rules = std::make_shared<std::vector<Rule>>();
  for (size_t i = 0; i < parsed.modules.size(); i += 2)
    rules->push_back(
        {std::move(parsed.modules[i].module), std::move(parsed.modules[i + 1].module)});
  return rules;
}

class ReplacePattern final : public Pass {
public:
  ReplacePattern(std::shared_ptr<std::vector<Rule>> rules, bool ignore_literals)
      : rules_(std::move(rules)) {
    options_.match.ignore_literals = ignore_literals;
  }

  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    PassResult result;
    for (const Rule& rule : *rules_) {
      size_t count = 0;
      for (Graph* graph : module.forward_graphs()) {
        ReplaceOptions options = options_;
        options.graph = graph;
        const auto replaced =
            replace_pattern(module, rule.pattern, rule.replacement,
                            context.analyses.get<AliasAnalysis>(*graph, module), options);
        if (!replaced) return replaced.error();
        count = std::max(count, replaced->size());
        if (!replaced->empty()) context.analyses.invalidate();
      }
      context.remark(nullptr, fmt::format("replaced {} matches of the pattern '{}'", count,
                                          rule.pattern.class_name));
      result.modified |= count > 0;
    }
    return result;
  }

private:
  std::shared_ptr<std::vector<Rule>> rules_;
  ReplaceOptions options_;
};

} // namespace

bool is_for_evaluation(const TracedModule& pattern, const TracedModule& replacement) {
  const auto count = [&](const TracedModule& rule) {
    return std::ranges::count_if(rule.graph, [&](const Node* node) {
      // A module that the pattern's input stands for is described there.
      const bool is_brought = rule.modules.find(node->target()) != nullptr;
      return acts_in_training_alone(*node, is_brought ? rule : pattern);
    });
  };
  return count(pattern) != count(replacement);
}

void keep_for_training(TracedModule& model) {
  if (model.modes_of(model.graph) == Modes::Both)
    model.training_graph = std::make_unique<Graph>(model.graph.clone());
}

Expected<std::vector<ReplacedMatch>>
replace_pattern(TracedModule& model, const TracedModule& pattern, const TracedModule& replacement,
                const AliasAnalysis& aliasing, const ReplaceOptions& options) {
  const Expected<SubgraphMatcher> matcher = SubgraphMatcher::create(pattern, options.match);
  if (!matcher) return matcher.error();
  bool for_evaluation = !options.replacement_for && is_for_evaluation(pattern, replacement);
  Graph& graph = options.graph ? *options.graph : model.graph;
  Rewriter rewriter(model, graph, aliasing, options);
  std::vector<Match> matches = matcher->match(graph, model, aliasing);
  if (for_evaluation && model.modes_of(graph) == Modes::Train) matches.clear();
  for_evaluation |= std::ranges::any_of(matches, &Match::in_evaluation_alone);
  std::vector<const TracedModule*> chosen;
  if (!options.replacement_for)
    if (auto error = rewriter.check(*matcher, replacement)) return *error;
  for (const Match& match : matches) {
    chosen.push_back(options.replacement_for ? options.replacement_for(match) : &replacement);
    if (!options.replacement_for) continue;
    if (auto error = rewriter.check(*matcher, *chosen.back())) return *error;
  }
  if (for_evaluation && !matches.empty()) keep_for_training(model);
  std::vector<ReplacedMatch> replaced;
  replaced.reserve(matches.size());
  for (size_t i = 0; i < matches.size(); ++i)
    replaced.push_back(rewriter.replace(std::move(matches[i]), pattern, *chosen[i]));
  return replaced;
}

extern const PassInfo replace_pattern_pass{
    .name = "replace-pattern",
    .summary = "Replace graphs that look like a pattern by others",
    .description = R"(
`file` holds graphs in the text form: a pattern, its replacement, the next pattern and so on. Inputs and
results of the two correspond by order. A placeholder of the pattern matches any value, the same
placeholder the same value wherever it stands; calls match by target, modules by class and options,
operands as the operator's schema orders them with defaults filled in, literals type for type and bit for
bit, lists and tuples by structure. Inside a match nothing is used from outside. Matches do not overlap.

    graph():                                graph():
        %x : = placeholder[target=x]            %x : = placeholder[target=x]
        %a : = call_method[target=neg]...       %r : = call_function[target=torch.relu]...
        return %a                               return %r

A match is left alone when its nodes cannot be computed at one place: something between them writes to
memory they read, one of them changes something itself and others stand between, or a mode of computing
(no_grad, autocast) is entered or left between them. A replacement that calls another number of modules
which act in training alone (Dropout, BatchNorm) is one for evaluation: a graph of both modes stays as it
was for training. torch.fx's
`replace_pattern` moves calls across such writes, takes `cat([x, y])` for `cat((a, b))`, and does not find
`add(x, x)` with the pattern `add(a, b)`.
)",
    .parameters = {{.name = "file",
                    .kind = PassParameter::Kind::Text,
                    .description = "the file of patterns and replacements"},
                   {.name = "ignore-literals",
                    .description = "literals of patterns match any literals"}},
    .create = [](const PassOptions& options) -> Expected<std::unique_ptr<Pass>> {
      if (options.text("file").empty()) return say(diag::replace_pattern_without_a_file);
      auto rules = read_rules(options.text("file"));
      if (!rules) return rules.error();
      return std::make_unique<ReplacePattern>(*rules, options.flag("ignore-literals"));
    }};

} // namespace fx
