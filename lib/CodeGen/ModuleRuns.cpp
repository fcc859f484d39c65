#include "ModuleRuns.h"

#include <algorithm>
#include <unordered_set>

namespace fx::codegen {

namespace {

/// The chain of modules below the root that leads to one, itself last.
std::vector<const ModuleNode*> chain_of(const ModuleNode* module) {
  std::vector<const ModuleNode*> chain;
  for (; module != nullptr && module->parent != nullptr; module = module->parent)
    chain.push_back(module);
  std::ranges::reverse(chain);
  return chain;
}

} // namespace

ModuleRuns::ModuleRuns(const Graph& graph, const ModuleTree& modules)
    : of_node_(graph.id_limit(), root) {
  std::vector<size_t> open; // the chain that runs
  std::unordered_set<const ModuleNode*> seen;
  for (const Node* node : graph) {
    if (node->op() == Opcode::Placeholder || node->op() == Opcode::Output) continue;
    const ModuleNode* called =
        node->op() == Opcode::CallModule ? modules.find(node->target()) : nullptr;
    const ModuleNode* runs_in = called;
    if (called == nullptr)
      if (const auto* frames = node->meta(meta::module_stack); frames && !frames->empty())
        runs_in = modules.find(frames->back().path);
    const std::vector<const ModuleNode*> chain = chain_of(runs_in);
    size_t common = 0;
    while (common < open.size() && common < chain.size() &&
           runs_[open[common]].module == chain[common])
      ++common;
    if (called != nullptr && common == chain.size() && common > 0) --common;
    open.resize(common);
    for (size_t i = common; i < chain.size(); ++i) {
      const ModuleNode* real = chain[i]->alias_of != nullptr ? chain[i]->alias_of : chain[i];
      const bool is_call = called != nullptr && i + 1 == chain.size();
      const size_t parent = open.empty() ? root : open.back();
      open.push_back(runs_.size());
      runs_.push_back(
          {chain[i], i + 1, parent, is_call ? node : nullptr, !seen.insert(real).second});
    }
    if (!open.empty()) of_node_[node->id()] = open.back();
  }
}

size_t ModuleRuns::at_depth(size_t run, size_t depth) const {
  while (run != root && runs_[run].depth > depth)
    run = runs_[run].parent;
  return run;
}

std::string short_type(const ModuleNode& module) {
  std::string_view type = module.cpp_type;
  if (const size_t colon = type.rfind("::"); colon != std::string_view::npos)
    type.remove_prefix(colon + 2);
  if (type.ends_with("Impl")) type.remove_suffix(4);
  return std::string(type);
}

} // namespace fx::codegen
