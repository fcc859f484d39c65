// Lists of what a module holds, in LibTorch's order: parameters(), buffers(), modules(),
// children(), their named forms, and apply().
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

std::string joined(const std::string& prefix, const std::string& name) {
  return prefix.empty() ? name : prefix + "." + name;
}

/// Leaves that are made of further modules, which are no objects here.
bool has_hidden_modules(const Object& module) {
  if (module.module->kind != ModuleKind::Leaf) return false;
  const llvm::StringRef type = library_class(module.type)->getName();
  return type.starts_with("Transformer") || type == "MultiheadAttentionImpl" ||
         type == "AdaptiveLogSoftmaxWithLossImpl";
}

/// Calls `visit` with the path and the object of `module` and of all modules below it, parents
/// first, until it returns false.
template <typename Visit>
bool walk(const Object* module, const std::string& path, const Visit& visit) {
  if (!visit(path, module)) return false;
  const std::vector<Location*> children = module->elements;
  const std::vector<std::string> names = module->element_names;
  for (size_t i = 0; i < children.size() && i < names.size(); ++i)
    if (const Object* child = module_of(children[i]->value());
        child && !walk(child, joined(path, names[i]), visit))
      return false;
  return true;
}

/// A flag among the arguments of a list, by its place.
bool read_flag(ModelCall& call, size_t index, bool& value) {
  if (index >= call.args.size() || call.args[index].defaulted) return true;
  const Operand& operand = call.args[index];
  return call.machine.truth(operand.expr ? operand.expr : call.expr, operand.value, value,
                            "what this list is asked for");
}

/// A list of places, each with its name when a dict is asked for.
class List {
public:
  List(ModelCall& call, bool with_names)
      : call_(call), list_(call.storage().sequence({})), with_names_(with_names) {}

  void add(const std::string& name, Location* place) {
    Storage& storage = call_.storage();
    if (with_names_) {
      Object* pair = storage.create(Object::Kind::Sequence);
      pair->is_tuple = true;
      pair->elements = {storage.allocate(Value::string(name)), place};
      place = pair->self;
    }
    storage.change(list_)->elements.push_back(place);
  }
  void add(const std::string& name, const Value& value) {
    add(name, call_.storage().allocate(value));
  }
  bool done() { return call_.ret(Value::object(list_)); }

private:
  ModelCall& call_;
  const Object* list_;
  bool with_names_;
};

const Object* module_self(const ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  return self && self->kind == Object::Kind::Module ? self : nullptr;
}

/// parameters(), buffers() and their named forms: those that are defined.
bool list_tensors(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = module_self(call);
  if (self == nullptr) return call.unsupported();
  const bool buffers = llvm::StringRef(call.name).ends_with("buffers");
  bool recurse = true;
  if (!read_flag(call, 0, recurse)) return false;
  List list(call, call.name.starts_with("named_"));
  const auto visit = [&](const std::string& path, const Object* object) -> bool {
    if (object != self && !recurse) return true;
    const std::vector<TensorSlot>& slots = machine.graph().in_tree(*object->module).tensors;
    for (uint32_t i = 0; i < slots.size(); ++i)
      if (slots[i].role != TensorRole::Constant &&
          (slots[i].role == TensorRole::Buffer) == buffers && slots[i].init)
        list.add(joined(path, slots[i].name.str()), Value::tensor_slot(object->module, i));
    if (object->module->kind != ModuleKind::Leaf) return true;
    const auto tensors = registered_tensors(machine, *object);
    if (!tensors)
      return call.error(diag::tensors_of_a_module_not_known, object->module->cpp_type.str(), path);
    for (const ops::RegisteredTensor& tensor : *tensors) {
      // What stands in a module of the leaf's own is not the leaf's.
      if (tensor.is_buffer() != buffers || (!recurse && tensor.name.find('.') != std::string::npos))
        continue;
      Location* place = nullptr;
      if (!registered_leaf_tensor(machine, call.expr, object, tensor.name, place)) return false;
      list.add(joined(path, tensor.name), place);
    }
    return true;
  };
  return walk(self, "", visit) && list.done();
}

/// modules(include_self), children(), named_modules(prefix, include_self), named_children().
bool list_modules(ModelCall& call) {
  const Object* self = module_self(call);
  if (self == nullptr) return call.unsupported();
  const bool with_names = call.name.starts_with("named_");
  const bool all = llvm::StringRef(call.name).ends_with("modules");
  bool include_self = all;
  if (all && !read_flag(call, with_names ? 1 : 0, include_self)) return false;
  if (all && include_self && call.machine.is_being_made(self))
    return call.error(diag::no_owner_yet, call.name);
  std::string prefix;
  if (all && with_names && !call.args.empty() && !call.args[0].defaulted) {
    if (!call.args[0].value.is(Value::Kind::String))
      return call.report().not_known(call.args[0].expr, call.args[0].value,
                                     "the prefix of these names");
    prefix = call.args[0].value.text();
  }
  List list(call, with_names);
  const auto visit = [&](const std::string& path, const Object* object) -> bool {
    if (object == self ? include_self : all) list.add(path, Value::pointer(object->self));
    if (!all) return true;
    return !has_hidden_modules(*object) ||
           call.error(diag::modules_of_a_module_not_known, object->module->cpp_type.str(), path);
  };
  if (!all) {
    for (size_t i = 0; i < self->elements.size() && i < self->element_names.size(); ++i)
      if (const Object* child = module_of(self->elements[i]->value()))
        list.add(self->element_names[i], Value::pointer(child->self));
    return list.done();
  }
  return walk(self, prefix, visit) && list.done();
}

/// apply(function): called for the module itself, then for each below it, with its path where the
/// function takes one.
bool apply(ModelCall& call) {
  const Object* self = module_self(call);
  const CXXRecordDecl* function = call.callee->getNumParams() > 0
                                      ? record_of(call.callee->getParamDecl(0)->getType())
                                      : nullptr;
  const auto* instance = dyn_cast_or_null<ClassTemplateSpecializationDecl>(function);
  const auto* signature =
      instance && instance->getTemplateArgs().size() > 0
          ? instance->getTemplateArgs()[0].getAsType()->getAs<FunctionProtoType>()
          : nullptr;
  if (self == nullptr || signature == nullptr || signature->getNumParams() == 0)
    return call.unsupported(missing::form_of_apply);
  const bool takes_name = signature->getNumParams() == 2;
  const QualType taken = signature->getParamType(takes_name ? 1 : 0);
  const bool takes_pointer = is_handle_class(record_of(taken));
  if (takes_pointer && call.machine.is_being_made(self))
    return call.error(diag::apply_needs_an_owner);
  std::string prefix;
  if (takes_name && call.args.size() > 1 && !call.args[1].defaulted) {
    if (!call.args[1].value.is(Value::Kind::String))
      return call.report().not_known(call.args[1].expr, call.args[1].value,
                                     "the prefix of these names");
    prefix = call.args[1].value.text();
  }
  const auto visit = [&](const std::string& path, const Object* object) -> bool {
    if (has_hidden_modules(*object))
      call.report().loss(call.location(), diag::apply_not_followed, object->module->cpp_type.str(),
                         path);
    llvm::SmallVector<Operand, 4> args;
    if (takes_name) {
      Operand name;
      name.type = signature->getParamType(0);
      name.value = Value::string(path);
      name.place = call.storage().allocate(name.value);
      args.push_back(name);
    }
    Operand module;
    module.type = taken;
    module.value = takes_pointer ? Value::pointer(object->self) : Value::object(object);
    module.place = takes_pointer ? call.storage().allocate(module.value) : object->self;
    args.push_back(module);
    Result ignored;
    return call.machine.call_value(call.expr, call.args[0].value, args, ignored);
  };
  return walk(self, prefix, visit) && call.ret(Value::none());
}

/// module->as<T>(): the module if it is a T, else null.
bool as_class(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  const TemplateArgumentList* arguments = call.callee->getTemplateSpecializationArgs();
  if (self == nullptr || self->type == nullptr || arguments == nullptr) return call.unsupported();
  const CXXRecordDecl* wanted = record_of((*arguments)[0].getAsType());
  if (is_handle_class(wanted)) wanted = record_of(handle_target(wanted));
  const bool matches = wanted && (self->type->getCanonicalDecl() == wanted->getCanonicalDecl() ||
                                  self->type->isDerivedFrom(wanted));
  return call.ret(matches ? Value::pointer(self->self) : Value::none());
}

/// name(): what the constructor was given, or the C++ type, as LibTorch demangles it.
bool module_name(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->type == nullptr) return call.unsupported();
  if (!self->hidden.empty()) return call.ret(self->hidden[0]->value());
  return call.ret(Value::string(
      call.machine.type_name(call.machine.context().getCanonicalTagType(self->type))));
}

/// module->clone(): what comes of it is not followed.
bool clone(ModelCall& call) {
  if (!call.machine.opaque_call(call, false)) return false;
  return call.ret(Value::opaque(call.location(), cloned_module));
}

bool shared_from_this(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self && call.machine.is_being_made(self))
    return call.error(diag::shared_from_this_without_an_owner);
  return call.ret(self ? Value::pointer(self->self) : Value::none());
}

/// The same of a class that is no module: a variable has no owner.
bool shared_from_owner(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  const bool has_none = self && self->kind == Object::Kind::Class &&
                        !call.machine.has_owner(call.location(), self->self).value_or(true);
  if (call.name == "weak_from_this" && has_none) return call.ret(Value::none());
  return has_none ? raise_std(call, "bad_weak_ptr", "bad_weak_ptr") : shared_from_this(call);
}

} // namespace

extern const ModelTable module_list_models = {
    {"torch::nn::Module::name", module_name, computes},
    {"torch::nn::{Module,Cloneable}::clone", clone, changes_modules},
    {"torch::nn::Module::{,named_}{parameters,buffers}", list_tensors, operates},
    {"torch::nn::Module::{,named_}{modules,children}", list_modules, gives_access},
    {"torch::nn::Module::apply", apply, runs},
    {"torch::nn::Module::as", as_class, gives_access},
    {"torch::nn::Module::shared_from_this", shared_from_this, gives_access},
    {"std::enable_shared_from_this::{shared,weak}_from_this", shared_from_owner, gives_access},
};

} // namespace fx::frontend
