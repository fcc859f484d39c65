// The ends of lifetimes: destructors of the user's classes run where C++ runs them, for variables,
// parameters and temporaries. What lives on the heap or in a library container gets a remark.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool Machine::needs_destruction(QualType type) const {
  const CXXRecordDecl* record =
      type->isReferenceType() || type->isPointerType() ? nullptr : type->getAsCXXRecordDecl();
  if (record == nullptr || !record->hasDefinition() || is_module_class(record) ||
      !is_user_code(record) || record->isLambda() || record->hasTrivialDestructor())
    return false;
  record = record->getDefinition();
  const CXXDestructorDecl* destructor = record->getDestructor();
  if (destructor && destructor->isUserProvided()) return true;
  return llvm::any_of(
             record->fields(),
             [&](const FieldDecl* field) { return needs_destruction(field->getType()); }) ||
         llvm::any_of(record->bases(), [&](const CXXBaseSpecifier& base) {
           return needs_destruction(base.getType());
         });
}

void Machine::own(QualType type, Location* location) {
  if (location && location->value().is_record() && needs_destruction(type))
    frames_.back().owned.push_back(location);
}

void Machine::disown(const Location* location) {
  llvm::erase(frames_.back().owned, location);
}

void Machine::note_constructed(const Expr* where, const Object* object) {
  if (graph_.in_constructor() || !needs_destruction(context_.getCanonicalTagType(object->type)))
    return;
  const CXXDestructorDecl* destructor = object->type->getDestructor();
  const FunctionDecl* body = destructor ? definition(destructor) : nullptr;
  const auto* statements = dyn_cast_or_null<CompoundStmt>(body ? body->getBody() : nullptr);
  if (statements == nullptr || !statements->body_empty())
    undestroyed_.emplace_back(object, where->getExprLoc());
}

void Machine::report_undestroyed() {
  for (const auto& [object, place] : undestroyed_)
    report_.remark(
        place, fmt::format("the destructor of this '{}' is not run: it lives on the heap or in a "
                           "container, whose end is not followed",
                           object->type->getNameAsString()));
}

bool Machine::destroy(const Object* object, const CXXRecordDecl* record) {
  std::erase_if(undestroyed_, [&](const auto& entry) { return entry.first == object; });
  record = record->getDefinition();
  if (const CXXDestructorDecl* destructor = record->getDestructor();
      destructor && destructor->isUserProvided()) {
    auto* where =
        new (context_) OpaqueValueExpr(destructor->getLocation(), context_.VoidTy, VK_PRValue);
    const FunctionDecl* body = definition(destructor);
    if (body == nullptr) {
      note_missing_body(destructor);
      return report_.unsupported(where, "a destructor that is defined in another file");
    }
    llvm::SmallVector<Operand, 4> none;
    Result ignored;
    if (!run_body(where, body, object, none, ignored)) return false;
  }
  const std::vector<FieldDecl*> fields(record->field_begin(), record->field_end());
  for (const FieldDecl* field : llvm::reverse(fields)) {
    if (!needs_destruction(field->getType())) continue;
    const Value& value = field_place(object, field)->value();
    if (value.is_record() && !destroy(value.object(), field->getType()->getAsCXXRecordDecl()))
      return false;
  }
  const std::vector<CXXBaseSpecifier> bases(record->bases_begin(), record->bases_end());
  for (const CXXBaseSpecifier& base : llvm::reverse(bases))
    if (needs_destruction(base.getType()) && !destroy(object, base.getType()->getAsCXXRecordDecl()))
      return false;
  return true;
}

Completion Machine::leave_scope(size_t first, Completion completion) {
  if (completion == Completion::Failed || frames_.back().owned.size() <= first) return completion;
  // Destructors run while an exception travels.
  std::optional<Exception> travelling = std::exchange(exception_, std::nullopt);
  while (frames_.back().owned.size() > first) {
    const Value dying = frames_.back().owned.back()->value();
    frames_.back().owned.pop_back();
    if (dying.is_record() && dying.object()->type && !destroy(dying.object(), dying.object()->type))
      return report_.failed() ? Completion::Failed : Completion::Throw;
  }
  exception_ = std::move(travelling);
  return completion;
}

} // namespace fx::frontend
