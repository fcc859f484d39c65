// Where the modules of a model stood before passes moved or renamed them.
#pragma once

#include "fx/IR/ModuleTree.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

namespace fx {

/// A module is the same one as long as it is the same node, wherever in the tree it stands.
class ModulePaths {
public:
  explicit ModulePaths(const ModuleTree& tree);

  /// By the paths that modules had: those that they have now, of all that have another one.
  std::map<std::string, std::string> moved(const ModuleTree& now) const;
  /// The same without what follows from the entry of the module around it: "conv1" says it of
  /// "conv1.norm" too.
  std::map<std::string, std::string> key_map(const ModuleTree& now) const;

private:
  std::unordered_map<const ModuleNode*, std::string> paths_;
};

/// What a path is now, of a module or tensor: the entry of the innermost module decides.
std::string moved_path(std::string_view path, const std::map<std::string, std::string>& moved);

} // namespace fx
