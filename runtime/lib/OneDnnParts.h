// Which parts of a live model oneDNN computes.
#pragma once

#include "OneDnnModule.h"

#include "fx/Runtime/SplitModule.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace fx::runtime {

class OneDnnParts {
public:
  /// `module` writes to no weights and is this object's; `inputs` decide what is
  /// measured; without measuring all that oneDNN can do is a part.
  OneDnnParts(GraphModule module, const Args& inputs, bool measures);

  /// The module in which every part that is faster in oneDNN is a module of its own; nothing: none
  /// is.
  std::optional<GraphModule> replaced();

private:
  void find_groups();
  void keep_faster_groups(const Args& inputs, bool measures);

  GraphModule module_;
  std::vector<NamedNodes> groups_;
  std::unordered_map<std::string, std::shared_ptr<OneDnnModuleImpl>> made_; // by the group's name
};

/// Those of a module, by path.
std::unordered_map<std::string, std::shared_ptr<torch::nn::Module>>
onednn_parts(const GraphModule& module);

} // namespace fx::runtime
