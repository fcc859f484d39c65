#include "KeptState.h"

#include "ExampleValues.h"

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/Context.h>
#include <ATen/ops/equal.h>
#include <c10/core/GradMode.h>

#include <mutex>
#include <unordered_set>

namespace fx::runtime {

namespace {

at::Tensor copy_of(const at::Tensor& tensor) {
  const c10::AutoGradMode no_gradients(false);
  return tensor.detach().clone();
}

} // namespace

Value copy(const Value& value) {
  return map_tensors(value, [](const at::Tensor& tensor) -> Value {
    at::Tensor made = copy_of(tensor);
    if (tensor.requires_grad()) made.requires_grad_(true);
    return made;
  });
}

Args copies(const Args& values) {
  Args made;
  for (const Value& value : values)
    made.push_back(copy(value));
  return made;
}

KeptState::KeptState(const std::vector<torch::nn::Module*>& modules) {
  std::unordered_set<const c10::TensorImpl*> seen;
  std::unordered_set<c10::Device> devices{c10::Device(c10::kCPU)};
  const auto keep = [&](const std::string& name, const at::Tensor& tensor) {
    if (!tensor.defined() || !seen.insert(tensor.unsafeGetTensorImpl()).second) return;
    live_.emplace_back(name, tensor);
    devices.insert(tensor.device());
  };
  for (const torch::nn::Module* module : modules) {
    for (const auto& entry : module->named_parameters())
      keep(entry.key(), entry.value());
    for (const auto& entry : module->named_buffers())
      keep(entry.key(), entry.value());
  }
  before_ = now();
  for (const c10::Device& device : devices) {
    if (!device.is_cpu() && !device.is_cuda()) continue;
    at::Generator generator = device.is_cpu() ? at::detail::getDefaultCPUGenerator()
                                              : at::globalContext().defaultGenerator(device);
    const std::lock_guard lock(generator.mutex());
    generators_.emplace_back(generator, generator.get_state());
  }
}

NamedTensors KeptState::now() const {
  NamedTensors tensors;
  for (const auto& [name, tensor] : live_)
    tensors.emplace_back(name, copy_of(tensor));
  return tensors;
}

void KeptState::restore() const {
  const c10::AutoGradMode no_gradients(false);
  for (size_t i = 0; i < live_.size(); ++i) {
    const at::Tensor& kept = before_[i].second;
    // Writing to `data` leaves the version alone: nobody who differentiates has to notice.
    at::Tensor data = live_[i].second.variable_data();
    if (data.sizes() != kept.sizes() || data.dtype() != kept.dtype())
      live_[i].second.set_data(kept.clone());
    else if (!at::equal(data, kept))
      data.copy_(kept);
  }
  for (const auto& [generator, state] : generators_) {
    at::Generator live = generator;
    const std::lock_guard lock(live.mutex());
    live.set_state(state);
  }
}

KeptState::Restored::~Restored() {
  state_.restore();
}

} // namespace fx::runtime
