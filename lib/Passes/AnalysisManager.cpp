#include "fx/Passes/AnalysisManager.h"

namespace fx {

const AliasAnalysis& AnalysisManager::aliasing(const Graph& graph, const GraphModule& module) {
  std::unique_ptr<AliasAnalysis>& known = aliasing_[&graph];
  if (!known) known = std::make_unique<AliasAnalysis>(graph, &module);
  return *known;
}

} // namespace fx
