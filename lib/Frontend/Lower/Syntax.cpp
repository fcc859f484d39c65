// How the user's file spells what is evaluated, for edits in place.
#include "Frontend/Lower/GraphBuilder.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Path.h"

using namespace clang;

namespace fx::frontend {

namespace {

class SpellingFinder {
public:
  SpellingFinder(const SourceManager& sources, const LangOptions& language)
      : sources_(sources), language_(language) {}

  /// The bytes of a range that one file holds; empty when a macro has a part in it.
  TextRange find(clang::SourceRange range) {
    const CharSourceRange in_file =
        Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), sources_, language_);
    if (in_file.isInvalid()) return {};
    const auto [file, begin] = sources_.getDecomposedLoc(in_file.getBegin());
    const auto [end_file, end] = sources_.getDecomposedLoc(in_file.getEnd());
    if (file != end_file || (file_.isValid() && file != file_)) return {};
    file_ = file;
    return {begin, end};
  }

  /// A statement with its semicolon.
  TextRange find_statement(const Stmt* statement) {
    TextRange range = find(statement->getSourceRange());
    if (range.empty()) return {};
    const llvm::StringRef text = sources_.getBufferData(file_);
    size_t at = range.end;
    while (at < text.size() && isWhitespace(text[at]))
      ++at;
    if (at < text.size() && text[at] == ';') range.end = static_cast<uint32_t>(at + 1);
    // A declaration ends with its semicolon.
    return range.end > range.begin && text[range.end - 1] == ';' ? range : TextRange();
  }

  std::string path() const {
    const OptionalFileEntryRef entry = sources_.getFileEntryRefForID(file_);
    if (!entry) return {};
    // As it was named: where a link leads is the business of who writes the file.
    llvm::SmallString<256> name(entry->getName());
    sources_.getFileManager().makeAbsolutePath(name);
    llvm::sys::path::remove_dots(name, /*remove_dot_dot=*/true);
    return std::string(name);
  }

private:
  const SourceManager& sources_;
  const LangOptions& language_;
  FileID file_;
};

/// {a, b} behind what makes an IntArrayRef or a vector of it, or null.
const InitListExpr* braces_in(const Expr* expr) {
  for (;;) {
    expr = expr->IgnoreImplicit();
    if (const auto* list = dyn_cast<InitListExpr>(expr)) {
      const InitListExpr* written = list->getSyntacticForm();
      return written ? written : list;
    }
    if (const auto* standard = dyn_cast<CXXStdInitializerListExpr>(expr)) {
      expr = standard->getSubExpr();
    } else if (const auto* made = dyn_cast<CXXConstructExpr>(expr);
               made && made->getNumArgs() > 0) {
      expr = made->getArg(0);
    } else {
      return nullptr;
    }
  }
}

void add_arguments(SpellingFinder& finder, llvm::ArrayRef<const Expr*> arguments,
                   SourceSyntax& syntax) {
  for (const Expr* argument : arguments)
    if (!isa<CXXDefaultArgExpr>(argument)) {
      syntax.arguments.push_back(finder.find(argument->getSourceRange()));
      std::vector<TextRange>& items = syntax.items.emplace_back();
      if (const InitListExpr* list = braces_in(argument))
        for (const Expr* item : list->inits())
          items.push_back(finder.find(item->getSourceRange()));
    }
}

void add_parts(SpellingFinder& finder, const Expr* expr, SourceSyntax& syntax) {
  if (const auto* binary = dyn_cast<BinaryOperator>(expr)) {
    add_arguments(finder, {binary->getLHS(), binary->getRHS()}, syntax);
    return;
  }
  const auto* call = dyn_cast<CallExpr>(expr);
  if (call == nullptr) return;
  llvm::ArrayRef<const Expr*> arguments(call->getArgs(), call->getNumArgs());
  if (const auto* overloaded = dyn_cast<CXXOperatorCallExpr>(call)) {
    if (overloaded->getOperator() == OO_Call) {
      syntax.object = finder.find(arguments.front()->getSourceRange());
      arguments = arguments.drop_front();
    }
  } else if (const auto* member = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens())) {
    syntax.callee = finder.find(member->getMemberNameInfo().getSourceRange());
    const Expr* object = member->getBase();
    // The arrow of a module holder or a smart pointer is an operator of its own.
    if (const auto* arrow = dyn_cast<CXXOperatorCallExpr>(object->IgnoreImplicit());
        arrow && arrow->getOperator() == OO_Arrow)
      object = arrow->getArg(0);
    if (!object->isImplicitCXXThis()) syntax.object = finder.find(object->getSourceRange());
  } else {
    syntax.callee = finder.find(call->getCallee()->getSourceRange());
  }
  add_arguments(finder, arguments, syntax);
}

} // namespace

std::optional<SourceSyntax> GraphBuilder::syntax_of(const Expr* expr) const {
  SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
  SourceSyntax syntax;
  expr = expr->IgnoreUnlessSpelledInSource();
  syntax.whole = finder.find(expr->getSourceRange());
  if (syntax.whole.empty()) return std::nullopt;
  syntax.file = Symbol(finder.path());
  add_parts(finder, expr, syntax);
  if (statement_ == nullptr) return syntax;
  syntax.statement = finder.find_statement(statement_);
  if (const auto* declares = dyn_cast<DeclStmt>(statement_); declares && declares->isSingleDecl()) {
    const auto* variable = dyn_cast<VarDecl>(declares->getSingleDecl());
    syntax.is_statement = variable && variable->getInit() &&
                          variable->getInit()->IgnoreUnlessSpelledInSource() == expr;
  }
  const auto* alone = dyn_cast<Expr>(statement_);
  if (alone == nullptr) return syntax;
  alone = alone->IgnoreUnlessSpelledInSource();
  const Expr* left = nullptr;
  const Expr* value = alone;
  if (const auto* assign = dyn_cast<CXXOperatorCallExpr>(alone);
      assign && assign->getOperator() == OO_Equal && assign->getNumArgs() == 2) {
    left = assign->getArg(0);
    value = assign->getArg(1);
  } else if (const auto* plain = dyn_cast<BinaryOperator>(alone);
             plain && plain->getOpcode() == BO_Assign) {
    left = plain->getLHS();
    value = plain->getRHS();
  }
  syntax.is_statement = value->IgnoreUnlessSpelledInSource() == expr;
  if (syntax.is_statement && left) syntax.assigned = finder.find(left->getSourceRange());
  return syntax;
}

void GraphBuilder::set_body(const Stmt* body) {
  SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
  traced_.origin.body = finder.find(body->getSourceRange());
  if (!traced_.origin.body.empty()) traced_.origin.body_file = finder.path();
}

} // namespace fx::frontend
