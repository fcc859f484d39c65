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

bool Machine::convert(const Expr* expr, QualType type, Value& value) {
  if (!value.is_number()) return true; // what is not known keeps its origin
  type = type.getNonReferenceType();
  if ((value.is_rounded() || value.is_extended()) && (is_extended(type) || type->isBooleanType())) {
    if (type->isBooleanType()) value = Value::boolean(true);
    return true;
  }
  if (value.is_rounded() && context_.getTypeSize(type) != 64)
    return report_.unsupported(expr, "rounding a number in long double that no double holds");
  if (type->isBooleanType()) {
    value =
        Value::boolean(value.is(Value::Kind::Float) ? value.as_double() != 0 : value.as_int() != 0);
  } else if (type->isIntegralOrEnumerationType()) {
    if (value.is_rounded())
      return report_.unsupported(expr, "cutting a number in long double that no double holds");
    const auto width = static_cast<unsigned>(context_.getIntWidth(type));
    if (width > 64) return report_.unsupported(expr, "an integer wider than 64 bits");
    int64_t number = value.as_int();
    if (value.is(Value::Kind::Float)) {
      const double whole = std::trunc(value.as_double());
      const bool is_signed = type->isSignedIntegerOrEnumerationType();
      const double limit = std::ldexp(1.0, static_cast<int>(width) - (is_signed ? 1 : 0));
      if (!(whole < limit || value.is_extended()) || whole < (is_signed ? -limit : 0))
        return report_.error(expr, "this number does not fit into '" + type_name(type) +
                                       "', which C++ leaves undefined: check it before");
    }
    if (value.is_extended())
      number = value.as_extended() >= 0x1p63L && type->isUnsignedIntegerOrEnumerationType()
                   ? static_cast<int64_t>(static_cast<uint64_t>(value.as_extended()))
                   : static_cast<int64_t>(value.as_extended());
    else if (value.is(Value::Kind::Float))
      number = value.as_double() >= 0x1p63
                   ? static_cast<int64_t>(static_cast<uint64_t>(value.as_double()))
                   : static_cast<int64_t>(value.as_double());
    value = Value::integer(number, width, type->isSignedIntegerOrEnumerationType());
  } else if (type->isRealFloatingType()) {
    const double number = value.is(Value::Kind::Int) && !value.is_signed() && value.width() == 64
                              ? static_cast<double>(static_cast<uint64_t>(value.as_int()))
                              : value.as_double();
    const uint64_t size = context_.getTypeSize(type);
    if (is_extended(type) && value.is(Value::Kind::Int)) {
      value = *Value::extended(value.as_extended()); // 64 bits are what it holds
      return true;
    }
    if (size < 32 && value.is_extended())
      return report_.unsupported(expr, "rounding a number in long double that no double holds");
    if (size < 32) {
      llvm::APFloat rounded(static_cast<float>(number));
      bool loses = false;
      rounded.convert(context_.getFloatTypeSemantics(type), llvm::APFloat::rmNearestTiesToEven,
                      &loses);
      value = Value::floating(exactly(rounded).value_or(number));
      return true;
    }
    value = Value::floating(size == 32
                                ? static_cast<double>(value.is(Value::Kind::Float)
                                                          ? static_cast<float>(value.as_extended())
                                                          : static_cast<float>(number))
                                : number);
  }
  return true;
}

bool Machine::read_as_other_type(const Expr* expr, Result& result, bool& applies) {
  const auto* written = dyn_cast<ExplicitCastExpr>(expr->IgnoreParens());
  QualType from;
  Location* place = nullptr;
  if (written && written->getCastKind() == CK_LValueBitCast) {
    // reinterpret_cast<T&>(x)
    from = written->getSubExpr()->getType();
    applies = !is_same_representation(from, written->getType());
    if (!applies) return true;
    if (!this->place(written->getSubExpr(), place)) return false;
  } else {
    // *(T*)&x
    const auto* deref = dyn_cast<UnaryOperator>(expr->IgnoreParens());
    written = deref && deref->getOpcode() == UO_Deref
                  ? dyn_cast<ExplicitCastExpr>(deref->getSubExpr()->IgnoreParens())
                  : nullptr;
    applies = written && written->getCastKind() == CK_BitCast &&
              written->getSubExpr()->getType()->isPointerType();
    if (!applies) return true;
    from = written->getSubExpr()->getType()->getPointeeType();
    applies = !from->isVoidType() && !from->isAnyCharacterType() &&
              !is_same_representation(from, expr->getType());
    if (!applies) return true;
    Value pointer;
    if (!eval(written->getSubExpr(), pointer)) return false;
    if (pointer.is(Value::Kind::Opaque)) {
      result.value = pointer;
      return true;
    }
    place = pointee(expr, pointer);
    if (place == nullptr) return false;
  }
  return bit_convert(expr, from, expr->getType(), place->value(), result.value);
}

bool Machine::casts_to(const Expr* where, const CXXRecordDecl* actual, const CXXRecordDecl* from,
                       const CXXRecordDecl* wanted, bool& matches) {
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
  const bool is_once =
      is_same(actual, wanted) || (actual->isDerivedFrom(wanted, paths) &&
                                  !paths.isAmbiguous(context_.getCanonicalTagType(wanted)));
  if (wanted->isDerivedFrom(from) && is_public_base(from, wanted)) {
    matches = true;
    return is_once || report_.unsupported(where, "a cast to one of several bases of this class");
  }
  matches =
      !is_same(actual, wanted) && is_public_base(wanted, actual) && is_public_base(from, actual);
  return true;
}

Value Machine::as_signed_as(QualType type, const Value& value) const {
  if (!value.is(Value::Kind::Int) || !type->isIntegralOrEnumerationType()) return value;
  const bool is_signed = type->isSignedIntegerOrEnumerationType();
  if (value.is_signed() == is_signed || value.width() != context_.getIntWidth(type)) return value;
  return Value::integer(value.as_int(), value.width(), is_signed);
}

bool Machine::cast(const CastExpr* expr, Result& result) {
  const Expr* sub = expr->getSubExpr();
  switch (expr->getCastKind()) {
  case CK_LValueToRValue: {
    bool applies = false;
    if (!read_as_other_type(sub, result, applies)) return false;
    if (!applies && !eval(sub, result)) return false;
    result.place = nullptr;
    result.value = as_signed_as(expr->getType(), result.value);
    if (result.value.is(Value::Kind::String) &&
        !shows_what_is_there(expr, expr->getType(), result.value))
      return false;
    // A byte may be copied whatever it holds, and a member with the object that it is a part of.
    const FunctionDecl* function = frames_.back().function;
    // The library's code may read what models keep in another way.
    const bool is_exempt = function && (function->isDefaulted() || !is_user_code(function));
    if (!is_exempt && result.value.is(Value::Kind::Uninitialized) &&
        expr->getType()->isScalarType() && context_.getTypeSize(expr->getType()) > 8) {
      const auto* name = dyn_cast<DeclRefExpr>(sub->IgnoreParens());
      const auto* member = dyn_cast<MemberExpr>(sub->IgnoreParens());
      return report_.error(
          expr, fmt::format("{} was never initialised, and is read here",
                            name     ? "'" + name->getDecl()->getNameAsString() + "'"
                            : member ? "'" + member->getMemberDecl()->getNameAsString() + "'"
                                     : "this"));
    }
    return true;
  }
  case CK_LValueToRValueBitCast: {
    Value value;
    return eval(sub, value) &&
           bit_convert(expr, sub->getType(), expr->getType(), value, result.value);
  }
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_IntegralCast:
  case CK_IntegralToFloating:
  case CK_FloatingCast:
  case CK_FloatingToIntegral:
  case CK_BooleanToSignedIntegral: {
    Value value;
    // A constant in long double is computed as such before it is rounded.
    if (is_extended(sub->getType()) && constant_value(expr, result.value)) return true;
    if (!eval(sub, value)) return false;
    // kFloat as a number: what stands for it is no number.
    if (sub->getType()->isEnumeralType() && (value.is_node() || value.is(Value::Kind::Constant)) &&
        is_torch_library(sub->getType()->castAsEnumDecl()))
      return report_.unsupported(expr, "the number of '" + type_name(sub->getType()) + "'");
    if (value.is_node() && (expr->getCastKind() == CK_IntegralToBoolean ||
                            expr->getCastKind() == CK_FloatingToBoolean)) {
      result.value = unknown_condition(sub, symbolic_.unconverted(value));
      return true;
    }
    if (!convert(expr, sub->getType(), expr->getType(), value)) return false;
    result.value = value;
    return true;
  }
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean: {
    Value pointer;
    bool value = false;
    if (!eval(sub, pointer)) return false;
    if (is_unknown(pointer)) {
      result.value = unknown_condition(sub, pointer);
      return true;
    }
    if (!truth(sub, pointer, value, "this test of a pointer")) return false;
    result.value = Value::boolean(value);
    return true;
  }
  case CK_NullToPointer:
  case CK_NullToMemberPointer: {
    // (f(), nullptr) is null, too.
    Result ignored;
    if (!isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral>(sub->IgnoreParenImpCasts()) &&
        !eval(sub, ignored))
      return false;
    result.value = Value::none();
    return true;
  }
  case CK_ArrayToPointerDecay: {
    if (!eval(sub, result)) return false;
    if (result.place && context_.hasSameType(sub->getType(), context_.getBuiltinVaListType())) {
      // Who takes an argument of it there takes it here.
      result.value = Value::pointer(result.place);
      result.place = nullptr;
      return true;
    }
    if (!isa<StringLiteral, PredefinedExpr>(sub->IgnoreParens())) {
      if (!make_room(expr, result.place, sub->getType())) return false;
      if (result.place) result.value = result.place->value();
    }
    if (result.place && sub->getType()->isConstantArrayType() &&
        Memory::is_byte(context_.getBaseElementType(sub->getType())) &&
        !result.value.is(Value::Kind::Opaque) && !result.value.is(Value::Kind::String) &&
        !memory_.are_bytes(sub->getType(), result.value))
      result.value = Value::pointer(result.place); // bytes in which an object was made
    else if (result.value.is_record() && result.value.object()->kind == Object::Kind::Sequence)
      result.value = Value::iterator(result.value.object(), 0);
    result.place = nullptr;
    return true;
  }
  case CK_ToVoid:
    if (!eval(sub, result)) return false;
    own_discarded(sub, result);
    return true;
  case CK_Dynamic: {
    if (!eval(sub, result)) return false;
    const CXXRecordDecl* wanted = record_of(expr->getType());
    Value value = result.value;
    if (value.is(Value::Kind::Pointer)) value = value.target()->value();
    if (!value.is_record() || wanted == nullptr) return true;
    if (value.object()->type == nullptr) return true;
    if (!has_dynamic_type(expr, value.object(), record_of(sub->getType()))) return false;
    bool matches = false;
    if (!casts_to(expr, dynamic_type(value.object()), record_of(sub->getType()), wanted, matches))
      return false;
    if (matches) return true;
    if (!expr->getType()->isPointerType()) return raise(expr, "std::bad_cast", "std::bad_cast");
    result = {Value::none(), nullptr};
    return true;
  }
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
      return report_.unsupported(expr, "a reference to an object as one of another type");
    return eval(sub, result);
  default:
    return report_.unsupported(expr, std::string("a cast of kind ") + expr->getCastKindName());
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
      if (!value.is_record() || !value.object()->type)
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
