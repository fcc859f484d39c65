// Weights of LibTorch's modules: read, and replaced by others.
//
// A module whose member is given another tensor computes with that one, while its state dict keeps
// the one it had. So a call of it becomes the function that its forward calls, on the tensors that
// are then in its members.
#include "Frontend/Lower/Construction.h"
#include "Frontend/Models/Torch/Modules.h"

#include <fmt/format.h>
#include <optional>

using namespace clang;

namespace fx::frontend {

namespace {

const FieldDecl* canonical(const FieldDecl* field) {
  return llvm::cast<FieldDecl>(field->getCanonicalDecl());
}

const FieldDecl* find_field(const CXXRecordDecl* record, llvm::StringRef name) {
  for (const FieldDecl* field : record->fields())
    if (field->getName() == name) return field;
  for (const CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* parent = record_of(base.getType()))
      if (const FieldDecl* found = find_field(parent->getDefinition(), name)) return found;
  return nullptr;
}

/// What the constructor has of a tensor of a LibTorch module.
Value constructed_tensor(Machine& machine, const Expr* expr, const Object& object,
                         std::string_view name) {
  // A class that is a leaf by its own name does to the weights that it inherits what it does.
  if (is_library_leaf(*object.module))
    if (const auto tensors = registered_tensors(machine, object))
      for (const ops::RegisteredTensor& tensor : *tensors)
        if (tensor.name == name)
          return Value::node(machine.graph().construction().read(
              *object.module, tensor.name, tensor.is_buffer(), expr->getExprLoc()));
  return Value::opaque(expr->getExprLoc(), "the initial weights of a library module");
}

/// Whether the options of a module leave a tensor of it undefined (a bias, the statistics of a
/// batch norm, the weights of a loss): that is known, also where the values of weights are not.
bool is_left_undefined(Machine& machine, const Object& object, llvm::StringRef name) {
  if (!is_torch_library(library_class(object.type))) return false;
  const auto tensors = registered_tensors(machine, object);
  return tensors && llvm::none_of(*tensors, [&](const ops::RegisteredTensor& tensor) {
           return tensor.name == name;
         });
}

/// Reads the tensor that LibTorch made for `tensor`, which its module may not hold any more.
bool read_made_tensor(Machine& machine, const Expr* expr, const LeafTensorField& tensor,
                      Result& result) {
  const Object* object = tensor.object;
  const FieldDecl* field = canonical(tensor.field);
  const bool none = is_left_undefined(machine, *object, field->getName());
  if (machine.graph().in_constructor() || none) {
    result.place = machine.storage().allocate(
        none ? Value::none()
             : constructed_tensor(machine, expr, *object, field->getNameAsString()));
    return true;
  }
  if (!is_same_in_each_call(machine, expr, *object)) return false;
  if (object->module->parent == nullptr && !adopt_unregistered(machine, expr, object))
    return machine.report().error(expr, diag::tensor_of_an_unregistered_module);
  const std::string path = object->module->path() + "." + field->getNameAsString();
  Value value;
  // One get_attr a graph and parameter, as torch.fx has it.
  for (Node* node : machine.graph().graph().find_nodes(Opcode::GetAttr, Symbol(path)))
    if (!value.is_node()) value = Value::node(node);
  if (!value.is_node()) value = Value::node(machine.graph().emit(expr, Opcode::GetAttr, path, {}));
  result.place = machine.storage().allocate(value);
  return true;
}

} // namespace

bool read_leaf_tensor(Machine& machine, const Expr* expr, const LeafTensorField& tensor,
                      Result& result) {
  const Object* object = tensor.object;
  const FieldDecl* field = canonical(tensor.field);
  const auto at = object->fields.find(field);
  if (at == object->fields.end()) {
    if (!read_made_tensor(machine, expr, tensor, result)) return false;
  } else if (const LeafTensorField* made = machine.graph().made_tensor(at->second)) {
    if (!read_made_tensor(machine, expr, LeafTensorField(*made), result)) return false;
  } else {
    result.place = at->second;
  }
  // What is assigned here replaces the tensor of this module, not of the one that made it.
  machine.graph().note_leaf_tensor(result.place, {object, field});
  return true;
}

bool lower_leaf_tensor(Machine& machine, const Expr* expr, const Object* object,
                       llvm::StringRef name, Argument& argument) {
  const FieldDecl* field = find_field(object->type->getDefinition(), name);
  Result tensor;
  if (field == nullptr) return machine.report().unsupported(expr);
  if (!read_leaf_tensor(machine, expr, {object, field}, tensor)) return false;
  return machine.graph().lower(expr, tensor.place ? tensor.place->value() : tensor.value, argument);
}

bool registered_leaf_tensor(Machine& machine, const Expr* expr, const Object* object,
                            std::string_view name, Location*& place) {
  if (machine.graph().in_constructor()) {
    place = machine.storage().allocate(constructed_tensor(machine, expr, *object, name));
  } else {
    if (!is_same_in_each_call(machine, expr, *object)) return false;
    if (object->module->parent == nullptr && !adopt_unregistered(machine, expr, object))
      return machine.report().error(expr, diag::tensor_of_an_unregistered_module);
    const std::string path = fmt::format("{}.{}", object->module->path(), name);
    Node* node = nullptr;
    for (Node* fetched : machine.graph().graph().find_nodes(Opcode::GetAttr, Symbol(path)))
      if (node == nullptr) node = fetched;
    if (node == nullptr) node = machine.graph().emit(expr, Opcode::GetAttr, path, {});
    place = machine.storage().allocate(Value::node(node));
  }
  return true;
}

bool replace_leaf_tensor(ModelCall& call, const LeafTensorField& tensor) {
  Machine& machine = call.machine;
  const FieldDecl* field = canonical(tensor.field);
  if (!machine.graph().in_constructor()) return call.error(diag::forward_replaces_a_weight);
  const Operand& given = call.args[0];
  const LeafTensorField* source = machine.graph().leaf_tensor(given.place);
  // torch::nn::init's functions return the tensor that they change.
  Location* changed = nullptr;
  const auto* initialised =
      given.expr ? dyn_cast<CallExpr>(given.expr->IgnoreUnlessSpelledInSource()) : nullptr;
  const FunctionDecl* callee = initialised ? initialised->getDirectCallee() : nullptr;
  if (callee && llvm::StringRef(qualified_name(callee)).starts_with("torch::nn::init::") &&
      initialised->getNumArgs() > 0) {
    const Expr* argument = initialised->getArg(0)->IgnoreUnlessSpelledInSource();
    if (isa<MemberExpr>(argument) && !machine.place(argument, changed)) return false;
    source = machine.graph().leaf_tensor(changed);
  }
  if (source && source->object == tensor.object && canonical(source->field) == field)
    return call.ret_place(call.self.place);
  if (source == nullptr && given.value.is(Value::Kind::Opaque))
    return machine.report().not_known(
        given.expr ? given.expr : call.expr, given.value,
        fmt::format("the tensor that '{}' of a library module is replaced by (to change its "
                    "values, write to it in place)",
                    field->getNameAsString()));
  const bool is_computed = source == nullptr && given.value.is_node() &&
                           !machine.graph().construction().weight(given.value.node());
  if (is_computed && !machine.graph().stands_alone(call.location(), given.value.node()))
    return false;
  // The tensor that the source holds now, also where it is given another one later.
  Value value = given.value;
  std::optional<LeafTensorField> made;
  if (source) {
    const FieldDecl* from = canonical(source->field);
    if (const auto at = source->object->fields.find(from); at == source->object->fields.end())
      made = {source->object, from};
    else if (const LeafTensorField* held = machine.graph().made_tensor(at->second))
      made = *held;
    else
      value = at->second->value();
  }
  auto& fields = machine.storage().change(tensor.object)->fields;
  if (made && made->object == tensor.object && canonical(made->field) == field) {
    fields.erase(field);
  } else {
    Location* place = machine.storage().allocate(value);
    if (made) machine.graph().note_made_tensor(place, *made);
    fields[field] = place;
  }
  machine.storage().write(call.self.place, value);
  return call.ret_place(call.self.place);
}

bool has_replaced_tensor(const Object& object) {
  return llvm::any_of(object.fields, [](const auto& entry) {
    return is_tensor_type(entry.first->getType()) && is_torch_library(entry.first);
  });
}

namespace {

/// The function that a module's forward calls on its tensors.
struct FunctionOfModule {
  std::string_view module;
  std::string_view function;
  std::initializer_list<std::string_view> positional_options; // before the tensors
  bool tensors_by_keyword;
  std::initializer_list<std::string_view> keyword_options;
};

const FunctionOfModule* function_of(std::string_view module) {
  static const std::initializer_list<std::string_view> convolution{"stride", "padding", "dilation",
                                                                   "groups"};
  static const std::initializer_list<std::string_view> transposed{
      "stride", "padding", "output_padding", "groups", "dilation"};
  static const FunctionOfModule functions[] = {
      {"Linear", "torch._C._nn.linear", {}, false, {}},
      {"Conv1d", "torch.conv1d", {}, false, convolution},
      {"Conv2d", "torch.conv2d", {}, false, convolution},
      {"Conv3d", "torch.conv3d", {}, false, convolution},
      {"ConvTranspose1d", "torch.conv_transpose1d", {}, false, transposed},
      {"ConvTranspose2d", "torch.conv_transpose2d", {}, false, transposed},
      {"ConvTranspose3d", "torch.conv_transpose3d", {}, false, transposed},
      {"LayerNorm", "torch.nn.functional.layer_norm", {"normalized_shape"}, true, {"eps"}},
      {"GroupNorm", "torch.nn.functional.group_norm", {"num_groups"}, true, {"eps"}},
  };
  const auto* found =
      llvm::find_if(functions, [&](const FunctionOfModule& row) { return row.module == module; });
  return found == std::end(functions) ? nullptr : found;
}

/// Convolutions pad with something else than zeros by a call of their own.
bool pads_with_zeros(Machine& machine, const Expr* expr, const Object& object) {
  const ops::ModuleClass* known = module_class_of(object);
  if (known == nullptr || !ops::ModuleOptions(machine.libtorch(), *known, {}).value("padding_mode"))
    return true;
  Argument mode;
  return option_argument(machine, expr, object, "padding_mode", mode) &&
         mode.is(Argument::Kind::String) && mode.symbol().view() == "zeros";
}

bool call_function_of(Machine& machine, const Expr* expr, const Object& object,
                      const FunctionOfModule& row, std::vector<Argument> args, Result& result) {
  std::vector<KeywordArgument> kwargs;
  for (const std::string_view option : row.positional_options)
    if (!option_argument(machine, expr, object, option, args.emplace_back())) return false;
  for (const char* name : {"weight", "bias"}) {
    Argument tensor;
    if (!lower_leaf_tensor(machine, expr, &object, name, tensor)) return false;
    if (tensor.is_none()) continue;
    if (row.tensors_by_keyword)
      kwargs.push_back({name, std::move(tensor)});
    else
      args.push_back(std::move(tensor));
  }
  for (const std::string_view option : row.keyword_options)
    if (!option_keyword(machine, expr, object, option, kwargs)) return false;
  result.value = Value::node(machine.graph().emit(expr, Opcode::CallFunction, row.function,
                                                  std::move(args), std::move(kwargs)));
  return true;
}

} // namespace

bool call_with_replaced_tensors(Machine& machine, const Expr* expr, const Object* object,
                                std::vector<Argument> args, Result& result) {
  llvm::StringRef name = library_class(object->type)->getName();
  name.consume_back("Impl");
  if (args.size() == 1 && name == "Embedding") {
    args.emplace_back();
    if (!lower_leaf_tensor(machine, expr, object, "weight", args.back())) return false;
    std::vector<KeywordArgument> kwargs;
    for (const char* option :
         {"padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse"})
      if (!option_keyword(machine, expr, *object, option, kwargs)) return false;
    result.value = Value::node(machine.graph().emit(expr, Opcode::CallFunction,
                                                    "torch.nn.functional.embedding",
                                                    std::move(args), std::move(kwargs)));
    return true;
  }
  const ops::ModuleClass* known = module_class_of(*object);
  const bool keeps_statistics =
      name.starts_with("BatchNorm") && known &&
      ops::ModuleOptions(machine.libtorch(), *known, object->module->options)
              .is_on("track_running_stats") == true;
  if (args.size() == 1 && keeps_statistics) {
    machine.graph().is_training(); // it is another call in the other mode
    Node* node = nullptr;
    if (!call_batch_norm(machine, expr, *object, args.front(), node)) return false;
    result.value = Value::node(node);
    return true;
  }
  const FunctionOfModule* row = function_of(name);
  if (args.size() != 1 || row == nullptr || !pads_with_zeros(machine, expr, *object))
    return machine.report().error(expr, diag::replaced_tensor_of_a_module,
                                  object->module->cpp_type.str(), object->module->path());
  return call_function_of(machine, expr, *object, *row, std::move(args), result);
}

namespace {

/// Normalisations start from numbers. `all`: their weight and bias too.
bool reset_statistics(ModelCall& call, const Object& layer,
                      const std::vector<ops::RegisteredTensor>& tensors, bool all) {
  for (const ops::RegisteredTensor& tensor : tensors) {
    if (!tensor.is_buffer() && !all) continue;
    Argument to;
    if (!lower_leaf_tensor(call.machine, call.expr, &layer, tensor.name, to)) return false;
    if (!to.is_node()) continue;
    call.graph().emit(call.expr, Opcode::CallMethod, "fill_", {std::move(to), *tensor.initial});
  }
  return call.ret(Value::none());
}

bool starts_from_numbers(const std::vector<ops::RegisteredTensor>& tensors) {
  return llvm::all_of(tensors, [](const ops::RegisteredTensor& tensor) {
    return tensor.initial && !tensor.initial->is_node();
  });
}

} // namespace

bool reset_layer(ModelCall& call, const Object& layer) {
  const auto tensors = registered_tensors(call.machine, layer);
  if (call.name == "reset_running_stats")
    return tensors ? reset_statistics(call, layer, *tensors, /*all=*/false) : call.unsupported();
  if (layer.module->kind != ModuleKind::Leaf) return call.ret(Value::none());
  if (call.name == "reset") {
    if (!may_hold_tensors(call.machine, layer)) return call.ret(Value::none());
    return call.error(diag::reset_throws, layer.module->cpp_type.str());
  }
  if (!call.graph().in_constructor()) return call.error(diag::forward_draws_weights);
  if (call.graph().construction().note_reset(*layer.module, call.location()))
    return call.ret(Value::none());
  if (tensors && starts_from_numbers(*tensors))
    return reset_statistics(call, layer, *tensors, /*all=*/true);
  return call.error(diag::weights_drawn_after_use);
}

} // namespace fx::frontend
