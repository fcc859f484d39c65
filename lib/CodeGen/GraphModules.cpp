#include "GraphModules.h"

#include "fx/IR/Lint.h"

#include <algorithm>
#include <unordered_set>

namespace fx::codegen {

namespace {

const ModuleNode* original_of(const ModuleNode* module) {
  return module->alias_of != nullptr ? module->alias_of : module;
}

/// Copies what a graph can call below a module. Tensors that leaves hold come with their class.
void copy_children(const ModuleNode& from, ModuleNode& to, ModuleTree& tree) {
  std::vector<std::pair<const ModuleNode*, ModuleNode*>> pending{{&from, &to}};
  while (!pending.empty()) {
    const auto [source, copy] = pending.back();
    pending.pop_back();
    for (const ModuleNode* child : source->children) {
      const ModuleNode& original = *original_of(child);
      ModuleNode& made = tree.create(original.cpp_type, original.kind);
      made.options = original.options;
      made.leaf_tensors = original.leaf_tensors;
      made.location = original.location;
      made.graph = original.graph;
      tree.attach(*copy, made, child->name);
      // What another graph module calls is its own matter.
      if (original.kind != ModuleKind::Leaf && !original.graph)
        pending.emplace_back(&original, &made);
    }
  }
}

bool holds_tensors(const ModuleNode& module) {
  if (!module.tensors.empty()) return true;
  return std::ranges::any_of(module.children, [](const ModuleNode* child) {
    return child->alias_of == nullptr && child->kind != ModuleKind::Leaf && !child->graph &&
           holds_tensors(*child);
  });
}

/// Innermost first: a graph module comes behind those that it calls.
void add_in_order(const ModuleNode& module, std::unordered_set<const ModuleNode*>& seen,
                  std::vector<const ModuleNode*>& order) {
  if (!seen.insert(&module).second) return;
  for (const ModuleNode* child : module.children)
    add_in_order(*original_of(child), seen, order);
  if (module.graph) order.push_back(&module);
}

} // namespace

GraphModuleClasses::GraphModuleClasses(const TracedModule& model, Identifiers& scope,
                                       Failure& failure) {
  std::vector<const ModuleNode*> order;
  std::unordered_set<const ModuleNode*> seen;
  for (const ModuleNode* module : all_modules(model.modules))
    add_in_order(*original_of(module), seen, order);
  for (const ModuleNode* module : order) {
    if (holds_tensors(*module)) {
      failure.at(&module->location, diag::graph_module_not_written, module->path());
      return;
    }
    // What was not checked cannot be copied.
    if (const std::vector<Error> broken = lint(*module->graph); !broken.empty()) {
      failure.at(&module->location, broken.front());
      return;
    }
    auto made = std::make_unique<GraphModuleClass>();
    made->module = module;
    made->name = scope.claim(to_identifier(module->cpp_type) + "_module", "_");
    made->model.class_name = made->name;
    made->model.training = model.training;
    made->model.eval_only = model.eval_only;
    made->model.graph = module->graph->clone();
    copy_children(*module, made->model.modules.root(), made->model.modules);
    failure.at_control_characters(made->model);
    by_graph_[module->graph.get()] = made.get();
    all_.push_back(std::move(made));
  }
}

const GraphModuleClass* GraphModuleClasses::find(const ModuleNode& module) const {
  const auto found = by_graph_.find(original_of(&module)->graph.get());
  return found == by_graph_.end() ? nullptr : found->second;
}

} // namespace fx::codegen
