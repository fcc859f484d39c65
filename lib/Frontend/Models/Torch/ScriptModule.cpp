// torch::jit::Module: a module that TorchScript has, of which the source shows nothing.
//
// What a program loads is a leaf of the model, and a call of it is what torch.fx makes of one: its
// `_c`, which is what C++ calls torch::jit::Module, and call_method forward.
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Torch/Modules.h"

using namespace clang;

namespace fx::frontend {

namespace {

/// A torch::jit::Module names what it holds: copies are the same module.
Value make(ModelCall& call, const CXXRecordDecl* record) {
  Object* object = call.storage().create(Object::Kind::Module, record);
  object->made_in_forward = !call.graph().in_constructor();
  object->module = &call.graph().traced().modules.create(script_module_type, ModuleKind::Leaf);
  object->module->location = call.graph().source_range(call.expr->getSourceRange());
  return Value::pointer(object->self);
}

bool construct(ModelCall& call) {
  const auto* constructor = llvm::cast<CXXConstructorDecl>(call.callee);
  if (constructor->isCopyOrMoveConstructor()) return call.ret(call.args[0].value);
  if (call.num_given() > 0) return call.unsupported(missing::making_a_script_module);
  return call.ret(make(call, constructor->getParent()));
}

bool load(ModelCall& call) {
  const CXXRecordDecl* record = record_of(call.callee->getReturnType());
  if (record == nullptr || !record->hasDefinition()) return call.unsupported();
  call.report().loss(call.location(), diag::script_module_loaded);
  return call.ret(make(call, record->getDefinition()));
}

bool assign(ModelCall& call) {
  return assign_whole(call, call.args[0].value);
}

/// eval(), train(), to(): a setting of what was loaded, as long as no call is traced.
bool set(ModelCall& call) {
  if (!call.graph().in_constructor())
    return call.unsupported(missing::method_of_a_script_module, call.name);
  return call.ret(Value::none());
}

bool other_method(ModelCall& call) {
  if (call.graph().in_constructor()) return call.machine.opaque_call(call, false);
  return call.unsupported(missing::method_of_a_script_module, call.name);
}

/// module.forward({x, y}), module({x, y})
bool forward(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* module = module_of(call.self.value);
  drop_defaulted(call.args);
  if (module == nullptr || call.args.size() != 1)
    return call.unsupported(missing::method_of_a_script_module, call.name);
  if (machine.graph().in_constructor())
    return call.ret(Value::opaque(call.location(), "a module is run in the constructor here"));
  const Object* inputs = ModelCall::object_of(call.args[0]);
  if (inputs == nullptr || inputs->kind != Object::Kind::Sequence)
    return call.report().not_known(call.expr, call.args[0].value, "the inputs of this module");
  std::vector<Argument> args(1);
  for (const Location* input : inputs->elements)
    if (!machine.graph().lower(call.expr, input->value(), args.emplace_back())) return false;
  if (module->module->parent == nullptr && !adopt_unregistered(machine, call.expr, module))
    return call.error(diag::unregistered_module_called, script_module_type);
  GraphBuilder& graph = machine.graph();
  Node* script = graph.emit(call.expr, Opcode::GetAttr, module->module->path() + "._c", {});
  script->set_meta(meta::cpp_type, std::string(script_module_type));
  args.front() = script;
  return call.ret(
      Value::node(graph.emit(call.expr, Opcode::CallMethod, "forward", std::move(args))));
}

/// What a module returned as a tuple: its parts are items of it.
bool itself(ModelCall& call) {
  if (!call.self.value.is_node()) return call.unsupported();
  return call.ret(call.self.value);
}

bool element(ModelCall& call) {
  if (!call.self.value.is_node() || call.args.size() != 1) return call.unsupported();
  return element_of_input(call);
}

} // namespace

extern const ModelTable script_module_models = {
    {"torch::jit::load", load, operates},
    {"torch::jit::Module::Module", construct, constructs},
    {"torch::jit::Module::operator=", assign, assigns},
    {"torch::jit::Module::{forward,operator()}", forward, operates},
    {"torch::jit::Module::{eval,train,to}", set, sets_program},
    {"torch::jit::{Module,Object}::*", other_method, handles},
    {"c10::ivalue::Tuple::elements", itself, gives_access},
    {"c10::ivalue::TupleElements::{operator[],at}", element, gives_access},
};

} // namespace fx::frontend
