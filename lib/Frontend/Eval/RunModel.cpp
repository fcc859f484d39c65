// Models held to what their rows state.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

Machine::ProgramCode::ProgramCode(Machine& machine)
    : machine_(machine), model_(std::exchange(machine.model_, nullptr)),
      closed_(machine.storage_.set_closed(0)) {}

Machine::ProgramCode::~ProgramCode() {
  machine_.model_ = model_;
  machine_.storage_.set_closed(closed_);
}

bool Machine::ProgramCode::may_run(const Expr* where) const {
  if (model_ == nullptr || !model_->contract.calls.none()) return true;
  return machine_.report_.error(where, diag::model_runs_code, model_->name);
}

bool Machine::run_model(const ModelEntry& model, ModelCall& call) {
  const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
  const QualType owner = method ? context_.getCanonicalTagType(method->getParent())
                                : call.callee->getReturnType().getNonReferenceType();
  if (!allocates_as_library(call.expr, owner)) return false;
  const ModelEntry* outer = std::exchange(model_, &model);
  const bool writes = !model.contract.writes.none();
  const uint64_t closed = storage_.set_closed(writes ? 0 : storage_.now());
  const bool outer_breached = storage_.set_breached(false);
  const bool ok = model.model(call);
  const bool breached = storage_.set_breached(outer_breached) && !writes;
  storage_.set_closed(closed);
  model_ = outer;
  if (ok && breached) return report_.error(call.expr, diag::model_changes_more, model.name);
  // What took the last of the room is named, not the statement behind it.
  return ok && (!storage_.is_full() || step(call.expr->getExprLoc()));
}

} // namespace fx::frontend
