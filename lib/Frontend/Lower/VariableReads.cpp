#include "Frontend/Lower/VariableReads.h"

#include "Frontend/Values/Names.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <functional>
#include <set>
#include <string>

using namespace clang;

namespace fx::frontend {

bool is_tensor_or_base(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  const llvm::StringRef name = record && record->getIdentifier() ? record->getName() : "";
  return name == "Tensor" || name == "TensorBase";
}

namespace {

/// Whether an expression reads a variable that is no constant of the program.
class VariableReads : public RecursiveASTVisitor<VariableReads> {
public:
  explicit VariableReads(const ASTContext& context) : context_(context) {}
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    const auto* variable = dyn_cast<VarDecl>(use->getDecl());
    found |= !is_tensor_or_base(use->getType()) &&
             (isa<BindingDecl>(use->getDecl()) || (variable != nullptr && !is_constant(*variable)));
    return true;
  }
  /// One source has other arguments of the template in other instances.
  bool VisitSubstNonTypeTemplateParmExpr(SubstNonTypeTemplateParmExpr*) {
    found = true;
    return true;
  }
  bool VisitMemberExpr(MemberExpr* use) {
    found |= isa<FieldDecl>(use->getMemberDecl()) && !is_tensor_or_base(use->getType());
    return true;
  }
  /// What a function of the program's gives is as little known as a variable.
  bool VisitCallExpr(CallExpr* call) {
    const FunctionDecl* callee = call->getDirectCallee();
    found |= callee == nullptr || !is_of_library(*callee);
    return true;
  }
  bool found = false;

private:
  /// Of the program or of LibTorch, as torch::kSame, and the same in all instances of a template.
  bool is_constant(const VarDecl& variable) const {
    if (variable.getInstantiatedFromStaticDataMember() != nullptr) return false;
    return variable.isUsableInConstantExpressions(context_) ||
           (variable.hasGlobalStorage() && variable.getType().isConstQualified() &&
            is_of_library(variable));
  }

  static bool is_of_library(const NamedDecl& declared) {
    const std::string name = qualified_name(&declared);
    return llvm::any_of(
        std::initializer_list<llvm::StringRef>{"torch::", "at::", "c10::", "std::"},
        [&](llvm::StringRef space) { return llvm::StringRef(name).starts_with(space); });
  }

  const ASTContext& context_;
};

bool is_options(QualType type) {
  const auto* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record != nullptr && record->getIdentifier() != nullptr && is_torch_library(record) &&
         record->getName().ends_with("Options");
}

/// What is made of what, without the conversions and copies around it.
const Expr* without_copies(const Expr* expr) {
  for (;;) {
    while (expr != expr->IgnoreParens()->IgnoreImplicit())
      expr = expr->IgnoreParens()->IgnoreImplicit();
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(expr)) {
      expr = cast->getSubExpr();
      continue;
    }
    const auto* made = dyn_cast<CXXConstructExpr>(expr);
    if (made == nullptr || made->getNumArgs() != 1 || !is_options(made->getType()) ||
        !is_options(made->getArg(0)->getType()))
      return expr;
    expr = made->getArg(0);
  }
}

class OptionsReader {
public:
  OptionsReader(const ASTContext& context, const ops::OptionsClass* options, ModuleSyntax& syntax)
      : context_(context), options_(options), syntax_(syntax) {}

  void read(llvm::ArrayRef<const Expr*> arguments) {
    for (size_t i = 0; i < arguments.size(); ++i) {
      if (isa<CXXDefaultArgExpr>(arguments[i])) continue;
      if (is_options(arguments[i]->getType()))
        read_chain(*arguments[i]);
      else if (reads_variables({arguments[i]}, context_))
        note_parameter(i, arguments[i]->getType());
    }
    // MaxPool2d's stride is its kernel where nothing else is said.
    if (options_ == nullptr) return;
    for (const ops::OptionsField& field : options_->fields)
      if (field.default_value.starts_with('$') &&
          syntax_.may_vary(Symbol(field.default_value.substr(1))))
        note(field.name);
  }

private:
  void note(std::string_view option) {
    if (!syntax_.may_vary(Symbol(option))) syntax_.variable_options.emplace_back(option);
  }

  void note_parameter(size_t at, QualType type) {
    const bool is_one = type.getNonReferenceType()->isArithmeticType();
    if (is_one && options_ != nullptr && at < options_->constructor.size())
      note(options_->constructor[at]);
    else
      syntax_.any_option_varies = true;
  }

  /// Conv2dOptions(in, out, 3).stride(stride).bias(false)
  void read_chain(const Expr& options) {
    std::set<std::string, std::less<>> set; // behind what is read next
    const Expr* expr = without_copies(&options);
    while (const auto* setter = dyn_cast<CXXMemberCallExpr>(expr)) {
      const CXXMethodDecl* method = setter->getMethodDecl();
      if (method == nullptr || !is_options(setter->getObjectType()) || setter->getNumArgs() != 1)
        break;
      const bool is_last = set.insert(method->getNameAsString()).second;
      if (is_last && reads_variables({setter->getArg(0)}, context_))
        note(method->getNameAsString());
      expr = without_copies(setter->getImplicitObjectArgument());
    }
    if (const auto* made = dyn_cast<CXXConstructExpr>(expr)) {
      for (unsigned i = 0; i < made->getNumArgs(); ++i)
        if (const std::string name = made->getConstructor()->getParamDecl(i)->getNameAsString();
            !set.contains(name) && reads_variables({made->getArg(i)}, context_))
          note(name);
    } else if (reads_variables({expr}, context_)) {
      // What other code has set is not known.
      syntax_.any_option_varies |= options_ == nullptr;
      if (options_ == nullptr) return;
      for (const ops::OptionsField& field : options_->fields)
        if (!set.contains(field.name)) note(field.name);
    }
  }

  const ASTContext& context_;
  const ops::OptionsClass* options_;
  ModuleSyntax& syntax_;
};

} // namespace

bool reads_variables(llvm::ArrayRef<const Expr*> arguments, const ASTContext& context) {
  VariableReads reads(context);
  for (const Expr* argument : arguments)
    if (!isa<CXXDefaultArgExpr>(argument) && !is_tensor_or_base(argument->getType()))
      reads.TraverseStmt(const_cast<Expr*>(argument));
  return reads.found;
}

void note_variable_options(llvm::ArrayRef<const Expr*> arguments, const ASTContext& context,
                           const ops::OptionsClass* options, ModuleSyntax& syntax) {
  OptionsReader(context, options, syntax).read(arguments);
}

} // namespace fx::frontend
