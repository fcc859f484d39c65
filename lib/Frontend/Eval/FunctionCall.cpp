// Calls with evaluated operands: who of those that may answer one does. It is modelled, run, or
// left opaque.
#include "Frontend/Eval/Machine.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

bool any_touches_graph(llvm::ArrayRef<Operand> operands) {
  return llvm::any_of(operands,
                      [](const Operand& operand) { return touches_graph(operand.value); });
}

/// Whether --wrap names a function: "decode", "models::decode", and "Net::decode" of NetImpl.
bool is_wrapped_by(llvm::ArrayRef<std::string> names, const std::string& function) {
  return llvm::any_of(names, [&](llvm::StringRef name) {
    const auto [scope, last] = name.rsplit("::");
    return name == function || (!last.empty() && (scope + "Impl::" + last).str() == function);
  });
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

} // namespace

/// One call of a function whose operands are evaluated: who of those that may answer it does.
class Machine::FunctionCall {
public:
  FunctionCall(Machine& machine, const Expr* expr, const FunctionDecl* function, Operand self,
               llvm::SmallVector<Operand, 4> args, Result& result)
      : machine_(machine), report_(machine.report_), expr_(expr), function_(function),
        method_(dyn_cast<CXXMethodDecl>(function)), self_(std::move(self)), args_(std::move(args)),
        result_(result) {}

  bool run(bool is_virtual);

private:
  bool of_closure(bool is_virtual);
  bool on_unknown();
  bool of_input(Node* self);
  bool stay_opaque(ModelCall& call);
  bool dispatch(bool is_virtual);
  bool make_library_object();
  // Nothing: it is for the next of them to answer.
  std::optional<bool> try_assumed();
  std::optional<bool> try_leaf();
  std::optional<bool> try_own_code(bool is_virtual);
  std::optional<bool> try_module_assignment();
  std::optional<bool> try_defaulted_assignment();
  std::optional<bool> try_model(ModelCall& call);
  std::optional<bool> try_end(std::string_view unqualified);
  bool run_own(const FunctionDecl* body);
  bool run_body(const FunctionDecl* body, llvm::SmallVector<Operand, 4>& args);
  bool of_library(bool is_wrapped);

  /// A method that has an object.
  bool has_object() const { return method_ && !method_->isStatic(); }
  bool is_assignment() const {
    return method_ && (method_->isCopyAssignmentOperator() || method_->isMoveAssignmentOperator());
  }

  Machine& machine_;
  Reporter& report_;
  const Expr* expr_;
  const FunctionDecl* function_;
  const CXXMethodDecl* method_;
  Operand self_;
  llvm::SmallVector<Operand, 4> args_;
  Result& result_;
  std::string name_;               // as the call names it, before a virtual one is dispatched
  const Object* object_ = nullptr; // of a method, where it is known
};

bool Machine::FunctionCall::run(bool is_virtual) {
  if (method_ && method_->isLambdaStaticInvoker()) return of_closure(is_virtual);
  if (const auto* destructor = dyn_cast<CXXDestructorDecl>(function_))
    return machine_.call_destructor(expr_, destructor, self_, is_virtual);
  name_ = qualified_name(function_);
  if (has_object()) {
    if (!machine_.make_anew(expr_, method_, args_, self_)) return false;
    if (self_.value.is(Value::Kind::Opaque)) return on_unknown();
    if (!dispatch(is_virtual)) return false;
    if (const std::optional<bool> done = try_assumed()) return *done;
    if (const std::optional<bool> done = try_leaf()) return *done;
  }
  const bool is_wrapped = is_wrapped_by(machine_.options_.wrapped, name_);
  const bool is_of_holder =
      method_ && is_handle_class(method_->getParent()) && !method_->isUserProvided();
  if (!make_library_object()) return false;
  if (!is_wrapped && !is_of_holder &&
      (machine_.is_user_code(function_) || machine_.runs_own_code(function_, self_.value, args_)))
    if (const std::optional<bool> done = try_own_code(is_virtual)) return *done;
  return of_library(is_wrapped);
}

/// A closure without captures that became a pointer to a function.
bool Machine::FunctionCall::of_closure(bool is_virtual) {
  const CXXMethodDecl* body = call_operator_of(method_);
  if (body == nullptr) return report_.unsupported(expr_);
  self_.value =
      Value::object(machine_.storage_.create(Object::Kind::Closure, method_->getParent()));
  self_.place = self_.value.object()->self;
  return machine_.call_function(expr_, body, self_, std::move(args_), result_, is_virtual);
}

/// What an unknown object does with tensors stays a call of it.
bool Machine::FunctionCall::on_unknown() {
  ModelCall unknown{machine_, expr_, function_, {}, std::move(self_), std::move(args_), {}};
  bool ok = true;
  if (!machine_.library_.call_on_unknown(unknown, name_, ok)) {
    // What an earlier call of forward left behind may be anything: what it does to its arguments is
    // as unknown, and a result that matters is an error where it is used.
    if (unknown.self.value.reason() == later_call_reason) {
      result_.value = unknown.self.value;
      return machine_.havoc_changes_of_method(unknown) &&
             machine_.havoc_reachable(unknown, result_.value, nullptr);
    }
    if (!machine_.graph_.in_constructor() && any_touches_graph(unknown.args))
      return stay_opaque(unknown);
    ok = machine_.havoc_changes_of_method(unknown) && machine_.call_of_unknown(unknown);
  }
  result_ = unknown.result;
  return ok;
}

/// Who is called: the method that overrides the one that is named.
bool Machine::FunctionCall::dispatch(bool is_virtual) {
  if (self_.value.is_object()) object_ = self_.value.object();
  if (!is_virtual || !method_->isVirtual()) return true;
  if (!machine_.has_dynamic_type(expr_, object_, method_->getParent())) return false;
  function_ = method_ = machine_.dispatch(method_, object_);
  return true;
}

/// Whether a method gives what its object holds: a conversion, as<int>(), get<T>(), asString(). All
/// others (empty(), size()) ask for something else.
static bool gives_value(const CXXMethodDecl& method) {
  if (isa<CXXConversionDecl>(method)) return true;
  if (!method.getDeclName().isIdentifier()) return false;
  const llvm::StringRef name = method.getName();
  return name.starts_with("as") || name.starts_with("to") || name.starts_with("get");
}

/// What an object is that the user assumed to be a number or a text: --assume='options["width"]=64'
/// is what options["width"].as<int>() gives.
std::optional<bool> Machine::FunctionCall::try_assumed() {
  const bool is_value = self_.value.is_number() || self_.value.is(Value::Kind::String);
  const CXXRecordDecl* record = method_->getParent();
  if (!is_value || !args_.empty() || record->isInStdNamespace() || is_torch_library(record) ||
      machine_.library_.find(name_, function_) != nullptr)
    return std::nullopt;
  // Of what it was assumed to be nothing else is known.
  if (!gives_value(*method_)) {
    self_.value = Value::opaque(expr_->getExprLoc(),
                                "beside its value nothing is known of an object that was assumed");
    return on_unknown();
  }
  const QualType type = method_->getReturnType().getNonReferenceType();
  result_.value = self_.value;
  if (!type->isArithmeticType()) {
    const CXXRecordDecl* returned = record_of(type);
    if (self_.value.is(Value::Kind::String) && returned && returned->isInStdNamespace() &&
        returned->getName() == "basic_string")
      return true;
    return std::nullopt;
  }
  if (!self_.value.is_number()) return std::nullopt;
  const QualType from = self_.value.is(Value::Kind::Float) ? machine_.context_.DoubleTy
                        : self_.value.is_bool()            ? machine_.context_.BoolTy
                                                           : machine_.context_.LongTy;
  return machine_.convert(expr_, from, type, result_.value);
}

/// A module of the user's that is called as a whole.
std::optional<bool> Machine::FunctionCall::try_leaf() {
  if (object_ == nullptr || object_->kind != Object::Kind::Module ||
      !method_->getDeclName().isIdentifier() || method_->getName() != "forward" ||
      !machine_.is_user_code(method_))
    return std::nullopt;
  return machine_.library_.call_leaf(machine_, expr_, *object_, method_, args_, result_);
}

/// Memory in which a node of the library's is used that no constructor made.
bool Machine::FunctionCall::make_library_object() {
  if (!has_object() || !self_.place || !self_.value.is(Value::Kind::Uninitialized) ||
      machine_.is_user_code(function_) || !machine_.is_own_class(method_->getParent()))
    return true;
  if (!machine_.make_room(expr_, self_.place,
                          machine_.context_.getCanonicalTagType(method_->getParent())))
    return false;
  self_.value = self_.place->value();
  object_ = self_.value.is_object() ? self_.value.object() : nullptr;
  return true;
}

/// A call that is not known, with tensors.
bool Machine::FunctionCall::stay_opaque(ModelCall& call) {
  const std::string name = qualified_name(call.callee);
  std::vector<Argument> lowered;
  for (const Operand& operand : call.args) {
    Argument argument;
    if (!operand.defaulted && !machine_.graph_.lower(operand, argument)) return false;
    lowered.push_back(std::move(argument));
  }
  report_.loss(call.location(), diag::opaque_call, name);
  Node* node = machine_.graph_.emit(call.expr, Opcode::CallFunction, name, std::move(lowered));
  if (!machine_.havoc_reachable(
          call, Value::opaque(call.location(), fmt::format("'{}' may change it", name)), nullptr))
    return false;
  result_.value = call.callee->getReturnType()->isVoidType() ? Value::none() : Value::node(node);
  return true;
}

/// A method of a struct that is an input of the model.
bool Machine::FunctionCall::of_input(Node* self) {
  std::vector<Argument> lowered{Argument(self)};
  for (const Operand& operand : args_) {
    Argument argument;
    if (!machine_.graph_.lower(operand, argument)) return false;
    lowered.push_back(std::move(argument));
  }
  report_.loss(expr_->getExprLoc(), diag::opaque_method_of_an_input, qualified_name(method_));
  Node* node = machine_.graph_.emit(expr_, Opcode::CallMethod, method_->getNameAsString(),
                                    std::move(lowered));
  result_.value = method_->getReturnType()->isVoidType() ? Value::none() : Value::node(node);
  return true;
}

/// The user's code, and what is run like it.
std::optional<bool> Machine::FunctionCall::try_own_code(bool is_virtual) {
  if (const std::optional<bool> done = try_module_assignment()) return done;
  // Clang's body for the assignment of a union is empty: it says nothing of the bytes.
  const bool copies_bytes =
      is_assignment() && method_->isDefaulted() && method_->getParent()->isUnion();
  if (const FunctionDecl* body = copies_bytes ? nullptr : machine_.definition(function_))
    return run_own(body);
  if (const std::optional<bool> done = try_defaulted_assignment()) return done;
  if (is_virtual && method_ && method_->isPureVirtual() && object_)
    return report_.error(expr_, diag::pure_virtual_call, name_);
  return std::nullopt;
}

/// One module is assigned to another by the assignment that the compiler makes.
std::optional<bool> Machine::FunctionCall::try_module_assignment() {
  if (!is_assignment() || method_->isUserProvided() || !object_ ||
      object_->kind != Object::Kind::Module || args_.size() != 1)
    return std::nullopt;
  const Object* source = module_of(args_[0].value);
  if (source == nullptr) return std::nullopt;
  result_.place = self_.place;
  return machine_.library_.assign_module(machine_, expr_, *object_, *source,
                                         method_->isMoveAssignmentOperator());
}

/// The assignment that the compiler makes, and that has no body.
std::optional<bool> Machine::FunctionCall::try_defaulted_assignment() {
  if (!is_assignment() || !method_->isDefaulted() || !self_.place) return std::nullopt;
  Storage& storage = machine_.storage_;
  if (method_->isCopyAssignmentOperator()) {
    storage.assign(self_.place, storage.copy(args_[0].value));
    result_.place = self_.place;
    return true;
  }
  Value moved;
  if (!machine_.initial_value(expr_, machine_.context_.getCanonicalTagType(method_->getParent()),
                              args_[0], moved))
    return false;
  storage.assign(self_.place, moved, /*moves=*/true);
  result_.place = self_.place;
  return true;
}

namespace {

/// Whether a const method may change an object of this class.
bool has_mutable_part(const CXXRecordDecl* record) {
  record = record ? record->getDefinition() : nullptr;
  return record && (llvm::any_of(record->fields(),
                                 [](const FieldDecl* field) { return field->isMutable(); }) ||
                    llvm::any_of(record->bases(), [](const CXXBaseSpecifier& base) {
                      return has_mutable_part(base.getType()->getAsCXXRecordDecl());
                    }));
}

} // namespace

bool Machine::FunctionCall::run_own(const FunctionDecl* body) {
  // What Clang did not understand, a part of no module, is a call that stays.
  const bool in_module = object_ && object_->kind == Object::Kind::Module;
  if (!machine_.graph_.in_constructor() && !in_module && any_touches_graph(args_) &&
      !machine_.parse_errors_.inside(machine_.context_.getSourceManager(), body->getSourceRange())
           .empty()) {
    ModelCall unknown{machine_, expr_, body, {}, std::move(self_), std::move(args_), {}};
    return stay_opaque(unknown);
  }
  if (has_object() && is_handle_class(method_->getParent())) {
    Location* handle = self_.place ? self_.place : machine_.storage_.allocate(self_.value);
    return machine_.run_body(expr_, body, nullptr, args_, result_, nullptr, handle);
  }
  if (has_object() && object_ == nullptr && self_.value.is_node()) {
    // Of a class with virtual functions only a run knows which one is called; one that changes the
    // input stays a call too.
    const bool is_known =
        !method_->isVirtual() && method_->isConst() && !has_mutable_part(method_->getParent()) &&
        machine_.parse_errors_.inside(machine_.context_.getSourceManager(), body->getSourceRange())
            .empty();
    if (!is_known) return of_input(self_.value.node());
    Location* self = self_.place ? self_.place : machine_.storage_.allocate(self_.value);
    return machine_.run_body(expr_, body, nullptr, args_, result_, nullptr, self);
  }
  if (has_object() && object_ == nullptr)
    return report_.error(expr_, diag::call_of_an_unknown_value, name_);
  return run_body(body, args_);
}

/// A function of the library's, or one that --wrap keeps whole.
bool Machine::FunctionCall::of_library(bool is_wrapped) {
  const bool is_user_code = machine_.is_user_code(function_);
  if (is_assignment() && is_module_class(method_->getParent()) && !is_user_code)
    return report_.unsupported(expr_, missing::assignment_of_a_library_module);
  // How a text or an optional is held is the business of its own models.
  if (!is_user_code) {
    machine_.library_.plain(function_, self_.value);
    for (Operand& argument : args_)
      machine_.library_.plain(function_, argument.value);
  }
  ModelCall call{machine_, expr_, function_, {}, std::move(self_), std::move(args_), {}};
  const std::string unqualified = function_->getNameAsString();
  call.name = unqualified;
  if (!is_wrapped) {
    if (const std::optional<bool> done = try_model(call)) return *done;
    if (const std::optional<bool> done = try_end(unqualified)) return *done;
  }
  if (!machine_.opaque_call(call, is_wrapped)) return false;
  result_ = call.result;
  return true;
}

std::optional<bool> Machine::FunctionCall::try_model(ModelCall& call) {
  // A friend that only its class shows, of one that is run: no model's business.
  if (!method_ && isa<CXXRecordDecl>(function_->getLexicalDeclContext()) &&
      machine_.is_interpreted_library(function_))
    if (const FunctionDecl* body = machine_.definition(function_)) return run_body(body, call.args);
  if (const ModelEntry* model = machine_.library_.find(qualified_name(function_), function_)) {
    machine_.storage_.set_position(expr_->getExprLoc()); // the arguments' are behind it
    if (!machine_.run_model(*model, call)) return false;
    result_ = call.result;
    return true;
  }
  if (machine_.is_interpreted_library(function_) &&
      !machine_.looks_into_modelled(function_, call.args))
    if (const FunctionDecl* body = machine_.definition(function_)) return run_body(body, call.args);
  return std::nullopt;
}

bool Machine::FunctionCall::run_body(const FunctionDecl* body,
                                     llvm::SmallVector<Operand, 4>& args) {
  const bool closure = method_ && method_->getParent()->isLambda();
  return machine_.run_body(expr_, body, closure ? nullptr : object_, args, result_,
                           closure ? object_ : nullptr);
}

/// Functions that do not come back to their caller, or do so twice.
std::optional<bool> Machine::FunctionCall::try_end(std::string_view unqualified) {
  if (jumps_out(machine_.context_, function_))
    return report_.unsupported(expr_, missing::function_that_leaves_in_its_own_way, unqualified);
  const unsigned builtin = library_function(function_);
  const bool ends = (function_->isNoReturn() && !machine_.is_user_code(function_)) ||
                    (builtin != 0 && machine_.context_.BuiltinInfo.isNoReturn(builtin));
  if (!ends) return std::nullopt;
  // abort and the like do not throw; what may does (std::rethrow_exception).
  const auto* type = function_->getType()->castAs<FunctionProtoType>();
  if (builtin == 0 && !function_->hasAttr<NoThrowAttr>() && !type->isNothrow())
    return report_.unsupported(expr_, missing::function_that_throws_in_its_own_way, name_);
  return machine_.end_program(expr_, "the program ends here");
}

bool Machine::call_function(const Expr* expr, const FunctionDecl* function, Operand self,
                            llvm::SmallVector<Operand, 4> args, Result& result, bool is_virtual) {
  FunctionCall call(*this, expr, function, std::move(self), std::move(args), result);
  return call.run(is_virtual);
}

bool Machine::call_value(const Expr* expr, const Value& callable,
                         llvm::SmallVector<Operand, 4> args, Result& result) {
  Value target = callable;
  if (target.is(Value::Kind::Pointer)) target = target.target()->value();
  if (target.is(Value::Kind::Function)) {
    const FunctionDecl* function = target.function();
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method && !method->isStatic()) {
      if (args.empty()) return report_.unsupported(expr);
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
  if (target.is_object() && target.object()->kind == Object::Kind::Module)
    return library_.call_module(*this, expr, target.object(), std::move(args), result);
  if (target.is_object() && target.object()->type) {
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
  if (target.is(Value::Kind::None)) return report_.error(expr, diag::empty_function_called);
  if (target.is(Value::Kind::Opaque)) {
    if (target.reason() == later_call_reason || any_touches_graph(args))
      return report_.not_known(expr, target, "the function that is called here");
    for (Location* place : handed_out_)
      if (!touches_graph(place->value())) storage_.write(place, target);
    pass_over(expr, report_.source_text(expr), diag::unknown_function_called);
    result.value = target;
    return true;
  }
  return report_.unsupported(expr, missing::calling_this_value);
}

} // namespace fx::frontend
