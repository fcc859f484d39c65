// Modules copied and assigned by value.
//
// Module's copy shares the tensors and the submodules of what it was copied from and has members of
// its own. In the tree the shared submodules stand under both; a copy's own parameters stand under
// the copy, with the values they start from.
#include "Frontend/Models/Models.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// A member's value in the copy: what was registered in the original is registered in the copy.
Value copied(Evaluator& evaluator, const Value& value, const Module* from, Module* to) {
  if (value.is(Value::Kind::Slot) && value.module() == from && evaluator.in_constructor())
    return Value::slot(to, static_cast<uint32_t>(value.index()));
  const Value copy = evaluator.storage().copy(value);
  if (copy.is_record() && copy.object()->kind == Object::Kind::Sequence)
    for (Location* element : copy.object()->elements)
      evaluator.storage().write(element, copied(evaluator, element->value(), from, to));
  return copy;
}

void fill(Evaluator& evaluator, const Object& changed, const Object& source, bool moves) {
  ModuleTree& tree = evaluator.traced().modules;
  Module& to = *changed.module;
  Module& from = *source.module;
  to.options = from.options;
  to.tensors = from.tensors;
  const std::vector<Module*> children = from.children;
  for (Module* child : children) {
    if (moves) {
      const Symbol name = child->name;
      tree.detach(*child);
      tree.attach(to, *child, name);
      continue;
    }
    Module& alias = tree.create(child->cpp_type, child->kind);
    alias.alias_of = child->alias_of ? child->alias_of : child;
    alias.location = child->location;
    tree.attach(to, alias, child->name);
  }
  Object& target = *evaluator.storage().change(&changed);
  target.elements = source.elements;
  target.element_names = source.element_names;
  target.options_object = source.options_object;
  for (const auto& [field, location] : source.fields) {
    if (field->getType()->isReferenceType()) {
      target.fields[field] = location;
      continue;
    }
    const Value value = copied(evaluator, location->value(), &from, &to);
    auto [entry, fresh] = target.fields.try_emplace(field, nullptr);
    if (fresh)
      entry->second = evaluator.storage().allocate(value);
    else
      evaluator.storage().assign(entry->second, value);
  }
}

} // namespace

const Object* copy_module(Evaluator& evaluator, const Object& source) {
  Object* made = evaluator.storage().create(Object::Kind::Module, source.type);
  made->module = &evaluator.traced().modules.create(source.module->cpp_type, source.module->kind);
  made->module->location = source.module->location;
  fill(evaluator, *made, source, /*moves=*/false);
  return made;
}

bool assign_module(Evaluator& evaluator, const Expr* where, const Object& target,
                   const Object& source, bool moves) {
  if (&target == &source) return true;
  if (!evaluator.in_constructor())
    return evaluator.unsupported(where, "assigning one module to another in forward");
  ModuleTree& tree = evaluator.traced().modules;
  const std::vector<Module*> children = target.module->children;
  for (Module* child : children)
    tree.detach(*child);
  fill(evaluator, target, source, moves);
  return true;
}

} // namespace fx::frontend
