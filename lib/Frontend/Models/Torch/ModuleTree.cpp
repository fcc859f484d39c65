// The tree of modules while the constructor makes it: what is made, registered and kept.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/Elements.h"
#include "Frontend/Models/Text.h"
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

constexpr std::string_view containers[] = {
    "torch::nn::SequentialImpl", "torch::nn::ModuleListImpl", "torch::nn::ModuleDictImpl",
    "torch::nn::ParameterListImpl", "torch::nn::ParameterDictImpl"};

std::string holder_name(const CXXRecordDecl* library) {
  std::string name = qualified_name(library);
  if (llvm::StringRef(name).ends_with("Impl")) name.resize(name.size() - 4);
  return name;
}

} // namespace

const CXXRecordDecl* library_class(const CXXRecordDecl* record) {
  if (is_torch_library(record)) return record;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType()); is_module_class(parent))
      return library_class(parent);
  return record;
}

bool is_container_class(const CXXRecordDecl* record) {
  return llvm::any_of(containers,
                      [&](std::string_view name) { return derives_from(record, name); });
}

bool is_leaf_class(const CXXRecordDecl* library) {
  const std::string name = qualified_name(library);
  return is_torch_library(library) && name != "torch::nn::Module" &&
         name != "torch::nn::Cloneable" && !is_container_class(library) &&
         name != "torch::nn::FunctionalImpl";
}

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
  object->made_in_forward = !machine.graph().in_constructor();
  ModuleKind kind = ModuleKind::User;
  std::string type = user_name;
  if (is_named_leaf(machine, record)) {
    kind = ModuleKind::Leaf;
  } else if (is_leaf_class(library)) {
    kind = ModuleKind::Leaf;
    type = holder_name(library);
  } else if (!user) {
    kind = is_container_class(record)                              ? ModuleKind::Container
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

namespace {

/// Sequential(a, b, ...): one child or a list of them.
bool attach_children(Machine& machine, const Expr* where, const Object* container,
                     const Operand& given) {
  const Object* list = ModelCall::object_of(given);
  std::vector<Location*> items;
  if (list && list->kind == Object::Kind::Sequence && !list->is_tuple)
    items = list->elements;
  else
    items.push_back(given.place ? given.place : machine.storage().allocate(given.value));
  for (Location* item : items) {
    std::string child_name = std::to_string(container->elements.size());
    Value value = item->value();
    if (value.is_object() && value.object()->is_tuple) { // NamedAnyModule
      child_name = value.object()->elements[0]->value().text();
      value = value.object()->elements[1]->value();
    }
    const Object* child = module_of(value);
    if (child == nullptr) return machine.report().unsupported(where, missing::child_of_a_container);
    if (!attach_module(machine, where, container, child, child_name)) return false;
    container->module->children.back()->is_given = true;
  }
  return true;
}

/// Module("name"): what name() says.
bool name_module(Machine& machine, const Expr* where, const Object* object,
                 llvm::ArrayRef<Operand> args) {
  if (args.empty()) return true;
  if (module_of(args[0].value))
    return machine.report().unsupported(where, missing::copy_constructor_of_a_module);
  std::string text;
  Value given = args[0].value;
  if (text_of(args[0].value, text)) given = Value::string(text);
  machine.storage().change(object)->hidden = {machine.storage().allocate(given)};
  return true;
}

/// Conv2d(in, out, kernel) is Conv2d(Conv2dOptions(in, out, kernel)): same order, own names.
bool make_options(Machine& machine, const Expr* where, const CXXConstructorDecl* constructor,
                  const CXXRecordDecl* options_class, llvm::ArrayRef<Operand> args,
                  const Object*& options) {
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
  return construct_options(machine, where, options_class, names, args, options);
}

/// A module of the library's with weights or settings of its own.
bool init_leaf(Machine& machine, const Expr* where, const CXXConstructorDecl* constructor,
               const Object* object, llvm::ArrayRef<Operand> args) {
  const CXXRecordDecl* record = constructor->getParent();
  const CXXRecordDecl* options_class = options_class_of(record);
  if (options_class == nullptr) {
    // Few modules take no options (Identity, Tanh): nothing to remember.
    if (args.empty()) return true;
    return machine.report().unsupported(where, missing::construction_with_arguments,
                                        qualified_name(record));
  }
  const Object* options = nullptr;
  if (args.size() == 1 && ModelCall::object_of(args[0]) &&
      is_options_class(ModelCall::object_of(args[0])->type))
    options = machine.storage().copy(args[0].value).object();
  else if (!make_options(machine, where, constructor, options_class, args, options))
    return false;
  machine.storage().change(object)->options_object = options;
  return record_options(machine, where, object);
}

} // namespace

bool init_library_base(Machine& machine, const Expr* where, const CXXConstructorDecl* constructor,
                       const Object* object, llvm::SmallVector<Operand, 4>& args) {
  const CXXRecordDecl* record = constructor->getParent();
  if (!is_module_class(record) || object->module == nullptr)
    return init_class_base(machine, where, constructor, object, args);
  // A loop that makes modules without end takes more time a step than others.
  constexpr size_t steps_of_a_module = 100;
  if (!machine.charge(where, steps_of_a_module)) return false;
  drop_defaulted(args);
  if (qualified_name(record) == "torch::nn::FunctionalImpl") {
    for (const Operand& operand : args)
      machine.storage().change(object)->elements.push_back(
          machine.storage().allocate(operand.value));
    return true;
  }
  if (is_container_class(record))
    return llvm::all_of(args, [&](const Operand& operand) {
      return attach_children(machine, where, object, operand);
    });
  return is_leaf_class(record) ? init_leaf(machine, where, constructor, object, args)
                               : name_module(machine, where, object, args);
}

bool attach_module(Machine& machine, const Expr* expr, const Object* parent, const Object* child,
                   std::string_view name) {
  ModuleTree& tree = machine.graph().traced().modules;
  ModuleNode& owner = *parent->module;
  if (name.empty() || name.find('.') != std::string_view::npos)
    return machine.report().error(expr, diag::wrong_submodule_name, name);
  if (owner.child(name) || owner.tensor(name))
    return machine.report().error(expr, diag::registered_twice, name);
  const auto location = machine.graph().source_range(expr->getSourceRange());
  if (child->module->parent != nullptr) {
    ModuleNode& alias = tree.create(child->module->cpp_type, child->module->kind);
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

namespace {

/// What the members of a module that are vectors of modules hold. `add`: gives the module at a
/// place, or null.
void note_vectors(const Object& object, llvm::function_ref<const Object*(const Location*)> add) {
  for (const auto& [field, place] : object.fields) {
    const Object* list =
        field != nullptr && place != nullptr && place->value().is(Value::Kind::Object)
            ? place->value().object()
            : nullptr;
    if (list == nullptr || !is_std_class(list->type, "vector")) continue;
    std::vector<ModuleNode*> held;
    for (const Location* element : list->elements)
      if (const Object* module = add(element); module != nullptr && module->module != nullptr)
        held.push_back(module->module);
    if (object.module != nullptr && held.size() == list->elements.size())
      object.module->module_vectors[field->getNameAsString()] = std::move(held);
  }
}

/// Whether the braces or a constructor of a class have a place.
bool has_place(const ClassSyntax& syntax, const ModuleSyntax::Place& place) {
  const auto has = [&](const ModuleSyntax::Place& whole) {
    return whole.file == place.file && whole.range.contains(place.range);
  };
  return has(syntax.braces) ||
         llvm::any_of(syntax.constructors, [&](const auto& each) { return has(each.whole); });
}

/// Modules of the user's, with their classes.
using Owners = llvm::SmallVector<std::pair<const ModuleNode*, const CXXRecordDecl*>, 16>;

/// A module that another class makes and gives to the one that has it: other objects of this one
/// may be given others.
void note_given(ModuleNode& module, const Owners& owners) {
  if (module.syntax == nullptr || module.syntax->arguments.range.empty()) return;
  const auto owner_of = [&] {
    const ModuleNode* owner = module.parent;
    while (owner != nullptr && owner->kind != ModuleKind::User)
      owner = owner->parent;
    return llvm::find_if(owners, [&](const auto& each) { return each.first == owner; });
  };
  const auto owner = owner_of();
  // Instances of a template have one place.
  const bool is_own = owner != owners.end() && owner->first->class_syntax &&
                      has_place(*owner->first->class_syntax, module.syntax->arguments);
  if (owner == owners.end() || is_own) return;
  module.syntax->any_option_varies |= llvm::any_of(owners, [&](const auto& other) {
    return other.second->getCanonicalDecl() != owner->second->getCanonicalDecl() &&
           !owner->second->isDerivedFrom(other.second) && other.first->class_syntax &&
           has_place(*other.first->class_syntax, module.syntax->arguments);
  });
}

} // namespace

void note_members(Machine& machine, const Object& root) {
  llvm::SmallPtrSet<const Object*, 16> seen;
  llvm::SmallVector<const Object*, 16> pending{&root};
  Owners owners;
  const auto add = [&](const Location* place) {
    const Object* held = place == nullptr ? nullptr : module_of(place->value());
    if (held != nullptr && held->module != nullptr) pending.push_back(held);
    return held;
  };
  while (!pending.empty()) {
    const Object* object = pending.pop_back_val();
    if (!seen.insert(object).second) continue;
    if (object->module != nullptr && object->module->kind == ModuleKind::User &&
        machine.is_user_code(object->type)) {
      machine.graph().note_class(*object->module, *object->type);
      owners.emplace_back(object->module, object->type);
    }
    for (const auto& [field, place] : object->fields)
      if (const Object* held = add(place);
          held != nullptr && held->module != nullptr && field != nullptr) {
        machine.graph().note_member(*held->module, *field);
        if (held->module->registration && held->module->parent == object->module)
          held->module->registration->member = field->getNameAsString();
      }
    note_vectors(*object, add);
    for (const Location* child : object->elements)
      add(child);
  }
  machine.graph().note_uses_of_fields();
  for (const Object* object : seen)
    if (object->module != nullptr) note_given(*object->module, owners);
}

void adopt_root(Machine& machine, const Object* object) {
  ModuleNode& root = machine.graph().traced().modules.root();
  ModuleNode& built = *object->module;
  built.parent = nullptr; // a part of another model, alone: --root='Net()->encoder'
  root.cpp_type = built.cpp_type;
  root.kind = built.kind;
  root.options = built.options;
  root.set_tensors(built.tensors);
  root.children = built.children;
  root.location = built.location;
  root.class_syntax = built.class_syntax;
  root.module_vectors = built.module_vectors;
  // A class of the user's that derives from Conv2dImpl has a forward of its own.
  if (root.kind == ModuleKind::Leaf && machine.is_user_code(object->type)) {
    root.kind = ModuleKind::User;
    root.cpp_type = machine.type_name(machine.context().getCanonicalTagType(object->type));
    root.options.clear();
  }
  machine.graph().note_adopted_root(&built);
  for (ModuleNode* child : root.children)
    child->parent = &root;
  machine.graph().traced().modules.settle_aliases();
}

namespace {

/// What fx::call(module, x), fx::call(*module, x) gets; null of other calls.
const Expr* module_argument(const Expr* expr) {
  const auto* call = dyn_cast<CallExpr>(expr);
  const FunctionDecl* function = call ? call->getDirectCallee() : nullptr;
  if (function == nullptr || isa<CXXMethodDecl>(function) || call->getNumArgs() == 0 ||
      qualified_name(function) != "fx::call")
    return nullptr;
  const Expr* module = call->getArg(0)->IgnoreParenImpCasts();
  if (const auto* star = dyn_cast<UnaryOperator>(module); star && star->getOpcode() == UO_Deref)
    return star->getSubExpr();
  if (const auto* star = dyn_cast<CXXOperatorCallExpr>(module);
      star && star->getOperator() == OO_Star)
    return star->getArg(0);
  return module;
}

} // namespace

/// What the code of a rule makes is a module that its replacement brings, by the name of the
/// variable.
static bool adopt_in_rule(Machine& machine, const Expr* callee, const Object& object) {
  ModuleNode& module = *object.module;
  if (module.kind != ModuleKind::Leaf) return false;
  ModuleTree& tree = machine.graph().traced().modules;
  const auto* variable =
      dyn_cast_or_null<DeclRefExpr>(callee ? callee->IgnoreParenImpCasts() : nullptr);
  const std::string_view type = module.cpp_type;
  const std::string wanted = variable ? variable->getDecl()->getNameAsString()
                                      : snake_case(type.substr(type.rfind(':') + 1));
  std::string name = wanted;
  for (int i = 1; tree.root().child(name) || tree.root().tensor(name); ++i)
    name = fmt::format("{}_{}", wanted, i);
  tree.attach(tree.root(), module, name);
  machine.graph().note_adopted(module);
  return true;
}

bool adopt_unregistered(Machine& machine, const Expr* expr, const Object* object) {
  const Object* owner = machine.graph().current_module();
  const Expr* callee = module_argument(expr);
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr))
    callee = call->getImplicitObjectArgument();
  else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expr))
    callee = call->getArg(0);
  if (const auto* arrow =
          dyn_cast_or_null<CXXOperatorCallExpr>(callee ? callee->IgnoreParenImpCasts() : nullptr))
    callee = arrow->getArg(0);
  const auto* member =
      dyn_cast_or_null<MemberExpr>(callee ? callee->IgnoreParenImpCasts() : nullptr);
  if (owner == nullptr) return machine.in_rule() && adopt_in_rule(machine, callee, *object);
  // A temporary has no name of its own: MaxPool2d becomes max_pool2d.
  llvm::StringRef type = object->module->cpp_type.view();
  type = type.substr(type.rfind(':') + 1); // npos + 1 is 0
  if (type.empty()) type = "module";
  const std::string wanted = member ? member->getMemberDecl()->getNameAsString()
                                    : snake_case(std::string_view(type.data(), type.size()));
  ModuleNode& parent = machine.graph().in_tree(*owner->module);
  // A module that each call makes anew is one module of the model.
  if (object->made_in_forward && object->module->children.empty())
    if (ModuleNode* earlier = machine.graph().made_before(expr, *object->module)) {
      machine.storage().change(object)->module = earlier;
      return true;
    }
  std::string name = wanted;
  for (int i = 1; parent.child(name) || parent.tensor(name); ++i)
    name = fmt::format("{}_{}", wanted, i);
  const bool is_root = &machine.graph().in_tree(*object->module) != object->module;
  std::string more;
  for (const std::string& tensor : state_names(machine, *object))
    more += fmt::format("{}'{}.{}'", more.empty() ? "" : ", ", name, tensor);
  if (is_root)
    machine.report().loss(expr->getExprLoc(), diag::model_is_a_leaf, object->module->cpp_type.str(),
                          name);
  else if (!more.empty())
    machine.report().loss(expr->getExprLoc(), diag::unregistered_module, name, more);
  // The model has what its class registered beside the layer's own.
  if (is_root) {
    object->module->children.clear();
    object->module->set_tensors({});
  }
  object->module->registered = is_root || more.empty();
  ModuleTree& tree = machine.graph().traced().modules;
  tree.attach(parent, *object->module, name);
  machine.graph().note_adopted(*object->module);
  // A copy of a module that is gone.
  if (llvm::any_of(object->module->children,
                   [](const ModuleNode* child) { return child->alias_of; }))
    tree.settle_aliases();
  return true;
}

} // namespace fx::frontend
