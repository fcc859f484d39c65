#include "Frontend/Lower/MethodSyntax.h"

#include "Frontend/Lower/SpellingFinder.h"

#include <algorithm>

using namespace clang;

namespace fx::frontend {

namespace {

/// What one statement does with the variables of the method.
class StatementReader : public RecursiveASTVisitor<StatementReader> {
public:
  StatementReader(const Stmt* statement, const ASTContext& context, MethodSyntax::Statement& read)
      : context_(context), read_(read) {
    if (const auto* declares = dyn_cast<DeclStmt>(statement))
      for (const Decl* declared : declares->decls())
        note_declared(declared);
    read_.returns = isa<ReturnStmt>(statement);
    TraverseStmt(const_cast<Stmt*>(statement));
  }

  bool TraverseStmt(Stmt* statement) {
    around_.push_back(statement);
    const bool result = RecursiveASTVisitor::TraverseStmt(statement);
    around_.pop_back();
    return result;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    const auto* variable = dyn_cast<VarDecl>(use->getDecl());
    if (const auto* binding = dyn_cast<BindingDecl>(use->getDecl()))
      note(binding->getName(), binding->getType());
    else if (variable != nullptr && variable->isLocalVarDeclOrParm() && !variable->isStaticLocal())
      note(variable->getName(), variable->getType());
    return true;
  }
  bool VisitReturnStmt(ReturnStmt*) {
    read_.leaves |= lambdas_ == 0;
    return true;
  }
  bool VisitGotoStmt(GotoStmt*) {
    read_.leaves = true;
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    ++lambdas_;
    const bool result = RecursiveASTVisitor::TraverseLambdaExpr(lambda);
    --lambdas_;
    return result;
  }

private:
  std::string type_text(QualType type) const {
    PrintingPolicy policy(context_.getLangOpts());
    policy.SuppressTagKeyword = true;
    policy.FullyQualifiedName = true;
    std::string text = type.getNonReferenceType().getUnqualifiedType().getAsString(policy);
    return text == "at::Tensor" ? "torch::Tensor" : text;
  }

  void note_declared(const Decl* declared) {
    if (const auto* parts = dyn_cast<DecompositionDecl>(declared)) {
      for (const BindingDecl* part : parts->bindings())
        add(part->getName(), part->getType()).declared = true;
    } else if (const auto* variable = dyn_cast<VarDecl>(declared)) {
      add(variable->getName(), variable->getType()).declared = true;
    }
  }

  void note(llvm::StringRef name, QualType type) { add(name, type).written |= !is_read(); }

  /// Whether the use takes the value, or a constant reference to it.
  bool is_read() const {
    for (size_t i = around_.size() - 1; i > 0; --i) {
      const Stmt* parent = around_[i - 1];
      if (const auto* cast = dyn_cast<ImplicitCastExpr>(parent))
        return cast->getCastKind() == CK_LValueToRValue || cast->getType().isConstQualified();
      if (const auto* member = dyn_cast<MemberExpr>(parent)) {
        const auto* method = dyn_cast<CXXMethodDecl>(member->getMemberDecl());
        return method != nullptr && method->isConst();
      }
      if (const auto* made = dyn_cast<CXXConstructExpr>(parent)) {
        const CXXConstructorDecl* constructor = made->getConstructor();
        return constructor->getNumParams() > 0 &&
               constructor->getParamDecl(0)->getType().getNonReferenceType().isConstQualified();
      }
      if (!isa<ParenExpr>(parent)) return !isa<Expr>(parent);
    }
    return true;
  }

  MethodSyntax::Variable& add(llvm::StringRef name, QualType type) {
    const auto known = std::ranges::find(read_.variables, name, &MethodSyntax::Variable::name);
    if (known != read_.variables.end()) return *known;
    MethodSyntax::Variable& variable = read_.variables.emplace_back();
    variable.name = name.str();
    variable.type = type_text(type);
    variable.is_reference = type->isReferenceType();
    return variable;
  }

  const ASTContext& context_;
  MethodSyntax::Statement& read_;
  std::vector<const Stmt*> around_; // the nodes around the one that is visited, and that one
  int lambdas_ = 0;
};

} // namespace

std::shared_ptr<const MethodSyntax>
read_method(const FunctionDecl& method, const ASTContext& context, const RangeOf& range_of) {
  const auto* body = dyn_cast_or_null<CompoundStmt>(method.getBody());
  const FunctionDecl* definition = method.getDefinition();
  if (body == nullptr || definition == nullptr || !isa<CXXMethodDecl>(definition)) return nullptr;
  MethodSyntax syntax;
  SpellingFinder finder(context.getSourceManager(), context.getLangOpts());
  syntax.definition = finder.find(definition->getSourceRange());
  const TextRange result = finder.find(definition->getReturnTypeSourceRange());
  if (syntax.definition.empty() || result.empty()) return nullptr;
  syntax.file = finder.path();
  const llvm::StringRef text = context.getSourceManager().getBufferData(
      context.getSourceManager().getFileID(definition->getLocation()));
  syntax.result = text.slice(result.begin, result.end).str();
  if (const clang::SourceRange qualifier = definition->getQualifierLoc().getSourceRange();
      qualifier.isValid()) {
    const TextRange range = finder.find(qualifier);
    syntax.qualifier = text.slice(range.begin, range.end).str();
  }
  syntax.is_const = cast<CXXMethodDecl>(definition)->isConst();
  for (const ParmVarDecl* parameter : definition->parameters())
    syntax.parameters.push_back(parameter->getNameAsString());
  for (const Stmt* statement : body->body()) {
    MethodSyntax::Statement& read = syntax.statements.emplace_back();
    // A loop, an if or a block ends with its last token.
    read.range = finder.find_statement(statement);
    if (read.range.empty()) read.range = finder.find(statement->getSourceRange());
    if (read.range.empty()) return nullptr;
    read.place = range_of(statement->getSourceRange());
    StatementReader(statement, context, read);
  }
  return std::make_shared<const MethodSyntax>(std::move(syntax));
}

} // namespace fx::frontend
