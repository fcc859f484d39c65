#include "Frontend/Lower/ModuleVectors.h"

#include "Frontend/Lower/SpellingFinder.h"
#include "Frontend/Values/Names.h"

#include <algorithm>

using namespace clang;

namespace fx::frontend {

namespace {

/// The class of the modules in a std::vector of holders or shared pointers; null for any other.
const CXXRecordDecl* modules_in(QualType type, bool& is_of_holders) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const auto* vector = dyn_cast_or_null<ClassTemplateSpecializationDecl>(record);
  if (vector == nullptr || qualified_name(vector) != "std::vector") return nullptr;
  const TemplateArgument& element = vector->getTemplateArgs()[0];
  if (element.getKind() != TemplateArgument::Type) return nullptr;
  const CXXRecordDecl* held = element.getAsType()->getAsCXXRecordDecl();
  if (held == nullptr || !is_handle_class(held)) return nullptr;
  is_of_holders = derives_from(held, "torch::nn::ModuleHolder");
  if (!is_of_holders && qualified_name(held) != "std::shared_ptr") return nullptr;
  const QualType target = handle_target(held);
  const CXXRecordDecl* module = target.isNull() ? nullptr : target->getAsCXXRecordDecl();
  return module != nullptr && is_module_class(module) ? module : nullptr;
}

/// "Block" of "std::vector<std::shared_ptr<Block>>", which says it without an alias.
std::string element_in(llvm::StringRef type, bool is_of_holders) {
  const auto inside = [](llvm::StringRef text) {
    const size_t begin = text.find('<'), end = text.rfind('>');
    return begin == llvm::StringRef::npos || end == llvm::StringRef::npos || end < begin
               ? llvm::StringRef()
               : text.slice(begin + 1, end).trim();
  };
  const llvm::StringRef element = inside(type);
  return (is_of_holders ? element : inside(element)).str();
}

constexpr const char* by_a_macro = "a macro has a part in it";

bool is_spelled(const Stmt* statement) {
  const auto* expr = dyn_cast<Expr>(statement);
  return expr == nullptr || const_cast<Expr*>(expr)->IgnoreUnlessSpelledInSource() == expr;
}

} // namespace

ModuleVectorReader::Place ModuleVectorReader::place(clang::SourceRange range) const {
  SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
  const TextRange bytes = finder.find(range);
  return bytes.empty() ? Place() : Place{Symbol(finder.path()), bytes};
}

ModuleVectorReader::Place ModuleVectorReader::statement_at(size_t index) const {
  SpellingFinder finder(context_.getSourceManager(), context_.getLangOpts());
  const TextRange bytes = finder.find_statement(stack_[index]);
  return bytes.empty() ? Place() : Place{Symbol(finder.path()), bytes};
}

void ModuleVectorReader::refuse(Vector& vector, clang::SourceLocation where, std::string why) {
  if (!vector.syntax.why.empty()) return;
  if (const PresumedLoc place = context_.getSourceManager().getPresumedLoc(where);
      place.isValid()) {
    vector.syntax.unlike.file = Symbol(place.getFilename());
    vector.syntax.unlike.line = place.getLine();
    vector.syntax.unlike.column = place.getColumn();
  }
  vector.syntax.why = std::move(why);
}

void ModuleVectorReader::change(Vector& vector, clang::SourceRange range, std::string text) {
  const Place where = place(range);
  if (where.range.empty()) return refuse(vector, range.getBegin(), by_a_macro);
  vector.syntax.changes.push_back({where, std::move(text)});
}

void ModuleVectorReader::insert(Vector& vector, const Expr* expr, bool behind, std::string text) {
  Place where = place(expr->getSourceRange());
  if (where.range.empty()) return refuse(vector, expr->getBeginLoc(), by_a_macro);
  if (behind)
    where.range.begin = where.range.end;
  else
    where.range.end = where.range.begin;
  vector.syntax.changes.push_back({where, std::move(text)});
}

void ModuleVectorReader::add_class(const CXXRecordDecl& record, ClassSyntax& syntax) {
  for (const FieldDecl* field : record.fields()) {
    bool is_of_holders = false;
    if (field->getTypeSourceInfo() == nullptr ||
        modules_in(field->getType(), is_of_holders) == nullptr)
      continue;
    const auto known =
        std::ranges::find(syntax.fields, field->getName(), &ClassSyntax::Field::name);
    const Place type = place(field->getTypeSourceInfo()->getTypeLoc().getSourceRange());
    if (known == syntax.fields.end() || type.range.empty()) continue;
    auto vector = std::make_unique<Vector>();
    vector->of = &syntax;
    vector->record = &record;
    vector->is_of_holders = is_of_holders;
    vector->syntax.member = known->name;
    const SourceManager& sources = context_.getSourceManager();
    const llvm::StringRef written = sources.getBufferData(sources.getFileID(field->getLocation()))
                                        .slice(type.range.begin, type.range.end);
    vector->element = element_in(written, is_of_holders);
    const bool is_short = llvm::StringRef(vector->element).starts_with("nn::");
    vector->syntax.changes.push_back({type, is_short ? "nn::ModuleList" : "torch::nn::ModuleList"});
    const bool is_alone = std::ranges::count(syntax.fields, known->declaration,
                                             &ClassSyntax::Field::declaration) == 1;
    if (vector->element.empty())
      refuse(*vector, field->getLocation(), "its type has another name");
    else if (!is_alone)
      refuse(*vector, field->getLocation(), "one declaration declares several members");
    else if (record.isTemplated() || record.getTemplateInstantiationPattern() != nullptr)
      refuse(*vector, field->getLocation(), "its class is a template");
    else if (syntax.constructors.size() != 1 || syntax.has_other_constructors)
      refuse(*vector, field->getLocation(),
             "its class does not have one constructor in the files that were read");
    if (const Expr* initial = field->getInClassInitializer()) {
      Place from = place({field->getLocation(), initial->getEndLoc()});
      from.range.begin += static_cast<uint32_t>(field->getName().size());
      if (from.range.begin < from.range.end) vector->syntax.changes.push_back({from, ""});
    }
    order_.push_back(vector.get());
    vectors_.try_emplace(field, std::move(vector));
  }
}

bool ModuleVectorReader::TraverseStmt(Stmt* statement) {
  if (statement == nullptr) return true;
  stack_.push_back(statement);
  const bool ok = RecursiveASTVisitor::TraverseStmt(statement);
  stack_.pop_back();
  return ok;
}

bool ModuleVectorReader::TraverseDecl(Decl* declared) {
  const bool is_function = isa_and_nonnull<FunctionDecl>(declared);
  if (is_function) functions_.push_back(declared);
  const bool ok = RecursiveASTVisitor::TraverseDecl(declared);
  if (is_function) functions_.pop_back();
  return ok;
}

bool ModuleVectorReader::TraverseConstructorInitializer(CXXCtorInitializer* initializer) {
  // Elements that are made later: the list starts empty.
  if (initializer->isWritten() && initializer->isMemberInitializer())
    if (const auto found = vectors_.find(initializer->getMember()); found != vectors_.end())
      change(*found->second, initializer->getSourceRange(), found->second->syntax.member + "()");
  return RecursiveASTVisitor::TraverseConstructorInitializer(initializer);
}

const Stmt* ModuleVectorReader::around(size_t& index) const {
  while (index > 0)
    if (is_spelled(stack_[--index])) return stack_[index];
  return nullptr;
}

bool ModuleVectorReader::is_argument(const Expr* given, const Expr* expr) const {
  return given != nullptr && given->IgnoreUnlessSpelledInSource() == expr;
}

/// register_module(name, module)
const CXXMemberCallExpr* ModuleVectorReader::registration(const Expr* expr) const {
  const auto* call =
      expr == nullptr ? nullptr : dyn_cast<CXXMemberCallExpr>(expr->IgnoreUnlessSpelledInSource());
  const CXXMethodDecl* method = call == nullptr ? nullptr : call->getMethodDecl();
  return method != nullptr && method->getIdentifier() && method->getName() == "register_module" &&
                 call->getNumArgs() == 2
             ? call
             : nullptr;
}

/// The first statement of the constructor that adds to the vector: there the list is registered.
void ModuleVectorReader::note_constructor(Vector& vector) {
  const auto* constructor =
      functions_.empty() ? nullptr : dyn_cast<CXXConstructorDecl>(functions_.back());
  if (constructor == nullptr || constructor->getParent() != vector.record)
    return refuse(vector, stack_.back()->getBeginLoc(), "another function adds to it");
  if (!vector.syntax.first.range.empty()) return;
  const auto body = std::ranges::find(stack_, constructor->getBody());
  if (body == stack_.end() || body + 1 == stack_.end()) return;
  vector.syntax.first = statement_at(static_cast<size_t>(body + 1 - stack_.begin()));
  // A loop ends with its body, and no semicolon.
  if (vector.syntax.first.range.empty())
    vector.syntax.first = place((*(body + 1))->getSourceRange());
}

bool ModuleVectorReader::VisitMemberExpr(MemberExpr* use) {
  const auto found = vectors_.find(dyn_cast<FieldDecl>(use->getMemberDecl()));
  if (found != vectors_.end()) read_use(*found->second, use);
  return true;
}

bool ModuleVectorReader::VisitDeclRefExpr(DeclRefExpr* use) {
  size_t index = stack_.size() - 1;
  if (const auto element = elements_.find(use->getDecl()); element != elements_.end()) {
    read_element(*element->second, use, index, /*is_made_there=*/false);
    return true;
  }
  // register_module("head", head);
  const auto* call = dyn_cast_or_null<Expr>(around(index));
  const CXXMemberCallExpr* registers = call == nullptr ? nullptr : registration(call);
  if (registers != nullptr && is_argument(registers->getArg(1), use)) {
    const size_t at = index;
    if (isa_and_nonnull<CompoundStmt, ForStmt, CXXForRangeStmt>(around(index)))
      registered_.emplace_back(use->getDecl(), statement_at(at));
  }
  return true;
}

void ModuleVectorReader::read_use(Vector& vector, const Expr* use) {
  size_t index = stack_.size() - 1;
  const Stmt* parent = around(index);
  if (const auto* loop = dyn_cast_or_null<CXXForRangeStmt>(parent);
      loop && is_argument(loop->getRangeInit(), use)) {
    const VarDecl* variable = loop->getLoopVariable();
    if (variable->getType()->getContainedDeducedType() == nullptr)
      return refuse(vector, variable->getLocation(), "the loop names the class of its elements");
    elements_[variable] = &vector;
    return insert(vector, use, /*behind=*/false, "*");
  }
  if (const auto* subscript = dyn_cast_or_null<CXXOperatorCallExpr>(parent);
      subscript && subscript->getOperator() == OO_Subscript &&
      is_argument(subscript->getArg(0), use))
    return read_element(vector, subscript, index, /*is_made_there=*/true);
  if (const auto* method = dyn_cast_or_null<MemberExpr>(parent)) {
    const auto* call = dyn_cast_or_null<CXXMemberCallExpr>(around(index));
    if (call && call->getCallee()->IgnoreUnlessSpelledInSource() == method && !method->isArrow())
      return read_method(vector, use, *method, *call, index);
  }
  refuse(vector, use->getExprLoc(), "it is used as a whole");
}

void ModuleVectorReader::read_method(Vector& vector, const Expr* use, const MemberExpr& method,
                                     const CXXMemberCallExpr& call, size_t index) {
  const llvm::StringRef name =
      method.getMemberDecl()->getIdentifier() ? method.getMemberDecl()->getName() : "";
  const clang::SourceRange dot(method.getOperatorLoc());
  const clang::SourceRange to_name(method.getOperatorLoc(), method.getMemberLoc());
  const clang::SourceRange to_end(method.getOperatorLoc(), call.getEndLoc());
  const Place whole = place(use->getSourceRange());
  if (name == "size") return change(vector, dot, "->");
  if (name == "empty") return change(vector, to_name, "->is_empty");
  if (name == "push_back") {
    note_constructor(vector);
    change(vector, dot, "->");
    return read_push_back(vector, call);
  }
  if (name == "emplace_back" && vector.is_of_holders) {
    note_constructor(vector);
    change(vector, clang::SourceRange(method.getOperatorLoc(), method.getMemberLoc()),
           "->push_back");
    if (call.getNumArgs() == 0)
      return refuse(vector, call.getExprLoc(), "an element is made of nothing");
    insert(vector, call.getArg(0), /*behind=*/false, vector.element + "(");
    return change(vector, clang::SourceRange(call.getEndLoc()), "))");
  }
  if (name == "reserve" || name == "resize") {
    const size_t at = index;
    if (isa_and_nonnull<CompoundStmt>(around(index)))
      return vector.syntax.statements.push_back(statement_at(at));
  }
  if (name == "at") {
    change(vector, to_name, "->ptr");
    return read_element(vector, &call, index, /*is_made_there=*/true);
  }
  const bool is_last = name == "back";
  if ((is_last || name == "front") && !whole.range.empty()) {
    const SourceManager& sources = context_.getSourceManager();
    const llvm::StringRef text = sources.getBufferData(sources.getFileID(use->getExprLoc()))
                                     .slice(whole.range.begin, whole.range.end);
    change(vector, to_end, is_last ? ("[" + text + "->size() - 1]").str() : "[0]");
    return read_element(vector, &call, index, /*is_made_there=*/true);
  }
  refuse(vector, method.getMemberLoc(), "a ModuleList has no such method");
}

/// register_module("head", Head(8)) becomes Head(8).
void ModuleVectorReader::unwrap(Vector& vector, const CXXMemberCallExpr& registers) {
  const Place all = place(registers.getSourceRange());
  const Place module = place(registers.getArg(1)->getSourceRange());
  if (all.range.empty() || module.range.empty() || all.file != module.file)
    return refuse(vector, registers.getExprLoc(), by_a_macro);
  const auto erase = [&](uint32_t begin, uint32_t end) {
    vector.syntax.changes.push_back({{all.file, {begin, end}}, ""});
  };
  erase(all.range.begin, module.range.begin);
  erase(module.range.end, all.range.end);
}

void ModuleVectorReader::read_push_back(Vector& vector, const CXXMemberCallExpr& call) {
  const Expr* given = call.getArg(0)->IgnoreUnlessSpelledInSource();
  if (const CXXMemberCallExpr* registers = registration(given)) return unwrap(vector, *registers);
  // std::move(head)
  if (const auto* moved = dyn_cast<CallExpr>(given); moved && moved->isCallToStdMove())
    given = moved->getArg(0)->IgnoreUnlessSpelledInSource();
  if (const auto* variable = dyn_cast<DeclRefExpr>(given)) pushed_[variable->getDecl()] = &vector;
}

void ModuleVectorReader::read_element(Vector& vector, const Expr* element, size_t index,
                                      bool is_made_there) {
  const Stmt* parent = around(index);
  if (const auto* call = dyn_cast_or_null<CXXOperatorCallExpr>(parent);
      call && is_argument(call->getArg(0), element)) {
    const std::string as = "->as<" + vector.element + ">()";
    if (call->getOperator() == OO_Arrow || call->getOperator() == OO_Star)
      return insert(vector, element, /*behind=*/true, as);
    if (call->getOperator() == OO_Equal && is_made_there)
      return read_assignment(vector, element, *call, index);
    if (call->getOperator() == OO_Call)
      return insert(vector, element, /*behind=*/true, as + "->forward");
  }
  if (const auto* declares = dyn_cast_or_null<DeclStmt>(parent))
    return read_variable(vector, element, *declares, is_made_there);
  const auto* expr = dyn_cast_or_null<Expr>(parent);
  const CXXMemberCallExpr* registers = registration(expr);
  if (registers != nullptr && is_argument(registers->getArg(1), element)) {
    const size_t at = index;
    if (isa_and_nonnull<CompoundStmt, ForStmt, CXXForRangeStmt>(around(index)))
      return vector.syntax.statements.push_back(statement_at(at));
  }
  refuse(vector, element->getExprLoc(), "an element is given to other code");
}

/// layers[i] = register_module(name, Linear(4, 4)); becomes layers->push_back(Linear(4, 4)).
void ModuleVectorReader::read_assignment(Vector& vector, const Expr* element,
                                         const CXXOperatorCallExpr& assigns, size_t index) {
  const auto* subscript = dyn_cast<CXXOperatorCallExpr>(element);
  if (subscript == nullptr || subscript->getOperator() != OO_Subscript ||
      !isa_and_nonnull<CompoundStmt, ForStmt, CXXForRangeStmt>(around(index)))
    return refuse(vector, element->getExprLoc(), "an element is given another module");
  note_constructor(vector);
  const Expr* given = assigns.getArg(1);
  const Place name = place(subscript->getArg(0)->getSourceRange());
  const Place whole = place(assigns.getSourceRange());
  const Place module = place(given->getSourceRange());
  if (name.range.empty() || whole.range.empty() || module.range.empty())
    return refuse(vector, assigns.getExprLoc(), by_a_macro);
  vector.syntax.changes.push_back(
      {{whole.file, {name.range.end, module.range.begin}}, "->push_back("});
  insert(vector, given, /*behind=*/true, ")");
  if (const CXXMemberCallExpr* registers = registration(given)) unwrap(vector, *registers);
}

void ModuleVectorReader::read_variable(Vector& vector, const Expr* element,
                                       const DeclStmt& declares, bool is_made_there) {
  for (const Decl* declared : declares.decls()) {
    const auto* variable = dyn_cast<VarDecl>(declared);
    if (variable == nullptr || !is_argument(variable->getInit(), element)) continue;
    const QualType type = variable->getType();
    // What ModuleList gives is no place.
    const bool is_bound = is_made_there && type->isLValueReferenceType() &&
                          !type.getNonReferenceType().isConstQualified();
    if (type->getContainedDeducedType() == nullptr || is_bound) break;
    elements_[variable] = &vector;
    return;
  }
  refuse(vector, declares.getBeginLoc(),
         "a variable names the class of an element, or refers to its place");
}

void ModuleVectorReader::finish() {
  for (const auto& [variable, statement] : registered_)
    if (const auto vector = pushed_.find(variable); vector != pushed_.end())
      vector->second->syntax.statements.push_back(statement);
  for (const auto& [variable, vector] : pushed_)
    if (const auto* declared = dyn_cast<VarDecl>(variable))
      if (const CXXMemberCallExpr* registers = registration(declared->getInit()))
        unwrap(*vector, *registers);
  for (Vector* vector : order_) {
    if (vector->syntax.first.range.empty())
      refuse(*vector, {}, "no statement of the constructor adds to it");
    for (const Place& statement : vector->syntax.statements)
      if (statement.range.empty()) refuse(*vector, {}, "a macro registers its elements");
    vector->of->module_vectors.push_back(std::move(vector->syntax));
  }
}

} // namespace fx::frontend
