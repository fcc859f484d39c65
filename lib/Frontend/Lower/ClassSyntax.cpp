// How the user's file writes the class of a module, for edits of its members.
#include "Frontend/Lower/GraphBuilder.h"
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
};

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
  TraverseDecl(const_cast<FunctionDecl*>(definition));
  const ClassSyntax::Place whole = place(definition->getSourceRange());
  if (whole.range.empty()) {
    syntax_.has_other_constructors |= constructor != nullptr;
    return;
  }
  if (constructor == nullptr)
    syntax_.methods.push_back(whole);
  else
    read_constructor(*cast<CXXConstructorDecl>(definition), whole);
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
    if (const auto* field = dyn_cast<FieldDecl>(member)) read_field(*field, of_class);
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
}

} // namespace fx::frontend
