// How the user's file spells what is evaluated, for edits in place.
#include "Frontend/Lower/GraphBuilder.h"
#include "Frontend/Lower/MethodSyntax.h"
#include "Frontend/Lower/RunsWith.h"
#include "Frontend/Lower/SpellingFinder.h"
#include "Frontend/Lower/VariableReads.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::frontend {

namespace {

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
                   const ASTContext& context, SourceSyntax& syntax) {
  for (const Expr* argument : arguments)
    if (!isa<CXXDefaultArgExpr>(argument)) {
      syntax.arguments.push_back(finder.find(argument->getSourceRange()));
      std::vector<TextRange>& items = syntax.items.emplace_back();
      if (const InitListExpr* list = braces_in(argument))
        for (const Expr* item : list->inits())
          items.push_back(finder.find(item->getSourceRange()));
      syntax.reads_variables.push_back(reads_variables({argument}, context));
    }
}

void add_parts(SpellingFinder& finder, const Expr* expr, const ASTContext& context,
               SourceSyntax& syntax) {
  if (const auto* binary = dyn_cast<BinaryOperator>(expr)) {
    add_arguments(finder, {binary->getLHS(), binary->getRHS()}, context, syntax);
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
  add_arguments(finder, arguments, context, syntax);
}

} // namespace

std::optional<SourceSyntax> GraphBuilder::syntax_of(const Expr* expr) const {
  SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
  SourceSyntax syntax;
  expr = expr->IgnoreUnlessSpelledInSource();
  syntax.whole = finder.find(expr->getSourceRange());
  if (syntax.whole.empty()) return std::nullopt;
  syntax.file = Symbol(finder.path());
  add_parts(finder, expr, context_, syntax);
  if (statement_ == nullptr || !runs_with(statement_, expr)) return syntax;
  syntax.statement = finder.find_statement(statement_);
  if (const auto* declares = dyn_cast<DeclStmt>(statement_); declares && declares->isSingleDecl()) {
    const auto* variable = dyn_cast<VarDecl>(declares->getSingleDecl());
    syntax.is_statement = variable && variable->getInit() &&
                          variable->getInit()->IgnoreUnlessSpelledInSource() == expr;
  }
  const auto* returned = dyn_cast<ReturnStmt>(statement_);
  const FunctionDecl* function = calls_.empty() ? nullptr : calls_.back().function;
  if (returned && returned->getRetValue() && function &&
      returned->getRetValue()->IgnoreUnlessSpelledInSource() == expr &&
      function->getReturnType()->isLValueReferenceType())
    syntax.reference = finder.find(function->getReturnTypeSourceRange());
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

namespace {

/// std::make_shared<torch::nn::ReLUImpl>(...): the class, as it is written.
clang::SourceRange class_in_template(const CallExpr* call) {
  const auto* function = dyn_cast<DeclRefExpr>(call->getCallee()->IgnoreParenImpCasts());
  return function != nullptr && function->getNumTemplateArgs() == 1
             ? function->getTemplateArgs()->getSourceRange()
             : clang::SourceRange();
}

} // namespace

namespace {

/// `Block(3)`, `Block block{3}`, `std::make_shared<BlockImpl>(3)`; null: it is not written so.
std::shared_ptr<const MakingSyntax> read_making(const Expr* expr, const ASTContext& context) {
  SpellingFinder finder(context.getSourceManager(), context.getLangOpts());
  expr = expr->IgnoreImplicit();
  TextRange brackets;
  llvm::ArrayRef<const Expr*> arguments;
  if (const auto* call = dyn_cast<CallExpr>(expr)) {
    const TextRange type = finder.find(class_in_template(call));
    const TextRange whole = finder.find(call->getSourceRange());
    if (type.empty() || whole.empty()) return nullptr;
    brackets = {type.end + 1, whole.end}; // behind "<BlockImpl>"
    arguments = {call->getArgs(), call->getNumArgs()};
  } else {
    if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(expr)) expr = cast->getSubExpr();
    const auto* made = dyn_cast<CXXConstructExpr>(expr->IgnoreImplicit());
    if (made == nullptr || made->getParenOrBraceRange().isInvalid()) return nullptr;
    brackets = finder.find(made->getParenOrBraceRange());
    arguments = {made->getArgs(), made->getNumArgs()};
  }
  if (brackets.empty()) return nullptr;
  const auto given = llvm::count_if(
      arguments, [](const Expr* argument) { return !isa<CXXDefaultArgExpr>(argument); });
  return std::make_shared<MakingSyntax>(MakingSyntax{.arguments = {Symbol(finder.path()), brackets},
                                                     .given = static_cast<size_t>(given)});
}

/// torch::nn::Functional(torch::relu): no lambda, and no function of the program's, whose body says
/// itself what it computes.
bool is_library_function(const Object& functional) {
  if (functional.elements.empty()) return false;
  const Value& function = functional.elements.front()->value();
  return function.is(Value::Kind::Function) && is_torch_library(function.function());
}

} // namespace

void GraphBuilder::note_function(Node& call, const ModuleNode& functional) const {
  if (functional.syntax == nullptr || functional.syntax->arguments.range.empty()) return;
  const auto& [file, range] = functional.syntax->arguments;
  SourceSyntax syntax;
  syntax.file = file;
  syntax.whole = syntax.callee = {range.begin + 1, range.end - 1}; // without its brackets
  // What it is given beside the tensor.
  syntax.reads_variables.assign(call.args().size(), functional.syntax->any_option_varies);
  call.set_meta(meta::syntax, std::move(syntax));
}

void GraphBuilder::note_made(const Value& module, const Expr* expr) const {
  const Object* object = options_.syntax ? module_of(module) : nullptr;
  if (object == nullptr || object->module == nullptr) return;
  if (!is_torch_library(object->type)) {
    if (object->module->kind == ModuleKind::User)
      object->module->making = read_making(expr, context_);
    return;
  }
  const bool is_of_library = object->module->kind == ModuleKind::Function
                                 ? is_library_function(*object)
                                 : object->module->kind == ModuleKind::Leaf;
  if (!is_of_library) return;
  object->module->syntax = std::make_shared<ModuleSyntax>();
  ModuleSyntax* syntax = object->module->syntax.get();
  syntax->any_option_varies = true; // as long as nothing else is known
  const auto note_options = [&](llvm::ArrayRef<const Expr*> arguments) {
    const ops::LibTorch& libtorch = ops::libtorch_of(traced_);
    syntax->any_option_varies = false;
    note_variable_options(arguments, context_,
                          libtorch.find_module_options(object->module->cpp_type.view()), *syntax);
  };
  const SourceManager& sources = context_.getSourceManager();
  SpellingFinder finder(sources, context_.getLangOpts());
  expr = expr->IgnoreImplicit();
  if (const auto* call = dyn_cast<CallExpr>(expr)) {
    syntax->type = finder.find(class_in_template(call));
    const TextRange whole = finder.find(call->getSourceRange());
    if (syntax->type.empty() || whole.empty()) return;
    syntax->whole = {Symbol(finder.path()), whole};
    note_options({call->getArgs(), call->getNumArgs()});
    // "<torch::nn::ReLUImpl>(...)"
    syntax->arguments = {syntax->whole.file, {syntax->type.end + 1, whole.end}};
    return;
  }
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(expr)) expr = cast->getSubExpr();
  const auto* made = dyn_cast<CXXConstructExpr>(expr->IgnoreImplicit());
  if (made == nullptr) return;
  note_options({made->getArgs(), made->getNumArgs()});
  const TextRange arguments = finder.find(made->getParenOrBraceRange());
  if (arguments.empty()) return;
  syntax->arguments = {Symbol(finder.path()), arguments};
  // In front stands the class, or the name of what is declared.
  const TextRange begin = finder.find(made->getLocation());
  if (begin.empty() || begin.begin >= arguments.begin) return;
  const FileID file = sources.getFileID(sources.getFileLoc(made->getLocation()));
  const llvm::StringRef name =
      sources.getBufferData(file).slice(begin.begin, arguments.begin).rtrim();
  const llvm::StringRef last = name.drop_front(name.rfind(':') + 1); // npos + 1 is 0
  if (last != made->getType()->getAsCXXRecordDecl()->getName()) return;
  syntax->type = {begin.begin, begin.begin + static_cast<uint32_t>(name.size())};
  syntax->whole = {syntax->arguments.file, {begin.begin, arguments.end}};
}

void GraphBuilder::note_member(ModuleNode& module, const FieldDecl& field) const {
  if (module.syntax == nullptr || field.getTypeSourceInfo() == nullptr) return;
  SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
  const TextRange type = finder.find(field.getTypeSourceInfo()->getTypeLoc().getSourceRange());
  if (!type.empty()) module.syntax->members.push_back({Symbol(finder.path()), type});
}

void GraphBuilder::note_registered(ModuleNode& module, const CallExpr& call) const {
  if (!options_.syntax || call.getNumArgs() == 0) return;
  module.registration = std::make_shared<RegistrationSyntax>();
  const auto* literal = dyn_cast<StringLiteral>(call.getArg(0)->IgnoreUnlessSpelledInSource());
  SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
  if (literal != nullptr && literal->getNumConcatenated() == 1)
    if (const TextRange name = finder.find(literal->getSourceRange()); !name.empty())
      module.registration->name = {Symbol(finder.path()), name};
  const auto* statement = dyn_cast_or_null<Expr>(statement_);
  if (statement == nullptr) return;
  const Expr* registers = statement->IgnoreUnlessSpelledInSource();
  if (const auto* assign = dyn_cast<CXXOperatorCallExpr>(registers);
      assign && assign->getOperator() == OO_Equal && assign->getNumArgs() == 2)
    registers = assign->getArg(1)->IgnoreUnlessSpelledInSource();
  if (registers != &call) return;
  SpellingFinder of_statement(context_.getSourceManager(), context_.getLangOpts());
  if (const TextRange range = of_statement.find_statement(statement); !range.empty())
    module.registration->statement = {Symbol(of_statement.path()), range};
}

void GraphBuilder::set_method(const FunctionDecl& method) {
  const SourceManager& sources = context_.getSourceManager();
  Origin& origin = traced_.origin;
  // A method of a template's instance stands where the template has it.
  const FunctionDecl* pattern = method.getTemplateInstantiationPattern();
  const FunctionDecl& written = pattern != nullptr ? *pattern : method;
  if (const Stmt* body = written.getBody()) {
    SpellingFinder of_body(sources, context_.getLangOpts());
    origin.body = of_body.find(body->getSourceRange());
    if (!origin.body.empty()) origin.body_file = of_body.path();
  }
  const FunctionDecl& declared = *written.getCanonicalDecl();
  SpellingFinder of_declaration(sources, context_.getLangOpts());
  origin.declaration =
      isa<CXXMethodDecl>(declared) ? of_declaration.find_declaration(declared) : TextRange();
  if (!origin.declaration.empty()) origin.declaration_file = of_declaration.path();
  if (pattern == nullptr)
    origin.method_syntax = read_method(
        method, context_, [this](clang::SourceRange range) { return source_range(range); });
}

} // namespace fx::frontend
