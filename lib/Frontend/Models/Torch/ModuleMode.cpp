// Training and eval mode: train() and eval() as C++ runs them, and calls of modules that are in
// another mode than the model.
//
// A call_module node follows the mode of the model that it stands in. A module that is in another
// mode, because forward or an override of train() changed it or because no train() reached it, is
// called as the function that its own forward calls.
#include "Frontend/Models/Torch/Modules.h"

#include "llvm/ADT/ScopeExit.h"

#include <fmt/format.h>

using namespace clang;

namespace fx::frontend {

namespace {

const CXXMethodDecl* find_train(const CXXRecordDecl* record) {
  if (record == nullptr || !record->hasDefinition()) return nullptr;
  for (const CXXMethodDecl* method : record->getDefinition()->methods())
    if (method->getDeclName().isIdentifier() && method->getName() == "train" &&
        method->getNumParams() == 1 && method->isVirtual())
      return method;
  for (const CXXBaseSpecifier& base : record->getDefinition()->bases())
    if (const CXXMethodDecl* found = find_train(record_of(base.getType()))) return found;
  return nullptr;
}

/// What of a module of LibTorch's depends on its mode.
enum class ModeUse : uint8_t { None, Dropout, RandomRelu, BatchNorm, Other };

ModeUse mode_use(Machine& machine, const Object& module) {
  if (module.module->kind != ModuleKind::Leaf) return ModeUse::None;
  const ops::ModuleClass* known = module_class_of(module);
  if (known == nullptr) return ModeUse::Other; // a class of the user's, by --leaf
  const ops::ModuleOptions options(machine.libtorch(), *known, module.module->options);
  if (ops::is_same_in_both_modes(options)) return ModeUse::None;
  switch (known->family) {
  case ops::ModuleFamily::Dropout: return ModeUse::Dropout;
  case ops::ModuleFamily::RandomReLU: return ModeUse::RandomRelu;
  case ops::ModuleFamily::BatchNorm:
    return options.is_on("track_running_stats") == true ? ModeUse::BatchNorm : ModeUse::Other;
  default: return ModeUse::Other;
  }
}

} // namespace

bool call_batch_norm(Machine& machine, const Expr* where, const Object& module,
                     const Argument& input, Node*& node) {
  const bool training = module.training;
  Argument momentum;
  if (!option_argument(machine, where, module, "momentum", momentum)) return false;
  if (momentum.is_none()) {
    if (training) return machine.report().error(where, diag::batch_norm_in_another_mode);
    momentum = Argument(0.0);
  }
  std::vector<Argument> args{input};
  std::vector<KeywordArgument> kwargs;
  const bool scales =
      ops::ModuleOptions(machine.libtorch(), *module_class_of(module), module.module->options)
          .is_on("affine")
          .value_or(false);
  for (const char* name : {"running_mean", "running_var", "weight", "bias"}) {
    const bool buffer = args.size() < 3;
    Argument tensor;
    if ((buffer || scales) && !lower_leaf_tensor(machine, where, &module, name, tensor))
      return false;
    if (buffer)
      args.push_back(std::move(tensor));
    else
      kwargs.push_back({name, std::move(tensor)});
  }
  kwargs.push_back({"training", Argument(training)});
  kwargs.push_back({"momentum", std::move(momentum)});
  if (!option_keyword(machine, where, module, "eps", kwargs)) return false;
  if (training) {
    Argument count;
    if (!lower_leaf_tensor(machine, where, &module, "num_batches_tracked", count)) return false;
    machine.graph().emit(where, Opcode::CallMethod, "add_", {count, Argument(int64_t{1})});
  }
  node = machine.graph().emit(where, Opcode::CallFunction, "torch.nn.functional.batch_norm",
                              std::move(args), std::move(kwargs));
  return true;
}

bool train_by_library(Machine& machine, const Expr* where, const Object* module, bool on) {
  const std::vector<Location*> children = module->elements;
  for (const Location* element : children)
    if (const Object* child = module_of(element->value());
        child && !train_module(machine, where, child, on))
      return false;
  if (module->training != on) machine.storage().change(module)->training = on;
  return true;
}

bool train_module(Machine& machine, const Expr* where, const Object* module, bool on) {
  const CXXMethodDecl* train = is_torch_library(module->type) ? nullptr : find_train(module->type);
  if (train == nullptr || !machine.is_user_code(train))
    return train_by_library(machine, where, module, on);
  machine.graph().is_training(); // what comes of it may be another in the other mode
  Operand self;
  self.value = Value::object(module);
  self.place = module->self;
  Operand mode;
  mode.type = machine.context().BoolTy;
  mode.value = Value::boolean(on);
  Result ignored;
  return machine.call_function(where, train, self, {mode}, ignored);
}

void note_run_in_constructor(Machine& machine, const Expr* where, const Object& module) {
  for (const Location* element : module.elements)
    if (const Object* child = module_of(element->value()))
      note_run_in_constructor(machine, where, *child);
  if (module.module->kind != ModuleKind::Leaf || !module.training) return;
  const ModeUse use = mode_use(machine, module);
  if (use == ModeUse::None) return;
  const std::string_view name = module.module->name;
  const auto tensors = registered_tensors(machine, module);
  if (tensors && llvm::any_of(*tensors, [](const auto& tensor) { return tensor.is_buffer(); }))
    machine.report().remark(where->getExprLoc(), diag::statistics_of_the_constructor, name);
  else
    machine.report().remark(where->getExprLoc(), diag::random_numbers_of_the_constructor, name);
}

void note_modes_of_constructor(Machine& machine, clang::SourceLocation where,
                               const Object& module) {
  const bool may_ask = module.module->kind == ModuleKind::User;
  if (!module.training && (may_ask || mode_use(machine, module) != ModeUse::None)) {
    const std::string path = machine.graph().in_tree(*module.module).path();
    machine.report().loss(where, diag::mode_of_the_constructor,
                          path.empty() ? "the model" : fmt::format("'{}'", path));
    return;
  }
  for (const Location* element : module.elements)
    if (const Object* child = module_of(element->value()))
      note_modes_of_constructor(machine, where, *child);
}

bool prepare_root(Machine& machine, const Expr* where, const Object* root) {
  const bool prepared = machine.storage().set_prepares(true);
  const auto done = llvm::scope_exit([&] { machine.storage().set_prepares(prepared); });
  const auto visit = [&](auto&& recurse, const Object* object) -> bool {
    machine.storage().change(object)->in_model = true;
    for (const TensorSlot& slot : machine.graph().in_tree(*object->module).tensors)
      if (!machine.graph().is_known(where->getExprLoc(), slot.init)) return false;
    if (object->module->kind == ModuleKind::Leaf &&
        !compare_options(machine, where, *object, /*may_update=*/true))
      return false;
    return llvm::all_of(object->elements, [&](const Location* element) {
      const Object* child = module_of(element->value());
      return child == nullptr || child->in_model || recurse(recurse, child);
    });
  };
  return visit(visit, root);
}

bool overrides_train(const Machine& machine, const Object& module) {
  const CXXMethodDecl* train = is_torch_library(module.type) ? nullptr : find_train(module.type);
  return (train != nullptr && machine.is_user_code(train)) ||
         llvm::any_of(module.elements, [&](const Location* element) {
           const Object* child = module_of(element->value());
           return child != nullptr && overrides_train(machine, *child);
         });
}

bool train_root(Machine& machine, const Expr* where, const Object* root) {
  const bool prepared = machine.storage().set_prepares(true);
  const auto done = llvm::scope_exit([&] { machine.storage().set_prepares(prepared); });
  const Node* last = machine.graph().last();
  if (!train_module(machine, where, root, machine.graph().traces_training())) return false;
  machine.graph().erase_queries_after(last);
  if (machine.graph().last() != last) return machine.report().error(where, diag::train_computes);
  return true;
}

bool call_in_own_mode(Machine& machine, const Expr* where, const Object& module,
                      const std::vector<Argument>& args, Node*& node) {
  const bool follows = module.in_model && module.training == machine.graph().traces_training();
  if (follows || module.module->is_input) return true;
  const ModeUse use = mode_use(machine, module);
  if (use == ModeUse::None) return true;
  machine.graph().is_training(); // it is another call in the other mode
  const llvm::StringRef type = llvm::StringRef(module.module->cpp_type.view()).rsplit("::").second;
  if (args.size() != 1 || use == ModeUse::Other) {
    if (module.training == machine.graph().traces_training() && !module.in_model) return true;
    return machine.report().error(where, diag::module_in_another_mode, type.str(),
                                  module.training ? "training" : "eval",
                                  machine.graph().traces_training() ? "training" : "eval");
  }
  if (use == ModeUse::BatchNorm) return call_batch_norm(machine, where, module, args.front(), node);
  std::vector<KeywordArgument> kwargs;
  if (use == ModeUse::Dropout) {
    if (!option_keyword(machine, where, module, "p", kwargs)) return false;
    if (!module.in_model && module.training)
      machine.report().remark(where->getExprLoc(), diag::dropout_never_evaluates, type.str());
  } else {
    if (!option_keyword(machine, where, module, "lower", kwargs) ||
        !option_keyword(machine, where, module, "upper", kwargs))
      return false;
  }
  kwargs.push_back({"training", Argument(module.training)});
  if (!option_keyword(machine, where, module, "inplace", kwargs)) return false;
  const std::string function =
      use == ModeUse::Dropout ? snake_case(std::string_view(type)) : std::string("rrelu");
  node = machine.graph().emit(where, Opcode::CallFunction, "torch.nn.functional." + function,
                              {args.front()}, std::move(kwargs));
  return true;
}

} // namespace fx::frontend
