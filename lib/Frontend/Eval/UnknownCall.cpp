// Calls that have no model and cannot be run.
#include "Frontend/Eval/Machine.h"
#include "Frontend/Lower/Construction.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether nothing happens where an object of this type dies: a number, a tensor, text, or a
/// container of such.
bool dies_in_silence(QualType type) {
  if (is_tensor_type(type) || type->isArithmeticType()) return true;
  const auto* record =
      dyn_cast_or_null<ClassTemplateSpecializationDecl>(type->getAsCXXRecordDecl());
  if (record == nullptr || !record->isInStdNamespace() || !record->getIdentifier()) return false;
  const llvm::StringRef name = record->getName();
  const llvm::ArrayRef<TemplateArgument> arguments = record->getTemplateArgs().asArray();
  if (name == "basic_string") return true;
  const bool has_keys = name == "map" || name == "unordered_map" || name == "pair";
  if (!has_keys && name != "vector" && name != "list" && name != "deque" && name != "set")
    return false;
  return llvm::all_of(arguments.take_front(has_keys ? 2 : 1), [](const TemplateArgument& argument) {
    return dies_in_silence(argument.getAsType());
  });
}

/// Whether it is a function of LibTorch that is called for what it does: it has no result.
bool is_command_of_libtorch(const FunctionDecl* callee) {
  if (!callee->getReturnType()->isVoidType()) return false;
  const DeclContext* outermost = callee;
  while (!outermost->getParent()->isTranslationUnit())
    outermost = outermost->getParent();
  const auto* space = dyn_cast<NamespaceDecl>(outermost);
  return space && llvm::is_contained({"at", "torch", "c10", "caffe2"}, space->getName());
}

/// Whether `method` gives a container other contents, whatever it had: what earlier calls of
/// forward left there does not matter then.
bool replaces_contents(const CXXMethodDecl* method, llvm::ArrayRef<Operand> args) {
  const bool assigns = method->getOverloadedOperator() == OO_Equal;
  const bool named =
      method->getIdentifier() && (method->getName() == "clear" || method->getName() == "assign");
  return (assigns || named) &&
         llvm::none_of(
             args, [](const Operand& operand) { return operand.value.is(Value::Kind::Opaque); }) &&
         dies_in_silence(method->getASTContext().getCanonicalTagType(method->getParent()));
}

} // namespace

bool Machine::make_anew(const Expr* where, const CXXMethodDecl* method,
                        llvm::ArrayRef<Operand> args, Operand& self) {
  if (!self.value.is(Value::Kind::Opaque) || self.place == nullptr ||
      self.value.reason() != later_call_reason || !replaces_contents(method, args))
    return true;
  Result empty;
  if (!construct_resolved(where, context_.getCanonicalTagType(method->getParent()), {}, empty))
    return false;
  storage_.write(self.place, empty.value);
  self.value = empty.value;
  return true;
}

bool Machine::call_of_unknown(ModelCall& call) {
  const Value unknown = call.self.value;
  const FunctionDecl* callee = call.callee;
  const ModelEntry* row =
      is_user_code(callee) ? nullptr : library_.find(qualified_name(callee), callee);
  // A row for a whole namespace is no model of what this one does.
  const bool has_model = row && !row->name.ends_with("::*");
  if (!is_user_code(callee) && !has_model && is_command_of_libtorch(callee))
    report_.loss(call.location(), diag::library_call_not_in_the_graph, qualified_name(callee));
  if (row == nullptr) {
    if (is_user_code(callee) && definition(callee) == nullptr) pass_over(call);
    if (!havoc_reachable(call, unknown, nullptr)) return false;
    return call.ret(unknown);
  }
  const Contract& contract = row->contract;
  const auto* method = llvm::cast<CXXMethodDecl>(callee);
  // An assignment gives it a value, whatever it had.
  if (!contract.reads.has(Part::Self) && contract.returns.value() == Returns::Self &&
      (method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator()) &&
      call.self.place && !call.args[0].value.is(Value::Kind::Opaque)) {
    Value assigned;
    if (!initial_value(call.expr, context_.getCanonicalTagType(method->getParent()), call.args[0],
                       assigned))
      return false;
    storage_.write(call.self.place, assigned);
    return call.ret_place(call.self.place);
  }
  if (!havoc_reachable(call, unknown, &contract)) return false;
  if (contract.returns.value() == Returns::Self && call.self.place)
    return call.ret_place(call.self.place);
  return call.ret(unknown);
}

// What is given to an optimizer.
bool Machine::is_weights(const Value& given) {
  const Value value = given.is(Value::Kind::Pointer) ? given.target()->value() : given;
  if (value.is_node()) return graph_.construction().weight(value.node());
  return value.is_object() && value.object()->kind == Object::Kind::Sequence &&
         llvm::all_of(value.object()->elements, [&](const Location* element) {
           const Value& item = element->value();
           return !touches_graph(item) ||
                  (item.is_node() && graph_.construction().weight(item.node()));
         });
}

void Machine::havoc_shown_globals(const Expr* where, llvm::StringRef callee) {
  shown_globals_ =
      Value::opaque(where->getExprLoc(), fmt::format("'{}' may change it", callee.str()));
  llvm::SmallPtrSet<const Location*, 32> seen;
  for (const auto& [variable, place] : globals_)
    if (may_be_changed_elsewhere(variable)) havoc_parts(place, *shown_globals_, seen);
}

void Machine::pass_over(const ModelCall& call) {
  const std::string name = qualified_name(call.callee);
  pass_over(call.expr, name, diag::call_not_in_the_graph, name);
}

unsigned Machine::library_function(const FunctionDecl* function) {
  const IdentifierInfo* identifier = function->isExternC() ? function->getIdentifier() : nullptr;
  return identifier ? identifier->getBuiltinID() : function->getBuiltinID();
}

bool Machine::may_be_changed_elsewhere(const ValueDecl* global) const {
  const auto* variable = dyn_cast<VarDecl>(global);
  if (variable == nullptr || !is_user_code(variable)) return false;
  const auto* around = dyn_cast<FunctionDecl>(variable->getDeclContext());
  return (around ? around->isExternallyVisible() : variable->isExternallyVisible()) &&
         !variable->getType()->isReferenceType() &&
         !context_.getBaseElementType(variable->getType()).isConstQualified();
}

bool Machine::opaque_call(ModelCall& call, bool wrapped) {
  const std::string name = qualified_name(call.callee);
  if (!wrapped && is_user_code(call.callee)) note_missing_body(call.callee);
  const auto touches = [&](const Operand& operand) {
    return touches_graph(operand.value) && !(graph_.in_constructor() && is_weights(operand.value));
  };
  const bool has_tensors = touches(call.self) || llvm::any_of(call.args, touches);
  if (has_tensors && (wrapped || is_user_code(call.callee))) {
    // The user's own operator, defined elsewhere: one node, under its C++ name.
    const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
    // Of a method that --wrap names the object is a part of the model, and no argument.
    if (method && !method->isStatic() && (!wrapped || touches(call.self)))
      return report_.error(call.expr, diag::body_in_another_file, name);
    std::vector<Argument> args;
    for (const Operand& operand : call.args) {
      Argument argument;
      if (!graph_.lower(operand, argument)) return false;
      args.push_back(std::move(argument));
    }
    if (!wrapped) report_.loss(call.location(), diag::call_without_a_body, name);
    Node* node = graph_.emit(call.expr, Opcode::CallFunction, name, std::move(args));
    if (!havoc_reachable(
            call, Value::opaque(call.location(), fmt::format("'{}' may change it", name)), nullptr))
      return false;
    return call.ret(call.callee->getReturnType()->isVoidType() ? Value::none() : Value::node(node));
  }
  if (has_tensors) return report_.error(call.expr, diag::unknown_library_function, name);
  // A function of the program's own may change what the program shows to other files.
  if (!wrapped && is_user_code(call.callee) && library_function(call.callee) == 0 &&
      !call.callee->hasAttr<PureAttr>() && !call.callee->hasAttr<ConstAttr>())
    pass_over(call);
  else if (is_command_of_libtorch(call.callee))
    report_.loss(call.location(), diag::library_call_not_in_the_graph, name);
  // Unknown but harmless: the result may flow, only deciding something with it is an error. What
  // the callee could have changed is unknown from here on, too.
  const Value unknown = Value::opaque(
      call.location(),
      fmt::format("the result of '{}' is not known: the tracer has no model of it", name));
  if (!havoc_reachable(call, unknown, nullptr)) return false;
  if (const auto* method = dyn_cast<CXXMethodDecl>(call.callee);
      method && !method->isConst() && call.self.place && !isa<CXXConstructorDecl>(method))
    storage_.write(call.self.place, unknown);
  return call.ret(unknown);
}

} // namespace fx::frontend
