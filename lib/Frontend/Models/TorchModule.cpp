// torch::nn::Module and its leaves: registration, the module tree, calls of modules.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Text.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

const CXXRecordDecl* library_class(const CXXRecordDecl* record) {
  if (is_torch_library(record)) return record;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType()); is_module_class(parent))
      return library_class(parent);
  return record;
}

namespace {

constexpr std::string_view containers[] = {
    "torch::nn::SequentialImpl", "torch::nn::ModuleListImpl", "torch::nn::ModuleDictImpl",
    "torch::nn::ParameterListImpl", "torch::nn::ParameterDictImpl"};

bool is_container(const CXXRecordDecl* record) {
  return llvm::any_of(containers,
                      [&](std::string_view name) { return derives_from(record, name); });
}

/// True for Conv2dImpl and the like; false for Module, Cloneable and containers.
bool is_leaf_class(const CXXRecordDecl* library) {
  const std::string name = qualified_name(library);
  return is_torch_library(library) && name != "torch::nn::Module" &&
         name != "torch::nn::Cloneable" && !is_container(library) &&
         name != "torch::nn::FunctionalImpl";
}

std::string holder_name(const CXXRecordDecl* library) {
  std::string name = qualified_name(library);
  if (llvm::StringRef(name).ends_with("Impl")) name.resize(name.size() - 4);
  return name;
}

/// The class a tensor field or forward belongs to, nearest first.
const CXXMethodDecl* nearest_forward(const CXXRecordDecl* record, size_t num_args,
                                     bool& ambiguous) {
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
      if (const CXXMethodDecl* inherited = nearest_forward(parent, num_args, ambiguous))
        return inherited;
  return nullptr;
}

} // namespace

const Value* option_value(const Object& module, std::string_view name) {
  if (module.options_object == nullptr) return nullptr;
  for (const SetOption& option : module.options_object->options)
    if (option.name == name) return &option.location->value();
  return nullptr;
}

const Object* create_module(Machine& machine, const CXXRecordDecl* record) {
  Object* object = machine.storage().create(Object::Kind::Module, record);
  const CXXRecordDecl* library = library_class(record);
  const bool user = !is_torch_library(record);
  const std::string user_name = machine.type_name(machine.context().getCanonicalTagType(record));
  const bool named_leaf = llvm::any_of(machine.options().leaves, [&](const std::string& leaf) {
    return leaf == qualified_name(record) || leaf + "Impl" == qualified_name(record);
  });
  object->made_in_forward = !machine.graph().in_constructor();
  ModuleKind kind = ModuleKind::User;
  std::string type = user_name;
  if (named_leaf) {
    kind = ModuleKind::Leaf;
  } else if (is_leaf_class(library)) {
    kind = ModuleKind::Leaf;
    type = holder_name(library);
  } else if (!user) {
    kind = is_container(record)                                    ? ModuleKind::Container
           : qualified_name(record) == "torch::nn::FunctionalImpl" ? ModuleKind::Function
                                                                   : ModuleKind::User;
    type = holder_name(record);
  }
  object->module = &machine.graph().traced().modules.create(type, kind);
  object->module->location = machine.graph().source_range(record->getSourceRange());
  if (kind == ModuleKind::Leaf && machine.graph().in_constructor())
    machine.graph().construction().note_made(*object->module, record->getLocation());
  return object;
}

bool init_library_base(Machine& machine, const Expr* where, const CXXConstructorDecl* constructor,
                       const Object* object, llvm::SmallVector<Operand, 4>& args) {
  const CXXRecordDecl* record = constructor->getParent();
  if (!is_module_class(record) || object->module == nullptr)
    return init_class_base(machine, where, constructor, object, args);
  const std::string name = qualified_name(record);
  drop_defaulted(args);
  if (name == "torch::nn::FunctionalImpl") {
    for (Operand& operand : args)
      machine.storage().change(object)->elements.push_back(
          machine.storage().allocate(operand.value));
    return true;
  }
  if (is_container(record)) {
    for (Operand& operand : args) {
      const Object* list = ModelCall::object_of(operand);
      std::vector<Location*> items;
      if (list && list->kind == Object::Kind::Sequence && !list->is_tuple)
        items = list->elements;
      else
        items.push_back(operand.place ? operand.place : machine.storage().allocate(operand.value));
      for (Location* item : items) {
        std::string child_name = std::to_string(object->elements.size());
        Value value = item->value();
        if (value.is_record() && value.object()->is_tuple) { // NamedAnyModule
          child_name = value.object()->elements[0]->value().text();
          value = value.object()->elements[1]->value();
        }
        const Object* child = module_of(value);
        if (child == nullptr)
          return machine.report().unsupported(where, "this child of a container");
        if (!attach_module(machine, where, object, child, child_name)) return false;
      }
    }
    return true;
  }
  if (!is_leaf_class(record)) {
    if (args.empty()) return true;
    if (module_of(args[0].value))
      return machine.report().unsupported(
          where, "a copy constructor of a module that copies torch::nn::Module");
    // Module("name"): what name() says.
    std::string text;
    Value given = args[0].value;
    if (text_of(args[0].value, text)) given = Value::string(text);
    machine.storage().change(object)->hidden = {machine.storage().allocate(given)};
    return true;
  }

  const CXXRecordDecl* options_class = options_class_of(record);
  if (options_class == nullptr) {
    // Few modules take no options (Identity, Tanh): nothing to remember.
    if (args.empty()) return true;
    return machine.report().unsupported(where,
                                        fmt::format("constructing '{}' with arguments", name));
  }
  const Object* options = nullptr;
  if (args.size() == 1 && ModelCall::object_of(args[0]) &&
      is_options_class(ModelCall::object_of(args[0])->type)) {
    options = machine.storage().copy(args[0].value).object();
  } else {
    // Conv2d(in, out, kernel) is Conv2d(Conv2dOptions(in, out, kernel)): same order, own names.
    machine.sema().isCompleteType(where->getExprLoc(),
                                  machine.context().getCanonicalTagType(options_class));
    if (const CXXRecordDecl* defined = options_class->getDefinition()) options_class = defined;
    const FunctionDecl* names = constructor;
    // TransformerEncoderOptions takes a layer or the layer's options.
    const bool takes_module = !args.empty() && module_of(args[0].value);
    for (const CXXConstructorDecl* candidate : options_class->ctors())
      if (!candidate->isCopyOrMoveConstructor() && candidate->getNumParams() >= args.size() &&
          candidate->getMinRequiredArguments() <= args.size() &&
          !(takes_module && is_options_class(record_of(candidate->getParamDecl(0)->getType()))))
        names = candidate;
    if (!construct_options(machine, where, options_class, names, args, options)) return false;
  }
  machine.storage().change(object)->options_object = options;
  return record_options(machine, where, object);
}

bool attach_module(Machine& machine, const Expr* expr, const Object* parent, const Object* child,
                   std::string_view name) {
  ModuleTree& tree = machine.graph().traced().modules;
  Module& owner = *parent->module;
  if (name.empty() || name.find('.') != std::string_view::npos)
    return machine.report().error(
        expr, fmt::format("LibTorch refuses the submodule name '{}': it must not "
                          "be empty or contain a dot",
                          name));
  if (owner.child(name) || owner.tensor(name))
    return machine.report().error(expr,
                                  fmt::format("'{}' is registered twice in this module", name));
  const auto location = machine.graph().source_range(expr->getSourceRange());
  if (child->module->parent != nullptr) {
    Module& alias = tree.create(child->module->cpp_type, child->module->kind);
    alias.alias_of = child->module;
    alias.location = location;
    tree.attach(owner, alias, name);
  } else {
    child->module->location = location;
    tree.attach(owner, *child->module, name);
  }
  Object* changed = machine.storage().change(parent);
  changed->elements.push_back(machine.storage().allocate(Value::pointer(child->self)));
  changed->element_names.emplace_back(name);
  return true;
}

void adopt_root(Machine& machine, const Object* object) {
  Module& root = machine.graph().traced().modules.root();
  const Module& built = *object->module;
  root.cpp_type = built.cpp_type;
  root.kind = built.kind;
  root.options = built.options;
  root.tensors = built.tensors;
  root.children = built.children;
  root.location = built.location;
  // A class of the user's that derives from Conv2dImpl has a forward of its own.
  if (root.kind == ModuleKind::Leaf && machine.is_user_code(object->type)) {
    root.kind = ModuleKind::User;
    root.cpp_type = machine.type_name(machine.context().getCanonicalTagType(object->type));
    root.options.clear();
  }
  machine.graph().note_adopted_root(&built);
  for (Module* child : root.children)
    child->parent = &root;
  machine.graph().traced().modules.settle_aliases();
}

bool adopt_unregistered(Machine& machine, const Expr* expr, const Object* object) {
  const Object* owner = machine.graph().current_module();
  const Expr* callee = nullptr;
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr))
    callee = call->getImplicitObjectArgument();
  else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expr))
    callee = call->getArg(0);
  if (const auto* arrow =
          dyn_cast_or_null<CXXOperatorCallExpr>(callee ? callee->IgnoreParenImpCasts() : nullptr))
    callee = arrow->getArg(0);
  const auto* member =
      dyn_cast_or_null<MemberExpr>(callee ? callee->IgnoreParenImpCasts() : nullptr);
  if (owner == nullptr) return false;
  // A temporary has no name of its own: MaxPool2d becomes max_pool2d.
  llvm::StringRef type = object->module->cpp_type.str();
  type = type.substr(type.rfind(':') + 1); // npos + 1 is 0
  if (type.empty()) type = "module";
  const std::string wanted = member ? member->getMemberDecl()->getNameAsString()
                                    : snake_case(std::string_view(type.data(), type.size()));
  Module& parent = machine.graph().in_tree(*owner->module);
  // A module that each call makes anew is one module of the model.
  if (object->made_in_forward && object->module->children.empty())
    if (Module* earlier = machine.graph().made_before(expr, *object->module)) {
      machine.storage().change(object)->module = earlier;
      return true;
    }
  std::string name = wanted;
  for (int i = 1; parent.child(name) || parent.tensor(name); ++i)
    name = fmt::format("{}_{}", wanted, i);
  const bool is_root = &machine.graph().in_tree(*object->module) != object->module;
  std::string more;
  for (const std::string& tensor : state_names(*object))
    more += fmt::format("{}'{}.{}'", more.empty() ? "" : ", ", name, tensor);
  if (is_root)
    machine.report().loss(
        expr->getExprLoc(),
        fmt::format("the model is itself a {0}: its weights stand in the graph under '{1}.', "
                    "and without that in the model's state dict",
                    object->module->cpp_type.str(), name));
  else if (!more.empty())
    machine.report().loss(
        expr->getExprLoc(),
        fmt::format("'{}' was never registered: it stands in the graph under this name, and {} "
                    "are in no state dict, neither of the model nor of a generated module (an "
                    "archive of TorchScript has them)",
                    name, more));
  object->module->registered = is_root || more.empty();
  ModuleTree& tree = machine.graph().traced().modules;
  tree.attach(parent, *object->module, name);
  // A copy of a module that is gone.
  if (llvm::any_of(object->module->children, [](const Module* child) { return child->alias_of; }))
    tree.settle_aliases();
  return true;
}

bool is_same_in_each_call(Machine& machine, const Expr* expr, const Object& module) {
  if (!module.made_in_forward || module.module->is_input || !may_hold_tensors(module)) return true;
  return machine.report().error(
      expr, fmt::format("this '{}' is made while forward runs, with new weights in each call: the "
                        "graph of a module has no place for them; make it in the constructor and "
                        "register it, or call the function of torch::nn::functional",
                        module.module->cpp_type.str()));
}

bool library_forward(Machine& machine, const Expr* expr, const Object* object,
                     llvm::SmallVector<Operand, 4> args, Result& result) {
  drop_defaulted(args);
  if (machine.graph().in_constructor()) {
    // A dry run to learn a size: its result may flow.
    note_run_in_constructor(machine, expr, *object);
    result.value = Value::opaque(expr->getExprLoc(), "a module is run in the constructor here");
    return true;
  }
  if (derives_from(object->type, "torch::nn::SequentialImpl")) {
    if (object->elements.empty())
      return machine.report().error(expr, "an empty Sequential is called");
    const bool is_root = &machine.graph().in_tree(*object->module) != object->module;
    if (object->module->parent == nullptr && !is_root) adopt_unregistered(machine, expr, object);
    for (const Location* element : object->elements) {
      const Object* child = module_of(element->value());
      result = {};
      if (!add_forward_defaults(machine, expr, *child, args) ||
          !call_module(machine, expr, child, std::move(args), result))
        return false;
      Operand next;
      next.expr = expr;
      next.type = expr->getType();
      next.value = result.value;
      args = {next};
    }
    result.place = nullptr;
    return true;
  }
  if (derives_from(object->type, "torch::nn::FunctionalImpl")) {
    for (size_t i = 1; i < object->elements.size(); ++i) {
      Operand bound;
      bound.expr = expr;
      bound.type = expr->getType();
      bound.value = object->elements[i]->value();
      args.push_back(bound);
    }
    // What the function may return by reference the module returns by value.
    const bool ok = machine.call_value(expr, object->elements[0]->value(), std::move(args), result);
    result.place = nullptr;
    return ok;
  }
  if (is_container(object->type))
    return machine.report().error(expr, "this container has no forward of its own");
  std::vector<Argument> lowered;
  for (const Operand& operand : args) {
    Argument argument;
    if (!machine.graph().lower(operand.expr ? operand.expr : expr, operand.value, argument))
      return false;
    lowered.push_back(std::move(argument));
  }
  if (!is_same_in_each_call(machine, expr, *object)) return false;
  const bool is_new = object->module->parent == nullptr;
  if (!compare_options(machine, expr, *object, /*may_update=*/is_new)) return false;
  Node* in_own_mode = nullptr;
  if (!call_in_own_mode(machine, expr, *object, lowered, in_own_mode)) return false;
  if (in_own_mode) {
    result.value = Value::node(in_own_mode);
    return true;
  }
  if (object->module->parent == nullptr && !adopt_unregistered(machine, expr, object))
    return machine.report().error(
        expr, fmt::format("this '{}' was never registered, so it has no name in the "
                          "model: pass it through register_module first",
                          object->module->cpp_type.str()));
  if (has_replaced_tensor(*object))
    return call_with_replaced_tensors(machine, expr, object, std::move(lowered), result);
  result.value = Value::node(
      machine.graph().emit(expr, Opcode::CallModule, object->module->path(), std::move(lowered)));
  return true;
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
        is_torch_library(given) ? nullptr : nearest_forward(given, args.size(), ambiguous);
    if (ambiguous)
      return machine.report().unsupported(expr, "choosing between overloads of forward");
    if (forward == nullptr || is_torch_library(forward))
      return library_forward(machine, expr, object, std::move(args), result);
    Operand self;
    self.value = Value::record(object);
    self.place = object->self;
    return machine.call_function(expr, forward, self, std::move(args), result);
  }
  const bool leaf = object->module->kind == ModuleKind::Leaf && is_torch_library(object->type);
  const bool named_leaf =
      object->module->kind == ModuleKind::Leaf && !is_leaf_class(library_class(object->type));
  if (!leaf && !named_leaf && !is_torch_library(object->type)) {
    bool ambiguous = false;
    const CXXMethodDecl* forward = nearest_forward(object->type, args.size(), ambiguous);
    if (ambiguous)
      return machine.report().unsupported(expr, "choosing between overloads of forward");
    if (forward && !is_torch_library(forward)) {
      Operand self;
      self.value = Value::record(object);
      self.place = object->self;
      return machine.call_function(expr, forward, self, std::move(args), result);
    }
  }
  return library_forward(machine, expr, object, std::move(args), result);
}

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
    return machine.report().unsupported(expr, "reading a member of this value");
  }
  if (!base.is_record())
    return machine.report().unsupported(expr, "reading a member of this value");
  const Object* object = base.object();
  const auto* owner = llvm::cast<CXXRecordDecl>(field->getParent());
  if (object->kind == Object::Kind::Sequence && object->is_tuple && object->elements.size() == 2) {
    result.place = object->elements[field->getName() == "second"];
    return true;
  }
  if (object->kind == Object::Kind::Module && is_torch_library(owner)) {
    if (field->getName() == "options" && object->options_object) {
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
    return call.error("this registers a copy that clone() made, which is not supported yet: make "
                      "the module anew from the same arguments, and copy the weights of the "
                      "original into it after the model is made");
  if (value.is(Value::Kind::Opaque))
    return machine.report().not_known(call.args[1].expr, value, "the module registered here");
  const Object* child = module_of(value);
  if (self == nullptr || child == nullptr)
    return call.error("an empty module holder is registered here");
  if (!note_added(call, *self, call.args[0].value.text())) return false;
  if (!attach_module(machine, call.expr, self, child, call.args[0].value.text())) return false;
  return call.ret(Value::pointer(child->self));
}

bool register_tensor(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  const bool parameter = call.name == "register_parameter";
  if (self == nullptr) return call.unsupported();
  if (!machine.graph().in_constructor())
    return call.error("forward registers a tensor: that outlives the call, and the graph of a "
                      "module cannot keep it; register it in the constructor");
  if (!call.args[0].value.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                      "the name of a tensor");
  const std::string name(call.args[0].value.text());
  if (self->module->tensor(name) || self->module->child(name))
    return call.error(fmt::format("'{}' is registered twice in this module", name));
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
  machine.graph().note_registered(slot.init, Value::slot(self->module, index));
  if (slot.requires_grad) machine.graph().construction().note_parameter(slot.init, true);
  return call.ret(Value::slot(self->module, index));
}

/// torch::load(module, file): weights come from elsewhere, the model stays what it is.
bool load_weights(ModelCall& call) {
  const Object* module = module_of(call.args[0].value);
  if (module == nullptr) return call.machine.opaque_call(call, false);
  call.graph().construction().note_loaded(*module->module);
  call.report().loss(call.location(), "the weights that are loaded here are not traced");
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
  call.report().loss(call.location(), "the weights that are loaded here are not traced");
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
      call.graph().note_registered(slot.init, Value::slot(module.module, index));
      call.graph().note_registered(last, Value::slot(module.module, index));
    }
  if (module.module->kind == ModuleKind::Leaf && may_hold_tensors(module)) {
    const auto tensors = registered_tensors(module);
    const auto is_buffer = [](const RegisteredTensor& tensor) { return tensor.buffer; };
    const bool stays = tensors && llvm::none_of(*tensors, is_buffer) &&
                       dtype.is(Argument::Kind::Dtype) && dtype.symbol().view() == "float32";
    if (!stays)
      return call.error(fmt::format(
          "this converts the weights of a '{}': a generated module has them as LibTorch makes "
          "them; convert the model after it is made, or give the layer its input in float32",
          module.module->cpp_type.str()));
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
      if (!stays)
        call.report().remark(call.location(), "where the weights are is not kept in the graph: a "
                                              "generated module has them on the CPU until it is "
                                              "moved");
      continue;
    }
    if (!call.graph().in_constructor())
      return call.error("forward converts the weights of a module: that outlives the call, and a "
                        "graph cannot keep it; convert the model before it is called, or what "
                        "forward reads of it");
    Argument dtype;
    if (!call.graph().lower(operand, dtype) || !convert_tensors(call, *self, dtype)) return false;
  }
  return call.ret(Value::none());
}

bool zero_grad(ModelCall& call) {
  if (!call.graph().in_constructor())
    return call.error("forward clears gradients: a graph does not hold those; do it where the "
                      "model is trained");
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
      return call.ret(Value::record(object));
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

ModelTable torch_module_models() {
  static const ModelEntry table[] = {
      {"torch::nn::Module::register_module", register_module, contract::changes_modules},
      {"torch::nn::Module::register_parameter", register_tensor, contract::changes_modules},
      {"torch::nn::Module::register_buffer", register_tensor, contract::changes_modules},
      {"torch::load", load_weights, contract::changes_modules},
      {"torch::nn::Module::load", load_state, contract::changes_modules},
      {"torch::nn::Module::is_training", is_training, contract::operates},
      {"torch::nn::Module::train", train, contract::changes_modules},
      {"torch::nn::Module::eval", train, contract::changes_modules},
      {"torch::nn::Module::to", to, contract::changes_modules},
      {"torch::nn::Module::zero_grad", zero_grad, contract::writes_tensors},
      {"torch::nn::*", torch_nn, contract::changes_modules},
  };
  return table;
}

} // namespace fx::frontend
