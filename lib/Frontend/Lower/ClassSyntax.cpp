// How the user's file writes the class of a module, for edits of its members.
#include "Frontend/Lower/GraphBuilder.h"
#include "Frontend/Lower/MemberUses.h"
#include "Frontend/Lower/MethodSyntax.h"
#include "Frontend/Lower/ModuleVectors.h"
#include "Frontend/Lower/NameReader.h"
#include "Frontend/Lower/SpellingFinder.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::frontend {

namespace {

class ClassReader : public RecursiveASTVisitor<ClassReader> {
public:
  ClassReader(const ASTContext& context, RangeOf range_of)
      : context_(context), sources_(context.getSourceManager()), language_(context.getLangOpts()),
        range_of_(std::move(range_of)) {}

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
  bool VisitCXXConstructExpr(CXXConstructExpr* made);

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
  void read_class(const CXXRecordDecl& record);
  void add_construction(const Expr* whole, llvm::StringRef made, llvm::ArrayRef<const Expr*> given);

  const ASTContext& context_;
  const SourceManager& sources_;
  const LangOptions& language_;
  RangeOf range_of_;
  ClassSyntax syntax_;
  bool returns_ = false; // the method that is read
};

void ClassReader::add_construction(const Expr* whole, llvm::StringRef made,
                                   llvm::ArrayRef<const Expr*> given) {
  ClassSyntax::Construction read{place(whole->getSourceRange()), made.str(), {}};
  if (read.whole.range.empty()) return;
  for (const Expr* argument : given) {
    if (isa<CXXDefaultArgExpr>(argument)) continue;
    const Expr* written = argument->IgnoreUnlessSpelledInSource();
    const Expr* literal = written;
    if (const auto* sign = dyn_cast<UnaryOperator>(literal);
        sign != nullptr && sign->getOpcode() == UO_Minus)
      literal = sign->getSubExpr()->IgnoreUnlessSpelledInSource();
    read.arguments.push_back({finder().find(written->getSourceRange()),
                              written_type(written->getType(), context_),
                              isa<IntegerLiteral, FloatingLiteral, CXXBoolLiteralExpr>(literal)});
  }
  syntax_.constructions.push_back(std::move(read));
}

bool ClassReader::VisitCXXConstructExpr(CXXConstructExpr* made) {
  const CXXRecordDecl* record = made->getConstructor()->getParent();
  if (!made->getConstructor()->isCopyOrMoveConstructor() && record->getIdentifier() != nullptr &&
      !is_torch_library(record))
    add_construction(made, record->getName(), {made->getArgs(), made->getNumArgs()});
  return true;
}

bool ClassReader::VisitCallExpr(CallExpr* call) {
  if (const FunctionDecl* function = call->getDirectCallee();
      function != nullptr && qualified_name(function) == "std::make_shared" &&
      function->getTemplateSpecializationArgs() != nullptr)
    if (const auto* record =
            function->getTemplateSpecializationArgs()->get(0).getAsType()->getAsCXXRecordDecl();
        record != nullptr && record->getIdentifier() != nullptr)
      add_construction(call, record->getName(), {call->getArgs(), call->getNumArgs()});
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
  if (const TypeSourceInfo* type = field.getTypeSourceInfo())
    read.type_range = of_class.find(type->getTypeLoc().getSourceRange());
  const TextRange name = of_class.find(field.getLocation());
  if (read.declaration.empty() || read.declarator.empty() || name.empty()) return;
  read.uses.push_back({Symbol(of_class.path()), name});
  read.type = written_type(field.getType(), context_);
  read.names = names_in(field.getInClassInitializer(), context_);
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
  if (const FunctionTypeLoc of_type = constructor.getFunctionTypeLoc())
    read.parameter_list = finder().find(of_type.getParensRange());
  if (const FunctionDecl& declared = *constructor.getCanonicalDecl();
      &declared != &constructor && declared.getFunctionTypeLoc()) {
    read.declaration = place(declared.getSourceRange());
    read.declared_list = finder().find(declared.getFunctionTypeLoc().getParensRange());
  }
  std::vector<const CXXCtorInitializer*> written;
  for (const CXXCtorInitializer* initializer : constructor.inits())
    if (initializer->isWritten()) written.push_back(initializer);
  std::ranges::sort(written, {}, &CXXCtorInitializer::getSourceOrder);
  for (const CXXCtorInitializer* initializer : written) {
    read.initializers.push_back(in_file.find(initializer->getSourceRange()));
    const FieldDecl* field = initializer->getAnyMember();
    read.initialized.push_back({field == nullptr ? "" : field->getNameAsString(),
                                names_in(initializer->getInit(), context_)});
  }
  read.parameters = parameters_of(constructor, context_);
  SpellingFinder of_statements = finder();
  read.statements = read_statements(*cast<CompoundStmt>(constructor.getBody()), of_statements,
                                    context_, range_of_);
  read.returns = returns_;
  syntax_.constructors.push_back(std::move(read));
}

void ClassReader::read_method(const CXXMethodDecl& method) {
  if (method.isImplicit()) return;
  syntax_.methods_named.push_back(method.getNameAsString());
  if (method.isDeleted() || method.isDefaulted()) return;
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

/// What its methods and members do not tell.
void ClassReader::read_class(const CXXRecordDecl& record) {
  record.forallBases([&](const CXXRecordDecl* base) {
    syntax_.bases.push_back(qualified_name(base));
    return true;
  });
  syntax_.name = qualified_name(&record);
  for (const FriendDecl* one : record.friends()) {
    const CXXRecordDecl* named =
        one->getFriendType() ? record_of(one->getFriendType()->getType()) : nullptr;
    if (const NamedDecl* declared = named ? named : one->getFriendDecl())
      syntax_.friends.push_back(qualified_name(declared));
  }
  if (record.getDeclContext()->getRedeclContext()->isFileContext() &&
      !record.getDescribedClassTemplate() && !isa<ClassTemplateSpecializationDecl>(record)) {
    SpellingFinder found = finder();
    const TextRange whole = found.find(record.getSourceRange());
    if (!whole.empty() && found.path() == syntax_.braces.file.view()) syntax_.declaration = whole;
  }
  const CXXMethodDecl* forward = nullptr;
  size_t forwards = 0;
  for (const Decl* member : record.decls()) {
    if (const auto* templated = dyn_cast<FunctionTemplateDecl>(member))
      member = templated->getTemplatedDecl();
    const auto* method = dyn_cast<CXXMethodDecl>(member);
    if (method == nullptr || !method->getDeclName().isIdentifier() ||
        method->getName() != "forward")
      continue;
    forward = method;
    ++forwards;
  }
  if (forwards != 1 || forward->isVirtual() || forward->isStatic() ||
      forward->getDescribedFunctionTemplate() != nullptr || forward->getDefinition() == nullptr)
    return;
  syntax_.forward = frontend::read_method(*forward->getDefinition(), context_, range_of_);
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
  if (pattern == nullptr) read_class(record);
  return std::make_shared<ClassSyntax>(std::move(syntax_));
}

} // namespace

void GraphBuilder::note_class(ModuleNode& module, const CXXRecordDecl& record) {
  const auto [known, is_new] = classes_.try_emplace(&record);
  if (is_new)
    known->second = ClassReader(context_, [this](clang::SourceRange range) {
                      return source_range(range);
                    }).read(record);
  module.class_syntax = known->second;
}

void GraphBuilder::note_uses_of_fields() {
  read_member_uses(context_, classes_);
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
