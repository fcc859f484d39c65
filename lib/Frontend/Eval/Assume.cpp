// Values that the source does not tell: what the user assumed with --assume, and conditions that
// have to hold because the program ends where they do not.
#include "Frontend/Eval/EvaluatorInternals.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

std::string without_spaces(llvm::StringRef text) {
  std::string result;
  std::ranges::copy_if(text, std::back_inserter(result),
                       [](char c) { return !clang::isWhitespace(c); });
  return result;
}

/// The '=' between expression and value: the last one that is no part of ==, <=, >= or !=.
size_t assignment_in(std::string_view text) {
  for (size_t at = text.size(); at-- > 1;) {
    if (text[at] != '=') continue;
    if (std::string_view("=<>!").find(text[at - 1]) == std::string_view::npos) return at;
    --at;
  }
  return std::string_view::npos;
}

std::optional<Value> parse_value(llvm::StringRef text) {
  int64_t integer = 0;
  double number = 0;
  if (text == "true" || text == "false") return Value::boolean(text == "true");
  if (text == "nullptr") return Value::none();
  if (!text.getAsInteger(0, integer)) return Value::integer(integer);
  if (!text.getAsDouble(number)) return Value::floating(number);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"')
    return Value::string(std::string_view(text.drop_front().drop_back()));
  return std::nullopt;
}

/// True when running `statement` always ends in an exception or in a function that never returns.
bool never_ends(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (isa<CXXThrowExpr>(statement)) return true;
  if (const auto* call = dyn_cast<CallExpr>(statement))
    if (const FunctionDecl* callee = call->getDirectCallee(); callee && callee->isNoReturn())
      return true;
  // LOG(FATAL) and its kind: a temporary whose destructor ends the program.
  if (const auto* temporary = dyn_cast<CXXBindTemporaryExpr>(statement))
    if (const CXXDestructorDecl* destructor = temporary->getTemporary()->getDestructor();
        destructor && destructor->isNoReturn())
      return true;
  if (const auto* branch = dyn_cast<IfStmt>(statement))
    return never_ends(branch->getThen()) && never_ends(branch->getElse());
  if (const auto* choice = dyn_cast<ConditionalOperator>(statement))
    return never_ends(choice->getTrueExpr()) && never_ends(choice->getFalseExpr());
  if (isa<LambdaExpr, ForStmt, WhileStmt, DoStmt, CXXForRangeStmt, SwitchStmt, CXXTryStmt,
          BinaryOperator>(statement))
    return false;
  return llvm::any_of(statement->children(), never_ends);
}

/// Whether evaluating an expression can leave something behind for later.
class EffectFinder : public RecursiveASTVisitor<EffectFinder> {
public:
  explicit EffectFinder(const Evaluator& evaluator) : evaluator_(evaluator) {}
  bool found = false;

  bool VisitBinaryOperator(BinaryOperator* op) { return note(op->isAssignmentOp()); }
  bool VisitUnaryOperator(UnaryOperator* op) { return note(op->isIncrementDecrementOp()); }
  bool VisitLambdaExpr(LambdaExpr*) { return note(true); }
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    return note(callee == nullptr || evaluator_.is_user_code(callee));
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
  const Evaluator& evaluator_;
};

/// A node that only asks for a number, and that nobody uses.
bool is_query(const Node& node) {
  const std::string_view target = node.target();
  const bool asks =
      node.op() == Opcode::CallMethod
          ? target == "size" || target == "dim" || target == "numel" || target == "stride"
          : node.op() == Opcode::CallFunction &&
                (target.starts_with("operator.") || target == "builtins.getattr" ||
                 target == "builtins.len");
  return asks && node.users().empty();
}

} // namespace

bool is_unknown(const Value& value) {
  return value.is_node() || value.is(Value::Kind::Slot) || value.is(Value::Kind::Opaque);
}

Value Evaluator::unknown_condition(const Expr* expr, const Value& value) const {
  if (value.is(Value::Kind::Opaque)) return value;
  return Value::opaque(expr->getExprLoc(),
                       "a condition on a value that is known only when the model runs");
}

std::string Evaluator::source_text(const Expr* expr) const {
  const SourceManager& sources = context_.getSourceManager();
  const auto range = CharSourceRange::getTokenRange(
      sources.getExpansionRange(expr->IgnoreUnlessSpelledInSource()->getSourceRange())
          .getAsRange());
  return without_spaces(Lexer::getSourceText(range, sources, context_.getLangOpts()));
}

bool Evaluator::read_assumptions() {
  for (const std::string& text : options_.assumptions) {
    const size_t at = assignment_in(text);
    const std::optional<Value> value =
        at == std::string_view::npos ? std::nullopt
                                     : parse_value(llvm::StringRef(text).substr(at + 1).trim());
    if (!value)
      return error(clang::SourceLocation(),
                   fmt::format("--assume='{}' cannot be read: write an expression as it stands in "
                               "the source, '=', and a number, true, false, nullptr or a string in "
                               "double quotes",
                               text));
    assumptions_[without_spaces(llvm::StringRef(text).take_front(at))] = *value;
  }
  return true;
}

const Value* Evaluator::assumption(const std::string& text) const {
  const auto found = assumptions_.find(text);
  if (found == assumptions_.end()) return nullptr;
  used_assumptions_.insert(text);
  return &found->second;
}

void Evaluator::erase_queries_after(const Node* last) {
  while (!graph().empty() && graph().back() != last && is_query(*graph().back()))
    graph().erase_node(graph().back());
}

bool Evaluator::attempt(const Expr* expr, Result& result) {
  const size_t said = diagnostics_.size();
  const size_t depth = frames_.size();
  const bool ok = eval_here(expr, result);
  if (ok) {
    if (result.place) result.value = result.place->value();
    return !is_unknown(result.value) && !result.value.is(Value::Kind::Uninitialized);
  }
  if (unwinding() || frames_.size() != depth) return false;
  failed_ = false;
  diagnostics_.resize(said);
  return false;
}

bool Evaluator::is_without_effect(const Expr* expr) const {
  EffectFinder effects(*this);
  effects.TraverseStmt(const_cast<Expr*>(expr));
  return !effects.found;
}

bool Evaluator::decides(const Expr* expr, bool decisive) {
  if (!is_without_effect(expr)) return false;
  const Node* last = graph().empty() ? nullptr : graph().back();
  Result result;
  const bool known = attempt(expr, result);
  exception_.reset(); // it may not run at all: what it would throw decides nothing
  erase_queries_after(last);
  return known && result.value.is(Value::Kind::Int) && (result.value.as_int() != 0) == decisive;
}

static bool is_other_number(const Value& known, const Value& assumed) {
  if (!known.is_number() || !assumed.is_number()) return false;
  const double a = known.as_double();
  const double b = assumed.as_double();
  // As written in decimals, and maybe kept as a float.
  return std::abs(a - b) > 1e-6 * std::max(std::abs(a), std::abs(b));
}

bool Evaluator::assumed(const Expr* expr, Result& result, bool& applies) {
  applies = false;
  if (assumptions_.empty() || expr != expr->IgnoreUnlessSpelledInSource()) return true;
  const QualType type = expr->getType();
  if (isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr, StringLiteral>(expr)) return true;
  const std::string text = source_text(expr);
  const Value* value = assumption(text);
  if (value == nullptr) return true;
  // What is known stays. An evaluation that fails for want of the value leaves nothing behind but
  // nodes that nobody uses.
  const Node* last = graph().empty() ? nullptr : graph().back();
  const bool known = attempt(expr, result);
  if (failed_ || unwinding()) return false;
  if (known) {
    applies = true;
    return true;
  }
  // Nor may the examples say otherwise.
  Value of_examples = result.value;
  settle(nullptr, of_examples);
  if (is_other_number(of_examples, *value))
    return error(expr,
                 fmt::format("--assume says {} of '{}', which is {} for the inputs of --input",
                             value->as_double(), text, of_examples.as_double()));
  erase_queries_after(last);
  result = {};
  result.value = *value;
  applies = true;
  if (type->isArithmeticType()) return convert(expr, type, result.value);
  return true;
}

void Evaluator::report_unused_assumptions() {
  for (const auto& [text, value] : assumptions_)
    if (!used_assumptions_.contains(text))
      remark(clang::SourceLocation(),
             fmt::format("--assume: nothing that was traced reads '{}'", text));
}

bool Evaluator::eval_branch(const Expr* condition, const Stmt* then_branch, const Stmt* else_branch,
                            bool& value, llvm::StringRef statement) {
  const Node* last = graph().empty() ? nullptr : graph().back();
  Value result;
  if (!eval(condition, result)) return false;
  if (!is_unknown(result) || never_ends(then_branch) == never_ends(else_branch))
    return truth(condition, result, value, statement);
  value = never_ends(else_branch);
  remark(condition->getExprLoc(),
         fmt::format("taken to be {}: otherwise the program ends here", value));
  // The check leaves nothing behind but its own nodes; the graph does not make it.
  if (is_without_effect(condition)) erase_queries_after(last);
  return true;
}

} // namespace fx::frontend
