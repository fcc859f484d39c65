// Variables: declarations, structured bindings, globals and statics.
#include "Frontend/Eval/Machine.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool Machine::variable(const Expr* where, const ValueDecl* declaration, Location*& location) {
  for (const ValueDecl* key :
       {declaration, llvm::cast<ValueDecl>(declaration->getCanonicalDecl())}) {
    auto& variables = frames_.back().variables;
    if (auto at = variables.find(key); at != variables.end()) {
      location = at->second;
      return true;
    }
  }
  const auto* variable = dyn_cast<VarDecl>(declaration);
  if (variable == nullptr || !variable->hasGlobalStorage()) {
    // A constant captured by nobody because its value is known at compile time.
    if (variable && variable->getInit() && variable->getType().isConstQualified()) {
      Value value;
      if (!eval(variable->getInit(), value)) return false;
      location = storage_.allocate(value);
      return true;
    }
    return report_.error(where,
                         fmt::format("'{}' has no value here", declaration->getNameAsString()));
  }
  const auto* key = llvm::cast<ValueDecl>(variable->getCanonicalDecl());
  if (auto at = globals_.find(key); at != globals_.end()) {
    location = at->second;
    return true;
  }
  if (!report_.is_whole(variable->getSourceRange())) return false;
  const VarDecl* definition = nullptr;
  const Expr* init = variable->getAnyInitializer(definition);
  if (init == nullptr) {
    if (const VarDecl* pattern = variable->getTemplateInstantiationPattern())
      init = pattern->getAnyInitializer(definition);
  }
  if (init && init->isValueDependent()) init = nullptr;
  frames_.emplace_back(); // globals see no locals
  const bool ok = init_global(variable, key, init);
  frames_.pop_back();
  location = globals_[key];
  return ok;
}

bool Machine::init_global(const VarDecl* variable, const ValueDecl* key, const Expr* init) {
  // What it is made of lives on behind the call of forward that makes it.
  const bool outer = storage_.set_outlives(true);
  const auto done = llvm::scope_exit([&] { storage_.set_outlives(outer); });
  Location*& location = globals_[key];
  location = storage_.allocate();
  Result value;
  if (init == nullptr) {
    if (variable->isStaticLocal()) return true;
    value.value =
        Value::opaque(variable->getLocation(), fmt::format("the value of '{}' is not in this file",
                                                           variable->getQualifiedNameAsString()));
  } else if (!eval(init, value)) {
    return false;
  }
  if (variable->getType()->isReferenceType() && value.place) {
    globals_[key] = value.place;
    return true;
  }
  const Value initial = value.place ? storage_.copy(value.value) : value.value;
  Location* made = storage_.allocate(initial);
  // A value of this call is what later calls find: a change like any other.
  if (!graph_.in_constructor() && touches_graph(initial)) {
    made = storage_.allocate();
    storage_.write(made, initial);
  }
  globals_[key] = made;
  return true;
}

std::string Machine::name_of(const Location* location) const {
  for (const auto& [variable, place] : globals_)
    if (place == location) return fmt::format("the variable '{}'", variable->getNameAsString());
  const auto [object, field] = storage_.owner_of(location);
  if (field && !field->getName().empty())
    return fmt::format("the member '{}'", field->getNameAsString());
  if (field) return "what a lambda has captured";
  if (object && object->self != location) return "an element of " + name_of(object->self);
  return "a value that outlives the call";
}

namespace {

/// Whether a reference keeps the temporary alive that it is bound to.
bool extends_temporary(const VarDecl* variable) {
  const Expr* init = variable->getInit();
  if (init == nullptr || !variable->getType()->isReferenceType()) return false;
  if (const auto* full = dyn_cast<FullExpr>(init)) init = full->getSubExpr();
  while (const auto* cast = dyn_cast<ImplicitCastExpr>(init))
    init = cast->getSubExpr();
  const auto* temporary = dyn_cast<MaterializeTemporaryExpr>(init);
  return temporary && temporary->getExtendingDecl() == variable;
}

} // namespace

bool Machine::declare(const VarDecl* variable) {
  if (variable->isStaticLocal()) {
    const auto* key = llvm::cast<ValueDecl>(variable->getCanonicalDecl());
    if (globals_.count(key) != 0) return true;
    return init_global(variable, key, variable->getInit());
  }
  Result init;
  if (const Expr* expr = variable->getInit()) {
    if (!eval(expr, init)) return false;
  }
  Location* location = nullptr;
  if (variable->getType()->isReferenceType() && init.place) {
    location = init.place;
  } else {
    location = storage_.allocate(init.place ? storage_.copy(init.value) : init.value);
    // Readable names in regenerated code: the first variable a value was stored in.
    if (init.value.is_node() && !variable->getName().empty() &&
        init.value.node()->op() != Opcode::Placeholder && !init.value.node()->meta(meta::cpp_name))
      init.value.node()->set_meta(meta::cpp_name, variable->getNameAsString());
  }
  bind(variable, location);
  if (!variable->getType()->isReferenceType() || extends_temporary(variable))
    own(variable->getType().getNonReferenceType(), location);

  const auto* decomposition = dyn_cast<DecompositionDecl>(variable);
  if (decomposition == nullptr) return true;
  const Value whole = location->value();
  int64_t index = 0;
  for (const BindingDecl* binding : decomposition->bindings()) {
    Location* part = nullptr;
    if (whole.is_node()) {
      Value item = graph_.get_item(variable->getInit(), whole.node(), index);
      item.node()->set_meta(meta::cpp_name, binding->getNameAsString());
      part = storage_.allocate(item);
    } else if (whole.is_record() && !whole.object()->elements.empty()) {
      if (static_cast<size_t>(index) >= whole.object()->elements.size())
        return report_.error(binding->getLocation(),
                             "more names than parts in this structured binding");
      part = whole.object()->elements[index];
    } else if (whole.is_record()) {
      const auto* member = dyn_cast_or_null<MemberExpr>(
          binding->getBinding() ? binding->getBinding()->IgnoreParenImpCasts() : nullptr);
      const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
      if (field == nullptr)
        return report_.unsupported(variable->getInit(), "this structured binding");
      part = field_place(whole.object(), field);
    } else if (whole.is(Value::Kind::Opaque)) {
      part = storage_.allocate(whole);
    } else {
      return report_.unsupported(variable->getInit(), "this structured binding");
    }
    bind(binding, part);
    ++index;
  }
  return true;
}

} // namespace fx::frontend
