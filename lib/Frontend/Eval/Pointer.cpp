// Pointers: what they point to, arithmetic on them, and arrays that were never initialised.
//
// A pointer to a lone object is a Pointer to its place; one into an array is an Iterator, an array
// and an index. A pointer to a string literal is its text, until the program looks into it.
#include "Frontend/Eval/Machine.h"

#include "clang/AST/CXXInheritance.h"
#include "clang/AST/RecordLayout.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

const Object* Machine::literal_array(std::string_view text) {
  const Object*& array = literals_[std::string(text)];
  if (array == nullptr) {
    const bool outer = storage_.set_outlives(true);
    std::vector<Value> characters;
    const bool is_signed = context_.CharTy->isSignedIntegerType();
    characters.reserve(text.size() + 1);
    for (const char c : text)
      characters.push_back(Value::integer(c, 8, is_signed));
    characters.push_back(Value::integer(0, 8, is_signed));
    array = storage_.sequence(std::move(characters));
    storage_.set_outlives(outer);
  }
  return array;
}

bool Machine::string_literal(const StringLiteral* literal, Result& result) {
  if (literal->getCharByteWidth() == 1 && !(literal->isUTF8() && context_.getLangOpts().Char8)) {
    result.value = Value::string(literal->getBytes());
    return true;
  }
  // Of the array that it initialises, which may be longer.
  const ConstantArrayType* array = context_.getAsConstantArrayType(literal->getType());
  const QualType type = array->getElementType();
  const auto width = static_cast<unsigned>(context_.getIntWidth(type));
  std::vector<Value> characters;
  if (!has_room(literal, array->getSize().getZExtValue())) return false;
  for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
    characters.push_back(Value::integer(i < literal->getLength() ? literal->getCodeUnit(i) : 0,
                                        width, type->isSignedIntegerType()));
  result.value = Value::object(storage_.sequence(std::move(characters)));
  return true;
}

bool Machine::into_array(Value& pointer) {
  if (pointer.is(Value::Kind::Iterator)) return true;
  if (pointer.is(Value::Kind::String)) {
    pointer = Value::iterator(literal_array(pointer.text()), 0);
    return true;
  }
  if (!pointer.is(Value::Kind::Pointer)) return false;
  Location* target = pointer.target();
  int64_t index = 0;
  const Object* array = memory_.view_of(target, index);
  if (array == nullptr) {
    const auto single = singles_.find(target);
    array = single == singles_.end() ? storage_.array_of(target, index) : single->second;
    if (array == nullptr || single != singles_.end()) index = 0;
  }
  if (array == nullptr) {
    // Every object is an array of one.
    Object* made = storage_.create(Object::Kind::Sequence);
    made->elements.push_back(target);
    array = singles_[target] = made;
  }
  pointer = Value::iterator(array, index);
  return true;
}

Location* Machine::pointee(const Expr* where, const Value& pointer) {
  if (pointer.is(Value::Kind::Pointer)) return pointer.target();
  if (pointer.is(Value::Kind::None)) {
    report_.error(where, diag::null_pointer_dereferenced);
    return nullptr;
  }
  Value in_array = pointer;
  if (!into_array(in_array)) {
    if (pointer.is(Value::Kind::Uninitialized))
      report_.error(where, diag::uninitialised_pointer);
    else
      report_.unsupported(where, missing::what_this_pointer_points_to);
    return nullptr;
  }
  if (!is_valid(where, in_array)) return nullptr;
  const auto& elements = in_array.object()->elements;
  if (in_array.index() < 0 || static_cast<size_t>(in_array.index()) >= elements.size()) {
    report_.error(where, diag::past_the_end);
    return nullptr;
  }
  return elements[in_array.index()];
}

bool Machine::advance(const Expr* where, const Value& pointer, int64_t by, Value& value) {
  value = pointer;
  if (by == 0) return true;
  if (pointer.is(Value::Kind::None))
    return report_.error(where, diag::arithmetic_on_a_null_pointer);
  if (!into_array(value)) return report_.unsupported(where, missing::arithmetic_on_this_pointer);
  if (!is_valid(where, value)) return false;
  const auto size = static_cast<int64_t>(value.object()->elements.size());
  const int64_t index = value.index();
  if (by < -index || by > size - index)
    return report_.error(where, diag::pointer_leaves_its_array, size, size == 1 ? "" : "s");
  value = value.at(index + by);
  return true;
}

namespace {

/// The member that has the byte `offset` of an object of the class `record`, and which byte of it
/// that is; null where there is none.
const FieldDecl* field_at(const ASTContext& context, const CXXRecordDecl* record, int64_t& offset) {
  const ASTRecordLayout& layout = context.getASTRecordLayout(record);
  for (const CXXBaseSpecifier& specifier : record->bases()) {
    const CXXRecordDecl* base = specifier.getType()->getAsCXXRecordDecl()->getDefinition();
    const auto size = context.getASTRecordLayout(base).getNonVirtualSize().getQuantity();
    int64_t within = offset - (specifier.isVirtual() ? layout.getVBaseClassOffset(base)
                                                     : layout.getBaseClassOffset(base))
                                  .getQuantity();
    if (base->isEmpty() || within < 0 || within >= size) continue;
    if (const FieldDecl* field = field_at(context, base, within)) {
      offset = within;
      return field;
    }
  }
  for (const FieldDecl* field : record->fields()) {
    if (field->isBitField() || field->getType()->isReferenceType()) continue;
    const auto begin = static_cast<int64_t>(layout.getFieldOffset(field->getFieldIndex()) / 8);
    const int64_t size = context.getTypeSizeInChars(field->getType()).getQuantity();
    if (offset < begin || offset >= begin + size || field->isZeroSize(context)) continue;
    offset -= begin;
    return field;
  }
  return nullptr;
}

/// A place as pointers to it compare: an object's own where one stands there; behind an array the
/// array and an index.
std::pair<const void*, int64_t> address_of(const Value& pointer) {
  const auto of_place = [](const Location* place) -> std::pair<const void*, int64_t> {
    return {place->value().is_object() ? place->value().object()->self : place, -1};
  };
  if (pointer.is(Value::Kind::Pointer)) return of_place(pointer.target());
  if (!pointer.is(Value::Kind::Iterator)) return {nullptr, -1};
  const auto& elements = pointer.object()->elements;
  if (pointer.index() >= 0 && static_cast<size_t>(pointer.index()) < elements.size())
    return of_place(elements[pointer.index()]);
  return {pointer.object(), pointer.index()};
}

/// What `op` makes of two pointers that are so far from each other.
std::optional<Value> compare_distance(BinaryOperatorKind op, int64_t distance) {
  switch (op) {
  case BO_Sub: return Value::integer(distance);
  case BO_EQ: return Value::boolean(distance == 0);
  case BO_NE: return Value::boolean(distance != 0);
  case BO_LT: return Value::boolean(distance < 0);
  case BO_GT: return Value::boolean(distance > 0);
  case BO_LE: return Value::boolean(distance <= 0);
  case BO_GE: return Value::boolean(distance >= 0);
  default: return std::nullopt;
  }
}

/// What `pointer` points to; null where that is nothing, or no object.
const Location* place_of(const Value& pointer) {
  if (pointer.is(Value::Kind::Pointer)) return pointer.target();
  if (!pointer.is(Value::Kind::Iterator)) return nullptr;
  const auto& elements = pointer.object()->elements;
  const bool is_element =
      pointer.index() >= 0 && static_cast<size_t>(pointer.index()) < elements.size();
  return is_element ? elements[static_cast<size_t>(pointer.index())] : nullptr;
}

/// Whether `expr` compares pointers to void.
bool is_without_type(const Expr* expr) {
  const auto* comparison = dyn_cast<BinaryOperator>(expr);
  return comparison && comparison->getLHS()->getType()->isVoidPointerType();
}

bool is_without_members(const Value& held) {
  return held.is_object() && held.object()->type && held.object()->type->isEmpty();
}

/// A reference that unknown code gave may be to anything.
bool leads_to_unknown(const Value& pointer) {
  return pointer.is(Value::Kind::Pointer) && pointer.target()->value().is(Value::Kind::Opaque);
}

bool is_object_pointer(const Value& value) {
  return value.is(Value::Kind::Pointer) || value.is(Value::Kind::Iterator) ||
         value.is(Value::Kind::String) || value.is(Value::Kind::None);
}

} // namespace

std::pair<const void*, int64_t> Machine::byte_address(const Location* place, int64_t offset) const {
  while (place->value().is_object()) {
    const Object& object = *place->value().object();
    const Location* part = nullptr;
    if (object.kind == Object::Kind::Sequence && object.type == nullptr && !object.is_tuple) {
      part = memory_.object_at(&object, offset);
      if (part == nullptr && offset == 0 && !object.elements.empty())
        part = object.elements.front();
    } else if (object.kind == Object::Kind::Class && object.type && is_user_code(object.type) &&
               object.type->hasDefinition() && !object.type->isUnion()) {
      int64_t within = offset;
      if (const FieldDecl* field = field_at(context_, object.type->getDefinition(), within)) {
        part = object.fields.lookup(llvm::cast<FieldDecl>(field->getCanonicalDecl()));
        if (part) offset = within;
      }
    }
    if (part == nullptr) return {object.self, -1 - offset};
    place = part;
  }
  return {place, -1 - offset};
}

std::pair<const void*, int64_t> Machine::address(const Value& pointer) const {
  if (pointer.is(Value::Kind::Iterator)) {
    int64_t byte = pointer.index();
    if (const Location* made = memory_.object_at(pointer.object(), byte))
      return byte_address(made, byte);
  }
  const Location* place = place_of(pointer);
  if (place == nullptr) return address_of(pointer);
  return byte_address(place, pointer.is(Value::Kind::Pointer) ? pointer.index() : 0);
}

std::optional<int64_t> Machine::offset_of_base(const CXXRecordDecl* whole,
                                               const CXXRecordDecl* base) const {
  if (whole == nullptr || base == nullptr || !whole->hasDefinition() || !base->hasDefinition() ||
      whole->isInvalidDecl())
    return std::nullopt;
  whole = whole->getDefinition();
  if (whole->getCanonicalDecl() == base->getCanonicalDecl()) return 0;
  CXXBasePaths paths;
  if (!whole->isDerivedFrom(base, paths) || paths.isAmbiguous(context_.getCanonicalTagType(base)))
    return std::nullopt;
  int64_t offset = 0;
  for (const CXXBasePathElement& step : paths.front()) {
    const CXXRecordDecl* part = step.Base->getType()->getAsCXXRecordDecl();
    // A virtual base stands where the whole object has it.
    if (step.Base->isVirtual())
      offset = context_.getASTRecordLayout(whole).getVBaseClassOffset(part).getQuantity();
    else
      offset += context_.getASTRecordLayout(step.Class).getBaseClassOffset(part).getQuantity();
  }
  return offset;
}

/// A sum, difference or comparison of two values of which one is a pointer.
class Machine::PointerOperation {
public:
  PointerOperation(Machine& machine, const Expr* expr, BinaryOperatorKind op, const Value& left,
                   const Value& right, Value& value)
      : machine_(machine), report_(machine.report_), expr_(expr), op_(op), left_(left),
        right_(right), first_(left), second_(right), value_(value) {}

  bool run(bool& applies);

private:
  std::optional<bool> try_step(); // nothing: no number is added
  bool is_between_texts();
  bool compare_places();
  bool order(bool& applies);
  bool unknown(std::string_view why);

  Machine& machine_;
  Reporter& report_;
  const Expr* expr_;
  BinaryOperatorKind op_;
  const Value& left_;
  const Value& right_;
  Value first_; // left and right, with texts as arrays
  Value second_;
  Value& value_;
};

bool Machine::PointerOperation::run(bool& applies) {
  applies = true;
  if (const std::optional<bool> done = try_step()) return *done;
  applies = is_object_pointer(left_) && is_object_pointer(right_);
  if (!applies) return true;
  // An index into what was there before the container changed says nothing of what is there now.
  if (!left_.is(Value::Kind::None) && !right_.is(Value::Kind::None) &&
      (!machine_.is_valid(expr_, left_) || !machine_.is_valid(expr_, right_)))
    return false;
  if (is_between_texts()) return unknown("where this text stands is not known");
  for (Value* pointer : {&first_, &second_})
    if (pointer->is(Value::Kind::String)) machine_.into_array(*pointer);
  if (const std::optional<int64_t> bytes = machine_.memory_.distance(first_, second_);
      bytes && first_.object() != second_.object() && op_ != BO_Sub) {
    value_ = *compare_distance(op_, *bytes);
    return true;
  }
  return op_ == BO_EQ || op_ == BO_NE ? compare_places() : order(applies);
}

/// pointer + number, pointer - number, number + pointer
std::optional<bool> Machine::PointerOperation::try_step() {
  if (op_ != BO_Add && op_ != BO_Sub) return std::nullopt;
  if (is_object_pointer(left_) && right_.is(Value::Kind::Int))
    return machine_.advance(expr_, left_, op_ == BO_Add ? right_.as_int() : -right_.as_int(),
                            value_);
  if (op_ == BO_Add && left_.is(Value::Kind::Int) && is_object_pointer(right_))
    return machine_.advance(expr_, right_, left_.as_int(), value_);
  return std::nullopt;
}

bool Machine::PointerOperation::unknown(std::string_view why) {
  value_ = Value::opaque(expr_->getExprLoc(), std::string(why));
  return true;
}

/// Whether where a text stands decides.
bool Machine::PointerOperation::is_between_texts() {
  const bool is_left = left_.is(Value::Kind::String);
  const bool is_right = right_.is(Value::Kind::String);
  // Of two texts one may be a part of the other: a view of it.
  if (is_left && is_right)
    return left_.text() != right_.text() &&
           (left_.text().starts_with(right_.text()) || right_.text().starts_with(left_.text()));
  if (!is_left && !is_right) return false;
  // Where a text stands is not known, but whether another pointer leads into the very same.
  Value pointer = is_left ? right_ : left_;
  const Value& text = is_left ? left_ : right_;
  return !pointer.is(Value::Kind::None) &&
         (!machine_.into_array(pointer) || pointer.object() != machine_.literal_array(text.text()));
}

/// == and !=
bool Machine::PointerOperation::compare_places() {
  auto a = address_of(first_);
  auto b = address_of(second_);
  const Location* left_place = place_of(first_);
  const Location* right_place = place_of(second_);
  const bool without_type = is_without_type(expr_);
  if (left_place && right_place && (a != b || without_type)) {
    a = machine_.address(first_);
    b = machine_.address(second_);
    if (a != b && without_type &&
        (is_without_members(left_place->value()) || is_without_members(right_place->value())))
      return unknown("where an object without members stands is not known");
  }
  // What stands behind an array may be anything, but no element of it.
  if ((a.second >= 0) != (b.second >= 0) && a.first && b.first &&
      (!machine_.into_array(first_) || !machine_.into_array(second_) ||
       first_.object() != second_.object()))
    return report_.error(expr_, diag::comparison_behind_an_array);
  if (a != b && (leads_to_unknown(first_) || leads_to_unknown(second_)))
    return unknown("what this points to is not known");
  value_ = Value::boolean((a == b) == (op_ == BO_EQ));
  return true;
}

/// Differences, and which of two comes first.
bool Machine::PointerOperation::order(bool& applies) {
  const bool both_null = first_.is(Value::Kind::None) && second_.is(Value::Kind::None);
  if (!both_null && (!machine_.into_array(first_) || !machine_.into_array(second_) ||
                     first_.object() != second_.object()))
    return report_.error(expr_, diag::pointers_without_order);
  const int64_t distance = both_null ? 0 : first_.index() - second_.index();
  const std::optional<Value> result = compare_distance(op_, distance);
  applies = result.has_value();
  if (result) value_ = *result;
  return true;
}

bool Machine::pointer_operation(const Expr* expr, BinaryOperatorKind op, const Value& left,
                                const Value& right, Value& value, bool& applies) {
  return PointerOperation(*this, expr, op, left, right, value).run(applies);
}

bool Machine::address_of_element(const Expr* expr, Result& result, bool& applies) {
  expr = expr->IgnoreParens();
  applies = true;
  if (const auto* unary = dyn_cast<UnaryOperator>(expr); unary && unary->getOpcode() == UO_Deref)
    return eval(unary->getSubExpr(), result.value);
  const auto* subscript = dyn_cast<ArraySubscriptExpr>(expr);
  applies = subscript && subscript->getBase()->getType()->isPointerType();
  if (!applies) return true;
  Value base;
  int64_t index = 0;
  if (!eval(subscript->getBase(), base)) return false;
  if (base.is(Value::Kind::Opaque)) {
    result.value = base;
    return true;
  }
  return eval_int(subscript->getIdx(), index, "an array index") &&
         advance(expr, base, index, result.value);
}

bool Machine::make_room(const Expr* where, Location* place, QualType type) {
  if (!place || !(place->value().is(Value::Kind::Uninitialized) ||
                  (place->value().is(Value::Kind::String) && type->isArrayType())))
    return true;
  if (const auto* array = context_.getAsConstantArrayType(type)) {
    const uint64_t size = array->getSize().getZExtValue();
    if (!has_room(where, size)) return false;
    std::vector<Value> elements(size);
    if (place->value().is(Value::Kind::String)) {
      const std::string_view text = place->value().text();
      const bool is_signed = array->getElementType()->isSignedIntegerType();
      for (uint64_t i = 0; i < size; ++i)
        elements[i] = Value::integer(i < text.size() ? text[i] : 0, 8, is_signed);
    }
    storage_.write(place, Value::object(storage_.sequence(std::move(elements))));
  } else if (const CXXRecordDecl* record = type->getAsCXXRecordDecl();
             record && record->hasDefinition() && runs(record) && !is_module_class(record) &&
             !is_handle_class(record)) {
    const Object* made = create_object(record->getDefinition());
    storage_.write(place, Value::object(made));
    storage_.change(made)->self = place;
  }
  return true;
}

bool Machine::reinterpret_pointer(const CastExpr* expr, Result& result) {
  if (!eval(expr->getSubExpr(), result)) return false;
  const QualType from = expr->getSubExpr()->getType()->getPointeeType();
  const QualType to = expr->getType()->getPointeeType();
  if (from.isNull() || to.isNull() || from->isFunctionType() || to->isFunctionType()) return true;
  Value& value = result.value;
  if (value.is(Value::Kind::Pointer) && value.index() != 0 && !to->isVoidType())
    value = Value::pointer(value.target());
  if (const CXXRecordDecl* base = to->isVoidType() ? from->getAsCXXRecordDecl() : nullptr;
      base && value.is(Value::Kind::Pointer) && value.target()->value().is_object() &&
      is_user_code(base)) {
    const std::optional<int64_t> offset =
        offset_of_base(value.target()->value().object()->type, base);
    if (offset && *offset != 0) {
      value = Value::pointer(value.target(), *offset);
      result.place = nullptr;
    }
  }
  const Value& held = value.is(Value::Kind::Pointer) ? value.target()->value() : value;
  if (Memory::is_byte(context_.getBaseElementType(from)) && !to->isFunctionType()) {
    // An array of bytes in which something else is looked for.
    if (value.is(Value::Kind::Iterator) && !from->isArrayType()) memory_.note_bytes(value.object());
    if (memory_.are_bytes(from, held)) memory_.note_bytes(held.object());
  }
  if (!to->isVoidType() && !to->isArrayType() &&
      (from->isVoidType() || memory_.contains(value) ||
       Memory::is_byte(context_.getBaseElementType(from)))) {
    if (!memory_.as_type(to, value)) return report_.error(expr, diag::memory_too_large);
    if (memory_.contains(value)) {
      result.place = nullptr;
      return true;
    }
  }
  if (from->isVoidType() || to->isVoidType() || is_same_representation(from, to)) return true;
  result.place = nullptr;
  // An array's address is that of its first element.
  if (value.is(Value::Kind::Pointer) && from->isArrayType() && !to->isArrayType() &&
      is_same_representation(context_.getBaseElementType(from), to) &&
      value.target()->value().is_object()) {
    value = Value::iterator(value.target()->value().object(), 0);
    return true;
  }
  // What was allocated as bytes is looked at as what was made in it.
  if (from->isAnyCharacterType() || !is_object_pointer(value) || value.is(Value::Kind::None))
    return true;
  value = Value::opaque(expr->getExprLoc(), fmt::format("the bytes of '{}' seen as '{}'",
                                                        type_name(from), type_name(to)));
  return true;
}

bool Machine::is_same_representation(QualType left, QualType right) const {
  left = left.getCanonicalType().getUnqualifiedType();
  right = right.getCanonicalType().getUnqualifiedType();
  if (left == right) return true;
  if (left->isRecordType() && right->isRecordType()) {
    const auto* a = left->getAsCXXRecordDecl();
    const auto* b = right->getAsCXXRecordDecl();
    return a && b && a->hasDefinition() && b->hasDefinition() &&
           (a->isDerivedFrom(b) || b->isDerivedFrom(a));
  }
  if (left->isPointerType() && right->isPointerType()) return true;
  return left->isIntegralOrEnumerationType() && right->isIntegralOrEnumerationType() &&
         !left->isBooleanType() && !right->isBooleanType() &&
         context_.getTypeSize(left) == context_.getTypeSize(right);
}

} // namespace fx::frontend
