// The modes of a thread, which guards set.
#include "Announce.h"

#include <ATen/autocast_mode.h>
#include <c10/core/AutogradState.h>
#include <c10/core/GradMode.h>
#include <torch/version.h>

namespace fx {

namespace {

#if TORCH_VERSION_MAJOR >= 2
bool is_autocast_on(c10::DeviceType device) {
  return at::autocast::is_autocast_enabled(device);
}
c10::ScalarType autocast_dtype(c10::DeviceType device) {
  return at::autocast::get_autocast_dtype(device);
}
#else
bool is_autocast_on(c10::DeviceType device) {
  if (device == c10::DeviceType::CPU) return at::autocast::is_cpu_enabled();
  if (device == c10::DeviceType::XPU) return at::autocast::is_xpu_enabled();
  return at::autocast::is_enabled();
}
c10::ScalarType autocast_dtype(c10::DeviceType device) {
  if (device == c10::DeviceType::CPU) return at::autocast::get_autocast_cpu_dtype();
  if (device == c10::DeviceType::XPU) return at::autocast::get_autocast_xpu_dtype();
  return at::autocast::get_autocast_gpu_dtype();
}
#endif

GuardChange mode_of(GuardChange::Mode mode, int64_t value, const std::string& device = {}) {
  return {mode, device, value, value};
}

} // namespace

std::vector<GuardChange> modes_of(std::string_view setter, c10::DeviceType device) {
  using Mode = GuardChange::Mode;
  if (setter == "c10::GradMode::set_enabled")
    return {mode_of(Mode::Grad, c10::GradMode::is_enabled())};
  if (setter == "c10::AutogradState::set_tls_state") {
    c10::AutogradState& state = c10::AutogradState::get_tls_state();
    return {mode_of(Mode::Grad, state.get_grad_mode()),
            mode_of(Mode::ForwardGrad, state.get_fw_grad_mode()),
            mode_of(Mode::Inference, state.get_inference_mode())};
  }
  if (setter.find("cache_enabled") != setter.npos)
    return {mode_of(Mode::AutocastCache, at::autocast::is_autocast_cache_enabled())};
  if (setter.find("cpu") != setter.npos) device = c10::DeviceType::CPU;
  if (setter.find("xpu") != setter.npos) device = c10::DeviceType::XPU;
  const std::string name = c10::DeviceTypeName(device, /*lower_case=*/true);
  if (setter.find("dtype") != setter.npos)
    return {mode_of(Mode::AutocastDtype, static_cast<int64_t>(autocast_dtype(device)), name)};
  return {mode_of(Mode::Autocast, is_autocast_on(device), name)};
}

} // namespace fx
