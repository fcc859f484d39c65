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
  // What the user's class does to the weights that it inherits is not in a generated module.
  if (object.module->kind == ModuleKind::Leaf && is_torch_library(object.type))
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

bool call_with_replaced_tensors(Machine& machine, const Expr* expr, const Object* object,
                                std::vector<Argument> args, Result& result) {
  const std::string name = qualified_name(library_class(object->type));
  const bool linear = name == "torch::nn::LinearImpl";
  if ((!linear && name != "torch::nn::EmbeddingImpl") || args.size() != 1)
    return machine.report().error(expr, diag::replaced_tensor_of_a_module,
                                  object->module->cpp_type.str(), object->module->path());
  args.emplace_back();
  if (!lower_leaf_tensor(machine, expr, object, "weight", args.back())) return false;
  std::vector<KeywordArgument> kwargs;
  if (linear) {
    Argument bias;
    if (!lower_leaf_tensor(machine, expr, object, "bias", bias)) return false;
    if (!bias.is_none()) args.push_back(std::move(bias));
  } else {
    for (const char* name :
         {"padding_idx", "max_norm", "norm_type", "scale_grad_by_freq", "sparse"})
      if (!option_keyword(machine, expr, *object, name, kwargs)) return false;
  }
  result.value = Value::node(machine.graph().emit(
      expr, Opcode::CallFunction, linear ? "torch._C._nn.linear" : "torch.nn.functional.embedding",
      std::move(args), std::move(kwargs)));
  return true;
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
