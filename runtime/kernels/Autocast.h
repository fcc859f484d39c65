// The settings of autocast, for the versions of LibTorch that have a function for each device and
// those that have one for all.
#pragma once

#include <ATen/autocast_mode.h>
#include <torch/version.h>

namespace fx::runtime {

/// Devices are the CPU and CUDA, which graphs have names for.
inline bool is_autocast_on(bool on_cpu) {
#if TORCH_VERSION_MAJOR >= 2
  return at::autocast::is_autocast_enabled(on_cpu ? at::kCPU : at::kCUDA);
#else
  return on_cpu ? at::autocast::is_cpu_enabled() : at::autocast::is_enabled();
#endif
}
inline void set_autocast(bool on_cpu, bool enabled) {
#if TORCH_VERSION_MAJOR >= 2
  at::autocast::set_autocast_enabled(on_cpu ? at::kCPU : at::kCUDA, enabled);
#else
  on_cpu ? at::autocast::set_cpu_enabled(enabled) : at::autocast::set_enabled(enabled);
#endif
}
inline c10::ScalarType autocast_type(bool on_cpu) {
#if TORCH_VERSION_MAJOR >= 2
  return at::autocast::get_autocast_dtype(on_cpu ? at::kCPU : at::kCUDA);
#else
  return on_cpu ? at::autocast::get_autocast_cpu_dtype() : at::autocast::get_autocast_gpu_dtype();
#endif
}
inline void set_autocast_type(bool on_cpu, c10::ScalarType type) {
#if TORCH_VERSION_MAJOR >= 2
  at::autocast::set_autocast_dtype(on_cpu ? at::kCPU : at::kCUDA, type);
#else
  on_cpu ? at::autocast::set_autocast_cpu_dtype(type) : at::autocast::set_autocast_gpu_dtype(type);
#endif
}

} // namespace fx::runtime
