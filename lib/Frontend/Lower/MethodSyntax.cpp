#include "Frontend/Lower/MethodSyntax.h"

#include "Frontend/Lower/MemberUses.h"
#include "Frontend/Lower/NameReader.h"
#include "Frontend/Lower/SpellingFinder.h"
#include "Frontend/Values/Names.h"

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

/// The value of `x = ...;`, of a declaration of one variable or of a return; null for others.
const Expr* value_of(const Stmt* statement, std::string& assigned) {
  if (const auto* returned = dyn_cast<ReturnStmt>(statement)) return returned->getRetValue();
  if (const auto* declares = dyn_cast<DeclStmt>(statement)) {
    const auto* variable =
        declares->isSingleDecl() ? dyn_cast<VarDecl>(declares->getSingleDecl()) : nullptr;
    if (variable == nullptr || !variable->isLocalVarDecl() || variable->isStaticLocal() ||
        variable->getType()->isReferenceType())
      return nullptr;
    assigned = variable->getNameAsString();
    return variable->getInit();
  }
  const auto* expr = dyn_cast<Expr>(statement);
  const auto* assign =
      expr ? dyn_cast<CXXOperatorCallExpr>(expr->IgnoreUnlessSpelledInSource()) : nullptr;
  if (assign == nullptr || assign->getOperator() != OO_Equal || assign->getNumArgs() != 2)
    return nullptr;
  const auto* use = dyn_cast<DeclRefExpr>(assign->getArg(0)->IgnoreUnlessSpelledInSource());
  const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  if (variable == nullptr || !variable->isLocalVarDeclOrParm() || variable->isStaticLocal())
    return nullptr;
  assigned = variable->getNameAsString();
  return assign->getArg(1);
}

/// The expression that a call takes first: its object, or its first argument.
const Expr* operand_of(const Expr* expr) {
  if (isa<CXXOperatorCallExpr>(expr)) return nullptr;
  if (const auto* method = dyn_cast<CXXMemberCallExpr>(expr))
    return method->getImplicitObjectArgument();
  const auto* call = dyn_cast<CallExpr>(expr);
  return call != nullptr && call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
}

/// The calls that the value of a statement is, one in another.
void read_calls(const Stmt* statement, SpellingFinder& finder, MethodSyntax::Statement& read) {
  const Expr* at = value_of(statement, read.assigned);
  while (at != nullptr) {
    at = at->IgnoreUnlessSpelledInSource();
    MethodSyntax::Statement::Call call;
    const Expr* input = nullptr;
    if (const std::optional<MemberCall> of = call_of_member(at); of && fits_in_sequential(*of)) {
      call.member = of->member->getMemberDecl()->getNameAsString();
      input = of->arguments.front();
    } else {
      input = operand_of(at);
    }
    // A Sequential takes no value that would have to become a tensor first.
    if (input != nullptr && is_tensor_type(input->IgnoreUnlessSpelledInSource()->getType())) {
      input = input->IgnoreUnlessSpelledInSource();
      call.whole = finder.find(at->getSourceRange());
      call.input = finder.find(input->getSourceRange());
    }
    if (input == nullptr || call.whole.empty() || call.input.empty()) break;
    read.calls.push_back(std::move(call));
    at = input;
  }
  const auto* use = at == nullptr ? nullptr : dyn_cast<DeclRefExpr>(at);
  if (use != nullptr && isa<VarDecl>(use->getDecl())) read.input = use->getDecl()->getName().str();
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
    read_calls(statement, finder, read);
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
