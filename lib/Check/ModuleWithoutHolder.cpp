// Classes that end with Impl, and have no TORCH_MODULE.
#include "Checks.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

#include "clang/AST/DeclFriend.h"

using namespace clang;

namespace fx::check {

namespace {

/// Finds classes that are used without a holder: by make_shared or a shared_ptr, as a base, or as
/// what a holder of another name holds.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  bool VisitTypeLoc(TypeLoc type) {
    if (const auto special = type.getAs<TemplateSpecializationTypeLoc>())
      for (unsigned i = 0; i < special.getNumArgs(); ++i)
        if (const TemplateArgument& argument = special.getArgLoc(i).getArgument();
            argument.getKind() == TemplateArgument::Type)
          add(argument.getAsType());
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    if (const auto* name = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreImpCasts()))
      for (const TemplateArgumentLoc& argument : name->template_arguments())
        if (argument.getArgument().getKind() == TemplateArgument::Type)
          add(argument.getArgument().getAsType());
    return true;
  }
  bool VisitCXXRecordDecl(CXXRecordDecl* record) {
    if (record->isThisDeclarationADefinition())
      for (const CXXBaseSpecifier& base : record->bases())
        add(base.getType());
    return true;
  }
  bool is_used(const CXXRecordDecl* record) const {
    return used_.contains(record->getCanonicalDecl());
  }

private:
  void add(QualType type) {
    if (const CXXRecordDecl* record = type->getAsCXXRecordDecl())
      used_.insert(record->getCanonicalDecl());
  }

  llvm::SmallPtrSet<const CXXRecordDecl*, 8> used_;
};

} // namespace

void check_module_without_holder(Findings& findings, std::span<const ClassMembers> classes) {
  UseFinder uses;
  for (Decl* declaration : frontend::user_declarations(findings.context()))
    uses.TraverseDecl(declaration);
  for (const ClassMembers& of : classes) {
    const CXXRecordDecl* record = of.record;
    llvm::StringRef name = record->getName();
    if (!name.consume_back("Impl") || name.empty() || record->getDescribedClassTemplate() ||
        record->isAbstract() || isa<ClassTemplateSpecializationDecl>(record) ||
        record->isLocalClass() != nullptr || !record->getDeclContext()->isFileContext() ||
        uses.is_used(record))
      continue;
    ASTContext& context = findings.context();
    if (!record->getDeclContext()->lookup(&context.Idents.get(name)).empty()) continue;
    const std::string holder = name.str();
    Finding& finding = findings.warn(record->getLocation(), diag::module_without_holder,
                                     record->getNameAsString(), holder, holder);
    if (!findings.can_change(record->getSourceRange())) continue;
    const clang::SourceLocation end = findings.behind(record->getEndLoc());
    const std::optional<Token> semicolon =
        Lexer::findNextToken(record->getEndLoc(), findings.sources(), context.getLangOpts());
    if (semicolon && semicolon->is(tok::semi) && end.isValid())
      finding.insert(findings.behind(semicolon->getLocation()), "\nTORCH_MODULE(" + holder + ");");
  }
}

} // namespace fx::check
