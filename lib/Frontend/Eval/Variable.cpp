// Variables by their names: locals, globals and statics, which their first use initialises.
#include "Frontend/Eval/Machine.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

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
    if (!machine.has_room(where, size)) return false;
    std::vector<Value> elements(size);
    for (Value& element : elements)
      if (!make_zero(machine, where, array->getElementType(), element)) return false;
    value = Value::object(machine.storage().sequence(std::move(elements)));
    return true;
  }
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr) return machine.default_value(where, type, value);
  if (!record->hasDefinition() || !machine.is_user_code(record) || is_module_class(record) ||
      is_handle_class(record))
    return machine.report().unsupported(where, missing::global_object_before_its_turn);
  const Object* object = machine.create_object(record->getDefinition());
  value = Value::object(object);
  return make_parts_zero(machine, where, object, record->getDefinition());
}

} // namespace

/// One variable that an expression names.
class Machine::NamedVariable {
public:
  NamedVariable(Machine& machine, const Expr* where, const ValueDecl* declaration)
      : machine_(machine), report_(machine.report_), where_(where), declaration_(declaration),
        variable_(dyn_cast<VarDecl>(declaration)) {}

  bool find(Location*& location);

private:
  bool find_in_frame(Location*& location) const;
  bool find_in_making(Location*& location);
  bool find_global(Location*& location) const;
  bool constant(Location*& location);
  bool before_turn(Location*& early, Location*& location);
  bool make_zero_global(Location*& location);
  bool has_settled_order();
  bool initialize(Location*& location);

  const ValueDecl* key() const { return llvm::cast<ValueDecl>(declaration_->getCanonicalDecl()); }

  Machine& machine_;
  Reporter& report_;
  const Expr* where_;
  const ValueDecl* declaration_;
  const VarDecl* variable_; // null: a name of another kind, as that of a structured binding
};

bool Machine::NamedVariable::find(Location*& location) {
  if (find_in_frame(location) || find_in_making(location)) return true;
  if (variable_ == nullptr || !variable_->hasGlobalStorage()) return constant(location);
  if (find_global(location)) return true;
  auto& pending = machine_.pending_globals_;
  if (auto at = pending.find(key()); at != pending.end()) return before_turn(at->second, location);
  return initialize(location);
}

bool Machine::NamedVariable::find_in_frame(Location*& location) const {
  const auto& variables = machine_.frames_.back().variables;
  for (const ValueDecl* name : {declaration_, key()})
    if (auto at = variables.find(name); at != variables.end()) {
      location = at->second;
      return true;
    }
  return false;
}

/// Its own initialiser names it: `std::function<int(int)> f = [&](int n) { ... f(n - 1) ... };`
bool Machine::NamedVariable::find_in_making(Location*& location) {
  for (auto& [declared, early] : llvm::reverse(machine_.declaring_))
    if (declared == declaration_ || declared == declaration_->getCanonicalDecl()) {
      if (early == nullptr) early = machine_.storage_.allocate();
      location = early;
      return true;
    }
  return false;
}

bool Machine::NamedVariable::find_global(Location*& location) const {
  const auto at = machine_.globals_.find(key());
  if (at == machine_.globals_.end()) return false;
  location = at->second;
  return true;
}

/// A constant that is not captured because its value is known at compile time.
bool Machine::NamedVariable::constant(Location*& location) {
  if (!variable_ || !variable_->getInit() || !variable_->getType().isConstQualified())
    return report_.error(where_, diag::variable_without_a_value, declaration_->getNameAsString());
  Value value;
  if (!machine_.eval(variable_->getInit(), value)) return false;
  location = machine_.storage_.allocate(value);
  return true;
}

/// A global whose initialiser runs later: zero until then.
bool Machine::NamedVariable::before_turn(Location*& early, Location*& location) {
  if (!has_settled_order()) return false;
  if (early == nullptr && !make_zero_global(early)) return false;
  location = early;
  return true;
}

/// What a variable of the program is before its initialiser runs.
bool Machine::NamedVariable::make_zero_global(Location*& location) {
  const bool outer = machine_.storage_.set_outlives(true);
  const auto done = llvm::scope_exit([&] { machine_.storage_.set_outlives(outer); });
  auto* where = new (machine_.context_)
      OpaqueValueExpr(variable_->getLocation(), variable_->getType(), VK_PRValue);
  // The default constructors of an array's elements give zero to what they should leave alone.
  if (variable_->getType()->isArrayType() &&
      machine_.context_.getBaseElementType(variable_->getType())->isRecordType()) {
    machine_.used_before_turn_ = true;
    return report_.unsupported(where, missing::global_array_before_its_turn);
  }
  Value zero;
  if (!make_zero(machine_, where, variable_->getType(), zero)) {
    machine_.used_before_turn_ = true;
    return false;
  }
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
  location = machine_.storage_.allocate(zero);
  return true;
}

/// False, with an error, where the initialiser of an inline variable uses one behind it.
bool Machine::NamedVariable::has_settled_order() {
  const VarDecl* definition = variable_->getDefinition();
  for (const auto& [declared, early] : machine_.declaring_)
    if (const auto* global = dyn_cast<VarDecl>(declared);
        global && global->isInline() && !machine_.used_before_turn_ &&
        machine_.context_.getSourceManager().isBeforeInTranslationUnit(
            (definition ? definition : variable_)->getLocation(), global->getLocation())) {
      machine_.used_before_turn_ = true;
      return report_.error(where_, diag::order_of_inline_variables, global->getNameAsString(),
                           variable_->getNameAsString());
    }
  return true;
}

/// The first use of a global initialises it.
bool Machine::NamedVariable::initialize(Location*& location) {
  if (variable_->hasAttrs() &&
      (variable_->hasAttr<AliasAttr>() || variable_->hasAttr<WeakRefAttr>() ||
       (variable_->hasAttr<WeakAttr>() && !variable_->hasDefinition(machine_.context_))))
    return report_.unsupported(where_, missing::variable_that_the_linker_gives_its_place);
  if (!report_.is_whole(variable_->getSourceRange()) || !machine_.init_thread_locals(variable_))
    return false;
  if (find_global(location)) return true;
  const VarDecl* definition = nullptr;
  const Expr* init = variable_->getAnyInitializer(definition);
  if (init == nullptr)
    if (const VarDecl* pattern = variable_->getTemplateInstantiationPattern())
      init = pattern->getAnyInitializer(definition);
  if (init && init->isValueDependent()) init = nullptr;
  machine_.frames_.emplace_back(); // globals see no locals
  const bool ok = machine_.init_global(variable_, key(), init);
  machine_.frames_.pop_back();
  if (ok) location = machine_.globals_[key()];
  return ok;
}

bool Machine::variable(const Expr* where, const ValueDecl* declaration, Location*& location) {
  return NamedVariable(*this, where, declaration).find(location);
}

namespace {

/// What a constructor leaves without a value keeps the one that it had before its variable's turn.
void keep_what_is_left(Storage& storage, Location* now, const Location* before) {
  const Value& earlier = before->value();
  if (now->value().is(Value::Kind::Uninitialized)) storage.write(now, earlier);
  if (!now->value().is_object() || !earlier.is_object() ||
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

/// A global or static that gets its value.
class Machine::GlobalInit {
public:
  GlobalInit(Machine& machine, const VarDecl* variable, const Expr* init)
      : machine_(machine), storage_(machine.storage_), variable_(variable), init_(init) {}

  bool evaluate(Result& value);
  bool fill_with_zeros(const Value& initial);
  Location* place(const Value& initial, Location* early);

private:
  Machine& machine_;
  Storage& storage_;
  const VarDecl* variable_;
  const Expr* init_; // null: it has none, or none in this file
};

bool Machine::GlobalInit::evaluate(Result& value) {
  if (init_) return machine_.eval(init_, value); // who comes next initialises it if that fails
  if (variable_->hasDefinition(machine_.context_) != VarDecl::DeclarationOnly) {
    // Statics are zero before anything else happens to them.
    auto* where = new (machine_.context_) OpaqueValueExpr(
        variable_->getLocation(), variable_->getType().getNonReferenceType(), VK_PRValue);
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
    return machine_.default_value(where, variable_->getType(), value.value);
  }
  value.value =
      Value::opaque(variable_->getLocation(), fmt::format("the value of '{}' is not in this file",
                                                          variable_->getQualifiedNameAsString()));
  return true;
}

/// Statics are zero before their constructors run, too: that is no change that forward makes.
bool Machine::GlobalInit::fill_with_zeros(const Value& initial) {
  const Object* object = initial.is_object() ? initial.object() : nullptr;
  if (!object || object->kind != Object::Kind::Class || !object->type ||
      !machine_.runs(object->type))
    return true;
  const bool prepares = storage_.set_prepares(true);
  const bool ok = machine_.fill_with_zeros(init_, object, object->type);
  storage_.set_prepares(prepares);
  return ok;
}

/// Where it stands from here on. `early`: where who asked before its turn found it, or null.
Location* Machine::GlobalInit::place(const Value& initial, Location* early) {
  Location* made = early && !initial.is_object() ? early : storage_.allocate(initial);
  if (made == early) storage_.write(made, initial);
  // A value of this call is what later calls find: a change like any other.
  if (!machine_.graph_.in_constructor() &&
      (touches_graph(initial) || storage_.is_making(touches_graph))) {
    made = storage_.allocate();
    storage_.end_of_making();
    storage_.write(made, initial);
  }
  if (early && early != made) storage_.write(early, initial);
  return made;
}

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
  GlobalInit global(*this, variable, init);
  Result value;
  if (!global.evaluate(value)) return false;
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
  if (early && initial.is_object()) keep_what_is_left(storage_, initial.object()->self, early);
  if (!global.fill_with_zeros(initial)) return false;
  Location* made = global.place(initial, early);
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

} // namespace fx::frontend
