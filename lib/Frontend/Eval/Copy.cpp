// Copies and moves of objects: what their constructors make, and what a move leaves behind.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Values/Variants.h"

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

/// What a move leaves without a value: what models stand for by one value.
bool is_single_value_class(llvm::StringRef name) {
  return name == "at::Tensor" || name == "std::function" || name == "std::any";
}

/// What stands at a place moves out of it.
class MoveOut {
public:
  MoveOut(Machine& machine, const Expr* where, QualType type, Location* from, Value& value)
      : machine_(machine), storage_(machine.storage()), where_(where),
        type_(type.getNonReferenceType().getCanonicalType()), record_(type_->getAsCXXRecordDecl()),
        from_(from), value_(value) {
    value_ = from_->value();
    object_ = value_.is_object() ? value_.object() : nullptr;
  }

  bool run();

private:
  bool copied();
  bool array(QualType element_type);
  bool one_value();
  bool container(llvm::StringRef name);
  bool part_by_part(llvm::StringRef name);
  bool by_constructor();
  // Nothing: it holds nothing that could move.
  std::optional<bool> try_optional();
  std::optional<bool> try_variant();

  bool goes_on() const { return !machine_.failed() && !machine_.unwinding(); }

  Machine& machine_;
  Storage& storage_;
  const Expr* where_;
  QualType type_;
  const CXXRecordDecl* record_;
  Location* from_;
  Value& value_;
  const Object* object_; // that stands there, if it is one
};

bool MoveOut::run() {
  if (const auto* elements = machine_.context().getAsArrayType(type_); elements && object_)
    return array(elements->getElementType());
  if (record_ == nullptr || type_.isConstQualified()) return copied();
  // What models stand for, by its name.
  const std::string name = machine_.is_own_class(record_) ? std::string() : qualified_name(record_);
  if (is_handle_class(record_)) {
    if (name != "std::reference_wrapper") storage_.write(from_, Value::none());
    return true;
  }
  if (is_single_value_class(name)) return one_value();
  if (name == "std::basic_string") {
    if (!value_.is(Value::Kind::Opaque)) storage_.write(from_, Value::string(""));
    return true;
  }
  if (gives_elements(name)) return container(name);
  if (name == "std::optional" || name == "c10::optional")
    if (const std::optional<bool> done = try_optional()) return *done;
  if (is_variant_class(record_))
    if (const std::optional<bool> done = try_variant()) return *done;
  const bool is_product = name == "std::tuple" || name == "std::pair" || name == "std::array";
  if (is_product && object_ && object_->kind == Object::Kind::Sequence) return part_by_part(name);
  if (!machine_.runs(record_) || object_ == nullptr ||
      (object_->kind != Object::Kind::Class && object_->kind != Object::Kind::Closure))
    return copied();
  return by_constructor();
}

bool MoveOut::copied() {
  value_ = storage_.copy(value_);
  return goes_on();
}

bool MoveOut::array(QualType element_type) {
  Object* made = storage_.create(object_->kind, object_->type);
  for (Location* element : object_->elements) {
    Value moved;
    if (!machine_.move_out(where_, element_type, element, moved)) return false;
    made->elements.push_back(storage_.allocate(std::move(moved)));
  }
  value_ = Value::object(made);
  return true;
}

bool MoveOut::one_value() {
  if (value_.is(Value::Kind::Opaque)) return true;
  if (object_ && object_->kind != Object::Kind::Module) {
    // What it held goes on in another place.
    Object* held = storage_.create(object_->kind, object_->type);
    held->is_tuple = object_->is_tuple;
    held->fields = object_->fields;
    held->elements = object_->elements;
    value_ = Value::object(held);
  }
  // An element of a list of the graph: who moves it out reads it no more.
  if (!from_->is_detached()) storage_.write(from_, Value::none());
  return true;
}

/// The elements stay where they are: references to them hold.
bool MoveOut::container(llvm::StringRef name) {
  if (object_ == nullptr) {
    if (value_.is_node())
      storage_.write(from_, Value::object(storage_.create(Object::Kind::Sequence, record_)));
    return true;
  }
  Object* made = storage_.create(object_->kind, object_->type);
  made->is_tuple = object_->is_tuple;
  Object* left = storage_.change(object_);
  made->elements = std::exchange(left->elements, {});
  made->element_names = std::exchange(left->element_names, {});
  made->fields = left->fields;
  made->hidden = left->hidden;
  made->room = std::exchange(left->room, 0);
  if (object_->kind == Object::Kind::Sequence) storage_.invalidate(object_);
  // A hash table that was moved from is a new one.
  if (name.starts_with("std::unordered_")) left->hidden.clear();
  value_ = Value::object(made);
  return true;
}

std::optional<bool> MoveOut::try_optional() {
  if (object_ && object_->type == record_)
    return copied(); // it holds nothing that could be moved: a null pointer
  if (value_.is(Value::Kind::None) || value_.is(Value::Kind::Uninitialized)) return std::nullopt;
  const QualType held = argument_types(record_).front();
  if (!machine_.move_out(where_, held, from_, value_)) return false;
  // It stays engaged, with what a move leaves of its value: for a handle that is nothing, which
  // would be the optional without a value.
  if (from_->value().is(Value::Kind::None))
    storage_.write(
        from_, Value::opaque(where_->getExprLoc(), "what this optional held was moved out of it"));
  return true;
}

std::optional<bool> MoveOut::try_variant() {
  if (object_ == nullptr || object_->elements.size() != 1 || object_->hidden.empty() ||
      !object_->hidden[0]->value().is(Value::Kind::Int))
    return std::nullopt;
  const auto index = static_cast<size_t>(object_->hidden[0]->value().as_int());
  const llvm::SmallVector<QualType, 4> types = argument_types(record_);
  Value held;
  if (index >= types.size() || !machine_.move_out(where_, types[index], object_->elements[0], held))
    return false;
  Object* made = storage_.create(object_->kind, object_->type);
  made->elements.push_back(storage_.allocate(std::move(held)));
  for (const Location* part : object_->hidden)
    made->hidden.push_back(storage_.allocate(part->value()));
  value_ = Value::object(made);
  return goes_on();
}

/// A tuple, pair or array.
bool MoveOut::part_by_part(llvm::StringRef name) {
  const llvm::SmallVector<QualType, 4> types = argument_types(record_);
  Object* made = storage_.create(object_->kind, object_->type);
  made->is_tuple = object_->is_tuple;
  made->reference_elements = object_->reference_elements;
  for (size_t i = 0; i < object_->elements.size(); ++i) {
    const QualType part = name == "std::array" ? types.front()
                          : i < types.size()   ? types[i]
                                               : QualType();
    Location* element = object_->elements[i];
    Value moved;
    if (!part.isNull() && part->isReferenceType()) {
      made->elements.push_back(element);
      continue;
    }
    if (part.isNull())
      moved = storage_.copy(element->value());
    else if (!machine_.move_out(where_, part, element, moved))
      return false;
    made->elements.push_back(storage_.allocate(std::move(moved)));
  }
  value_ = Value::object(made);
  return goes_on();
}

/// An object of the user's class.
bool MoveOut::by_constructor() {
  const CXXConstructorDecl* constructor = copying_constructor(record_, /*moves=*/true);
  if (constructor == nullptr || !constructor->isUserProvided())
    return machine_.copy_object(where_, record_, *object_,
                                constructor == nullptr || constructor->isMoveConstructor(), value_);
  Operand source;
  source.type = type_;
  source.value = value_;
  source.place = from_;
  llvm::SmallVector<Operand, 4> args{source};
  const Object* made = machine_.create_object(record_);
  value_ = Value::object(made);
  return machine_.run_constructor(where_, constructor, made, args);
}

} // namespace

bool Machine::move_out(const Expr* where, QualType type, Location* from, Value& value) {
  return MoveOut(*this, where, type, from, value).run();
}

bool Machine::is_copied_into_calls(QualType type, const Value& object) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return object.is_object() && object.object()->kind == Object::Kind::Class && record &&
         record->hasDefinition() && record->canPassInRegisters() &&
         record->hasTrivialDestructor() && !record->hasNonTrivialCopyConstructor();
}

bool Machine::is_copied_out_of_calls(QualType type, const Value& object) const {
  return is_copied_into_calls(type, object) &&
         context_.getTypeSize(type) <= 2 * context_.getTypeSize(context_.VoidPtrTy);
}

bool Machine::slices_exception(QualType type, const Value& from) const {
  const CXXRecordDecl* record = record_of(type.getNonReferenceType());
  const CXXRecordDecl* whole = from.is_object() ? from.object()->type : nullptr;
  return record && whole && record->hasDefinition() && whole->hasDefinition() && !runs(record) &&
         derives_from(record, "std::exception") && whole->isDerivedFrom(record);
}

bool Machine::initial_value(const Expr* where, QualType type, const Operand& from, Value& value) {
  value = from.value;
  if (slices_exception(type, value)) {
    const CXXRecordDecl* record = record_of(type.getNonReferenceType())->getDefinition();
    const Object* part = storage_.create(Object::Kind::Class, record);
    const CXXConstructorDecl* constructor = copying_constructor(record, /*moves=*/false);
    value = Value::object(part);
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
    value = storage_.copy(Value::object(&from));
    return !report_.failed() && !unwinding();
  }
  Object* to = storage_.create(from.kind, record);
  value = Value::object(to);
  return copy_parts(where, record, from, to, moves, /*is_complete=*/true);
}

bool Machine::copy_parts(const Expr* where, const CXXRecordDecl* record, const Object& from,
                         Object* to, bool moves, bool is_complete) {
  record = record->getDefinition();
  const auto copy_base = [&](const CXXRecordDecl* base) {
    if (!runs(base) && !is_own_object(Value::object(&from))) {
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
    source.value = Value::object(&from);
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
      return report_.unsupported(where, missing::exception_leaves_a_copy_of_parts);
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
  source.value = Value::object(&from);
  source.place = from.self;
  llvm::SmallVector<Operand, 4> args{source};
  const Object* made = create_object(from.type);
  value = Value::object(made);
  run_constructor(where, constructor, made, args);
  if (unwinding() && storage_.copies_a_part())
    report_.unsupported(where, missing::exception_leaves_a_copy_of_a_part);
  return true;
}

} // namespace fx::frontend
