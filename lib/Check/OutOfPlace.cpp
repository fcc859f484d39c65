#include "OutOfPlace.h"

#include "Members.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

#include "fx/Analysis/Aliasing.h"
#include "fx/Analysis/Numbers.h"

#include "llvm/ADT/STLExtras.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::check {

namespace {

/// A statement of the form `y.add_(1)` or `y += 1`.
struct Write {
  const FunctionDecl* in = nullptr;
  const CallExpr* call = nullptr;
  const VarDecl* variable = nullptr;
};

const VarDecl* variable_of(const Expr* expr) {
  const auto* named = dyn_cast<DeclRefExpr>(expr->IgnoreUnlessSpelledInSource());
  return named ? dyn_cast<VarDecl>(named->getDecl()) : nullptr;
}

/// Finds the statement that a place is.
class WriteFinder : public RecursiveASTVisitor<WriteFinder> {
public:
  WriteFinder(const ASTContext& context, const SourceRange& place)
      : context_(context), place_(place) {}

  bool VisitFunctionDecl(FunctionDecl* function) {
    if (!function->hasBody() || function->isDependentContext()) return true;
    function_ = function;
    look_into(function->getBody());
    return found.call == nullptr;
  }

  Write found;

private:
  /// Only where the value of the expression is dropped.
  void look_into(const Stmt* statement) {
    if (statement == nullptr) return;
    if (const auto* branch = dyn_cast<IfStmt>(statement)) {
      look_into(branch->getThen());
      look_into(branch->getElse());
    } else if (const auto* loop = dyn_cast<ForStmt>(statement)) {
      look_into(loop->getBody());
    } else if (const auto* range = dyn_cast<CXXForRangeStmt>(statement)) {
      look_into(range->getBody());
    } else if (const auto* repeated = dyn_cast<WhileStmt>(statement)) {
      look_into(repeated->getBody());
    } else if (const auto* block = dyn_cast<CompoundStmt>(statement)) {
      llvm::for_each(block->body(), [&](const Stmt* each) { look_into(each); });
    } else if (const auto* expr = dyn_cast<Expr>(statement)) {
      take(expr->IgnoreUnlessSpelledInSource());
    }
  }

  void take(const Expr* expr) {
    if (frontend::source_range(context_, expr->getSourceRange()) != place_) return;
    const Expr* object = nullptr;
    if (const auto* method = dyn_cast<CXXMemberCallExpr>(expr))
      object = method->getImplicitObjectArgument();
    else if (const auto* compound = dyn_cast<CXXOperatorCallExpr>(expr);
             compound && compound->isAssignmentOp() && compound->getOperator() != OO_Equal)
      object = compound->getArg(0);
    if (object != nullptr) found = {function_, cast<CallExpr>(expr), variable_of(object)};
  }

  const ASTContext& context_;
  const SourceRange& place_;
  const FunctionDecl* function_ = nullptr;
};

/// How a function uses a local variable: whether its value is an operand of LibTorch's calls, a
/// result or written to, and nothing that would give it another name.
class VariableUses {
public:
  VariableUses(const ASTContext& context, const Write& write)
      : context_(context), variable_(write.variable) {
    visit(write.in->getBody(), nullptr);
  }

  bool has_other_name() const { return has_other_name_; }
  /// Calls of modules that are given the variable.
  const std::vector<SourceRange>& module_calls() const { return module_calls_; }
  /// Where the variable gets what an expression computes.
  const std::vector<SourceRange>& values() const { return values_; }

private:
  static bool is_transparent(const Stmt* statement) {
    return isa<CastExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr, ParenExpr, FullExpr,
               CXXConstructExpr, InitListExpr, CXXStdInitializerListExpr, MemberExpr>(statement);
  }

  /// `holder`: the next statement around it that does something with the value.
  void visit(const Stmt* statement, const Stmt* holder) {
    if (statement == nullptr) return;
    if (const auto* lambda = dyn_cast<LambdaExpr>(statement)) {
      for (const LambdaCapture& capture : lambda->captures())
        has_other_name_ |= capture.capturesVariable() && capture.getCapturedVar() == variable_;
      return;
    }
    if (const auto* named = dyn_cast<DeclRefExpr>(statement);
        named && named->getDecl() == variable_)
      has_other_name_ |= !may_hold(holder, *named);
    if (const auto* declared = dyn_cast<DeclStmt>(statement))
      for (const Decl* each : declared->decls())
        if (each == variable_ && variable_->hasInit()) note_value(variable_->getInit());
    if (const auto* given = assignment(statement);
        given && variable_of(given->getArg(0)) == variable_)
      note_value(given->getArg(1));
    for (const Stmt* child : statement->children())
      visit(child, is_transparent(statement) ? holder : statement);
  }

  static const CXXOperatorCallExpr* assignment(const Stmt* statement) {
    const auto* call = dyn_cast_or_null<CXXOperatorCallExpr>(statement);
    return call && call->getOperator() == OO_Equal ? call : nullptr;
  }

  void note_value(const Expr* value) {
    values_.push_back(
        frontend::source_range(context_, value->IgnoreUnlessSpelledInSource()->getSourceRange()));
  }

  /// Whether what is done with the variable leaves it its only name.
  bool may_hold(const Stmt* holder, const DeclRefExpr& name) {
    if (isa_and_nonnull<ReturnStmt, CompoundStmt>(holder)) return true;
    if (const auto* given = assignment(holder))
      return given->getArg(0)->IgnoreUnlessSpelledInSource() == &name;
    const auto* call = dyn_cast_or_null<CallExpr>(holder);
    const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
    if (callee == nullptr || !frontend::is_torch_library(callee)) return false;
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    const CXXRecordDecl* tensor = variable_->getType()->getAsCXXRecordDecl();
    if (method == nullptr || method->getParent() == tensor ||
        tensor->isDerivedFrom(method->getParent()))
      return true;
    module_calls_.push_back(frontend::source_range(context_, call->getSourceRange()));
    return true;
  }

  const ASTContext& context_;
  const VarDecl* variable_;
  bool has_other_name_ = false;
  std::vector<SourceRange> module_calls_, values_;
};

bool has_place(const Node& node, const SourceRange& place) {
  const SourceRange* at = node.meta(meta::source_range);
  return at != nullptr && *at == place;
}

/// Whether a call of a module is one node: what the user's own module does may give other names.
bool is_one_node(const Graph& graph, const SourceRange& place) {
  bool found = false;
  for (const Node* node : graph)
    if (has_place(*node, place)) {
      if (node->op() != Opcode::CallModule) return false;
      found = true;
    }
  return found;
}

/// What is known of one graph: whether nothing sees a write but later reads of the variable.
class UnseenWrite {
public:
  UnseenWrite(const Graph& graph, const TracedModule& model)
      : graph_(graph), memory_(graph, model), numbers_(graph, model) {}

  bool is_unseen(const Node& write, llvm::ArrayRef<SourceRange> values) const {
    const Node* value = first_value(write);
    const AliasAnalysis::MemoryClass written = memory_.memory(write);
    if (value == nullptr || written == AliasAnalysis::external || written == AliasAnalysis::none)
      return false;
    const SourceRange* made = value->meta(meta::source_range);
    if (made == nullptr || !llvm::is_contained(values, *made)) return false;
    for (const Node* node : graph_)
      if (memory_.memory(*node) == written && first_value(*node) != value &&
          llvm::any_of(node->users(), [&](const Node* user) { return !user->is_before(write); }))
        return false;
    return keeps_type(write);
  }

private:
  bool writes_first_operand(const Node& node) const {
    return memory_.effects(node).writes == Effects::operand_bit(0) && !node.args().empty() &&
           node.args()[0].is_node();
  }

  /// What a chain of writes began with. The node itself: it writes to nothing.
  const Node* first_value(const Node& node) const {
    const Node* value = &node;
    while (writes_first_operand(*value))
      value = value->args()[0].as_node();
    return value;
  }

  /// Whether the call has the type of its first operand where it makes a new tensor, too.
  bool keeps_type(const Node& write) const {
    const TensorMeta* tensor = write.meta(meta::tensor_meta);
    if (tensor == nullptr) return false;
    return llvm::all_of(write.all_input_nodes(), [&](const Node* operand) {
      if (numbers_.is_number(*operand)) return true;
      const TensorMeta* other = operand->meta(meta::tensor_meta);
      return other && (other->dtype == tensor->dtype || other->dtype.view().starts_with("int") ||
                       other->dtype == "bool" || other->dtype == "uint8");
    });
  }

  const Graph& graph_;
  AliasAnalysis memory_;
  NumberAnalysis numbers_;
};

/// Whether the method that writes in place has one that does not, with as many parameters.
bool has_successor(const CXXMethodDecl& method, ASTContext& context) {
  const llvm::StringRef name = method.getName().drop_back();
  const auto found = method.getParent()->lookup(DeclarationName(&context.Idents.get(name)));
  return llvm::any_of(found, [&](const NamedDecl* each) {
    const auto* other = dyn_cast<CXXMethodDecl>(each);
    return other && other->getNumParams() == method.getNumParams();
  });
}

bool is_whole_operand(const Expr* operand) {
  operand = operand->IgnoreUnlessSpelledInSource();
  return !isa<BinaryOperator, CXXOperatorCallExpr, AbstractConditionalOperator>(operand);
}

/// `y += e` as `y = y + e`, `y.add_(e)` as `y = y.add(e)`.
void rewrite(Findings& findings, Finding& finding, const Write& write) {
  const std::string name = write.variable->getNameAsString();
  if (const auto* compound = dyn_cast<CXXOperatorCallExpr>(write.call)) {
    const std::string spelling = getOperatorSpelling(compound->getOperator());
    finding.replace(compound->getOperatorLoc(),
                    fmt::format("= {} {}", name, spelling.substr(0, spelling.size() - 1)));
    if (is_whole_operand(compound->getArg(1))) return;
    finding.insert(compound->getArg(1)->getBeginLoc(), "(");
    finding.insert(findings.behind(compound->getArg(1)->getEndLoc()), ")");
    return;
  }
  const auto* member = cast<MemberExpr>(write.call->getCallee()->IgnoreParenImpCasts());
  finding.insert(write.call->getBeginLoc(), name + " = ");
  finding.replace(member->getMemberLoc(), called_name(write.call).drop_back().str());
}

/// Whether what the statement calls is a method of LibTorch's that has a successor, or an operator.
bool can_rewrite(const Findings& findings, const Write& write) {
  const VarDecl* variable = write.variable;
  if (variable == nullptr || !variable->hasLocalStorage() ||
      !frontend::is_tensor_type(variable->getType()) || variable->getType()->isReferenceType() ||
      !findings.can_change(write.call->getSourceRange()))
    return false;
  const FunctionDecl* callee = write.call->getDirectCallee();
  if (callee == nullptr || !frontend::is_torch_library(callee)) return false;
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  return isa<CXXOperatorCallExpr>(write.call) ||
         (method && method->getDeclName().isIdentifier() && method->getName().ends_with("_") &&
          has_successor(*method, findings.context()));
}

} // namespace

void fix_out_of_place(Findings& findings, Finding& finding, const Node& node,
                      std::span<const TracedModule> models) {
  const SourceRange place = *node.meta(meta::source_range);
  WriteFinder finder(findings.context(), place);
  for (Decl* declaration : frontend::user_declarations(findings.context()))
    finder.TraverseDecl(declaration);
  const Write& write = finder.found;
  if (write.call == nullptr || !can_rewrite(findings, write)) return;
  const VariableUses uses(findings.context(), write);
  if (uses.has_other_name()) return;
  for (const TracedModule& model : models)
    for (const Graph* graph : model.forward_graphs()) {
      const auto is_run = [&](const Node* each) { return has_place(*each, place); };
      if (llvm::none_of(*graph, is_run)) continue;
      const UnseenWrite unseen(*graph, model);
      for (const Node* each : *graph)
        if (is_run(each) && !unseen.is_unseen(*each, uses.values())) return;
      if (!llvm::all_of(uses.module_calls(),
                        [&](const SourceRange& call) { return is_one_node(*graph, call); }))
        return;
    }
  rewrite(findings, finding, write);
}

} // namespace fx::check
