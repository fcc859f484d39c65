// Variables: declarations, structured bindings, globals and statics.
#include "Frontend/Eval/InPlace.h"
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
  // Its own initialiser names it: `std::function<int(int)> f = [&](int n) { ... f(n - 1) ... };`
  for (auto& [declared, early] : llvm::reverse(declaring_))
    if (declared == declaration || declared == declaration->getCanonicalDecl()) {
      if (early == nullptr) early = storage_.allocate();
      location = early;
      return true;
    }
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
  if (auto pending = pending_globals_.find(key); pending != pending_globals_.end()) {
    for (const auto& [declared, early] : declaring_)
      if (const auto* global = dyn_cast<VarDecl>(declared);
          global && global->isInline() && !used_before_turn_ &&
          context_.getSourceManager().isBeforeInTranslationUnit(
              (variable->getDefinition() ? variable->getDefinition() : variable)->getLocation(),
              global->getLocation())) {
        used_before_turn_ = true;
        return report_.error(
            where, fmt::format("'{}' is inline, and C++ leaves open whether '{}' has its value "
                               "before: make both of them inline, or none",
                               global->getNameAsString(), variable->getNameAsString()));
      }
    if (pending->second == nullptr && !zero_global(variable, pending->second)) return false;
    location = pending->second;
    return true;
  }
  if (variable->hasAttrs() &&
      (variable->hasAttr<AliasAttr>() || variable->hasAttr<WeakRefAttr>() ||
       (variable->hasAttr<WeakAttr>() && !variable->hasDefinition(context_))))
    return report_.unsupported(where, "a variable that the linker gives its place");
  if (!report_.is_whole(variable->getSourceRange()) || !init_thread_locals(variable)) return false;
  if (auto at = globals_.find(key); at != globals_.end()) {
    location = at->second;
    return true;
  }
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
  if (ok) location = globals_[key];
  return ok;
}

namespace {

bool make_zero(Machine& machine, const Expr* where, QualType type, Value& value);

bool make_parts_zero(Machine& machine, const Expr* where, const Object* object,
                     const CXXRecordDecl* record) {
  for (const CXXBaseSpecifier& base : record->bases())
    if (!make_parts_zero(machine, where, object,
                         base.getType()->getAsCXXRecordDecl()->getDefinition()))
      return false;
  for (const FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField() || field->getType()->isReferenceType()) continue;
    Value zero;
    if (!make_zero(machine, where, field->getType(), zero)) return false;
    machine.storage().write(machine.field_place(object, field), zero);
    if (record->isUnion()) break; // its first member alone
  }
  return true;
}

/// What a static of `type` is before anything runs: no constructor does.
bool make_zero(Machine& machine, const Expr* where, QualType type, Value& value) {
  if (const auto* array = machine.context().getAsConstantArrayType(type)) {
    const uint64_t size = array->getSize().getZExtValue();
    if (!machine.storage().has_room(size))
      return machine.report().error(where, "gave up: this array has millions of elements");
    std::vector<Value> elements(size);
    for (Value& element : elements)
      if (!make_zero(machine, where, array->getElementType(), element)) return false;
    value = Value::record(machine.storage().sequence(std::move(elements)));
    return true;
  }
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return machine.default_value(where, type, value);
  if (!record->hasDefinition() || !machine.is_user_code(record) || is_module_class(record) ||
      is_handle_class(record))
    return machine.report().unsupported(where, "the use of a global object before its turn");
  const Object* object = machine.create_object(record->getDefinition());
  value = Value::record(object);
  return make_parts_zero(machine, where, object, record->getDefinition());
}

} // namespace

bool Machine::zero_global(const VarDecl* variable, Location*& location) {
  const bool outer = storage_.set_outlives(true);
  const auto done = llvm::scope_exit([&] { storage_.set_outlives(outer); });
  auto* where =
      new (context_) OpaqueValueExpr(variable->getLocation(), variable->getType(), VK_PRValue);
  // The default constructors of an array's elements give zero to what they should leave alone.
  if (variable->getType()->isArrayType() &&
      context_.getBaseElementType(variable->getType())->isRecordType()) {
    used_before_turn_ = true;
    return report_.unsupported(where, "the use of a global array of objects before its turn");
  }
  Value zero;
  if (!make_zero(*this, where, variable->getType(), zero)) return false;
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
  location = storage_.allocate(zero);
  return true;
}

namespace {

/// What a constructor leaves without a value keeps the one that it had before its variable's turn.
void keep_what_is_left(Storage& storage, Location* now, const Location* before) {
  const Value& earlier = before->value();
  if (now->value().is(Value::Kind::Uninitialized)) storage.write(now, earlier);
  if (!now->value().is_record() || !earlier.is_record() ||
      now->value().object() == earlier.object())
    return;
  const Object* object = now->value().object();
  if (object->kind != earlier.object()->kind || object->type != earlier.object()->type) return;
  if (object->kind == Object::Kind::Class)
    for (const auto& [field, place] : earlier.object()->fields)
      if (!field->getType()->isReferenceType() && !field->getParent()->isUnion())
        keep_what_is_left(storage, storage.field(object, field), place);
  if (object->kind != Object::Kind::Sequence || object->type) return;
  const size_t size = std::min(object->elements.size(), earlier.object()->elements.size());
  for (size_t i = 0; i < size; ++i)
    keep_what_is_left(storage, object->elements[i], earlier.object()->elements[i]);
}

} // namespace

bool Machine::init_global(const VarDecl* variable, const ValueDecl* key, const Expr* init) {
  // What it is made of lives on behind the call of forward that makes it.
  const bool outer = storage_.set_outlives(true);
  const auto done = llvm::scope_exit([&] { storage_.set_outlives(outer); });
  const size_t declaring = declaring_.size();
  declaring_.emplace_back(key, std::exchange(early_global_, nullptr));
  const bool in_turn = std::exchange(in_turn_, false);
  const auto declared = llvm::scope_exit([&] { declaring_.resize(declaring); });
  const bool is_constant = is_constant_evaluated_ || variable->hasConstantInitialization();
  const bool outer_constant = std::exchange(is_constant_evaluated_, is_constant);
  const auto evaluated = llvm::scope_exit([&] { is_constant_evaluated_ = outer_constant; });
  // A constant is there before the program begins: to make it is no change of what forward found.
  const bool outer_prepares = storage_.set_prepares(false);
  storage_.set_prepares(outer_prepares || variable->hasConstantInitialization());
  const auto prepared = llvm::scope_exit([&] { storage_.set_prepares(outer_prepares); });
  Result value;
  if (init == nullptr && variable->hasDefinition(context_) != VarDecl::DeclarationOnly) {
    // Statics are zero before anything else happens to them.
    auto* where = new (context_) OpaqueValueExpr(
        variable->getLocation(), variable->getType().getNonReferenceType(), VK_PRValue);
    if (!default_value(where, variable->getType(), value.value)) return false;
  } else if (init == nullptr) {
    value.value =
        Value::opaque(variable->getLocation(), fmt::format("the value of '{}' is not in this file",
                                                           variable->getQualifiedNameAsString()));
  } else if (!eval(init, value)) {
    return false; // who comes next initialises it
  }
  frames_.back().extended.clear(); // what a static refers to lives on
  if (variable->getType()->isReferenceType() && value.place) {
    globals_[key] = value.place;
    return true;
  }
  const Value initial = shown_globals_ && !in_turn && may_be_changed_elsewhere(key)
                            ? *shown_globals_
                        : value.place ? storage_.copy(value.value)
                                      : value.value;
  Location* early = declaring_[declaring].second;
  if (early && initial.is_record()) keep_what_is_left(storage_, initial.object()->self, early);
  // Statics are zero before their constructors run, too: that is no change that forward makes.
  if (const Object* object = initial.is_record() ? initial.object() : nullptr;
      object && object->kind == Object::Kind::Class && object->type &&
      (is_user_code(object->type) || is_interpreted_library(object->type))) {
    const bool prepares = storage_.set_prepares(true);
    const bool ok = fill_with_zeros(init, object, object->type);
    storage_.set_prepares(prepares);
    if (!ok) return false;
  }
  Location* made = early && !initial.is_record() ? early : storage_.allocate(initial);
  if (made == early) storage_.write(made, initial);
  // A value of this call is what later calls find: a change like any other.
  if (!graph_.in_constructor() && (touches_graph(initial) || storage_.is_making(touches_graph))) {
    made = storage_.allocate();
    storage_.end_of_making();
    storage_.write(made, initial);
  }
  if (early && early != made) storage_.write(early, initial);
  globals_[key] = made;
  if (needs_destruction(variable->getType()))
    at_exit_.push_back({{made, variable->getType()},
                        variable->getTLSKind() != VarDecl::TLS_None,
                        variable->getLocation(),
                        {}});
  return true;
}

bool Machine::may_be_constant_evaluated() const {
  // The library comes to the same result in both ways.
  const FunctionDecl* function = frames_.back().function;
  if (function && !is_user_code(function)) return false;
  return llvm::any_of(declaring_, [this](const auto& declared) {
    const auto* variable = dyn_cast<VarDecl>(declared.first);
    return variable && (variable->hasGlobalStorage() || variable->isConstexpr() ||
                        variable->mightBeUsableInConstantExpressions(context_));
  });
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

/// Readable names in regenerated code: the first variable a value was stored in.
void name_value(const VarDecl* variable, const Value& value) {
  if (value.is_node() && !variable->getName().empty() &&
      value.node()->op() != Opcode::Placeholder && !value.node()->meta(meta::cpp_name))
    value.node()->set_meta(meta::cpp_name, variable->getNameAsString());
}

} // namespace

bool Machine::run_sizes(const Expr* where, QualType type, std::optional<int64_t>& size) {
  bool is_outermost = true;
  while (type->isVariablyModifiedType()) {
    if (const auto* adjusted = dyn_cast<AdjustedType>(type.getTypePtr())) {
      type = adjusted->getOriginalType();
    } else if (const auto* array = context_.getAsVariableArrayType(type)) {
      int64_t count = 0;
      if (array->getSizeExpr() && !eval_int(array->getSizeExpr(), count, "the size of this array"))
        return false;
      if (count < 0) return report_.error(where, "this array has less than no elements");
      type = array->getElementType();
      if (!is_outermost) continue;
      // Of an array of arrays or of objects the elements would have to be made.
      if (!type->isScalarType() && !type->isVariablyModifiedType())
        return report_.unsupported(where, "an array of a computed size with such elements");
      if (type->isScalarType()) size = count;
    } else if (type->isPointerType() || type->isReferenceType()) {
      type = type->getPointeeType();
      is_outermost = false;
    } else if (const auto* array = context_.getAsArrayType(type)) {
      type = array->getElementType();
      is_outermost = false;
    } else {
      return report_.unsupported(where, "this type, whose size is computed");
    }
  }
  return true;
}

bool Machine::declare(const VarDecl* variable) {
  if (variable->isLocalExternDecl()) return true; // a name for one of the program's
  if (variable->hasAttr<CleanupAttr>())
    return report_.error(variable->getLocation(),
                         "a variable with a cleanup function is not supported yet");
  if (variable->isStaticLocal()) {
    const auto* key = llvm::cast<ValueDecl>(variable->getCanonicalDecl());
    if (globals_.count(key) != 0) return true;
    return init_global(variable, key, variable->getInit());
  }
  if (variable->hasAttrs() && variable->hasAttr<CleanupAttr>())
    return report_.error(variable->getLocation(),
                         "a variable with a cleanup function of its own is not supported yet; "
                         "give its class a destructor");
  Result init;
  if (variable->getType()->isVariablyModifiedType()) {
    auto* where =
        new (context_) OpaqueValueExpr(variable->getLocation(), context_.VoidTy, VK_PRValue);
    std::optional<int64_t> size;
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
    if (!run_sizes(where, variable->getType(), size)) return false;
    if (size) {
      if (!storage_.has_room(static_cast<uint64_t>(*size)))
        return report_.error(where, "gave up: this array has millions of elements");
      init.value = Value::record(storage_.sequence(std::vector<Value>(*size)));
    }
  }
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
  const uint64_t before = storage_.now();
  const size_t declaring = declaring_.size();
  declaring_.emplace_back(variable, nullptr);
  const size_t extended = frames_.back().extended.size();
  const bool is_constant = is_constant_evaluated_ || variable->hasConstantInitialization();
  const bool outer_constant = std::exchange(is_constant_evaluated_, is_constant);
  const bool ok = variable->getInit() == nullptr || eval(variable->getInit(), init);
  is_constant_evaluated_ = outer_constant;
  Location* early = declaring_[declaring].second;
  declaring_.resize(declaring);
  if (!ok) return false;
  Location* location = nullptr;
  if (variable->getType()->isReferenceType() && !init.place && init.value.is_node())
    if (const Expr* changed = changed_in_place(variable->getInit());
        changed && !place(changed, init.place))
      return false;
  if (variable->getType()->isReferenceType() && init.place) {
    location = init.place;
    name_value(variable, location->is_detached() ? init.value : Value());
  } else {
    const Value value = init.place ? storage_.copy(init.value) : init.value;
    if (report_.failed() || unwinding()) return false;
    location = referred(variable->getInit(), variable->getType(), value, nullptr);
    if (early && value.is_record()) storage_.write(early, value);
    if (early && !value.is_record()) {
      storage_.write(early, value);
      location = early;
    }
    name_value(variable, init.value);
  }
  bind(variable, location);
  own_extended(extended);
  if (!variable->getType()->isReferenceType()) {
    // An object that was there before is somebody's.
    const Value& held = location->value();
    if (held.is_record() && !Storage::is_newer(held.object(), before))
      own(variable->getType(), location);
    else
      own_variable(variable->getType(), location);
  }

  const auto* decomposition = dyn_cast<DecompositionDecl>(variable);
  return decomposition == nullptr || decompose(decomposition, location);
}

bool Machine::is_being_made(const Object* object) const {
  return llvm::any_of(frames_, [&](const Frame& frame) {
    return frame.self == object && isa_and_nonnull<CXXConstructorDecl>(frame.function);
  });
}

bool Machine::decompose(const DecompositionDecl* decomposition, Location* location) {
  const Value& whole = location->value();
  const Expr* where = decomposition->getInit();
  int64_t index = 0;
  for (const BindingDecl* binding : decomposition->bindings()) {
    Location* part = nullptr;
    const auto* member = dyn_cast_or_null<MemberExpr>(
        binding->getBinding() ? binding->getBinding()->IgnoreParenImpCasts() : nullptr);
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    const VarDecl* holding = binding->getHoldingVar();
    if (whole.is_node() && decomposition->getType()->isLValueReferenceType() &&
        !decomposition->getType().getNonReferenceType().isConstQualified()) {
      part = element_place(where, location, index,
                           static_cast<int64_t>(decomposition->bindings().size()), true);
      part->value().node()->set_meta(meta::cpp_name, binding->getNameAsString());
    } else if (whole.is_node()) {
      Value item = graph_.get_item(where, whole.node(), index);
      item.node()->set_meta(meta::cpp_name, binding->getNameAsString());
      part = storage_.allocate(item);
    } else if (whole.is_record() && holding && whole.object()->kind == Object::Kind::Class &&
               whole.object()->type && is_user_code(whole.object()->type)) {
      // A tuple of the user's own: get<i> tells.
      if (!declare(holding)) return false;
      part = frames_.back().variables.lookup(holding);
    } else if (whole.is_record() && field) {
      part = field_place(whole.object(), field);
    } else if (whole.is_record() && !whole.object()->elements.empty()) {
      if (static_cast<size_t>(index) >= whole.object()->elements.size())
        return report_.error(binding->getLocation(),
                             "more names than parts in this structured binding");
      part = whole.object()->elements[index];
    } else if (whole.is(Value::Kind::Opaque)) {
      part = storage_.allocate(whole);
    } else {
      return report_.unsupported(where, "this structured binding");
    }
    bind(binding, part);
    ++index;
  }
  return true;
}

} // namespace fx::frontend
