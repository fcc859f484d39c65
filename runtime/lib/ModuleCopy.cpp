#include "ModuleCopy.h"

#include "Attributes.h"
#include "LiveOptions.h"

#include "fx/Runtime/Errors.h"

#include <ATen/ops/empty_like.h>

#include <fmt/format.h>

#include <unordered_map>

namespace fx::runtime {

namespace {

/// LibTorch's register_parameter() would set requires_grad.
void register_tensors(const Parameters& from, Parameters& to,
                      const std::function<at::Tensor(const at::Tensor&)>& map = {}) {
  for (const auto& item : from)
    to.insert(item.key(), map ? map(item.value()) : item.value());
}

/// Clones of a tree of modules, each made once.
class Cloner {
public:
  explicit Cloner(const torch::optional<torch::Device>& device) : device_(device) {}

  void clone_into(const torch::nn::Module& module, torch::nn::Module& copy,
                  const std::string& path) {
    const auto clone = [this](const at::Tensor& tensor) { return clone_tensor(tensor); };
    register_tensors(parameters_of(module), parameters_of(copy), clone);
    register_tensors(buffers_of(module), buffers_of(copy), clone);
    for (const auto& child : children_of(module))
      copy.register_module(child.key(), clone_module(child.value(), joined(path, child.key())));
    copy.train(module.is_training());
  }

private:
  at::Tensor clone_tensor(const at::Tensor& tensor) {
    if (!tensor.defined()) return tensor;
    at::Tensor& made = tensors_[tensor.unsafeGetTensorImpl()];
    if (made.defined()) return made;
    at::NoGradGuard no_gradients;
    made = device_
               ? tensor.to(*device_, tensor.scalar_type(), /*non_blocking=*/false, /*copy=*/true)
               : tensor.clone();
    made.set_requires_grad(tensor.requires_grad());
    return made;
  }

  std::shared_ptr<torch::nn::Module> clone_module(const std::shared_ptr<torch::nn::Module>& module,
                                                  const std::string& path) {
    std::shared_ptr<torch::nn::Module>& made = modules_[module.get()];
    if (made) return made;
    if (dynamic_cast<const PlainModule*>(module.get()) != nullptr) {
      made = std::make_shared<PlainModule>(name_of(*module));
      clone_into(*module, *made, path);
      return made;
    }
    try {
      made = module->clone(device_);
    } catch (const c10::Error& error) {
      throw RuntimeError(fmt::format("'{}' cannot be cloned: derive its class from "
                                     "torch::nn::Cloneable ({})",
                                     path, error.what_without_backtrace()));
    }
    return made;
  }

  const torch::optional<torch::Device>& device_;
  std::unordered_map<const at::TensorImpl*, at::Tensor> tensors_;
  std::unordered_map<const torch::nn::Module*, std::shared_ptr<torch::nn::Module>> modules_;
};

} // namespace

std::unordered_set<std::string_view> paths_above_targets(const std::vector<const Graph*>& graphs) {
  std::unordered_set<std::string_view> above;
  for (const Graph* graph : graphs)
    for (const Node* node : *graph) {
      if (node->op() != Opcode::GetAttr && node->op() != Opcode::CallModule) continue;
      const std::string_view path = node->target();
      for (size_t dot = path.rfind('.'); dot != std::string_view::npos && dot > 0;
           dot = path.rfind('.', dot - 1))
        if (!above.insert(path.substr(0, dot)).second) break;
    }
  // What is called is called as it is, whatever else refers into it.
  for (const Graph* graph : graphs)
    for (const Node* node : *graph)
      if (node->op() == Opcode::CallModule) above.erase(node->target().view());
  return above;
}

namespace {

/// `path` is that of `module`, and is so again afterwards.
void share_below(const torch::nn::Module& module, torch::nn::Module& copy,
                 const std::unordered_set<std::string_view>& above, std::string& path) {
  register_tensors(parameters_of(module), parameters_of(copy));
  register_tensors(buffers_of(module), buffers_of(copy));
  copy.train(module.is_training()); // before it has children, which have modes of their own
  for (const auto& child : children_of(module)) {
    const size_t length = path.size();
    path.append(length == 0 ? "" : ".").append(child.key());
    // What is below one of LibTorch's own comes with it.
    if (!above.contains(path) || is_torch_leaf(*child.value())) {
      copy.register_module(child.key(), child.value());
    } else {
      const auto plain = std::make_shared<PlainModule>(name_of(*child.value()));
      share_below(*child.value(), *plain, above, path);
      copy.register_module(child.key(), plain);
    }
    path.resize(length);
  }
}

} // namespace

void share_state(const torch::nn::Module& module, torch::nn::Module& copy,
                 const std::unordered_set<std::string_view>& above) {
  std::string path;
  share_below(module, copy, above, path);
}

std::shared_ptr<torch::nn::Module> clone_state(const torch::nn::Module& module,
                                               torch::nn::Module& copy,
                                               const torch::nn::Module* beside,
                                               const torch::optional<torch::Device>& device) {
  Cloner cloner(device);
  cloner.clone_into(module, copy, "");
  if (beside == nullptr) return nullptr;
  const auto made = std::make_shared<PlainModule>(name_of(*beside));
  cloner.clone_into(*beside, *made, "");
  return made;
}

void put_attribute(torch::nn::Module& root, std::string_view path, const Attribute& attribute) {
  const std::vector<std::string> parts = Path(path).parts();
  torch::nn::Module* owner = &root;
  for (size_t i = 0; i + 1 < parts.size(); ++i) {
    const std::string& name = parts[i];
    if (const auto* child = children_of(*owner).find(name)) {
      owner = child->get();
    } else {
      const auto made = std::make_shared<PlainModule>("Module");
      owner->register_module(name, std::shared_ptr<torch::nn::Module>(made));
      owner = made.get();
    }
  }
  const std::string& name = parts.back();
  if (const auto* module = std::get_if<std::shared_ptr<torch::nn::Module>>(&attribute)) {
    if (children_of(*owner).contains(name))
      owner->replace_module(name, *module);
    else
      owner->register_module(name, *module);
    return;
  }
  const auto& tensor = std::get<at::Tensor>(attribute);
  Parameters& tensors = tensor.requires_grad() ? parameters_of(*owner) : buffers_of(*owner);
  if (at::Tensor* known = tensors.find(name))
    *known = tensor;
  else
    tensors.insert(name, tensor);
}

} // namespace fx::runtime
