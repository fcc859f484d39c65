// Modules that no graph of the model refers to.
#include "fx/Passes/Pass.h"

#include <unordered_set>

namespace fx {

namespace {

class RemoveUnusedModules final : public Pass {
public:
  Expected<PassResult> run(GraphModule& module, PassContext&) override {
    used_.clear();
    const std::vector<Module*> modules = all_modules(module.modules);
    graphs_ = {{&module.init, &module.modules.root()}};
    for (const Graph* graph : module.forward_graphs())
      graphs_.emplace_back(graph, &module.modules.root());
    // The graph of a module counts when the module is called.
    for (size_t i = 0; i < graphs_.size(); ++i)
      mark_graph(*graphs_[i].first, *graphs_[i].second);
    // A place that is kept keeps the first place of what stands there.
    for (const Module* owner : modules)
      if (owner->alias_of != nullptr && used_.contains(owner)) mark(owner->alias_of);
    std::unordered_set<const Module*> unwanted;
    for (const Module* owner : modules)
      if (owner->parent != nullptr && !used_.contains(owner) && !is_below_leaf(*owner))
        unwanted.insert(owner);
    module.modules.detach_if([&](const Module& owner) { return unwanted.contains(&owner); });
    const bool modified = !unwanted.empty();
    return PassResult{.modified = modified, .preserves_aliasing = false};
  }

private:
  /// The module and all that it stands in.
  void mark(const Module* module) {
    for (; module != nullptr && used_.insert(module).second; module = module->parent)
      if (module->graph) graphs_.emplace_back(module->graph.get(), module);
  }

  void mark_graph(const Graph& graph, const Module& owner) {
    for (const Node* node : graph) {
      if (node->op() != Opcode::CallModule && node->op() != Opcode::GetAttr) continue;
      std::string_view path = node->target();
      if (node->op() == Opcode::GetAttr) {
        const size_t dot = path.rfind('.');
        path = dot == std::string_view::npos ? std::string_view() : path.substr(0, dot);
      }
      mark_path(owner, path);
    }
  }

  /// Every place on the way, an alias as well as what it stands for.
  void mark_path(const Module& owner, std::string_view path) {
    const Module* at = &owner;
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
  bool is_below_leaf(const Module& module) const {
    for (const Module* at = module.parent; at != nullptr; at = at->parent)
      if (at->kind == ModuleKind::Leaf && used_.contains(at)) return true;
    return false;
  }

  std::unordered_set<const Module*> used_;
  std::vector<std::pair<const Graph*, const Module*>> graphs_; // with where their paths start
};

} // namespace

extern const PassInfo remove_unused_modules_pass;
const PassInfo remove_unused_modules_pass{
    .name = "remove-unused-modules",
    .summary = "Take out of the model the modules that no graph refers to",
    .description = R"(
A module stays when a graph, in whatever mode, calls it or reads a parameter or buffer of it, when it
contains one that stays, or when it is part of a leaf that stays. Aliases keep what they stand for. Parameters and buffers
of the modules that stay are not touched. Keys of the state that belong to modules taken out are gone:
weights saved before have more entries than the model then has.

torch.fx: `GraphModule.delete_all_unused_submodules`.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<RemoveUnusedModules>();
    }};

} // namespace fx
