#include "Frontend/Lower/MemberUses.h"

#include "Frontend/Lower/SpellingFinder.h"
#include "Frontend/Lower/VariableReads.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::frontend {

namespace {

using Use = ClassSyntax::Use;
using Making = ClassSyntax::Making;

/// The class of the module that a holder or a shared pointer leads to; null for other types.
const CXXRecordDecl* held_module(QualType type) {
  const CXXRecordDecl* record = type.isNull() ? nullptr : type->getAsCXXRecordDecl();
  if (record == nullptr || !is_handle_class(record)) return nullptr;
  const CXXRecordDecl* held = record_of(handle_target(record));
  return held != nullptr && is_module_class(held) ? held : nullptr;
}

/// `fc`, `this->fc`; null for a member of another object.
const MemberExpr* member_of_this(const Expr* expr) {
  const auto* member = dyn_cast<MemberExpr>(expr->IgnoreUnlessSpelledInSource());
  return member != nullptr && isa<FieldDecl>(member->getMemberDecl()) &&
                 isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())
             ? member
             : nullptr;
}

/// The member that `->` or `.` of a call leads away from: `fc` of fc->forward(x).
const MemberExpr* object_of(const CXXMemberCallExpr& call) {
  const auto* callee = dyn_cast<MemberExpr>(call.getCallee()->IgnoreParens());
  if (callee == nullptr) return nullptr;
  const auto* arrow = dyn_cast<CXXOperatorCallExpr>(callee->getBase()->IgnoreImplicit());
  return arrow != nullptr && arrow->getOperator() == OO_Arrow ? member_of_this(arrow->getArg(0))
                                                              : nullptr;
}

/// What CXXConstructExpr an expression is, written with its type or without.
const CXXConstructExpr* construction_in(const Expr* expr) {
  expr = expr->IgnoreUnlessSpelledInSource();
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(expr))
    expr = cast->getSubExpr()->IgnoreImplicit();
  return dyn_cast<CXXConstructExpr>(expr);
}

llvm::SmallVector<const Expr*, 8> written_arguments(const CXXConstructExpr& made) {
  llvm::SmallVector<const Expr*, 8> arguments;
  for (const Expr* argument : made.arguments())
    if (!isa<CXXDefaultArgExpr>(argument)) arguments.push_back(argument);
  return arguments;
}

bool is_null(const Expr* expr) {
  return isa<CXXNullPtrLiteralExpr>(expr->IgnoreParenImpCasts());
}

/// Without the holders around it that only take over what it holds.
const Expr* without_holders(const Expr* expr) {
  for (;;) {
    expr = expr->IgnoreUnlessSpelledInSource();
    const CXXConstructExpr* made = construction_in(expr);
    if (made == nullptr) return expr;
    const auto arguments = written_arguments(*made);
    if (arguments.size() != 1) return expr;
    if (is_null(arguments.front())) return arguments.front()->IgnoreParenImpCasts();
    const Expr* inner = arguments.front()->IgnoreUnlessSpelledInSource();
    const CXXRecordDecl* held = held_module(inner->getType());
    if (held == nullptr || held != held_module(made->getType())) return expr;
    expr = inner;
  }
}

/// The call of register_module that an expression is, or null.
const CXXMemberCallExpr* registration_in(const Expr* expr) {
  const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
  const auto* callee = call ? dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens()) : nullptr;
  const bool registers = callee != nullptr && call->getNumArgs() == 2 &&
                         callee->getMemberDecl()->getIdentifier() != nullptr &&
                         callee->getMemberDecl()->getName() == "register_module" &&
                         isa<CXXThisExpr>(callee->getBase()->IgnoreParenImpCasts());
  return registers ? call : nullptr;
}

const StringLiteral* literal_in(const Expr* expr) {
  const auto* literal = dyn_cast<StringLiteral>(expr->IgnoreUnlessSpelledInSource());
  return literal != nullptr && literal->getNumConcatenated() == 1 && literal->isOrdinary()
             ? literal
             : nullptr;
}

/// Finds the names of fields in all that was not precompiled, and what is done with them.
class UseReader : public RecursiveASTVisitor<UseReader> {
public:
  UseReader(const ASTContext& context, const ClassesRead& classes) : context_(context) {
    for (const auto& [record, syntax] : classes) {
      if (syntax == nullptr) continue;
      classes_.emplace_back(record, syntax.get());
      const CXXRecordDecl* pattern = record->getTemplateInstantiationPattern();
      for (const FieldDecl* field : (pattern != nullptr ? pattern : record)->fields())
        fields_.try_emplace(field, syntax.get());
    }
  }

  void read();

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
    if (initializer->isWritten() && initializer->isMemberInitializer()) {
      add(initializer->getMember(), initializer->getMemberLocation());
      read_initializer(*initializer);
    }
    return RecursiveASTVisitor::TraverseConstructorInitializer(initializer);
  }
  bool TraverseCXXConstructorDecl(CXXConstructorDecl* constructor) {
    const Stmt* around = std::exchange(body_, constructor->getBody());
    const bool result = RecursiveASTVisitor::TraverseCXXConstructorDecl(constructor);
    body_ = around;
    return result;
  }
  bool VisitCXXMethodDecl(CXXMethodDecl* method) {
    const auto* body = method->isThisDeclarationADefinition()
                           ? dyn_cast_or_null<CompoundStmt>(method->getBody())
                           : nullptr;
    if (body == nullptr) return true;
    read_registered_names(*method);
    const Stmt* around = std::exchange(body_, body);
    for (const Stmt* statement : body->body())
      if (const auto* expr = dyn_cast<Expr>(statement)) read_statement(*expr);
    body_ = around;
    return true;
  }
  bool VisitFieldDecl(FieldDecl* field) {
    if (fields_.contains(field)) read_declaration(*field);
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    read_looked_up(*call);
    const std::optional<MemberCall> of = call_of_member(call);
    if (!of) return true;
    Use use;
    use.kind = Use::Kind::Called;
    SpellingFinder finder = this->finder();
    use.whole = finder.find(call->getSourceRange());
    for (const Expr* argument : of->arguments)
      if (!isa<CXXDefaultArgExpr>(argument))
        use.arguments.push_back(finder.find(argument->getSourceRange()));
    if (std::ranges::none_of(use.arguments, &TextRange::empty)) note(*of->member, finder, use);
    return true;
  }
  bool VisitStringLiteral(StringLiteral* literal) {
    if (literal_in(literal) == literal && literal->getString().contains('.'))
      literals_.push_back(literal);
    return true;
  }

private:
  SpellingFinder finder() const { return {context_.getSourceManager(), context_.getLangOpts()}; }
  std::string type_text(QualType type) const;
  std::optional<Making> making(const Expr* expr, SpellingFinder& finder,
                               clang::SourceLocation declared = {}) const;
  std::optional<std::vector<Making>> children(const CXXConstructExpr& made,
                                              SpellingFinder& finder) const;
  bool read_made(const Expr* expr, SpellingFinder& finder, Use& use,
                 clang::SourceLocation declared = {}) const;
  bool read_value(const Expr* value, const FieldDecl& field, SpellingFinder& finder, Use& use,
                  clang::SourceLocation declared = {}) const;
  bool read_registration(const CXXMemberCallExpr& call, SpellingFinder& finder, Use& use) const;
  void read_initializer(const CXXCtorInitializer& initializer);
  void read_declaration(const FieldDecl& field);
  void read_statement(const Expr& statement);
  void read_looked_up(const CallExpr& call);
  void read_keys();
  void read_registered_names(const CXXMethodDecl& method);

  void add(const ValueDecl* used, clang::SourceLocation where);
  void note(const MemberExpr& member, SpellingFinder& finder, Use use);
  void note(const FieldDecl& field, clang::SourceLocation name, SpellingFinder& finder, Use use);

  const ASTContext& context_;
  std::vector<std::pair<const CXXRecordDecl*, ClassSyntax*>> classes_;
  llvm::DenseMap<const FieldDecl*, ClassSyntax*> fields_;
  using Key = std::tuple<const FieldDecl*, std::string_view, TextRange>; // with the file
  std::map<Key, Use> known_;
  std::vector<const StringLiteral*> literals_;
  const Stmt* body_ = nullptr; // of the constructor or method that is read
};

std::string UseReader::type_text(QualType type) const {
  PrintingPolicy policy(context_.getLangOpts());
  policy.SuppressTagKeyword = true;
  policy.FullyQualifiedName = true;
  std::string text = type.getCanonicalType().getUnqualifiedType().getAsString(policy);
  constexpr llvm::StringLiteral unnamed = "(anonymous namespace)::";
  for (size_t at = text.find(unnamed); at != std::string::npos; at = text.find(unnamed))
    text.erase(at, unnamed.size());
  return text;
}

/// What makes a module anew: a holder of a class, or a call that gives one. `declared`: the name in
/// front of the arguments, where that is no class.
std::optional<Making> UseReader::making(const Expr* expr, SpellingFinder& finder,
                                        clang::SourceLocation declared) const {
  expr = without_holders(expr);
  if (held_module(expr->getType()) == nullptr) return std::nullopt;
  Making made;
  made.type = type_text(expr->getType());
  if (const auto* call = dyn_cast<CallExpr>(expr)) {
    const FunctionDecl* callee = call->getDirectCallee();
    const std::string name = callee == nullptr ? "" : qualified_name(callee);
    if (callee == nullptr || isa<CXXOperatorCallExpr>(call) || registration_in(call) != nullptr ||
        name == "std::move" || name == "std::forward" || callee->getReturnType()->isReferenceType())
      return std::nullopt;
    made.whole = finder.find(call->getSourceRange());
    made.reads_variables = reads_variables({expr}, context_);
    return made.whole.empty() ? std::nullopt : std::optional(made);
  }
  const CXXConstructExpr* construction = construction_in(expr);
  if (construction == nullptr) return std::nullopt;
  const auto arguments = written_arguments(*construction);
  made.reads_variables = reads_variables(arguments, context_);
  made.arguments = finder.find(construction->getParenOrBraceRange());
  if (made.arguments.empty() && !arguments.empty()) return std::nullopt;
  const bool names_class = expr->getBeginLoc() != declared &&
                           expr->getBeginLoc() != construction->getParenOrBraceRange().getBegin();
  if (names_class) {
    made.whole = finder.find(expr->getSourceRange());
    if (made.whole.empty()) return std::nullopt;
  }
  return made;
}

/// Of a Sequential; nothing where it gets something that was made before.
std::optional<std::vector<Making>> UseReader::children(const CXXConstructExpr& made,
                                                       SpellingFinder& finder) const {
  std::vector<Making> children;
  auto arguments = written_arguments(made);
  if (arguments.size() == 1)
    if (const auto* list =
            dyn_cast<CXXStdInitializerListExpr>(arguments.front()->IgnoreUnlessSpelledInSource())) {
      const auto* items = dyn_cast<InitListExpr>(list->getSubExpr()->IgnoreImplicit());
      if (items == nullptr) return std::nullopt;
      for (const Expr* item : items->inits()) {
        const CXXConstructExpr* named = construction_in(item);
        if (named == nullptr || named->getNumArgs() != 2) return std::nullopt;
        const StringLiteral* name = literal_in(named->getArg(0));
        std::optional<Making> child = making(named->getArg(1), finder);
        if (name == nullptr || !child) return std::nullopt;
        child->name = name->getString().str();
        children.push_back(std::move(*child));
      }
      return children;
    }
  for (const Expr* argument : arguments) {
    std::optional<Making> child = making(argument, finder);
    if (!child || child->whole.empty()) return std::nullopt;
    children.push_back(std::move(*child));
  }
  return children;
}

bool UseReader::read_made(const Expr* expr, SpellingFinder& finder, Use& use,
                          clang::SourceLocation declared) const {
  expr = without_holders(expr);
  if (is_null(expr)) {
    use.kind = Use::Kind::Null;
    return use.register_by.empty();
  }
  std::optional<Making> made = making(expr, finder, declared);
  if (!made) return false;
  use.kind = Use::Kind::Made;
  use.made = std::move(*made);
  const CXXConstructExpr* construction = construction_in(expr);
  if (construction != nullptr && use.made.type == "torch::nn::Sequential") {
    use.children = children(*construction, finder);
    use.has_any_order =
        !construction->isListInitialization() && written_arguments(*construction).size() > 1;
  }
  return true;
}

bool UseReader::read_registration(const CXXMemberCallExpr& call, SpellingFinder& finder,
                                  Use& use) const {
  const StringLiteral* literal = literal_in(call.getArg(0));
  if (literal == nullptr) return false;
  const auto* callee = cast<MemberExpr>(call.getCallee()->IgnoreParens());
  use.literal = finder.find(literal->getSourceRange());
  use.register_by = finder.find(callee->getSourceRange());
  return !use.literal.empty() && !use.register_by.empty();
}

/// What a member starts with, or gets.
bool UseReader::read_value(const Expr* value, const FieldDecl& field, SpellingFinder& finder,
                           Use& use, clang::SourceLocation declared) const {
  value = without_holders(value);
  const CXXMemberCallExpr* call = registration_in(value);
  if (call == nullptr) return read_made(value, finder, use, declared);
  if (!read_registration(*call, finder, use)) return false;
  const Expr* registered = without_holders(call->getArg(1));
  if (const MemberExpr* member = member_of_this(registered)) {
    use.kind = Use::Kind::Registered;
    return member->getMemberDecl() == &field;
  }
  return read_made(registered, finder, use);
}

void UseReader::read_declaration(const FieldDecl& field) {
  const CXXRecordDecl* held = held_module(field.getType());
  if (held == nullptr) return;
  Use use;
  use.where = Use::Where::Declaration;
  SpellingFinder finder = this->finder();
  use.whole = finder.find({field.getLocation(), field.getEndLoc()});
  if (const Expr* initial = field.getInClassInitializer()) {
    if (!read_value(initial, field, finder, use, field.getLocation())) return;
  } else if (derives_from(field.getType()->getAsCXXRecordDecl(), "torch::nn::ModuleHolder")) {
    use.kind = Use::Kind::Made;
    use.made.type = type_text(field.getType());
    if (use.made.type == "torch::nn::Sequential") use.children.emplace();
  } else {
    use.kind = Use::Kind::Null;
  }
  note(field, field.getLocation(), finder, use);
}

void UseReader::read_initializer(const CXXCtorInitializer& initializer) {
  const FieldDecl* field = initializer.getMember();
  if (!fields_.contains(field) || held_module(field->getType()) == nullptr) return;
  Use use;
  use.where = Use::Where::Initializer;
  SpellingFinder finder = this->finder();
  use.whole = finder.find(initializer.getSourceRange());
  if (read_value(initializer.getInit(), *field, finder, use, initializer.getMemberLocation()))
    note(*field, initializer.getMemberLocation(), finder, use);
}

/// One of the body itself, which runs when the body does.
void UseReader::read_statement(const Expr& statement) {
  Use use;
  use.where = Use::Where::Statement;
  SpellingFinder finder = this->finder();
  use.whole = finder.find_statement(&statement);
  const Expr* expr = statement.IgnoreUnlessSpelledInSource();
  if (const auto* assign = dyn_cast<CXXOperatorCallExpr>(expr);
      assign != nullptr && assign->getOperator() == OO_Equal && assign->getNumArgs() == 2) {
    const MemberExpr* member = member_of_this(assign->getArg(0));
    const auto* field = member ? dyn_cast<FieldDecl>(member->getMemberDecl()) : nullptr;
    if (field == nullptr || !fields_.contains(field) ||
        !read_value(assign->getArg(1), *field, finder, use) || use.kind == Use::Kind::Null)
      return;
    note(*member, finder, use);
    // layers = register_module("layers", layers);
    if (use.kind == Use::Kind::Registered)
      if (const auto* call = registration_in(without_holders(assign->getArg(1))))
        note(*member_of_this(without_holders(call->getArg(1))), finder, use);
    return;
  }
  const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
  if (call == nullptr) return;
  if (registration_in(call) != nullptr) {
    const MemberExpr* member = member_of_this(without_holders(call->getArg(1)));
    if (member == nullptr || !read_registration(*call, finder, use)) return;
    use.kind = Use::Kind::Registered;
    note(*member, finder, use);
    return;
  }
  const MemberExpr* member = object_of(*call);
  const auto* callee = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
  if (member == nullptr || callee->getMemberDecl()->getIdentifier() == nullptr ||
      callee->getMemberDecl()->getName() != "push_back" || call->getNumArgs() == 0 ||
      call->getNumArgs() > 2)
    return;
  const StringLiteral* name = call->getNumArgs() == 2 ? literal_in(call->getArg(0)) : nullptr;
  if (name == nullptr && call->getNumArgs() == 2) return;
  std::optional<Making> child = making(call->getArg(call->getNumArgs() - 1), finder);
  if (!child || child->whole.empty()) return;
  if (name != nullptr) child->name = name->getString().str();
  use.kind = Use::Kind::Pushed;
  use.children.emplace().push_back(std::move(*child));
  note(*member, finder, use);
}

void UseReader::add(const ValueDecl* used, clang::SourceLocation where) {
  const auto* field = dyn_cast<FieldDecl>(used);
  const auto found = fields_.find(field);
  if (field == nullptr || found == fields_.end()) return;
  SpellingFinder finder = this->finder();
  const TextRange name = finder.find(where);
  const auto of =
      std::ranges::find(found->second->fields, field->getName(), &ClassSyntax::Field::name);
  if (name.empty() || of == found->second->fields.end()) return;
  const ClassSyntax::Place place{Symbol(finder.path()), name};
  if (std::ranges::find(of->uses, place) == of->uses.end()) of->uses.push_back(place);
}

void UseReader::note(const MemberExpr& member, SpellingFinder& finder, Use use) {
  const auto* field = dyn_cast<FieldDecl>(member.getMemberDecl());
  if (field == nullptr || !fields_.contains(field)) return;
  use.object = finder.find(member.getSourceRange());
  // What a macro does with it is the macro's affair.
  if (!use.object.empty() && !member.getMemberLoc().isMacroID())
    note(*field, member.getMemberLoc(), finder, std::move(use));
}

void UseReader::note(const FieldDecl& field, clang::SourceLocation name, SpellingFinder& finder,
                     Use use) {
  const TextRange range = finder.find(name);
  if (range.empty() || use.whole.empty()) return;
  use.name = {Symbol(finder.path()), range};
  if (body_ != nullptr) {
    SpellingFinder of_body = this->finder();
    use.function.range = of_body.find(body_->getSourceRange());
    use.function.file = Symbol(of_body.path());
  }
  const Key key{&field, use.name.file.view(), range};
  known_.try_emplace(key, std::move(use));
}

/// The literals by which a class or one that derives from it registers what it does.
class RegisteredNames : public RecursiveASTVisitor<RegisteredNames> {
public:
  bool VisitCallExpr(CallExpr* call) {
    const auto* callee = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    const StringLiteral* literal = call->getNumArgs() > 0 ? literal_in(call->getArg(0)) : nullptr;
    if (callee != nullptr && literal != nullptr && callee->getMemberDecl()->getIdentifier() &&
        callee->getMemberDecl()->getName().starts_with("register_"))
      names.push_back(literal->getString().str());
    return true;
  }
  std::vector<std::string> names;
};

void UseReader::read_registered_names(const CXXMethodDecl& method) {
  std::vector<ClassSyntax*> of;
  for (const auto& [record, syntax] : classes_)
    if (method.getParent()->getCanonicalDecl() == record->getCanonicalDecl() ||
        (method.getParent()->hasDefinition() && !method.getParent()->isDependentContext() &&
         method.getParent()->isDerivedFrom(record)))
      of.push_back(syntax);
  if (of.empty()) return;
  RegisteredNames registered;
  registered.TraverseStmt(method.getBody());
  for (ClassSyntax* syntax : of)
    syntax->names.insert(registered.names.begin(), registered.names.end());
}

/// parameters["fc"], children.find("fc"), name == "fc"; what puts a module there is no look-up.
void UseReader::read_looked_up(const CallExpr& call) {
  const auto* overloaded = dyn_cast<CXXOperatorCallExpr>(&call);
  const auto* method = dyn_cast<CXXMemberCallExpr>(&call);
  if (overloaded == nullptr && method == nullptr) return;
  if (overloaded != nullptr && overloaded->getOperator() != OO_Subscript &&
      overloaded->getOperator() != OO_EqualEqual && overloaded->getOperator() != OO_ExclaimEqual)
    return;
  const CXXMethodDecl* callee = method != nullptr ? method->getMethodDecl() : nullptr;
  const llvm::StringRef name =
      callee != nullptr && callee->getIdentifier() ? callee->getName() : llvm::StringRef();
  if (name.starts_with("register_") || name.ends_with("_module") || name == "push_back") return;
  for (const Expr* argument : call.arguments())
    if (const StringLiteral* literal = literal_in(argument);
        literal != nullptr && !literal->getString().contains('.'))
      literals_.push_back(literal);
}

/// "fc", "block.fc.weight" of a class that registers "fc".
void UseReader::read_keys() {
  for (const StringLiteral* literal : literals_) {
    const llvm::StringRef text = literal->getString();
    llvm::SmallVector<llvm::StringRef, 8> parts;
    text.split(parts, '.');
    for (const auto& [record, syntax] : classes_) {
      const bool names_a_child = llvm::any_of(syntax->child_names, [&](const auto& child) {
        return child.registers && llvm::is_contained(parts, child.name);
      });
      if (!names_a_child) continue;
      SpellingFinder finder = this->finder();
      ClassSyntax::ChildName key{text.str(), {}, false};
      key.literal.range = finder.find(literal->getSourceRange());
      if (key.literal.range.empty()) continue;
      key.literal.file = Symbol(finder.path());
      const auto is_same = [&](const auto& other) { return other.literal == key.literal; };
      if (llvm::none_of(syntax->child_names, is_same) && llvm::none_of(syntax->keys, is_same))
        syntax->keys.push_back(std::move(key));
    }
  }
}

void UseReader::read() {
  const SourceManager& sources = context_.getSourceManager();
  for (Decl* declared : context_.getTranslationUnitDecl()->noload_decls())
    if (!sources.isInSystemHeader(declared->getLocation())) TraverseDecl(declared);
  for (const auto& [field, syntax] : fields_) {
    const auto of = std::ranges::find(syntax->fields, field->getName(), &ClassSyntax::Field::name);
    // What a template does depends on what it is given.
    if (of == syntax->fields.end() || field->getParent()->isDependentContext()) continue;
    for (const ClassSyntax::Place& place : of->uses) {
      const auto known = known_.find(Key{field, place.file.view(), place.range});
      Use use = known == known_.end() ? Use() : known->second;
      use.name = place;
      of->what_uses.push_back(std::move(use));
    }
  }
  read_keys();
}

} // namespace

std::optional<MemberCall> call_of_member(const Expr* expr) {
  MemberCall result;
  if (const auto* overloaded = dyn_cast<CXXOperatorCallExpr>(expr)) {
    if (overloaded->getOperator() != OO_Call) return std::nullopt;
    result.member = member_of_this(overloaded->getArg(0));
    result.arguments = llvm::ArrayRef(overloaded->getArgs(), overloaded->getNumArgs()).drop_front();
  } else if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr)) {
    const auto* callee = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
    if (callee == nullptr || callee->getMemberDecl()->getIdentifier() == nullptr ||
        callee->getMemberDecl()->getName() != "forward")
      return std::nullopt;
    result.member = object_of(*call);
    result.arguments = llvm::ArrayRef(call->getArgs(), call->getNumArgs());
  }
  if (result.member == nullptr || held_module(result.member->getType()) == nullptr)
    return std::nullopt;
  return result;
}

bool fits_in_sequential(const MemberCall& call) {
  const CXXRecordDecl* held = held_module(call.member->getType());
  if (call.arguments.size() != 1 || held == nullptr) return false;
  llvm::SmallVector<const NamedDecl*, 2> found;
  const auto look = [&](const CXXRecordDecl* record) {
    for (const Decl* member : record->decls())
      if (const auto* named = dyn_cast<NamedDecl>(member);
          named != nullptr && named->getIdentifier() && named->getName() == "forward")
        found.push_back(named);
    return found.empty();
  };
  if (look(held)) held->forallBases(look);
  const auto* forward = found.size() == 1 ? dyn_cast<CXXMethodDecl>(found.front()) : nullptr;
  if (forward == nullptr || forward->getNumParams() == 0 || forward->isStatic() ||
      forward->getAccess() != AS_public)
    return false;
  const ParmVarDecl& input = *forward->getParamDecl(0);
  const bool is_value = !input.getType()->isReferenceType() ||
                        (input.getType()->isLValueReferenceType() &&
                         input.getType().getNonReferenceType().isConstQualified());
  const bool takes_tensor = is_value && is_tensor_type(input.getType().getNonReferenceType());
  // LibTorch's own tell a Sequential of their defaults.
  const bool takes_one =
      is_torch_library(held) || (forward->getNumParams() == 1 && !input.hasDefaultArg());
  return takes_tensor && takes_one && is_tensor_type(forward->getReturnType());
}

void read_member_uses(const ASTContext& context, const ClassesRead& classes) {
  UseReader(context, classes).read();
}

} // namespace fx::frontend
