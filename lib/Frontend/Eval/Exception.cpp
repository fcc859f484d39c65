// Exceptions: throwing, what a handler catches, and the exceptions that the library throws.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Lower/Construction.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool Machine::throw_exception(const CXXThrowExpr* expr) {
  const Expr* operand = expr->getSubExpr();
  if (operand == nullptr) {
    if (handled_.empty()) return report_.error(expr, diag::nothing_to_throw_again);
    exception_ = handled_.back();
    return false;
  }
  Exception exception;
  exception.location = expr->getExprLoc();
  exception.type = operand->getType().getUnqualifiedType();
  Result thrown;
  if (!eval(operand, thrown)) return false;
  const Value value = thrown.place ? storage_.copy(thrown.value) : thrown.value;
  if (report_.failed() || unwinding()) return false;
  exception.place = storage_.allocate(value);
  if (value.is_object() && !value.object()->elements.empty() &&
      value.object()->elements[0]->value().is(Value::Kind::String))
    exception.text = value.object()->elements[0]->value().text();
  if (value.is(Value::Kind::String)) exception.text = value.text();
  if (exception.text.empty()) exception.text = fmt::format("a '{}'", type_name(exception.type));
  exception_ = std::move(exception);
  return false;
}

const CXXRecordDecl* Machine::find_class(std::string_view qualified) const {
  const DeclContext* scope = context_.getTranslationUnitDecl();
  llvm::SmallVector<llvm::StringRef, 4> parts;
  llvm::StringRef(qualified.data(), qualified.size()).split(parts, "::");
  const CXXRecordDecl* found = nullptr;
  for (const llvm::StringRef part : parts) {
    const DeclContext* inner = nullptr;
    for (const NamedDecl* declaration : scope->lookup(&context_.Idents.get(part))) {
      const NamedDecl* named = declaration->getUnderlyingDecl();
      found = dyn_cast<CXXRecordDecl>(named);
      inner = dyn_cast<DeclContext>(named);
      if (inner) break;
    }
    if (inner == nullptr) return nullptr;
    scope = inner;
  }
  return found && found->hasDefinition() ? found->getDefinition() : nullptr;
}

bool Machine::raise(const Expr* where, std::string_view type, std::string text) {
  const CXXRecordDecl* record = find_class(type);
  if (record == nullptr && !tries_.empty()) {
    report_.error(where, diag::type_of_exception_not_known, type);
    const SourceManager& sources = context_.getSourceManager();
    return report_.fix(
        FixItHint::CreateInsertion(sources.getLocForStartOfFile(sources.getFileID(
                                       sources.getExpansionLoc(where->getExprLoc()))),
                                   "#include <stdexcept>\n"));
  }
  if (record == nullptr) return end_program(where, std::move(text));
  Object* object = storage_.sequence({Value::string(text)});
  object->type = record;
  Exception exception;
  exception.location = where->getExprLoc();
  exception.type = context_.getCanonicalTagType(record);
  exception.place = object->self;
  exception.text = std::move(text);
  exception_ = std::move(exception);
  return false;
}

bool Machine::end_program(const Expr* where, std::string text) {
  Exception exception;
  exception.location = where->getExprLoc();
  exception.text = std::move(text);
  exception_ = std::move(exception);
  return false;
}

namespace {

/// A function that does not throw converts to one that may.
bool is_less_strict(const ASTContext& context, QualType to, QualType from) {
  const auto* wanted = to->getAs<FunctionProtoType>();
  return wanted && from->isFunctionProtoType() && !wanted->isNothrow() &&
         context.hasSameFunctionTypeIgnoringExceptionSpec(to, from);
}

/// Something to hang a location on.
const Expr* handler_expression(ASTContext& context, const CXXCatchStmt* handler) {
  return new (context) OpaqueValueExpr(handler->getBeginLoc(), context.VoidTy, VK_PRValue);
}

} // namespace

bool Machine::is_more_qualified(QualType to, QualType from) const {
  bool ignored = false;
  return compiler_.getSema().IsQualificationConversion(from.getUnqualifiedType(),
                                                       to.getUnqualifiedType(),
                                                       /*CStyle=*/false, ignored);
}

bool Machine::catches(QualType handler, const Exception& exception) const {
  handler = handler.getNonReferenceType();
  const QualType thrown = exception.type.getNonReferenceType();
  if (context_.hasSameUnqualifiedType(handler, thrown)) return true;
  const CXXRecordDecl* wanted = handler->getAsCXXRecordDecl();
  const CXXRecordDecl* given = thrown->getAsCXXRecordDecl();
  if (wanted && given) return is_public_base(wanted, given);
  if (thrown->isNullPtrType()) return handler->isPointerType() || handler->isMemberPointerType();
  if (const auto* member = thrown->getAs<MemberPointerType>())
    return handler->isMemberPointerType() &&
           member->getMostRecentCXXRecordDecl() ==
               handler->castAs<MemberPointerType>()->getMostRecentCXXRecordDecl() &&
           (is_less_strict(context_, handler->castAs<MemberPointerType>()->getPointeeType(),
                           member->getPointeeType()) ||
            is_more_qualified(handler, thrown));
  if (!handler->isPointerType() || !thrown->isPointerType()) return false;
  const QualType to = handler->getPointeeType();
  const QualType from = thrown->getPointeeType();
  if (!to.isAtLeastAsQualifiedAs(from, context_)) return false;
  if (to->isVoidType()) return !from->isFunctionType();
  if (context_.hasSameUnqualifiedType(to, from) || is_less_strict(context_, to, from) ||
      is_more_qualified(handler, thrown))
    return true;
  wanted = to->getAsCXXRecordDecl();
  given = from->getAsCXXRecordDecl();
  return wanted && given && is_public_base(wanted, given);
}

bool Machine::hold_back(std::optional<Exception>& held) {
  if (held && exception_) {
    report_.error(exception_->location, diag::second_exception);
    return false;
  }
  held = std::exchange(exception_, std::nullopt);
  ++num_travelling_;
  return !held->type.isNull();
}

void Machine::let_go(std::optional<Exception>& held) {
  if (!held) return;
  --num_travelling_;
  exception_ = std::exchange(held, std::nullopt);
}

Completion Machine::run_try(const CXXTryStmt* statement) {
  const Node* last = graph_.last();
  tries_.push_back(statement);
  const Completion completion = run(statement->getTryBlock());
  tries_.pop_back();
  if (completion == Completion::Throw) return run_handlers(statement);
  if (completion != Completion::Failed && !surely_does_not_throw(statement, last))
    return Completion::Failed;
  return completion;
}

bool Machine::is_caught_as(const CXXCatchStmt* handler, std::string_view type) const {
  if (handler->getExceptionDecl() == nullptr) return true; // catch (...)
  const CXXRecordDecl* record = find_class(type);
  if (record == nullptr) return false;
  Exception thrown;
  thrown.type = context_.getCanonicalTagType(record);
  return catches(handler->getCaughtType(), thrown);
}

bool Machine::is_caught(const Stmt* branch) const {
  if (branch == nullptr || tries_.empty() || isa<LambdaExpr>(branch)) return false;
  const auto is_handled = [&](const auto& catches_it) {
    return llvm::any_of(tries_, [&](const CXXTryStmt* attempt) {
      for (unsigned i = 0; i < attempt->getNumHandlers(); ++i)
        if (catches_it(attempt->getHandler(i))) return true;
      return false;
    });
  };
  if (const auto* thrown = dyn_cast<CXXThrowExpr>(branch); thrown && thrown->getSubExpr()) {
    Exception exception;
    exception.type = thrown->getSubExpr()->getType().getUnqualifiedType();
    return is_handled([&](const CXXCatchStmt* handler) {
      return handler->getExceptionDecl() == nullptr || catches(handler->getCaughtType(), exception);
    });
  }
  if (const auto* call = dyn_cast<CallExpr>(branch))
    if (const FunctionDecl* callee = call->getDirectCallee();
        callee && callee->isNoReturn() && is_torch_library(callee))
      return is_handled(
          [&](const CXXCatchStmt* handler) { return is_caught_as(handler, "c10::Error"); });
  return llvm::any_of(branch->children(), [this](const Stmt* child) { return is_caught(child); });
}

bool Machine::surely_does_not_throw(const CXXTryStmt* statement, const Node* last) {
  // With example inputs the operators ran, and did not throw.
  if (graph_.last() == last || graph_.last() == nullptr || options_.kernels) return true;
  bool goes_on = false;
  for (unsigned i = 0; i < statement->getNumHandlers() && !goes_on; ++i) {
    const CXXCatchStmt* handler = statement->getHandler(i);
    if (!is_caught_as(handler, "c10::Error")) continue;
    // One that throws, too, changes nothing of the graph.
    if (cannot_complete(handler->getHandlerBlock())) return true;
    goes_on = true;
  }
  if (!goes_on) return true;
  for (const Node* node = graph_.last(); node && node != last; node = node->prev()) {
    if (node->op() == Opcode::GetAttr || node->op() == Opcode::Placeholder ||
        node->is_call_function("operator.getitem") || graph_.construction().surely_succeeds(node))
      continue;
    const clang::SourceLocation where = report_.origin(node);
    report_.error(where.isValid() ? where : statement->getBeginLoc(), diag::operator_may_throw);
    report_.note(statement->getBeginLoc(),
                 "say which way it goes with an example of the inputs (--input), or decide with "
                 "'if' instead of with an exception");
    return false;
  }
  return true;
}

bool Machine::surely_does_not_throw(const ModelCall& call) {
  const auto goes_on = [](const CXXTryStmt* attempt) {
    for (unsigned i = 0; i < attempt->getNumHandlers(); ++i)
      if (!cannot_complete(attempt->getHandler(i)->getHandlerBlock())) return true;
    return false;
  };
  if (llvm::none_of(tries_, goes_on)) return true;
  // Functions of the C library throw nothing.
  const auto* type = call.callee->getType()->castAs<FunctionProtoType>();
  if (call.callee->hasAttr<NoThrowAttr>() ||
      (call.callee->isExternC() && !is_user_code(call.callee)) ||
      (!isUnresolvedExceptionSpec(type->getExceptionSpecType()) && type->canThrow() == CT_Cannot))
    return true;
  report_.error(call.expr, diag::unknown_call_may_throw, qualified_name(call.callee));
  report_.note((*llvm::find_if(llvm::reverse(tries_), goes_on))->getBeginLoc(),
               "call it outside of this 'try', or leave the handler to what calls the model");
  return false;
}

Completion Machine::run_handlers(const CXXTryStmt* statement) {
  if (exception_->type.isNull()) return Completion::Throw; // the program ends
  for (unsigned i = 0; i < statement->getNumHandlers(); ++i) {
    const CXXCatchStmt* handler = statement->getHandler(i);
    if (handler->getExceptionDecl() == nullptr || catches(handler->getCaughtType(), *exception_))
      return run_handler(handler);
  }
  return Completion::Throw;
}

Completion Machine::run_handler(const CXXCatchStmt* handler) {
  const auto stopped = [&] { return report_.failed() ? Completion::Failed : Completion::Throw; };
  const Exception caught = *std::exchange(exception_, std::nullopt);
  const size_t owned = frames_.back().owned.size();
  handled_.push_back(caught);
  Completion completion = Completion::Normal;
  if (const VarDecl* variable = handler->getExceptionDecl()) {
    const QualType type = variable->getType();
    const CXXRecordDecl* record = type->getAsCXXRecordDecl();
    if (type->isReferenceType()) {
      bind(variable, caught.place);
    } else {
      Result made;
      const Value& value = caught.place->value();
      // A copy, of the handler's class.
      Operand operand;
      operand.type = type.getUnqualifiedType();
      operand.value = value;
      operand.place = caught.place;
      if (record && runs(record) && value.is_object()) {
        // Until the parameter is there, it is not caught.
        ++num_travelling_;
        if (!construct_resolved(handler_expression(context_, handler), type, {operand}, made))
          completion = stopped();
        --num_travelling_;
        if (completion == Completion::Normal) completion = leave_scope(owned, completion);
      } else if (!initial_value(handler_expression(context_, handler), type, operand, made.value)) {
        completion = stopped();
      }
      Location* location = storage_.allocate(made.value);
      bind(variable, location);
      own(type, location);
    }
  }
  if (completion == Completion::Normal) completion = run(handler->getHandlerBlock());
  completion = leave_scope(owned, completion);
  handled_.pop_back();
  // The exception object dies with its last handler.
  const bool travels_on = exception_ && exception_->place == caught.place;
  const bool is_handled =
      llvm::any_of(handled_, [&](const Exception& outer) { return outer.place == caught.place; });
  if (!travels_on && !is_handled && completion != Completion::Failed &&
      needs_destruction(caught.type)) {
    const std::optional<Exception> travelling = std::exchange(exception_, std::nullopt);
    if (!destroy_value(handler_expression(context_, handler), caught.type, caught.place))
      return stopped();
    exception_ = travelling;
  }
  return completion;
}

} // namespace fx::frontend
