// Closures: an object whose fields are the captures. Their calls go through Call.cpp.
#include "Frontend/Eval/Machine.h"

using namespace clang;

namespace fx::frontend {

bool Machine::lambda(const LambdaExpr* expr, Result& result) {
  Object* closure = storage_.create(Object::Kind::Closure, expr->getLambdaClass());
  auto init = expr->capture_init_begin();
  // What is captured is owned until the closure is complete: another capture may throw.
  const size_t owned = unfinished();
  std::vector<Location*> places;
  for (const FieldDecl* field : expr->getLambdaClass()->fields()) {
    if (init == expr->capture_init_end()) break;
    Result captured;
    if (!eval(*init++, captured)) return false;
    field = llvm::cast<FieldDecl>(field->getCanonicalDecl());
    const bool by_reference = field->getType()->isReferenceType();
    if (by_reference && captured.place) {
      closure->fields[field] = captured.place;
    } else {
      Location* place =
          storage_.allocate(captured.place ? storage_.copy(captured.value) : captured.value);
      closure->fields[field] = place;
      own(field->getType(), place);
      places.push_back(place);
    }
    if (report_.failed() || unwinding()) return false;
  }
  finish(owned, places);
  result.value = Value::object(closure);
  return true;
}

} // namespace fx::frontend
