// Variables at their declarations: locals, structured bindings.
#include "Frontend/Eval/InPlace.h"
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

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
      if (count < 0) return report_.error(where, diag::negative_array_size);
      type = array->getElementType();
      if (!is_outermost) continue;
      // Of an array of arrays or of objects the elements would have to be made.
      if (!type->isScalarType() && !type->isVariablyModifiedType())
        return report_.unsupported(where, missing::computed_array_of_such_elements);
      if (type->isScalarType()) size = count;
    } else if (type->isPointerType() || type->isReferenceType()) {
      type = type->getPointeeType();
      is_outermost = false;
    } else if (const auto* array = context_.getAsArrayType(type)) {
      type = array->getElementType();
      is_outermost = false;
    } else {
      return report_.unsupported(where, missing::type_of_a_computed_size);
    }
  }
  return true;
}

/// A local variable at its declaration.
class Machine::LocalVariable {
public:
  LocalVariable(Machine& machine, const VarDecl* variable)
      : machine_(machine), report_(machine.report_), storage_(machine.storage_),
        variable_(variable) {}

  bool declare();

private:
  bool make_computed_array(Value& array);
  bool initialize(Result& init, Location*& early);
  bool find_place(Result& init, Location* early, Location*& location);

  Machine& machine_;
  Reporter& report_;
  Storage& storage_;
  const VarDecl* variable_;
};

bool Machine::LocalVariable::declare() {
  Result init;
  if (!make_computed_array(init.value)) return false;
  const uint64_t before = storage_.now();
  const size_t extended = machine_.frames_.back().extended.size();
  Location* early = nullptr;
  Location* location = nullptr;
  if (!initialize(init, early) || !find_place(init, early, location)) return false;
  machine_.bind(variable_, location);
  machine_.own_extended(extended);
  if (!variable_->getType()->isReferenceType()) {
    // An object that was there before has an owner.
    const Value& held = location->value();
    if (held.is_object() && !Storage::is_newer(held.object(), before))
      machine_.own(variable_->getType(), location);
    else
      machine_.own_variable(variable_->getType(), location);
  }
  const auto* decomposition = dyn_cast<DecompositionDecl>(variable_);
  return decomposition == nullptr || machine_.decompose(decomposition, location);
}

/// The elements of an array whose size is computed here.
bool Machine::LocalVariable::make_computed_array(Value& array) {
  if (!variable_->getType()->isVariablyModifiedType()) return true;
  ASTContext& context = machine_.context_;
  auto* where = new (context) OpaqueValueExpr(variable_->getLocation(), context.VoidTy, VK_PRValue);
  std::optional<int64_t> size;
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
  if (!machine_.run_sizes(where, variable_->getType(), size)) return false;
  // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
  if (!size) return true;
  if (!machine_.has_room(where, static_cast<uint64_t>(*size))) return false;
  array = Value::object(storage_.sequence(std::vector<Value>(*size)));
  return true;
}

/// `early`: the place that its own initialiser has asked for, or null.
bool Machine::LocalVariable::initialize(Result& init, Location*& early) {
  auto& declaring = machine_.declaring_;
  const size_t outer = declaring.size();
  declaring.emplace_back(variable_, nullptr);
  const bool is_constant =
      machine_.is_constant_evaluated_ || variable_->hasConstantInitialization();
  const bool outer_constant = std::exchange(machine_.is_constant_evaluated_, is_constant);
  const bool ok = variable_->getInit() == nullptr || machine_.eval(variable_->getInit(), init);
  machine_.is_constant_evaluated_ = outer_constant;
  early = declaring[outer].second;
  declaring.resize(outer);
  return ok;
}

bool Machine::LocalVariable::find_place(Result& init, Location* early, Location*& location) {
  const bool is_reference = variable_->getType()->isReferenceType();
  if (is_reference && !init.place && init.value.is_node())
    if (const Expr* changed = changed_in_place(variable_->getInit());
        changed && !machine_.place(changed, init.place))
      return false;
  if (is_reference && init.place) {
    location = init.place;
    machine_.graph_.note_stored(location->value(), variable_->getSourceRange());
    name_value(variable_, location->is_detached() ? init.value : Value());
    return true;
  }
  const Value value = init.place ? storage_.copy(init.value) : init.value;
  if (report_.failed() || machine_.unwinding()) return false;
  location = machine_.referred(variable_->getInit(), variable_->getType(), value, nullptr);
  if (early) storage_.write(early, value);
  if (early && !value.is_object()) location = early;
  name_value(variable_, init.value);
  machine_.graph_.note_stored(init.value, variable_->getSourceRange());
  return true;
}

bool Machine::declare(const VarDecl* variable) {
  if (variable->isLocalExternDecl()) return true; // a name for one of the program's
  if (variable->hasAttr<CleanupAttr>())
    return report_.error(variable->getLocation(), diag::cleanup_attribute);
  if (variable->isStaticLocal()) {
    const auto* key = llvm::cast<ValueDecl>(variable->getCanonicalDecl());
    if (globals_.count(key) != 0) return true;
    return init_global(variable, key, variable->getInit());
  }
  if (variable->hasAttrs() && variable->hasAttr<CleanupAttr>())
    return report_.error(variable->getLocation(), diag::cleanup_attribute_own);
  return LocalVariable(*this, variable).declare();
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
    } else if (whole.is_object() && holding && whole.object()->kind == Object::Kind::Class &&
               whole.object()->type && is_user_code(whole.object()->type)) {
      // A tuple of the user's own: get<i> tells.
      if (!declare(holding)) return false;
      part = frames_.back().variables.lookup(holding);
    } else if (whole.is_object() && field) {
      part = field_place(whole.object(), field);
    } else if (whole.is_object() && !whole.object()->elements.empty()) {
      if (static_cast<size_t>(index) >= whole.object()->elements.size())
        return report_.error(binding->getLocation(), diag::too_many_bindings);
      part = whole.object()->elements[index];
    } else if (whole.is(Value::Kind::Opaque)) {
      part = storage_.allocate(whole);
    } else {
      return report_.unsupported(where, missing::structured_binding);
    }
    bind(binding, part);
    graph_.note_stored(part->value(), binding->getSourceRange());
    ++index;
  }
  return true;
}

} // namespace fx::frontend
