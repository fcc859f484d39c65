// What the modules of a model register that are LibTorch's.
#include "Frontend/Models/Torch/Modules.h"

using namespace clang;

namespace fx::frontend {

const ops::ModuleClass* module_class_of(const Object& leaf) {
  const CXXRecordDecl* library = library_class(leaf.type);
  llvm::StringRef name = library->getName();
  return is_torch_library(library) && name.consume_back("Impl")
             ? ops::find_module_class(std::string_view(name))
             : nullptr;
}

std::optional<std::vector<ops::RegisteredTensor>> registered_tensors(Machine& machine,
                                                                     const Object& leaf) {
  // What TorchScript holds is in no state dict of a torch::nn::Module.
  if (leaf.module->cpp_type.view() == script_module_type)
    return std::vector<ops::RegisteredTensor>();
  const ops::ModuleClass* known = module_class_of(leaf);
  if (known == nullptr) return std::nullopt;
  return ops::registered_tensors({machine.libtorch(), *known, leaf.module->options});
}

std::vector<std::string> state_names(Machine& machine, const Object& module) {
  std::vector<std::string> names;
  const auto visit = [&](auto&& recurse, const Object& object, const std::string& prefix) -> void {
    for (const TensorSlot& slot : object.module->tensors)
      if (slot.role != TensorRole::Constant && slot.init) names.push_back(prefix + slot.name.str());
    if (object.module->kind == ModuleKind::Leaf) {
      const auto tensors = registered_tensors(machine, object);
      if (!tensors) names.push_back(prefix + "*");
      if (tensors)
        for (const ops::RegisteredTensor& tensor : *tensors)
          names.push_back(prefix + tensor.name);
    }
    for (size_t i = 0; i < object.elements.size() && i < object.element_names.size(); ++i)
      if (const Object* child = module_of(object.elements[i]->value()))
        recurse(recurse, *child, prefix + object.element_names[i] + ".");
  };
  visit(visit, module, "");
  return names;
}

bool may_hold_tensors(Machine& machine, const Object& module) {
  return !state_names(machine, module).empty();
}

} // namespace fx::frontend
