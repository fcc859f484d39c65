// Smart pointers and module holders: classes that stand for one pointer.
#include "Frontend/Models/Models.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool construct_handle(Evaluator& evaluator, const Expr* expr, const CXXRecordDecl* record,
                      llvm::SmallVector<Operand, 4> args, Result& result) {
  while (!args.empty() && args.back().defaulted)
    args.pop_back();
  const QualType target = handle_target(record);
  const bool holder = derives_from(record, "torch::nn::ModuleHolder");
  if (args.empty() && !holder) {
    result.value = Value::none();
    return true;
  }
  if (args.size() == 1) {
    const Operand& only = args[0];
    const QualType type = only.expr ? only.expr->getType() : only.type;
    if (type->isNullPtrType() || only.value.is(Value::Kind::Opaque)) {
      result.value = only.value;
      return true;
    }
    // Another handle, or a raw pointer, to the same class or one derived from it.
    const CXXRecordDecl* wanted = record_of(target);
    const CXXRecordDecl* given = record_of(type);
    if (type->isPointerType() || is_handle_class(given)) {
      if (is_handle_class(given)) given = record_of(handle_target(given));
      if (!given || !wanted || given->getCanonicalDecl() == wanted->getCanonicalDecl() ||
          given->isDerivedFrom(wanted)) {
        result.value = only.value;
        return true;
      }
    }
  }
  if (!holder) {
    // shared_ptr(pointer, deleter) and the aliasing constructor.
    if (args.empty() || !args[0].value.is(Value::Kind::Pointer))
      return evaluator.unsupported(expr, "this construction of a smart pointer");
    result.value = args[0].value;
    return true;
  }
  Result contained;
  if (!evaluator.construct_resolved(expr, target, std::move(args), contained)) return false;
  if (!contained.value.is_record()) {
    result.value = contained.value;
    return true;
  }
  result.value = Value::pointer(contained.value.object()->self);
  return true;
}

} // namespace fx::frontend
