#include "fx/IR/ModulePaths.h"

namespace fx {

ModulePaths::ModulePaths(const ModuleTree& tree) {
  for (const ModuleNode* module : all_modules(tree)) { // parents before children
    paths_.emplace(module, module->path());
    if (!module->registered || unsaved_.contains(module->parent)) unsaved_.insert(module);
  }
}

std::map<std::string, std::string> ModulePaths::moved(const ModuleTree& now) const {
  std::map<std::string, std::string> result;
  for (const ModuleNode* module : all_modules(now))
    if (const auto was = paths_.find(module); was != paths_.end())
      if (std::string path = module->path(); path != was->second)
        result.emplace(was->second, std::move(path));
  return result;
}

std::map<std::string, std::string> ModulePaths::key_map(const ModuleTree& now) const {
  std::map<std::string, std::string> all, result;
  for (const ModuleNode* module : all_modules(now))
    if (const auto was = paths_.find(module);
        was != paths_.end() && module->parent != nullptr && !unsaved_.contains(module))
      all.emplace(was->second, module->path());
  // A module comes behind those around it.
  for (const auto& [was, path] : all)
    if (moved_path(was, result) != path) result.emplace(was, path);
  return result;
}

std::string moved_path(std::string_view path, const std::map<std::string, std::string>& moved) {
  for (size_t end = path.size(); end != std::string_view::npos && end > 0;
       end = path.rfind('.', end - 1))
    if (const auto found = moved.find(std::string(path.substr(0, end))); found != moved.end())
      return found->second + std::string(path.substr(end));
  return std::string(path);
}

} // namespace fx
