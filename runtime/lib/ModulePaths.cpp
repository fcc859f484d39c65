#include "ModulePaths.h"

#include "Attributes.h"

#include <ATen/core/Tensor.h>

namespace fx::runtime {

namespace {

/// Calls `visit` with everything that the module registered itself, in order, and with null at the
/// end; false: it stopped.
bool visit_held(const torch::nn::Module& module, const auto& visit) {
  for (const auto& entry : parameters_of(module))
    if (!visit(static_cast<const void*>(entry.value().unsafeGetTensorImpl()))) return false;
  for (const auto& entry : buffers_of(module))
    if (!visit(static_cast<const void*>(entry.value().unsafeGetTensorImpl()))) return false;
  for (const auto& entry : children_of(module))
    if (entry.value() && !(visit(static_cast<const void*>(entry.value().get())) &&
                           visit_held(*entry.value(), visit)))
      return false;
  return visit(nullptr);
}

} // namespace

ModulePaths::ModulePaths(const torch::nn::Module& root) : held_{&root} {
  modules_.emplace(&root, "");
  add_modules(root, "");
  visit_held(root, [&](const void* held) {
    held_.push_back(held);
    return true;
  });
}

void ModulePaths::add_modules(const torch::nn::Module& module, const std::string& path) {
  for (const auto& entry : children_of(module)) {
    if (!entry.value()) continue;
    const auto [found, is_new] =
        modules_.try_emplace(entry.value().get(), joined(path, entry.key()));
    // The children of one that is held twice are known by its first path.
    if (is_new) add_modules(*entry.value(), found->second);
  }
}

void ModulePaths::add_tensors(const torch::nn::Module& module, const std::string& path) {
  for (const Parameters* tensors : {&parameters_of(module), &buffers_of(module)})
    for (const auto& entry : *tensors)
      if (entry.value().defined())
        tensors_.try_emplace(entry.value().unsafeGetTensorImpl(), joined(path, entry.key()));
  for (const auto& entry : children_of(module))
    if (entry.value()) add_tensors(*entry.value(), joined(path, entry.key()));
}

bool ModulePaths::is_current(const torch::nn::Module& root) const {
  if (held_.empty() || held_.front() != &root) return false;
  size_t next = 1;
  const auto is_next = [&](const void* held) {
    const bool is_same = next < held_.size() && held_[next] == held;
    ++next;
    return is_same;
  };
  return visit_held(root, is_next) && next == held_.size();
}

const std::string* ModulePaths::find(const torch::nn::Module& module) const {
  const auto found = modules_.find(&module);
  return found == modules_.end() ? nullptr : &found->second;
}

const std::string* ModulePaths::find(const at::Tensor& tensor) {
  // Many programs use none of their own.
  if (tensors_.empty() && !held_.empty())
    add_tensors(*static_cast<const torch::nn::Module*>(held_.front()), "");
  const auto found = tensors_.find(tensor.unsafeGetTensorImpl());
  return found == tensors_.end() ? nullptr : &found->second;
}

} // namespace fx::runtime
