// new and delete: objects that live until the program says otherwise, arrays of them, and objects
// that are made in a place that is there already.
#include "Frontend/Eval/Machine.h"

using namespace clang;

namespace fx::frontend {

namespace {

constexpr int64_t max_array = 1'000'000;

/// An allocation function of the program's own: what it does is not followed.
bool is_own_allocation(const Machine& machine, const FunctionDecl* function) {
  return function && machine.is_user_code(function) && !function->isImplicit() &&
         !function->isReservedGlobalPlacementOperator();
}

/// Whether the program defines one of the operators new and delete that all code calls.
bool replaces_allocation(const Machine& machine, ASTContext& context) {
  for (const OverloadedOperatorKind kind : {OO_New, OO_Array_New, OO_Delete, OO_Array_Delete}) {
    const DeclarationName name = context.DeclarationNames.getCXXOperatorName(kind);
    for (const NamedDecl* found : context.getTranslationUnitDecl()->lookup(name)) {
      const auto* function = dyn_cast<FunctionDecl>(found);
      const FunctionDecl* body = function ? machine.definition(function) : nullptr;
      if (body && machine.is_user_code(body) && body->isReplaceableGlobalAllocationFunction())
        return true;
    }
  }
  return false;
}

} // namespace

bool Machine::allocates_as_library(const Expr* where, QualType type) {
  // What owns no memory has nothing to do where it dies.
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->isInStdNamespace() || !record->hasDefinition() ||
      record->hasTrivialDestructor())
    return true;
  if (!replaces_allocation_) replaces_allocation_ = replaces_allocation(*this, context_);
  return !*replaces_allocation_ || report_.error(where, diag::operator_new_replaced);
}

bool Machine::new_object(const CXXNewExpr* expr, Result& result) {
  if (is_own_allocation(*this, expr->getOperatorNew()))
    return report_.unsupported(expr, missing::operator_new_of_its_own);
  // Of the library's placement forms, one says where; the others how.
  Value at;
  QualType pointed_to;
  for (unsigned i = 0; i < expr->getNumPlacementArgs(); ++i) {
    Value argument;
    if (!eval(expr->getPlacementArg(i), argument)) return false;
    if (!expr->getPlacementArg(i)->getType()->isPointerType()) continue;
    at = argument;
    pointed_to = expr->getPlacementArg(i)->IgnoreParenCasts()->getType()->getPointeeType();
  }
  if (expr->isArray()) return new_array(expr, at, result);

  Result made;
  if (const Expr* init = expr->getInitializer()) {
    if (!eval(init, made)) return false;
  }
  const Value value = made.place ? storage_.copy(made.value) : made.value;
  if (at.is(Value::Kind::Uninitialized)) {
    result.value = Value::pointer(storage_.allocate(value));
    return true;
  }
  if (at.is(Value::Kind::Opaque)) return report_.not_known(expr, at, "this place of a new object");
  if (!memory_.as_type(expr->getAllocatedType(), at))
    return report_.error(expr, diag::memory_too_large);
  Location* place = nullptr;
  if (at.is(Value::Kind::Pointer)) {
    place = at.target();
  } else if (at.is(Value::Kind::Iterator) && at.index() >= 0 &&
             static_cast<size_t>(at.index()) < at.object()->elements.size()) {
    place = at.object()->elements[static_cast<size_t>(at.index())];
  } else {
    return report_.unsupported(expr, missing::placement_new_in_this_place);
  }
  // Who reads the old name sees the bytes of the new object, which are not followed.
  const Value& before = place->value();
  const bool other_number = before.is_number() && value.is_number() &&
                            (before.kind() != value.kind() || before.width() != value.width());
  const QualType old_type = pointed_to.isNull() ? pointed_to : pointed_to.getCanonicalType();
  const bool other_scalar = !old_type.isNull() && old_type->isScalarType() &&
                            !old_type->isAnyCharacterType() && !old_type->isStdByteType() &&
                            !is_same_representation(old_type, expr->getAllocatedType());
  if (other_number || other_scalar)
    return report_.unsupported(expr, missing::placement_new_in_another_type);
  storage_.begin(place);
  storage_.write(place, value);
  if (value.is_object()) storage_.change(value.object())->self = place;
  result.value = at;
  return true;
}

bool Machine::new_array(const CXXNewExpr* expr, const Value& at, Result& result) {
  if (!at.is(Value::Kind::Uninitialized))
    return report_.unsupported(expr, missing::placement_new_of_an_array);
  int64_t size = 0;
  if (const std::optional<const Expr*> bound = expr->getArraySize();
      bound && *bound && !eval_int(*bound, size, "the size of this array"))
    return false;
  if (size < 0 || size > max_array) return report_.error(expr, diag::array_size_not_evaluated);
  const QualType element_type = expr->getAllocatedType();
  const Expr* init = expr->getInitializer();
  if (init) init = init->IgnoreImplicit();
  Object* array = storage_.create(Object::Kind::Sequence);
  // What was built is owned until the array is complete: another element may throw.
  const size_t owned = unfinished();
  const auto add = [&](const Value& value) {
    array->elements.push_back(storage_.allocate(value));
    own(element_type, array->elements.back());
  };
  const auto* list = dyn_cast_or_null<InitListExpr>(init);
  if (list && list->isStringLiteralInit()) {
    const auto* text = llvm::cast<StringLiteral>(list->getInit(0)->IgnoreParenImpCasts());
    for (unsigned i = 0; i < size; ++i) {
      Value character =
          Value::integer(i < text->getLength() ? static_cast<int64_t>(text->getCodeUnit(i)) : 0);
      if (!convert(expr, element_type, character)) return false;
      add(character);
    }
  } else if (list) {
    for (const Expr* item : list->inits()) {
      if (static_cast<int64_t>(array->elements.size()) >= size) break;
      Result element;
      if (!eval(item, element)) return false;
      add(element.place ? storage_.copy(element.value) : element.value);
    }
  } else if (const auto* in_parentheses = dyn_cast_or_null<CXXParenListInitExpr>(init)) {
    for (const Expr* item : in_parentheses->getUserSpecifiedInitExprs()) {
      Result element;
      if (!eval(item, element)) return false;
      add(element.place ? storage_.copy(element.value) : element.value);
    }
  } else if (isa_and_nonnull<StringLiteral>(init)) {
    return report_.unsupported(expr, missing::string_literal_in_a_new_array);
  }
  // The rest, and all of an array without a list.
  const bool is_class = context_.getBaseElementType(element_type)->isRecordType();
  const bool is_value = init != nullptr || is_class || element_type->isArrayType();
  while (static_cast<int64_t>(array->elements.size()) < size) {
    Value value;
    const size_t temporaries = frames_.back().owned.size();
    if (is_value && (!default_value(expr, element_type, value) ||
                     leave_scope(temporaries, Completion::Normal) != Completion::Normal))
      return false;
    add(value);
  }
  finish(owned, array->elements);
  new_arrays_.insert(array);
  result.value = Value::iterator(array, 0);
  return true;
}

bool Machine::delete_object(const CXXDeleteExpr* expr, Result& result) {
  if (is_own_allocation(*this, expr->getOperatorDelete()))
    return report_.unsupported(expr, missing::operator_delete_of_its_own);
  Value pointer;
  if (!eval(expr->getArgument(), pointer)) return false;
  result.value = Value::none();
  if (pointer.is(Value::Kind::None)) return true;
  if (pointer.is(Value::Kind::Pointer) && pointer.target()->has_ended())
    return report_ended(expr, pointer.target());
  if (!is_valid(expr, pointer)) return false;
  if (pointer.is(Value::Kind::Iterator) && !expr->isArrayForm() &&
      new_arrays_.contains(pointer.object())) {
    report_.error(expr, diag::delete_of_an_array);
    return report_.fix(FixItHint::CreateInsertion(
        Lexer::getLocForEndOfToken(expr->getBeginLoc(), 0, context_.getSourceManager(),
                                   context_.getLangOpts()),
        "[]"));
  }
  const QualType type = expr->getDestroyedType();
  return type.isNull() || destroy_pointee(expr, type, pointer);
}

} // namespace fx::frontend
