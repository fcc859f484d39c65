// Random numbers that are drawn on the processor and leave no trace.
#pragma once

#include <ATen/CPUGeneratorImpl.h>
#include <ATen/core/Generator.h>
#include <ATen/core/Tensor.h>

#include <mutex>

namespace fx::runtime {

/// The random numbers of the program are the same whether this draws some or not.
class KeptGenerator {
public:
  KeptGenerator() : generator_(at::detail::getDefaultCPUGenerator()) {
    const std::lock_guard lock(generator_.mutex());
    state_ = generator_.get_state();
  }
  ~KeptGenerator() {
    const std::lock_guard lock(generator_.mutex());
    generator_.set_state(state_);
  }
  KeptGenerator(const KeptGenerator&) = delete;
  KeptGenerator& operator=(const KeptGenerator&) = delete;

private:
  at::Generator generator_;
  at::Tensor state_;
};

} // namespace fx::runtime
