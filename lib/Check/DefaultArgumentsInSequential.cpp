// Modules whose forward has default arguments, in a Sequential (pytorch issue 53705).
#include "Checks.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::check {

namespace {

/// That of the class, or of the nearest base class of the user's.
const CXXMethodDecl* forward_of(const CXXRecordDecl* record) {
  for (const CXXMethodDecl* method : record->methods())
    if (method->getDeclName().isIdentifier() && method->getName() == "forward") return method;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = frontend::record_of(base.getType());
        parent && parent->hasDefinition() && !frontend::is_torch_library(parent))
      if (const CXXMethodDecl* method = forward_of(parent->getDefinition())) return method;
  return nullptr;
}

bool has_default(const CXXMethodDecl* method) {
  return llvm::any_of(method->parameters(),
                      [](const ParmVarDecl* parameter) { return parameter->hasDefaultArg(); });
}

class SequentialFinder : public RecursiveASTVisitor<SequentialFinder> {
public:
  explicit SequentialFinder(Findings& findings) : findings_(findings) {}

  bool VisitCXXConstructExpr(CXXConstructExpr* made) {
    if (is_sequential(made->getType()) && !made->getConstructor()->isCopyOrMoveConstructor())
      for (const Expr* argument : made->arguments())
        check_all(argument);
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) {
    if (called_name(call) == "push_back" && is_sequential(call->getObjectType()))
      for (const Expr* argument : call->arguments())
        check(argument);
    return true;
  }

private:
  static bool is_sequential(QualType type) {
    const CXXRecordDecl* record = frontend::record_of(type);
    return record && frontend::is_torch_library(record) &&
           (record->getName() == "Sequential" || record->getName() == "SequentialImpl");
  }

  /// What is put into it, one by one or as {{"name", Block()}, ...}.
  void check_all(const Expr* argument) {
    const Expr* inner = argument->IgnoreImplicit();
    const auto* made = dyn_cast<CXXConstructExpr>(inner);
    const CXXRecordDecl* record = made ? frontend::record_of(made->getType()) : nullptr;
    if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(inner)) {
      check_all(list->getSubExpr());
    } else if (const auto* items = dyn_cast<InitListExpr>(inner)) {
      for (const Expr* item : items->inits())
        check_all(item);
    } else if (record && frontend::is_torch_library(record) &&
               record->getName() == "NamedAnyModule") {
      for (const Expr* part : made->arguments())
        check_all(part);
    } else {
      check(argument);
    }
  }

  void check(const Expr* argument) {
    const Expr* value = argument->IgnoreUnlessSpelledInSource();
    const CXXRecordDecl* record = held_module(value->getType());
    if (record == nullptr) record = frontend::record_of(value->getType());
    if (record == nullptr || !record->hasDefinition() || !frontend::is_module_class(record) ||
        frontend::is_torch_library(record))
      return;
    record = record->getDefinition();
    const CXXMethodDecl* forward = forward_of(record);
    if (forward == nullptr || !has_default(forward) || has_own_defaults(record) ||
        !said_.insert(record->getCanonicalDecl()).second)
      return;
    Finding& finding = findings_.warn(value->getBeginLoc(), diag::default_arguments_in_sequential,
                                      record->getQualifiedNameAsString());
    finding.note(forward->getLocation(), "forward is declared here");
    add_fix(finding, record, *forward);
  }

  /// FORWARD_HAS_DEFAULT_ARGS of the class or of a base of the user's.
  static bool has_own_defaults(const CXXRecordDecl* record) {
    for (const CXXMethodDecl* method : record->methods())
      if (method->getDeclName().isIdentifier() &&
          method->getName() == "_forward_populate_default_args")
        return true;
    return llvm::any_of(record->bases(), [](const CXXBaseSpecifier& base) {
      const CXXRecordDecl* parent = frontend::record_of(base.getType());
      return parent && parent->hasDefinition() && !frontend::is_torch_library(parent) &&
             has_own_defaults(parent);
    });
  }

  void add_fix(Finding& finding, const CXXRecordDecl* record, const CXXMethodDecl& forward) {
    std::string defaults;
    for (const ParmVarDecl* parameter : forward.parameters()) {
      if (!parameter->hasDefaultArg()) continue;
      const clang::SourceRange range = parameter->getDefaultArgRange();
      if (!findings_.can_change(range)) return;
      // AnyValue holds what forward takes, to the type: 3 would be an int.
      PrintingPolicy policy(findings_.context().getPrintingPolicy());
      policy.adjustForCPlusPlus();
      const QualType type = parameter->getType().getNonReferenceType().getUnqualifiedType();
      const std::string name = type.getAsString(policy);
      const std::string written = findings_.text(range);
      const llvm::StringRef text = llvm::StringRef(written).ltrim("= \t");
      std::string value = name + "(" + text.str() + ")";
      if (text.starts_with("{")) value = name + text.str();
      // "unsigned int(2)" is no expression.
      if (type->isPointerType() || name.find(' ') != std::string::npos)
        value = "static_cast<" + name + ">(" + text.str() + ")";
      defaults += (defaults.empty() ? "" : ", ") +
                  ("{" + std::to_string(parameter->getFunctionScopeIndex()) +
                   ", torch::nn::AnyValue(" + value + ")}");
    }
    const clang::SourceLocation end = record->getBraceRange().getEnd();
    if (end.isValid() && !end.isMacroID())
      finding.insert(end, "\n protected:\n  FORWARD_HAS_DEFAULT_ARGS(" + defaults + ")\n");
  }

  Findings& findings_;
  llvm::SmallPtrSet<const CXXRecordDecl*, 4> said_;
};

} // namespace

void check_default_arguments_in_sequential(Findings& findings, std::span<const ClassMembers>) {
  SequentialFinder finder(findings);
  for (Decl* declaration : frontend::user_declarations(findings.context()))
    finder.TraverseDecl(declaration);
}

} // namespace fx::check
