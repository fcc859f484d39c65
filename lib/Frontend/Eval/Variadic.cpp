// C variadic arguments: a va_list is a position among the arguments behind the last parameter.
#include "Frontend/Eval/Machine.h"

#include "clang/Basic/Builtins.h"

using namespace clang;

namespace fx::frontend {

/// The list that `expr` names: an array of one, which a parameter points to.
bool Machine::argument_list(const Expr* expr, Location*& list) {
  if (!place(expr->IgnoreParenImpCasts(), list)) return false;
  if (list->value().is(Value::Kind::Pointer)) list = list->value().target();
  return true;
}

bool Machine::variadic_builtin(const CallExpr* expr, Result& result, bool& applies) {
  const unsigned builtin = expr->getDirectCallee()->getBuiltinID();
  applies = builtin == Builtin::BI__builtin_va_start || builtin == Builtin::BI__builtin_va_copy ||
            builtin == Builtin::BI__builtin_va_end;
  if (!applies) return true;
  Location* list = nullptr;
  if (!argument_list(expr->getArg(0), list)) return false;
  if (builtin == Builtin::BI__builtin_va_start) {
    const Object* arguments = frames_.back().variadic;
    if (arguments == nullptr) return report_.unsupported(expr, missing::va_start_here);
    storage_.write(list, Value::iterator(arguments, 0));
  } else if (builtin == Builtin::BI__builtin_va_copy) {
    Location* from = nullptr;
    if (!argument_list(expr->getArg(1), from)) return false;
    storage_.write(list, from->value());
  } else {
    storage_.write(list, Value());
  }
  result.value = Value::none();
  return true;
}

bool Machine::next_argument(const VAArgExpr* expr, Result& result) {
  Location* list = nullptr;
  if (!argument_list(expr->getSubExpr(), list)) return false;
  const Value at = list->value();
  if (!at.is(Value::Kind::Iterator)) return report_.error(expr, diag::no_va_start);
  const auto& arguments = at.object()->elements;
  if (static_cast<size_t>(at.index()) >= arguments.size())
    return report_.error(expr, diag::no_more_arguments);
  result.value = storage_.copy(arguments[at.index()]->value());
  storage_.write(list, Value::iterator(at.object(), at.index() + 1));
  return convert(expr, expr->getType(), result.value);
}

} // namespace fx::frontend
