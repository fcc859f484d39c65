#include "Frontend/Lower/MethodSyntax.h"

#include "Frontend/Lower/NameReader.h"

#include <algorithm>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether a statement may leave the function, by a return or a jump.
class JumpFinder : public RecursiveASTVisitor<JumpFinder> {
public:
  bool VisitReturnStmt(ReturnStmt*) {
    found |= lambdas_ == 0;
    return true;
  }
  bool VisitGotoStmt(GotoStmt*) {
    found = true;
    return true;
  }
  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    ++lambdas_;
    const bool result = RecursiveASTVisitor::TraverseLambdaExpr(lambda);
    --lambdas_;
    return result;
  }
  bool found = false;

private:
  int lambdas_ = 0;
};

MethodSyntax::Variable& variable_in(MethodSyntax::Statement& read,
                                    const MethodSyntax::Variable& variable) {
  const auto known =
      std::ranges::find(read.variables, variable.name, &MethodSyntax::Variable::name);
  if (known != read.variables.end()) return *known;
  MethodSyntax::Variable& added = read.variables.emplace_back(variable);
  added.declared = added.written = false;
  return added;
}

void read_statement(const Stmt* statement, const ASTContext& context,
                    MethodSyntax::Statement& read) {
  // What it declares itself is seen behind it; what a block inside declares is not.
  if (const auto* declares = dyn_cast<DeclStmt>(statement))
    for (const Decl* declared : declares->decls()) {
      if (const auto* parts = dyn_cast<DecompositionDecl>(declared)) {
        for (const BindingDecl* part : parts->bindings())
          variable_in(read, variable_of(*part, context)).declared = true;
      } else if (const auto* variable = dyn_cast<VarDecl>(declared)) {
        variable_in(read, variable_of(*variable, context)).declared = true;
      }
    }
  read.names = names_in(statement, context);
  for (const MethodSyntax::Name& name : read.names)
    if (name.kind == MethodSyntax::Name::Kind::Variable && !name.of.declared)
      variable_in(read, name.of).written |= name.of.written;
  read.returns = isa<ReturnStmt>(statement);
  JumpFinder jumps;
  jumps.TraverseStmt(const_cast<Stmt*>(statement));
  read.leaves = jumps.found;
}

} // namespace

std::optional<std::vector<MethodSyntax::Statement>> read_statements(const CompoundStmt& body,
                                                                    SpellingFinder& finder,
                                                                    const ASTContext& context,
                                                                    const RangeOf& range_of) {
  std::vector<MethodSyntax::Statement> statements;
  for (const Stmt* statement : body.body()) {
    MethodSyntax::Statement& read = statements.emplace_back();
    // A loop, an if or a block ends with its last token.
    read.range = finder.find_statement(statement);
    if (read.range.empty()) read.range = finder.find(statement->getSourceRange());
    if (read.range.empty()) return std::nullopt;
    read.place = range_of(statement->getSourceRange());
    read_statement(statement, context, read);
  }
  return statements;
}

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
  syntax.parameters = parameters_of(*definition, context);
  std::optional<std::vector<MethodSyntax::Statement>> statements =
      read_statements(*body, finder, context, range_of);
  if (!statements) return nullptr;
  syntax.statements = std::move(*statements);
  return std::make_shared<const MethodSyntax>(std::move(syntax));
}

} // namespace fx::frontend
