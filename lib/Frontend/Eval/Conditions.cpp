// Values that are not known where something is decided, and conditions that have to hold because
// the program ends where they do not.
#include "Frontend/Eval/FatalLog.h"
#include "Frontend/Eval/Machine.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool ends_program_when_it_dies(const CXXBindTemporaryExpr* temporary) {
  const CXXDestructorDecl* destructor = temporary->getTemporary()->getDestructor();
  if (destructor == nullptr) return false;
  if (destructor->isNoReturn()) return true;
  const auto* made = dyn_cast<CXXConstructExpr>(temporary->getSubExpr());
  if (made == nullptr || made->getNumArgs() < 3 ||
      qualified_name(destructor->getParent()) != "c10::MessageLogger")
    return false;
  const auto* severity = dyn_cast<DeclRefExpr>(made->getArg(2)->IgnoreParenImpCasts());
  return severity && qualified_name(severity->getDecl()) == "c10::GLOG_FATAL";
}

bool cannot_complete(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<CXXThrowExpr>(statement)) return true;
  if (const auto* call = dyn_cast<CallExpr>(statement))
    if (const FunctionDecl* callee = call->getDirectCallee(); callee && callee->isNoReturn())
      return true;
  if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(statement);
      temporary && ends_program_when_it_dies(temporary))
    return true;
  if (const auto* branch = dyn_cast<IfStmt>(statement))
    return cannot_complete(branch->getThen()) && cannot_complete(branch->getElse());
  if (const auto* choice = dyn_cast<ConditionalOperator>(statement))
    return cannot_complete(choice->getTrueExpr()) && cannot_complete(choice->getFalseExpr());
  if (isa<LambdaExpr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, CXXTryStmt,
          BinaryOperator>(statement))
    return false;
  return llvm::any_of(statement->children(), cannot_complete);
}

namespace {

/// Whether evaluating an expression can leave something behind for later.
class EffectFinder : public RecursiveASTVisitor<EffectFinder> {
public:
  explicit EffectFinder(const Machine& machine) : machine_(machine) {}
  bool found = false;

  bool VisitBinaryOperator(BinaryOperator* op) { return note(op->isAssignmentOp()); }
  bool VisitUnaryOperator(UnaryOperator* op) { return note(op->isIncrementDecrementOp()); }
  bool VisitLambdaExpr(LambdaExpr*) { return note(true); }
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    if (callee == nullptr || machine_.is_user_code(callee)) return note(true);
    if (isa<CXXMethodDecl>(callee) || isa<CXXOperatorCallExpr>(call)) return true;
    // What is not const in its operands, or runs what it is given, is taken for an effect.
    const ModelEntry* row = machine_.library().find(qualified_name(callee), callee);
    if (row == nullptr) return note(callee->getBuiltinID() == 0);
    if (is_torch_library(callee) && is_tensor_type(callee->getReturnType().getNonReferenceType()))
      return note(llvm::StringRef(callee->getNameAsString()).ends_with("_"));
    const auto may_be_called = [](const Expr* argument) {
      const QualType type = argument->getType();
      return type->isFunctionPointerType() || type->isFunctionType() ||
             (type->isRecordType() && !is_tensor_type(type));
    };
    return note(!row->contract.writes.none() || (row->contract.calls.has(Calls::Callables) &&
                                                 llvm::any_of(call->arguments(), may_be_called)));
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    return note(call->isAssignmentOp() || call->getOperator() == OO_PlusPlus ||
                call->getOperator() == OO_MinusMinus);
  }
  // LibTorch's methods are const, also those that write: their names end in an underscore.
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) {
    const CXXMethodDecl* method = call->getMethodDecl();
    return note(method == nullptr || (!method->isConst() && !isa<CXXConversionDecl>(method)) ||
                llvm::StringRef(method->getNameAsString()).ends_with("_"));
  }

private:
  bool note(bool effect) {
    found |= effect;
    return !found;
  }
  const Machine& machine_;
};

constexpr const char* condition_reason =
    "a condition on a value that is known only when the model runs";

} // namespace

Value Machine::unknown_condition(const Expr* expr, const Value& value) const {
  if (value.is(Value::Kind::Opaque)) return value;
  return Value::opaque(expr->IgnoreParens()->getExprLoc(), condition_reason);
}

bool Machine::truth(const Expr* expr, const Value& value, bool& result, llvm::StringRef statement) {
  Value known = value;
  oracle_.concretize(expr, known);
  switch (known.kind()) {
  case Value::Kind::Int: result = known.as_int() != 0; return true;
  case Value::Kind::Float: result = known.as_double() != 0; return true;
  case Value::Kind::None: result = false; return true;
  case Value::Kind::Pointer:
  case Value::Kind::Iterator:
  case Value::Kind::Function:
  case Value::Kind::Member:
  case Value::Kind::String: result = true; return true;
  default: break;
  }
  // The graph has the operand that decides, and not the condition that is made of it.
  const Node* decides = nullptr;
  if (value.is(Value::Kind::Opaque) && value.reason() == condition_reason)
    for (const Node* node : graph_.graph())
      if (report_.origin(node) == value.origin()) decides = node;
  return report_.not_known(expr, decides ? Value::node(const_cast<Node*>(decides)) : value,
                           statement);
}

bool Machine::attempt(const Expr* expr, Result& result) {
  const size_t said = report_.diagnostics().size();
  const size_t depth = frames_.size();
  const bool ok = eval_here(expr, result);
  if (ok) {
    if (result.place) result.value = result.place->value();
    return !is_unknown(result.value) && !result.value.is(Value::Kind::Uninitialized);
  }
  if (unwinding() || frames_.size() != depth) return false;
  report_.forget(said);
  return false;
}

bool Machine::is_without_effect(const Expr* expr) const {
  EffectFinder effects(*this);
  effects.TraverseStmt(const_cast<Expr*>(expr));
  return !effects.found;
}

bool Machine::may_not_matter(const Expr* expr, const Expr* condition, llvm::StringRef token) {
  const Effects effects = effects_.of(expr);
  if (!effects.any()) return true;
  const std::string left = report_.source_text(condition);
  report_.error(expr, diag::unknown_condition_with_effects, token.str());
  report_.note(effects.where, "it is changed here");
  report_.note(
      condition->getExprLoc(),
      fmt::format("say what the left side is with --assume='{}=true' (or false) or with an "
                  "example of the inputs (--input), or make the change a statement of its "
                  "own",
                  left.empty() || left.size() > 60 ? "<expression>" : left));
  return false;
}

bool Machine::decides(const Expr* expr, bool decisive) {
  if (!is_without_effect(expr)) return false;
  const Node* last = graph_.last();
  Result result;
  const bool known = attempt(expr, result);
  exception_.reset(); // it may not run at all: what it would throw decides nothing
  graph_.erase_queries_after(last);
  return known && result.value.is(Value::Kind::Int) && (result.value.as_int() != 0) == decisive;
}

namespace {

/// The condition that `condition` tests, through parentheses, conversions, `!` and what
/// C10_UNLIKELY puts round it; each `!` turns `expected` round.
const Expr* tested(const Expr* condition, bool& expected) {
  while (true) {
    condition = condition->IgnoreParenImpCasts();
    const auto* negation = dyn_cast<UnaryOperator>(condition);
    const auto* call = dyn_cast<CallExpr>(condition);
    const auto* cast = dyn_cast<CXXStaticCastExpr>(condition);
    if (negation && negation->getOpcode() == UO_LNot) {
      expected = !expected;
      condition = negation->getSubExpr();
    } else if (call && call->getBuiltinCallee() == Builtin::BI__builtin_expect) {
      condition = call->getArg(0);
    } else if (cast && cast->getType()->isBooleanType()) {
      condition = cast->getSubExpr();
    } else {
      return condition;
    }
  }
}

/// What the program would print: the texts of a TORCH_CHECK, or the first text there is.
std::string message_of(const Stmt* failing) {
  if (failing == nullptr) return {};
  if (const auto* text = dyn_cast<clang::StringLiteral>(failing))
    return text->getCharByteWidth() == 1 ? text->getString().str() : std::string();
  // It is made of the name of the file.
  if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(failing);
      temporary && ends_program_when_it_dies(temporary))
    return {};
  const auto* call = dyn_cast<CallExpr>(failing);
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee && callee->getNameAsString() == "torchCheckMsgImpl") {
    // The first says "Expected ... to be true" where the user says nothing.
    std::string text;
    for (unsigned i = call->getNumArgs() > 1 ? 1 : 0; i < call->getNumArgs(); ++i)
      text += message_of(call->getArg(i));
    return text;
  }
  if (callee && callee->getNameAsString() == "torchCheckFail" && call->getNumArgs() > 0)
    return message_of(call->getArg(call->getNumArgs() - 1));
  for (const Stmt* part : failing->children())
    if (std::string text = message_of(part); !text.empty()) return text;
  return {};
}

} // namespace

bool Machine::keep_check(const Expr* condition, const Stmt* failing, bool expected, bool& value,
                         Value& result) {
  value = expected;
  const Expr* test = tested(condition, expected);
  const bool outer = std::exchange(in_kept_check_, true);
  const bool ok = eval(test, result);
  in_kept_check_ = outer;
  if (!ok) return false;
  if (!is_unknown(result)) {
    bool holds = false;
    if (!truth(test, result, holds, "a check")) return false;
    value = (holds == expected) == value;
    return true;
  }
  if (!result.is_node()) return true;
  Node* holds = result.node();
  if (!expected)
    holds = graph_.emit(test, Opcode::CallFunction, "operator.not_", {Argument(holds)});
  graph_.emit(condition, Opcode::CallFunction, "torch._assert",
              {Argument(holds), Argument::string(message_of(failing))});
  return true;
}

bool Machine::can_pass_by(const Stmt* branch, std::vector<Location*>& written) {
  if (branch == nullptr) return true;
  const Effects effects = effects_.of(branch);
  if (effects.writes_tensor || effects.writes_unknown || effects.changes_all_of_self ||
      effects.reaches_program || effects.may_leave || !effects.parameters.empty())
    return false;
  // `if (x > 3) width = 8;` is about the number, and the condition is what there is to be told of.
  if (!effects.written.empty() && !effects.says) return false;
  for (const ValueDecl* declaration : effects.written) {
    Location* place = nullptr;
    const auto* field = dyn_cast<FieldDecl>(declaration);
    const Object* self = frames_.back().self;
    if (!declaration->getType()->isArithmeticType() || (field && self == nullptr)) return false;
    if (field)
      place = field_place(self, field);
    else if (!variable(nullptr, declaration, place))
      return false;
    if (touches_graph(place->value())) return false;
    written.push_back(place);
  }
  return true;
}

bool Machine::pass_by(const Expr* condition, const Value& value, const Stmt* then_branch,
                      const Stmt* else_branch) {
  Value known = value;
  oracle_.concretize(condition, known);
  // Nor may an exception of a branch lead into a handler: what is looked up, v.at(i), may throw.
  if (!is_unknown(known) || !tries_.empty()) return false;
  std::vector<Location*> written;
  if (!can_pass_by(else_branch, written) || !written.empty() || !can_pass_by(then_branch, written))
    return false;
  for (Location* place : written)
    storage_.write(place, unknown_condition(condition, value));
  return true;
}

bool Machine::eval_branch(const Expr* condition, const Stmt* then_branch, const Stmt* else_branch,
                          bool& value, llvm::StringRef statement, bool* neither, const Stmt* loop) {
  const Node* last = graph_.last();
  Value result;
  const bool is_check = cannot_complete(then_branch) != cannot_complete(else_branch);
  if (is_check && options_.keep_checks && !graph_.in_constructor() &&
      is_without_effect(condition)) {
    const bool expected = cannot_complete(else_branch);
    if (!keep_check(condition, expected ? else_branch : then_branch, expected, value, result))
      return false;
    if (!result.is(Value::Kind::Opaque)) return true;
  } else if (!eval(condition, result)) {
    return false;
  }
  const bool is_of_earlier_call =
      result.is(Value::Kind::Opaque) && result.reason() == later_call_reason;
  if (!is_unknown(result) || is_of_earlier_call || !is_check ||
      is_caught(cannot_complete(else_branch) ? else_branch : then_branch)) {
    if (!neither || !pass_by(condition, result, loop ? loop : then_branch, else_branch))
      return truth(condition, result, value, statement);
    *neither = true;
    const Effects effects = effects_.of(condition);
    if (!effects.any() && !effects.reaches_program) graph_.erase_unused_after(last);
    return true;
  }
  value = cannot_complete(else_branch);
  report_.remark(condition->getExprLoc(), diag::check_taken_to_hold, value);
  // The check leaves nothing behind but its own nodes; the graph does not make it.
  if (is_without_effect(condition)) graph_.erase_queries_after(last);
  return true;
}

} // namespace fx::frontend
