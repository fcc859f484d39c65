#include "Frontend/Models/Elements.h"

#include "Frontend/Values/Wrappers.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Operand operand_in(QualType type, Location* place, bool movable) {
  Operand operand;
  operand.type = type;
  operand.place = place;
  operand.value = place->value();
  operand.movable = movable;
  return operand;
}

QualType type_of(const Operand& operand) {
  const QualType type = operand.expr ? operand.expr->getType() : operand.type;
  return type.isNull() ? type : type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
}

bool is_movable(const Operand& operand) {
  if (operand.place == nullptr) return false;
  if (operand.movable) return true;
  if (operand.expr == nullptr || !operand.expr->isXValue()) return false;
  if (operand.expr->getType().isConstQualified()) return false;
  // A temporary has no other owner; and a model may have given the place of one for it.
  const Expr* expr = operand.expr;
  while (const Expr* inner = inside<ParenExpr, ImplicitCastExpr>(expr))
    expr = inner;
  return !isa<MaterializeTemporaryExpr>(expr);
}

bool gives_parts(const Operand& operand) {
  return operand.place && (operand.movable || (operand.expr && operand.expr->isXValue() &&
                                               !operand.expr->getType().isConstQualified()));
}

QualType template_type(const CXXRecordDecl* record, unsigned i) {
  const auto* spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (spec == nullptr || i >= spec->getTemplateArgs().size() ||
      spec->getTemplateArgs()[i].getKind() != TemplateArgument::Type)
    return {};
  return spec->getTemplateArgs()[i].getAsType();
}

bool is_std_class(const CXXRecordDecl* record, llvm::StringRef name) {
  return record && record->getIdentifier() && record->getName() == name &&
         record->isInStdNamespace();
}

llvm::SmallVector<QualType, 4> tuple_types(const CXXRecordDecl* record) {
  llvm::SmallVector<QualType, 4> types;
  const auto* spec = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (spec == nullptr || !(is_std_class(record, "tuple") || is_std_class(record, "pair")))
    return types;
  for (const TemplateArgument& argument : spec->getTemplateArgs().asArray()) {
    llvm::ArrayRef<TemplateArgument> parts = argument;
    if (argument.getKind() == TemplateArgument::Pack) parts = argument.pack_elements();
    for (const TemplateArgument& part : parts)
      types.push_back(part.getAsType());
  }
  return types;
}

const CXXRecordDecl* class_made_by(const ModelCall& call) {
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(call.callee))
    return constructor->getParent();
  return call.callee->getReturnType().getNonReferenceType()->getAsCXXRecordDecl();
}

namespace {

bool is_scalar(QualType type) {
  return type->isArithmeticType() || type->isEnumeralType();
}

/// A class of the user's whose copies run code of the user's.
bool has_own_copies(Machine& machine, const CXXRecordDecl* record) {
  return record && machine.runs(record) && !is_handle_class(record) && !is_module_class(record) &&
         record->hasDefinition() &&
         (!record->hasTrivialCopyConstructor() || !record->hasTrivialMoveConstructor() ||
          !record->hasTrivialCopyAssignment());
}

/// A friend or a function of the namespace that is called swap.
bool has_own_swap(const CXXRecordDecl* record) {
  ASTContext& context = record->getASTContext();
  const auto is_swap = [](const NamedDecl* declaration) {
    return declaration && declaration->getIdentifier() && declaration->getName() == "swap";
  };
  if (llvm::any_of(record->friends(),
                   [&](const FriendDecl* friendly) { return is_swap(friendly->getFriendDecl()); }))
    return true;
  const DeclContext* scope = record->getEnclosingNamespaceContext();
  return !scope->lookup(&context.Idents.get("swap")).empty();
}

bool is_exchanging(const FunctionDecl* function) {
  if (isa<CXXDestructorDecl>(function)) return true;
  const auto* constructor = dyn_cast<CXXConstructorDecl>(function);
  if (constructor) return constructor->isCopyOrMoveConstructor();
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method && (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
}

} // namespace

bool exchanged_by_own_code(const Machine& machine, QualType type) {
  if (type.isNull()) return false;
  type = machine.context().getBaseElementType(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || !machine.runs(record) ||
      is_module_class(record) || is_handle_class(record))
    return false;
  record = record->getDefinition();
  if (record->isLambda()) return false;
  if (machine.is_user_code(record) && has_own_swap(record)) return true;
  const auto runs = [&](QualType part) { return exchanged_by_own_code(machine, part); };
  return llvm::any_of(record->methods(),
                      [](const CXXMethodDecl* method) {
                        return is_exchanging(method) && method->isUserProvided();
                      }) ||
         llvm::any_of(record->bases(), [&](const auto& base) { return runs(base.getType()); }) ||
         llvm::any_of(record->fields(),
                      [&](const FieldDecl* field) { return runs(field->getType()); });
}

Operand referred_bit(Machine& machine, const Operand& operand) {
  if (!operand.value.is(Value::Kind::Pointer) ||
      !is_std_class(record_of(type_of(operand)), "_Bit_reference"))
    return operand;
  return operand_in(machine.context().BoolTy, operand.value.target());
}

void exchange_values(Storage& storage, Location* left, Location* right) {
  // An object knows the place that it is in, and does not go to another one.
  const Value first = storage.copy(left->value());
  storage.write(left, storage.copy(right->value()));
  storage.write(right, first);
}

Value owned_list(Storage& storage, const Value& value, const CXXRecordDecl* type) {
  if (!value.is_object() || value.object()->kind != Object::Kind::Sequence) return value;
  Object* list = storage.create(Object::Kind::Sequence, type);
  for (const Location* element : value.object()->elements)
    list->elements.push_back(storage.allocate(storage.copy(element->value())));
  return Value::object(list);
}

bool assign_whole(ModelCall& call, const Value& value) {
  if (call.self.place == nullptr)
    return call.unsupported(missing::assignment_to_a_temporary_object);
  call.storage().write(call.self.place, value);
  return call.ret_place(call.self.place);
}

Location* referred_place(Machine& machine, const Operand& from) {
  const CXXRecordDecl* given = record_of(type_of(from));
  if (is_std_class(given, "reference_wrapper") && from.value.is(Value::Kind::Pointer))
    return from.value.target();
  return from.place ? from.place : machine.storage().allocate(from.value);
}

bool make_element(Machine& machine, const Expr* where, QualType type, llvm::ArrayRef<Operand> args,
                  Value& element) {
  Storage& storage = machine.storage();
  if (type.isNull()) {
    if (args.size() != 1) return machine.report().unsupported(where, missing::element_of_this_type);
    element = storage.copy(args[0].value);
    return true;
  }
  type = type.getCanonicalType().getUnqualifiedType();
  if (args.empty()) return machine.default_value(where, type, element);
  const Operand from = referred_bit(machine, args[0]);
  if (args.size() == 1) {
    const QualType given = type_of(from);
    const bool same = given.isNull() || given == type;
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (machine.slices_exception(type, from.value))
      return machine.initial_value(where, type, from, element);
    if (same && !has_own_copies(machine, record)) {
      if (is_movable(from)) return machine.move_out(where, type, from.place, element);
      element = storage.copy(from.value);
      return machine.convert(where, type, element);
    }
    if (from.value.is(Value::Kind::Opaque) || (is_scalar(type) && is_scalar(given))) {
      element = from.value;
      return machine.convert(where, given, type, element);
    }
    if (record == nullptr && given->isPointerType() && type->isPointerType()) {
      element = from.value;
      return true;
    }
  }
  Result made;
  llvm::SmallVector<Operand, 4> given(args);
  given[0] = from;
  if (!machine.construct_resolved(where, type, given, made)) return false;
  element = made.place ? storage.copy(made.place->value()) : made.value;
  return true;
}

bool assign_element(Machine& machine, const Expr* where, Location* to, QualType type,
                    const Operand& from) {
  if (!type.isNull()) {
    type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    const QualType given = type_of(from);
    // A container of objects ends those that it loses.
    const bool loses = record && !is_handle_class(record) && machine.needs_destruction(type);
    // The weight of a layer is replaced by more than what stands in this place.
    const bool is_weight = machine.graph().leaf_tensor(to) != nullptr;
    const bool converts = !given.isNull() && given != type;
    if (is_weight || (record && !from.value.is_node() &&
                      (has_own_copies(machine, record) || loses || converts))) {
      Result ignored;
      return machine.resolved_binary(where, BO_Assign, operand_in(type, to), from, ignored);
    }
  }
  Value value;
  if (!make_element(machine, where, type, from, value)) return false;
  machine.storage().assign(to, value, is_movable(from) || from.place == nullptr);
  return true;
}

namespace {

/// Sequences that compare element by element, and the type of their elements.
bool is_compared_by_element(const CXXRecordDecl* record) {
  return record && record->isInStdNamespace() &&
         llvm::StringSwitch<bool>(record->getName())
             .Cases({"vector", "deque", "list", "array", "set", "map", "multiset", "multimap"},
                    true)
             .Default(false);
}

struct Parts {
  std::vector<Operand> parts;
  bool known = false;
};

Parts parts_of(const Operand& operand) {
  Parts result;
  const CXXRecordDecl* record = record_of(type_of(operand));
  const Object* object = operand.value.is_object() ? operand.value.object() : nullptr;
  if (object == nullptr || record == nullptr) return result;
  if (const auto types = tuple_types(record); types.size() == object->elements.size() &&
                                              (!types.empty() || is_std_class(record, "tuple"))) {
    for (size_t i = 0; i < types.size(); ++i)
      result.parts.push_back(operand_in(types[i].getNonReferenceType(), object->elements[i]));
    result.known = true;
  } else if (is_compared_by_element(record)) {
    const bool map = object->kind == Object::Kind::Map;
    for (size_t i = 0; i < object->elements.size(); ++i)
      result.parts.push_back(
          operand_in(template_type(record, map && i % 2 == 1 ? 1 : 0), object->elements[i]));
    result.known = true;
  }
  return result;
}

bool is_text(const Value& value) {
  return value.is(Value::Kind::String);
}

/// Whether a built-in comparison of the two is all there is to it.
bool is_simple(const Operand& left, const Operand& right) {
  if (left.value.is_number() && right.value.is_number()) {
    const QualType a = type_of(left);
    const QualType b = type_of(right);
    return a.isNull() || b.isNull() || (is_scalar(a) && is_scalar(b));
  }
  return is_text(left.value) && is_text(right.value);
}

std::optional<bool> simple_less(const Value& left, const Value& right) {
  if (is_text(left)) return left.text() < right.text();
  if (!left.is(Value::Kind::Int) || !right.is(Value::Kind::Int))
    return left.as_double() < right.as_double();
  if (!left.is_signed() && !right.is_signed())
    return static_cast<uint64_t>(left.as_int()) < static_cast<uint64_t>(right.as_int());
  if (left.is_signed() == right.is_signed() ||
      (left.width() < 64 && right.width() < 64 && left.as_int() >= 0 && right.as_int() >= 0))
    return left.as_int() < right.as_int();
  return std::nullopt;
}

bool has_known_answer(const Value& value) {
  return value.is(Value::Kind::Int);
}

/// Whether nothing is known of one of them: then nothing is of their order.
bool is_opaque(const Operand& left, const Operand& right, Value& result) {
  for (const Operand* operand : {&left, &right})
    if (operand->value.is(Value::Kind::Opaque)) {
      result = operand->value;
      return true;
    }
  return false;
}

} // namespace

bool equal(Machine& machine, const Expr* where, const Operand& left, const Operand& right,
           Value& result) {
  if (is_simple(left, right)) {
    if (is_text(left.value)) {
      result = Value::boolean(left.value.text() == right.value.text());
      return true;
    }
    if (const auto ab = simple_less(left.value, right.value))
      if (const auto ba = simple_less(right.value, left.value)) {
        const bool nan = left.value.as_double() != left.value.as_double() ||
                         right.value.as_double() != right.value.as_double();
        result = Value::boolean(!*ab && !*ba && !nan);
        return true;
      }
  }
  if (is_opaque(left, right, result)) return true;
  const Parts a = parts_of(left);
  const Parts b = parts_of(right);
  if (a.known && b.known) {
    result = Value::boolean(a.parts.size() == b.parts.size());
    for (size_t i = 0; i < a.parts.size() && i < b.parts.size() && result.as_int() != 0; ++i) {
      if (!equal(machine, where, a.parts[i], b.parts[i], result)) return false;
      if (!has_known_answer(result)) return true;
    }
    return true;
  }
  Result compared;
  if (type_of(left).isNull() || type_of(right).isNull())
    return machine.arithmetic(where, BO_EQ, left.value, right.value, machine.context().BoolTy,
                              result);
  if (!machine.resolved_binary(where, BO_EQ, left, right, compared)) return false;
  result = compared.value;
  return true;
}

bool less(Machine& machine, const Expr* where, const Operand& left, const Operand& right,
          Value& result) {
  if (is_simple(left, right))
    if (const auto known = simple_less(left.value, right.value)) {
      result = Value::boolean(*known);
      return true;
    }
  if (is_opaque(left, right, result)) return true;
  const Parts a = parts_of(left);
  const Parts b = parts_of(right);
  if (a.known && b.known) {
    for (size_t i = 0; i < a.parts.size() && i < b.parts.size(); ++i) {
      if (!less(machine, where, a.parts[i], b.parts[i], result)) return false;
      if (!has_known_answer(result) || result.as_int() != 0) return true;
      if (!less(machine, where, b.parts[i], a.parts[i], result)) return false;
      if (!has_known_answer(result)) return true;
      if (result.as_int() != 0) {
        result = Value::boolean(false);
        return true;
      }
    }
    result = Value::boolean(a.parts.size() < b.parts.size());
    return true;
  }
  if (left.value.is(Value::Kind::Pointer) && right.value.is(Value::Kind::Pointer) &&
      left.value.target() == right.value.target()) {
    result = Value::boolean(false);
    return true;
  }
  if (type_of(left).isNull() || type_of(right).isNull())
    return machine.arithmetic(where, BO_LT, left.value, right.value, machine.context().BoolTy,
                              result);
  Result compared;
  if (!machine.resolved_binary(where, BO_LT, left, right, compared)) return false;
  result = compared.value;
  return true;
}

std::vector<Operand> elements_of(const Object& sequence, QualType type, bool movable) {
  std::vector<Operand> elements;
  elements.reserve(sequence.elements.size());
  for (Location* element : sequence.elements)
    elements.push_back(operand_in(type, element, movable));
  return elements;
}

QualType element_type_of_iterator(const Operand& iterator) {
  const QualType type = type_of(iterator);
  if (type.isNull()) return {};
  if (type->isPointerType()) return type->getPointeeType();
  const auto* record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (record == nullptr) return {};
  if (record->getName() == "__normal_iterator") {
    const QualType pointer = template_type(record, 0);
    return !pointer.isNull() && pointer->isPointerType() ? pointer->getPointeeType() : QualType();
  }
  return llvm::StringSwitch<bool>(record->getName())
                 .Cases({"_Deque_iterator", "_List_iterator", "_List_const_iterator",
                         "_Rb_tree_iterator", "_Rb_tree_const_iterator", "_Node_iterator",
                         "_Node_const_iterator", "_Fwd_list_iterator", "_Fwd_list_const_iterator"},
                        true)
                 .Default(false)
             ? template_type(record, 0)
             : QualType();
}

namespace {

/// [first, last) of a sequence.
bool sequence_range(ModelCall& call, QualType type, const Value& first, const Value& last,
                    std::vector<Operand>& elements) {
  const std::vector<Location*>& source = first.object()->elements;
  const int64_t begin = first.index();
  const int64_t end = last.index();
  if (first.object() != last.object() || begin < 0 || end < begin ||
      end > static_cast<int64_t>(source.size()))
    return call.error(diag::range_against_its_order);
  for (int64_t i = begin; i < end; ++i)
    elements.push_back(operand_in(type, source[static_cast<size_t>(i)]));
  return true;
}

/// [first, last) of a list, a map or a set.
bool node_range(ModelCall& call, QualType type, const Value& first, const Value& last,
                std::vector<Operand>& elements) {
  Machine& machine = call.machine;
  const Object* container = nullptr;
  const Object* other = nullptr;
  size_t begin = 0;
  size_t end = 0;
  if (!node_position(machine, call.expr, first, container, begin) ||
      !node_position(machine, call.expr, last, other, end))
    return false;
  if (container != other || end < begin) return call.error(diag::range_against_its_order);
  if (container == nullptr) return true;
  for (size_t i = begin; i < end; i += stride(*container))
    elements.push_back(operand_in(type, element_at(machine, *container, i)));
  return true;
}

/// An operand with what its place holds by now.
Operand fresh(const Operand& operand) {
  Operand now = operand;
  now.value = operand.place->value();
  return now;
}

/// *at, where `type` tells what that is if anything does.
bool pointed_element(ModelCall& call, QualType type, const Operand& at, Operand& element) {
  Machine& machine = call.machine;
  Storage& storage = machine.storage();
  Result item;
  if (!machine.resolved_unary(call.expr, UO_Deref, fresh(at), item)) return false;
  // A prvalue, or what the iterator may change with its next step, is kept as it is now.
  element.place = item.place ? item.place : storage.allocate(item.value);
  element.value = element.place->value();
  element.type = machine.resolved_type();
  element.movable = machine.resolved_kind() == VK_XValue;
  if (type.isNull() && machine.resolved_kind() != VK_LValue && !element.movable)
    element.place = storage.allocate(storage.copy(item.value));
  return true;
}

/// [first, last) of any other input iterators, by their own operators.
bool input_range(ModelCall& call, QualType type, const Operand& first, const Operand& last,
                 std::vector<Operand>& elements) {
  Machine& machine = call.machine;
  Storage& storage = machine.storage();
  Value begin;
  Value end;
  if (!make_element(machine, call.expr, type_of(first), first, begin) ||
      !make_element(machine, call.expr, type_of(last), last, end))
    return false;
  const Operand at = operand_in(type_of(first), storage.allocate(begin));
  const Operand stop = operand_in(type_of(last), storage.allocate(end));
  for (size_t count = 0;; ++count) {
    if (count > 1'000'000) return call.error(diag::range_too_large);
    Result differs;
    bool goes_on = false;
    if (!machine.resolved_binary(call.expr, BO_NE, fresh(at), stop, differs) ||
        !machine.truth(call.expr, differs.value, goes_on, "the end of this range"))
      return false;
    if (!goes_on) return true;
    Operand element;
    if (!pointed_element(call, type, at, element)) return false;
    elements.push_back(element);
    Result next;
    if (!machine.resolved_unary(call.expr, UO_PreInc, fresh(at), next)) return false;
  }
}

} // namespace

bool range_elements(ModelCall& call, const Operand& first, const Operand& last,
                    std::vector<Operand>& elements) {
  Machine& machine = call.machine;
  const QualType type = element_type_of_iterator(first);
  if (!machine.is_valid(call.expr, first.value) || !machine.is_valid(call.expr, last.value))
    return false;
  if (first.value.is(Value::Kind::Iterator) && last.value.is(Value::Kind::Iterator))
    return sequence_range(call, type, first.value, last.value, elements);
  if (is_node_iterator(first.value) && is_node_iterator(last.value))
    return node_range(call, type, first.value, last.value, elements);
  if (first.value.is(Value::Kind::None) && last.value.is(Value::Kind::None)) return true;
  if (is_unknown(first.value) || is_unknown(last.value))
    return machine.report().not_known(call.expr, is_unknown(first.value) ? first.value : last.value,
                                      "this range");
  return input_range(call, type, first, last, elements);
}

Value node_iterator(Machine& machine, QualType type, const Object* container, size_t index) {
  Storage& storage = machine.storage();
  const CXXRecordDecl* record = type.isNull() ? nullptr : record_of(type);
  Object* iterator = storage.create(Object::Kind::Class, record);
  const bool end = container == nullptr || index >= container->elements.size();
  iterator->elements = {
      storage.allocate(container ? Value::pointer(container->self) : Value::none()),
      storage.allocate(end ? Value::none() : Value::pointer(container->elements[index])),
      storage.allocate(Value::integer(static_cast<int64_t>(index)))};
  return Value::object(iterator);
}

bool is_std_iterator(const CXXRecordDecl* record) {
  if (record == nullptr || !record->getIdentifier() || !record->getName().contains("iterator"))
    return false;
  // Those of hash tables are in std::__detail.
  const auto* scope = dyn_cast<NamespaceDecl>(record->getDeclContext());
  return record->isInStdNamespace() ||
         (scope && scope->getName() == "__detail" && scope->isInStdNamespace());
}

Value iterator_into_input(Machine& machine, const CXXRecordDecl* type, const Value& map,
                          const Value& key) {
  Storage& storage = machine.storage();
  Object* iterator = storage.create(Object::Kind::Class, type->getDefinition());
  iterator->elements = {storage.allocate(map), storage.allocate(storage.copy(key))};
  return Value::object(iterator);
}

bool is_iterator_into_input(const Value& value) {
  return value.is_object() && value.object()->kind == Object::Kind::Class &&
         value.object()->elements.size() == 2 && value.object()->elements[0]->value().is_node() &&
         is_std_iterator(value.object()->type);
}

bool is_node_iterator(const Value& value) {
  if (!value.is_object() || value.object()->kind != Object::Kind::Class ||
      value.object()->elements.size() != 3)
    return false;
  return is_std_iterator(value.object()->type);
}

bool node_position(Machine& machine, const Expr* where, const Value& iterator,
                   const Object*& container, size_t& index) {
  const std::vector<Location*>& parts = iterator.object()->elements;
  if (!parts[0]->value().is(Value::Kind::Pointer)) {
    container = nullptr;
    index = 0;
    return true;
  }
  const Value owner = parts[0]->value().target()->value();
  if (!owner.is_object())
    return machine.report().error(where, diag::container_of_iterator_not_known);
  container = owner.object();
  const std::vector<Location*>& elements = container->elements;
  if (!parts[1]->value().is(Value::Kind::Pointer)) {
    index = elements.size();
    return true;
  }
  const Location* element = parts[1]->value().target();
  const auto hint = static_cast<size_t>(parts[2]->value().as_int());
  if (hint < elements.size() && elements[hint] == element) {
    index = hint;
    return true;
  }
  const auto at = std::find(elements.begin(), elements.end(), element);
  if (at == elements.end()) return machine.report().error(where, diag::element_of_iterator_gone);
  index = static_cast<size_t>(at - elements.begin());
  return true;
}

size_t stride(const Object& container) {
  return container.kind == Object::Kind::Map ? 2 : 1;
}

Location* element_at(Machine& machine, const Object& container, size_t index) {
  if (container.kind != Object::Kind::Map) return container.elements[index];
  Object* pair = machine.storage().create(Object::Kind::Sequence);
  pair->is_tuple = true;
  pair->elements = {container.elements[index], container.elements[index + 1]};
  return pair->self;
}

bool raise_std(Machine& machine, const Expr* where, llvm::StringRef exception,
               const std::string& text) {
  return machine.raise(where, "std::" + exception.str(), text);
}

bool raise_std(ModelCall& call, llvm::StringRef exception, const std::string& text) {
  return raise_std(call.machine, call.expr, exception, text);
}

bool convert_result(ModelCall& call, QualType type, Result& result) {
  if (type->isVoidType()) {
    result = {Value::none(), nullptr};
    return true;
  }
  if (type->isReferenceType()) return true;
  return call.machine.convert(call.expr, type, result.value);
}

bool invoke(ModelCall& call, const Operand& callable, llvm::ArrayRef<Operand> args,
            Result& result) {
  Machine& machine = call.machine;
  Operand callee = callable;
  // A reference_wrapper stands for what it refers to.
  if (is_std_class(record_of(type_of(callee)), "reference_wrapper") &&
      callee.value.is(Value::Kind::Pointer))
    callee = operand_in(template_type(record_of(type_of(callee)), 0), callee.value.target());
  if (callee.value.is(Value::Kind::Member) && args.size() == 1) {
    Value object = args[0].value;
    if (object.is(Value::Kind::Pointer)) object = object.target()->value();
    if (!object.is_object()) return call.unsupported(missing::pointer_to_a_member);
    result.place = machine.field_place(object.object(), callee.value.member());
    result.value = result.place->value();
    return true;
  }
  const QualType type = type_of(callee);
  const bool by_type = callee.value.is_object() && !type.isNull() && type->isRecordType() &&
                       callee.value.object()->kind != Object::Kind::Module;
  if (by_type) return machine.resolved_call(call.expr, callee, args, result);
  return machine.call_value(call.expr, callee.value, {args.begin(), args.end()}, result);
}

} // namespace fx::frontend
