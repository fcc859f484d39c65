// LibTorch's containers of modules: Sequential, ModuleList, AnyModule and the parts of them.
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

/// AnyModule and Sequential call the forward of the class that they are given the module as.
bool is_called_as_given(ModelCall& call, const Operand& given, const Object& module) {
  const QualType type = given.expr ? given.expr->getType() : given.type;
  const CXXRecordDecl* record = type.isNull() ? nullptr : record_of(type);
  if (is_handle_class(record)) record = record_of(handle_target(record));
  if (record == nullptr || !is_module_class(record) || !has_other_forward(record, module))
    return true;
  return call.error(diag::forward_hides_another, module.type->getNameAsString(),
                    record->getNameAsString());
}

/// push_back(module), push_back(name, module), append: the next child.
bool push_back(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr) return call.unsupported();
  std::string name = std::to_string(self->elements.size());
  Value module = call.args.back().value;
  if (call.args.size() == 2) {
    if (!call.args[0].value.is(Value::Kind::String))
      return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                        "the name of a submodule");
    name = call.args[0].value.text();
  }
  if (module.is_object() && module.object()->is_tuple) { // NamedAnyModule
    name = module.object()->elements[0]->value().text();
    module = module.object()->elements[1]->value();
  }
  if (module.is(Value::Kind::Opaque))
    return machine.report().not_known(call.args.back().expr, module, "the module added here");
  const Object* child = module_of(module);
  if (child == nullptr) {
    // A function or lambda becomes a Functional, as in C++.
    if (!module.is(Value::Kind::Function) && !module.is_object())
      return call.error(diag::empty_holder_added);
    return call.unsupported();
  }
  if (derives_from(self->type, "torch::nn::SequentialImpl") &&
      !is_called_as_given(call, call.args.back(), *child))
    return false;
  // push_back(block) of an object, not a pointer to one, keeps a copy.
  const Expr* given = call.args.back().expr;
  if (module.is_object() && given && given->isLValue() && machine.is_user_code(child->type))
    child = copy_module(machine, *child);
  return attach_module(machine, call.expr, self, child, name) && call.ret(Value::none());
}

/// extend(container): every child of another container or vector.
bool extend(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  const Object* from = ModelCall::object_of(call.args[0]);
  if (self == nullptr || from == nullptr) return call.unsupported();
  const std::vector<Location*> children = from->elements;
  for (const Location* element : children)
    if (const Object* child = module_of(element->value()))
      if (!attach_module(call.machine, call.expr, self, child,
                         std::to_string(self->elements.size())))
        return false;
  return call.ret(Value::none());
}

/// ModuleDict::update: every (key, module) pair of a vector, of an OrderedDict or of another
/// ModuleDict is registered.
bool update(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  const Object* from = ModelCall::object_of(call.args[0]);
  if (self == nullptr || from == nullptr) return call.unsupported();
  const bool is_dict = from->kind == Object::Kind::Module;
  if (!is_dict && (from->kind != Object::Kind::Sequence || from->is_tuple))
    return call.unsupported(missing::what_this_moduledict_is_updated_with);
  const std::vector<Location*> items = from->elements;
  const std::vector<std::string> names = from->element_names;
  for (size_t i = 0; i < items.size(); ++i) {
    Value key = is_dict ? Value::string(names[i]) : Value::none();
    Value module = items[i]->value();
    if (!is_dict && module.is_object() && module.object()->is_tuple) {
      key = module.object()->elements[0]->value();
      module = module.object()->elements[1]->value();
    }
    if (!key.is(Value::Kind::String))
      return call.report().not_known(call.args[0].expr, key, "the name of a submodule");
    const Object* child = module_of(module);
    if (child == nullptr)
      return call.report().not_known(call.args[0].expr, module, "a module added here");
    if (self->module->child(key.text())) return call.error(diag::module_dict_replaces, key.text());
    if (!attach_module(call.machine, call.expr, self, child, key.text())) return false;
  }
  return call.ret(Value::none());
}

bool element(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr) return call.unsupported();
  const Value& key = call.args[0].value;
  size_t index = self->elements.size();
  if (key.is(Value::Kind::Int)) {
    index = static_cast<size_t>(key.as_int());
  } else if (key.is(Value::Kind::String)) {
    for (size_t i = 0; i < self->element_names.size(); ++i)
      if (self->element_names[i] == key.text()) index = i;
  } else {
    return machine.report().not_known(call.args[0].expr, key, "the index of a submodule");
  }
  if (index >= self->elements.size())
    return call.error(diag::no_such_submodule, self->elements.size());
  const Value& module = self->elements[index]->value();
  // at<T>() gives the module itself, operator[] and ptr() a pointer to it.
  if (call.name == "at") return call.ret_place(module.target());
  if (call.name == "ptr" && call.num_given() == 1) return call.ret(module);
  return call.ret(module);
}

bool size(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  return self ? call.ret(Value::integer(static_cast<int64_t>(self->elements.size()), 64, false))
              : call.unsupported();
}

bool is_empty(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  return self ? call.ret(Value::boolean(self->elements.empty())) : call.unsupported();
}

/// ModuleDict::contains(key)
bool contains(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr) return call.unsupported();
  if (!call.args[0].value.is(Value::Kind::String))
    return call.report().not_known(call.args[0].expr, call.args[0].value,
                                   "the name of a submodule");
  return call.ret(
      Value::boolean(llvm::is_contained(self->element_names, call.args[0].value.text())));
}

bool begin(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr) return call.unsupported();
  const bool end = llvm::StringRef(call.name).contains("end");
  return call.ret(Value::iterator(self, end ? static_cast<int64_t>(self->elements.size()) : 0));
}

/// AnyModule(module): a handle to it.
bool any_module(ModelCall& call) {
  if (call.args.empty()) return call.ret(Value::none());
  if (const Object* module = module_of(call.args[0].value)) {
    if (!is_called_as_given(call, call.args[0], *module)) return false;
    return call.ret(Value::pointer(module->self));
  }
  return call.ret(call.args[0].value);
}

bool any_forward(ModelCall& call) {
  const Object* module = module_of(call.self.value);
  if (module == nullptr) return call.error(diag::empty_any_module_called);
  llvm::SmallVector<Operand, 4> args = call.args;
  return add_forward_defaults(call.machine, call.expr, *module, args) &&
         call_module(call.machine, call.expr, module, std::move(args), call.result);
}

bool any_get(ModelCall& call) {
  const Object* module = module_of(call.self.value);
  if (module == nullptr) return call.error(diag::empty_any_module_read);
  if (call.name == "get" && !is_handle_class(record_of(call.callee->getReturnType())))
    return call.ret_place(module->self);
  return call.ret(Value::pointer(module->self));
}

bool any_assign(ModelCall& call) {
  if (call.self.place == nullptr) return call.unsupported();
  const Object* module = module_of(call.args[0].value);
  call.storage().write(call.self.place, module ? Value::pointer(module->self) : call.args[0].value);
  return call.ret_place(call.self.place);
}

bool any_is_empty(ModelCall& call) {
  return call.ret(Value::boolean(call.self.value.is(Value::Kind::None)));
}

/// ModuleDict's items: (key, module) pairs, as OrderedDict has them.
bool dict_items(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->kind != Object::Kind::Module) return call.unsupported();
  Storage& storage = call.storage();
  std::vector<Value> items;
  for (size_t i = 0; i < self->elements.size(); ++i) {
    const Value key = Value::string(self->element_names[i]);
    const Value module = self->elements[i]->value();
    items.push_back(call.name == "keys"     ? key
                    : call.name == "values" ? module
                                            : Value::object(storage.sequence({key, module}, true)));
  }
  return call.ret(Value::object(storage.sequence(std::move(items))));
}

/// NamedAnyModule(name, module): a pair.
bool named_module(ModelCall& call) {
  if (call.args.size() != 2) return call.unsupported();
  Value module = call.args[1].value;
  if (const Object* object = module_of(module)) module = Value::pointer(object->self);
  return call.ret(
      Value::object(call.storage().sequence({call.args[0].value, module}, /*is_tuple=*/true)));
}

} // namespace

extern const ModelTable torch_container_models = {
    {"torch::nn::{SequentialImpl,ModuleListImpl}::push_back", push_back, changes_modules},
    {"torch::nn::{SequentialImpl,ModuleListImpl}::extend", extend, changes_modules},
    {"torch::nn::{SequentialImpl,ModuleListImpl}::{operator[],at,ptr}", element, gives_access},
    {"torch::nn::{SequentialImpl,ModuleListImpl,ModuleDictImpl}::size", size, computes},
    {"torch::nn::{SequentialImpl,ModuleListImpl}::is_empty", is_empty, computes},
    {"torch::nn::{SequentialImpl,ModuleListImpl}::{begin,end}", begin, gives_access},
    {"torch::nn::ModuleDictImpl::update", update, changes_modules},
    {"torch::nn::ModuleDictImpl::{operator[],at}", element, gives_access},
    {"torch::nn::ModuleDictImpl::{items,keys,values}", dict_items, gives_access},
    {"torch::nn::ModuleDictImpl::contains", contains, computes},
    {"torch::nn::ModuleDictImpl::empty", is_empty, computes},
    {"torch::nn::AnyModule::AnyModule", any_module, changes_modules},
    {"torch::nn::AnyModule::operator=", any_assign, changes_modules},
    {"torch::nn::AnyModule::{forward,any_forward}", any_forward, runs},
    {"torch::nn::AnyModule::{get,ptr}", any_get, gives_access},
    {"torch::nn::AnyModule::is_empty", any_is_empty, computes},
    {"torch::nn::NamedAnyModule::NamedAnyModule", named_module, constructs},
};

} // namespace fx::frontend
