// The methods of torch::nn::Module, and the members of its leaves.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Text.h"
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

bool read_field(Machine& machine, const Expr* expr, const Value& base, const FieldDecl* field,
                Result& result) {
  if (base.is(Value::Kind::None) || base.is_node() || base.is(Value::Kind::Uninitialized)) {
    // A pair an operator returned: first and second are its items.
    if (base.is_node() && (field->getName() == "first" || field->getName() == "second")) {
      result.value = machine.graph().get_item(expr, base.node(), field->getName() == "second");
      return true;
    }
    // A struct that is an input of the model.
    if (base.is_node()) {
      result.value = Value::node(
          machine.graph().emit(expr, Opcode::CallFunction, "builtins.getattr",
                               {Argument(base.node()), Argument::string(field->getName().str())}));
      return true;
    }
    return machine.report().unsupported(expr, missing::reading_a_member_of_this_value);
  }
  if (!base.is_object())
    return machine.report().unsupported(expr, missing::reading_a_member_of_this_value);
  const Object* object = base.object();
  const auto* owner = llvm::cast<CXXRecordDecl>(field->getParent());
  if (object->kind == Object::Kind::Sequence && object->is_tuple && object->elements.size() == 2) {
    result.place = object->elements[field->getName() == "second"];
    return true;
  }
  if (object->kind == Object::Kind::Module && is_torch_library(owner)) {
    if (field->getName() == "options" && object->options_object) {
      // What the constructor does with them does not stand where the module is made.
      if (object->module->syntax && machine.graph().in_constructor())
        object->module->syntax->any_option_varies = true;
      result.place = object->options_object->self;
      return true;
    }
    if (is_tensor_type(field->getType()))
      return read_leaf_tensor(machine, expr, {object, field}, result);
  }
  result.place = machine.field_place(object, field);
  return true;
}

namespace {

/// Notes that `name` is registered in `self`, which may be a layer that has no place for it.
bool note_added(ModelCall& call, const Object& self, std::string_view name) {
  if (!is_library_leaf(*self.module) || call.graph().is_adopted_root(self.module)) return true;
  call.graph().construction().note_added(*self.module, call.location(), std::string(name));
  return call.graph().in_constructor() ||
         call.graph().construction().leaves_are_plain(nullptr, call.location());
}

bool register_module(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  if (!call.args[0].value.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                      "the name of a submodule");
  const Value& value = call.args[1].value;
  if (value.is(Value::Kind::Opaque) && value.reason() == cloned_module)
    return call.error(diag::clone_registered);
  if (value.is(Value::Kind::Opaque))
    return machine.report().not_known(call.args[1].expr, value, "the module registered here");
  const Object* child = module_of(value);
  if (self == nullptr || child == nullptr) return call.error(diag::empty_holder_registered);
  if (!note_added(call, *self, call.args[0].value.text())) return false;
  const bool is_first = child->module->parent == nullptr;
  if (!attach_module(machine, call.expr, self, child, call.args[0].value.text())) return false;
  if (const auto* written = dyn_cast<CallExpr>(call.expr); written && is_first)
    machine.graph().note_registered(*child->module, *written);
  return call.ret(Value::pointer(child->self));
}

bool register_tensor(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  const bool parameter = call.name == "register_parameter";
  if (self == nullptr) return call.unsupported();
  if (!machine.graph().in_constructor()) return call.error(diag::forward_registers_a_tensor);
  if (!call.args[0].value.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                      "the name of a tensor");
  const std::string name(call.args[0].value.text());
  if (self->module->tensor(name) || self->module->child(name))
    return call.error(diag::registered_twice, name);
  if (!note_added(call, *self, name)) return false;
  TensorSlot slot;
  slot.name = name;
  slot.role = parameter ? TensorRole::Parameter : TensorRole::Buffer;
  slot.requires_grad = parameter;
  slot.location = machine.graph().source_range(call.expr->getSourceRange());
  if (parameter && call.num_given() > 2) {
    if (!call.args[2].value.is(Value::Kind::Int))
      return machine.report().not_known(call.args[2].expr, call.args[2].value, "requires_grad");
    slot.requires_grad = call.args[2].value.as_int() != 0;
  }
  Argument init;
  if (!machine.graph().lower(call.args[1].expr, call.args[1].value, init)) return false;
  if (init.is_node()) slot.init = init.as_node();
  if (slot.init && !machine.graph().stands_alone(call.location(), slot.init)) return false;
  self->module->tensors.push_back(slot);
  const auto index = static_cast<uint32_t>(self->module->tensors.size() - 1);
  if (!slot.init) return call.ret(Value::none()); // the name of an undefined tensor
  machine.graph().note_registered(slot.init, Value::tensor_slot(self->module, index));
  if (slot.requires_grad) machine.graph().construction().note_parameter(slot.init, true);
  return call.ret(Value::tensor_slot(self->module, index));
}

/// torch::load(module, file): weights come from elsewhere, the model stays what it is.
bool load_weights(ModelCall& call) {
  const Object* module = module_of(call.args[0].value);
  if (module == nullptr) return call.machine.opaque_call(call, false);
  call.graph().construction().note_loaded(*module->module);
  call.report().loss(call.location(), diag::weights_not_loaded);
  return call.ret(Value::none());
}

bool is_training(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->kind != Object::Kind::Module) return call.unsupported();
  const bool mode = call.graph().is_training();
  return call.ret(Value::boolean(self->module->is_input ? mode : self->training));
}

/// train(on), eval(): LibTorch's own, which calls train() of each child.
bool train(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->kind != Object::Kind::Module) return call.unsupported();
  call.graph().is_training(); // what comes of it may be another in the other mode
  bool on = call.name == "train";
  call.storage().set_position(call.location());
  if (on && call.num_given() == 1 &&
      !call.machine.truth(call.args[0].expr ? call.args[0].expr : call.expr, call.args[0].value, on,
                          "the mode that train() is given"))
    return false;
  const bool ok = call.name == "eval" ? train_module(call.machine, call.expr, self, false)
                                      : train_by_library(call.machine, call.expr, self, on);
  return ok && call.ret(Value::none());
}

/// module.load(archive), inside the model.
bool load_state(ModelCall& call) {
  call.report().loss(call.location(), diag::weights_not_loaded);
  return call.ret(Value::none());
}

/// to(dtype) of what is registered: parameters and buffers, integers too, get the type.
bool convert_tensors(ModelCall& call, const Object& module, const Argument& dtype) {
  for (TensorSlot& slot : module.module->tensors)
    if (slot.init && slot.role != TensorRole::Constant) {
      const Node* last = slot.init;
      slot.init =
          call.graph().emit(call.expr, Opcode::CallMethod, "to", {Argument(slot.init), dtype});
      const auto index = static_cast<uint32_t>(&slot - module.module->tensors.data());
      call.graph().note_registered(slot.init, Value::tensor_slot(module.module, index));
      call.graph().note_registered(last, Value::tensor_slot(module.module, index));
    }
  if (module.module->kind == ModuleKind::Leaf && may_hold_tensors(call.machine, module)) {
    const auto tensors = registered_tensors(call.machine, module);
    const auto is_buffer = [](const ops::RegisteredTensor& tensor) { return tensor.is_buffer(); };
    const bool stays = tensors && llvm::none_of(*tensors, is_buffer) &&
                       dtype.is(Argument::Kind::Dtype) && dtype.symbol().view() == "float32";
    if (!stays) return call.error(diag::weights_converted, module.module->cpp_type.str());
  }
  return llvm::all_of(module.elements, [&](const Location* element) {
    const Object* child = module_of(element->value());
    return child == nullptr || convert_tensors(call, *child, dtype);
  });
}

/// module.to(device), to(dtype), to(device, dtype).
bool to(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->kind != Object::Kind::Module) return call.unsupported();
  for (const Operand& operand : call.args) {
    if (operand.defaulted) continue;
    const QualType type =
        call.callee->getParamDecl(static_cast<unsigned>(&operand - call.args.data()))->getType();
    if (type->isBooleanType()) continue; // non_blocking
    if (record_of(type)) {               // a device
      const bool stays = operand.value.is(Value::Kind::Constant) &&
                         operand.value.argument().is(Argument::Kind::Device) &&
                         operand.value.argument().symbol().view() == "cpu";
      if (!stays) call.report().remark(call.location(), diag::device_not_kept);
      if (!stays && call.graph().in_constructor()) call.graph().construction().note_moved();
      continue;
    }
    if (!call.graph().in_constructor()) return call.error(diag::forward_converts_weights);
    Argument dtype;
    if (!call.graph().lower(operand, dtype) || !convert_tensors(call, *self, dtype)) return false;
  }
  return call.ret(Value::none());
}

bool zero_grad(ModelCall& call) {
  if (!call.graph().in_constructor()) return call.error(diag::forward_clears_gradients);
  return call.ret(Value::none());
}

/// What no other model of torch::nn caught: modules, options, helper classes.
bool torch_nn(ModelCall& call) {
  Machine& machine = call.machine;
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(call.callee)) {
    const CXXRecordDecl* record = constructor->getParent();
    if (is_options_class(record)) return options_model(call);
    if (is_module_class(record)) {
      const Object* object = create_module(machine, record);
      if (!init_library_base(machine, call.expr, constructor, object, call.args)) return false;
      return call.ret(Value::object(object));
    }
    return call.machine.opaque_call(call, false);
  }
  if (const auto* method = dyn_cast<CXXMethodDecl>(call.callee)) {
    if (is_options_class(method->getParent())) return options_model(call);
    if (const Object* self = ModelCall::object_of(call.self);
        self && self->kind == Object::Kind::Module) {
      if (call.name == "forward" || call.name == "operator()")
        return library_forward(machine, call.expr, self, call.args, call.result);
      if (llvm::is_contained({"reset", "reset_parameters", "reset_running_stats"}, call.name) &&
          (call.name == "reset_parameters" || self->module->kind == ModuleKind::Leaf))
        return reset_layer(call, *self);
      // flatten_parameters() moves weights on a GPU closer together, and does nothing elsewhere.
      if (call.name == "pretty_print" || call.name == "flatten_parameters")
        return call.ret(Value::none());
    }
  }
  return call.machine.opaque_call(call, false);
}

} // namespace

extern const ModelTable torch_module_models = {
    {"torch::nn::Module::register_module", register_module, changes_modules},
    {"torch::nn::Module::register_{parameter,buffer}", register_tensor, changes_modules},
    {"torch::load", load_weights, changes_modules},
    {"torch::nn::Module::load", load_state, changes_modules},
    {"torch::nn::Module::is_training", is_training, operates},
    {"torch::nn::Module::{train,eval}", train, changes_modules},
    {"torch::nn::Module::to", to, changes_modules},
    {"torch::nn::Module::zero_grad", zero_grad, writes_tensors},
    {"torch::nn::*", torch_nn, changes_modules},
};

} // namespace fx::frontend
