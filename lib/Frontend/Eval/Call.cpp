// Calls: who is called, with what, and whether it is modelled, run, or left opaque.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Parse/Instantiations.h"

#include "clang/Sema/Scope.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

constexpr size_t max_call_depth = 400;

bool any_touches_graph(llvm::ArrayRef<Operand> operands) {
  return llvm::any_of(operands,
                      [](const Operand& operand) { return touches_graph(operand.value); });
}

/// Functions that come back twice, and those that go back there: setjmp, vfork, longjmp.
bool jumps_out(const ASTContext& context, const FunctionDecl* function) {
  const unsigned builtin = function->getBuiltinID();
  return function->hasAttr<ReturnsTwiceAttr>() ||
         (builtin != 0 && context.BuiltinInfo.isReturnsTwice(builtin)) ||
         builtin == Builtin::BIlongjmp || builtin == Builtin::BI_longjmp ||
         builtin == Builtin::BIsiglongjmp;
}

/// What the pointer to a function means that a lambda without captures converts to.
const CXXMethodDecl* call_operator_of(const CXXMethodDecl* invoker) {
  CXXMethodDecl* call = invoker->getParent()->getLambdaCallOperator();
  FunctionTemplateDecl* generic = call->getDescribedFunctionTemplate();
  if (generic == nullptr) return call;
  void* position = nullptr;
  const TemplateArgumentList* arguments = invoker->getTemplateSpecializationArgs();
  if (arguments == nullptr) return nullptr;
  return llvm::cast_or_null<CXXMethodDecl>(
      generic->findSpecialization(arguments->asArray(), position));
}

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
  return value.is_record() ? value.object() : nullptr;
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
bool ModelCall::error(const std::string& message) const {
  return machine.report().error(expr, message);
}
bool ModelCall::unsupported(llvm::StringRef what) const {
  return machine.report().unsupported(expr, what);
}
bool ModelCall::unsupported() const {
  return machine.report().unsupported(expr);
}

Machine::Machine(CompilerInstance& compiler, const ParseErrors& errors, const TraceOptions& options,
                 CallStack& frames, Storage& storage, Reporter& report, GraphBuilder& graph,
                 Oracle& oracle, const Library& library)
    : compiler_(compiler), context_(compiler.getASTContext()), parse_errors_(errors),
      options_(options), frames_(frames), storage_(storage), memory_(storage, context_),
      report_(report), graph_(graph), oracle_(oracle), library_(library),
      symbolic_(context_, graph, report), effects_(*this) {
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

const FunctionDecl* Machine::definition(const FunctionDecl* function) const {
  const FunctionDecl* found = nullptr;
  if (function->hasBody(found)) return found;
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
  return report_.error(
      where, fmt::format("the object is under construction or destruction here, as a '{}' for now, "
                         "and '{}' is no part of that: C++ gives this no meaning",
                         type->getNameAsString(), given->getNameAsString()));
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
      (operand.value.is(Value::Kind::Pointer) || operand.value.is_record()))
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
    if (arguments.size() == 1 || !argument->isPRValue() || !args.back().value.is_record() ||
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

bool Machine::call(const CallExpr* expr, Result& result) {
  Operand self;
  llvm::SmallVector<Operand, 4> args;
  const FunctionDecl* function = expr->getDirectCallee();
  if (function && function->getBuiltinID() == Builtin::BI__builtin_is_constant_evaluated) {
    result.value = Value::boolean(is_constant_evaluated_);
    return true;
  }
  // numeric_limits<double>::infinity() and the like: what is constant, Clang computes.
  Value constant;
  if (function && (function->isConstexpr() || function->getBuiltinID() != 0) &&
      (function->getBuiltinID() != 0 || !is_user_code(function)) &&
      constant_value(expr, constant) && !asks_how_it_runs(expr)) {
    result.value = constant;
    return true;
  }
  if (function && function->getBuiltinID() != 0) {
    bool applies = false;
    if (!variadic_builtin(expr, result, applies)) return false;
    if (applies) return true;
  }
  bool is_virtual = true;
  unsigned first_argument = 0;
  Value callable;

  if (const auto* member_call = dyn_cast<CXXMemberCallExpr>(expr)) {
    const auto* member = dyn_cast<MemberExpr>(member_call->getCallee()->IgnoreParens());
    if (member == nullptr || function == nullptr) return call_member_pointer(member_call, result);
    const Expr* object = member->getBase();
    if (!eval_operand(object, self) || !shows_what_is_there(object, object->getType(), self.value))
      return false;
    if (member->isArrow() && self.value.is(Value::Kind::Pointer)) {
      self.place = self.value.target();
      if (self.place->has_ended()) return report_ended(expr, self.place);
      self.value = self.place->value();
    } else if (member->isArrow() && self.value.is(Value::Kind::Iterator)) {
      if (!is_valid(expr, self.value)) return false;
      if (static_cast<size_t>(self.value.index()) >= self.value.object()->elements.size())
        return report_.error(expr, "this pointer is past the end");
      self.place = self.value.object()->elements[self.value.index()];
      self.value = self.place->value();
    } else if (member->isArrow() && self.value.is(Value::Kind::None)) {
      return report_.error(
          expr, fmt::format("'{}' is called through a null pointer or an empty module holder",
                            function->getNameAsString()));
    }
    if (member->isArrow()) self.type = object->getType()->getPointeeType();
    is_virtual = !member->hasQualifier();
  } else if (const auto* operator_call = dyn_cast<CXXOperatorCallExpr>(expr)) {
    if (const auto* method = dyn_cast_or_null<CXXMethodDecl>(function);
        method && !method->isStatic()) {
      // An assignment evaluates its right side first (C++17).
      if (operator_call->isAssignmentOp() && expr->getNumArgs() == 2) {
        args.resize(1);
        if (!eval_operand(expr->getArg(1), args[0])) return false;
      }
      if (!eval_operand(expr->getArg(0), self)) return false;
      if (!operator_call->isAssignmentOp() &&
          !shows_what_is_there(expr->getArg(0), expr->getArg(0)->getType(), self.value))
        return false;
      first_argument = 1;
    } else if (method && (operator_call->getOperator() == OO_Call ||
                          operator_call->getOperator() == OO_Subscript)) {
      // A static one has no use for the object.
      if (!eval_dropped(expr->getArg(0))) return false;
      first_argument = 1;
    } else if (operator_call->isAssignmentOp() && function && expr->getNumArgs() == 2) {
      args.resize(2);
      if (!eval_operand(expr->getArg(1), args[1]) || !eval_operand(expr->getArg(0), args[0]))
        return false;
    }
  } else if (const auto* ended =
                 dyn_cast<CXXPseudoDestructorExpr>(expr->getCallee()->IgnoreParens())) {
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
  if (!eval_arguments(arguments.drop_front(first_argument + args.size()), library, args))
    return false;
  if (function == nullptr) return call_value(expr, callable, std::move(args), result);
  return call_function(expr, function, std::move(self), std::move(args), result, is_virtual);
}

/// (object.*pointer)(args...), (object->*pointer)(args...)
bool Machine::call_member_pointer(const CXXMemberCallExpr* expr, Result& result) {
  const auto* callee = dyn_cast<BinaryOperator>(expr->getCallee()->IgnoreParens());
  if (callee == nullptr) return report_.unsupported(expr, "a call through a pointer to a member");
  llvm::SmallVector<Operand, 4> args(1);
  Value pointer;
  if (!eval_operand(callee->getLHS(), args.front()) || !eval(callee->getRHS(), pointer))
    return false;
  if (pointer.is(Value::Kind::None))
    return report_.error(expr, "a null pointer to a member is called here");
  if (!eval_arguments({expr->getArgs(), expr->getNumArgs()}, /*library=*/false, args)) return false;
  return call_value(expr, pointer, std::move(args), result);
}

bool Machine::call_function(const Expr* expr, const FunctionDecl* function, Operand self,
                            llvm::SmallVector<Operand, 4> args, Result& result, bool is_virtual) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (method && method->isLambdaStaticInvoker()) {
    // A closure without captures that became a pointer to a function.
    const CXXMethodDecl* body = call_operator_of(method);
    if (body == nullptr) return report_.unsupported(expr, "this call of a generic lambda");
    self.value = Value::record(storage_.create(Object::Kind::Closure, method->getParent()));
    self.place = self.value.object()->self;
    return call_function(expr, body, self, std::move(args), result, is_virtual);
  }
  if (const auto* destructor = dyn_cast<CXXDestructorDecl>(function))
    return call_destructor(expr, destructor, self, is_virtual);
  const std::string name = qualified_name(function);
  const Object* object = nullptr;
  if (method && !method->isStatic()) {
    if (!make_anew(expr, method, args, self)) return false;
    if (self.value.is(Value::Kind::Opaque)) {
      // What an unknown object does with tensors stays a call of it.
      ModelCall unknown{*this, expr, function, {}, std::move(self), std::move(args), {}};
      bool ok = true;
      if (!library_.call_on_unknown(unknown, name, ok)) {
        // What an earlier call of forward left behind may be anything: what it does to its
        // arguments is as unknown, and a result that matters is an error where it is used.
        if (unknown.self.value.reason() == later_call_reason) {
          result.value = unknown.self.value;
          return forget_what_method_changes(unknown) &&
                 forget_what_it_reaches(unknown, result.value, nullptr);
        }
        if (!graph_.in_constructor() && any_touches_graph(unknown.args))
          return call_unknown(unknown, result);
        ok = forget_what_method_changes(unknown) && call_of_unknown(unknown);
      }
      result = unknown.result;
      return ok;
    }
    if (self.value.is_record()) object = self.value.object();
    if (is_virtual && method->isVirtual()) {
      if (!has_dynamic_type(expr, object, method->getParent())) return false;
      method = dispatch(method, object);
      function = method;
    }
  }

  const bool wrapped = llvm::is_contained(options_.wrapped, name);
  const bool holder = method && is_handle_class(method->getParent()) && !method->isUserProvided();
  // Memory in which a node of the library's is used that no constructor made.
  if (method && !method->isStatic() && self.place && self.value.is(Value::Kind::Uninitialized) &&
      !is_user_code(function) && is_own_class(method->getParent())) {
    if (!make_room(expr, self.place, context_.getCanonicalTagType(method->getParent())))
      return false;
    self.value = self.place->value();
    object = self.value.is_record() ? self.value.object() : nullptr;
  }
  const bool is_own =
      !wrapped && !holder && !is_user_code(function) && runs_own_code(function, self.value, args);
  if (!wrapped && !holder && (is_own || is_user_code(function))) {
    if (method && object && object->kind == Object::Kind::Module && !method->isUserProvided() &&
        (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
        args.size() == 1)
      if (const Object* source = module_of(args[0].value)) {
        result.place = self.place;
        return library_.assign_module(*this, expr, *object, *source,
                                      method->isMoveAssignmentOperator());
      }
    // Clang's body for the assignment of a union is empty: it says nothing of the bytes.
    const bool copies_bytes =
        method && method->isDefaulted() && method->getParent()->isUnion() &&
        (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator());
    if (const FunctionDecl* body = copies_bytes ? nullptr : definition(function)) {
      const bool closure = method && method->getParent()->isLambda();
      // What Clang did not understand, a part of no module, is a call that stays.
      const bool in_module = object && object->kind == Object::Kind::Module;
      if (!graph_.in_constructor() && !in_module && any_touches_graph(args) &&
          !parse_errors_.inside(context_.getSourceManager(), body->getSourceRange()).empty()) {
        ModelCall unknown{*this, expr, body, {}, std::move(self), std::move(args), {}};
        return call_unknown(unknown, result);
      }
      if (method && !method->isStatic() && object == nullptr && self.value.is_node())
        return call_input(expr, method, self.value.node(), args, result);
      if (method && !method->isStatic() && object == nullptr)
        return report_.error(expr,
                             fmt::format("'{}' is called on a value that is not known", name));
      return run_body(expr, body, closure ? nullptr : object, args, result,
                      closure ? object : nullptr);
    }
    if (method && method->isDefaulted() && method->isCopyAssignmentOperator() && self.place) {
      storage_.assign(self.place, storage_.copy(args[0].value));
      result.place = self.place;
      return true;
    }
    if (method && method->isDefaulted() && method->isMoveAssignmentOperator() && self.place) {
      Value moved;
      if (!initial_value(expr, context_.getCanonicalTagType(method->getParent()), args[0], moved))
        return false;
      storage_.assign(self.place, moved, /*moves=*/true);
      result.place = self.place;
      return true;
    }
    if (is_virtual && method && method->isPureVirtual() && object)
      return report_.error(expr,
                           fmt::format("the pure virtual function '{}' is called here", name));
  }

  if (method && is_module_class(method->getParent()) && !is_user_code(function) &&
      (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()))
    return report_.unsupported(
        expr, "assigning a module of LibTorch's to another, which gives it the tensors of that: "
              "assign the holder, or copy_ the tensors,");
  // How a text or an optional is held is the business of its own models.
  if (!is_user_code(function)) {
    library_.plain(function, self.value);
    for (Operand& argument : args)
      library_.plain(function, argument.value);
  }
  ModelCall model_call{*this, expr, function, {}, std::move(self), std::move(args), {}};
  const std::string unqualified = function->getNameAsString();
  model_call.name = unqualified;
  if (!wrapped) {
    // A friend that only its class shows, of one that is run: no model's business.
    if (!method && isa<CXXRecordDecl>(function->getLexicalDeclContext()) &&
        is_interpreted_library(function))
      if (const FunctionDecl* body = definition(function))
        return run_body(expr, body, nullptr, model_call.args, result);
    if (const ModelEntry* model = library_.find(qualified_name(function), function)) {
      storage_.set_position(expr->getExprLoc()); // the arguments' are behind it
      if (!run_model(*model, model_call)) return false;
      result = model_call.result;
      return true;
    }
    if (is_interpreted_library(function) && !looks_into_modelled(function, model_call.args))
      if (const FunctionDecl* body = definition(function)) {
        const bool closure = method && method->getParent()->isLambda();
        return run_body(expr, body, closure ? nullptr : object, model_call.args, result,
                        closure ? object : nullptr);
      }
  }
  if (!wrapped && jumps_out(context_, function))
    return report_.unsupported(
        expr, fmt::format("'{}', which leaves functions in a way of its own,", unqualified));
  const unsigned builtin = library_function(function);
  const bool ends = (function->isNoReturn() && !is_user_code(function)) ||
                    (builtin != 0 && context_.BuiltinInfo.isNoReturn(builtin));
  if (!wrapped && ends) {
    // abort and the like do not throw; what may does (std::rethrow_exception).
    const auto* type = function->getType()->castAs<FunctionProtoType>();
    if (builtin == 0 && !function->hasAttr<NoThrowAttr>() && !type->isNothrow())
      return report_.unsupported(expr,
                                 fmt::format("'{}', which throws in a way of its own,", name));
    return end_program(expr, "the program ends here");
  }
  if (!opaque_call(model_call, wrapped)) return false;
  result = model_call.result;
  return true;
}

bool Machine::call_unknown(ModelCall& call, Result& result) {
  const std::string name = qualified_name(call.callee);
  std::vector<Argument> lowered;
  for (const Operand& operand : call.args) {
    Argument argument;
    if (!operand.defaulted && !graph_.lower(operand, argument)) return false;
    lowered.push_back(std::move(argument));
  }
  report_.loss(call.location(),
               fmt::format("'{}' is not known, or not understood: it stays one opaque call", name));
  Node* node = graph_.emit(call.expr, Opcode::CallFunction, name, std::move(lowered));
  if (!forget_what_it_reaches(
          call, Value::opaque(call.location(), fmt::format("'{}' may change it", name)), nullptr))
    return false;
  result.value = call.callee->getReturnType()->isVoidType() ? Value::none() : Value::node(node);
  return true;
}

bool Machine::call_input(const Expr* expr, const CXXMethodDecl* method, Node* self,
                         llvm::SmallVector<Operand, 4>& args, Result& result) {
  std::vector<Argument> lowered{Argument(self)};
  for (const Operand& operand : args) {
    Argument argument;
    if (!graph_.lower(operand, argument)) return false;
    lowered.push_back(std::move(argument));
  }
  report_.loss(
      expr->getExprLoc(),
      fmt::format("'{}' of an input of the model stays one opaque call", qualified_name(method)));
  Node* node = graph_.emit(expr, Opcode::CallMethod, method->getNameAsString(), std::move(lowered));
  result.value = method->getReturnType()->isVoidType() ? Value::none() : Value::node(node);
  return true;
}

bool Machine::call_value(const Expr* expr, const Value& callable,
                         llvm::SmallVector<Operand, 4> args, Result& result) {
  Value target = callable;
  if (target.is(Value::Kind::Pointer)) target = target.target()->value();
  if (target.is(Value::Kind::Function)) {
    const FunctionDecl* function = target.function();
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method && !method->isStatic()) {
      if (args.empty()) return report_.unsupported(expr, "a call through a pointer to a member");
      Operand self = args.front();
      if (self.value.is(Value::Kind::Pointer) || self.value.is(Value::Kind::Iterator)) {
        self.place = pointee(expr, self.value);
        if (self.place == nullptr) return false;
        self.value = self.place->value();
      }
      args.erase(args.begin());
      return call_function(expr, function, self, std::move(args), result);
    }
    return call_function(expr, function, {}, std::move(args), result);
  }
  if (target.is_record() && target.object()->kind == Object::Kind::Module)
    return library_.call_module(*this, expr, target.object(), std::move(args), result);
  if (target.is_record() && target.object()->type) {
    const CXXRecordDecl* type = target.object()->type;
    Operand self;
    self.value = target;
    self.place = target.object()->self;
    if (type->isLambda()) {
      if (const CXXMethodDecl* call = type->getLambdaCallOperator();
          call && !type->isGenericLambda())
        return call_function(expr, call, self, std::move(args), result);
    }
    // A function object: the operator() that takes this many arguments.
    const CXXMethodDecl* found = nullptr;
    for (const CXXMethodDecl* method : type->methods())
      if (method->getOverloadedOperator() == OO_Call && method->getNumParams() == args.size())
        found = method;
    if (found) return call_function(expr, found, self, std::move(args), result);
  }
  if (target.is(Value::Kind::None)) return report_.error(expr, "an empty function is called here");
  if (target.is(Value::Kind::Opaque)) {
    if (target.reason() == later_call_reason || any_touches_graph(args))
      return report_.not_known(expr, target, "the function that is called here");
    for (Location* place : handed_out_)
      if (!touches_graph(place->value())) storage_.write(place, target);
    pass_over(expr, report_.source_text(expr),
              "which function is called here is not known: the graph does not have what it does");
    result.value = target;
    return true;
  }
  return report_.unsupported(expr, "calling this value");
}

bool Machine::bind_parameters(const FunctionDecl* function, llvm::SmallVector<Operand, 4>& args) {
  for (unsigned i = 0; i < function->getNumParams(); ++i) {
    const ParmVarDecl* parameter = function->getParamDecl(i);
    Operand operand;
    if (i < args.size()) operand = args[i];
    if (i >= args.size() || operand.defaulted) {
      if (!parameter->hasDefaultArg() || parameter->hasUninstantiatedDefaultArg())
        return report_.error(parameter->getLocation(), "no value for this parameter");
      if (!eval_operand(parameter->getDefaultArg(), operand)) return false;
    }
    if (parameter->getType()->isReferenceType()) {
      bind(parameter, referred(operand.expr, parameter->getType(), operand.value, operand.place));
      continue;
    }
    const bool is_copy = operand.place || is_copied_into_calls(parameter->getType(), operand.value);
    Location* location = storage_.allocate(is_copy ? storage_.copy(operand.value) : operand.value);
    bind(parameter, location);
    // A fresh object may be held by who made it.
    if (is_copy || !operand.value.is_record())
      own_variable(parameter->getType(), location);
    else
      own(parameter->getType(), location);
  }
  // The parameters have them from here on.
  for (const Operand& operand : args)
    if (const auto held = llvm::find_if(llvm::reverse(in_flight_),
                                        [&](const auto& other) {
                                          return !operand.place &&
                                                 other.first.is_same(operand.value);
                                        });
        held != in_flight_.rend())
      in_flight_.erase(std::next(held).base());
  // int f(int n, int a[n++])
  for (const ParmVarDecl* parameter : function->parameters()) {
    if (!parameter->getType()->isPointerType() ||
        !parameter->getOriginalType()->isVariablyModifiedType())
      continue;
    auto* where =
        new (context_) OpaqueValueExpr(parameter->getLocation(), context_.VoidTy, VK_PRValue);
    std::optional<int64_t> size;
    if (!run_sizes(where, parameter->getOriginalType(), size)) return false;
  }
  return true;
}

/// Whether the exception specification of `function` keeps `exception` from leaving it.
bool Machine::forbids(const FunctionDecl* function, const Exception& exception) const {
  const auto* type = function->getType()->castAs<FunctionProtoType>();
  const ExceptionSpecificationType specification = type->getExceptionSpecType();
  if (specification == EST_Dynamic)
    return llvm::none_of(type->exceptions(),
                         [&](QualType allowed) { return catches(allowed, exception); });
  return (isNoexceptExceptionSpec(specification) || specification == EST_DynamicNone) &&
         type->canThrow() == CT_Cannot;
}

bool Machine::run_body(const Expr* expr, const FunctionDecl* function, const Object* self,
                       llvm::SmallVector<Operand, 4>& args, Result& result, const Object* closure) {
  if (frames_.size() >= max_call_depth)
    return report_.error(expr,
                         fmt::format("calls are nested more than {} deep: does this recursion end?",
                                     max_call_depth));
  if (args.size() > function->getNumParams() && !function->isVariadic())
    return report_.unsupported(expr, "a call with more arguments than parameters");
  if (!report_.is_whole(function->getSourceRange())) return false;
  const ProgramCode code(*this);
  if (!code.may_run(expr)) return false;
  Frame frame;
  frame.function = function;
  frame.self = self;
  frame.closure = closure;
  frame.call_site = expr->getExprLoc();
  if (function->isVariadic()) {
    std::vector<Value> rest;
    for (size_t i = function->getNumParams(); i < args.size(); ++i)
      rest.push_back(args[i].place ? storage_.copy(args[i].value) : args[i].value);
    frame.variadic = storage_.sequence(std::move(rest));
  }
  frames_.push_back(std::move(frame));
  if (closure) {
    llvm::DenseMap<const ValueDecl*, FieldDecl*> captures;
    FieldDecl* this_field = nullptr;
    // The closure may be a base of the object: an overload set made of lambdas.
    llvm::cast<CXXMethodDecl>(function)->getParent()->getCaptureFields(captures, this_field);
    for (const auto& [variable, field] : captures)
      bind(variable, field_place(closure, field));
    if (this_field) {
      const Value captured = field_place(closure, this_field)->value();
      if (captured.is(Value::Kind::Pointer))
        frames_.back().self = captured.target()->value().object();
      if (captured.is_record()) frames_.back().self = captured.object();
    }
  }
  const bool is_forward =
      self && self->kind == Object::Kind::Module && function->getNameAsString() == "forward";
  if (is_forward && !graph_.in_constructor() && frames_.size() > 2 &&
      self->module->parent == nullptr && !graph_.is_adopted_root(self->module)) {
    // The caller's object owns it.
    Frame callee = std::move(frames_.back());
    frames_.pop_back();
    library_.begin_forward(*this, expr, self);
    frames_.push_back(std::move(callee));
  }
  if (is_forward) graph_.enter_module(*self->module);
  std::vector<OwnedObject> handed;
  bool ok = bind_parameters(function, args);
  if (!ok && unwinding()) leave_scope(0, Completion::Throw);
  if (ok) {
    // A jump that looks for its label does not do so in what is called.
    const Stmt* outer_label = std::exchange(label_, nullptr);
    const size_t num_parameters = frames_.back().owned.size();
    Completion completion = leave_scope(num_parameters, run(function->getBody()));
    if (completion != Completion::Failed) handed = take_parameters(expr);
    completion = leave_scope(0, completion);
    label_ = outer_label;
    ok = completion != Completion::Failed && completion != Completion::Throw;
    if (ok && completion == Completion::Normal && !function->getReturnType()->isVoidType() &&
        !function->isMain())
      ok = report_.error(expr, fmt::format("'{}' ends without returning a value",
                                           function->getQualifiedNameAsString()));
  }
  if (is_forward) graph_.leave_module();
  result = frames_.back().result;
  if (ok && result.place == nullptr &&
      is_copied_out_of_calls(function->getReturnType(), result.value))
    result.value = storage_.copy(result.value);
  frames_.pop_back();
  give_back(handed);
  if (!ok && unwinding() && !exception_->type.isNull() && forbids(function, *exception_))
    return report_.error(exception_->location,
                         fmt::format("an exception leaves '{}', which says that it throws none "
                                     "of this kind: what std::terminate does then is not followed",
                                     function->getQualifiedNameAsString()));
  return ok;
}

} // namespace fx::frontend
