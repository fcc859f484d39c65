// How the user's file writes the class of a module, for edits of its members.
#include "Frontend/Lower/GraphBuilder.h"
#include "Frontend/Lower/ModuleVectors.h"
#include "Frontend/Lower/SpellingFinder.h"

using namespace clang;

namespace fx::frontend {

namespace {

class ClassReader : public RecursiveASTVisitor<ClassReader> {
public:
  explicit ClassReader(const ASTContext& context)
      : sources_(context.getSourceManager()), language_(context.getLangOpts()) {}

  std::shared_ptr<ClassSyntax> read(const CXXRecordDecl& record);

  bool VisitNamedDecl(NamedDecl* declared) {
    if (const IdentifierInfo* name = declared->getIdentifier()) add(name->getName());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    if (!use->hasQualifier() && use->getDecl()->getIdentifier()) add(use->getDecl()->getName());
    return true;
  }
  bool VisitUnresolvedLookupExpr(UnresolvedLookupExpr* use) {
    if (const IdentifierInfo* name = use->getName().getAsIdentifierInfo();
        name != nullptr && !use->getQualifier())
      add(name->getName());
    return true;
  }
  bool VisitLambdaExpr(LambdaExpr* lambda) {
    if (const ClassSyntax::Place body = place(lambda->getSourceRange()); !body.range.empty())
      syntax_.lambdas.push_back(body);
    return true;
  }
  bool VisitReturnStmt(ReturnStmt*) {
    returns_ = true;
    return true;
  }
  bool VisitCallExpr(CallExpr* call);

private:
  SpellingFinder finder() const { return {sources_, language_}; }
  void add(llvm::StringRef name) {
    if (!name.empty()) syntax_.names.insert(name.str());
  }
  ClassSyntax::Place place(clang::SourceRange range) const {
    SpellingFinder found = finder();
    const TextRange bytes = found.find(range);
    return bytes.empty() ? ClassSyntax::Place() : ClassSyntax::Place{Symbol(found.path()), bytes};
  }
  void read_field(const FieldDecl& field, SpellingFinder& of_class);
  void read_method(const CXXMethodDecl& method);
  void read_constructor(const CXXConstructorDecl& constructor, const ClassSyntax::Place& whole);

  const SourceManager& sources_;
  const LangOptions& language_;
  ClassSyntax syntax_;
  bool returns_ = false; // the method that is read
};

bool ClassReader::VisitCallExpr(CallExpr* call) {
  llvm::StringRef name;
  const Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto* member = dyn_cast<MemberExpr>(callee)) {
    if (member->getMemberDecl()->getIdentifier()) name = member->getMemberDecl()->getName();
  } else if (const auto* overloaded = dyn_cast<OverloadExpr>(callee)) {
    if (const IdentifierInfo* id = overloaded->getName().getAsIdentifierInfo())
      name = id->getName();
  } else if (const auto* dependent = dyn_cast<CXXDependentScopeMemberExpr>(callee)) {
    if (const IdentifierInfo* id = dependent->getMember().getAsIdentifierInfo())
      name = id->getName();
  }
  if ((name != "register_module" && name != "replace_module" && name != "unregister_module") ||
      call->getNumArgs() == 0)
    return true;
  const auto* literal = dyn_cast<StringLiteral>(call->getArg(0)->IgnoreUnlessSpelledInSource());
  if (literal == nullptr || literal->getNumConcatenated() != 1) return true;
  const ClassSyntax::Place where = place(literal->getSourceRange());
  if (!where.range.empty())
    syntax_.child_names.push_back({literal->getString().str(), where, name == "register_module"});
  return true;
}

void ClassReader::read_field(const FieldDecl& field, SpellingFinder& of_class) {
  ClassSyntax::Field read;
  read.name = field.getNameAsString();
  read.declaration = of_class.find_with_semicolon(field.getSourceRange());
  read.declarator = of_class.find({field.getLocation(), field.getEndLoc()});
  const TextRange name = of_class.find(field.getLocation());
  if (read.declaration.empty() || read.declarator.empty() || name.empty()) return;
  read.uses.push_back({Symbol(of_class.path()), name});
  // One declaration declares several: each begins with the type.
  for (ClassSyntax::Field& other : syntax_.fields)
    if (other.declaration.begin == read.declaration.begin) other.declaration = read.declaration;
  syntax_.fields.push_back(std::move(read));
}

void ClassReader::read_constructor(const CXXConstructorDecl& constructor,
                                   const ClassSyntax::Place& whole) {
  if (constructor.isDelegatingConstructor()) return;
  // One that is a try block has its end in a handler.
  if (!isa<CompoundStmt>(constructor.getBody())) {
    syntax_.has_other_constructors = true;
    return;
  }
  ClassSyntax::Constructor read;
  read.whole = whole;
  SpellingFinder in_file = finder();
  read.body = in_file.find(constructor.getBody()->getSourceRange());
  if (read.body.empty()) {
    syntax_.has_other_constructors = true;
    return;
  }
  for (const CXXCtorInitializer* initializer : constructor.inits())
    if (initializer->isWritten())
      read.initializers.push_back(in_file.find(initializer->getSourceRange()));
  std::ranges::sort(read.initializers);
  read.returns = returns_;
  syntax_.constructors.push_back(std::move(read));
}

void ClassReader::read_method(const CXXMethodDecl& method) {
  if (method.isImplicit() || method.isDeleted() || method.isDefaulted()) return;
  const auto* constructor = dyn_cast<CXXConstructorDecl>(&method);
  const FunctionDecl* definition = method.getDefinition();
  if (definition == nullptr || !definition->hasBody()) {
    syntax_.has_other_constructors |= constructor != nullptr;
    return;
  }
  returns_ = false;
  TraverseDecl(const_cast<FunctionDecl*>(definition));
  const ClassSyntax::Place whole = place(definition->getSourceRange());
  if (whole.range.empty()) {
    syntax_.has_other_constructors |= constructor != nullptr;
    return;
  }
  if (constructor != nullptr)
    read_constructor(*cast<CXXConstructorDecl>(definition), whole);
  else if (!method.isStatic() && !method.isConst())
    syntax_.methods.push_back(whole);
}

std::shared_ptr<ClassSyntax> ClassReader::read(const CXXRecordDecl& record) {
  record.forallBases([&](const CXXRecordDecl* base) {
    for (const Decl* member : base->decls())
      if (const auto* named = dyn_cast<NamedDecl>(member); named && named->getIdentifier())
        add(named->getName());
    return true;
  });
  // The class of a template's instance stands where the template has it.
  const CXXRecordDecl* pattern = record.getTemplateInstantiationPattern();
  const CXXRecordDecl& written = pattern != nullptr ? *pattern : record;
  SpellingFinder of_class = finder();
  const TextRange braces = of_class.find(written.getBraceRange());
  if (braces.empty()) return nullptr;
  syntax_.braces = {Symbol(of_class.path()), braces};
  for (const Decl* member : written.decls()) {
    if (const auto* templated = dyn_cast<FunctionTemplateDecl>(member))
      member = templated->getTemplatedDecl();
    if (const auto* named = dyn_cast<NamedDecl>(member); named && named->getIdentifier())
      add(named->getName());
    if (const auto* field = dyn_cast<FieldDecl>(member)) {
      read_field(*field, of_class);
      TraverseDecl(const_cast<FieldDecl*>(field));
    }
    if (const auto* method = dyn_cast<CXXMethodDecl>(member)) read_method(*method);
  }
  return std::make_shared<ClassSyntax>(std::move(syntax_));
}

/// Finds the names of fields in all that was not precompiled.
class UseReader : public RecursiveASTVisitor<UseReader> {
public:
  using Classes = llvm::DenseMap<const CXXRecordDecl*, std::shared_ptr<ClassSyntax>>;
  UseReader(const ASTContext& context, const Classes& classes) : context_(context) {
    for (const auto& [record, syntax] : classes) {
      if (syntax == nullptr) continue;
      classes_.emplace_back(record, syntax.get());
      const CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
      for (const FieldDecl* field : (pattern != nullptr ? pattern : record)->fields())
        fields_.try_emplace(field, syntax.get());
    }
  }

  void read() {
    const SourceManager& sources = context_.getSourceManager();
    for (Decl* declared : context_.getTranslationUnitDecl()->noload_decls())
      if (!sources.isInSystemHeader(declared->getLocation())) TraverseDecl(declared);
  }

  /// A class that derives from one of them hides its members by its own.
  bool VisitCXXRecordDecl(CXXRecordDecl* record) {
    if (!record->isThisDeclarationADefinition() || record->isDependentType()) return true;
    for (const auto& [base, syntax] : classes_)
      if (record->isDerivedFrom(base))
        for (const Decl* member : record->decls())
          if (const auto* named = dyn_cast<NamedDecl>(member); named && named->getIdentifier())
            syntax->names.insert(named->getName().str());
    return true;
  }
  bool VisitMemberExpr(MemberExpr* use) {
    add(use->getMemberDecl(), use->getMemberLoc());
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    add(use->getDecl(), use->getLocation());
    return true;
  }
  bool TraverseConstructorInitializer(CXXCtorInitializer* initializer) {
    if (initializer->isWritten() && initializer->isMemberInitializer())
      add(initializer->getMember(), initializer->getMemberLocation());
    return RecursiveASTVisitor::TraverseConstructorInitializer(initializer);
  }

private:
  void add(const ValueDecl* used, clang::SourceLocation where) {
    const auto* field = dyn_cast<FieldDecl>(used);
    const auto found = fields_.find(field);
    if (field == nullptr || found == fields_.end()) return;
    SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
    const TextRange name = finder.find(where);
    const auto of =
        std::ranges::find(found->second->fields, field->getName(), &ClassSyntax::Field::name);
    if (name.empty() || of == found->second->fields.end()) return;
    const ClassSyntax::Place place{Symbol(finder.path()), name};
    if (std::ranges::find(of->uses, place) == of->uses.end()) of->uses.push_back(place);
  }

  const ASTContext& context_;
  std::vector<std::pair<const CXXRecordDecl*, ClassSyntax*>> classes_;
  llvm::DenseMap<const FieldDecl*, ClassSyntax*> fields_;
};

} // namespace

void GraphBuilder::note_class(ModuleNode& module, const CXXRecordDecl& record) {
  const auto [known, is_new] = classes_.try_emplace(&record);
  if (is_new) known->second = ClassReader(context_).read(record);
  module.class_syntax = known->second;
}

void GraphBuilder::note_uses_of_fields() {
  UseReader(context_, classes_).read();
  ModuleVectorReader vectors(context_);
  for (const auto& [record, syntax] : classes_)
    if (syntax != nullptr) vectors.add_class(*record, *syntax);
  if (!vectors.has_any()) return;
  for (Decl* declared : context_.getTranslationUnitDecl()->noload_decls())
    if (!context_.getSourceManager().isInSystemHeader(declared->getLocation()))
      vectors.TraverseDecl(declared);
  vectors.finish();
}

} // namespace fx::frontend
