// Modules copied and assigned by value.
//
// Module's copy shares the tensors and the submodules of what it was copied from and has members of
// its own. In the tree the shared submodules stand under both; a copy's own parameters stand under
// the copy, with the values they start from.
#include "Frontend/Models/Torch/Modules.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// A member's value in the copy: what was registered in the original is registered in the copy.
Value copied(Machine& machine, const Value& value, const ModuleNode* from, ModuleNode* to) {
  if (value.is(Value::Kind::TensorSlot) && value.module() == from &&
      machine.graph().in_constructor())
    return Value::tensor_slot(to, static_cast<uint32_t>(value.index()));
  const Value copy = machine.storage().copy(value);
  if (copy.is_object() && copy.object()->kind == Object::Kind::Sequence)
    for (Location* element : copy.object()->elements)
      machine.storage().write(element, copied(machine, element->value(), from, to));
  return copy;
}

void fill(Machine& machine, const Object& changed, const Object& source, bool moves) {
  ModuleTree& tree = machine.graph().traced().modules;
  ModuleNode& to = *changed.module;
  ModuleNode& from = *source.module;
  to.options = from.options;
  to.set_tensors(from.tensors);
  const std::vector<ModuleNode*> children = from.children;
  for (ModuleNode* child : children) {
    if (moves) {
      const Symbol name = child->name;
      tree.detach(*child);
      tree.attach(to, *child, name);
      continue;
    }
    ModuleNode& alias = tree.create(child->cpp_type, child->kind);
    alias.alias_of = child->alias_of ? child->alias_of : child;
    alias.location = child->location;
    tree.attach(to, alias, child->name);
  }
  Object& target = *machine.storage().change(&changed);
  target.elements = source.elements;
  target.element_names = source.element_names;
  target.hidden = source.hidden;
  target.options_object = source.options_object;
  target.training = source.training;
  target.made_in_forward |= !machine.graph().in_constructor();
  for (const auto& [field, location] : source.fields) {
    if (field->getType()->isReferenceType()) {
      target.fields[field] = location;
      continue;
    }
    const Value value = copied(machine, location->value(), &from, &to);
    auto [entry, fresh] = target.fields.try_emplace(field, nullptr);
    if (fresh)
      entry->second = machine.storage().allocate(value);
    else
      machine.storage().assign(entry->second, value);
  }
}

} // namespace

const Object* copy_module(Machine& machine, const Object& source) {
  Object* made = machine.storage().create(Object::Kind::Module, source.type);
  made->module =
      &machine.graph().traced().modules.create(source.module->cpp_type, source.module->kind);
  made->module->location = source.module->location;
  fill(machine, *made, source, /*moves=*/false);
  return made;
}

bool assign_module(Machine& machine, const Expr* where, const Object& target, const Object& source,
                   bool moves) {
  if (&target == &source) return true;
  if (!machine.graph().in_constructor())
    return machine.report().unsupported(where, missing::assigning_one_module_to_another_in_forward);
  ModuleTree& tree = machine.graph().traced().modules;
  const std::vector<ModuleNode*> children = target.module->children;
  for (ModuleNode* child : children)
    tree.detach(*child);
  fill(machine, target, source, moves);
  return true;
}

} // namespace fx::frontend
