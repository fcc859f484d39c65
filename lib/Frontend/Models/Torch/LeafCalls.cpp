// Calls of the user's own modules that stay one node: what --leaf names, what fx::call makes, and
// what the rule leaf-modules is to write as fx::call; and functions that fx::wrap has made one.
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Text.h"
#include "Frontend/Models/Torch/Modules.h"
#include "Frontend/Models/Torch/WrittenCall.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// Whether a class is among some that are named as --leaf does it.
bool is_among(const std::vector<std::string>& classes, const CXXRecordDecl* record) {
  return llvm::any_of(classes, [name = qualified_name(record)](const std::string& other) {
    return other == name || other + "Impl" == name;
  });
}

} // namespace

bool is_named_leaf(const Machine& machine, const CXXRecordDecl* record) {
  return is_among(machine.options().leaves, record);
}

namespace {

/// Whether the rule leaf-modules is for modules of a class.
bool is_meant(const Machine& machine, const CXXRecordDecl* record) {
  const std::optional<LeafCalls>& wanted = machine.options().leaf_calls;
  return wanted && (wanted->classes.empty() || is_among(wanted->classes, record));
}

/// The numbers among the arguments as forward gets them.
bool convert_arguments(Machine& machine, const Expr* expr, const CXXMethodDecl* forward,
                       llvm::MutableArrayRef<Operand> args) {
  for (size_t i = 0; i < args.size() && i < forward->getNumParams(); ++i) {
    const QualType type = forward->getParamDecl(i)->getType().getNonReferenceType();
    const QualType given = type_of(args[i]);
    if (!type->isArithmeticType() || given.isNull() ||
        !given.getNonReferenceType()->isArithmeticType())
      continue;
    const Expr* where = args[i].expr ? args[i].expr : expr;
    if (!machine.convert(where, given, type, args[i].value)) return false;
  }
  return true;
}

/// One node; the module is a leaf from here on, as one that --leaf names is from the beginning.
bool call_whole(Machine& machine, const Expr* expr, const Object& module,
                const CXXMethodDecl* forward, llvm::SmallVector<Operand, 4> args, Result& result) {
  while (!args.empty() && args.back().expr && isa<CXXDefaultArgExpr>(args.back().expr))
    args.pop_back();
  if (forward && !convert_arguments(machine, expr, forward, args)) return false;
  ModuleNode& node = *module.module;
  node.kind = ModuleKind::Leaf;
  // A class of the user's that derives from Conv2dImpl is no Conv2d as a whole.
  node.cpp_type = machine.type_name(machine.context().getCanonicalTagType(module.type));
  node.options.clear();
  return forward_leaf(machine, expr, &module, args, result);
}

/// Once of a place, however often it runs.
void say_left(Reporter& report, clang::SourceLocation where, const std::string& type,
              const std::string& why) {
  const Saying saying = say(diag::leaf_call_left, type, why);
  const bool is_said = llvm::any_of(report.diagnostics(), [&](const PendingDiagnostic& other) {
    return other.info == saying.info && other.location == where;
  });
  if (!is_said) report.remark(where, diag::leaf_call_left, type, why);
}

} // namespace

std::optional<bool> call_leaf(Machine& machine, const Expr* expr, const Object& module,
                              const CXXMethodDecl* forward,
                              const llvm::SmallVector<Operand, 4>& args, Result& result) {
  GraphBuilder& graph = machine.graph();
  // The model itself, and a forward that calls that of a base class.
  if (graph.in_constructor() || graph.is_adopted_root(module.module) ||
      graph.current_module() == &module)
    return std::nullopt;
  if (is_named_leaf(machine, module.type))
    return call_whole(machine, expr, module, forward, args, result);
  if (!is_meant(machine, module.type)) return std::nullopt;
  WrittenCall written(machine, expr, module);
  if (const std::string why = written.why_not(); !why.empty()) {
    say_left(machine.report(), expr->getExprLoc(), module.module->cpp_type.str(), why);
    return std::nullopt;
  }
  if (!call_whole(machine, expr, module, forward, args, result)) return false;
  result.value.node()->set_meta(meta::leaf_call, written.leaf_call());
  return true;
}

namespace {

/// fx::call(module, args...)
bool call_module_whole(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* module = module_of(call.args[0].value);
  if (module == nullptr) return call.error(diag::empty_holder_called);
  llvm::SmallVector<Operand, 4> args(llvm::drop_begin(call.args));
  const bool is_library = is_torch_library(module->type);
  if (is_library &&
      (is_container_class(module->type) || derives_from(module->type, "torch::nn::FunctionalImpl")))
    return call.unsupported(missing::container_called_whole, module->module->cpp_type.str());
  if (is_library || call.graph().in_constructor() || call.graph().is_adopted_root(module->module))
    return call_module(machine, call.expr, module, std::move(args), call.result);
  bool ambiguous = false;
  const CXXMethodDecl* forward = find_forward(module->type, args.size(), ambiguous);
  return call_whole(machine, call.expr, *module, ambiguous ? nullptr : forward, std::move(args),
                    call.result);
}

/// fx::wrap(name, function): a closure of Calls.h that holds both.
bool wrap(ModelCall& call) {
  std::string name;
  if (!text_of(call.args[0], name))
    return call.report().not_known(call.args[0].expr, call.args[0].value, "the name of a function");
  Value function;
  if (!call.take(1, function)) return false;
  Object* made =
      call.storage().create(Object::Kind::Closure, record_of(call.callee->getReturnType()));
  made->hidden = {call.storage().allocate(Value::string(name)), call.storage().allocate(function)};
  return call.ret(Value::object(made));
}

/// What fx::wrap has made is called: a node where an argument is traced, else what it holds.
bool call_wrapped(ModelCall& call, const Object& wrapped) {
  const std::string name(wrapped.hidden[0]->value().text());
  const auto is_traced = [](const Operand& operand) { return touches_graph(operand.value); };
  if (call.graph().in_constructor() || llvm::none_of(call.args, is_traced))
    return call.machine.call_value(call.expr, wrapped.hidden[1]->value(), call.args, call.result);
  std::vector<Argument> args;
  for (const Operand& operand : call.args)
    if (!call.graph().lower(operand, args.emplace_back())) return false;
  Node* node = call.graph().emit(call.expr, Opcode::CallFunction, name, std::move(args));
  const Value unknown = Value::opaque(call.location(), fmt::format("'{}' may change it", name));
  if (!call.machine.havoc_reachable(call, unknown, nullptr)) return false;
  return call.ret(call.callee->getReturnType()->isVoidType() ? Value::none() : Value::node(node));
}

/// What else of libfx-runtime is called; closures have no names.
bool live_function(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  const bool is_wrapped = call.name == "operator()" && self && self->hidden.size() == 2 &&
                          self->kind == Object::Kind::Closure;
  return is_wrapped ? call_wrapped(call, *self) : call.machine.opaque_call(call, false);
}

} // namespace

extern const ModelTable live_models = {
    {"fx::call", call_module_whole, changes_modules},
    {"fx::wrap", wrap, constructs},
    {"fx::*", live_function, runs},
};

} // namespace fx::frontend
