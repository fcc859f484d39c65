// Results of analyses kept from pass to pass, as LLVM's AnalysisManager keeps them.
#pragma once

#include "fx/Analysis/Aliasing.h"

#include <memory>
#include <unordered_map>

namespace fx {

class AnalysisManager {
public:
  /// Computed on first demand, and again after a pass that did not preserve it.
  const AliasAnalysis& aliasing(const Graph& graph, const GraphModule& module);
  void invalidate() { aliasing_.clear(); }

private:
  std::unordered_map<const Graph*, std::unique_ptr<AliasAnalysis>> aliasing_;
};

} // namespace fx
