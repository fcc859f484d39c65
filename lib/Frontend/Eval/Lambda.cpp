// Closures: an object whose fields are the captures. Their calls go through Call.cpp.
#include "Frontend/Eval/Machine.h"

using namespace clang;

namespace fx::frontend {

bool Machine::lambda(const LambdaExpr* expr, Result& result) {
  Object* closure = storage_.create(Object::Kind::Closure, expr->getLambdaClass());
  auto init = expr->capture_init_begin();
  for (const FieldDecl* field : expr->getLambdaClass()->fields()) {
    if (init == expr->capture_init_end()) break;
    Result captured;
    if (!eval(*init++, captured)) return false;
    field = llvm::cast<FieldDecl>(field->getCanonicalDecl());
    const bool by_reference = field->getType()->isReferenceType();
    if (by_reference && captured.place)
      closure->fields[field] = captured.place;
    else
      closure->fields[field] =
          storage_.allocate(captured.place ? storage_.copy(captured.value) : captured.value);
    if (report_.failed() || unwinding()) return false;
  }
  result.value = Value::record(closure);
  return true;
}

} // namespace fx::frontend
