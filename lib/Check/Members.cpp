#include "Members.h"

#include "Frontend/Roots/Find.h"
#include "Frontend/Values/Names.h"

using namespace clang;

namespace fx::check {

namespace {

using Kind = MemberUse::Kind;

std::optional<MemberKind> kind_of(QualType type) {
  if (frontend::is_tensor_type(type)) return MemberKind::Tensor;
  if (held_module(type)) return MemberKind::Module;
  const CXXRecordDecl* record = frontend::record_of(type);
  const auto* made = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (made == nullptr || !made->isInStdNamespace() || made->getTemplateArgs().size() == 0)
    return std::nullopt;
  constexpr llvm::StringLiteral containers[] = {"vector", "array", "deque", "list"};
  const TemplateArgument& element = made->getTemplateArgs()[0];
  const bool holds_modules = llvm::is_contained(containers, made->getName()) &&
                             element.getKind() == TemplateArgument::Type &&
                             held_module(element.getAsType());
  return holds_modules ? std::optional(MemberKind::Modules) : std::nullopt;
}

/// Through what Clang adds, and through copies and moves.
const Expr* stripped(const Expr* expr) {
  while (expr) {
    expr = expr->IgnoreUnlessSpelledInSource();
    const auto* made = dyn_cast<CXXConstructExpr>(expr);
    if (made == nullptr || made->getNumArgs() != 1 ||
        !made->getConstructor()->isCopyOrMoveConstructor())
      return expr;
    expr = made->getArg(0);
  }
  return expr;
}

bool contains_registration(const Stmt* statement) {
  if (statement == nullptr) return false;
  return is_registration(statement) || llvm::any_of(statement->children(), contains_registration);
}

/// Whether it makes a new module, and no other expression names it.
bool is_new_module(const Expr* value) {
  value = stripped(value);
  if (const auto* choice = dyn_cast<ConditionalOperator>(value))
    return is_new_module(choice->getTrueExpr()) && is_new_module(choice->getFalseExpr());
  if (const auto* cast = dyn_cast<CXXFunctionalCastExpr>(value))
    return held_module(cast->getType());
  if (const auto* made = dyn_cast<CXXConstructExpr>(value))
    return held_module(made->getType()) && !made->getConstructor()->isCopyOrMoveConstructor();
  const auto* call = dyn_cast<CallExpr>(value);
  return call && called_name(call) == "make_shared";
}

/// Whether a function of LibTorch's makes it, be it that methods change it then.
bool is_new_tensor(const Expr* value) {
  value = stripped(value);
  while (const auto* method = dyn_cast<CXXMemberCallExpr>(value)) {
    const Expr* object = method->getImplicitObjectArgument();
    if (object == nullptr || !frontend::is_tensor_type(object->getType())) return false;
    value = stripped(object);
  }
  const auto* call = dyn_cast<CallExpr>(value);
  const FunctionDecl* function = call ? call->getDirectCallee() : nullptr;
  return function && frontend::is_torch_library(function) && !isa<CXXMethodDecl>(function);
}

bool is_null(const Expr* value) {
  value = stripped(value);
  if (const auto* made = dyn_cast<CXXConstructExpr>(value); made && made->getNumArgs() == 1)
    value = stripped(made->getArg(0));
  if (const auto* list = dyn_cast<InitListExpr>(value); list && list->getNumInits() == 1)
    value = stripped(list->getInit(0));
  return isa<CXXNullPtrLiteralExpr>(value) ||
         (!value->getType().isNull() && value->getType()->isNullPtrType());
}

bool is_gradient_setter(llvm::StringRef name) {
  return name == "requires_grad_" || name == "set_requires_grad";
}

class Reader : public RecursiveASTVisitor<Reader> {
  using Base = RecursiveASTVisitor<Reader>;

public:
  bool VisitCXXRecordDecl(CXXRecordDecl* record);
  bool TraverseDecl(Decl* declaration);
  bool TraverseConstructorInitializer(CXXCtorInitializer* initializer);
  bool dataTraverseStmtPre(Stmt* statement) {
    above_.push_back(statement);
    return true;
  }
  bool dataTraverseStmtPost(Stmt*) {
    above_.pop_back();
    return true;
  }
  bool VisitMemberExpr(MemberExpr* expr);
  bool VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr* expr);
  bool VisitDeclRefExpr(DeclRefExpr* expr);
  bool VisitCallExpr(CallExpr* call);
  bool VisitVarDecl(VarDecl* variable);

  std::vector<ClassMembers> take();

private:
  struct Place {
    size_t of_class, member;
  };
  /// A value that a member gets, of a variable: which may be registered further down.
  struct FromVariable {
    Place place;
    const VarDecl* variable;
    clang::SourceLocation location;
    /// Where it is not.
    Kind otherwise;
  };

  Member& member(const Place& place) { return classes_[place.of_class].members[place.member]; }
  void read_default(const FieldDecl* field, const Place& place);
  void classify(const Expr* expr, const Place& place);
  void classify_call(const Expr* expr, const MemberExpr* method, const CXXMemberCallExpr* call,
                     const Place& place);
  void add(const Place& place, Kind kind, clang::SourceLocation where) {
    member(place).uses.push_back({.kind = kind, .location = where, .in = function_});
  }
  void add_value(const Place& place, const Expr* value, clang::SourceLocation where);
  void add_initializer(const Place& place, const Expr* init, clang::SourceLocation where);
  const FieldDecl* field_of(const Expr* value) const;
  void find_place(Registration& found) const;

  std::vector<ClassMembers> classes_;
  std::map<const FieldDecl*, Place> places_;
  std::map<const CXXRecordDecl*, size_t> numbers_;
  std::vector<const Stmt*> above_;
  const FunctionDecl* function_ = nullptr;
  const FieldDecl* initializing_ = nullptr;            // by a constructor, or in the class
  llvm::SmallPtrSet<const VarDecl*, 8> registered_;    // variables
  llvm::SmallPtrSet<const FieldDecl*, 8> initialized_; // by a constructor
  std::vector<FromVariable> from_variables_;
};

bool Reader::VisitCXXRecordDecl(CXXRecordDecl* record) {
  if (!record->isThisDeclarationADefinition() || record->isLambda() ||
      !frontend::is_module_class(record) || frontend::is_torch_library(record))
    return true;
  const size_t number = classes_.size();
  numbers_[record] = number;
  ClassMembers& found = classes_.emplace_back();
  found.record = record;
  for (const FieldDecl* field : record->fields())
    if (const std::optional<MemberKind> kind = kind_of(field->getType())) {
      places_[field] = {number, found.members.size()};
      found.members.push_back({.field = field, .kind = *kind, .uses = {}, .names = {}});
    }
  found.is_whole = llvm::all_of(record->methods(), [](const CXXMethodDecl* method) {
    return method->isImplicit() || method->isPureVirtual() || method->isDefaulted() ||
           method->isDeleted() || method->isDefined();
  });
  return true;
}

bool Reader::TraverseDecl(Decl* declaration) {
  const FunctionDecl* outer = function_;
  const FieldDecl* const outer_field = initializing_;
  if (const auto* function = dyn_cast_or_null<FunctionDecl>(declaration)) function_ = function;
  if (const auto* field = dyn_cast_or_null<FieldDecl>(declaration)) {
    function_ = nullptr;
    initializing_ = field;
    if (const auto place = places_.find(field); place != places_.end())
      read_default(field, place->second);
  }
  const bool goes_on = Base::TraverseDecl(declaration);
  function_ = outer;
  initializing_ = outer_field;
  return goes_on;
}

/// What it is without an initialiser of a constructor.
void Reader::read_default(const FieldDecl* field, const Place& place) {
  if (const Expr* init = field->getInClassInitializer())
    add_initializer(place, init, field->getLocation());
}

bool Reader::TraverseConstructorInitializer(CXXCtorInitializer* initializer) {
  if (initializer->isAnyMemberInitializer() && initializer->isWritten()) {
    initialized_.insert(initializer->getAnyMember());
    if (const auto place = places_.find(initializer->getAnyMember()); place != places_.end()) {
      add_initializer(place->second, initializer->getInit(), initializer->getMemberLocation());
      member(place->second).names.push_back(initializer->getMemberLocation());
      initializing_ = initializer->getAnyMember();
    }
  }
  const bool goes_on = Base::TraverseConstructorInitializer(initializer);
  initializing_ = nullptr;
  return goes_on;
}

void Reader::add_value(const Place& place, const Expr* value, clang::SourceLocation where) {
  if (contains_registration(value)) return add(place, Kind::Registered, where);
  if (is_null(value)) return;
  const Expr* inner = stripped(value);
  if (const auto* name = dyn_cast<DeclRefExpr>(inner))
    if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) {
      from_variables_.push_back({place, variable, where, Kind::Given});
      return;
    }
  const bool is_new =
      member(place).kind == MemberKind::Tensor ? is_new_tensor(value) : is_new_module(value);
  member(place).uses.push_back({.kind = is_new ? Kind::Made : Kind::Given,
                                .location = where,
                                .value = inner,
                                .in = function_,
                                .written = inner->getSourceRange()});
}

void Reader::add_initializer(const Place& place, const Expr* init, clang::SourceLocation where) {
  if (contains_registration(init)) return add(place, Kind::Registered, where);
  if (is_null(init)) return;
  const Expr* inner = init->IgnoreUnlessSpelledInSource();
  // "fc(8, 4)", "fc{8, 4}": arguments of a constructor of the member's own.
  const Expr* const* begin = nullptr;
  unsigned count = 0;
  if (const auto* list = dyn_cast<InitListExpr>(inner)) {
    begin = list->getInits();
    count = list->getNumInits();
  } else if (const auto* paren = dyn_cast<ParenListExpr>(inner)) {
    begin = const_cast<ParenListExpr*>(paren)->getExprs();
    count = paren->getNumExprs();
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(inner);
             made && !isa<CXXTemporaryObjectExpr>(made)) {
    begin = made->getArgs();
    count = made->getNumArgs();
    while (count > 0 && isa<CXXDefaultArgExpr>(begin[count - 1]))
      --count;
  } else {
    return add_value(place, inner, where);
  }
  const QualType type = member(place).field->getType();
  if (count == 1) {
    const Expr* only = stripped(begin[0]);
    const QualType given = only->getType();
    if (held_module(given) || (!given.isNull() && frontend::is_tensor_type(given)))
      return add_value(place, only, where);
  }
  if (member(place).kind != MemberKind::Module ||
      !frontend::is_handle_class(frontend::record_of(type))) {
    add(place, Kind::Given, where);
    return;
  }
  MemberUse& use = member(place).uses.emplace_back();
  use = {.kind = Kind::Made, .location = where, .value = inner, .in = function_};
  use.is_whole_value = false;
  if (count > 0) use.written = {begin[0]->getBeginLoc(), begin[count - 1]->getEndLoc()};
  const CXXRecordDecl* handle = frontend::record_of(type);
  if (handle && handle->isInStdNamespace()) use.kind = Kind::Given; // a pointer made of another
}

const FieldDecl* Reader::field_of(const Expr* value) const {
  const auto* named = dyn_cast<MemberExpr>(stripped(value));
  return named ? dyn_cast<FieldDecl>(named->getMemberDecl()) : nullptr;
}

bool Reader::VisitMemberExpr(MemberExpr* expr) {
  const auto place = places_.find(dyn_cast<FieldDecl>(expr->getMemberDecl()));
  if (place != places_.end()) {
    member(place->second).names.push_back(expr->getMemberLoc());
    classify(expr, place->second);
  }
  const StringRef name =
      expr->getMemberDecl()->getDeclName().isIdentifier() ? expr->getMemberDecl()->getName() : "";
  constexpr llvm::StringLiteral lists[] = {"children", "modules",       "named_children",
                                           "apply",    "named_modules", "pretty_print"};
  if (const auto* method = dyn_cast_or_null<CXXMethodDecl>(function_);
      method && isa<CXXThisExpr>(expr->getBase()->IgnoreImpCasts()) &&
      llvm::is_contained(lists, name))
    if (const auto number = numbers_.find(method->getParent()); number != numbers_.end())
      classes_[number->second].lists_modules = true;
  return true;
}

bool Reader::VisitCXXDependentScopeMemberExpr(CXXDependentScopeMemberExpr* expr) {
  for (const auto& [field, place] : places_)
    if (field->getDeclName() == expr->getMember()) add(place, Kind::Passed, expr->getBeginLoc());
  return true;
}

void Reader::classify_call(const Expr* expr, const MemberExpr* method,
                           const CXXMemberCallExpr* call, const Place& place) {
  const Member& of = member(place);
  const clang::SourceLocation where = expr->getBeginLoc();
  const StringRef name = method->getMemberDecl()->getDeclName().isIdentifier()
                             ? method->getMemberDecl()->getName()
                             : "";
  if (of.kind == MemberKind::Modules && (name == "push_back" || name == "emplace_back")) {
    if (call->getNumArgs() == 1 && held_module(call->getArg(0)->getType())) {
      add_value(place, call->getArg(0), where);
      if (!member(place).uses.empty()) member(place).uses.back().is_pushed = true;
      return;
    }
    // "layers.emplace_back(4, 4)"
    return add(place, name == "emplace_back" ? Kind::Made : Kind::Given, where);
  }
  constexpr llvm::StringLiteral hands_out[] = {
      "get", "ptr", "swap", "reset", "begin", "end", "data", "insert", "set_data", "share_memory_"};
  add(place, llvm::is_contained(hands_out, name) ? Kind::Passed : Kind::Read, where);
  member(place).asks_for_gradient |= is_gradient_setter(name);
}

void Reader::classify(const Expr* expr, const Place& place) {
  const clang::SourceLocation where = expr->getBeginLoc();
  // above_ ends with the expression itself.
  const Stmt* child = expr;
  for (size_t i = above_.size() - 1; i > 0; --i)
    if (is_registration(above_[i - 1])) {
      const auto* call = cast<CallExpr>(above_[i - 1]);
      if (above_[i] != call->getCallee()) return add(place, Kind::Registered, where);
    }
  const bool is_tensor = member(place).kind == MemberKind::Tensor;
  for (size_t i = above_.size() - 1; i > 0; child = above_[--i]) {
    const Stmt* parent = above_[i - 1];
    if (isa<ImplicitCastExpr, ParenExpr, MaterializeTemporaryExpr, CXXBindTemporaryExpr,
            ExprWithCleanups, ArraySubscriptExpr>(parent))
      continue;
    if (const auto* call = dyn_cast<CXXOperatorCallExpr>(parent)) {
      const OverloadedOperatorKind op = call->getOperator();
      const bool is_first = call->getNumArgs() > 0 && call->getArg(0) == child;
      if (is_first && (op == OO_Arrow || op == OO_Star)) continue;
      if (is_first && op == OO_Subscript && !is_tensor) continue;
      if (is_first && op == OO_Equal) return add_value(place, call->getArg(1), where);
      return add(place, is_tensor || (is_first && op == OO_Call) ? Kind::Read : Kind::Passed,
                 where);
    }
    if (const auto* part = dyn_cast<MemberExpr>(parent)) {
      const auto* call = i > 1 ? dyn_cast<CXXMemberCallExpr>(above_[i - 2]) : nullptr;
      if (call && call->getCallee() == part) return classify_call(expr, part, call, place);
      return add(place, Kind::Read, where);
    }
    if (const auto* loop = dyn_cast<CXXForRangeStmt>(parent);
        loop && loop->getRangeInit() == child && loop->getLoopVariable()) {
      from_variables_.push_back({place, loop->getLoopVariable(), where, Kind::Read});
      return;
    }
    if (isa<CXXDependentScopeMemberExpr>(parent)) return add(place, Kind::Read, where);
    if (const auto* call = dyn_cast<CallExpr>(parent); call && call->getCallee() == child)
      return add(place, Kind::Read, where);
    if (is_tensor) {
      // The name of a tensor that is bound to another, or written to, may be anything's.
      const bool is_bound = isa<DeclStmt, UnaryOperator, LambdaExpr, InitListExpr>(parent);
      return add(place, is_bound ? Kind::Passed : Kind::Read, where);
    }
    if (isa<BinaryOperator, IfStmt>(parent)) return add(place, Kind::Read, where);
    break;
  }
  add(place, is_tensor ? Kind::Read : Kind::Passed, where);
}

/// "&Net::fc"
bool Reader::VisitDeclRefExpr(DeclRefExpr* expr) {
  const auto place = places_.find(dyn_cast<FieldDecl>(expr->getDecl()));
  if (place == places_.end()) return true;
  add(place->second, Kind::Passed, expr->getBeginLoc());
  member(place->second).names.push_back(expr->getLocation());
  return true;
}

/// The statement that a registration is a part of, and the member that gets its result.
void Reader::find_place(Registration& found) const {
  bool is_in_initializer = true; // of a constructor
  int num_assigned = 0;
  // "fc = register_module(...)" registers what the member has then.
  for (size_t i = above_.size() - 1; i > 0; --i) {
    const Stmt* parent = above_[i - 1];
    if (const auto* block = dyn_cast<CompoundStmt>(parent)) {
      found.block = block;
      found.statement = above_[i];
      break;
    }
    if (const auto* assigned = dyn_cast<CXXOperatorCallExpr>(parent);
        assigned && assigned->getOperator() == OO_Equal) {
      // "a = b = register_module(...)" is the module of both.
      if (++num_assigned > 1)
        found.member = nullptr;
      else if (found.member == nullptr)
        found.member = field_of(assigned->getArg(0));
    }
    is_in_initializer &= isa<Expr>(parent);
    if (!is_in_initializer) break;
  }
  if (const auto* whole = dyn_cast<Expr>(found.statement)) {
    const Expr* expr = stripped(whole);
    if (const auto* assigned = dyn_cast<CXXOperatorCallExpr>(expr);
        assigned && assigned->getOperator() == OO_Equal)
      expr = stripped(assigned->getArg(1));
    found.is_whole_statement = expr == found.call;
  }
  // Initialisers run before the body, each as surely as its first statement.
  if (const auto* constructor = dyn_cast_or_null<CXXConstructorDecl>(function_);
      constructor && is_in_initializer && found.block == nullptr &&
      constructor->doesThisDeclarationHaveABody())
    found.block = dyn_cast_or_null<CompoundStmt>(constructor->getBody());
}

bool Reader::VisitCallExpr(CallExpr* call) {
  if (!is_registration(call) || call->getNumArgs() < 2) return true;
  const auto note_variables = [this](const auto& self, const Stmt* statement) -> void {
    if (statement == nullptr) return;
    if (const auto* name = dyn_cast<DeclRefExpr>(statement))
      if (const auto* variable = dyn_cast<VarDecl>(name->getDecl())) registered_.insert(variable);
    for (const Stmt* child : statement->children())
      self(self, child);
  };
  for (const Expr* argument : call->arguments())
    note_variables(note_variables, argument);

  const auto* method = dyn_cast_or_null<CXXMethodDecl>(function_);
  const auto* object = dyn_cast<MemberExpr>(call->getCallee());
  if (object && !isa<CXXThisExpr>(object->getBase()->IgnoreImpCasts())) return true;
  Registration found{.call = call,
                     .name = dyn_cast<StringLiteral>(stripped(call->getArg(0))),
                     .member = field_of(call->getArg(1)),
                     .block = nullptr,
                     .statement = call,
                     .is_whole_statement = false,
                     .in = function_,
                     .initialized = initializing_};
  if (const auto* text = dyn_cast<CXXConstructExpr>(stripped(call->getArg(0)));
      text && text->getNumArgs() > 0)
    found.name = dyn_cast<StringLiteral>(text->getArg(0)->IgnoreUnlessSpelledInSource());
  find_place(found);
  const RecordDecl* record = method          ? method->getParent()
                             : initializing_ ? initializing_->getParent()
                                             : nullptr;
  if (const auto number = numbers_.find(dyn_cast_or_null<CXXRecordDecl>(record));
      record && number != numbers_.end())
    classes_[number->second].registrations.push_back(found);
  return true;
}

bool Reader::VisitVarDecl(VarDecl* variable) {
  if (contains_registration(variable->getInit())) registered_.insert(variable);
  return true;
}

std::vector<ClassMembers> Reader::take() {
  for (const FromVariable& value : from_variables_)
    member(value.place)
        .uses.push_back(
            {.kind = registered_.contains(value.variable) ? Kind::Registered : value.otherwise,
             .location = value.location});
  // "torch::nn::Sequential layers;" makes an empty one, where no constructor makes another.
  for (const auto& [field, place] : places_) {
    const CXXRecordDecl* holder = frontend::record_of(field->getType());
    if (member(place).kind == MemberKind::Module && !field->hasInClassInitializer() &&
        !initialized_.contains(field) && !holder->isInStdNamespace())
      member(place).uses.push_back({.kind = Kind::Made, .location = field->getLocation()});
  }
  return std::move(classes_);
}

} // namespace

bool Member::has(MemberUse::Kind kind) const {
  return first(kind) != nullptr;
}

const MemberUse* Member::first(MemberUse::Kind kind) const {
  const auto found = llvm::find_if(uses, [&](const MemberUse& use) { return use.kind == kind; });
  return found == uses.end() ? nullptr : &*found;
}

StringRef called_name(const CallExpr* call) {
  const auto name_of = [](const DeclarationName& name) {
    return name.isIdentifier() && name.getAsIdentifierInfo() ? name.getAsIdentifierInfo()->getName()
                                                             : StringRef();
  };
  const Expr* callee = call->getCallee()->IgnoreParenImpCasts();
  if (const auto* member = dyn_cast<MemberExpr>(callee))
    return name_of(member->getMemberDecl()->getDeclName());
  if (const auto* name = dyn_cast<DeclRefExpr>(callee))
    return name_of(name->getDecl()->getDeclName());
  if (const auto* overloads = dyn_cast<OverloadExpr>(callee)) return name_of(overloads->getName());
  if (const auto* member = dyn_cast<CXXDependentScopeMemberExpr>(callee))
    return name_of(member->getMember());
  return {};
}

bool is_registration(const Stmt* statement) {
  const auto* call = dyn_cast_or_null<CallExpr>(statement);
  if (call == nullptr) return false;
  constexpr llvm::StringLiteral names[] = {"register_module", "register_parameter",
                                           "register_buffer", "replace_module"};
  return llvm::is_contained(names, called_name(call));
}

const ops::ModuleClass* library_class(const CXXRecordDecl* module) {
  if (!frontend::is_torch_library(module)) return nullptr;
  llvm::StringRef name = module->getName();
  return name.consume_back("Impl") ? ops::find_module_class("torch::nn::" + name.str()) : nullptr;
}

const CXXRecordDecl* held_module(QualType type) {
  if (type.isNull()) return nullptr; // of what depends on a parameter of a template
  const CXXRecordDecl* record = frontend::record_of(type);
  if (!frontend::is_handle_class(record) || type->isPointerType()) return nullptr;
  const QualType target = frontend::handle_target(record);
  if (target.isNull()) return nullptr;
  record = frontend::record_of(target);
  return record && record->hasDefinition() && frontend::is_module_class(record) ? record : nullptr;
}

std::vector<ClassMembers> read_members(const frontend::ParsedUnit& unit) {
  Reader reader;
  const std::vector<Decl*> declarations = frontend::user_declarations(unit.context());
  for (Decl* declaration : declarations)
    reader.TraverseDecl(declaration);
  return reader.take();
}

} // namespace fx::check
