// Modules that no graph of the model refers to.
#include "fx/IR/OptionRead.h"
#include "fx/Passes/Pass.h"

#include <algorithm>
#include <ranges>
#include <unordered_set>

namespace fx {

namespace {

class RemoveUnusedModules final : public Pass {
public:
  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    used_.clear();
    const std::vector<ModuleNode*> modules = all_modules(module.modules);
    graphs_.clear();
    mark_init(module);
    for (const Graph* graph : module.root_graphs())
      graphs_.emplace_back(graph, &module.modules.root());
    // The graph of a module counts when the module is called.
    for (size_t i = 0; i < graphs_.size(); ++i)
      mark_graph(*graphs_[i].first, *graphs_[i].second);
    // A place that is kept keeps the first place of what stands there.
    for (const ModuleNode* owner : modules)
      if (owner->alias_of != nullptr && used_.contains(owner)) mark(owner->alias_of);
    // Where the source changes, what a container counts keeps its number.
    const bool is_edit = module.modules.root().class_syntax != nullptr;
    std::unordered_set<const ModuleNode*> unwanted;
    for (const ModuleNode* owner : modules)
      if (owner->parent != nullptr && !used_.contains(owner) && !is_below_leaf(*owner) &&
          !(is_edit && owner->parent->kind == ModuleKind::Container))
        unwanted.insert(owner);
    for (const ModuleNode* owner : modules)
      if (unwanted.contains(owner) && !unwanted.contains(owner->parent))
        context.remark(nullptr, "saved weights: the model has no '" + owner->path() + ".*' now");
    if (!unwanted.empty()) erase_initialisation(module, unwanted);
    module.modules.detach_if([&](const ModuleNode& owner) { return unwanted.contains(&owner); });
    const bool modified = !unwanted.empty();
    return PassResult{.modified = modified};
  }

private:
  /// What is computed from `node`, itself included.
  static std::unordered_set<const Node*> computed_from(const Node& node) {
    std::unordered_set<const Node*> found{&node};
    std::vector<const Node*> stack{&node};
    while (!stack.empty()) {
      const Node* at = stack.back();
      stack.pop_back();
      for (const Node* user : at->users())
        if (found.insert(user).second) stack.push_back(user);
    }
    return found;
  }

  /// The init graph makes and initialises modules; those count of which it computes a tensor or an
  /// option of another.
  void mark_init(const TracedModule& module) {
    const auto values = initial_values(module.modules);
    for (const Node* node : module.init) {
      if (node->op() != Opcode::GetAttr) continue;
      const auto computed = computed_from(*node);
      const bool is_read = std::ranges::any_of(computed, [&](const Node* found) {
        const auto inputs = found->input_nodes();
        return values.contains(found) ||
               (found != node && std::ranges::any_of(inputs, [&](const Node* input) {
                  return !computed.contains(input);
                }));
      });
      if (is_read) mark_tensor(module.modules.root(), node->target());
    }
  }

  void mark_tensor(const ModuleNode& owner, std::string_view path) {
    const size_t dot = path.rfind('.');
    mark_path(owner, dot == std::string_view::npos ? std::string_view() : path.substr(0, dot));
  }

  /// What the init graph does for modules that go.
  static void erase_initialisation(TracedModule& module,
                                   const std::unordered_set<const ModuleNode*>& unwanted) {
    std::unordered_set<const Node*> erased;
    for (const Node* node : module.init) {
      std::string_view path = node->target();
      if (node->op() == Opcode::GetAttr)
        path = path.substr(0, path.rfind('.') == std::string_view::npos ? 0 : path.rfind('.'));
      else if (node->op() != Opcode::CallModule)
        continue;
      if (unwanted.contains(module.modules.find(path))) erased.merge(computed_from(*node));
    }
    const std::vector<Node*> nodes(module.init.begin(), module.init.end());
    for (Node* node : std::views::reverse(nodes))
      if (erased.contains(node)) module.init.erase_node(node);
  }

  /// The module and all that it stands in.
  void mark(const ModuleNode* module) {
    for (; module != nullptr && used_.insert(module).second; module = module->parent)
      if (module->graph) graphs_.emplace_back(module->graph.get(), module);
  }

  void mark_graph(const Graph& graph, const ModuleNode& owner) {
    for (const Node* node : graph) {
      if (node->op() == Opcode::CallModule) mark_path(owner, node->target());
      if (node->op() == Opcode::GetAttr) mark_tensor(owner, node->target());
      if (const std::vector<OptionRead>* reads = node->meta(meta::option_reads))
        for (const OptionRead& read : *reads)
          if (is_read(owner, read)) mark_path(owner, read.module);
    }
  }

  /// Whether source that says what the graph does reads an option where the graph has its value.
  static bool is_read(const ModuleNode& owner, const OptionRead& read) {
    const ModuleNode* at = &owner;
    for (std::string_view path = read.module; !path.empty() && at != nullptr;) {
      const size_t dot = path.find('.');
      at = at->child(path.substr(0, dot));
      while (at != nullptr && at->alias_of != nullptr)
        at = at->alias_of;
      path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
    return at != nullptr && at->syntax != nullptr && at->syntax->may_vary(read.option);
  }

  /// Every place on the way, an alias as well as what it stands for.
  void mark_path(const ModuleNode& owner, std::string_view path) {
    const ModuleNode* at = &owner;
    mark(at);
    while (!path.empty() && at != nullptr) {
      const size_t dot = path.find('.');
      at = at->child(path.substr(0, dot));
      if (at == nullptr) return;
      mark(at);
      if (at->alias_of != nullptr) mark(at = at->alias_of);
      path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
    }
  }

  /// What a leaf contains is the leaf's own affair.
  bool is_below_leaf(const ModuleNode& module) const {
    for (const ModuleNode* at = module.parent; at != nullptr; at = at->parent)
      if (at->kind == ModuleKind::Leaf && used_.contains(at)) return true;
    return false;
  }

  std::unordered_set<const ModuleNode*> used_;
  std::vector<std::pair<const Graph*, const ModuleNode*>> graphs_; // with where their paths start
};

} // namespace

extern const PassInfo remove_unused_modules_pass{
    .name = "remove-unused-modules",
    .summary = "Take out of the model the modules that no graph refers to",
    .description = R"(
A module stays when a graph, in whatever mode, calls it or reads a parameter or buffer of it, when it
contains one that stays, or when it is part of a leaf that stays. Aliases keep what they stand for. Parameters and buffers
of the modules that stay are not touched. With `--rewrite` the members go from their classes; what a
`Sequential` holds keeps its number, and stays there. Keys of the state that belong to modules taken out are gone:
weights saved before have more entries than the model then has.

torch.fx: `GraphModule.delete_all_unused_submodules`.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<RemoveUnusedModules>();
    },
    .is_refactoring = true};

} // namespace fx
