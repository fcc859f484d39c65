// torch::nn::Module and its leaves: registration, the module tree, calls of modules.
#include "Frontend/Models/Models.h"

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

/// What the program set an option of a module to; null when it did not.
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
  return object;
}

bool init_library_base(Machine& machine, const Expr* where, const CXXConstructorDecl* constructor,
                       const Object* object, llvm::SmallVector<Operand, 4>& args) {
  const CXXRecordDecl* record = constructor->getParent();
  if (!is_module_class(record) || object->module == nullptr) return true;
  const std::string name = qualified_name(record);
  while (!args.empty() && args.back().defaulted)
    args.pop_back();
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
  if (!is_leaf_class(record)) return true;

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
    for (const CXXConstructorDecl* candidate : options_class->ctors())
      if (!candidate->isCopyOrMoveConstructor() && candidate->getNumParams() >= args.size() &&
          candidate->getMinRequiredArguments() <= args.size())
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
  const llvm::StringRef type = llvm::StringRef(object->module->cpp_type.str()).rsplit("::").second;
  const std::string wanted = member ? member->getMemberDecl()->getNameAsString()
                                    : snake_case(std::string_view(type.data(), type.size()));
  Module& parent = machine.graph().in_tree(*owner->module);
  std::string name = wanted;
  for (int i = 1; parent.child(name) || parent.tensor(name); ++i)
    name = fmt::format("{}_{}", wanted, i);
  const bool is_root = &machine.graph().in_tree(*object->module) != object->module;
  machine.report().remark(
      expr->getExprLoc(),
      is_root
          ? fmt::format("the model is itself a {0}: its weights stand in the graph under '{1}.', "
                        "and without that in the model's state dict",
                        object->module->cpp_type.str(), name)
          : fmt::format("'{}' was never registered: it stands in the graph under this name, "
                        "but its weights are not in the model's state dict",
                        name));
  ModuleTree& tree = machine.graph().traced().modules;
  tree.attach(parent, *object->module, name);
  // A copy of a module that is gone.
  if (llvm::any_of(object->module->children, [](const Module* child) { return child->alias_of; }))
    tree.settle_aliases();
  return true;
}

/// train() and eval() do not reach a module that nobody registered: it drops in both modes, which
/// a child of the model would not. Null: the module is no dropout.
static Node* call_unregistered_dropout(Machine& machine, const Expr* expr, const Object& object,
                                       const Argument& input) {
  Module& module = *object.module;
  if (module.kind != ModuleKind::Leaf || &machine.graph().in_tree(module) != &module)
    return nullptr;
  llvm::StringRef type = module.cpp_type.view();
  if (!type.consume_front("torch::nn::")) return nullptr;
  if (!type.starts_with("Dropout") && !type.ends_with("Dropout")) return nullptr;
  std::vector<KeywordArgument> options;
  const ModuleOption* p = module.option("p");
  const ModuleOption* inplace = module.option("inplace");
  options.push_back({"p", p ? p->value : Argument(0.5)});
  options.push_back({"training", true});
  options.push_back({"inplace", inplace ? inplace->value : Argument(false)});
  machine.report().remark(
      expr->getExprLoc(),
      fmt::format("this {} was never registered: eval() does not reach it, and it "
                  "drops in either mode",
                  type.str()));
  return machine.graph().emit(expr, Opcode::CallFunction,
                              "torch.nn.functional." + snake_case(std::string_view(type)), {input},
                              std::move(options));
}

bool library_forward(Machine& machine, const Expr* expr, const Object* object,
                     llvm::SmallVector<Operand, 4> args, Result& result) {
  while (!args.empty() && args.back().defaulted)
    args.pop_back();
  if (machine.graph().in_constructor()) {
    // A dry run to learn a size: its result may flow.
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
      if (!call_module(machine, expr, child, std::move(args), result)) return false;
      Operand next;
      next.expr = expr;
      next.type = expr->getType();
      next.value = result.value;
      args = {next};
    }
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
    return machine.call_value(expr, object->elements[0]->value(), std::move(args), result);
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
  if (object->module->parent == nullptr && lowered.size() == 1)
    if (Node* dropped = call_unregistered_dropout(machine, expr, *object, lowered.front())) {
      result.value = Value::node(dropped);
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

bool call_module(Machine& machine, const Expr* expr, const Object* object,
                 llvm::SmallVector<Operand, 4> args, Result& result) {
  while (!args.empty() && args.back().defaulted)
    args.pop_back();
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

bool register_module(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  if (!call.args[0].value.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                      "the name of a submodule");
  const Value& value = call.args[1].value;
  if (value.is(Value::Kind::Opaque))
    return machine.report().not_known(call.args[1].expr, value, "the module registered here");
  const Object* child = module_of(value);
  if (self == nullptr || child == nullptr)
    return call.error("an empty module holder is registered here");
  if (!attach_module(machine, call.expr, self, child, call.args[0].value.text())) return false;
  return call.ret(Value::pointer(child->self));
}

bool register_tensor(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  const bool parameter = call.name == "register_parameter";
  if (self == nullptr) return call.unsupported();
  if (!call.args[0].value.is(Value::Kind::String))
    return machine.report().not_known(call.args[0].expr, call.args[0].value,
                                      "the name of a tensor");
  const std::string name(call.args[0].value.text());
  if (self->module->tensor(name) || self->module->child(name))
    return call.error(fmt::format("'{}' is registered twice in this module", name));
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
  self->module->tensors.push_back(slot);
  const auto index = static_cast<uint32_t>(self->module->tensors.size() - 1);
  if (slot.init) machine.graph().note_registered(slot.init, Value::slot(self->module, index));
  return call.ret(Value::slot(self->module, index));
}

/// torch::load(module, file): weights come from elsewhere, the model stays what it is.
bool load_weights(ModelCall& call) {
  if (module_of(call.args[0].value) == nullptr) return call.machine.opaque_call(call, false);
  call.report().remark(call.location(), "the weights that are loaded here are not traced");
  return call.ret(Value::none());
}

bool is_training(ModelCall& call) {
  return call.ret(Value::boolean(call.graph().is_training()));
}

bool no_effect(ModelCall& call) {
  return call.ret(Value::none());
}

/// modules(), children(): lists of pointers, in LibTorch's order.
bool list_modules(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->kind != Object::Kind::Module) return call.unsupported();
  bool include_self = call.name == "modules";
  if (call.num_given() == 1) {
    if (!call.args[0].value.is(Value::Kind::Int)) return call.unsupported();
    include_self = call.args[0].value.as_int() != 0;
  }
  std::vector<Value> found;
  if (include_self) found.push_back(Value::pointer(self->self));
  const auto visit = [&](auto&& recurse, const Object* object) -> void {
    for (const Location* element : object->elements)
      if (const Object* child = module_of(element->value())) {
        found.push_back(Value::pointer(child->self));
        if (call.name == "modules") recurse(recurse, child);
      }
  };
  visit(visit, self);
  return call.ret(Value::record(call.storage().sequence(std::move(found))));
}

/// apply(function): called for every module, children first, as LibTorch does.
bool apply(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  const FunctionDecl* callee = call.callee;
  if (self == nullptr || callee->getNumParams() != 1) return call.unsupported("this form of apply");
  const auto visit = [&](auto&& recurse, const Object* object) -> bool {
    for (const Location* element : object->elements)
      if (const Object* child = module_of(element->value()); child && !recurse(recurse, child))
        return false;
    Operand module;
    module.value = Value::record(object);
    module.place = object->self;
    Result ignored;
    return call.machine.call_value(call.expr, call.args[0].value, {module}, ignored);
  };
  return visit(visit, self) && call.ret(Value::none());
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
      if (call.name == "reset_parameters" || call.name == "pretty_print")
        return call.ret(Value::none());
    }
  }
  return call.machine.opaque_call(call, false);
}

/// Weight initialisation changes values, not the model: it is left out.
bool weight_init(ModelCall& call) {
  if (call.args.empty()) return call.ret(Value::none());
  return call.ret(call.args[0].value);
}

/// parameters(), buffers() and their named forms: what the user registered, and one unknown tensor
/// for the weights of each library module.
bool list_tensors(ModelCall& call) {
  Machine& machine = call.machine;
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->kind != Object::Kind::Module) return call.unsupported();
  if (!machine.graph().in_constructor())
    return call.unsupported("a list of all tensors of a module in forward");
  const bool named = call.name.starts_with("named_");
  const bool buffers = llvm::StringRef(call.name).ends_with("buffers");
  std::vector<Value> found;
  const auto add = [&](const std::string& name, const Value& tensor) {
    if (!named) {
      found.push_back(tensor);
      return;
    }
    found.push_back(Value::record(
        machine.storage().sequence({Value::string(name), tensor}, /*is_tuple=*/true)));
  };
  const auto visit = [&](auto&& recurse, const Object* object, const std::string& prefix) -> void {
    const Module& module = *object->module;
    for (uint32_t i = 0; i < module.tensors.size(); ++i)
      if ((module.tensors[i].role == TensorRole::Buffer) == buffers)
        add(prefix + module.tensors[i].name.str(), Value::slot(object->module, i));
    if (module.kind == ModuleKind::Leaf && !buffers)
      add(prefix + "weight",
          Value::opaque(call.location(), "the initial weights of a library module"));
    for (size_t i = 0; i < object->elements.size(); ++i)
      if (const Object* child = module_of(object->elements[i]->value()))
        recurse(recurse, child, prefix + object->element_names[i] + ".");
  };
  visit(visit, self, "");
  return call.ret(Value::record(machine.storage().sequence(std::move(found))));
}

/// name(): the C++ type, as LibTorch demangles it.
bool module_name(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  if (self == nullptr || self->type == nullptr) return call.unsupported();
  return call.ret(Value::string(
      call.machine.type_name(call.machine.context().getCanonicalTagType(self->type))));
}

bool shared_from_this(ModelCall& call) {
  const Object* self = ModelCall::object_of(call.self);
  return call.ret(self ? Value::pointer(self->self) : Value::none());
}

} // namespace

ModelTable torch_module_models() {
  static const ModelEntry table[] = {
      {"torch::nn::Module::register_module", register_module},
      {"torch::nn::Module::register_parameter", register_tensor},
      {"torch::nn::Module::register_buffer", register_tensor},
      {"torch::load", load_weights},
      {"torch::nn::Module::load", no_effect},
      {"torch::nn::Module::is_training", is_training},
      {"torch::nn::Module::train", no_effect},
      {"torch::nn::Module::eval", no_effect},
      {"torch::nn::Module::to", no_effect},
      {"torch::nn::Module::zero_grad", no_effect},
      {"torch::nn::Module::name", module_name},
      {"torch::nn::Module::parameters", list_tensors},
      {"torch::nn::Module::buffers", list_tensors},
      {"torch::nn::Module::named_parameters", list_tensors},
      {"torch::nn::Module::named_buffers", list_tensors},
      {"torch::nn::Module::modules", list_modules},
      {"torch::nn::Module::children", list_modules},
      {"torch::nn::Module::apply", apply},
      {"torch::nn::Module::as", as_class},
      {"torch::nn::Module::shared_from_this", shared_from_this},
      {"std::enable_shared_from_this::shared_from_this", shared_from_this},
      {"torch::nn::init::*", weight_init},
      {"torch::nn::*", torch_nn},
  };
  return table;
}

} // namespace fx::frontend
