#include "Frontend/Roots/Find.h"

#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// The user's module classes and the constructions of them outside of modules.
class RootFinder : public RecursiveASTVisitor<RootFinder> {
public:
  RootFinder(Sema& sema, RootCandidates& found) : sema_(sema), found_(found) {}

  bool shouldVisitTemplateInstantiations() const { return true; }

  bool VisitCXXRecordDecl(CXXRecordDecl* record) {
    if (record->isThisDeclarationADefinition() && !record->isDependentType() &&
        !record->isLambda() && is_module_class(record) &&
        !derives_from(record, "torch::nn::ModuleHolder"))
      (record->isAbstract() ? found_.abstract_classes : found_.classes).push_back(record);
    return true;
  }

  bool VisitClassTemplateDecl(ClassTemplateDecl* declared) {
    if (declared->isThisDeclarationADefinition() && is_module_class(declared->getTemplatedDecl()))
      found_.templates.push_back(declared);
    return true;
  }

  bool VisitFunctionDecl(FunctionDecl* function) {
    if (isa<CXXMethodDecl>(function) || function->isDependentContext()) return true;
    if (function->doesThisDeclarationHaveABody())
      add(function);
    else
      found_.declared_functions.push_back(function);
    return true;
  }

  /// Net net(10); auto net = std::make_shared<Net>(10); in a function that is no method.
  bool VisitVarDecl(VarDecl* variable) {
    const Expr* init = variable->getInit();
    if (init == nullptr || variable->isInvalidDecl() || init->isValueDependent() ||
        isa<ParmVarDecl>(variable) || variable->getType()->isReferenceType() ||
        variable->getType()->isPointerType())
      return true;
    if (variable->getDeclContext()->isRecord()) return true;
    if (const CXXRecordDecl* record = module_type(variable->getType(), variable->getLocation()))
      found_.constructions.push_back({record, init});
    return true;
  }

private:
  void add(const FunctionDecl* function) {
    if (function->getNameAsString() == root_function) found_.appended = function;
    found_.functions.push_back(function);
  }

  /// The user's module class a type is, holds or points to.
  const CXXRecordDecl* module_type(QualType type, clang::SourceLocation where) const {
    const CXXRecordDecl* record = record_of(type);
    if (is_handle_class(record)) {
      const QualType target = handle_target(record);
      record = record_of(target);
      // A shared_ptr does not make Clang write out the class that it points to.
      if (isa_and_nonnull<ClassTemplateSpecializationDecl>(record) && !record->hasDefinition() &&
          sema_.isCompleteType(where, target))
        record = record_of(target);
    }
    return record && is_module_class(record) && !is_torch_library(record) ? record : nullptr;
  }

  Sema& sema_;
  RootCandidates& found_;
};

} // namespace

bool has_usable_default_constructor(const CXXRecordDecl* record) {
  if (record->needsImplicitDefaultConstructor()) return true;
  return llvm::any_of(record->ctors(), [](const CXXConstructorDecl* constructor) {
    return constructor->isDefaultConstructor() && !constructor->isDeleted() &&
           constructor->getAccess() != AS_private;
  });
}

bool has_method(const CXXRecordDecl* record, llvm::StringRef name) {
  for (const CXXMethodDecl* method : record->methods())
    if (method->getDeclName().isIdentifier() && method->getName() == name) return true;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType()); parent && has_method(parent, name))
      return true;
  return false;
}

std::vector<Decl*> user_declarations(const ASTContext& context) {
  const SourceManager& sources = context.getSourceManager();
  std::vector<Decl*> found;
  // Nothing that comes precompiled is the user's: it is neither loaded for this, nor its files
  // looked at.
  for (Decl* declaration : context.getTranslationUnitDecl()->noload_decls()) {
    if (sources.isLoadedSourceLocation(declaration->getLocation())) continue;
    const clang::SourceLocation location = sources.getExpansionLoc(declaration->getLocation());
    if (location.isValid() && !sources.isInSystemHeader(location)) found.push_back(declaration);
  }
  return found;
}

RootCandidates find_roots(Sema& sema, llvm::function_ref<bool(clang::SourceLocation)> is_hidden) {
  RootCandidates found;
  RootFinder finder(sema, found);
  for (Decl* declaration : user_declarations(sema.getASTContext()))
    if (!is_hidden || !is_hidden(declaration->getLocation())) finder.TraverseDecl(declaration);
  return found;
}

} // namespace fx::frontend
