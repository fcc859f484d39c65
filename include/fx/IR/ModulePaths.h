// Where the modules of a model stood before passes moved or renamed them.
#pragma once

#include "fx/IR/ModuleTree.h"

#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace fx {

/// A module is the same one as long as it is the same node, wherever in the tree it stands.
class ModulePaths {
public:
  explicit ModulePaths(const ModuleTree& tree);

  bool has(const ModuleNode& module) const { return paths_.contains(&module); }
  /// The path that a module had; it has one.
  const std::string& of(const ModuleNode& module) const { return paths_.at(&module); }
  /// By the paths that modules had: those that they have now, of all that have another one.
  std::map<std::string, std::string> moved(const ModuleTree& now) const;
  /// The same without what follows from the entry of the module around it: "conv1" says it of
  /// "conv1.norm" too. What was not registered is in no saved weights, and not here.
  std::map<std::string, std::string> key_map(const ModuleTree& now) const;

private:
  std::unordered_map<const ModuleNode*, std::string> paths_;
  std::unordered_set<const ModuleNode*> unsaved_;
};

/// What a path is now, of a module or tensor: the entry of the innermost module decides.
std::string moved_path(std::string_view path, const std::map<std::string, std::string>& moved);

} // namespace fx
