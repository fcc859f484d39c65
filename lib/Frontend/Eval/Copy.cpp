// Copies and moves of objects: what their constructors make, and what a move leaves behind.
#include "Frontend/Eval/Machine.h"

#include "llvm/ADT/StringSet.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// The constructor that a copy, or a move, of a `record` runs. Null: an implicit one that Clang has
/// not declared, or none.
const CXXConstructorDecl* copying_constructor(const CXXRecordDecl* record, bool moves) {
  const CXXConstructorDecl* copying = nullptr;
  for (const CXXConstructorDecl* constructor : record->ctors()) {
    if (constructor->isDeleted()) continue;
    if (moves && constructor->isMoveConstructor()) return constructor;
    // Of two, the one that takes a const reference.
    if (constructor->isCopyConstructor() &&
        (copying == nullptr ||
         constructor->getParamDecl(0)->getType().getNonReferenceType().isConstQualified()))
      copying = constructor;
  }
  if (moves && record->needsImplicitMoveConstructor()) return nullptr;
  return copying;
}

/// The types between the brackets of a tuple, pair, array or container.
llvm::SmallVector<QualType, 4> argument_types(const CXXRecordDecl* record) {
  llvm::SmallVector<QualType, 4> types;
  const auto* spec = dyn_cast<ClassTemplateSpecializationDecl>(record);
  if (spec == nullptr) return types;
  for (const TemplateArgument& argument : spec->getTemplateArgs().asArray()) {
    llvm::ArrayRef<TemplateArgument> all = argument;
    if (argument.getKind() == TemplateArgument::Pack) all = argument.pack_elements();
    for (const TemplateArgument& type : all)
      if (type.getKind() == TemplateArgument::Type) types.push_back(type.getAsType());
  }
  return types;
}

/// Containers that give all they hold to the container that is made of them.
bool gives_elements(llvm::StringRef name) {
  static const llvm::StringSet<> names = {"std::vector",        "std::deque",
                                          "std::list",          "std::forward_list",
                                          "std::map",           "std::multimap",
                                          "std::set",           "std::multiset",
                                          "std::unordered_map", "std::unordered_multimap",
                                          "std::unordered_set", "std::unordered_multiset",
                                          "torch::OrderedDict"};
  return names.contains(name);
}

} // namespace

bool Machine::move_out(const Expr* where, QualType type, Location* from, Value& value) {
  type = type.getNonReferenceType().getCanonicalType();
  value = from->value();
  const auto gone = [&] { return !report_.failed() && !unwinding(); };
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const Object* object = value.is_record() ? value.object() : nullptr;
  if (const auto* array = context_.getAsArrayType(type); array && object) {
    Object* made = storage_.create(object->kind, object->type);
    for (Location* element : object->elements) {
      Value moved;
      if (!move_out(where, array->getElementType(), element, moved)) return false;
      made->elements.push_back(storage_.allocate(std::move(moved)));
    }
    value = Value::record(made);
    return true;
  }
  if (record == nullptr || type.isConstQualified()) {
    value = storage_.copy(value);
    return gone();
  }
  // What models stand for, by its name.
  const std::string name = is_own_class(record) ? std::string() : qualified_name(record);
  if (is_handle_class(record)) {
    if (name != "std::reference_wrapper") storage_.write(from, Value::none());
    return true;
  }
  if (name == "at::Tensor" || name == "std::function" || name == "std::any") {
    if (value.is(Value::Kind::Opaque)) return true;
    if (object && object->kind != Object::Kind::Module) {
      // What it held goes on in another place.
      Object* held = storage_.create(object->kind, object->type);
      held->is_tuple = object->is_tuple;
      held->fields = object->fields;
      held->elements = object->elements;
      value = Value::record(held);
    }
    // An element of a list of the graph: who moves it out reads it no more.
    if (!from->is_detached()) storage_.write(from, Value::none());
    return true;
  }
  if (name == "std::basic_string") {
    if (!value.is(Value::Kind::Opaque)) storage_.write(from, Value::string(""));
    return true;
  }
  if (gives_elements(name)) {
    if (object == nullptr) {
      if (value.is_node())
        storage_.write(from, Value::record(storage_.create(Object::Kind::Sequence, record)));
      return true;
    }
    // The elements stay where they are: references to them hold.
    Object* made = storage_.create(object->kind, object->type);
    made->is_tuple = object->is_tuple;
    Object* left = storage_.change(object);
    made->elements = std::exchange(left->elements, {});
    made->element_names = std::exchange(left->element_names, {});
    made->fields = left->fields;
    made->hidden = left->hidden;
    made->room = std::exchange(left->room, 0);
    if (object->kind == Object::Kind::Sequence) storage_.invalidate(object);
    // A hash table that was moved from is a new one.
    if (name.starts_with("std::unordered_")) left->hidden.clear();
    value = Value::record(made);
    return true;
  }
  const bool is_optional = name == "std::optional" || name == "c10::optional";
  if (is_optional && object && object->type == record) {
    value = storage_.copy(value); // it holds nothing that could be moved: a null pointer
    return gone();
  }
  if (is_optional && !value.is(Value::Kind::None) && !value.is(Value::Kind::Uninitialized)) {
    const QualType held = argument_types(record).front();
    if (!move_out(where, held, from, value)) return false;
    // It stays engaged, with what a move leaves of its value: for a handle that is nothing, which
    // would be the optional without a value.
    if (from->value().is(Value::Kind::None))
      storage_.write(
          from, Value::opaque(where->getExprLoc(), "what this optional held was moved out of it"));
    return true;
  }
  if (name == "std::variant" && object && object->elements.size() == 1 && !object->hidden.empty() &&
      object->hidden[0]->value().is(Value::Kind::Int)) {
    const auto index = static_cast<size_t>(object->hidden[0]->value().as_int());
    const llvm::SmallVector<QualType, 4> types = argument_types(record);
    Value held;
    if (index >= types.size() || !move_out(where, types[index], object->elements[0], held))
      return false;
    Object* made = storage_.create(object->kind, object->type);
    made->elements.push_back(storage_.allocate(std::move(held)));
    for (const Location* part : object->hidden)
      made->hidden.push_back(storage_.allocate(part->value()));
    value = Value::record(made);
    return gone();
  }
  const bool is_product = name == "std::tuple" || name == "std::pair" || name == "std::array";
  if (is_product && object && object->kind == Object::Kind::Sequence) {
    const llvm::SmallVector<QualType, 4> types = argument_types(record);
    Object* made = storage_.create(object->kind, object->type);
    made->is_tuple = object->is_tuple;
    made->reference_elements = object->reference_elements;
    for (size_t i = 0; i < object->elements.size(); ++i) {
      const QualType part = name == "std::array" ? types.front()
                            : i < types.size()   ? types[i]
                                                 : QualType();
      Location* element = object->elements[i];
      Value moved;
      if (!part.isNull() && part->isReferenceType()) {
        made->elements.push_back(element);
        continue;
      }
      if (part.isNull())
        moved = storage_.copy(element->value());
      else if (!move_out(where, part, element, moved))
        return false;
      made->elements.push_back(storage_.allocate(std::move(moved)));
    }
    value = Value::record(made);
    return gone();
  }
  if (!runs(record) || object == nullptr ||
      (object->kind != Object::Kind::Class && object->kind != Object::Kind::Closure)) {
    value = storage_.copy(value);
    return gone();
  }
  const CXXConstructorDecl* constructor = copying_constructor(record, /*moves=*/true);
  if (constructor == nullptr || !constructor->isUserProvided())
    return copy_object(where, record, *object,
                       constructor == nullptr || constructor->isMoveConstructor(), value);
  Operand source;
  source.type = type;
  source.value = value;
  source.place = from;
  llvm::SmallVector<Operand, 4> args{source};
  const Object* made = create_object(record);
  value = Value::record(made);
  return run_constructor(where, constructor, made, args);
}

bool Machine::is_copied_into_calls(QualType type, const Value& object) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return object.is_record() && object.object()->kind == Object::Kind::Class && record &&
         record->hasDefinition() && record->canPassInRegisters() &&
         record->hasTrivialDestructor() && !record->hasNonTrivialCopyConstructor();
}

bool Machine::is_copied_out_of_calls(QualType type, const Value& object) const {
  return is_copied_into_calls(type, object) &&
         context_.getTypeSize(type) <= 2 * context_.getTypeSize(context_.VoidPtrTy);
}

bool Machine::slices_exception(QualType type, const Value& from) const {
  const CXXRecordDecl* record = record_of(type.getNonReferenceType());
  const CXXRecordDecl* whole = from.is_record() ? from.object()->type : nullptr;
  return record && whole && record->hasDefinition() && whole->hasDefinition() && !runs(record) &&
         derives_from(record, "std::exception") && whole->isDerivedFrom(record);
}

bool Machine::initial_value(const Expr* where, QualType type, const Operand& from, Value& value) {
  value = from.value;
  if (slices_exception(type, value)) {
    const CXXRecordDecl* record = record_of(type.getNonReferenceType())->getDefinition();
    const Object* part = storage_.create(Object::Kind::Class, record);
    const CXXConstructorDecl* constructor = copying_constructor(record, /*moves=*/false);
    value = Value::record(part);
    llvm::SmallVector<Operand, 4> args{from};
    return constructor == nullptr || library_.init_base(*this, where, constructor, part, args);
  }
  if (from.place == nullptr) return true;
  // What is const is copied, whatever std::move says.
  if (from.expr && from.expr->isXValue() && !from.expr->getType().isConstQualified())
    return move_out(where, type.getNonReferenceType().getUnqualifiedType(), from.place, value);
  value = storage_.copy(from.place->value());
  return !report_.failed() && !unwinding();
}

bool Machine::copy_object(const Expr* where, const CXXRecordDecl* record, const Object& from,
                          bool moves, Value& value) {
  record = record->getDefinition();
  if (record->isUnion() || !from.options.empty() || from.type == nullptr) {
    value = storage_.copy(Value::record(&from));
    return !report_.failed() && !unwinding();
  }
  Object* to = storage_.create(from.kind, record);
  value = Value::record(to);
  return copy_parts(where, record, from, to, moves, /*is_complete=*/true);
}

bool Machine::copy_parts(const Expr* where, const CXXRecordDecl* record, const Object& from,
                         Object* to, bool moves, bool is_complete) {
  record = record->getDefinition();
  const auto copy_base = [&](const CXXRecordDecl* base) {
    if (!runs(base) && !is_own_object(Value::record(&from))) {
      // std::runtime_error, std::vector<int>: what there is of them are their elements.
      for (const Location* element : from.elements)
        to->elements.push_back(storage_.allocate(storage_.copy(element->value())));
      to->element_names = from.element_names;
      return true;
    }
    const CXXConstructorDecl* constructor = copying_constructor(base, moves);
    if (constructor == nullptr || !constructor->isUserProvided())
      return copy_parts(where, base, from, to,
                        moves && (constructor == nullptr || constructor->isMoveConstructor()),
                        /*is_complete=*/false);
    Operand source;
    source.type = context_.getCanonicalTagType(base);
    source.value = Value::record(&from);
    source.place = from.self;
    llvm::SmallVector<Operand, 4> args{source};
    return run_constructor(where, constructor, to, args, /*is_complete=*/false);
  };
  if (is_complete)
    for (const CXXBaseSpecifier& base : record->vbases())
      if (!copy_base(base.getType()->getAsCXXRecordDecl()->getDefinition())) return false;
  for (const CXXBaseSpecifier& base : record->bases())
    if (!base.isVirtual() && !copy_base(base.getType()->getAsCXXRecordDecl()->getDefinition()))
      return false;
  bool has_parts_to_end = llvm::any_of(record->bases(), [this](const CXXBaseSpecifier& base) {
    return needs_destruction(base.getType());
  });
  for (const FieldDecl* field : record->fields()) {
    field = llvm::cast<FieldDecl>(field->getCanonicalDecl());
    Location* location = from.fields.lookup(field);
    if (location == nullptr) continue;
    if (field->getType()->isReferenceType()) {
      to->fields[field] = location;
      continue;
    }
    Value value;
    bool ok = true;
    if (moves) {
      ok = move_out(where, field->getType(), location, value);
    } else {
      value = storage_.copy(location->value());
      ok = !report_.failed() && !unwinding();
    }
    if (!ok && unwinding() && has_parts_to_end)
      return report_.unsupported(where, "an exception that leaves the copy of an object, of which "
                                        "parts were copied that end with code of their own,");
    if (!ok) return false;
    has_parts_to_end |= needs_destruction(field->getType());
    to->fields[field] = storage_.allocate(std::move(value));
  }
  return true;
}

namespace {

/// Whether the copy of a class without code of its own runs that of a base.
bool copies_bases_by_code(const Machine& machine, const CXXRecordDecl* record) {
  const CXXRecordDecl* defined = record->getDefinition();
  return defined && llvm::any_of(defined->bases(), [&](const CXXBaseSpecifier& specifier) {
           const CXXRecordDecl* base = specifier.getType()->getAsCXXRecordDecl();
           if (base == nullptr || !base->hasDefinition() || !machine.runs(base)) return false;
           const CXXConstructorDecl* copying = copying_constructor(base->getDefinition(), false);
           return (copying && copying->isUserProvided()) || copies_bases_by_code(machine, base);
         });
}

} // namespace

bool Machine::copy_by_constructor(const Object& from, Value& value) {
  if (!has_copy_constructors_ || from.type == nullptr || !runs(from.type)) return false;
  const CXXConstructorDecl* constructor = copying_constructor(from.type, /*moves=*/false);
  // What cannot be copied was moved.
  if (constructor == nullptr && !from.type->needsImplicitCopyConstructor())
    constructor = copying_constructor(from.type, /*moves=*/true);
  const bool is_implicit = constructor == nullptr || !constructor->isUserProvided();
  if (is_implicit && !copies_bases_by_code(*this, from.type)) return false;
  auto* where = new (context_)
      OpaqueValueExpr(from.type->getLocation(), context_.getCanonicalTagType(from.type), VK_LValue);
  if (is_implicit) {
    copy_object(where, from.type, from, /*moves=*/false, value);
    // NOLINTNEXTLINE(clang-analyzer-cplusplus.NewDeleteLeaks): the AST's arena owns expressions
    return true;
  }
  Operand source;
  source.type = where->getType();
  source.value = Value::record(&from);
  source.place = from.self;
  llvm::SmallVector<Operand, 4> args{source};
  const Object* made = create_object(from.type);
  value = Value::record(made);
  run_constructor(where, constructor, made, args);
  if (unwinding() && storage_.copies_a_part())
    report_.unsupported(where, "an exception that leaves the copy of a part of an object or of a "
                               "container");
  return true;
}

} // namespace fx::frontend
