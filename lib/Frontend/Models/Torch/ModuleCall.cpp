// Calls of modules: a forward of the user's, the modules of a Sequential, a leaf.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Text.h"
#include "Frontend/Models/Torch/Modules.h"

#include "fx/IR/SequentialElement.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

const CXXMethodDecl* find_forward(const CXXRecordDecl* record, size_t num_args, bool& ambiguous) {
  const CXXMethodDecl* found = nullptr;
  bool any = false;
  for (const CXXMethodDecl* method : record->methods()) {
    if (!method->getDeclName().isIdentifier() || method->getName() != "forward") continue;
    any = true;
    if (method->getMinRequiredArguments() > num_args || method->getNumParams() < num_args) continue;
    ambiguous |= found != nullptr;
    found = method;
  }
  if (found || any || is_torch_library(record)) return found;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType()); is_module_class(parent))
      if (const CXXMethodDecl* inherited = find_forward(parent, num_args, ambiguous))
        return inherited;
  return nullptr;
}

bool is_same_in_each_call(Machine& machine, const Expr* expr, const Object& module) {
  // A rule says what a model is to have, which has it once.
  const bool is_of_a_rule = machine.in_rule() && machine.graph().current_module() == nullptr;
  if (!module.made_in_forward || module.module->is_input || is_of_a_rule ||
      !may_hold_tensors(machine, module))
    return true;
  return machine.report().error(expr, diag::module_made_in_forward, module.module->cpp_type.str());
}

namespace {

/// A value that a module of the library's hands on, as an operand.
Operand handed_on(const Expr* expr, const Value& value) {
  Operand operand;
  operand.expr = expr;
  operand.type = expr->getType();
  operand.value = value;
  return operand;
}

/// A leaf that the constructor runs.
bool run_on_trial(Machine& machine, const Expr* expr, const Object& leaf,
                  llvm::ArrayRef<Operand> args, Result& result) {
  std::vector<Argument> lowered;
  for (const Operand& operand : args) {
    if (operand.value.is(Value::Kind::Opaque)) {
      result.value = operand.value;
      return true;
    }
    Argument argument;
    if (!machine.graph().lower(operand.expr ? operand.expr : expr, operand.value, argument))
      return false;
    lowered.push_back(std::move(argument));
  }
  Node* call = machine.graph().emit(expr, Opcode::CallModule, "?", std::move(lowered));
  machine.graph().construction().note_trial(call, *leaf.module);
  result.value = Value::node(call);
  return true;
}

/// Whether what a call has before its forward has an operator[] for the modules of a Sequential.
bool is_indexed(const Expr* call) {
  call = call->IgnoreUnlessSpelledInSource();
  if (isa<CXXOperatorCallExpr>(call)) return true; // layers(x)
  const auto* forward = dyn_cast<CallExpr>(call);
  const auto* member =
      forward ? dyn_cast<MemberExpr>(forward->getCallee()->IgnoreParens()) : nullptr;
  if (member == nullptr) return false;
  const auto* arrow = dyn_cast<CXXOperatorCallExpr>(member->getBase()->IgnoreImplicit());
  if (arrow == nullptr || arrow->getOperator() != OO_Arrow) return !member->isArrow();
  return derives_from(record_of(arrow->getArg(0)->getType()), "torch::nn::ModuleHolder");
}

/// What a module of a Sequential returned: for those who write the call of the Sequential out.
void note_element(const Expr* expr, const Object& sequential, size_t element, const Value& value) {
  const ModuleNode* of = sequential.module;
  if (expr == nullptr || of == nullptr || of->children.size() != sequential.elements.size() ||
      of->children[element]->kind != ModuleKind::Leaf || !value.is(Value::Kind::Node))
    return;
  Node& call = *value.node();
  const ModuleNode* place = of->children[element];
  const ModuleNode* module = place->alias_of ? place->alias_of : place;
  if (call.op() == Opcode::CallModule && call.meta(meta::syntax) != nullptr &&
      call.target().view() == module->path())
    call.set_meta(meta::sequential_element, {Symbol(place->path()), is_indexed(expr)});
}

/// Each module gets what the one before it returned.
bool forward_sequential(Machine& machine, const Expr* expr, const Object* object,
                        llvm::SmallVector<Operand, 4> args, Result& result) {
  if (object->elements.empty()) return machine.report().error(expr, diag::empty_sequential_called);
  const bool is_root = &machine.graph().in_tree(*object->module) != object->module;
  if (object->module->parent == nullptr && !is_root && !machine.graph().in_constructor())
    adopt_unregistered(machine, expr, object);
  for (size_t i = 0; i < object->elements.size(); ++i) {
    const Object* child = module_of(object->elements[i]->value());
    result = {};
    if (!add_forward_defaults(machine, expr, *child, args) ||
        !call_module(machine, expr, child, std::move(args), result))
      return false;
    note_element(expr, *object, i, result.value);
    args = {handed_on(expr, result.value)};
  }
  result.place = nullptr;
  return true;
}

/// torch::nn::Functional(function, bound...)
bool forward_function(Machine& machine, const Expr* expr, const Object* object,
                      llvm::SmallVector<Operand, 4> args, Result& result) {
  for (size_t i = 1; i < object->elements.size(); ++i)
    args.push_back(handed_on(expr, object->elements[i]->value()));
  // What the function may return by reference the module returns by value.
  const bool ok = machine.call_value(expr, object->elements[0]->value(), std::move(args), result);
  result.place = nullptr;
  if (ok && object->module != nullptr && result.value.is(Value::Kind::Node))
    machine.graph().note_function(*result.value.node(), *object->module);
  return ok;
}

} // namespace

/// Not in a module that a rule makes: it has no class in the model's files.
static bool is_of_rule(Machine& machine, const Expr* expr, const Object& leaf) {
  if (!machine.in_rule() || leaf.module->parent == nullptr) return true;
  const ModuleNode* top = leaf.module;
  while (top->parent != nullptr)
    top = top->parent;
  return top == &machine.graph().traced().modules.root() ||
         machine.report().error(expr, diag::rule_makes_a_part, leaf.module->cpp_type.str());
}

bool forward_leaf(Machine& machine, const Expr* expr, const Object* object,
                  llvm::ArrayRef<Operand> args, Result& result) {
  std::vector<Argument> lowered;
  for (const Operand& operand : args) {
    Argument argument;
    if (!machine.graph().lower(operand.expr ? operand.expr : expr, operand.value, argument))
      return false;
    lowered.push_back(std::move(argument));
  }
  if (!is_of_rule(machine, expr, *object) || !is_same_in_each_call(machine, expr, *object))
    return false;
  const bool is_new = object->module->parent == nullptr;
  if (!compare_options(machine, expr, *object, /*may_update=*/is_new)) return false;
  Node* in_own_mode = nullptr;
  if (!call_in_own_mode(machine, expr, *object, lowered, in_own_mode)) return false;
  if (in_own_mode) {
    result.value = Value::node(in_own_mode);
    return true;
  }
  if (object->module->parent == nullptr && !adopt_unregistered(machine, expr, object))
    return machine.report().error(expr, diag::unregistered_module_called,
                                  object->module->cpp_type.str());
  if (has_replaced_tensor(*object))
    return call_with_replaced_tensors(machine, expr, object, std::move(lowered), result);
  result.value = Value::node(
      machine.graph().emit(expr, Opcode::CallModule, object->module->path(), std::move(lowered)));
  return true;
}

bool library_forward(Machine& machine, const Expr* expr, const Object* object,
                     llvm::SmallVector<Operand, 4> args, Result& result) {
  drop_defaulted(args);
  if (derives_from(object->type, "torch::nn::SequentialImpl"))
    return forward_sequential(machine, expr, object, std::move(args), result);
  if (derives_from(object->type, "torch::nn::FunctionalImpl"))
    return forward_function(machine, expr, object, std::move(args), result);
  if (is_container_class(object->type))
    return machine.report().error(expr, diag::container_without_forward);
  if (machine.graph().in_constructor()) {
    note_run_in_constructor(machine, expr, *object);
    return run_on_trial(machine, expr, *object, args, result);
  }
  return forward_leaf(machine, expr, object, args, result);
}

bool has_other_forward(const CXXRecordDecl* given, const Object& module) {
  if (given == nullptr || module.type == nullptr) return false;
  const auto owner = [](auto&& recurse, const CXXRecordDecl* record) -> const CXXRecordDecl* {
    if (record == nullptr || !record->hasDefinition()) return nullptr;
    record = record->getDefinition();
    if (is_torch_library(record)) return record;
    for (const CXXMethodDecl* method : record->methods())
      if (method->getDeclName().isIdentifier() && method->getName() == "forward")
        return method->isVirtual() ? nullptr : record;
    for (const CXXBaseSpecifier& base : record->bases())
      if (const CXXRecordDecl* parent = record_of(base.getType()); is_module_class(parent))
        return recurse(recurse, parent);
    return nullptr;
  };
  const CXXRecordDecl* seen = owner(owner, given);
  const CXXRecordDecl* own = owner(owner, module.type);
  return seen && own && seen->getCanonicalDecl() != own->getCanonicalDecl() &&
         module.type->isDerivedFrom(seen);
}

bool call_module(Machine& machine, const Expr* expr, const Object* object,
                 llvm::SmallVector<Operand, 4> args, Result& result, const CXXRecordDecl* given) {
  drop_defaulted(args);
  if (has_other_forward(given, *object)) {
    bool ambiguous = false;
    const CXXMethodDecl* forward =
        is_torch_library(given) ? nullptr : find_forward(given, args.size(), ambiguous);
    if (ambiguous)
      return machine.report().unsupported(expr, missing::choosing_between_overloads_of_forward);
    if (forward == nullptr || is_torch_library(forward))
      return library_forward(machine, expr, object, std::move(args), result);
    Operand self;
    self.value = Value::object(object);
    self.place = object->self;
    return machine.call_function(expr, forward, self, std::move(args), result);
  }
  const bool leaf = object->module->kind == ModuleKind::Leaf && is_torch_library(object->type);
  const bool named_leaf = is_named_leaf(machine, object->type);
  if (!leaf && !named_leaf && !is_torch_library(object->type)) {
    bool ambiguous = false;
    const CXXMethodDecl* forward = find_forward(object->type, args.size(), ambiguous);
    if (ambiguous)
      return machine.report().unsupported(expr, missing::choosing_between_overloads_of_forward);
    if (forward && !is_torch_library(forward)) {
      Operand self;
      self.value = Value::object(object);
      self.place = object->self;
      return machine.call_function(expr, forward, self, std::move(args), result);
    }
  }
  return library_forward(machine, expr, object, std::move(args), result);
}

} // namespace fx::frontend
