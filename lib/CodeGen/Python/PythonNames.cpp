// Registered names that Python's code, or torch.nn.Module, has another use for.
#include "fx/CodeGen/PythonNames.h"

#include "PythonNames.h"
#include "PythonWriter.h"

#include "../Comments.h"
#include "../Messages.h"

#include <algorithm>
#include <fmt/format.h>

namespace fx {
namespace codegen {
namespace {

/// Calls `visit` with every name that is registered, its owner, and its place if that is known.
template <class Visit>
void for_each_registered(const TracedModule& module, Visit visit) {
  for (const ModuleNode* part : all_modules(module.modules)) {
    if (part->parent != nullptr && part->registered)
      visit(*part->parent, part->name.view(), &part->location);
    if (part->kind == ModuleKind::Leaf || part->alias_of != nullptr) continue;
    for (const TensorSlot& slot : part->tensors)
      if (slot.role != TensorRole::Constant) visit(*part, slot.name.view(), &part->location);
  }
}

/// What torch.nn.Module's own methods assign to, which a child of that name would hear.
bool is_assigned_attribute(std::string_view name) {
  return name == "training" || name == "_is_full_backward_hook";
}

bool is_text(std::string_view name) {
  while (!name.empty()) {
    const size_t length = character_length(name);
    if (length == 0) return false;
    name.remove_prefix(length);
  }
  return true;
}

std::string path_of(const ModuleNode& owner, std::string_view name) {
  const std::string path = owner.path();
  return (path.empty() ? "" : path + ".") + std::string(name);
}

} // namespace

bool hides_switches(const ModuleNode& owner) {
  const auto is_hidden = [](const auto& part) { return is_assigned_attribute(part.name); };
  return std::ranges::any_of(owner.tensors, is_hidden) ||
         std::ranges::any_of(owner.children,
                             [&](const ModuleNode* child) { return is_hidden(*child); });
}

bool is_read_without_code(const TracedModule& module) {
  bool found = false;
  for_each_registered(module, [&](const ModuleNode&, std::string_view name, const SourceRange*) {
    found = found || is_torchscript_keyword(name) || !is_text(name);
  });
  return found;
}

std::string with_surrogates(std::string_view code) {
  std::string result;
  while (!code.empty()) {
    const size_t length = character_length(code);
    if (length > 0)
      result += code.substr(0, length);
    else
      result += fmt::format("\\udc{:02x}", static_cast<unsigned char>(code.front()));
    code.remove_prefix(std::max<size_t>(length, 1));
  }
  return result;
}

} // namespace codegen

std::vector<Saying> python_name_remarks(const TracedModule& module) {
  using namespace codegen;
  std::vector<Saying> remarks;
  for (const Node* node : module.graph)
    if (node->op() == Opcode::Placeholder && is_python_keyword(node->target()))
      remarks.push_back(
          say(diag::python_parameter_renamed, node->target().view(), node->name().view()));
  for_each_registered(module, [&](const ModuleNode& owner, std::string_view name,
                                  const SourceRange*) {
    const std::string path = path_of(owner, name);
    if (is_python_keyword(name) || is_module_attribute(name))
      remarks.push_back(say(diag::python_member_not_plain, comment_text(path)));
    if (!is_text(name))
      remarks.push_back(say(diag::python_name_of_bytes, comment_text(path), with_surrogates(path)));
  });
  return remarks;
}

} // namespace fx
