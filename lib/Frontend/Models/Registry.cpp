// Finding the model of a library function by its qualified name.
#include "Frontend/Models/Models.h"

#include <unordered_map>

namespace fx::frontend {

namespace {

const std::unordered_map<std::string_view, Model>& registry() {
  static const auto* table = [] {
    auto* all = new std::unordered_map<std::string_view, Model>();
    const auto add = [&](ModelTable models) {
      for (const ModelEntry& entry : models)
        all->emplace(entry.name, entry.model);
    };
#define FX_MODELS(FAMILY) add(FAMILY##_models());
#include "Frontend/Models/Families.def"
    return all;
  }();
  return *table;
}

} // namespace

Model find_model(std::string_view qualified, const clang::FunctionDecl* function) {
  const auto& table = registry();
  if (auto exact = table.find(qualified); exact != table.end()) return exact->second;
  // TORCH_MODULE makes a class of its own for each holder; what it inherits is ModuleHolder's.
  if (const auto* method = clang::dyn_cast_or_null<clang::CXXMethodDecl>(function);
      method && !clang::isa<clang::CXXConstructorDecl>(method) &&
      is_handle_class(method->getParent()))
    qualified = "torch::nn::ModuleHolder::method";
  std::string prefix(qualified);
  for (size_t end = prefix.rfind("::"); end != std::string::npos && end > 0;
       end = prefix.rfind("::", end - 1)) {
    prefix.resize(end);
    if (auto family = table.find(prefix + "::*"); family != table.end()) return family->second;
  }
  return nullptr;
}

std::vector<std::string_view> supported_library() {
  std::vector<std::string_view> names;
  for (const auto& [name, model] : registry())
    names.push_back(name);
  std::sort(names.begin(), names.end());
  return names;
}

} // namespace fx::frontend
