#include "fx/IR/Lint.h"

#include <fmt/format.h>
#include <unordered_set>

namespace fx {

namespace {

class Linter {
public:
  explicit Linter(const Graph& graph) : graph_(graph) {}

  std::vector<Error> run() {
    bool only_placeholders = true;
    size_t count = 0;
    for (const Node* node : graph_) {
      ++count;
      if (finished_) report(*node, "stands after the output node");
      if (!names_.insert(node->name()).second) report(*node, "its name is used twice");
      if (node->op() == Opcode::Placeholder && !only_placeholders)
        report(*node, "is a placeholder after another operation");
      only_placeholders &= node->op() == Opcode::Placeholder;
      if (node->op() == Opcode::Output) {
        if (node->num_users() > 0) report(*node, "is an output that is used");
        finished_ = true;
      }
      // A call of the root is call_module with an empty path.
      if (node->target().empty() && node->op() != Opcode::CallModule)
        report(*node, "has no target");
      if (node->op() == Opcode::CallMethod && node->args().empty())
        report(*node, "is a method call without an object");
      check_inputs(*node);
      check_users(*node);
      seen_.insert(node);
    }
    if (count != graph_.size())
      errors_.push_back(
          {fmt::format("the graph counts {} nodes and holds {}", graph_.size(), count), {}, {}});
    return std::move(errors_);
  }

private:
  void report(const Node& node, std::string_view what) {
    Error error;
    error.message = fmt::format("node '{}' ({}) {}", node.name().str(), to_string(node.op()), what);
    if (const SourceRange* range = node.meta(meta::source_range)) {
      error.location.file = range->file.str();
      error.location.line = range->line;
      error.location.column = range->column;
    }
    errors_.push_back(std::move(error));
  }

  void check_inputs(const Node& node) {
    std::unordered_set<const Node*> used;
    const auto check = [&](Node* input) {
      used.insert(input);
      if (&input->graph() != &graph_)
        report(node, fmt::format("uses '{}', which belongs to another graph", input->name().str()));
      else if (input->is_erased())
        report(node, fmt::format("uses '{}', which was erased", input->name().str()));
      else if (!seen_.contains(input))
        report(node, fmt::format("uses '{}' before it is defined", input->name().str()));
      else if (!input->has_user(&node))
        report(node, fmt::format("is missing among the users of '{}'", input->name().str()));
    };
    for (const Argument& argument : node.args())
      for_each_node(argument, check);
    for (const KeywordArgument& keyword : node.kwargs())
      for_each_node(keyword.value, check);
    if (used.size() != node.num_inputs())
      report(node, "has a list of inputs that disagrees with its arguments");
  }

  void check_users(const Node& node) {
    size_t count = 0;
    for (const Node* user : node.users()) {
      ++count;
      if (&user->graph() != &graph_)
        report(node, fmt::format("has the user '{}', which belongs to another graph",
                                 user->name().str()));
      else if (user->is_erased())
        report(node, fmt::format("has the user '{}', which was erased", user->name().str()));
      else if (!node.has_user(user))
        report(node, fmt::format("has the user '{}', which does not use it", user->name().str()));
    }
    if (count != node.num_users())
      report(node, fmt::format("counts {} users and lists {}", node.num_users(), count));
  }

  const Graph& graph_;
  std::vector<Error> errors_;
  std::unordered_set<Symbol> names_;
  std::unordered_set<const Node*> seen_;
  bool finished_ = false;
};

} // namespace

std::vector<Error> lint(const Graph& graph) {
  return Linter(graph).run();
}

namespace {

void check_references(const Graph& graph, const ModuleTree& modules, std::vector<Error>& errors) {
  for (const Node* node : graph) {
    const std::string_view path = node->target();
    if (node->op() == Opcode::CallModule && modules.find(path) == nullptr)
      errors.push_back({fmt::format("node '{}' calls module '{}', which the model does not have",
                                    node->name().str(), path),
                        {},
                        {}});
    if (node->op() != Opcode::GetAttr || modules.find_tensor(path)) continue;
    // A leaf's own parameters are not listed: the leaf must be there.
    const size_t dot = path.rfind('.');
    const Module* owner =
        dot == std::string_view::npos ? nullptr : modules.find(path.substr(0, dot));
    if (owner == nullptr || owner->kind != ModuleKind::Leaf)
      errors.push_back({fmt::format("node '{}' reads '{}', which the model does not have",
                                    node->name().str(), path),
                        {},
                        {}});
  }
}

} // namespace

std::vector<Error> lint(const GraphModule& module) {
  std::vector<Error> errors = lint(module.init);
  for (Error& error : lint(module.graph))
    errors.push_back(std::move(error));
  check_references(module.init, module.modules, errors);
  check_references(module.graph, module.modules, errors);
  return errors;
}

} // namespace fx
