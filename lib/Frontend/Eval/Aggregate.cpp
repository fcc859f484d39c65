// Aggregates and arrays: lists in braces and parentheses, default values, copies element by
// element.
#include "Frontend/Eval/Machine.h"

using namespace clang;

namespace fx::frontend {

bool Machine::init_base_part(const Expr* init, const Object* object) {
  const Expr* inner = init;
  if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(inner))
    inner = temporary->getSubExpr();
  const auto* construction = dyn_cast<CXXConstructExpr>(inner);
  const CXXConstructorDecl* constructor = construction ? construction->getConstructor() : nullptr;
  if (constructor && constructor->isUserProvided() && !construction->requiresZeroInitialization()) {
    // It sees where it is made.
    llvm::SmallVector<Operand, 4> args;
    return eval_arguments({construction->getArgs(), construction->getNumArgs()}, false, args) &&
           run_constructor(init, constructor, object, args, /*is_complete=*/false);
  }
  // Made as an object of its own, whose parts move into this one.
  Result part;
  if (const auto* list = dyn_cast<InitListExpr>(inner);
      list && list->isSemanticForm() && !list->isTransparent() &&
      list->getType()->getAsCXXRecordDecl() && !list->getType()->isUnionType()) {
    part.value = Value::object(object);
    return init_list(list, part);
  }
  if (!eval(init, part)) return false;
  if (!part.value.is_object()) return report_.unsupported(init, missing::base_of_an_aggregate);
  for (const auto& [field, location] : part.value.object()->fields)
    storage_.change(object)->fields[field] = location;
  return true;
}

/// One list in braces. What is built belongs to the scope that runs until the whole is: a later
/// part may throw.
class Machine::ListInit {
public:
  ListInit(Machine& machine, const InitListExpr* expr, Result& result)
      : machine_(machine), report_(machine.report_), storage_(machine.storage_), expr_(expr),
        result_(result) {}

  bool array();
  bool std_array(const CXXRecordDecl* record);
  bool of_union(const CXXRecordDecl* record);
  bool aggregate(const CXXRecordDecl* record);

private:
  bool has_room(uint64_t size);
  bool fill(Object* array, const ConstantArrayType* type);
  bool bases(const CXXRecordDecl* record, const Object* object, unsigned& index);
  bool fields(const CXXRecordDecl* record, const Object* object, unsigned index);
  void own_part(QualType type, Location* location);
  bool finish(const Object* made);

  Machine& machine_;
  Reporter& report_;
  Storage& storage_;
  const InitListExpr* expr_;
  Result& result_;
  llvm::SmallVector<const Location*, 4> built_;
};

void Machine::ListInit::own_part(QualType type, Location* location) {
  if (!machine_.needs_destruction(type)) return;
  machine_.own(type, location);
  built_.push_back(location);
}

/// The whole is built, and owns its parts.
bool Machine::ListInit::finish(const Object* made) {
  for (const Location* location : built_)
    machine_.disown(location);
  result_.value = Value::object(made);
  return true;
}

bool Machine::ListInit::array() {
  const ASTContext& context = machine_.context_;
  Object* array = storage_.create(Object::Kind::Sequence);
  const QualType element_type = context.getAsArrayType(expr_->getType())->getElementType();
  for (const Expr* init : expr_->inits()) {
    Result element;
    if (!machine_.eval(init, element)) return false;
    array->elements.push_back(
        storage_.allocate(element.place ? storage_.copy(element.value) : element.value));
    own_part(element_type, array->elements.back());
  }
  if (const auto* constant = context.getAsConstantArrayType(expr_->getType());
      constant && !fill(array, constant))
    return false;
  return finish(array);
}

bool Machine::ListInit::has_room(uint64_t size) {
  return machine_.has_room(expr_, size);
}

/// The elements that no initialiser is given for.
bool Machine::ListInit::fill(Object* array, const ConstantArrayType* type) {
  const uint64_t size = type->getSize().getZExtValue();
  if (!has_room(size)) return false;
  while (array->elements.size() < size) {
    Value filler;
    // Temporaries of default arguments end before the next element is made.
    const size_t temporaries = machine_.unfinished();
    if (const Expr* fill = expr_->getArrayFiller()) {
      if (!machine_.eval(fill, filler) ||
          machine_.leave_scope(temporaries, Completion::Normal) != Completion::Normal)
        return false;
    } else if (!machine_.default_value(expr_, type->getElementType(), filler)) {
      return false;
    }
    array->elements.push_back(storage_.allocate(filler));
    own_part(type->getElementType(), array->elements.back());
  }
  return true;
}

/// std::array's one member is the C array of its elements.
bool Machine::ListInit::std_array(const CXXRecordDecl* record) {
  // The braces around its elements may not be written, and have no place then.
  const Expr* elements = expr_->getInit(0);
  if (const auto* array = machine_.context_.getAsConstantArrayType(elements->getType());
      array && !has_room(array->getSize().getZExtValue()))
    return false;
  if (!machine_.eval(elements, result_)) return false;
  if (result_.value.is_object()) storage_.change(result_.value.object())->type = record;
  return true;
}

bool Machine::ListInit::of_union(const CXXRecordDecl* record) {
  const Object* object = machine_.create_object(record);
  const FieldDecl* field = expr_->getInitializedFieldInUnion();
  if (field && expr_->getNumInits() > 0 && !machine_.init_field(field, object, expr_->getInit(0)))
    return false;
  result_.value = Value::object(object);
  return true;
}

bool Machine::ListInit::aggregate(const CXXRecordDecl* record) {
  if (!report_.is_whole(record)) return false;
  // A base of an aggregate is made in the object that it is a part of.
  const Object* object =
      result_.value.is_object() ? result_.value.object() : machine_.create_object(record);
  unsigned index = 0;
  return bases(record, object, index) && fields(record, object, index) && finish(object);
}

bool Machine::ListInit::bases(const CXXRecordDecl* record, const Object* object, unsigned& index) {
  for (const CXXBaseSpecifier& base : record->bases()) {
    if (index >= expr_->getNumInits()) break;
    const Expr* init = expr_->getInit(index++);
    const CXXRecordDecl* base_record = base.getType()->getAsCXXRecordDecl();
    if (!machine_.is_user_code(base_record)) {
      Result part;
      if (!machine_.eval(init, part)) return false;
      if (base_record->isEmpty()) continue;
      return report_.unsupported(init, missing::library_base_of_an_aggregate);
    }
    if (!machine_.init_base_part(init, object)) return false;
  }
  return true;
}

bool Machine::ListInit::fields(const CXXRecordDecl* record, const Object* object, unsigned index) {
  for (const FieldDecl* part : record->fields()) {
    if (index >= expr_->getNumInits()) break;
    if (part->isUnnamedBitField()) continue; // takes no initialiser
    if (!machine_.init_part(part, object, expr_->getInit(index++))) return false;
    if (!part->getType()->isReferenceType())
      own_part(part->getType(), machine_.field_place(object, part));
  }
  return true;
}

bool Machine::init_part(const FieldDecl* field, const Object* object, const Expr* init) {
  // A default member initialiser may name other members of the same object.
  const Object* outer = frames_.back().self;
  if (isa<CXXDefaultInitExpr>(init)) frames_.back().self = object;
  const bool ok = init_field(field, object, init);
  frames_.back().self = outer;
  return ok;
}

bool Machine::init_list(const InitListExpr* expr, Result& result) {
  if (!expr->isSemanticForm() && expr->getSemanticForm()) expr = expr->getSemanticForm();
  const QualType type = expr->getType();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  // A braced scalar or a braced copy of the same class.
  if (expr->getNumInits() == 1 && (expr->isTransparent() || (!record && !type->isArrayType())))
    return eval(expr->getInit(0), result);
  ListInit list(*this, expr, result);
  if (type->isArrayType()) return list.array();
  if (record == nullptr) return default_value(expr, type, result.value);
  if (qualified_name(record) == "std::array" && expr->getNumInits() == 1)
    return list.std_array(record);
  return record->isUnion() ? list.of_union(record) : list.aggregate(record);
}

/// T(a, b) of an aggregate.
bool Machine::paren_list(const CXXParenListInitExpr* expr, Result& result) {
  const QualType type = expr->getType();
  const auto inits = expr->getInitExprs();
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    std::vector<Value> elements;
    for (const Expr* init : inits) {
      Result element;
      if (!eval(init, element)) return false;
      elements.push_back(element.place ? storage_.copy(element.value) : element.value);
    }
    while (elements.size() < array->getSize().getZExtValue()) {
      if (!has_room(expr, elements.size())) return false;
      if (!default_value(expr, array->getElementType(), elements.emplace_back())) return false;
    }
    result.value = Value::object(storage_.sequence(std::move(elements)));
    return true;
  }
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || record->getNumBases() > 0) return report_.unsupported(expr);
  if (!report_.is_whole(record)) return false;
  const Object* object = create_object(record);
  size_t index = 0;
  for (const FieldDecl* field : record->fields()) {
    if (index >= inits.size()) break;
    if (field->isUnnamedBitField()) continue; // takes no initialiser
    if (record->isUnion() && field != expr->getInitializedFieldInUnion()) continue;
    if (!init_part(field, object, inits[index++])) return false;
  }
  result.value = Value::object(object);
  return true;
}

bool Machine::copy_array(const ArrayInitLoopExpr* loop, Result& result) {
  Operand from;
  if (!eval_operand(loop->getCommonExpr()->getSourceExpr(), from)) return false;
  const CXXRecordDecl* record = context_.getBaseElementType(loop->getType())->getAsCXXRecordDecl();
  if (record == nullptr || !is_user_code(record) || from.place == nullptr)
    return initial_value(loop, loop->getType(), from, result.value);
  // Which constructor makes an element is for overload resolution to say.
  opaque_values_[loop->getCommonExpr()] = from;
  Object* array = storage_.create(Object::Kind::Sequence);
  const QualType element_type = context_.getAsArrayType(loop->getType())->getElementType();
  const size_t owned = frames_.back().owned.size();
  const uint64_t size = loop->getArraySize().getZExtValue();
  for (uint64_t i = 0; i < size; ++i) {
    array_indices_.push_back(i);
    Result element;
    const size_t temporaries = frames_.back().owned.size();
    const bool ok = eval(loop->getSubExpr(), element) &&
                    leave_scope(temporaries, Completion::Normal) == Completion::Normal;
    array_indices_.pop_back();
    if (!ok) return false;
    array->elements.push_back(
        storage_.allocate(element.place ? storage_.copy(element.value) : element.value));
    own(element_type, array->elements.back());
  }
  frames_.back().owned.resize(owned);
  result.value = Value::object(array);
  return true;
}

bool Machine::default_value(const Expr* where, QualType type, Value& value) {
  type = type.getCanonicalType().getUnqualifiedType();
  if (type->isBooleanType()) {
    value = Value::boolean(false);
  } else if (type->isIntegralOrEnumerationType()) {
    value = Value::integer(0);
    return convert(where, type, value);
  } else if (type->isRealFloatingType()) {
    value = Value::floating(0);
  } else if (type->isPointerType() || type->isNullPtrType() || type->isMemberPointerType()) {
    value = Value::none();
  } else if (const auto* array = context_.getAsConstantArrayType(type)) {
    const uint64_t size = array->getSize().getZExtValue();
    if (!has_room(where, size)) return false;
    Object* object = storage_.create(Object::Kind::Sequence);
    // What was built is owned until the array is complete: another element may throw.
    const size_t owned = frames_.back().owned.size();
    for (uint64_t i = 0; i < size; ++i) {
      Value element;
      // The temporaries of default arguments end before the next element is made.
      const size_t temporaries = frames_.back().owned.size();
      if (!default_value(where, array->getElementType(), element) ||
          leave_scope(temporaries, Completion::Normal) != Completion::Normal)
        return false;
      object->elements.push_back(storage_.allocate(element));
      own(array->getElementType(), object->elements.back());
    }
    frames_.back().owned.resize(owned);
    value = Value::object(object);
  } else if (type->getAsCXXRecordDecl()) {
    Result result;
    if (!construct_resolved(where, type, {}, result)) return false;
    value = result.value;
  } else {
    return report_.unsupported(where, missing::default_value_of_this_type);
  }
  return true;
}

bool Machine::fill_with_zeros(const Expr* where, const Object* object,
                              const CXXRecordDecl* record) {
  record = record->getDefinition();
  if (record->isUnion() && (record->field_empty() || !object->fields.empty())) return true;
  for (const CXXBaseSpecifier& base : record->bases()) {
    const CXXRecordDecl* part = base.getType()->getAsCXXRecordDecl();
    if ((is_user_code(part) || is_interpreted_library(part)) &&
        !fill_with_zeros(where, object, part))
      return false;
  }
  for (const FieldDecl* field : record->fields()) {
    if (field->isUnnamedBitField() || field->getType()->isReferenceType()) continue;
    Location* place = field_place(object, field);
    const Value value = place->value();
    const CXXRecordDecl* part = field->getType()->getAsCXXRecordDecl();
    if (value.is(Value::Kind::Uninitialized)) {
      Value zero;
      if (!default_value(where, field->getType(), zero)) return false;
      storage_.write(place, zero);
    } else if (part && value.is_object() && value.object()->kind == Object::Kind::Class &&
               value.object()->type == part->getDefinition()) {
      if (!fill_with_zeros(where, value.object(), part)) return false;
    }
    if (record->isUnion()) break; // its first member alone
  }
  return true;
}

} // namespace fx::frontend
