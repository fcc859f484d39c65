#include "fx/IR/Lint.h"

#include "Messages.h"

#include "fx/Support/SymbolSet.h"

#include <algorithm>
#include <fmt/format.h>
#include <unordered_map>

namespace fx {

namespace {

SourceLocation location_of(const Node& node, const NodeLocator& locate) {
  if (locate) return locate(node);
  if (const SourceRange* range = node.meta(meta::source_range))
    return {range->file.str(), range->line, range->column};
  return {};
}

} // namespace

/// A friend of Node: use lists are checked link by link, in constant time each.
class GraphLinter {
public:
  GraphLinter(const Graph& graph, const NodeLocator& locate) : graph_(graph), locate_(locate) {}

  std::vector<Error> run() {
    seen_.resize(graph_.id_limit());
    counted_by_.resize(graph_.id_limit(), UINT32_MAX);
    names_.reserve(graph_.size());
    bool only_placeholders = true;
    size_t count = 0;
    for (const Node* node : graph_) {
      ++count;
      if (finished_) report(*node, diag::node_after_the_output);
      if (node->op() == Opcode::Placeholder && !only_placeholders)
        report(*node, diag::placeholder_after_an_operation);
      only_placeholders &= node->op() == Opcode::Placeholder;
      if (node->op() == Opcode::Output) {
        if (node->num_users() > 0) report(*node, diag::output_used);
        finished_ = true;
      }
      // A call of the root is call_module with an empty path.
      if (node->target().empty() && node->op() != Opcode::CallModule)
        report(*node, diag::node_without_a_target);
      if (node->op() == Opcode::CallMethod && node->args().empty())
        report(*node, diag::method_without_an_object);
      check_name(*node);
      check_inputs(*node);
      check_users(*node);
      seen_[node->id()] = true;
    }
    if (count != graph_.size())
      errors_.push_back(
          {fmt::format("the graph counts {} nodes and holds {}", graph_.size(), count), {}, {}});
    return std::move(errors_);
  }

private:
  template <unsigned N, class... Arguments>
  void report(const Node& node, Message<MessageKind::Error, N> message,
              const Arguments&... arguments) {
    errors_.emplace_back(say(message, node.name().str(), to_string(node.op()), arguments...),
                         location_of(node, locate_));
  }
  /// What no program can bring about without a defect of Graph's own has no row.
  void report_defect(const Node& node, std::string_view what) {
    errors_.emplace_back(
        fmt::format("node '{}' ({}) {}", node.name().str(), to_string(node.op()), what),
        location_of(node, locate_), std::vector<std::string>());
  }

  void check_name(const Node& node) {
    if (!names_.insert(node.name())) report_defect(node, "has the name of another node");
  }

  void check_input(const Node& node, const Node* input, uint32_t& distinct) {
    if (&input->graph() != &graph_)
      return report(node, diag::node_of_another_graph, input->name().str());
    if (input->is_erased()) return report(node, diag::node_erased, input->name().str());
    if (input->id() >= seen_.size() || !seen_[input->id()])
      report(node, diag::node_used_before_it_is_defined, input->name().str());
    if (input->id() >= counted_by_.size() || counted_by_[input->id()] == node.id()) return;
    counted_by_[input->id()] = node.id();
    ++distinct;
  }

  void check_inputs(const Node& node) {
    uint32_t distinct = 0;
    const size_t errors = errors_.size();
    const auto check = [&](const Argument& argument) {
      if (argument.is_node())
        check_input(node, argument.as_node(), distinct);
      else if (argument.has_nodes())
        for_each_node(argument, [&](Node* input) { check_input(node, input, distinct); });
    };
    for (const Argument& argument : node.args())
      check(argument);
    for (const KeywordArgument& keyword : node.kwargs())
      check(keyword.value);
    if (errors_.size() > errors) return;
    if (distinct != node.num_uses_)
      report_defect(node, "has a list of inputs that disagrees with its arguments");
    for (uint32_t i = 0; i < node.num_uses_; ++i) {
      const Node::Use& use = node.uses_[i];
      const Node* input = use.input;
      if (use.user != &node || counted_by_[input->id()] != node.id() ||
          (use.prev ? use.prev->next : input->first_user_) != &use ||
          (use.next ? use.next->prev : input->last_user_) != &use)
        report_defect(node, fmt::format("is missing among the users of '{}'", input->name().str()));
    }
  }

  void check_users(const Node& node) {
    size_t count = 0;
    for (const Node::Use* use = node.first_user_; use != nullptr; use = use->next) {
      ++count;
      const Node& user = *use->user;
      if (&user.graph() != &graph_)
        report(node, diag::node_with_a_user_of_another_graph, user.name().str());
      else if (user.is_erased())
        report_defect(node, fmt::format("has the user '{}', which was erased", user.name().str()));
      else if (use->input != &node || use < user.uses_ || use >= user.uses_ + user.num_uses_)
        report_defect(node,
                      fmt::format("has the user '{}', which does not use it", user.name().str()));
    }
    if (count != node.num_users())
      report_defect(node, fmt::format("counts {} users and lists {}", node.num_users(), count));
  }

  const Graph& graph_;
  const NodeLocator& locate_;
  std::vector<Error> errors_;
  SymbolSet names_;
  std::vector<bool> seen_;           // by node id
  std::vector<uint32_t> counted_by_; // by node id: the last node that used it
  bool finished_ = false;
};

std::vector<Error> lint(const Graph& graph, const NodeLocator& locate) {
  return GraphLinter(graph, locate).run();
}

namespace {

/// Looks up paths in a module tree in constant time: a Sequential may have 100,000 children.
class ModulePaths {
public:
  explicit ModulePaths(const ModuleTree& modules) {
    for (ModuleNode* module : all_modules(modules))
      paths_.emplace(module->path(), module);
  }
  /// The module at a path that starts at `owner`; null when there is none.
  const ModuleNode* find(const ModuleNode& owner, std::string_view path) const {
    if (path.empty()) return &owner;
    const std::string prefix = owner.path();
    const auto found =
        paths_.find(prefix.empty() ? std::string(path) : prefix + "." + std::string(path));
    if (found != paths_.end())
      return found->second->alias_of ? found->second->alias_of : found->second;
    // Below an alias: its modules are listed at its first place.
    const size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return nullptr;
    const ModuleNode* parent = find(owner, path.substr(0, dot));
    return parent == nullptr ? nullptr : parent->child(path.substr(dot + 1));
  }

private:
  std::unordered_map<std::string, ModuleNode*> paths_;
};

class ReferenceLinter {
public:
  ReferenceLinter(const ModulePaths& paths, const NodeLocator& locate, std::vector<Error>& errors)
      : paths_(paths), locate_(locate), errors_(errors) {}

  /// Paths in `graph` start at `owner`.
  void check(const Graph& graph, const ModuleNode& owner) {
    for (const Node* node : graph) {
      const std::string_view path = node->target();
      if (node->op() == Opcode::CallModule && paths_.find(owner, path) == nullptr)
        report(*node, say(diag::module_path_unknown, node->name().str(), path));
      if (node->op() == Opcode::GetAttr && !has_tensor(owner, path))
        report(*node, say(diag::tensor_path_unknown, node->name().str(), path));
    }
  }

private:
  bool has_tensor(const ModuleNode& owner, std::string_view path) const {
    const size_t dot = path.rfind('.');
    const bool nested = dot != std::string_view::npos;
    const ModuleNode* parent =
        paths_.find(owner, nested ? path.substr(0, dot) : std::string_view());
    if (parent && parent->tensor(nested ? path.substr(dot + 1) : path) != nullptr) return true;
    return nested && is_in_a_leaf(owner, path.substr(0, dot));
  }

  /// A leaf's own parameters are not listed, nor are the modules in it.
  bool is_in_a_leaf(const ModuleNode& owner, std::string_view path) const {
    if (const ModuleNode* module = paths_.find(owner, path))
      return module->kind == ModuleKind::Leaf;
    const size_t dot = path.rfind('.');
    return dot != std::string_view::npos && is_in_a_leaf(owner, path.substr(0, dot));
  }

  void report(const Node& node, Saying said) {
    errors_.emplace_back(std::move(said), location_of(node, locate_));
  }

  const ModulePaths& paths_;
  const NodeLocator& locate_;
  std::vector<Error>& errors_;
};

/// forward has one signature: what it is called with does not depend on the mode.
void check_training_graph(const TracedModule& module, const NodeLocator& locate,
                          std::vector<Error>& errors) {
  const auto report = [&](const Graph& graph, Saying said) {
    const Node* at = graph.empty() ? nullptr : graph.front();
    errors.emplace_back(std::move(said), at ? location_of(*at, locate) : SourceLocation());
  };
  if (module.training || module.eval_only)
    report(*module.training_graph, say(diag::training_graph_of_one_mode));
  const std::vector<Node*> inputs = module.graph.placeholders();
  const std::vector<Node*> others = module.training_graph->placeholders();
  if (!std::ranges::equal(inputs, others, {}, &Node::target, &Node::target))
    report(*module.training_graph, say(diag::training_graph_with_other_inputs));
}

/// What it computes are buffers of the root that nothing else gives a value.
void check_folding(const TracedModule& module, const NodeLocator& locate,
                   std::vector<Error>& errors) {
  const Node* output = module.folding->output_node();
  const auto report = [&](std::string_view path) {
    const Node* at = output != nullptr ? output : module.folding->front();
    errors.emplace_back(say(diag::folding_of_no_buffer, path),
                        at ? location_of(*at, locate) : SourceLocation());
  };
  if (output == nullptr || output->args().empty() || !output->arg(0).is(Argument::Kind::Dict) ||
      !module.folding->placeholders().empty())
    return report("");
  const std::span<const Argument> items = output->arg(0).items();
  for (size_t i = 0; i < items.size(); i += 2) {
    const Argument &path = items[i], &value = items[i + 1];
    const bool is_name = path.is(Argument::Kind::String);
    const TensorSlot* slot = is_name ? module.modules.root().tensor(path.symbol().view()) : nullptr;
    if (slot == nullptr || slot->role != TensorRole::Buffer || slot->persistent ||
        slot->init != nullptr || !value.is_node())
      report(is_name ? path.symbol().view() : std::string_view());
  }
}

} // namespace

void Graph::lint() const {
  std::string text;
  for (const Error& error : fx::lint(*this))
    text += (text.empty() ? "" : "\n") + error.message;
  if (!text.empty()) throw GraphError(text);
}

std::vector<Error> lint(const TracedModule& module, const NodeLocator& locate) {
  std::vector<Error> errors = lint(module.init, locate);
  const auto add = [&](const Graph& graph) {
    for (Error& error : lint(graph, locate))
      errors.push_back(std::move(error));
  };
  add(module.graph);
  // What is wrong in the training graph says that it is there: names do not tell.
  const auto name_training_graph = [&](size_t first) {
    for (size_t i = first; i < errors.size(); ++i)
      errors[i].message.insert(0, "in the training graph, ");
  };
  if (module.training_graph) {
    const size_t first = errors.size();
    add(*module.training_graph);
    name_training_graph(first);
    check_training_graph(module, locate, errors);
  }
  if (module.folding) {
    add(*module.folding);
    check_folding(module, locate, errors);
  }
  const std::vector<ModuleNode*> modules = all_modules(module.modules);
  if (module.class_name.empty() && modules.size() == 1 && module.modules.root().tensors.empty())
    return errors;
  const ModulePaths paths(module.modules);
  ReferenceLinter references(paths, locate, errors);
  references.check(module.init, module.modules.root());
  references.check(module.graph, module.modules.root());
  if (module.folding) references.check(*module.folding, module.modules.root());
  if (module.training_graph) {
    const size_t first = errors.size();
    references.check(*module.training_graph, module.modules.root());
    name_training_graph(first);
  }
  for (const ModuleNode* owner : modules)
    if (owner->graph) {
      add(*owner->graph);
      references.check(*owner->graph, *owner);
    }
  return errors;
}

} // namespace fx
