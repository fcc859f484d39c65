// What passes did to the tree of modules.
#include "fx/Refactor/InPlace.h"

#include <unordered_set>

namespace fx::refactor {

ModuleHistory::ModuleHistory(const TracedModule& model) : paths_(model.modules) {
  for (const ModuleNode* module : all_modules(model.modules)) {
    before_.emplace(
        module,
        Was{{module->cpp_type, module->options}, module->name, module->registered, module->parent});
    order_.push_back(module);
  }
}

std::vector<std::pair<const ModuleNode*, ModuleHistory::Made>>
ModuleHistory::changed(const TracedModule& after) const {
  std::vector<std::pair<const ModuleNode*, Made>> result;
  for (const ModuleNode* module : all_modules(after.modules)) {
    const auto found = before_.find(module);
    if (module->kind != ModuleKind::Leaf || found == before_.end()) continue;
    const Made& was = found->second.made;
    if (was.cpp_type != module->cpp_type || was.options != module->options)
      result.emplace_back(module, was);
  }
  return result;
}

std::vector<const ModuleNode*> ModuleHistory::added(const TracedModule& after) const {
  std::vector<const ModuleNode*> result;
  for (const ModuleNode* module : all_modules(after.modules))
    if (module->kind == ModuleKind::Leaf && !before_.contains(module)) result.push_back(module);
  return result;
}

std::vector<std::pair<const ModuleNode*, Symbol>>
ModuleHistory::renamed(const TracedModule& after) const {
  std::vector<std::pair<const ModuleNode*, Symbol>> result;
  for (const ModuleNode* module : all_modules(after.modules))
    if (const auto found = before_.find(module); found != before_.end() &&
                                                 found->second.name != module->name &&
                                                 found->second.parent == module->parent)
      result.emplace_back(module, found->second.name);
  return result;
}

std::vector<std::pair<const ModuleNode*, const ModuleNode*>>
ModuleHistory::removed(const TracedModule& after) const {
  const std::vector<ModuleNode*> now = all_modules(after.modules);
  const std::unordered_set<const ModuleNode*> attached(now.begin(), now.end());
  std::vector<std::pair<const ModuleNode*, const ModuleNode*>> result;
  for (const ModuleNode* module : order_) {
    const ModuleNode* parent = before_.at(module).parent;
    if (!attached.contains(module) && attached.contains(parent))
      result.emplace_back(module, parent);
  }
  return result;
}

std::vector<std::pair<const ModuleNode*, const ModuleNode*>>
ModuleHistory::moved(const TracedModule& after) const {
  const std::vector<ModuleNode*> now = all_modules(after.modules);
  const std::unordered_set<const ModuleNode*> attached(now.begin(), now.end());
  std::vector<std::pair<const ModuleNode*, const ModuleNode*>> result;
  for (const ModuleNode* module : order_)
    if (const ModuleNode* parent = before_.at(module).parent;
        attached.contains(module) && parent != module->parent)
      result.emplace_back(module, parent);
  return result;
}

const ModuleNode* ModuleHistory::owner_of(const ModuleNode& module) const {
  return before_.at(&module).parent;
}

std::vector<const ModuleNode*> ModuleHistory::registered(const TracedModule& after) const {
  std::vector<const ModuleNode*> result;
  for (const ModuleNode* module : all_modules(after.modules))
    if (const auto found = before_.find(module);
        found != before_.end() && module->registered && !found->second.registered &&
        before_.contains(module->parent)) // not in a list that is new, and registers it
      result.push_back(module);
  return result;
}

} // namespace fx::refactor
