// Modules that give what they are given, out of the Sequentials that run them.
#include "RetargetModules.h"

#include "fx/Passes/Pass.h"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <string>
#include <unordered_set>
#include <vector>

namespace fx {

namespace {

constexpr std::string_view identity = "torch::nn::Identity", sequential = "torch::nn::Sequential";

class RenumberSequentials final : public Pass {
public:
  Expected<PassResult> run(TracedModule& module, PassContext& context) override {
    const std::vector<ModuleNode*> unwanted = find(module, context);
    if (unwanted.empty()) return PassResult{};
    for (Graph* graph : module.forward_graphs())
      erase_calls(*graph, module, unwanted);
    erase_calls(module.init, module, unwanted);
    const ModulePaths before(module.modules);
    std::vector<ModuleNode*> containers;
    for (const ModuleNode* removed : unwanted)
      if (!contains(containers, removed->parent)) containers.push_back(removed->parent);
    for (ModuleNode* container : containers)
      take_out(module.modules, *container, unwanted);
    retarget_modules(module, before, context);
    return PassResult{.modified = true};
  }

private:
  static bool contains(const std::vector<ModuleNode*>& modules, const ModuleNode* module) {
    return std::ranges::find(modules, module) != modules.end();
  }

  static std::vector<ModuleNode*> find(const TracedModule& module, const PassContext& context) {
    const std::vector<ModuleNode*> modules = all_modules(module.modules);
    std::unordered_set<const ModuleNode*> shared;
    for (const ModuleNode* other : modules)
      if (other->alias_of != nullptr) shared.insert({other, other->alias_of});
    std::map<const ModuleNode*, size_t> left; // of each container
    std::vector<ModuleNode*> found;
    for (ModuleNode* candidate : modules) {
      const ModuleNode* container = candidate->parent;
      if (candidate->cpp_type.view() != identity || container == nullptr ||
          container->cpp_type.view() != sequential || shared.contains(candidate) ||
          shared.contains(container) || !is_meant(*candidate, module, context))
        continue;
      // An empty Sequential cannot be called.
      size_t& others = left.try_emplace(container, container->children.size()).first->second;
      if (others == 1) continue;
      --others;
      found.push_back(candidate);
    }
    return found;
  }

  /// All its calls are, and have one operand.
  static bool is_meant(const ModuleNode& candidate, const TracedModule& module,
                       const PassContext& context) {
    const Symbol path(candidate.path());
    return std::ranges::all_of(module.forward_graphs(), [&](const Graph* graph) {
      return std::ranges::all_of(
          graph->find_nodes(Opcode::CallModule, path), [&](const Node* call) {
            return context.is_meant(*call) && call->args().size() == 1 && call->kwargs().empty();
          });
    });
  }

  static void erase_calls(Graph& graph, const TracedModule& module,
                          const std::vector<ModuleNode*>& unwanted) {
    for (Node* call : graph.find_nodes(Opcode::CallModule)) {
      if (!contains(unwanted, module.modules.find(call->target()))) continue;
      // The init graph says when a module is made.
      if (!call->args().empty()) call->replace_all_uses_with(call->arg(0));
      graph.erase_node(call);
    }
  }

  /// Those behind them that have their numbers for names get others.
  static void take_out(ModuleTree& tree, ModuleNode& container,
                       const std::vector<ModuleNode*>& unwanted) {
    const std::vector<ModuleNode*> children = container.children;
    size_t number = 0;
    for (size_t i = 0; i < children.size(); ++i) {
      ModuleNode* child = children[i];
      if (contains(unwanted, child)) {
        tree.detach(*child);
        continue;
      }
      if (child->name.view() == std::to_string(i) && i != number)
        tree.rename(*child, Symbol(std::to_string(number)));
      ++number;
    }
  }
};

} // namespace

extern const PassInfo renumber_sequentials_pass{
    .name = "renumber-sequentials",
    .summary = "Take modules that compute nothing out of Sequentials",
    .description = R"(
`torch::nn::Identity` in a `Sequential` goes, and what stands behind it gets another number: a remark says
which keys of saved weights are others now. The last module of a `Sequential` stays, and one that is
registered twice. With `--rewrite` what makes it goes from the list or with its `push_back`; `--renumber` asks
for this after rules and passes, `inference` for instance, that put `Identity` where something was.
)",
    .parameters = {},
    .create = [](const PassOptions&) -> Expected<std::unique_ptr<Pass>> {
      return std::make_unique<RenumberSequentials>();
    },
    .is_refactoring = true};

} // namespace fx
