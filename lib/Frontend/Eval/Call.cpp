// Calls as they are written: who is called, and with what.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Parse/Instantiations.h"
#include "Frontend/Parse/ParsedUnit.h"

#include "clang/Sema/Scope.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Functions to which Clang's constant evaluation has an answer of its own:
/// std::is_constant_evaluated(), and fmin and fmax, of which C leaves open which of two zeros
/// they give.
bool asks_how_it_runs(const FunctionDecl* function) {
  if (!function->getIdentifier()) return false;
  const llvm::StringRef name = function->getName();
  if (function->getNumParams() == 0) return name.ends_with("is_constant_evaluated");
  return name.contains("fmin") || name.contains("fmax");
}

/// Whether one of them is called anywhere in an expression.
bool asks_how_it_runs(const Stmt* statement) {
  if (statement == nullptr) return false;
  if (const auto* call = dyn_cast<CallExpr>(statement))
    if (const FunctionDecl* callee = call->getDirectCallee(); callee && asks_how_it_runs(callee))
      return true;
  return llvm::any_of(statement->children(),
                      [](const Stmt* child) { return asks_how_it_runs(child); });
}

} // namespace

size_t ModelCall::num_given() const {
  size_t given = 0;
  for (size_t i = 0; i < args.size(); ++i)
    if (!args[i].defaulted) given = i + 1;
  return given;
}

const Object* ModelCall::object_of(const Operand& operand) {
  Value value = operand.value;
  if (value.is(Value::Kind::Pointer)) value = value.target()->value();
  return value.is_object() ? value.object() : nullptr;
}

GraphBuilder& ModelCall::graph() const {
  return machine.graph();
}
Reporter& ModelCall::report() const {
  return machine.report();
}
Storage& ModelCall::storage() const {
  return machine.storage();
}
bool ModelCall::take(size_t i, Value& value) const {
  const Operand& from = args[i];
  return machine.initial_value(expr, from.expr ? from.expr->getType() : from.type, from, value);
}
Machine::Machine(const ParsedUnit& unit, const TraceOptions& options, CallStack& frames,
                 Storage& storage, Reporter& report, GraphBuilder& graph, Oracle& oracle,
                 const Library& library)
    : unit_(unit), compiler_(unit.compiler()), context_(unit.context()),
      parse_errors_(unit.errors()), options_(options), frames_(frames), storage_(storage),
      memory_(storage, context_), report_(report), graph_(graph), oracle_(oracle),
      library_(library), symbolic_(context_, graph, report), effects_(*this) {
  storage_.set_watcher([this](const Node* tensor, clang::SourceLocation where) {
    graph_.note_blob_changed(tensor, where);
  });
  storage_.set_detached_listener([this](Location* location, clang::SourceLocation where) {
    written_detached(location, where);
  });
  report_.set_explainer(
      [this](const Expr* where, const Value& value) { explain_unknown(where, value); });
  storage_.set_object_copier(
      [this](const Object& from, Value& value) { return copy_by_constructor(from, value); });
}

bool Machine::is_user_code(const Decl* declaration) const {
  return is_in_user_file(context_, declaration) && !library_.is_vendored(declaration);
}

bool Machine::is_hidden(const Decl* declaration) const {
  return unit_.is_hidden(declaration->getLocation());
}

const FunctionDecl* Machine::definition(const FunctionDecl* function) const {
  const FunctionDecl* found = nullptr;
  if (function->hasBody(found)) return is_hidden(found) ? nullptr : found;
  if (const FunctionDecl* pattern = function->getTemplateInstantiationPattern())
    if (pattern->hasBody() && !function->isDependentContext()) {
      // Named in a context that did not make Clang write the body out: ask for it now.
      auto* wanted = const_cast<FunctionDecl*>(function);
      // What is instantiated elsewhere (std::wstring) is instantiated here too.
      if (function->getTemplateSpecializationKind() == TSK_ExplicitInstantiationDeclaration)
        wanted->setTemplateSpecializationKind(TSK_ImplicitInstantiation, function->getLocation());
      compiler_.getSema().InstantiateFunctionDefinition(function->getLocation(), wanted, false,
                                                        true);
      postpone_library_instantiations(compiler_.getSema());
      compiler_.getSema().PerformPendingInstantiations();
      if (function->hasBody(found)) return found;
    }
  return nullptr;
}

void Machine::note_missing_body(const FunctionDecl* function) {
  if (function->isImplicit() || function->isPureVirtual()) return;
  std::string text = function->getDeclName().getAsString();
  if (const auto* method = dyn_cast<CXXMethodDecl>(function)) {
    const std::string owner = method->getParent()->getNameAsString();
    text = owner + "::" + (isa<CXXConstructorDecl>(method) ? owner : text);
  }
  const SourceManager& sources = context_.getSourceManager();
  missing_bodies_.push_back(
      {qualified_name(function), text,
       sources.getFilename(sources.getExpansionLoc(function->getLocation())).str()});
}

const CXXRecordDecl* Machine::dynamic_type(const Object* object) const {
  for (const UnderConstruction& built : llvm::reverse(under_construction_))
    if (built.object == object) return built.type;
  return object->type;
}

bool Machine::has_dynamic_type(const Expr* where, const Object* object,
                               const CXXRecordDecl* given) {
  if (under_construction_.empty() || object == nullptr || given == nullptr) return true;
  const CXXRecordDecl* type = dynamic_type(object);
  if (type == object->type || type == nullptr || !given->hasDefinition() ||
      type->getCanonicalDecl() == given->getCanonicalDecl() || type->isDerivedFrom(given) ||
      given->isDerivedFrom(type))
    return true;
  return report_.error(where, diag::object_of_another_class_for_now, type->getNameAsString(),
                       given->getNameAsString());
}

const CXXMethodDecl* Machine::dispatch(const CXXMethodDecl* method, const Object* self) const {
  if (!method->isVirtual() || self == nullptr || self->type == nullptr) return method;
  const auto* final_method = const_cast<CXXMethodDecl*>(method)->getCorrespondingMethodInClass(
      const_cast<CXXRecordDecl*>(dynamic_type(self)), /*MayBeBase=*/true);
  return final_method ? final_method : method;
}

bool Machine::eval_argument(const Expr* argument, bool library,
                            llvm::SmallVector<Operand, 4>& args) {
  Operand operand;
  // What a library function does with its own default values is its model's business.
  if (library && isa<CXXDefaultArgExpr>(argument)) {
    operand.expr = argument;
    operand.type = argument->getType();
    operand.defaulted = true;
  } else if (!eval_operand(argument, operand) ||
             !shows_what_is_there(argument, argument->getType(), operand.value)) {
    return false;
  }
  // Until the call has it, nothing else holds it.
  if (operand.place == nullptr &&
      (operand.value.is(Value::Kind::Pointer) || operand.value.is_object()))
    in_flight_.emplace_back(operand.value, operand.type);
  args.push_back(std::move(operand));
  return true;
}

bool Machine::eval_arguments(llvm::ArrayRef<const Expr*> arguments, bool library,
                             llvm::SmallVector<Operand, 4>& args) {
  // An object that is made for a parameter ends when a later argument throws.
  llvm::SmallVector<Location*, 2> made;
  for (const Expr* argument : arguments) {
    if (!eval_argument(argument, library, args)) return false;
    if (arguments.size() == 1 || !argument->isPRValue() || !args.back().value.is_object() ||
        !needs_destruction(argument->getType()))
      continue;
    made.push_back(storage_.allocate(args.back().value));
    argument_positions_[args.back().value.object()] = frames_.back().owned.size() - made.size() + 1;
    own(argument->getType(), made.back());
  }
  for (const Location* location : made)
    disown(location);
  return true;
}

namespace {

/// What is evaluated of a call before its other arguments.
class CallOperands {
public:
  CallOperands(Machine& machine, const CallExpr* expr, const FunctionDecl* function)
      : machine_(machine), report_(machine.report()), expr_(expr), function_(function) {}

  bool of_method(const MemberExpr* callee);
  bool of_operator(const CXXOperatorCallExpr* call);

  Operand self;
  llvm::SmallVector<Operand, 4> args;
  bool is_virtual = true;
  unsigned num_objects = 0; // before the arguments

private:
  bool through_arrow();
  bool eval_both();

  Machine& machine_;
  Reporter& report_;
  const CallExpr* expr_;
  const FunctionDecl* function_;
};

/// object.method(...), object->method(...)
bool CallOperands::of_method(const MemberExpr* callee) {
  const Expr* object = callee->getBase();
  if (!machine_.eval_operand(object, self) ||
      !machine_.shows_what_is_there(object, object->getType(), self.value))
    return false;
  if (callee->isArrow()) {
    if (!through_arrow()) return false;
    self.type = object->getType()->getPointeeType();
  }
  is_virtual = !callee->hasQualifier();
  return true;
}

/// The object becomes what it points to.
bool CallOperands::through_arrow() {
  if (self.value.is(Value::Kind::Pointer)) {
    self.place = self.value.target();
    if (self.place->has_ended()) return machine_.report_ended(expr_, self.place);
    self.value = self.place->value();
  } else if (self.value.is(Value::Kind::Iterator)) {
    if (!machine_.is_valid(expr_, self.value)) return false;
    if (static_cast<size_t>(self.value.index()) >= self.value.object()->elements.size())
      return report_.error(expr_, diag::past_the_end);
    self.place = self.value.object()->elements[self.value.index()];
    self.value = self.place->value();
  } else if (self.value.is(Value::Kind::None)) {
    return report_.error(expr_, diag::call_through_a_null_pointer, function_->getNameAsString());
  }
  return true;
}

bool CallOperands::of_operator(const CXXOperatorCallExpr* call) {
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(function_);
  const Expr* first = call->getArg(0);
  if (method && !method->isStatic()) {
    // An assignment evaluates its right side first (C++17).
    if (call->isAssignmentOp() && call->getNumArgs() == 2) {
      args.resize(1);
      if (!machine_.eval_operand(call->getArg(1), args[0])) return false;
    }
    num_objects = 1;
    return machine_.eval_operand(first, self) &&
           (call->isAssignmentOp() ||
            machine_.shows_what_is_there(first, first->getType(), self.value));
  }
  if (method && (call->getOperator() == OO_Call || call->getOperator() == OO_Subscript)) {
    // A static one has no use for the object.
    num_objects = 1;
    return machine_.eval_dropped(first);
  }
  return !call->isAssignmentOp() || !function_ || call->getNumArgs() != 2 || eval_both();
}

/// The operands of an assignment that is no method.
bool CallOperands::eval_both() {
  args.resize(2);
  return machine_.eval_operand(expr_->getArg(1), args[1]) &&
         machine_.eval_operand(expr_->getArg(0), args[0]);
}

} // namespace

std::optional<bool> Machine::try_builtin(const CallExpr* expr, const FunctionDecl* function,
                                         Result& result) {
  const unsigned builtin = function->getBuiltinID();
  if (builtin == Builtin::BI__builtin_is_constant_evaluated) {
    result.value = Value::boolean(is_constant_evaluated_);
    return true;
  }
  // numeric_limits<double>::infinity() and the like: what is constant, Clang computes.
  Value constant;
  if ((builtin != 0 || (function->isConstexpr() && !is_user_code(function))) &&
      constant_value(expr, constant) && !asks_how_it_runs(expr)) {
    result.value = constant;
    return true;
  }
  bool applies = false;
  if (builtin != 0 && !variadic_builtin(expr, result, applies)) return false;
  return applies ? std::optional(true) : std::nullopt;
}

bool Machine::call(const CallExpr* expr, Result& result) {
  const FunctionDecl* function = expr->getDirectCallee();
  if (function)
    if (const std::optional<bool> done = try_builtin(expr, function, result)) return *done;
  CallOperands operands(*this, expr, function);
  Value callable;
  const Expr* callee = expr->getCallee()->IgnoreParens();
  if (const auto* member_call = dyn_cast<CXXMemberCallExpr>(expr)) {
    const auto* member = dyn_cast<MemberExpr>(callee);
    if (member == nullptr || function == nullptr) return call_member_pointer(member_call, result);
    if (!operands.of_method(member)) return false;
  } else if (const auto* operator_call = dyn_cast<CXXOperatorCallExpr>(expr)) {
    if (!operands.of_operator(operator_call)) return false;
  } else if (const auto* ended = dyn_cast<CXXPseudoDestructorExpr>(callee)) {
    return eval(ended->getBase(), callable); // the end of a number
  } else if (function == nullptr) {
    if (!eval(expr->getCallee(), callable)) return false;
  } else if (const auto* member = dyn_cast<MemberExpr>(expr->getCallee()->IgnoreParenImpCasts());
             member && !eval_dropped(member->getBase())) {
    return false; // of a static function
  }

  const auto* method = dyn_cast_or_null<CXXMethodDecl>(function);
  const bool library =
      function && !is_user_code(function) && !(method && is_own_class(method->getParent()));
  const llvm::ArrayRef<const Expr*> arguments(expr->getArgs(), expr->getNumArgs());
  if (!eval_arguments(arguments.drop_front(operands.num_objects + operands.args.size()), library,
                      operands.args))
    return false;
  if (function == nullptr) return call_value(expr, callable, std::move(operands.args), result);
  return call_function(expr, function, std::move(operands.self), std::move(operands.args), result,
                       operands.is_virtual);
}

/// (object.*pointer)(args...), (object->*pointer)(args...)
bool Machine::call_member_pointer(const CXXMemberCallExpr* expr, Result& result) {
  const auto* callee = dyn_cast<BinaryOperator>(expr->getCallee()->IgnoreParens());
  if (callee == nullptr) return report_.unsupported(expr);
  llvm::SmallVector<Operand, 4> args(1);
  Value pointer;
  if (!eval_operand(callee->getLHS(), args.front()) || !eval(callee->getRHS(), pointer))
    return false;
  if (pointer.is(Value::Kind::None)) return report_.error(expr, diag::null_pointer_to_a_member);
  if (!eval_arguments({expr->getArgs(), expr->getNumArgs()}, /*library=*/false, args)) return false;
  return call_value(expr, pointer, std::move(args), result);
}

} // namespace fx::frontend
