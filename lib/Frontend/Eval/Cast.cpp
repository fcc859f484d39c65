// Casts and conversions between built-in types.
#include "Frontend/Eval/Machine.h"

#include "clang/AST/CXXInheritance.h"
#include "clang/AST/Mangle.h"

#include <cmath>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

std::optional<double> Machine::exactly(llvm::APFloat number) {
  bool loses = false;
  number.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  if (loses && !number.isNaN()) return std::nullopt;
  return number.convertToDouble();
}

Value Machine::floating_constant(const llvm::APFloat& number) {
  if (const std::optional<double> exact = exactly(number)) return Value::floating(*exact);
  llvm::APFloat nearest = number;
  bool loses = false;
  nearest.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &loses);
  const double rounded = nearest.convertToDouble();
  if (nearest.isInfinity() || &number.getSemantics() != &llvm::APFloat::x87DoubleExtended())
    return Value::rounded(rounded);
  // What the double leaves is exact in long double, as the number is.
  llvm::APFloat rest = number;
  nearest.convert(llvm::APFloat::x87DoubleExtended(), llvm::APFloat::rmNearestTiesToEven, &loses);
  rest.subtract(nearest, llvm::APFloat::rmNearestTiesToEven);
  const std::optional<double> held = exactly(rest);
  if (!held) return Value::rounded(rounded);
  return Value::extended(static_cast<long double>(rounded) + static_cast<long double>(*held))
      .value_or(Value::rounded(rounded));
}

bool Machine::convert(const Expr* expr, QualType from, QualType type, Value& value) {
  if (!value.is_node() || from.isNull()) return convert(expr, type, value);
  from = from.getNonReferenceType();
  type = type.getNonReferenceType();
  if (from->isRealFloatingType()) {
    if (type->isIntegralOrEnumerationType()) return symbolic_.cut(expr, from, type, value);
    if (!type->isRealFloatingType()) return true;
    if (context_.getTypeSize(type) == 32)
      symbolic_.to_single(value);
    else if (context_.getTypeSize(from) == 32)
      symbolic_.widen(expr, value);
    return true;
  }
  if (!from->isIntegralOrEnumerationType()) return true;
  if (type->isIntegralOrEnumerationType()) return symbolic_.to_integer(expr, from, type, value);
  return !type->isRealFloatingType() || symbolic_.to_floating(expr, from, type, value);
}

namespace {

/// A known number becomes one of another type.
class NumberConversion {
public:
  NumberConversion(Machine& machine, const Expr* expr, QualType type)
      : machine_(machine), context_(machine.context()), report_(machine.report()), expr_(expr),
        type_(type) {}

  bool run(Value& value) const;

private:
  bool to_integer(Value& value) const;
  bool to_floating(Value& value) const;
  bool fits(const Value& value, unsigned width) const;
  int64_t without_fraction(const Value& value) const;
  Value rounded_to_half(double number) const;

  Machine& machine_;
  ASTContext& context_;
  Reporter& report_;
  const Expr* expr_;
  QualType type_;
};

bool NumberConversion::run(Value& value) const {
  const bool is_bool = type_->isBooleanType();
  if ((value.is_rounded() || value.is_extended()) && (machine_.is_extended(type_) || is_bool)) {
    if (is_bool) value = Value::boolean(true);
    return true;
  }
  if (value.is_rounded() && context_.getTypeSize(type_) != 64)
    return report_.unsupported(expr_, missing::rounding_of_a_long_double);
  if (is_bool) {
    value =
        Value::boolean(value.is(Value::Kind::Float) ? value.as_double() != 0 : value.as_int() != 0);
    return true;
  }
  if (type_->isIntegralOrEnumerationType()) return to_integer(value);
  return !type_->isRealFloatingType() || to_floating(value);
}

bool NumberConversion::to_integer(Value& value) const {
  if (value.is_rounded()) return report_.unsupported(expr_, missing::cut_of_a_long_double);
  const auto width = static_cast<unsigned>(context_.getIntWidth(type_));
  if (width > 64) return report_.unsupported(expr_, missing::integer_wider_than_64_bits);
  if (value.is(Value::Kind::Float) && !fits(value, width))
    return report_.error(expr_, diag::number_does_not_fit, machine_.type_name(type_));
  value = Value::integer(without_fraction(value), width, type_->isSignedIntegerOrEnumerationType());
  return true;
}

/// Whether an integer of so many bits holds the number without its fraction.
bool NumberConversion::fits(const Value& value, unsigned width) const {
  const double whole = std::trunc(value.as_double());
  const bool is_signed = type_->isSignedIntegerOrEnumerationType();
  const double limit = std::ldexp(1.0, static_cast<int>(width) - (is_signed ? 1 : 0));
  return (whole < limit || value.is_extended()) && !(whole < (is_signed ? -limit : 0));
}

/// The bits of a number that fits.
int64_t NumberConversion::without_fraction(const Value& value) const {
  if (value.is_extended())
    return value.as_extended() >= 0x1p63L && type_->isUnsignedIntegerOrEnumerationType()
               ? static_cast<int64_t>(static_cast<uint64_t>(value.as_extended()))
               : static_cast<int64_t>(value.as_extended());
  if (!value.is(Value::Kind::Float)) return value.as_int();
  return value.as_double() >= 0x1p63
             ? static_cast<int64_t>(static_cast<uint64_t>(value.as_double()))
             : static_cast<int64_t>(value.as_double());
}

bool NumberConversion::to_floating(Value& value) const {
  const bool is_wide_unsigned =
      value.is(Value::Kind::Int) && !value.is_signed() && value.width() == 64;
  const double number = is_wide_unsigned
                            ? static_cast<double>(static_cast<uint64_t>(value.as_int()))
                            : value.as_double();
  const uint64_t size = context_.getTypeSize(type_);
  if (machine_.is_extended(type_) && value.is(Value::Kind::Int)) {
    value = *Value::extended(value.as_extended()); // 64 bits are what it holds
    return true;
  }
  if (size < 32 && value.is_extended())
    return report_.unsupported(expr_, missing::rounding_of_a_long_double);
  if (size < 32)
    value = rounded_to_half(number);
  else if (size == 32)
    value = Value::floating(static_cast<double>(value.is(Value::Kind::Float)
                                                    ? static_cast<float>(value.as_extended())
                                                    : static_cast<float>(number)));
  else
    value = Value::floating(number);
  return true;
}

/// In a type narrower than float.
Value NumberConversion::rounded_to_half(double number) const {
  llvm::APFloat rounded(static_cast<float>(number));
  bool loses = false;
  rounded.convert(context_.getFloatTypeSemantics(type_), llvm::APFloat::rmNearestTiesToEven,
                  &loses);
  return Value::floating(Machine::exactly(rounded).value_or(number));
}

} // namespace

bool Machine::convert(const Expr* expr, QualType type, Value& value) {
  if (!value.is_number()) return true; // what is not known keeps its origin
  return NumberConversion(*this, expr, type.getNonReferenceType()).run(value);
}

Value Machine::as_signed_as(QualType type, const Value& value) const {
  if (!value.is(Value::Kind::Int) || !type->isIntegralOrEnumerationType()) return value;
  const bool is_signed = type->isSignedIntegerOrEnumerationType();
  if (value.is_signed() == is_signed || value.width() != context_.getIntWidth(type)) return value;
  return Value::integer(value.as_int(), value.width(), is_signed);
}

/// One cast, by its kind.
class Machine::Cast {
public:
  Cast(Machine& machine, const CastExpr* expr, Result& result)
      : machine_(machine), report_(machine.report_), expr_(expr), sub_(expr->getSubExpr()),
        result_(result) {}

  bool read();
  bool of_bytes();
  bool of_number();
  bool pointer_to_bool();
  bool null();
  bool array_to_pointer();
  bool dynamic();

private:
  std::optional<bool> try_other_type();
  std::optional<bool> try_other_pointee();
  bool is_initialized() const;
  bool casts_to(const CXXRecordDecl* actual, const CXXRecordDecl* from, const CXXRecordDecl* wanted,
                bool& matches) const;

  Machine& machine_;
  Reporter& report_;
  const CastExpr* expr_;
  const Expr* sub_;
  Result& result_;
};

/// The value of what has a place.
bool Machine::Cast::read() {
  const std::optional<bool> done = try_other_type();
  if (!(done ? *done : machine_.eval(sub_, result_))) return false;
  result_.place = nullptr;
  result_.value = machine_.as_signed_as(expr_->getType(), result_.value);
  if (result_.value.is(Value::Kind::String) &&
      !machine_.shows_what_is_there(expr_, expr_->getType(), result_.value))
    return false;
  return is_initialized();
}

/// False, with an error, where what is read never got a value.
bool Machine::Cast::is_initialized() const {
  // A byte may be copied whatever it holds, and a member with the object that it is a part of.
  const FunctionDecl* function = machine_.frames_.back().function;
  // The library's code may read what models keep in another way.
  const bool is_exempt = function && (function->isDefaulted() || !machine_.is_user_code(function));
  if (is_exempt || !result_.value.is(Value::Kind::Uninitialized) ||
      !expr_->getType()->isScalarType() || machine_.context_.getTypeSize(expr_->getType()) <= 8)
    return true;
  const auto* name = dyn_cast<DeclRefExpr>(sub_->IgnoreParens());
  const auto* member = dyn_cast<MemberExpr>(sub_->IgnoreParens());
  return report_.error(expr_, diag::read_before_initialised,
                       name     ? "'" + name->getDecl()->getNameAsString() + "'"
                       : member ? "'" + member->getMemberDecl()->getNameAsString() + "'"
                                : "this");
}

/// The value of *(T*)&x and reinterpret_cast<T&>(x); nothing: it is none of them.
std::optional<bool> Machine::Cast::try_other_type() {
  const auto* written = dyn_cast<ExplicitCastExpr>(sub_->IgnoreParens());
  if (!written || written->getCastKind() != CK_LValueBitCast) return try_other_pointee();
  // reinterpret_cast<T&>(x)
  const QualType from = written->getSubExpr()->getType();
  if (machine_.is_same_representation(from, written->getType())) return std::nullopt;
  Location* place = nullptr;
  return machine_.place(written->getSubExpr(), place) &&
         machine_.bit_convert(sub_, from, sub_->getType(), place->value(), result_.value);
}

/// *(T*)&x
std::optional<bool> Machine::Cast::try_other_pointee() {
  const auto* deref = dyn_cast<UnaryOperator>(sub_->IgnoreParens());
  const auto* written = deref && deref->getOpcode() == UO_Deref
                            ? dyn_cast<ExplicitCastExpr>(deref->getSubExpr()->IgnoreParens())
                            : nullptr;
  if (!written || written->getCastKind() != CK_BitCast ||
      !written->getSubExpr()->getType()->isPointerType())
    return std::nullopt;
  const QualType from = written->getSubExpr()->getType()->getPointeeType();
  if (from->isVoidType() || from->isAnyCharacterType() ||
      machine_.is_same_representation(from, sub_->getType()))
    return std::nullopt;
  Value pointer;
  if (!machine_.eval(written->getSubExpr(), pointer)) return false;
  if (pointer.is(Value::Kind::Opaque)) {
    result_.value = pointer;
    return true;
  }
  const Location* place = machine_.pointee(sub_, pointer);
  return place != nullptr &&
         machine_.bit_convert(sub_, from, sub_->getType(), place->value(), result_.value);
}

bool Machine::Cast::of_bytes() {
  Value value;
  return machine_.eval(sub_, value) &&
         machine_.bit_convert(expr_, sub_->getType(), expr_->getType(), value, result_.value);
}

bool Machine::Cast::of_number() {
  Value value;
  // A constant in long double is computed as such before it is rounded.
  if (machine_.is_extended(sub_->getType()) && machine_.constant_value(expr_, result_.value))
    return true;
  if (!machine_.eval(sub_, value)) return false;
  // kFloat as a number: what stands for it is no number.
  if (sub_->getType()->isEnumeralType() && (value.is_node() || value.is(Value::Kind::Constant)) &&
      is_torch_library(sub_->getType()->castAsEnumDecl()))
    return report_.unsupported(expr_, missing::number_of_this_type,
                               machine_.type_name(sub_->getType()));
  if (value.is_node() && (expr_->getCastKind() == CK_IntegralToBoolean ||
                          expr_->getCastKind() == CK_FloatingToBoolean)) {
    result_.value = machine_.unknown_condition(sub_, machine_.symbolic_.unconverted(value));
    return true;
  }
  if (!machine_.convert(expr_, sub_->getType(), expr_->getType(), value)) return false;
  result_.value = value;
  return true;
}

bool Machine::Cast::pointer_to_bool() {
  Value pointer;
  bool value = false;
  if (!machine_.eval(sub_, pointer)) return false;
  if (is_unknown(pointer)) {
    result_.value = machine_.unknown_condition(sub_, pointer);
    return true;
  }
  if (!machine_.truth(sub_, pointer, value, "this test of a pointer")) return false;
  result_.value = Value::boolean(value);
  return true;
}

bool Machine::Cast::null() {
  // (f(), nullptr) is null, too.
  Result ignored;
  if (!isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(sub_->IgnoreParenImpCasts()) &&
      !machine_.eval(sub_, ignored))
    return false;
  result_.value = Value::none();
  return true;
}

bool Machine::Cast::array_to_pointer() {
  if (!machine_.eval(sub_, result_)) return false;
  const QualType type = sub_->getType();
  ASTContext& context = machine_.context_;
  if (result_.place && context.hasSameType(type, context.getBuiltinVaListType())) {
    // Who takes an argument of it there takes it here.
    result_.value = Value::pointer(result_.place);
    result_.place = nullptr;
    return true;
  }
  if (!isa<StringLiteral, PredefinedExpr>(sub_->IgnoreParens())) {
    if (!machine_.make_room(expr_, result_.place, type)) return false;
    if (result_.place) result_.value = result_.place->value();
  }
  if (result_.place && type->isConstantArrayType() &&
      Memory::is_byte(context.getBaseElementType(type)) && !result_.value.is(Value::Kind::Opaque) &&
      !result_.value.is(Value::Kind::String) && !machine_.memory_.are_bytes(type, result_.value))
    result_.value = Value::pointer(result_.place); // bytes in which an object was made
  else if (result_.value.is_object() && result_.value.object()->kind == Object::Kind::Sequence)
    result_.value = Value::iterator(result_.value.object(), 0);
  result_.place = nullptr;
  return true;
}

/// Whether dynamic_cast from `from` to `wanted` finds one in an object of the class `actual`.
bool Machine::Cast::casts_to(const CXXRecordDecl* actual, const CXXRecordDecl* from,
                             const CXXRecordDecl* wanted, bool& matches) const {
  const auto is_same = [](const CXXRecordDecl* left, const CXXRecordDecl* right) {
    return left->getCanonicalDecl() == right->getCanonicalDecl();
  };
  matches = is_same(actual, wanted);
  if (!matches && !actual->isDerivedFrom(wanted)) return true;
  // To a base, or to the class itself, which the compiler checked.
  if (from == nullptr || is_same(from, wanted) || from->isDerivedFrom(wanted)) {
    matches = true;
    return true;
  }
  // Down to the class that the object is a part of, or across, by way of the whole: public bases,
  // and only one of each.
  CXXBasePaths paths;
  const bool is_once = is_same(actual, wanted) ||
                       (actual->isDerivedFrom(wanted, paths) &&
                        !paths.isAmbiguous(machine_.context_.getCanonicalTagType(wanted)));
  if (wanted->isDerivedFrom(from) && is_public_base(from, wanted)) {
    matches = true;
    return is_once || report_.unsupported(expr_, missing::cast_to_one_of_several_bases_of);
  }
  matches =
      !is_same(actual, wanted) && is_public_base(wanted, actual) && is_public_base(from, actual);
  return true;
}

bool Machine::Cast::dynamic() {
  if (!machine_.eval(sub_, result_)) return false;
  const CXXRecordDecl* wanted = record_of(expr_->getType());
  const CXXRecordDecl* from = record_of(sub_->getType());
  Value value = result_.value;
  if (value.is(Value::Kind::Pointer)) value = value.target()->value();
  if (!value.is_object() || wanted == nullptr) return true;
  if (value.object()->type == nullptr) return true;
  if (!machine_.has_dynamic_type(expr_, value.object(), from)) return false;
  bool matches = false;
  if (!casts_to(machine_.dynamic_type(value.object()), from, wanted, matches)) return false;
  if (matches) return true;
  if (!expr_->getType()->isPointerType())
    return machine_.raise(expr_, "std::bad_cast", "std::bad_cast");
  result_ = {Value::none(), nullptr};
  return true;
}

bool Machine::cast(const CastExpr* expr, Result& result) {
  const Expr* sub = expr->getSubExpr();
  Cast one(*this, expr, result);
  switch (expr->getCastKind()) {
  case CK_LValueToRValue: return one.read();
  case CK_LValueToRValueBitCast: return one.of_bytes();
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_IntegralCast:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_BooleanToSignedIntegral: return one.of_number();
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean: return one.pointer_to_bool();
  case CK_NullToPointer:
  case CK_NullToMemberPointer: return one.null();
  case CK_ArrayToPointerDecay: return one.array_to_pointer();
  case CK_ToVoid:
    if (!eval(sub, result)) return false;
    own_discarded(sub, result);
    return true;
  case CK_Dynamic: return one.dynamic();
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
  case CK_DerivedToBase:
  case CK_UncheckedDerivedToBase:
  case CK_BaseToDerived:
  case CK_BaseToDerivedMemberPointer:
  case CK_DerivedToBaseMemberPointer:
  case CK_FunctionToPointerDecay:
  case CK_BuiltinFnToFnPtr: return eval(sub, result);
  case CK_BitCast: return reinterpret_pointer(expr, result);
  case CK_LValueBitCast:
    if (!is_same_representation(sub->getType(), expr->getType()))
      return report_.unsupported(expr, missing::reference_as_another_type);
    return eval(sub, result);
  default: return report_.unsupported(expr, missing::cast_of_this_kind, expr->getCastKindName());
  }
}

bool Machine::type_info(const CXXTypeidExpr* expr, Result& result) {
  QualType type;
  if (expr->isTypeOperand()) {
    type = expr->getTypeOperand(context_);
  } else {
    type = expr->getExprOperand()->getType();
    if (expr->isPotentiallyEvaluated()) {
      Value value;
      if (!eval(expr->getExprOperand(), value)) return false;
      if (!value.is_object() || !value.object()->type)
        return report_.not_known(expr->getExprOperand(), value, "the type of this object");
      if (!has_dynamic_type(expr, value.object(), type->getAsCXXRecordDecl())) return false;
      type = context_.getCanonicalTagType(dynamic_type(value.object()));
    }
  }
  type = type.getNonReferenceType().getCanonicalType().getUnqualifiedType();
  const Object*& info = type_infos_[type.getTypePtr()];
  if (info == nullptr) {
    std::string name;
    llvm::raw_string_ostream out(name);
    const std::unique_ptr<MangleContext> mangler(context_.createMangleContext());
    mangler->mangleCanonicalTypeName(type, out);
    llvm::StringRef text(name);
    text.consume_front("_ZTS");
    const bool outer = storage_.set_outlives(true);
    Object* made = storage_.sequence({Value::string(text)});
    made->type = record_of(expr->getType());
    storage_.set_outlives(outer);
    info = made;
  }
  result.place = info->self;
  return true;
}

} // namespace fx::frontend
