// Dropout and normalisation that forward runs in training, whatever the mode of its module is.
#include "Checks.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

#include <fmt/format.h>

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
      scope_.body = function->hasBody() ? function->getBody() : nullptr;
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
    check_layer(call);
    check_train(call);
    return true;
  }

private:
  struct Scope {
    bool is_forward = false;
    bool may_name_this = true; // in a lambda too
    int depth = 0;             // of conditions
    const Stmt* body = nullptr;
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

  /// A layer that forward makes, which eval() does not reach: torch::nn::Dropout(0.5)(x).
  void check_layer(const CallExpr* call) {
    const auto* by_operator = dyn_cast<CXXOperatorCallExpr>(call);
    const bool calls = by_operator && by_operator->getOperator() == OO_Call;
    if (!calls && called_name(call) != "forward") return;
    const Expr* object = calls ? call->getArg(0) : object_of(call);
    const CXXRecordDecl* module = object ? held_module(object->getType()) : nullptr;
    const ops::ModuleClass* layer = module ? library_class(module) : nullptr;
    if (layer == nullptr || !is_made_here(object->IgnoreUnlessSpelledInSource())) return;
    const std::span<const ModuleOption> by_default;
    if (ops::is_same_in_both_modes({findings_.libtorch(), *layer, by_default})) return;
    findings_.warn(call->getBeginLoc(), diag::always_in_training,
                   fmt::format("eval() does not reach a '{}' that forward makes; make it in the "
                               "constructor, and register it",
                               layer->name));
  }

  /// norm->train() in forward, which undoes eval().
  void check_train(const CallExpr* call) {
    const auto* method = dyn_cast<CXXMemberCallExpr>(call);
    if (method == nullptr || called_name(call) != "train") return;
    const CXXRecordDecl* of = method->getRecordDecl();
    const bool is_on = call->getNumArgs() == 0 || isa<CXXDefaultArgExpr>(call->getArg(0)) ||
                       is_true(call->getArg(0));
    if (is_on && of && frontend::is_module_class(of))
      findings_.warn(call->getBeginLoc(), diag::always_in_training,
                     "forward puts it into training, whatever eval() has said");
  }

  /// What a method is called on, through the `->` of a holder or a pointer.
  static const Expr* object_of(const CallExpr* call) {
    const auto* method = dyn_cast<CXXMemberCallExpr>(call);
    const Expr* object = method ? method->getImplicitObjectArgument() : nullptr;
    const auto* arrow =
        object ? dyn_cast<CXXOperatorCallExpr>(object->IgnoreParenImpCasts()) : nullptr;
    return arrow && arrow->getOperator() == OO_Arrow ? arrow->getArg(0) : object;
  }

  /// A temporary, or a local variable that is made of options and told no mode.
  bool is_made_here(const Expr* object) const {
    if (const auto* name = dyn_cast<DeclRefExpr>(object)) {
      const auto* variable = dyn_cast<VarDecl>(name->getDecl());
      return variable && variable->isLocalVarDecl() && variable->hasLocalStorage() &&
             variable->getInit() && !variable->getType()->isReferenceType() &&
             is_made_here(variable->getInit()->IgnoreUnlessSpelledInSource()) &&
             !is_told_mode(scope_.body, *variable);
    }
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(object))
      return is_made_here(cast->getSubExpr()->IgnoreUnlessSpelledInSource()) ||
             held_module(cast->getSubExpr()->getType()) == nullptr;
    const auto* made = dyn_cast<CXXConstructExpr>(object);
    return made && llvm::none_of(made->arguments(), [](const Expr* argument) {
             return held_module(argument->getType()) != nullptr;
           });
  }
  static bool is_told_mode(const Stmt* statement, const VarDecl& variable) {
    if (statement == nullptr) return false;
    if (const auto* call = dyn_cast<CallExpr>(statement);
        call && (called_name(call) == "eval" || called_name(call) == "train")) {
      const Expr* object = object_of(call);
      const auto* name =
          object ? dyn_cast<DeclRefExpr>(object->IgnoreUnlessSpelledInSource()) : nullptr;
      if (name && name->getDecl() == &variable) return true;
    }
    return llvm::any_of(statement->children(),
                        [&](const Stmt* child) { return is_told_mode(child, variable); });
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
