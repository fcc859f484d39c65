#include "fx/Analysis/AnalysisManager.h"

#include <algorithm>

namespace fx {

bool PreservedAnalyses::contains(std::type_index analysis) const {
  return all_ || std::ranges::find(types_, analysis) != types_.end();
}

void PreservedAnalyses::intersect(const PreservedAnalyses& other) {
  if (other.all_) return;
  if (all_)
    *this = other;
  else
    std::erase_if(types_, [&](std::type_index type) { return !other.contains(type); });
}

void AnalysisManager::invalidate(const PreservedAnalyses& preserved) {
  std::erase_if(results_,
                [&](const auto& entry) { return !preserved.contains(entry.first.second); });
}

std::optional<std::string_view> AnalysisManager::find_stale(const TracedModule& module) const {
  std::vector<const Graph*> graphs = module.forward_graphs();
  graphs.push_back(&module.init);
  for (const std::shared_ptr<Graph>& inner : inner_graphs(module.modules))
    graphs.push_back(inner.get());
  for (const auto& [key, result] : results_)
    // What is kept of a graph that is gone is asked for by nothing.
    if (std::ranges::find(graphs, key.first) != graphs.end() &&
        !result->is_current(*key.first, module))
      return result->name();
  return std::nullopt;
}

} // namespace fx
