#include "ModuleBuilder.h"

#include "Attributes.h"
#include "ModuleCopy.h"

#include <fmt/format.h>

namespace fx::runtime {

namespace {

/// A module of another part of the model that a graph module calls.
bool is_part_of_another(const ModuleNode& node) {
  return !node.registered && node.alias_of != nullptr && node.parent->kind == ModuleKind::Graph;
}

} // namespace

std::shared_ptr<torch::nn::Module> ModuleBuilder::kept(const ModuleNode&) {
  return nullptr;
}

GraphModule ModuleBuilder::make_graph_module(const ModuleNode& node,
                                             const AttributeMap& unregistered) {
  GraphModule module = GraphModuleImpl::of(PlainModule("Module"), Graph(), nullptr, unregistered,
                                           node.cpp_type.str());
  module->set_graph(node.graph->clone());
  return module;
}

void ModuleBuilder::build(torch::nn::Module& root, AttributeMap& unregistered) {
  for (const ModuleNode* node : all_modules(modules_)) {
    const std::string path = node->path();
    const Made* owner = node->parent != nullptr ? &made_.at(node->parent) : nullptr;
    if (owner == nullptr) {
      made_[node] = {&root, nullptr};
    } else if (owner->is_kept) {
      add_below_kept(*node, *owner, path, unregistered);
    } else {
      if (node->alias_of == nullptr) made_[node] = make(*node, path);
      attach(*node, path, unregistered);
    }
    if (node->alias_of != nullptr || node->kind == ModuleKind::Leaf) continue;
    const Made& made = made_.at(node);
    for (const TensorSlot& slot : node->tensors)
      if (!made.is_kept)
        add_tensor(*made.module, *node, slot, joined(path, slot.name), unregistered);
      else if (!slot.is_saved() && !made.is_in_graph)
        add_unregistered_tensor(*node, slot, joined(path, slot.name), unregistered);
  }
}

/// It came with its owner, but for what the root keeps for it without registering it. What a graph
/// module keeps so is its own, and no path from the root leads there.
void ModuleBuilder::add_below_kept(const ModuleNode& node, const Made& owner,
                                   const std::string& path, AttributeMap& unregistered) {
  const std::shared_ptr<torch::nn::Module> module = kept(node);
  const bool is_in_graph = owner.is_in_graph || node.kind == ModuleKind::Graph;
  if (!node.registered && node.alias_of == nullptr && module != nullptr)
    unregistered.emplace(path, module);
  made_[&node] = {module.get(), module, /*is_kept=*/true, is_in_graph};
}

ModuleBuilder::Made ModuleBuilder::make(const ModuleNode& node, const std::string& path) {
  if (std::shared_ptr<torch::nn::Module> module = kept(node))
    return {module.get(), module, /*is_kept=*/true, node.kind == ModuleKind::Graph};
  std::shared_ptr<torch::nn::Module> module;
  if (node.kind == ModuleKind::Graph)
    module = make_graph_module(node, unregistered_of(node, path)).ptr();
  else if (node.kind != ModuleKind::Leaf)
    module = std::make_shared<PlainModule>(node.cpp_type.str());
  else
    module = make_leaf(node, path);
  if (!module)
    throw RuntimeError(fmt::format("'{}' is a {}, which is no class of LibTorch: a program that "
                                   "loads a graph has no way to make one; trace it without --leaf",
                                   path, node.cpp_type.view()));
  was_made(node, *module);
  return {module.get(), module};
}

/// The modules of others that a graph module calls, and its constants.
AttributeMap ModuleBuilder::unregistered_of(const ModuleNode& module, const std::string& path) {
  AttributeMap attributes;
  for (const TensorSlot& slot : module.tensors)
    if (!slot.is_saved())
      if (const auto value = tensor_of(module, slot, joined(path, slot.name)))
        attributes.emplace(slot.name.str(), *value);
  for (const ModuleNode* child : module.children)
    if (is_part_of_another(*child))
      if (const auto made = made_.find(child->alias_of); made != made_.end())
        attributes.emplace(child->name.str(), made->second.held);
  return attributes;
}

void ModuleBuilder::attach(const ModuleNode& node, const std::string& path,
                           AttributeMap& unregistered) {
  if (is_part_of_another(node)) return;
  const Made& made = made_.at(node.alias_of ? node.alias_of : &node);
  if (!node.registered) {
    unregistered.emplace(path, made.held);
    return;
  }
  made_.at(node.parent).module->register_module(node.name.str(), made.held);
}

void ModuleBuilder::add_unregistered_tensor(const ModuleNode& node, const TensorSlot& slot,
                                            const std::string& path, AttributeMap& unregistered) {
  if (const std::optional<torch::Tensor> value = tensor_of(node, slot, path))
    unregistered.emplace(path, *value);
}

void ModuleBuilder::add_tensor(torch::nn::Module& owner, const ModuleNode& node,
                               const TensorSlot& slot, const std::string& path,
                               AttributeMap& unregistered) {
  if (!slot.is_saved()) {
    // Of a graph module unregistered_of() has it.
    if (node.kind != ModuleKind::Graph) add_unregistered_tensor(node, slot, path, unregistered);
    return;
  }
  const std::optional<torch::Tensor> value = tensor_of(node, slot, path);
  if (!value) return;
  if (slot.role == TensorRole::Parameter)
    parameters_of(owner).insert(slot.name.str(), *value);
  else
    owner.register_buffer(slot.name.str(), *value);
}

} // namespace fx::runtime
