// Dropout and normalisation that a method calls in training, whatever the mode of its module is.
#include "Checks.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::check {

namespace {

class TrainingFinder : public RecursiveASTVisitor<TrainingFinder> {
  using Base = RecursiveASTVisitor<TrainingFinder>;

public:
  explicit TrainingFinder(Findings& findings) : findings_(findings) {}

  bool TraverseDecl(Decl* declaration) {
    const Scope outer = scope_;
    if (const auto* function = dyn_cast_or_null<FunctionDecl>(declaration)) {
      const auto* method = dyn_cast<CXXMethodDecl>(function);
      scope_.is_forward = method && is_forward(*method);
      scope_.may_name_this = true;
      scope_.depth = 0;
    }
    const bool goes_on = Base::TraverseDecl(declaration);
    scope_ = outer;
    return goes_on;
  }

  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    const Scope outer = scope_;
    const bool captures = lambda->getCaptureDefault() != LCD_None ||
                          llvm::any_of(lambda->captures(), [](const LambdaCapture& capture) {
                            return capture.capturesThis();
                          });
    scope_.may_name_this &= captures;
    const bool goes_on = Base::TraverseLambdaExpr(lambda);
    scope_ = outer;
    return goes_on;
  }

  // What runs under a condition may run by one that means training.
  bool TraverseIfStmt(IfStmt* branch) { return under_condition(branch, &Base::TraverseIfStmt); }
  bool TraverseSwitchStmt(SwitchStmt* choice) {
    return under_condition(choice, &Base::TraverseSwitchStmt);
  }
  bool TraverseConditionalOperator(ConditionalOperator* choice) {
    return under_condition(choice, &Base::TraverseConditionalOperator);
  }

  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* function = call->getDirectCallee();
    if (!scope_.is_forward || scope_.depth > 0 || function == nullptr ||
        !frontend::is_torch_library(function))
      return true;
    check_flag(call, *function);
    check_options(call, *function);
    return true;
  }

private:
  struct Scope {
    bool is_forward = false;
    bool may_name_this = true; // in a lambda too
    int depth = 0;             // of conditions
  };

  /// A forward of a module that does not ask for its mode: elsewhere a method may be meant for
  /// training, or to draw samples.
  static bool is_forward(const CXXMethodDecl& method) {
    return method.isInstance() && method.getDeclName().isIdentifier() &&
           method.getName().starts_with("forward") &&
           frontend::is_module_class(method.getParent()) && method.hasBody() &&
           !asks_mode(method.getBody());
  }
  /// Before it calls what trains.
  static bool asks_mode(const Stmt* statement) {
    if (statement == nullptr) return false;
    if (const auto* branch = dyn_cast<IfStmt>(statement)) return names_mode(branch->getCond());
    return llvm::any_of(statement->children(), asks_mode);
  }
  static bool names_mode(const Stmt* statement) {
    if (statement == nullptr) return false;
    if (const auto* call = dyn_cast<CallExpr>(statement);
        call && called_name(call) == "is_training")
      return true;
    return llvm::any_of(statement->children(), names_mode);
  }

  template <typename Node>
  bool under_condition(Node* node, bool (Base::*traverse)(Node*, DataRecursionQueue*)) {
    ++scope_.depth;
    const bool goes_on = (this->*traverse)(node, nullptr);
    --scope_.depth;
    return goes_on;
  }

  bool can_fix(clang::SourceRange range) const {
    return scope_.may_name_this && findings_.can_change(range);
  }

  static bool is_true(const Expr* value) {
    const auto* literal = dyn_cast<CXXBoolLiteralExpr>(value->IgnoreUnlessSpelledInSource());
    return literal && literal->getValue();
  }

  /// torch::dropout(x, 0.5, true), DropoutFuncOptions().training(true).
  void check_flag(const CallExpr* call, const FunctionDecl& function) {
    const bool is_option =
        isa<CXXMethodDecl>(function) && called_name(call) == "training" && call->getNumArgs() == 1;
    for (unsigned i = 0; i < call->getNumArgs() && i < function.getNumParams(); ++i) {
      const llvm::StringRef name = function.getParamDecl(i)->getName();
      if ((!is_option && name != "train" && name != "training") || !is_true(call->getArg(i)))
        continue;
      const clang::SourceRange range =
          call->getArg(i)->IgnoreUnlessSpelledInSource()->getSourceRange();
      Finding& finding = findings_.warn(range.getBegin(), diag::always_in_training,
                                        "the mode of the module is is_training()");
      if (can_fix(range)) finding.replace(range, "is_training()");
    }
  }

  /// F::dropout(x), whose options train where nothing else is said.
  void check_options(const CallExpr* call, const FunctionDecl& function) {
    const llvm::StringRef name = called_name(call);
    if (!name.contains("dropout") || isa<CXXMethodDecl>(function) || function.getNumParams() != 2 ||
        call->getNumArgs() != 2)
      return;
    const CXXRecordDecl* options = frontend::record_of(function.getParamDecl(1)->getType());
    if (options == nullptr || !frontend::has_method(options, "training")) return;
    const Expr* given = call->getArg(1);
    const bool is_default = isa<CXXDefaultArgExpr>(given);
    const Expr* written = given->IgnoreUnlessSpelledInSource();
    if (!is_default && (says_training(written) || !makes_options(written))) return;
    Finding& finding =
        findings_.warn(call->getBeginLoc(), diag::always_in_training,
                       "the options of '" + name.str() + "' train where nothing else is said");
    if (!can_fix(call->getSourceRange())) return;
    const std::string mode = ".training(is_training())";
    if (is_default)
      finding.insert(call->getRParenLoc(), ", " + frontend::qualified_name(options) + "()" + mode);
    else if (findings_.can_change(written->getSourceRange()))
      finding.insert(findings_.behind(written->getEndLoc()), mode);
  }

  static bool says_training(const Stmt* options) {
    if (options == nullptr) return false;
    if (const auto* call = dyn_cast<CallExpr>(options); call && called_name(call) == "training")
      return true;
    return llvm::any_of(options->children(), says_training);
  }

  /// Not a variable, which may say it elsewhere.
  static bool makes_options(const Stmt* options) {
    if (options == nullptr) return true;
    if (const auto* name = dyn_cast<DeclRefExpr>(options))
      if (const auto* variable = dyn_cast<VarDecl>(name->getDecl());
          variable && frontend::record_of(variable->getType()))
        return false;
    if (const auto* member = dyn_cast<MemberExpr>(options);
        member && isa<FieldDecl>(member->getMemberDecl()) && frontend::record_of(member->getType()))
      return false;
    return llvm::all_of(options->children(), makes_options);
  }

  Findings& findings_;
  Scope scope_;
};

} // namespace

void check_always_in_training(Findings& findings, std::span<const ClassMembers>) {
  TrainingFinder finder(findings);
  for (Decl* declaration : frontend::user_declarations(findings.context()))
    finder.TraverseDecl(declaration);
}

} // namespace fx::check
