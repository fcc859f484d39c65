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
    const CXXMethodDecl* outer = method_;
    if (const auto* function = dyn_cast_or_null<FunctionDecl>(declaration)) {
      const auto* method = dyn_cast<CXXMethodDecl>(function);
      const bool has_mode = method && method->isInstance() && !isa<CXXConstructorDecl>(method) &&
                            !method->getParent()->isLambda() &&
                            frontend::is_module_class(method->getParent());
      if (has_mode || method == nullptr || !method->getParent()->isLambda())
        method_ = has_mode ? method : nullptr;
    }
    const bool goes_on = Base::TraverseDecl(declaration);
    method_ = outer;
    return goes_on;
  }

  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* function = call->getDirectCallee();
    if (method_ == nullptr || function == nullptr || !frontend::is_torch_library(function))
      return true;
    check_flag(call, *function);
    check_options(call, *function);
    return true;
  }

private:
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
      if (findings_.can_change(range)) finding.replace(range, "is_training()");
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
    if (!findings_.can_change(call->getSourceRange())) return;
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
  const CXXMethodDecl* method_ = nullptr; // of a module that has a mode
};

} // namespace

void check_always_in_training(Findings& findings, std::span<const ClassMembers>) {
  TrainingFinder finder(findings);
  for (Decl* declaration : frontend::user_declarations(findings.context()))
    finder.TraverseDecl(declaration);
}

} // namespace fx::check
