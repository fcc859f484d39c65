#include "fx/IR/ModuleTree.h"

#include "fx/IR/Node.h"

namespace fx {

std::string ModuleNode::path() const {
  std::vector<const ModuleNode*> chain;
  for (const ModuleNode* at = this; at && at->parent; at = at->parent)
    chain.push_back(at);
  std::string path;
  for (size_t i = chain.size(); i-- > 0;) {
    if (!path.empty()) path += '.';
    path += chain[i]->name.view();
  }
  return path;
}

ModuleNode* ModuleNode::child(std::string_view wanted) const {
  const size_t place = child_index_.find(wanted, children.size(),
                                         [&](size_t at) { return children[at]->name.view(); });
  return place < children.size() ? children[place] : nullptr;
}

void ModuleNode::forget_index() {
  child_index_ = {};
  tensor_index_ = {};
}

const TensorSlot* ModuleNode::tensor(std::string_view wanted) const {
  const size_t place = tensor_index_.find(wanted, tensors.size(),
                                          [&](size_t at) { return tensors[at].name.view(); });
  return place < tensors.size() ? &tensors[place] : nullptr;
}

void ModuleNode::set_tensors(const std::vector<TensorSlot>& others) {
  tensors = others;
  forget_index();
}

const ModuleOption* ModuleNode::option(std::string_view wanted) const {
  for (const ModuleOption& option : options)
    if (option.name.view() == wanted) return &option;
  return nullptr;
}

ModuleTree::ModuleTree() : root_(&modules_.emplace_back()) {}

ModuleNode& ModuleTree::create(Symbol cpp_type, ModuleKind kind) {
  ModuleNode& module = modules_.emplace_back();
  module.cpp_type = cpp_type;
  module.kind = kind;
  return module;
}

void ModuleTree::attach(ModuleNode& parent, ModuleNode& child, Symbol name) {
  child.name = name;
  child.parent = &parent;
  parent.children.push_back(&child);
}

void ModuleTree::rename(ModuleNode& module, Symbol name) {
  if (module.parent != nullptr) module.parent->forget_index();
  module.name = name;
}

void ModuleTree::move(ModuleNode& child, ModuleNode& parent, size_t place, Symbol name) {
  detach(child);
  parent.forget_index();
  child.name = name;
  child.parent = &parent;
  parent.children.insert(parent.children.begin() + static_cast<std::ptrdiff_t>(place), &child);
}

void ModuleTree::detach_if(const std::function<bool(const ModuleNode&)>& unwanted) {
  for (ModuleNode* parent : all_modules(*this)) {
    parent->forget_index();
    std::erase_if(parent->children, [&](ModuleNode* child) {
      if (!unwanted(*child)) return false;
      child->parent = nullptr;
      return true;
    });
  }
}

void ModuleTree::detach(ModuleNode& child) {
  if (child.parent == nullptr) return;
  child.parent->forget_index();
  std::erase(child.parent->children, &child);
  child.parent = nullptr;
}

void ModuleTree::settle_aliases() {
  const auto is_attached = [this](const ModuleNode* module) {
    while (module->parent)
      module = module->parent;
    return module == root_;
  };
  std::vector<ModuleNode*> stack{root_};
  while (!stack.empty()) {
    ModuleNode* owner = stack.back();
    stack.pop_back();
    for (ModuleNode*& child : owner->children) {
      ModuleNode* real = child->alias_of;
      if (real && !is_attached(real)) {
        detach(*real);
        real->parent = owner;
        real->name = child->name;
        child->parent = nullptr;
        child = real;
        owner->forget_index();
      }
    }
    stack.insert(stack.end(), owner->children.rbegin(), owner->children.rend());
  }
}

Argument ModuleLiteral::to_argument() const {
  std::vector<std::pair<Argument, Argument>> items;
  items.reserve(options.size());
  for (const ModuleOption& option : options)
    items.emplace_back(Argument::string(option.name), option.value);
  return Argument::tuple({Argument::string(cpp_type), Argument::dict(std::move(items))});
}

std::optional<ModuleLiteral> ModuleLiteral::from_argument(const Argument& value) {
  const auto parts = value.items();
  if (!value.is(Argument::Kind::Tuple) || parts.size() != 2 ||
      !parts[0].is(Argument::Kind::String) || !parts[1].is(Argument::Kind::Dict))
    return std::nullopt;
  ModuleLiteral literal{parts[0].symbol(), {}};
  const auto items = parts[1].items();
  for (size_t i = 0; i + 1 < items.size(); i += 2)
    literal.options.push_back({items[i].symbol(), items[i + 1], false});
  return literal;
}

std::optional<ModuleLiteral> made_and_dropped(const Node& node) {
  constexpr std::string_view library = "torch.nn.";
  std::string_view target = node.target();
  if (node.op() != Opcode::CallFunction || !target.starts_with(library) || !node.args().empty())
    return std::nullopt;
  target.remove_prefix(library.size());
  if (target.empty() || target.find('.') != std::string_view::npos || target[0] < 'A' ||
      target[0] > 'Z')
    return std::nullopt;
  ModuleLiteral made{Symbol("torch::nn::" + std::string(target)), {}};
  for (const KeywordArgument& option : node.kwargs())
    made.options.push_back({option.name, option.value, false});
  return made;
}

std::vector<ModuleNode*> all_modules(const ModuleTree& tree) {
  std::vector<ModuleNode*> order;
  for_each_module(tree, [&](ModuleNode& module) { order.push_back(&module); });
  return order;
}

std::unordered_set<const Node*> initial_values(const ModuleTree& tree) {
  std::unordered_set<const Node*> values;
  for (const ModuleNode* module : all_modules(tree)) {
    for (const TensorSlot& slot : module->tensors)
      if (slot.init != nullptr) values.insert(slot.init);
    for (const ModuleOption& option : module->options)
      for_each_node(option.value, [&](const Node* node) { values.insert(node); });
  }
  return values;
}

std::vector<std::shared_ptr<Graph>> inner_graphs(const ModuleTree& tree) {
  std::vector<std::shared_ptr<Graph>> graphs;
  for_each_module(tree, [&](const ModuleNode& module) {
    if (module.graph) graphs.push_back(module.graph);
  });
  std::ranges::reverse(graphs);
  return graphs;
}

ModuleNode* ModuleTree::find(std::string_view path) const {
  ModuleNode* at = root_;
  while (!path.empty()) {
    const size_t dot = path.find('.');
    at = at->child(path.substr(0, dot));
    if (at == nullptr) return nullptr;
    if (at->alias_of) at = at->alias_of;
    path = dot == std::string_view::npos ? std::string_view() : path.substr(dot + 1);
  }
  return at;
}

const TensorSlot* ModuleTree::find_tensor(std::string_view path) const {
  const size_t dot = path.rfind('.');
  const ModuleNode* owner =
      find(dot == std::string_view::npos ? std::string_view() : path.substr(0, dot));
  return owner ? owner->tensor(dot == std::string_view::npos ? path : path.substr(dot + 1))
               : nullptr;
}

} // namespace fx
